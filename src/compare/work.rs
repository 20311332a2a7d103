use super::folder::{ExamGrades, Folder, Match, TrainingResult};
use super::{Contender, Experiment};
use crate::arena::{Exam, GamePair, Grade, Openings, play_pair};
use crate::compact::CompactNet;
use crate::files;
use crate::game::{AnyGame, Game, Guidance, Side};
use crate::players::{Budget, Entrant, Player, seat_sides};
use crate::random::derive;
use crate::record::Record;
use crate::runs::RunDir;
use anyhow::{Context, Result, ensure};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Simulations of the exam's search.
pub(super) const EXAM_SIMULATIONS: u32 = 64;
/// The most positions that the exam's search may visit for proofs before its first simulation: with millions, as
/// players may have, an untrained net would pass, too.
const EXAM_PROOF_NODES: u32 = 2000;
/// Seed of the exam's positions, the same in all comparisons.
const EXAM_SEED: u64 = 1;
/// How often an idle thread looks for work.
const IDLE: Duration = Duration::from_millis(20);

/// What [`run`] works with.
pub struct Resources<'a> {
    /// Trainings, games and exams at once.
    pub jobs: usize,
    /// Trains.
    pub train: &'a Training<'a>,
    /// Set from outside to stop: what is under way is given up, but for complete generations of trainings.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Shows progress.
    pub progress: &'a dyn Progress,
}

/// Trains a run, which has its config, until it is complete: `true`, or `false` where it was stopped. Its second
/// argument is told the processor seconds that the run has taken, now and then.
pub type Training<'a> = dyn Fn(&RunDir, &dyn Fn(f64)) -> Result<bool> + Sync + 'a;

/// Shows the progress of a comparison.
pub trait Progress: Sync {
    /// So much is to be done: processor seconds of training, pairs of games, exams.
    fn begin(&self, training: f64, pairs: u64, exams: u64);
    /// So many more processor seconds of training are done.
    fn train(&self, seconds: f64);
    /// A training is complete.
    fn trained(&self, contender: &Contender, seed: u64, trained: &TrainingResult);
    /// A training failed; those who need it do not play.
    fn failed(&self, contender: &Contender, seed: u64, error: &anyhow::Error);
    /// A pair of games is played.
    fn pair(&self);
    /// An exam is done.
    fn exam(&self);
}

/// A piece of work for one thread. Contenders and seeds are given by their indices.
#[derive(Clone, Copy, Debug)]
enum WorkItem {
    Train { contender: usize, seed: usize },
    Exam { contender: usize, seed: usize },
    Pair { open_match: usize, pair: u32 },
}

/// A match with its file.
struct OpenMatch {
    contender: usize,
    seed: usize,
    budget: Budget,
    games: Match,
    file: Mutex<File>,
}

/// What is to be done, and in which order.
struct Queue {
    trainings: VecDeque<WorkItem>,
    ready: VecDeque<WorkItem>,
    /// Waits for trainings.
    blocked: Vec<WorkItem>,
    under_way: usize,
    /// By contender and seed; only those that are trained themselves.
    trained: Vec<Vec<bool>>,
    /// Contenders and seeds whose training failed.
    failures: Vec<(usize, usize)>,
}

/// Made by the thread that first needs it.
type SharedSlot<T> = Mutex<Option<Arc<T>>>;

/// All that threads share.
struct Work<'a> {
    game: &'a AnyGame,
    experiment: &'a Experiment,
    folder: &'a Folder,
    resources: &'a Resources<'a>,
    sides: Vec<Side>,
    open_matches: Vec<OpenMatch>,
    queue: Mutex<Queue>,
    /// The first error that ended the work.
    error: Mutex<Option<anyhow::Error>>,
    broken: AtomicBool,
    /// By contender and seed.
    nets: Vec<Vec<SharedSlot<CompactNet>>>,
    /// By seed.
    openings: Vec<SharedSlot<Openings>>,
    exam: SharedSlot<Exam>,
}

/// Does what the folder says is still to be done. Returns how many trainings failed; the games that need them are left
/// out.
///
/// # Errors
/// Files cannot be read or written or belong to another comparison, or there are no openings.
pub fn run(game: &AnyGame, experiment: &Experiment, folder: &Folder, resources: &Resources) -> Result<usize> {
    let work = Work::new(game, experiment, folder, resources)?;
    thread::scope(|scope| {
        for _ in 0..resources.jobs.max(1) {
            scope.spawn(|| work.serve());
        }
    });
    match work.error.into_inner() {
        Some(error) => Err(error),
        None => Ok(work.queue.into_inner().failures.len()),
    }
}

