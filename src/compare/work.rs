use super::folder::{ExamGrades, Folder, PairLine, TrainingResult};
use super::{Contender, Experiment};
use crate::arena::{Exam, GamePair, Grade, Journal, Openings, TaskQueue, play_pair, run_tasks};
use crate::compact::CompactNet;
use crate::game::{AnyGame, Game, Guidance, Side};
use crate::players::{Budget, Entrant, seat_sides};
use crate::random::derive;
use crate::record::Record;
use crate::runs::RunDir;
use anyhow::{Context, Error, Result, ensure};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;

/// Simulations of the exam's search.
pub(super) const EXAM_SIMULATIONS: u32 = 64;
/// The most positions that the exam's search may visit for proofs before its first simulation: with millions, as
/// players may have, even an untrained net would pass.
const EXAM_PROOF_NODES: u32 = 2000;
/// Seed of the exam's positions, the same in all comparisons.
const EXAM_SEED: u64 = 1;

/// The resources and callbacks of [`run`].
pub struct Resources<'a> {
    /// Number of simultaneous trainings, games and exams.
    pub jobs: usize,
    /// The function that trains a run.
    pub train: &'a Training<'a>,
    /// Set from outside to stop: unfinished work is discarded, except complete generations of trainings.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Shows the progress.
    pub progress: &'a dyn Progress,
}

/// Trains a run whose config is already in its directory; returns `true` once the run is complete, or `false` if
/// stopped. The second argument is a progress callback, which gets the processor seconds so far.
pub type Training<'a> = dyn Fn(&RunDir, &dyn Fn(f64)) -> Result<bool> + Sync + 'a;

/// Shows the progress of a comparison.
pub trait Progress: Sync {
    /// Called with the work in all: `training` in processor seconds, `measurements` as the number of pairs of games and
    /// exams.
    fn begin(&self, training: f64, measurements: u64);
    /// Called after `seconds` more processor seconds of training.
    fn train(&self, seconds: f64);
    /// Called when a training is complete.
    fn trained(&self, contender: &Contender, seed: u64, trained: &TrainingResult);
    /// Called when a training fails; contenders that need it do not play.
    fn failed(&self, contender: &Contender, seed: u64, error: &anyhow::Error);
    /// Called when a pair of games is played, or an exam is done.
    fn measured(&self);
}

/// A piece of work for one thread. Contenders and seeds are given by their indices.
#[derive(Clone, Copy, Debug)]
struct WorkItem {
    contender: usize,
    seed: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Training,
    Exam,
    /// The pair of that number in a match, whose results go into that journal.
    Pair {
        number: u32,
        budget: Budget,
        journal: usize,
    },
}

/// The result of a piece of work.
enum Done {
    /// A training that failed is left out; all other errors end the work.
    Trained(Result<TrainingResult>),
    Graded(ExamGrades),
    /// A line for the journal of this index.
    Played(usize, Box<PairLine>),
}

/// A value made by the thread that first needs it.
struct Shared<T>(Mutex<Option<Arc<T>>>);

impl<T> Shared<T> {
    fn new() -> Shared<T> {
        Shared(Mutex::new(None))
    }

    fn get(&self, make: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        let mut made = self.0.lock();
        if let Some(made) = &*made {
            return Ok(Arc::clone(made));
        }
        Ok(Arc::clone(made.insert(Arc::new(make()?))))
    }
}

/// The data that all threads share.
struct Work<'a> {
    game: &'a AnyGame,
    experiment: &'a Experiment,
    folder: &'a Folder,
    resources: &'a Resources<'a>,
    sides: Vec<Side>,
    /// The nets, by contender and seed.
    nets: Vec<Vec<Shared<CompactNet>>>,
    /// The openings, by seed.
    openings: Vec<Shared<Openings>>,
    exam: Shared<Exam>,
}

/// The work to do, in order.
struct Queue<'a> {
    work: &'a Work<'a>,
    /// The journals of the matches.
    journals: Vec<Journal>,
    trainings: VecDeque<WorkItem>,
    ready: VecDeque<WorkItem>,
    /// Work that waits for trainings.
    blocked: Vec<WorkItem>,
    /// Whether a training is complete, by contender and seed; only for contenders that are trained themselves.
    trained: Vec<Vec<bool>>,
    /// Number of failed trainings.
    failures: usize,
}

/// Does the work that the folder lacks. Returns the number of failed trainings; the games that need them are left out.
///
/// # Errors
/// Files cannot be read or written or belong to another comparison, or there are no openings.
pub fn run(game: &AnyGame, experiment: &Experiment, folder: &Folder, resources: &Resources) -> Result<usize> {
    let work = Work::new(game, experiment, folder, resources);
    let queue = Queue::new(&work)?;
    let perform = |(): &mut (), item, stop: &dyn Fn() -> bool| work.perform(item, stop).transpose();
    Ok(run_tasks(queue, resources.jobs, resources.stop, || (), perform)?.failures)
}

