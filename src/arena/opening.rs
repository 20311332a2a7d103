use crate::eval::{Batch, Uniform};
use crate::game::{AnyGame, AnyMove, Game, History, Notation, Symmetry, is_whole_turn};
use crate::players::{Budget, Engine, Entrant, NetSpec, PlayerError, PlayerSpec};
use crate::random::derive;
use crate::search::{PuctRoot, RootRule, Search, SearchConfig};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The default number of random moves of an opening. Four are two moves by each side in most games, and in Dualité the
/// two circles of the opening and one move by each side: enough for thousands of openings, few enough to leave the game
/// open.
pub const DEFAULT_PLIES: u32 = 4;

/// Simulations after which an opening without a proven result counts as undecided.
const PROOF_SIMULATIONS: u32 = 100;
/// Attempts to find a new opening before a repeated one is accepted.
const NEW_ATTEMPTS: u32 = 50;
/// [`NEW_ATTEMPTS`] for balanced openings, which are rare.
const NEW_BALANCED_ATTEMPTS: u32 = 1_000;
/// Attempts before the search for an opening fails.
const ATTEMPTS: u32 = 5_000;
/// [`ATTEMPTS`] for openings with fewer moves than requested.
const SHORTER_ATTEMPTS: u32 = 500;

/// Limits on the attempts to draw an opening.
#[derive(Clone, Copy)]
struct Attempts {
    /// Attempts before a repeated opening is accepted.
    new: u32,
    /// Attempts before drawing fails.
    any: u32,
}

/// Simulations of the reference that judges whether an opening is balanced.
const REFERENCE_SIMULATIONS: u32 = 200;
/// The default margin of [`OpeningRule::Balanced`].
const DEFAULT_MARGIN: f32 = 0.1;

/// Which random openings a match begins from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum OpeningRule {
    /// Any opening whose result is not already proven.
    #[default]
    Random,
    /// Openings of undecided games in which a [`Reference`] expects a score within `margin` of one half.
    Balanced {
        /// The largest distance from one half, above 0 and at most one half; a win is 1.
        margin: f32,
    },
}

impl OpeningRule {
    /// Draws openings that follow the rule; in all other respects like [`Openings::draw`]. `go_on` is called after each
    /// opening; if it returns false, no more are drawn.
    ///
    /// # Errors
    /// The game is over before it begins, no balanced opening was found, or the reference cannot be opened.
    pub fn draw(
        self,
        game: &AnyGame,
        count: usize,
        plies: u32,
        seed: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Openings, OpeningError> {
        let mut check = DecidednessCheck::default();
        let OpeningRule::Balanced { margin } = self else {
            let is_undecided = |history: &History| check.is_undecided(game, history);
            return Openings::as_long_as_possible(game, count, plies, seed, is_undecided, go_on)
                .ok_or_else(|| OpeningError::Over { rules: game.rules().to_string() });
        };
        let mut reference = Reference::new(game)?;
        let mut is_balanced = |history: &History| (reference.score(game, history) - 0.5).abs() <= margin;
        // Without moves the start is the only opening, whatever is proven of it.
        let fits = |history: &History| (plies == 0 || check.is_undecided(game, history)) && is_balanced(history);
        let attempts = Attempts { new: NEW_BALANCED_ATTEMPTS, any: ATTEMPTS };
        let draw = Openings::draw_if(game, count, plies, seed, attempts, fits, go_on);
        draw.ok_or_else(|| OpeningError::Balanced { rules: game.rules().to_string(), plies, margin })
    }
}

impl FromStr for OpeningRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let margin = match text.split_once(':') {
            None if text == "random" => return Ok(OpeningRule::Random),
            None if text == "balanced" => Some(DEFAULT_MARGIN),
            Some(("balanced", margin)) => margin.parse().ok().filter(|&margin| margin > 0.0 && margin <= 0.5),
            _ => None,
        };
        let expected = || "expected random, balanced or balanced:MARGIN with a margin above 0, at most 0.5".to_owned();
        margin.map(|margin| OpeningRule::Balanced { margin }).ok_or_else(expected)
    }
}

impl fmt::Display for OpeningRule {
    /// The rule as on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningRule::Random => f.write_str("random"),
            OpeningRule::Balanced { margin } => write!(f, "balanced:{margin}"),
        }
    }
}

