use std::fmt::Debug;
use std::hash::Hash;

/// A move that fits into 32 bits, the same size in every game: search trees hold millions of them.
pub trait Packed: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The move as a number. Different moves have different numbers, in the order of the moves.
    fn pack(self) -> u32;

    /// The move with a number from [`Packed::pack`].
    fn unpack(number: u32) -> Self;
}

macro_rules! numbers {
    ($($number:ident),*) => {
        $(impl Packed for $number {
            #[inline]
            fn pack(self) -> u32 {
                self.into()
            }

            #[inline]
            fn unpack(number: u32) -> Self {
                number as $number
            }
        })*
    };
}

numbers!(u8, u16, u32);
