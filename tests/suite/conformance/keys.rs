//! Checks that hashes and the options of nets leave out only what does not matter.

use crate::support::games::{amount, each_game, option_sets};
use ardoise::game::contract::{Encodings, RandomGames, pairs_of_one_hash};
use ardoise::game::{Encoding, Game, Notation, Shape};
use ardoise::games::{AnyGame, rules_files, variants};
use std::collections::BTreeMap;

#[test]
fn positions_of_one_hash_have_the_same_future() {
    let mut pairs = 0;
    each_game!(game => {
        let met = pairs_of_one_hash(&game, amount(&game));
        pairs += met.unwrap_or_else(|violation| panic!("{}: {violation}", game.rules()));
    });
    assert!(pairs > 100, "the check met only {pairs} pairs of positions with one hash");
}

/// A net serves all values of the options that it does not depend on, so its inputs must show their effects.
#[test]
fn encodings_show_the_options_that_nets_do_not_depend_on() {
    let mut shared = 0;
    for variant in variants().chain(rules_files()) {
        let mut groups: BTreeMap<BTreeMap<String, String>, Vec<AnyGame>> = BTreeMap::new();
        for rules in option_sets(variant) {
            let (game, options) = (AnyGame::new(rules.clone()).expect("a listed variant"), rules.options());
            let own = game.net_options();
            assert!(own.iter().all(|(name, value)| options.get(name) == Some(value)), "{rules}: {own:?}");
            groups.entry(own).or_default().push(game);
        }
        for games in groups.values().filter(|games| games.len() > 1) {
            shared += 1;
            let mut texts = Vec::new();
            for game in games {
                let mut random = RandomGames::new(game, 24, amount(game).share(1, 20));
                while let Some(history) = random.next_position() {
                    texts.push(game.format_position(history.position()));
                }
            }
            let mut encodings = Encodings::new(&games[0]);
            for game in games {
                // A net fits boards of any size.
                let kind = |game: &AnyGame| (Shape { rows: 0, cols: 0, ..game.shape() }, game.encoding_version());
                assert_eq!(kind(game), kind(&games[0]), "{}", game.rules());
                encodings = encodings.and_of(game);
                for near in texts.iter().filter_map(|text| game.parse_position(text).ok()) {
                    encodings.check(&near).unwrap_or_else(|violation| panic!("{}: {violation}", game.rules()));
                }
            }
        }
    }
    assert!(shared > 5, "only {shared} nets serve several values of an option");
}
