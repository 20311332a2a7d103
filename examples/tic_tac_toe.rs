//! A whole game in one file: tic-tac-toe on 4x4 cells, where three marks in a row win.
//!
//! `cargo run --release --example tic_tac_toe` plays a game of a search against itself. `docs/adding-a-game.md` shows
//! how to make such a file a game of the program.

use ardoise::game::{
    AnyGame, Board, Encoding, Game, Guidance, History, Look, ManKind, Notation, NotationError, Outcome, Rules, Shape,
    Side, Symmetry, Variant, VariantRef, position_json, position_of_json,
};
use ardoise::players::{Budget, Engine};
use serde::{Deserialize, Serialize};

/// The variants of this game: there is one, without options.
pub static VARIANTS: &[Variant] =
    &[Variant::new("tic-tac-toe", "Tic-tac-toe on 4x4 cells: three marks in a row, a column or a diagonal win", &[])];

/// Rows and columns of the board.
const SIZE: usize = 4;
/// Marks in a row that win.
const ROW: usize = 3;

/// Tic-tac-toe. What is constant during a game belongs here.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    rules: Rules,
    /// The cells of each line, one bit a cell.
    lines: Vec<u16>,
}

impl TicTacToe {
    /// The game that plays by rules of one of [`VARIANTS`].
    pub fn new(rules: Rules) -> Self {
        let line = |row: usize, column: usize, down: isize, right: isize| {
            (0..ROW as isize).try_fold(0u16, |line, step| {
                let row = row.checked_add_signed(step * down).filter(|&row| row < SIZE)?;
                let column = column.checked_add_signed(step * right).filter(|&column| column < SIZE)?;
                Some(line | 1 << (row * SIZE + column))
            })
        };
        let starts = (0..SIZE * SIZE).map(|cell| (cell / SIZE, cell % SIZE));
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let lines = starts.flat_map(|(row, column)| directions.map(|(down, right)| line(row, column, down, right)));
        TicTacToe { rules, lines: lines.flatten().collect() }
    }
}

/// The marks of both sides, one bit a cell: cell 0 is `a1`, cell 4 is `a2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    marks: [u16; 2],
}

impl Position {
    fn taken(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }
}

/// A move is the number of its cell.
pub type Move = u8;

impl Game for TicTacToe {
    type Position = Position;
    type Move = Move;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        Position { marks: [0, 0] }
    }

    fn side_to_act(&self, position: &Position) -> Side {
        let [first, second] = position.marks.map(u16::count_ones);
        if first == second { Side::First } else { Side::Second }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        if self.outcome(position).is_none() {
            moves.extend((0..16).filter(|cell| position.taken() >> cell & 1 == 0));
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        position.marks[self.side_to_act(position).index()] |= 1 << mv;
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let wins = |side: &Side| self.lines.iter().any(|line| position.marks[side.index()] & line == *line);
        let winner = Side::BOTH.into_iter().find(wins);
        winner.map(Outcome::Win).or((position.taken() == u16::MAX).then_some(Outcome::Draw))
    }

    fn max_moves(&self) -> u32 {
        16
    }
}

/// Moves are `a1` to `d4`. Positions are JSON, as `{"marks":[32,0]}`.
impl Notation for TicTacToe {
    fn format_move(&self, _: &Position, mv: Move) -> String {
        format!("{}{}", (b'a' + mv % 4) as char, mv / 4 + 1)
    }

    fn format_position(&self, position: &Position) -> String {
        position_json(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        position_of_json(text)
    }

    fn draw(&self, position: &Position) -> String {
        let mark = |cell: usize| match position.marks.map(|marks| marks >> cell & 1) {
            [1, _] => " x",
            [_, 1] => " o",
            _ => " .",
        };
        let rows = (0..SIZE).rev().map(|row| {
            let cells: String = (0..SIZE).map(|column| mark(row * SIZE + column)).collect();
            format!("{}{cells}\n", row + 1)
        });
        rows.collect::<String>() + "  a b c d\n"
    }

    /// The page shows crosses and rings on 4x4 squares, and players click on the cells that `move_parts` names.
    fn board(&self) -> Option<Board> {
        let kinds =
            vec![ManKind::new("cross", Look::Letter('×'), Side::First), ManKind::new("ring", Look::Ring, Side::Second)];
        Some(Board::squares(SIZE as u16, SIZE as u16, kinds))
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        let kind = |cell: u16| position.marks.iter().position(|marks| marks >> cell & 1 == 1);
        (0..16).filter_map(|cell| Some((cell, kind(cell)? as u8))).collect()
    }
}

/// Only the identity. Quarter turns and mirror images would be worth eight times the samples.
impl Symmetry for TicTacToe {}

/// Three planes: the marks of the side to act, those of the other side, and the board. One logit for each cell.
impl Encoding for TicTacToe {
    fn shape(&self) -> Shape {
        Shape { rows: SIZE, cols: SIZE, planes: 3, globals: 0, policy_planes: 1, policy_extra: 0, lead: false }
    }

    fn encode(&self, position: &Position, planes: &mut [f32], _globals: &mut [f32]) {
        let side = self.side_to_act(position);
        let shown = [position.marks[side.index()], position.marks[side.other().index()], u16::MAX];
        for (plane, cells) in planes.chunks_exact_mut(SIZE * SIZE).zip(shown) {
            plane.iter_mut().enumerate().for_each(|(cell, entry)| *entry = f32::from(cells >> cell & 1));
        }
    }

    fn policy_index(&self, _: &Position, mv: Move) -> usize {
        mv.into()
    }
}

/// No hand-written evaluation, no solver.
impl Guidance for TicTacToe {}

/// Plays a game: both sides search with random playouts, 100 a move.
fn main() {
    let game = AnyGame::of(TicTacToe::new(VariantRef::from(&VARIANTS[0]).default_rules()));
    let mut engine = Engine::rollouts(Budget::Simulations(100));
    let mut history = History::new(&game, game.start());
    while history.outcome().is_none() {
        let mv = engine.best_move(&game, &history);
        let (side, text) = (game.side_to_act(history.position()), game.format_move(history.position(), mv));
        history.play(&game, mv);
        println!("{side:?} plays {text}\n{}", game.draw(history.position()));
    }
    println!("{:?}", history.outcome().expect("the loop ends with the game"));
}
