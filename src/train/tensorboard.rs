use super::report::Metrics;
use crate::files::{append, open_to_append};
use crate::runs::RunDir;
use anyhow::{Context, Result};
use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use tensorboard_rs::record_writer::RecordWriter;

/// The run's TensorBoard log: a picture of the figures that the generations keep, so that an interrupted run never
/// shows a generation twice.
///
/// The crate's own writer would panic, on a thread of its own, where the disk is full.
pub(super) struct TensorBoard {
    file: File,
    path: PathBuf,
}

impl TensorBoard {
    /// Starts the log anew with the figures so far.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(run: &RunDir, so_far: &[Metrics]) -> Result<TensorBoard> {
        let dir = run.tensorboard();
        if dir.exists() {
            fs::remove_dir_all(&dir).with_context(|| format!("cannot remove {}", dir.display()))?;
        }
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let now = wall_time();
        let path = dir.join(format!("events.out.tfevents.{:010}.ardoise", now as u64));
        let mut board = TensorBoard { file: open_to_append(&path)?, path };
        append(&mut board.file, &board.path, record(&file_event(now))?)?;
        so_far.iter().try_for_each(|metrics| board.add(metrics))?;
        Ok(board)
    }

    /// Adds a generation.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, metrics: &Metrics) -> Result<()> {
        let mut records = Vec::new();
        for (tag, value) in metrics.scalars() {
            records.extend(record(&scalar_event(wall_time(), metrics.generation, &tag, value as f32))?);
        }
        append(&mut self.file, &self.path, records)
    }
}

/// Seconds since 1970.
fn wall_time() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// An event as it stands in the file, with its length and checksums.
fn record(event: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    RecordWriter::new(&mut bytes).write(event)?;
    Ok(bytes)
}

/// The event that begins a file: `Event { wall_time: 1, file_version: 3 }` as a protocol buffer.
fn file_event(wall_time: f64) -> Vec<u8> {
    let mut event = vec![0x09];
    event.extend(wall_time.to_le_bytes());
    field(&mut event, 3, b"brain.Event:2");
    event
}

/// `Event { wall_time: 1, step: 2, summary: 5 }` with `Summary { value: 1 { tag: 1, simple_value: 2 } }`.
fn scalar_event(wall_time: f64, step: u32, tag: &str, scalar: f32) -> Vec<u8> {
    let (mut value, mut summary, mut event) = (Vec::new(), Vec::new(), vec![0x09]);
    field(&mut value, 1, tag.as_bytes());
    value.push(0x15);
    value.extend(scalar.to_le_bytes());
    field(&mut summary, 1, &value);
    event.extend(wall_time.to_le_bytes());
    event.push(0x10);
    varint(&mut event, step as usize);
    field(&mut event, 5, &summary);
    event
}

/// A field of bytes: text, or a message.
fn field(message: &mut Vec<u8>, number: u8, bytes: &[u8]) {
    message.push(number << 3 | 2);
    varint(message, bytes.len());
    message.extend(bytes);
}

fn varint(message: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensorboard_rs::summary_writer::SummaryWriter;

    /// The events of a file, their times set to zero.
    fn events(mut bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut events = Vec::new();
        while let Some((length, rest)) = bytes.split_first_chunk() {
            let end = 4 + u64::from_le_bytes(*length) as usize;
            let mut event = rest[4..end].to_vec();
            event[1..9].fill(0);
            events.push(event);
            bytes = &rest[end + 4..];
        }
        events
    }

    #[test]
    fn events_are_those_of_the_usual_writer() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let mut writer = SummaryWriter::new(dir.path());
        let (mut ours, long) = (record(&file_event(0.0)).expect("memory can be written"), "x".repeat(300));
        for (step, tag, value) in [(1, "loss/policy", 1.5), (300, long.as_str(), -2e-9), (u32::MAX, "a", 0.0)] {
            writer.add_scalar(tag, value, step as usize);
            ours.extend(record(&scalar_event(0.0, step, tag, value)).expect("memory can be written"));
        }
        // Ends its thread, which writes.
        drop(writer);
        let file = fs::read_dir(dir.path()).expect("readable").next().expect("a file").expect("readable");
        assert_eq!(events(&ours), events(&fs::read(file.path()).expect("readable")));
    }
}
