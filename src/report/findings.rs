//! The findings of a report, as figures. Scores and values are those of the first side.

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

/// The findings about one set of rules.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// Name of the variant and its options.
    pub name: String,
    /// The game, as a page needs it.
    pub game: GameInfo,
    /// Rule options that differ from their defaults.
    pub options: Map<String, Value>,
    /// The player's name.
    pub player: String,
    /// Games of each strength against itself, the weakest first.
    pub strengths: Vec<Strength>,
    /// Elo differences between neighbouring strengths.
    pub steps: Vec<Step>,
    /// Depth: number of successive players, each scoring 60 % against the one before, from random to the strongest.
    pub skill: Option<Figure>,
    /// Exact results, if the game is solved.
    pub solved: Option<ExactResult>,
    /// The first turns up to symmetry; empty if there are too many.
    pub first_turns: Vec<FirstTurn>,
    /// The effect of a pie rule; `None` if there are too many first turns.
    pub pie: Option<Pie>,
    /// The first moves of the strongest games, those played more than once.
    pub book: Vec<BookMove>,
    /// Whether copying helps; `None` if the rules allow no copying.
    pub copying: Option<Copying>,
    /// Figures of the strongest games.
    pub strongest: Strongest,
    /// How large the game is.
    pub size: GameSize,
    /// The use of the rules in random and strong games.
    pub rules: Use,
    /// Whether the player can be trusted.
    pub trust: Trust,
    /// Positions on which the policy and searches disagree.
    pub disagreements: Vec<Disagreement>,
    /// Games worth seeing.
    pub examples: Vec<Example>,
}

/// The results of a second side that answers each turn of the strongest player by the turn's image if that is legal,
/// and otherwise plays as the strongest player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Copying {
    /// A first turn and the answer to it.
    pub example: [String; 2],
    /// The score of the side that copies.
    pub score: Option<Figure>,
    /// Mean share of the copying side's turns that were images.
    pub images: Option<Figure>,
}

/// Games of one strength against itself.
#[derive(Clone, Debug, Serialize)]
pub struct Strength {
    /// Name of the strength: `random`, `policy`, or the simulations of a move.
    pub name: String,
    /// Number of games played.
    pub games: usize,
    /// The first side's score.
    pub score: Option<Figure>,
    /// Share of drawn games.
    pub draws: Option<Figure>,
    /// Mean length in moves.
    pub length: Option<Figure>,
    /// Mean number of legal moves.
    pub choices: Option<Figure>,
    /// Share of moves without a choice.
    pub forced: Option<Figure>,
    /// Share of positions that had occurred before in the game.
    pub repeated: Option<Figure>,
    /// The reasons why games ended, the most frequent first.
    pub endings: Vec<Ending>,
    /// Mean of the first side's points less the second side's, in games with points.
    pub margin: Option<Figure>,
}

/// A reason why games ended.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// The reason, in the words of the game.
    pub reason: String,
    /// Share of the games that ended for this reason.
    pub share: Figure,
}

impl Ending {
    /// Whether the reason is the cap on a game's length.
    pub fn is_by_cap(&self) -> bool {
        self.reason.contains("allows")
    }
}

/// A strength against the one below it.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The weaker strength.
    pub from: String,
    /// The stronger strength.
    pub to: String,
    /// Elo difference, from pairs of games with exchanged sides.
    pub elo: Figure,
    /// Doublings of simulations between the strengths; `None` if one of them does not search.
    pub doublings: Option<f64>,
}

/// Exact results of a solved game.
#[derive(Clone, Debug, Serialize)]
pub struct ExactResult {
    /// The first side's result under perfect play: 1, 0 or -1.
    pub start: f32,
    /// Share of first turns, each image counted, that win for the first side.
    pub winning: Figure,
    /// Share of the won positions with a losing move in which the policy keeps the win.
    pub policy: Option<Figure>,
    /// Share of the same positions in which a search of 32 simulations keeps the win.
    pub search: Option<Figure>,
}

/// Figures of the strongest games.
#[derive(Clone, Debug, Serialize)]
pub struct Strongest {
    /// Lengths in moves, sorted.
    pub lengths: Vec<usize>,
    /// Mean number of legal moves, for each move while at least a tenth of the games continues.
    pub choices: Vec<f64>,
    /// At each tenth of a game's length: the share of decided games whose value had the winner's sign.
    pub decided: Vec<Option<Figure>>,
    /// Mean number of changes of the lead.
    pub lead_changes: Option<Figure>,
    /// Share of decided games whose winner had a value below -0.5.
    pub comebacks: Option<Figure>,
    /// Mean of the winner's lowest value.
    pub drama: Option<Figure>,
    /// The median margin: points that would even the game, in games with points.
    pub evening: Option<f64>,
    /// The first side's points less the second side's, sorted, in games with points.
    pub margins: Option<Vec<i64>>,
    /// The half-point value, given to the second side, that brings the sides' wins nearest to equality.
    pub komi: Option<Figure>,
    /// The share of a decided game that remains once the winner is known.
    pub known: Vec<Known>,
}

/// How early the winner is known.
#[derive(Clone, Debug, Serialize)]
pub struct Known {
    /// The winner's chance by the search: (1 + value) / 2.
    pub share: f64,
    /// Mean share of a game that remains once the chance exceeds `share` for good.
    pub left: Option<Figure>,
}

/// How often rules and cells are used.
#[derive(Clone, Debug, Serialize)]
pub struct Use {
    /// Kinds of moves, the most frequent of the strongest games first.
    pub kinds: Vec<MoveKind>,
    /// Cells that strong games use less than a tenth as often as the average one.
    pub quiet_cells: Vec<String>,
    /// Number of cells named by moves of any game.
    pub cells: usize,
}

/// A kind of moves.
#[derive(Clone, Debug, Serialize)]
pub struct MoveKind {
    /// Its name in the rules, if they have one; else the shape of its notation: `#` stands for a cell or a number.
    pub shape: String,
    /// The kind's share among random moves.
    pub random: Option<Figure>,
    /// The kind's share among the moves of the strongest games.
    pub strong: Option<Figure>,
}

/// Whether the player can be trusted.
#[derive(Clone, Debug, Serialize)]
pub struct Trust {
    /// Share of moves of the strongest player that its policy also prefers.
    pub agreement: Option<Figure>,
    /// Mean squared error of values in the middle of the strongest games against the result; about 1 for no knowledge,
    /// in games without draws.
    pub error: Option<Figure>,
    /// The same error of a constant value, the mean result.
    pub blind: Option<f64>,
    /// Share of the strongest games whose result the search had proven before the end.
    pub proven: Option<Figure>,
    /// Mean share of a game that remained at the proof.
    pub proven_left: Option<Figure>,
    /// Reasons why the figures may be wrong: `no_net`, `weak_search`, `blind_values`, `few_games`, `draws_by_cap`.
    pub warnings: Vec<&'static str>,
}
