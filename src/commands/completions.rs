use super::stdout;
use clap_complete::Shell;
use std::io::Write;

/// Print a completion script for a shell
///
/// For bash: ardoise completions bash > ~/.local/share/bash-completion/completions/ardoise
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    #[arg(value_enum, hide_possible_values = true, value_name = "bash|elvish|fish|powershell|zsh")]
    shell: Shell,
}

/// Runs the command; `program` is the whole command line.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(args: Args, mut program: clap::Command) -> anyhow::Result<()> {
    // Written to memory first, since the generator panics on a failed write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "ardoise", &mut script);
    Ok(stdout().write_all(&script)?)
}
