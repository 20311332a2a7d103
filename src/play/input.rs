use super::line::{WIDTH, read_line};
use std::io::{self, BufRead, Write};

/// Where a person's lines come from.
pub trait Input {
    /// Shows the prompt and returns the next line, without blanks around it and without control characters; `None` at
    /// the end of the input. `lines` gives lines that can be meant, to complete what is typed.
    ///
    /// # Errors
    /// The input cannot be read, or `out` cannot be written.
    fn line(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        lines: &mut dyn FnMut() -> Vec<String>,
    ) -> io::Result<Option<String>>;

    fn width(&self) -> usize {
        WIDTH
    }

    /// What the help says about editing lines.
    fn help(&self) -> &'static str {
        ""
    }
}

impl<R: BufRead> Input for R {
    fn line(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        _: &mut dyn FnMut() -> Vec<String>,
    ) -> io::Result<Option<String>> {
        write!(out, "{prompt}")?;
        out.flush()?;
        read_line(self)
    }
}
