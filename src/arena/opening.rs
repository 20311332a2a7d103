use crate::eval::{Batch, Uniform};
use crate::game::{Game, Guidance, History, Symmetry};
use crate::random::derive;
use crate::search::{PuctRoot, RootRule, Search, SearchConfig};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use thiserror::Error;

/// The default number of random moves of an opening. Four are two moves by each side in most games, and in Dualité both
/// circles of the opening with an answer: enough for thousands of openings, few enough to leave the game open.
pub const DEFAULT_PLIES: u32 = 4;

/// Simulations after which an opening without a proven result counts as undecided.
const PROOF_SIMULATIONS: u32 = 100;
/// Attempts to find a new opening before a repeated one is accepted.
const NEW_ATTEMPTS: u32 = 50;
/// Attempts before there is no opening at all.
const ATTEMPTS: u32 = 5_000;

/// Random openings that decide nothing: the game is not over, and a short search proves no result. If there are enough, no
/// two lead to the same position or to its image under one of the game's symmetries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings<M> {
    openings: Vec<Vec<M>>,
    distinct: usize,
}

/// There is no undecided opening of that length.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no opening of {plies} random moves leaves {rules} undecided: expected another number of moves")]
pub struct OpeningError {
    rules: String,
    plies: u32,
}

impl<M: Copy> Openings<M> {
    /// Draws `count` openings of `plies` random moves each. They follow from `seed`; a larger `count` only adds more.
    ///
    /// # Errors
    /// No such opening was found.
    pub fn draw<G: Symmetry<Move = M> + Guidance>(
        game: &G,
        count: usize,
        plies: u32,
        seed: u64,
    ) -> Result<Self, OpeningError> {
        let mut scout = Scout::default();
        let mut openings: Vec<Vec<M>> = Vec::with_capacity(count);
        // By position: whether it is undecided, and whether it is among the openings.
        let mut known: HashMap<u64, (bool, bool)> = HashMap::new();
        let mut distinct = 0;
        for index in 0..count {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive(seed, &[index as u64]));
            let mut repeated = None;
            let mut found = None;
            for attempt in 0..ATTEMPTS {
                if attempt >= NEW_ATTEMPTS && repeated.is_some() {
                    break;
                }
                let (moves, history) = random_opening(game, plies, &mut rng);
                let (undecided, used) = known
                    .entry(orbit_key(game, history.position()))
                    .or_insert_with(|| (scout.is_undecided(game, &history), false));
                match (*undecided, *used) {
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
            match found.or(repeated) {
                Some(moves) => openings.push(moves),
                None => return Err(OpeningError { rules: game.rules().to_string(), plies }),
            }
        }
        Ok(Openings { openings, distinct })
    }

    /// Number of openings.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// How many lead to different positions; those that are images under a symmetry count once.
    pub fn distinct(&self) -> usize {
        self.distinct
    }

    /// The moves of an opening, from the start of the game.
    pub fn moves(&self, index: usize) -> &[M] {
        &self.openings[index]
    }
}

fn random_opening<G: Game>(game: &G, plies: u32, rng: &mut Xoshiro256PlusPlus) -> (Vec<G::Move>, History<G>) {
    let mut history = History::new(game, game.start());
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        history.legal_moves(game, &mut legal);
        let Some(&mv) = legal.choose(rng) else { break };
        history.play(game, mv);
        moves.push(mv);
    }
    (moves, history)
}

/// A key that a position and its images under symmetries share.
fn orbit_key<G: Symmetry>(game: &G, position: &G::Position) -> u64 {
    let images = (0..game.symmetries()).map(|symmetry| game.hash(&game.transform_position(symmetry, position)));
    images.min().unwrap_or_else(|| game.hash(position))
}

/// A search that looks for proofs.
struct Scout<G: Game> {
    search: Search<G>,
    batch: Batch<G>,
}

impl<G: Guidance> Default for Scout<G> {
    fn default() -> Self {
        let root = RootRule::Puct(PuctRoot { noise: None });
        Scout { search: Search::new(SearchConfig { root, ..SearchConfig::default() }), batch: Batch::default() }
    }
}

impl<G: Guidance> Scout<G> {
    fn is_undecided(&mut self, game: &G, history: &History<G>) -> bool {
        self.search.start(game, history, PROOF_SIMULATIONS, 0);
        self.search.run(game, &mut Uniform, &mut self.batch);
        self.search.proven().is_none()
    }
}
