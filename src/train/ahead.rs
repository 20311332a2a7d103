//! The next generation's games, played while the learner learns from this one's.

use super::clock::{Clock, Time};
use super::progress::Progress;
use super::selfplay::GenerationGames;
use anyhow::Result;
use parking_lot::Mutex;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The games of a generation, and the time that they took.
pub(super) struct TimedGames {
    pub played: GenerationGames,
    /// Time during which only the games were played.
    pub alone: Time,
    /// Wall-clock seconds of play beside the learner.
    pub beside: f64,
}

/// Counts games that are played beside other work. As long as the work lasts, its progress is shown, and then that of
/// the games.
pub(super) struct Tally<'a> {
    progress: &'a dyn Progress,
    /// Number of games counted while hidden; `None` once they are shown.
    hidden: Mutex<Option<u64>>,
}

impl<'a> Tally<'a> {
    pub fn new(progress: &'a dyn Progress) -> Tally<'a> {
        Tally { progress, hidden: Mutex::new(Some(0)) }
    }

    pub fn tick(&self) {
        match &mut *self.hidden.lock() {
            Some(count) => *count += 1,
            None => self.progress.tick(),
        }
    }

    /// Shows the games of a generation, including those that are played already.
    pub fn show(&self, generation: u32, games: u32) {
        let mut hidden = self.hidden.lock();
        self.progress.begin(generation, "self-play", "games", games.into());
        (0..hidden.take().unwrap_or(0)).for_each(|_| self.progress.tick());
    }
}

/// Plays games on a thread of its own while `work` is done on this one; then calls `wait`, and waits for the games.
/// Returns both results; `None` if the work was stopped. `play` can check whether to give up, because the work failed
/// or was stopped. If games are stopped for another reason, they are `None` in the result.
///
/// # Errors
/// Errors of the work, or else of the games.
pub(super) fn beside<T>(
    play: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> Result<Option<GenerationGames>> + Send,
    work: impl FnOnce() -> Result<Option<T>>,
    wait: impl FnOnce(),
) -> Result<Option<(T, Option<TimedGames>)>> {
    let (give_up, clock) = (AtomicBool::new(false), Clock::start());
    thread::scope(|scope| {
        let player = scope.spawn(|| {
            let played = play(&|| give_up.load(Ordering::Relaxed));
            (played, clock.elapsed().wall)
        });
        let worked = work();
        match worked {
            Ok(Some(_)) => wait(),
            _ => give_up.store(true, Ordering::Relaxed),
        }
        let until = clock.elapsed();
        let (played, seconds) = player.join().unwrap_or_else(|panic| resume_unwind(panic));
        let alone = clock.elapsed() - until;
        let Some(worked) = worked? else { return Ok(None) };
        let games = played?.map(|played| TimedGames { played, alone, beside: seconds.min(until.wall) });
        Ok(Some((worked, games)))
    })
}