/// The judge of balanced openings: a search of 200 simulations with the released evaluator, or with rollouts if none is
/// released. It is the same whoever plays.
///
/// The reference searches for no proofs. In a solved game every opening is won for one side, and a player that proves
/// results would hardly ever call one balanced; balanced then means that the evaluator and a short search cannot tell
/// the winner, whom the players must find.
pub struct Reference(Engine);

impl Reference {
    /// The reference of a game.
    ///
    /// # Errors
    /// The released evaluator cannot be read, or is for other rules.
    pub fn new(game: &AnyGame) -> Result<Self, PlayerError> {
        let budget = Budget::Simulations(REFERENCE_SIMULATIONS);
        if NetSpec::Released.locate(&game.rules().variant().name).is_err() {
            return Ok(Reference(Engine::rollouts(budget)));
        }
        let spec: PlayerSpec = "released".parse().expect("it names a player");
        let entrant = Entrant::open(&spec, game, budget)?;
        let entrant = entrant.searching(|search| SearchConfig { proof_nodes: 0, root_proof_nodes: 0, ..search });
        Ok(Reference(entrant.engine().expect("a net's player is an engine")))
    }

    /// The score that the reference expects for the first side, from 0 to 1. The game must not be over.
    pub fn score(&mut self, game: &AnyGame, history: &History) -> f32 {
        self.0.forget(0);
        let value = self.0.think(game, history).value().score();
        0.5 + 0.5 * value * game.side_to_act(history.position()).sign()
    }
}

/// Random openings of undecided games: the game is not over, and a short search proves no result. If there are enough,
/// no two lead to the same position or to its image under one of the game's symmetries. If every opening of that length
/// is decided, shorter ones are used, down to none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    openings: Vec<Vec<AnyMove>>,
    distinct: usize,
}

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// There is no game to play.
    #[error("{rules} is over before its first move: expected rules by which somebody can move")]
    Over {
        /// The game's rules.
        rules: String,
    },
    /// No balanced opening of that length was found.
    #[error(
        "no opening of {plies} random moves leaves {rules} balanced within {margin}: expected another number of moves \
         or a larger margin"
    )]
    Balanced {
        /// The game's rules.
        rules: String,
        /// The number of random moves.
        plies: u32,
        /// The largest distance from one half.
        margin: f32,
    },
    /// The reference cannot be opened.
    #[error(transparent)]
    Reference(#[from] PlayerError),
}

impl Openings {
    /// Draws `count` openings of `plies` random moves each, or of fewer if all of that length are decided. They follow
    /// from `seed`; a larger `count` only adds more.
    ///
    /// # Errors
    /// The game is over before its first move.
    pub fn draw(game: &AnyGame, count: usize, plies: u32, seed: u64) -> Result<Self, OpeningError> {
        OpeningRule::Random.draw(game, count, plies, seed, &mut || true)
    }

    /// Draws openings of `plies` moves whose last position `fits` or, if there is none, of fewer: in a small game few
    /// random moves decide the result. At no moves all openings are the start, whatever is proven of it; `None` if the
    /// game is over there.
    fn as_long_as_possible(
        game: &AnyGame,
        count: usize,
        plies: u32,
        seed: u64,
        mut fits: impl FnMut(&History) -> bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let mut attempts = Attempts { new: NEW_ATTEMPTS, any: ATTEMPTS };
        let mut plies = plies.min(game.max_moves());
        while plies > 0 {
            let drawn = Openings::draw_if(game, count, plies, seed, attempts, &mut fits, go_on);
            if drawn.is_some() {
                return drawn;
            }
            attempts.any = SHORTER_ATTEMPTS;
            plies -= 1.max(plies / 8);
        }
        Openings::at_the_start(game, count, |_| true)
    }

