use super::turn::{SHOWN, is_whole_turn, listed};
use super::{Notation, NotationError};

/// The moves of a game, grouped as in texts: by turns, the last of which may be unfinished, if the game
/// [shows](Notation::shows_turns) turns; otherwise one by one.
pub fn by_turns<'a, G: Notation>(game: &G, first: &G::Position, moves: &'a [G::Move]) -> Vec<&'a [G::Move]> {
    let (mut position, mut turns, mut begin) = (first.clone(), Vec::new(), 0);
    for (at, &mv) in moves.iter().enumerate() {
        game.play(&mut position, mv);
        if !game.shows_turns() || is_whole_turn(game, &position) || at + 1 == moves.len() {
            turns.push(&moves[begin..=at]);
            begin = at + 1;
        }
    }
    turns
}

/// The texts of moves from a position, grouped as [`by_turns`].
pub fn turn_texts<G: Notation>(game: &G, first: &G::Position, moves: &[G::Move]) -> Vec<String> {
    let mut position = first.clone();
    let format = |turn: &[G::Move]| {
        let text = game.format_turn(&position, turn);
        turn.iter().for_each(|&mv| game.play(&mut position, mv));
        text
    };
    by_turns(game, first, moves).into_iter().map(format).collect()
}

/// Parses a text from elsewhere: a turn, or a single move of one.
///
/// # Errors
/// The text is neither, or not legal here.
pub fn parse_turn_or_move<G: Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Result<Vec<G::Move>, NotationError> {
    game.parse_turn(position, text).or_else(|error| match game.parse_move(position, text) {
        Ok(mv) => Ok(vec![mv]),
        Err(_) => Err(error),
    })
}

/// The error for a text that is only the beginning of turns, those with this prefix.
pub(crate) fn begins<G: Notation>(game: &G, position: &G::Position, text: &str, prefix: &str) -> NotationError {
    let turns = game.turns(position, prefix, SHOWN + 1);
    NotationError::Begins { given: text.to_owned(), turns: listed(&turns) }
}
