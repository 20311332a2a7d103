use super::rule_graph::{Arrival, Edge, Label, RuleGraph};
use super::source::{Problem, RulesFileError, Source, Span};
use super::state::State;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Whether a move is legal, and if not, what prevents it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveExplanation {
    Legal,
    Stuck {
        /// Number of the move's cells that the rules allow.
        passed: usize,
        /// The tests that fail on the next cell; empty if no path leads there, or none was followed.
        obstacles: Vec<RulesFileError>,
        /// The cells to which a path leads instead.
        ways: Vec<u16>,
        /// Whether the move could end here.
        may_end: bool,
    },
}

/// The most edges visited.
pub(super) const MAX_WORK: usize = 2_000_000;

/// The most obstacles named.
const MAX_OBSTACLES: usize = 3;

/// Findings in the worlds that got furthest in the move.
#[derive(Default)]
struct Frontier {
    /// An obstacle, by the distance to the next change after it, its place and its cell, with the message.
    obstacles: BTreeMap<(usize, u32, u32, u16), (Span, String)>,
    ways: BTreeSet<u16>,
    may_end: bool,
}

/// Why the player to move can or cannot act on each of these cells in order, and then hand over. `begins` are the
/// places in the file of the actions after which play stands at its node.
pub(super) fn why(
    graph: &mut RuleGraph,
    source: &Source,
    state: &State,
    begins: &[Span],
    cells: &[u16],
) -> MoveExplanation {
    let board = graph.board;
    let distances = graph.distances();
    let mut open = BTreeSet::from_iter(graph.begin(state, begins));
    let mut passed = 0;
    loop {
        let mut reached = Frontier::default();
        let mut next = BTreeSet::new();
        let wanted = cells.get(passed).copied();
        let mut seen = BTreeSet::new();
        let mut stack = Vec::from_iter(open);
        while let Some(world) = stack.pop() {
            if !seen.insert(world.clone()) || graph.work > graph.limit {
                continue;
            }
            for index in 0..graph.nodes[world.node as usize].len() {
                graph.work += 1;
                match graph.walk(&world, index) {
                    Ok(Arrival::Same(after)) => stack.push(after),
                    Ok(Arrival::Put(after)) => {
                        if Some(after.cell) == wanted {
                            next.insert(after.clone());
                        } else if passed > 0 && after.cell == cells[passed - 1] {
                            // The text of a move names a cell once even if several actions are on it.
                            stack.push(after.clone());
                        }
                        reached.ways.insert(after.cell);
                    }
                    Ok(Arrival::HandedOver(after, _)) => {
                        if wanted.is_none() || (wanted == Some(after.cell) && passed + 1 == cells.len()) {
                            return MoveExplanation::Legal;
                        }
                        reached.may_end = true;
                    }
                    Err(message) => {
                        let edge = &graph.nodes[world.node as usize][index];
                        if wanted.is_none_or(|wanted| wanted == world.cell) {
                            let key = (distances[edge.to as usize], edge.at.start, edge.at.via, world.cell);
                            let message = format!("on {}: {message}", board.cells[usize::from(world.cell)].name);
                            reached.obstacles.insert(key, (edge.at, message));
                        }
                    }
                }
            }
        }
        if next.is_empty() {
            let nearest = reached.obstacles.keys().next().map(|key| key.0);
            let near = reached.obstacles.iter().filter(|(key, _)| Some(key.0) == nearest);
            let near = near.map(|(_, (at, message))| source.explain(Problem::at(*at, message.clone())));
            let obstacles = near.take(MAX_OBSTACLES).collect();
            let Frontier { ways, may_end, .. } = reached;
            return MoveExplanation::Stuck { passed, obstacles, ways: ways.into_iter().collect(), may_end };
        }
        open = next;
        passed += 1;
    }
}

impl RuleGraph<'_> {
    /// For each node the number of edges to the next change of the board or switch, regardless of tests.
    fn distances(&self) -> Vec<usize> {
        let acts = |edge: &Edge| matches!(edge.label, Label::Put(_) | Label::Switch(_));
        let mut sources = vec![Vec::new(); self.nodes.len()];
        for (node, edge) in
            self.nodes.iter().enumerate().flat_map(|(node, edges)| edges.iter().map(move |edge| (node, edge)))
        {
            sources[edge.to as usize].push(node);
        }
        let mut distances: Vec<usize> =
            self.nodes.iter().map(|edges| if edges.iter().any(acts) { 0 } else { usize::MAX }).collect();
        let mut queue: VecDeque<usize> = (0..distances.len()).filter(|&node| distances[node] == 0).collect();
        while let Some(node) = queue.pop_front() {
            for &source in &sources[node] {
                if distances[source] == usize::MAX {
                    distances[source] = distances[node] + 1;
                    queue.push_back(source);
                }
            }
        }
        distances
    }
}
