use super::heading::BorderWords;
use super::layout::places;
use crate::rbg::{Board, Rules, Shape};

/// Length of a hexagon's side if its neighbours are one unit away.
const HEXAGON_SIDE: f32 = 0.577_350_27;

/// A line on the rim of the board that belongs to a player, in the coordinates of [`places`].
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    /// The player, by its place among the variables.
    pub player: usize,
    /// The points that the line joins, in order.
    pub line: Vec<[f32; 2]>,
}

/// The borders that a heading gives to the players: if a cell has no neighbour in a player's direction, that side of
/// the cell is the player's.
///
/// Hexagons also have sides in directions of neither player. Such a side belongs to the owner of the outer side next
/// to it; between two owners it is shared, as at the corners of Hex.
///
/// # Errors
/// There is no such player or direction, or the board has no sides: the line, and what was expected.
pub fn borders(rules: &Rules, words: &[BorderWords]) -> Result<Vec<Border>, String> {
    let Some(BorderWords { line, .. }) = words.first() else { return Ok(Vec::new()) };
    let board = rules.board();
    let half_side = match board.shape {
        Shape::Rectangle => 0.5,
        Shape::Hexagon => HEXAGON_SIDE / 2.0,
        Shape::Cuboid | Shape::Graph => {
            return Err(format!("{line}: `//! borders`: expected a rectangle or hexagons as board"));
        }
    };
    let owners = owners(rules, words)?;
    let places = places(board);
    let ways = Vec::from_iter((0..board.directions.len()).map(|direction| way(board, &places, direction)));
    let mut borders = Vec::new();
    for (cell, at) in places.iter().enumerate() {
        let bare = |direction: usize| board.neighbour(cell, direction).is_none().then_some(owners[direction]).flatten();
        for (direction, way) in ways.iter().enumerate() {
            let Some([x, y]) = way.filter(|_| board.neighbour(cell, direction).is_none()) else { continue };
            let middle = [at[0] + x / 2.0, at[1] + y / 2.0];
            let end = |sign: f32| [middle[0] - sign * half_side * y, middle[1] + sign * half_side * x];
            // The owner of the side next to this one, at its left or right end.
            let beside = |sign: f32| {
                let is_beside = |other: [f32; 2]| is_one(2.0 * dot(other, [x, y])) && sign * dot(other, [-y, x]) > 0.0;
                ways.iter()
                    .enumerate()
                    .find_map(|(other, way)| way.filter(|&way| is_beside(way)).and_then(|_| bare(other)))
            };
            let halves = match bare(direction) {
                Some(player) => [Some(player); 2],
                None => {
                    let [left, right] = [beside(1.0), beside(-1.0)];
                    [left.or(right), right.or(left)]
                }
            };
            match halves {
                [Some(left), Some(right)] if left == right => {
                    borders.push(Border { player: left, line: vec![end(1.0), end(-1.0)] });
                }
                [Some(left), Some(right)] => borders.extend([
                    Border { player: left, line: vec![end(1.0), middle] },
                    Border { player: right, line: vec![middle, end(-1.0)] },
                ]),
                _ => {}
            }
        }
    }
    Ok(joined(borders))
}

/// Joins the lines of one player that share an end.
fn joined(mut borders: Vec<Border>) -> Vec<Border> {
    let mut joined = Vec::new();
    while let Some(mut border) = borders.pop() {
        let meet = |one: [f32; 2], other: [f32; 2]| (one[0] - other[0]).hypot(one[1] - other[1]) < 0.01;
        // All lines go round the board in one direction.
        while let Some(next) = borders.iter().position(|next| {
            let [last, first] = [&border.line, &next.line].map(|line| line[line.len() - 1]);
            next.player == border.player && (meet(last, next.line[0]) || meet(first, border.line[0]))
        }) {
            let next = borders.swap_remove(next).line;
            if meet(border.line[border.line.len() - 1], next[0]) {
                border.line.extend(&next[1..]);
            } else {
                border.line.splice(..1, next);
            }
        }
        joined.push(border);
    }
    joined
}

