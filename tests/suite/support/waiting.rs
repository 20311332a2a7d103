//! Waiting for what another process does.

use std::time::{Duration, Instant};

/// Fails only after many minutes: the machine may have other things to do.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(500), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
