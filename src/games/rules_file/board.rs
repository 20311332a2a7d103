use super::file::RulesFile;
use super::layout::places;
use super::position::Position;
use crate::game::{Board, BoardCell, Border, Look, ManKind, Side, Tile};
use crate::rbg::{self, Shape};

/// The board as pages draw it. `sides` are those of both players.
pub fn board(file: &RulesFile, sides: [Side; 2]) -> Board {
    let board = file.rules.board();
    let tile = match board.shape {
        Shape::Rectangle | Shape::Cuboid => Tile::Square,
        Shape::Hexagon => Tile::Hexagon,
        Shape::Graph => Tile::Point,
    };
    let cells = board.cells.iter().zip(places(board));
    let cells = cells.map(|(cell, [x, y])| BoardCell { name: cell.name.clone(), x: rounded(x), y: rounded(y) });
    let borders = file.borders.iter().map(|border| Border {
        line: border.line.iter().map(|point| point.map(rounded)).collect(),
        side: sides[border.player],
    });
    let edges = edges(board);
    // A player called black is dark, whoever begins.
    let black = file.rules.variables()[..2].iter().position(|player| &**player == "black");
    let dark = black.map_or(Side::Second, |player| sides[player]);
    Board {
        cells: cells.collect(),
        tile,
        edges,
        borders: borders.collect(),
        kinds: kinds(file, sides),
        chequered: false,
        dark,
    }
}

/// A coordinate as exact as anybody sees, which is short in JSON.
fn rounded(coordinate: f32) -> f32 {
    (coordinate * 1000.0).round() / 1000.0
}

/// Which points lines join, each pair once: only boards that are graphs have lines.
pub fn edges(board: &rbg::Board) -> Vec<[u16; 2]> {
    let mut edges = Vec::new();
    if board.shape == Shape::Graph {
        for from in 0..board.cells.len() {
            let next = (0..board.directions.len()).filter_map(|direction| board.neighbour(from, direction));
            edges.extend(next.map(|to| [from.min(to) as u16, from.max(to) as u16]));
        }
        edges.sort_unstable();
        edges.dedup();
    }
    edges
}

/// The kinds of pieces but the one that stands for an empty cell.
fn kinds(file: &RulesFile, sides: [Side; 2]) -> Vec<ManKind> {
    let owner = |piece: usize| file.owners()[piece].map(|player| sides[player]);
    let men = || (0..file.letters.len()).filter(|&piece| file.letters[piece] != EMPTY);
    let upper = |piece: usize| file.letters[piece].to_ascii_uppercase();
    let look = |piece: usize| {
        let alike = Vec::from_iter(men().filter(|&other| other != piece && owner(other) == owner(piece)));
        // Of `b` and `B`, say men and kings, the small one is a plain disc.
        let is_small = file.letters[piece].is_lowercase() && alike.iter().any(|&other| upper(other) == upper(piece));
        if alike.is_empty() || is_small { Look::Disc } else { Look::Letter(upper(piece)) }
    };
    let kind = |piece: usize| ManKind::new(&file.rules.pieces()[piece], look(piece), owner(piece));
    men().map(|piece| ManKind { letter: Some(file.letters[piece]), ..kind(piece) }).collect()
}

/// The letter of what stands for an empty cell.
pub const EMPTY: char = '.';

/// The men on the board: cell and kind.
pub fn men(file: &RulesFile, position: &Position) -> Vec<(u16, u8)> {
    let mut kinds = vec![None; file.letters.len()];
    let men = (0..file.letters.len()).filter(|&piece| file.letters[piece] != EMPTY);
    (0..).zip(men).for_each(|(kind, piece)| kinds[piece] = Some(kind));
    let cells = 0..file.rules.board().cells.len();
    cells.filter_map(|cell| Some((cell as u16, kinds[usize::from(file.packing.piece(position, cell))]?))).collect()
}
