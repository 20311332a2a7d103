use super::engine::engine;
use super::link::{Access, Link};
use super::message::{Hash, RunStatus, Task, VERSION, WorkerStatus, write_json};
use super::names;
use super::replay::Replay;
use super::round::Round;
use super::voice::Voice;
use super::worker::{Labour, PROGRAM, work};
use crate::game::CompleteGame;
use crate::train::{Place, Played, SelfPlay};
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
    /// Threads that play games again, and games where `plays` says so.
    pub threads: usize,
    /// Whether this machine is a worker, too.
    pub plays: bool,
    /// The share of all games that are played again.
    pub replay: f64,
}

/// A place for games: the workers that a server reaches.
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
    /// Workers whose games are not taken.
    pub banned: HashSet<String>,
    /// Workers of whom a game was played again.
    pub known: HashSet<String>,
    /// Processor seconds of a game.
    pub cost: Option<f64>,
    /// Games by worker.
    pub games: BTreeMap<String, u64>,
    /// Games played again.
    pub replayed: u64,
    /// Tasks handed out twice.
    pub copies: u64,
    /// Time in self-play.
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

/// Tasks of a generation, at least, where it has as many games.
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

    /// What is handed out for a generation.
    fn order<G: CompleteGame>(&self, play: &SelfPlay<G>) -> Result<Order> {
        let config = toml::to_string(&play.config.of_games()).context("cannot write the config")?.into_bytes();
        let net = play.net.to_bytes();
        let (config_hash, net_hash) = (Hash::of(&config), Hash::of(&net));
        let run = names::run_token(&self.terms.run, config_hash, self.engine);
        let mut memory = self.memory();
        memory.run = Some(run.clone());
        let all = play.config.selfplay.games;
        let size = match memory.cost {
            Some(cost) => (TASK / cost.max(1e-6)) as u32,
            None => 16,
        };
        let size = size.min(all / LEAST).clamp(1, super::message::MOST_OF_TASK);
        let task = Task {
            version: VERSION,
            run,
            generation: play.generation,
            first: 0,
            end: 0,
            net: net_hash,
            config: config_hash,
            engine: self.engine.to_owned(),
        };
        Ok(Order { task, size, config, net })
    }

    /// Says which generation's games are wanted.
    async fn announce(&self, run: &str, generation: u32, left: bool) -> Result<()> {
        let (program, engine) = (PROGRAM.to_owned(), self.engine.to_owned());
        let status = RunStatus { version: VERSION, run: run.to_owned(), program, engine, generation, left };
        self.link.tell("run", run, write_json(&status)).await
    }

    /// Stores what a generation needs, and says that it is wanted.
    pub(super) async fn offer(&self, order: &Order) -> Result<()> {
        let Task { run, generation, .. } = &order.task;
        self.link.put(run, &order.config).await?;
        self.link.put(run, &order.net).await?;
        self.announce(run, *generation, false).await
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

/// What is handed out for a generation.
pub(super) struct Order {
    /// A task without games.
    pub task: Task,
    /// Most games of a task.
    pub size: u32,
    pub config: Vec<u8>,
    pub net: Vec<u8>,
}

impl Order {
    /// The task of these games, with its subject.
    pub fn task(&self, games: &Range<u32>, copy: u32) -> (String, Vec<u8>) {
        let task = Task { first: games.start, end: games.end, ..self.task.clone() };
        (names::task(&task.engine, &task.run, task.generation, games, copy), write_json(&task))
    }
}

impl<G: CompleteGame> Place<G> for Queue {
    fn play(
        &self,
        play: &SelfPlay<G>,
        stop: &(dyn Fn() -> bool + Sync),
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Option<Played<G>>> {
        let began = Instant::now();
        let order = self.order(play)?;
        let replay = Replay::default();
        if let Some(hands) = &self.hands {
            hands.ready.store(true, Ordering::Relaxed);
        }
        let played = std::thread::scope(|scope| {
            for _ in 0..if self.terms.plays { 1 } else { self.terms.threads } {
                scope.spawn(|| replay.work(play, stop));
            }
            let played = self.runtime.block_on(async {
                let mut round = Round::new(self, play, &order, &replay);
                let stopped = async {
                    while !stop() {
                        sleep(Duration::from_millis(100)).await;
                    }
                };
                tokio::select! {
                    () = round.collect(on_game) => Some(round.end().await),
                    () = stopped => None,
                }
            });
            replay.close();
            played
        });
        if let Some(hands) = &self.hands {
            hands.ready.store(false, Ordering::Relaxed);
        }
        self.memory().playing += began.elapsed();
        Ok(played)
    }

    fn expect(&self, next: &SelfPlay<G>) {
        let early = || -> Result<()> {
            let order = self.order(next)?;
            let replay = Replay::default();
            self.runtime.block_on(async {
                let hand_out = async {
                    self.offer(&order).await?;
                    Round::new(self, next, &order, &replay).hand_out_all().await
                };
                timeout(Duration::from_secs(30), hand_out).await.context("the server does not answer")?
            })
        };
        // The generation itself hands out what is missing, and says what is wrong.
        drop(early());
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
