use super::generation::SelfPlay;
use super::live_game::LiveGame;
use super::stats::SelfPlayStats;
use crate::compact::{CompactEvaluator, MismatchError};
use crate::eval::{Batch, CachedEvaluator, Evaluator};
use crate::game::{AnyGame, ExactSolver, Guidance};
use crate::samples::SelfPlayGame;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The games of a generation, and counts of their play.
pub type GenerationGames = (Vec<SelfPlayGame>, SelfPlayStats);

impl SelfPlay<'_> {
    /// Plays all games on the threads of `pool` and returns them in order; `None` if `stop` ended play early. `on_game`
    /// is called after each game.
    ///
    /// # Errors
    /// The net is not for this game.
    pub fn run(
        &self,
        pool: &rayon::ThreadPool,
        stop: impl Fn() -> bool + Sync,
        on_game: impl Fn() + Sync,
    ) -> Result<Option<GenerationGames>, MismatchError> {
        self.run_until(pool, || false, stop, on_game)
    }

    /// [`SelfPlay::run`], but no more games are begun once some are done and `enough` returns true.
    ///
    /// # Errors
    /// As [`SelfPlay::run`].
    pub fn run_until(
        &self,
        pool: &rayon::ThreadPool,
        enough: impl Fn() -> bool + Sync,
        stop: impl Fn() -> bool + Sync,
        on_game: impl Fn() + Sync,
    ) -> Result<Option<GenerationGames>, MismatchError> {
        let next = AtomicU32::new(0);
        // Many threads call `enough` near the end, so its answer is kept.
        let is_enough = AtomicBool::new(false);
        let count = |index| {
            let more = index < self.config.selfplay.games && !is_enough.load(Ordering::Relaxed);
            more.then_some(index + 1)
        };
        let take = |_| next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, count).ok();
        let results = pool.broadcast(|_| {
            let (mut games, mut stats) = (Vec::new(), SelfPlayStats::default());
            let keep = |game, more| {
                games.push(game);
                stats += more;
                on_game();
                if enough() {
                    is_enough.store(true, Ordering::Relaxed);
                }
            };
            self.thread(take, &stop, keep).map(|()| (games, stats))
        });
        let (mut games, mut stats) = (Vec::new(), SelfPlayStats::default());
        for result in results {
            let (some, more) = result?;
            games.extend(some);
            stats += more;
        }
        games.sort_by_key(|game| game.index);
        let begun = if is_enough.into_inner() { next.into_inner() } else { self.config.selfplay.games };
        let all = games.len() == begun as usize;
        Ok(all.then_some((games, stats)))
    }

    /// The loop of one thread: plays the games whose indices `take` gives, several at once, and evaluates the leaves of
    /// all of them in one batch. `on_game` gets each game with the counts since the one before. The loop ends when
    /// `take` has no game and none is in progress, or when `stop` returns true; unfinished games are then lost.
    ///
    /// `take` is called with `true` if the thread is idle: it may then wait for games.
    ///
    /// # Errors
    /// The net is not for this game.
    pub fn thread(
        &self,
        take: impl Fn(bool) -> Option<u32>,
        stop: impl Fn() -> bool,
        mut on_game: impl FnMut(SelfPlayGame, SelfPlayStats),
    ) -> Result<(), MismatchError> {
        let config = &self.config.selfplay;
        let inner = CompactEvaluator::with_kernel(self.game, Arc::clone(self.net), self.kernel)?;
        let mut evaluator = CachedEvaluator::new(inner, config.cache);
        let mut batch = Batch::default();
        let mut solver = if config.exact_share > 0.0 { self.take_solver() } else { None };
        let mut live: Vec<LiveGame> = Vec::new();
        let (mut stats, mut since, mut evaluating) = (SelfPlayStats::default(), Instant::now(), Duration::ZERO);
        let mut looked_up = evaluator.stats();
        while !stop() {
            while live.len() < config.concurrent {
                let alone = live.is_empty();
                let Some(index) = take(alone) else { break };
                live.push(LiveGame::new(self, index));
                if alone {
                    // Waiting time is idle time, and not counted.
                    since = Instant::now();
                }
            }
            if live.is_empty() {
                break;
            }
            batch.clear();
            live.retain_mut(|slot| {
                while let Some(game) = slot.advance(self, solver.as_deref_mut(), &mut batch, &mut stats) {
                    let counts = evaluator.stats();
                    stats.games = 1;
                    stats.evaluations = counts.misses - looked_up.misses;
                    stats.cache_hits = counts.hits - looked_up.hits;
                    stats.evaluator_seconds = evaluating.as_secs_f64();
                    stats.seconds = since.elapsed().as_secs_f64();
                    (looked_up, evaluating, since) = (counts, Duration::ZERO, Instant::now());
                    on_game(game, std::mem::take(&mut stats));
                    match take(false).filter(|_| !stop()) {
                        Some(index) => slot.restart(self, index),
                        None => return false,
                    }
                }
                true
            });
            let before = Instant::now();
            evaluator.evaluate(self.game, &mut batch);
            evaluating += before.elapsed();
            for slot in &mut live {
                slot.apply(&batch);
            }
        }
        if let (Some(solvers), Some(solver)) = (self.solvers, solver) {
            solvers.put(solver);
        }
        Ok(())
    }

    fn take_solver(&self) -> Option<Box<dyn ExactSolver<AnyGame>>> {
        self.solvers.map_or_else(|| self.game.solver(), |solvers| solvers.take(self.game))
    }
}
