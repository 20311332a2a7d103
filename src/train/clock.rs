use crate::system::processor_seconds;
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, Sub};
use std::time::Instant;

/// A span of time by both clocks, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Time {
    pub wall: f64,
    /// Processor seconds, all threads of this process together; 0 on systems without that figure.
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

#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    wall: Instant,
    cpu: f64,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { wall: Instant::now(), cpu: processor_seconds().unwrap_or(0.0) }
    }

    pub fn elapsed(&self) -> Time {
        let cpu = processor_seconds().unwrap_or(0.0) - self.cpu;
        Time { wall: self.wall.elapsed().as_secs_f64(), cpu }
    }
}

/// Whether the system reports the processor time of the process.
pub fn measures_processor_time() -> bool {
    processor_seconds().is_some()
}
