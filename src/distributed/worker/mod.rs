//! The worker's side: takes tasks, computes their pieces on its threads, and publishes them.

mod task_pool; // the tasks in hand, and the pieces that threads take from them
mod fetch; //     the data of a task
mod publish; //   publishing its pieces

use super::engine::engine;
use super::link::{Access, Link};
use super::message::{Ban, PROGRAM, RunStatus, Task, VERSION, WorkerStatus, write_json};
use super::names;
use super::notify::{Notify, RateLimiter};
use super::presence;
use super::unforeseen;
use anyhow::{Context, Result, anyhow, bail};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use fetch::{BatchKey, batch_key, fetch, make_batch, read_task};
use publish::{pack, send};
use task_pool::{IdleReason, TaskBatch, TaskPool, TaskResult};

/// How often a worker reports its status.
const SIGNAL: Duration = Duration::from_secs(10);

/// How often a worker checks whether to stop.
const GLANCE: Duration = Duration::from_millis(200);

/// Timeout of a request for a task.
const ASK: Duration = Duration::from_secs(10);

/// Number of deliveries after which a task is dropped if its data is missing.
const MOST_TRIES: i64 = 12;

/// Number of [`SIGNAL`]s over which the recent rate is taken.
const RECENT: usize = 7;

/// The most tasks with unsent pieces; with more, none is fetched.
const MOST_UNSENT: usize = 8;

pub struct WorkerOptions<'a> {
    pub access: &'a Access,
    /// The worker's name; digits are appended to distinguish workers of the same name.
    pub name: &'a str,
    pub threads: usize,
    /// Whether the machine is free for tasks.
    pub ready: &'a (dyn Fn() -> bool + Sync),
    pub stop: &'a (dyn Fn() -> bool + Sync),
    pub notify: &'a Notify,
}

/// Computes pieces of learners' tasks until `stop` returns true; returns the last status. Unfinished tasks go back to
/// the queue.
///
/// # Errors
/// The server cannot be reached at first, or a learner bans the worker.
pub fn work(options: &WorkerOptions) -> Result<WorkerStatus> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    let (sender, done) = unbounded_channel();
    let pool = TaskPool::new(sender);
    std::thread::scope(|scope| {
        let worked = runtime.block_on(async {
            let link = Link::open(options.access, "worker", options.notify).await?;
            let engine = engine()?;
            for _ in 0..options.threads {
                scope.spawn(|| pool.work());
            }
            Worker::new(options, engine, link, &pool).run(done).await
        });
        pool.close();
        worked
    })
}

/// The result of `work`, or `None` if `stop` returns true before.
async fn unless<T>(stop: &(dyn Fn() -> bool + Sync), work: impl Future<Output = T>) -> Option<T> {
    let stopped = async {
        while !stop() {
            sleep(GLANCE).await;
        }
    };
    tokio::select! {
        done = work => Some(done),
        () = stopped => None,
    }
}

struct HeldTask {
    task: Task,
    batch: Arc<TaskBatch>,
    message: Message,
}

/// Result of a request for a task.
enum TaskDelivery {
    Nothing,
    Task(Task, Message, Arc<TaskBatch>),
    /// Not a valid task for any worker.
    Refused(Message, String),
    /// The task's data is missing, for instance because its generation has just ended.
    Lacking(Message, String),
}

/// The part of a worker that communicates with the server.
struct Worker<'a> {
    options: &'a WorkerOptions<'a>,
    engine: &'static str,
    name: String,
    link: Link,
    consumer: Option<PullConsumer>,
    pool: &'a TaskPool,
    held: HashMap<u64, HeldTask>,
    next_id: u64,
    /// Opened jobs, as long as a task uses them.
    batches: HashMap<BatchKey, Weak<TaskBatch>>,
    /// Whether a net is being fetched.
    fetching: Arc<AtomicBool>,
    began: Instant,
    /// Times, each with the number of pieces computed before it.
    recent: VecDeque<(Instant, u64)>,
    rate_limiter: RateLimiter,
}

