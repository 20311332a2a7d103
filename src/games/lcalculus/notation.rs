use super::{line::Line, moves::Move, position::Position};
use crate::game::{NotationError, Part, Sentence, Side};
use crate::sentence;

/// The names of the sides, in the order of [`Side::BOTH`].
pub const SIDE_NAMES: [&str; 2] = ["White", "Black"];
/// The letters of the sides' pieces, in the same order.
const LETTERS: [char; 2] = ['W', 'B'];

/// A line as `WBWB`.
pub fn format_line(line: Line) -> String {
    letters(line).collect()
}

/// The pieces of a line from the left.
pub fn letters(line: Line) -> impl Iterator<Item = char> {
    let white = line.pieces(Side::First);
    (0..line.length()).map(move |at| LETTERS[1 - (white >> at & 1) as usize])
}

/// A move as `3x2`, `pass`, `L2`, `R1` or `-`.
pub fn format_move(mv: Move) -> String {
    match mv {
        Move::Swap { before, size, .. } => format!("{}x{size}", before + 1),
        Move::Pass => "pass".to_owned(),
        Move::Keep => "-".to_owned(),
        Move::Left(count) => format!("L{count}"),
        Move::Right(count) => format!("R{count}"),
    }
}

/// The first piece and the size of the left group of a swap; the end and the number of a removal; otherwise the sign.
pub fn move_parts(mv: Move) -> Vec<String> {
    match mv {
        Move::Swap { before, size, .. } => vec![(before + 1).to_string(), size.to_string()],
        Move::Pass | Move::Keep => vec![format_move(mv)],
        Move::Left(count) => vec!["L".to_owned(), count.to_string()],
        Move::Right(count) => vec!["R".to_owned(), count.to_string()],
    }
}

/// A move as written, before it is checked against a position.
enum MoveText {
    Swap { first: u8, size: u8 },
    Pass,
    Keep,
    Left(u8),
    Right(u8),
}

impl MoveText {
    fn parse(text: &str) -> Option<MoveText> {
        Some(match text {
            "pass" => MoveText::Pass,
            "-" => MoveText::Keep,
            _ => {
                if let Some(count) = text.strip_prefix('L') {
                    MoveText::Left(number(count)?)
                } else if let Some(count) = text.strip_prefix('R') {
                    MoveText::Right(number(count)?)
                } else {
                    let (first, size) = text.split_once('x')?;
                    MoveText::Swap { first: number(first)?, size: number(size)? }
                }
            }
        })
    }
}

/// A number from 1 to 255 without leading zeros.
fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&number: &u8| number > 0 && number.to_string() == text)
}

pub fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let written = MoveText::parse(text).ok_or_else(|| {
        let expected = sentence!(
            "lcalculus.move",
            "a swap as `3x2` (first piece of the left group, size of a group) or `pass`, or a removal as `L2`, `R1` or \
             `-`",
        );
        NotationError::malformed("move", text, expected)
    })?;
    if position.is_over() {
        return Err(NotationError::illegal(text, sentence!("game.over", "the game is over")));
    }
    let legal = match written {
        MoveText::Swap { .. } | MoveText::Pass if position.removing() => Err(removal_due(position)),
        MoveText::Left(_) | MoveText::Right(_) | MoveText::Keep if !position.removing() => {
            Err(sentence!("lcalculus.swap-due", "a swap is due, as `3x2`"))
        }
        MoveText::Swap { first, size } => swap(position, first, size),
        MoveText::Pass => pass(position),
        MoveText::Keep => Ok(Move::Keep),
        MoveText::Left(count) => removal(position, 0, count),
        MoveText::Right(count) => removal(position, 1, count),
    };
    legal.map_err(|reason| NotationError::illegal(text, reason))
}

/// The removals that the side to act may make, in words.
fn removal_due(position: &Position) -> Sentence {
    sentence!("lcalculus.removal-due", "a removal is due: {removals}", removals = removals(position))
}

/// The removals that are legal, in words.
pub fn removals(position: &Position) -> Sentence {
    let runs = position.line().end_runs(position.side().other());
    let words = |(end, run)| match run {
        0 => None,
        1 => Some(Part::from(format!("`{end}1`"))),
        _ => Some(sentence!("lcalculus.run", "`{end}1` to `{end}{run}`", end = end, run = run).into()),
    };
    match ['L', 'R'].into_iter().zip(runs).map(words).collect::<Vec<_>>().as_slice() {
        [Some(left), Some(right)] => {
            sentence!("lcalculus.either-end", "`-`, {left}, {right}", left = left.clone(), right = right.clone())
        }
        [Some(run), None] | [None, Some(run)] => sentence!("lcalculus.one-end", "`-`, {run}", run = run.clone()),
        _ => "`-`".into(),
    }
}

fn swap(position: &Position, first: u8, size: u8) -> Result<Move, Sentence> {
    let length = position.line().length();
    let (before, width) = (u32::from(first) - 1, u32::from(size));
    let Some(after) = length.checked_sub(before + 2 * width) else {
        let last = before + 2 * width;
        return Err(sentence!(
            "lcalculus.too-long",
            "it takes pieces {first} to {last}, and the line has {length}",
            first = u32::from(first),
            last = last,
            length = length,
        ));
    };
    let changes = position.line().changes(before, width);
    if changes == 0 {
        return Err(sentence!("lcalculus.unchanged", "the groups are alike: the line would stay as it is"));
    }
    if changes == position.ban() {
        return Err(sentence!("lcalculus.restored", "it would give back the line before the other side's swap"));
    }
    Ok(Move::Swap { before: before as u8, size, after: after as u8 })
}

