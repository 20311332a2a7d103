//! Checks of the course and end of games.

use super::amount::Amount;
use super::random_games::{RandomGames, legal};
use super::violation::{Place, Violation, hold, result};
use crate::game::{CompleteGame, Notation, Outcome};

/// A position has no legal move if and only if it has a result.
pub(super) fn moves_end_with_the_game<G: Notation>(
    game: &G,
    position: &G::Position,
    here: Place<G>,
) -> Result<(), Violation> {
    let (moves, outcome) = (legal(game, position).len(), game.outcome(position));
    let told = result(outcome);
    match outcome {
        Some(_) => {
            hold!(moves == 0, here; "the game is over ({told}), but legal_moves gives {moves} moves: expected none")
        }
        None => {
            hold!(moves > 0, here; "there is no legal move, but outcome gives none either: expected a pass or a result")
        }
    }
    Ok(())
}

/// Random games end in time, with a result and a reason, and have moves until then.
pub fn games_end<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let (longest, seats) = (game.max_moves(), game.seat_names().len());
    let mut games = RandomGames::new(game, 1, amount.share(10, 1));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        moves_end_with_the_game(game, position, here)?;
        let outcome = game.outcome(position);
        let (told, ending) = (result(outcome), game.ending(position));
        hold!(
            ending.is_some() == outcome.is_some(), here;
            "outcome gives {told}, but ending gives {ending:?}: expected a reason exactly where there is a result"
        );
        hold!(
            outcome == Some(Outcome::Draw) || !game.is_cut_off(position), here;
            "is_cut_off says that the game has lasted too long, but outcome gives {told}: expected a draw"
        );
        let moves = history.moves();
        hold!(
            moves <= longest, here;
            "the game has {moves} moves, but max_moves says {longest}: expected an upper bound. \
             If nothing else ends a game, end it after so many moves"
        );
        let seat = game.seat_to_act(position).index();
        hold!(seat < seats, here; "seat_to_act gives seat {seat}, but seat_names has {seats}: expected one of these");
    }
    Ok(())
}
