use super::replay_cache::ReplayCache;
use super::{GameSpec, Nets, Refusal};
use crate::game::{AnyMove, AnyPosition, Board, ByHand, Ending, Game, History, Notation, PositionView, Side, Turn};
use crate::games::AnyGame;
use crate::play::natural_order;
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// A position with all that a page needs to draw it and to guide a move.
#[derive(Debug, Serialize)]
pub(super) struct Position {
    variant: String,
    options: Map<String, Value>,
    rules: String,
    #[serde(flatten)]
    shown: PositionView,
    ply: usize,
    side: usize,
    seat: usize,
    goes_on: bool,
    /// Whether chance is to act.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    chance: bool,
    last: Option<Last>,
    /// The legal moves; absent in the positions of a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<LegalMove>>,
    legal: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<[u32; 2]>,
    outcome: Option<End>,
    /// The board, if rule options make it differ from that in `hello`.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
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
    /// Whether chance made it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    chance: bool,
}

#[derive(Debug, Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    mv: String,
    parts: Vec<String>,
    #[serde(flatten)]
    by_hand: ByHand,
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<[u32; 2]>,
}

#[derive(Debug, Serialize)]
struct End {
    winner: Option<usize>,
    reason: Cow<'static, str>,
    /// The cells that decided, by their place on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cells: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<[u32; 2]>,
}

impl End {
    fn of(game: &AnyGame, history: &History) -> Option<End> {
        let (outcome, ending) = (history.outcome()?, history.ending(game)?);
        let Ending { reason, cells, score } = ending;
        Some(End { winner: outcome.winner().map(Side::index), reason, cells, score })
    }
}

/// The state of a game, for a caller that enforces its rules between two people.
#[cfg(feature = "serve")]
#[derive(Clone, Debug)]
pub(crate) struct GameState {
    pub last: Option<String>,
    /// The side to act; meaningless if the game is over.
    pub side: usize,
    /// Whether chance is to act instead.
    pub chance: bool,
    /// The winner, if there is one, and why the game is over.
    pub outcome: Option<(Option<usize>, String)>,
}

#[cfg(feature = "serve")]
impl From<Position> for GameState {
    fn from(Position { last, side, chance, outcome, .. }: Position) -> GameState {
        GameState {
            last: last.map(|last| last.mv),
            side,
            chance,
            outcome: outcome.map(|End { winner, reason, .. }| (winner, reason.into_owned())),
        }
    }
}

#[cfg(feature = "serve")]
impl Position {
    /// The move that chance makes, if it is to act: `pick` gets the number of its moves, and returns the index of one.
    pub(super) fn thrown(&self, pick: impl FnOnce(usize) -> Result<usize, Refusal>) -> Result<Option<String>, Refusal> {
        let moves = self.moves.as_ref().filter(|_| self.chance);
        moves.map(|moves| Ok(moves[pick(moves.len())?].mv.clone())).transpose()
    }
}

/// The position after all moves, with the legal ones.
pub(super) fn position(
    game: &AnyGame,
    spec: &GameSpec,
    replay_cache: &ReplayCache,
    nets: &Nets,
) -> Result<Position, Refusal> {
    let mut before = None;
    let mut last = None;
    // The position before the last move is needed, too.
    let (known, made) = replay_cache.nearest(game, spec, spec.moves.len().saturating_sub(1))?;
    let history = spec.resume(game, known, made, |history| {
        last = last_move(game, before.replace((history.moves(), history.position().clone())), history);
    })?;
    replay_cache.keep(game, spec, &history);
    let legal = legal_moves(game, &history);
    let mut position = Position { legal: legal.len(), ..describe(game, &history, spec.moves.len(), last) };
    position.board = other_board(game);
    position.moves = Some(legal);
    let net = nets.released(&game.rules().variant().name);
    position.net = Some(net.is_some_and(|net| net.header().check(game).is_ok()));
    Ok(position)
}

