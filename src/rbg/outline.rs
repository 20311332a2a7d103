use super::ast::Actor;
use super::automaton::{ACCEPT, Automaton, Kind, NO_ACTION};
use super::tables::Shift;
use std::collections::BTreeSet;

/// The possible steps of players: for planes of a policy and of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// For each player the actions that can be a step, in order.
    pub actions: [Vec<u16>; 2],
    /// For each player the nodes at which a step can be chosen, without those that only hand over; those at which a
    /// move begins come first.
    pub nodes: [Vec<u32>; 2],
    /// For each player the number of nodes at which a move begins.
    pub first_nodes: [usize; 2],
    /// The actions that can be a step of chance, in order.
    pub chance_actions: Vec<u16>,
    /// The nodes at which chance takes a step.
    pub chance_nodes: Vec<u32>,
    /// Whether some moves depend on the cell on which play stands when they begin, as far as can be determined.
    pub begin_on_a_cell: bool,
    /// For each action whether a player can go to another cell to do it. A switch with this property chooses a cell;
    /// any other is a pass.
    pub goes: Vec<bool>,
}

impl Outline {
    /// Whether some player may have to choose a step within a move.
    pub fn has_long_moves(&self) -> bool {
        self.nodes.iter().zip(self.first_nodes).any(|(nodes, first)| nodes.len() > first)
    }

    pub(super) fn new(automaton: &Automaton) -> Self {
        let mut outline = Outline {
            actions: Default::default(),
            nodes: Default::default(),
            first_nodes: [0; 2],
            chance_actions: Vec::new(),
            chance_nodes: Vec::new(),
            begin_on_a_cell: false,
            goes: Vec::new(),
        };
        for player in 0..2u8 {
            let begins = targets(automaton, Actor::Player(player));
            let first_nodes = begins.len();
            let depends = |&node: &u32| node != ACCEPT && !automaton.anywhere[node as usize];
            outline.begin_on_a_cell |= begins.iter().any(depends);
            let (nodes, actions) = walk(automaton, begins);
            outline.nodes[player as usize] = nodes;
            outline.actions[player as usize] = actions;
            outline.first_nodes[player as usize] = first_nodes;
        }
        (outline.chance_nodes, outline.chance_actions) = walk(automaton, targets(automaton, Actor::Chance));
        outline.goes = goes(automaton, [outline.nodes.concat(), outline.chance_nodes.clone()].concat());
        outline
    }
}

/// The nodes at which the rules hand over to an actor, in order.
fn targets(automaton: &Automaton, actor: Actor) -> Vec<u32> {
    let own = automaton.actions.iter().filter(|action| action.kind == Kind::Switch(actor));
    Vec::from_iter(BTreeSet::from_iter(own.map(|action| action.target)))
}

/// The nodes after actions that are reached from the nodes `begins` before a switch, these first; and all actions met
/// on the way.
fn walk(automaton: &Automaton, begins: Vec<u32>) -> (Vec<u32>, Vec<u16>) {
    let mut choice = vec![false; automaton.nodes.len()];
    let mut nodes: Vec<u32> = begins.into_iter().filter(|&node| node != ACCEPT).collect();
    nodes.iter().for_each(|&node| choice[node as usize] = true);
    let first_nodes = nodes.len();
    let mut met = vec![false; automaton.actions.len()];
    let mut seen = choice.clone();
    let mut stack = nodes.clone();
    while let Some(node) = stack.pop() {
        for edge in &automaton.edges[automaton.edges_of(node)] {
            if edge.action != NO_ACTION {
                met[edge.action as usize] = true;
                if automaton.actions[edge.action as usize].switch().is_some() {
                    continue;
                }
                // Assignments before any choice are made at once, and play then stands behind them.
                let is_put = matches!(automaton.actions[edge.action as usize].kind, Kind::Put(_));
                if edge.target != ACCEPT
                    && !(is_put && only_hands_over(automaton, edge.target))
                    && !std::mem::replace(&mut choice[edge.target as usize], true)
                {
                    nodes.push(edge.target);
                }
            }
            if edge.target != ACCEPT && !std::mem::replace(&mut seen[edge.target as usize], true) {
                stack.push(edge.target);
            }
        }
    }
    nodes[first_nodes..].sort_unstable();
    let actions = (0..automaton.actions.len() as u16).filter(|&action| met[action as usize]).collect();
    (nodes, actions)
}

/// For each action whether a path to it from a choice leads to another cell.
fn goes(automaton: &Automaton, choices: Vec<u32>) -> Vec<bool> {
    let mut goes = vec![false; automaton.actions.len()];
    let mut seen = vec![[false; 2]; automaton.nodes.len()];
    let mut stack = Vec::from_iter(choices.into_iter().map(|node| (node, false)));
    while let Some((node, gone)) = stack.pop() {
        if std::mem::replace(&mut seen[node as usize][usize::from(gone)], true) {
            continue;
        }
        for edge in &automaton.edges[automaton.edges_of(node)] {
            let gone = gone || edge.shift != Shift::Stay;
            match edge.action {
                NO_ACTION if edge.target == ACCEPT => {}
                NO_ACTION => stack.push((edge.target, gone)),
                action => goes[action as usize] |= gone,
            }
        }
    }
    goes
}

/// Whether a node only hands over: play never stops there after a piece is put.
fn only_hands_over(automaton: &Automaton, node: u32) -> bool {
    let [edge] = automaton.edges[automaton.edges_of(node)] else { return false };
    let is_switch = edge.action != NO_ACTION && automaton.actions[edge.action as usize].switch().is_some();
    is_switch && edge.shift == Shift::Stay && edge.pieces == u64::MAX && edge.conditions.0 == edge.conditions.1
}
