//! Streams and subjects.
//!
//! ```text
//! ARDOISE_TASKS    ardoise.tasks.<engine>.<run>.<generation>.<first>-<end>.<copy>   a work queue
//! ARDOISE_GAMES    ardoise.games.<run>.<generation>.<first>-<end>                   one message a subject, the first
//! ARDOISE_STATUS   ardoise.status.{run,worker,ban}.<name>                           the newest of each subject
//! OBJ_ardoise      an object store: nets and jobs under their SHA-256
//! ```

use super::hash::Hash;
use std::ops::Range;

pub(super) const TASKS: &str = "ARDOISE_TASKS";
pub(super) const GAMES: &str = "ARDOISE_GAMES";
pub(super) const STATUS: &str = "ARDOISE_STATUS";
pub(super) const BUCKET: &str = "ardoise";

/// Most characters of a name in a subject.
const MOST: usize = 80;

/// Whether a text can be one part of a subject: letters, digits, `-` and `_`.
pub(super) fn is_token(text: &str) -> bool {
    (1..=MOST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// The text with `_` for each character that subjects do not allow, cut to 40 characters.
pub(super) fn token(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
    text.chars().take(MOST / 2).map(plain).collect()
}

/// The token of a run in subjects: its name, and a hash of everything that its pieces depend on.
pub(super) fn run_token(name: &str, follows_from: Hash, engine: &str) -> String {
    let hash = Hash::of(format!("{follows_from} {engine}").as_bytes()).to_string();
    format!("{}-{}", token(name), &hash[..12])
}

/// The tasks of an engine, for its consumer.
pub(super) fn tasks_of_engine(engine: &str) -> String {
    format!("ardoise.tasks.{engine}.>")
}

pub(super) fn tasks_of_run(engine: &str, run: &str) -> String {
    format!("ardoise.tasks.{engine}.{run}.>")
}

pub(super) fn tasks(engine: &str, run: &str, generation: u32) -> String {
    format!("ardoise.tasks.{engine}.{run}.{generation}.>")
}

/// The subject of a task; `copy` is 1, or more if its pieces are handed out again.
pub(super) fn task(engine: &str, run: &str, generation: u32, games: &Range<u32>, copy: u32) -> String {
    format!("ardoise.tasks.{engine}.{run}.{generation}.{}-{}.{copy}", games.start, games.end)
}

/// The range of pieces in a task's subject.
pub(super) fn read_task(subject: &str) -> Option<Range<u32>> {
    range(subject.rsplit('.').nth(1)?)
}

/// The durable consumer through which all workers of an engine get tasks.
pub(super) fn workers(engine: &str) -> String {
    format!("workers-{engine}")
}

pub(super) fn games_of_run(run: &str) -> String {
    format!("ardoise.games.{run}.>")
}

pub(super) fn games_of_generation(run: &str, generation: u32) -> String {
    format!("ardoise.games.{run}.{generation}.>")
}

pub(super) fn games(run: &str, generation: u32, games: &Range<u32>) -> String {
    format!("ardoise.games.{run}.{generation}.{}-{}", games.start, games.end)
}

/// The indices in the subject of pieces.
pub(super) fn read_pieces(subject: &str) -> Option<Range<u32>> {
    range(subject.rsplit('.').next()?)
}

/// The generation in a subject of pieces.
pub(super) fn read_generation(subject: &str) -> Option<u32> {
    subject.split('.').nth(3)?.parse().ok()
}

/// The status of a run, of a worker, or a ban.
pub(super) fn status(kind: &str, name: &str) -> String {
    format!("ardoise.status.{kind}.{name}")
}

/// Parses `first-end`, where the second is larger.
fn range(text: &str) -> Option<Range<u32>> {
    let (first, end) = text.split_once('-')?;
    let range = first.parse().ok()?..end.parse().ok()?;
    (!range.is_empty()).then_some(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_read_back() {
        let run = run_token("my run.é", Hash::of(b""), "abc");
        assert!(run.starts_with("my_run__-") && is_token(&run), "{run}");
        assert_ne!(run, run_token("my run.é", Hash::of(b"other"), "abc"));
        let text = task("abc", &run, 7, &(16..32), 2);
        assert_eq!(read_task(&text), Some(16..32));
        let text = games(&run, 7, &(16..32));
        assert_eq!((read_pieces(&text), read_generation(&text)), (Some(16..32), Some(7)));
        for wrong in
            ["", "ardoise.games.x.7.32-16", "ardoise.games.x.7.-1-3", "ardoise.games.x.7.16", "a.b.c.d.1-99999999999"]
        {
            assert_eq!(read_pieces(wrong), None, "{wrong}");
        }
        assert!(!is_token("") && !is_token("a.b") && !is_token(">") && !is_token(&"x".repeat(81)));
    }
}