    /// Draws openings whose last position `fits`; `None` if there is none.
    fn draw_if(
        game: &AnyGame,
        count: usize,
        plies: u32,
        seed: u64,
        attempts: Attempts,
        mut fits: impl FnMut(&History) -> bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        if plies == 0 {
            return Openings::at_the_start(game, count, fits);
        }
        let mut openings: Vec<Vec<AnyMove>> = Vec::with_capacity(count);
        // By position: whether it fits, and whether it is among the openings.
        let mut known: HashMap<u64, (bool, bool)> = HashMap::new();
        let mut distinct = 0;
        for index in 0..count {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive(seed, &[index as u64]));
            let mut repeated = None;
            let mut found = None;
            for attempt in 0..attempts.any {
                if attempt >= attempts.new && repeated.is_some() {
                    break;
                }
                let (moves, history) = random_opening(game, plies, &mut rng);
                let (fits, used) = known
                    .entry(game.orbit_key(history.position()))
                    .or_insert_with(|| (history.outcome().is_none() && fits(&history), false));
                match (*fits, *used) {
                    (false, _) => {}
                    (true, true) => repeated = Some(moves),
                    (true, false) => {
                        *used = true;
                        distinct += 1;
                        found = Some(moves);
                        break;
                    }
                }
            }
            // Only the first opening can fail: where no other is found, the first one is used again. So a larger
            // `count` only adds more.
            openings.push(found.or(repeated).or_else(|| openings.first().cloned())?);
            if !go_on() {
                break;
            }
        }
        Some(Openings { openings, distinct })
    }

    /// `count` openings without a move; `None` if the start does not fit.
    fn at_the_start(game: &AnyGame, count: usize, mut fits: impl FnMut(&History) -> bool) -> Option<Self> {
        let start = History::new(game, game.start());
        let fits = start.outcome().is_none() && fits(&start);
        fits.then(|| Openings { openings: vec![Vec::new(); count], distinct: count.min(1) })
    }

    /// Uses the given openings, which are taken to differ.
    pub fn given(openings: Vec<Vec<AnyMove>>) -> Self {
        Openings { distinct: openings.len(), openings }
    }

    /// `count` openings, the given ones repeated in turn. No game may be over after them.
    ///
    /// # Panics
    /// No opening is given.
    pub fn in_turn(game: &AnyGame, given: &[Vec<AnyMove>], count: usize) -> Self {
        let openings = Vec::from_iter(given.iter().cloned().cycle().take(count));
        assert_eq!(openings.len(), count, "an opening is given");
        let key = |moves: &Vec<AnyMove>| {
            let mut position = game.start();
            moves.iter().for_each(|&mv| game.play(&mut position, mv));
            game.orbit_key(&position)
        };
        let distinct = openings.iter().map(key).collect::<HashSet<u64>>().len();
        Openings { openings, distinct }
    }

    /// Number of openings.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether there are no openings.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// The number of different last positions; images under a symmetry count once.
    pub fn distinct(&self) -> usize {
        self.distinct
    }

    /// The most moves of an opening.
    pub fn plies(&self) -> u32 {
        self.openings.iter().map(Vec::len).max().unwrap_or(0) as u32
    }

    /// The moves of an opening, from the start of the game.
    pub fn moves(&self, index: usize) -> &[AnyMove] {
        &self.openings[index]
    }
}

/// Random moves, at least `plies`: openings end at a turn boundary, since UGI and UCI cannot express a partial turn.
fn random_opening(game: &AnyGame, plies: u32, rng: &mut Xoshiro256PlusPlus) -> (Vec<AnyMove>, History) {
    let mut history = History::new(game, game.start());
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    while history.moves() < plies || game.shows_turns() && !is_whole_turn(game, history.position()) {
        history.legal_moves(game, &mut legal);
        let Some(&mv) = legal.choose(rng) else { break };
        history.play(game, mv);
        moves.push(mv);
    }
    (moves, history)
}

/// A search that looks for proofs.
struct DecidednessCheck {
    search: Search,
    batch: Batch,
}

impl Default for DecidednessCheck {
    fn default() -> Self {
        let root = RootRule::Puct(PuctRoot { noise: None });
        DecidednessCheck {
            search: Search::new(SearchConfig { root, ..SearchConfig::default() }),
            batch: Batch::default(),
        }
    }
}

impl DecidednessCheck {
    fn is_undecided(&mut self, game: &AnyGame, history: &History) -> bool {
        self.search.start(game, history, PROOF_SIMULATIONS, 0);
        self.search.run(game, &mut Uniform, &mut self.batch);
        self.search.proven().is_none()
    }
}
