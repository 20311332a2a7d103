//! Moves and positions as text.

use super::amount::Amount;
use super::random_games::{RandomGames, legal};
use super::violation::{Place, Violation, hold};
use crate::game::{CompleteGame, Notation};
use std::collections::HashMap;

/// The text of a position is read as that position.
pub(super) fn reads_back<G: Notation>(game: &G, position: &G::Position) -> Result<(), Violation> {
    let here = Place::position(game, position);
    match game.parse_position(&game.format_position(position)) {
        Ok(read) if read == *position => Ok(()),
        Ok(read) => Err(here.violation(format!(
            "parse_position reads what format_position wrote as another position, `{}`: expected the same",
            game.format_position(&read)
        ))),
        Err(error) => Err(here.violation(format!("parse_position refuses what format_position wrote ({error})"))),
    }
}

/// Positions and moves read back, no two legal moves share a text, and the drawing is plain text.
pub fn texts_read_back<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let mut games = RandomGames::new(game, 2, amount.share(1, 1));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        reads_back(game, position)?;
        let drawing = game.draw(position);
        hold!(
            !drawing.trim().is_empty() && !drawing.contains('\x1b'), here;
            "draw gives {drawing:?}: expected the board as text without colour"
        );
        let mut texts = HashMap::new();
        for mv in legal(game, position) {
            let text = game.format_move(position, mv);
            match game.parse_move(position, &text) {
                Ok(read) => hold!(
                    read == mv, here;
                    "`{text}` is the text of {mv:?}, but parse_move reads it as {read:?}: expected the same move"
                ),
                Err(error) => {
                    return Err(here.violation(format!("parse_move refuses the text of a legal move ({error})")));
                }
            }
            let earlier = texts.insert(text.clone(), mv);
            hold!(earlier.is_none(), here; "two legal moves are both `{text}`: expected a text of its own for each");
        }
    }
    Ok(())
}
