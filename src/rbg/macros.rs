use super::account::Account;
use super::lexer;
use super::source::{MacroUse, Problem, Source, Span};
use super::token::{Kind, Token};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The five parts of a file.
pub(super) const SECTIONS: [&str; 5] = ["players", "pieces", "variables", "board", "rules"];

/// The most tokens: macros that double stop here, long before memory is full. The largest public game has a hundredth
/// as many.
const MAX_TOKENS: usize = 400_000;

/// The deepest nesting of uses of macros and of their arguments.
const MAX_DEPTH: usize = 100;

/// Name of macros in the account.
const MACROS: &str = "replacing macros";
/// Cost of a token.
const TOKEN: usize = 20;
/// Cost of an argument of a macro.
const ARGUMENT: usize = 40;

/// A part of the file after all its macros were replaced, with the place of its heading.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub heading: Span,
    pub tokens: Vec<Token>,
}

#[derive(Debug)]
struct Macro {
    parameters: Vec<Arc<str>>,
    body: Vec<Token>,
    /// The index of the macro among the parts of the file. As in the reference compiler, a macro applies to later parts
    /// only, so that a variable `turn` and a macro `turn` below it do not conflict.
    order: usize,
}

/// The names of a file's macros, each with its word if it has no arguments and stands for a single word.
pub(super) type MacroTexts = BTreeMap<Arc<str>, Option<String>>;

/// Reads the macros of a file and replaces their uses. The sections come in the order of [`SECTIONS`].
pub(super) fn sections(
    source: &mut Source,
    tokens: &[Token],
    account: &mut Account,
) -> Result<([Section; 5], MacroTexts), Problem> {
    let mut definitions: BTreeMap<(Arc<str>, usize), Macro> = BTreeMap::new();
    let mut raw: [Option<(Span, Vec<Token>, usize)>; 5] = Default::default();
    for (order, directive) in directives(tokens)?.into_iter().enumerate() {
        let section = SECTIONS.iter().position(|section| **section == *directive.name);
        if let Some(index) = section {
            if !directive.parameters.is_empty() {
                return Err(Problem::at(directive.at, format!("`#{}` takes no arguments", directive.name)));
            }
            if raw[index].is_some() {
                return Err(Problem::at(directive.at, format!("`#{}` is already there above", directive.name)));
            }
            raw[index] = Some((directive.at, directive.body.to_vec(), order));
            continue;
        }
        let arity = directive.parameters.len();
        let others = definitions.range((directive.name.clone(), 0)..).map(|(key, _)| key);
        let mut others = others.take_while(|(name, _)| *name == directive.name);
        if others.any(|&(_, other)| other == arity || other == 0 || arity == 0) {
            let message = format!(
                "a macro `{}` is already defined: expected another name or another number of arguments",
                directive.name
            );
            return Err(Problem::at(directive.at, message));
        }
        let definition = Macro { parameters: directive.parameters, body: directive.body.to_vec(), order };
        definitions.insert((directive.name, arity), definition);
    }
    for (name, value) in &source.values {
        set(&mut definitions, name, value)?;
    }
    let mut first_with_arguments: BTreeMap<Arc<str>, usize> = BTreeMap::new();
    for ((name, _), definition) in definitions.iter().filter(|((_, arity), _)| *arity > 0) {
        let first = first_with_arguments.entry(name.clone()).or_insert(definition.order);
        *first = definition.order.min(*first);
    }
    let mut expander = Expander {
        definitions: &definitions,
        first_with_arguments,
        uses: &mut source.uses,
        account,
        produced: 0,
        depth: 0,
    };
    let mut sections: [Section; 5] = Default::default();
    for (index, section) in raw.into_iter().enumerate() {
        match section {
            Some((heading, body, order)) => {
                let mut tokens = Vec::new();
                expander.expand(&body, &Arguments::new(), Context { order, via: 0 }, &mut tokens)?;
                sections[index] = Section { heading, tokens };
            }
            None if SECTIONS[index] == "variables" => {}
            None => return Err(Problem::general(format!("`#{}` is missing", SECTIONS[index]))),
        }
    }
    let words = definitions.into_iter().map(|((name, _), definition)| {
        let word = match definition.body.as_slice() {
            [token] if definition.parameters.is_empty() => token.word(),
            _ => None,
        };
        (name, word)
    });
    Ok((sections, words.collect()))
}

