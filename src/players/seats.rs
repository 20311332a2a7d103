use crate::game::{AnyGame, Game, History, Seat, Side};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The side of each seat, in the order of [`Game::seat_names`]. Only positions show which seat acts for which side, so
/// random games are played; a seat that never acts gets its side by the parity of its number.
pub fn seat_sides(game: &AnyGame) -> Vec<Side> {
    let mut sides = vec![None; game.seat_names().len()];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut moves = Vec::new();
    for _ in 0..32 {
        let mut history = History::new(game, game.start());
        while history.outcome().is_none() && sides.contains(&None) {
            let Seat(seat) = game.seat_to_act(history.position());
            sides[usize::from(seat)] = Some(game.side_to_act(history.position()));
            history.legal_moves(game, &mut moves);
            match moves.choose(&mut rng) {
                Some(&mv) => history.play(game, mv),
                None => break,
            }
        }
    }
    let parity = |seat: usize| if seat.is_multiple_of(2) { Side::First } else { Side::Second };
    sides.into_iter().enumerate().map(|(seat, side)| side.unwrap_or_else(|| parity(seat))).collect()
}
