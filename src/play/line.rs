use crate::files;
use crate::game::{AnyGame, AnyMove, Game, History, Notation, NotationError, turn_texts};
use crate::text::printable;
use std::cmp::Ordering;
use std::io::{self, BufRead, Write};

/// Width of output to a file or pipe, in columns.
pub const WIDTH: usize = 80;

/// The most bytes of a line of input: a position with ten thousand moves fits.
const LONGEST_LINE: u32 = 1 << 20;

/// The next line without surrounding blanks and control characters; `None` at the end of the input. Bytes that are
/// not UTF-8 are replaced.
///
/// # Errors
/// `input` cannot be read, or a line is longer than a mebibyte.
pub(super) fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = files::read_line(input, &mut bytes, LONGEST_LINE)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read standard input: {error}")))?;
    Ok((read > 0).then(|| typed_line(&String::from_utf8_lossy(&bytes))))
}

/// A typed line without surrounding blanks, as [`printable`] gives it: a terminal would act on echoed arrow keys.
pub fn typed_line(line: &str) -> String {
    printable(line.trim())
}

/// The most characters of an error: it may repeat a long input.
const LONGEST_ERROR: usize = 4000;

/// An error and its causes in one sentence, without causes that the text before them already contains.
pub fn error_sentence(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    printable(&shortened(text))
}

/// Cuts an error that repeats a long input.
pub fn shortened(error: String) -> String {
    match error.char_indices().nth(LONGEST_ERROR) {
        Some((end, _)) => format!("{}…", &error[..end]),
        None => error,
    }
}

const LONGEST_SHOWN: usize = 500;

/// [`shortened`] for a cell of a table or a line of a log: a single line, and shorter.
pub fn in_one_line(text: &str) -> String {
    let mut shown: String = printable(text).chars().take(LONGEST_SHOWN).collect();
    if shown.len() < text.len() && text.chars().nth(LONGEST_SHOWN).is_some() {
        shown.push('…');
    }
    shown.replace(['\n', '\t'], " ")
}

/// A line of moves from the history's position, in notation, turn by turn.
pub(super) fn format_line(game: &AnyGame, history: &History, moves: &[AnyMove]) -> Vec<String> {
    turn_texts(game, history.position(), moves)
}

/// The legal turns with this prefix, at most `most`, in the byte order of their texts; empty if the game is over.
pub fn sorted_turns(game: &AnyGame, history: &History, prefix: &str, most: usize) -> Vec<String> {
    if history.outcome().is_some() {
        return Vec::new();
    }
    if !game.shows_turns() {
        return sorted_moves(game, history).into_iter().filter(|mv| mv.starts_with(prefix)).take(most).collect();
    }
    let turns = game.turns(history.position(), prefix, most);
    let mut texts = Vec::from_iter(turns.into_iter().map(|turn| turn.text));
    texts.sort_unstable();
    texts
}

/// [`sorted_turns`] for the single moves of turns.
pub fn sorted_moves(game: &AnyGame, history: &History) -> Vec<String> {
    let mut moves = Vec::new();
    history.legal_moves(game, &mut moves);
    let mut texts = game.format_moves(history.position(), &moves);
    texts.sort_unstable();
    texts
}

/// The legal move that a person means. Upper and lower case may be confused if that leaves one move.
///
/// # Errors
/// The text is no legal move.
fn read_move(game: &AnyGame, history: &History, line: &str) -> Result<AnyMove, NotationError> {
    let position = history.position();
    let read = |text: &str| game.parse_move(position, text);
    read(line).or_else(|error| {
        let mut legal = Vec::new();
        history.legal_moves(game, &mut legal);
        let texts = game.format_moves(position, &legal);
        let same = |(mv, text): (AnyMove, String)| text.eq_ignore_ascii_case(line).then_some(mv);
        let mut meant = Vec::from_iter(legal.into_iter().zip(texts).filter_map(same));
        // Short forms, which are parsed but not written.
        meant.extend([line.to_ascii_lowercase(), line.to_ascii_uppercase()].iter().filter_map(|text| read(text).ok()));
        meant.dedup();
        if let [mv] = meant[..] { Ok(mv) } else { Err(error) }
    })
}

/// The legal moves that a person means: a turn, or a move of one. Upper and lower case may be confused if that leaves
/// one move.
///
/// # Errors
/// The text is neither, or the game is over.
pub fn read_moves(game: &AnyGame, history: &History, line: &str) -> Result<Vec<AnyMove>, NotationError> {
    if history.outcome().is_some() {
        return Err(NotationError::Over { given: line.to_owned() });
    }
    let read = |text: &str| game.parse_turn(history.position(), text);
    let other_case = || [line.to_ascii_lowercase(), line.to_ascii_uppercase()].iter().find_map(|text| read(text).ok());
    read(line).or_else(|error| match read_move(game, history, line) {
        Ok(mv) => Ok(vec![mv]),
        Err(_) => other_case().filter(|_| game.has_long_turns()).ok_or(error),
    })
}

