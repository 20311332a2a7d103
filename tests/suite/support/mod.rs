//! Helpers that several tests share.

pub mod allocations;
pub mod circles;
pub mod games;
pub mod imports;
pub mod nets;
pub mod place;
pub mod plain;
pub mod program;
#[cfg(all(unix, feature = "distributed"))]
pub mod queue;
pub mod searching;
pub mod tic_tac_toe;
pub mod toys;
pub mod waiting;
pub mod words;
