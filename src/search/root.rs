use super::config::{Gumbel, PuctRoot, RootRule, SearchConfig};
use super::gumbel::{self, Sigma};
use super::node::{Edge, Node};
use super::noise::Noise;
use super::prior::Temper;
use super::select;

/// The state that only the root has: noise, and a rule of its own for sharing simulations among its moves. Lists have
/// one entry per move.
#[derive(Clone, Debug, Default)]
pub(super) struct Root {
    seed: u64,
    /// The weight of each move. Gumbel: noise plus logit. PUCT: the prior with noise.
    weights: Vec<f32>,
    /// Sum of the results ([`LeafValue::result`](super::leaf::LeafValue)) of all visits, seen by the first side.
    results: Vec<f64>,
    /// The evaluator's expected result of the root, seen by the first side.
    own_result: f32,
    /// Visits that do not count in this round: those kept from an earlier search or made in earlier rounds.
    before: Vec<u32>,
    /// Number of the first simulation of this round.
    round_start: u32,
    /// Number of simulations of this round: the whole budget, if there is one.
    round_len: u32,
}

impl Root {
    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.weights.clear();
        self.results.clear();
        self.before.clear();
        self.round_start = 0;
        self.round_len = 0;
    }

    /// Draws the noise, once the root's moves and priors are known. `result` is the evaluator's expected result of
    /// the root, seen by the first side. The results of visits that are kept from an earlier search are assumed to
    /// equal their scores.
    pub fn prepare<M>(&mut self, config: &SearchConfig, edges: &[Edge<M>], result: f32, budget: u32) {
        self.own_result = result;
        self.results.clear();
        self.results.extend(edges.iter().map(|e| e.score));
        let (mut noise, temper) = (Noise::new(self.seed), Temper::new(config));
        self.weights.clear();
        match config.root {
            RootRule::Gumbel(gumbel) => {
                let mut draw = || if gumbel.noise { noise.gumbel() } else { 0.0 };
                self.weights.extend(edges.iter().map(|e| draw() + temper.logit(e.prior)));
                self.round_len = match budget {
                    u32::MAX => first_round(gumbel::sampled_actions(&gumbel, edges.len(), budget)),
                    budget => budget,
                };
                self.mark_visits(edges);
            }
            RootRule::Puct(PuctRoot { noise: dirichlet }) => {
                self.weights.extend(edges.iter().map(|e| e.prior));
                if let Some(dirichlet) = dirichlet {
                    noise.mix_dirichlet(&mut self.weights, dirichlet.alpha, dirichlet.fraction);
                }
            }
        }
    }

    fn mark_visits<M>(&mut self, edges: &[Edge<M>]) {
        self.before.clear();
        self.before.extend(edges.iter().map(|e| e.visits));
    }

    /// Called before each simulation: when a round is over, a search without a budget begins another one, twice as
    /// long.
    pub fn next_round<M>(&mut self, config: &SearchConfig, edges: &[Edge<M>], simulation: u32) {
        if matches!(config.root, RootRule::Gumbel(_)) && simulation - self.round_start >= self.round_len {
            self.round_start = simulation;
            self.round_len = self.round_len.saturating_mul(2);
            self.mark_visits(edges);
        }
    }

    /// Counts the result of a visit to the move at `place`, seen by the first side.
    #[inline]
    pub fn count_result(&mut self, place: usize, result: f32) {
        self.results[place] += f64::from(result);
    }

    /// The evaluator's expected result of the root, seen by the first side.
    pub fn own_result(&self) -> f32 {
        self.own_result
    }

    /// The mean result of the visits to the move at `place`, seen by the first side; `None` if unvisited.
    pub fn result<M>(&self, place: usize, edge: &Edge<M>) -> Option<f32> {
        (edge.visits > 0).then(|| (self.results[place] / f64::from(edge.visits)) as f32)
    }

    /// The place of the root move to follow.
    pub fn select<M>(&self, config: &SearchConfig, node: &Node, edges: &[Edge<M>], simulation: u32) -> usize {
        match config.root {
            RootRule::Puct(_) => select::puct(config, node, edges, |place| self.weights[place]),
            RootRule::Gumbel(gumbel) => self.halving(&gumbel, node, edges, simulation),
        }
    }

    /// Sequential halving (Karnin, Koren and Somekh 2013): the most promising move among those with the scheduled
    /// number of visits. No list of the moves still in the race is needed: those that fall behind never have that many
    /// visits again. Nor is a list of the sampled moves: unvisited moves differ only in noise and logit, so the
    /// schedule takes the best of them.
    ///
    /// Proven moves are left out. If no other move has that number of visits, the nearest number counts.
    fn halving<M>(&self, gumbel: &Gumbel, node: &Node, edges: &[Edge<M>], simulation: u32) -> usize {
        let actions = gumbel::sampled_actions(gumbel, edges.len(), self.round_len);
        let considered = gumbel::considered_visits(actions, self.round_len, simulation - self.round_start);
        let promise = self.promise(gumbel, node, edges);
        let (mut best, mut best_off, mut best_promise) = (0, u32::MAX, f32::NEG_INFINITY);
        for (place, edge) in edges.iter().enumerate().filter(|(_, e)| e.is_open()) {
            let off = (edge.started() - self.before[place]).abs_diff(considered);
            let promise = promise(place);
            if off < best_off || off == best_off && promise > best_promise {
                (best, best_off, best_promise) = (place, off, promise);
            }
        }
        best
    }

    /// How promising the move at each place is: noise + logit + sigma(completed score).
    pub fn promise<'a, M>(
        &'a self,
        gumbel: &Gumbel,
        node: &'a Node,
        edges: &'a [Edge<M>],
    ) -> impl Fn(usize) -> f32 + use<'a, M> {
        let sigma = Sigma::new(gumbel, edges);
        let mixed = gumbel::mixed_value(node, edges);
        move |place| self.weights[place] + sigma.of(edges[place].q(node.side).unwrap_or(mixed))
    }
}

/// The shortest round in which every phase of sequential halving gives each move at least one visit.
fn first_round(actions: u32) -> u32 {
    actions * ((actions.max(2) - 1).ilog2() + 1)
}
