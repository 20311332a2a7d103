//! Plans a run for a given time: measures this machine, and chooses the settings that the config leaves open.
//!
//! The reasons for the choices are in `docs/configuration.md`.

use super::backend::{SelfPlayBackend, Threads};
use super::clock::{Clock, Time};
use super::config::{Config, LearnerConfig};
use super::export::export;
use super::learner::{Learner, UpdatePlan};
use super::origin::beginning;
use super::replay::ReplayBuffer;
use super::rules_in_turn::RulesInTurn;
use super::schedule::Budget;
use super::selfplay::{GenerationGames, SelfPlay, SelfPlayStats};
use crate::compact::Provenance;
use crate::game::{AnyGame, Encoding, Game, Guidance, Shape};
use anyhow::{Result, bail};
use serde::Serialize;
use std::sync::Arc;

/// Number of generations that a plan aims at.
const GENERATIONS: f64 = 100.0;

/// The fewest generations of a plan: with fewer, nearly all games are played by nets that have hardly learnt.
const FEWEST_GENERATIONS: f64 = 20.0;

/// The number of games of a generation differs from the config's by at most this factor, unless a plan would otherwise
/// have fewer than [`FEWEST_GENERATIONS`] or more than [`MOST_GENERATIONS`].
const GAMES_FACTOR: f64 = 4.0;

/// The most generations of a plan. Each takes a few seconds for export, validation and files, however many cores play.
const MOST_GENERATIONS: f64 = 2000.0;

/// The fewest generations whose games the replay window holds.
const WINDOW_GENERATIONS: f64 = 2.0;

/// Share of the budget that goes into self-play and learning; the rest is for reports and files.
const WORK: f64 = 0.92;

/// The samples expected of the whole run, divided by this, give the size of the initial replay window, within bounds.
const WINDOW_PART: f64 = 12.0;

/// The smallest initial replay window, in batches.
const SMALLEST_WINDOW: usize = 20;

/// The most measurements of strength in a run.
const REPORTS: u32 = 5;

/// The most games of the measurement, for each thread.
const MEASURED_GAMES: u32 = 24;

/// The share of the budget after which the measurement begins no more games.
const MEASURED: f64 = 0.01;

/// Seconds after which the measurement stops waiting for games, unless [`LONGEST_SHARE`] of the budget is longer.
const LONGEST_MEASUREMENT: f64 = 8.0;

/// Share of the budget for which the measurement waits for games at least.
const LONGEST_SHARE: f64 = 0.1;

/// The least cost of a solved game, relative to a searched one.
const SOLVED_COST: f64 = 1e-3;

/// The largest share of the budget for the self-play of one generation, however slow the machine has become.
const LONGEST_GENERATION: f32 = 0.08;

const FEWEST_GAMES: u32 = 4;

/// The learner makes its first step after at most this share of a run's samples.
const FIRST_STEP: f64 = 0.05;

const SMALLEST_BATCH: usize = 32;

/// Share of the budget that reports may take if their games last about as long as those of self-play.
const REPORTED: f64 = 0.05;

/// Processor seconds of a short run.
const SHORT: f64 = 1500.0;

/// The most cells of a small board.
const SMALL_BOARD: usize = 30;

/// Blocks of the net in a short run, or for a small board.
const SMALL_BLOCKS: usize = 2;

/// Proofs at leaves are left out if that multiplies the simulations by at least this factor.
const SLOW_PROOFS: f64 = 1.7;

/// Positions of the proof search before a player's move with slow rules: some hundred simulations' worth.
const SLOW_ROOT_PROOFS: i64 = 1000;

/// Number of games from which nets mostly learn enough to beat an untrained one.
const ENOUGH_GAMES: f64 = 2000.0;

/// The fewest simulations of a full search.
const FEWEST_SIMULATIONS: u32 = 16;

/// The fewest simulations of a fast search.
const FEWEST_FAST: u32 = 4;

/// Steps of the measurement, after one that is not counted.
const MEASURED_STEPS: u64 = 8;

/// Speed of this machine per second, with the net that the run will have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rates {
    pub games: f64,
    /// Samples in the learner, counted once per use.
    pub samples: f64,
    pub samples_of_game: f64,
    /// Factor by which games are faster without proof searches at leaves.
    pub without_proofs: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Forecast {
    pub generations: u32,
    pub games: u64,
    pub samples: u64,
}

/// A budget's wall-clock seconds on `threads` threads.
pub fn seconds(budget: Budget, threads: usize) -> Option<f64> {
    let cpu = budget.cpu.map(|cpu| cpu / threads as f64);
    budget.wall.into_iter().chain(cpu).reduce(f64::min)
}

