use super::engine::engine;
use super::job::{Job, Nets};
use super::link::{Access, Link};
use super::message::{Hash, RunStatus, Task, VERSION, WorkerStatus, write_json};
use super::names;
use super::replay::Replay;
use super::round::Round;
use super::voice::Voice;
use super::work::Work;
use super::worker::{Labour, PROGRAM, work};
use crate::train::SelfPlayStats;
use anyhow::{Context, Result};
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

/// How a learner uses a queue.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The server.
    pub access: Access,
    /// The run's name.
    pub run: String,
    /// Threads that compute pieces again, and all pieces where `plays` says so.
    pub threads: usize,
    /// Whether this machine is a worker, too.
    pub plays: bool,
    /// The share of all pieces that are computed again.
    pub replay: f64,
}

/// A place for games and all else that can be cut into pieces: the workers that a server reaches.
pub struct Queue {
    terms: Terms,
    engine: &'static str,
    runtime: Runtime,
    link: Link,
    voice: Voice,
    memory: Mutex<Memory>,
    hands: Option<Hands>,
    began: Instant,
}

/// What a learner remembers from one generation to the next.
#[derive(Default)]
pub(super) struct Memory {
    /// The run, as subjects name it.
    pub run: Option<String>,
    /// The generation that tasks have been handed out for by this process.
    pub handed_out: u32,
    /// Workers whose pieces are not taken.
    pub banned: HashSet<String>,
    /// Workers of whom a piece was computed again.
    pub known: HashSet<String>,
    /// Processor seconds of a piece.
    pub cost: Option<f64>,
    /// Pieces by worker.
    pub games: BTreeMap<String, u64>,
    /// Pieces computed again.
    pub replayed: u64,
    /// Tasks handed out twice.
    pub copies: u64,
    /// Time spent waiting for pieces.
    pub playing: Duration,
}

/// The worker in the learner's own process.
struct Hands {
    ready: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<WorkerStatus>>,
}

/// Processor seconds that a task should take.
const TASK: f64 = 8.0;

/// Tasks of a round, at least, where it has as many pieces.
const LEAST: u32 = 16;

