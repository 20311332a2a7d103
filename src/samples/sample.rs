use crate::eval::Value;
use crate::game::{AnyGame, AnyPosition, Notation, NotationError, Outcome, Symmetry};
use crate::random::mix;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// One training position, of type `P`. Kept small: planes and legal moves are computed on use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample<P = AnyPosition> {
    pub position: P,
    /// Policy target: the probability of each legal move, in the order of
    /// [`Game::legal_moves`](crate::game::Game::legal_moves), in 65535ths.
    pub policy: Vec<u16>,
    /// Kullback-Leibler divergence of the evaluator's policy from the policy target, in nats.
    pub surprise: f32,
    /// The search's value for the side to act; `None` if the evaluator was untrained.
    pub search: Option<Value>,
    /// The result for the side to act: the game's outcome or, if it was cut off, the search's value at that point.
    /// `None` if the game was cut off while the evaluator was untrained. With `selfplay.value_horizon` mixed with the
    /// values of later searches.
    pub result: Option<Value>,
    /// Whether the game was cut off before the rules ended it.
    pub cut_off: bool,
    /// The [lead](crate::game::Game::lead) at the end of the game or, with `selfplay.lead_horizon`, averaged over the
    /// moves ahead; for the side to act in the position. A side that wins a game without points leads by 1 at its end.
    pub lead: f32,
    /// Moves from the position to the game's end or cut-off; 0 if a solver gives only the result.
    pub moves_left: u16,
}

/// One self-play game. `P` is the game's type of positions; in files and messages it is their notation.
///
/// `games.bin` and messages hold the fields in this order: a new one makes older files unreadable, and needs another
/// `VERSION` in `distributed/message.rs`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayGame<P = AnyPosition> {
    pub index: u32,
    /// The positions that had a full search, in order.
    pub samples: Vec<Sample<P>>,
    pub outcome: Outcome,
    /// Moves from the start of self-play, including those that a proof made unnecessary; 0 if a solver decided the
    /// game.
    pub moves: u32,
    /// Whether the game was cut off, by the config's limit on its length or the rules'
    /// ([`is_cut_off`](crate::game::Game::is_cut_off)), and is a draw for that reason alone.
    pub cut_off: bool,
}

impl SelfPlayGame {
    /// The game for a file or a message.
    pub fn written(&self, game: &AnyGame) -> SelfPlayGame<String> {
        let written = self.try_map(|position| Ok::<_, Infallible>(game.format_position(position)));
        written.unwrap_or_else(|never| match never {})
    }

    /// Whether the game's samples are for validation, and never trained on: one game in `every` is held out, by its
    /// index. For games decided by a solver at their first position, it is one position in `every`, with its images: on
    /// a small board other games begin there, too.
    pub fn is_held_out(&self, game: &AnyGame, every: u32) -> bool {
        match &self.samples[..] {
            [sample] if sample.is_solved() => mix(game.orbit_key(&sample.position)).is_multiple_of(every.into()),
            _ => self.index.is_multiple_of(every),
        }
    }
}

impl SelfPlayGame<String> {
    /// Converts the game of a file or a message.
    ///
    /// # Errors
    /// A position is not one of the game.
    pub fn read(&self, game: &AnyGame) -> Result<SelfPlayGame, NotationError> {
        self.try_map(|text| game.parse_position(text))
    }
}

impl<P> SelfPlayGame<P> {
    fn try_map<Q, E>(&self, mut position: impl FnMut(&P) -> Result<Q, E>) -> Result<SelfPlayGame<Q>, E> {
        let SelfPlayGame { index, ref samples, outcome, moves, cut_off } = *self;
        let samples = samples.iter().map(|sample| {
            Ok(Sample {
                position: position(&sample.position)?,
                policy: sample.policy.clone(),
                surprise: sample.surprise,
                search: sample.search,
                result: sample.result,
                cut_off: sample.cut_off,
                lead: sample.lead,
                moves_left: sample.moves_left,
            })
        });
        Ok(SelfPlayGame { index, samples: samples.collect::<Result<_, _>>()?, outcome, moves, cut_off })
    }
}

impl<P> Sample<P> {
    /// The policy target in 65535ths.
    pub fn quantise(policy: &[f32]) -> Vec<u16> {
        policy.iter().map(|p| (p * 65535.0 + 0.5) as u16).collect()
    }

    /// The policy target: one probability for each legal move, with sum 1.
    pub fn policy_target(&self) -> impl Iterator<Item = f32> {
        let sum: u32 = self.policy.iter().map(|&p| u32::from(p)).sum();
        let scale = 1.0 / sum.max(1) as f32;
        self.policy.iter().map(move |&p| f32::from(p) * scale)
    }

    /// Whether an exact solver decided the game here: the moves with a probability in the target keep the result, and
    /// all of them are equally right.
    pub fn is_solved(&self) -> bool {
        self.moves_left == 0
    }

    /// The target of moves left; `None` if unknown, because the game was cut off or decided by a solver.
    pub fn moves_left_target(&self) -> Option<f32> {
        (!self.cut_off && !self.is_solved()).then_some(f32::from(self.moves_left))
    }
}

/// The entropy of a distribution, in nats.
pub fn entropy(probabilities: impl Iterator<Item = f32>) -> f64 {
    probabilities.filter(|&p| p > 0.0).map(|p| -f64::from(p) * f64::from(p).ln()).sum()
}
