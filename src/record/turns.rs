use super::Record;
use crate::game::{Game, History, Notation, NotationError, parse_turn_or_move};
use crate::games::AnyGame;
use crate::games::rules_file::by_steps;

impl Record {
    /// A verified record with one entry per turn. Records with one entry per move are from older versions or other
    /// programs.
    #[must_use]
    pub fn by_turns(self) -> Record {
        let Ok(rules) = self.rules() else { return self };
        let by_steps = by_steps(&rules);
        let games = [Some(rules), by_steps].into_iter().flatten().filter_map(|rules| AnyGame::new(rules).ok());
        let by_turns = games.filter(Notation::shows_turns).find_map(|game| self.clone().of_turns(&game).ok());
        by_turns.unwrap_or(self)
    }

    fn of_turns(self, game: &AnyGame) -> Result<Record, NotationError> {
        let start = match self.positions.as_ref().and_then(|positions| positions.first()) {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut history = History::new(game, start.clone());
        // Number of moves before the first entry and after each.
        let mut plies = vec![0];
        for text in &self.steps {
            for mv in parse_turn_or_move(game, history.position(), text)? {
                history.play(game, mv);
            }
            plies.push(history.played().len());
        }
        let turns = Record::of_game(game, &start, history.played());
        let ends = ends_of_turns(game, &history);
        let evaluations = self.evaluations.map(|given| {
            let of = |end: &usize| plies.iter().position(|ply| ply == end).and_then(|entry| *given.get(entry)?);
            ends.iter().map(of).collect()
        });
        Ok(Record {
            steps: turns.steps,
            positions: self.positions.and(turns.positions),
            legal_counts: self.legal_counts.and(turns.legal_counts),
            evaluations,
            ..self
        })
    }
}

/// Number of moves before the first turn of a game and after each.
pub(crate) fn ends_of_turns(game: &AnyGame, history: &History) -> Vec<usize> {
    let turns = crate::game::by_turns(game, history.first(), history.played());
    let ends = turns.iter().scan(0, |made, turn| {
        *made += turn.len();
        Some(*made)
    });
    std::iter::once(0).chain(ends).collect()
}
