use super::plan::{GameTask, ReportPlan, STRENGTHS, Subject};
use super::played::{CopiedGame, Result as Outcome, TaskRecord, Worker};
use crate::clock::Instant;
use crate::files;
use crate::games::AnyGame;
use crate::players::{Budget, Entrant};
use crate::record::rules_of;
use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

/// All that was played for a report.
#[derive(Clone, Debug)]
pub struct ReportData {
    /// The plan.
    pub plan: ReportPlan,
    /// Everything done, in the order of [`ReportPlan::tasks`].
    pub done: Vec<TaskRecord>,
}

/// The fewest and the most games of a strength that a budget plans.
const GAMES: [usize; 2] = [2, 2000];

/// Plays what the plan asks for and `state` does not have yet; each task is added to that file. `None` if `stop` ended
/// it before all were done.
///
/// `plan` gets the number of games from `budget` where it has none: the first task of each kind is played and timed.
/// The number is then fixed in the file. Where the budget ends before they are played, those that are there count: a
/// machine may be slower than it was.
///
/// # Errors
/// The file holds another plan or cannot be written, or the player does not fit or does not search.
pub fn gather(
    mut plan: ReportPlan,
    budget: Option<Duration>,
    state: &Path,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<ReportData>> {
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
    let (began, mut timed) = (Instant::now(), Vec::new());
    if let (Some(budget), true) = (budget, done.is_empty()) {
        (plan.games, timed) = affordable(&plan, budget, began)?;
    }
    let known: HashSet<GameTask> = done.iter().chain(&timed).map(|done| done.task).collect();
    let tasks = plan.tasks();
    let count = tasks.len();
    let left: Vec<GameTask> = tasks.into_iter().filter(|task| !known.contains(task)).collect();
    progress(done.len(), count);
    let is_over = || budget.is_some_and(|budget| began.elapsed() >= budget);
    let timed = (!timed.is_empty()).then_some((&[][..], timed));
    let batches = left.chunks(2 * rayon::current_num_threads().max(1)).map(|batch| (batch, Vec::new()));
    for (batch, mut found) in timed.into_iter().chain(batches) {
        if stop() {
            return Ok(None);
        }
        // The least that makes a report is played in any case.
        let games = played(&plan, done.len());
        let go_on = || games == 0 || !is_over();
        for subject in 0..plan.subjects.len() {
            let of_subject = Vec::from_iter(batch.iter().copied().filter(|task| task.subject == subject));
            found.extend(run(&plan, subject, &of_subject, &go_on)?);
        }
        if found.len() < batch.len() {
            plan.games = games;
            done.retain(|done| done.task.index < if done.task.is_for_two() { games / 2 } else { games });
            break;
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
    Ok(Some(ReportData { plan, done }))
}

/// Reads a state file; a last line that was cut off does not count, and is removed.
fn read(path: &Path) -> Result<(ReportPlan, Vec<TaskRecord>)> {
    let text =
        files::read_text(path, files::LONGEST_TEXT).with_context(|| format!("cannot read {}", path.display()))?;
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

/// So many games of each strength are complete, an even number, once so many tasks are done in their order.
fn played(plan: &ReportPlan, done: usize) -> usize {
    let tasks = |games| ReportPlan { games, ..plan.clone() }.tasks().len();
    let of_two = tasks(2);
    2 * (done / of_two)
}

/// How many games of each strength the budget allows that began then, by the time that the first of each took; these
/// first ones.
fn affordable(plan: &ReportPlan, budget: Duration, began: Instant) -> Result<(usize, Vec<TaskRecord>)> {
    let probe = ReportPlan { games: 1, ..plan.clone() };
    let (mut seconds, mut timed) = (0.0, Vec::new());
    for subject in 0..plan.subjects.len() {
        let tasks = Vec::from_iter(probe.tasks().into_iter().filter(|task| task.subject == subject));
        for done in run(&probe, subject, &tasks, &|| true)? {
            // There are half as many pairs as games.
            seconds += if done.task.is_for_two() { done.seconds / 2.0 } else { done.seconds };
            timed.push(done);
        }
    }
    let threads = rayon::current_num_threads().max(1) as f64;
    let left = budget.saturating_sub(began.elapsed());
    let games = 1 + (left.as_secs_f64() * threads / seconds.max(1e-6)) as usize;
    // Pairs need an even number.
    Ok((games.clamp(GAMES[0], GAMES[1]) / 2 * 2, timed))
}

/// Does these tasks, those left out that are not begun when `go_on` says no.
fn run(
    plan: &ReportPlan,
    subject: usize,
    tasks: &[GameTask],
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<TaskRecord>> {
    let game = any_game(&plan.subjects[subject])?;
    let entrant = entrant(&game, &plan.subjects[subject])?;
    let worker = || Worker::new(&game, &entrant, plan.seed);
    if worker().is_none() {
        bail!("player `{}` does not search: expected a net, or mcts:N", entrant.name());
    }
    let work = |worker: &mut Option<Worker>, &task: &GameTask| {
        go_on().then(|| worker.as_mut().expect("it was made before").run(task))
    };
    let done: Vec<Option<TaskRecord>> = tasks.par_iter().map_init(worker, work).collect();
    Ok(done.into_iter().flatten().collect())
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

impl ReportData {
    /// The games of a strength against itself.
    pub fn games(&self, subject: usize, strength: usize) -> Vec<&super::ReportGame> {
        let of = self.done.iter().filter(|done| done.task.subject == subject && done.task.strength == strength);
        of.filter_map(|done| if let Outcome::Game(game) = &done.result { Some(game) } else { None }).collect()
    }

    /// Half points of the pairs that the next higher strength played against this one.
    pub fn pairs(&self, subject: usize, strength: usize) -> Vec<usize> {
        let of = self.done.iter().filter(|done| done.task.subject == subject && done.task.strength == strength);
        of.filter_map(|done| if let Outcome::Pair(points) = done.result { Some(points) } else { None }).collect()
    }

    /// The games of a subject's strongest player against one who copies; none where the rules allow no copying.
    pub fn copied(&self, subject: usize) -> Vec<&CopiedGame> {
        let of = self.done.iter().filter(|done| done.task.subject == subject);
        of.filter_map(|done| if let Outcome::Copied(Some(game)) = &done.result { Some(game) } else { None }).collect()
    }

    /// Processor seconds of all that was played of a subject.
    pub fn seconds(&self, subject: usize) -> f64 {
        self.done.iter().filter(|done| done.task.subject == subject).map(|done| done.seconds).sum()
    }

    /// The strongest games of a subject.
    pub fn strongest(&self, subject: usize) -> Vec<&super::ReportGame> {
        self.games(subject, STRENGTHS.len() - 1)
    }
}
