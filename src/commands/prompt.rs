//! A person's lines from a terminal, with editing, history and completion.

use crate::play::{Input, WIDTH, typed_line};
use anyhow::Context;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Behavior, CompletionType, Config, Editor, Helper};
use std::io::{self, Write};

/// Least and greatest width of answers, in columns; wider lines are hard to read.
const WIDTHS: (usize, usize) = (40, 100);

/// Standard input and output, which are terminals.
pub struct Prompt {
    editor: Editor<Lines, DefaultHistory>,
    width: usize,
}

impl Prompt {
    /// Uses the terminal in raw mode, but only while a line is typed.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn new() -> anyhow::Result<Prompt> {
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .behavior(Behavior::Stdio)
            .build();
        let mut editor = Editor::with_config(config).context("cannot use the terminal")?;
        editor.set_helper(Some(Lines::default()));
        let mut prompt = Prompt { editor, width: 0 };
        prompt.measure();
        Ok(prompt)
    }

    fn measure(&mut self) {
        let columns = self.editor.dimensions().map_or(WIDTH, |(columns, _)| usize::from(columns));
        self.width = columns.clamp(WIDTHS.0, WIDTHS.1);
    }
}

impl Input for Prompt {
    fn line(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        lines: &mut dyn FnMut() -> Vec<String>,
    ) -> io::Result<Option<String>> {
        out.flush()?;
        if let Some(helper) = self.editor.helper_mut() {
            helper.0 = lines();
        }
        let read = self.editor.readline(prompt);
        self.measure();
        match read {
            Ok(line) => Ok(Some(typed_line(&line))),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn width(&self) -> usize {
        self.width
    }

    fn help(&self) -> &'static str {
        "Tab completes a move or a command; the arrow keys edit the line and recall earlier ones."
    }
}

/// The lines that may be typed.
#[derive(Default)]
struct Lines(Vec<String>);

impl Completer for Lines {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &rustyline::Context) -> rustyline::Result<(usize, Vec<String>)> {
        let begins =
            |text: &&String| text.get(..cursor).is_some_and(|begin| begin.eq_ignore_ascii_case(&line[..cursor]));
        Ok((0, self.0.iter().filter(begins).cloned().collect()))
    }
}

impl Helper for Lines {}
impl Highlighter for Lines {}
impl Validator for Lines {}
impl Hinter for Lines {
    type Hint = String;
}
