//! Games from a rules file ([`crate::rbg`]): everything about them follows from the rules.
//!
//! In games of few turns a whole turn is a move ([`TurnGame`]); the policy's planes are the ways that turns go from
//! their first cell. In others, and by the option `action=step`, a [step](crate::rbg::Step) of the rules is a move
//! ([`RulesGame`]): an action on a cell. The policy's planes are then the actions.

mod audit;
mod board;
mod borders;
mod draw;
mod elsewhere;
mod encoding;
mod ending;
mod explain;
mod file;
mod game;
mod heading;
mod layout;
mod notation;
mod picture;
mod position;
mod symmetry;
mod turn;
mod turn_code;
mod turn_game;
mod turn_table;
mod writing;
mod work;

pub use audit::{Audit, Cost, Ending, audit};
pub use explain::{forced, why};
pub use file::{RulesFile, count, load, named, of_rules, of_variant};
pub use game::RulesGame;
pub use heading::OWN_OPTIONS;
pub use position::Position;
pub use turn_game::TurnGame;

use crate::game::{AnyGame, Rules};
use heading::Unit;

/// The unit of a move of search and net by these rules.
fn unit(rules: &Rules) -> Unit {
    let has_choice = rules.variant().options.iter().any(|option| option.name == "action");
    has_choice.then(|| rules.get("action")).and_then(Unit::named).unwrap_or(Unit::Step)
}

/// The same rules with steps as moves, if their moves are whole turns: records of older versions consist of steps.
pub fn by_steps(rules: &Rules) -> Option<Rules> {
    (unit(rules) == Unit::Turn).then(|| {
        let mut options = rules.options();
        options.insert("action".to_owned(), Unit::Step.name().to_owned());
        rules.variant().rules(options).expect("each value was one before, or is one of its names")
    })
}

/// The game by rules of a variant from [`load`]; `None` for other variants.
///
/// # Errors
/// The file is wrong with these values of its options, or has too many turns for turns as moves.
pub fn game(rules: Rules) -> Option<Result<AnyGame, String>> {
    Some(of_rules(&rules)?.and_then(|file| match unit(&rules) {
        Unit::Step => Ok(AnyGame::of(RulesGame::new(rules, file))),
        Unit::Turn => {
            let too_many =
                format!("{}: it has too many turns for `action=turn`: expected `action=step`", rules.variant().name);
            TurnGame::new(rules, file).map(AnyGame::of).ok_or(too_many)
        }
    }))
}

/// A short game with comments, as a template.
pub const TEMPLATE: &str = include_str!("template.rbg");
