//! Standard output and standard error. Text of foreign origin, such as a file's name, is made harmless here, for all
//! commands.

use super::progress_log;
use crate::play::{error_sentence, in_one_line};
use crate::text::is_obeyed;
use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, TableStyle};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// Style of table headers and labels.
pub const HEADING: Style = Style::new().bold();
/// Style of good results.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Style of errors and bad results.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// Standard output, for people. Control characters are replaced, and colours are stripped unless the terminal shows
/// them (`NO_COLOR` is respected). Errors name standard output.
pub fn stdout() -> impl Write {
    Stdout(anstream::stdout().lock())
}

struct Stdout(anstream::AutoStream<io::StdoutLock<'static>>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(harmless(&String::from_utf8_lossy(bytes)).as_bytes()).map_err(Stdout::name)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(Stdout::name)
    }
}

impl Stdout {
    fn name(error: io::Error) -> io::Error {
        match error.kind() {
            // Writers retry interrupted writes by themselves.
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("cannot write to standard output: {error}")),
        }
    }
}

/// JSON with all control characters escaped. JSON itself requires escapes only for the first 32.
pub fn plain_json(text: String) -> String {
    if !text.contains(is_obeyed_in_json) {
        return text;
    }
    let mut plain = String::with_capacity(text.len() + 64);
    for c in text.chars() {
        match is_obeyed_in_json(c) {
            // Only strings can contain such characters.
            true => plain.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => plain.push(c),
        }
    }
    plain
}

/// Whether JSON allows the character unescaped although a terminal acts on it.
fn is_obeyed_in_json(c: char) -> bool {
    is_obeyed(c) && c >= '\u{7f}'
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// Standard output cannot be written.
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    Ok(writeln!(stdout(), "{}", plain_json(serde_json::to_string(value)?))?)
}

/// Writes a table with a header. Columns of numbers are aligned to the right.
///
/// # Errors
/// Standard output cannot be written.
pub fn print_table(header: &[&str], rows: &[Vec<String>]) -> anyhow::Result<()> {
    let mut out = stdout();
    for (index, line) in table_lines(header, rows).iter().enumerate() {
        let style = if index == 0 { HEADING } else { Style::new() };
        writeln!(out, "{style}{line}{style:#}")?;
    }
    Ok(())
}

fn table_lines(header: &[&str], rows: &[Vec<String>]) -> Vec<String> {
    let mut table = Table::new();
    let cells = rows.iter().map(|row| row.iter().map(|cell| in_one_line(cell)));
    table.load_style(TableStyle::new()).set_header(header.iter().copied()).add_rows(cells);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if rows.iter().all(|row| is_number(&row[index])) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect()
}

fn is_number(cell: &str) -> bool {
    cell.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c)) && cell.ends_with(|c: char| c.is_ascii_digit())
}

/// A progress bar for `count` things, such as games, on standard error; if that is no terminal, an occasional line for
/// the log.
pub fn progress_bar(count: u64, things: &str) -> ProgressBar {
    let bar = if console::user_attended_stderr() { "{bar:30} " } else { "" };
    let template = format!("{{elapsed}} {bar}{{pos}}/{{len}} {things}, {{left}} left  {{wide_msg}}");
    let target = match console::user_attended_stderr() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::term_like_with_hz(Box::new(progress_log::ProgressLog::default()), 1),
    };
    ProgressBar::with_draw_target(Some(count), target).with_style(progress_style(&template))
}

/// A style for bars. `{left}` in its template is the time left.
pub(super) fn progress_style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    // Before the first unit is done, the time left is unknown.
    let left = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = match state.pos() {
            0 => write!(out, "?"),
            _ => write!(out, "{:#}", HumanDuration(state.eta())),
        };
    };
    style.with_key("left", left)
}

/// Writes an error to standard error, in one line.
pub fn report_error(error: &anyhow::Error) {
    say(format_args!("{BAD}ardoise:{BAD:#} {}", error_sentence(error)));
}

