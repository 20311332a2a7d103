//! What a report says, as figures. Scores and values are those of the first side.

use super::examples::Example;
use super::figure::Figure;
use super::openings::FirstTurn;
use crate::play::GameInfo;
use serde::Serialize;
use serde_json::{Map, Value};

/// What is known of one set of rules.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The variant and its options.
    pub name: String,
    /// The game, as a page needs it.
    pub game: GameInfo,
    /// Rule options that differ from their defaults.
    pub options: Map<String, Value>,
    /// The player.
    pub player: String,
    /// By strength, the weakest first.
    pub strengths: Vec<Strength>,
    /// Elo differences between neighbouring strengths.
    pub steps: Vec<Step>,
    /// How many times a player can be found that scores 60 % against the one before, from random to the strongest.
    pub skill: Option<Figure>,
    /// The game itself, where it is solved.
    pub solved: Option<ExactResult>,
    /// The first turns up to symmetry; none where there are too many.
    pub first_turns: Vec<FirstTurn>,
    /// Of the strongest games.
    pub strongest: Strongest,
    /// What the random games show of the rules.
    pub rules: Use,
    /// Whether the player is to be believed.
    pub trust: Trust,
    /// Games worth looking at.
    pub examples: Vec<Example>,
}

/// Games of one strength against itself.
#[derive(Clone, Debug, Serialize)]
pub struct Strength {
    /// `random`, `policy`, or the simulations of a move.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// The first side's score.
    pub score: Option<Figure>,
    /// Share of draws.
    pub draws: Option<Figure>,
    /// Mean length in moves.
    pub length: Option<Figure>,
    /// Mean number of legal moves.
    pub choices: Option<Figure>,
    /// Share of moves without a choice.
    pub forced: Option<Figure>,
    /// Share of positions that had occurred before in the game.
    pub repeated: Option<Figure>,
    /// By how the game ended, the most frequent first.
    pub endings: Vec<Ending>,
    /// Mean of the first side's points less the second side's, in games with points.
    pub margin: Option<Figure>,
}

/// Why games were over.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// In the words of the game.
    pub reason: String,
    /// Share of the games.
    pub share: Figure,
}

impl Ending {
    /// Whether the cap on a game's length ended it.
    pub fn is_by_cap(&self) -> bool {
        self.reason.contains("allows")
    }
}

/// A strength against the one below it.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The weaker one.
    pub from: String,
    /// The stronger one.
    pub to: String,
    /// Elo difference, from pairs of games with exchanged sides.
    pub elo: Figure,
    /// Doublings of simulations between them; none from or to players that do not search.
    pub doublings: Option<f64>,
}

/// Exact results.
#[derive(Clone, Debug, Serialize)]
pub struct ExactResult {
    /// The first side's result under perfect play: 1, 0 or -1.
    pub start: f32,
    /// Share of first turns, each image counted, that win for the first side.
    pub winning: Figure,
    /// Share of those won positions, with a move that loses, in which the policy keeps the win.
    pub policy: Option<Figure>,
    /// The same with 32 simulations.
    pub search: Option<Figure>,
}

/// What the strongest games show.
#[derive(Clone, Debug, Serialize)]
pub struct Strongest {
    /// Lengths in moves, sorted.
    pub lengths: Vec<usize>,
    /// Mean number of legal moves, for each move while at least a tenth of the games goes on.
    pub choices: Vec<f64>,
    /// At each tenth of a game's length: the share of decided games whose value had the winner's sign.
    pub decided: Vec<Option<Figure>>,
    /// Mean number of times that the lead changed.
    pub lead_changes: Option<Figure>,
    /// Share of decided games that the winner's value had given up: below -0.5.
    pub comebacks: Option<Figure>,
    /// Mean of the lowest value that the winner had.
    pub drama: Option<Figure>,
    /// Points that would even the game: half the games end above it. In games with points.
    pub evening: Option<f64>,
}

/// How often rules and cells are used.
#[derive(Clone, Debug, Serialize)]
pub struct Use {
    /// Kinds of moves, the most frequent of the strongest games first.
    pub kinds: Vec<MoveKind>,
    /// Cells that strong games use less than a tenth as often as the average one.
    pub quiet_cells: Vec<String>,
    /// Cells that moves of any game named.
    pub cells: usize,
}

/// A kind of moves.
#[derive(Clone, Debug, Serialize)]
pub struct MoveKind {
    /// The shape of their notation: `#` stands for a cell or a number.
    pub shape: String,
    /// Their share among random moves.
    pub random: Option<Figure>,
    /// Their share among those of the strongest games.
    pub strong: Option<Figure>,
}

/// Whether the player is to be believed.
#[derive(Clone, Debug, Serialize)]
pub struct Trust {
    /// Share of moves of the strongest player that its policy liked best, too.
    pub agreement: Option<Figure>,
    /// Mean squared error of values in the middle of the strongest games against the result; 1 or so is what knowing
    /// nothing gives in games without draws.
    pub error: Option<Figure>,
    /// The same error of a value that is always the mean result.
    pub blind: Option<f64>,
    /// Share of the strongest games whose result the search had proven before the end.
    pub proven: Option<Figure>,
    /// Mean share of a game that was still to be played then.
    pub proven_left: Option<Figure>,
    /// Why the figures may be off: `no_net`, `weak_search`, `blind_values`, `few_games`, `draws_by_cap`.
    pub warnings: Vec<&'static str>,
}
