//! A network's view of a position, from the side to act.
//!
//! The boards lie over one another on the cells of board 1, the smaller ones in its middle, each with planes of its
//! own; for Black the rows are mirrored, so that the side to act always moves up the rows. A solitary cube or cylinder
//! shows as both, and the policy gives the lines along which a man slides, not its kind. Besides the men there are
//! planes with the cells that sliding and leaping men reach, which 3x3 convolutions find hard to follow.

use super::board::{
    BOARDS, CELLS, CHIMNEYS, Cells, DIRECTIONS, FIRST_ROW, LEAPS, NEIGHBOURS, SIZES, WALL, board_of, coordinates,
    seen_by,
};
use super::moves::{Move, RECRUITING_FROM, is_safe_from_slides, slides};
use super::position::{CUBE, CYLINDER, DOUBLE, Due, GONE, PAWN, PAWNS, PYRAMID, Position, RESERVE};
use super::tiebreak::Tiebreak;
use crate::game::{SHARED_FUTURE, Shape, Side};

/// Version of the meaning of planes, globals and policy indices.
pub const VERSION: u32 = 2;

/// Rows, and columns, of the planes.
const SIZE: usize = SIZES[0];
const AREA: usize = SIZE * SIZE;
/// The offset of each board's first row and column on the planes.
const MARGINS: [usize; BOARDS] = [0, 2, 3];

/// Planes of one board: five kinds of men and the reach for each side, and the cells.
const BOARD_PLANES: usize = 13;
/// Own men by kind: pawn, pyramid, sliding along rows and columns, sliding along diagonals, double pawn.
const MEN: usize = 0;
/// Number of the side's sliding or leaping men that reach the cell, in quarters; its own men that they protect count
/// too.
const REACH: usize = 5;
/// The planes of the opponent follow in the same order.
const OPPOSING: usize = 6;
/// 1 on cells, 1/2 on chimneys, 0 elsewhere: distinguishes cells from the padding around the board.
const FLOOR: usize = 12;

/// Scalars of one side, see [`side_globals`].
const SIDE_GLOBALS: usize = 19;
/// Both sides' scalars, then six for the step due and three for the boards of its target, turns left (clamped, see
/// [`horizon`]; below 0 if captives then decide) and turns played up to the first recruiting.
const GLOBALS: usize = 2 * SIDE_GLOBALS + 11;

/// Policy planes by start cell: pawns by direction. On board 1 there are five, see [`PAWN_PLANES`].
const PAWN_STEPS: [usize; BOARDS] = [0, 5, 13];
/// The plane of each direction (own view) of a pawn on board 1.
const PAWN_PLANES: [usize; 8] = [0, 1, 2, 5, 5, 5, 3, 4];
/// Policy planes by target cell: the pyramid on each board.
const PYRAMID_STEPS: usize = 21;
/// Policy planes by target cell: slides along rows and columns, on each board, then along diagonals.
const SLIDES: usize = 24;
/// Policy planes by target cell: the double pawn, on boards 1 and 2.
const LEAP_STEPS: usize = 30;
/// Policy planes by start cell: lifts from boards 1 and 2.
const LIFTS: usize = 32;
/// Policy planes by target cell: placing on each board.
const PLACINGS: usize = 34;
/// Policy planes by target cell: recruiting a pawn, then the double pawn.
const RECRUITS: usize = 37;
const POLICY_PLANES: usize = 39;
/// Logits that belong to no cell.
const BUY_BACK: usize = POLICY_PLANES * AREA;
const TO_SUMMIT: usize = BUY_BACK + 1;

/// Three boards of planes, and the policy planes above.
pub const SHAPE: Shape = Shape {
    rows: SIZE,
    cols: SIZE,
    planes: BOARDS * BOARD_PLANES,
    globals: GLOBALS,
    policy_planes: POLICY_PLANES,
    policy_extra: 2,
    lead: true,
};

/// The encoding shows the turns left by `max_turns` only below this number.
const HORIZON: u16 = 100;

// The hash counts turns left up to the horizon only, and a turn has at least one move.
const _: () = assert!(HORIZON as u32 > SHARED_FUTURE);

