use crate::game::Side;

/// A line of at most 40 pieces.
///
/// Bit `i` is the piece with `i` pieces to its left: 1 for White, 0 for Black. A further 1 follows the last piece: so
/// the word gives the length too, and two lines of one length differ in pieces only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line(u64);

/// The lowest `n` bits, fewer than 64.
#[inline]
const fn low(n: u32) -> u64 {
    (1 << n) - 1
}

impl Line {
    /// The line of `length` pieces in which White has those of `white`.
    pub(super) fn new(white: u64, length: u32) -> Line {
        debug_assert!(white <= low(length));
        Line(white | 1 << length)
    }

    /// `pieces` pieces of each side, alternating.
    pub(super) fn alternating(pieces: u32) -> Line {
        Line::new(0x5555_5555_5555_5555 & low(2 * pieces), 2 * pieces)
    }

    #[inline]
    pub fn length(self) -> u32 {
        self.0.ilog2()
    }

    /// The pieces of a side, as bits.
    #[inline]
    pub fn pieces(self, side: Side) -> u64 {
        let all = low(self.length());
        match side {
            Side::First => self.0 & all,
            Side::Second => !self.0 & all,
        }
    }

    /// Whether one piece of each side is left, or a side has none: the pieces end the game.
    #[inline]
    pub fn is_final(self) -> bool {
        let length = self.length();
        let white = self.0 & low(length);
        length <= 2 || white == 0 || white == low(length)
    }

    /// The bits in which two lines of the same length differ.
    #[inline]
    pub(super) fn difference(self, other: Line) -> u64 {
        self.0 ^ other.0
    }

    /// The line with the pieces of `bits` turned to the other colour.
    #[inline]
    #[must_use]
    pub(super) fn inverted(self, bits: u64) -> Line {
        Line(self.0 ^ bits)
    }

    /// The bits that change when two adjacent groups of `size` pieces, with `before` pieces to their left, change
    /// places.
    #[inline]
    pub(super) fn changes(self, before: u32, size: u32) -> u64 {
        let left = (self.0 ^ self.0 >> size) & low(size) << before;
        left | left << size
    }

    /// Calls `found` with `before`, `size` and the [`Line::changes`] of each swap that changes the line, by ascending
    /// size, then from the left.
    #[inline]
    pub(super) fn for_each_swap(self, mut found: impl FnMut(u32, u32, u64)) {
        let length = self.length();
        for size in 1..=length / 2 {
            // Bit `i`: some of the `width` pieces from `i` on differ from those `size` further on.
            let mut differ = self.0 ^ self.0 >> size;
            let mut width = 1;
            while width < size {
                let step = width.min(size - width);
                differ |= differ >> step;
                width += step;
            }
            let mut places = differ & low(length - 2 * size + 1);
            while places != 0 {
                let before = places.trailing_zeros();
                found(before, size, self.changes(before, size));
                places &= places - 1;
            }
        }
    }

    /// The lengths of a side's runs at the left and at the right end of the line.
    #[inline]
    pub(super) fn end_runs(self, side: Side) -> [u32; 2] {
        let pieces = self.pieces(side);
        [pieces.trailing_ones(), (pieces << (u64::BITS - self.length())).leading_ones()]
    }

    /// The line without its first `count` pieces.
    #[inline]
    #[must_use]
    pub(super) fn without_left(self, count: u32) -> Line {
        Line(self.0 >> count)
    }

    /// The line without its last `count` pieces.
    #[inline]
    #[must_use]
    pub(super) fn without_right(self, count: u32) -> Line {
        let length = self.length() - count;
        Line(self.0 & low(length) | 1 << length)
    }

    /// The line from right to left.
    #[must_use]
    pub(super) fn mirrored(self) -> Line {
        let length = self.length();
        Line::new(self.pieces(Side::First).reverse_bits() >> (u64::BITS - length), length)
    }

    /// Bit `i`: a chain ends with the piece that has `i` pieces to its left.
    #[inline]
    fn chain_ends(self) -> u64 {
        let last = self.length() - 1;
        (self.0 ^ self.0 >> 1) & low(last) | 1 << last
    }

    /// The chains from the left, each as the pieces before it and its length. The sides alternate.
    pub(super) fn chains(self) -> impl Iterator<Item = (u32, u32)> {
        let (mut ends, mut before) = (self.chain_ends(), 0);
        std::iter::from_fn(move || {
            (ends != 0).then(|| {
                let begin = before;
                before = ends.trailing_zeros() + 1;
                ends &= ends - 1;
                (begin, before - begin)
            })
        })
    }

    /// The side of the first piece.
    #[inline]
    pub(super) fn first_side(self) -> Side {
        if self.0 & 1 == 1 { Side::First } else { Side::Second }
    }

    /// The scores of the line for both sides, in the order of [`Side::BOTH`]: the product of the lengths of a side's
    /// chains, 0 for a single one.
    #[inline]
    pub fn scores(self) -> [u32; 2] {
        let mut ends = self.chain_ends();
        let count = ends.count_ones();
        let mut before = 0;
        let mut chain = || {
            let begin = before;
            before = ends.trailing_zeros() + 1;
            ends &= ends - 1;
            before - begin
        };
        // Two running products, one for each colour, so that neither waits for the other.
        let (mut first, mut other) = (1, 1);
        for _ in 0..count / 2 {
            first *= chain();
            other *= chain();
        }
        if count % 2 == 1 {
            first *= chain();
        }
        let first = if count > 2 { first } else { 0 };
        let other = if count > 3 { other } else { 0 };
        match self.first_side() {
            Side::First => [first, other],
            Side::Second => [other, first],
        }
    }
}
