use crate::runs::{RUNS, RunDir, write_file};
use anyhow::{Context, Result, ensure};
use std::path::{self, Path};

/// A run can be created in the directory of runs, locked by one process alone, and written. It is removed afterwards.
pub fn runs() -> Result<String> {
    let folder = Path::new(RUNS);
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let name = || path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).display().to_string();
    let place = tempfile::Builder::new().prefix(".self-test-").tempdir_in(there);
    let place = place.with_context(|| format!("cannot write to {}", name()))?;
    let run = RunDir::at(place.path().join("run"));
    run.create("")?;
    let held = run.hold()?;
    ensure!(run.is_held() && run.hold().is_err(), "{}: files are not locked there", name());
    for number in [0, 1] {
        held.publish(number, |path| write_file(&path.join("file"), b"x"))?;
    }
    // Replaces an existing file.
    held.write_schedule("x")?;
    held.write_schedule("y")?;
    drop(held);
    ensure!(run.newest()? == 1 && !run.is_held(), "{}: the written file is missing", name());
    place.close().with_context(|| format!("cannot remove the file written to {}", name()))?;
    Ok(format!("can be written: {}", name()))
}
