//! A network's view of a position, from the side to act.
//!
//! The line lies at the left of one row that has room for the longest line; cells behind it are 0 in all planes.
//! Planes, globals and logits are the same for all numbers of pieces, so that one architecture fits them all.
//!
//! Of the totals only the difference is shown: it decides, and positions with the same difference are the same to play.
//! Hard for a small stack of 3x3 convolutions is the score of a swap, since its seams lie up to 20 pieces apart. So
//! there is a plane for each size with both sides' scores, at the cell of the swap's logit.

use super::{moves::Move, position::Position};
use crate::game::{SHARED_FUTURE, Shape, digest, squash};

/// Version of the meaning of planes, globals and policy indices.
pub const VERSION: u32 = 2;

const OWN: usize = 0;
const OPPOSING: usize = 1;
/// 1 on the line: distinguishes its cells from those behind it and from the padding.
const ONES: usize = 2;
/// Length of the piece's chain, as a share of the longest.
const CHAIN: usize = 3;
/// 1 / length of the piece's chain: the share by which one more piece increases the product.
const CHAIN_GROWTH: usize = 4;
/// The chain at either end of the line, from which its side's opponent may remove pieces.
const OUTER: usize = 5;
/// Number of pieces up to the left end, itself included, as a share of the longest line; then up to the right end.
const TO_LEFT: usize = 6;
const TO_RIGHT: usize = 7;
/// Pieces in which the earlier line differs: the swap that would invert exactly these is forbidden.
const BAN: usize = 8;
/// For each size: the margin of the side to act from that swap, squashed to (0, 1), at the first cell of its right
/// group. For all swaps that change the line, even forbidden ones and in remove steps.
const SWAPS: usize = 9;
/// Largest size of a group.
const SIZES: usize = 20;
const PLANES: usize = SWAPS + SIZES;

/// Policy planes behind those for the swaps of each size: remove up to the cell, from the left and from the right end.
const REMOVE_LEFT: usize = SIZES;
const REMOVE_RIGHT: usize = SIZES + 1;
const POLICY_PLANES: usize = SIZES + 2;
/// Logits that belong to no cell: nothing is removed; passing.
const KEEP: usize = 0;
const PASS: usize = 1;

const GLOBALS: usize = 22;

/// The encoding shows turns left exactly up to this number, the most that a game has by default.
const HORIZON: u16 = 160;

// The hash counts turns left up to the horizon only, and a turn has at least one move.
const _: () = assert!(HORIZON as u32 > SHARED_FUTURE);

/// The difference in one turn's scores that counts half, as a share of that of the totals.
const TURN_SHARE: f32 = 1.0 / 6.0;

/// Turns left as the encoding shows them: at most [`HORIZON`].
#[inline]
fn horizon(position: &Position) -> u16 {
    position.turns_left().min(HORIZON)
}

/// A hash of the data that [`Encoder::encode`] shows.
#[inline]
pub fn hash(position: &Position) -> u64 {
    let line = position.line();
    let sizes = u64::from(line.length()) << 40 | u64::from(horizon(position)) << 48;
    let step = u64::from(position.removing()) << 56;
    let lead = position.lead_of(position.side()) as u64;
    digest([line.pieces(position.side()) | sizes | step, position.ban(), lead])
}

/// The encoding for one number of pieces.
#[derive(Clone, Debug)]
pub struct Encoder {
    pieces: u32,
    /// Differences of totals, and of one turn's scores, that [`squash`] maps to 1/2.
    half_lead: f32,
    half_turn: f32,
}

impl Encoder {
    pub fn new(pieces: u32, half_lead: f32) -> Self {
        Encoder { pieces, half_lead, half_turn: half_lead * TURN_SHARE }
    }

    /// Number of cells: the pieces of the longest line.
    fn cells(&self) -> usize {
        2 * self.pieces as usize
    }

    pub fn shape(&self) -> Shape {
        Shape {
            rows: 1,
            cols: self.cells(),
            planes: PLANES,
            globals: GLOBALS,
            policy_planes: POLICY_PLANES,
            policy_extra: 2,
            lead: true,
        }
    }

