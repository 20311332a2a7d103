use super::{GOOD, report, stdout};
use crate::record::Records;
use std::io::Write;
use std::path::PathBuf;

/// Check game records against the rules
///
/// Records are read one JSON object a line. Every field that is there is verified. For each file prints how many
/// records are right, or the line, the step and what differs at the first that is not; the exit code is then 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of game records
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Runs the command. All files are checked, also after one that is wrong.
///
/// # Errors
/// A file cannot be read, or a record is malformed or differs from the rules.
pub fn run(args: Args) -> anyhow::Result<()> {
    let mut failure = None;
    for file in &args.files {
        match Records::open(file).and_then(Records::verify) {
            Ok(verified) => writeln!(stdout(), "{}: {GOOD}ok{GOOD:#} {verified}", file.display())?,
            Err(error) => {
                // The last failure is reported by whoever gets it, the others here.
                if let Some(earlier) = failure.replace(anyhow::Error::from(error)) {
                    report(&earlier);
                }
            }
        }
    }
    failure.map_or(Ok(()), Err)
}