/// Turns left as the encoding shows them: at most 100, so that positions far from the cap look the same.
#[inline]
pub fn horizon(position: &Position, max_turns: u16) -> u16 {
    max_turns.saturating_sub(position.turns).min(HORIZON)
}

/// Grants as the encoding shows them: at most three, since a fourth is rare and never needed.
#[inline]
pub fn shown_grants(grants: u16) -> u16 {
    grants.min(3)
}

/// The place of each cell on a plane, for each side's view.
static PLACES: [[u8; CELLS]; 2] = [places(Side::First), places(Side::Second)];

const fn places(side: Side) -> [u8; CELLS] {
    let mut places = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (board, row, column) = coordinates(cell as u8);
        let row = match side {
            Side::First => row,
            Side::Second => SIZES[board] - 1 - row,
        };
        places[cell] = ((MARGINS[board] + row) * SIZE + MARGINS[board] + column) as u8;
        cell += 1;
    }
    places
}

#[inline]
fn place(side: Side, cell: u8) -> usize {
    usize::from(PLACES[side.index()][cell as usize])
}

/// Writes planes and globals; see [`crate::game::Encoding::encode`].
pub fn encode(position: &Position, max_turns: u16, tiebreak: Tiebreak, planes: &mut [f32], globals: &mut [f32]) {
    planes.fill(0.0);
    let mut view = View { side: position.side, planes };
    for cell in 0..CELLS as u8 {
        view.add(FLOOR, cell, if CHIMNEYS.contains(cell) { 0.5 } else { 1.0 });
    }
    let both = position.men(Side::First) | position.men(Side::Second);
    for (first, side) in [(0, position.side), (OPPOSING, position.side.other())] {
        view.men(position, side, first);
        view.reach(position, side, both, first + REACH);
    }
    let (own, rest) = globals.split_at_mut(SIDE_GLOBALS);
    let (opposing, rest) = rest.split_at_mut(SIDE_GLOBALS);
    own.copy_from_slice(&side_globals(position, position.side));
    opposing.copy_from_slice(&side_globals(position, position.side.other()));
    let (men, boards, escape) = match position.due {
        Due::Nothing => (0, 0, false),
        Due::Escape => (0, 0, true),
        Due::Place { men, boards } => (men, boards, false),
    };
    rest[0] = f32::from(escape);
    for man in PYRAMID..=PAWN {
        rest[1 + man] = f32::from(men >> man & 1);
    }
    for board in 0..BOARDS {
        rest[6 + board] = f32::from(boards >> board & 1);
    }
    let turns_left = f32::from(horizon(position, max_turns)) / f32::from(HORIZON);
    rest[9] = if tiebreak == Tiebreak::Captives { -turns_left } else { turns_left };
    rest[10] = f32::from(position.turns.min(RECRUITING_FROM)) / f32::from(RECRUITING_FROM);
}

/// A side's men off the boards, and its share of the requirements of ascents.
fn side_globals(position: &Position, side: Side) -> [f32; SIDE_GLOBALS] {
    let index = side.index();
    let (pieces, reserve, captives) = (&position.pieces[index], position.reserve[index], position.captives[index]);
    let share = |count: u32, most: u32| count.min(most) as f32 / most as f32;
    let solitary = |piece: usize| position.solitary[index] && pieces[piece] != GONE;
    let [odd_1, odd_2, odd_3] = [0, 1, 2].map(|board| f32::from(position.odd[index] >> board & 1));
    let [grants_1, grants_2, grants_3] = position.grants[index].map(|grants| f32::from(shown_grants(grants)) / 3.0);
    [
        share(reserve.into(), PAWNS.into()),
        // Near bankruptcy each pawn counts.
        share(reserve.into(), 4),
        share(captives.into(), PAWNS.into()),
        share(captives.into(), 2),
        odd_1,
        odd_2,
        odd_3,
        grants_1,
        grants_2,
        grants_3,
        f32::from(pieces[PYRAMID] == GONE),
        f32::from(pieces[DOUBLE] == RESERVE),
        f32::from(solitary(CUBE)),
        f32::from(solitary(CYLINDER)),
        share((position.pawns[index] & FIRST_ROW[index]).count(), SIZE as u32),
        share(position.pawns_on(side, 1), 4),
        share(position.pawns_on(side, 2), 2),
        f32::from(position.any_on(side, CUBE..=DOUBLE, 1)),
        f32::from(position.any_on(side, CUBE..=CYLINDER, 2)),
    ]
}

