use indicatif::TermLike;
use parking_lot::Mutex;
use std::io::{self, Write};
use std::time::{Duration, Instant};

const EVERY: Duration = Duration::from_secs(30);

/// Columns of a line.
const WIDTH: u16 = 100;

/// Writes progress to standard error if that is a file: a line now and then, and none for a command that ends soon.
#[derive(Debug)]
pub struct ProgressLog(Mutex<Last>);

/// Time of the last line, and the newest progress not written yet.
#[derive(Debug)]
struct Last {
    at: Instant,
    line: String,
}

impl Default for ProgressLog {
    fn default() -> Self {
        ProgressLog(Mutex::new(Last { at: Instant::now(), line: String::new() }))
    }
}

impl Last {
    /// The line to write now, if one is due.
    fn due(&mut self, now: Instant) -> Option<String> {
        let due = now.duration_since(self.at) >= EVERY && !self.line.trim().is_empty();
        due.then(|| {
            self.at = now;
            std::mem::take(&mut self.line)
        })
    }
}

impl ProgressLog {
    fn add(&self, text: &str) -> io::Result<()> {
        self.0.lock().line.push_str(text);
        Ok(())
    }
}

impl TermLike for ProgressLog {
    fn width(&self) -> u16 {
        WIDTH
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.add(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.add(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.lock().line.clear();
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let due = self.0.lock().due(Instant::now());
        due.map_or(Ok(()), |line| writeln!(io::stderr(), "{}", line.trim_end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_a_line_now_and_then() {
        let log = ProgressLog::default();
        let began = log.0.lock().at;
        let due = |after: u64| log.0.lock().due(began + Duration::from_secs(after));
        log.write_str("3/10 games").expect("kept");
        assert_eq!(due(29), None);
        log.clear_line().expect("cleared");
        assert_eq!(due(31), None, "there is nothing to say");
        log.write_str("4/10 games").expect("kept");
        assert_eq!(due(31).as_deref(), Some("4/10 games"));
        log.write_str("5/10 games").expect("kept");
        assert_eq!((due(60), due(61).is_some()), (None, true));
    }
}
