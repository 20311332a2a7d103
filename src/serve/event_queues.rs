use crate::clock::Instant;
use crate::web::Refusal;
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio::sync::mpsc::error::TryRecvError;

/// The most tasks followed at once.
const MOST: usize = 256;

/// A task ends after this time without a request for its events. Browsers let a page in the background send one a
/// minute.
const KEPT: Duration = Duration::from_secs(75);

/// The longest that a step waits for an event.
const LONGEST_STEP: Duration = Duration::from_secs(1);

/// Tasks whose events are fetched step by step. A browser grants a host six connections, which the streams of six
/// tabs would use up; a step holds one for a moment.
#[derive(Debug, Default)]
pub(super) struct EventQueues(Mutex<Tasks>);

#[derive(Debug, Default)]
struct Tasks {
    last: u32,
    open: BTreeMap<u32, EventQueue>,
}

#[derive(Clone, Debug)]
struct EventQueue {
    events: Arc<tokio::sync::Mutex<Receiver<Value>>>,
    asked: Instant,
}

impl EventQueues {
    /// Follows a task; returns its number.
    ///
    /// # Errors
    /// There are too many tasks.
    pub fn add(self: &Arc<Self>, events: Receiver<Value>) -> Result<u32, Refusal> {
        let mut tasks = self.0.lock();
        if tasks.open.len() >= MOST {
            return Err(Refusal::new(format!("{MOST} tasks are under way: expected one to be stopped first")));
        }
        tasks.last += 1;
        let number = tasks.last;
        let open = EventQueue { events: Arc::new(tokio::sync::Mutex::new(events)), asked: Instant::now() };
        tasks.open.insert(number, open);
        let followed = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(KEPT).await;
                let mut tasks = followed.0.lock();
                match tasks.open.get(&number) {
                    Some(open) if open.asked.elapsed() < KEPT => {}
                    _ => {
                        tasks.open.remove(&number);
                        return;
                    }
                }
            }
        });
        Ok(number)
    }

    /// The events since the last step; waits up to `milliseconds` for one. An error ends the task, and is then the
    /// reply.
    ///
    /// # Errors
    /// There is no such task.
    pub async fn step(&self, number: u32, milliseconds: u32) -> Result<Value, Refusal> {
        let open = {
            let mut tasks = self.0.lock();
            let open = tasks.open.get_mut(&number).ok_or_else(|| Refusal::no_task(number))?;
            open.asked = Instant::now();
            open.clone()
        };
        let mut events = open.events.lock().await;
        let mut told: Vec<Value> = Vec::new();
        let wait = Duration::from_millis(milliseconds.into()).min(LONGEST_STEP);
        let mut over = match tokio::time::timeout(wait, events.recv()).await {
            Ok(Some(event)) => {
                told.push(event);
                false
            }
            Ok(None) => true,
            Err(_) => false,
        };
        while !over {
            match events.try_recv() {
                Ok(event) => told.push(event),
                Err(TryRecvError::Disconnected) => over = true,
                Err(TryRecvError::Empty) => break,
            }
        }
        let failed = told.last().filter(|event| event.get("error").is_some()).cloned();
        over |= failed.is_some() || told.last().is_some_and(|event| event["done"] == true);
        if over {
            self.stop(number);
        }
        Ok(failed.unwrap_or_else(|| json!({"events": told, "done": over})))
    }

    /// Ends a task, if it is running.
    pub fn stop(&self, number: u32) {
        self.0.lock().open.remove(&number);
    }
}
