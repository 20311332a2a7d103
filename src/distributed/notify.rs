use std::sync::Arc;
use std::time::{Duration, Instant};

/// Shows a line to a person.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;

/// Limits messages that may repeat, so that they do not fill a log: some lines at first, then one now and then with the
/// number left out.
pub(super) struct RateLimiter {
    notify: Notify,
    said: u32,
    last: Instant,
    left_out: u64,
}

/// Number of lines shown without a pause.
const AT_ONCE: u32 = 5;

/// Least time between two messages after the first ones.
const PAUSE: Duration = Duration::from_secs(60);

impl RateLimiter {
    pub fn new(notify: &Notify) -> RateLimiter {
        RateLimiter { notify: Arc::clone(notify), said: 0, last: Instant::now(), left_out: 0 }
    }

    /// Shows a line, or counts it as left out.
    pub fn say(&mut self, line: &str) {
        if self.said >= AT_ONCE && self.last.elapsed() < PAUSE {
            self.left_out += 1;
            return;
        }
        match self.left_out {
            0 => (self.notify)(line),
            more => (self.notify)(&format!("{line} (and {more} more like this)")),
        }
        (self.said, self.last, self.left_out) = (self.said + 1, Instant::now(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parking_lot::Mutex;

    #[test]
    fn a_flood_makes_a_few_lines() {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let into = Arc::clone(&lines);
        let notify: Notify = Arc::new(move |line: &str| into.lock().push(line.to_owned()));
        let mut rate_limiter = RateLimiter::new(&notify);
        (0..100_000).for_each(|_| rate_limiter.say("refused"));
        assert_eq!(lines.lock().len(), AT_ONCE as usize);
        assert_eq!(rate_limiter.left_out, 99_995);
    }
}