impl<'a> Worker<'a> {
    fn new(options: &'a WorkerOptions<'a>, engine: &'static str, link: Link, pool: &'a TaskPool) -> Self {
        Worker {
            options,
            engine,
            name: format!("{}-{:06x}", names::token(options.name), unforeseen() >> 40),
            link,
            consumer: None,
            pool,
            held: HashMap::new(),
            next_id: 0,
            batches: HashMap::new(),
            fetching: Arc::default(),
            began: Instant::now(),
            recent: VecDeque::new(),
            rate_limiter: RateLimiter::new(options.notify),
        }
    }

    async fn run(mut self, mut done: UnboundedReceiver<TaskResult>) -> Result<WorkerStatus> {
        let mut statuses = self.link.client.subscribe("ardoise.status.>").await.context("cannot listen")?;
        self.greet().await;
        let mut taking: Option<BoxFuture<'static, Result<TaskDelivery>>> = None;
        let mut sending: FuturesUnordered<BoxFuture<'static, u64>> = FuturesUnordered::new();
        let [mut glance, mut signal] = [GLANCE, SIGNAL].map(|period| {
            let mut ticks = interval(period);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        });
        let stop = self.options.stop;
        while !stop() {
            let blocked = !self.link.is_connected() || sending.len() >= MOST_UNSENT;
            if !self.link.is_connected() {
                // A restarted server has forgotten the request. A task that was being delivered is handed out again.
                taking = None;
            }
            if taking.is_none() && !blocked && (self.options.ready)() && self.wants() {
                taking = unless(stop, self.take()).await.flatten();
            }
            self.pool.wait_for(match self.fetching.load(Ordering::Relaxed) {
                _ if blocked => IdleReason::Server,
                true => IdleReason::Net,
                false => IdleReason::Tasks,
            });
            tokio::select! {
                taken = async { taking.as_mut().expect("guarded").await }, if taking.is_some() => {
                    taking = None;
                    unless(stop, self.accept(taken)).await;
                }
                Some(done) = done.recv() => sending.extend(self.send(done)),
                Some(sent) = sending.next(), if !sending.is_empty() => {
                    if let Some(held) = self.held.remove(&sent) {
                        // If the acknowledgement is lost, the task is handed out again, and its pieces are refused.
                        drop(held.message.ack().await);
                    }
                }
                Some(status) = statuses.next() => self.hear(&status.subject, &status.payload).await?,
                _ = signal.tick() => self.signal().await,
                _ = glance.tick() => {}
            }
        }
        Ok(self.leave().await)
    }

    /// Announces the worker, and names the runs that it cannot help.
    async fn greet(&mut self) {
        let WorkerOptions { notify, threads, .. } = self.options;
        let (name, engine, shown) = (&self.name, self.engine, &self.link.shown);
        let threads = if *threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
        notify(&format!("worker {name}: {threads}, {PROGRAM} (engine {engine}), connected to {shown}"));
        // Only a hint: a server that is down is no reason to stop.
        for run in presence::runs(&self.link).await.unwrap_or_default() {
            if run.engine != engine && !run.left {
                notify(&format!(
                    "run {} needs {} (engine {}): this worker computes other results and cannot help it",
                    run.run, run.program, run.engine
                ));
            }
        }
    }

    /// Whether another task is needed to keep the threads busy.
    fn wants(&self) -> bool {
        // A task is needed if fewer pieces wait than a quarter of those that are computed at once.
        let at_once = self.held.values().map(|held| held.batch.work.at_once()).max().unwrap_or(1);
        self.pool.untaken() < (at_once * self.options.threads).div_ceil(4)
    }