fn set(definitions: &mut BTreeMap<(Arc<str>, usize), Macro>, name: &str, value: &str) -> Result<(), Problem> {
    let definition = definitions.get_mut(&(Arc::from(name), 0));
    let definition =
        definition.ok_or_else(|| Problem::general(format!("there is no macro `{name}` without arguments")))?;
    let span = definition.body.first().map_or(Span::default(), |token| token.span);
    let words = lexer::tokens(&Source::new("", value))?;
    let [Token { kind, .. }] = words.as_slice() else {
        return Err(Problem::general(format!("`{value}` is no word: expected a name or a number")));
    };
    definition.body = vec![Token { kind: kind.clone(), span }];
    Ok(())
}

struct Directive<'a> {
    name: Arc<str>,
    at: Span,
    parameters: Vec<Arc<str>>,
    body: &'a [Token],
}

/// Splits a file at its `#`.
fn directives(tokens: &[Token]) -> Result<Vec<Directive<'_>>, Problem> {
    let Some(first) = tokens.first() else {
        return Err(Problem::general("this file has no rules: expected `#players`, `#pieces`, `#board` and `#rules`"));
    };
    if !first.is("#") {
        return Err(Problem::at(first.span, format!("expected `#` at the beginning, found {}", first.kind)));
    }
    tokens[1..].split(|token| token.is("#")).map(directive).collect::<Result<_, _>>().map_err(|problem: Problem| {
        // A `#` at the end has no token of its own.
        Problem { at: problem.at.or(tokens.last().map(|token| token.span)), ..problem }
    })
}

fn directive(tokens: &[Token]) -> Result<Directive<'_>, Problem> {
    let Some(head) = tokens.first() else { return Err(Problem::general("expected a name after `#`")) };
    let Some(name) = head.name() else {
        return Err(Problem::at(head.span, format!("expected a name after `#`, found {}", head.kind)));
    };
    let mut at = 1;
    let mut parameters = Vec::new();
    let mut known = BTreeSet::new();
    if tokens.get(1).is_some_and(|token| token.is("(")) {
        loop {
            at += 1;
            match tokens.get(at) {
                Some(token) if token.name().is_some_and(|name| known.insert(name)) => {
                    parameters.extend(token.name().cloned());
                }
                Some(token) => {
                    let message = format!("expected the name of an argument not named before, found {}", token.kind);
                    return Err(Problem::at(token.span, message));
                }
                None => return Err(Problem::at(head.span, "the macro ends within its arguments: expected `)`")),
            }
            at += 1;
            match tokens.get(at) {
                Some(token) if token.is(";") => {}
                Some(token) if token.is(")") => break,
                Some(token) => {
                    return Err(Problem::at(token.span, format!("expected `;` or `)`, found {}", token.kind)));
                }
                None => return Err(Problem::at(head.span, "the macro ends within its arguments: expected `)`")),
            }
        }
        at += 1;
    }
    match tokens.get(at) {
        Some(token) if token.is("=") => {}
        Some(token) => return Err(Problem::at(token.span, format!("expected `=`, found {}", token.kind))),
        None => return Err(Problem::at(head.span, format!("expected `=` after `#{name}`"))),
    }
    Ok(Directive { name: name.clone(), at: head.span, parameters, body: &tokens[at + 1..] })
}

/// The first bracket that a macro does not close, or closes without having opened it. Unpaired brackets are
/// allowed, as macros are replaced word by word, but hardly ever intended.
pub(super) fn left_open(tokens: &[Token]) -> Option<Problem> {
    let all = directives(tokens).ok()?;
    let mut macros = all.iter().filter(|directive| !SECTIONS.contains(&&*directive.name));
    macros.find_map(unpaired)
}

fn unpaired(directive: &Directive<'_>) -> Option<Problem> {
    const PAIRS: [(&str, &str); 3] = [("(", ")"), ("[", "]"), ("{", "}")];
    let mut open: Vec<(&Token, &str)> = Vec::new();
    for token in directive.body {
        if let Some((_, close)) = PAIRS.iter().find(|(open, _)| token.is(open)) {
            open.push((token, close));
        } else if PAIRS.iter().any(|(_, close)| token.is(close)) {
            match open.pop() {
                Some((_, close)) if token.is(close) => {}
                Some((begin, close)) => {
                    let message = format!("expected `{close}` for this in the macro `{}`", directive.name);
                    return Some(Problem::at(begin.span, format!("{message}, found {}", token.kind)));
                }
                None => {
                    let message =
                        format!("nothing before this {} in the macro `{}` opens it", token.kind, directive.name);
                    return Some(Problem::at(token.span, message));
                }
            }
        }
    }
    let (begin, close) = open.pop()?;
    Some(Problem::at(
        begin.span,
        format!("expected `{close}` for this in the macro `{}`, found its end", directive.name),
    ))
}

