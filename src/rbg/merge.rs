use super::account::Account;
use super::automaton::{ACCEPT, NO_ACTION};
use super::reduce::{Draft, Drafts};
use super::source::Problem;
use std::collections::BTreeMap;

/// The most rounds times edges. Rules that need more stay unreduced, which is only slower.
const MAX_WORK: usize = 1_000_000;
/// Cost of an edge in a round.
const EDGE: usize = 40;

/// Merges equivalent nodes, by refinement of a partition (Moore 1956). Actions keep their numbers, so two paths that
/// are different moves stay different. Nodes of different regions stay separate, since a walk in one may be in progress
/// during a walk in the other. Returns the class of each node.
pub(super) fn merge(drafts: &mut Drafts, regions: &[u32], account: &mut Account) -> Result<Vec<u32>, Problem> {
    let mut class: Vec<u32> = regions.to_vec();
    let mut count = 0;
    let mut work = 0;
    loop {
        let mut known: BTreeMap<(u32, Vec<Draft>), u32> = BTreeMap::new();
        let mut next = vec![0; class.len()];
        for (node, edges) in drafts.iter().enumerate() {
            work += 1 + edges.len();
            let mut signature: Vec<Draft> =
                edges.iter().map(|draft| Draft { target: class_of(&class, draft.target), ..draft.clone() }).collect();
            signature.sort_unstable();
            signature.dedup();
            let fresh = known.len() as u32;
            next[node] = *known.entry((class[node], signature)).or_insert(fresh);
        }
        class = next;
        if known.len() == count {
            break;
        }
        if work > MAX_WORK {
            class = (0..drafts.len() as u32).collect();
            break;
        }
        count = known.len();
    }
    account.spend(EDGE * work, "merging what does the same")?;
    Ok(class)
}

pub(super) fn class_of(class: &[u32], node: u32) -> u32 {
    if node == ACCEPT { ACCEPT } else { class[node as usize] }
}

/// For each node its pattern, from 1; 0 for the rules themselves.
pub(super) fn regions(drafts: &Drafts, patterns: &[u32], action_targets: &[u32]) -> Vec<u32> {
    let mut region = vec![0; drafts.len()];
    for (index, &first) in patterns.iter().enumerate() {
        let mut stack = vec![first];
        region[first as usize] = index as u32 + 1;
        while let Some(node) = stack.pop() {
            for draft in &drafts[node as usize] {
                let behind = (draft.action != NO_ACTION).then(|| action_targets[draft.action as usize]);
                for target in [Some(draft.target), behind].into_iter().flatten() {
                    if target != ACCEPT && region[target as usize] == 0 {
                        region[target as usize] = index as u32 + 1;
                        stack.push(target);
                    }
                }
            }
        }
    }
    region
}
