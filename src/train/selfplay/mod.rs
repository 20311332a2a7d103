//! Self-play: the games of a generation.

mod targets; //    what a sample is to teach
mod stats; //      counts and times
mod generation; // which games are played, and with what
mod live_game; //  one game under way
mod play; //       many games on many threads

pub use generation::SelfPlay;
pub use play::GenerationGames;
pub use stats::SelfPlayStats;
