use super::local_worker::LocalWorker;
use super::memory::Memory;
use super::order::Order;
use super::recheck::Recheck;
use super::round::{Round, RoundInputs};
use crate::distributed::engine::engine;
use crate::distributed::jobs::{Job, Nets};
use crate::distributed::link::{Access, Link};
use crate::distributed::notify::Notify;
use crate::distributed::{names, presence};
use crate::train::SelfPlayStats;
use anyhow::{Context, Result};
use std::ops::Range;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

/// Options of a learner that uses workers.
#[derive(Clone, Debug)]
pub struct QueueOptions {
    pub access: Access,
    pub run: String,
    /// Threads that compute pieces again; with `plays`, threads that compute any piece.
    pub threads: usize,
    /// Whether this machine also works as a worker.
    pub plays: bool,
    /// Share of all pieces that are computed again as a check.
    pub recheck_share: f64,
}

/// The workers behind a server, as a backend for games and other jobs.
pub struct Queue {
    options: QueueOptions,
    engine: &'static str,
    runtime: Runtime,
    link: Link,
    notify: Notify,
    memory: Memory,
    local_worker: Option<LocalWorker>,
    began: Instant,
}

impl Queue {
    /// Connects to the server.
    ///
    /// # Errors
    /// The server cannot be reached, or keeps no streams.
    pub fn open(options: QueueOptions, notify: Notify) -> Result<Queue> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .context("cannot start")?;
        let link = runtime.block_on(Link::open(&options.access, &format!("learner {}", options.run), &notify))?;
        let engine = engine()?;
        let start = || LocalWorker::start(&options.access, &options.run, options.threads, &notify);
        let local_worker = options.plays.then(start);
        let (memory, began) = (Memory::default(), Instant::now());
        Ok(Queue { options, engine, runtime, link, notify, memory, local_worker, began })
    }

    /// Disconnects. If the run is complete, the server's data of it is removed; otherwise tasks and games stay for
    /// the process that resumes it.
    pub fn close(mut self, complete: bool) {
        if let Some(Err(error)) = self.local_worker.take().map(LocalWorker::stop) {
            (self.notify)(&format!("this machine's own worker: {error:#}"));
        }
        let Some(run) = self.memory.lock().run.clone() else { return };
        let generation = if complete { u32::MAX } else { self.memory.lock().handed_out };
        let forget = async {
            presence::announce(&self.link, &run, self.engine, generation, true).await?;
            if complete {
                self.link.tasks.purge().filter(names::tasks_of_run(self.engine, &run)).await?;
                self.link.games.purge().filter(names::games_of_run(&run)).await?;
                self.link.keep_only(&run, &[]).await?;
            }
            Ok::<(), anyhow::Error>(())
        };
        // If this fails, the server drops the data after a week.
        drop(self.runtime.block_on(async { timeout(Duration::from_secs(10), forget).await }));
    }

    /// A summary of the games so far, in parts: their workers, and the use of the learner's time.
    pub fn summary(&self) -> Vec<String> {
        let memory = self.memory.lock();
        let games: u64 = memory.games.values().sum();
        let mut parts = vec![format!("{games} games from {} workers", memory.games.len())];
        parts.push(format!("{} played again", memory.rechecked));
        if !memory.banned.is_empty() {
            parts.push(format!("{} workers banned", memory.banned.len()));
        }
        parts.push(format!("{} tasks handed out twice", memory.copies));
        let share = 100.0 * memory.playing.as_secs_f64() / self.began.elapsed().as_secs_f64().max(1e-3);
        parts.push(match self.options.plays {
            true => format!("self-play {share:.0} % of the time"),
            false => format!("learner idle {share:.0} % of the time, waiting for games"),
        });
        parts
    }

    /// An order of these pieces of a job.
    ///
    /// # Errors
    /// The job cannot be done.
    pub(in crate::distributed) fn order(
        &self,
        run: String,
        generation: u32,
        job: &Job,
        nets: Nets,
        pieces: Range<u32>,
    ) -> Result<Order> {
        let cost = self.memory.lock().cost;
        let order = Order::new(job, nets, (run.clone(), generation), self.engine, pieces, cost)?;
        self.memory.lock().run = Some(run);
        Ok(order)
    }

    /// Has workers compute all pieces of an order; returns them in order with their counts, or `None` if `stop` ended
    /// the work early. `on_piece` is called after each piece.
    pub(in crate::distributed) fn compute(
        &self,
        order: &Order,
        stop: &(dyn Fn() -> bool + Sync),
        on_piece: &(dyn Fn() + Sync),
    ) -> Result<Option<(Vec<Vec<u8>>, SelfPlayStats)>> {
        let began = Instant::now();
        let recheck = Recheck::default();
        self.local_worker.iter().for_each(|worker| worker.set_ready(true));
        let computed = std::thread::scope(|scope| {
            for _ in 0..if self.options.plays { 1 } else { self.options.threads } {
                scope.spawn(|| recheck.work(&*order.work, stop));
            }
            let computed = self.runtime.block_on(async {
                let mut round = Round::new(self.inputs(order, &recheck));
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
            recheck.close();
            computed
        });
        self.local_worker.iter().for_each(|worker| worker.set_ready(false));
        self.memory.lock().playing += began.elapsed();
        Ok(computed)
    }

    /// Hands out an order before [`Queue::compute`] is called with it.
    ///
    /// # Errors
    /// The server refuses the order.
    pub(in crate::distributed) fn hand_out_early(&self, order: &Order) -> Result<()> {
        let recheck = Recheck::default();
        self.runtime.block_on(async {
            let hand_out = async {
                order.offer(&self.link).await?;
                Round::new(self.inputs(order, &recheck)).hand_out_all().await
            };
            timeout(Duration::from_secs(30), hand_out).await.context("the server does not answer")?
        })
    }

    fn inputs<'a>(&'a self, order: &'a Order, recheck: &'a Recheck) -> RoundInputs<'a> {
        RoundInputs {
            order,
            recheck,
            recheck_share: self.options.recheck_share,
            memory: &self.memory,
            link: &self.link,
            notify: &self.notify,
        }
    }

    /// The run's name as given by the user.
    pub(in crate::distributed) fn run(&self) -> &str {
        &self.options.run
    }

    pub(in crate::distributed) fn engine(&self) -> &str {
        self.engine
    }
}
