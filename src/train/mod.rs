//! Training: self-play, replay buffer, learner, schedule, checkpoints, reports.
//!
//! ```text
//!  generation k:  self-play with evaluator k-1 ──► samples ──► replay buffer ──► learner ──► evaluator k
//! ```
//!
//! All randomness of a run derives from its seed, the generation and the game's index (`random`): neither the number of
//! threads nor an interruption changes what a run computes.

pub mod autopilot;
mod checkpoint;
mod clock;
mod config;
mod exact;
mod learner;
mod log;
mod optimizer;
mod place;
mod random;
mod replay;
mod report;
mod restarts;
mod run;
mod sample;
mod schedule;
mod selfplay;
mod starts;
mod strength;
mod tensorboard;

pub use checkpoint::{Checkpoint, has_games, read_games};
pub use clock::{Time, measures_processor_time};
pub use config::{Config, ConfigError};
pub use exact::Solvers;
pub use learner::{Learner, LearnerState, Lesson, Losses, keep_memory};
pub use log::{Log, Row, duration};
pub use place::{Place, Threads};
pub use replay::{ReplayBuffer, turnover};
pub use report::{GameMetrics, Metrics, Seconds, losses};
pub use restarts::{Restarts, restarts};
pub use run::{Finish, Progress, Session, check, history, origin, run, unrounded};
pub use sample::{Sample, SelfPlayGame, entropy};
pub use schedule::{Budget, Phase, Schedule};
pub use selfplay::{Played, SelfPlay, SelfPlayStats};
pub use strength::Strength;
