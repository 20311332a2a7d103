//! Hashes, orbit keys and the options of nets leave things out: they must be right that those do not matter.

use super::Encodings;
use crate::support::games::{damaged, each_game, legal, option_sets, random_games, stream};
use ardoise::game::{CompleteGame, Encoding, Game, Notation, SHARED_FUTURE, Shape};
use ardoise::games::{AnyGame, rules_files, variants};
use rand::{Rng, RngExt, seq::IndexedRandom};
use std::collections::{BTreeMap, HashMap};

#[test]
fn positions_of_one_hash_have_the_same_future() {
    fn check<G: CompleteGame>(game: &G) -> usize {
        let mut rng = stream(game, 21);
        let mut met: HashMap<u64, G::Position> = HashMap::new();
        let mut pairs = 0;
        random_games(game, 22, 2_000, |history| {
            let mut near = vec![*history.position()];
            if rng.random_ratio(1, 40) {
                let texts = damaged(&game.format_position(history.position()), &mut rng);
                near.extend(texts.iter().filter_map(|text| game.parse_position(text).ok()));
            }
            for position in near {
                let known = *met.entry(game.hash(&position)).or_insert(position);
                if known != position && pairs < 200 {
                    pairs += 1;
                    play_both(game, [known, position], &mut rng);
                }
            }
        });
        pairs
    }
    let mut pairs = 0;
    each_game!(game => pairs += check(&game));
    assert!(pairs > 100, "the check met only {pairs} pairs of positions with one hash");
}

/// Plays the same random moves in both positions, as far as a proof may look. Some games have one hash for a position and for
/// the same with the sides exchanged, so what counts is whether the side to act wins.
fn play_both<G: CompleteGame>(game: &G, mut pair: [G::Position; 2], rng: &mut impl Rng) {
    let [first, second] = pair.map(|position| game.format_position(&position));
    for moves in 0..=SHARED_FUTURE {
        let what = || format!("{}: {first} and {second} have one hash; {moves} moves later", game.rules());
        let [outcome, other] = pair.map(|position| {
            let to_act = game.side_to_act(&position);
            game.outcome(&position).map(|outcome| outcome.winner().map(|winner| winner == to_act))
        });
        assert_eq!(outcome, other, "{}", what());
        let [legal, other] = pair.map(|position| {
            let mut legal = legal(game, &position);
            legal.sort_unstable();
            legal
        });
        assert_eq!(legal, other, "{}", what());
        let Some(&mv) = legal.choose(rng) else { return };
        pair.iter_mut().for_each(|position| game.play(position, mv));
    }
}

#[test]
fn orbit_keys_are_shared_by_images_and_by_no_others() {
    fn check<G: CompleteGame>(game: &G) {
        let mut met: HashMap<u64, G::Position> = HashMap::new();
        random_games(game, 23, 2_000, |history| {
            let position = history.position();
            let what = || format!("{}: {}", game.rules(), game.format_position(position));
            let key = game.orbit_key(position);
            assert!(game.images(position).all(|image| game.orbit_key(&image) == key), "{}", what());
            let known = *met.entry(key).or_insert(*position);
            let is_image = game.images(&known).any(|image| game.hash(&image) == game.hash(position));
            assert!(is_image, "{} shares its key with {}", what(), game.format_position(&known));
        });
    }
    each_game!(game => check(&game));
}

/// A net serves all values of the options that it does not depend on: so its inputs show what they change.
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
            games.iter().for_each(|game| {
                random_games(game, 24, 500, |history| texts.push(game.format_position(history.position())));
            });
            let mut shown = HashMap::new();
            for game in games {
                // A net fits boards of any size.
                let kind = |game: &AnyGame| (Shape { rows: 0, cols: 0, ..game.shape() }, game.encoding_version());
                assert_eq!(kind(game), kind(&games[0]), "{}", game.rules());
                let mut encodings = Encodings { shown, ..Encodings::new(game) };
                texts.iter().filter_map(|text| game.parse_position(text).ok()).for_each(|near| encodings.check(&near));
                shown = encodings.shown;
            }
        }
    }
    assert!(shared > 5, "only {shared} nets serve several values of an option");
}
