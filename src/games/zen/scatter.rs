//! Random positions to train from: near the end few pawns stand close together, far from it many all over the board.
//!
//! From the opening, untrained sides hardly ever connect all of their pawns, and so learn nothing from results.

use super::position::Position;
use crate::game::Side;
use crate::games::lines::{Cells, MEN};
use rand::{Rng, RngExt};
use std::ops::Range;

const SIZE: usize = u128::SIZE;

/// A random position, which may be over.
pub fn position(distance: f32, rng: &mut dyn Rng) -> Position {
    let distance = distance.clamp(0.0, 1.0);
    let mut taken = 0;
    let zen = rng.random_bool(0.8).then(|| cell(0..SIZE, 0..SIZE, &mut taken, rng));
    let pawns = Side::BOTH.map(|_| cluster(distance, &mut taken, rng));
    let side = if rng.random_bool(0.5) { Side::First } else { Side::Second };
    // A game with this many captures has lasted a while.
    let plies = rng.random_range(0..=60);
    Position::new(pawns, zen.map(|cell| cell as u8), None, side, plies)
}

/// The pawns of a side, on cells around a random one.
fn cluster(distance: f32, taken: &mut u128, rng: &mut dyn Rng) -> u128 {
    // Between few and all of them, within a square that grows to the whole board.
    let most = 4.max(3 + (distance * (MEN - 3) as f32) as u32);
    let count = rng.random_range(most - 1..=most);
    let reach = 2 + (distance * (SIZE - 2) as f32) as usize;
    let [row, column] = [(); 2].map(|()| rng.random_range(0..SIZE));
    let near = |centre: usize| centre.saturating_sub(reach)..(centre + reach + 1).min(SIZE);
    (0..count).fold(0, |pawns, _| pawns | 1 << cell(near(row), near(column), taken, rng))
}

/// Takes a free cell in these rows and columns. There is always one: a corner has nine cells within reach, and if
/// more than a few pawns are drawn, the reach is wider.
fn cell(rows: Range<usize>, columns: Range<usize>, taken: &mut u128, rng: &mut dyn Rng) -> usize {
    loop {
        let cell = rng.random_range(rows.clone()) * SIZE + rng.random_range(columns.clone());
        if *taken >> cell & 1 == 0 {
            *taken |= 1 << cell;
            return cell;
        }
    }
}
