use super::reached::Reached;
use super::{GameSpec, Nets, Refusal};
use crate::game::{AnyPosition, Game, History, Notation, Shown};
use crate::games::AnyGame;
use crate::play::natural_order;
use serde::Serialize;
use serde_json::{Map, Value};

/// A position with all that a page needs to draw it and to guide a move.
#[derive(Debug, Serialize)]
pub(super) struct Position {
    variant: &'static str,
    options: Map<String, Value>,
    rules: String,
    #[serde(flatten)]
    shown: Shown,
    ply: u32,
    side: usize,
    seat: usize,
    goes_on: bool,
    last: Option<Last>,
    /// Absent in lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<LegalMove>>,
    /// Number of legal moves.
    legal: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<[u32; 2]>,
    outcome: Option<End>,
    /// Whether the released evaluator is for these rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<bool>,
}

/// The move that led to a position.
#[derive(Clone, Debug, Serialize)]
struct Last {
    #[serde(rename = "move")]
    mv: String,
    parts: Vec<String>,
    side: usize,
    seat: usize,
}

#[derive(Debug, Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    mv: String,
    parts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<[u32; 2]>,
}

/// How a game ended.
#[derive(Debug, Serialize)]
struct End {
    winner: Option<usize>,
    reason: &'static str,
}

/// How a game stands, for whoever holds two people to its rules.
#[cfg(feature = "serve")]
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    /// The last move, as notation has it.
    pub last: Option<String>,
    /// The side that is to act; meaningless where the game is over.
    pub side: usize,
    /// The winner, if there is one, and why the game is over.
    pub outcome: Option<(Option<usize>, String)>,
}

#[cfg(feature = "serve")]
impl From<Position> for Standing {
    fn from(Position { last, side, outcome, .. }: Position) -> Standing {
        Standing {
            last: last.map(|last| last.mv),
            side,
            outcome: outcome.map(|End { winner, reason }| (winner, reason.to_owned())),
        }
    }
}

/// The position after all moves, with the legal ones.
pub(super) fn position(game: &AnyGame, spec: &GameSpec, reached: &Reached, nets: &Nets) -> Result<Position, Refusal> {
    let mut before = None;
    let mut last = None;
    // The position before the last move is wanted, too.
    let known = reached.nearest(game, spec, spec.moves.len().saturating_sub(1))?;
    let history = spec.resume(game, known, |history| {
        last = last_move(game, before.replace(*history.position()).as_ref(), history);
    })?;
    reached.keep(game, spec, &history);
    let mut position = describe(game, &history, last);
    position.moves = Some(legal_moves(game, &history));
    let net = nets.released(game.rules().variant().name);
    position.net = Some(net.is_some_and(|net| net.header().check(game).is_ok()));
    Ok(position)
}

/// The positions before the first move and after each.
pub(super) fn line(game: &AnyGame, spec: &GameSpec) -> Result<Vec<Position>, Refusal> {
    let mut before = None;
    let mut positions = Vec::with_capacity(spec.moves.len() + 1);
    spec.resume(game, spec.begin(game)?, |history| {
        let last = last_move(game, before.replace(*history.position()).as_ref(), history);
        positions.push(describe(game, history, last));
    })?;
    Ok(positions)
}

fn last_move(game: &AnyGame, before: Option<&AnyPosition>, history: &History) -> Option<Last> {
    let (before, &mv) = (before?, history.played().last()?);
    Some(Last {
        mv: game.format_move(before, mv),
        parts: game.move_parts(before, mv),
        side: game.side_to_act(before).index(),
        seat: game.seat_to_act(before).index(),
    })
}

fn describe(game: &AnyGame, history: &History, last: Option<Last>) -> Position {
    let position = history.position();
    let seat = game.seat_to_act(position).index();
    let mut legal = Vec::new();
    history.legal_moves(game, &mut legal);
    Position {
        variant: game.rules().variant().name,
        options: game.rules().changed_options(),
        rules: game.rules().to_string(),
        shown: Shown::of(game, position),
        ply: history.moves(),
        side: game.side_to_act(position).index(),
        seat,
        goes_on: history.outcome().is_none() && last.as_ref().is_some_and(|last| last.seat == seat),
        last,
        moves: None,
        legal: legal.len(),
        totals: game.totals(position),
        outcome: history.outcome().map(|outcome| End {
            winner: outcome.winner().map(|side| side.index()),
            reason: history.ending(game).unwrap_or("by the rules"),
        }),
        net: None,
    }
}

fn legal_moves(game: &AnyGame, history: &History) -> Vec<LegalMove> {
    let position = history.position();
    let mut legal = Vec::new();
    history.legal_moves(game, &mut legal);
    let describe = |mv| LegalMove {
        mv: game.format_move(position, mv),
        parts: game.move_parts(position, mv),
        totals: game.totals(position).and_then(|_| {
            let mut next = *position;
            game.play(&mut next, mv);
            game.totals(&next)
        }),
    };
    let mut moves: Vec<LegalMove> = legal.into_iter().map(describe).collect();
    moves.sort_by(|one, other| natural_order(&one.mv, &other.mv));
    moves
}
