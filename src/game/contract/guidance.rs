//! Positions that a game offers beyond those of its games.

use super::amount::Amount;
use super::encoding::Encodings;
use super::notation::reads_back;
use super::play::moves_end_with_the_game;
use super::random_games::{RandomGames, stream};
use super::violation::{Place, Violation, hold};
use crate::game::CompleteGame;
use rand::RngExt;
use std::collections::HashSet;

/// Most scattered positions are those of games that go on, at every distance, and these can be.
pub fn scattered_positions_go_on<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let mut rng = stream(game, 12);
    let mut encodings = Encodings::new(game);
    let (mut over, all) = (0, amount.share(1, 5));
    for count in 0..all.positions {
        if all.is_over() {
            return Ok(());
        }
        let Some(position) = game.scattered(rng.random(), &mut rng) else {
            hold!(
                count == 0,
                "scattered gives a position in some calls and none in others: expected always or never one"
            );
            return Ok(());
        };
        if game.outcome(&position).is_some() {
            over += 1;
            continue;
        }
        reads_back(game, &position)?;
        encodings.check(&position)?;
    }
    // An option may leave little room.
    let count = all.positions;
    hold!(
        over * 4 < count || !game.rules().changed_options().is_empty(),
        "the game is over in {over} of {count} scattered positions: expected less than a quarter"
    );
    Ok(())
}

/// A lighter position is the same but for one man, and can be played from like any other.
pub fn lighter_positions_lack_one_man<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let mut games = RandomGames::new(game, 14, amount.share(1, 20));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        if game.outcome(position).is_some() {
            continue;
        }
        let mut lighter = vec![position.clone()];
        game.without_a_man(position, &mut lighter);
        let added = lighter.first() == Some(position);
        hold!(added, here; "without_a_man changes what it is given: expected positions added at its end");
        let men: HashSet<_> = HashSet::from_iter(game.men(position));
        let mut met = HashSet::new();
        for other in &lighter[1..] {
            let text = game.format_position(other);
            let left = game.men(other);
            hold!(
                left.len() + 1 == men.len() && left.iter().all(|man| men.contains(man)), here;
                "without_a_man gives `{text}`: expected the same men but for one"
            );
            hold!(
                game.side_to_act(other) == game.side_to_act(position), here;
                "without_a_man gives `{text}`, where the other side is to act: expected the same side"
            );
            hold!(met.insert(other.clone()), here; "without_a_man gives `{text}` twice: expected each position once");
            reads_back(game, other)?;
            moves_end_with_the_game(game, other, Place::position(game, other))?;
        }
    }
    Ok(())
}
