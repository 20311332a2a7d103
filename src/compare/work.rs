use super::folder::{ExamGrades, Folder, Match, Trained};
use super::{Contender, Plan};
use crate::arena::{Exam, GamePair, Grade, Openings, play_pair};
use crate::compact::CompactNet;
use crate::files;
use crate::game::{CompleteGame, Game, Side};
use crate::players::{Budget, Entrant, Player, seat_sides};
use crate::random::derive;
use crate::record::Record;
use crate::runs::RunDir;
use anyhow::{Context, Result, ensure};
use std::collections::VecDeque;
use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Simulations of the exam's search.
pub(super) const EXAM_SIMULATIONS: u32 = 64;
/// The most positions that the exam's search may visit for proofs before its first simulation: with millions, as players
/// may have, an untrained net would pass, too.
const EXAM_PROOF_NODES: u32 = 2000;
/// Seed of the exam's positions, the same in all comparisons.
const EXAM_SEED: u64 = 1;
/// How often an idle thread looks for work.
const IDLE: Duration = Duration::from_millis(20);

/// What [`run`] works with.
pub struct Session<'a> {
    /// Trainings, games and exams at once.
    pub jobs: usize,
    /// Trains.
    pub train: &'a Training<'a>,
    /// Set from outside to stop: what is under way is given up, but for complete generations of trainings.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Shows progress.
    pub progress: &'a dyn Progress,
}

/// Trains a run, which has its config, until it is complete: `true`, or `false` where it was stopped. Its second argument
/// is told the processor seconds that the run has taken, now and then.
pub type Training<'a> = dyn Fn(&RunDir, &dyn Fn(f64)) -> Result<bool> + Sync + 'a;

/// Shows the progress of a comparison.
pub trait Progress: Sync {
    /// So much is to be done: processor seconds of training, pairs of games, exams.
    fn begin(&self, training: f64, pairs: u64, exams: u64);
    /// So many more processor seconds of training are done.
    fn train(&self, seconds: f64);
    /// A training is complete.
    fn trained(&self, contender: &Contender, seed: u64, trained: &Trained);
    /// A training failed; those who need it do not play.
    fn failed(&self, contender: &Contender, seed: u64, error: &anyhow::Error);
    /// A pair of games is played.
    fn pair(&self);
    /// An exam is done.
    fn exam(&self);
}

/// A piece of work for one thread. Contenders and seeds are given by their indices.
#[derive(Clone, Copy, Debug)]
enum Task {
    Train { contender: usize, seed: usize },
    Exam { contender: usize, seed: usize },
    Pair { table: usize, pair: u32 },
}

/// A match with its file.
struct Table {
    contender: usize,
    seed: usize,
    budget: Budget,
    games: Match,
    file: Mutex<File>,
}

/// What is to be done, and in which order.
struct Queue {
    trainings: VecDeque<Task>,
    ready: VecDeque<Task>,
    /// Waits for trainings.
    blocked: Vec<Task>,
    under_way: usize,
    /// By contender and seed; only those that are trained themselves.
    trained: Vec<Vec<bool>>,
    /// Contenders and seeds whose training failed.
    failures: Vec<(usize, usize)>,
}

/// Made by the thread that first needs it.
type Shared<T> = Mutex<Option<Arc<T>>>;

/// All that threads share.
struct Work<'a, G: Game> {
    game: &'a G,
    plan: &'a Plan,
    folder: &'a Folder,
    session: &'a Session<'a>,
    sides: Vec<Side>,
    tables: Vec<Table>,
    queue: Mutex<Queue>,
    /// The first error that ended the work.
    error: Mutex<Option<anyhow::Error>>,
    broken: AtomicBool,
    /// By contender and seed.
    nets: Vec<Vec<Shared<CompactNet>>>,
    /// By seed.
    openings: Vec<Shared<Openings<G::Move>>>,
    exam: Shared<Exam<G>>,
}

/// Does what the folder says is still to be done. Returns how many trainings failed; the games that need them are left
/// out.
///
/// # Errors
/// Files cannot be read or written or belong to another comparison, or there are no openings.
pub fn run<G: CompleteGame>(game: &G, plan: &Plan, folder: &Folder, session: &Session) -> Result<usize> {
    let work = Work::new(game, plan, folder, session)?;
    thread::scope(|scope| {
        for _ in 0..session.jobs.max(1) {
            scope.spawn(|| work.serve());
        }
    });
    match work.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(work.queue.into_inner().unwrap_or_else(PoisonError::into_inner).failures.len()),
    }
}

