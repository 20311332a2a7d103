use super::ast::{Actor, At, Expr, Relation, Rule};
use super::cursor::Cursor;
use super::macros::Section;
use super::names::{Meaning, Names};
use super::source::{Problem, Span};

/// The name of chance as a player, unless the file gives it to something else.
const CHANCE: &str = "random";

/// The deepest nesting of brackets: parsing is recursive.
const MAX_DEPTH: usize = 60;
/// The most actions with powers written out; the largest public game has a tenth.
const MAX_ACTIONS: usize = 60_000;

pub(super) fn read(section: &Section, names: &Names) -> Result<Rule, Problem> {
    let mut grammar =
        Grammar { cursor: Cursor::new(&section.tokens, section.heading), names, depth: 0, in_pattern: 0, in_sum: 0 };
    let (rule, _) = grammar.choice()?;
    grammar.cursor.end("an action")?;
    Ok(rule)
}

struct Grammar<'a> {
    cursor: Cursor<'a>,
    names: &'a Names,
    depth: usize,
    in_pattern: usize,
    in_sum: usize,
}

/// A rule with its number of actions, once powers are written out. Operations of arithmetic, and branches without an
/// action, count as actions, too.
type SizedRule = (Rule, usize);

impl Grammar<'_> {
    /// `A + B + C`.
    fn choice(&mut self) -> Result<SizedRule, Problem> {
        self.enter()?;
        let (first, mut size) = self.sequence()?;
        let mut branches = vec![first];
        while self.cursor.skip("+") {
            let (branch, more) = self.sequence()?;
            branches.push(branch);
            size += more;
            self.check(size)?;
        }
        self.depth -= 1;
        Ok(if branches.len() == 1 { (branches.remove(0), size) } else { (Rule::Choice(branches), size) })
    }

    /// `A B C`: at least one action.
    fn sequence(&mut self) -> Result<SizedRule, Problem> {
        let (mut parts, mut size) = (Vec::new(), 0);
        let mut any = false;
        while let Some(token) = self.cursor.peek() {
            let is_end = ["+", ")", "}"].iter().any(|sign| token.is(sign));
            if is_end {
                break;
            }
            any = true;
            if self.cursor.skip(".") {
                continue;
            }
            let (part, more) = self.element()?;
            size += more;
            self.check(size)?;
            parts.push(part);
        }
        if !any {
            return Err(self.cursor.expected("an action"));
        }
        // A rule that changes nothing takes memory, too.
        Ok(if parts.len() == 1 { (parts.remove(0), size) } else { (Rule::Sequence(parts), size.max(1)) })
    }

    /// An action or brackets, then `*` or `^n`.
    fn element(&mut self) -> Result<SizedRule, Problem> {
        let (mut rule, mut size) = self.atom()?;
        let mut wraps = 0;
        loop {
            // Each repetition is one more level of the rule, and walks over a rule are recursive.
            wraps += 1;
            if wraps > 8 && (self.cursor.sees("*") || self.cursor.sees("^")) {
                return Err(Problem::at(self.cursor.place(), "too many repetitions of repetitions"));
            }
            if self.cursor.skip("*") {
                if !matches!(rule, Rule::Repeat(_)) {
                    rule = Rule::Repeat(Box::new(rule));
                    size += 1;
                    self.check(size)?;
                }
            } else if self.cursor.skip("^") {
                let (times, at) = self.cursor.number("a number of times")?;
                size = size.saturating_mul(times as usize);
                if times == 0 {
                    return Err(Problem::at(at, "expected a number of times from 1 on"));
                }
                self.check(size)?;
                rule = Rule::Power(Box::new(rule), times);
            } else {
                return Ok((rule, size));
            }
        }
    }

    fn atom(&mut self) -> Result<SizedRule, Problem> {
        let Some(token) = self.cursor.next() else { return Err(self.cursor.expected("an action")) };
        let one = |rule| Ok((rule, 1));
        if let Some(name) = token.name() {
            return match self.names.get(name) {
                Some(Meaning::Direction(direction)) => one(Rule::Step(direction, At(token.span))),
                _ => Err(self.names.not(name, token.span, "a direction or another action")),
            };
        }
        if token.is("(") {
            let inner = self.choice()?;
            self.cursor.expect(")")?;
            return Ok(inner);
        }
        if token.is("{") {
            return self.test(token.span);
        }
        if token.is("[") {
            return self.change();
        }
        let actor = if token.is("->>") {
            Actor::Keeper
        } else if token.is("->") {
            let (name, span) = self.cursor.name("a player")?;
            match self.names.get(&name) {
                None if &*name == CHANCE => Actor::Chance,
                _ => Actor::Player(self.player(&name, span)?),
            }
        } else {
            let message =
                format!("expected an action (a direction, `{{`, `[`, `->`, `->>` or `(`), found {}", token.kind);
            return Err(Problem::at(token.span, message));
        };
        if self.in_pattern > 0 {
            return Err(Problem::at(token.span, "a pattern cannot hand over to a player or the keeper"));
        }
        one(Rule::Switch(actor, At(token.span)))
    }

    /// After `{`: pieces, `$` a comparison, `?` or `!` a pattern.
    fn test(&mut self, open: Span) -> Result<SizedRule, Problem> {
        if self.cursor.skip("$") {
            let left = self.sum()?;
            let relation = self.relation()?;
            let right = self.sum()?;
            let close = self.cursor.expect("}")?;
            let size = left.size(1) + right.size(1);
            return Ok((Rule::Compare(left, relation, right, At(open.to(close))), size));
        }
        if self.cursor.sees("?") || self.cursor.sees("!") {
            let is_there = self.cursor.sees("?");
            self.cursor.next();
            self.in_pattern += 1;
            // Nested patterns use more of the stack than brackets.
            if self.in_pattern > 12 {
                return Err(Problem::at(open, "patterns are nested too deeply: expected at most 12"));
            }
            let (inner, size) = self.choice()?;
            self.in_pattern -= 1;
            let close = self.cursor.expect("}")?;
            return Ok((Rule::Pattern { is_there, inner: Box::new(inner), at: At(open.to(close)) }, size + 1));
        }
        let mut pieces = 0u64;
        while !self.cursor.sees("}") {
            pieces |= 1 << self.names.piece(&mut self.cursor)?;
            if !self.cursor.skip(",") {
                break;
            }
        }
        let close = self.cursor.place();
        if !self.cursor.skip("}") {
            return Err(self.cursor.expected("`,` or `}`"));
        }
        Ok((Rule::On(pieces, At(open.to(close))), 1))
    }

    /// After `[`: pieces, one of which is put here, or `$` and assignments, which are made in order.
    fn change(&mut self) -> Result<SizedRule, Problem> {
        let (mut parts, mut size) = (Vec::new(), 0);
        let assigns = self.cursor.skip("$");
        loop {
            let at = At(self.cursor.place());
            if assigns {
                let (name, span) = self.cursor.name("a variable or a player")?;
                let variable = match self.names.get(&name) {
                    Some(Meaning::Variable(variable) | Meaning::Player(variable)) => variable,
                    _ => return Err(self.names.not(&name, span, "a variable or a player")),
                };
                self.cursor.expect("=")?;
                let value = self.sum()?;
                size += value.size(1);
                parts.push(Rule::Assign(variable, value, at));
            } else {
                size += 1;
                parts.push(Rule::Put(self.names.piece(&mut self.cursor)?, at));
            }
            if !self.cursor.skip(",") {
                break;
            }
            // A `$` before a later assignment is also accepted: `[$ x=1, $ y=2]`.
            if assigns {
                self.cursor.skip("$");
            }
        }
        if !self.cursor.skip("]") {
            return Err(self.cursor.expected("`,` or `]`"));
        }
        self.check(size)?;
        let rule = match parts.len() {
            1 => parts.remove(0),
            _ if assigns => Rule::Sequence(parts),
            _ => Rule::Choice(parts),
        };
        Ok((rule, size))
    }

    fn relation(&mut self) -> Result<Relation, Problem> {
        let relations = [
            ("==", Relation::Equal),
            ("!=", Relation::NotEqual),
            ("<=", Relation::LessOrEqual),
            (">=", Relation::GreaterOrEqual),
            ("<", Relation::Less),
            (">", Relation::Greater),
        ];
        for (sign, relation) in relations {
            if self.cursor.skip(sign) {
                return Ok(relation);
            }
        }
        Err(self.cursor.expected("a comparison (`==`, `!=`, `<`, `<=`, `>` or `>=`)"))
    }

    /// `a + b - c`.
    fn sum(&mut self) -> Result<Expr, Problem> {
        // Evaluation is recursive.
        self.in_sum += 1;
        if self.in_sum > 8 {
            return Err(Problem::at(
                self.cursor.place(),
                "this value has too many brackets: expected at most 8 within each other",
            ));
        }
        let mut value = self.product()?;
        let mut terms = 0;
        loop {
            let add = self.cursor.sees("+");
            if !add && !self.cursor.sees("-") {
                self.in_sum -= 1;
                return Ok(value);
            }
            terms += 1;
            if terms > 99 {
                return Err(Problem::at(self.cursor.place(), "this sum is too long: expected at most 100 terms"));
            }
            self.cursor.next();
            let right = Box::new(self.product()?);
            value = if add { Expr::Sum(Box::new(value), right) } else { Expr::Difference(Box::new(value), right) };
        }
    }

    /// `a * b`.
    fn product(&mut self) -> Result<Expr, Problem> {
        let mut value = self.factor()?;
        let mut factors = 0;
        while self.cursor.skip("*") {
            factors += 1;
            if factors > 9 {
                return Err(Problem::at(self.cursor.place(), "this product is too long: expected at most 10 factors"));
            }
            value = Expr::Product(Box::new(value), Box::new(self.factor()?));
        }
        Ok(value)
    }

    fn factor(&mut self) -> Result<Expr, Problem> {
        if self.cursor.skip("(") {
            let value = self.sum()?;
            self.cursor.expect(")")?;
            return Ok(value);
        }
        if self.cursor.skip("-") {
            self.enter()?;
            let value = self.factor()?;
            self.depth -= 1;
            return Ok(Expr::Difference(Box::new(Expr::Constant(0)), Box::new(value)));
        }
        if let Ok((number, _)) = self.cursor.number("") {
            return Ok(Expr::Constant(number.into()));
        }
        let (name, span) = self.cursor.name("a number, a variable, a player or a piece")?;
        match self.names.get(&name) {
            Some(Meaning::Variable(variable) | Meaning::Player(variable)) => Ok(Expr::Variable(variable)),
            Some(Meaning::Piece(piece)) => Ok(Expr::Count(piece)),
            _ => Err(self.names.not(&name, span, "a variable, a player or a piece")),
        }
    }

    fn player(&self, name: &str, span: Span) -> Result<u8, Problem> {
        match self.names.get(name) {
            Some(Meaning::Player(player)) => Ok(player),
            _ => Err(self.names.not(name, span, "a player")),
        }
    }

    fn enter(&mut self) -> Result<(), Problem> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("brackets are nested too deeply: expected at most {MAX_DEPTH}");
            return Err(Problem::at(self.cursor.place(), message));
        }
        Ok(())
    }

    fn check(&self, size: usize) -> Result<(), Problem> {
        if size <= MAX_ACTIONS {
            return Ok(());
        }
        let message =
            format!("these rules have more than {MAX_ACTIONS} actions once macros and powers are written out");
        Err(Problem::at(self.cursor.place(), message))
    }
}
