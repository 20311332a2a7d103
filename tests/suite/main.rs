mod allocations;
mod arena;
mod bad_input;
mod cli;
#[cfg(feature = "learn")]
mod compare;
#[cfg(feature = "learn")]
mod configs;
mod conformance;
#[cfg(feature = "learn")]
mod docs;
mod dualite;
mod example;
mod layers;
mod lcalculus;
mod loa;
mod logitac;
mod plain;
mod play;
mod program;
#[cfg(unix)]
mod programs;
mod proofs;
mod refusal;
mod released;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod toys;
#[cfg(feature = "learn")]
mod train;
#[cfg(feature = "learn")]
mod train_cli;
mod ugi;
mod web;
mod zen;
