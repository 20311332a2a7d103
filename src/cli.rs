//! The program and its command line: the list of commands. Their arguments are in [`crate::commands`].

use crate::commands::{self, Interrupted};
use crate::commands::{
    analyse, arena, bench, check, completions, convert, exam, export, first_steps, games, man, moves, new, perft, play,
    problems, replay, report, rules, self_test, solve, ugi, variants,
};
#[cfg(feature = "learn")]
use crate::commands::{compare, doctor, ladder, learn, runs, study, train};
#[cfg(feature = "serve")]
use crate::commands::{serve, site};
#[cfg(feature = "distributed")]
use crate::commands::{worker, workers};
use crate::games::{Family, add};
#[cfg(feature = "serve")]
use crate::system::owns_window;
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// The whole program, with games of another crate besides its own: what the `main` of such a crate returns
/// (docs/adding-a-game.md). Call it before anything else.
///
/// # Panics
/// As [`add`].
pub fn main_with(games: Vec<Family>) -> ExitCode {
    if let Err(wrong) = add(games) {
        commands::report_error(&anyhow::Error::msg(wrong));
        return ExitCode::FAILURE;
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) => return commands::say_usage(&usage),
    };
    #[cfg(feature = "learn")]
    if cli.learns() {
        // SAFETY: nothing before has started a thread.
        unsafe { crate::train::keep_memory() };
    }
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if commands::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => ExitCode::from(130),
        Err(error) => {
            commands::report_error(&error);
            ExitCode::FAILURE
        }
    }
}

/// Learns board games from nothing but their rules, by playing itself.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[cfg(feature = "learn")]
    Study(study::Args),
    #[cfg(feature = "learn")]
    Train(train::Args),
    #[cfg(feature = "learn")]
    Learn(learn::Args),
    #[cfg(feature = "learn")]
    Runs(runs::Args),
    #[cfg(feature = "learn")]
    Doctor(doctor::Args),
    #[cfg(feature = "learn")]
    Ladder(ladder::Args),
    #[cfg(feature = "learn")]
    Compare(compare::Args),
    #[cfg(feature = "distributed")]
    Worker(worker::Args),
    #[cfg(feature = "distributed")]
    Workers(workers::Args),
    Export(export::Args),
    Arena(arena::Args),
    Exam(exam::Args),
    Play(play::Args),
    Problems(problems::Args),
    Report(report::Args),
    Variants(variants::Args),
    Analyse(analyse::Args),
    Ugi(ugi::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "serve")]
    Site(site::Args),
    Games(games::Args),
    New(new::Args),
    Check(check::Args),
    Rules(rules::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Convert(convert::Args),
    Solve(solve::Args),
    Bench(bench::Args),
    SelfTest(self_test::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Cli {
    /// Whether the command trains a net.
    #[cfg(feature = "learn")]
    pub fn learns(&self) -> bool {
        matches!(self.command, Some(Command::Train(_) | Command::Learn(_) | Command::Bench(_) | Command::SelfTest(_)))
    }

    /// Runs the command.
    ///
    /// # Errors
    /// What the user gave is wrong, or a file could not be read or written; the message says what and where.
    pub fn run(self) -> anyhow::Result<()> {
        let Some(command) = self.command else {
            #[cfg(feature = "serve")]
            if owns_window() {
                return serve::in_own_window();
            }
            return first_steps::run();
        };
        match command {
            #[cfg(feature = "learn")]
            Command::Study(args) => study::run(args),
            #[cfg(feature = "learn")]
            Command::Train(args) => train::run(args),
            #[cfg(feature = "learn")]
            Command::Learn(args) => learn::run(args),
            #[cfg(feature = "learn")]
            Command::Runs(args) => runs::run(args),
            #[cfg(feature = "learn")]
            Command::Doctor(args) => doctor::run(args),
            #[cfg(feature = "learn")]
            Command::Ladder(args) => ladder::run(args),
            #[cfg(feature = "learn")]
            Command::Compare(args) => compare::run(args),
            #[cfg(feature = "distributed")]
            Command::Worker(args) => worker::run(args),
            #[cfg(feature = "distributed")]
            Command::Workers(args) => workers::run(args),
            Command::Export(args) => export::run(args),
            Command::Arena(args) => arena::run(args),
            Command::Exam(args) => exam::run(args),
            Command::Play(args) => play::run(args),
            Command::Problems(args) => problems::run(args),
            Command::Report(args) => report::run(args),
            Command::Variants(args) => variants::run(args),
            Command::Analyse(args) => analyse::run(args),
            Command::Ugi(args) => ugi::run(args),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::run(args),
            #[cfg(feature = "serve")]
            Command::Site(args) => site::run(args),
            Command::Games(args) => games::run(args),
            Command::New(args) => new::run(args),
            Command::Check(args) => check::run(args),
            Command::Rules(args) => rules::run(args),
            Command::Moves(args) => moves::run(args),
            Command::Perft(args) => perft::run(args),
            Command::Replay(args) => replay::run(args),
            Command::Convert(args) => convert::run(args),
            Command::Solve(args) => solve::run(args),
            Command::Bench(args) => bench::run(args),
            Command::SelfTest(args) => self_test::run(args),
            Command::Completions(args) => completions::run(args, Cli::command()),
            Command::Man(args) => man::run(args, Cli::command()),
        }
    }
}
