use super::turn_text::parse_turn_or_move;
use super::{AnyGame, Ending, Game, Notation, NotationError, Outcome, RepetitionRule};
use rand::Rng;
use rand::seq::IndexedRandom;

/// A game in progress: the current position, and what the rules need to know about earlier ones.
///
/// A `History` decides games by repetition ([`Game::repetition_rule`]), so positions need not. [`History::restart`]
/// keeps the memory, so a reused `History` allocates only for a game longer than all before.
#[derive(Clone, Debug)]
pub struct History<G: Game = AnyGame> {
    first: G::Position,
    position: G::Position,
    outcome: Option<Outcome>,
    keys: Vec<u64>,
    played: Vec<G::Move>,
}

impl<G: Game> History<G> {
    /// A game that starts from `position`, its first occurrence.
    pub fn new(game: &G, position: G::Position) -> Self {
        let mut history = History {
            first: position.clone(),
            position: position.clone(),
            outcome: None,
            keys: Vec::new(),
            played: Vec::new(),
        };
        history.restart(game, position);
        history
    }

    /// Starts a new game from `position`.
    pub fn restart(&mut self, game: &G, position: G::Position) {
        self.first = position.clone();
        self.position = position.clone();
        self.keys.clear();
        self.keys.extend(game.repetition_key(&position));
        self.outcome = game.outcome(&position);
        self.played.clear();
    }

    pub fn play(&mut self, game: &G, mv: G::Move) {
        game.play(&mut self.position, mv);
        self.played.push(mv);
        self.outcome = game.outcome(&self.position);
        if let Some(key) = game.repetition_key(&self.position) {
            if self.outcome.is_none() {
                self.outcome = outcome_of_repetition(game, &self.position, self.occurrences(key));
            }
            self.keys.push(key);
        }
    }

    /// Makes random moves as long as chance is to act.
    pub fn play_chance<R: Rng + ?Sized>(&mut self, game: &G, rng: &mut R) {
        let mut moves = Vec::new();
        while self.is_chance(game) {
            self.legal_moves(game, &mut moves);
            let &mv = moves.choose(rng).expect("a game that is not over has a legal move");
            self.play(game, mv);
        }
    }

    /// Whether chance is to act.
    pub fn is_chance(&self, game: &G) -> bool {
        self.outcome.is_none() && game.is_chance(&self.position)
    }

    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The result if the game is over, by the position or by repetition.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How the game ended. `None` if it is not over.
    pub fn ending(&self, game: &G) -> Option<Ending> {
        let outcome = self.outcome?;
        let by_position = match self.played.split_last() {
            Some((&last, earlier)) => {
                let mut before = self.first.clone();
                earlier.iter().for_each(|&mv| game.play(&mut before, mv));
                game.ending_by(&before, last)
            }
            None => game.ending(&self.position).map(Ending::from),
        };
        // If the position does not end the game, a repetition does.
        by_position.or_else(|| Some(game.repetition_rule().ending(outcome).into()))
    }

    /// The position that this history began with.
    #[inline]
    pub fn first(&self) -> &G::Position {
        &self.first
    }

    #[inline]
    pub fn played(&self) -> &[G::Move] {
        &self.played
    }

    #[inline]
    pub fn moves(&self) -> u32 {
        self.played.len() as u32
    }

    /// The repetition keys of all positions so far that have one, in order, the current one included.
    #[inline]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the key is among [`History::keys`], the current position's included.
    #[inline]
    pub fn occurrences(&self, key: u64) -> usize {
        self.keys.iter().filter(|&&k| k == key).count()
    }

    /// Replaces the content of `moves` with the legal moves. Empty if the game is over.
    pub fn legal_moves(&self, game: &G, moves: &mut Vec<G::Move>) {
        moves.clear();
        if self.outcome.is_none() {
            game.legal_moves(&self.position, moves);
        }
    }
}

/// The longest text, in bytes, that is tried as a turn in several parts.
const LONGEST_TURN: usize = 200;

impl<G: Notation> History<G> {
    /// Makes turns, or single moves of turns, that are given in the game's notation, in order.
    ///
    /// # Errors
    /// The first move that is malformed, not legal, or after the end of the game. The moves before it have been made.
    pub fn play_texts<'a>(&mut self, game: &G, moves: impl IntoIterator<Item = &'a str>) -> Result<(), NotationError> {
        self.play_texts_by(game, moves, |history, text| parse_turn_or_move(game, &history.position, text))
    }

    /// [`History::play_texts`], with `read` to parse a turn, or a single move of one. If the game's moves are whole
    /// turns, the steps of a turn may be given in several texts, which are joined with commas.
    ///
    /// # Errors
    /// As [`History::play_texts`].
    pub fn play_texts_by<'a>(
        &mut self,
        game: &G,
        moves: impl IntoIterator<Item = &'a str>,
        read: impl Fn(&Self, &str) -> Result<Vec<G::Move>, NotationError>,
    ) -> Result<(), NotationError> {
        let mut texts = moves.into_iter();
        while let Some(text) = texts.next() {
            if self.outcome.is_some() {
                return Err(NotationError::Over { given: text.to_owned() });
            }
            let moves = match read(self, text) {
                Err(begins @ NotationError::Begins { .. }) => {
                    let joined = joined(text, &mut texts, |turn| read(self, turn));
                    joined.ok_or(begins)?
                }
                whole => whole?,
            };
            moves.into_iter().for_each(|mv| self.play(game, mv));
        }
        Ok(())
    }
}

/// The turn formed by `first` and the next texts, if any.
fn joined<'a, M>(
    first: &str,
    next: &mut impl Iterator<Item = &'a str>,
    read: impl Fn(&str) -> Result<M, NotationError>,
) -> Option<M> {
    let mut turn = first.to_owned();
    while turn.len() < LONGEST_TURN {
        turn.extend([",", next.next()?]);
        match read(&turn) {
            Err(NotationError::Begins { .. }) => {}
            whole => return whole.ok(),
        }
    }
    None
}

/// The result, by [`Game::repetition_rule`], of a position that counts and has occurred `before` times already.
#[inline]
pub fn outcome_of_repetition<G: Game>(game: &G, position: &G::Position, before: usize) -> Option<Outcome> {
    match game.repetition_rule() {
        RepetitionRule::ThirdDraws => (before >= 2).then_some(Outcome::Draw),
        RepetitionRule::ThirdLeadWins => (before >= 2).then(|| Outcome::of_lead(game.lead(position).unwrap_or(0.0))),
        RepetitionRule::SecondDraws => (before >= 1).then_some(Outcome::Draw),
        RepetitionRule::SecondLoses => (before >= 1).then(|| Outcome::Win(game.side_to_act(position))),
    }
}

/// The first `count` positions of consecutive games in which a player is to act. `choose` is called with each position
/// and its legal moves, and returns the index of the move to make.
pub fn positions_of_games<G: Game>(
    game: &G,
    count: usize,
    mut choose: impl FnMut(&G::Position, &[G::Move]) -> usize,
) -> Vec<G::Position> {
    let (mut history, mut moves) = (History::new(game, game.start()), Vec::new());
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        if history.outcome().is_some() {
            history.restart(game, game.start());
        }
        if !history.is_chance(game) {
            positions.push(history.position().clone());
        }
        history.legal_moves(game, &mut moves);
        let chosen = choose(history.position(), &moves);
        history.play(game, moves[chosen]);
    }
    positions
}
