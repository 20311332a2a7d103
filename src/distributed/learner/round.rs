use super::memory::Memory;
use super::order::Order;
use super::pieces::ReceivedPieces;
use super::recheck::Recheck;
use crate::distributed::jobs::read_pieces;
use crate::distributed::link::Link;
use crate::distributed::message::{Ban, MOST_OF_TASK, Pieces, VERSION, write_json};
use crate::distributed::notify::{Notify, RateLimiter};
use crate::distributed::{names, presence, unforeseen};
use crate::play::in_one_line;
use crate::train::SelfPlayStats;
use anyhow::{Context, Result, anyhow};
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::PublishErrorKind;
use futures_util::future::{join_all, try_join_all};
use futures_util::{StreamExt, TryStreamExt};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// One round of a job: hands out its tasks, collects its pieces, and hands out lost tasks again.
///
/// The server's data decides: a piece that is neither in the stream nor in a queued task is handed out. Earlier
/// failures of learner, workers or server do not matter.
pub(in crate::distributed) struct Round<'a> {
    order: &'a Order,
    recheck: &'a Recheck,
    recheck_share: f64,
    memory: &'a Memory,
    link: Link,
    notify: &'a Notify,
    received: ReceivedPieces,
    /// Sequence numbers of messages that are still to be removed from the stream.
    refused: Vec<u64>,
    /// Tasks in the queue, by their first piece: when the round began to wait for the task, and how long it may take.
    seen: HashMap<u32, (Instant, Duration)>,
    /// How often tasks were handed out again.
    copies: u32,
    /// When the last worker left.
    alone: Option<Instant>,
    /// When the stored data was last checked.
    checked: Instant,
    rate_limiter: RateLimiter,
}

pub(in crate::distributed) struct RoundInputs<'a> {
    pub order: &'a Order,
    pub recheck: &'a Recheck,
    /// Share of all pieces that are computed again as a check.
    pub recheck_share: f64,
    pub memory: &'a Memory,
    pub link: &'a Link,
    pub notify: &'a Notify,
}

/// Number of messages read at once.
const BATCH: usize = 64;

/// How long to wait for messages before checking the queue.
const WAIT: Duration = Duration::from_millis(300);

/// How often missing pieces are compared with the tasks in the queue.
const LOOK: Duration = Duration::from_secs(1);

/// A task that is open for longer is handed out again if workers are idle, then after twice this time, and so on.
const STRAGGLER: Duration = Duration::from_secs(3);

/// How often, while tasks are open for long, the stored job and nets are checked.
const CHECK: Duration = Duration::from_secs(20);

/// A warning is given after this time without workers.
const NO_WORKER_WARNING: Duration = Duration::from_secs(30);

/// Number of tasks sent at once.
const AT_ONCE: usize = 256;

/// Result of comparing pieces and queue.
enum Step {
    Done,
    HandedOut,
    /// All missing pieces are in the queue.
    Waits,
}

impl<'a> Round<'a> {
    pub fn new(inputs: RoundInputs<'a>) -> Self {
        let RoundInputs { order, recheck, recheck_share, memory, link, notify } = inputs;
        Round {
            order,
            recheck,
            recheck_share,
            memory,
            link: link.clone(),
            notify,
            received: ReceivedPieces::new(order.pieces.clone()),
            refused: Vec::new(),
            seen: HashMap::new(),
            copies: 0,
            alone: None,
            checked: Instant::now(),
            rate_limiter: RateLimiter::new(notify),
        }
    }