    /// Requests a task, and fetches its data.
    async fn take(&mut self) -> Option<BoxFuture<'static, Result<TaskDelivery>>> {
        if self.consumer.is_none() {
            match self.link.workers(self.engine).await {
                Ok(consumer) => self.consumer = Some(consumer),
                Err(error) => {
                    self.mend(&error).await;
                    return None;
                }
            }
        }
        self.batches.retain(|_, batch| batch.strong_count() > 0);
        let batches = self.batches.iter().filter_map(|(key, batch)| Some((key.clone(), batch.upgrade()?)));
        // Without cancelled batches: after a kill a learner may request the same pieces again.
        let batches: HashMap<BatchKey, Arc<TaskBatch>> =
            batches.filter(|(_, batch)| !batch.cancelled.load(Ordering::Relaxed)).collect();
        let (link, consumer, engine) = (self.link.clone(), self.consumer.clone()?, self.engine);
        let fetching = Arc::clone(&self.fetching);
        Some(Box::pin(async move {
            let asked = Instant::now();
            let mut batch = consumer.batch().max_messages(1).expires(ASK).messages().await?;
            let message = match batch.next().await {
                Some(message) => message.map_err(|error| anyhow!("{error}"))?,
                None if asked.elapsed() < ASK / 4 => bail!("the server does not answer"),
                None => return Ok(TaskDelivery::Nothing),
            };
            let task = match read_task(&message, engine) {
                Ok(task) => task,
                Err(refusal) => return Ok(TaskDelivery::Refused(message, refusal.to_string())),
            };
            if let Some(batch) = batches.get(&batch_key(&task)) {
                return Ok(TaskDelivery::Task(task, message, Arc::clone(batch)));
            }
            fetching.store(true, Ordering::Relaxed);
            let fetched = fetch(&link, &task, &message).await;
            fetching.store(false, Ordering::Relaxed);
            Ok(match fetched.map(|fetched| make_batch(&task, fetched)) {
                Ok(Ok(batch)) => TaskDelivery::Task(task, message, Arc::new(batch)),
                Ok(Err(error)) => TaskDelivery::Refused(message, format!("{error:#}")),
                Err(error) => TaskDelivery::Lacking(message, format!("{error:#}")),
            })
        }))
    }

    /// Puts a task into the pool, or returns it to the queue.
    async fn accept(&mut self, taken: Result<TaskDelivery>) {
        match taken {
            Ok(TaskDelivery::Nothing) => {}
            Ok(TaskDelivery::Task(task, message, batch)) => {
                let same = |held: &HeldTask| Arc::ptr_eq(&held.batch, &batch) && held.task.overlaps(&task);
                if self.held.values().any(same) {
                    // A second copy of a task in hand is for another worker.
                    drop(message.ack_with(AckKind::Nak(Some(Duration::from_secs(3)))).await);
                    return;
                }
                if batch.cancelled.load(Ordering::Relaxed) {
                    drop(message.ack_with(AckKind::Term).await);
                    return;
                }
                self.batches.insert(batch_key(&task), Arc::downgrade(&batch));
                self.pool.add(self.next_id, Arc::clone(&batch), task.first..task.end);
                self.held.insert(self.next_id, HeldTask { task, batch, message });
                self.next_id += 1;
            }
            Ok(TaskDelivery::Refused(message, reason)) => {
                self.rate_limiter.say(&format!("a task is refused: {reason}"));
                drop(message.ack_with(AckKind::Term).await);
            }
            Ok(TaskDelivery::Lacking(message, reason)) => {
                self.rate_limiter.say(&format!("a task is returned: {reason}"));
                // If the task is needed after all, it is handed out again.
                let given_up = message.info().is_ok_and(|info| info.delivered >= MOST_TRIES);
                let answer = if given_up { AckKind::Term } else { AckKind::Nak(Some(Duration::from_secs(5))) };
                drop(message.ack_with(answer).await);
            }
            Err(error) => self.mend(&error).await,
        }
    }

    /// Recovers from a server error: creates everything again that the server has lost.
    async fn mend(&mut self, error: &anyhow::Error) {
        self.consumer = None;
        if self.link.is_connected() {
            self.rate_limiter.say(&format!("cannot get tasks ({error:#}): trying again"));
            sleep(GLANCE).await;
        }
        // Errors may arrive before the connection is known to be down.
        if self.link.is_connected() {
            // If this does not help, the error comes again and is reported.
            drop(self.link.mend().await);
        }
    }

    /// Sends the pieces of a task.
    fn send(&mut self, done: TaskResult) -> Option<BoxFuture<'static, u64>> {
        let HeldTask { task, batch, .. } = self.held.get(&done.task)?;
        let (task, batch, link, notify) =
            (task.clone(), Arc::clone(batch), self.link.clone(), Arc::clone(self.options.notify));
        let most = self.link.client.server_info().max_payload;
        match pack(&self.name, &task, &done, most) {
            Ok(messages) => Some(Box::pin(async move {
                send(&link, &notify, &task, &batch, messages).await;
                done.task
            })),
            Err(error) => {
                self.rate_limiter.say(&format!("{error:#}"));
                self.held.remove(&done.task);
                None
            }
        }
    }

    async fn hear(&mut self, subject: &str, message: &[u8]) -> Result<()> {
        if subject == names::status("ban", &self.name) {
            match Ban::read(message, &self.name) {
                Ok(ban) => bail!(
                    "this worker is banned: {}. Its results differ from those of others: is its memory faulty, is it \
                     overclocked?",
                    ban.reason
                ),
                // Any client may have sent this message.
                Err(refusal) => self.rate_limiter.say(&format!("a ban is refused: {refusal}")),
            }
            return Ok(());
        }
        if !subject.starts_with("ardoise.status.run.") {
            return Ok(());
        }
        let run = match RunStatus::read(message) {
            Ok(run) => run,
            Err(refusal) => {
                self.rate_limiter.say(&format!("the status of a run is refused: {refusal}"));
                return Ok(());
            }
        };
        for held in
            self.held.values().filter(|held| held.batch.run == run.run && held.batch.generation < run.generation)
        {
            held.batch.cancelled.store(true, Ordering::Relaxed);
        }
        for id in self.pool.drop_cancelled() {
            if let Some(held) = self.held.remove(&id) {
                drop(held.message.ack_with(AckKind::Term).await);
            }
        }
        Ok(())
    }

    async fn signal(&mut self) {
        let (played, _) = self.pool.tally();
        self.recent.push_back((Instant::now(), played));
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        for held in self.held.values() {
            drop(held.message.ack_with(AckKind::Progress).await);
        }
        self.publish(self.status(false)).await;
    }

    async fn publish(&self, status: WorkerStatus) {
        // Without waiting for a reply: the next status comes soon.
        drop(self.link.client.publish(names::status("worker", &self.name), write_json(&status).into()).await);
    }

    fn status(&self, left: bool) -> WorkerStatus {
        let (games, idle) = self.pool.tally();
        let seconds = self.began.elapsed().as_secs_f64();
        let all = seconds * self.options.threads as f64;
        let rate = match (self.recent.front(), self.recent.back()) {
            (Some((from, before)), Some((to, after))) if from < to => {
                (after - before) as f64 / (*to - *from).as_secs_f64()
            }
            _ => games as f64 / seconds.max(1e-3),
        };
        WorkerStatus {
            version: VERSION,
            worker: self.name.clone(),
            program: PROGRAM.to_owned(),
            engine: self.engine.to_owned(),
            threads: self.options.threads as u32,
            games,
            rate,
            idle: IdleReason::ALL.iter().zip(idle).map(|((_, name), idle)| ((*name).to_owned(), idle / all)).collect(),
            seconds,
            left,
        }
    }

    /// Returns the worker's tasks to the queue and reports that it leaves.
    async fn leave(self) -> WorkerStatus {
        for held in self.held.values() {
            drop(held.message.ack_with(AckKind::Nak(None)).await);
        }
        let status = self.status(true);
        self.publish(status.clone()).await;
        // A server that is down will notice by itself.
        drop(timeout(Duration::from_secs(2), self.link.client.flush()).await);
        status
    }
}
