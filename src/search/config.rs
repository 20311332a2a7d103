use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// Weight of the prior against the value in PUCT, for scores in [-1, 1]. Default 1.5 (AlphaZero starts at 1.25).
    pub c_puct: f32,
    /// How much less than its parent's mean an unvisited move is expected to score (first-play urgency), times the
    /// square root of the visited moves' prior. Default 0.25 (KataGo: 0.2, in the same scale).
    pub fpu_reduction: f32,
    /// Temperature of the evaluator's priors in the tree, above 0: they are raised to 1 / this and renormalised. Above
    /// 1, moves that a policy has wrongly ruled out are visited sooner. Gumbel's logits stay the evaluator's. Default
    /// 1.
    pub prior_temperature: f32,
    /// Positions that a proof-number search may visit at each new leaf, to prove its result without the evaluator. 0
    /// turns it off. If they are fewer than half the square of the legal moves, they do not reach two moves ahead, and
    /// each move is checked once. At most 1 000 000. Default 200, which costs a fraction of a network's evaluation.
    pub proof_nodes: u32,
    /// Positions that a proof search may visit before the first simulation, shared by the moves of the root. 0 turns it
    /// off. At most 1 000 000 000. Default 2000.
    pub root_proof_nodes: u32,
    /// Share of the lead at the end ([`crate::game::Game::lead`]) in a score, in [0, 1]: how much a high win is worth
    /// against a sure one. Has no effect in games that count nothing for each side. Default 0.1.
    pub lead_share: f32,
    /// Share of the gain since the root ([`crate::game::Guidance::progress`]) in the score of a new leaf, in [0, 1], in
    /// games without points: for games so long that values of neighbouring moves hardly differ. Counted from the root,
    /// so that a side that is far ahead still makes progress (as KataGo's dynamic score utility: Wu 2019, "Accelerating
    /// Self-Play Learning in Go"). Trees are then not kept from move to move. Default 0.
    pub progress_share: f32,
    /// How a search with [`RootRule::Puct`] picks its move if nothing is proven: with 0 the most visited one. Above 0
    /// the one with the highest lower confidence bound: its mean score less `lcb / sqrt(visits)`, of the moves with at
    /// least a fifth of the most visits. So `lcb` is in scores: the deviation of single scores, times the confidence in
    /// standard errors. Leela Zero and KataGo pick their moves in this way. Default 0.
    pub lcb: f32,
    /// How moves are chosen at the root. Default: [`Gumbel`].
    pub root: RootRule,
}

/// How simulations are shared among the moves of the root, and how the policy and the best move are derived from
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum RootRule {
    /// Sequential halving over sampled moves: learns from few simulations.
    Gumbel(Gumbel),
    /// The rule used below the root, with optional noise on the prior.
    Puct(PuctRoot),
}

/// The root of Gumbel AlphaZero (Danihelka et al. 2022, "Policy improvement by planning with Gumbel").
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gumbel {
    /// The most moves to sample, without replacement. Default 16, as in mctx.
    pub actions: usize,
    /// Visits added to those of the most visited move for the weight of values. Default 50, as in mctx.
    pub c_visit: f32,
    /// Weight of a value in [0, 1] per visit. Default 1 (mctx: 0.1, for scores stretched to [0, 1]).
    pub c_scale: f32,
    /// Whether moves are sampled (for self-play) or the most promising ones are taken (for play). Default true.
    pub noise: bool,
}

/// The root of AlphaZero (Silver et al. 2018).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PuctRoot {
    /// Noise on the root's prior, for self-play. Default none.
    pub noise: Option<Dirichlet>,
}

/// Dirichlet noise mixed into a prior: `(1 - fraction) * prior + fraction * noise`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Dirichlet {
    /// Concentration. Default 0.3 (AlphaZero: chess 0.3, shogi 0.15, Go 0.03; about 10 / legal moves).
    pub alpha: f32,
    /// Share of the noise. Default 0.25, as in AlphaZero.
    pub fraction: f32,
}

/// A parameter that is out of range.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("search parameter `{field}` is {given}: expected {expected}")]
pub struct ConfigError {
    /// Name of the parameter, as in the config.
    pub field: &'static str,
    pub given: f64,
    pub expected: &'static str,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig {
            c_puct: 1.5,
            fpu_reduction: 0.25,
            prior_temperature: 1.0,
            proof_nodes: 200,
            root_proof_nodes: 2000,
            lead_share: 0.1,
            progress_share: 0.0,
            lcb: 0.0,
            root: RootRule::default(),
        }
    }
}

impl Default for RootRule {
    fn default() -> Self {
        RootRule::Gumbel(Gumbel::default())
    }
}

impl Default for Gumbel {
    fn default() -> Self {
        Gumbel { actions: 16, c_visit: 50.0, c_scale: 1.0, noise: true }
    }
}

impl Default for Dirichlet {
    fn default() -> Self {
        Dirichlet { alpha: 0.3, fraction: 0.25 }
    }
}

impl SearchConfig {
    /// Checks that all parameters are in range.
    ///
    /// # Errors
    /// The first parameter that is out of range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        weight("c_puct", self.c_puct)?;
        weight("fpu_reduction", self.fpu_reduction)?;
        let temperature = self.prior_temperature;
        let possible = (0.01..=100.0).contains(&temperature);
        check(possible, "prior_temperature", temperature.into(), "a number from 0.01 to 100")?;
        let nodes = self.proof_nodes;
        check(nodes <= MOST_PROOF_NODES, "proof_nodes", nodes.into(), "0 to 1000000")?;
        let nodes = self.root_proof_nodes;
        check(nodes <= MOST_ROOT_PROOF_NODES, "root_proof_nodes", nodes.into(), "0 to 1000000000")?;
        share("lead_share", self.lead_share)?;
        share("progress_share", self.progress_share)?;
        weight("lcb", self.lcb)?;
        match self.root {
            RootRule::Gumbel(gumbel) => {
                weight("root.gumbel.c_visit", gumbel.c_visit)?;
                weight("root.gumbel.c_scale", gumbel.c_scale)?;
                let some = gumbel.actions > 0;
                check(some, "root.gumbel.actions", gumbel.actions as f64, "at least 1")
            }
            RootRule::Puct(PuctRoot { noise: Some(Dirichlet { alpha, fraction }) }) => {
                let possible = (1e-3..=1e6).contains(&alpha);
                check(possible, "root.puct.noise.alpha", alpha.into(), "a number from 0.001 to 1000000")?;
                share("root.puct.noise.fraction", fraction)
            }
            RootRule::Puct(PuctRoot { noise: None }) => Ok(()),
        }
    }
}

/// The largest [`SearchConfig::proof_nodes`]: evaluators may come from strangers, nothing interrupts a proof search,
/// and each one in progress stores its findings, 32 bytes a position.
const MOST_PROOF_NODES: u32 = 1_000_000;

/// The largest [`SearchConfig::root_proof_nodes`]: some minutes of search.
const MOST_ROOT_PROOF_NODES: u32 = 1_000_000_000;

/// A weight: larger ones have no further effect, and their products would overflow.
fn weight(field: &'static str, given: f32) -> Result<(), ConfigError> {
    check((0.0..=1e6).contains(&given), field, given.into(), "a number from 0 to 1000000")
}

fn share(field: &'static str, given: f32) -> Result<(), ConfigError> {
    check((0.0..=1.0).contains(&given), field, given.into(), "a number from 0 to 1")
}

fn check(holds: bool, field: &'static str, given: f64, expected: &'static str) -> Result<(), ConfigError> {
    if holds { Ok(()) } else { Err(ConfigError { field, given, expected }) }
}
