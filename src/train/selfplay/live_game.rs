use super::generation::SelfPlay;
use super::stats::SelfPlayStats;
use super::targets::{average_ahead, divergence};
use crate::eval::{Batch, Value};
use crate::game::{AnyGame, AnyMove, AnyPosition, ExactSolver, Game, Guidance, History, Outcome, Side};
use crate::random::pick;
use crate::samples::{Sample, SelfPlayGame};
use crate::search::{GatherResult, Search};
use crate::train::config::SelfPlayConfig;
use crate::train::exact::solved_game;
use crate::train::random::{Purpose, stream};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How often the net is asked for the lead, with komi given after each answer. Once is not enough: the expected lead is
/// a mean of leads squashed to [-1, 1], from which the points that would make it 0 do not follow exactly.
const KOMI_ROUNDS: u32 = 3;
/// The largest lead that one round makes up for.
const KOMI_LEAD: f32 = 0.9;
/// The largest lead of either side that komi leaves, so that games are not all as even as the net can make them.
const KOMI_NOISE: f32 = 0.25;

/// A game under way.
pub(super) struct LiveGame {
    index: u32,
    rng: Xoshiro256PlusPlus,
    history: History,
    search: Search,
    /// Whether the solver gives the result, so that nothing is played after the opening.
    solved: bool,
    /// Number of moves to draw from the evaluator's policy before self-play begins.
    opening: u32,
    /// Rounds of komi left after the opening: each asks the net for the lead and gives komi against it.
    komi: u32,
    /// Whether the current search is a full one, whose result becomes a sample.
    full: bool,
    /// The search's leaf in the current batch.
    leaf: usize,
    /// The lead that the evaluator expects at its last leaf, seen by the side to act there.
    expected_lead: f32,
    samples: Vec<Sample>,
    /// Length of the history when each sample was taken.
    sampled_at: Vec<u32>,
    /// The first side's lead after each move made by self-play.
    leads: Vec<f32>,
    /// The expectations of the searches before these moves: the first side's chance to win, and the second side's.
    chances: [Vec<f32>; 2],
    /// Length of the history where self-play began.
    first_move: u32,
    moves: Vec<AnyMove>,
    policy: Vec<f32>,
}

struct End {
    outcome: Outcome,
    /// The result seen by the first side, if it is known.
    result: Option<Value>,
    /// Number of moves that a proof made unnecessary.
    further: u32,
    cut_off: bool,
}

