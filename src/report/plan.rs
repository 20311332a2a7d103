use crate::players::{Budget, PlayerSpec};
use crate::record::option_texts;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The strengths that play, the weakest first, as simulations per move: `None` for a random move, 0 for the policy
/// without search.
pub const STRENGTHS: [Option<u32>; 5] = [None, Some(0), Some(8), Some(32), Some(128)];

/// The games of a report, fully determined: a report resumed after an interruption equals an uninterrupted one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportPlan {
    /// The sets of rules; two to compare.
    pub subjects: Vec<Subject>,
    /// Number of games of each strength against itself, and twice the number of pairs between neighbouring strengths.
    pub games: usize,
    /// Determines everything random.
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
    /// The player's name as given.
    pub player: String,
}

impl Subject {
    /// The rules with `options`, played by `player`.
    pub fn new(game: &str, options: Map<String, Value>, player: &PlayerSpec) -> Subject {
        Subject { game: game.to_owned(), options, player: player.to_string() }
    }

    /// The subject's name in the report.
    pub fn name(&self) -> String {
        format!("{} {}", self.game, options_text(&self.options)).trim_end().to_owned()
    }
}

/// Rule options as on the command line: `size=5 opening=last`.
pub fn options_text(options: &Map<String, Value>) -> String {
    Vec::from_iter(option_texts(options)).join(" ")
}

/// The thinking time per move of a strength of [`STRENGTHS`] that searches.
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
/// one against a copying player.
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
    /// Number of the task among its kind, from 0.
    pub index: usize,
}

impl GameTask {
    /// Whether there is one task of this kind for every two games of a strength.
    pub fn is_for_two(&self) -> bool {
        self.step || self.copied
    }
}

impl ReportPlan {
    /// All tasks, ordered so that the first ones are a small report of their own.
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
