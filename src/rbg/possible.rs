use super::account::Account;
use super::ast::Actor;
use super::automaton::{ACCEPT, Automaton, Kind, NO_ACTION};
use super::state::Step;
use std::collections::{BTreeMap, BTreeSet};

/// A whole move that a player may have in some position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleMove {
    /// Index of the player, 0 or 1.
    pub player: usize,
    /// The actions of the move on their cells, as in [`Moves`](super::Moves).
    pub steps: Vec<Step>,
    /// The pieces that may be on the cell of the first step when the move begins, a bit for each.
    pub first_pieces: u64,
}

/// The possible moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleMoves {
    /// A superset of the moves legal in any position: tests are ignored, except of pieces that the move itself has put.
    pub moves: Vec<PossibleMove>,
    /// For each player the nodes at which moves begin, in order.
    pub first_nodes: [Vec<u32>; 2],
    /// Whether some moves depend on the cell on which play stands when they begin.
    pub begin_on_a_cell: bool,
}

/// The most actions of one move: rules with longer ones have many moves, too.
const MAX_STEPS: usize = 16;

/// The most edges followed to find all whole moves: less than a tenth of a second.
const MAX_EDGES: usize = 1_000_000;

/// The possible whole moves of both players. `None` if there are more than `most`, or finding them takes too long.
pub(super) fn possible_moves(automaton: &Automaton, most: usize, account: &mut Account) -> Option<PossibleMoves> {
    if automaton.has_chance() {
        return None;
    }
    let found = BTreeMap::new();
    let mut collector = Collector { automaton, most, account, edges_left: MAX_EDGES, player: 0, found };
    let mut first_nodes = [Vec::new(), Vec::new()];
    for (player, nodes) in first_nodes.iter_mut().enumerate() {
        collector.player = player;
        *nodes = collector.first_nodes(player)?;
        for &node in nodes.iter() {
            for cell in automaton.cells_at(node) {
                collector.follow(node, cell, &mut Vec::new(), 0)?;
            }
        }
    }
    let begin_on_a_cell = first_nodes.iter().flatten().any(|&node| !automaton.anywhere[node as usize]);
    Some(PossibleMoves { moves: collector.found.into_values().collect(), first_nodes, begin_on_a_cell })
}

struct Collector<'a> {
    automaton: &'a Automaton,
    most: usize,
    account: &'a mut Account,
    edges_left: usize,
    player: usize,
    found: BTreeMap<Vec<Step>, PossibleMove>,
}

impl Collector<'_> {
    /// The nodes at which a player's move begins: after a switch, or after assignments that were forced after one.
    fn first_nodes(&mut self, player: usize) -> Option<Vec<u32>> {
        let own = Kind::Switch(Actor::Player(player as u8));
        let behind = self.automaton.actions.iter().filter(|action| action.kind == own).map(|action| action.target);
        let mut nodes: Vec<u32> = Vec::new();
        let mut open = Vec::from_iter(behind);
        while let Some(node) = open.pop() {
            if node == ACCEPT || nodes.contains(&node) {
                continue;
            }
            nodes.push(node);
            for cell in self.automaton.cells_at(node) {
                for (step, _) in self.next_steps(node, cell, &[])? {
                    let action = &self.automaton.actions[usize::from(step.action)];
                    if matches!(action.kind, Kind::Assign(_)) {
                        open.push(action.target);
                    }
                }
            }
        }
        nodes.sort_unstable();
        Some(nodes)
    }

    /// Adds the moves that begin with `path`.
    fn follow(&mut self, node: u32, cell: u16, path: &mut Vec<Step>, first_pieces: u64) -> Option<()> {
        if path.len() == MAX_STEPS {
            return None;
        }
        for (step, pieces) in self.next_steps(node, cell, path)? {
            let action = &self.automaton.actions[usize::from(step.action)];
            let first_pieces = if path.is_empty() { pieces } else { first_pieces };
            path.push(step);
            match action.switch() {
                None if action.target == ACCEPT => return None,
                None => self.follow(action.target, step.cell, path, first_pieces)?,
                Some(_) => {
                    let own = || PossibleMove { player: self.player, steps: path.clone(), first_pieces: 0 };
                    self.found.entry(path.clone()).or_insert_with(own).first_pieces |= first_pieces;
                    if self.found.len() > self.most {
                        return None;
                    }
                }
            }
            path.pop();
        }
        Some(())
    }

    /// The possible next actions, each with the pieces that may be on its cell. Only pieces that the path has put are
    /// known.
    fn next_steps(&mut self, node: u32, cell: u16, path: &[Step]) -> Option<Vec<(Step, u64)>> {
        let automaton = self.automaton;
        let put = |cell: u16| {
            path.iter().rev().filter(|step| step.cell == cell).find_map(|step| {
                match automaton.actions[usize::from(step.action)].kind {
                    Kind::Put(piece) => Some(piece),
                    _ => None,
                }
            })
        };
        let mut steps: BTreeMap<Step, u64> = BTreeMap::new();
        let mut seen = BTreeSet::from([(node, cell)]);
        let mut open = vec![(node, cell)];
        while let Some((node, cell)) = open.pop() {
            for edge in &automaton.edges[automaton.edges_of(node)] {
                let row = automaton.tables.row(edge.shift, cell, automaton.cells);
                let looks = 1 + row.len();
                self.edges_left = self.edges_left.checked_sub(looks)?;
                if !self.account.afford(looks as u64) {
                    return None;
                }
                for to in row {
                    if put(to).is_some_and(|piece| edge.pieces >> piece & 1 == 0) {
                        continue;
                    }
                    match edge.action {
                        NO_ACTION if edge.target == ACCEPT => {}
                        NO_ACTION => {
                            if seen.insert((edge.target, to)) {
                                open.push((edge.target, to));
                            }
                        }
                        action => *steps.entry(Step { action, cell: to }).or_default() |= edge.pieces,
                    }
                }
            }
        }
        Some(steps.into_iter().collect())
    }
}
