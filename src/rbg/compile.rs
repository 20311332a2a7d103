use super::account::Account;
use super::ast::{Expr, Rule};
use super::automaton::{ACCEPT, Action, Automaton, Detail, Edge, Kind, NO_ACTION, NO_MARKS, Pattern};
use super::board::Board;
use super::merge::{class_of, merge, regions};
use super::raw::{Condition, Effect, Raw, RawPattern};
use super::reduce::{Drafts, fuse, without_dead_ends, without_steps};
use super::source::Problem;
use super::tables::{Shift, Tables};
use super::thompson::build;
use std::collections::BTreeMap;

/// Marks are 4 bytes each.
const MAX_MARKS: usize = 2_000_000;

/// The most visits of a pattern that is evaluated directly ([`Pattern::is_near`]).
const NEAR: usize = 256;

/// Makes the automaton of the rules.
pub(super) fn compile(rule: &Rule, board: &Board, pieces: usize, account: &mut Account) -> Result<Automaton, Problem> {
    let all_pieces = if pieces >= 64 { u64::MAX } else { (1 << pieces) - 1 };
    let raw = build(rule, board, all_pieces, account)?;
    let mut tables = Tables::default();
    let mut drafts = without_steps(&raw, board, &mut tables, account)?;
    tables.finish();
    without_dead_ends(&raw, &mut drafts);
    fuse(&mut drafts);
    let firsts: Vec<u32> = raw.patterns.iter().map(|pattern| pattern.first).collect();
    let ends: Vec<u32> = raw.actions.iter().map(|action| action.target).collect();
    let regions = regions(&drafts, &firsts, &ends);
    // Each pattern is walked through once for its actions.
    account.spend(firsts.len() * (raw.nodes.len() / 64 + 1), "the patterns")?;
    let class = merge(&mut drafts, &regions, account)?;
    let automaton = number(raw, drafts, &class, tables, board.cells.len());
    if automaton.marks.max(automaton.actions.len() * automaton.cells).max(automaton.patterns.len() * automaton.cells)
        > MAX_MARKS
    {
        return Err(Problem::general(
            "these rules are too large for this board: expected fewer actions or fewer cells",
        ));
    }
    Ok(automaton)
}

/// Numbers the nodes that play can reach, in the order in which it reaches them.
fn number(raw: Raw, drafts: Drafts, class: &[u32], tables: Tables, cells: usize) -> Automaton {
    let mut representative = vec![u32::MAX; drafts.len()];
    for (node, &class) in class.iter().enumerate() {
        if representative[class as usize] == u32::MAX {
            representative[class as usize] = node as u32;
        }
    }
    let mut number = vec![u32::MAX; drafts.len()];
    let mut order: Vec<u32> = Vec::new();
    let (mut actions, mut details): (Vec<Action>, Vec<Detail>) = (Vec::new(), Vec::new());
    let mut action_number = vec![NO_ACTION; raw.actions.len()];
    let mut reach = |node: u32, order: &mut Vec<u32>| -> u32 {
        if node == ACCEPT {
            return ACCEPT;
        }
        let class = class_of(class, node);
        let known = &mut number[class as usize];
        if *known == u32::MAX {
            *known = order.len() as u32;
            order.push(representative[class as usize]);
        }
        *known
    };
    let start = reach(raw.start, &mut order);
    let unreached =
        |pattern: &RawPattern| Pattern { first: u32::MAX, has_actions: false, is_near: false, at: pattern.at };
    let mut patterns = Vec::from_iter(raw.patterns.iter().map(unreached));
    let (mut nodes, mut edges, mut edge_conditions) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(&node) = order.get(at) {
        at += 1;
        let first = edges.len() as u32;
        // The end of a pattern comes first: a search stops there.
        let (ends, others): (Vec<_>, Vec<_>) =
            drafts[node as usize].iter().partition(|draft| draft.target == ACCEPT && draft.action == NO_ACTION);
        for draft in ends.into_iter().chain(others) {
            let from = edge_conditions.len() as u32;
            // The cheap conditions come first.
            let is_pattern = |&&index: &&u32| matches!(raw.conditions[index as usize], Condition::Pattern { .. });
            edge_conditions.extend(draft.conditions.iter().filter(|index| !is_pattern(index)));
            edge_conditions.extend(draft.conditions.iter().filter(is_pattern));
            for &condition in &draft.conditions {
                if let Condition::Pattern { pattern, .. } = raw.conditions[condition as usize] {
                    patterns[pattern as usize].first = reach(raw.patterns[pattern as usize].first, &mut order);
                }
            }
            let target = reach(draft.target, &mut order);
            let mut action = NO_ACTION;
            if draft.action != NO_ACTION {
                let own = &mut action_number[draft.action as usize];
                if *own == NO_ACTION {
                    *own = actions.len() as u16;
                    let raw = &raw.actions[draft.action as usize];
                    let kind = match raw.effect {
                        Effect::Put(piece) => Kind::Put(piece),
                        Effect::Assign(variable, _) => Kind::Assign(variable),
                        Effect::Switch(actor) => Kind::Switch(actor),
                    };
                    let cost = match &raw.effect {
                        Effect::Assign(_, value) => work_of(value, cells) as u32,
                        _ => 0,
                    };
                    actions.push(Action { kind, is_marked: false, target, cost });
                    details.push(Detail { effect: raw.effect.clone(), span: raw.span });
                }
                action = *own;
            }
            let conditions = (from, edge_conditions.len() as u32);
            let edge = Edge {
                is_plain: false,
                shift: draft.shift,
                pieces: draft.pieces,
                conditions,
                action,
                target,
                marks: NO_MARKS,
            };
            edges.push(edge);
        }
        nodes.push((first, edges.len() as u32));
    }
    let condition_costs = raw.conditions.iter().map(|condition| match condition {
        Condition::Compare(left, _, right) => (work_of(left, cells) + work_of(right, cells)) as u32,
        Condition::Pattern { .. } => 0,
    });
    let mut automaton = Automaton {
        condition_costs: condition_costs.collect(),
        cells,
        start,
        nodes,
        edges,
        conditions: raw.conditions,
        edge_conditions,
        actions,
        details,
        patterns,
        tables,
        node_marks: Vec::new(),
        marks: 0,
        anywhere: Vec::new(),
    };
    place_marks(&mut automaton);
    mark_plain(&mut automaton);
    for index in 0..automaton.patterns.len() {
        let first = automaton.patterns[index].first;
        automaton.patterns[index].has_actions = has_actions(&automaton, first);
        automaton.patterns[index].is_near = first != u32::MAX
            && automaton.edges[automaton.edges_of(first)].iter().all(|edge| {
                edge.action == NO_ACTION && edge.target == ACCEPT && edge.conditions.0 == edge.conditions.1
            })
            && looks(&automaton, first) <= NEAR;
    }
    let mut known = BTreeMap::new();
    automaton.anywhere = (0..automaton.nodes.len()).map(|node| is_anywhere(&automaton, node, &mut known)).collect();
    automaton
}