fn pass(position: &Position) -> Result<Move, Sentence> {
    let mut stuck = true;
    position.for_each_move(|mv| stuck &= mv == Move::Pass);
    if stuck { Ok(Move::Pass) } else { Err(sentence!("lcalculus.may-not-pass", "there is a legal swap")) }
}

/// The removal of `count` pieces from the left end, 0, or from the right one, 1.
fn removal(position: &Position, end: usize, count: u8) -> Result<Move, Sentence> {
    let runs = position.line().end_runs(position.side().other());
    if u32::from(count) > runs[end] {
        return Err(sentence!(
            "lcalculus.removal",
            "only the other side's run at an end may go: {removals}",
            removals = removals(position),
        ));
    }
    Ok([Move::Left(count), Move::Right(count)][end])
}

/// A position as `WBBWBWBWBWBWWBWBWBWB 0 remove 2 2 80 WBWBWBWBWBWBWBWBWBWB`.
pub fn format_position(position: &Position) -> String {
    let (line, side) = (format_line(position.line()), position.side().index());
    let step = if position.removing() { "remove" } else { "swap" };
    let [white, black] = position.totals();
    let earlier = position.earlier().map_or_else(|| "-".to_owned(), format_line);
    format!("{line} {side} {step} {white} {black} {} {earlier}", position.turns_left())
}

/// Parses a position; exact inverse of [`format_position`]. `pieces` and `max_turns` are the rule options.
///
/// Each field must be possible by itself. Whether play can reach the position is not checked, so that a person can
/// set up any position.
pub fn parse_position(text: &str, pieces: u32, max_turns: u16) -> Result<Position, NotationError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[line, side, step, white, black, turns_left, earlier] = fields.as_slice() else {
        let expected = sentence!(
            "lcalculus.fields",
            "line, side to act, step, White's total, Black's total, turns left and forbidden line, with one space \
             between each",
        );
        return Err(NotationError::malformed("position", text, expected));
    };
    let line = parse_line("line", line, pieces)?;
    let side = match side {
        "0" => Side::First,
        "1" => Side::Second,
        _ => {
            let expected = sentence!("position.white-or-black", "`0` (White) or `1` (Black)");
            return Err(NotationError::malformed("side to act", side, expected));
        }
    };
    let turns_left = parse_number("turns left", turns_left, u32::from(max_turns))?;
    let removing = match step {
        "swap" => false,
        "remove" if turns_left == 0 || line.is_final() => {
            let expected = sentence!("lcalculus.step-over", "`swap`, since the game is over");
            return Err(NotationError::malformed("step", step, expected));
        }
        "remove" => true,
        _ => {
            return Err(NotationError::malformed("step", step, sentence!("lcalculus.step", "`swap` or `remove`")));
        }
    };
    // The total must have room for the possible gain of the turns left.
    let most = u32::MAX - turns_left * best_score(pieces);
    let totals = [parse_number("White's total", white, most)?, parse_number("Black's total", black, most)?];
    let earlier = parse_earlier(earlier, line, pieces)?;
    Ok(Position::new([line, earlier], side, removing, totals, turns_left as u16))
}

/// A number without leading zeros.
fn parse_number(field: &'static str, text: &str, most: u32) -> Result<u32, NotationError> {
    let number = text.parse().ok().filter(|&number: &u32| number <= most && number.to_string() == text);
    number.ok_or_else(|| NotationError::malformed(field, text, sentence!("position.up-to", "0 to {most}", most = most)))
}

/// The highest score of one turn with `pieces` pieces, at least 10: chains of 3, and of 2 for the remainder.
fn best_score(pieces: u32) -> u32 {
    let (threes, rest) = match pieces % 3 {
        0 => (pieces / 3, 1),
        1 => (pieces / 3 - 1, 4),
        _ => (pieces / 3, 2),
    };
    3u32.pow(threes) * rest
}

fn parse_line(field: &'static str, text: &str, pieces: u32) -> Result<Line, NotationError> {
    let counts = LETTERS.map(|letter| text.matches(letter).count());
    // If all characters are pieces, each is one byte.
    let fits = counts[0] + counts[1] == text.len() && counts.iter().all(|&count| count <= pieces as usize);
    if !fits || text.is_empty() {
        let expected = sentence!("lcalculus.line", "pieces as `W` and `B`, at most {most} of either", most = pieces);
        return Err(NotationError::malformed(field, text, expected));
    }
    let white = text.bytes().enumerate().fold(0, |bits, (at, letter)| bits | u64::from(letter == b'W') << at);
    Ok(Line::new(white, text.len() as u32))
}

/// Parses the last field as for [`Position::new`]: the line itself for `-`.
fn parse_earlier(text: &str, line: Line, pieces: u32) -> Result<Line, NotationError> {
    const FIELD: &str = "forbidden line";
    if text == "-" {
        return Ok(line);
    }
    let earlier = parse_line(FIELD, text, pieces)?;
    let counts = |line: Line| Side::BOTH.map(|side| line.pieces(side).count_ones());
    if earlier == line || counts(earlier) != counts(line) {
        let expected = sentence!("lcalculus.forbidden", "`-`, or the line's pieces in another order");
        return Err(NotationError::malformed(FIELD, text, expected));
    }
    Ok(earlier)
}
