//! Points, and what they are worth.

use super::amount::Amount;
use super::random_games::RandomGames;
use super::violation::{Place, Violation, hold, result};
use crate::game::{CompleteGame, Side};

/// Points decide where there are any, and the lead is theirs. The heuristic keeps its bounds, and is the lead there.
pub fn points_decide<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let mut games = RandomGames::new(game, 6, amount.share(1, 1));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        let (lead, heuristic, progress) = (game.lead(position), game.heuristic(position), game.progress(position));
        for (name, value) in [("lead", lead), ("heuristic", heuristic)] {
            hold!((-1.0..=1.0).contains(&value), here; "{name} is {value}: expected a number from -1 to 1");
        }
        hold!(progress.is_finite(), here; "progress is {progress}: expected a finite number");
        let Some([first, second]) = game.totals(position) else {
            hold!(lead == 0.0, here; "lead is {lead}, but totals gives no points: expected 0, or points");
            continue;
        };
        hold!(heuristic == lead, here; "heuristic is {heuristic}, but lead {lead}: expected the lead, as points decide");
        hold!(
            lead.partial_cmp(&0.0) == Some(first.cmp(&second)), here;
            "lead is {lead} at {first} to {second} points: expected the sign of their difference"
        );
        if let Some(outcome) = game.outcome(position) {
            let told = result(Some(outcome));
            hold!(
                outcome.score_for(Side::First) == lead.signum() * f32::from(first != second), here;
                "outcome gives {told} at {first} to {second} points: expected a win of the side with more, or a draw"
            );
        }
    }
    Ok(())
}
