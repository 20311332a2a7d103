//! Every game with every rule option, and how much is tried of each.

use ardoise::game::contract::Amount;
use ardoise::game::{Game, OptionKind, Rules, VariantRef};

/// Every combination of the words of a variant's options; numbers at their default, then each at both its bounds.
pub fn option_sets(variant: VariantRef) -> Vec<Rules> {
    let mut sets: Vec<Vec<(&str, String)>> = vec![Vec::new()];
    for option in &*variant.options {
        if let OptionKind::Choice(words) = &option.kind {
            let with = |set: &Vec<_>, word: &str| [set.as_slice(), &[(&*option.name, word.to_owned())]].concat();
            sets = sets.iter().flat_map(|set| words.iter().map(|word| with(set, word))).collect();
        }
    }
    for option in &*variant.options {
        if let OptionKind::Integer(low, high) = option.kind {
            sets.extend([low, high].map(|bound| vec![(&*option.name, bound.to_string())]));
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

/// How much is tried of a game. There are many files, all played by the same code.
pub fn amount<G: Game>(game: &G) -> Amount {
    let from_file = ardoise::games::rules_file::of_variant(game.rules().variant()).is_some();
    Amount::FULL.share(1, if from_file { 200 } else { 5 })
}
