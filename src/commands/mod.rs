//! One file for each command, with its arguments (`Args`) and its function `run`. Shared parts are here.
//!
//! Commands write through [`stdout`] and return their errors, so that `| head` ends them quietly and only terminals
//! show colour.

pub mod analyse;
pub mod arena;
mod args;
#[cfg(feature = "serve")]
pub mod ask;
pub mod bench;
pub mod check;
#[cfg(feature = "learn")]
pub mod child;
#[cfg(feature = "learn")]
pub mod compare;
pub mod completions;
pub mod convert;
#[cfg(feature = "learn")]
pub mod doctor;
pub mod exam;
pub mod export;
pub mod first_steps;
pub mod games;
#[cfg(feature = "learn")]
pub mod ladder;
#[cfg(feature = "learn")]
pub mod learn;
pub mod man;
pub mod moves;
pub mod new;
pub mod openings;
mod output;
pub mod perft;
pub mod play;
pub mod problems;
mod progress_log;
pub mod prompt;
#[cfg(feature = "distributed")]
pub mod queue;
pub mod recorded;
pub mod replay;
pub mod report;
pub mod rules;
#[cfg(feature = "learn")]
pub mod runs;
pub mod self_test;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "serve")]
pub mod site;
mod signals;
pub mod solve;
#[cfg(feature = "learn")]
pub mod study;
pub mod thinking;
pub mod threads;
#[cfg(feature = "learn")]
pub mod train;
pub mod ugi;
pub mod variants;
#[cfg(feature = "distributed")]
pub mod worker;
#[cfg(feature = "distributed")]
pub mod workers;

pub use args::{GameArgs, PositionArgs, RulesArg};
pub use output::{
    BAD, GOOD, HEADING, is_closed_pipe, plain_json, print_json, print_table, progress_bar, report_error, say_usage,
    stdout,
};
pub use signals::{Interrupted, interrupted};

use crate::files::{LONGEST_TEXT, read_text};
use crate::game::{AnyGame, AnyPosition, Game, Guidance, positions_of_games};
use crate::games::variants;
use output::say;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::{Path, PathBuf};

/// The first positions of random games in which the game is not over.
pub fn random_positions(game: &AnyGame, count: usize) -> Vec<AnyPosition> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    positions_of_games(game, count, |_, moves| rng.random_range(0..moves.len()))
}

/// The error for a variant without a solver; names the variants that have one.
pub fn no_solver(variant: &str) -> String {
    let games = variants().filter_map(|variant| AnyGame::new(variant.default_rules()).ok());
    let solvable = games.filter_map(|game| game.solver().map(|_| game.rules().variant().name.clone()));
    format!(
        "{variant} has no exact solver: expected a game that has one ({}), or any game from a file of rules without `//! repetition`",
        Vec::from_iter(solvable).join(", ")
    )
}

/// The processor's name if the system reports it, else its architecture.
pub fn processor() -> String {
    let info = read_text(Path::new("/proc/cpuinfo"), LONGEST_TEXT).unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    // Windows.
    let named = name.map(str::to_owned).or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok());
    named.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// How to call this program again, for advice on what to type next: a crate with games of its own has another name.
pub fn program() -> String {
    let called = std::env::args_os().next().map(PathBuf::from);
    let name = called.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| "ardoise".to_owned());
    match std::env::current_exe() {
        // Called from the folder in which it was unpacked.
        Ok(own) if own.parent() == std::env::current_dir().ok().as_deref() && !is_on_path(&own) => {
            format!(".{}{name}", std::path::MAIN_SEPARATOR)
        }
        _ => name,
    }
}

/// Whether the system finds a program by its name alone.
fn is_on_path(program: &Path) -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|dir| program.parent() == Some(&dir)))
}
