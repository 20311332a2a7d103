//! The first turns of the strongest games, as a tree.

use super::figure::Figure;
use super::mirror::turn_image;
use super::played::ReportGame;
use crate::game::{AnyGame, Game, History, PositionView, Symmetry, parse_turn_or_move};
use serde::Serialize;

/// A move of the book and those that followed it, up to symmetry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookMove {
    /// The move, in notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after the move.
    pub shown: PositionView,
    /// Share of the strongest games that began with this line.
    pub played: Figure,
    /// The first side's score in the games of this line.
    pub score: Figure,
    /// The moves that followed, the most played first.
    pub next: Vec<BookMove>,
}

/// The most moves of a line.
const DEPTH: usize = 3;

/// The most moves listed for a position.
const BREADTH: usize = 3;

/// The fewest games of a listed move.
const FEWEST: usize = 2;

/// The beginning of a game, and the half points of the first side.
struct Line {
    texts: Vec<String>,
    half_points: usize,
}

/// The book of these games.
pub(super) fn book(game: &AnyGame, games: &[&ReportGame]) -> Vec<BookMove> {
    let line = |played: &&ReportGame| Line { texts: beginning(game, played), half_points: played.half_points() };
    let lines = Vec::from_iter(games.iter().map(line));
    branches(game, &lines.iter().collect::<Vec<_>>(), &[], games.len())
}

/// The moves after `begun`, with which all these lines begin.
fn branches(game: &AnyGame, lines: &[&Line], begun: &[String], games: usize) -> Vec<BookMove> {
    let depth = begun.len();
    let mut texts = Vec::from_iter(lines.iter().filter_map(|line| line.texts.get(depth)));
    texts.sort_unstable();
    texts.dedup();
    let of = |text: &String| Vec::from_iter(lines.iter().copied().filter(|line| line.texts.get(depth) == Some(text)));
    let mut moves = Vec::from_iter(texts.into_iter().map(|text| (text, of(text))));
    moves.retain(|(_, lines)| lines.len() >= FEWEST);
    moves.sort_by_key(|(_, lines)| std::cmp::Reverse(lines.len()));
    moves.truncate(BREADTH);
    let told = |(text, lines): (&String, Vec<&Line>)| {
        let begun = [begun, std::slice::from_ref(text)].concat();
        let mut history = History::new(game, game.start());
        history.play_texts(game, begun.iter().map(String::as_str)).expect("an image of games that were played");
        let half_points = lines.iter().map(|line| line.half_points).sum();
        Some(BookMove {
            text: text.clone(),
            shown: PositionView::of(game, history.position()),
            played: Figure::share(lines.len(), games)?,
            score: Figure::score(half_points, lines.len())?,
            next: branches(game, &lines, &begun, games),
        })
    };
    moves.into_iter().filter_map(told).collect()
}

/// The first moves of a game, canonicalised: the symmetric image with the lexicographically smallest notation. So games
/// that are images of each other begin alike, at any number of moves.
fn beginning(game: &AnyGame, played: &ReportGame) -> Vec<String> {
    let mut steps = Vec::new();
    let mut history = History::new(game, game.start());
    for text in played.moves.iter().take(DEPTH) {
        let before = history.position().clone();
        let moves = parse_turn_or_move(game, &before, text).expect("a game that was played");
        moves.iter().for_each(|&mv| history.play(game, mv));
        steps.push((before, moves));
    }
    let image = |symmetry| Vec::from_iter(steps.iter().map(|(before, turn)| turn_image(game, symmetry, before, turn)));
    (0..game.symmetries()).filter(|&symmetry| keeps_start(game, symmetry)).map(image).min().unwrap_or_default()
}

/// Whether a symmetry leaves the start position unchanged; those of a rules file need not.
fn keeps_start(game: &AnyGame, symmetry: usize) -> bool {
    game.transform_position(symmetry, &game.start()) == game.start()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rules;

    #[test]
    fn games_that_are_images_of_each_other_begin_alike() {
        let game = AnyGame::new(rules::<&str, &str>("tic-tac-toe", []).expect("it exists")).expect("a game");
        let played = |moves: &[&str], winner| ReportGame {
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            winner,
            ..ReportGame::default()
        };
        let games = [
            played(&["a1", "b2", "c3"], Some(0)),
            played(&["c1", "b2", "a3"], None),
            played(&["c3", "b2", "a2"], Some(1)),
            played(&["b2", "a1"], Some(0)),
        ];
        let book = book(&game, &games.iter().collect::<Vec<_>>());
        let [corner] = &*book else { panic!("one first move was played twice: {book:?}") };
        assert_eq!((corner.text.as_str(), corner.played.value, corner.score.value), ("a1", 0.75, 0.5));
        let [middle] = &*corner.next else { panic!("it had one answer: {corner:?}") };
        assert_eq!((middle.text.as_str(), middle.played.count), ("b2", 4));
        let [far] = &*middle.next else { panic!("one third move was played twice: {middle:?}") };
        assert_eq!((far.text.as_str(), far.score.value), ("c3", 0.75));
    }
}
