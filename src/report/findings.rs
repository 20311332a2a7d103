//! What a report says, as figures. Scores and values are those of the first side.

use super::book::BookMove;
use super::disagreements::Disagreement;
use super::examples::Example;
use super::figure::Figure;
use super::openings::FirstTurn;
use super::pie::Pie;
use super::size::GameSize;
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
    /// What a pie rule would change; none where there are too many first turns.
    pub pie: Option<Pie>,
    /// The first moves of the strongest games, those that were played more than once.
    pub book: Vec<BookMove>,
    /// Whether it helps to copy; none where the rules allow no copying.
    pub copying: Option<Copying>,
    /// Of the strongest games.
    pub strongest: Strongest,
    /// How large the game is.
    pub size: GameSize,
    /// What the random games show of the rules.
    pub rules: Use,
    /// Whether the player is to be believed.
    pub trust: Trust,
    /// Positions on which the policy and searches disagree.
    pub disagreements: Vec<Disagreement>,
    /// Games worth looking at.
    pub examples: Vec<Example>,
}

/// How a second side fares that answers each turn of the strongest player by its image where that is legal, and as the
/// strongest player elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Copying {
    /// A first turn and the answer to it.
    pub example: [String; 2],
    /// The score of the side that copies.
    pub score: Option<Figure>,
    /// Mean share of its turns that were images.
    pub images: Option<Figure>,
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
    /// The first side's points less the second side's, sorted. In games with points.
    pub margins: Option<Vec<i64>>,
    /// The half-point value, given to the second side, by which the sides win most nearly as often.
    pub komi: Option<Figure>,
    /// How much of a decided game is left once the winner is known.
    pub known: Vec<Known>,
}

/// How early the winner is known.
#[derive(Clone, Debug, Serialize)]
pub struct Known {
    /// The winner's chance by the search: (1 + value) / 2.
    pub share: f64,
    /// Mean share of a game that is left when the chance has passed it for good.
    pub left: Option<Figure>,
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
