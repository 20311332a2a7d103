//! The options that a program may set with `setoption`.

use crate::players::{Budget, Engine};
use crate::search::MOST_THREADS;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The largest value of an option: programs may store options in 32 bits with a sign.
const MOST: u32 = i32::MAX as u32;

const MOST_OVERHEAD: u32 = 10_000;

/// The settings outside the engine.
pub(super) struct Options {
    /// Time that a move costs besides the search, by the decisive clock: pipes, a busy machine, a network.
    pub overhead: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options { overhead: Duration::from_millis(30) }
    }
}

impl Options {
    /// The lines that announce the options.
    pub fn describe(&self, engine: &Engine) -> Vec<String> {
        let simulations = match engine.budget() {
            Budget::Simulations(simulations) => simulations,
            Budget::Time(_) | Budget::Policy => 0,
        };
        let spin = |name: &str, default: usize, range: [u32; 2]| {
            format!("option name {name} type spin default {default} min {} max {}", range[0], range[1])
        };
        vec![
            spin("Simulations", simulations as usize, [0, MOST]),
            spin("Memory", engine.search().memory() >> 20, [1, MOST]),
            spin("Threads", engine.threads().get(), [1, MOST_THREADS]),
            spin("Overhead", self.overhead.as_millis() as usize, [0, MOST_OVERHEAD]),
        ]
    }

    /// Sets the option of the words after `setoption`. Names ignore case.
    ///
    /// # Errors
    /// There is no such option, or its value is out of range; the error names the given and the expected value.
    pub fn set(&mut self, engine: &mut Engine, words: &[&str]) -> Result<(), String> {
        let unknown = || {
            let given = words.join(" ");
            format!("unknown option `{given}`: expected name Simulations, Memory, Threads or Overhead, then value N")
        };
        let &["name", name, "value", value] = words else { return Err(unknown()) };
        let number = |[least, most]: [u32; 2], unit: &str| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name} is `{value}`: expected {least} to {most}{unit}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "simulations" => engine.set_budget(match number([0, MOST], "")? {
                0 => Budget::Policy,
                simulations => Budget::Simulations(simulations),
            }),
            "memory" => {
                let mebibytes = number([1, MOST], " (MiB for the search tree)")?;
                engine.set_memory((mebibytes as usize).saturating_mul(1 << 20));
            }
            "threads" => {
                let threads = number([1, MOST_THREADS], "")? as usize;
                engine.set_threads(NonZeroUsize::new(threads).expect("at least one"));
            }
            "overhead" => {
                self.overhead = Duration::from_millis(number([0, MOST_OVERHEAD], " (milliseconds a move)")?.into());
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }
}