/// The order that people expect: numbers in a text by value, so that `b2` comes before `b10`.
pub fn natural_order(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one, other);
    loop {
        let number = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, others) = (number(one), number(other));
        let order = if digits > 0 && others > 0 {
            let (a, b) = (one[..digits].trim_start_matches('0'), other[..others].trim_start_matches('0'));
            let order = a.len().cmp(&b.len()).then_with(|| a.cmp(b));
            (one, other) = (&one[digits..], &other[others..]);
            order
        } else {
            let (mut a, mut b) = (one.chars(), other.chars());
            let order = a.next().cmp(&b.next());
            if order.is_eq() && one.is_empty() {
                return Ordering::Equal;
            }
            (one, other) = (a.as_str(), b.as_str());
            order
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Writes a text, broken at blanks if it is wider than `width`; a terminal would break it within words.
///
/// # Errors
/// `out` cannot be written.
pub fn say(out: &mut dyn Write, width: usize, text: &str) -> io::Result<()> {
    writeln!(out, "{}", wrap(text, width, ""))
}

/// A text broken at blanks to fit the width. Longer words get a line of their own. Lines after the first begin with
/// `indent`.
pub(super) fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            lines.push('\n');
            lines += indent;
            column = indent.chars().count();
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += length;
    }
    lines
}

/// Texts in aligned columns, filled row by row, with a line end after each row.
pub fn columns(texts: &[String], width: usize) -> String {
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let across = ((width + 2) / (longest + 2)).max(1);
    let mut lines = String::new();
    for row in texts.chunks(across) {
        let padded = Vec::from_iter(row.iter().map(|text| format!("{text:longest$}")));
        lines += padded.join("  ").trim_end();
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_told_once() {
        let error = anyhow::anyhow!("it is full").context("cannot write x: it is full").context("no net");
        assert_eq!(error_sentence(&error), "no net: cannot write x: it is full");
        assert_eq!(error_sentence(&anyhow::anyhow!("a").context("b")), "b: a");
        let long = anyhow::anyhow!("\u{1b}{}", "x".repeat(5000));
        assert_eq!(error_sentence(&long), format!("\u{fffd}{}…", "x".repeat(LONGEST_ERROR - 1)));
    }

    #[test]
    fn what_others_wrote_stays_in_its_line() {
        let given = "a\u{1b}[2Jb\u{9b}c\rd\te\nf\u{7f}";
        assert_eq!(in_one_line(given), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d e f\u{fffd}");
        assert_eq!(in_one_line(&"é".repeat(500)), "é".repeat(500));
        assert_eq!(in_one_line(&"é".repeat(501)), "é".repeat(500) + "…");
    }

    #[test]
    fn lines_are_read_without_blanks_and_control_characters() {
        let mut input = io::Cursor::new(b" go  nodes\t9 \r\n\x1b[Aa1\xff\n\nb2".as_slice());
        let lines = std::iter::from_fn(|| read_line(&mut input).expect("memory can be read"));
        assert_eq!(Vec::from_iter(lines), ["go  nodes\t9", "\u{fffd}[Aa1\u{fffd}", "", "b2"]);
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        let mut moves = ["b10-c1", "b2-c10", "a9", "b2-c9", "b2", "b", "R2", "-", "b02"];
        moves.sort_by(|a, b| natural_order(a, b).then_with(|| a.cmp(b)));
        assert_eq!(moves, ["-", "R2", "a9", "b", "b02", "b2", "b2-c9", "b2-c10", "b10-c1"]);
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        let wrap = |text: &str| super::wrap(text, WIDTH, "");
        assert_eq!(super::wrap("one two three", 7, "  "), "one two\n  three");
        assert_eq!(wrap(""), "");
        assert_eq!(wrap("a  short line"), "a  short line");
        let [full, long] = [80, 90].map(|length| "é".repeat(length));
        assert_eq!(wrap(&format!("{full} b {long} c d")), format!("{full}\nb\n{long}\nc d"));
        assert_eq!(wrap(&"word ".repeat(20)), format!("{}\n{}", "word ".repeat(16).trim_end(), "word ".repeat(4)));
    }

    #[test]
    fn columns_line_up_within_the_width() {
        let texts = Vec::from_iter((0..100).map(|number| format!("m{number}")));
        let text = columns(&texts, WIDTH);
        let lines = Vec::from_iter(text.lines());
        assert_eq!(lines.len(), 100usize.div_ceil(16));
        assert!(lines[0].starts_with("m0   m1   m2 ") && lines[0].len() == 78, "{text}");
        assert_eq!(lines[6], "m96  m97  m98  m99");
        assert!(lines.iter().all(|line| line.len() <= WIDTH && line.trim_end() == *line), "{text}");
        let long = ["x".repeat(200), "y".to_owned()];
        assert_eq!(columns(&long, WIDTH), format!("{}\ny\n", long[0]));
        assert_eq!(columns(&[], WIDTH), "");
    }
}