    /// Waits until all pieces have arrived and all checks by recomputation are done.
    pub async fn collect(&mut self, on_piece: &(dyn Fn() + Sync)) {
        let mut prepared = false;
        let mut reader: Option<PullConsumer> = None;
        loop {
            let step = async {
                if !prepared {
                    self.prepare().await?;
                    prepared = true;
                }
                self.read(&mut reader, on_piece).await
            };
            match step.await {
                Ok(Step::Done) => return,
                Ok(Step::Waits) => {}
                // All messages are read again: some may hold pieces that were skipped because another worker had sent
                // them. If that worker is banned now, they are needed.
                Ok(Step::HandedOut) => reader = None,
                Err(error) => {
                    if self.link.is_connected() {
                        self.rate_limiter.say(&format!("the queue fails ({error:#}): trying again"));
                    }
                    reader = None;
                    sleep(LOOK).await;
                    // If this does not help, the error comes again. The stored data may be lost.
                    prepared &= self.link.mend().await.is_ok() && self.order.offer(&self.link).await.is_ok();
                }
            }
        }
    }

    /// Stores job and nets, and removes the data of earlier generations and processes.
    async fn prepare(&mut self) -> Result<()> {
        self.order.offer(&self.link).await?;
        let task = &self.order.task;
        self.link.keep_only(&task.run, &self.order.blobs()).await?;
        let subjects = self.link.games.info_with_subjects(names::games_of_run(&task.run)).await?;
        let subjects: Vec<(String, usize)> = subjects.try_collect().await?;
        let others: BTreeSet<u32> =
            subjects.iter().filter_map(|(subject, _)| names::read_generation(subject)).collect();
        for generation in others.into_iter().filter(|&generation| generation != task.generation) {
            self.link.games.purge().filter(names::games_of_generation(&task.run, generation)).await?;
        }
        if self.memory.lock().handed_out == 0 {
            // Tasks of a killed learner may have had other sizes.
            self.link.tasks.purge().filter(names::tasks_of_run(&task.engine, &task.run)).await?;
            let bans = presence::bans(&self.link).await?;
            self.memory.lock().banned.extend(bans.into_iter().map(|ban| ban.worker));
        }
        self.memory.lock().handed_out = task.generation;
        Ok(())
    }

    /// Reads new messages; then hands out missing pieces.
    async fn read(&mut self, reader: &mut Option<PullConsumer>, on_piece: &(dyn Fn() + Sync)) -> Result<Step> {
        let task = &self.order.task;
        let consumer = match reader {
            Some(consumer) => consumer,
            None => {
                let subject = names::games_of_generation(&task.run, task.generation);
                // Reads from the beginning: pieces that are present are skipped.
                reader.insert(self.link.reader(&self.link.games, &subject, Some(1)).await?)
            }
        };
        // The tasks are read before the pieces: a worker that finishes a task meanwhile has sent its pieces, which are
        // then read.
        let open = self.open().await?;
        let looked = Instant::now();
        let mut is_read = false;
        while !is_read || looked.elapsed() < LOOK {
            let mut batch = consumer.batch().max_messages(BATCH).expires(WAIT).messages().await?;
            let mut came = 0;
            while let Some(message) = batch.next().await {
                came += 1;
                self.take(message.map_err(|error| anyhow!("{error}"))?, on_piece).await?;
                if self.is_done().await? {
                    return Ok(Step::Done);
                }
            }
            self.remove_refused().await;
            is_read |= came < BATCH;
            if self.is_done().await? {
                return Ok(Step::Done);
            }
        }
        self.hand_out_missing(open).await
    }

    /// Accepts a message, or marks it for removal.
    async fn take(&mut self, message: Message, on_piece: &(dyn Fn() + Sync)) -> Result<()> {
        let sequence = message.info().map_err(|error| anyhow!("{error}"))?.stream_sequence;
        let refused = match self.read_message(&message, sequence, on_piece) {
            Ok(()) => return Ok(()),
            Err(refused) => refused,
        };
        if let Some(reason) = &refused.reason {
            self.rate_limiter.say(&format!("pieces are refused ({}): {reason}", message.subject));
        }
        self.refused.push(sequence);
        match (refused.ban, refused.reason) {
            (Some(worker), Some(reason)) => self.ban(&worker, &reason).await,
            _ => Ok(()),
        }
    }

