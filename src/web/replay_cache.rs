use super::{GameSpec, Refusal};
use crate::game::{Game, History, Rules};
use crate::games::AnyGame;
use parking_lot::Mutex;
use std::collections::VecDeque;

const MOST: usize = 32;
/// The most moves of a cached game.
const LONGEST: usize = 2000;

/// The games of recent requests. A request contains all moves of its game, mostly one more than the request before:
/// only the additional move is then parsed and played.
#[derive(Debug, Default)]
pub(super) struct ReplayCache(Mutex<VecDeque<Entry>>);

#[derive(Debug)]
struct Entry {
    rules: Rules,
    start: Option<String>,
    /// The moves as written in the request.
    moves: Vec<String>,
    history: History,
}

impl ReplayCache {
    /// The longest known part of a game, with at most `most` of its moves, and their number: [`GameSpec::resume`]
    /// continues from there.
    ///
    /// # Errors
    /// The game's first position is invalid.
    pub fn nearest(&self, game: &AnyGame, spec: &GameSpec, most: usize) -> Result<(History<AnyGame>, usize), Refusal> {
        let begins = &spec.moves[..most.min(spec.moves.len())];
        let mut kept = self.0.lock();
        let fits =
            |one: &Entry| one.rules == *game.rules() && one.start == spec.start && begins.starts_with(&one.moves);
        let known = kept.iter().enumerate().filter(|(_, one)| fits(one));
        let Some(place) = known.max_by_key(|(_, one)| one.moves.len()).map(|(place, _)| place) else {
            return Ok((spec.begin(game)?, 0));
        };
        let found = kept.remove(place).expect("it was found there");
        let reached = (found.history.clone(), found.moves.len());
        kept.push_front(found);
        Ok(reached)
    }

    /// The game so far.
    ///
    /// # Errors
    /// As [`GameSpec::resume`].
    pub fn history(&self, game: &AnyGame, spec: &GameSpec) -> Result<History<AnyGame>, Refusal> {
        let (known, made) = self.nearest(game, spec, usize::MAX)?;
        let history = spec.resume(game, known, made, |_| ())?;
        self.keep(game, spec, &history);
        Ok(history)
    }

    /// Stores a game that was played to the end of its moves.
    pub fn keep(&self, game: &AnyGame, spec: &GameSpec, history: &History) {
        if spec.moves.len() > LONGEST {
            return;
        }
        let mut kept = self.0.lock();
        kept.retain(|one| one.rules != *game.rules() || one.start != spec.start || one.moves != spec.moves);
        kept.truncate(MOST - 1);
        kept.push_front(Entry {
            rules: game.rules().clone(),
            start: spec.start.clone(),
            moves: spec.moves.clone(),
            history: history.clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn spec(moves: &str) -> GameSpec {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        GameSpec { variant: "loa".to_owned(), options: serde_json::Map::default(), start: None, moves }
    }

    #[test]
    fn only_moves_that_are_new_are_played() {
        let game = AnyGame::new(crate::games::rules("loa", [] as [(&str, &str); 0]).unwrap()).unwrap();
        let reached = ReplayCache::default();
        let played = |spec: &GameSpec, most: usize| {
            let count = Cell::new(0);
            let (known, made) = reached.nearest(&game, spec, most).unwrap();
            let history = spec.resume(&game, known, made, |_| count.set(count.get() + 1)).unwrap();
            reached.keep(&game, spec, &history);
            (history.moves(), count.get() - 1)
        };
        assert_eq!(played(&spec("b1-b3 a2-c2"), usize::MAX), (2, 2));
        assert_eq!(played(&spec("b1-b3 a2-c2 b3-b1"), usize::MAX), (3, 1));
        assert_eq!(played(&spec("b1-b3 a2-c2 b3-b1"), 2), (3, 1), "the position before is wanted");
        assert_eq!(played(&spec("b1-b3 a2-c2"), usize::MAX), (2, 0));
        assert_eq!(played(&spec("b1-b3 a4-c4 b3-b1"), usize::MAX), (3, 3), "another game");
        let other = GameSpec { start: Some(String::new()), ..spec("b1-b3") };
        assert!(reached.nearest(&game, &other, usize::MAX).is_err(), "another start");
        // Errors are the same, whether the game is cached or not.
        let wrong = |moves| reached.history(&game, &spec(moves)).unwrap_err();
        assert_eq!(wrong("b1-b3 a2-c2 b3-b1 z9").ply, Some(3));
        assert_eq!(wrong("b1-b3 a2-c2 b3-b1 z9"), spec("b1-b3 a2-c2 b3-b1 z9").history(&game).unwrap_err());
        for turn in 0..3 * MOST {
            let moves = "b1-b3 a2-c2 b3-b1 c2-a2 ".repeat(2);
            let moves = Vec::from_iter(moves.split(' ').take(turn % 8));
            reached.history(&game, &spec(&moves.join(" "))).unwrap();
        }
        assert!(reached.0.lock().len() <= MOST);
    }
}
