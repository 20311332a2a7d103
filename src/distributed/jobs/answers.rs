//! Answers to the positions of an exam, as a job for workers.

use super::check;
use super::work::{Put, Work, one_by_one};
use crate::arena::answer;
use crate::distributed::message::Refusal;
use crate::game::{AnyGame, AnyPosition, Notation};
use crate::players::{Entrant, Player};
use anyhow::Result;

/// The moves that players choose in positions: those of the first player in all of them, then those of the next.
pub(in crate::distributed) struct Answers {
    game: AnyGame,
    entrants: Vec<Entrant>,
    positions: Vec<AnyPosition>,
}

impl Answers {
    /// The job for these players and positions.
    ///
    /// # Errors
    /// A position is invalid or ends the game.
    pub fn new(game: AnyGame, entrants: Vec<Entrant>, positions: &[String]) -> Result<Self> {
        let positions = positions.iter().map(|text| check::open_position(&game, text)).collect::<Result<_>>()?;
        Ok(Answers { game, entrants, positions })
    }

    /// The player and the position of a piece.
    fn place(&self, index: u32) -> Option<(usize, &AnyPosition)> {
        let index = index as usize;
        let player = index.checked_div(self.positions.len()).filter(|&player| player < self.entrants.len())?;
        Some((player, &self.positions[index % self.positions.len()]))
    }
}

impl Work for Answers {
    fn thread(&self, take: &dyn Fn(bool) -> Option<u32>, stop: &dyn Fn() -> bool, put: &mut Put) {
        let mut players: Vec<Box<dyn Player>> = self.entrants.iter().map(Entrant::player).collect();
        one_by_one(take, stop, put, |index| {
            let (player, position) = self.place(index)?;
            let mv = answer(&self.game, position.clone(), &mut *players[player])
                .expect("only programs have no move to give");
            let text = self.game.format_move(position, mv);
            Some(postcard::to_stdvec(&text).expect("plain values can be written"))
        });
    }

    fn check<'a>(&self, index: u32, bytes: &'a [u8]) -> Result<&'a [u8], Refusal> {
        let (_, position) =
            self.place(index).ok_or_else(|| Refusal::malformed(format_args!("there is no answer {index}")))?;
        let (text, rest) = postcard::take_from_bytes::<&str>(bytes).map_err(Refusal::malformed)?;
        let wrong = |error| Refusal::malformed(format_args!("answer {index} is an illegal move: {error}"));
        self.game.parse_move(position, text).map_err(wrong)?;
        Ok(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::work::{first_pieces, read_pieces};
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::rules;
    use crate::players::Budget;

    #[test]
    fn answers_that_cannot_be_are_refused() {
        let game = AnyGame::new(rules::<&str, &str>("dualite", []).expect("there is such a game")).expect("a game");
        let player = |spec: &str| {
            Entrant::open(&spec.parse().expect("names a player"), &game, Budget::default()).expect("it plays")
        };
        let (mut position, mut moves) = (game.start(), Vec::new());
        game.legal_moves(&position, &mut moves);
        game.play(&mut position, moves[0]);
        let answers = |positions: &[String]| {
            Answers::new(game.clone(), vec![player("random"), player("solver")], positions).map_err(|e| e.to_string())
        };
        let work = answers(&[game.format_position(&position)]).expect("it can be asked");
        let pieces = first_pieces(&work, 2);
        assert_eq!(read_pieces(&work, 0..2, &pieces.concat()), Ok(pieces.clone()));
        let refused =
            |indices, bytes: &[u8]| read_pieces(&work, indices, bytes).expect_err("must be refused").to_string();
        assert!(refused(1..3, &pieces.concat()).contains("there is no answer 2"));
        // This move's cell is occupied.
        let taken = postcard::to_stdvec(&game.format_move(&game.start(), moves[0])).expect("writable");
        assert!(refused(0..1, &taken).contains("an illegal move"));
        assert!(refused(0..1, &[]).contains("malformed"));
        assert!(answers(&["nonsense".to_owned()]).is_err());
    }
}
