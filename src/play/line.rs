use crate::game::{History, Notation};
use std::io::{self, BufRead, Write};

/// Characters that a line may have: what the narrowest usual terminals show.
const WIDTH: usize = 80;

/// The next line without blanks around it; `None` at the end of the input. Bytes that are not UTF-8 are replaced, and
/// so are control characters, as those of arrow keys: a terminal would obey them in the answer.
pub(super) fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.read_until(b'\n', &mut bytes)?;
    let replace = |c: char| if c.is_control() && !c.is_whitespace() { char::REPLACEMENT_CHARACTER } else { c };
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().chars().map(replace).collect()))
}

/// Moves made one after another from the history's position, in notation.
pub(super) fn format_line<G: Notation>(game: &G, history: &History<G>, moves: &[G::Move]) -> Vec<String> {
    let mut position = *history.position();
    let format = |&mv| {
        let text = game.format_move(&position, mv);
        game.play(&mut position, mv);
        text
    };
    moves.iter().map(format).collect()
}

/// The legal moves in notation, in the order of their texts; none where the game is over.
pub fn sorted_moves<G: Notation>(game: &G, history: &History<G>) -> Vec<String> {
    let mut moves = Vec::new();
    history.legal_moves(game, &mut moves);
    let mut texts = Vec::from_iter(moves.into_iter().map(|mv| game.format_move(history.position(), mv)));
    texts.sort_unstable();
    texts
}

/// Writes a line, broken at blanks where it is longer than the width; a terminal would break it amid words.
pub(super) fn say(out: &mut dyn Write, line: &str) -> io::Result<()> {
    writeln!(out, "{}", wrap(line))
}

/// A line broken at blanks to fit the width; words that are longer stand alone.
fn wrap(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += length;
    }
    lines
}

/// Texts one after another in columns that line up, each line ended.
pub(super) fn columns(texts: &[String]) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let across = ((WIDTH + 2) / (width + 2)).max(1);
    let mut lines = String::new();
    for row in texts.chunks(across) {
        let padded = Vec::from_iter(row.iter().map(|text| format!("{text:width$}")));
        lines += padded.join("  ").trim_end();
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_without_blanks_and_control_characters() {
        let mut input = io::Cursor::new(b" go  nodes\t9 \r\n\x1b[Aa1\xff\n\nb2".as_slice());
        let lines = std::iter::from_fn(|| read_line(&mut input).expect("memory can be read"));
        assert_eq!(Vec::from_iter(lines), ["go  nodes\t9", "\u{fffd}[Aa1\u{fffd}", "", "b2"]);
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        assert_eq!(wrap(""), "");
        assert_eq!(wrap("a  short line"), "a  short line");
        let [full, long] = [80, 90].map(|length| "é".repeat(length));
        assert_eq!(wrap(&format!("{full} b {long} c d")), format!("{full}\nb\n{long}\nc d"));
        assert_eq!(wrap(&"word ".repeat(20)), format!("{}\n{}", "word ".repeat(16).trim_end(), "word ".repeat(4)));
    }

    #[test]
    fn columns_line_up_within_the_width() {
        let texts = Vec::from_iter((0..100).map(|number| format!("m{number}")));
        let text = columns(&texts);
        let lines = Vec::from_iter(text.lines());
        assert_eq!(lines.len(), 100usize.div_ceil(16));
        assert!(lines[0].starts_with("m0   m1   m2 ") && lines[0].len() == 78, "{text}");
        assert_eq!(lines[6], "m96  m97  m98  m99");
        assert!(lines.iter().all(|line| line.len() <= WIDTH && line.trim_end() == *line), "{text}");
        let long = ["x".repeat(200), "y".to_owned()];
        assert_eq!(columns(&long), format!("{}\ny\n", long[0]));
        assert_eq!(columns(&[]), "");
    }
}
