use super::metrics::{Metrics, seconds_since_1970};
use crate::files::{append, open_to_append};
use crate::runs::RunDir;
use anyhow::{Context, Result};
use prost::Message;
use std::fs::{self, File};
use std::path::PathBuf;
use std::time::SystemTime;
use tensorboard_rs::record_writer::RecordWriter;

/// The file of the run's TensorBoard log; [`Metrics::scalars`] has the curves. It is written anew from the generations'
/// metrics whenever training starts, so that an interrupted run never shows a generation twice.
///
/// `tensorboard-rs` frames the records. Its `SummaryWriter` is not used: it writes on a thread of its own, and panics
/// there when the disk is full.
pub(super) struct TensorBoard {
    file: File,
    path: PathBuf,
}

impl TensorBoard {
    /// Starts a new log that holds `so_far`.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn new(run: &RunDir, so_far: &[Metrics]) -> Result<TensorBoard> {
        let dir = run.tensorboard();
        if dir.exists() {
            fs::remove_dir_all(&dir).with_context(|| format!("cannot remove {}", dir.display()))?;
        }
        fs::create_dir(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let now = seconds_since_1970(SystemTime::now());
        let path = dir.join(format!("events.out.tfevents.{:010}.ardoise", now as u64));
        let mut board = TensorBoard { file: open_to_append(&path)?, path };
        append(&mut board.file, &board.path, record(&Event::version(now))?)?;
        so_far.iter().try_for_each(|metrics| board.add(metrics))?;
        Ok(board)
    }

    /// Adds a generation.
    ///
    /// # Errors
    /// The log cannot be written.
    pub fn add(&mut self, metrics: &Metrics) -> Result<()> {
        let mut records = Vec::new();
        for (tag, value) in metrics.scalars() {
            records.extend(record(&Event::scalar(metrics.complete_at, metrics.generation, tag, value as f32))?);
        }
        append(&mut self.file, &self.path, records)
    }
}

/// An event as written to the file, with its length and checksums.
fn record(event: &Event) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    RecordWriter::new(&mut bytes).write(&event.encode_to_vec())?;
    Ok(bytes)
}

/// The part of `tensorflow.Event` that is written here: names and field numbers are those of
/// `tensorboard/compat/proto/event.proto` and `summary.proto` in <https://github.com/tensorflow/tensorboard>. A
/// `oneof` is written here as optional fields, of which one is set: the bytes are the same.
#[derive(Clone, PartialEq, Message)]
struct Event {
    #[prost(double, tag = "1")]
    wall_time: f64,
    #[prost(int64, tag = "2")]
    step: i64,
    #[prost(string, optional, tag = "3")]
    file_version: Option<String>,
    #[prost(message, optional, tag = "5")]
    summary: Option<Summary>,
}

#[derive(Clone, PartialEq, Message)]
struct Summary {
    #[prost(message, repeated, tag = "1")]
    value: Vec<SummaryValue>,
}

#[derive(Clone, PartialEq, Message)]
struct SummaryValue {
    #[prost(string, tag = "1")]
    tag: String,
    #[prost(float, optional, tag = "2")]
    simple_value: Option<f32>,
}

impl Event {
    /// The first event of each file.
    fn version(wall_time: f64) -> Event {
        Event { wall_time, file_version: Some("brain.Event:2".to_owned()), ..Event::default() }
    }

    fn scalar(wall_time: f64, step: u32, tag: String, value: f32) -> Event {
        let value = vec![SummaryValue { tag, simple_value: Some(value) }];
        Event { wall_time, step: step.into(), summary: Some(Summary { value }), ..Event::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensorboard_rs::summary_writer::SummaryWriter;

    /// The events of a file, their times set to 1.
    fn events(mut bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some((length, rest)) = bytes.split_first_chunk() {
            let end = 4 + u64::from_le_bytes(*length) as usize;
            let mut event = Event::decode(&rest[4..end]).expect("an event");
            // Parsing it with this part of the schema loses nothing.
            assert_eq!(event.encode_to_vec(), &rest[4..end]);
            event.wall_time = 1.0;
            events.push(event);
            bytes = &rest[end + 4..];
        }
        events
    }

    #[test]
    fn events_are_those_of_the_usual_writer() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let mut writer = SummaryWriter::new(dir.path());
        let (mut ours, long) = (record(&Event::version(1.0)).expect("memory can be written"), "x".repeat(300));
        for (step, tag, value) in [(1, "loss/policy", 1.5), (300, long.as_str(), -2e-9), (u32::MAX, "a", 0.0)] {
            writer.add_scalar(tag, value, step as usize);
            let event = Event::scalar(1.0, step, tag.to_owned(), value);
            ours.extend(record(&event).expect("memory can be written"));
        }
        // Ends the writing thread.
        drop(writer);
        let file = fs::read_dir(dir.path()).expect("readable").next().expect("a file").expect("readable");
        assert_eq!(events(&ours), events(&fs::read(file.path()).expect("readable")));
    }
}
