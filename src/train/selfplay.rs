use super::config::{Config, SelfPlayConfig};
use super::exact::{Solvers, solved_game};
use super::random::{Purpose, stream};
use super::restarts::Restarts;
use super::sample::{Sample, SelfPlayGame};
use crate::compact::{CompactEvaluator, CompactNet, Kernel, MismatchError};
use crate::eval::{Batch, Cached, Evaluator, Value};
use crate::game::{Encoding, ExactSolver, Game, Guidance, History, Outcome, Side};
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
    /// What solves positions exactly, where the config wants it.
    pub solvers: &'a Solvers<G>,
    /// Where games begin that do not begin as the config says.
    pub restarts: &'a Restarts<G>,
}

/// The games of a generation, and counts of their play.
pub type Played<G> = (Vec<SelfPlayGame<<G as Game>::Position>>, SelfPlayStats);

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

impl<G: Game> SelfPlay<'_, G> {
    /// How far the run is, see [`Config::age`].
    fn age(&self) -> u32 {
        self.config.age(self.generation)
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
        // Asked again and again at the end, it does not count on.
        let count = |index| Some(index + 1).filter(|&count| count <= self.config.selfplay.games);
        let take = |_| next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, count).ok();
        let results = pool.broadcast(|_| {
            let (mut games, mut stats) = (Vec::new(), SelfPlayStats::default());
            let keep = |game, more| {
                games.push(game);
                stats += more;
                on_game();
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
        let done = games.len() == self.config.selfplay.games as usize;
        Ok(done.then_some((games, stats)))
    }

    /// One thread: plays the games whose indices `take` gives, several at once, and evaluates the leaves of all of them in
    /// one batch. `on_game` gets each with the counts since the one before. It ends when `take` has no game and none is
    /// under way, or when `stop` says so; games under way are then lost.
    ///
    /// `take` is asked with `true` where the thread has nothing else to do: it may then wait for games.
    ///
    /// # Errors
    /// The net is not for this game.
    pub fn thread(
        &self,
        take: impl Fn(bool) -> Option<u32>,
        stop: impl Fn() -> bool,
        mut on_game: impl FnMut(SelfPlayGame<G::Position>, SelfPlayStats),
    ) -> Result<(), MismatchError> {
        let config = &self.config.selfplay;
        let inner = CompactEvaluator::with_kernel(self.game, Arc::clone(self.net), self.kernel)?;
        let mut evaluator = Cached::new(inner, config.cache);
        let mut batch = Batch::default();
        let mut solver = if config.exact_share > 0.0 { self.solvers.take(self.game) } else { None };
        let mut live: Vec<LiveGame<G>> = Vec::new();
        let (mut stats, mut since, mut evaluating) = (SelfPlayStats::default(), Instant::now(), Duration::ZERO);
        let mut looked_up = evaluator.stats();
        while !stop() {
            while live.len() < config.concurrent {
                let alone = live.is_empty();
                let Some(index) = take(alone) else { break };
                live.push(LiveGame::new(self, index));
                if alone {
                    // What it has waited is nobody's time.
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
                slot.search.apply(&batch, slot.leaf);
            }
        }
        solver.into_iter().for_each(|solver| self.solvers.put(solver));
        Ok(())
    }
}

/// A game under way.
struct LiveGame<G: Game> {
    index: u32,
    rng: Xoshiro256PlusPlus,
    history: History<G>,
    search: Search<G>,
    /// Whether the solver tells what it comes to, so that nothing is played after the opening.
    solved: bool,
    /// Moves still to be drawn from the evaluator's policy before self-play begins.
    opening: u32,
    /// Whether the current search is a full one, whose result becomes a sample.
    full: bool,
    /// Its leaf in the current batch.
    leaf: usize,
    samples: Vec<Sample<G::Position>>,
    /// Length of the history when each sample was taken.
    sampled_at: Vec<u32>,
    /// The first side's lead after each move made here.
    leads: Vec<f32>,
    /// What the searches before these moves expect: the first side's chance to win, and the second side's.
    chances: [Vec<f32>; 2],
    /// Length of the history where self-play began.
    first_move: u32,
    moves: Vec<G::Move>,
    policy: Vec<f32>,
}

/// How a game ended.
struct End {
    outcome: Outcome,
    /// What it came to, seen by the first side, if that is known.
    result: Option<Value>,
    /// Moves that a proof made unnecessary.
    further: u32,
    cut_off: bool,
}

impl<G: Guidance> LiveGame<G> {
    fn new(play: &SelfPlay<G>, index: u32) -> Self {
        let mut live = LiveGame {
            index,
            rng: stream(play.config.seed, Purpose::Game, play.generation, u64::from(index)),
            history: History::new(play.game, play.game.start()),
            search: Search::new(play.config.search),
            solved: false,
            opening: 0,
            full: true,
            leaf: 0,
            samples: Vec::new(),
            sampled_at: Vec::new(),
            leads: Vec::new(),
            chances: Default::default(),
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
        let starts = &play.config.selfplay.starts;
        self.opening = match play.restarts.get(&index) {
            Some(&position) => {
                self.history.restart(play.game, position);
                0
            }
            None => starts.draw(play.game, play.age(), &mut self.history, &mut self.moves, &mut self.rng),
        };
        self.first_move = self.history.moves();
        let share = play.config.selfplay.exact_share;
        self.solved = share > 0.0 && self.rng.random::<f32>() < share;
        self.start_search(play);
    }

    /// Starts the search for the next move, or only asks for the evaluator's policy where no search is wanted: in the opening,
    /// and where the solver says how the game ends.
    fn start_search(&mut self, play: &SelfPlay<G>) {
        let config: &SelfPlayConfig = &play.config.selfplay;
        if self.opening > 0 || self.solved {
            self.search.start(play.game, &self.history, 0, 0);
            self.search.limit_root_proof(0);
            return;
        }
        self.full = self.rng.random::<f32>() < config.full_share;
        let (root, simulations) = match self.full {
            true => (play.config.search.root, config.simulations),
            false => (config.fast_root(play.config.search.root), config.fast_simulations),
        };
        self.search.set_root(root);
        self.search.start(play.game, &self.history, simulations, self.rng.next_u64());
    }

    /// Plays until a leaf needs an evaluation (`None`) or the game is over.
    fn advance(
        &mut self,
        play: &SelfPlay<G>,
        solver: Option<&mut (dyn ExactSolver<G> + 'static)>,
        batch: &mut Batch<G>,
        stats: &mut SelfPlayStats,
    ) -> Option<SelfPlayGame<G::Position>> {
        loop {
            if let Gathered::Leaf(leaf) = self.search.gather(play.game, batch) {
                self.leaf = leaf;
                return None;
            }
            match solver {
                Some(solver) if self.solved && self.opening == 0 => {
                    let priors = self.search.moves().map(|root| root.prior);
                    return Some(solved_game(play.game, solver, self.index, *self.history.position(), priors));
                }
                _ => {}
            }
            stats.simulations += u64::from(self.search.simulations());
            let end = match self.opening {
                0 => self.conclude_search(play, stats),
                _ => self.make_opening_move(play),
            };
            if let Some(end) = end {
                return Some(self.finish(play, &end));
            }
            self.start_search(play);
        }
    }

    /// Makes a move of the opening, drawn from the evaluator's policy. Games that end here teach nothing.
    fn make_opening_move(&mut self, play: &SelfPlay<G>) -> Option<End> {
        let power = 1.0 / play.config.selfplay.starts.policy_temperature;
        self.policy.clear();
        self.policy.extend(self.search.moves().map(|root| libm::powf(root.prior, power)));
        let sum: f32 = self.policy.iter().sum();
        self.policy.iter_mut().for_each(|p| *p /= sum);
        let mv = self.draw_move();
        self.history.play(play.game, mv);
        self.first_move = self.history.moves();
        self.opening -= 1;
        self.history.outcome().map(|outcome| End::of(outcome, 0))
    }

    /// A move with the probabilities of `self.policy`.
    fn draw_move(&mut self) -> G::Move {
        let drawn = pick(&self.policy, self.rng.random::<f32>());
        self.search.moves().nth(drawn).expect("one probability a move").mv
    }

    /// Takes the sample and makes the move; says how the game ended, if it did.
    fn conclude_search(&mut self, play: &SelfPlay<G>, stats: &mut SelfPlayStats) -> Option<End> {
        let config = &play.config.selfplay;
        self.search.policy(&mut self.policy);
        let value = self.search.value_of(&self.policy);
        if self.full {
            self.samples.push(Sample {
                position: *self.history.position(),
                policy: Sample::<G::Position>::quantise(&self.policy),
                surprise: divergence(&self.policy, self.search.moves().map(|root| root.prior)),
                search: (play.age() > 1).then_some(value),
                // Set when the game is over.
                result: None,
                cut_off: false,
                lead: 0.0,
                moves_left: 0,
            });
            self.sampled_at.push(self.history.moves());
        }
        let expected = value.seen_from(play.game.side_to_act(self.history.position()));
        // A limit on its length does not say what a game would have come to; the last search does, if it can. That holds
        // wherever the game began, and whether the limit is reached or a proof has seen that it will be.
        let cut_off = |further| End {
            outcome: Outcome::Draw,
            result: (play.age() > 1).then_some(expected),
            further,
            cut_off: true,
        };
        if let Some(proven) = self.search.proven().filter(|_| config.stop_when_proven) {
            let by_limit = proven.outcome == Outcome::Draw && self.ends_by_limit(play.game);
            let further = proven.moves.into();
            return Some(if by_limit { cut_off(further) } else { End::of(proven.outcome, further) });
        }
        let mv = match self.history.moves() - self.first_move < config.sampled_moves {
            true => self.draw_move(),
            false => self.search.best_move(),
        };
        self.history.play(play.game, mv);
        self.leads.push(play.game.heuristic(self.history.position()));
        self.chances[0].push(expected.win);
        self.chances[1].push(expected.loss);
        stats.moves += 1;
        let longest = config.max_moves.map_or(u32::MAX, |most| self.first_move.saturating_add(most));
        match self.history.outcome() {
            Some(_) if play.game.is_cut_off(self.history.position()) => Some(cut_off(0)),
            Some(outcome) => Some(End::of(outcome, 0)),
            None => (self.history.moves() >= longest).then(|| cut_off(0)),
        }
    }

    /// Whether the line that the search has found ends by the rules' limit on the length of games.
    fn ends_by_limit(&mut self, game: &G) -> bool {
        self.search.principal_variation(&mut self.moves);
        let mut last = *self.history.position();
        self.moves.iter().for_each(|&mv| game.play(&mut last, mv));
        game.is_cut_off(&last)
    }

    /// Completes a game that is over, is cut off, or is proven.
    fn finish(&mut self, play: &SelfPlay<G>, end: &End) -> SelfPlayGame<G::Position> {
        let (game, config) = (play.game, &play.config.selfplay);
        let length = self.history.moves() + end.further;
        let last = match game.totals(self.history.position()) {
            None if end.outcome != Outcome::Draw => end.outcome.score_for(Side::First),
            _ => game.heuristic(self.history.position()),
        };
        average_ahead(&mut self.leads, last, config.lead_horizon);
        if let Some(Value { win, loss, .. }) = end.result {
            // An untrained net's values say nothing of the result.
            let horizon = config.value_horizon.filter(|_| play.age() > 1);
            self.chances.iter_mut().zip([win, loss]).for_each(|(chances, last)| average_ahead(chances, last, horizon));
        }
        for (sample, at) in self.samples.iter_mut().zip(self.sampled_at.drain(..)) {
            let side = game.side_to_act(&sample.position);
            let made = (at - self.first_move) as usize;
            sample.result = end.result.map(|last| {
                // What was expected after the move.
                let [win, loss] = match [&self.chances[0], &self.chances[1]].map(|chances| chances.get(made + 1)) {
                    [Some(&win), Some(&loss)] => [win, loss],
                    _ => [last.win, last.loss],
                };
                Value { win, loss, ..last }.seen_from(side)
            });
            sample.cut_off = end.cut_off;
            sample.lead = self.leads.get(made).unwrap_or(&last) * side.sign();
            sample.moves_left = u16::try_from(length - at).unwrap_or(u16::MAX);
        }
        self.leads.clear();
        self.chances.iter_mut().for_each(Vec::clear);
        SelfPlayGame {
            index: self.index,
            samples: std::mem::take(&mut self.samples),
            outcome: end.outcome,
            moves: length - self.first_move,
            cut_off: end.cut_off,
        }
    }
}

impl End {
    /// A game that the rules ended, or that is proven to end `further` moves ahead.
    fn of(outcome: Outcome, further: u32) -> End {
        End { outcome, result: Some(Value::of(outcome, Side::First)), further, cut_off: false }
    }
}

/// The Kullback-Leibler divergence of `prior` from `policy`, in nats.
fn divergence(policy: &[f32], prior: impl Iterator<Item = f32>) -> f32 {
    let term = |(&p, q): (&f32, f32)| if p > 0.0 { p * libm::logf(p / q.max(f32::MIN_POSITIVE)) } else { 0.0 };
    policy.iter().zip(prior).map(term).sum::<f32>().max(0.0)
}

/// Replaces each value by the mean of the values from there on; `last` continues forever. Weights fall geometrically, so
/// that they lie `horizon` moves ahead on average; without a horizon only `last` counts.
fn average_ahead(values: &mut [f32], last: f32, horizon: Option<u32>) {
    let fade = horizon.map_or(1.0, |horizon| horizon as f32 / (horizon + 1) as f32);
    let mut ahead = last;
    for value in values.iter_mut().rev() {
        ahead = (1.0 - fade) * *value + fade * ahead;
        *value = ahead;
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
