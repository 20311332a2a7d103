use super::Search;
use super::config::RootRule;
use super::gumbel::{self, Sigma};
use super::node::Edge;
use super::prior::Temper;
use super::proven::ProvenResult;
use super::tree::ROOT;
use crate::eval::Value;
use crate::game::{AnyGame, Game, Outcome};
use std::fmt;

/// With [`lcb`](super::SearchConfig::lcb), a move needs at least one visit per this many of the most visited move: the
/// bound of a move with few visits is unreliable.
const LCB_VISITS: u32 = 5;

/// Statistics of a legal move of the root.
pub struct RootMove<G: Game = AnyGame> {
    pub mv: G::Move,
    /// The evaluator's probability of the move, without noise.
    pub prior: f32,
    /// Simulations that began with the move, including those kept from an earlier search.
    pub visits: u32,
    /// Mean score in [-1, 1], **seen by the side to act at the root**. Exact if proven; an expectation (Gumbel's
    /// `v_mix`) if unvisited.
    pub score: f32,
    /// The move's result, if proven; the distance counts this move.
    pub proven: Option<ProvenResult>,
}

impl<G: Game> Clone for RootMove<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for RootMove<G> {}

impl<G: Game> fmt::Debug for RootMove<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RootMove { mv, prior, visits, score, proven } = self;
        write!(f, "{mv:?}: prior {prior}, visits {visits}, score {score}, proven {proven:?}")
    }
}

impl<G: Game> Search<G> {
    /// The legal moves of the root in the order of [`Game::legal_moves`]. Empty before the root is evaluated or if the
    /// game is over.
    pub fn moves(&self) -> impl Iterator<Item = RootMove<G>> {
        let edges = self.tree.root_edges();
        let side = self.origin.side;
        let mixed = if edges.is_empty() { 0.0 } else { gumbel::mixed_value(self.tree.node(ROOT), edges) };
        let prior = Temper::new(&self.config).restore(edges.iter().map(|e| e.prior));
        edges.iter().map(move |e| RootMove {
            mv: e.mv,
            prior: prior(e.prior),
            visits: e.visits,
            score: e.q(side).unwrap_or(mixed),
            proven: e.proven,
        })
    }

    /// The result of the root, if proven; known at once if the game is over.
    pub fn proven(&self) -> Option<ProvenResult> {
        self.tree.root_proven
    }

    /// The move to play. If the root is proven: the fastest win, the slowest draw or the slowest loss. Otherwise the
    /// best move that is not proven, by the root's rule (Gumbel: the winner of sequential halving; PUCT: the most
    /// visits, or the best bound by [`lcb`](super::SearchConfig::lcb)), or a proven draw if that move is expected to
    /// score no more.
    ///
    /// # Panics
    /// There is no move: the root is not evaluated yet, or the game is over.
    pub fn best_move(&self) -> G::Move {
        let edges = self.tree.root_edges();
        assert!(!edges.is_empty(), "best_move needs a search of a position that is not over");
        let liked = || self.tree.preferred(ROOT).expect("a proven move");
        if self.tree.root_proven.is_some() {
            return liked().mv;
        }
        let (node, lcb) = (self.tree.node(ROOT), self.config.lcb);
        if node.is_chance {
            // Nobody chooses, and all outcomes may be proven, with different results.
            return edges.iter().max_by_key(|edge| edge.visits).expect("chance has a move").mv;
        }
        let open = || edges.iter().enumerate().filter(|(_, e)| e.is_open());
        let most = open().map(|(_, e)| e.visits).max().unwrap_or(0);
        let mixed = gumbel::mixed_value(node, edges);
        let score = |e: &Edge<G::Move>| e.q(self.origin.side).unwrap_or(mixed);
        let best = match &self.config.root {
            RootRule::Gumbel(gumbel) => {
                let promise = self.root.promise(gumbel, node, edges);
                open().filter(|(_, e)| e.visits == most).max_by(|a, b| promise(a.0).total_cmp(&promise(b.0)))
            }
            RootRule::Puct(_) => {
                let fewest = if lcb > 0.0 { most.div_ceil(LCB_VISITS) } else { most };
                let bound = |e: &Edge<G::Move>| score(e) - lcb / (e.visits.max(1) as f32).sqrt();
                let candidates = open().filter(|(_, e)| e.visits >= fewest);
                candidates.max_by(|(_, a), (_, b)| bound(a).total_cmp(&bound(b)).then(a.prior.total_cmp(&b.prior)))
            }
        };
        let (_, best) = best.expect("a root that is not proven has an open move");
        if score(best) <= 0.0 && edges.iter().any(Edge::is_drawn) { liked().mv } else { best.mv }
    }

