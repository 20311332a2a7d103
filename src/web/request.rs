use super::Given;
use crate::record::Evaluation;
use serde::Deserialize;

/// A request, as `docs/protocol.md` describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum Request {
    Hello(Nothing),
    AddGame(AddGame),
    RemoveGame(RemoveGame),
    Template(Nothing),
    Rules(Rules),
    Position(Position),
    Line(Position),
    Load(Load),
    Save(Save),
    Analyse(Search),
    Move(Search),
    Review(Search),
    Verdicts(Position),
    Through(Through),
    Problems(Problems),
    Attempt(Position),
    Hint(Position),
}

/// Of a request that says all by its name.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// A rules file by its text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AddGame {
    /// As `mygame.rbg`.
    pub name: String,
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RemoveGame {
    pub name: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    pub variant: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Position {
    pub game: Given,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Problems {
    pub variant: String,
    /// Days since 1 January 1970, in UTC.
    pub day: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    pub record: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Save {
    pub game: Given,
    pub players: Option<Vec<String>>,
    /// The side that gave the game up.
    pub resigned: Option<usize>,
    pub evaluations: Option<Vec<Option<Evaluation>>>,
}

/// What engines are asked: who, about what, and how long.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    pub game: Given,
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
    /// Nothing but the game.
    pub fn new(game: Given) -> Search {
        Search { game, with: released(), level: None, simulations: None, milliseconds: None, seed: 0 }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Through {
    pub run: String,
    pub game: Given,
    pub simulations: Option<u32>,
}
