use super::line::{WIDTH, read_line};
use std::io::{self, BufRead, Write};

/// The source of a person's lines.
pub trait Input {
    /// Shows the prompt and returns the next line, without surrounding blanks and without control characters; `None`
    /// at the end of the input. `lines` gives possible lines for completion.
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

    /// The help's text on editing lines.
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
