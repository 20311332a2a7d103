//! The kinds of draughts that files distinguish, and their notation for captures.

use super::spelling::{DRAUGHTS, INTERNATIONAL, squares_of};
use crate::game::{AnyMove, AnyPosition, Game, Notation, Sentence};
use crate::games::AnyGame;
use crate::sentence;

/// The variant that a tag of a draughts file names: kinds of draughts have numbers.
pub(super) fn game_type(value: &str) -> String {
    match value.split(',').next().map(str::trim) {
        Some("20") => INTERNATIONAL.to_owned(),
        Some("21") => DRAUGHTS.to_owned(),
        _ => format!("{GAME_TYPE}{value}"),
    }
}

/// Prefix of the names of unknown kinds of draughts.
const GAME_TYPE: &str = "GameType ";

/// The kind of draughts of a game that does not name it, by its numbers: there are 32 squares or 50, and only in one
/// kind the first side has the low numbers. `None` for other games.
///
/// # Errors
/// The game is, or may be, draughts of another kind.
pub(super) fn kind(start: Option<&str>, moves: &[&str]) -> Result<Option<&'static str>, Sentence> {
    let first = moves.first().and_then(|first| squares_of(INTERNATIONAL, first.trim_end_matches(['!', '?'])));
    let given = match start.filter(|start| ["W:", "B:"].iter().any(|side| start.trim_start().starts_with(side))) {
        Some(start) => start,
        None if first.is_some_and(|squares| squares.len() > 1) => moves[0],
        None => return Ok(None),
    };
    let numbers = |text: &str| {
        let parts = text.split(|c: char| !c.is_ascii_digit());
        parts.filter_map(|part| part.parse::<u8>().ok()).max().unwrap_or_default()
    };
    if start.into_iter().chain(moves.iter().copied()).any(|text| numbers(text) > 32) {
        return Ok(Some(INTERNATIONAL));
    }
    let begins = given.split(['-', 'x', ':']).next().and_then(|from| from.parse::<u8>().ok());
    match begins {
        Some(9..=12) if start.is_none() => Ok(Some(DRAUGHTS)),
        _ => Err(sentence!(
            "record.draughts",
            "`{given}` is of a kind of draughts that the file does not name: expected `[GameType \"21\"]`, English, or \
             `[GameType \"20\"]`, international",
            given = given,
        )),
    }
}

/// Why there is no such variant, if a special message is better than the list of names.
pub(super) fn why_unknown(variant: &str) -> Option<Sentence> {
    let given = variant.strip_prefix(GAME_TYPE)?;
    Some(sentence!(
        "record.game-type",
        "draughts of GameType {given}: expected 21, English draughts, or 20, international draughts",
        given = given,
    ))
}

/// The turn of draughts that captures on one of several ways between the same squares: given by the squares on its way,
/// or any way if all lead to the same position.
pub(super) fn capture(game: &AnyGame, position: &AnyPosition, text: &str) -> Option<Vec<AnyMove>> {
    let squares = squares_of(&game.rules().variant().name, text)?;
    let [from, .., to] = &squares[..] else { return None };
    let begin = format!("{from}x{to}#");
    let mut turns = game.turns(position, &begin[..begin.len() - 1], MOST_WAYS);
    turns.retain(|turn| turn.text.starts_with(&begin) && goes_by(&game.turn_parts(position, turn), &squares));
    let after = |moves: &[AnyMove]| {
        let mut position = position.clone();
        moves.iter().for_each(|&mv| game.play(&mut position, mv));
        game.format_position(&position)
    };
    let first = turns.first()?;
    let end = after(&first.moves);
    turns.iter().all(|turn| after(&turn.moves) == end).then(|| first.moves.clone())
}

/// The most ways between two squares that are examined.
const MOST_WAYS: usize = 256;

/// Whether a turn that touches these cells follows these squares: one of the cells lies between each square and the
/// next.
fn goes_by(touched: &[String], squares: &[String]) -> bool {
    let place = |cell: &str| {
        let (column, row) = cell.split_at_checked(1)?;
        Some([i32::from(column.as_bytes()[0]), row.parse().ok()?])
    };
    let cells = Vec::from_iter(touched.iter().filter_map(|cell| place(cell)));
    let is_between = |from: [i32; 2], cell: [i32; 2], to: [i32; 2]| {
        let [one, two] = [[cell[0] - from[0], cell[1] - from[1]], [to[0] - cell[0], to[1] - cell[1]]];
        let is_diagonal = |way: [i32; 2]| way[0].abs() == way[1].abs() && way[0] != 0;
        is_diagonal(one) && is_diagonal(two) && one.map(i32::signum) == two.map(i32::signum)
    };
    squares.len() == 2
        || squares.windows(2).all(|pair| match (place(&pair[0]), place(&pair[1])) {
            (Some(from), Some(to)) => cells.iter().any(|&cell| is_between(from, cell, to)),
            _ => false,
        })
}
