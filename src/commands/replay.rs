use super::recorded::open_records;
use super::{GOOD, report_error, say, stdout};
use std::io::Write;
use std::path::PathBuf;

/// Check game records against the rules
///
/// A record is one line of JSON, as written by `play --record` and `arena --record`. Every field of a record is
/// verified. Files in SGF and text are read, too (see `convert`): their main lines are checked, and variations and
/// comments are counted. Prints the number of records of each file, or the first contradiction to the rules; the exit
/// code is then 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of game records
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Runs the command. Checks all files, even after a wrong one.
///
/// # Errors
/// A file cannot be read, or a record is malformed or differs from the rules.
pub fn run(args: Args) -> anyhow::Result<()> {
    let mut failure = None;
    for file in &args.files {
        let verified = open_records(file).and_then(|records| {
            let left_out = records.left_out();
            Ok((records.verify()?, left_out))
        });
        match verified {
            Ok((verified, left_out)) => {
                writeln!(stdout(), "{}: {GOOD}ok{GOOD:#} {verified}", file.display())?;
                if !left_out.is_none() {
                    say(format_args!("{}: {left_out} not checked: a record is one line of moves", file.display()));
                }
            }
            Err(error) => {
                // The caller reports the last failure; the earlier ones are reported here.
                if let Some(earlier) = failure.replace(anyhow::Error::from(error)) {
                    report_error(&earlier);
                }
            }
        }
    }
    failure.map_or(Ok(()), Err)
}
