//! Checks of exact solvers against exhaustive search.

use super::amount::Amount;
use super::random_games::{RandomGames, legal};
use super::violation::{Place, Violation, hold, result};
use crate::game::{CompleteGame, Outcome, asked_at_most};

/// The most polls of a solver, every few milliseconds, for a position near the end. Solvers of small games need far
/// fewer.
const EFFORT: u32 = 2_000;

/// A solver's value of a position is the best of those after its moves.
pub fn solvers_agree<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let Some(mut solver) = game.solver() else { return Ok(()) };
    // The ends of long games are quick to solve in any game; a few games may include no long one.
    let mut lines: Vec<Vec<G::Position>> = Vec::new();
    let mut games =
        RandomGames::new(game, 10, Amount { positions: amount.share(1, 10).positions.max(1_000), ..amount });
    while let Some(history) = games.next_position() {
        if history.moves() == 0 {
            lines.push(Vec::new());
        }
        lines.last_mut().expect("games begin before the first move").push(history.position().clone());
    }
    lines.sort_by_key(|positions| std::cmp::Reverse(positions.len()));
    for position in lines.iter().take(10).flat_map(|positions| positions.iter().rev().take(8)) {
        let here = Place::position(game, position);
        let mut solve = |position: &G::Position| {
            let effort = asked_at_most(EFFORT);
            solver.outcome_while(game, position, &|| effort() && !amount.is_over())
        };
        let after = |mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            next
        };
        let solved = solve(position).and_then(|value| {
            let values = legal(game, position).into_iter().map(|mv| solve(&after(mv)));
            Some((value, values.collect::<Option<Vec<Outcome>>>()?))
        });
        if amount.is_over() {
            return Ok(());
        }
        let Some((value, values)) = solved else {
            let found = "the solver takes too long: expected a smaller game, or none (`solver: yes`)";
            return Err(here.violation(found.to_owned()));
        };
        let side = game.side_to_act(position);
        let best = values.into_iter().max_by_key(|value| value.score_for(side) as i32);
        let best = game.outcome(position).or(best);
        let (own, best_told) = (result(Some(value)), result(best));
        hold!(Some(value) == best, here; "the solver gives {own}, but {best_told} after the best move");
    }
    hold!(solver.nodes() > 0, "the solver says that it has visited no position");
    Ok(())
}
