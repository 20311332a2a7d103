//! Tests of whole parts and of the program. What several files share is in `support`.

#![allow(clippy::disallowed_methods, reason = "tests read what they have written")]

mod support;

mod allocations;
mod arena;
mod audit;
mod bad_input;
mod chance;
mod cli;
#[cfg(target_os = "linux")]
mod clocks;
#[cfg(feature = "learn")]
mod compare;
#[cfg(feature = "learn")]
mod configs;
mod conformance;
mod corpus;
#[cfg(feature = "learn")]
mod docs;
#[cfg(feature = "learn")]
mod doctor;
mod dualite;
mod example;
mod formats;
#[cfg(feature = "learn")]
mod kills;
mod layers;
#[cfg(feature = "learn")]
mod learn;
mod lcalculus;
mod loa;
mod logitac;
mod play;
mod problems;
#[cfg(unix)]
mod programs;
mod proofs;
#[cfg(all(unix, feature = "distributed"))]
mod queue;
#[cfg(all(unix, feature = "distributed"))]
mod queue_load;
mod refusal;
mod released;
mod report;
mod rules_files;
mod rules_symmetries;
mod search;
mod self_test;
#[cfg(feature = "serve")]
mod serve;
mod small_games;
#[cfg(feature = "learn")]
mod train;
#[cfg(feature = "learn")]
mod train_cli;
mod turns;
mod ugi;
mod web;
#[cfg(windows)]
mod windows;
#[cfg(feature = "wgpu")]
mod wgpu;
mod zen;
