//! Signs in the shapes that word processors and web sites give them.

use std::borrow::Cow;

/// Characters without a shape, which texts from web pages hold.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// A word of moves with one kind of dash, cross, dots and marks, and nothing invisible.
pub fn plain(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let mut plain = String::new();
    for c in word.chars().filter(|&c| !is_invisible(c)) {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => plain.push('-'),
            '×' => plain.push('x'),
            '…' => plain += "...",
            '½' => plain += "1/2",
            '‼' => plain += "!!",
            '⁇' => plain += "??",
            '⁉' => plain += "!?",
            '⁈' => plain += "?!",
            c => plain.push(c),
        }
    }
    Cow::Owned(plain)
}
