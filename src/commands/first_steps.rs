use super::games::width;
use super::{HEADING, program, stdout};
use std::io::Write;

/// Commands to try first, for people who start the program without one.
const STEPS: &[(&str, &str)] = &[
    #[cfg(feature = "serve")]
    ("serve --open", "play, learn the games and analyse in the browser"),
    ("play dualite", "play in the terminal"),
    ("games", "the games, and what can be chosen in each"),
    ("new mygame", "begin a game of your own: thirty lines of rules"),
    #[cfg(feature = "learn")]
    ("study mygame.rbg --budget 1h", "learn it, report on it, compose problems"),
    ("help", "all commands; `help COMMAND` explains one"),
];

/// Shows the first steps.
///
/// # Errors
/// Standard output cannot be written.
pub fn run() -> anyhow::Result<()> {
    let (mut out, program) = (stdout(), program());
    let width = width(STEPS.iter().map(|(command, _)| command));
    for (command, what) in STEPS {
        writeln!(out, "{HEADING}{program} {command:width$}{HEADING:#}  {what}")?;
    }
    Ok(())
}
