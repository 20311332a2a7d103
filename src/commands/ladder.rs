use super::arena::{format_elo, parse_games};
use super::threads::{of_games, processors};
use super::{HEADING, Interrupted, interrupted, print_json, program, progress_bar, stdout};
use crate::arena::Elo;
use crate::doctor::{Case, Ladder, Rung, Terms};
use crate::game::{AnyGame, Game};
use crate::players::{Budget, find_run};
use crate::runs::RunDir;
use anyhow::{Result, bail};
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

/// Columns of the drawing.
const WIDTH: usize = 50;

/// Play the generations of a run against each other, and draw how strong they are
///
/// Some generations are chosen, the first and the newest among them; each meets the two before it. The results are kept
/// in the run's `ladder.jsonl`, so a second call only plays the missing games: of new generations, or more of each
/// pair. Elo is relative to the first generation, with 95 % intervals. The page of `ardoise serve` shows the same
/// curve.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Run, by its name in checkpoints/runs or its directory
    #[arg(value_name = "RUN")]
    run: String,
    /// Games of each pairing, an even number
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = parse_games)]
    games: u32,
    /// Simulations per move
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    sims: u32,
    /// No search: the policy's best move, which shows more of what a net has learned if proofs decide games
    #[arg(long, conflicts_with = "sims")]
    policy: bool,
    /// The most generations that play
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(2..=64))]
    rungs: u32,
    /// Games played at once [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = of_games)]
    threads: Option<NonZeroUsize>,
    /// Print one JSON object: run, budget, played, pairs, curve
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    run: String,
    /// The budget, as after `@` in a player's name.
    budget: String,
    /// Number of pairs of games played by this call.
    played: usize,
    /// Number of pairs of games behind the curve.
    pairs: usize,
    curve: Vec<Rung>,
}

/// Runs the command.
///
/// # Errors
/// There is no such run, it has fewer than two generations, its files cannot be read or written, or standard output
/// cannot; [`Interrupted`] if the user stopped it.
pub fn run(args: Args) -> Result<()> {
    let run = find_run(&args.run)?;
    let case = Case::read(&run)?;
    climb(&case.config.game()?, &run, &args)
}

fn climb(game: &AnyGame, run: &RunDir, args: &Args) -> Result<()> {
    if run.generations()?.len() < 2 {
        bail!(
            "run {} has fewer than two generations: expected a run to compare; `{} train {} --resume` continues it",
            run.path().display(),
            program(),
            run.name()
        );
    }
    let budget = if args.policy { Budget::Policy } else { Budget::Simulations(args.sims) };
    let threads = args.threads.unwrap_or_else(processors).get();
    let terms = Terms { budget, games: args.games, rungs: args.rungs as usize, threads };
    let mut ladder = Ladder::read(run)?;
    let stop = interrupted("stopping; the games played so far are kept")?;
    let bar = progress_bar(0, "pairs of games");
    let played = ladder.play(
        game,
        run,
        &terms,
        &|| stop.load(Ordering::Relaxed),
        |missing| bar.set_length(missing as u64),
        || bar.inc(1),
    );
    bar.finish_and_clear();
    let played = played?;
    let budget = budget.to_string();
    let (pairs, curve) = (ladder.pairs(&budget), ladder.curve(&budget));
    let interrupted = stop.load(Ordering::Relaxed);
    if args.json {
        print_json(&Report { run: run.name(), budget, played, pairs, curve })?;
    } else {
        let mut out = stdout();
        writeln!(
            out,
            "{HEADING}run {}{HEADING:#}: {}, {budget}, {pairs} pairs of games, {played} of them new",
            run.name(),
            game.rules()
        )?;
        for (index, line) in drawing(&curve).iter().enumerate() {
            let style = if index == 0 { HEADING } else { anstyle::Style::new() };
            writeln!(out, "{style}{line}{style:#}")?;
        }
    }
    if interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

/// A line for each generation: its rating as a point, its interval as a bar.
fn drawing(curve: &[Rung]) -> Vec<String> {
    let low = curve.iter().map(|rung| rung.elo.elo_low).fold(0.0, f64::min);
    let high = curve.iter().map(|rung| rung.elo.elo_high).fold(0.0, f64::max);
    let scale = (WIDTH - 1) as f64 / (high - low).max(1.0);
    let column = |elo: f64| ((elo - low) * scale).round().clamp(0.0, (WIDTH - 1) as f64) as usize;
    let zero = column(0.0);
    let mut lines = vec![format!("generation  games     Elo  95 % interval")];
    for Rung { generation, elo: Elo { elo, elo_low, elo_high }, games } in curve {
        let cell = |at: usize| match at {
            at if at == column(*elo) => '●',
            at if (column(*elo_low)..=column(*elo_high)).contains(&at) => '─',
            at if at == zero => '·',
            _ => ' ',
        };
        let bar: String = (0..WIDTH).map(cell).collect();
        let [elo, elo_low, elo_high] = [*elo, *elo_low, *elo_high].map(format_elo);
        let line = format!("{generation:>10}  {games:>5}  {elo:>6}  {:<16}  {bar}", format!("{elo_low} to {elo_high}"));
        lines.push(line.trim_end().to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_drawn_on_one_scale() {
        let rung = |generation, elo, margin: f64| Rung {
            generation,
            elo: Elo { elo, elo_low: elo - margin, elo_high: elo + margin },
            games: 40,
        };
        let lines = drawing(&[rung(0, 0.0, 0.0), rung(4, 490.0, 0.0), rung(8, 245.0, 20.0)]);
        let column = |line: &str| line.chars().position(|c| c == '●').expect("a point");
        let [zero, most, middle] = [1, 2, 3].map(|line| column(&lines[line]));
        assert_eq!((most - zero, middle > zero && middle < most), (WIDTH - 1, true), "{lines:#?}");
        assert!(lines[3].contains("──●──") && lines[3].contains("+225 to +265"), "{lines:#?}");
        assert_eq!(drawing(&[]).len(), 1);
    }
}
