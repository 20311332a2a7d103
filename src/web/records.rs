use super::request::Save;
use super::{GameSpec, Games, Refusal};
use crate::game::{Game, Notation, Outcome, Sentence, Side};
use crate::games::AnyGame;
use crate::record::{
    Evaluation, FileText, ForeignGame, Format, Reading, Reason, Record, RecordError, WholeGame, convert, ends_of_turns,
};
use crate::sentence;
use serde::Serialize;
use std::cell::Cell;

/// Name of the given text in errors.
const NAME: &str = "record";

/// The most games of a text: each takes memory, and a page lists all of them.
const MOST_GAMES: usize = 20_000;

/// The longest text other than JSON lines, in bytes. A move of two bytes takes a hundred until it is checked.
const LONGEST_FOREIGN: usize = 4 << 20;

#[derive(Clone, Debug, Serialize)]
pub struct LoadedGame {
    game: GameSpec,
    players: Option<Vec<String>>,
    /// The winner; absent in a draw or an unfinished game.
    winner: Option<usize>,
    reason: Option<Reason>,
    unfinished: bool,
    evaluations: Option<Vec<Option<Evaluation>>>,
    source: Option<String>,
    /// The game as text with its variations and comments, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Number of variations that break the rules.
    #[serde(skip_serializing_if = "is_zero")]
    broken: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl LoadedGame {
    /// The game of a verified record.
    ///
    /// # Errors
    /// The record's rules do not exist, or its moves break them.
    pub fn new(record: Record) -> Result<LoadedGame, Refusal> {
        let rules = record.rules()?;
        let spec =
            GameSpec { variant: record.game, options: rules.changed_options(), start: None, moves: record.steps };
        // The game's own start is left out.
        let start = record.positions.and_then(|positions| positions.into_iter().next());
        let game = AnyGame::new(rules)?;
        let own = game.format_position(&game.start());
        let spec = GameSpec { start: start.filter(|start| *start != own), ..spec };
        let winner = match record.winner {
            Some(winner) => winner,
            // A record need not contain the result.
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
            text: None,
            broken: 0,
        })
    }

    /// A game of another program's file.
    ///
    /// # Errors
    /// As [`LoadedGame::new`].
    fn whole(game: WholeGame) -> Result<LoadedGame, Refusal> {
        let text = game.has_notes().then(|| Format::Text.write_whole(&game)).transpose()?;
        Ok(LoadedGame { text, broken: game.broken, ..LoadedGame::new(game.record)? })
    }
}

/// Decodes a file's content, in which each character stands for a byte.
pub(super) fn decode(content: &str) -> Result<FileText, Refusal> {
    let bytes = content.chars().map(|c| {
        let other =
            || Refusal::new(format!("`bytes` holds the character {c:?}: expected one up to U+00FF for each byte"));
        u8::try_from(c).map_err(|_| other())
    });
    Ok(FileText::of(&bytes.collect::<Result<Vec<_>, _>>()?))
}

/// Parses records in any format, and checks each against the rules.
pub(super) fn load(text: &str, listed: &Games, go_on: &dyn Fn() -> bool) -> Result<Vec<LoadedGame>, Refusal> {
    whole_games(text, listed, go_on)?.into_iter().map(LoadedGame::whole).collect()
}

/// Writes the games of a text in another format, with their variations and comments.
pub(super) fn convert_to(
    format: Format,
    text: &str,
    listed: &Games,
    go_on: &dyn Fn() -> bool,
) -> Result<String, Refusal> {
    let written =
        whole_games(text, listed, go_on)?.iter().map(|game| format.write_whole(game)).collect::<Result<String, _>>();
    Ok(written?)
}

/// The games of a text in any format, each checked against the rules.
fn whole_games(text: &str, listed: &Games, go_on: &dyn Fn() -> bool) -> Result<Vec<WholeGame>, Refusal> {
    if text.len() > LONGEST_FOREIGN && Format::of_text(text) != Format::Lines {
        let size = text.len();
        return Err(Refusal::new(format!(
            "the text has {size} bytes: expected at most {LONGEST_FOREIGN} of SGF or numbered moves; `ardoise convert` \
             makes JSON lines of longer ones, of which more are read"
        )));
    }
    let find = |name: &str| listed.find(name).map_err(Sentence::from);
    let (count, is_whole) = (Cell::new(0), Cell::new(true));
    let go_on = || {
        count.set(count.get() + 1);
        is_whole.set(count.get() <= MOST_GAMES && go_on());
        is_whole.get()
    };
    let games = convert(NAME, text, &Reading { find: &find, go_on: &go_on, ..Reading::default() })?;
    if !is_whole.get() {
        return Err(Refusal::new(format!(
            "the text holds more than {MOST_GAMES} games, or takes too long to check: expected a part of them"
        )));
    }
    let games = games.into_iter().map(|ForeignGame { game, .. }| game).collect::<Result<Vec<_>, RecordError>>()?;
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
pub(super) fn save(game: &AnyGame, save: &Save) -> Result<String, Refusal> {
    let history = save.game.history(game)?;
    let mut record = Record::of_game(game, history.first(), history.played());
    record.players = save.players.clone();
    record.evaluations = save.evaluations.as_ref().map(|given| match given.len() == history.played().len() + 1 {
        // One evaluation for each position within turns, too.
        true => ends_of_turns(game, &history).into_iter().map(|ply| given[ply]).collect(),
        false => given.clone(),
    });
    if let Some(index) = save.resigned {
        let loser = Side::from_index(index);
        let loser = loser.ok_or_else(|| Refusal::new(format!("resigned is {index}: expected side 0 or 1")))?;
        record = record.resigned_by(loser);
    }
    record.verify()?;
    Ok(record.to_line() + "\n")
}
