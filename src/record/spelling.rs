//! Signs in the shapes of word processors and web sites, and moves as players write them.

use std::borrow::Cow;

/// Characters without a shape, which occur in texts from web pages.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// A word of moves with one kind of dash, cross, dots and marks, without invisible characters.
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

/// Variants whose players write moves in their own way; [`HEX`] is the prefix of several.
pub const OTHELLO: &str = "reversi";
pub const DRAUGHTS: &str = "draughts";
pub const INTERNATIONAL: &str = "international-draughts";
pub const GO: &str = "go";
pub const HAVANNAH: &str = "havannah";
pub const GOMOKU: &str = "gomoku";
pub const HEX: &str = "hex-";

/// Possible texts, in this program's notation, of a move of a variant written elsewhere; empty for other texts and
/// other games.
pub fn spellings(variant: &str, text: &str) -> Vec<String> {
    match variant {
        // Cells on the way are left out if there is only one way.
        DRAUGHTS | INTERNATIONAL => match squares_of(variant, text).as_deref() {
            Some([from, .., to]) => vec![from.clone() + to],
            _ => Vec::new(),
        },
        OTHELLO => {
            // An evaluation and a time may follow.
            let square = text.split('/').next().unwrap_or_default().to_lowercase();
            vec![match square.starts_with("pa") {
                true => "pass".to_owned(),
                false => by_letters(&square, |row| row + 1).unwrap_or(square),
            }]
        }
        GOMOKU => by_letters(text, |row| 15 - row).into_iter().collect(),
        _ if variant.starts_with(HEX) => by_letters(text, |row| row + 1).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A cell given by two letters, the second of which counts the rows from above.
fn by_letters(text: &str, row_of: fn(i32) -> i32) -> Option<String> {
    match *text.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            Some(format!("{}{}", char::from(column), row_of((row - b'a').into())))
        }
        _ => None,
    }
}

/// The squares of a move of draughts, from the first to the last. The dark squares are numbered row by row, from
/// Black's side on.
pub fn squares_of(variant: &str, text: &str) -> Option<Vec<String>> {
    let rows = match variant {
        DRAUGHTS => 8,
        INTERNATIONAL => 10,
        _ => return None,
    };
    let square = |number: &str| {
        let index = number.trim().parse::<u8>().ok().filter(|number| (1..=rows * rows / 2).contains(number))? - 1;
        let above = index / (rows / 2);
        let column = 2 * (index % (rows / 2)) + u8::from(above.is_multiple_of(2));
        Some(format!("{}{}", char::from(b'a' + column), rows - above))
    };
    text.trim_end_matches('*').split(['-', 'x', ':']).map(square).collect()
}