impl LiveGame {
    /// The game with an index, at its start.
    pub fn new(play: &SelfPlay, index: u32) -> Self {
        let mut live = LiveGame {
            index,
            rng: stream(play.config.seed, Purpose::Game, play.generation, u64::from(index)),
            history: History::new(play.game, play.game.start()),
            search: Search::new(play.config.search_in(play.generation)),
            solved: false,
            opening: 0,
            komi: 0,
            full: true,
            leaf: 0,
            expected_lead: 0.0,
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

    /// Starts the game with an index.
    pub fn restart(&mut self, play: &SelfPlay, index: u32) {
        self.index = index;
        self.rng = stream(play.config.seed, Purpose::Game, play.generation, u64::from(index));
        let starts = &play.config.selfplay.starts;
        (self.opening, self.komi) = loop {
            let begun = match play.restarts.and_then(|restarts| restarts.get(&index)) {
                Some(position) => {
                    self.history.restart(play.game, position.clone());
                    (0, 0)
                }
                None => {
                    let generation = play.curriculum_generation();
                    let opening = starts.draw(play.game, generation, &mut self.history, &mut self.moves, &mut self.rng);
                    let komi = starts.komi_share > 0.0 && self.rng.random::<f32>() < starts.komi_share;
                    (opening, if komi { KOMI_ROUNDS } else { 0 })
                }
            };
            self.history.play_chance(play.game, &mut self.rng);
            // A throw may end the game before anybody has a choice.
            if self.history.outcome().is_none() {
                break begun;
            }
        };
        self.first_move = self.history.moves();
        let share = play.config.selfplay.exact_share;
        self.solved = share > 0.0 && self.rng.random::<f32>() < share;
        self.start_search(play);
    }

    /// Starts the search for the next move, or evaluates the position if no search is needed: in the opening, for komi,
    /// and if the solver gives the result.
    fn start_search(&mut self, play: &SelfPlay) {
        let config: &SelfPlayConfig = &play.config.selfplay;
        if self.opening > 0 || self.komi > 0 || self.solved {
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
    pub fn advance(
        &mut self,
        play: &SelfPlay,
        mut solver: Option<&mut (dyn ExactSolver<AnyGame> + 'static)>,
        batch: &mut Batch,
        stats: &mut SelfPlayStats,
    ) -> Option<SelfPlayGame> {
        loop {
            if let GatherResult::Leaf(leaf) = self.search.gather(play.game, batch) {
                self.leaf = leaf;
                return None;
            }
            if self.opening == 0 && self.komi > 0 {
                self.give_komi(play);
                self.start_search(play);
                continue;
            }
            if self.solved && self.opening == 0 {
                let priors = self.search.moves().map(|root| root.prior);
                let solved =
                    solved_game(play.game, solver.as_deref_mut(), self.index, self.history.position().clone(), priors);
                if solved.is_some() {
                    return solved;
                }
                // Too hard for a solver of endings: the game is played like others.
                self.solved = false;
                self.start_search(play);
                continue;
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

    /// Handles the evaluation of the leaf that [`LiveGame::advance`] has added to the batch.
    pub fn apply(&mut self, batch: &Batch) {
        self.expected_lead = batch.value(self.leaf).lead;
        self.search.apply(batch, self.leaf);
    }

    /// Gives points to the side that is expected to end behind.
    fn give_komi(&mut self, play: &SelfPlay) {
        self.komi -= 1;
        let position = self.history.position();
        let mut lead = self.expected_lead * play.game.side_to_act(position).sign();
        if self.komi == 0 {
            lead += KOMI_NOISE * self.rng.random_range(-1.0..=1.0);
        }
        if let Some(even) = play.game.with_komi(position, lead.clamp(-KOMI_LEAD, KOMI_LEAD)) {
            self.history.restart(play.game, even);
            self.first_move = self.history.moves();
        }
    }

    /// Makes a move of the opening, drawn from the evaluator's policy. Games that end in the opening teach nothing.
    fn make_opening_move(&mut self, play: &SelfPlay) -> Option<End> {
        let power = 1.0 / play.config.selfplay.starts.policy_temperature;
        self.policy.clear();
        self.policy.extend(self.search.moves().map(|root| libm::powf(root.prior, power)));
        let sum: f32 = self.policy.iter().sum();
        self.policy.iter_mut().for_each(|p| *p /= sum);
        let mv = self.draw_move();
        self.history.play(play.game, mv);
        self.history.play_chance(play.game, &mut self.rng);
        self.first_move = self.history.moves();
        self.opening -= 1;
        self.history.outcome().map(|outcome| End::of(outcome, 0))
    }

    /// A move with the probabilities of `self.policy`.
    fn draw_move(&mut self) -> AnyMove {
        let drawn = pick(&self.policy, self.rng.random::<f32>());
        self.search.moves().nth(drawn).expect("one probability a move").mv
    }

    /// Takes the sample and makes the move; returns how the game ended, if it did.
    fn conclude_search(&mut self, play: &SelfPlay, stats: &mut SelfPlayStats) -> Option<End> {
        let config = &play.config.selfplay;
        self.search.policy(&mut self.policy);
        let value = self.search.value_of(&self.policy);
        if self.full {
            self.samples.push(Sample {
                position: self.history.position().clone(),
                policy: Sample::<AnyPosition>::quantise(&self.policy),
                surprise: divergence(&self.policy, self.search.moves().map(|root| root.prior)),
                search: (play.curriculum_generation() > 1).then_some(value),
                // Set when the game is over.
                result: None,
                cut_off: false,
                lead: 0.0,
                moves_left: 0,
            });
            self.sampled_at.push(self.history.moves());
        }
        let expected = value.seen_from(play.game.side_to_act(self.history.position()));
        // A limit on the length decides nothing: the result of a game that is cut off is what the last search expects,
        // or unknown in the first generation, whose net is untrained. The same holds if a proof shows that the limit
        // will be reached.
        let cut_off = |further| End {
            outcome: Outcome::Draw,
            result: (play.curriculum_generation() > 1).then_some(expected),
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
        // No search came before the moves that chance has made since the last one: they get the expectation of this
        // search.
        let made = (self.history.moves() - self.first_move) as usize;
        self.chances[0].resize(made, expected.win);
        self.chances[1].resize(made, expected.loss);
        self.history.play(play.game, mv);
        self.leads.push(play.game.lead(self.history.position()).unwrap_or(0.0));
        self.chances[0].push(expected.win);
        self.chances[1].push(expected.loss);
        self.history.play_chance(play.game, &mut self.rng);
        let made = (self.history.moves() - self.first_move) as usize;
        self.leads.resize(made, play.game.lead(self.history.position()).unwrap_or(0.0));
        stats.moves += 1;
        let longest = config.max_moves.map_or(u32::MAX, |most| self.first_move.saturating_add(most));
        match self.history.outcome() {
            Some(_) if play.game.is_cut_off(self.history.position()) => Some(cut_off(0)),
            Some(outcome) => Some(End::of(outcome, 0)),
            None => (self.history.moves() >= longest).then(|| cut_off(0)),
        }
    }

    /// Whether the principal variation of the search ends by the rules' limit on the length of games.
    fn ends_by_limit(&mut self, game: &AnyGame) -> bool {
        self.search.principal_variation(&mut self.moves);
        let mut last = self.history.position().clone();
        self.moves.iter().for_each(|&mv| game.play(&mut last, mv));
        game.is_cut_off(&last)
    }

    /// Completes a game that is over, is cut off, or is proven.
    fn finish(&mut self, play: &SelfPlay, end: &End) -> SelfPlayGame {
        let (game, config) = (play.game, &play.config.selfplay);
        let length = self.history.moves() + end.further;
        let last = match game.totals(self.history.position()) {
            None if end.outcome != Outcome::Draw => end.outcome.score_for(Side::First),
            _ => game.lead(self.history.position()).unwrap_or(0.0),
        };
        average_ahead(&mut self.leads, last, config.lead_horizon);
        if let Some(Value { win, loss, .. }) = end.result {
            // An untrained net's values carry no information on the result.
            let horizon = config.value_horizon.filter(|_| play.curriculum_generation() > 1);
            self.chances.iter_mut().zip([win, loss]).for_each(|(chances, last)| average_ahead(chances, last, horizon));
        }
        for (sample, at) in self.samples.iter_mut().zip(self.sampled_at.drain(..)) {
            let side = game.side_to_act(&sample.position);
            let made = (at - self.first_move) as usize;
            sample.result = end.result.map(|last| {
                // The expectations after the move.
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