/// Whether a budget is used up by processor time, not by wall-clock time.
pub fn is_processor_time(budget: Budget, threads: usize) -> bool {
    budget.cpu.is_some() && budget.wall.is_none_or(|wall| seconds(budget, threads) < Some(wall))
}

/// Measures the config's net on some games of the config, which start half-way between a run's easiest starts and its
/// usual ones. Time is taken by the clock that limits the budget. `None` if `stop` ended the measurement early.
///
/// # Errors
/// The threads cannot be started, or no game ends in reasonable time.
pub fn measure(
    game: &AnyGame,
    config: &Config,
    budget: Budget,
    threads: usize,
    stop: impl Fn() -> bool + Sync,
) -> Result<Option<Rates>> {
    let backend = Threads::new(threads)?;
    let mut config = config.clone();
    let most = self::seconds(budget, threads).map_or(f64::INFINITY, |all| MEASURED * all);
    config.selfplay.games = MEASURED_GAMES * threads as u32;
    // A solver's first positions are slow and all later ones fast: a measurement this short would see only the first.
    // A solver of endings begins with each position anew.
    let lasts = game.solver().is_some();
    let solved = if lasts { f64::from(std::mem::take(&mut config.selfplay.exact_share)) } else { 0.0 };
    let architecture = config.net.architecture(game.shape(), game.max_moves());
    let learner = Learner::new(RulesInTurn::only(game), &config, &architecture, threads)?;
    let mut state = beginning(game, &config, &learner)?;
    let net = Arc::new(export(game, &config, architecture, &learner, &state, Provenance::default())?);

    let by_processor_time = is_processor_time(budget, threads);
    let seconds = |time: Time| if by_processor_time { time.cpu / threads as f64 } else { time.wall };
    let generation = config.selfplay.starts.typical();
    let longest = LONGEST_MEASUREMENT.max(LONGEST_SHARE * self::seconds(budget, threads).unwrap_or(0.0));
    // The games and their time.
    let play = |config: &Config| -> Result<Option<(GenerationGames, f64)>> {
        let clock = Clock::start();
        let is_too_long = || clock.elapsed().wall > longest;
        let stop_or_give_up = || stop() || is_too_long();
        let play = SelfPlay::new(game, config, generation, &net);
        let enough = || seconds(clock.elapsed()) > most;
        let played = backend.play_until(&play, &enough, &stop_or_give_up, &|| ())?;
        if played.is_none() && !stop() {
            bail!(
                "no game of {} was over after {longest:.0} seconds of planning: expected a larger --budget, quicker rules, or \
                 a smaller limit on moves",
                game.rules()
            );
        }
        // Threads without games left wait for the others, which they hardly do in a generation of many games.
        Ok(played.map(|played| {
            let playing = seconds(clock.elapsed()).min(played.1.seconds / threads as f64);
            (played, playing)
        }))
    };
    let Some(((played, stats), playing)) = play(&config)? else { return Ok(None) };
    let games = played.len() as f64;
    let without_proofs = match config.search.proof_nodes {
        0 => 1.0,
        _ => {
            let mut config = config.clone();
            config.search.proof_nodes = 0;
            let Some(((_, without), time)) = play(&config)? else { return Ok(None) };
            let simulations = |stats: &SelfPlayStats, time: f64| stats.simulations as f64 / time.max(1e-9);
            simulations(&without, time) / simulations(&stats, playing).max(1e-9)
        }
    };
    let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
    let samples_of_game = buffer.add(game, generation, played) as f64 / games;
    if buffer.is_empty() {
        bail!("{} games gave no sample to train on: expected a config with more games or full searches", games);
    }

    let mut train = |steps| -> Result<Option<f64>> {
        let clock = Clock::start();
        let plan = UpdatePlan { generation, steps, rate: config.learner.rate };
        let losses = learner.train(&mut state, &buffer, plan, &stop, || ())?;
        Ok(losses.map(|_| (steps * config.learner.batch as u64) as f64 / seconds(clock.elapsed())))
    };
    let Some(samples) = train(1)?.and(train(MEASURED_STEPS)?) else { return Ok(None) };
    let searched = 1.0 - solved;
    Ok(Some(Rates {
        games: games / playing / searched.max(SOLVED_COST),
        samples,
        samples_of_game: solved + searched * samples_of_game,
        without_proofs,
    }))
}

/// The learning rate warms up for at most the steps of the run divided by this.
const WARM_UP_PART: f64 = 20.0;