impl<'a, G: CompleteGame> Work<'a, G> {
    fn new(game: &'a G, plan: &'a Plan, folder: &'a Folder, session: &'a Session<'a>) -> Result<Self> {
        let mut queue = Queue {
            trainings: VecDeque::new(),
            ready: VecDeque::new(),
            blocked: Vec::new(),
            under_way: 0,
            trained: vec![vec![false; plan.seeds]; plan.contenders.len()],
            failures: Vec::new(),
        };
        let (mut training, mut exams) = (0.0, 0);
        for seed in 0..plan.seeds {
            for index in plan.trained() {
                let contender = &plan.contenders[index];
                match folder.trained(contender, plan.seed(seed))? {
                    Some(trained) => {
                        folder.trim(contender, plan.seed(seed), trained.generation)?;
                        queue.trained[index][seed] = true;
                    }
                    None => {
                        folder.prepare(contender, &contender.seeded(seed))?;
                        queue.trainings.push_back(Task::Train { contender: index, seed });
                        training += plan.cpu_seconds;
                    }
                }
            }
        }
        let mut tables = Vec::new();
        let mut waiting = Vec::new();
        for seed in 0..plan.seeds {
            for (index, contender) in plan.contenders.iter().enumerate() {
                if game.solver().is_some() && folder.exam(contender, plan.seed(seed), plan.positions)?.is_none() {
                    waiting.push(Task::Exam { contender: index, seed });
                    exams += 1;
                }
                for budget in plan.matches(index) {
                    let games = folder.games(contender, plan.seed(seed), budget, plan.openings, plan.plies)?;
                    let file = Mutex::new(files::open_to_append(&games.path)?);
                    tables.push(Table { contender: index, seed, budget, games, file });
                }
            }
        }
        // One pair of each match after another, so that all are known equally well at any time.
        let mut pairs = 0;
        for pair in 0..plan.games / 2 {
            for (table, _) in tables.iter().enumerate().filter(|(_, table)| !table.games.pairs.contains_key(&pair)) {
                waiting.push(Task::Pair { table, pair });
                pairs += 1;
            }
        }
        queue.blocked = waiting;
        session.progress.begin(training, pairs, exams);
        let work = Work {
            game,
            plan,
            folder,
            session,
            sides: seat_sides(game),
            tables,
            queue: Mutex::new(queue),
            error: Mutex::new(None),
            broken: AtomicBool::new(false),
            nets: plan.contenders.iter().map(|_| (0..plan.seeds).map(|_| Mutex::new(None)).collect()).collect(),
            openings: (0..plan.seeds).map(|_| Mutex::new(None)).collect(),
            exam: Mutex::new(None),
        };
        work.release(&mut locked(&work.queue));
        Ok(work)
    }

    /// Whether work under way is to end.
    fn stop(&self) -> bool {
        self.broken.load(Ordering::Relaxed) || (self.session.stop)()
    }

    /// The contenders and the seed whose trainings a task needs.
    fn needs(&self, task: Task) -> (Vec<usize>, usize) {
        let trained_as = |contender: usize| self.plan.contenders[contender].trained_as;
        match task {
            Task::Train { seed, .. } => (Vec::new(), seed),
            Task::Exam { contender, seed } => (vec![trained_as(contender)], seed),
            Task::Pair { table, .. } => {
                let Table { contender, seed, .. } = self.tables[table];
                (vec![trained_as(contender), 0], seed)
            }
        }
    }

    /// Moves the tasks whose trainings are complete to those that can be done.
    fn release(&self, queue: &mut Queue) {
        let blocked = std::mem::take(&mut queue.blocked);
        for task in blocked {
            let (contenders, seed) = self.needs(task);
            if contenders.iter().all(|&contender| queue.trained[contender][seed]) {
                queue.ready.push_back(task);
            } else {
                queue.blocked.push(task);
            }
        }
    }

    /// Works until nothing is left, or it is stopped.
    fn serve(&self) {
        while !self.stop() {
            let (task, under_way) = {
                let mut queue = locked(&self.queue);
                let training = queue.trainings.pop_front();
                queue.under_way += usize::from(training.is_some());
                (training.or_else(|| queue.ready.pop_front()), queue.under_way)
            };
            match task {
                Some(task) => {
                    if let Err(error) = self.perform(task) {
                        locked(&self.error).get_or_insert(error);
                        self.broken.store(true, Ordering::Relaxed);
                    }
                }
                None if under_way > 0 => thread::sleep(IDLE),
                None => return,
            }
        }
    }

