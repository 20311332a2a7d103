use super::grid::{self, Grid, SYMMETRIES};
use crate::game::{Outcome, Packed, Rules, Side};

/// A state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Set of the cells with a white circle, one bit each.
    pub(super) white: u32,
    /// Set of the cells with a black circle.
    pub(super) black: u32,
    /// Cells, one of whose neighbours must be played; empty before the first circle. During the opening's second step
    /// the first circle, whose neighbours may *not* be played.
    pub(super) anchors: u32,
    pub(super) side: Side,
    /// Number of steps that the side to act still has in this turn, this one included.
    pub(super) steps_left: u8,
}

/// A move: the cell played, `row * size + column`. Its effect depends on the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The cell's number, `row * size + column`, both from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Packed for Cell {
    fn pack(self) -> u32 {
        self.0.into()
    }

    fn unpack(number: u32) -> Self {
        Cell(number as u8)
    }
}

/// Which circles of the opening are the "last move" that side 1 answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    Either,
    Last,
    Single,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Canonical {
    /// A key that is the same for a position and its images, and different for all other positions of the same rules.
    /// The side to act does not matter, since circles have no owner.
    pub key: u64,
    /// The symmetry that leads to the canonical image; the first if there are several.
    pub symmetry: usize,
}

/// The rules with their options resolved; moves and results of positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    pub grid: Grid,
    pub opening: Opening,
    /// Number of steps of a turn after the opening: 2 in the team variant.
    pub turn: u8,
    /// Whether a step always answers the step before, even a partner's.
    pub answers_partner: bool,
}

impl Spec {
    pub fn new(rules: &Rules) -> Spec {
        let name = &*rules.variant().name;
        let teams = name == "dualite-teams";
        Spec {
            grid: Grid::new(if name == "grand-dual" { 5 } else { 4 }),
            opening: match rules.get("opening") {
                "last" => Opening::Last,
                "single" => Opening::Single,
                _ => Opening::Either,
            },
            turn: if teams { 2 } else { 1 },
            answers_partner: teams && rules.get("anchor") == "previous",
        }
    }

    /// Number of circles drawn by the opening.
    pub fn opening_circles(&self) -> u8 {
        if self.opening == Opening::Single { 1 } else { 2 }
    }

    pub fn start(&self) -> Position {
        Position { white: 0, black: 0, anchors: 0, side: Side::First, steps_left: self.opening_circles() }
    }

    /// Whether a circle of the opening is still to be drawn.
    #[inline]
    pub fn in_opening(&self, position: &Position) -> bool {
        let circles = position.white | position.black;
        circles == 0 || (self.opening != Opening::Single && position.black == 0 && circles.is_power_of_two())
    }

    /// The playable cells, lines aside.
    #[inline]
    pub fn playable(&self, position: &Position) -> u32 {
        let around = self.grid.neighbours(position.anchors);
        if self.in_opening(position) {
            return self.grid.all & !(around | position.white);
        }
        around & !position.anchors & !position.black
    }

    #[inline]
    pub fn has_line(&self, position: &Position) -> bool {
        self.grid.has_line(grid::lanes(position.white, position.black))
    }

    /// The cells where drawing or blackening a circle completes a line, playable or not.
    #[inline]
    pub fn winning_cells(&self, position: &Position) -> u32 {
        let (white, black) = (position.white, position.black);
        let (to_white, to_black) = grid::split(self.grid.completions(grid::lanes(white, black)));
        (to_white & !(white | black)) | (to_black & white)
    }

    #[inline]
    pub fn play(&self, position: &mut Position, cell: Cell) {
        let bit = 1 << cell.0;
        let joins = self.opening == Opening::Either && self.in_opening(position);
        position.black |= position.white & bit;
        position.white ^= bit;
        position.steps_left -= 1;
        let passes = position.steps_left == 0;
        if passes {
            position.side = position.side.other();
            position.steps_left = self.turn;
        }
        if joins {
            position.anchors |= bit;
        } else if passes || self.answers_partner || position.anchors == 0 {
            position.anchors = bit;
        }
    }

    /// The image of a position under a symmetry.
    pub fn image(&self, symmetry: usize, position: &Position) -> Position {
        let (white, black) = grid::split(self.grid.transform(symmetry, grid::lanes(position.white, position.black)));
        let (anchors, _) = grid::split(self.grid.transform(symmetry, position.anchors.into()));
        Position { white, black, anchors, ..*position }
    }

    /// The symmetric image that represents a position and its images.
    #[inline]
    pub fn canonical(&self, position: &Position) -> Canonical {
        let grid = &self.grid;
        let anchors = position.anchors;
        let (first, last) = (anchors.trailing_zeros().min(31), (31 - anchors.leading_zeros().min(31)));
        let mut lanes = grid::lanes(position.white, position.black);
        // 3 bits for the symmetry; then the key: 25 white, 25 black, 5 for the first and 5 for the last anchor, 1 for
        // the steps left.
        let mut least = u64::MAX;
        for symmetry in 0..SYMMETRIES {
            if symmetry > 0 {
                lanes = if symmetry % 2 == 1 { grid.transpose(lanes) } else { grid.flip(lanes) };
            }
            let (white, black) = grid::split(lanes);
            let (a, b) = match anchors {
                0 => (31, 31),
                _ => (grid.image(symmetry, first as usize), grid.image(symmetry, last as usize)),
            };
            let key = u64::from(white) | u64::from(black) << 25 | (a.min(b) as u64) << 50 | (a.max(b) as u64) << 55;
            least = least.min(key << 3 | symmetry as u64);
        }
        Canonical { key: least >> 3 | u64::from(position.steps_left > 1) << 60, symmetry: least as usize % SYMMETRIES }
    }

    /// The side that made the last step, after the opening.
    #[inline]
    pub fn last_mover(&self, position: &Position) -> Side {
        if position.steps_left == self.turn { position.side.other() } else { position.side }
    }

    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        if self.has_line(position) {
            Some(Outcome::Win(self.last_mover(position)))
        } else if self.playable(position) == 0 {
            Some(Outcome::Win(position.side.other()))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Dualite, VARIANTS};
    use super::*;
    use crate::game::{Game, VariantRef};

    #[test]
    fn images_share_their_canonical_one_and_other_positions_do_not() {
        for variant in VARIANTS {
            let game = Dualite::new(VariantRef::from(variant).default_rules());
            let (spec, mut position, mut moves) = (game.spec, game.start(), Vec::new());
            let mut keys = Vec::new();
            for step in 3.. {
                let Canonical { key, symmetry } = spec.canonical(&position);
                let canonical = spec.image(symmetry, &position);
                assert_eq!(spec.canonical(&canonical), Canonical { key, symmetry: 0 }, "it is its own");
                for symmetry in 0..SYMMETRIES {
                    let image = spec.image(symmetry, &position);
                    let found = spec.canonical(&image);
                    assert_eq!((found.key, spec.image(found.symmetry, &image)), (key, canonical));
                }
                keys.push(key);
                game.legal_moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                game.play(&mut position, moves[step * 7 % moves.len()]);
            }
            let played = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert!(played > 6 && keys.len() == played, "the positions of a game differ");
        }
    }
}
