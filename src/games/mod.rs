//! The games, one folder each, and the list that names them.

pub mod dualite;
pub mod lcalculus;
pub mod loa;
pub mod logitac;
pub mod zen;

mod lines; // no game: what Lines of Action and Zen l'initié share

use crate::game::{Rules, RulesError, Variant};
use std::sync::OnceLock;

pub use crate::game::AnyGame;

/// A game with its variants, as the program lists it.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The names by which it is chosen, with their options.
    pub variants: &'static [Variant],
    /// Makes the game of one of them.
    pub game: fn(Rules) -> AnyGame,
    /// Its rules and notation, in Markdown: sections with a heading `## Title: ` and the names of variants as code.
    pub rules: &'static str,
}

/// The games of this crate. A new one is an entry here and its `mod` above.
const OWN: &[Family] = &[
    Family { variants: dualite::VARIANTS, game: |rules| AnyGame::of(dualite::Dualite::new(rules)), rules: PAGES },
    Family { variants: lcalculus::VARIANTS, game: |rules| AnyGame::of(lcalculus::LCalculus::new(rules)), rules: PAGES },
    Family { variants: loa::VARIANTS, game: |rules| AnyGame::of(loa::Loa::new(rules)), rules: PAGES },
    Family { variants: logitac::VARIANTS, game: |rules| AnyGame::of(logitac::Logitac::new(rules)), rules: PAGES },
    Family { variants: zen::VARIANTS, game: |rules| AnyGame::of(zen::Zen::new(rules)), rules: PAGES },
];

const PAGES: &str = include_str!("../../docs/games.md");

static ADDED: OnceLock<Vec<Family>> = OnceLock::new();

/// Adds games of another crate for the rest of the program, which so has all that it can do for them.
///
/// # Panics
/// Games were added before, or two variants have the same name.
pub fn add(families: Vec<Family>) {
    ADDED.set(families).expect("games are added once");
    let mut names = Vec::from_iter(variants().map(|variant| variant.name));
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    assert!(twice.is_none(), "two games are called {twice:?}");
}

fn families() -> impl Iterator<Item = &'static Family> {
    OWN.iter().chain(ADDED.get().into_iter().flatten())
}

/// All variants, in the order in which they are listed.
pub fn variants() -> impl Iterator<Item = &'static Variant> {
    families().flat_map(|family| family.variants)
}

/// The family of a variant.
fn family(variant: &Variant) -> Option<&'static Family> {
    families().find(|family| family.variants.contains(variant))
}

/// The name of the variant's family: that of its first variant. Pages find a board made for a game by it.
pub fn family_name(variant: &Variant) -> &'static str {
    let first = family(variant).and_then(|family| family.variants.first());
    first.map_or(variant.name, |first| first.name)
}

impl AnyGame {
    /// The game that plays by these rules.
    ///
    /// # Errors
    /// The rules belong to none of the [`variants`].
    pub fn new(rules: Rules) -> Result<AnyGame, RulesError> {
        let family = family(rules.variant()).ok_or_else(|| unknown(rules.variant().name))?;
        Ok((family.game)(rules))
    }
}

/// The same expression for the game inside, kept while its uses go.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {{
        let $game = $any;
        $body
    }};
}

/// The rules of the variant with the given name and options; the other options have their defaults.
///
/// # Errors
/// No such variant, option or value.
pub fn rules<K: AsRef<str>, V: AsRef<str>>(
    variant: &str,
    options: impl IntoIterator<Item = (K, V)>,
) -> Result<Rules, RulesError> {
    let found = variants().find(|v| v.name == variant).ok_or_else(|| unknown(variant))?;
    found.rules(options)
}

fn unknown(variant: &str) -> RulesError {
    RulesError::UnknownVariant {
        given: variant.to_owned(),
        expected: variants().map(|v| v.name).collect::<Vec<_>>().join(", "),
    }
}

/// The rules and the notation of a variant, in Markdown: the section of its family's rules whose heading names it.
pub fn rule_page(variant: &Variant) -> &'static str {
    let sections = family(variant).map_or("", |family| family.rules).split("\n## ").skip(1);
    let name = format!("`{}`", variant.name);
    let mut named = sections.filter(|section| section.lines().next().is_some_and(|heading| heading.contains(&name)));
    // A test holds that every variant has a section.
    named.next().unwrap_or(variant.summary).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_a_rule_page_of_its_own_game() {
        for variant in variants() {
            let page = rule_page(variant);
            assert!(page.lines().count() > 3, "docs/games.md has no section for {}", variant.name);
            assert!(!page.contains("\n## "), "{}", variant.name);
            for option in variant.options {
                assert!(page.contains(&format!("| `{}`", option.name)), "{} {}", variant.name, option.name);
            }
        }
    }

    #[test]
    fn rules_of_no_listed_variant_are_refused() {
        static OTHER: Variant = Variant { name: "zen2", summary: "", options: &[] };
        let error = AnyGame::new(OTHER.default_rules()).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.starts_with("unknown game `zen2`: expected one of dualite, ")));
    }
}