/// The positions before the first move and after each.
pub(super) fn line(game: &AnyGame, spec: &GameSpec) -> Result<Vec<Position>, Refusal> {
    let mut before = None;
    let mut positions = Vec::with_capacity(spec.moves.len() + 1);
    spec.resume(game, spec.begin(game)?, 0, |history| {
        let last = last_move(game, before.replace((history.moves(), history.position().clone())), history);
        positions.push(describe(game, history, positions.len(), last));
    })?;
    Ok(positions)
}

/// The moves played since a position that had `made` moves before it.
fn last_move(game: &AnyGame, before: Option<(u32, AnyPosition)>, history: &History) -> Option<Last> {
    let (made, position) = before?;
    let moves = history.played()[made as usize..].to_vec();
    let turn = Turn { text: game.format_turn(&position, &moves), moves };
    Some(Last {
        parts: game.turn_parts(&position, &turn),
        mv: turn.text,
        side: game.side_to_act(&position).index(),
        seat: game.seat_to_act(&position).index(),
        chance: game.is_chance(&position),
    })
}

fn describe(game: &AnyGame, history: &History, ply: usize, last: Option<Last>) -> Position {
    let position = history.position();
    let seat = game.seat_to_act(position).index();
    let mut legal = Vec::new();
    history.legal_moves(game, &mut legal);
    Position {
        variant: game.rules().variant().name.to_string(),
        options: game.rules().changed_options(),
        rules: game.rules().to_string(),
        shown: PositionView::of(game, position),
        ply,
        side: game.side_to_act(position).index(),
        seat,
        chance: history.is_chance(game),
        goes_on: history.outcome().is_none() && goes_on(game, position, last.as_ref(), seat),
        last,
        moves: None,
        legal: legal.len(),
        totals: game.score(position),
        outcome: End::of(game, history),
        board: None,
        net: None,
    }
}

/// The board of a game, if its rule options make it differ from that in `hello`.
pub(super) fn other_board(game: &AnyGame) -> Option<Board> {
    let rules = game.rules();
    if rules.changed_options().is_empty() {
        return None;
    }
    let usual = AnyGame::new(rules.variant().default_rules()).ok()?.board();
    game.board().filter(|board| Some(board) != usual.as_ref())
}

/// Whether the last mover is to act again, within the same turn if the game shows turns.
fn goes_on(game: &AnyGame, position: &AnyPosition, last: Option<&Last>, seat: usize) -> bool {
    last.is_some_and(|last| last.seat == seat) && (!game.shows_turns() || game.is_within_turn(position))
}

/// The most legal moves sent: a rules file may have many thousands, more than a person points at.
const MOST_TOLD: usize = 10_000;

/// The most turns sent at once; if there are more, single moves are sent.
const MOST_TURNS: usize = 5000;

fn legal_moves(game: &AnyGame, history: &History) -> Vec<LegalMove> {
    let position = history.position();
    let mut legal = Vec::new();
    history.legal_moves(game, &mut legal);
    let mut turns = match game.shows_turns() && !legal.is_empty() {
        true => game.turns(position, "", MOST_TURNS + 1),
        false => Vec::new(),
    };
    let one_by_one = turns.is_empty() || turns.len() > MOST_TURNS;
    if one_by_one {
        let texts = legal.iter().zip(game.format_moves(position, &legal));
        turns = texts.map(|(&mv, text)| Turn { text, moves: vec![mv] }).collect();
    }
    let parts = match one_by_one {
        true => game.parts_of_moves(position, &legal),
        false => turns.iter().map(|turn| game.turn_parts(position, turn)).collect(),
    };
    turns.truncate(MOST_TOLD);
    let describe = |(turn, parts): (Turn<AnyMove>, Vec<String>)| LegalMove {
        by_hand: game.by_hand(position, &turn),
        parts,
        totals: game.totals(position).and_then(|_| {
            let mut next = position.clone();
            turn.moves.iter().for_each(|&mv| game.play(&mut next, mv));
            game.totals(&next)
        }),
        mv: turn.text,
    };
    let mut moves: Vec<LegalMove> = turns.into_iter().zip(parts).map(describe).collect();
    moves.sort_by(|one, other| natural_order(&one.mv, &other.mv));
    moves
}
