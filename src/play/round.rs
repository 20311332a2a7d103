use super::line::format_line;
use crate::game::{AnyGame, AnyMove, AnyPosition, Game, History, Notation, Outcome, Seat, Side};
use crate::random::derive;
use crate::record::Record;

/// A game from the start position in which a side can resign and moves can be taken back.
pub(super) struct Round {
    history: History,
    moves: Vec<AnyMove>,
    /// The seat that made each move; `None` for chance.
    seats: Vec<Option<Seat>>,
    /// The side that resigned, if any.
    resigned: Option<Side>,
}

impl Round {
    pub fn new(game: &AnyGame) -> Self {
        let history = History::new(game, game.start());
        Round { history, moves: Vec::new(), seats: Vec::new(), resigned: None }
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    pub fn position(&self) -> &AnyPosition {
        self.history.position()
    }

    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// How the game ended, by the rules or by resignation; `None` while it continues.
    pub fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|side| Outcome::Win(side.other())).or(self.history.outcome())
    }

    pub fn seat_to_act(&self, game: &AnyGame) -> Seat {
        game.seat_to_act(self.position())
    }

    /// Whether the seat to act also made the last move, as in a turn of several moves.
    pub fn goes_on(&self, game: &AnyGame) -> bool {
        self.seats.last() == Some(&Some(self.seat_to_act(game)))
    }

    /// The last seat to move, the position before its turn, and its moves since then in notation.
    pub fn last_moves(&self, game: &AnyGame) -> Option<(Seat, AnyPosition, Vec<String>)> {
        let end = self.seats.iter().rposition(|seat| seat.is_some())? + 1;
        let seat = self.seats[end - 1];
        let first = self.seats[..end].iter().rposition(|&other| other != seat).map_or(0, |at| at + 1);
        let mut before = History::new(game, game.start());
        for &mv in &self.moves[..first] {
            before.play(game, mv);
        }
        Some((seat?, before.position().clone(), format_line(game, &before, &self.moves[first..end])))
    }

    pub fn play(&mut self, game: &AnyGame, mv: AnyMove) {
        self.seats.push(Some(self.seat_to_act(game)));
        self.moves.push(mv);
        self.history.play(game, mv);
    }

    pub fn resign(&mut self, game: &AnyGame) {
        self.resigned = Some(game.side_to_act(self.position()));
    }

    /// Makes what chance does next, if it is to act, and returns its text. The same in every game with this seed that has
    /// come to so many moves: who takes a move back and makes another one meets the same dice.
    pub fn play_chance(&mut self, game: &AnyGame, seed: u64) -> Option<String> {
        if self.outcome().is_some() || !self.history.is_chance(game) {
            return None;
        }
        let mut legal = Vec::new();
        self.history.legal_moves(game, &mut legal);
        let mv = legal[(derive(seed, &[self.moves.len() as u64]) % legal.len() as u64) as usize];
        let text = game.format_turn(self.position(), &[mv]);
        self.seats.push(None);
        self.moves.push(mv);
        self.history.play(game, mv);
        Some(text)
    }

    /// Takes back a resignation, or else the last move of one of these seats and all after it; `false` if there is
    /// none.
    pub fn undo(&mut self, game: &AnyGame, mut theirs: impl FnMut(Seat) -> bool) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let Some(kept) = self.seats.iter().rposition(|seat| seat.is_some_and(&mut theirs)) else { return false };
        self.moves.truncate(kept);
        self.seats.truncate(kept);
        self.history.restart(game, game.start());
        for &mv in &self.moves {
            self.history.play(game, mv);
        }
        true
    }

    /// Returns a function that makes the record of the game so far, independent of the round. A resigned game has a
    /// winner and a reason.
    pub fn record(&self, game: &AnyGame, players: Vec<String>) -> impl FnOnce() -> Record + Send + use<> {
        let (game, moves, resigned) = (game.clone(), self.moves.clone(), self.resigned);
        move || {
            let record = Record::of_game(&game, &game.start(), &moves).with_players(players);
            match resigned {
                Some(side) => record.resigned_by(side),
                None => record,
            }
        }
    }
}