impl<'a> Work<'a> {
    fn new(
        game: &'a AnyGame,
        experiment: &'a Experiment,
        folder: &'a Folder,
        resources: &'a Resources<'a>,
    ) -> Result<Self> {
        let mut queue = Queue {
            trainings: VecDeque::new(),
            ready: VecDeque::new(),
            blocked: Vec::new(),
            under_way: 0,
            trained: vec![vec![false; experiment.seeds]; experiment.contenders.len()],
            failures: Vec::new(),
        };
        let (mut training, mut exams) = (0.0, 0);
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
                        queue.trainings.push_back(WorkItem::Train { contender: index, seed });
                        training += experiment.cpu_seconds;
                    }
                }
            }
        }
        let mut open_matches = Vec::new();
        let mut waiting = Vec::new();
        for seed in 0..experiment.seeds {
            for (index, contender) in experiment.contenders.iter().enumerate() {
                if game.solver().is_some()
                    && folder.exam(contender, experiment.seed(seed), experiment.positions)?.is_none()
                {
                    waiting.push(WorkItem::Exam { contender: index, seed });
                    exams += 1;
                }
                for budget in experiment.matches(index) {
                    let games = folder.games(
                        contender,
                        experiment.seed(seed),
                        budget,
                        experiment.openings,
                        experiment.plies,
                    )?;
                    let file = Mutex::new(files::open_to_append(&games.path)?);
                    open_matches.push(OpenMatch { contender: index, seed, budget, games, file });
                }
            }
        }
        // One pair of each match after another, so that all are known equally well at any time.
        let mut pairs = 0;
        for pair in 0..experiment.games / 2 {
            for (open_match, _) in
                open_matches.iter().enumerate().filter(|(_, open_match)| !open_match.games.pairs.contains_key(&pair))
            {
                waiting.push(WorkItem::Pair { open_match, pair });
                pairs += 1;
            }
        }
        queue.blocked = waiting;
        resources.progress.begin(training, pairs, exams);
        let work = Work {
            game,
            experiment,
            folder,
            resources,
            sides: seat_sides(game),
            open_matches,
            queue: Mutex::new(queue),
            error: Mutex::new(None),
            broken: AtomicBool::new(false),
            nets: experiment
                .contenders
                .iter()
                .map(|_| (0..experiment.seeds).map(|_| Mutex::new(None)).collect())
                .collect(),
            openings: (0..experiment.seeds).map(|_| Mutex::new(None)).collect(),
            exam: Mutex::new(None),
        };
        work.release(&mut work.queue.lock());
        Ok(work)
    }

    /// Whether work under way is to end.
    fn stop(&self) -> bool {
        self.broken.load(Ordering::Relaxed) || (self.resources.stop)()
    }

    /// The contenders and the seed whose trainings an item needs.
    fn needs(&self, item: WorkItem) -> (Vec<usize>, usize) {
        let trained_as = |contender: usize| self.experiment.contenders[contender].trained_as;
        match item {
            WorkItem::Train { seed, .. } => (Vec::new(), seed),
            WorkItem::Exam { contender, seed } => (vec![trained_as(contender)], seed),
            WorkItem::Pair { open_match, .. } => {
                let OpenMatch { contender, seed, .. } = self.open_matches[open_match];
                (vec![trained_as(contender), 0], seed)
            }
        }
    }

    /// Moves the tasks whose trainings are complete to those that can be done.
    fn release(&self, queue: &mut Queue) {
        let blocked = std::mem::take(&mut queue.blocked);
        for item in blocked {
            let (contenders, seed) = self.needs(item);
            if contenders.iter().all(|&contender| queue.trained[contender][seed]) {
                queue.ready.push_back(item);
            } else {
                queue.blocked.push(item);
            }
        }
    }

    /// Works until nothing is left, or it is stopped.
    fn serve(&self) {
        while !self.stop() {
            let (item, under_way) = {
                let mut queue = self.queue.lock();
                let training = queue.trainings.pop_front();
                queue.under_way += usize::from(training.is_some());
                (training.or_else(|| queue.ready.pop_front()), queue.under_way)
            };
            match item {
                Some(item) => {
                    if let Err(error) = self.perform(item) {
                        self.error.lock().get_or_insert(error);
                        self.broken.store(true, Ordering::Relaxed);
                    }
                }
                None if under_way > 0 => thread::sleep(IDLE),
                None => return,
            }
        }
    }

    fn perform(&self, item: WorkItem) -> Result<()> {
        match item {
            WorkItem::Train { contender, seed } => {
                let result = self.train(contender, seed);
                let mut queue = self.queue.lock();
                queue.under_way -= 1;
                match result {
                    Ok(None) => {}
                    Ok(Some(trained)) => {
                        queue.trained[contender][seed] = true;
                        self.release(&mut queue);
                        let contender = &self.experiment.contenders[contender];
                        self.resources.progress.trained(contender, self.experiment.seed(seed), &trained);
                    }
                    Err(error) => {
                        queue.failures.push((contender, seed));
                        let contender = &self.experiment.contenders[contender];
                        self.resources.progress.failed(contender, self.experiment.seed(seed), &error);
                    }
                }
                Ok(())
            }
            WorkItem::Exam { contender, seed } => self.sit(contender, seed),
            WorkItem::Pair { open_match, pair } => self.play(&self.open_matches[open_match], pair),
        }
    }

    /// Trains; `None` where it was stopped.
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

    /// The player of a contender's net, searching as its config says.
    fn entrant(&self, contender: usize, seed: usize, budget: Budget) -> Result<Entrant> {
        let this = &self.experiment.contenders[contender];
        let net = {
            let mut net = self.nets[this.trained_as][seed].lock();
            match &*net {
                Some(net) => Arc::clone(net),
                None => {
                    let run = self.folder.run(&self.experiment.contenders[this.trained_as], self.experiment.seed(seed));
                    let read = CompactNet::read(run.newest_evaluator()?)?;
                    Arc::clone(net.insert(Arc::new(read)))
                }
            }
        };
        let search = this.config.players_search()?;
        Ok(Entrant::of_net(&this.name, self.game, net, budget)?.searching(|_| search))
    }

    fn openings(&self, seed: usize) -> Result<Arc<Openings>> {
        let mut openings = self.openings[seed].lock();
        if let Some(openings) = &*openings {
            return Ok(Arc::clone(openings));
        }
        let Experiment { games, plies, .. } = *self.experiment;
        let (count, seed) = (games as usize / 2, self.experiment.seed(seed));
        let drawn = self.experiment.openings.draw(self.game, count, plies, seed, &mut || true)?;
        Ok(Arc::clone(openings.insert(Arc::new(drawn))))
    }

    /// Plays a pair of games of a match and writes it into its file.
    fn play(&self, open_match: &OpenMatch, pair: u32) -> Result<()> {
        let openings = self.openings(open_match.seed)?;
        let entrant = |contender| self.entrant(contender, open_match.seed, open_match.budget);
        let [this, base] = [entrant(open_match.contender)?, entrant(0)?];
        let (mut one, mut other): (Box<dyn Player>, Box<dyn Player>) = (this.player(), base.player());
        let seed = derive(self.experiment.seed(open_match.seed), &[u64::from(pair)]);
        let moves = openings.moves(pair as usize);
        let Some(GamePair { games }) = play_pair(self.game, moves, [&mut *one, &mut *other], seed, || self.stop())
        else {
            return Ok(());
        };
        let names = [this.name(), base.name()];
        let mut first_has = Side::BOTH.into_iter();
        let records = games.map(|played| {
            let side = first_has.next();
            let players = self.sides.iter().map(|&seat| names[usize::from(Some(seat) != side)]);
            let record = Record::of_game(self.game, &self.game.start(), &played.moves).with_players(players);
            Record { positions: None, legal_counts: None, ..record }
        });
        self.folder.add_pair(&open_match.games.path, &mut open_match.file.lock(), pair, records)?;
        self.resources.progress.pair();
        Ok(())
    }

    fn exam(&self) -> Result<Arc<Exam>> {
        let mut exam = self.exam.lock();
        if let Some(exam) = &*exam {
            return Ok(Arc::clone(exam));
        }
        let mut solver = self.game.solver().context("there is no exam without a solver")?;
        let drawn = Exam::draw(self.game, &mut *solver, self.experiment.positions as usize, EXAM_SEED, |_| self.stop());
        ensure!(
            !drawn.is_empty() || self.stop(),
            "random play of {} meets no position to ask about",
            self.game.rules()
        );
        Ok(Arc::clone(exam.insert(Arc::new(drawn))))
    }

    /// Lets a contender's net sit the exam and writes down its grades.
    fn sit(&self, contender: usize, seed: usize) -> Result<()> {
        let exam = self.exam()?;
        let grade = |budget| -> Result<Grade> {
            let entrant = self.entrant(contender, seed, budget)?;
            let entrant = entrant.searching(|search| crate::search::SearchConfig {
                root_proof_nodes: search.root_proof_nodes.min(EXAM_PROOF_NODES),
                ..search
            });
            let mut player = entrant.player();
            let answers = exam.answers(self.game, &mut *player);
            Ok(answers.take_while(|_| !self.stop()).collect::<Result<_, _>>()?)
        };
        let (policy, search) = (grade(Budget::Policy)?, grade(Budget::Simulations(EXAM_SIMULATIONS))?);
        if self.stop() {
            return Ok(());
        }
        let grades = ExamGrades { positions: self.experiment.positions, policy, search };
        self.folder.write_exam(&self.experiment.contenders[contender], self.experiment.seed(seed), &grades)?;
        self.resources.progress.exam();
        Ok(())
    }
}
