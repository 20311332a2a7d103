use super::config::{Config, SelfPlayConfig};
use super::random::{Purpose, stream};
use super::sample::{Sample, SelfPlayGame};
use crate::compact::{CompactEvaluator, CompactNet, Kernel, MismatchError};
use crate::eval::{Batch, Cached, Evaluator};
use crate::game::{Encoding, Game, Guidance, History, Outcome, Side};
use crate::random::pick;
use crate::search::{Gathered, Search};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Plays the games of one generation, several at once on each thread.
///
/// Each game has its own random stream, and the evaluator's answer depends on the position alone: the games are the same
/// on any number of threads.
#[derive(Debug)]
pub struct SelfPlay<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The run's config.
    pub config: &'a Config,
    /// The generation of the games.
    pub generation: u32,
    /// The net that plays.
    pub net: &'a Arc<CompactNet>,
    /// The kernel that evaluates it; games do not depend on it.
    pub kernel: Kernel,
}

/// The games of a generation, and counts of their play.
pub type Played<G> = (Vec<SelfPlayGame<G>>, SelfPlayStats);

/// Counts and times of self-play, summed over games and threads.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayStats {
    /// Finished games.
    pub games: u64,
    /// Moves made.
    pub moves: u64,
    /// Simulations of searches.
    pub simulations: u64,
    /// Positions evaluated by the network.
    pub evaluations: u64,
    /// Positions answered by the cache.
    pub cache_hits: u64,
    /// Processor seconds in the evaluator (encoding, network, cache), all threads together.
    pub evaluator_seconds: f64,
    /// Processor seconds altogether.
    pub seconds: f64,
}

impl AddAssign for SelfPlayStats {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.simulations += other.simulations;
        self.evaluations += other.evaluations;
        self.cache_hits += other.cache_hits;
        self.evaluator_seconds += other.evaluator_seconds;
        self.seconds += other.seconds;
    }
}

