//! The kernel for any processor: arrays that the compiler can vectorise.

use super::entry::{entry_points, entry_points8};
use super::fused::mul_add;
use super::vector::{bytes, vector};

/// Number of lanes of the vectors, as in the narrowest units.
const LANES: usize = 4;

/// Floats of this size have no fraction: adding it to a smaller number rounds the latter to the nearest integer, ties
/// to even. `f32::round_ties_even` would call a library function.
const WHOLE: f32 = (1 << 23) as f32;

#[inline(always)]
fn nearest(number: f32) -> f32 {
    let size = number.abs();
    if size < WHOLE { (size + WHOLE - WHOLE).copysign(number) } else { number }
}

vector! {
    Portable([f32; LANES]), LANES lanes, 4 rows:
    // Arrays of f32 have the alignment of f32.
    load |from| from.cast::<[f32; LANES]>().read();
    store |own, to| to.cast::<[f32; LANES]>().write(own);
    splat |value| [value; LANES];
    mul_add |own, factor, term| mul_add(own, factor, term);
    round |own| own.map(nearest);
    add |own, other| std::array::from_fn(|i| own[i] + other[i]);
    sub |own, other| std::array::from_fn(|i| own[i] - other[i]);
    mul |own, other| std::array::from_fn(|i| own[i] * other[i]);
    max |own, other| std::array::from_fn(|i| if own[i] > other[i] { own[i] } else { other[i] });
    min |own, other| std::array::from_fn(|i| if own[i] < other[i] { own[i] } else { other[i] });
    where_positive |own, condition| std::array::from_fn(|i| if condition[i] > 0.0 { own[i] } else { 0.0 });
}

entry_points!(Portable);

bytes! {
    PortableBytes([i32; LANES]) of Portable, 2 cells:
    zero [0; LANES];
    load |from| from.cast::<[i32; LANES]>().read_unaligned();
    splat |from| [from.cast::<i32>().read_unaligned(); LANES];
    dot |own, activations, weights| std::array::from_fn(|i| {
        // Shifts of whole lanes, which vectorise; bytes of arrays do not. All groups are in the same order of
        // bytes.
        let product = |byte: u32| {
            let (activation, weight) = (activations[i] >> (8 * byte), weights[i] << (24 - 8 * byte));
            (activation & 0x7f) * (weight >> 24)
        };
        own[i] + product(0) + product(1) + product(2) + product(3)
    });
    to_floats |own| own.map(|sum| sum as f32);
    store |numbers, to| to.cast::<[u8; LANES]>().write(numbers.map(|number| (number + WHOLE).to_bits() as u8));
}

entry_points8!(PortableBytes);
