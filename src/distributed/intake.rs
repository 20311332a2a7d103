use super::desk::Lot;
use super::link::{Link, PATIENCE};
use super::message::{Hash, Refusal, Task};
use crate::compact::CompactNet;
use crate::train::Config;
use crate::with_game;
use anyhow::{Context, Result};
use async_nats::jetstream::{AckKind, Message};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::time::{MissedTickBehavior, interval};

/// Most searches of one thread times simulations of each: what bounds its memory.
const MOST_NODES: u64 = 1 << 22;

/// Most positions in a thread's cache, which games do not depend on.
const MOST_CACHED: usize = 1 << 20;

/// Reads a task that is for this engine.
pub(super) fn read_task(message: &Message, engine: &str) -> Result<Task, Refusal> {
    let task = Task::read(&message.payload)?;
    if task.engine != engine {
        return Err(Refusal::malformed(format_args!("it is for engine {}, this is {engine}", task.engine)));
    }
    Ok(task)
}

/// Fetches what a task needs. Meanwhile the server is told that the task is in hand.
pub(super) async fn fetch(link: &Link, task: &Task, message: &Message) -> Result<[Vec<u8>; 2]> {
    let mut signal = interval(PATIENCE / 3);
    signal.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let both = async { Ok([link.get(task.config).await?, link.get(task.net).await?]) };
    tokio::pin!(both);
    loop {
        tokio::select! {
            fetched = &mut both => return fetched,
            _ = signal.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    }
}

/// The games that a task is of; `config` and `net` are what its hashes stand for.
///
/// # Errors
/// They are no config and no net of one game, or a thread would need too much memory.
pub(super) fn make_lot(task: &Task, config: &[u8], net: &[u8]) -> Result<Lot> {
    let text = std::str::from_utf8(config).context("the config is no text")?;
    let mut config = Config::parse("of the task", text, &[])?;
    let play = &config.selfplay;
    let simulations = u64::from(play.simulations.max(play.fast_simulations));
    if simulations * play.concurrent as u64 > MOST_NODES {
        anyhow::bail!(
            "{simulations} simulations in {} games at once: expected at most {MOST_NODES} together",
            play.concurrent
        );
    }
    config.selfplay.cache = play.cache.min(MOST_CACHED);
    let net = CompactNet::from_bytes(net)?;
    let game = config.game()?;
    with_game!(&game, game => net.header().check(game)?);
    let (run, generation, cancelled) = (task.run.clone(), task.generation, AtomicBool::new(false));
    Ok(Lot { run, generation, game, config, net: Arc::new(net), cancelled })
}

/// What tells one lot from another.
pub(super) type LotKey = (String, u32, Hash, Hash);

/// That of a task.
pub(super) fn lot_key(task: &Task) -> LotKey {
    (task.run.clone(), task.generation, task.config, task.net)
}
