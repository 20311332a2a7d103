use super::task_pool::{TaskBatch, TaskResult};
use crate::distributed::link::Link;
use crate::distributed::message::{MOST_PIECES, Pieces, Task};
use crate::distributed::names;
use crate::distributed::notify::Notify;
use crate::train::SelfPlayStats;
use anyhow::{Result, bail};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::sleep;

/// Bytes of a message besides its payload: headers.
const HEADERS: usize = 1024;

/// The pieces of a task as messages of at most `most` bytes each.
///
/// # Errors
/// A single piece is larger.
pub(in crate::distributed) fn pack(
    worker: &str,
    task: &Task,
    done: &TaskResult,
    most: usize,
) -> Result<Vec<(Range<u32>, Vec<u8>)>> {
    let mut packed = Vec::new();
    let mut stats = done.stats.clone();
    let mut ranges = Vec::from([(0, done.pieces.len())]);
    while let Some((first, end)) = ranges.pop() {
        let range = first..end;
        let pieces = done.pieces[range.clone()].concat();
        let raw = pieces.len();
        let message = Pieces { worker: worker.to_owned(), job: task.job, stats: stats.clone(), pieces }.write();
        let indices = task.first + range.start as u32..task.first + range.end as u32;
        if raw + HEADERS <= MOST_PIECES && message.len() + HEADERS <= most {
            packed.push((indices, message));
            // The counts are sent once.
            stats = SelfPlayStats::default();
        } else if range.len() == 1 {
            bail!(
                "piece {} takes {} bytes, the server's messages have at most {most}: expected a larger max_payload there",
                indices.start,
                message.len()
            );
        } else {
            let middle = first + range.len() / 2;
            ranges.extend([(middle, end), (first, middle)]);
        }
    }
    Ok(packed)
}

/// Sends the pieces of a task until the server has them all, from this worker or another; stops if they are no longer
/// needed.
pub(in crate::distributed) async fn send(
    link: &Link,
    notify: &Notify,
    task: &Task,
    batch: &TaskBatch,
    messages: Vec<(Range<u32>, Vec<u8>)>,
) {
    let mut patience = Duration::from_millis(250);
    let mut complained = false;
    for (indices, message) in messages {
        let subject = names::games(&task.run, task.generation, &indices);
        loop {
            match link.publish_once(&subject, message.clone()).await {
                Ok(()) => break,
                // Another worker was quicker.
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => break,
                Err(error) if !complained => {
                    notify(&format!(
                        "the server does not accept the results ({}): trying again until it does",
                        in_words(&error)
                    ));
                    complained = true;
                }
                Err(_) => {}
            }
            if batch.cancelled.load(Ordering::Relaxed) {
                return;
            }
            sleep(patience).await;
            patience = (2 * patience).min(Duration::from_secs(10));
        }
    }
    if complained {
        notify("the server accepts them again");
    }
}

/// An error with the server's message.
fn in_words(error: &PublishError) -> String {
    use std::error::Error;
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributed::hash::Hash;
    use crate::distributed::message::VERSION;

    #[test]
    fn pieces_are_packed_into_messages_that_fit() {
        let hash = Hash::of(b"x");
        let (run, engine) = ("run".to_owned(), "engine".to_owned());
        let task = Task { version: VERSION, run, generation: 1, first: 10, end: 20, job: hash, engine };
        // Pieces that do not compress.
        let noise = |seed: u64| (0..300).map(|i| crate::random::derive(seed, &[i]) as u8).collect();
        let stats = SelfPlayStats { games: 10, ..SelfPlayStats::default() };
        let done = TaskResult { task: 0, pieces: (0..10).map(noise).collect(), stats };
        let one = pack("w", &task, &done, 1 << 20).expect("fits");
        assert_eq!((one.len(), one[0].0.clone()), (1, 10..20));
        let several = pack("w", &task, &done, HEADERS + 1200).expect("fits");
        assert!(several.len() > 1);
        assert_eq!((several[0].0.start, several[several.len() - 1].0.end), (10, 20));
        assert!(several.array_windows().all(|[(one, _), (next, _)]| one.end == next.start));
        let (mut pieces, mut counted) = (Vec::new(), 0);
        for (_, message) in &several {
            let read = Pieces::read(message).expect("written by us");
            pieces.extend(read.pieces);
            counted += read.stats.games;
        }
        assert_eq!((pieces, counted), (done.pieces.concat(), 10));
        let error = pack("w", &task, &done, HEADERS + 100).expect_err("too large").to_string();
        assert!(error.starts_with("piece 10 takes") && error.contains("max_payload"), "{error}");
    }
}
