use super::config::LearnerConfig;
use crate::eval::Value;
use crate::game::{Game, Outcome};
use serde::{Deserialize, Serialize};

/// One training position. Kept small: planes and legal moves are computed when it is used.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Sample<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Policy target: the probability of each legal move, in the order of [`Game::legal_moves`], in 65535ths.
    pub policy: Vec<u16>,
    /// The search's value for the side to act; none where the evaluator was untrained.
    pub search: Option<Value>,
    /// How the game ended.
    pub outcome: Outcome,
    /// Whether the game was cut off, and counts as a draw for that reason alone.
    pub cut_off: bool,
    /// The lead ([`Guidance::heuristic`](crate::game::Guidance::heuristic)) at the end of the game or, with
    /// `selfplay.lead_horizon`, averaged over the moves ahead; seen by the side to
    /// act here.
    pub lead: f32,
    /// Moves from here to the game's end.
    pub moves_left: u16,
}

/// One self-play game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct SelfPlayGame<G: Game> {
    /// Index in its generation, which decides whether the game is held out.
    pub index: u32,
    /// The positions that had a full search, in order.
    pub samples: Vec<Sample<G>>,
    /// How it ended.
    pub outcome: Outcome,
    /// Moves from where self-play began, including those that a proof made unnecessary.
    pub moves: u32,
    /// Whether it was cut off, by the config's or the rules' limit on its length, and counts as a draw for that reason alone.
    pub cut_off: bool,
}

impl<G: Game> Sample<G> {
    /// The policy target in 65535ths.
    pub(super) fn quantise(policy: &[f32]) -> Vec<u16> {
        policy.iter().map(|p| (p * 65535.0 + 0.5) as u16).collect()
    }

    /// The policy target: one probability for each legal move, with sum 1.
    pub fn policy_target(&self) -> impl Iterator<Item = f32> {
        let sum: u32 = self.policy.iter().map(|&p| u32::from(p)).sum();
        let scale = 1.0 / sum.max(1) as f32;
        self.policy.iter().map(move |&p| f32::from(p) * scale)
    }

    /// The value target, `[win, draw, loss]` for the side to act: the game's result mixed with the search's value. A game
    /// that was cut off counts as won in part, by a share of the lead.
    pub fn value_target(&self, game: &G, config: &LearnerConfig) -> [f32; 3] {
        let score = match self.cut_off {
            true => self.lead * config.cut_off_lead_share,
            false => self.outcome.score_for(game.side_to_act(&self.position)),
        };
        let result = [score.max(0.0), 1.0 - score.abs(), (-score).max(0.0)];
        let Some(search) = self.search else { return result };
        let search = [search.win, search.draw(), search.loss];
        std::array::from_fn(|i| result[i] + config.search_value_share * (search[i] - result[i]))
    }
}
