use crate::rbg::{End, State};
use std::sync::Arc;

/// The most bytes of cells and variables that a position stores inline.
const INLINE: usize = 112;

/// A position, packed: positions are copied a lot. The data are first the piece on each cell, in 1, 2, 4 or 8 bits,
/// then the variables, two bytes each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells and variables if they fit, else zeros.
    inline: [u8; INLINE],
    /// The cells and variables of a game if they do not fit, shared by the copies of a position.
    shared: Option<Arc<Box<[u8]>>>,
    /// The place in the rules; in the five highest bits whether chance acts, the player to move, whether a move is under
    /// way, why the game is over.
    node_and_flags: u32,
    cell: u16,
    /// Number of steps made since the start.
    pub(super) steps: u16,
}

/// How positions of a game are packed.
#[derive(Clone, Copy, Debug)]
pub struct Packing {
    cells: usize,
    variables: usize,
    /// Bits of a cell: 1, 2, 4 or 8.
    bits: usize,
    /// The lowest bit of each cell in eight bytes.
    ones: u64,
    /// The lowest bit of each cell in the last eight bytes that have cells.
    last_ones: u64,
}

/// The place of a cell's piece in a packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    byte: u8,
    shift: u8,
    mask: u8,
}

const CHANCE: u32 = 1 << 27;
const SECOND: u32 = 1 << 28;
const WITHIN: u32 = 1 << 29;
const OVER: u32 = 1 << 30;
const TOO_MUCH: u32 = 1 << 31;
const FLAGS: u32 = CHANCE | SECOND | WITHIN | OVER | TOO_MUCH;

/// The lowest `bits << k` bits of each `8 << k`, for k from 0 to 3.
const fn lanes(bits: usize) -> [u64; 4] {
    let mut lanes = [0; 4];
    let mut k = 0;
    while k < 4 {
        let mut at = 0;
        while at < 64 {
            lanes[k] |= u64::MAX >> (64 - (bits << k)) << at;
            at += 8 << k;
        }
        k += 1;
    }
    lanes
}

/// Packs cells from a byte into `BITS` bits each: in each eight bytes, neighbouring lanes are joined in pairs until one
/// is left.
#[inline]
fn gather<const BITS: usize>(cells: &[u8], packed: &mut [u8]) {
    let lanes = const { lanes(BITS) };
    for (bytes, eight) in packed.as_chunks_mut::<BITS>().0.iter_mut().zip(cells.as_chunks().0) {
        let mut eight = u64::from_le_bytes(*eight);
        for k in 0..3 {
            eight = (eight | eight >> ((8 - BITS) << k)) & lanes[k + 1];
        }
        bytes.copy_from_slice(&eight.to_le_bytes()[..BITS]);
    }
}

#[inline]
fn spread<const BITS: usize>(packed: &[u8], cells: &mut [u8]) {
    let lanes = const { lanes(BITS) };
    for (bytes, eight) in packed.as_chunks::<BITS>().0.iter().zip(cells.as_chunks_mut().0) {
        let mut word = [0; 8];
        word[..BITS].copy_from_slice(bytes);
        let mut word = u64::from_le_bytes(word);
        for k in (0..3).rev() {
            word = (word | word << ((8 - BITS) << k)) & lanes[k];
        }
        *eight = word.to_le_bytes();
    }
}

impl Packing {
    /// The packing for a board of `cells` cells with `pieces` kinds of pieces and `variables` variables.
    pub fn new(cells: usize, pieces: usize, variables: usize) -> Packing {
        let bits = [1, 2, 4, 8].into_iter().find(|bits| pieces <= 1 << bits).expect("there are at most 64 kinds");
        let ones = u64::MAX / (u64::MAX >> (64 - bits));
        let in_last = (cells * bits - 1) % 64 + 1;
        Packing { cells, variables, bits, ones, last_ones: ones & u64::MAX >> (64 - in_last) }
    }

    /// Whether positions store their cells and variables inline, as in most games.
    pub fn is_inline(&self) -> bool {
        self.bytes() <= INLINE
    }

    /// Bytes for the cells and the variables.
    fn bytes(&self) -> usize {
        self.of_cells() + 2 * self.variables
    }

    /// Bytes of the cells: `bits` for every eight cells, the last eight filled up.
    fn of_cells(&self) -> usize {
        self.cells.div_ceil(8) * self.bits
    }