impl<'a> Queue<'a> {
    fn new(work: &'a Work<'a>) -> Result<Self> {
        let &Work { experiment, folder, resources, .. } = work;
        let mut queue = Queue {
            work,
            journals: Vec::new(),
            trainings: VecDeque::new(),
            ready: VecDeque::new(),
            blocked: Vec::new(),
            trained: vec![vec![false; experiment.seeds]; experiment.contenders.len()],
            failures: 0,
        };
        for seed in 0..experiment.seeds {
            for index in experiment.trained() {
                let contender = &experiment.contenders[index];
                match folder.trained(contender, experiment.seed(seed))? {
                    Some(trained) => {
                        folder.trim(contender, experiment.seed(seed), trained.generation)?;
                        queue.trained[index][seed] = true;
                    }
                    None => {
                        folder.prepare(contender, &contender.seeded(seed))?;
                        queue.trainings.push_back(WorkItem { contender: index, seed, kind: Kind::Training });
                    }
                }
            }
        }
        let mut matches = Vec::new();
        for seed in 0..experiment.seeds {
            for (index, contender) in experiment.contenders.iter().enumerate() {
                let of_seed = experiment.seed(seed);
                if work.game.solver().is_some() && folder.exam(contender, of_seed, experiment.positions)?.is_none() {
                    queue.blocked.push(WorkItem { contender: index, seed, kind: Kind::Exam });
                }
                for budget in experiment.matches(index) {
                    let games = folder.games(experiment, contender, of_seed, budget)?;
                    queue.journals.push(Journal::open(&games.path)?);
                    matches.push((index, seed, budget, games.pairs));
                }
            }
        }
        // The first pair of each match, then the second pair of each, and so on, so that all matches are known equally
        // well at any time.
        for number in 0..experiment.games / 2 {
            for (journal, &(contender, seed, budget, ref played)) in matches.iter().enumerate() {
                if !played.contains_key(&number) {
                    let kind = Kind::Pair { number, budget, journal };
                    queue.blocked.push(WorkItem { contender, seed, kind });
                }
            }
        }
        resources.progress.begin(queue.trainings.len() as f64 * experiment.cpu_seconds, queue.blocked.len() as u64);
        queue.release();
        Ok(queue)
    }

    /// Moves work whose trainings are complete from `blocked` to `ready`.
    fn release(&mut self) {
        let is_ready = |item: &WorkItem| {
            let this = self.work.experiment.contenders[item.contender].trained_as;
            let other = if matches!(item.kind, Kind::Pair { .. }) { 0 } else { this };
            [this, other].iter().all(|&contender| self.trained[contender][item.seed])
        };
        let (ready, blocked) = self.blocked.iter().copied().partition::<Vec<_>, _>(is_ready);
        self.ready.extend(ready);
        self.blocked = blocked;
    }
}

impl TaskQueue for Queue<'_> {
    type Task = WorkItem;
    type Result = Result<Done>;
    type Error = Error;

    fn next(&mut self) -> Option<WorkItem> {
        self.trainings.pop_front().or_else(|| self.ready.pop_front())
    }

    fn enter(&mut self, WorkItem { contender, seed, .. }: WorkItem, done: Result<Done>) -> Result<()> {
        let &Work { experiment, folder, resources, .. } = self.work;
        let (this, of_seed) = (&experiment.contenders[contender], experiment.seed(seed));
        match done? {
            Done::Trained(Ok(trained)) => {
                self.trained[contender][seed] = true;
                self.release();
                resources.progress.trained(this, of_seed, &trained);
                return Ok(());
            }
            Done::Trained(Err(error)) => {
                self.failures += 1;
                resources.progress.failed(this, of_seed, &error);
                return Ok(());
            }
            Done::Graded(grades) => folder.write_exam(this, of_seed, &grades)?,
            Done::Played(journal, line) => self.journals[journal].add(&line)?,
        }
        resources.progress.measured();
        Ok(())
    }

    /// The pairs of a match are committed in their order, whatever other work is done meanwhile.
    fn comes_first(&self, earlier: WorkItem, item: WorkItem) -> bool {
        match (earlier.kind, item.kind) {
            (Kind::Pair { journal: one, .. }, Kind::Pair { journal: other, .. }) => one == other,
            _ => false,
        }
    }
}