    /// The root's value, **seen by its side to act**. If proven: exact, with the distance. Otherwise the mean of the
    /// root's evaluation and all visits, but no less than a proven draw. Before the root is evaluated: even chances.
    pub fn value(&self) -> Value {
        let side = self.origin.side;
        if let Some(ProvenResult { outcome, moves }) = self.tree.root_proven {
            return Value { moves_left: moves.into(), ..Value::of(outcome, side) };
        }
        if self.tree.is_empty() {
            return Value::EVEN;
        }
        let node = self.tree.node(ROOT);
        let (mut visits, mut score, mut draws) = match node.is_chance {
            false => (1.0, f64::from(node.score), f64::from(node.draws)),
            true if self.tree.root_edges().iter().all(|edge| edge.visits == 0) => return Value::EVEN,
            true => (0.0, 0.0, 0.0),
        };
        for edge in self.tree.root_edges() {
            visits += f64::from(edge.visits);
            score += edge.score;
            draws += edge.draws;
        }
        let score = (score / visits) as f32 * side.sign();
        if node.has_draw && score < 0.0 {
            return Value::of(Outcome::Draw, side);
        }
        Value::expected(score, (draws / visits) as f32)
    }

    /// The value of the root, **seen by its side to act**, if it makes its moves with the probabilities of `policy`,
    /// one for each move of [`Search::moves`]: the training target of the value. If proven: exact, with the distance.
    /// Otherwise the expectation over the moves' mean results; the result of an unvisited move is taken from the
    /// visited ones, as Gumbel's `v_mix`. Only results count here, whatever else the scores of this search contain.
    ///
    /// A mean over visits would be less informative: sequential halving gives most of them to moves that are not
    /// played.
    pub fn value_of(&self, policy: &[f32]) -> Value {
        let edges = self.tree.root_edges();
        if self.tree.root_proven.is_some() || edges.is_empty() {
            return self.value();
        }
        let (node, side) = (self.tree.node(ROOT), self.origin.side);
        let draws = |edge: &Edge<G::Move>| (edge.draws / f64::from(edge.visits.max(1))) as f32;
        let result = |place, edge: &Edge<G::Move>| match edge.proven {
            Some(proven) => proven.outcome.score_for(side),
            None => self.root.result(place, edge).unwrap_or_default() * side.sign(),
        };
        let mixed_result = gumbel::mixed(side, edges, self.root.own_result() * side.sign(), result);
        let mixed_draws = gumbel::mixed(side, edges, node.draws, |_, edge| draws(edge));
        let (mut expected, mut drawn) = (0.0, 0.0);
        for (place, (edge, p)) in edges.iter().zip(policy).enumerate() {
            let (result, draws) = match edge.proven {
                Some(proven) => (result(place, edge), if proven.outcome == Outcome::Draw { 1.0 } else { 0.0 }),
                None if edge.visits > 0 => (result(place, edge), draws(edge)),
                None => (mixed_result, mixed_draws),
            };
            expected += p * result;
            drawn += p * draws;
        }
        Value::expected(expected, drawn)
    }

