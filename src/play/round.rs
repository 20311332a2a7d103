use super::line::format_line;
use crate::game::{Game, History, Notation, Outcome, Seat, Side};
use crate::record::Record;

/// A game under way from the start, which may be given up and taken back.
pub(super) struct Round<G: Game> {
    history: History<G>,
    moves: Vec<G::Move>,
    /// Who made each of the moves.
    seats: Vec<Seat>,
    /// Who has given the game up.
    resigned: Option<Side>,
}

impl<G: Notation> Round<G> {
    pub fn new(game: &G) -> Self {
        let history = History::new(game, game.start());
        Round { history, moves: Vec::new(), seats: Vec::new(), resigned: None }
    }

    pub fn history(&self) -> &History<G> {
        &self.history
    }

    pub fn position(&self) -> &G::Position {
        self.history.position()
    }

    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// How the game has ended, by the rules or because someone gave it up; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|side| Outcome::Win(side.other())).or(self.history.outcome())
    }

    pub fn seat_to_act(&self, game: &G) -> Seat {
        game.seat_to_act(self.position())
    }

    /// Whether who acts has made the last move too, as in a turn of several moves.
    pub fn goes_on(&self, game: &G) -> bool {
        self.seats.last() == Some(&self.seat_to_act(game))
    }

    /// Who moved last, and the moves made then without another seat's between them, in notation.
    pub fn last_moves(&self, game: &G) -> Option<(Seat, Vec<String>)> {
        let seat = *self.seats.last()?;
        let first = self.seats.iter().rposition(|&other| other != seat).map_or(0, |at| at + 1);
        let mut before = History::new(game, game.start());
        for &mv in &self.moves[..first] {
            before.play(game, mv);
        }
        Some((seat, format_line(game, &before, &self.moves[first..])))
    }

    /// Makes a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        self.seats.push(self.seat_to_act(game));
        self.moves.push(mv);
        self.history.play(game, mv);
    }

    /// The side to act gives the game up.
    pub fn resign(&mut self, game: &G) {
        self.resigned = Some(game.side_to_act(self.position()));
    }

    /// Goes back to the last decision of one of these seats; `false` where there is none.
    pub fn undo(&mut self, game: &G, mut theirs: impl FnMut(Seat) -> bool) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let Some(kept) = self.seats.iter().rposition(|&seat| theirs(seat)) else { return false };
        self.moves.truncate(kept);
        self.seats.truncate(kept);
        self.history.restart(game, game.start());
        for &mv in &self.moves {
            self.history.play(game, mv);
        }
        true
    }

    /// The record so far. A game given up is unfinished: nobody has won it by the rules.
    pub fn record(&self, game: &G) -> Record {
        Record::of_game(game, &game.start(), &self.moves)
    }
}