/// Writes a line to standard error. A failure is ignored: there is no other channel to report it.
pub(super) fn say(line: std::fmt::Arguments) {
    let _ = writeln!(anstream::stderr(), "{}", harmless(&line.to_string()));
}

/// Shows the error of a command line, or the help that it requests; returns the exit code.
pub fn say_usage(usage: &clap::Error) -> ExitCode {
    let text = harmless(&usage.render().ansi().to_string());
    // A failure is ignored: there is no other channel to report it.
    let _ = match usage.use_stderr() {
        true => write!(anstream::stderr(), "{text}"),
        false => write!(anstream::stdout(), "{text}"),
    };
    u8::try_from(usage.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// The text without control characters, except line ends, tabs and colours.
fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let style = if c == '\u{1b}' { style(rest) } else { None };
        let length = style.map_or(c.len_utf8(), str::len);
        match style {
            Some(style) => shown.push_str(style),
            None if is_obeyed(c) && !"\n\t".contains(c) => shown.push(char::REPLACEMENT_CHARACTER),
            None => shown.push(c),
        }
        rest = &rest[length..];
    }
    shown
}

/// The style that a text begins with: weights and colours, as this program uses them, but none that hides text.
fn style(text: &str) -> Option<&str> {
    let codes = text.strip_prefix("\u{1b}[")?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';').filter(|&end| codes[end..].starts_with('m'))?;
    let is_seen = |code: &str| matches!(code.parse(), Ok(0..=4 | 7 | 30..=37 | 39 | 90..=97)) || code.is_empty();
    codes[..end].split(';').all(is_seen).then_some(&text[..2 + end + 1])
}

/// Whether the error only means that the reader of the output is gone, as in `ardoise moves loa | head -1`.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_numbers_stand_to_the_right() {
        let rows = [vec!["1".into(), "36".into(), "x".into()], vec!["10".into(), "1244".into(), "yy".into()]];
        assert_eq!(
            table_lines(&["depth", "n", "text"], &rows),
            ["depth     n  text", "    1    36  x", "   10  1244  yy"]
        );
    }

    #[test]
    fn what_others_wrote_stays_in_its_cell() {
        let lines = table_lines(&["a"], &[vec!["x\u{1b}\u{9b}\ny".into()]]);
        assert_eq!(lines, ["a", "x\u{fffd}\u{fffd} y"]);
    }

    #[test]
    fn json_commands_no_terminal() {
        let given = "a\u{1b}[2J\u{7f}\u{9b}é\u{202e}\n";
        let told = plain_json(serde_json::to_string(given).expect("a text"));
        assert_eq!(told, r#""a\u001b[2J\u007f\u009bé\u202e\n""#);
        assert_eq!(serde_json::from_str::<String>(&told).expect("JSON"), given);
    }

    #[test]
    fn a_terminal_obeys_colours_alone() {
        let own = format!("{HEADING}a{HEADING:#}\t{BAD}b{BAD:#}\n");
        assert_eq!(harmless(&own), own);
        for (given, shown) in [
            ("\u{1b}]0;title\u{7}x", "\u{fffd}]0;title\u{fffd}x"),
            ("\u{1b}[2J\u{1b}[31", "\u{fffd}[2J\u{fffd}[31"),
            ("\u{1b}[8mhidden\u{1b}[1;38;5;7m", "\u{fffd}[8mhidden\u{fffd}[1;38;5;7m"),
            ("a\rb\u{8}c\u{9b}d", "a\u{fffd}b\u{fffd}c\u{fffd}d"),
            ("x\u{202e}gbr.exe\u{2066}\u{200f}é", "x\u{fffd}gbr.exe\u{fffd}\u{fffd}é"),
        ] {
            assert_eq!(harmless(given), shown, "{given:?}");
        }
    }

    #[test]
    fn only_a_closed_pipe_is_quiet() {
        let error = |kind| anyhow::Error::from(io::Error::from(kind)).context("writing");
        assert!(is_closed_pipe(&error(io::ErrorKind::BrokenPipe)));
        assert!(!is_closed_pipe(&error(io::ErrorKind::StorageFull)));
    }
}
