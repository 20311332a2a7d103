use crate::distributed::link::Access;
use crate::distributed::message::WorkerStatus;
use crate::distributed::notify::Notify;
use crate::distributed::worker::{WorkerOptions, work};
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// The worker in the learner's own process.
pub(in crate::distributed) struct LocalWorker {
    ready: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<WorkerStatus>>,
}

impl LocalWorker {
    /// Starts the worker, which takes no tasks yet.
    pub fn start(access: &Access, run: &str, threads: usize, notify: &Notify) -> LocalWorker {
        let [ready, stop] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let (access, name, notify) = (access.clone(), format!("learner-{run}"), Arc::clone(notify));
        let flags = (Arc::clone(&ready), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            let (ready, stop) = flags;
            work(&WorkerOptions {
                access: &access,
                name: &name,
                threads,
                ready: &|| ready.load(Ordering::Relaxed),
                stop: &|| stop.load(Ordering::Relaxed),
                notify: &notify,
            })
        });
        LocalWorker { ready, stop, thread }
    }

    /// Sets whether the worker takes tasks.
    pub fn set_ready(&self, ready: bool) {
        self.ready.store(ready, Ordering::Relaxed);
    }

    /// Stops the worker, and waits for its end.
    ///
    /// # Errors
    /// The worker's error.
    pub fn stop(self) -> Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().map_or(Ok(()), |worked| worked.map(drop))
    }
}
