use super::played::ReportGame;
use crate::game::{AnyGame, Game, History, PositionView};
use serde::Serialize;

/// A game to step through.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Example {
    /// The kind of example: `typical`, `dramatic` or `short`.
    pub kind: &'static str,
    /// The moves, from `first` on.
    pub moves: Vec<String>,
    /// Positions before each of these moves, and after the last.
    pub shown: Vec<PositionView>,
    /// Number of earlier moves that are left out.
    pub first: usize,
    /// The value before each move, for the first side.
    pub values: Vec<f32>,
    /// The winner's side; `None` in a draw.
    pub winner: Option<usize>,
    /// Why the game was over.
    pub ending: String,
    /// The move after which the value fell most for the side that made it, if it fell much.
    pub turning: Option<Turning>,
}

/// The decisive error of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Turning {
    /// Index into the moves shown.
    #[serde(rename = "move")]
    pub place: usize,
    /// By how much the value fell.
    pub loss: f32,
}

/// How badly a game fits its kind: less is better. `None` if it does not fit.
type Criterion<'a> = &'a dyn Fn(&ReportGame) -> Option<f64>;

/// The longest game shown: earlier moves of longer ones are left out.
const MOVES: usize = 120;

/// The most typical game, the most dramatic and the shortest decisive one, all different.
pub fn examples(game: &AnyGame, games: &[&ReportGame]) -> Vec<Example> {
    let mut lengths = Vec::from_iter(games.iter().map(|played| played.moves.len()));
    lengths.sort_unstable();
    let Some(&median) = lengths.get(lengths.len() / 2) else { return Vec::new() };
    let draws = games.iter().filter(|played| played.winner.is_none()).count();
    let usual = 2 * draws > games.len();
    let pick = |taken: &[usize], worth: Criterion| {
        let open = (0..games.len()).filter(|place| !taken.contains(place));
        let rated = open.filter_map(|place| Some((worth(games[place])?, place)));
        rated.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, place)| place)
    };
    let mut taken = Vec::new();
    let mut found = Vec::new();
    let typical = |played: &ReportGame| {
        (played.winner.is_none() == usual).then(|| (played.moves.len() as f64 - median as f64).abs())
    };
    let dramatic = |played: &ReportGame| played.lowest();
    let short = |played: &ReportGame| played.winner.map(|_| played.moves.len() as f64);
    let kinds: [(&str, Criterion); 3] = [("typical", &typical), ("dramatic", &dramatic), ("short", &short)];
    for (kind, worth) in kinds {
        if let Some(place) = pick(&taken, worth) {
            taken.push(place);
            found.push(example(game, kind, games[place]));
        }
    }
    found
}

fn example(game: &AnyGame, kind: &'static str, played: &ReportGame) -> Example {
    let mut history = History::new(game, game.start());
    let (mut shown, mut sides) = (vec![PositionView::of(game, history.position())], Vec::new());
    for text in &played.moves {
        sides.push((!history.is_chance(game)).then(|| game.side_to_act(history.position())));
        history.play_texts(game, [text.as_str()]).expect("a game that was played");
        shown.push(PositionView::of(game, history.position()));
    }
    let first = played.moves.len().saturating_sub(MOVES);
    let result = played.result() as f32;
    let after = |place: usize| played.values.get(place + 1).copied().unwrap_or(result);
    // The loss of value by each move for the side that made it; chance loses nothing.
    let loss = |place: usize| sides[place].map_or(0.0, |side| (played.values[place] - after(place)) * side.sign());
    let worst = (first..played.values.len()).max_by(|&one, &other| loss(one).total_cmp(&loss(other)));
    Example {
        kind,
        moves: played.moves[first..].to_vec(),
        shown: shown.split_off(first),
        first,
        values: played.values.get(first..).unwrap_or_default().to_vec(),
        winner: played.winner,
        ending: played.ending.clone(),
        turning: worst
            .filter(|&place| loss(place) > 0.3)
            .map(|place| Turning { place: place - first, loss: loss(place) }),
    }
}