impl Queue {
    /// Connects to the server.
    ///
    /// # Errors
    /// It cannot be reached, or keeps no streams.
    pub fn open(terms: Terms, voice: Voice) -> Result<Queue> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .context("cannot start")?;
        let link = runtime.block_on(Link::open(&terms.access, &format!("learner {}", terms.run), &voice))?;
        let engine = engine()?;
        let hands = terms.plays.then(|| Hands::new(&terms, &voice));
        let (memory, began) = (Mutex::default(), Instant::now());
        Ok(Queue { terms, engine, runtime, link, voice, memory, hands, began })
    }

    /// Leaves. Where the run is complete, the server forgets it; else its tasks and games stay for whoever resumes it.
    pub fn close(mut self, complete: bool) {
        if let Some(hands) = self.hands.take() {
            hands.stop.store(true, Ordering::Relaxed);
            if let Ok(Err(error)) = hands.thread.join() {
                (self.voice)(&format!("this machine's own worker: {error:#}"));
            }
        }
        let Some(run) = self.memory().run.clone() else { return };
        let generation = if complete { u32::MAX } else { self.memory().handed_out };
        let forget = async {
            self.announce(&run, generation, true).await?;
            if complete {
                self.link.tasks.purge().filter(names::tasks_of_run(self.engine, &run)).await?;
                self.link.games.purge().filter(names::games_of_run(&run)).await?;
                self.link.keep_only(&run, &[]).await?;
            }
            Ok::<(), anyhow::Error>(())
        };
        // What stays where this fails is old in a week.
        drop(self.runtime.block_on(async { timeout(Duration::from_secs(10), forget).await }));
    }

    /// What there is to say of the games so far, in parts: from whom they are, and how the learner's time went.
    pub fn summary(&self) -> Vec<String> {
        let memory = self.memory();
        let games: u64 = memory.games.values().sum();
        let mut parts = vec![format!("{games} games from {} workers", memory.games.len())];
        parts.push(format!("{} played again", memory.replayed));
        if !memory.banned.is_empty() {
            parts.push(format!("{} workers banned", memory.banned.len()));
        }
        parts.push(format!("{} tasks handed out twice", memory.copies));
        let share = 100.0 * memory.playing.as_secs_f64() / self.began.elapsed().as_secs_f64().max(1e-3);
        parts.push(match self.terms.plays {
            true => format!("self-play {share:.0} % of the time"),
            false => format!("learner idle {share:.0} % of the time, waiting for games"),
        });
        parts
    }

    /// What is handed out for a round of a job: these pieces of it.
    ///
    /// # Errors
    /// The job cannot be done.
    pub(super) fn order(
        &self,
        run: String,
        generation: u32,
        job: &Job,
        nets: Nets,
        pieces: Range<u32>,
    ) -> Result<Order> {
        let work = job.work(&nets)?;
        let job = write_json(job);
        let mut memory = self.memory();
        memory.run = Some(run.clone());
        let size = match memory.cost {
            Some(cost) => (TASK / cost.max(1e-6)) as u32,
            None => 16,
        };
        let size = size.min(pieces.len() as u32 / LEAST).clamp(1, super::message::MOST_OF_TASK);
        let engine = self.engine.to_owned();
        let task = Task { version: VERSION, run, generation, first: 0, end: 0, job: Hash::of(&job), engine };
        Ok(Order { task, size, pieces, work, job, nets })
    }

    /// Lets workers compute all pieces of an order; returns them in order with counts of what they took, `None` where `stop`
    /// said so before they were there. `on_piece` is called after each.
    pub(super) fn compute(
        &self,
        order: &Order,
        stop: &(dyn Fn() -> bool + Sync),
        on_piece: &(dyn Fn() + Sync),
    ) -> Result<Option<(Vec<Vec<u8>>, SelfPlayStats)>> {
        let began = Instant::now();
        let replay = Replay::default();
        if let Some(hands) = &self.hands {
            hands.ready.store(true, Ordering::Relaxed);
        }
        let computed = std::thread::scope(|scope| {
            for _ in 0..if self.terms.plays { 1 } else { self.terms.threads } {
                scope.spawn(|| replay.work(&*order.work, stop));
            }
            let computed = self.runtime.block_on(async {
                let mut round = Round::new(self, order, &replay);
                let stopped = async {
                    while !stop() {
                        sleep(Duration::from_millis(100)).await;
                    }
                };
                tokio::select! {
                    () = round.collect(on_piece) => Some(round.end().await),
                    () = stopped => None,
                }
            });
            replay.close();
            computed
        });
        if let Some(hands) = &self.hands {
            hands.ready.store(false, Ordering::Relaxed);
        }
        self.memory().playing += began.elapsed();
        Ok(computed)
    }

    /// Hands an order out before [`Queue::compute`] is called with it.
    ///
    /// # Errors
    /// The server does not take it.
    pub(super) fn hand_out_early(&self, order: &Order) -> Result<()> {
        let replay = Replay::default();
        self.runtime.block_on(async {
            let hand_out = async {
                self.offer(order).await?;
                Round::new(self, order, &replay).hand_out_all().await
            };
            timeout(Duration::from_secs(30), hand_out).await.context("the server does not answer")?
        })
    }

    /// Says which generation's pieces are wanted.
    async fn announce(&self, run: &str, generation: u32, left: bool) -> Result<()> {
        let (program, engine) = (PROGRAM.to_owned(), self.engine.to_owned());
        let status = RunStatus { version: VERSION, run: run.to_owned(), program, engine, generation, left };
        self.link.tell("run", run, write_json(&status)).await
    }

    /// Stores what a round needs, and says that it is wanted.
    pub(super) async fn offer(&self, order: &Order) -> Result<()> {
        let Task { run, generation, .. } = &order.task;
        for net in order.nets.values() {
            self.link.put(run, &net.to_bytes()).await?;
        }
        self.link.put(run, &order.job).await?;
        self.announce(run, *generation, false).await
    }

    /// The run's name, as it was given.
    pub(super) fn run(&self) -> &str {
        &self.terms.run
    }

    pub(super) fn engine(&self) -> &str {
        self.engine
    }

    pub(super) fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(super) fn link(&self) -> &Link {
        &self.link
    }

    pub(super) fn voice(&self) -> &Voice {
        &self.voice
    }

    pub(super) fn replay_share(&self) -> f64 {
        self.terms.replay
    }
}

/// What is handed out for a round.
pub(super) struct Order {
    /// A task without pieces.
    pub task: Task,
    /// Most pieces of a task.
    pub size: u32,
    /// The pieces of the round.
    pub pieces: Range<u32>,
    pub work: Box<dyn Work>,
    job: Vec<u8>,
    nets: Nets,
}

impl Order {
    /// The task of these pieces, with its subject.
    pub fn task(&self, pieces: &Range<u32>, copy: u32) -> (String, Vec<u8>) {
        let task = Task { first: pieces.start, end: pieces.end, ..self.task.clone() };
        (names::task(&task.engine, &task.run, task.generation, pieces, copy), write_json(&task))
    }

    /// The hashes of what it stores.
    pub fn blobs(&self) -> Vec<Hash> {
        self.nets.keys().copied().chain([self.task.job]).collect()
    }
}

impl Hands {
    fn new(terms: &Terms, voice: &Voice) -> Hands {
        let [ready, stop] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let (terms, voice) = (terms.clone(), Arc::clone(voice));
        let flags = (Arc::clone(&ready), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            let (ready, stop) = flags;
            work(&Labour {
                access: &terms.access,
                name: &format!("learner-{}", terms.run),
                threads: terms.threads,
                ready: &|| ready.load(Ordering::Relaxed),
                stop: &|| stop.load(Ordering::Relaxed),
                voice: &voice,
            })
        });
        Hands { ready, stop, thread }
    }
}
