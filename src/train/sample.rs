use super::config::LearnerConfig;
use crate::eval::Value;
use crate::game::{Game, Outcome};
use serde::{Deserialize, Serialize};

/// One position to learn from. Kept small: planes are made when it is used, and its legal moves are generated again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Sample<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Policy target: the probability of each legal move, in the order of [`Game::legal_moves`], in 65535ths.
    pub policy: Vec<u16>,
    /// The search's value, seen by the side to act; none where its evaluator was untrained and knew nothing.
    pub search: Option<Value>,
    /// How the game ended.
    pub outcome: Outcome,
    /// Whether it was cut off, and only counts as a draw.
    pub cut_off: bool,
    /// The lead ([`Guidance::heuristic`](crate::game::Guidance::heuristic)) at the end of the game or, with
    /// `selfplay.lead_horizon`, averaged over the moves ahead; seen by the side to
    /// act here.
    pub lead: f32,
    /// Moves from here to the game's end.
    pub moves_left: u16,
}

/// One self-play game: what it teaches and how it went.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct SelfPlayGame<G: Game> {
    /// Index in its generation; held-out games are told by it.
    pub index: u32,
    /// The positions that were searched fully, in order.
    pub samples: Vec<Sample<G>>,
    /// How it ended.
    pub outcome: Outcome,
    /// Moves made, counted from where self-play began, and those that a proof left out.
    pub moves: u32,
    /// Whether it was cut off, by the config's or the rules' bound on its length, and only counts as a draw.
    pub cut_off: bool,
}

impl<G: Game> Sample<G> {
    /// Compresses a policy target.
    pub(super) fn quantise(policy: &[f32]) -> Vec<u16> {
        policy.iter().map(|p| (p * 65535.0 + 0.5) as u16).collect()
    }

    /// The policy target: one probability for each legal move; they sum to 1.
    pub fn policy_target(&self) -> impl Iterator<Item = f32> {
        let sum: u32 = self.policy.iter().map(|&p| u32::from(p)).sum();
        let scale = 1.0 / sum.max(1) as f32;
        self.policy.iter().map(move |&p| f32::from(p) * scale)
    }

    /// The value target, `[win, draw, loss]` for the side to act: the game's result blended with the search's value. A
    /// game that was cut off counts as won by a share of the lead.
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
