use super::plan::{GameTask, ReportPlan, STRENGTHS, Subject};
use super::played::{CopiedGame, Result as Outcome, TaskRecord, Worker};
use crate::arena::{Journal, TaskQueue, run_tasks};
use crate::clock::Instant;
use crate::games::AnyGame;
use crate::players::{Budget, Entrant};
use crate::record::rules_of;
use anyhow::{Result, ensure};
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;
use std::vec;

/// All games played for a report.
#[derive(Clone, Debug)]
pub struct ReportData {
    /// The plan of the games.
    pub plan: ReportPlan,
    /// All finished tasks, in the order of [`ReportPlan::tasks`].
    pub done: Vec<TaskRecord>,
}

/// The fewest and the most games of a strength that a budget plans.
const GAMES: [usize; 2] = [2, 2000];

/// Plays the tasks of the plan that `state` lacks; each is added to that file. `None` if `stop` ended play early.
///
/// Without a number of games, `plan` gets one from `budget`: the first task of each kind is played and timed. The
/// number is then fixed in the file. If the budget ends before all of them are played, the finished games count: a
/// machine may have slowed down.
///
/// # Errors
/// The file holds another plan or cannot be written, or the player does not fit the game or does not search.
pub fn gather(
    mut plan: ReportPlan,
    budget: Option<Duration>,
    state: &Path,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut (dyn FnMut(usize, usize) + Send),
) -> Result<Option<ReportData>> {
    let began = Instant::now();
    let saved = Journal::read_with_head::<ReportPlan, _>(state, "games of a report, or another name with --out")?;
    if let Some((saved, _)) = &saved {
        // The number of games was fixed when the first one was played.
        plan.games = if budget.is_some() { saved.games } else { plan.games };
        ensure!(
            *saved == plan,
            "{} holds the games of another report ({}): expected the same arguments, or that the file is removed",
            state.display(),
            Vec::from_iter(saved.subjects.iter().map(Subject::name)).join(", ")
        );
    }
    let players = plan.subjects.iter().map(searching).collect::<Result<Vec<_>>>()?;
    let (done, journal) = match (saved, budget) {
        (Some((_, done)), _) => (done, Journal::open(state)?),
        (None, None) => (Vec::new(), Journal::begin(state, &plan)?),
        (None, Some(budget)) => {
            let probe = ReportPlan { games: 1, ..plan.clone() };
            let timed = Games::new(&probe, Vec::new(), None, &|| false, &mut |_, _| {}).play(&players, stop)?;
            if timed.len() < probe.tasks().len() {
                return Ok(None);
            }
            plan.games = affordable(&timed, budget.saturating_sub(began.elapsed()));
            let mut journal = Journal::begin(state, &plan)?;
            timed.iter().try_for_each(|done| journal.add(done))?;
            (timed, journal)
        }
    };
    let is_over = || budget.is_some_and(|budget| began.elapsed() >= budget);
    let games = Games::new(&plan, done, Some(journal), &is_over, progress);
    let count = games.count;
    let mut done = games.play(&players, stop)?;
    if done.len() < count {
        if stop() {
            return Ok(None);
        }
        plan.games = played(&plan, done.len());
        done.retain(|done| done.task.index < if done.task.is_for_two() { plan.games / 2 } else { plan.games });
    }
    done.sort_by_key(|done| (done.task.subject, done.task.strength, done.task.step, done.task.index));
    Ok(Some(ReportData { plan, done }))
}

/// The tasks of a plan and their results.
struct Games<'a> {
    plan: &'a ReportPlan,
    left: vec::IntoIter<GameTask>,
    done: Vec<TaskRecord>,
    /// Number of all tasks.
    count: usize,
    journal: Option<Journal>,
    is_over: &'a (dyn Fn() -> bool + Sync),
    progress: &'a mut (dyn FnMut(usize, usize) + Send),
}

