use super::{print_json, print_table, processor, random_positions, stdout};
use crate::compact::{Architecture, CompactEvaluator, CompactNet, Header, Kernel, Precision, Provenance, Weights};
use crate::eval::{Batch, Evaluator, Uniform};
use crate::game::{AnyPosition, Encoding, Game, History, perft};
use crate::games::{self, AnyGame};
use crate::search::{PuctRoot, RootRule, Search, SearchConfig};
#[cfg(feature = "learn")]
use crate::train::DeviceKind;
use anyhow::{Result, bail};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Measure this machine on fixed workloads
///
/// Rates are the best of three runs, for one thread unless the line names more. Counts are the same on every machine:
/// if one changes, so has the program's behaviour.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Variants to measure
    #[arg(value_name = "VARIANT", default_values = ["dualite", "loa"])]
    variants: Vec<String>,
    /// Only the workloads whose name contains TEXT, for example `random games`
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Channels of the network
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=1024))]
    channels: u16,
    /// Residual blocks of the network
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    blocks: u16,
    /// Device of the learner's lines: flex, or wgpu in a build with that feature
    #[cfg(feature = "learn")]
    #[arg(long, value_name = "DEVICE", default_value = "flex", value_parser = parse_device)]
    device: DeviceKind,
    /// Seconds for each run of a line
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5, value_parser = parse_seconds)]
    seconds: f64,
    /// Print a JSON list of objects: variant, workload, rate, unit, count
    #[arg(long)]
    json: bool,
}

const LONGEST_SEARCH: Duration = Duration::from_secs(3600);

/// Moves after which self-play games are cut off: with random nets a game of Logitac hardly ends.
#[cfg(feature = "learn")]
const LONGEST_GAME: u32 = 200;

#[cfg(feature = "learn")]
fn parse_device(text: &str) -> Result<DeviceKind, String> {
    let devices = [DeviceKind::Flex, DeviceKind::Wgpu];
    let known = devices.into_iter().find(|device| device.to_string() == text);
    known
        .filter(|device| device.is_built_in())
        .ok_or_else(|| "expected flex, or wgpu in a build with `--features wgpu`".to_owned())
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s| (0.001..=60.0).contains(s));
    seconds.ok_or_else(|| "expected seconds from 0.001 to 60".to_owned())
}

#[derive(Serialize)]
struct Line {
    variant: String,
    workload: String,
    /// The number of `unit`s per second.
    rate: f64,
    unit: &'static str,
    /// A deterministic count of the work, for some lines.
    count: Option<u64>,
}

/// Runs the command.
///
/// # Errors
/// There is no such variant, or standard output cannot be written.
pub fn run(args: Args) -> Result<()> {
    let mut lines = Vec::new();
    for variant in &args.variants {
        let game = AnyGame::new(games::rules::<&str, &str>(variant, [])?)?;
        Bench::new(&game, &args)?.run(&mut lines)?;
    }
    if lines.is_empty() {
        bail!("--only `{}`: no workload has that in its name; run without --only to see all", args.only);
    }
    if args.json {
        return print_json(&lines);
    }
    let rows: Vec<Vec<String>> = lines
        .iter()
        .map(|line| {
            let count = line.count.map_or_else(String::new, |count| count.to_string());
            vec![line.variant.clone(), line.workload.clone(), format_rate(line.rate), line.unit.to_owned(), count]
        })
        .collect();
    let kernels: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    writeln!(stdout(), "{}; kernels: {}\n", processor(), kernels.join(", "))?;
    print_table(&["variant", "workload", "rate", "per second", "count"], &rows)
}

fn format_rate(rate: f64) -> String {
    if rate >= 100.0 { format!("{rate:.0}") } else { format!("{rate:.2}") }
}

/// Whether the units of one piece of work are reported.
#[derive(Clone, Copy, PartialEq)]
enum UnitReport {
    Yes,
    No,
}

struct Bench<'a> {
    game: &'a AnyGame,
    /// The net in 8 bits, then in 32 bits.
    nets: [Arc<CompactNet>; 2],
    /// Positions of random games, for the evaluators.
    positions: Vec<AnyPosition>,
    time: Duration,
    #[cfg(feature = "learn")]
    device: DeviceKind,
    only: &'a str,
}

