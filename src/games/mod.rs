//! The games, one folder each. This file is the one place that names them all.

pub mod dualite;
pub mod lcalculus;
pub mod loa;
pub mod logitac;
pub mod zen;

mod lines; // no game: what Lines of Action and Zen l'initié share

use crate::game::{Rules, RulesError, Variant};

/// Any of the games: the one dynamic boundary. Code behind [`with_game!`](crate::with_game) is compiled for each game.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "made once a command; a box would only stand in the way")]
pub enum AnyGame {
    /// Dualité, Grand Dual and the team variant.
    Dualite(dualite::Dualite),
    /// L-Calculus.
    LCalculus(lcalculus::LCalculus),
    /// Lines of Action.
    Loa(loa::Loa),
    /// Logitac.
    Logitac(logitac::Logitac),
    /// Zen l'initié.
    Zen(zen::Zen),
}

/// Runs an expression on the concrete game inside an [`AnyGame`]: `with_game!(any, game => f(&game))`.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::games::AnyGame::Dualite($game) => $body,
            $crate::games::AnyGame::LCalculus($game) => $body,
            $crate::games::AnyGame::Loa($game) => $body,
            $crate::games::AnyGame::Logitac($game) => $body,
            $crate::games::AnyGame::Zen($game) => $body,
        }
    };
}

/// All variants, in the order in which they are listed.
pub fn variants() -> impl Iterator<Item = &'static Variant> {
    [dualite::VARIANTS, lcalculus::VARIANTS, loa::VARIANTS, logitac::VARIANTS, zen::VARIANTS].into_iter().flatten()
}

/// The rules of a variant with the options given, defaults elsewhere.
///
/// # Errors
/// No such variant, option or value.
pub fn rules<K: AsRef<str>, V: AsRef<str>>(
    variant: &str,
    options: impl IntoIterator<Item = (K, V)>,
) -> Result<Rules, RulesError> {
    let found = variants().find(|v| v.name == variant).ok_or_else(|| RulesError::UnknownVariant {
        given: variant.to_owned(),
        expected: variants().map(|v| v.name).collect::<Vec<_>>().join(", "),
    })?;
    found.rules(options)
}

impl AnyGame {
    /// The game that plays by these rules.
    pub fn new(rules: Rules) -> AnyGame {
        let variant = rules.variant();
        if dualite::VARIANTS.contains(variant) {
            AnyGame::Dualite(dualite::Dualite::new(rules))
        } else if lcalculus::VARIANTS.contains(variant) {
            AnyGame::LCalculus(lcalculus::LCalculus::new(rules))
        } else if loa::VARIANTS.contains(variant) {
            AnyGame::Loa(loa::Loa::new(rules))
        } else if logitac::VARIANTS.contains(variant) {
            AnyGame::Logitac(logitac::Logitac::new(rules))
        } else {
            AnyGame::Zen(zen::Zen::new(rules))
        }
    }
}