    fn perform(&self, task: Task) -> Result<()> {
        match task {
            Task::Train { contender, seed } => {
                let result = self.train(contender, seed);
                let mut queue = locked(&self.queue);
                queue.under_way -= 1;
                match result {
                    Ok(None) => {}
                    Ok(Some(trained)) => {
                        queue.trained[contender][seed] = true;
                        self.release(&mut queue);
                        let contender = &self.plan.contenders[contender];
                        self.session.progress.trained(contender, self.plan.seed(seed), &trained);
                    }
                    Err(error) => {
                        queue.failures.push((contender, seed));
                        let contender = &self.plan.contenders[contender];
                        self.session.progress.failed(contender, self.plan.seed(seed), &error);
                    }
                }
                Ok(())
            }
            Task::Exam { contender, seed } => self.sit(contender, seed),
            Task::Pair { table, pair } => self.play(&self.tables[table], pair),
        }
    }

    /// Trains; `None` where it was stopped.
    fn train(&self, contender: usize, seed: usize) -> Result<Option<Trained>> {
        let contender = &self.plan.contenders[contender];
        let seed = self.plan.seed(seed);
        let told = Mutex::new(0.0);
        let tell = |seconds: f64| {
            let mut told = locked(&told);
            self.session.progress.train(seconds - *told);
            *told = seconds;
        };
        if !(self.session.train)(&self.folder.run(contender, seed), &tell)? {
            return Ok(None);
        }
        let trained = self.folder.conclude(contender, seed)?;
        tell(self.plan.cpu_seconds);
        Ok(Some(trained))
    }

    /// The player of a contender's net, searching as its config says.
    fn entrant(&self, contender: usize, seed: usize, budget: Budget) -> Result<Entrant<G>> {
        let this = &self.plan.contenders[contender];
        let net = {
            let mut net = locked(&self.nets[this.trained_as][seed]);
            match &*net {
                Some(net) => Arc::clone(net),
                None => {
                    let run = self.folder.run(&self.plan.contenders[this.trained_as], self.plan.seed(seed));
                    let read = CompactNet::read(run.evaluator(run.newest()?))?;
                    Arc::clone(net.insert(Arc::new(read)))
                }
            }
        };
        let search = this.config.players_search()?;
        Ok(Entrant::of_net(&this.name, self.game, net, budget)?.searching(|_| search))
    }

    fn openings(&self, seed: usize) -> Result<Arc<Openings<G::Move>>> {
        let mut openings = locked(&self.openings[seed]);
        if let Some(openings) = &*openings {
            return Ok(Arc::clone(openings));
        }
        let Plan { games, plies, .. } = *self.plan;
        let drawn = self.plan.openings.draw(self.game, games as usize / 2, plies, self.plan.seed(seed))?;
        Ok(Arc::clone(openings.insert(Arc::new(drawn))))
    }

    /// Plays a pair of games of a match and writes it into its file.
    fn play(&self, table: &Table, pair: u32) -> Result<()> {
        let openings = self.openings(table.seed)?;
        let entrant = |contender| self.entrant(contender, table.seed, table.budget);
        let [this, base] = [entrant(table.contender)?, entrant(0)?];
        let (mut one, mut other): (Box<dyn Player<G>>, Box<dyn Player<G>>) = (this.player(), base.player());
        let seed = derive(self.plan.seed(table.seed), &[u64::from(pair)]);
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
        self.folder.add_pair(&table.games.path, &mut locked(&table.file), pair, records)?;
        self.session.progress.pair();
        Ok(())
    }

    fn exam(&self) -> Result<Arc<Exam<G>>> {
        let mut exam = locked(&self.exam);
        if let Some(exam) = &*exam {
            return Ok(Arc::clone(exam));
        }
        let mut solver = self.game.solver().context("there is no exam without a solver")?;
        let drawn = Exam::draw(self.game, &mut *solver, self.plan.positions as usize, EXAM_SEED, || self.stop());
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
        let grades = ExamGrades { positions: self.plan.positions, policy, search };
        self.folder.write_exam(&self.plan.contenders[contender], self.plan.seed(seed), &grades)?;
        self.session.progress.exam();
        Ok(())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
