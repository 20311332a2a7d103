//! Game records: one JSON object a line, the format of the conformance files (`tests/conformance`); also read from
//! and written to the formats of other programs.

mod draughts;
mod elsewhere; // other notations for games from files
mod encoding; // text from bytes
mod error;
mod file; //    files of records, in any format and encoding
mod foreign; // a game from another program, before it is checked
mod format; //  JSON lines, SGF or text
mod lines; //   JSON lines
mod notes; //   variations, and notes on moves
mod options; // rule options in JSON
mod sgf;
mod spelling;
mod text;
mod turns; //   records of steps as records of turns
mod verify;

#[cfg(test)]
mod tests;

pub use encoding::FileText;
pub use error::RecordError;
pub use file::{LONGEST_FOREIGN, RecordFile};
pub use foreign::{Reading, WholeGame, option_texts};
pub use format::{ForeignGame, Format, convert};
pub use lines::Records;
pub use notes::{LeftOut, Notes, SIGNS, Step};
pub(crate) use options::plain_options;
pub use options::{OptionError, rules_by, rules_of};
pub(crate) use turns::ends_of_turns;
pub use verify::Difference;

use crate::game::{AnyGame, AnyMove, AnyPosition, Game, History, Notation, Rules, Side, by_turns};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// A recorded game. Fields beyond `game` and `steps` may be absent; [`Record::verify`] checks those present.
///
/// Unknown fields are refused, since a misspelt one would otherwise pass as verified.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub game: String,
    /// Rule options that differ from their defaults (naming a default is allowed): words, or whole numbers.
    #[serde(default, deserialize_with = "plain_options")]
    pub options: Map<String, Value>,
    /// The players' names, in the order of [`seat_names`](crate::game::Game::seat_names); free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<String>>,
    /// The turns in notation; the moves of a turn may be separate entries.
    pub steps: Vec<String>,
    /// Position strings: before the first entry of `steps`, then after each. The game begins from the first of them,
    /// with an empty history; without the field it begins from the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
    /// Number of legal moves in each of these positions, 0 if the game is over; for a turn of several moves, the number
    /// of its first ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_counts: Option<Vec<usize>>,
    /// `Some(None)`, written `null`, is a draw or a game without a result; `None` (absent) is unknown. An unfinished
    /// game has a winner only with a `reason`.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "winner")]
    pub winner: Option<Option<Side>>,
    /// Points of both sides at the end, in games with points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub totals: Option<[u32; 2]>,
    /// Whether the record stops before the game is over by the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// Why an unfinished game has a winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The origin of the record of a real game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// An engine's evaluation of each position, if there is one; for side 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<Vec<Option<Evaluation>>>,
}

/// An engine's view of a position, for side 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// Probability that side 0 wins.
    pub win: f32,
    pub draw: f32,
    pub loss: f32,
    pub simulations: u32,
}

/// What decided a game before its end by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The side that did not win resigned.
    Resignation,
    /// The side that did not win had no move: a program that crashed, broke the rules or did not answer.
    Forfeit,
}

impl Record {
    /// The record of a game from `start` by these legal moves, with all derived fields. It is marked unfinished if
    /// the moves stop before the game's end.
    pub fn of_game(game: &AnyGame, start: &AnyPosition, moves: &[AnyMove]) -> Record {
        let mut history = History::new(game, start.clone());
        let (mut legal, mut steps) = (Vec::new(), Vec::new());
        let mut positions = vec![game.format_position(start)];
        history.legal_moves(game, &mut legal);
        let mut legal_counts = vec![legal.len()];
        for turn in by_turns(game, start, moves) {
            steps.push(game.format_turn(history.position(), turn));
            turn.iter().for_each(|&mv| history.play(game, mv));
            positions.push(game.format_position(history.position()));
            history.legal_moves(game, &mut legal);
            legal_counts.push(legal.len());
        }
        Record {
            game: game.rules().variant().name.to_string(),
            options: game.rules().changed_options(),
            players: None,
            steps,
            positions: Some(positions),
            legal_counts: Some(legal_counts),
            winner: Some(history.outcome().and_then(|outcome| outcome.winner())),
            totals: game.totals(history.position()),
            unfinished: history.outcome().is_none(),
            reason: None,
            source: None,
            evaluations: None,
        }
    }

    /// The same record with the players' names, in the order of [`seat_names`](crate::game::Game::seat_names).
    #[must_use]
    pub fn with_players<S: Into<String>>(self, players: impl IntoIterator<Item = S>) -> Record {
        Record { players: Some(players.into_iter().map(Into::into).collect()), ..self }
    }

    /// The record of an unfinished game that `loser` resigned.
    #[must_use]
    pub fn resigned_by(self, loser: Side) -> Record {
        Record { winner: Some(Some(loser.other())), reason: Some(Reason::Resignation), ..self }
    }

    /// The record of an unfinished game that `loser` lost by forfeit.
    #[must_use]
    pub fn forfeited_by(self, loser: Side) -> Record {
        Record { winner: Some(Some(loser.other())), reason: Some(Reason::Forfeit), ..self }
    }

    /// The rules of the game played.
    ///
    /// # Errors
    /// No such variant, option or value.
    pub fn rules(&self) -> Result<Rules, OptionError> {
        rules_of(&self.game, &self.options)
    }

    /// The record as one line of JSON, without the line's end.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record has only string keys")
    }
}

/// `winner` as 0, 1 or `null`; distinguishes `null` from an absent field.
mod winner {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Side};
    use serde::de::Error;

    #[expect(clippy::ref_option, reason = "the signature that serde calls")]
    pub fn serialize<S: Serializer>(winner: &Option<Option<Side>>, serializer: S) -> Result<S::Ok, S::Error> {
        winner.flatten().map(Side::index).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Side>>, D::Error> {
        let Some(index) = Option::<usize>::deserialize(deserializer)? else { return Ok(Some(None)) };
        let side = Side::from_index(index);
        side.map_or_else(
            || Err(D::Error::custom(format!("winner `{index}`: expected 0, 1 or null"))),
            |_| Ok(Some(side)),
        )
    }
}
