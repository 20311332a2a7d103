//! Dependencies among the modules of a crate, and their circles.

use super::imports::{Names, Source};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The modules that each module uses, by index, also through re-exported names. Tests within files are left out.
pub fn graph(sources: &[Source]) -> Vec<BTreeSet<usize>> {
    let places: BTreeMap<&[String], usize> =
        (0..).zip(sources).map(|(place, source)| (&source.module[..], place)).collect();
    let used = sources.iter().enumerate().map(|(own, source)| {
        let uses = source.uses.iter().filter(|used| !used.in_tests);
        uses.filter_map(|used| resolve(sources, &places, &used.path, 0)).filter(|&used| used != own).collect()
    });
    used.collect()
}

/// The module that holds what a path names.
fn resolve(sources: &[Source], places: &BTreeMap<&[String], usize>, path: &[String], depth: usize) -> Option<usize> {
    let (len, place) = (0..=path.len()).rev().find_map(|len| Some((len, *places.get(&path[..len])?)))?;
    match path.get(len).and_then(|name| sources[place].exports.get(name)) {
        Some(target) if depth < 9 => {
            let target = Names::from_iter(target.iter().chain(&path[len + 1..]).cloned());
            resolve(sources, places, &target, depth + 1)
        }
        _ => Some(place),
    }
}

/// The circles of a graph: for each set of places that all lead to each other one of the shortest, its first place at
/// the end again.
pub fn circles(graph: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reach: Vec<BTreeSet<usize>> = (0..graph.len()).map(|from| reached(graph, from)).collect();
    let mut known = BTreeSet::<usize>::new();
    let mut circles = Vec::new();
    for place in 0..graph.len() {
        if reach[place].contains(&place) && !known.contains(&place) {
            let together = Vec::from_iter(reach[place].iter().copied().filter(|&other| reach[other].contains(&place)));
            known.extend(&together);
            circles.extend(together.iter().map(|&first| circle(graph, first)).min_by_key(Vec::len));
        }
    }
    circles
}

/// What can be reached from a place in at least one step.
fn reached(graph: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let (mut found, mut ahead) = (BTreeSet::new(), vec![from]);
    while let Some(place) = ahead.pop() {
        ahead.extend(graph[place].iter().filter(|&&next| found.insert(next)));
    }
    found
}

/// The shortest way from a place to itself, which is on a circle.
fn circle(graph: &[BTreeSet<usize>], first: usize) -> Vec<usize> {
    let mut ways = VecDeque::from([vec![first]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for &next in &graph[way[way.len() - 1]] {
            let longer = Vec::from_iter(way.iter().copied().chain([next]));
            if next == first {
                return longer;
            }
            if seen.insert(next) {
                ways.push_back(longer);
            }
        }
    }
    unreachable!("the place is on a circle")
}
