use super::figure::Figure;
use super::played::ReportGame;
use crate::game::{
    AnyGame, AnyMove, AnyPosition, Encoding, Game, Guidance, History, PositionView, Symmetry, turn_texts,
};
use crate::players::{Budget, Engine, Entrant};
use serde::Serialize;
use std::collections::BTreeMap;

/// A first turn, that is all moves of the first side before the second is to act; one for all its symmetric images.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstTurn {
    /// The turn's moves, in notation; a single text if the game shows whole turns.
    pub moves: Vec<String>,
    /// The position after the turn, for the first sixty turns: games can have thousands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<PositionView>,
    /// Number of images of the turn, itself included.
    pub images: usize,
    /// Share of the strongest games that began with the turn or an image; `None` if none did.
    pub played: Option<Figure>,
    /// Expected score in [-1, 1] for the first side, by a search.
    pub value: f32,
    /// The result for the first side under perfect play, 1, 0 or -1, if the solver was used.
    pub exact: Option<f32>,
}

/// Turns that are images of each other.
struct Class {
    line: Vec<AnyMove>,
    position: AnyPosition,
    images: usize,
}

/// The most first turns whose positions are stored.
const DRAWN: usize = 60;

/// The most first turns: with more, none are examined.
const MOST: usize = 3000;

/// Number of simulations behind a value.
pub const SIMULATIONS: u32 = 400;

/// The most cells for which the solver solves the whole opening; larger boards would take hours.
const SOLVED_CELLS: usize = 16;

/// All first turns up to symmetry, the most played first; empty if there are too many.
pub fn first_turns(game: &AnyGame, entrant: &Entrant, games: &[&ReportGame]) -> Vec<FirstTurn> {
    // Where chance begins, nobody chooses the first turn.
    if game.is_chance(&game.start()) {
        return Vec::new();
    }
    let mut classes: BTreeMap<u64, Class> = BTreeMap::new();
    let first = game.side_to_act(&game.start());
    let mut open = vec![(Vec::new(), game.start())];
    let mut found = 0;
    while let Some((line, position)) = open.pop() {
        let is_over = game.outcome(&position).is_some();
        if is_over || game.side_to_act(&position) != first || game.is_chance(&position) {
            classes.entry(game.orbit_key(&position)).or_insert(Class { line, position, images: 0 }).images += 1;
            continue;
        }
        let mut legal = Vec::new();
        game.legal_moves(&position, &mut legal);
        found += legal.len();
        if found > MOST {
            return Vec::new();
        }
        // In reverse, since the last one on the list is taken from it first.
        for &mv in legal.iter().rev() {
            let (mut line, mut next) = (line.clone(), position.clone());
            line.push(mv);
            game.play(&mut next, mv);
            open.push((line, next));
        }
    }
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for played in games {
        let mut history = History::new(game, game.start());
        for text in &played.moves {
            let is_over = history.outcome().is_some();
            if is_over || game.side_to_act(history.position()) != first || history.is_chance(game) {
                break;
            }
            history.play_texts(game, [text.as_str()]).expect("a game that was played");
        }
        *counts.entry(game.orbit_key(history.position())).or_default() += 1;
    }
    let cells = game.shape().cells();
    let mut solver = game.solver().filter(|_| cells <= SOLVED_CELLS);
    let mut engine = entrant.engine().expect("the player searches");
    let mut turns: Vec<FirstTurn> = classes
        .into_iter()
        .map(|(key, Class { line, position, images })| {
            let mut history = History::new(game, game.start());
            let moves = turn_texts(game, history.position(), &line);
            line.iter().for_each(|&mv| history.play(game, mv));
            let exact = solver.as_mut().map(|solver| solver.outcome(game, &position).score_for(first));
            FirstTurn {
                moves,
                shown: Some(PositionView::of(game, &position)),
                images,
                played: counts.get(&key).and_then(|&played| Figure::share(played, games.len())),
                value: value(game, &history, &mut engine),
                exact,
            }
        })
        .collect();
    let share = |turn: &FirstTurn| turn.played.map_or(0.0, |played| played.value);
    turns.sort_by(|one, other| share(other).total_cmp(&share(one)).then(other.value.total_cmp(&one.value)));
    turns.iter_mut().skip(DRAWN).for_each(|turn| turn.shown = None);
    turns
}

/// The value of a position for the first side, by a search of [`SIMULATIONS`].
fn value(game: &AnyGame, history: &History, engine: &mut Engine) -> f32 {
    if let Some(outcome) = history.outcome() {
        return outcome.score_for(crate::game::Side::First);
    }
    engine.forget(0);
    let search = engine.think_while(game, history, Budget::Simulations(SIMULATIONS), |_| true);
    search.value().score() * game.side_to_act(history.position()).sign()
}
