//! Checks of positions that a game offers beyond those of its games.

use super::amount::Amount;
use super::encoding::Encodings;
use super::notation::reads_back;
use super::play::moves_end_with_the_game;
use super::random_games::{RandomGames, stream};
use super::violation::{Place, Violation, hold};
use crate::game::CompleteGame;
use rand::RngExt;
use std::collections::HashSet;

/// Komi is exact up to this lead. Beyond it a few more points hardly change the lead.
const LARGEST_LEAD: f32 = 0.99;

/// Most scattered positions are those of games that continue, at every distance, and all are possible.
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

/// Komi makes up for a lead, and changes nothing else.
pub fn komi_makes_up_for_a_lead<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let offered = game.with_komi(&game.start(), 0.0).is_some();
    let mut games = RandomGames::new(game, 15, amount.share(1, 20));
    let (mut before, mut after) = (Vec::new(), Vec::new());
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        let lead = game.lead(position).unwrap_or(0.0);
        if game.outcome(position).is_some() || lead.abs() > LARGEST_LEAD {
            continue;
        }
        let even = game.with_komi(position, lead);
        hold!(
            even.is_some() == offered, here;
            "with_komi gives a position in some calls and none in others: expected always or never one"
        );
        let Some(even) = even else { continue };
        let left = game.lead(&even).unwrap_or(0.0);
        hold!(left == 0.0, here; "with_komi leaves a lead of {left} where it was {lead}: expected 0");
        game.legal_moves(position, &mut before);
        game.legal_moves(&even, &mut after);
        hold!(
            before == after && game.side_to_act(position) == game.side_to_act(&even), here;
            "with_komi changes the moves or the side to act: expected that points alone change"
        );
        reads_back(game, &even)?;
    }
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
