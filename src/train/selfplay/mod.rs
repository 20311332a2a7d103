//! Self-play: the games of a generation.

mod targets; //    the targets of samples
mod stats; //      counts and times
mod generation; // the games of a generation, and their settings
mod live_game; //  one game under way
mod play; //       many games on many threads

pub use generation::SelfPlay;
pub use play::GenerationGames;
pub use stats::SelfPlayStats;
