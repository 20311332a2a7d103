#![cfg_attr(
    not(all(feature = "learn", feature = "serve")),
    allow(dead_code, reason = "requests about training and tables are for a server that has them")
)]

use super::{GameSpec, Refusal};
use crate::record::{Evaluation, Format};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::error::Category;
use std::borrow::Cow;

#[derive(Clone, Debug)]
pub struct Request(pub(crate) RequestKind);

/// The kinds of requests, as in `docs/protocol.md`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum RequestKind {
    Hello(NoArguments),
    AddGame(AddGame),
    RemoveGame(RemoveGame),
    Template(NoArguments),
    Rules(Rules),
    Position(Position),
    Line(Position),
    Decode(Decode),
    Load(Load),
    Convert(Convert),
    Save(Save),
    Analyse(Search),
    Move(Search),
    Review(Search),
    Verdicts(Position),
    Through(Through),
    Problems(Problems),
    Attempt(Position),
    Hint(Position),
    // Tasks in steps, answered by the engine's host.
    Start(Start),
    Step(Step),
    Stop(Stop),
    // Training, if the program serves the page.
    Runs(NoArguments),
    Run(RunReference),
    Generation(GenerationReference),
    Watch(NoArguments),
    Train(Train),
    // Games between people, if the program serves the page.
    OpenTable(OpenTable),
    TakeSeat(TakeSeat),
    Table(TableReference),
    Act(Act),
}

impl Request {
    /// Parses a request.
    ///
    /// # Errors
    /// There is no such request, or its fields are wrong.
    pub fn parse(request: Value) -> Result<Request, Refusal> {
        if !request.is_object() {
            return Err(Refusal::no_object());
        }
        let asked = serde_json::from_value(request);
        asked.map(Request).map_err(|error| Refusal::new(format!("the request is not understood: {error}")))
    }

    /// Parses a request from its text. Unknown content is skipped without keeping it, however long.
    ///
    /// # Errors
    /// The text is not a JSON object, there is no such request, or its fields are wrong.
    pub fn read(text: &[u8]) -> Result<Request, Refusal> {
        let asked = match Request::is_load(text)? {
            // Long requests have a type of their own: a common type would first keep unknown content.
            true => serde_json::from_slice(text).map(|TaggedLoad { record, .. }| RequestKind::Load(Load { record })),
            false => serde_json::from_slice(text),
        };
        asked.map(Request).map_err(|error| Refusal::new(format!("the request is not understood: {error}")))
    }

    /// Whether the text of a request loads records, which may be long.
    ///
    /// # Errors
    /// The text is not a JSON object with the field `do`.
    pub(crate) fn is_load(text: &[u8]) -> Result<bool, Refusal> {
        #[derive(Deserialize)]
        struct RequestTag<'a> {
            #[serde(rename = "do", borrow)]
            tag: Cow<'a, str>,
        }
        let tagged = serde_json::from_slice::<RequestTag>(text).map_err(|error| match error.classify() {
            Category::Data if text.trim_ascii_start().starts_with(b"{") => {
                Refusal::new(format!("the request is not understood: {error}"))
            }
            Category::Data => Refusal::no_object(),
            _ => Refusal::new(format!("the request is no JSON: {error}")),
        })?;
        Ok(tagged.tag == "load")
    }

    /// Whether the request is a task: it takes time and memory, and sends events.
    pub fn is_task(&self) -> bool {
        match &self.0 {
            RequestKind::Analyse(_)
            | RequestKind::Move(_)
            | RequestKind::Review(_)
            | RequestKind::Verdicts(_)
            | RequestKind::Through(_)
            | RequestKind::Attempt(_)
            | RequestKind::Hint(_)
            | RequestKind::Watch(_) => true,
            RequestKind::Hello(_)
            | RequestKind::AddGame(_)
            | RequestKind::RemoveGame(_)
            | RequestKind::Template(_)
            | RequestKind::Rules(_)
            | RequestKind::Position(_)
            | RequestKind::Line(_)
            | RequestKind::Decode(_)
            | RequestKind::Load(_)
            | RequestKind::Convert(_)
            | RequestKind::Save(_)
            | RequestKind::Problems(_)
            | RequestKind::Start(_)
            | RequestKind::Step(_)
            | RequestKind::Stop(_)
            | RequestKind::Runs(_)
            | RequestKind::Run(_)
            | RequestKind::Generation(_)
            | RequestKind::Train(_)
            | RequestKind::OpenTable(_)
            | RequestKind::TakeSeat(_)
            | RequestKind::Table(_)
            | RequestKind::Act(_) => false,
        }
    }

    /// Whether a person waits for the reply: for a move or a hint, but not for an analysis that runs until stopped.
    pub fn is_urgent(&self) -> bool {
        match &self.0 {
            RequestKind::Move(_) | RequestKind::Attempt(_) | RequestKind::Hint(_) => true,
            RequestKind::Analyse(search) => search.simulations.is_some() || search.milliseconds.is_some(),
            _ => false,
        }
    }
}

