//! Waiting for what another process does.

use std::time::{Duration, Instant};

/// Long: the machine may have other things to do.
const PATIENCE: Duration = Duration::from_secs(500);

/// Waits for what must come; fails where it does not.
#[cfg(any(unix, feature = "learn"))]
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The result of `work`, with a time limit: a test that fails is better than one that hangs.
pub fn ends<T: Send + 'static>(what: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || drop(tell.send(work())));
    told.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("waited in vain for the end of {what}"))
}
