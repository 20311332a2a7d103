use ardoise::cli::Cli;
use ardoise::commands;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if commands::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            commands::report(&error);
            ExitCode::FAILURE
        }
    }
}
