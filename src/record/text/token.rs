use crate::record::spelling::is_invisible;
use crate::sgf::LineCount;

#[derive(Debug, PartialEq, Eq)]
pub enum Token<'a> {
    Comment(&'a str),
    /// `(` and `)`, around a variation.
    Open,
    Close,
    Tag(&'a str, String),
    /// A move, a number, a sign or a result.
    Word(&'a str),
}

/// The parts of a text in order, each with its line, from 1. Ends after the first error, which names the expected text.
#[derive(Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    lines: LineCount<'a>,
}

/// Line ends, including those of old Macintoshes.
const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// Characters that end a word besides white space.
const WORD_ENDS: [char; 6] = ['{', '(', ')', '[', ';', '$'];

/// A text from its first part on that is not a comment.
pub fn behind_comments(text: &str) -> &str {
    let mut tokens = Tokens::of(text);
    loop {
        tokens.skip_space();
        let begin = tokens.at;
        match tokens.next() {
            Some(Ok((_, Token::Comment(_)))) => {}
            Some(_) => return &text[begin..],
            None => return "",
        }
    }
}

impl<'a> Tokens<'a> {
    pub fn of(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0, lines: LineCount::new(text) }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.at += length;
        taken
    }

    /// The bytes up to the end of the line.
    fn line_length(&self) -> usize {
        self.rest().find(LINE_ENDS).unwrap_or(self.rest().len())
    }

    /// Skips white space, and lines that begin with `%`, which are for other programs.
    fn skip_space(&mut self) {
        loop {
            self.at =
                self.text.len() - self.rest().trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c)).len();
            let begins_a_line = self.text[..self.at].ends_with(LINE_ENDS) || self.at == 0;
            if !begins_a_line || !self.rest().starts_with('%') {
                return;
            }
            self.take(self.line_length());
        }
    }

    fn next_token(&mut self, first: char) -> Result<Token<'a>, String> {
        Ok(match first {
            '{' => {
                let length = self.rest().find('}').ok_or("a comment does not end: expected `}`")?;
                Token::Comment(&self.take(length + 1)[1..length])
            }
            ';' => Token::Comment(&self.take(self.line_length())[1..]),
            '(' | ')' => {
                self.take(1);
                if first == '(' { Token::Open } else { Token::Close }
            }
            '[' => {
                let (length, name, value) = tag(self.rest()).ok_or("a tag does not end: expected `]`")?;
                self.take(length);
                Token::Tag(name, value)
            }
            _ => {
                let behind = &self.rest()[first.len_utf8()..];
                let is_end = |c: char| c.is_whitespace() || WORD_ENDS.contains(&c);
                // The number of a sign ends where its digits do.
                let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let length = match first == '$' && digits > 0 {
                    true => digits,
                    false => behind.find(is_end).unwrap_or(behind.len()),
                };
                Token::Word(self.take(first.len_utf8() + length))
            }
        })
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<(usize, Token<'a>), (usize, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_space();
        let first = self.rest().chars().next()?;
        let line = self.lines.of(self.at);
        let token = self.next_token(first);
        if token.is_err() {
            self.at = self.text.len();
        }
        Some(token.map(|token| (line, token)).map_err(|what| (line, what)))
    }
}

/// The length, name and value of a tag at the beginning of a text. Its value may contain brackets, and unescaped
/// quotes.
fn tag(text: &str) -> Option<(usize, &str, String)> {
    let line = &text[..text.find(LINE_ENDS).unwrap_or(text.len())];
    let (name, quoted) = name_and_value(&line[1..]);
    let begin = line.len() - quoted.len();
    if let Some((length, value)) = quoted.strip_prefix('"').and_then(string) {
        let end = begin + 1 + length;
        return Some((end + text[end..].find(']')? + 1, name, value));
    }
    // The tag has no quotes, or not in their places.
    let end = text.find(']')?;
    let (name, value) = name_and_value(text[1..end].trim_end());
    let value = value.strip_prefix('"').map_or(value, |value| value.strip_suffix('"').unwrap_or(value));
    Some((end + 1, name, unescaped(value)))
}

/// The text before and after the first white space, or a quote that comes before it.
fn name_and_value(tag: &str) -> (&str, &str) {
    let tag = tag.trim_start();
    let (name, value) = tag.split_at(tag.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(tag.len()));
    (name, value.trim_start())
}

/// The length and the content of a string up to the quote before a `]`.
fn string(text: &str) -> Option<(usize, String)> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => _ = chars.next(),
            '"' if text[at + 1..].trim_start().starts_with(']') => return Some((at + 1, unescaped(&text[..at]))),
            _ => {}
        }
    }
    None
}

fn unescaped(text: &str) -> String {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        value.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Tokens::of(text).map(|token| token.expect("it is well formed").1).collect()
    }

    fn value(text: &str) -> String {
        match <[Token<'_>; 1]>::try_from(tokens(text)) {
            Ok([Token::Tag("Name", value)]) => value,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn values_of_tags_are_strings() {
        assert_eq!(value(r#"[Name "A [x] \"q\""]"#), r#"A [x] "q""#);
        assert_eq!(value(r#"[ Name "[=0040.34h5a4]" ]"#), "[=0040.34h5a4]");
        assert_eq!(value(r#"[Name"Modern defense[!])"]"#), "Modern defense[!])");
        assert_eq!(value(r#"[Name "Let\'s \\ play (x;y) {z}"]"#), r"Let's \ play (x;y) {z}");
        assert_eq!(value(r#"[Name "The "Open" cup"]"#), r#"The "Open" cup"#);
        assert_eq!(value("[Name \"/Level 6\\\"]"), "/Level 6\\");
        assert_eq!(value("[Name \"\"]"), "");
        assert_eq!(value("[Name]"), "");
        assert_eq!(value("[Name a]"), "a");
        assert_eq!(value("[Name \"no end]"), "no end");
        assert_eq!(value("[Name \"two\nlines\"]"), "two\nlines");
        let two = r#"[White "a"] [Black "b ]"]"#;
        assert_eq!(tokens(two), [Token::Tag("White", "a".to_owned()), Token::Tag("Black", "b ]".to_owned())]);
        assert_eq!(Tokens::of("\n[Name \"x").last(), Some(Err((2, "a tag does not end: expected `]`".to_owned()))));
    }

    #[test]
    fn words_end_where_something_else_begins() {
        assert_eq!(
            tokens("% no\n1. \u{200b}a;c\r%no\r$5b $"),
            [
                Token::Word("1."),
                Token::Word("a"),
                Token::Comment("c"),
                Token::Word("$5"),
                Token::Word("b"),
                Token::Word("$"),
            ]
        );
    }

    #[test]
    fn comments_before_the_first_word_are_left_out() {
        assert_eq!(behind_comments("{a}\n;b\n%c\n[d]"), "[d]");
        assert_eq!(behind_comments("{a} "), "");
        assert_eq!(behind_comments("{a} {b"), "{b");
    }
}