/// The config for a run of `seconds` on a machine with these rates, and the forecast.
pub fn plan(config: &Config, rates: &Rates, seconds: f64) -> (Config, Forecast) {
    let learning = rates.samples_of_game * f64::from(config.learner.passes) / rates.samples;
    let all_games = WORK * seconds / (1.0 / rates.games + learning);
    let usual = f64::from(config.selfplay.games);
    let games = (all_games / GENERATIONS).clamp(usual / GAMES_FACTOR, usual * GAMES_FACTOR);
    let games = games.min(all_games / FEWEST_GENERATIONS).max(all_games / MOST_GENERATIONS);
    let games = (round(games) as u32).max(FEWEST_GAMES);
    let generations = ((all_games / f64::from(games)).round() as u32).max(2);
    let all_games = u64::from(generations) * u64::from(games);
    let samples = all_games as f64 * rates.samples_of_game;

    let mut planned = config.clone();
    // The number of generations is only a bound here: the schedule determines how many fit.
    planned.generations = generations.saturating_mul(100);
    planned.selfplay.games = games;
    planned.selfplay.budget_share = Some(LONGEST_GENERATION);
    // Every generation has a held-out game.
    planned.selfplay.held_out_every = config.selfplay.held_out_every.min(games);
    first_step(&mut planned.learner, samples * FIRST_STEP);
    let learner = &config.learner;
    let window = round(samples / WINDOW_PART) as usize;
    let of_generations = (WINDOW_GENERATIONS * f64::from(games) * rates.samples_of_game) as usize;
    let largest = learner.window.max(of_generations);
    planned.learner.window = window.max(SMALLEST_WINDOW * planned.learner.batch).min(largest);
    let steps = samples * f64::from(learner.passes) / planned.learner.batch as f64;
    planned.learner.warmup_steps = learner.warmup_steps.min((steps / WARM_UP_PART).ceil() as u64);
    if config.report.every > 0 {
        planned.report.every = config.report.every.max(generations.div_ceil(REPORTS));
        let most = REPORTED * seconds * rates.games / f64::from(REPORTS + 1);
        planned.report.games = config.report.games.min(((most / 2.0) as u32).max(1) * 2);
    }
    spread(&mut planned, config, generations);
    (planned, Forecast { generations, games: all_games, samples: samples as u64 })
}

/// Makes batches small enough for the first to be complete after `samples`. Smaller batches take smaller steps, as
/// their gradients are noisier.
fn first_step(learner: &mut LearnerConfig, samples: f64) {
    let fits =
        |batch: usize| batch as f64 <= samples && batch.is_multiple_of(learner.shards) && batch >= 2 * learner.shards;
    let halves = std::iter::successors(Some(learner.batch), |batch| Some(batch / 2));
    let all = Vec::from_iter(halves.take_while(|&batch| batch >= SMALLEST_BATCH.min(learner.batch)));
    let batch = all.iter().copied().find(|&batch| fits(batch)).or(all.last().copied()).unwrap_or(learner.batch);
    if batch.is_multiple_of(learner.shards) && batch >= 2 * learner.shards {
        let shorter = (batch as f64 / learner.batch as f64).sqrt();
        (learner.batch, learner.rate) = (batch, (learner.rate * shorter).max(learner.final_rate));
    }
}

/// Spreads the curricula, which count generations, over as large a part of the run as in the config.
fn spread(planned: &mut Config, config: &Config, generations: u32) {
    let selfplay = &mut planned.selfplay;
    let starts = [&mut selfplay.starts.scattered_generations, &mut selfplay.starts.random_generations];
    for spread in starts.into_iter().chain(&mut selfplay.progress_generations) {
        let share = f64::from(*spread) / f64::from(config.generations);
        // 0 means no curriculum.
        *spread = ((share * f64::from(generations)).round() as u32).max((*spread).min(1));
    }
}

/// Fits the config for games without one of their own to the cost of this game: the size of the net, proofs at leaves,
/// simulations. Returns the resulting rates, too.
pub fn fit(config: &Config, shape: Shape, rates: &Rates, (seconds, threads): (f64, usize)) -> (Config, Rates) {
    let (mut fitted, mut rates) = (config.clone(), *rates);
    // Two blocks learn sooner than four, and a small board has little more to learn (docs/log/net-size.md).
    if seconds * threads as f64 <= SHORT || shape.cells() <= SMALL_BOARD {
        fitted.net.blocks = config.net.blocks.min(SMALL_BLOCKS);
    }
    if rates.without_proofs >= SLOW_PROOFS {
        fitted.search.proof_nodes = 0;
        fitted.players.search.insert("root_proof_nodes".to_owned(), SLOW_ROOT_PROOFS.into());
        rates.games *= rates.without_proofs;
        rates.without_proofs = 1.0;
    }
    // Too few games teach nothing, however well they are searched.
    let selfplay = &mut fitted.selfplay;
    while rates.games * seconds * WORK < ENOUGH_GAMES && selfplay.simulations > FEWEST_SIMULATIONS {
        selfplay.simulations /= 2;
        selfplay.fast_simulations = (selfplay.fast_simulations / 2).max(FEWEST_FAST);
        rates.games *= 2.0;
    }
    (fitted, rates)
}

