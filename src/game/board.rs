use super::Side;
use serde::{Serialize, Serializer};

/// The appearance of a game: what a page needs to draw its board without knowing the game.
///
/// x goes to the right and y upwards, one unit a cell. Several boards are separate groups of cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The cells, each with a name of its own.
    pub cells: Vec<BoardCell>,
    pub tile: Tile,
    /// Lines drawn between cells, by their places in [`Board::cells`].
    pub edges: Vec<[u16; 2]>,
    /// Distances of the loops round each corner of a grid of points, as in Surakarta. A loop joins the two lines at
    /// this distance from the corner; the second lines from the rim have distance 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<u16>,
    /// Number of rows and columns of squares between heavy lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<u16>,
    /// Whether a part within heavy lines belongs to the side that has a whole line of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_won_by_lines: bool,
    /// Lines on the rim that belong to a side, such as those that it must join in Hex.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<Border>,
    pub kinds: Vec<ManKind>,
    /// Cells that belong to a side, by their places in [`Board::cells`], such as a side's point of the star, or its
    /// cards.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "zones")]
    pub zones: Vec<(u16, Side)>,
    /// Pairs of cells, by their places in [`Board::cells`]: the second holds the tens of the counters in the first,
    /// and is not drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tens: Vec<[u16; 2]>,
    /// Signs for cells by which a turn continues, with the cells' places in [`Board::cells`]: for instance, a sign for
    /// the way in which a part of the board is turned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<(u16, char)>,
    /// What a turn begins with, as `move a stone, or place one`, if that is not obvious.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begin: Option<String>,
    /// What to choose when a turn continues, as `choose where the arrow lands`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Whether neighbouring cells differ in colour.
    pub chequered: bool,
    /// The side whose men are dark; the other side's are light.
    #[serde(serialize_with = "index")]
    pub dark: Side,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardCell {
    /// The cell's name, as in [`Notation::move_parts`](super::Notation::move_parts).
    pub name: String,
    /// Horizontal position of the centre, growing to the right.
    #[serde(serialize_with = "coordinate")]
    pub x: f32,
    /// Vertical position of the centre, growing upwards.
    #[serde(serialize_with = "coordinate")]
    pub y: f32,
    /// Width, in cells.
    #[serde(skip_serializing_if = "is_one", serialize_with = "coordinate")]
    pub w: f32,
    /// Height, in cells.
    #[serde(skip_serializing_if = "is_one", serialize_with = "coordinate")]
    pub h: f32,
}

impl BoardCell {
    /// A cell of the usual size.
    pub fn new(name: String, x: f32, y: f32) -> BoardCell {
        BoardCell { name, x, y, w: 1.0, h: 1.0 }
    }
}

/// A number of a position that is shown beside the board, such as the walls left to a side, or the moves without a
/// capture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// The quantity counted, as `walls left`.
    pub words: String,
    /// The side whose number it is; `None` for both.
    #[serde(serialize_with = "index_or_null")]
    pub side: Option<Side>,
    pub value: u16,
}

/// A line on the rim of a [`Board`] that belongs to a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Border {
    /// The points joined by the line, each as x and y.
    #[serde(serialize_with = "points")]
    pub line: Vec<[f32; 2]>,
    #[serde(serialize_with = "index")]
    pub side: Side,
}

/// The shape of a [`Board`]'s cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tile {
    Square,
    /// A hexagon; the centres of neighbours are one unit apart.
    Hexagon,
    /// A point at which lines meet.
    Point,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ManKind {
    /// The kind's name, as `pawn`, without the side.
    pub name: String,
    pub look: Look,
    /// The side of these men, which gives their colour; neutral men have none.
    #[serde(serialize_with = "index_or_null")]
    pub side: Option<Side>,
    /// The kind's letter in positions that begin with a character for each cell of the board, in its order, with `.`
    /// for an empty one and `/` between rows. A page can then edit cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// A flat disc, as in draughts.
    Disc,
    /// A round stone, as in Go.
    Stone,
    Ring,
    /// A disc with a letter or sign on it.
    Letter(char),
    /// A hollow with this number of counters in it.
    Number(char),
    /// A block that fills its cell, as a wall.
    Block,
    /// Half of a block of two cells, as a domino: how far to the right and upwards the other half lies. If more than
    /// two halves lie in a row, the first two are a block, the next two another, and so on.
    Half(i8, i8),
    /// A man with a crown, as a king of draughts.
    Crowned,
    /// A chessman, by its English letter.
    Chessman(char),
    /// A letter or sign on the cell itself: a mark, and no man.
    Sign(char),
    /// A small mark in a side's colour: the cell is empty and belongs to the side.
    Area,
    /// A card that shows how men move.
    Card(Card),
}