impl<'a> Work<'a> {
    fn new(game: &'a AnyGame, experiment: &'a Experiment, folder: &'a Folder, resources: &'a Resources<'a>) -> Self {
        let of_seeds = || (0..experiment.seeds).map(|_| Shared::new()).collect();
        let nets = experiment.contenders.iter().map(|_| of_seeds()).collect();
        let openings = (0..experiment.seeds).map(|_| Shared::new()).collect();
        Work { game, experiment, folder, resources, sides: seat_sides(game), nets, openings, exam: Shared::new() }
    }

    /// Does a piece of work; `None` if stopped.
    fn perform(&self, item: WorkItem, stop: &dyn Fn() -> bool) -> Result<Option<Done>> {
        let WorkItem { contender, seed, kind } = item;
        Ok(match kind {
            Kind::Training => self.train(contender, seed).transpose().map(Done::Trained),
            Kind::Exam => self.sit(contender, seed, stop)?.map(Done::Graded),
            Kind::Pair { number, budget, journal } => {
                let line = self.play(contender, seed, budget, number, stop)?;
                line.map(|line| Done::Played(journal, Box::new(line)))
            }
        })
    }

    /// Trains; `None` if stopped.
    fn train(&self, contender: usize, seed: usize) -> Result<Option<TrainingResult>> {
        let contender = &self.experiment.contenders[contender];
        let seed = self.experiment.seed(seed);
        let told = Mutex::new(0.0);
        let tell = |seconds: f64| {
            let mut told = told.lock();
            self.resources.progress.train(seconds - *told);
            *told = seconds;
        };
        if !(self.resources.train)(&self.folder.run(contender, seed), &tell)? {
            return Ok(None);
        }
        let trained = self.folder.conclude(contender, seed)?;
        tell(self.experiment.cpu_seconds);
        Ok(Some(trained))
    }

    /// The player of a contender's net, with the search of its config.
    fn entrant(&self, contender: usize, seed: usize, budget: Budget) -> Result<Entrant> {
        let this = &self.experiment.contenders[contender];
        let net = self.nets[this.trained_as][seed].get(|| {
            let run = self.folder.run(&self.experiment.contenders[this.trained_as], self.experiment.seed(seed));
            Ok(CompactNet::read(run.newest_evaluator()?)?)
        })?;
        let search = this.config.players_search()?;
        Ok(Entrant::of_net(&this.name, self.game, net, budget)?.searching(|_| search))
    }

    /// Plays the pair of that number of a contender against the base; `None` if stopped.
    fn play(
        &self,
        contender: usize,
        seed: usize,
        budget: Budget,
        number: u32,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<PairLine>> {
        let Experiment { openings, games, plies, .. } = *self.experiment;
        let of_seed = self.experiment.seed(seed);
        let draw = || Ok(openings.draw(self.game, games as usize / 2, plies, of_seed, &mut || true)?);
        let openings = self.openings[seed].get(draw)?;
        let [this, base] = [self.entrant(contender, seed, budget)?, self.entrant(0, seed, budget)?];
        let (mut one, mut other) = (this.player(), base.player());
        let (moves, pair_seed) = (openings.moves(number as usize), derive(of_seed, &[u64::from(number)]));
        let played = play_pair(self.game, moves, [&mut *one, &mut *other], pair_seed, stop);
        let short = |record| Record { positions: None, legal_counts: None, ..record };
        let records = |pair: GamePair| pair.records(self.game, &self.sides, [this.name(), base.name()]).map(short);
        Ok(played.map(|pair| PairLine { pair: number, games: records(pair) }))
    }

    /// Grades a contender's net by the exam; `None` if stopped.
    fn sit(&self, contender: usize, seed: usize, stop: &dyn Fn() -> bool) -> Result<Option<ExamGrades>> {
        let (game, positions) = (self.game, self.experiment.positions);
        let exam = self.exam.get(|| {
            let mut solver = game.solver().context("there is no exam without a solver")?;
            let drawn = Exam::draw(game, &mut *solver, positions as usize, EXAM_SEED, |_| stop());
            let rules = game.rules();
            ensure!(!drawn.is_empty() || stop(), "random play of {rules} meets no position to ask about");
            Ok(drawn)
        })?;
        let grade = |budget| -> Result<Grade> {
            let entrant = self.entrant(contender, seed, budget)?;
            let entrant = entrant.searching(|search| crate::search::SearchConfig {
                root_proof_nodes: search.root_proof_nodes.min(EXAM_PROOF_NODES),
                ..search
            });
            let mut player = entrant.player();
            let answers = exam.answers(game, &mut *player);
            Ok(answers.take_while(|_| !stop()).collect::<Result<_, _>>()?)
        };
        let (policy, search) = (grade(Budget::Policy)?, grade(Budget::Simulations(EXAM_SIMULATIONS))?);
        Ok((!stop()).then_some(ExamGrades { positions, policy, search }))
    }
}