impl<'a> Bench<'a> {
    fn new(game: &'a AnyGame, args: &'a Args) -> Result<Self> {
        let architecture = Architecture {
            shape: game.shape(),
            channels: args.channels.into(),
            blocks: args.blocks.into(),
            value_channels: 32,
            value_hidden: 64,
            moves_scale: game.max_moves() as f32 / 8.0,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let specs = architecture.tensors(Precision::F32);
        let tensors = specs.iter().map(|spec| {
            let bound = 1.0 / (spec.shape.iter().product::<usize>() as f32).sqrt();
            (0..spec.len()).map(|_| rng.random_range(-bound..bound)).collect()
        });
        let weights = Weights::new(&architecture, Precision::F32, tensors.collect())?;
        let ranges = vec![4.0; 2 * architecture.blocks];
        let header = Header { ranges, ..Header::new(game, architecture, Provenance::default()) };
        let net = CompactNet::from_parts(header, weights)?;
        let nets = [net.quantised()?, net].map(Arc::new);
        let positions = random_positions(game, 256);
        Ok(Bench {
            game,
            nets,
            positions,
            time: Duration::from_secs_f64(args.seconds),
            #[cfg(feature = "learn")]
            device: args.device,
            only: &args.only,
        })
    }

    fn run(&self, lines: &mut Vec<Line>) -> Result<()> {
        self.line(lines, "move generation (perft 3)", "leaves", UnitReport::Yes, || {
            perft(self.game, self.game.start(), 3).counts.iter().sum()
        });
        self.line(lines, "random games", "games", UnitReport::No, || random_games(self.game, 20));
        self.line(lines, "search, uniform evaluator", "simulations", UnitReport::Yes, || self.search(&mut Uniform));

        for net in &self.nets {
            let precision = net.header().precision.name();
            for kernel in Kernel::available() {
                let mut evaluator = CompactEvaluator::with_kernel(self.game, Arc::clone(net), kernel)?;
                for size in [1, 8, 32, 64] {
                    let mut batch = self.batch(size);
                    let workload = format!("evaluator {precision} {}, batch {size}", kernel.name());
                    self.line(lines, &workload, "positions", UnitReport::No, || {
                        evaluator.evaluate(self.game, &mut batch);
                        size as u64
                    });
                }
            }
            let mut evaluator = CompactEvaluator::new(self.game, Arc::clone(net))?;
            let workload = format!("search, evaluator {precision}");
            self.line(lines, &workload, "simulations", UnitReport::Yes, || self.search(&mut evaluator));
            for threads in [1, 2] {
                let evaluators = (0..threads).map(|_| CompactEvaluator::new(self.game, Arc::clone(net)));
                let mut evaluators: Vec<_> = evaluators.collect::<Result<_, _>>()?;
                let workload = format!("one search, evaluator {precision}, threads: {threads}");
                self.line(lines, &workload, "simulations", UnitReport::Yes, || self.one_search(&mut evaluators));
            }
        }

        #[cfg(feature = "learn")]
        self.learning(lines)?;
        Ok(())
    }

    /// burn on the same net, the learner and self-play.
    #[cfg(feature = "learn")]
    fn learning(&self, lines: &mut Vec<Line>) -> Result<()> {
        use crate::train::{Config, GenerationGames, Learner, ReplayBuffer, RulesInTurn, SelfPlay, UpdatePlan};

        let architecture = &self.nets[0].header().architecture;
        for size in [1, 8, 64] {
            let mut burn = crate::net::BurnInference::new(architecture, Precision::F32, 1);
            let positions = &self.positions[..size];
            self.line(lines, &format!("burn flex, batch {size}"), "positions", UnitReport::No, || {
                burn.run(self.game, positions);
                size as u64
            });
        }

        let text = format!("generations = 1\n[game]\nvariant = \"{}\"\n", self.game.rules().variant().name);
        let mut config = Config::parse("bench", &text, &[])?;
        config.net.channels = architecture.channels;
        config.net.blocks = architecture.blocks;
        config.selfplay.games = 64;
        config.selfplay.max_moves = Some(LONGEST_GAME);
        // Every move has all its simulations, each with its evaluation.
        config.selfplay.full_share = 1.0;
        config.selfplay.cache = 0;
        let threads = super::threads::processors().get();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let play = |net| -> Result<GenerationGames> {
            let play = SelfPlay::new(self.game, &config, 1, net);
            Ok(play.run(&pool, || false, || ())?.expect("nothing stops it"))
        };
        for net in &self.nets {
            let precision = net.header().precision.name();
            let [all, one] = [format!("{threads} threads"), "one CPU-second".to_owned()]
                .map(|measured| format!("self-play {precision}, {measured}"));
            if !self.wants(&all) && !self.wants(&one) {
                continue;
            }
            let (_, stats) = play(net)?;
            let wall = stats.seconds / threads as f64;
            let share = 100.0 * stats.evaluator_seconds / stats.seconds;
            let all = format!("{all}, {share:.0} % of it in the evaluator");
            let simulations = stats.simulations as f64 / stats.seconds;
            lines.push(self.finished(all, stats.games as f64 / wall, "games", Some(stats.moves)));
            lines.push(self.finished(one, simulations, "simulations", Some(stats.simulations)));
        }

        let mut learner_config = config.clone();
        let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
        learner_config.learner.device = self.device;
        // On a card a plan has more steps: between them the card does not wait for the processor.
        let (batches, steps) = match self.device {
            DeviceKind::Flex => (&[256, 1024][..], 2),
            DeviceKind::Wgpu => (&[256, 1024, 4096][..], 32),
        };
        if self.device == DeviceKind::Wgpu {
            learner_config.learner.shards = 1;
        }
        for &batch in batches {
            learner_config.learner.batch = batch;
            let workload = match self.device {
                DeviceKind::Flex => format!("learner, batch {batch}, {threads} threads"),
                device => format!("learner on {device}, batch {batch}"),
            };
            if !self.wants(&workload) {
                continue;
            }
            if buffer.is_empty() {
                buffer.add(self.game, 1, play(&self.nets[0])?.0);
            }
            let learner = Learner::new(RulesInTurn::only(self.game), &learner_config, architecture, threads)?;
            let mut state = learner.initial();
            let mut failure = None;
            self.line(lines, &workload, "samples", UnitReport::No, || {
                let plan = UpdatePlan { generation: 1, steps, rate: learner_config.learner.rate };
                failure = failure.take().or(learner.train(&mut state, &buffer, plan, || false, || ()).err());
                steps * batch as u64
            });
            failure.map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// Whether `--only` selects this workload.
    fn wants(&self, workload: &str) -> bool {
        workload.contains(self.only)
    }

    /// 20 searches of 64 simulations on positions of random games; returns the number of simulations.
    fn search<E: Evaluator>(&self, evaluator: &mut E) -> u64 {
        let mut search = Search::new(SearchConfig::default());
        let mut batch = Batch::default();
        let positions = self.positions.iter().step_by(self.positions.len().div_ceil(20));
        let simulations = positions.map(|position| {
            search.start(self.game, &History::new(self.game, position.clone()), 64, 1);
            search.run(self.game, evaluator, &mut batch);
            u64::from(search.simulations())
        });
        simulations.sum()
    }

    /// A search of 8000 simulations from the start, as players search, with a thread for each evaluator; returns the
    /// number of simulations.
    fn one_search<E: Evaluator>(&self, evaluators: &mut [E]) -> u64 {
        let root = RootRule::Puct(PuctRoot { noise: None });
        let mut search = Search::new(SearchConfig { root, ..SearchConfig::default() });
        search.start(self.game, &History::new(self.game, self.game.start()), 8000, 1);
        search.run_on(self.game, evaluators, Instant::now() + LONGEST_SEARCH);
        u64::from(search.simulations())
    }

    fn batch(&self, size: usize) -> Batch {
        let (mut batch, mut moves) = (Batch::default(), Vec::new());
        for position in &self.positions[..size] {
            self.game.legal_moves(position, &mut moves);
            batch.push(position, &moves);
        }
        batch
    }

    /// Repeats `work`, which returns the number of units done, for the configured time; does so three times, and keeps
    /// the best rate.
    fn line(
        &self,
        lines: &mut Vec<Line>,
        workload: &str,
        unit: &'static str,
        counted: UnitReport,
        mut work: impl FnMut() -> u64,
    ) {
        if !self.wants(workload) {
            return;
        }
        let first = work();
        let rates = (0..3).map(|_| {
            let (begin, mut units) = (Instant::now(), 0);
            while begin.elapsed() < self.time {
                units += work();
            }
            units as f64 / begin.elapsed().as_secs_f64()
        });
        let rate = rates.fold(0.0, f64::max);
        let count = (counted == UnitReport::Yes).then_some(first);
        lines.push(self.finished(workload.to_owned(), rate, unit, count));
    }

    fn finished(&self, workload: String, rate: f64, unit: &'static str, count: Option<u64>) -> Line {
        Line { variant: self.game.rules().variant().name.to_string(), workload, rate, unit, count }
    }
}

/// Plays `count` uniformly random games and returns their number.
fn random_games(game: &AnyGame, count: u64) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut history, mut moves) = (History::new(game, game.start()), Vec::new());
    for _ in 0..count {
        history.restart(game, game.start());
        while history.outcome().is_none() {
            history.legal_moves(game, &mut moves);
            history.play(game, moves[rng.random_range(0..moves.len())]);
        }
    }
    count
}