/// A search marks the nodes and cells visited, except nodes that it cannot reach twice on the same cell.
fn place_marks(automaton: &mut Automaton) {
    let count = automaton.nodes.len();
    let mut is_root = vec![false; count];
    is_root[automaton.start as usize] = true;
    let firsts = automaton.patterns.iter().map(|pattern| pattern.first);
    for root in firsts.chain(automaton.actions.iter().map(|action| action.target)) {
        if let Some(is_root) = is_root.get_mut(root as usize) {
            *is_root = true;
        }
    }
    let mut incoming = vec![0; count];
    for edge in automaton.edges.iter().filter(|edge| edge.action == NO_ACTION && edge.target != ACCEPT) {
        incoming[edge.target as usize] += 1;
    }
    let mut seen = vec![false; automaton.actions.len()];
    let mut base = vec![NO_MARKS; count];
    let mut injective: BTreeMap<Shift, bool> = BTreeMap::new();
    for node in 0..count as u32 {
        for index in automaton.edges_of(node) {
            let edge = automaton.edges[index];
            let keeps_apart = match edge.shift {
                Shift::Many(_) | Shift::All => incoming[node as usize] == 0,
                shift => {
                    *injective.entry(shift).or_insert_with(|| automaton.tables.is_injective(shift, automaton.cells))
                }
            };
            if edge.action != NO_ACTION {
                let is_second = std::mem::replace(&mut seen[edge.action as usize], true);
                automaton.actions[edge.action as usize].is_marked |= is_second || !keeps_apart;
                continue;
            }
            if edge.target == ACCEPT {
                continue;
            }
            let target = edge.target as usize;
            if incoming[target] == 1 && !is_root[target] && keeps_apart {
                continue;
            }
            if base[target] == NO_MARKS {
                base[target] = automaton.marks as u32;
                automaton.marks += automaton.cells;
            }
            automaton.edges[index].marks = base[target];
        }
    }
    automaton.node_marks = base;
}

/// Whether an action can be met from a node.
fn has_actions(automaton: &Automaton, first: u32) -> bool {
    let mut seen = vec![false; automaton.nodes.len()];
    let mut stack = vec![first];
    while let Some(node) = stack.pop() {
        // A pattern that play cannot reach has no first node.
        if node as usize >= seen.len() || std::mem::replace(&mut seen[node as usize], true) {
            continue;
        }
        for edge in &automaton.edges[automaton.edges_of(node)] {
            if edge.action != NO_ACTION {
                return true;
            }
            stack.push(edge.target);
        }
    }
    false
}

/// The most cells that a node's edges visit from any cell.
fn looks(automaton: &Automaton, node: u32) -> usize {
    let row = |shift: Shift| match shift {
        Shift::Stay | Shift::One(_) => 1,
        Shift::All => automaton.cells,
        Shift::Many(base) => {
            (0..automaton.cells as u16).map(|cell| automaton.tables.many(base, cell).len()).max().unwrap_or(0)
        }
    };
    automaton.edges[automaton.edges_of(node)].iter().map(|edge| row(edge.shift)).sum()
}

/// Visits that computing a value takes.
fn work_of(value: &Expr, cells: usize) -> usize {
    value.size(1 + cells / 16)
}

/// Whether the continuations of a node are independent of the cell; `known` has the tables already tested.
fn is_anywhere(automaton: &Automaton, node: usize, known: &mut BTreeMap<Shift, bool>) -> bool {
    automaton.edges_of(node as u32).all(|index| {
        let shift = automaton.edges[index].shift;
        *known.entry(shift).or_insert_with(|| {
            let row = |cell: usize| automaton.tables.row(shift, cell as u16, automaton.cells);
            match shift {
                Shift::Stay => automaton.cells == 1,
                Shift::All => true,
                Shift::One(_) | Shift::Many(_) => (1..automaton.cells).all(|cell| row(cell) == row(0)),
            }
        })
    })
}

/// Marks edges whose action is possible on every cell with one of their pieces.
fn mark_plain(automaton: &mut Automaton) {
    for edge in &mut automaton.edges {
        let Some(action) = automaton.actions.get(edge.action as usize) else { continue };
        let is_bounded = matches!(action.kind, Kind::Assign(_));
        edge.is_plain = edge.conditions.0 == edge.conditions.1 && !is_bounded && !action.is_marked;
    }
}