/// The fields of a request that has none.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoArguments {}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddGame {
    /// File name, as `mygame.rbg`.
    pub name: String,
    pub text: String,
    /// The problems, one JSON object a line.
    #[serde(default)]
    pub problems: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemoveGame {
    pub name: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    pub variant: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    pub game: GameSpec,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Problems {
    pub variant: String,
    /// The day as days since 1 January 1970, in UTC.
    pub day: Option<u64>,
    /// Whether only the day's problem is requested.
    #[serde(default)]
    pub only_today: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decode {
    /// A file's content: a character up to U+00FF for each byte.
    pub bytes: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Load {
    pub record: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaggedLoad {
    #[serde(rename = "do")]
    _tag: IgnoredAny,
    record: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Convert {
    pub text: String,
    pub to: Format,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Save {
    pub game: GameSpec,
    pub players: Option<Vec<String>>,
    pub resigned: Option<usize>,
    pub evaluations: Option<Vec<Option<Evaluation>>>,
}

/// The fields of all searches: the evaluator, the game, and the thinking time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    pub game: GameSpec,
    #[serde(default = "released")]
    pub with: String,
    pub level: Option<u8>,
    pub simulations: Option<u32>,
    pub milliseconds: Option<u32>,
    #[serde(default)]
    pub seed: u64,
}

fn released() -> String {
    "released".to_owned()
}

impl Search {
    pub fn new(game: GameSpec) -> Search {
        Search { game, with: released(), level: None, simulations: None, milliseconds: None, seed: 0 }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Through {
    pub run: String,
    pub game: GameSpec,
    pub simulations: Option<u32>,
}

/// Begins a task whose events are fetched by [`Step`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    pub task: Box<RequestKind>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub task: u32,
    pub milliseconds: u32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    pub task: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunReference {
    pub run: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerationReference {
    pub run: String,
    pub generation: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Train {
    pub run: String,
    pub action: Action,
    /// A variant, or the name of a file in `configs`.
    pub config: Option<String>,
    /// The budget as a duration, as `1h`.
    pub budget: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Start,
    Stop,
    Resume,
}

/// Opens a table for two people at two browsers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenTable {
    /// The game without its moves.
    pub game: GameSpec,
    /// The side of the person who opens the table; drawn by lot if absent.
    pub side: Option<usize>,
    pub clock: Option<ClockTimes>,
    /// Name of the person who opens the table.
    pub name: Option<String>,
}

/// Each side's time for a game, and the increment for each turn.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockTimes {
    pub seconds: u32,
    pub increment: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TakeSeat {
    pub table: String,
    /// Name of the person who joins.
    pub name: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableReference {
    pub table: String,
    /// The key of a seat; absent for spectators.
    pub key: Option<String>,
}

/// An action of a person at a table: a move, or another action.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    pub table: String,
    pub key: String,
    pub action: Option<TableAction>,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Number of moves made before this one.
    pub ply: Option<usize>,
}

/// The actions other than moves. The first three need both people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableAction {
    Undo,
    Draw,
    Again,
    /// Refuses the other person's offer, or withdraws one's own.
    Refuse,
    Resign,
}
