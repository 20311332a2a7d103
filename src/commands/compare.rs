use super::arena::{format_elo, parse_games};
use super::child::{CommandEnd, in_words, run_until};
use super::openings::OpeningArgs;
use super::thinking::parse_time;
use super::{Interrupted, print_json, print_table, progress_bar, say, stdout};
use crate::arena::Spread;
use crate::compare::{
    self, Contender, ContenderSummary, Experiment, Folder, MatchSummary, Progress, Resources, Summary,
};
use crate::compare::{TrainingResult, Variation};
use crate::game::Guidance;
use crate::runs::{RunDir, check_plain_name};
use crate::system;
use crate::train;
use anyhow::{Context, Result, anyhow, bail};
use indicatif::{MultiProgress, ProgressBar};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Compare variations of a training config at equal CPU time
///
/// Trains the config and each variation of it with the same seeds, each training for the same processor time; then each
/// variation plays the base, seed by seed, from the same random openings with sides exchanged. Games with an exact
/// solver add an exam: the share of won positions that the bare policy and 64 simulations keep.
///
/// Elo differences are means over the seeds, with 95 % Student-t intervals over seeds, never narrower than the sampling
/// error of the games. With three seeds only large effects stand out.
///
/// Everything is kept in checkpoints/runs/compare/NAME, which may be moved. Interrupted, the same command continues
/// where it was; with further variations, seeds or games it adds to the earlier results. Trainings run side by side,
/// one thread of self-play each. A variation that only sets keys of players.search plays with the base's nets.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The base: a variant, for its shipped config; or a config file
    config: PathBuf,
    /// A variation: its name and the keys that it sets, for instance wide:net.channels=64,learner.rate=2e-3
    ///
    /// Values are TOML, as those of `ardoise train --set`. Commas in brackets or quotes belong to the value:
    /// 'mixed:selfplay.starts={random_share=0.5,random_moves=6}'. Repeatable.
    #[arg(long = "variant", value_name = "NAME:KEY=VALUE[,KEY=VALUE...]")]
    variants: Vec<Variation>,
    /// Set a config key for the base and all variations (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
    /// Trainings of each config; the first has the config's seed, each further one a seed that is one higher
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    seeds: u32,
    /// Processor time of each training, all its threads together
    ///
    /// A training also ends after the config's `generations`.
    #[arg(long, value_name = "TIME", default_value = "8m", value_parser = parse_time)]
    budget: Duration,
    /// Name of the comparison, a directory in checkpoints/runs/compare [default: the config file's name]
    #[arg(long)]
    name: Option<String>,
    /// Games of each variation against the base with each seed, an even number
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse_games)]
    games: u32,
    /// Simulations per move in these games
    #[arg(long, visible_alias = "sims", value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..))]
    simulations: u32,
    /// If a variation changes the net: time per move of a second match of equal length
    #[arg(long, value_name = "TIME", default_value = "20ms", value_parser = parse_time)]
    time: Duration,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Positions of the exam
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Trainings and games at once [default: one for each processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Stop after this time and print the results so far; the same command continues
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    until: Option<Duration>,
    /// Print a JSON object, as result.json in the comparison's directory holds it
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// A config or a variation is wrong, the comparison was begun with other values, a training fails, or a file cannot be
/// read or written; [`Interrupted`] if the user stopped it.
pub fn run(args: Args) -> Result<()> {
    let began = Instant::now();
    if !train::measures_processor_time() {
        bail!("this system does not tell how much processor time a training uses, so none can be compared");
    }
    let name = match args.name {
        Some(name) => {
            check_plain_name(&name).map_err(|wrong| anyhow!("--name: {wrong}"))?;
            name
        }
        None => args.config.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let experiment = Experiment {
        contenders: Contender::load(&args.config, &args.sets, &args.variants)?,
        seeds: args.seeds as usize,
        cpu_seconds: args.budget.as_secs_f64(),
        games: args.games,
        simulations: args.simulations,
        time: args.time,
        openings: args.openings.openings,
        plies: args.openings.plies(),
        positions: args.positions,
    };
    let game = experiment.contenders[0].config.game()?;
    let folder = Folder::open(&name, &experiment)?;
    let interrupted = super::interrupted("stopping; the same command goes on")?;
    let until = args.until.and_then(|until| began.checked_add(until));
    let stop = || interrupted.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until);
    let bars = Bars::new();
    let resources = Resources {
        jobs: args.jobs.unwrap_or_else(super::threads::processors).get(),
        train: &|run, tell| train(run, args.budget, &stop, tell),
        stop: &stop,
        progress: &bars,
    };
    let failed = compare::run(&game, &experiment, &folder, &resources).inspect_err(|_| bars.clear())?;
    let summary = Summary::read(&experiment, &folder, game.solver().is_some())?;
    bars.clear();
    folder.write_result(&summary)?;
    if args.json {
        print_json(&summary)?;
    } else {
        print(&summary, &folder)?;
    }
    if interrupted.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    if failed > 0 {
        bail!("{failed} of the trainings failed: the table is without them");
    }
    Ok(())
}

/// Trains a run of the comparison in a process of its own, whose processor time is that of the training alone.
fn train(run: &RunDir, budget: Duration, stop: &dyn Fn() -> bool, tell: &dyn Fn(f64)) -> Result<bool> {
    let mut command = system::this_program()?;
    command.arg("train").arg(run.path());
    command.args(["--resume", "--threads", "1", "--json", "--cpu-budget"]).arg(in_words(budget));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut looked = Instant::now();
    let mut look = || {
        if looked.elapsed() >= LOOK {
            looked = Instant::now();
            // Metrics that cannot be read yet are read later.
            if let Some(last) = train::history(run).ok().and_then(|metrics| metrics.last().cloned()) {
                tell(last.spent().cpu);
            }
        }
    };
    match run_until(&mut command, stop, &mut look).context("a training")? {
        CommandEnd::Well => Ok(true),
        CommandEnd::Stopped => Ok(false),
        CommandEnd::Badly { status, said } => {
            let reason = said.lines().last().map_or("", |line| line.trim_start_matches("ardoise: "));
            bail!("{reason} ({status})")
        }
    }
}

/// How often the progress of a training is read.
const LOOK: Duration = Duration::from_secs(2);

/// Progress on standard error: two bars on a terminal, and a line for each training that ends.
struct Bars {
    all: MultiProgress,
    /// Counts processor seconds.
    training: ProgressBar,
    /// Counts pairs of games and exams.
    games: ProgressBar,
}

impl Bars {
    fn new() -> Bars {
        // Hidden automatically if standard error is no terminal.
        let all = MultiProgress::new();
        let [training, games] =
            ["processor seconds of training", "pairs and exams"].map(|things| all.add(progress_bar(0, things)));
        Bars { all, training, games }
    }

    fn clear(&self) {
        self.training.finish_and_clear();
        self.games.finish_and_clear();
    }

    fn say(&self, line: std::fmt::Arguments) {
        self.all.suspend(|| say(line));
    }
}

impl Progress for Bars {
    fn begin(&self, training: f64, measurements: u64) {
        self.training.set_length(training.ceil() as u64);
        self.games.set_length(measurements);
        self.games.tick();
        self.training.tick();
    }

    fn train(&self, seconds: f64) {
        self.training.inc(seconds.round() as u64);
    }

    fn trained(&self, contender: &Contender, seed: u64, trained: &TrainingResult) {
        let TrainingResult { generation, cpu_seconds, games, .. } = trained;
        self.say(format_args!(
            "{} with seed {seed} is trained: {generation} generations, {games} games, {cpu_seconds:.0} processor seconds",
            contender.name
        ));
    }

    fn failed(&self, contender: &Contender, seed: u64, error: &anyhow::Error) {
        self.say(format_args!("ardoise: {} with seed {seed} failed: {error:#}", contender.name));
    }

    fn measured(&self) {
        self.games.inc(1);
    }
}

/// Prints the table and the amounts behind it.
fn print(summary: &Summary, folder: &Folder) -> Result<()> {
    let Summary { variant, seeds, cpu_seconds, games, openings, opening_plies, .. } = summary;
    let mut out = stdout();
    let many = seeds.len();
    let plural = if many == 1 { "" } else { "s" };
    writeln!(
        out,
        "{variant}: {many} seed{plural}, {cpu_seconds} processor seconds a training, {games} games a seed, {openings} \
         openings of {opening_plies} moves"
    )?;
    let has_exam = summary.contenders.iter().any(|contender| contender.exam.is_some());
    let mut header =
        vec!["name", "generations", "window", "games", "won", "drawn", "lost", "Elo", "95 % interval", "by seed"];
    let search = summary.contenders.iter().find_map(|contender| contender.exam.as_ref()).map(|exam| exam.simulations);
    let search = format!("sims={} %", search.unwrap_or_default());
    if has_exam {
        header.extend(["policy %", "gain", &search, "gain "]);
    }
    let mut rows = Vec::new();
    for contender in &summary.contenders {
        let exam = exam_cells(contender);
        let blank = || std::iter::repeat_n(String::new(), if has_exam { 4 } else { 0 });
        let generations = contender.trainings.iter().map(|training| match training {
            Some(training) => training.generation.to_string(),
            None => "-".to_owned(),
        });
        let generations = generations.collect::<Vec<_>>().join(" ");
        let windows = contender.trainings.iter().map(|training| match training {
            Some(training) => format!("{:.1}", training.turnover),
            None => "-".to_owned(),
        });
        let windows = windows.collect::<Vec<_>>().join(" ");
        if contender.matches.is_empty() {
            let mut row = vec![contender.name.clone(), generations.clone(), windows.clone()];
            row.extend(std::iter::repeat_n(String::new(), 7));
            row.extend(exam.clone().into_iter().flatten());
            rows.push(row);
        }
        for (index, of_match) in contender.matches.iter().enumerate() {
            let name = if index == 0 { contender.name.clone() } else { format!("  {}", of_match.budget) };
            let first = |text: &String| if index == 0 { text.clone() } else { String::new() };
            let mut row = vec![name, first(&generations), first(&windows)];
            row.extend(match_cells(of_match));
            match &exam {
                Some(cells) if index == 0 => row.extend(cells.clone()),
                _ => row.extend(blank()),
            }
            rows.push(row);
        }
    }
    print_table(&header, &rows)?;
    for contender in &summary.contenders {
        let short = contender.trainings.iter().flatten().filter(|training| training.cpu_seconds < 0.9 * cpu_seconds);
        if short.count() > 0 {
            let name = &contender.name;
            writeln!(out, "{name}: a training ended before 90 % of its budget; look at generations in its config")?;
        }
    }
    for contender in summary.contenders.iter().filter(|contender| contender.trained_as.is_none()) {
        let turnovers = contender.trainings.iter().flatten().map(|training| training.turnover);
        if let Some(least) = turnovers.min_by(f64::total_cmp).filter(|&least| least < 1.0) {
            let name = &contender.name;
            writeln!(
                out,
                "{name}: a window turned over {least:.2} times: it still held the untrained net's games at the end, and says \
                 little of longer runs; a longer --budget or a smaller learner.window moves it"
            )?;
        }
    }
    if !summary.complete {
        writeln!(out, "not complete: the same command goes on")?;
    }
    writeln!(out, "{}", folder.path().join("result.json").display())?;
    Ok(())
}

fn match_cells(of_match: &MatchSummary) -> Vec<String> {
    let total = of_match.total;
    let counts = [total.games(), total.wins, total.draws, total.losses].map(|count| count.to_string());
    let [elo, interval] = match of_match.elo {
        Some(Spread { mean, low, high, .. }) => {
            [format_elo(mean), format!("{} to {}", format_elo(low), format_elo(high))]
        }
        None => ["-".to_owned(), "-".to_owned()],
    };
    let by_seed =
        of_match.by_seed.iter().map(|seed| seed.elo.map_or_else(|| "-".to_owned(), |elo| format_elo(elo.elo)));
    let by_seed = by_seed.collect::<Vec<_>>().join(" ");
    counts.into_iter().chain([elo, interval, by_seed]).collect()
}

/// The exam's figures: both shares, each with its gain over the base's.
fn exam_cells(contender: &ContenderSummary) -> Option<[String; 4]> {
    let exam = contender.exam.as_ref()?;
    let percent =
        |share: &Option<Spread>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share.mean));
    let gain = |gain: &Option<Spread>| match gain {
        Some(Spread { mean, low, high, .. }) => {
            let [mean, low, high] = [mean, low, high].map(|share| format!("{:+.1}", 100.0 * share));
            format!("{mean} ({low} to {high})")
        }
        None => String::new(),
    };
    Some([percent(&exam.policy), gain(&exam.policy_gain), percent(&exam.search), gain(&exam.search_gain)])
}
