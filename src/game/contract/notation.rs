//! Checks that moves and positions survive being written and read.

use super::amount::Amount;
use super::random_games::{RandomGames, legal, some};
use super::violation::{Place, Violation, hold};
use crate::game::{CompleteGame, Notation, Turn, is_whole_turn};
use std::collections::HashSet;

/// A position's text parses to that position.
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
        let moves = legal(game, position);
        let texts = game.format_moves(position, &moves);
        let mut met = HashSet::new();
        for text in &texts {
            hold!(met.insert(text), here; "two legal moves are both `{text}`: expected a text of its own for each");
        }
        for (&mv, text) in some(history, moves.iter().zip(&texts)) {
            let alone = game.format_move(position, mv);
            hold!(alone == *text, here; "format_move gives `{alone}`, but format_moves `{text}`: expected the same");
            match game.parse_move(position, text) {
                Ok(read) => hold!(
                    read == mv, here;
                    "`{text}` is the text of {mv:?}, but parse_move reads it as {read:?}: expected the same move"
                ),
                Err(error) => {
                    return Err(here.violation(format!("parse_move refuses the text of a legal move ({error})")));
                }
            }
        }
        if history.outcome().is_none() {
            turns_read_back(game, position, &here)?;
        }
    }
    Ok(())
}

/// The most turns of a position that are tried.
const TURNS: usize = 40;

/// Turns end with the last of their moves, and no two share a text.
fn turns_read_back<G: CompleteGame>(game: &G, position: &G::Position, here: &Place<'_, G>) -> Result<(), Violation> {
    let mut texts = HashSet::new();
    for Turn { moves, text } in game.turns(position, "", TURNS) {
        let mut after = position.clone();
        let ends = Vec::from_iter(moves.iter().map(|&mv| {
            game.play(&mut after, mv);
            is_whole_turn(game, &after)
        }));
        hold!(
            ends.iter().position(|&ends| ends) == ends.len().checked_sub(1), here;
            "the turn `{text}` has {} moves: expected is_within_turn to hold behind each but the last", moves.len()
        );
        hold!(
            game.format_turn(position, &moves) == text, here;
            "format_turn gives `{}` for the turn `{text}`: expected the same", game.format_turn(position, &moves)
        );
        match game.parse_turn(position, &text) {
            Ok(read) => hold!(read == moves, here; "parse_turn reads `{text}` as another turn: expected the same"),
            Err(error) => return Err(here.violation(format!("parse_turn refuses the text of a legal turn ({error})"))),
        }
        hold!(texts.insert(text.clone()), here; "two legal turns are both `{text}`: expected a text of its own for each");
    }
    Ok(())
}
