//! Number of threads of a command. Useless numbers of threads are refused: each thread takes memory, and time to start
//! and end.

use crate::search::MOST_THREADS;
use anyhow::Context;
use std::num::NonZeroUsize;
use std::thread;

/// On how many threads the search of one position runs.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SearchThreads {
    /// Threads of a search, 32 at most [default: one for each processor]
    ///
    /// At equal simulations the result does not depend on the number of threads.
    #[arg(long, value_name = "N", value_parser = of_search)]
    threads: Option<NonZeroUsize>,
}

impl SearchThreads {
    pub fn get(self) -> NonZeroUsize {
        self.threads.unwrap_or_else(|| processors().min(most_of_search()))
    }
}

/// The processors that this program may use.
pub fn processors() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// The most threads for each processor if every thread plays games of its own.
const A_PROCESSOR: NonZeroUsize = NonZeroUsize::new(4).expect("not 0");

/// Parses a number of threads that work independently.
///
/// # Errors
/// Not a number, 0, or more than are useful.
pub fn of_games(text: &str) -> Result<NonZeroUsize, String> {
    let most = processors().saturating_mul(A_PROCESSOR);
    up_to(most, text).ok_or_else(|| {
        format!(
            "expected 1 to {most}: this program may use {} processors, and more threads only take memory",
            processors()
        )
    })
}

/// Sets the number of threads that this command uses, if one is given.
///
/// # Errors
/// The system cannot start the threads.
pub fn share_among(threads: Option<NonZeroUsize>) -> anyhow::Result<()> {
    let Some(threads) = threads else { return Ok(()) };
    rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global().context("cannot start the threads")
}

fn of_search(text: &str) -> Result<NonZeroUsize, String> {
    let most = most_of_search();
    up_to(most, text).ok_or_else(|| format!("expected 1 to {most}: a search evaluates {most} positions at once"))
}

fn most_of_search() -> NonZeroUsize {
    NonZeroUsize::new(MOST_THREADS as usize).expect("a search has a thread")
}

fn up_to(most: NonZeroUsize, text: &str) -> Option<NonZeroUsize> {
    text.parse().ok().filter(|&threads| threads <= most)
}
