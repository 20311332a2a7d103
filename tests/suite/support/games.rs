//! Every game with every rule option, random games of it, and damaged texts.

use ardoise::game::{Game, History, OptionKind, Rules, Variant};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Every combination of the words of a variant's options; numbers at their default, then each at both its bounds.
pub fn option_sets(variant: &'static Variant) -> Vec<Rules> {
    let mut sets: Vec<Vec<(&str, String)>> = vec![Vec::new()];
    for option in variant.options {
        if let OptionKind::Choice(words) = option.kind {
            let with = |set: &Vec<_>, word: &str| [set.as_slice(), &[(option.name, word.to_owned())]].concat();
            sets = sets.iter().flat_map(|set| words.iter().map(|word| with(set, word))).collect();
        }
    }
    for option in variant.options {
        if let OptionKind::Integer(low, high) = option.kind {
            sets.extend([low, high].map(|bound| vec![(option.name, bound.to_string())]));
        }
    }
    sets.into_iter().map(|set| variant.rules(set).expect("these values are listed")).collect()
}

/// Runs an expression for each variant and option set, and for the example: `each_game!(game => check(&game))`.
macro_rules! each_game {
    ($game:ident => $check:expr) => {
        let $game = $crate::support::tic_tac_toe::tic_tac_toe();
        $check;
        let files = ardoise::games::rules_files().map(|variant| variant.default_rules());
        for rules in ardoise::games::variants().flat_map($crate::support::games::option_sets).chain(files) {
            let $game = ardoise::games::AnyGame::new(rules).expect("a listed variant");
            $check;
        }
    };
}
pub(crate) use each_game;

/// A reproducible stream of random numbers, different for each set of rules.
pub fn stream<G: Game>(game: &G, seed: u64) -> Xoshiro256PlusPlus {
    let rules = Vec::from_iter(game.rules().to_string().bytes().map(u64::from));
    Xoshiro256PlusPlus::seed_from_u64(ardoise::random::derive(seed, &rules))
}

/// Plays random games to their ends until there were `positions` positions, and shows each position on the way to
/// `visit`, the last of a game too.
pub fn random_games<G: Game>(game: &G, seed: u64, positions: usize, mut visit: impl FnMut(&History<G>)) {
    // There are many files, all played by the same code.
    let from_file = ardoise::games::rules_file::of_variant(game.rules().variant()).is_some();
    let positions = if from_file { positions.min(120.max(positions / 200)) } else { positions };
    let mut rng = stream(game, seed);
    let mut moves = Vec::new();
    let mut visited = 0;
    while visited < positions {
        let mut history = History::new(game, game.start());
        loop {
            visited += 1;
            visit(&history);
            history.legal_moves(game, &mut moves);
            let Some(&mv) = moves.choose(&mut rng) else { break };
            history.play(game, mv);
        }
        assert!(history.outcome().is_some(), "{}: no move, but not over: {:?}", game.rules(), history.position());
    }
}

pub fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves
}

/// Damages a text: a character lost, doubled, swapped with the next, replaced, a blank added, a field or row dropped.
pub fn damaged(text: &str, rng: &mut impl Rng) -> Vec<String> {
    let chars = Vec::from_iter(text.chars());
    let alphabet = Vec::from_iter(text.chars().chain("019abowx./-, é".chars()));
    let mut damaged = vec![String::new(), " ".into(), format!("{text} "), format!(" {text}"), text.to_uppercase()];
    damaged.push(text.replace(' ', "\t"));
    for at in 0..chars.len() {
        let (before, after) = (String::from_iter(&chars[..at]), String::from_iter(&chars[at + 1..]));
        let (c, other) = (chars[at], alphabet.choose(rng).expect("the alphabet has characters"));
        damaged.push(before.clone());
        damaged.push(format!("{before}{after}"));
        damaged.push(format!("{before}{c}{c}{after}"));
        damaged.push(format!("{before}{c} {after}"));
        damaged.push(format!("{before}{other}{after}"));
        if c.is_ascii_digit() {
            damaged.push(format!("{before}99999999999999999999{after}"));
            damaged.push(format!("{before}-{c}{after}"));
            damaged.push(format!("{before}0{c}{after}"));
        }
        if at + 1 < chars.len() {
            let mut swapped = chars.clone();
            swapped.swap(at, at + 1);
            damaged.push(swapped.into_iter().collect());
        }
    }
    for separator in ["/", " ", ","] {
        let parts = Vec::from_iter(text.split(separator));
        for drop in 0..parts.len() {
            damaged.push([&parts[..drop], &parts[drop + 1..]].concat().join(separator));
            let twice = [&parts[..=drop], &parts[drop..]].concat();
            damaged.push(twice.join(separator));
        }
    }
    damaged.retain(|other| other != text);
    damaged
}
