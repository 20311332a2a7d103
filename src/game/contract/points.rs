//! Checks of points, and of the lead that derives from them.

use super::amount::Amount;
use super::random_games::RandomGames;
use super::violation::{Place, Violation, hold, result};
use crate::game::{CompleteGame, RepetitionRule, Side};

/// If there are points, they decide, and the lead derives from them. Whatever needs a lead has one.
pub fn points_decide<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let counts = game.lead(&game.start()).is_some();
    let asked = [
        (game.shape().lead, "the shape has a lead for nets to learn"),
        (game.ahead(&game.start()).is_some(), "totals or ahead gives numbers"),
        (game.repetition_rule() == RepetitionRule::ThirdLeadWins, "repetition_rule asks who leads"),
    ];
    for (asks, why) in asked {
        hold!(counts || !asks, "lead is None, but {why}: expected a number");
    }
    let mut games = RandomGames::new(game, 6, amount.share(1, 1));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        let (ahead, lead, progress) = (game.ahead(position), game.lead(position), game.progress(position));
        hold!(
            [ahead.is_some(), lead.is_some()] == [counts; 2], here;
            "ahead is {ahead:?}, lead {lead:?}, and at the start there is {}: expected always or never both",
            if counts { "a lead" } else { "none" }
        );
        let (ahead, lead) = (ahead.unwrap_or(0), lead.unwrap_or(0.0));
        hold!((-1.0..=1.0).contains(&lead), here; "lead is {lead}: expected a number from -1 to 1");
        hold!(
            lead.partial_cmp(&0.0) == Some(ahead.cmp(&0)), here;
            "lead is {lead} where the first side is {ahead} ahead: expected the same sign"
        );
        hold!(progress.is_finite(), here; "progress is {progress}: expected a finite number");
        let Some([first, second]) = game.totals(position) else { continue };
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
