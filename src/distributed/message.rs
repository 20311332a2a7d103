//! The messages between learner and workers. All are parsed as untrusted input.

use super::hash::Hash;
use super::names::is_token;
use crate::play::in_one_line;
use crate::train::SelfPlayStats;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Name and version of this program, as in messages.
pub(super) const PROGRAM: &str = concat!("ardoise ", env!("CARGO_PKG_VERSION"));

/// The version of all messages. Messages of another version are refused.
pub const VERSION: u32 = 4;

/// The most bytes of a task or a status. Real ones have some hundred bytes; listing the workers reads thousands of
/// messages.
pub(super) const MOST_JSON: usize = 1 << 12;

/// The most reasons of a worker to be idle.
const MOST_REASONS: usize = 16;

/// The most bytes of pieces before compression. A sample takes some ten times its bytes in memory, so a hostile
/// message costs at most some 100 MB for a moment.
pub(super) const MOST_PIECES: usize = 8 << 20;

/// The most pieces of a task.
pub(super) const MOST_OF_TASK: u32 = 10_000;

/// The first bytes of a message with pieces.
const MAGIC: [u8; 4] = *b"ARDG";

/// zlib's level: higher ones take more time than they save.
const LEVEL: u8 = 6;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("it is malformed: {0}")]
    Malformed(String),
    /// The message is from a program with another message format.
    #[error("it has version {0}, expected {VERSION}")]
    Version(u32),
    #[error("it has {given} bytes, expected at most {most}")]
    TooLarge { given: usize, most: usize },
}

impl Refusal {
    /// The reason may contain text of strangers, and goes into logs.
    pub(super) fn malformed(reason: impl fmt::Display) -> Refusal {
        Refusal::Malformed(in_one_line(&reason.to_string()))
    }
}

/// Some pieces of a job to compute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub version: u32,
    /// The run's token in subjects.
    pub run: String,
    /// The round of the run: the generation of a training's games.
    pub generation: u32,
    pub first: u32,
    /// Index after the last piece.
    pub end: u32,
    /// Hash of the job.
    pub job: Hash,
    /// The engine that must compute the pieces.
    pub engine: String,
}

impl Task {
    /// Parses a task.
    ///
    /// # Errors
    /// The bytes are no valid task.
    pub fn read(bytes: &[u8]) -> Result<Task, Refusal> {
        let task: Task = read_json(bytes)?;
        if !is_token(&task.run) || !is_token(&task.engine) {
            return Err(Refusal::malformed("its run or engine is no name"));
        }
        let count = task.end.saturating_sub(task.first);
        if task.generation == 0 || !(1..=MOST_OF_TASK).contains(&count) {
            return Err(Refusal::malformed(format_args!(
                "pieces {} to {} of generation {}",
                task.first, task.end, task.generation
            )));
        }
        Ok(task)
    }

    /// Whether both contain a piece with the same index.
    pub fn overlaps(&self, other: &Task) -> bool {
        self.first < other.end && other.first < self.end
    }
}

/// Pieces that a worker has computed. Run, generation and indices are in the subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pieces {
    pub worker: String,
    /// Hash of the job of the pieces.
    pub job: Hash,
    pub stats: SelfPlayStats,
    pub pieces: Vec<u8>,
}

impl Pieces {
    pub fn write(&self) -> Vec<u8> {
        let body = postcard::to_stdvec(self).expect("plain values can be written");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(compress_to_vec_zlib(&body, LEVEL));
        bytes
    }