    /// Writes planes and globals; see [`crate::game::Encoding::encode`].
    pub fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        planes.fill(0.0);
        let mut planes = Planes { entries: planes, cells: self.cells() };
        let chains = planes.line(position);
        let margins = self.swaps(position, &mut planes);
        let globals: &mut [f32; GLOBALS] = globals.try_into().expect("as many as the shape says");
        *globals = self.globals(position, chains, margins);
    }

    /// Writes the planes of [`SWAPS`]. Returns the best and the worst margin that the side to act could make with a
    /// swap, or with the line as it is.
    fn swaps(&self, position: &Position, planes: &mut Planes) -> [f32; 2] {
        let (own, opposing) = (position.side().index(), position.side().other().index());
        let line = position.line();
        let margin = |scores: [u32; 2]| scores[own] as f32 - scores[opposing] as f32;
        let [mut best, mut worst] = [margin(line.scores()); 2];
        line.for_each_swap(|before, size, changes| {
            let margin = margin(line.inverted(changes).scores());
            (best, worst) = (best.max(margin), worst.min(margin));
            *planes.at(SWAPS + size as usize - 1, before + size) = 0.5 + 0.5 * squash(margin, self.half_turn);
        });
        [best, worst]
    }

    /// The scalars; `chains` of the side to act and of the other, `margins` as [`Encoder::swaps`] gives them.
    fn globals(&self, position: &Position, chains: [u32; 2], [best, worst]: [f32; 2]) -> [f32; GLOBALS] {
        let flag = |condition: bool| f32::from(u8::from(condition));
        let sides = [position.side(), position.side().other()];
        let turns = horizon(position);
        let left = f32::from(turns);
        let lead = position.lead_of(position.side()) as f32;
        let scores = sides.map(|side| position.line().scores()[side.index()] as f32);
        let pieces = sides.map(|side| position.line().pieces(side).count_ones() as f32 / self.pieces as f32);
        let turn = |points: f32| squash(points, self.half_turn);
        [
            flag(position.removing()),
            flag(position.ban() != 0),
            // Turns left: all, the last ones more and more finely, and the parity of the last one.
            left / f32::from(HORIZON),
            1.0 / (1.0 + left),
            flag(turns % 2 == 1),
            flag(turns == 1),
            flag(turns == 2),
            flag(turns == 3),
            flag(turns == 4),
            pieces[0],
            pieces[1],
            chains[0] as f32 / 10.0,
            chains[1] as f32 / 10.0,
            // The lead: its sign, a small one exactly, a large one, and one relative to the possible gain of the turns
            // left.
            flag(lead > 0.0) - flag(lead < 0.0),
            lead.clamp(-8.0, 8.0) / 8.0,
            turn(lead),
            squash(lead, self.half_lead),
            squash(lead, 1.0 + self.half_turn * left),
            // The scores of the line as it is, and the best for either side after one swap.
            turn(scores[0]),
            turn(scores[1]),
            turn(best),
            turn(worst),
        ]
    }

    /// The index of a move among the policy's logits.
    #[inline]
    pub fn policy_index(&self, position: &Position, mv: Move) -> usize {
        let index = |plane: usize, cell: usize| plane * self.cells() + cell;
        match mv {
            Move::Swap { before, size, .. } => index(usize::from(size) - 1, usize::from(before + size)),
            Move::Left(count) => index(REMOVE_LEFT, usize::from(count) - 1),
            Move::Right(count) => index(REMOVE_RIGHT, position.line().length() as usize - usize::from(count)),
            Move::Keep => index(POLICY_PLANES, KEEP),
            Move::Pass => index(POLICY_PLANES, PASS),
        }
    }
}

struct Planes<'a> {
    entries: &'a mut [f32],
    cells: usize,
}

impl Planes<'_> {
    #[inline]
    fn at(&mut self, plane: usize, cell: u32) -> &mut f32 {
        &mut self.entries[plane * self.cells + cell as usize]
    }

    /// Writes all planes except those of the swaps. Returns the number of chains of the side to act and of the other.
    fn line(&mut self, position: &Position) -> [u32; 2] {
        let line = position.line();
        let (length, longest) = (line.length(), self.cells as f32);
        let mut opposing = usize::from(line.first_side() != position.side());
        let mut counts = [0; 2];
        for (begin, size) in line.chains() {
            let outer = begin == 0 || begin + size == length;
            for cell in begin..begin + size {
                *self.at([OWN, OPPOSING][opposing], cell) = 1.0;
                *self.at(ONES, cell) = 1.0;
                *self.at(CHAIN, cell) = size as f32 / SIZES as f32;
                *self.at(CHAIN_GROWTH, cell) = 1.0 / size as f32;
                *self.at(OUTER, cell) = f32::from(u8::from(outer));
                *self.at(TO_LEFT, cell) = (cell + 1) as f32 / longest;
                *self.at(TO_RIGHT, cell) = (length - cell) as f32 / longest;
                *self.at(BAN, cell) = (position.ban() >> cell & 1) as f32;
            }
            counts[opposing] += 1;
            opposing = 1 - opposing;
        }
        counts
    }
}
