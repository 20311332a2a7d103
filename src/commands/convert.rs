use super::{RulesArg, plain_json, say, stdout};
use crate::files;
use crate::play::in_one_line;
use crate::record::{FileText, ForeignGame, Format, LONGEST_FOREIGN, LeftOut, Reading, convert};
use anyhow::{Context, Result, bail, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Convert game records between JSON lines, SGF and text
///
/// Reads all three formats, and recognises them by their beginning. SGF of Lines of Action is read as defined by
/// `FF[4]` (`GM[9]`) and as Boardspace and Little Golem write it; text as tags and numbered moves, like PGN. Every game
/// is checked by the rules. One that breaks them is an error; with --skip it is left out and named. SGF and text keep
/// variations and comments; JSON lines hold only the main line of each game, and the variations and comments left out
/// are counted.
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
        let mut left_out = LeftOut::default();
        for ForeignGame { game, left_out: besides } in read(file, &reading)? {
            match game {
                Ok(game) => {
                    text += &format.write_whole(&game)?;
                    games += 1;
                    left_out += match format {
                        Format::Lines => besides,
                        Format::Sgf | Format::Text => LeftOut { variations: game.broken, comments: 0 },
                    };
                }
                Err(error) if args.skip => {
                    say(format_args!("left out: {}", in_one_line(&error.to_string())));
                    skipped += 1;
                }
                Err(error) => bail!("{error}; --skip leaves such games out"),
            }
        }
        if !left_out.is_none() {
            let why = match format {
                Format::Lines => "a record is one line of moves",
                Format::Sgf | Format::Text => "against the rules",
            };
            say(format_args!("{}: {left_out} left out: {why}", file.display()));
        }
    }
    ensure!(games > 0, "no game was read: expected game records");
    let Some(out) = &args.out else { return Ok(write!(stdout(), "{}", plain_json(text))?) };
    if out.exists() {
        bail!("{} is there already: expected another name", out.display());
    }
    files::replace(out, text.as_bytes()).with_context(|| format!("cannot write {}", out.display()))?;
    let left_out = if skipped > 0 { format!(", {skipped} left out") } else { String::new() };
    Ok(writeln!(stdout(), "{}: {games} games{left_out}", out.display())?)
}

fn read(file: &Path, reading: &Reading<'_>) -> Result<Vec<ForeignGame>> {
    let name = file.display().to_string();
    let FileText { text, note } =
        FileText::of(&files::read(file, LONGEST_FOREIGN).with_context(|| format!("cannot read {name}"))?);
    if let Some(note) = note {
        say(format_args!("{name}: {}", in_one_line(&note.to_string())));
    }
    Ok(convert(&name, &text, reading)?)
}
