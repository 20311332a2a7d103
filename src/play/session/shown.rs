//! The output of a session: the seating, the board, the end of a round.

use super::Session;
use crate::game::{Game, Notation, Side};
use crate::play::Input;
use crate::play::marks::colour;
use std::io::{self, Write};

impl Session {
    /// Prints the game, and who has which seat.
    pub(super) fn introduce(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<()> {
        self.width = input.width();
        let (round, rounds) = (self.score.over() + 1, self.score.rounds());
        if !self.seating.has_person() && rounds == 1 {
            return Ok(());
        }
        if round > 1 {
            writeln!(out)?;
        }
        write!(out, "{}", self.game.rules())?;
        if rounds > 1 {
            write!(out, ", round {round} of {rounds}")?;
        }
        if round > 1 {
            write!(out, ", sides exchanged")?;
        }
        writeln!(out, ".")?;
        self.say(out, &self.seating.describe_all())?;
        if round == 1
            && self.seating.has_person()
            && let Some(example) = self.sorted_moves("").first()
        {
            writeln!(out, "Type a move such as `{example}`, or `{}`.", self.typed("help"))?;
        }
        Ok(())
    }

    /// Draws the board with the changes of the last seat to move, and names its moves.
    pub(super) fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let drawing = self.game.draw(self.round.position());
        let Some((seat, before, moves)) = self.round.last_moves(&self.game) else {
            return writeln!(out, "\n{}\n", colour(&self.game, &drawing, &drawing).trim_end());
        };
        let drawing = colour(&self.game, &self.game.draw(&before), &drawing);
        let (seat_name, name) = (self.seating.seat_name(seat), self.seating.chairs()[seat.index()].name());
        writeln!(out, "\n{}", drawing.trim_end())?;
        self.say(out, &format!("last move: {} by {seat_name} ({name})\n", moves.join(" ")))
    }

    /// Prints how and why the round ended, and the score of a match.
    pub(super) fn announce_end(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(outcome) = self.outcome() else { return Ok(()) };
        let resigned = self.round.resigned();
        if resigned.is_none() {
            self.draw(out)?;
        }
        let result = outcome.winner().map(|side| format!("{} wins", self.seating.describe(side)));
        let moves = self.round.moves();
        let reason = match (resigned, self.round.history().ending(&self.game)) {
            (Some(side), _) => format!(": {} gives up", self.seating.describe(side)),
            (None, ending) => ending.map_or_else(String::new, |ending| format!(": {ending}")),
        };
        let (result, noun) = (result.unwrap_or_else(|| "a draw".to_owned()), if moves == 1 { "move" } else { "moves" });
        self.say(out, &format!("{result} after {moves} {noun}{reason}"))?;
        if let Some(totals) = self.game.totals(self.round.position()) {
            let totals = Side::BOTH.map(|side| format!("{} {}", self.seating.side_name(side), totals[side.index()]));
            writeln!(out, "points: {}", totals.join(", "))?;
        }
        if self.score.rounds() > 1 {
            let mut score = self.score.clone();
            score.add(outcome);
            self.say(out, &score.to_string())?;
        }
        Ok(())
    }

    /// The person's options after a round.
    pub(super) fn ways_on(&self) -> String {
        let enter = match self.is_last_round() {
            true => "ends the session".to_owned(),
            false => format!("begins round {}", self.score.over() + 2),
        };
        let [undo, save, board, quit] = ["undo", "save FILE", "board", "quit"].map(|command| self.typed(command));
        format!("Enter {enter}, `{undo}` reopens the game; or type {save}, {board} or {quit}.")
    }
}