impl<G: Encoding + Guidance> SelfPlay<'_, G> {
    /// Plays all games on the threads of `pool` and returns them in order; `None` where `stop` said so before they were
    /// done. `on_game` is called after each.
    ///
    /// # Errors
    /// The net is not for this game.
    pub fn run(
        &self,
        pool: &rayon::ThreadPool,
        stop: impl Fn() -> bool + Sync,
        on_game: impl Fn() + Sync,
    ) -> Result<Option<Played<G>>, MismatchError> {
        let next = AtomicU32::new(0);
        let results = pool.broadcast(|_| self.work(&next, &stop, &on_game));
        let (mut games, mut stats) = (Vec::new(), SelfPlayStats::default());
        for result in results {
            let (some, more) = result?;
            games.extend(some);
            stats += more;
        }
        games.sort_by_key(|game| game.index);
        let done = games.len() == self.config.selfplay.games as usize;
        Ok(done.then_some((games, stats)))
    }

    /// One thread: takes games until none is left, and evaluates the leaves of all its games in one batch.
    fn work(
        &self,
        next: &AtomicU32,
        stop: &(impl Fn() -> bool + Sync),
        on_game: &(impl Fn() + Sync),
    ) -> Result<Played<G>, MismatchError> {
        let began = Instant::now();
        let config = &self.config.selfplay;
        let inner = CompactEvaluator::with_kernel(self.game, Arc::clone(self.net), self.kernel)?;
        let mut evaluator = Cached::new(inner, config.cache);
        let mut evaluating = Duration::ZERO;
        let (mut finished, mut stats) = (Vec::new(), SelfPlayStats::default());
        let mut batch = Batch::default();
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < config.games);
        let mut live: Vec<LiveGame<G>> = Vec::new();
        while live.len() < config.concurrent {
            let Some(index) = take() else { break };
            live.push(LiveGame::new(self, index));
        }
        while !live.is_empty() && !stop() {
            batch.clear();
            live.retain_mut(|slot| {
                while let Some(game) = slot.advance(self, &mut batch, &mut stats) {
                    finished.push(game);
                    on_game();
                    match take() {
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
                slot.search.apply(&batch, slot.leaf);
            }
        }
        stats.games = finished.len() as u64;
        (stats.evaluations, stats.cache_hits) = (evaluator.stats().misses, evaluator.stats().hits);
        stats.evaluator_seconds = evaluating.as_secs_f64();
        stats.seconds = began.elapsed().as_secs_f64();
        Ok((finished, stats))
    }
}

/// A game under way.
struct LiveGame<G: Game> {
    index: u32,
    rng: Xoshiro256PlusPlus,
    history: History<G>,
    search: Search<G>,
    /// Whether the current search is a full one, whose result becomes a sample.
    full: bool,
    /// Its leaf in the current batch.
    leaf: usize,
    samples: Vec<Sample<G>>,
    /// Length of the history when each sample was taken.
    sampled_at: Vec<u32>,
    /// The first side's lead after each move made here.
    leads: Vec<f32>,
    /// Length of the history where self-play began.
    first_move: u32,
    moves: Vec<G::Move>,
    policy: Vec<f32>,
}

impl<G: Guidance> LiveGame<G> {
    fn new(play: &SelfPlay<G>, index: u32) -> Self {
        let mut live = LiveGame {
            index,
            rng: stream(play.config.seed, Purpose::Game, play.generation, u64::from(index)),
            history: History::new(play.game, play.game.start()),
            search: Search::new(play.config.search),
            full: true,
            leaf: 0,
            samples: Vec::new(),
            sampled_at: Vec::new(),
            leads: Vec::new(),
            first_move: 0,
            moves: Vec::new(),
            policy: Vec::new(),
        };
        live.restart(play, index);
        live
    }

    /// Starts the game of that index.
    fn restart(&mut self, play: &SelfPlay<G>, index: u32) {
        self.index = index;
        self.rng = stream(play.config.seed, Purpose::Game, play.generation, u64::from(index));
        play.config.selfplay.starts.draw(play.game, play.generation, &mut self.history, &mut self.moves, &mut self.rng);
        self.first_move = self.history.moves();
        self.start_search(play);
    }

    fn start_search(&mut self, play: &SelfPlay<G>) {
        let config: &SelfPlayConfig = &play.config.selfplay;
        self.full = self.rng.random::<f32>() < config.full_share;
        let simulations = if self.full { config.simulations } else { config.fast_simulations };
        self.search.start(play.game, &self.history, simulations, self.rng.next_u64());
    }

    /// Plays until a leaf needs an evaluation (`None`) or the game is over.
    fn advance(
        &mut self,
        play: &SelfPlay<G>,
        batch: &mut Batch<G>,
        stats: &mut SelfPlayStats,
    ) -> Option<SelfPlayGame<G>> {
        loop {
            if let Gathered::Leaf(leaf) = self.search.gather(play.game, batch) {
                self.leaf = leaf;
                return None;
            }
            stats.simulations += u64::from(self.search.simulations());
            if let Some(game) = self.conclude_search(play, stats) {
                return Some(game);
            }
            self.start_search(play);
        }
    }

    /// Takes the sample and makes the move; returns the game if it is over.
    fn conclude_search(&mut self, play: &SelfPlay<G>, stats: &mut SelfPlayStats) -> Option<SelfPlayGame<G>> {
        let config = &play.config.selfplay;
        self.search.policy(&mut self.policy);
        if self.full {
            self.samples.push(Sample {
                position: *self.history.position(),
                policy: Sample::<G>::quantise(&self.policy),
                search: (play.generation > 1).then(|| self.search.value()),
                // Set when the game is over.
                outcome: Outcome::Draw,
                cut_off: false,
                lead: 0.0,
                moves_left: 0,
            });
            self.sampled_at.push(self.history.moves());
        }
        if let Some(proven) = self.search.proven().filter(|_| config.stop_when_proven) {
            return Some(self.finish(play, proven.outcome, u32::from(proven.moves), false));
        }
        let mv = if self.history.moves() - self.first_move < config.sampled_moves {
            let drawn = pick(&self.policy, self.rng.random::<f32>());
            self.search.moves().nth(drawn).expect("one probability a move").mv
        } else {
            self.search.best_move()
        };
        self.history.play(play.game, mv);
        self.leads.push(play.game.heuristic(self.history.position()));
        stats.moves += 1;
        let longest =
            config.max_moves.map_or(u32::MAX, |most| self.first_move.saturating_add(most)).min(play.game.max_moves());
        let cut_off = self.history.moves() >= longest;
        match self.history.outcome() {
            Some(outcome) => Some(self.finish(play, outcome, 0, cut_off && outcome == Outcome::Draw)),
            None if cut_off => Some(self.finish(play, Outcome::Draw, 0, true)),
            None => None,
        }
    }

    /// Completes a game that is over, is cut off, or whose result is proven `further` moves ahead.
    fn finish(&mut self, play: &SelfPlay<G>, outcome: Outcome, further: u32, cut_off: bool) -> SelfPlayGame<G> {
        let game = play.game;
        let end = self.history.moves() + further;
        let last = match game.totals(self.history.position()) {
            None if outcome != Outcome::Draw => outcome.score_for(Side::First),
            _ => game.heuristic(self.history.position()),
        };
        average_ahead(&mut self.leads, last, play.config.selfplay.lead_horizon);
        for (sample, at) in self.samples.iter_mut().zip(self.sampled_at.drain(..)) {
            let lead = self.leads.get((at - self.first_move) as usize).unwrap_or(&last);
            sample.outcome = outcome;
            sample.cut_off = cut_off;
            sample.lead = lead * game.side_to_act(&sample.position).sign();
            sample.moves_left = u16::try_from(end - at).unwrap_or(u16::MAX);
        }
        self.leads.clear();
        SelfPlayGame {
            index: self.index,
            samples: std::mem::take(&mut self.samples),
            outcome,
            moves: end - self.first_move,
            cut_off,
        }
    }
}

/// Replaces each lead by the mean of the leads from there on; `last` continues forever. Weights fall geometrically, so
/// that leads lie `horizon` moves ahead on average; without a horizon only `last` counts.
fn average_ahead(leads: &mut [f32], last: f32, horizon: Option<u32>) {
    let fade = horizon.map_or(1.0, |horizon| horizon as f32 / (horizon + 1) as f32);
    let mut ahead = last;
    for lead in leads.iter_mut().rev() {
        ahead = *lead + fade * (ahead - *lead);
        *lead = ahead;
    }
}

#[cfg(test)]
mod tests {
    use super::average_ahead;

    #[test]
    fn leads_ahead_are_averaged_over_the_horizon() {
        let averaged = |mut leads: [f32; 3], last, horizon| {
            average_ahead(&mut leads, last, horizon);
            leads
        };
        assert_eq!(averaged([0.0, 1.0, 1.0], -1.0, None), [-1.0; 3], "the end alone");
        assert_eq!(averaged([0.0, 0.5, 1.0], -1.0, Some(0)), [0.0, 0.5, 1.0], "the next move alone");
        assert_eq!(averaged([0.0, 1.0, 1.0], -1.0, Some(1)), [0.25, 0.5, 0.0]);
        assert_eq!(averaged([0.5; 3], 0.5, Some(7)), [0.5; 3]);
    }
}
