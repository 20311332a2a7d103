use super::desk::{Done, Lot};
use super::link::Link;
use super::message::{Games, MOST_GAMES, Task};
use super::names;
use super::voice::Voice;
use crate::train::SelfPlayStats;
use anyhow::{Result, bail};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::sleep;

/// Bytes of a message beside its payload: headers.
const HEADERS: usize = 1024;

/// The games of a task as messages of at most `most` bytes each.
///
/// # Errors
/// A single game is larger.
pub(super) fn pack(worker: &str, task: &Task, done: &Done, most: usize) -> Result<Vec<(Range<u32>, Vec<u8>)>> {
    let mut packed = Vec::new();
    let mut stats = done.stats.clone();
    let mut ranges = Vec::from([(0, done.games.len())]);
    while let Some((first, end)) = ranges.pop() {
        let range = first..end;
        let games = done.games[range.clone()].concat();
        let raw = games.len();
        let message = Games { worker: worker.to_owned(), net: task.net, stats: stats.clone(), games }.write();
        let indices = task.first + range.start as u32..task.first + range.end as u32;
        if raw + HEADERS <= MOST_GAMES && message.len() + HEADERS <= most {
            packed.push((indices, message));
            // They are counted once.
            stats = SelfPlayStats::default();
        } else if range.len() == 1 {
            bail!(
                "game {} takes {} bytes, the server's messages have at most {most}: expected a larger max_payload there",
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

/// Sends the games of a task until the server has them all, from this worker or another; gives up where nobody wants
/// them any more.
pub(super) async fn send(link: &Link, voice: &Voice, task: &Task, lot: &Lot, messages: Vec<(Range<u32>, Vec<u8>)>) {
    let mut patience = Duration::from_millis(250);
    let mut complained = false;
    for (indices, message) in messages {
        let subject = names::games(&task.run, task.generation, &indices);
        loop {
            match publish(link, &subject, message.clone()).await {
                Ok(()) => break,
                // Another worker was quicker.
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => break,
                Err(error) if !complained => {
                    voice(&format!(
                        "the server does not take games ({}): trying again until it does",
                        in_words(&error)
                    ));
                    complained = true;
                }
                Err(_) => {}
            }
            if lot.cancelled.load(Ordering::Relaxed) {
                return;
            }
            sleep(patience).await;
            patience = (2 * patience).min(Duration::from_secs(10));
        }
    }
    if complained {
        voice("the server takes games again");
    }
}

/// Publishes to a subject that has no message yet.
pub(super) async fn publish(link: &Link, subject: &str, message: Vec<u8>) -> Result<(), PublishError> {
    let message = PublishMessage::build().payload(message.into()).expected_last_subject_sequence(0);
    link.jetstream.send_publish(subject.to_owned(), message).await?.await.map(drop)
}

/// An error with what the server says.
fn in_words(error: &PublishError) -> String {
    use std::error::Error;
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributed::message::{Hash, VERSION};

    #[test]
    fn games_are_packed_into_messages_that_fit() {
        let hash = Hash::of(b"x");
        let (run, engine) = ("run".to_owned(), "engine".to_owned());
        let task = Task { version: VERSION, run, generation: 1, first: 10, end: 20, net: hash, config: hash, engine };
        // Games that do not compress.
        let noise = |seed: u64| (0..300).map(|i| crate::random::derive(seed, &[i]) as u8).collect();
        let stats = SelfPlayStats { games: 10, ..SelfPlayStats::default() };
        let done = Done { task: 0, games: (0..10).map(noise).collect(), stats };
        let one = pack("w", &task, &done, 1 << 20).expect("fits");
        assert_eq!((one.len(), one[0].0.clone()), (1, 10..20));
        let several = pack("w", &task, &done, HEADERS + 1200).expect("fits");
        assert!(several.len() > 1);
        assert_eq!((several[0].0.start, several[several.len() - 1].0.end), (10, 20));
        assert!(several.array_windows().all(|[(one, _), (next, _)]| one.end == next.start));
        let (mut games, mut counted) = (Vec::new(), 0);
        for (_, message) in &several {
            let read = Games::read(message).expect("written by us");
            games.extend(read.games);
            counted += read.stats.games;
        }
        assert_eq!((games, counted), (done.games.concat(), 10));
        let error = pack("w", &task, &done, HEADERS + 100).expect_err("too large").to_string();
        assert!(error.starts_with("game 10 takes") && error.contains("max_payload"), "{error}");
    }
}