struct Expander<'a> {
    definitions: &'a BTreeMap<(Arc<str>, usize), Macro>,
    /// For macros with arguments, the order of the first definition of each name.
    first_with_arguments: BTreeMap<Arc<str>, usize>,
    uses: &'a mut Vec<MacroUse>,
    account: &'a mut Account,
    /// Number of tokens written so far, including those of arguments and of inner macros. Its limit bounds time and
    /// memory.
    produced: usize,
    depth: usize,
}

/// The arguments of the surrounding macro, fully replaced.
type Arguments = BTreeMap<Arc<str>, Vec<Token>>;

/// The context of tokens: the part of the file, and the use of a macro.
#[derive(Clone, Copy)]
struct Context {
    order: usize,
    via: u32,
}

impl Expander<'_> {
    fn expand(
        &mut self,
        body: &[Token],
        arguments: &Arguments,
        context: Context,
        out: &mut Vec<Token>,
    ) -> Result<(), Problem> {
        // Depth of nested uses and arguments: this function is recursive for both.
        self.depth += 1;
        if let Some(first) = body.first().filter(|_| self.depth > MAX_DEPTH) {
            let message = format!("macros are nested too deeply: expected at most {MAX_DEPTH}");
            return Err(Problem::at(first.span, message));
        }
        let mut at = 0;
        while at < body.len() {
            let chain = joined(&body[at..]);
            let mut pieces = Vec::new();
            self.count(1, body[at].span)?;
            if chain == 1 {
                match body[at].name().and_then(|name| arguments.get(name)) {
                    Some(value) => {
                        self.count(value.len(), body[at].span)?;
                        pieces.extend(value.iter().cloned());
                        at += 1;
                        // An argument may be the name of a macro, whose own arguments follow here.
                        let is_call = pieces.len() == 1 && body.get(at).is_some_and(|token| token.is("("));
                        if !(is_call && pieces[0].name().is_some_and(|name| self.takes_arguments(name, context))) {
                            out.append(&mut pieces);
                            continue;
                        }
                    }
                    None => {
                        pieces.push(with_via(&body[at], context.via));
                        at += 1;
                    }
                }
            } else {
                pieces.push(self.join(&body[at..at + chain], arguments, context.via)?);
                at += chain;
            }
            let Some(token) = pieces.pop() else { continue };
            let Some(name) = token.name().cloned() else {
                out.push(token);
                continue;
            };
            let plain = self.definitions.get(&(name.clone(), 0)).filter(|definition| definition.order < context.order);
            if let Some(definition) = plain {
                self.call(name, &token, definition, &Arguments::new(), out)?;
            } else if self.takes_arguments(&name, context) && body.get(at).is_some_and(|token| token.is("(")) {
                let (slices, len) = split_arguments(&body[at..], &token)?;
                self.account.spend_at(ARGUMENT * slices.len() + len, MACROS, token.span)?;
                let key = (name.clone(), slices.len());
                let Some(definition) = self.definitions.get(&key).filter(|definition| definition.order < context.order)
                else {
                    let message = format!(
                        "no macro `{name}` takes {} (`;` divides arguments)",
                        count_of(slices.len(), "argument")
                    );
                    return Err(Problem::at(token.span, message));
                };
                let mut values = Arguments::new();
                for (parameter, slice) in definition.parameters.iter().zip(slices) {
                    let mut value = Vec::new();
                    self.expand(slice, arguments, context, &mut value)?;
                    values.insert(parameter.clone(), value);
                }
                at += len;
                self.call(name, &token, definition, &values, out)?;
            } else {
                out.push(token);
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn call(
        &mut self,
        name: Arc<str>,
        token: &Token,
        definition: &Macro,
        values: &Arguments,
        out: &mut Vec<Token>,
    ) -> Result<(), Problem> {
        self.uses.push(MacroUse { name: name.to_string(), at: token.span });
        let via = self.uses.len() as u32;
        self.expand(&definition.body, values, Context { order: definition.order, via }, out)?;
        self.count(1, token.span)
    }

    fn takes_arguments(&self, name: &Arc<str>, context: Context) -> bool {
        self.first_with_arguments.get(name).is_some_and(|&order| order < context.order)
    }

    /// Joins names connected by `~` into one.
    fn join(&mut self, chain: &[Token], arguments: &Arguments, via: u32) -> Result<Token, Problem> {
        let mut text = String::new();
        for part in chain.iter().step_by(2) {
            let value = match part.name().and_then(|name| arguments.get(name)) {
                Some(value) => value.as_slice(),
                None => std::slice::from_ref(part),
            };
            match value {
                [Token { kind: Kind::Name(name), .. }] => text.push_str(name),
                [Token { kind: Kind::Number(number), .. }] => text.push_str(&number.to_string()),
                _ => {
                    let message = "`~` joins names and numbers: expected one token on each side";
                    return Err(Problem::at(with_via(part, via).span, message));
                }
            }
        }
        let mut span = chain[0].span;
        let last = chain[chain.len() - 1].span;
        span.len = (last.start + last.len).saturating_sub(span.start);
        span.via = via;
        if text.len() > 200 {
            return Err(Problem::at(span, "`~` makes a name of more than 200 characters"));
        }
        let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let kind = number.map_or_else(|| Kind::Name(Arc::from(text.as_str())), Kind::Number);
        Ok(Token { kind, span })
    }

    fn count(&mut self, tokens: usize, at: Span) -> Result<(), Problem> {
        self.produced += tokens;
        self.account.spend_at(TOKEN * tokens, MACROS, at)?;
        if self.produced > MAX_TOKENS {
            return Err(Problem::at(at, format!("macros make more than {MAX_TOKENS} words out of this file")));
        }
        Ok(())
    }
}

fn with_via(token: &Token, via: u32) -> Token {
    Token { kind: token.kind.clone(), span: Span { via, ..token.span } }
}

/// Number of tokens of a chain `a~b~c` at the beginning; 1 without `~`.
fn joined(tokens: &[Token]) -> usize {
    let mut len = 1;
    while tokens.get(len).is_some_and(|token| token.is("~")) && len + 1 < tokens.len() {
        len += 2;
    }
    len
}

/// The arguments of a use, from its `(` on, and their number of tokens with both brackets.
fn split_arguments<'a>(tokens: &'a [Token], name: &Token) -> Result<(Vec<&'a [Token]>, usize), Problem> {
    let (mut depth, mut start, mut slices) = (0usize, 1, Vec::new());
    for (index, token) in tokens.iter().enumerate() {
        let Kind::Sign(sign) = token.kind else { continue };
        match sign {
            // Only round brackets group arguments: `f(a {;})` has two.
            "(" => depth += 1,
            ")" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    slices.push(&tokens[start..index]);
                    return Ok((slices, index + 1));
                }
            }
            ";" if depth == 1 => {
                slices.push(&tokens[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    Err(Problem::at(name.span, "the arguments of this macro do not end: expected `)`"))
}

/// `1 argument`, `2 arguments`.
pub(super) fn count_of(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokens;
    use super::*;

    fn rules(macros: &str) -> Result<String, Problem> {
        let mut source = Source::new("", &format!("#players = #pieces = #board = {macros}"));
        let tokens = tokens(&source)?;
        let (sections, _) = sections(&mut source, &tokens, &mut Account::default())?;
        let texts = sections[4].tokens.iter().map(|token| token.kind.to_string().replace('`', ""));
        Ok(texts.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn macros_are_replaced() {
        assert_eq!(
            rules("#a(x) = x~1 [x] #a(x;y) = x y #rules = a(b) a((c;d); e f) a(;)").unwrap(),
            "b1 [ b ] ( c ; d ) e f"
        );
        assert_eq!(rules("#f(x) = {x} #g(m) = m(q) #rules = g(f)").unwrap(), "{ q }");
        assert_eq!(rules("#whitePawn = wp #m(c) = c~Pawn #rules = m(white)").unwrap(), "wp");
        assert_eq!(rules("#f(x) = x #rules = f(f(f(1))) f").unwrap(), "1 f");
    }

    #[test]
    fn macros_without_end_are_errors() {
        assert_eq!(rules("#a = b #b = a #rules = a").unwrap(), "b", "only what is above is seen");
        let mut doubling = String::from("#m0 = x ");
        (1..59).for_each(|i| doubling += &format!("#m{i} = m{0} m{0} ", i - 1));
        assert!(rules(&format!("{doubling} #rules = m58")).unwrap_err().message.contains("macros make more than"));
        let doubling = "#d(x) = x x #rules = ".to_owned() + &"d(".repeat(50) + "a" + &")".repeat(50);
        let nested = "#d(x) = x #rules = ".to_owned() + &"d(".repeat(100_000);
        assert!(rules(&(nested.clone() + &")".repeat(100_000))).unwrap_err().message.contains("nested too deeply"));
        assert!(rules(&nested).unwrap_err().message.contains("do not end"));
        assert!(rules(&doubling).unwrap_err().message.contains("macros make more than"));
    }
}