    fn read_message(
        &mut self,
        message: &Message,
        sequence: u64,
        on_piece: &(dyn Fn() + Sync),
    ) -> Result<(), UnusedMessage> {
        let refused = |reason: String| UnusedMessage { reason: Some(reason), ban: None };
        let indices = names::read_pieces(&message.subject).filter(|indices| self.received.holds(indices));
        let indices = indices.filter(|indices| indices.len() <= MOST_OF_TASK as usize);
        let indices = indices.ok_or_else(|| refused("this generation has no such pieces".to_owned()))?;
        if self.received.has_all(&indices) {
            return Ok(());
        }
        let Pieces { worker, job, stats, pieces } =
            Pieces::read(&message.payload).map_err(|refusal| refused(refusal.to_string()))?;
        if self.memory.lock().banned.contains(&worker) {
            return Err(UnusedMessage { reason: None, ban: None });
        }
        if job != self.order.task.job {
            return Err(refused(format!("{worker} computed them for another job")));
        }
        let pieces = read_pieces(&*self.order.work, indices.clone(), &pieces).map_err(|refusal| {
            let reason = format!("its pieces of generation {} are invalid: {refusal}", self.order.task.generation);
            UnusedMessage { reason: Some(reason), ban: Some(worker.clone()) }
        })?;
        // One piece of every new worker is always computed again.
        let mut memory = self.memory.lock();
        let first = memory.known.insert(worker.clone()).then(|| (unforeseen() % pieces.len() as u64) as usize);
        for (at, (index, piece)) in indices.clone().zip(&pieces).enumerate() {
            let drawn = (unforeseen() as f64) < self.recheck_share * 2f64.powi(64);
            if drawn || first == Some(at) {
                self.recheck.add(&worker, index, piece.clone());
                memory.rechecked += 1;
            }
        }
        drop(memory);
        (0..self.received.add(&indices, pieces, &worker, sequence, stats)).for_each(|_| on_piece());
        Ok(())
    }

    /// Whether all pieces have arrived and all recomputed pieces were equal; bans workers with a different one.
    async fn is_done(&mut self) -> Result<bool> {
        let (verdicts, more) = self.recheck.verdicts();
        for verdict in verdicts.into_iter().filter(|verdict| !verdict.same) {
            let generation = self.order.task.generation;
            let reason = format!("its piece {} of generation {generation} is not the one that follows", verdict.index);
            self.ban(&verdict.worker, &reason).await?;
        }
        Ok(!more && self.received.is_complete())
    }

    /// Bans a worker: refuses all its further pieces, and drops those of this generation.
    async fn ban(&mut self, worker: &str, reason: &str) -> Result<()> {
        if !self.memory.lock().banned.insert(worker.to_owned()) {
            return Ok(());
        }
        (self.notify)(&format!("worker {worker} is banned: {reason}"));
        self.refused.extend(self.received.drop_of(worker));
        self.remove_refused().await;
        let ban = Ban { version: VERSION, worker: worker.to_owned(), reason: in_one_line(reason) };
        self.link.publish_status("ban", worker, write_json(&ban)).await
    }

    /// Removes refused messages from the stream, so that the right pieces can arrive.
    async fn remove_refused(&mut self) {
        let refused = std::mem::take(&mut self.refused);
        // A message that stays is refused again when it is read again.
        join_all(refused.into_iter().map(|sequence| self.link.games.delete_message(sequence))).await;
    }

    /// The pieces of the generation's tasks in the queue, by their subjects, which strangers may have written.
    async fn open(&self) -> Result<Vec<Range<u32>>> {
        let task = &self.order.task;
        let subjects = names::tasks(&task.engine, &task.run, task.generation);
        let subjects = self.link.tasks.info_with_subjects(subjects).await?;
        let subjects: Vec<(String, usize)> = subjects.try_collect().await?;
        Ok(subjects.iter().filter_map(|(subject, _)| names::read_task(subject)).collect())
    }

