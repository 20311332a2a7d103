use super::account::Account;
use super::automaton::{ACCEPT, NO_ACTION};
use super::board::Board;
use super::closure::{Closure, is_static};
use super::raw::{Effect, Label, Raw};
use super::source::Problem;
use super::tables::{Shift, Tables};

/// A bound on memory.
const MAX_EDGES: usize = 200_000;
/// Cost of an edge from here to the end.
const DRAFT: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Draft {
    pub shift: Shift,
    pub pieces: u64,
    pub conditions: Vec<u32>,
    pub action: u16,
    pub target: u32,
}

/// Edges of each node, in the numbers of [`Raw`].
pub(super) type Drafts = Vec<Vec<Draft>>;

/// Removes the edges that depend on the cell only: they become tables on the edges after them.
pub(super) fn without_steps(
    raw: &Raw,
    board: &Board,
    tables: &mut Tables,
    account: &mut Account,
) -> Result<Drafts, Problem> {
    let mut is_last = vec![false; raw.nodes.len()];
    raw.patterns.iter().for_each(|pattern| is_last[pattern.last as usize] = true);
    let is_exit =
        |node: u32| is_last[node as usize] || raw.nodes[node as usize].iter().any(|(label, _)| !is_static(label));
    let mut drafts: Drafts = vec![Vec::new(); raw.nodes.len()];
    let mut queued = vec![false; raw.nodes.len()];
    let mut queue: Vec<u32> =
        std::iter::once(raw.start).chain(raw.patterns.iter().map(|pattern| pattern.first)).collect();
    queue.iter().for_each(|&node| queued[node as usize] = true);
    let (mut at, mut count) = (0, 0);
    let mut closure = Closure::new(board);
    while let Some(&node) = queue.get(at) {
        at += 1;
        let steps = raw.nodes[node as usize].iter().any(|(label, _)| is_static(label));
        let exits: Vec<(u32, Option<Shift>)> = if steps {
            closure.exits(raw, board, node, &is_exit, (tables, account))?
        } else {
            vec![(node, Some(Shift::Stay))]
        };
        for (exit, shift) in exits {
            let Some(shift) = shift else { continue };
            if is_last[exit as usize] {
                let draft =
                    Draft { shift, pieces: u64::MAX, conditions: Vec::new(), action: NO_ACTION, target: ACCEPT };
                drafts[node as usize].push(draft);
            }
            for (label, target) in &raw.nodes[exit as usize] {
                let mut draft =
                    Draft { shift, pieces: u64::MAX, conditions: Vec::new(), action: NO_ACTION, target: *target };
                match label {
                    Label::On(pieces) => draft.pieces = *pieces,
                    Label::Holds(condition) => draft.conditions.push(*condition),
                    Label::Act(action) => draft.action = *action,
                    _ => continue,
                }
                drafts[node as usize].push(draft);
                count += 1;
                if !std::mem::replace(&mut queued[*target as usize], true) {
                    queue.push(*target);
                }
            }
        }
        account.spend(DRAFT * drafts[node as usize].len(), "the edges of the automaton")?;
        if count > MAX_EDGES {
            return Err(Problem::general("these rules are too large: their automaton would fill the memory"));
        }
    }
    Ok(drafts)
}

/// Removes edges from which no switch and no end of a pattern can be reached.
pub(super) fn without_dead_ends(raw: &Raw, drafts: &mut Drafts) {
    let lives = |draft: &Draft, alive: &[bool]| {
        let is_switch =
            draft.action != NO_ACTION && matches!(raw.actions[draft.action as usize].effect, Effect::Switch(_));
        is_switch || draft.target == ACCEPT || alive[draft.target as usize]
    };
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); drafts.len()];
    let mut alive = vec![false; drafts.len()];
    let mut queue = Vec::new();
    for (node, edges) in drafts.iter().enumerate() {
        for draft in edges {
            if draft.target != ACCEPT {
                sources[draft.target as usize].push(node as u32);
            }
        }
        if edges.iter().any(|draft| lives(draft, &alive)) {
            alive[node] = true;
            queue.push(node as u32);
        }
    }
    while let Some(node) = queue.pop() {
        for &source in &sources[node as usize] {
            if !std::mem::replace(&mut alive[source as usize], true) {
                queue.push(source);
            }
        }
    }
    drafts.iter_mut().for_each(|edges| edges.retain(|draft| lives(draft, &alive)));
}

/// Merges an edge with the only edge after it on the same cell: `{w}[e]` is one edge.
pub(super) fn fuse(drafts: &mut Drafts) {
    for node in 0..drafts.len() {
        let mut edges = std::mem::take(&mut drafts[node]);
        for draft in &mut edges {
            // A chain that comes back to itself would never end; merging more than this many edges gains little.
            for _ in 0..16 {
                if draft.action != NO_ACTION || draft.target == ACCEPT || draft.target as usize == node {
                    break;
                }
                let [next] = drafts[draft.target as usize].as_slice() else { break };
                if next.shift != Shift::Stay {
                    break;
                }
                draft.pieces &= next.pieces;
                draft.conditions.extend(&next.conditions);
                draft.action = next.action;
                draft.target = next.target;
            }
            draft.conditions.sort_unstable();
            draft.conditions.dedup();
        }
        edges.retain(|draft| draft.pieces != 0);
        drafts[node] = edges;
    }
}
