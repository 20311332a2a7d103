//! Dualité, Grand Dual and the team variant (`docs/games.md`).
//!
//! Circles have no owner. A step draws a white circle or blackens one, next to the last move of the opponent; four of a
//! state in a line win, and a side that cannot move loses. One type plays all three variants.

mod encoding;
mod grid;
mod notation;
mod position;
mod solver;

pub use position::{Cell, Position};
pub use solver::Solver;

use crate::game::{
    Board, Encoding, ExactSolver, Game, Guidance, Look, ManKind, Notation, NotationError, OptionSpec, Outcome, Rules,
    Seat, Shape, Side, Symmetry, Variant, digest,
};
use position::Spec;

pub static VARIANTS: &[Variant] = &[
    Variant::new("dualite", "Dualité: draw and blacken circles; four alike in a line win, on 4x4 cells", OPTIONS),
    Variant::new("grand-dual", "Grand Dual: Dualité on 5x5 cells", OPTIONS),
    Variant::new("dualite-teams", "Dualité for two teams of two, on 4x4 cells", TEAM_OPTIONS),
];

const OPTIONS: &[OptionSpec] = &[OPENING];

const TEAM_OPTIONS: &[OptionSpec] = &[OPENING, ANCHOR];

const OPENING: OptionSpec = OptionSpec::choice(
    "opening",
    &["either", "last", "single"],
    "either",
    "which circle of the opening the first reply may touch; single: the opening has only one",
);

const ANCHOR: OptionSpec = OptionSpec::choice(
    "anchor",
    &["adversary", "previous"],
    "adversary",
    "a move must touch the last move of the other team, or simply the last move",
);

/// Dualité, Grand Dual or the team variant.
#[derive(Clone)]
pub struct Dualite {
    rules: Rules,
    spec: Spec,
}

impl Dualite {
    /// The game of one of [`VARIANTS`].
    pub fn new(rules: Rules) -> Self {
        let spec = Spec::new(&rules);
        Dualite { rules, spec }
    }

    fn teams(&self) -> bool {
        self.spec.turn > 1
    }
}

impl Game for Dualite {
    type Position = Position;
    type Move = Cell;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        self.spec.start()
    }

    fn side_to_act(&self, position: &Position) -> Side {
        position.side
    }

    fn seat_to_act(&self, position: &Position) -> Seat {
        if !self.teams() {
            return Seat::of_side(position.side);
        }
        // The opening is one turn of A1; the first step of a later turn is A1's or B1's.
        let partner = u8::from(position.steps_left == 1 && !self.spec.in_opening(position));
        Seat(2 * position.side as u8 + partner)
    }

    fn seat_names(&self) -> Vec<&str> {
        if self.teams() { vec!["A1", "A2", "B1", "B2"] } else { vec!["first", "second"] }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Cell>) {
        moves.clear();
        if !self.spec.has_line(position) {
            moves.extend(grid::cells(self.spec.playable(position)).map(|cell| Cell(cell as u8)));
        }
    }

    fn play(&self, position: &mut Position, mv: Cell) {
        self.spec.play(position, mv);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.spec.outcome(position)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        self.outcome(position)?;
        Some(if self.spec.has_line(position) { "four circles in line" } else { "the other side has no move" })
    }

    fn repetition_key(&self, _: &Position) -> Option<u64> {
        None
    }

    /// Only the opening has two moves by one player; partners have turns of their own.
    fn is_within_turn(&self, position: &Position) -> bool {
        self.spec.in_opening(position) && *position != self.spec.start()
    }

    fn has_long_turns(&self) -> bool {
        self.spec.opening_circles() > 1
    }

    fn hash(&self, position: &Position) -> u64 {
        digest([grid::lanes(position.white, position.black), turn_word(position)])
    }

    fn max_moves(&self) -> u32 {
        2 * self.spec.grid.cells() as u32
    }
}

impl Notation for Dualite {
    fn format_move(&self, _: &Position, mv: Cell) -> String {
        notation::format_cell(self.spec.grid.size, mv.index())
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Cell, NotationError> {
        notation::parse_move(&self.spec, position, text)
    }

    fn format_position(&self, position: &Position) -> String {
        notation::format_position(&self.spec, position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(&self.spec, text)
    }

    fn draw(&self, position: &Position) -> String {
        notation::draw(&self.spec, position)
    }

    fn board(&self) -> Option<Board> {
        let size = self.spec.grid.size as u16;
        let kinds = vec![ManKind::new("white", Look::Ring, None), ManKind::new("black", Look::Disc, None)];
        Some(Board::squares(size, size, kinds))
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        let circles = [position.white, position.black].into_iter().zip(0..);
        circles.flat_map(|(mask, kind)| grid::cells(mask).map(move |cell| (cell as u16, kind))).collect()
    }
}

impl Symmetry for Dualite {
    fn symmetries(&self) -> usize {
        grid::SYMMETRIES
    }

    fn transform_position(&self, symmetry: usize, position: &Position) -> Position {
        self.spec.image(symmetry, position)
    }

    fn transform_move(&self, symmetry: usize, mv: Cell) -> Cell {
        Cell(self.spec.grid.image(symmetry, mv.index()) as u8)
    }
}

impl Encoding for Dualite {
    fn shape(&self) -> Shape {
        encoding::shape(&self.spec)
    }

    fn encoding_version(&self) -> u32 {
        2
    }

    /// On such a small board a net learns many positions by heart: it sees the canonical image of each, and so has an
    /// eighth as many to learn (docs/log/canonical-image.md).
    fn encode(&self, position: &Position, planes: &mut [f32], _globals: &mut [f32]) {
        let canonical = self.spec.image(self.spec.canonical(position).symmetry, position);
        encoding::encode(&self.spec, &canonical, planes);
    }

    fn policy_index(&self, position: &Position, mv: Cell) -> usize {
        self.spec.grid.image(self.spec.canonical(position).symmetry, mv.index())
    }
}

impl Guidance for Dualite {
    fn solver(&self) -> Option<Box<dyn ExactSolver<Self>>> {
        Some(Box::new(Solver::new(self)))
    }
}

/// Everything of a position that is not on the board, in one word.
fn turn_word(position: &Position) -> u64 {
    grid::lanes(position.anchors, (position.side as u32) << 8 | u32::from(position.steps_left))
}
