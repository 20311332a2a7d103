use serde_json::from_str;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Expected points, 1 for a win and 1/2 for a draw, that a move of the lowest level loses on average, by variant:
/// from reviews of its games (`examples/review_scale.rs`).
static LOST_BY_BEGINNERS: LazyLock<BTreeMap<String, f32>> =
    LazyLock::new(|| from_str(include_str!("review_scale.json")).expect("the file is part of the program"));

/// A review's names for moves, by the expected points that they lose.
///
/// Evaluators distinguish moves to a different degree: in Logitac, where nearly all games are drawn, a whole game of
/// random moves loses less than one move of Lines of Action. So a move is compared with beginners' losses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    inaccuracy: f32,
    mistake: f32,
}

impl Scale {
    /// The scale of unknown games, and the widest of all.
    pub const WIDEST: Scale = Scale { inaccuracy: 0.05, mistake: 0.10 };
    /// A move that loses at least this much is decisive.
    const DECISIVE: f32 = 0.30;

    /// A third of the loss of a beginner's move is an inaccuracy, two thirds are a mistake.
    pub fn of(variant: &str) -> Scale {
        let Scale { inaccuracy, mistake } = Scale::WIDEST;
        let lost = LOST_BY_BEGINNERS.get(variant).copied().unwrap_or(f32::INFINITY);
        Scale { inaccuracy: inaccuracy.min(lost / 3.0), mistake: mistake.min(lost * 2.0 / 3.0) }
    }

    /// The name of a move with this loss. `is_first`: it is the engine's own move; `is_exact`: the loss is exact.
    pub fn name(self, lost: f32, is_first: bool, is_exact: bool) -> &'static str {
        match lost {
            _ if lost == 0.0 && (is_exact || is_first) => "best",
            _ if lost >= Scale::DECISIVE || is_exact && lost > 0.0 => "decisive",
            _ if lost >= self.mistake => "mistake",
            _ if lost >= self.inaccuracy => "inaccuracy",
            _ => "good",
        }
    }
}
