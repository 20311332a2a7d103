//! Domineering (Göran Andersson) on 6x6 cells: one side lays dominoes upright, the other flat; who cannot loses.
//!
//! A game in a crate of its own, with all that the program can do:
//! `cargo run --release -- play domineering-6x6 --against mcts:1000`, `train domineering-6x6 --budget 10m`, `serve`.
//! The steps are explained in `docs/adding-a-game.md` of ardoise.

use ardoise::game::{
    AnyGame, Board, Encoding, Game, Guidance, Look, ManKind, Notation, NotationError, Outcome, Rules, Shape, Side,
    Symmetry, Variant, position_json, position_of_json,
};
use ardoise::games::Family;
use serde::{Deserialize, Serialize};
use std::process::ExitCode;

const SIZE: usize = 6;
static VARIANTS: &[Variant] = &[Variant::new("domineering-6x6", "Domineering on 6x6 cells", &[])];

#[derive(Clone)]
struct Domineering(Rules);

/// The cells that are covered, one bit each, and the side to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Position {
    covered: u64,
    side: Side,
}

/// The cells of the domino whose lower or left cell this is.
fn domino(side: Side, cell: u8) -> u64 {
    1 << cell | 1 << (usize::from(cell) + if side == Side::First { SIZE } else { 1 })
}

/// The places where the side to act can lay a domino.
fn places(position: &Position) -> impl Iterator<Item = u8> {
    let Position { covered, side } = *position;
    let [rows, columns] = if side == Side::First { [SIZE - 1, SIZE] } else { [SIZE, SIZE - 1] };
    let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row * SIZE + column) as u8));
    cells.filter(move |&cell| covered & domino(side, cell) == 0)
}

impl Game for Domineering {
    type Position = Position;
    /// The domino's lower or left cell, `row * 6 + column`.
    type Move = u8;

    fn rules(&self) -> &Rules {
        &self.0
    }

    fn start(&self) -> Position {
        Position { covered: 0, side: Side::First }
    }

    fn side_to_act(&self, position: &Position) -> Side {
        position.side
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(places(position));
    }

    fn play(&self, position: &mut Position, cell: u8) {
        position.covered |= domino(position.side, cell);
        position.side = position.side.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        places(position).next().is_none().then_some(Outcome::Win(position.side.other()))
    }

    fn max_moves(&self) -> u32 {
        (SIZE * SIZE / 2) as u32
    }
}

impl Notation for Domineering {
    fn format_move(&self, _: &Position, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % SIZE as u8), usize::from(cell) / SIZE + 1)
    }

    fn format_position(&self, position: &Position) -> String {
        position_json(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        position_of_json(text)
    }

    fn draw(&self, position: &Position) -> String {
        let cell =
            |row: usize, column: usize| if position.covered >> (row * SIZE + column) & 1 == 1 { " #" } else { " ." };
        let row = |row: usize| format!("{}{}\n", row + 1, String::from_iter((0..SIZE).map(|column| cell(row, column))));
        String::from_iter((0..SIZE).rev().map(row)) + "  a b c d e f\n"
    }

    /// For the page: squares, on which covered ones hold a stone.
    fn board(&self) -> Option<Board> {
        Some(Board::squares(SIZE as u16, SIZE as u16, vec![ManKind::new("half of a domino", Look::Stone, None)]))
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        (0..36).filter(|cell| position.covered >> cell & 1 == 1).map(|cell| (cell, 0)).collect()
    }

    /// A player selects both cells of the domino.
    fn move_parts(&self, position: &Position, cell: u8) -> Vec<String> {
        let covered = domino(position.side, cell);
        (0..36).filter(|cell| covered >> cell & 1 == 1).map(|cell| self.format_move(position, cell)).collect()
    }
}

impl Symmetry for Domineering {}

impl Encoding for Domineering {
    fn shape(&self) -> Shape {
        Shape { rows: SIZE, cols: SIZE, planes: 3, globals: 0, policy_planes: 1, policy_extra: 0, lead: false }
    }

    fn encode(&self, position: &Position, planes: &mut [f32], _: &mut [f32]) {
        let upright = if position.side == Side::First { u64::MAX } else { 0 };
        for (plane, cells) in planes.chunks_exact_mut(SIZE * SIZE).zip([position.covered, upright, u64::MAX]) {
            plane.iter_mut().enumerate().for_each(|(cell, entry)| *entry = (cells >> cell & 1) as f32);
        }
    }

    fn policy_index(&self, _: &Position, cell: u8) -> usize {
        cell.into()
    }
}

impl Guidance for Domineering {}

fn main() -> ExitCode {
    ardoise::main_with(vec![Family {
        variants: VARIANTS,
        game: |rules| AnyGame::of(Domineering(rules)),
        rules: "## Domineering: `domineering-6x6`\n\nOne side lays dominoes upright, the other flat, on free cells. Who cannot loses.",
        files: &[],
    }])
}