/// The index of a legal step among the policy's logits.
#[inline]
pub fn policy_index(position: &Position, mv: Move) -> usize {
    let side = position.side;
    match mv {
        Move::Go { from, to } => go_index(position, from, to),
        Move::Lift { from } if board_of(from) == 2 => TO_SUMMIT,
        Move::Lift { from } => (LIFTS + board_of(from)) * AREA + place(side, from),
        Move::Place { to } => (PLACINGS + board_of(to)) * AREA + place(side, to),
        Move::RecruitPawn { to } => RECRUITS * AREA + place(side, to),
        Move::RecruitDouble { to } => (RECRUITS + 1) * AREA + place(side, to),
        Move::BuyBack => BUY_BACK,
    }
}

#[inline]
fn go_index(position: &Position, from: u8, to: u8) -> usize {
    let side = position.side;
    let [board, from_row, from_column] = <[usize; 3]>::from(coordinates(from));
    if position.pawns[side.index()].contains(from) {
        let target = NEIGHBOURS[from as usize].into_iter().position(|cell| cell == to);
        let direction = seen_by(side, target.expect("pawns go to neighbouring cells"));
        let plane = if board == 0 { PAWN_PLANES[direction] } else { direction };
        return (PAWN_STEPS[board] + plane) * AREA + place(side, from);
    }
    let pieces = &position.pieces[side.index()];
    let plane = if from == pieces[PYRAMID] {
        PYRAMID_STEPS + board
    } else if from == pieces[DOUBLE] {
        LEAP_STEPS + board
    } else {
        let (_, row, column) = coordinates(to);
        let diagonal = row != from_row && column != from_column;
        SLIDES + BOARDS * usize::from(diagonal) + board
    };
    plane * AREA + place(side, to)
}

/// The planes from the view of the side to act.
struct View<'a> {
    side: Side,
    planes: &'a mut [f32],
}

impl View<'_> {
    /// Adds to the entry of a cell on one of its board's planes.
    fn add(&mut self, plane: usize, cell: u8, value: f32) {
        let plane = board_of(cell) * BOARD_PLANES + plane;
        self.planes[plane * AREA + place(self.side, cell)] += value;
    }

    fn men(&mut self, position: &Position, side: Side, first: usize) {
        /// The planes of each piece in [`MEN`]; a solitary one is on both twins' planes.
        const PLANES: [usize; 4] = [1, 2, 3, 4];
        for cell in position.pawns[side.index()].iter() {
            self.add(first + MEN, cell, 1.0);
        }
        for (piece, &cell) in position.pieces[side.index()].iter().enumerate().filter(|&(_, &at)| board_of(at) < 3) {
            self.add(first + MEN + PLANES[piece], cell, 1.0);
            if position.solitary[side.index()] && (piece == CUBE || piece == CYLINDER) {
                self.add(first + MEN + PLANES[CUBE + CYLINDER - piece], cell, 1.0);
            }
        }
    }

    fn reach(&mut self, position: &Position, side: Side, men: Cells, plane: usize) {
        const WEIGHT: f32 = 0.25;
        let pieces = &position.pieces[side.index()];
        for piece in [CUBE, CYLINDER].into_iter().filter(|&piece| board_of(pieces[piece]) < 3) {
            let directions = slides(position, side, piece);
            for direction in (0..DIRECTIONS.len()).filter(|direction| directions >> direction & 1 == 1) {
                let mut to = NEIGHBOURS[pieces[piece] as usize][direction];
                while to != WALL && !is_safe_from_slides(position, side, to) {
                    self.add(plane, to, WEIGHT);
                    if men.contains(to) || CHIMNEYS.contains(to) {
                        break;
                    }
                    to = NEIGHBOURS[to as usize][direction];
                }
            }
        }
        if board_of(pieces[DOUBLE]) < 3 {
            for to in LEAPS[pieces[DOUBLE] as usize].into_iter().take_while(|&to| to != WALL) {
                self.add(plane, to, WEIGHT);
            }
        }
    }
}