    /// Parses a message, except the pieces themselves.
    ///
    /// # Errors
    /// The bytes are no valid message of pieces.
    pub fn read(bytes: &[u8]) -> Result<Pieces, Refusal> {
        let Some((start, body)) =
            bytes.split_at_checked(MAGIC.len() + 4).filter(|(start, _)| start.starts_with(&MAGIC))
        else {
            return Err(Refusal::malformed("it does not begin as pieces do"));
        };
        let version = u32::from_le_bytes(start[MAGIC.len()..].try_into().expect("four bytes"));
        if version != VERSION {
            return Err(Refusal::Version(version));
        }
        let body = decompress_to_vec_zlib_with_limit(body, MOST_PIECES).map_err(Refusal::malformed)?;
        let pieces: Pieces = postcard::from_bytes(&body).map_err(Refusal::malformed)?;
        if !is_token(&pieces.worker) {
            return Err(Refusal::malformed("its worker is no name"));
        }
        let SelfPlayStats { games: count, moves, simulations, evaluations, cache_hits, evaluator_seconds, seconds } =
            pieces.stats;
        let counts = [count, moves, simulations, evaluations, cache_hits];
        let possible = |seconds: f64| (0.0..1e9).contains(&seconds);
        if counts.iter().any(|&count| count > 1 << 50) || !possible(seconds) || !possible(evaluator_seconds) {
            return Err(Refusal::malformed("its counts are impossible"));
        }
        Ok(pieces)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerStatus {
    pub version: u32,
    pub worker: String,
    pub program: String,
    pub engine: String,
    pub threads: u32,
    /// Number of pieces computed since the worker began: games, pairs of games or answers.
    pub games: u64,
    /// Pieces per second, over the last minutes.
    pub rate: f64,
    /// Share of idle time of the worker's threads, by reason.
    pub idle: Vec<(String, f64)>,
    pub seconds: f64,
    pub left: bool,
}

impl WorkerStatus {
    /// Parses a status.
    ///
    /// # Errors
    /// The bytes are no valid status.
    pub fn read(bytes: &[u8]) -> Result<WorkerStatus, Refusal> {
        let status: WorkerStatus = read_json(bytes)?;
        if !is_token(&status.worker) {
            return Err(Refusal::malformed("its worker is no name"));
        }
        if status.idle.len() > MOST_REASONS {
            let given = status.idle.len();
            return Err(Refusal::malformed(format_args!(
                "{given} reasons to be idle, expected at most {MOST_REASONS}"
            )));
        }
        Ok(status)
    }
}

/// A learner's report on its run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunStatus {
    pub version: u32,
    /// The run's token in subjects.
    pub run: String,
    pub program: String,
    /// The engine that the run's pieces need.
    pub engine: String,
    /// The oldest generation whose pieces are requested.
    pub generation: u32,
    /// Whether the run is over, or its learner has disconnected.
    pub left: bool,
}

impl RunStatus {
    /// Parses a status.
    ///
    /// # Errors
    /// The bytes are no valid status.
    pub fn read(bytes: &[u8]) -> Result<RunStatus, Refusal> {
        let status: RunStatus = read_json(bytes)?;
        if !is_token(&status.run) {
            return Err(Refusal::malformed("its run is no name"));
        }
        Ok(status)
    }
}

/// A ban of a worker whose pieces do not follow from its tasks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    pub version: u32,
    pub worker: String,
    /// Why the worker was banned, for people.
    pub reason: String,
}

impl Ban {
    /// Parses the ban of a worker.
    ///
    /// # Errors
    /// The bytes are no valid ban, or one of another worker.
    pub fn read(bytes: &[u8], worker: &str) -> Result<Ban, Refusal> {
        let ban: Ban = read_json(bytes)?;
        if ban.worker != worker {
            return Err(Refusal::malformed("it bans another worker than its subject says"));
        }
        Ok(ban)
    }
}

/// The message of a task or a status.
pub fn write_json(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("only string keys and finite numbers")
}

