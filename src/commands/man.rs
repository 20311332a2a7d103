use super::stdout;
use crate::files::replace;
use anyhow::Context;
use clap_mangen::Man;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Print the manual page, or write all manual pages to a directory
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Write ardoise.1 and a page for each command, such as ardoise-play.1, to DIR
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command; `program` is the whole command line.
///
/// # Errors
/// A page cannot be written.
pub fn run(args: Args, mut program: clap::Command) -> anyhow::Result<()> {
    let Some(directory) = args.out else {
        return Ok(stdout().write_all(&page(program)?)?);
    };
    fs::create_dir_all(&directory).with_context(|| format!("cannot create {}", directory.display()))?;
    program.build();
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
    let commands = commands.map(|command| {
        let name = format!("ardoise-{}", command.get_name());
        // A page is named by the command's name.
        (name.clone(), command.clone().name(String::leak(name) as &str))
    });
    let pages = Vec::from_iter(commands);
    for (name, command) in [("ardoise".to_owned(), program)].into_iter().chain(pages) {
        let path = directory.join(format!("{name}.1"));
        replace(&path, &page(command)?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn page(command: clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
