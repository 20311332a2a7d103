use super::ast::Actor;
use super::automaton::{ACCEPT, Automaton, Kind, NO_ACTION};
use super::tables::Shift;

/// The part of the automaton in which play can stand: without the nodes before the first turn, which are visited once,
/// and without patterns.
pub(super) struct Region {
    pub nodes: Vec<u32>,
    /// Indices of the edges from the region's nodes.
    pub edges: Vec<usize>,
    pub actions: Vec<u16>,
    /// For each edge of the automaton the pieces that can be on the cell of its conditions.
    pub known: Vec<u64>,
}

impl Region {
    pub fn new(automaton: &Automaton, first: u32, choices: &[u32], all_pieces: u64) -> Region {
        let before = reach(automaton, vec![automaton.start]);
        let mut roots = vec![first];
        for &node in &before {
            for edge in &automaton.edges[automaton.edges_of(node)] {
                if edge.action != NO_ACTION
                    && let Kind::Switch(Actor::Player(_)) = automaton.actions[edge.action as usize].kind
                {
                    roots.push(edge.target);
                }
            }
        }
        let nodes = reach(automaton, roots);
        let edges: Vec<usize> = nodes.iter().flat_map(|&node| automaton.edges_of(node)).collect();
        let mut actions: Vec<u16> =
            edges.iter().map(|&edge| automaton.edges[edge].action).filter(|&action| action != NO_ACTION).collect();
        actions.sort_unstable();
        actions.dedup();
        let known = known(automaton, &nodes, choices, all_pieces);
        Region { nodes, edges, actions, known }
    }
}

/// The nodes reached from `roots` without entering patterns, in order.
pub(super) fn reach(automaton: &Automaton, roots: Vec<u32>) -> Vec<u32> {
    let mut seen = vec![false; automaton.nodes.len()];
    let mut nodes: Vec<u32> = Vec::new();
    let mut stack = roots;
    while let Some(node) = stack.pop() {
        if node != ACCEPT && !std::mem::replace(&mut seen[node as usize], true) {
            nodes.push(node);
            stack.extend(automaton.edges[automaton.edges_of(node)].iter().map(|edge| edge.target));
        }
    }
    nodes.sort_unstable();
    nodes
}

/// For each edge the pieces that can be on its cell: not all if one was just put or tested there. A pattern such as
/// "four in a row from here" must be symmetric only for cells on which a stone was just put. A position given by hand
/// can stand at any choice of a player with any piece on its cell.
fn known(automaton: &Automaton, nodes: &[u32], choices: &[u32], all_pieces: u64) -> Vec<u64> {
    let mut at = vec![0; automaton.nodes.len()];
    choices.iter().for_each(|&node| at[node as usize] = all_pieces);
    let mut known = vec![all_pieces; automaton.edges.len()];
    let mut waits = vec![false; automaton.nodes.len()];
    nodes.iter().for_each(|&node| waits[node as usize] = true);
    // The first node last, so that it is visited first.
    let mut stack: Vec<u32> = nodes.iter().rev().copied().collect();
    while let Some(node) = stack.pop() {
        waits[node as usize] = false;
        for index in automaton.edges_of(node) {
            let edge = &automaton.edges[index];
            let own = if edge.shift == Shift::Stay { at[node as usize] } else { all_pieces };
            known[index] = own & edge.pieces;
            let behind = match automaton.actions.get(edge.action as usize).map(|action| action.kind) {
                Some(Kind::Put(piece)) => 1 << piece,
                // The position may forget its cell after this switch.
                Some(Kind::Switch(Actor::Player(_) | Actor::Chance)) => all_pieces,
                Some(Kind::Switch(Actor::Keeper) | Kind::Assign(_)) | None => known[index],
            };
            if let Some(target) = at.get_mut(edge.target as usize)
                && behind & !*target != 0
            {
                *target |= behind;
                if !std::mem::replace(&mut waits[edge.target as usize], true) {
                    stack.push(edge.target);
                }
            }
        }
    }
    known
}
