use super::source::{Problem, Source, Span};
use super::token::{Kind, Token};
use std::sync::Arc;

/// Longer first, so that `->>` is not read as `->` and `>`.
const SIGNS: [&str; 28] = [
    "->>", "->", "==", "!=", "<=", ">=", "(", ")", "[", "]", "{", "}", ",", ";", ":", "+", "-", "*", "^", "~", "=",
    "<", ">", "?", "!", "$", ".", "#",
];

/// Longer names only fill memory.
const MAX_NAME: usize = 100;

/// Splits a file into tokens. `//` begins a comment up to the end of the line.
pub(super) fn tokens(source: &Source) -> Result<Vec<Token>, Problem> {
    let text = source.text.as_str();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let span = |len: usize| Span { start: at as u32, len: len as u32, via: 0 };
        let len;
        // A byte order mark may begin a file.
        if c.is_whitespace() || (c == '\u{feff}' && at == 0) {
            len = c.len_utf8();
        } else if rest.starts_with("//") {
            len = rest.find('\n').unwrap_or(rest.len());
        } else if c.is_ascii_digit() {
            len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let Some(number) = rest[..len].parse().ok().filter(|&number| number <= 1_000_000_000) else {
                return Err(Problem::at(span(len), "this number is too large: expected at most 1000000000"));
            };
            tokens.push(Token { kind: Kind::Number(number), span: span(len) });
        } else if c.is_ascii_alphabetic() || c == '_' {
            len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
            if len > MAX_NAME {
                return Err(Problem::at(span(len), "this name is too long: expected at most 100 characters"));
            }
            tokens.push(Token { kind: Kind::Name(Arc::from(&rest[..len])), span: span(len) });
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            len = sign.len();
            tokens.push(Token { kind: Kind::Sign(sign), span: span(len) });
        } else {
            let instead = if c == '|' { ": write `+` for \"or\"" } else { "" };
            return Err(Problem::at(span(c.len_utf8()), format!("{c:?} means nothing in a rules file{instead}")));
        }
        at += len;
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_sign_wins_and_comments_vanish() {
        let source = Source::new("", "->>a ->b2 // c\n{$x<=10}");
        let texts: Vec<String> = tokens(&source).unwrap().iter().map(|token| token.kind.to_string()).collect();
        assert_eq!(texts, ["`->>`", "`a`", "`->`", "`b2`", "`{`", "`$`", "`x`", "`<=`", "`10`", "`}`"]);
        assert!(tokens(&Source::new("", "a % b")).unwrap_err().message.ends_with("'%' means nothing in a rules file"));
        assert!(tokens(&Source::new("", "a | b")).unwrap_err().message.contains("write `+`"));
        assert!(tokens(&Source::new("", "99999999999")).is_err());
    }
}
