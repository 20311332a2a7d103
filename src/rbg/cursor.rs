use super::source::{Problem, Span};
use super::token::{Kind, Token};
use std::sync::Arc;

/// Reads tokens one by one, and reports the token that was expected if they end or differ.
pub(super) struct Cursor<'a> {
    tokens: &'a [Token],
    at: usize,
    /// Place for errors if there are no tokens at all.
    heading: Span,
}

impl<'a> Cursor<'a> {
    pub fn new(tokens: &'a [Token], heading: Span) -> Self {
        Cursor { tokens, at: 0, heading }
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    /// Whether the next token is this sign.
    pub fn sees(&self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    /// Whether the token after the next one is this sign.
    pub fn sees_second(&self, sign: &str) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.is(sign))
    }

    pub fn next(&mut self) -> Option<&'a Token> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    /// Skips the sign if it is next.
    pub fn skip(&mut self, sign: &str) -> bool {
        let seen = self.sees(sign);
        self.at += usize::from(seen);
        seen
    }

    pub fn expect(&mut self, sign: &str) -> Result<Span, Problem> {
        if self.sees(sign) { Ok(self.advance()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    pub fn name(&mut self, what: &str) -> Result<(Arc<str>, Span), Problem> {
        match self.peek().and_then(Token::name) {
            Some(name) => Ok((name.clone(), self.advance())),
            None => Err(self.expected(what)),
        }
    }

    pub fn number(&mut self, what: &str) -> Result<(u32, Span), Problem> {
        match self.peek().map(|token| &token.kind) {
            Some(&Kind::Number(number)) => Ok((number, self.advance())),
            _ => Err(self.expected(what)),
        }
    }

    pub fn end(&self, what: &str) -> Result<(), Problem> {
        if self.peek().is_none() { Ok(()) } else { Err(self.expected(what)) }
    }

    /// The error for a token that is not the expected one.
    pub fn expected(&self, what: &str) -> Problem {
        match self.peek() {
            Some(token) => Problem::at(token.span, format!("expected {what}, found {}", token.kind)),
            None => Problem::at(self.place(), format!("expected {what} after this, found the end of the part")),
        }
    }

    /// The place of the next token, or of the last one at the end.
    pub fn place(&self) -> Span {
        self.peek().or(self.tokens.last()).map_or(self.heading, |token| token.span)
    }

    fn advance(&mut self) -> Span {
        let span = self.place();
        self.at += 1;
        span
    }
}
