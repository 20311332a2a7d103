use parking_lot::Mutex;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Interval of checks while there are watchers.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A value that is polled for all watchers: one check serves all of them, and without watchers there is none.
#[derive(Debug)]
pub(super) struct Poll {
    look: fn() -> Value,
    /// The last result; `null` before the first.
    found: watch::Sender<Value>,
    /// Held by the request that checks.
    looking: Mutex<bool>,
}

impl Poll {
    pub fn new(look: fn() -> Value) -> Arc<Poll> {
        Arc::new(Poll { look, found: watch::Sender::new(Value::Null), looking: Mutex::new(false) })
    }

    /// The current value and each change, as long as the receiver exists.
    pub fn follow(self: &Arc<Self>) -> mpsc::Receiver<Value> {
        let (sender, events) = mpsc::channel(1);
        let mut found = self.subscribe();
        tokio::spawn(async move {
            loop {
                let now = found.borrow_and_update().clone();
                if !now.is_null() && sender.send(now).await.is_err() {
                    return;
                }
                tokio::select! {
                    changed = found.changed() => if changed.is_err() { return },
                    () = sender.closed() => return,
                }
            }
        });
        events
    }

    /// Adds a watcher; begins to poll if there was none.
    fn subscribe(self: &Arc<Self>) -> watch::Receiver<Value> {
        let mut looking = self.looking.lock();
        if !*looking {
            *looking = true;
            // The result at the time of the last watcher may be stale.
            self.found.send_replace(Value::Null);
            tokio::spawn(Arc::clone(self).look_on());
        }
        self.found.subscribe()
    }

    /// Polls until there are no watchers.
    async fn look_on(self: Arc<Self>) {
        loop {
            let now = tokio::task::spawn_blocking(self.look).await.unwrap_or_default();
            self.found.send_if_modified(|found| {
                let has_changed = *found != now;
                *found = now;
                has_changed
            });
            let _ = tokio::time::timeout(LOOK_EVERY, self.found.closed()).await;
            let mut looking = self.looking.lock();
            if self.found.is_closed() {
                *looking = false;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_hundred_watchers_share_their_looks() {
        static LOOKS: AtomicU32 = AtomicU32::new(0);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("it starts");
        runtime.block_on(async {
            let watched = Poll::new(|| json!(LOOKS.fetch_add(1, Ordering::Relaxed) + 1));
            let mut watchers = Vec::from_iter((0..100).map(|_| watched.follow()));
            for events in &mut watchers {
                assert_eq!(events.recv().await, Some(json!(1)), "all are told of the first look");
            }

            // Without watchers there is no check; a later one gets the new value.
            drop(watchers);
            while *watched.looking.lock() {
                tokio::task::yield_now().await;
            }
            let looks = LOOKS.load(Ordering::Relaxed);
            tokio::task::yield_now().await;
            assert_eq!(watched.follow().recv().await, Some(json!(looks + 1)));
        });
    }
}