    pub fn pack(&self, state: &State, steps: u16) -> Position {
        let mut inline = [0; INLINE];
        let shared = if self.is_inline() {
            self.write(state, &mut inline);
            None
        } else {
            let mut data = vec![0; self.bytes().next_multiple_of(8)].into_boxed_slice();
            self.write(state, &mut data);
            Some(Arc::new(data))
        };
        let flags = [
            (state.is_chance, CHANCE),
            (state.actor == 1, SECOND),
            (state.is_within_move, WITHIN),
            (state.end.is_some(), OVER),
            (state.end == Some(End::TooMuchWork), TOO_MUCH),
        ];
        let flags: u32 = flags.into_iter().map(|(is_so, flag)| if is_so { flag } else { 0 }).sum();
        Position { inline, shared, node_and_flags: state.node | flags, cell: state.cell, steps }
    }

    /// Packs cells and variables.
    fn write(&self, state: &State, data: &mut [u8]) {
        let (cells, variables) = data.split_at_mut(self.of_cells());
        match self.bits {
            1 => gather::<1>(&state.cells, cells),
            2 => gather::<2>(&state.cells, cells),
            4 => gather::<4>(&state.cells, cells),
            _ => gather::<8>(&state.cells, cells),
        }
        for (bytes, value) in variables.chunks_exact_mut(2).zip(&state.variables[..self.variables]) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
    }