impl<'a> Games<'a> {
    /// The plan's tasks minus `done`. After `is_over`, only tasks still needed for a minimal report are started.
    fn new(
        plan: &'a ReportPlan,
        done: Vec<TaskRecord>,
        journal: Option<Journal>,
        is_over: &'a (dyn Fn() -> bool + Sync),
        progress: &'a mut (dyn FnMut(usize, usize) + Send),
    ) -> Games<'a> {
        let mut left = plan.tasks();
        let count = left.len();
        let known: HashSet<GameTask> = done.iter().map(|done| done.task).collect();
        left.retain(|task| !known.contains(task));
        progress(done.len(), count);
        Games { plan, left: left.into_iter(), done, count, journal, is_over, progress }
    }

    /// Plays the remaining tasks between the players of each subject; returns all finished ones.
    fn play(self, players: &'a [(AnyGame, Entrant)], stop: &(dyn Fn() -> bool + Sync)) -> Result<Vec<TaskRecord>> {
        let seed = self.plan.seed;
        let run = |held: &mut Option<(usize, Worker<'a>)>, task: GameTask, _: &dyn Fn() -> bool| {
            let (game, entrant) = &players[task.subject];
            // A thread holds one worker at a time: there may be many subjects, and each worker takes memory.
            let mut worker = match held.take() {
                Some((subject, worker)) if subject == task.subject => worker,
                _ => Worker::new(game, entrant, seed).expect("it searches"),
            };
            let done = worker.run(task);
            *held = Some((task.subject, worker));
            Some(done)
        };
        Ok(run_tasks(self, rayon::current_num_threads(), stop, || None, run)?.done)
    }
}

impl TaskQueue for Games<'_> {
    type Task = GameTask;
    type Result = TaskRecord;
    type Error = anyhow::Error;

    fn next(&mut self) -> Option<GameTask> {
        let is_enough = (self.is_over)() && played(self.plan, self.done.len()) > 0;
        if is_enough { None } else { self.left.next() }
    }

    fn enter(&mut self, _: GameTask, done: TaskRecord) -> Result<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(&done)?;
        }
        self.done.push(done);
        (self.progress)(self.done.len(), self.count);
        Ok(())
    }
}

/// The number of complete games of each strength, an even number, after the first `done` tasks in their order.
fn played(plan: &ReportPlan, done: usize) -> usize {
    let tasks = |games| ReportPlan { games, ..plan.clone() }.tasks().len();
    let of_two = tasks(2);
    2 * (done / of_two)
}

/// The number of games of each strength that fit into the time left, by the times of the first ones.
fn affordable(timed: &[TaskRecord], left: Duration) -> usize {
    // There are half as many pairs as games.
    let seconds: f64 =
        timed.iter().map(|done| if done.task.is_for_two() { done.seconds / 2.0 } else { done.seconds }).sum();
    let threads = rayon::current_num_threads() as f64;
    let games = 1 + (left.as_secs_f64() * threads / seconds.max(1e-6)) as usize;
    // Pairs need an even number.
    games.clamp(GAMES[0], GAMES[1]) / 2 * 2
}

/// The game of a subject and its player.
fn searching(subject: &Subject) -> Result<(AnyGame, Entrant)> {
    let game = any_game(subject)?;
    let entrant = entrant(&game, subject)?;
    ensure!(entrant.engine().is_some(), "player `{}` does not search: expected a net, or mcts:N", entrant.name());
    Ok((game, entrant))
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
/// The player does not exist, or is for other rules.
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

    /// The games of a subject's strongest player against a copying one; empty if the rules allow no copying.
    pub fn copied(&self, subject: usize) -> Vec<&CopiedGame> {
        let of = self.done.iter().filter(|done| done.task.subject == subject);
        of.filter_map(|done| if let Outcome::Copied(Some(game)) = &done.result { Some(game) } else { None }).collect()
    }

    /// Processor seconds of all games of a subject.
    pub fn seconds(&self, subject: usize) -> f64 {
        self.done.iter().filter(|done| done.task.subject == subject).map(|done| done.seconds).sum()
    }

    /// The strongest games of a subject.
    pub fn strongest(&self, subject: usize) -> Vec<&super::ReportGame> {
        self.games(subject, STRENGTHS.len() - 1)
    }
}
