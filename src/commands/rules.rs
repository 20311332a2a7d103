use super::stdout;
use crate::games::rules;
use crate::play::{WIDTH, rules_text};
use std::io::Write;

/// Show the rules of a game and its notation
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Variant, as `ardoise games` lists them
    #[arg(value_name = "VARIANT")]
    variant: String,
}

/// Runs the command.
///
/// # Errors
/// There is no such variant, or standard output cannot be written.
pub fn run(args: Args) -> anyhow::Result<()> {
    let rules = rules::<&str, &str>(&args.variant, [])?;
    Ok(write!(stdout(), "{}", rules_text(rules.variant(), WIDTH))?)
}