    /// Unpacks a position into `state`, which must be one of the same game.
    pub fn unpack(&self, position: &Position, state: &mut State) {
        let (cells, variables) = position.data().split_at(self.of_cells());
        match self.bits {
            1 => spread::<1>(cells, &mut state.cells),
            2 => spread::<2>(cells, &mut state.cells),
            4 => spread::<4>(cells, &mut state.cells),
            _ => spread::<8>(cells, &mut state.cells),
        }
        for (value, bytes) in state.variables[..self.variables].iter_mut().zip(variables.chunks_exact(2)) {
            *value = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
        (state.node, state.cell) = (position.node(), position.cell);
        state.actor = position.player() as u8;
        state.is_chance = position.is_chance();
        state.is_within_move = position.is_within_move();
        state.end = position.end();
    }

    /// All of the position except the count of steps.
    pub fn words(&self, position: &Position) -> impl Iterator<Item = u64> {
        let flags = u64::from(position.node_and_flags >> SECOND.trailing_zeros());
        let chance = u64::from(position.is_chance()) << 63;
        let place = chance | u64::from(position.node()) << 32 | u64::from(position.cell) << 8 | flags;
        let data = &position.data().as_chunks().0[..self.bytes().div_ceil(8)];
        std::iter::once(place).chain(data.iter().map(|bytes| u64::from_le_bytes(*bytes)))
    }

    /// The place of a cell's piece, for [`Position::piece_on`] and [`Position::put_on`]. Only for positions that store
    /// their cells inline.
    #[inline]
    pub fn spot(&self, cell: usize) -> Spot {
        let at = cell * self.bits;
        Spot { byte: (at / 8) as u8, shift: (at % 8) as u8, mask: (u16::MAX >> (16 - self.bits)) as u8 }
    }

    #[inline]
    pub fn piece(&self, position: &Position, cell: usize) -> u8 {
        let at = cell * self.bits;
        position.data()[at / 8] >> (at % 8) & (u16::MAX >> (16 - self.bits)) as u8
    }

    /// The number of cells with a piece.
    #[inline]
    pub fn count(&self, position: &Position, piece: u8) -> usize {
        let words = (self.cells * self.bits).div_ceil(64);
        let wanted = self.ones * u64::from(piece);
        let count = |(index, word): (usize, &[u8; 8])| {
            let mut others = u64::from_le_bytes(*word) ^ wanted;
            let mut width = 1;
            while width < self.bits {
                others |= others >> width;
                width *= 2;
            }
            let ones = if index + 1 == words { self.last_ones } else { self.ones };
            (!others & ones).count_ones() as usize
        };
        position.data().as_chunks().0[..words].iter().enumerate().map(count).sum()
    }

    /// The value of a variable; the first two are the scores.
    pub fn variable(&self, position: &Position, index: usize) -> u16 {
        let at = self.of_cells() + 2 * index;
        u16::from_le_bytes([position.data()[at], position.data()[at + 1]])
    }

    pub fn assign(&self, position: &mut Position, index: usize, value: u16) {
        let at = self.of_cells() + 2 * index;
        position.data_mut()[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }
}

impl Position {
    /// The cells and the variables.
    #[inline(always)]
    fn data(&self) -> &[u8] {
        match &self.shared {
            None => &self.inline,
            Some(data) => data,
        }
    }

    #[inline(always)]
    fn data_mut(&mut self) -> &mut [u8] {
        match &mut self.shared {
            None => &mut self.inline,
            Some(data) => Arc::make_mut(data).as_mut(),
        }
    }

    /// The piece at a spot.
    #[inline(always)]
    pub fn piece_on(&self, spot: Spot) -> u8 {
        self.inline[usize::from(spot.byte)] >> spot.shift & spot.mask
    }

    /// Puts a piece at a spot.
    #[inline(always)]
    pub fn put_on(&mut self, spot: Spot, piece: u8) {
        let byte = &mut self.inline[usize::from(spot.byte)];
        *byte = *byte & !(spot.mask << spot.shift) | piece << spot.shift;
    }

    /// Takes over the node of another position, its player to move, and its end.
    pub fn stand_as(&mut self, other: &Position) {
        (self.node_and_flags, self.cell) = (other.node_and_flags, other.cell);
    }

    /// Ends the game: the player to move has no turn.
    pub fn end_by_the_rules(&mut self) {
        self.node_and_flags |= OVER;
    }

    /// 0 or 1, the player to move, or the one who moved last where chance acts.
    pub fn player(&self) -> usize {
        (self.node_and_flags & SECOND != 0).into()
    }

    /// Whether chance is to act.
    #[inline]
    pub fn is_chance(&self) -> bool {
        self.node_and_flags & CHANCE != 0
    }

    /// Whether the player has made a step of an unfinished move.
    pub fn is_within_move(&self) -> bool {
        self.node_and_flags & WITHIN != 0
    }

    /// Why the rules end the game.
    pub fn end(&self) -> Option<End> {
        match self.node_and_flags & (OVER | TOO_MUCH) {
            0 => None,
            OVER => Some(End::ByTheRules),
            _ => Some(End::TooMuchWork),
        }
    }

    /// Index of the node of the rules' automaton.
    pub fn node(&self) -> u32 {
        self.node_and_flags & !FLAGS
    }

    /// The cell that play stands on.
    pub fn cell(&self) -> usize {
        self.cell.into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Packing, Position};
    use crate::game::POSITION_BYTES;
    use crate::rbg::Rules;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_position_is_no_larger_than_any_may_be() {
        assert_eq!(size_of::<Position>(), POSITION_BYTES);
    }

    #[test]
    fn pieces_and_variables_are_found_where_they_were_packed() {
        let rules = Rules::parse("a.rbg", include_str!("../../../games/abalone.rbg")).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        for (cells, pieces) in [(61, 2), (25, 3), (64, 4), (49, 11), (7, 16), (61, 40), (361, 9), (2000, 40)] {
            let packing = Packing::new(cells, pieces, 3);
            let mut state = rules.start();
            let own = Vec::from_iter((0..cells).map(|_| rng.random_range(0..pieces as u8)));
            state.cells.fill(0);
            state.cells[..cells].copy_from_slice(&own);
            let mut position = packing.pack(&state, 0);
            packing.assign(&mut position, 2, 515);
            let counted = |piece| own.iter().filter(|&&other| other == piece).count();
            for piece in 0..pieces as u8 {
                assert_eq!(packing.count(&position, piece), counted(piece), "{cells} cells, {piece} of {pieces}");
            }
            assert!((0..cells).all(|cell| packing.piece(&position, cell) == own[cell]));
            assert_eq!(packing.variable(&position, 2), 515);
            let mut unpacked = rules.start();
            packing.unpack(&position, &mut unpacked);
            assert_eq!((&unpacked.cells[..cells], unpacked.variables[2]), (&own[..], 515));
            if packing.is_inline() {
                position.put_on(packing.spot(cells - 1), 1);
                assert_eq!((packing.piece(&position, cells - 1), packing.variable(&position, 2)), (1, 515));
            } else {
                let copy = position.clone();
                packing.assign(&mut position, 0, 7);
                assert_eq!((packing.variable(&copy, 0), packing.variable(&position, 0)), (state.variables[0], 7));
            }
        }
    }
}
