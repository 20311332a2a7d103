//! What no game may accept: damaged positions, and moves that are not legal. Most of what is tried must be refused.

use crate::support::games::{amount, each_game};
use ardoise::game::Game;
use ardoise::game::contract::{ReadCounts, read_damaged_moves, read_damaged_positions};

#[test]
fn damaged_positions_are_refused_or_print_back() {
    each_game!(game => {
        let read = read_damaged_positions(&game, amount(&game));
        let ReadCounts { refused, accepted } = read.unwrap_or_else(|violation| panic!("{}: {violation}", game.rules()));
        assert!(refused > accepted && refused > 100, "{}: {refused} refused, {accepted} accepted", game.rules());
    });
}

#[test]
fn only_legal_moves_are_read() {
    each_game!(game => {
        let refused = read_damaged_moves(&game, amount(&game));
        let refused = refused.unwrap_or_else(|violation| panic!("{}: {violation}", game.rules()));
        assert!(refused > 100, "{}: {refused} refused", game.rules());
    });
}
