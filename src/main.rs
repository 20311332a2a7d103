use ardoise::cli::Cli;
use ardoise::commands;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    #[cfg(feature = "learn")]
    if cli.learns() {
        // SAFETY: nothing before has started a thread.
        unsafe { ardoise::train::keep_memory() };
    }
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if commands::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<commands::Interrupted>() => ExitCode::from(130),
        Err(error) => {
            commands::report_error(&error);
            ExitCode::FAILURE
        }
    }
}