fn owners(rules: &Rules, words: &[BorderWords]) -> Result<Vec<Option<usize>>, String> {
    let directions = &rules.board().directions;
    let mut owners = vec![None; directions.len()];
    let players = &rules.variables()[..2];
    for BorderWords { player, directions: own, line } in words {
        let wrong = |wrong: String| format!("{line}: `//! borders`: {wrong}");
        let owner = players.iter().position(|name| **name == **player);
        let owner = owner.ok_or_else(|| {
            wrong(format!("expected a player, `{}` or `{}`, found `{player}`", players[0], players[1]))
        })?;
        for name in own {
            let direction = directions.iter().position(|direction| **direction == **name);
            let direction = direction.ok_or_else(|| {
                wrong(format!("expected a direction of the board, one of {}, found `{name}`", directions.join(", ")))
            })?;
            if owners[direction].replace(owner).is_some() {
                return Err(wrong(format!("`{name}` is given twice")));
            }
        }
    }
    Ok(owners)
}

/// The vector of a direction, from the first two cells that are neighbours in it; `None` if none are.
fn way(board: &Board, places: &[[f32; 2]], direction: usize) -> Option<[f32; 2]> {
    let pair = (0..places.len()).find_map(|from| Some([from, board.neighbour(from, direction)?]))?;
    let [from, to] = pair.map(|cell| places[cell]);
    Some([to[0] - from[0], to[1] - from[1]])
}

fn dot(one: [f32; 2], other: [f32; 2]) -> f32 {
    one[0] * other[0] + one[1] * other[1]
}

fn is_one(value: f32) -> bool {
    (value - 1.0).abs() < 0.01
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rbg::Rules;

    fn hex(words: &[(&str, &str)]) -> Result<Vec<Border>, String> {
        let text = include_str!("../../../tests/rules/small/hex-3.rbg");
        let rules = Rules::parse("hex-3", text).expect("good rules");
        let word = |&(player, directions): &(&str, &str)| BorderWords {
            player: player.to_owned(),
            directions: directions.split(' ').map(str::to_owned).collect(),
            line: 7,
        };
        borders(&rules, &Vec::from_iter(words.iter().map(word)))
    }

    /// The rim of Hex has 8 n - 2 sides of hexagons, and both players own equal parts.
    #[test]
    fn the_rim_of_hex_is_shared_fairly() {
        let borders = hex(&[("red", "nw se"), ("blue", "ne sw")]).expect("both are given theirs");
        let length = |[from, to]: [[f32; 2]; 2]| (from[0] - to[0]).hypot(from[1] - to[1]);
        let sides = |border: &Border| Vec::from_iter(border.line.windows(2).map(|ends| [ends[0], ends[1]]));
        for player in [0, 1] {
            let own = borders.iter().filter(|border| border.player == player).flat_map(sides);
            let own = own.map(length).sum::<f32>();
            assert!((own - 11.0 * HEXAGON_SIDE).abs() < 1e-4, "{own}");
        }
        // Each player has two lines, which are 20 whole sides and, at two corners, halves.
        assert_eq!((borders.len(), borders.iter().flat_map(sides).count()), (4, 24));
        // No side is drawn twice: all of the border lies outside.
        let middle =
            |[from, to]: [[f32; 2]; 2]| [from[0] + to[0], from[1] + to[1]].map(|twice| (twice * 100.0).round() as i32);
        let mut middles = Vec::from_iter(borders.iter().flat_map(sides).map(middle));
        middles.sort_unstable();
        middles.dedup();
        assert_eq!(middles.len(), 24);
    }

    #[test]
    fn who_and_where_must_be_known() {
        assert_eq!(hex(&[]), Ok(Vec::new()));
        assert_eq!(
            hex(&[("green", "nw")]).expect_err("nobody"),
            "7: `//! borders`: expected a player, `red` or `blue`, found `green`"
        );
        let wrong = hex(&[("red", "up")]).expect_err("nowhere");
        assert_eq!(
            wrong,
            "7: `//! borders`: expected a direction of the board, one of nw, ne, e, se, sw, w, found `up`"
        );
        assert_eq!(hex(&[("red", "nw"), ("blue", "nw")]).expect_err("whose?"), "7: `//! borders`: `nw` is given twice");
    }
}
