use super::request::Save;
use super::{GameSpec, Games, Refusal};
use crate::game::{Game, Notation, Outcome, Sentence, Side};
use crate::games::AnyGame;
use crate::record::{Evaluation, Reading, Reason, Record, RecordError, Records, in_lines};
use crate::sentence;
use serde::Serialize;

/// A game out of a record.
#[derive(Clone, Debug, Serialize)]
pub struct LoadedGame {
    game: GameSpec,
    players: Option<Vec<String>>,
    /// Absent where nobody has won: the game is then drawn, or unfinished.
    winner: Option<usize>,
    reason: Option<Reason>,
    unfinished: bool,
    evaluations: Option<Vec<Option<Evaluation>>>,
    source: Option<String>,
}

impl LoadedGame {
    /// The game of a record that was verified.
    ///
    /// # Errors
    /// The record's rules do not exist, or its moves break them.
    pub fn new(record: Record) -> Result<LoadedGame, Refusal> {
        let rules = record.rules()?;
        let spec =
            GameSpec { variant: record.game, options: rules.changed_options(), start: None, moves: record.steps };
        // A start that is the game's own goes without saying.
        let start = record.positions.and_then(|positions| positions.into_iter().next());
        let game = AnyGame::new(rules)?;
        let own = game.format_position(&game.start());
        let spec = GameSpec { start: start.filter(|start| *start != own), ..spec };
        let winner = match record.winner {
            Some(winner) => winner,
            // A record need not say what the rules do.
            None => spec.history(&game)?.outcome().and_then(Outcome::winner),
        };
        Ok(LoadedGame {
            game: spec,
            players: record.players,
            winner: winner.map(Side::index),
            reason: record.reason,
            unfinished: record.unfinished,
            evaluations: record.evaluations,
            source: record.source,
        })
    }
}

/// Reads records in any format, and checks each against the rules.
pub(super) fn load(text: &str, listed: &Games) -> Result<Vec<LoadedGame>, Refusal> {
    let mut games = Vec::new();
    let find = |name: &str| listed.find(name).map_err(Sentence::from);
    let lines = in_lines("record", text, &Reading { find: &find, ..Reading::default() })?;
    for record in Records::new("record", lines.as_bytes()) {
        let (line, record) = record?;
        listed.find(&record.game)?;
        record.verify().map_err(|difference| RecordError::Differs {
            file: "record".to_owned(),
            line,
            difference: Box::new(difference),
        })?;
        games.push(LoadedGame::new(record)?);
    }
    if games.is_empty() {
        return Err(sentence!(
            "record.none",
            "the text holds no game record: expected JSON objects, one a line, SGF, or numbered moves",
        )
        .into());
    }
    Ok(games)
}

/// Writes a record, with the end of its line.
pub(super) fn save<G: Notation>(game: &G, save: &Save) -> Result<String, Refusal> {
    let history = save.game.history(game)?;
    let mut record = Record::of_game(game, history.first(), history.played());
    record.players = save.players.clone();
    record.evaluations = save.evaluations.clone();
    if let Some(index) = save.resigned {
        let loser = Side::from_index(index);
        let loser = loser.ok_or_else(|| Refusal::new(format!("resigned is {index}: expected side 0 or 1")))?;
        record = record.resigned_by(loser);
    }
    record.verify()?;
    Ok(record.to_line() + "\n")
}
