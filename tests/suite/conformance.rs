//! Checks what every game must keep (`ardoise::game::contract`) for every variant with every combination of its
//! options' words; and checks that need more than one game, or files.
//!
//! A new game is covered once `games::variants()` lists it and its files are in `tests/conformance`.

mod keys;

use crate::support::games::{amount, each_game};
use ardoise::game::contract::{Amount, RandomGames, contracts};
use ardoise::game::{CompleteGame, Game, Notation, perft};
use ardoise::games::{AnyGame, rules, variants};
use ardoise::record::Records;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    game: String,
    options: serde_json::Map<String, serde_json::Value>,
    position: String,
    counts: Vec<u64>,
}

#[test]
fn perft_counts() {
    let text = fs::read_to_string(folder().join("perft.json")).expect("perft.json is there");
    let entries: Vec<Counts> = serde_json::from_str(&text).expect("perft.json is a list of counts");
    for variant in variants() {
        let own = Vec::from_iter(entries.iter().filter(|entry| entry.game == variant.name));
        assert!(!own.is_empty(), "perft.json has no counts of {}", variant.name);
        for entry in own {
            let options = entry.options.iter().map(|(name, value)| match value.as_str() {
                Some(word) => (name, word.to_owned()),
                None => (name, value.to_string()),
            });
            let rules = rules(&entry.game, options).expect("perft.json names options that exist");
            {
                let game = AnyGame::new(rules).expect("a listed variant");
                let start = match entry.position.as_str() {
                    "start" => game.start(),
                    text => game.parse_position(text).expect("perft.json has legal positions"),
                };
                let counts = perft(&game, start, entry.counts.len()).counts;
                assert_eq!(counts, entry.counts, "{} from {}", game.rules(), entry.position);
            };
        }
    }
}

#[test]
fn recorded_games() {
    let mut games: BTreeMap<String, usize> = BTreeMap::new();
    for entry in fs::read_dir(folder()).expect("tests/conformance is there") {
        let path = entry.expect("tests/conformance is readable").path();
        if path.to_string_lossy().ends_with(".games.jsonl") {
            for record in Records::open(&path).expect("listed files are readable") {
                let (line, record) = record.expect("conformance files hold records");
                record.verify().unwrap_or_else(|error| panic!("{}:{line}: {error}", path.display()));
                assert!(record.positions.is_some() && record.legal_counts.is_some() && record.winner.is_some());
                *games.entry(record.game).or_default() += 1;
            }
        }
    }
    for variant in variants() {
        assert!(games.contains_key(&*variant.name), "no recorded game of {}: {games:?}", variant.name);
    }
}

/// The game keeps the contract of that name.
fn check<G: CompleteGame>(game: &G, name: &str, amount: Amount) {
    let contract = contracts().into_iter().find(|contract| contract.name == name).expect("it is listed");
    contract.check(game, amount).unwrap_or_else(|violation| panic!("{}: {violation}", game.rules()));
}

fn kept(name: &str) {
    each_game!(game => check(&game, name, amount(&game)));
}

/// Contracts that other tests check, because they also count cases.
const COUNTED: &[&str] = &[
    "positions of one hash have the same future",
    "damaged positions are refused or print back",
    "only legal moves are read",
];

/// A test for each contract, so that they run side by side.
macro_rules! tests {
    ($($test:ident: $name:literal,)*) => {
        const TESTED: &[&str] = &[$($name),*];

        $(#[test]
        fn $test() {
            kept($name);
        })*
    };
}

tests! {
    games_end_and_only_then_have_no_moves: "games end, and only then have no moves",
    moves_and_positions_read_back: "moves and positions read back",
    men_stand_on_cells_and_people_point_at_cells_or_signs: "men stand on cells, and people point at cells or signs",
    symmetries_map_games_to_games: "symmetries map games to games",
    symmetries_are_a_group: "symmetries are a group",
    points_decide_and_leads_are_bounded: "points decide, and leads are bounded",
    scattered_positions_can_be_played_from: "scattered positions can be played from",
    komi_makes_up_for_a_lead: "komi makes up for a lead",
    lighter_positions_lack_one_man: "lighter positions lack one man",
    encodings_tell_positions_and_moves_apart: "encodings tell positions and moves apart",
    images_share_their_orbit_key_and_no_others: "images share their orbit key, and no others",
    solvers_agree_with_each_of_their_moves: "solvers agree with each of their moves",
}

#[test]
fn every_contract_is_tested_and_explained() {
    let names = BTreeSet::from_iter(contracts::<AnyGame>().iter().map(|contract| contract.name));
    assert_eq!(names, TESTED.iter().chain(COUNTED).copied().collect());
    let page = fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/adding-a-game.md"));
    let page = page.expect("the page is there");
    for name in names {
        assert!(page.contains(&format!("| {name} ")), "docs/adding-a-game.md does not explain `{name}`");
    }
}

/// Games here are drawn on several lines; the default, the position's text, will do for a beginning only.
#[test]
fn boards_are_drawn_on_several_lines() {
    fn check<G: CompleteGame>(game: &G) {
        let mut games = RandomGames::new(game, 2, amount(game).share(1, 1));
        while let Some(history) = games.next_position() {
            let drawing = game.draw(history.position());
            assert!(drawing.lines().count() > 1, "{}: {drawing:?}", game.rules());
        }
    }
    each_game!(game => check(&game));
}

/// Twenty times as many positions as in the tests above, of the contracts where rare ones matter.
#[test]
#[ignore = "takes minutes: `cargo test --release -- --ignored`"]
fn contracts_are_kept_in_many_positions() {
    let many = Amount::of(20 * Amount::FULL.positions);
    for rules in variants().map(|variant| variant.default_rules()) {
        let game = AnyGame::new(rules).expect("a listed variant");
        for name in
            ["games end, and only then have no moves", "moves and positions read back", "symmetries map games to games"]
        {
            check(&game, name, many);
        }
    }
    each_game!(game => check(&game, "encodings tell positions and moves apart", Amount::of(20 * amount(&game).positions)));
}
