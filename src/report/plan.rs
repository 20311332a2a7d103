use crate::players::{Budget, PlayerSpec};
use crate::record::option_texts;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The strengths at which games are played, the weakest first. Simulations of a move: `None` for a random move, 0 for
/// the policy without search.
pub const STRENGTHS: [Option<u32>; 5] = [None, Some(0), Some(8), Some(32), Some(128)];

/// Which games a report plays. Everything follows from it, so a report that goes on after an interruption ends as if
/// there had been none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportPlan {
    /// The rules that are reported on; two to compare.
    pub subjects: Vec<Subject>,
    /// Games of each strength against itself, and pairs between neighbouring strengths times two.
    pub games: usize,
    /// Everything random follows from it.
    pub seed: u64,
    /// Version of the program: another one may play other games.
    pub program: String,
}

/// Rules and the player that plays by them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    /// Name of the variant.
    pub game: String,
    /// Rule options that differ from their defaults.
    pub options: Map<String, Value>,
    /// The player, as it was named.
    pub player: String,
}

impl Subject {
    /// The rules by `options`, played by `player`.
    pub fn new(game: &str, options: Map<String, Value>, player: &PlayerSpec) -> Subject {
        Subject { game: game.to_owned(), options, player: player.to_string() }
    }

    /// Its name in the report.
    pub fn name(&self) -> String {
        format!("{} {}", self.game, options_text(&self.options)).trim_end().to_owned()
    }
}

/// Rule options as they are given: `size=5 opening=last`.
pub fn options_text(options: &Map<String, Value>) -> String {
    Vec::from_iter(option_texts(options)).join(" ")
}

/// How long a strength of [`STRENGTHS`] that searches thinks about a move.
pub fn budget(simulations: u32) -> Budget {
    if simulations == 0 { Budget::Policy } else { Budget::Simulations(simulations) }
}

/// The name of a strength.
pub fn strength_name(strength: usize) -> String {
    match STRENGTHS[strength] {
        None => "random".to_owned(),
        Some(0) => "policy".to_owned(),
        Some(simulations) => simulations.to_string(),
    }
}

/// One task: a game of a strength against itself, a pair of the next higher one against it, or a game of the strongest
/// one against a player who copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameTask {
    /// Index into [`ReportPlan::subjects`].
    pub subject: usize,
    /// Index into [`STRENGTHS`].
    pub strength: usize,
    /// Whether the next higher strength is the opponent.
    pub step: bool,
    /// Whether the opponent answers each turn by its image.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copied: bool,
    /// From 0.
    pub index: usize,
}

impl GameTask {
    /// Whether there is one of its kind for every two games of a strength.
    pub fn is_for_two(&self) -> bool {
        self.step || self.copied
    }
}

impl ReportPlan {
    /// All tasks, so that the first ones are a small report of their own.
    pub fn tasks(&self) -> Vec<GameTask> {
        let mut tasks = Vec::new();
        for index in 0..self.games {
            for subject in 0..self.subjects.len() {
                for strength in 0..STRENGTHS.len() {
                    tasks.push(GameTask { subject, strength, step: false, copied: false, index });
                    if index % 2 == 0 {
                        let copied = strength + 1 == STRENGTHS.len();
                        tasks.push(GameTask { subject, strength, step: !copied, copied, index: index / 2 });
                    }
                }
            }
        }
        tasks
    }
}
