//! Wall-clock and processor time.

#[cfg(unix)]
use nix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, Sub};
use std::time::Instant;

/// A span of time by both clocks, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// By the clock on the wall.
    pub wall: f64,
    /// Of processors, all threads of this process together; 0 on systems that do not tell.
    pub cpu: f64,
}

impl Sub for Time {
    type Output = Time;
    fn sub(self, other: Self) -> Time {
        Time { wall: self.wall - other.wall, cpu: self.cpu - other.cpu }
    }
}

impl AddAssign for Time {
    fn add_assign(&mut self, other: Self) {
        self.wall += other.wall;
        self.cpu += other.cpu;
    }
}

/// Measures from its start on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    wall: Instant,
    cpu: f64,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { wall: Instant::now(), cpu: process_seconds().unwrap_or(0.0) }
    }

    /// The time since then.
    pub fn elapsed(&self) -> Time {
        let cpu = process_seconds().unwrap_or(0.0) - self.cpu;
        Time { wall: self.wall.elapsed().as_secs_f64(), cpu }
    }
}

/// Whether the system tells how much processor time the process has used.
pub fn measures_processor_time() -> bool {
    process_seconds().is_some()
}

/// Seconds that processors have spent on this process, its threads that have ended included.
#[cfg(unix)]
fn process_seconds() -> Option<f64> {
    seconds(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

#[cfg(unix)]
fn seconds(clock: ClockId) -> Option<f64> {
    let time = clock_gettime(clock).ok()?;
    Some(time.tv_sec() as f64 + time.tv_nsec() as f64 * 1e-9)
}

#[cfg(not(unix))]
fn process_seconds() -> Option<f64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn all_threads_count() {
        let clock = Clock::start();
        let work = || while seconds(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("a thread has a clock") < 0.05 {};
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        let Time { wall, cpu } = clock.elapsed();
        assert!(cpu >= 4.0 * 0.05, "{wall} s, {cpu} processor seconds");
    }
}
