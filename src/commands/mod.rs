//! One file for each command, with its arguments (`Args`) and what it does (`run`). What they share is here.
//!
//! Commands write through [`stdout`] and return their errors, so that `| head` ends them quietly and only terminals
//! show colour.

pub mod analyse;
pub mod arena;
#[cfg(feature = "serve")]
pub mod ask;
pub mod bench;
pub mod check;
#[cfg(feature = "learn")]
pub mod child;
#[cfg(feature = "learn")]
pub mod compare;
pub mod completions;
pub mod convert;
#[cfg(feature = "learn")]
pub mod doctor;
pub mod exam;
pub mod export;
pub mod first_steps;
pub mod games;
#[cfg(feature = "learn")]
pub mod ladder;
#[cfg(feature = "learn")]
pub mod learn;
pub mod man;
pub mod moves;
pub mod new;
pub mod openings;
pub mod perft;
pub mod play;
pub mod problems;
mod progress_log;
pub mod prompt;
#[cfg(feature = "distributed")]
pub mod queue;
pub mod recorded;
pub mod replay;
pub mod report;
pub mod rules;
#[cfg(feature = "learn")]
pub mod runs;
pub mod self_test;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "serve")]
pub mod site;
pub mod solve;
#[cfg(feature = "learn")]
pub mod study;
pub mod thinking;
pub mod threads;
#[cfg(feature = "learn")]
pub mod train;
pub mod ugi;
#[cfg(feature = "distributed")]
pub mod worker;
#[cfg(feature = "distributed")]
pub mod workers;

use crate::compact::CompactNet;
use crate::game::{AnyPosition, Game, Guidance, History, Notation, Rules, positions_of_games};
use crate::games::{AnyGame, variants};
use crate::play::{error_sentence, in_one_line, read_moves};
use crate::players::{give, is_evaluator, kill_programs};
use anstyle::{AnsiColor, Style};
use anyhow::Context;
use comfy_table::{CellAlignment, Table, TableStyle};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Style of table headers and labels.
pub const HEADING: Style = Style::new().bold();
/// Style of success.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Style of failure.
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// A game: a variant and its rule options.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// Variant, as `ardoise games` lists them; a file of rules, as mygame.rbg; or an evaluator, for its game
    #[arg(value_name = "VARIANT")]
    pub variant: String,
    #[command(flatten)]
    pub rules: RulesArg,
}

impl GameArgs {
    /// The game with these options.
    ///
    /// # Errors
    /// No such variant, option or value, or an option is given twice.
    pub fn game(&self) -> anyhow::Result<AnyGame> {
        Ok(AnyGame::new(self.rules.rules(&self.variant)?)?)
    }
}

/// Rule options of a variant that is named elsewhere.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RulesArg {
    /// Set a rule option, such as `opening=last` (repeatable)
    #[arg(long = "rules", value_name = "OPTION=VALUE", value_parser = parse_option)]
    pub options: Vec<(String, String)>,
}

impl RulesArg {
    /// The rules of `variant` with these options.
    ///
    /// # Errors
    /// No such variant, option or value, or an option is given twice.
    pub fn rules(&self, variant: &str) -> anyhow::Result<Rules> {
        for (index, (name, value)) in self.options.iter().enumerate() {
            if let Some((_, earlier)) = self.options[..index].iter().find(|(earlier, _)| earlier == name) {
                anyhow::bail!("rule option `{name}` is given twice, as `{earlier}` and `{value}`: expected one value");
            }
        }
        // An evaluator is asked for the game that it plays, and plays it.
        let net = if is_evaluator(variant) { Some(CompactNet::read(Path::new(variant))?) } else { None };
        if let Some(net) = &net {
            give(&net.header().variant, Path::new(variant));
        }
        let own = net.iter().flat_map(|net| &net.header().options);
        let options = own.chain(self.options.iter().map(|(name, value)| (name, value)));
        let variant = net.as_ref().map_or(variant, |net| &net.header().variant);
        Ok(crate::games::rules(variant, options)?)
    }
}

/// A position, and moves made from it.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArgs {
    /// Start position, in the notation that `ardoise rules VARIANT` shows
    #[arg(long, value_name = "POSITION", default_value = "start")]
    pub position: String,
    /// Moves to make from the start position, such as "a1 c3"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
    /// A file of game records: the position at the end of a game, in place of --position and --moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pub record: Option<PathBuf>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value = "1", requires = "record")]
    pub number: NonZeroUsize,
    /// The position after so many of its moves [default: all]
    #[arg(long, value_name = "N", requires = "record")]
    pub plies: Option<usize>,
}

impl PositionArgs {
    /// The position (`start` is the game's own) after the moves.
    ///
    /// # Errors
    /// The text is not a position of the game, a move is not legal, or the file of records has no such game.
    pub fn history(&self, game: &AnyGame) -> anyhow::Result<History> {
        if let Some(path) = &self.record {
            let record = recorded::open_records(path)?.nth(self.number.get() - 1);
            let (line, record) =
                record.with_context(|| format!("{} has no game {}", path.display(), self.number))??;
            let plies = self.plies.unwrap_or(usize::MAX);
            return recorded::recorded(game, &record, plies).with_context(|| format!("{}:{line}", path.display()));
        }
        let first = match self.position.as_str() {
            "start" => game.start(),
            text => game.read_position(text).with_context(|| game.rules().to_string())?,
        };
        let mut history = History::new(game, first);
        for text in self.moves.split_whitespace() {
            for mv in read_moves(game, &history, text)? {
                history.play(game, mv);
            }
        }
        Ok(history)
    }
}

