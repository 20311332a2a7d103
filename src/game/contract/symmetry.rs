//! Checks that symmetries keep the rules and form a group.

use super::amount::Amount;
use super::notation::reads_back;
use super::random_games::{RandomGames, legal, some, sorted};
use super::violation::{Place, Violation, hold};
use crate::game::CompleteGame;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// A position's image has the images of its moves and results, and play leads from image to image.
pub fn symmetries_keep_the_rules<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let mut games = RandomGames::new(game, 3, amount.share(1, 1));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        let moves = legal(game, position);
        let identity = game.transform_position(0, position) == *position;
        hold!(identity, here; "symmetry 0 changes the position: expected the identity");
        for symmetry in 0..game.symmetries() {
            if amount.is_over() {
                break;
            }
            let image = game.transform_position(symmetry, position);
            if let Err(difference) = alike(game, position, &image) {
                let found = format!("{difference} in its image by symmetry {symmetry}: expected the same");
                return Err(here.violation(found));
            }
            let map = |mv| game.transform_move(symmetry, mv);
            hold!(
                sorted(moves.iter().map(|&mv| map(mv))) == sorted(legal(game, &image)), here;
                "the images of the legal moves by symmetry {symmetry} are not the legal moves of the image, `{}`",
                game.format_position(&image)
            );
            reads_back(game, &image)?;
            for &mv in some(history, moves.iter()) {
                let (mut next, mut next_image) = (position.clone(), image.clone());
                game.play(&mut next, mv);
                game.play(&mut next_image, map(mv));
                hold!(
                    game.transform_position(symmetry, &next) == next_image, here;
                    "after `{}` the image by symmetry {symmetry} is not what the move's image leads to",
                    game.format_move(position, mv)
                );
            }
        }
    }
    Ok(())
}

/// Checks that a position and its image agree; the error is the difference.
fn alike<G: CompleteGame>(game: &G, position: &G::Position, image: &G::Position) -> Result<(), String> {
    fn same<T: PartialEq + Debug>(what: &str, [own, other]: [T; 2]) -> Result<(), String> {
        if own == other { Ok(()) } else { Err(format!("{what} is {own:?}, but {other:?}")) }
    }
    let both = [position, image];
    same("outcome", both.map(|position| game.outcome(position)))?;
    same("side_to_act", both.map(|position| game.side_to_act(position)))?;
    same("seat_to_act", both.map(|position| game.seat_to_act(position)))?;
    same("totals", both.map(|position| game.totals(position)))?;
    same("lead", both.map(|position| game.lead(position)))?;
    same("progress", both.map(|position| game.progress(position)))
}

/// Index 0 is the identity, and two symmetries in a row are again a symmetry, the same for all positions and moves.
/// Some power of each is then the identity, so they are bijections.
pub fn symmetries_are_a_group<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let n = game.symmetries();
    hold!(n >= 1, "symmetries gives {n}: expected at least 1, the identity");
    let mut products: BTreeMap<(usize, usize), Vec<usize>> =
        (0..n * n).map(|pair| ((pair / n, pair % n), (0..n).collect())).collect();
    let mut games = RandomGames::new(game, 4, amount.share(1, 20));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        let moves = legal(game, position);
        let identity = moves.iter().all(|&mv| game.transform_move(0, mv) == mv);
        hold!(identity, here; "symmetry 0 changes a move: expected the identity");
        for (&(first, then), candidates) in &mut products {
            let image = game.transform_position(then, &game.transform_position(first, position));
            candidates.retain(|&product| {
                game.transform_position(product, position) == image
                    && moves.iter().all(|&mv| {
                        let image = game.transform_move(then, game.transform_move(first, mv));
                        game.transform_move(product, mv) == image
                    })
            });
            hold!(
                !candidates.is_empty(), here;
                "symmetry {first} and then symmetry {then} are together none of the {n}: expected one of them"
            );
        }
    }
    // Symmetries that change none of the positions visited cannot be distinguished; each other one then has this many
    // twins.
    let unmoved = products[&(0, 0)].len();
    for ((first, then), candidates) in products {
        hold!(
            candidates.len() == unmoved,
            "symmetry {first} and then symmetry {then} are together each of {candidates:?}: expected all to differ"
        );
    }
    Ok(())
}
