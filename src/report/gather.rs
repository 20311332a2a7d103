use super::plan::{GameTask, ReportPlan, STRENGTHS, Subject};
use super::played::{Done, Result as Outcome, Worker};
use crate::files;
use crate::games::AnyGame;
use crate::players::{Budget, Entrant};
use crate::record::rules_of;
use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// All that was played for a report.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The plan.
    pub plan: ReportPlan,
    /// Everything done, in the order of [`ReportPlan::tasks`].
    pub done: Vec<Done>,
}

/// The fewest and the most games of a strength that a budget plans.
const GAMES: [usize; 2] = [4, 2000];

/// Plays what the plan asks for and `state` does not have yet; each task is added to that file. `None` if `stop` ended
/// it before all were done.
///
/// `plan` gets the number of games from `budget` where it has none: the first task of each kind is played and timed.
/// The number is then fixed in the file.
///
/// # Errors
/// The file holds another plan or cannot be written, or the player does not fit or does not search.
pub fn gather(
    mut plan: ReportPlan,
    budget: Option<Duration>,
    state: &Path,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<Gathered>> {
    let mut done = Vec::new();
    if state.exists() {
        let (saved, tasks) = read(state)?;
        // The number of games was fixed when the first one was played.
        let games = if budget.is_some() { saved.games } else { plan.games };
        ensure!(
            saved == ReportPlan { games, ..plan.clone() },
            "{} holds the games of another report ({}): expected the same arguments, or that the file is removed",
            state.display(),
            Vec::from_iter(saved.subjects.iter().map(Subject::name)).join(", ")
        );
        (plan, done) = (saved, tasks);
    }
    let mut file = None;
    if let (Some(budget), true) = (budget, done.is_empty()) {
        plan.games = affordable(&plan, budget)?;
    }
    let known: HashSet<GameTask> = done.iter().map(|done| done.task).collect();
    let tasks = plan.tasks();
    let count = tasks.len();
    let left: Vec<GameTask> = tasks.into_iter().filter(|task| !known.contains(task)).collect();
    progress(done.len(), count);
    for batch in left.chunks(2 * rayon::current_num_threads().max(1)) {
        if stop() {
            return Ok(None);
        }
        let mut found = Vec::new();
        for subject in 0..plan.subjects.len() {
            let of_subject = Vec::from_iter(batch.iter().copied().filter(|task| task.subject == subject));
            found.extend(run(&plan, subject, &of_subject)?);
        }
        let file = match &mut file {
            Some(file) => file,
            None => {
                if !state.exists() {
                    files::replace(state, (serde_json::to_string(&plan)? + "\n").as_bytes())
                        .with_context(|| format!("cannot write {}", state.display()))?;
                }
                file.insert(files::open_to_append(state)?)
            }
        };
        let lines: Vec<String> = found.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        files::append(file, state, lines.join("\n") + "\n")?;
        done.extend(found);
        progress(done.len(), count);
    }
    done.sort_by_key(|done| (done.task.subject, done.task.strength, done.task.step, done.task.index));
    Ok(Some(Gathered { plan, done }))
}

/// Reads a state file; a last line that was cut off does not count, and is removed.
fn read(path: &Path) -> Result<(ReportPlan, Vec<Done>)> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let plan: ReportPlan = serde_json::from_str(first)
        .with_context(|| format!("{} is no report's state: expected a new name", path.display()))?;
    let (mut done, mut kept) = (Vec::new(), format!("{first}\n"));
    for line in lines {
        let Ok(one) = serde_json::from_str(line) else {
            files::replace(path, kept.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
            break;
        };
        done.push(one);
        kept += &format!("{line}\n");
    }
    Ok((plan, done))
}

/// How many games of each strength the budget allows, by the time that the first of each took.
fn affordable(plan: &ReportPlan, budget: Duration) -> Result<usize> {
    let probe = ReportPlan { games: 1, ..plan.clone() };
    let mut seconds = 0.0;
    for subject in 0..plan.subjects.len() {
        let tasks = Vec::from_iter(probe.tasks().into_iter().filter(|task| task.subject == subject));
        for done in run(&probe, subject, &tasks)? {
            // There are half as many pairs as games.
            seconds += if done.task.step { done.seconds / 2.0 } else { done.seconds };
        }
    }
    let threads = rayon::current_num_threads().max(1) as f64;
    let games = (budget.as_secs_f64() * threads / seconds.max(1e-6)) as usize;
    // Pairs need an even number.
    Ok(games.clamp(GAMES[0], GAMES[1]) / 2 * 2)
}

fn run(plan: &ReportPlan, subject: usize, tasks: &[GameTask]) -> Result<Vec<Done>> {
    let game = any_game(&plan.subjects[subject])?;
    let entrant = entrant(&game, &plan.subjects[subject])?;
    let worker = || Worker::new(&game, &entrant, plan.seed);
    if worker().is_none() {
        bail!("player `{}` does not search: expected a net, or mcts:N", entrant.name());
    }
    let work = |worker: &mut Option<Worker>, &task: &GameTask| worker.as_mut().expect("it was made before").run(task);
    Ok(tasks.par_iter().map_init(worker, work).collect())
}

/// The game of a subject.
///
/// # Errors
/// No such variant, option or value.
pub fn any_game(subject: &Subject) -> Result<AnyGame> {
    Ok(AnyGame::new(rules_of(&subject.game, &subject.options)?)?)
}

/// The player of a subject.
///
/// # Errors
/// There is none, or it is for other rules.
pub fn entrant(game: &AnyGame, subject: &Subject) -> Result<Entrant> {
    Ok(Entrant::open(&subject.player.parse()?, game, Budget::Policy)?)
}

impl Gathered {
    /// The games of a strength against itself.
    pub fn games(&self, subject: usize, strength: usize) -> Vec<&super::Played> {
        let of = self.done.iter().filter(|done| done.task.subject == subject && done.task.strength == strength);
        of.filter_map(|done| if let Outcome::Game(game) = &done.result { Some(game) } else { None }).collect()
    }

    /// Half points of the pairs that the next higher strength played against this one.
    pub fn pairs(&self, subject: usize, strength: usize) -> Vec<usize> {
        let of = self.done.iter().filter(|done| done.task.subject == subject && done.task.strength == strength);
        of.filter_map(|done| if let Outcome::Pair(points) = done.result { Some(points) } else { None }).collect()
    }

    /// The strongest games of a subject.
    pub fn strongest(&self, subject: usize) -> Vec<&super::Played> {
        self.games(subject, STRENGTHS.len() - 1)
    }
}
