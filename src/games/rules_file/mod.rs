//! Games from a file of rules ([`crate::rbg`]): everything that the program asks of a game follows from the rules.
//!
//! A [step](crate::rbg::Step) of the rules is a move: an action on a cell. So the policy's planes are the actions. By the
//! option `action=turn` a whole turn is a move, in games of few turns ([`TurnGame`]); the policy's planes are then the
//! ways that turns go from their first cell.

mod audit;
mod board;
mod borders;
mod draw;
mod encoding;
mod ending;
mod explain;
mod file;
mod game;
mod heading;
mod layout;
mod notation;
mod position;
mod symmetry;
mod turn;
mod turn_game;
mod turn_table;
mod writing;
mod work;

pub use audit::{Audit, Ending, audit};
pub use explain::{forced, why};
pub use file::{RulesFile, count, forget, load, named, of_rules, of_variant};
pub use game::RulesGame;
pub use heading::OWN_OPTIONS;
pub use position::Position;
pub use turn_game::TurnGame;

use crate::game::{AnyGame, Rules};

/// Whether by these rules a move is a whole turn of several steps.
fn has_turns_as_actions(rules: &Rules) -> bool {
    let has_choice = rules.variant().options.iter().any(|option| option.name == "action");
    has_choice && rules.get("action") == "turn"
}

/// The game by rules of a variant that [`load`] gave; none for those of other variants.
///
/// # Errors
/// With the values of its options the file is wrong, or has too many turns for its moves to be turns.
pub fn game(rules: Rules) -> Option<Result<AnyGame, String>> {
    Some(of_rules(&rules)?.and_then(|file| match has_turns_as_actions(&rules) {
        false => Ok(AnyGame::of(RulesGame::new(rules, file))),
        true => {
            let too_many =
                format!("{}: it has too many turns for `action=turn`: expected `action=step`", rules.variant().name);
            TurnGame::new(rules, file).map(AnyGame::of).ok_or(too_many)
        }
    }))
}

/// A game of few lines with comments, to begin from.
pub const TEMPLATE: &str = include_str!("template.rbg");