/// The lack of games in a budget, in a sentence: how long some thousand games would take.
pub fn too_few(games: u64, seconds: f64) -> Option<String> {
    let few = (games as f64) < ENOUGH_GAMES;
    let needed = seconds * ENOUGH_GAMES / games.max(1) as f64;
    let (are, needed) = (if games == 1 { "game is" } else { "games are" }, rough(needed));
    few.then(|| format!("{games} {are} few to learn from: {needed} would give some {ENOUGH_GAMES:.0}"))
}

fn rough(seconds: f64) -> String {
    let (unit, name) = match seconds {
        under if under < 5400.0 => (60.0, "minute"),
        under if under < 172_800.0 => (3600.0, "hour"),
        _ => (86_400.0, "day"),
    };
    let count = (seconds / unit).ceil();
    format!("{count:.0} {name}{}", if count == 1.0 { "" } else { "s" })
}

/// Rounds to two digits.
fn round(number: f64) -> f64 {
    let unit = 10f64.powf(number.max(1.0).log10().floor() - 1.0).max(1.0);
    (number / unit).round() * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATES: Rates = Rates { games: 20.0, samples: 5000.0, samples_of_game: 13.0, without_proofs: 1.0 };

    fn shipped(variant: &str) -> Config {
        Config::shipped(variant, &[]).expect("there is one").expect("valid")
    }

    #[test]
    fn longer_budgets_get_more_games_and_longer_generations() {
        let config = shipped("loa");
        let plans = [900.0, 3600.0, 10_800.0].map(|seconds| plan(&config, &RATES, seconds));
        for pair in plans.windows(2) {
            let [(before, less), (after, more)] = [&pair[0], &pair[1]];
            assert!(less.games < more.games && less.samples < more.samples);
            assert!(before.selfplay.games <= after.selfplay.games);
            assert!(before.learner.window <= after.learner.window);
            assert!(before.learner.warmup_steps <= after.learner.warmup_steps);
        }
        for (config, forecast) in &plans {
            assert!((60..250).contains(&forecast.generations), "{forecast:?}");
            assert!(config.generations > 2 * forecast.generations);
            assert_eq!(forecast.games, u64::from(forecast.generations) * u64::from(config.selfplay.games));
            assert!(forecast.generations / config.report.every <= REPORTS);
            let text = toml::to_string(config).expect("a config can be written");
            assert_eq!(&Config::parse("planned", &text, &[]).expect("valid"), config);
        }
    }

    #[test]
    fn a_day_on_many_cores_makes_some_thousand_generations() {
        let config = shipped("loa");
        let rates = Rates { games: 8.0 * RATES.games, samples: 8.0 * RATES.samples, ..RATES };
        let (planned, forecast) = plan(&config, &rates, 86_400.0);
        assert!((1000..=2100).contains(&forecast.generations), "{forecast:?}");
        let of_generation = forecast.samples / u64::from(forecast.generations);
        assert!(planned.learner.window as u64 >= 2 * of_generation, "{} of {of_generation}", planned.learner.window);
        // The plan for a shorter budget is unchanged.
        let (planned, _) = plan(&config, &RATES, 3600.0);
        assert!(planned.learner.window <= config.learner.window);
    }

    #[test]
    fn the_time_of_what_is_planned_is_that_of_the_budget() {
        for variant in ["loa", "dualite", "zen", "l-calculus", "logitac"] {
            for seconds in [120.0, 900.0, 10_800.0] {
                let (config, forecast) = plan(&shipped(variant), &RATES, seconds);
                let learning = forecast.samples as f64 * f64::from(config.learner.passes) / RATES.samples;
                let all = forecast.games as f64 / RATES.games + learning;
                let generation = all / f64::from(forecast.generations);
                assert!((all - WORK * seconds).abs() <= generation, "{variant}: {all} s of {seconds}");
            }
        }
    }

    #[test]
    fn curricula_take_the_same_part_of_the_run() {
        let mut config = shipped("zen");
        for usual in [0.2, 0.5] {
            let spread = (usual * f64::from(config.generations)) as u32;
            config.selfplay.starts.scattered_generations = spread;
            config.selfplay.starts.random_generations = spread;
            config.selfplay.progress_generations = Some(spread);
            let (planned, forecast) = plan(&config, &RATES, 7200.0);
            let starts = planned.selfplay.starts;
            let fading = planned.selfplay.progress_generations.expect("it was set");
            for planned in [starts.scattered_generations, starts.random_generations, fading] {
                let share = f64::from(planned) / f64::from(forecast.generations);
                assert!((share - usual).abs() < 0.02, "{share} instead of {usual}");
            }
        }
        config.selfplay.starts.random_generations = 0;
        assert_eq!(plan(&config, &RATES, 7200.0).0.selfplay.starts.random_generations, 0, "all at once");
    }

    fn square(rows: usize) -> Shape {
        Shape { rows, cols: rows, planes: 5, globals: 0, policy_planes: 2, policy_extra: 0, lead: false }
    }

    /// As in an invented game with points on hexagons, whose games take six seconds, and a minute on a busy machine.
    #[test]
    fn slow_games_leave_time_for_learning() {
        let config = Config::shipped("pentago", &[]).expect("any game has one").expect("valid");
        let shape = square(9);
        for seconds_of_game in [1.0, 6.0, 60.0] {
            let rates =
                Rates { games: 1.0 / seconds_of_game, samples: 3000.0, samples_of_game: 12.0, without_proofs: 3.0 };
            let (fitted, faster) = fit(&config, shape, &rates, (270.0, 2));
            assert!(faster.games >= 3.0 * rates.games && fitted.search.proof_nodes == 0);
            assert_eq!(fitted.players_search().expect("valid").root_proof_nodes, 1000);
            assert_eq!((fitted.net.blocks, fitted.selfplay.simulations), (2, 16));
            let (planned, forecast) = plan(&fitted, &faster, 270.0);
            // The first batch is complete after a tenth of the time, or else is as small as batches may be.
            let first = planned.learner.batch as f64 / (faster.games * faster.samples_of_game);
            assert!(first <= 27.0 || planned.learner.batch == SMALLEST_BATCH, "{first} s: {planned:?}");
            // A smaller batch goes with a lower rate.
            let is_lower = planned.learner.rate < config.learner.rate;
            assert_eq!(is_lower, planned.learner.batch < config.learner.batch);
            assert!(planned.learner.rate > planned.learner.final_rate);
            assert!(planned.selfplay.held_out_every <= planned.selfplay.games);
            assert!(planned.report.games.is_multiple_of(2) && planned.report.games <= config.report.games);
            let text = toml::to_string(&planned).expect("a config can be written");
            assert_eq!(Config::parse("planned", &text, &[]).expect("valid"), planned);
            // The rates per second give enough games for the net.
            let said = too_few(forecast.games, 270.0);
            assert_eq!(said.is_some(), seconds_of_game > 1.0, "{forecast:?}");
            assert!(said.is_none_or(|said| said.contains("would give some 2000")));
        }
        assert_eq!(too_few(5000, 270.0), None);
        assert_eq!(rough(3000.0), "50 minutes");
        assert_eq!(rough(3.2 * 3600.0), "4 hours");
    }

    #[test]
    fn quick_games_are_searched_as_ever() {
        let config = Config::shipped("pentago", &[]).expect("any game has one").expect("valid");
        let shape = square(9);
        let rates = Rates { without_proofs: 1.2, ..RATES };
        let (fitted, same) = fit(&config, shape, &rates, (3600.0, 2));
        assert_eq!((fitted, same), (config.clone(), rates));
        assert_eq!(fit(&config, square(5), &rates, (3600.0, 2)).0.net.blocks, 2);
        let (planned, _) = plan(&config, &rates, 3600.0);
        assert_eq!((planned.learner.batch, planned.learner.rate), (config.learner.batch, config.learner.rate));
    }

    #[test]
    fn games_are_round_numbers() {
        assert_eq!([7.4, 44.6, 123.0, 1849.0].map(round), [7.0, 45.0, 120.0, 1800.0]);
    }

    #[test]
    fn processor_time_is_shared_by_the_threads() {
        let both = Budget { wall: Some(900.0), cpu: Some(1000.0) };
        assert_eq!(seconds(both, 2), Some(500.0));
        assert_eq!(seconds(both, 1), Some(900.0));
        assert_eq!(seconds(Budget::default(), 2), None);
        assert_eq!([2, 1].map(|threads| is_processor_time(both, threads)), [true, false]);
        assert!(is_processor_time(Budget { wall: None, ..both }, 1));
        assert!(!is_processor_time(Budget { cpu: None, ..both }, 2));
    }
}