/// Reads `name=value`, where neither is empty.
fn parse_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected OPTION=VALUE, such as opening=last".to_owned()),
    }
}

/// The first positions of random games in which the game is not over.
pub fn random_positions(game: &AnyGame, count: usize) -> Vec<AnyPosition> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    positions_of_games(game, count, |_, moves| rng.random_range(0..moves.len()))
}
/// The error for a variant without a solver; names those that have one.
pub fn no_solver(variant: &str) -> String {
    let games = variants().filter_map(|variant| AnyGame::new(variant.default_rules()).ok());
    let solvable = games.filter_map(|game| game.solver().map(|_| game.rules().variant().name));
    format!(
        "{variant} has no exact solver: expected a game that has one ({}), or any game from a file of rules without `//! repetition`",
        Vec::from_iter(solvable).join(", ")
    )
}

/// A flag that the first Ctrl-C, SIGTERM or SIGHUP sets, for commands that then stop cleanly; `how` tells the user what
/// happens. A second signal ends the program at once.
///
/// # Errors
/// The system refuses to report signals.
pub fn interrupted(how: &'static str) -> anyhow::Result<&'static AtomicBool> {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            kill_programs();
            std::process::exit(130);
        }
        say(format_args!("ardoise: {how} (Ctrl-C again: at once)"));
    })
    .context("cannot listen for signals")?;
    Ok(&INTERRUPTED)
}

/// The user stopped a command: nothing more is to be said, and the exit code is 130, as a shell has it for Ctrl-C.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Standard output. Strips colour unless it is a terminal that shows it; respects `NO_COLOR`. Its errors name standard
/// output.
pub fn stdout() -> impl Write {
    Stdout(anstream::stdout().lock())
}

struct Stdout(anstream::AutoStream<io::StdoutLock<'static>>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(Stdout::name)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(Stdout::name)
    }
}

impl Stdout {
    fn name(error: io::Error) -> io::Error {
        match error.kind() {
            // Writers retry these themselves.
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("cannot write to standard output: {error}")),
        }
    }
}

/// JSON in which what a terminal may obey is written as an escape, which JSON itself asks of the first 32 characters
/// alone.
pub fn plain_json(text: String) -> String {
    if !text.contains(is_late_control) {
        return text;
    }
    let mut plain = String::with_capacity(text.len() + 64);
    for c in text.chars() {
        match is_late_control(c) {
            // Strings alone can hold them.
            true => plain.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => plain.push(c),
        }
    }
    plain
}

/// A control character that JSON leaves as it is.
fn is_late_control(c: char) -> bool {
    c.is_control() && !c.is_ascii() || c == '\u{7f}'
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

/// A bar for so many things of a kind, as games, on standard error; a line now and then where that is no terminal, so
/// that a log shows it, too.
pub fn progress_bar(count: u64, things: &str) -> ProgressBar {
    let bar = if console::user_attended_stderr() { "{bar:30} " } else { "" };
    let template = format!("{{elapsed}} {bar}{{pos}}/{{len}} {things}, {{eta}} left  {{wide_msg}}");
    let target = match console::user_attended_stderr() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::term_like_with_hz(Box::new(progress_log::ProgressLog::default()), 1),
    };
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::with_draw_target(Some(count), target).with_style(style)
}

/// The processor's name where the system tells it, else its architecture.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|(_, name)| name));
    // Windows.
    let named = name.map(str::to_owned).or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok());
    named.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The program as it can be called again, for advice on what to type next: a crate with games of its own has its own name.
pub fn program() -> String {
    let called = std::env::args_os().next().map(PathBuf::from);
    let name = called.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| "ardoise".to_owned());
    match std::env::current_exe() {
        // Unpacked, and called where it lies.
        Ok(own) if own.parent() == std::env::current_dir().ok().as_deref() && !is_on_path(&own) => {
            format!(".{}{name}", std::path::MAIN_SEPARATOR)
        }
        _ => name,
    }
}

/// Whether the system finds a program by its name alone.
fn is_on_path(program: &Path) -> bool {
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|dir| program.parent() == Some(&dir)))
}

/// Writes an error to standard error, in one line.
pub fn report_error(error: &anyhow::Error) {
    say(format_args!("{BAD}ardoise:{BAD:#} {}", error_sentence(error)));
}

/// Writes a line to standard error. If that fails, there is nobody to tell.
fn say(line: std::fmt::Arguments) {
    let _ = writeln!(anstream::stderr(), "{line}");
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
    fn options_need_a_name_and_a_value() {
        assert_eq!(parse_option("opening=last"), Ok(("opening".into(), "last".into())));
        assert_eq!(parse_option("a=b=c"), Ok(("a".into(), "b=c".into())));
        for text in ["", "opening", "=last", "opening="] {
            assert!(parse_option(text).is_err(), "{text:?}");
        }
    }

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
        let given = "a\u{1b}[2J\u{7f}\u{9b}é\n";
        let told = plain_json(serde_json::to_string(given).expect("a text"));
        assert_eq!(told, r#""a\u001b[2J\u007f\u009bé\n""#);
        assert_eq!(serde_json::from_str::<String>(&told).expect("JSON"), given);
    }

    #[test]
    fn only_a_closed_pipe_is_quiet() {
        let error = |kind| anyhow::Error::from(io::Error::from(kind)).context("writing");
        assert!(is_closed_pipe(&error(io::ErrorKind::BrokenPipe)));
        assert!(!is_closed_pipe(&error(io::ErrorKind::StorageFull)));
    }
}
