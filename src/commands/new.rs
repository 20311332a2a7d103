use super::{program, stdout};
use crate::games::rules_file;
use anyhow::{Result, bail};
use std::io::Write;
use std::path::PathBuf;

/// Write a new rules file: a small game, with comments on how to change it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game's name; the file is NAME.rbg
    #[arg(value_name = "NAME")]
    name: String,
}

/// Runs the command.
///
/// # Errors
/// The file already exists or cannot be written.
pub fn run(args: Args) -> Result<()> {
    let name = args.name.strip_suffix(".rbg").unwrap_or(&args.name);
    let path = PathBuf::from(format!("{name}.rbg"));
    if path.exists() {
        bail!("{} is there already: expected another name", path.display());
    }
    crate::files::replace(&path, rules_file::TEMPLATE.as_bytes())
        .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))?;
    let path = path.display();
    let ardoise = program();
    Ok(writeln!(stdout(), "wrote {path}; next: {ardoise} check {path}, {ardoise} play {path} --against mcts:1000")?)
}