/// Parses a task or a status; the version first, since another version has other fields.
///
/// # Errors
/// The bytes are no valid message.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    #[derive(Deserialize)]
    struct VersionField {
        version: u32,
    }
    if bytes.len() > MOST_JSON {
        return Err(Refusal::TooLarge { given: bytes.len(), most: MOST_JSON });
    }
    let VersionField { version } = serde_json::from_slice(bytes).map_err(Refusal::malformed)?;
    if version != VERSION {
        return Err(Refusal::Version(version));
    }
    serde_json::from_slice(bytes).map_err(Refusal::malformed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn task() -> Task {
        let hash = Hash::of(b"x");
        let (run, engine) = ("loa-0123".to_owned(), "abc".to_owned());
        Task { version: VERSION, run, generation: 3, first: 16, end: 32, job: hash, engine }
    }

    fn pieces() -> Pieces {
        let stats = SelfPlayStats { games: 2, moves: 60, seconds: 0.5, ..SelfPlayStats::default() };
        Pieces { worker: "desk-1".to_owned(), job: Hash::of(b"job"), stats, pieces: vec![7; 5000] }
    }

    fn status() -> WorkerStatus {
        let idle = vec![("no task".to_owned(), 0.25)];
        let (worker, program, engine) = ("desk-1".to_owned(), PROGRAM.to_owned(), "abc".to_owned());
        let (threads, games, rate, seconds) = (4, 60, 1.5, 40.0);
        WorkerStatus { version: VERSION, worker, program, engine, threads, games, rate, idle, seconds, left: false }
    }

    #[test]
    fn messages_read_back_the_same() {
        assert_eq!(Task::read(&write_json(&task())), Ok(task()));
        assert_eq!(WorkerStatus::read(&write_json(&status())), Ok(status()));
        let bytes = pieces().write();
        assert!(bytes.len() < 200, "compressed");
        assert_eq!(Pieces::read(&bytes), Ok(pieces()));
    }

    #[test]
    fn impossible_messages_are_refused() {
        let wrong = |change: fn(&mut Task)| {
            let mut task = task();
            change(&mut task);
            Task::read(&write_json(&task)).expect_err("must be refused").to_string()
        };
        let of_later = format!("it has version {}, expected {VERSION}", VERSION + 1);
        assert_eq!(wrong(|task| task.version = VERSION + 1), of_later);
        assert!(wrong(|task| task.end = 16).contains("pieces 16 to 16"));
        assert!(wrong(|task| task.first = 33).contains("pieces 33 to 32"));
        assert!(wrong(|task| task.end = u32::MAX).contains("pieces 16 to 4294967295"));
        assert!(wrong(|task| task.generation = 0).contains("generation 0"));
        assert!(wrong(|task| task.run = "a.>".to_owned()).contains("no name"));
        assert!(Task::read(&vec![b' '; MOST_JSON + 1]).expect_err("too long").to_string().contains("at most"));
        let wrong = |change: fn(&mut Pieces)| {
            let mut pieces = pieces();
            change(&mut pieces);
            Pieces::read(&pieces.write()).expect_err("must be refused").to_string()
        };
        assert!(wrong(|pieces| pieces.worker = "*".to_owned()).contains("no name"));
        assert!(wrong(|pieces| pieces.stats.seconds = f64::NAN).contains("impossible"));
        assert!(wrong(|pieces| pieces.stats.moves = u64::MAX).contains("impossible"));
        let wrong = |change: fn(&mut WorkerStatus)| {
            let mut status = status();
            change(&mut status);
            WorkerStatus::read(&write_json(&status)).expect_err("must be refused").to_string()
        };
        assert!(wrong(|status| status.worker = "a b".to_owned()).contains("no name"));
        assert!(wrong(|status| status.idle = vec![(String::new(), 0.0); 200]).contains("200 reasons to be idle"));
        assert!(wrong(|status| status.program = "x".repeat(5000)).contains("expected at most 4096"));
        let wrong = |change: fn(&mut Pieces)| {
            let mut pieces = pieces();
            change(&mut pieces);
            Pieces::read(&pieces.write()).expect_err("must be refused").to_string()
        };
        // A decompression bomb is not inflated beyond the limit.
        assert!(wrong(|pieces| pieces.pieces = vec![0; MOST_PIECES]).contains("malformed"));
    }

    #[test]
    fn hostile_bytes_are_refused_or_read_but_never_fatal() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let [task, pieces] = [write_json(&task()), pieces().write()];
        let mut refused = 0;
        for turn in 0..100_000 {
            let mut bytes = if turn % 2 == 0 { task.clone() } else { pieces.clone() };
            match turn % 5 {
                0 => bytes = (0..rng.random_range(0..400)).map(|_| rng.next_u64() as u8).collect(),
                1 => bytes.truncate(rng.random_range(0..bytes.len())),
                2 => bytes.extend((0..rng.random_range(1..64)).map(|_| rng.next_u64() as u8)),
                _ => {
                    for _ in 0..rng.random_range(1..8) {
                        let at = rng.random_range(0..bytes.len());
                        bytes[at] = rng.next_u64() as u8;
                    }
                }
            }
            refused += usize::from(Task::read(&bytes).is_err()) + usize::from(Pieces::read(&bytes).is_err());
            let _ = WorkerStatus::read(&bytes);
        }
        assert!(refused > 180_000, "{refused}");
    }
}
