//! What is wrong with a run: its figures, games and nets are searched for illnesses with a known remedy. Also how its
//! generations do against each other.
//!
//! An illness is *certain* if the whole 95 % interval of the measurement lies beyond its limit, or if no chance is
//! involved; *likely* if only the estimate does; *possible* if the evidence is indirect.

mod case; //     the data of a run
mod figures; //  illnesses that show in the figures of the generations
mod finding; //  what is wrong, how certain, and what helps
mod ladder; //   generations against each other
mod nets; //     illnesses that show in the answers of the nets
mod samples; //  the newest nets' answers on the newest samples

pub use case::{Case, State};
pub use figures::in_figures;
pub use finding::{Certainty, Finding, Illness, Measurement, Remedy};
pub use ladder::{Ladder, Rung, Terms};
pub use nets::in_nets;
pub use samples::{Examination, ExaminedSample, examine};

use crate::game::AnyGame;
use crate::runs::RunDir;
use anyhow::Result;

/// Generations before the first diagnosis: the first games are those of an untrained net.
pub const FEWEST_GENERATIONS: u32 = 3;

/// All findings about a run, the most certain first, with the examination behind them.
///
/// # Errors
/// The run's games or nets cannot be read.
pub fn diagnose(game: &AnyGame, run: &RunDir, case: &Case) -> Result<(Vec<Finding>, Examination)> {
    let examination = examine(game, run, case)?;
    let mut findings = in_figures(case);
    findings.extend(in_nets(case, &examination));
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.sure));
    Ok((findings, examination))
}
