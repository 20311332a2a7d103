use super::stdout;
use crate::arena::{Kind, PlayerSpec, run_evaluator};
use crate::eval::compact::CompactNet;
use anyhow::{Result, bail};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the evaluator of a run's newest or a given generation to a file
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Run (name or directory), generation of a run (RUN:7), generation's directory, or evaluator file
    #[arg(value_name = "RUN_OR_CHECKPOINT")]
    from: String,
    /// File to write, as dualite.ard; an existing one is replaced
    #[arg(long)]
    out: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// There is no such run or checkpoint, its evaluator is damaged, or the file cannot be written.
pub fn run(args: Args) -> Result<()> {
    let net = CompactNet::read(evaluator(&args.from)?)?;
    net.write(&args.out)?;
    let header = net.header();
    let provenance = &header.provenance;
    writeln!(
        stdout(),
        "{}: {}, generation {} of run {}, {} parameters",
        args.out.display(),
        header.variant,
        provenance.generation,
        provenance.run,
        header.architecture.parameters(),
    )?;
    Ok(())
}

/// The evaluator file that `from` names.
fn evaluator(from: &str) -> Result<PathBuf> {
    let in_generation = Path::new(from).join("evaluator.ard");
    if in_generation.is_file() {
        return Ok(in_generation);
    }
    match from.parse::<PlayerSpec>().map(|spec| spec.kind) {
        Ok(Kind::File(path)) => Ok(path),
        Ok(Kind::Run { run, generation }) => Ok(run_evaluator(&run, generation)?),
        _ => {
            bail!("`{from}` is no checkpoint: expected a run, RUN:GENERATION, a generation's directory or an .ard file")
        }
    }
}
