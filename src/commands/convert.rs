use super::{RulesArg, stdout};
use crate::files;
use crate::record::{Converted, Format, LeftOut, Reading, Record, RecordError, Records, convert};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Convert game records between JSON lines, SGF and text
///
/// Reads all three formats, and tells them apart by how the text begins. SGF of Lines of Action is read as `FF[4]` has
/// it (`GM[9]`) and as Boardspace and Little Golem write it; text as tags and numbered moves, as PGN. Every game is
/// played by the rules. One that breaks them is an error; with --skip it is left out and named. A record is one line of
/// moves: how many variations and comments a file has besides is said.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of game records
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File to write: .sgf, .pgn or .txt, else JSON lines; without it JSON lines go to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The game of files that do not name it
    #[arg(long, value_name = "VARIANT", default_value = "loa")]
    game: String,
    #[command(flatten)]
    rules: RulesArg,
    /// Leave out games that break the rules, and name them
    #[arg(long)]
    skip: bool,
}

/// Runs the command.
///
/// # Errors
/// A file cannot be read or written, or a game breaks the rules.
pub fn run(args: Args) -> Result<()> {
    let options = args.rules.rules(&args.game)?.changed_options();
    let reading = Reading { variant: args.game.clone(), options, ..Reading::default() };
    let format = args.out.as_deref().map_or(Format::Lines, Format::of_path);
    let (mut text, mut games, mut skipped) = (String::new(), 0, 0);
    for file in &args.files {
        let (records, left_out) = read(file, &reading)?;
        if left_out != LeftOut::default() {
            eprintln!("{}: {left_out} left out: a record is one line of moves", file.display());
        }
        for record in records {
            match record {
                Ok(record) => {
                    text += &format.write(&record)?;
                    games += 1;
                }
                Err(error) if args.skip => {
                    eprintln!("left out: {error}");
                    skipped += 1;
                }
                Err(error) => bail!("{error}; --skip leaves such games out"),
            }
        }
    }
    ensure!(games > 0, "no game was read: expected game records");
    let Some(out) = &args.out else { return Ok(write!(stdout(), "{text}")?) };
    if out.exists() {
        bail!("{} is there already: expected another name", out.display());
    }
    files::replace(out, text.as_bytes()).with_context(|| format!("cannot write {}", out.display()))?;
    let left_out = if skipped > 0 { format!(", {skipped} left out") } else { String::new() };
    Ok(writeln!(stdout(), "{}: {games} games{left_out}", out.display())?)
}

/// The records of a file, each verified; and what the file has besides.
fn read(file: &Path, reading: &Reading<'_>) -> Result<(Vec<Result<Record, RecordError>>, LeftOut)> {
    let name = file.display().to_string();
    let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
    // Old files have other encodings; only names and comments can suffer.
    let text = String::from_utf8_lossy(&bytes);
    if Format::of_text(&text) == Format::Lines {
        let records = Records::new(name.clone(), text.as_bytes());
        let records = records.map(|record| {
            let (line, record) = record?;
            match record.verify() {
                Ok(()) => Ok(record),
                Err(difference) => {
                    Err(RecordError::Differs { file: name.clone(), line, difference: Box::new(difference) })
                }
            }
        });
        return Ok((records.collect(), LeftOut::default()));
    }
    let mut left_out = LeftOut::default();
    let games = convert(&name, &text, reading)?.into_iter().map(|Converted { line, record, left_out: more }| {
        left_out += more;
        record.map_err(|reason| RecordError::Foreign { file: name.clone(), line, reason })
    });
    let records = games.collect();
    Ok((records, left_out))
}
