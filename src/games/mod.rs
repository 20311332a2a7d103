//! The games, one folder each. `list_games!` below is the one place that names them all.

pub mod dualite;
pub mod lcalculus;
pub mod loa;
pub mod logitac;
pub mod zen;

mod lines; // no game: what Lines of Action and Zen l'initié share

use crate::game::{Rules, RulesError, Variant};

/// Hands the list of all games, each with its doc comment, its module and its type, to another macro of this file,
/// behind whatever that macro was given. A new game is one line here and its `mod` above.
#[doc(hidden)]
#[macro_export]
macro_rules! list_games {
    ($use:ident! $($given:tt)*) => {
        $crate::$use! { [$($given)*]
            "Dualité, Grand Dual and the team variant.", dualite::Dualite;
            "L-Calculus.", lcalculus::LCalculus;
            "Lines of Action.", loa::Loa;
            "Logitac.", logitac::Logitac;
            "Zen l'initié.", zen::Zen;
        }
    };
}

/// Runs an expression on the concrete game inside an [`AnyGame`]: `with_game!(any, game => f(&game))`.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        $crate::list_games! { match_game! $any, $game => $body }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_game {
    ([$any:expr, $game:ident => $body:expr] $($doc:literal, $module:ident::$type:ident;)*) => {
        match $any {
            $($crate::games::AnyGame::$type($game) => $body,)*
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! define_games {
    ([] $($doc:literal, $module:ident::$type:ident;)*) => {
        /// Any of the games: the one dynamic boundary. Code behind [`with_game!`](crate::with_game) is compiled for
        /// each game.
        #[derive(Clone)]
        #[expect(clippy::large_enum_variant, reason = "made once a command; a box would only stand in the way")]
        pub enum AnyGame {
            $(#[doc = $doc] $type($module::$type),)*
        }

        impl AnyGame {
            /// The game that plays by these rules.
            ///
            /// # Errors
            /// The rules belong to none of the [`variants`].
            pub fn new(rules: Rules) -> Result<AnyGame, RulesError> {
                $(if $module::VARIANTS.contains(rules.variant()) {
                    return Ok(AnyGame::$type($module::$type::new(rules)));
                })*
                Err(unknown(rules.variant().name))
            }
        }

        /// All variants, in the order in which they are listed.
        pub fn variants() -> impl Iterator<Item = &'static Variant> {
            [$($module::VARIANTS),*].into_iter().flatten()
        }
    };
}

list_games! { define_games! }

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

/// The rules and the notation of a variant, in Markdown: the section of `docs/games.md` whose heading names it.
pub fn rule_page(variant: &Variant) -> &'static str {
    let sections = include_str!("../../docs/games.md").split("\n## ").skip(1);
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
