use std::collections::VecDeque;
use std::fmt;

/// Commands that wait for the end of a search, in order. After an excess command all are dropped up to the end of that
/// search, so that none is executed without those before it.
#[derive(Debug, Default)]
pub(super) struct CommandQueue {
    lines: VecDeque<String>,
    /// Total length of the waiting lines, in bytes.
    bytes: usize,
    is_full: bool,
}

/// The most waiting commands: no program sends as many.
const MOST: usize = 10_000;

/// The most bytes of waiting commands: some sixteen of the longest lines.
const MOST_BYTES: usize = 16 << 20;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct QueueFull {
    queue: usize,
}

impl fmt::Display for QueueFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} commands wait for the end of the search: this one and more are left out; expected stop",
            self.queue
        )
    }
}

impl CommandQueue {
    /// Queues a command. Only the first dropped one is reported.
    pub fn add(&mut self, line: String) -> Result<(), QueueFull> {
        if self.is_full {
            return Ok(());
        }
        if self.lines.len() >= MOST || self.bytes + line.len() > MOST_BYTES {
            self.is_full = true;
            return Err(QueueFull { queue: self.lines.len() });
        }
        self.bytes += line.len();
        self.lines.push_back(line);
        Ok(())
    }

    /// The command that has waited longest.
    pub fn next(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.len();
        Some(line)
    }

    /// The search is over: the next one has an empty queue.
    pub fn end(&mut self) {
        self.is_full = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_wait_and_no_more() {
        let mut queue = CommandQueue::default();
        let long = "x".repeat(1 << 20);
        let added = (0..100).filter(|_| queue.add(long.clone()) == Ok(()) && !queue.is_full).count();
        assert_eq!((added, queue.bytes), (16, MOST_BYTES));
        // Dropped even if there is room, since an earlier command was.
        assert!(queue.next().is_some() && queue.add("go".to_owned()).is_ok());
        queue.end();
        queue.add("quit".to_owned()).expect("there is room");
        let left = Vec::from_iter(std::iter::from_fn(|| queue.next()));
        assert_eq!((left.len(), left[15].as_str(), queue.bytes), (16, "quit", 0));
        let refused = (0..20_000).filter(|number| queue.add(number.to_string()).is_err()).count();
        assert_eq!((refused, queue.lines.len()), (1, MOST));
    }
}