    /// Hands out the pieces that have neither arrived nor are in a task; if there are none and workers are idle, hands
    /// out the missing pieces of slow tasks again.
    async fn hand_out_missing(&mut self, open: Vec<Range<u32>>) -> Result<Step> {
        let wanted = self.received.wanted(&open, self.order.size);
        if !wanted.is_empty() {
            self.hand_out(&wanted, 1).await?;
            return Ok(Step::HandedOut);
        }
        let now = Instant::now();
        let mut late = Vec::new();
        for pieces in open {
            let (since, patience) = *self.seen.entry(pieces.start).or_insert((now, STRAGGLER));
            if now - since > patience && !self.received.has_all(&pieces) {
                late.push(pieces);
            }
        }
        if late.is_empty() {
            return Ok(Step::Waits);
        }
        if self.checked.elapsed() > CHECK {
            if self.order.renew(&self.link).await? {
                self.rate_limiter.say("a file that the tasks need was damaged in the store: storing it again");
            }
            self.checked = Instant::now();
        }
        let engine = &self.order.task.engine;
        let consumer = self.link.workers(engine).await?;
        let info = consumer.cached_info();
        let nobody = info.num_waiting == 0 && info.num_ack_pending == 0;
        self.alone = self.alone.filter(|_| nobody).or(nobody.then_some(now));
        if self.alone.is_some_and(|since| now - since > NO_WORKER_WARNING) {
            self.rate_limiter
                .say("no worker is connected: start `ardoise worker` with the server's address on some machine");
            self.alone = None;
        }
        // The tasks are read after the consumer, so that those finished just now do not count.
        let still = self.open().await?.iter().filter(|pieces| late.contains(pieces)).count();
        if still > info.num_pending as usize + info.num_ack_pending {
            // If nats-server 2.9 is killed after all tasks were purged, it counts tasks from 1 again, but its consumer
            // continues after the last one that it delivered.
            self.link.begin_again(engine).await?;
            return Ok(Step::Waits);
        }
        if info.num_pending == 0 && info.num_waiting > 0 {
            let mut again = Vec::new();
            for pieces in late {
                if again.len() >= info.num_waiting {
                    break;
                }
                let longer = |(since, patience): &mut (Instant, Duration)| (*since, *patience) = (now, 2 * *patience);
                self.seen.entry(pieces.start).and_modify(longer);
                again.extend(self.received.missing(&pieces, self.order.size));
            }
            self.copies += 1;
            self.memory.lock().copies += again.len() as u64;
            self.hand_out(&again, 1 + self.copies).await?;
        }
        Ok(Step::Waits)
    }

    /// Hands out all pieces, before any has arrived.
    pub async fn hand_out_all(&self) -> Result<()> {
        self.hand_out(&self.received.wanted(&[], self.order.size), 1).await?;
        self.memory.lock().handed_out = self.order.task.generation;
        Ok(())
    }

    async fn hand_out(&self, ranges: &[Range<u32>], copy: u32) -> Result<()> {
        for ranges in ranges.chunks(AT_ONCE) {
            let sent = ranges.iter().map(async |pieces| {
                let (subject, task) = self.order.task(pieces, copy);
                match self.link.publish_once(&subject, task).await {
                    // The task is in the queue already.
                    Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(()),
                    sent => sent.context("the server does not accept tasks"),
                }
            });
            try_join_all(sent).await?;
        }
        Ok(())
    }

    /// Returns the pieces, once all have arrived, with their counts. Removes the remaining tasks.
    pub async fn end(self) -> (Vec<Vec<u8>>, SelfPlayStats) {
        let task = &self.order.task;
        // Otherwise workers would compute unwanted pieces until the next generation.
        drop(self.link.tasks.purge().filter(names::tasks(&task.engine, &task.run, task.generation)).await);
        let stats = self.received.stats();
        let mut memory = self.memory.lock();
        memory.cost = Some(stats.seconds / stats.games.max(1) as f64);
        for (worker, games) in self.received.workers() {
            *memory.games.entry(worker).or_default() += games;
        }
        drop(memory);
        (self.received.into_pieces(), stats)
    }
}

struct UnusedMessage {
    /// The message for a person; `None` if already given.
    reason: Option<String>,
    ban: Option<String>,
}
