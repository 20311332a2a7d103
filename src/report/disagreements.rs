//! Positions in which players of different strength would play differently.

use super::plan::{STRENGTHS, budget, strength_name};
use super::played::ReportGame;
use crate::game::{AnyGame, AnyMove, Game, History, Notation, PositionView, Symmetry, is_whole_turn};
use crate::players::{Engine, Entrant};
use serde::Serialize;

/// A position of the strongest games on which the policy and searches disagree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Disagreement {
    /// The position.
    pub shown: PositionView,
    /// Number of moves played before the position.
    pub after: usize,
    /// The side to act.
    pub side: usize,
    /// The turn that each strength would play, the weakest first.
    pub opinions: Vec<Opinion>,
}

/// The turn that a strength would play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opinion {
    /// Name of the strength.
    pub strength: String,
    /// The whole turn that the strength prefers.
    #[serde(rename = "move")]
    pub text: String,
    /// Value of the turn's first move for the first side, by the strongest search, in [-1, 1].
    pub value: f32,
}

/// The strengths compared, by places in [`STRENGTHS`]: the policy, the weakest search, the strongest.
const ASKED: [usize; 3] = [1, 2, STRENGTHS.len() - 1];

/// The most positions compared.
const POSITIONS: usize = 48;

/// The most positions listed.
const TOLD: usize = 3;

/// The least loss of the policy's turn, by the strongest search. If it loses less than this, it counts as good as the
/// best turn.
const LOSS: f32 = 0.05;

/// The positions in which the policy's turn is worse than the best one, as the strongest search judges. Those in which
/// all three strengths prefer different turns come first; then the order is by loss. At most one position is from a
/// game, and none is the image of another.
pub(super) fn disagreements(game: &AnyGame, entrant: &Entrant, games: &[&ReportGame]) -> Vec<Disagreement> {
    let mut engine = entrant.engine().expect("the player searches");
    let all: usize = games.iter().map(|played| played.moves.len()).sum();
    let mut found = Vec::new();
    let mut place = 0;
    for (number, played) in games.iter().enumerate() {
        let mut history = History::new(game, game.start());
        for (after, text) in played.moves.iter().enumerate() {
            // The positions examined are evenly spread over all games.
            if place * POSITIONS / all != (place + 1) * POSITIONS / all
                && !history.is_chance(game)
                && let Some((worth, told)) = disagreement(game, &mut engine, &history, after)
            {
                found.push((worth, number, game.orbit_key(history.position()), told));
            }
            place += 1;
            history.play_texts(game, [text.as_str()]).expect("a game that was played");
        }
    }
    found.sort_by(|(one, ..), (other, ..)| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
    let mut told: Vec<(usize, u64, Disagreement)> = Vec::new();
    for (_, number, key, one) in found {
        let is_new = told.iter().all(|(game, position, _)| *game != number && *position != key);
        if told.len() < TOLD && is_new {
            told.push((number, key, one));
        }
    }
    told.into_iter().map(|(.., one)| one).collect()
}

/// The disagreement in a position: the number of preferred turns, and the loss of the policy's.
fn disagreement(
    game: &AnyGame,
    engine: &mut Engine,
    history: &History,
    after: usize,
) -> Option<((usize, f32), Disagreement)> {
    let position = history.position();
    let turns = ASKED.map(|strength| {
        let simulations = STRENGTHS[strength].expect("it searches");
        liked(game, engine, history, simulations)
    });
    let texts = turns.each_ref().map(|turn| game.format_turn(position, turn));
    let [policy, few, most] = &texts;
    if policy == most {
        return None;
    }
    let side = game.side_to_act(position);
    engine.forget(0);
    let search = engine.think_while(game, history, budget(STRENGTHS[ASKED[2]].unwrap_or(0)), |_| true);
    let score = |turn: &[AnyMove]| search.moves().find(|root| root.mv == turn[0]).map_or(0.0, |root| root.score);
    let scores = turns.each_ref().map(|turn| score(turn));
    let loss = scores[2] - scores[0];
    if loss < LOSS {
        return None;
    }
    let distinct = 2 + usize::from(few != policy && few != most);
    let opinions = ASKED.into_iter().zip(texts).zip(scores).map(|((strength, text), score)| Opinion {
        strength: strength_name(strength),
        text,
        value: score * side.sign(),
    });
    let told = Disagreement {
        shown: PositionView::of(game, position),
        after,
        side: side.index(),
        opinions: opinions.collect(),
    };
    Some(((distinct, loss), told))
}

/// The turn that a search prefers, move by move.
fn liked(game: &AnyGame, engine: &mut Engine, history: &History, simulations: u32) -> Vec<AnyMove> {
    let mut history = history.clone();
    let mut turn = Vec::new();
    engine.forget(0);
    loop {
        let mv = engine.think_while(game, &history, budget(simulations), |_| true).best_move();
        history.play(game, mv);
        turn.push(mv);
        if history.outcome().is_some() || !game.shows_turns() || is_whole_turn(game, history.position()) {
            return turn;
        }
    }
}
