use super::board::{Board, Cell, Plan, Shape, assemble, check_size};
use super::cursor::Cursor;
use super::names::{Meaning, Names};
use super::source::{Problem, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Parses a board given cell by cell: `v1[piece]{dir: v2, dir: v3} v2[piece]{...}`.
pub(super) fn read(cursor: &mut Cursor, names: &mut Names, heading: Span) -> Result<Board, Problem> {
    let mut indices: BTreeMap<Arc<str>, usize> = BTreeMap::new();
    let mut cells = Vec::new();
    let mut edges: Vec<Vec<(u8, Arc<str>, Span)>> = Vec::new();
    while cursor.peek().is_some() {
        let (name, span) = cursor.name("the name of a cell")?;
        check_size(cells.len() + 1, span)?;
        if indices.insert(name.clone(), cells.len()).is_some() {
            return Err(Problem::at(span, format!("`{name}` is already a cell")));
        }
        cursor.expect("[")?;
        let piece = names.piece(cursor)?;
        cursor.expect("]")?;
        cells.push(Cell { name: name.to_string(), x: 0.0, y: 0.0, piece });
        edges.push(ways(cursor, names)?);
    }
    let mut plans = Vec::new();
    for (cell, edges) in cells.into_iter().zip(edges) {
        let mut known = Vec::new();
        for (direction, target, span) in edges {
            let Some(&index) = indices.get(&target) else {
                return Err(Problem::at(span, format!("expected a cell of this board: there is no `{target}`")));
            };
            known.push((direction, index));
        }
        plans.push(Plan { cell, edges: known });
    }
    place(&mut plans, &names.directions);
    assemble(Shape::Graph, plans, &names.directions, heading)
}

/// `{dir: cell, dir: cell}`.
fn ways(cursor: &mut Cursor, names: &mut Names) -> Result<Vec<(u8, Arc<str>, Span)>, Problem> {
    cursor.expect("{")?;
    let mut ways: Vec<(u8, Arc<str>, Span)> = Vec::new();
    while !cursor.sees("}") {
        let (label, span) = cursor.name("the name of a direction")?;
        let direction = match names.get(&label) {
            Some(Meaning::Direction(direction)) => direction,
            _ => names.declare_direction(&label, span)?,
        };
        if ways.iter().any(|way| way.0 == direction) {
            return Err(Problem::at(span, format!("this cell already has a way `{label}`")));
        }
        cursor.expect(":")?;
        let (target, at) = cursor.name("the name of a cell")?;
        ways.push((direction, target, at));
        if !cursor.skip(",") {
            break;
        }
    }
    if !cursor.skip("}") {
        return Err(cursor.expected("`,` or `}`"));
    }
    Ok(ways)
}

/// Gives the cells coordinates: by the directions, if their names have meanings ([`vector`]) and do not contradict each
/// other; otherwise along the outline of a square.
fn place(plans: &mut [Plan], directions: &[Arc<str>]) {
    let vectors: Vec<Option<(i32, i32)>> = directions.iter().map(|name| vector(name)).collect();
    let count = plans.len();
    let known = plans.iter().all(|plan| plan.edges.iter().all(|&(direction, _)| vectors[direction as usize].is_some()));
    let rows = known.then(|| walk(plans, &vectors)).flatten();
    for (index, plan) in plans.iter_mut().enumerate() {
        match &rows {
            Some(places) => {
                plan.cell.x = places[index].0 as f32;
                plan.cell.y = places[index].1 as f32;
            }
            None => {
                // Without a library's sine, which differs between machines: a square's outline is as good as a
                // circle's.
                let side = count.div_ceil(4).max(1);
                let along = (index % side) as f32;
                let (x, y) = match index / side {
                    0 => (along, 0.0),
                    1 => (side as f32, along),
                    2 => (side as f32 - along, side as f32),
                    _ => (0.0, side as f32 - along),
                };
                plan.cell.x = x;
                plan.cell.y = y;
            }
        }
    }
}

/// Places that satisfy all directions: columns and rows are the longest chains of steps, so that lines stay straight
/// and the rings of a mill board are nested. `None` if the directions contradict each other.
fn walk(plans: &[Plan], vectors: &[Option<(i32, i32)>]) -> Option<Vec<(i32, i32)>> {
    let xs = ranks(plans, &|direction| vectors[direction as usize].map_or(0, |vector| vector.0))?;
    let ys = ranks(plans, &|direction| vectors[direction as usize].map_or(0, |vector| vector.1))?;
    let places: Vec<(i32, i32)> = xs.into_iter().zip(ys).collect();
    let mut sorted = places.clone();
    sorted.sort_unstable();
    sorted.dedup();
    (sorted.len() == places.len()).then_some(places)
}

/// The rank of each cell along one axis: neighbours across the axis share one, neighbours along it have a higher one.
fn ranks(plans: &[Plan], sign: &dyn Fn(u8) -> i32) -> Option<Vec<i32>> {
    let count = plans.len();
    let mut group: Vec<usize> = (0..count).collect();
    loop {
        let mut changed = false;
        for (index, plan) in plans.iter().enumerate() {
            for &(_, target) in plan.edges.iter().filter(|edge| sign(edge.0) == 0) {
                let least = group[index].min(group[target]);
                changed |= group[index] != least || group[target] != least;
                group[index] = least;
                group[target] = least;
            }
        }
        if !changed {
            break;
        }
    }
    let mut rank = vec![0; count];
    // A chain of more steps than cells would be a circle.
    for _ in 0..=count {
        let mut changed = false;
        for (index, plan) in plans.iter().enumerate() {
            for &(direction, target) in &plan.edges {
                let (from, to) = match sign(direction) {
                    1 => (group[index], group[target]),
                    -1 => (group[target], group[index]),
                    _ => continue,
                };
                if rank[to] < rank[from] + 1 {
                    rank[to] = rank[from] + 1;
                    changed = true;
                }
            }
        }
        if !changed {
            return Some(group.iter().map(|&group| rank[group]).collect());
        }
    }
    None
}

/// The vector of a direction, by its name: right and down are positive.
fn vector(name: &str) -> Option<(i32, i32)> {
    let lower = name.to_ascii_lowercase();
    let (mut rest, mut sum, mut found) = (lower.as_str(), (0, 0), false);
    const WORDS: [(&str, i32, i32); 12] = [
        ("north", 0, -1),
        ("south", 0, 1),
        ("east", 1, 0),
        ("west", -1, 0),
        ("up", 0, -1),
        ("down", 0, 1),
        ("left", -1, 0),
        ("right", 1, 0),
        ("n", 0, -1),
        ("s", 0, 1),
        ("e", 1, 0),
        ("w", -1, 0),
    ];
    while let Some((word, x, y)) = WORDS.iter().find(|(word, ..)| rest.starts_with(word)) {
        sum = (sum.0 + x, sum.1 + y);
        rest = &rest[word.len()..];
        found = true;
    }
    (found && rest.is_empty() && sum.0.abs() <= 1 && sum.1.abs() <= 1 && sum != (0, 0)).then_some(sum)
}