/// The moves that a card allows a man, as in Onitama: the man is in the middle of five by five cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Card(u32);

impl Card {
    /// The farthest that a man moves in a direction.
    pub const REACH: i32 = 2;

    /// Adds the cell at this distance to the right and ahead; returns whether it is on the card.
    pub fn add(&mut self, right: i32, ahead: i32) -> bool {
        let reach = -Card::REACH..=Card::REACH;
        let is_on = reach.contains(&right) && reach.contains(&ahead);
        if is_on {
            self.0 |= 1 << ((ahead + Card::REACH) * 5 + right + Card::REACH);
        }
        is_on
    }

    /// The cells, each with its distances to the right and ahead.
    pub fn cells(self) -> impl Iterator<Item = (i32, i32)> {
        let cells = (0..25).filter(move |cell| self.0 >> cell & 1 != 0);
        cells.map(|cell| (cell % 5 - Card::REACH, cell / 5 - Card::REACH))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells())
    }
}

impl Board {
    /// A board of square cells: `a1` lower left, letters to the right, numbers upwards.
    ///
    /// # Panics
    /// The board has more columns than there are letters.
    pub fn squares(columns: u16, rows: u16, kinds: Vec<ManKind>) -> Board {
        assert!(columns <= 26, "{columns} columns have no letters");
        let cell = |row: u16, column: u16| {
            BoardCell::new(format!("{}{}", char::from(b'a' + column as u8), row + 1), column.into(), row.into())
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(row, column))).collect();
        Board {
            cells,
            tile: Tile::Square,
            edges: Vec::new(),
            loops: Vec::new(),
            grid: None,
            is_won_by_lines: false,
            borders: Vec::new(),
            zones: Vec::new(),
            tens: Vec::new(),
            targets: Vec::new(),
            begin: None,
            next: None,
            kinds,
            chequered: false,
            dark: Side::Second,
        }
    }

    /// The width of the board in cells.
    pub fn width(&self) -> f32 {
        let of = |pick: fn(f32, f32) -> f32| self.cells.iter().map(|cell| cell.x).reduce(pick).unwrap_or(0.0);
        of(f32::max) - of(f32::min) + 1.0
    }
}

impl ManKind {
    pub fn new(name: &str, look: Look, side: impl Into<Option<Side>>) -> ManKind {
        ManKind { name: name.to_owned(), look, side: side.into(), letter: None }
    }
}

/// By reference, as `serde` requires.
fn is_one(size: &f32) -> bool {
    *size == 1.0
}

/// The shortest exact number for people: whole numbers have no point, and 0.3 is `0.3`, not `0.30000001192092896`.
fn coordinate<S: Serializer>(place: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    short(*place).serialize(serializer)
}

fn points<S: Serializer>(line: &[[f32; 2]], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(line.iter().map(|point| point.map(short)))
}

fn short(place: f32) -> serde_json::Number {
    let exact = (f64::from(place) * 1000.0).round() / 1000.0;
    match exact.fract() == 0.0 {
        true => (exact as i64).into(),
        false => serde_json::Number::from_f64(exact).expect("places on a board are finite"),
    }
}

fn index<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(*side as u8)
}

fn zones<S: Serializer>(zones: &[(u16, Side)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(zones.iter().map(|&(cell, side)| (cell, side as u8)))
}

fn index_or_null<S: Serializer>(side: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
    side.map(Side::index).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn boards_are_told_as_the_protocol_says() {
        let kinds = vec![ManKind::new("king", Look::Letter('K'), Side::Second), ManKind::new("wall", Look::Disc, None)];
        let mut board = Board::squares(2, 1, kinds);
        board.cells[1].y = 0.866;
        let told = json!({
            "cells": [{"name": "a1", "x": 0, "y": 0}, {"name": "b1", "x": 1, "y": 0.866}],
            "tile": "square",
            "edges": [],
            "kinds": [
                {"name": "king", "look": {"letter": "K"}, "side": 1},
                {"name": "wall", "look": "disc", "side": null}
            ],
            "chequered": false,
            "dark": 1
        });
        assert_eq!(serde_json::to_value(&board).expect("it serialises"), told);
        assert_eq!(board.width(), 2.0);
    }
}