    /// Replaces the content of `out` with the training target of the policy: a probability for each move of
    /// [`Search::moves`]. Gumbel: the improved policy, softmax(logit + sigma(completed score)), where an
    /// unvisited move has Gumbel's `v_mix`. PUCT: each move's share of the visits, or the prior if
    /// there are none; moves that score less than a proven draw leave their visits to it.
    ///
    /// If some move is proven to win, only such moves have a probability above 0; otherwise moves proven to lose have
    /// none, unless all are. Empty if there is no move.
    pub fn policy(&self, out: &mut Vec<f32>) {
        out.clear();
        let edges = self.tree.root_edges();
        if edges.is_empty() {
            return;
        }
        let (node, side, temper) = (self.tree.node(ROOT), self.origin.side, Temper::new(&self.config));
        let any_won = edges.iter().any(|e| e.is_won(side));
        let all_lost = edges.iter().all(|e| e.is_lost(side));
        let keeps_mass = |e: &Edge<G::Move>| if any_won { e.is_won(side) } else { all_lost || !e.is_lost(side) };
        match &self.config.root {
            RootRule::Puct(_) if edges.iter().any(|e| keeps_mass(e) && e.visits > 0) => {
                let draws = edges.iter().filter(|e| e.is_drawn()).count();
                let worse = |e: &Edge<G::Move>| draws > 0 && e.is_open() && e.q(side).is_some_and(|q| q < 0.0);
                let left: u32 = edges.iter().filter(|e| worse(e)).map(|e| e.visits).sum();
                out.extend(edges.iter().map(|e| match e {
                    e if !keeps_mass(e) || worse(e) => 0.0,
                    e if e.is_drawn() => e.visits as f32 + left as f32 / draws as f32,
                    e => e.visits as f32,
                }));
                let sum: f32 = out.iter().sum();
                out.iter_mut().for_each(|p| *p /= sum);
                return;
            }
            RootRule::Puct(_) => out.extend(edges.iter().map(|e| temper.logit(e.prior))),
            RootRule::Gumbel(gumbel) => {
                let (sigma, mixed) = (Sigma::new(gumbel, edges), gumbel::mixed_value(node, edges));
                let completed = |e: &Edge<G::Move>| e.q(side).unwrap_or(mixed);
                out.extend(edges.iter().map(|e| temper.logit(e.prior) + sigma.of(completed(e))));
            }
        }
        for (logit, edge) in out.iter_mut().zip(edges) {
            if !keeps_mass(edge) {
                *logit = f32::NEG_INFINITY;
            }
        }
        gumbel::softmax(out);
    }

    /// Replaces the content of `out` with the principal variation: the move to play, then the best proven or most
    /// visited moves, as far as the tree reaches.
    pub fn principal_variation(&self, out: &mut Vec<G::Move>) {
        out.clear();
        if !self.tree.root_edges().is_empty() {
            self.variation(self.best_move(), out);
        }
    }

    /// Replaces the content of `out` with the variation that begins with a move of the root and continues as the
    /// principal one does.
    pub fn variation(&self, first: G::Move, out: &mut Vec<G::Move>) {
        self.variation_from(&[first], out);
    }

    /// [`Search::variation`] for several first moves.
    pub fn variation_from(&self, first: &[G::Move], out: &mut Vec<G::Move>) {
        out.clear();
        let mut node = (!self.tree.is_empty()).then_some(ROOT);
        while let Some(at) = node {
            let next = match first.get(out.len()) {
                Some(mv) => self.tree.edges(at).iter().find(|edge| edge.mv == *mv),
                None => self.expected(at),
            };
            let Some(edge) = next else { break };
            out.push(edge.mv);
            node = edge.child();
        }
    }

    /// The move expected at a node below the root: the best one if the node is proven, otherwise the most visited.
    fn expected(&self, node: u32) -> Option<&Edge<G::Move>> {
        match self.tree.prove(node) {
            Some(_) => self.tree.preferred(node),
            None if self.tree.node(node).is_chance => None,
            None => self.tree.edges(node).iter().filter(|e| e.is_open() && e.visits > 0).max_by_key(|e| e.visits),
        }
    }
}
