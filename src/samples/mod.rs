//! Samples, the training data from self-play, and the file of a generation's games.

mod checked; // files with a checksum
mod file; //    the games of a generation on disk
mod sample; //  a training position, and its game

#[cfg(feature = "learn")]
pub(crate) use checked::{read_checked, write_checked};
pub use file::{check_games, has_games, read_games, write_games};
pub use sample::{Sample, SelfPlayGame, entropy};
