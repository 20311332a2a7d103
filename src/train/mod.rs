//! Training: self-play, replay buffer, learner, schedule, checkpoints, reports.
//!
//! ```text
//!  generation k:  self-play with evaluator k-1 ──► samples ──► replay buffer ──► learner ──► evaluator k
//! ```
//!
//! All randomness of a run derives from its seed, the generation and the game's index (`random`): neither the number of
//! threads nor an interruption changes what a run computes.

mod ahead; //      the next generation's games beside the learner
pub mod autopilot;
mod backend; //    the backend of self-play
mod checkpoint; // the files of a generation
mod clock;
mod config;
mod exact; //      games that a solver decides
mod export; //     nets as compact evaluators
mod learner;
mod log; //        generations in words
mod metrics; //    the figures of a generation
mod origin; //     the net that a run begins with
mod progress; //   progress callbacks
mod random;
mod recorded; //   games recorded by another run
mod replay; //     the replay window
mod reporter; //   reports the figures of generations
mod resume; //     which runs may be continued
mod restarts; //   games that begin at misjudged positions
mod rules_in_turn; // rules that differ from generation to generation
mod run; //        one generation after the other
mod schedule; //   the learning rate, and the length of a run
mod selfplay; //   the games of a generation
mod session; //    a session's resources and callbacks
mod starts; //     start positions of games
mod state; //      a run after a complete generation
mod strength; //   how strong a net is
mod tensorboard;
mod toml_file; //  TOML files written by this program
mod trainer; //    one generation
mod validation; // losses of the exported net
mod value_target; // the value target of a sample
mod yardstick; //  measures strength

pub use backend::{SelfPlayBackend, Threads};
pub use checkpoint::{Checkpoint, history};
pub use clock::{Time, measures_processor_time};
pub use config::{Config, ConfigError, DeviceKind};
pub use exact::Solvers;
pub use learner::{Learner, LearnerState, Losses, UpdatePlan, keep_memory};
pub use log::{Log, Row, duration};
pub use metrics::{GameMetrics, Metrics, Seconds};
pub use origin::{check, origin};
pub use progress::Progress;
pub use recorded::{RecordedGames, generations_with_games};
pub use replay::{DrawnSample, ReplayBuffer, WindowSample, turnover};
pub use restarts::{Restarts, restarts};
pub use resume::{begin, resume};
pub use rules_in_turn::RulesInTurn;
pub use run::{Finish, run};
pub use schedule::{Budget, Phase, Schedule};
pub use selfplay::{GenerationGames, SelfPlay, SelfPlayStats};
pub use session::Session;
pub use strength::Strength;
pub use toml_file::read_toml;
pub use validation::losses;
