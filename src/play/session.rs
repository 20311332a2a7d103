use super::Analysis;
use super::line::read_line;
use crate::arena::{Engine, Player, derive, seat_sides};
use crate::game::{Game, History, Outcome, Side};
use crate::record::Record;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::path::Path;

/// Who sits on a seat.
pub enum Chair<G: Game> {
    /// The person at the terminal.
    Person,
    /// A player of that name.
    Player(String, Box<dyn Player<G>>),
}

/// A game in the terminal: a person types moves and commands, players answer.
pub struct Session<G: Game> {
    game: G,
    /// In the order of [`Game::seat_names`].
    chairs: Vec<Chair<G>>,
    adviser: Engine<G>,
    history: History<G>,
    moves: Vec<G::Move>,
    resigned: Option<Side>,
}

const HELP: &str = "\
a move     plays it, written as `moves` lists it
moves      lists the legal moves
hint       says what an engine thinks of the position
board      draws the board again
undo       goes back to your last decision
resign     gives the game up
save FILE  appends the record of the game to FILE
quit       ends the session";

/// Moves that a hint lists.
const HINT_MOVES: usize = 5;

/// What a person's line leads to.
enum Next {
    /// The same decision again.
    Again,
    /// Someone's decision in a changed game.
    Changed,
    /// The end of the session.
    Quit,
}

impl<G: Game> Session<G> {
    /// A game from the start, with one chair for each seat. `adviser` gives the hints. All that is random follows from
    /// `seed`.
    ///
    /// # Panics
    /// The number of chairs is not that of the seats.
    pub fn new(game: G, mut chairs: Vec<Chair<G>>, mut adviser: Engine<G>, seed: u64) -> Self {
        assert_eq!(chairs.len(), game.seat_names().len(), "one chair for each seat");
        for (seat, chair) in chairs.iter_mut().enumerate() {
            if let Chair::Player(_, player) = chair {
                player.new_game(&game, derive(seed, &[seat as u64]));
            }
        }
        adviser.forget(seed);
        let history = History::new(&game, game.start());
        Session { game, chairs, adviser, history, moves: Vec::new(), resigned: None }
    }

    /// Plays until the person quits, the input ends, or the game is over and no person has a seat.
    ///
    /// # Errors
    /// `input` cannot be read or `out` cannot be written.
    pub fn run(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
        let has_person = self.chairs.iter().any(|chair| matches!(chair, Chair::Person));
        if has_person {
            writeln!(out, "{}. {}. Type a move, or `help`.", self.game.rules(), self.seating())?;
        }
        loop {
            let over = self.announce_end(out)?;
            if over && !has_person {
                return Ok(());
            }
            if !over && self.let_player_move(out)? {
                continue;
            }
            if !over {
                self.draw(out)?;
            }
            loop {
                write!(out, "{}> ", if over { "over" } else { self.seat_name() })?;
                out.flush()?;
                let Some(line) = read_line(input)? else {
                    writeln!(out)?;
                    return Ok(());
                };
                match self.obey(&line, out)? {
                    Next::Again => {}
                    Next::Changed => break,
                    Next::Quit => return Ok(()),
                }
            }
        }
    }

    /// Who has which seat, by side: sides win, seats move.
    fn seating(&self) -> String {
        let seats = self.game.seat_names().iter().zip(&self.chairs).zip(seat_sides(&self.game));
        let seats: Vec<(Side, String)> = seats
            .map(|((name, chair), side)| match chair {
                Chair::Person => (side, format!("{name} (you)")),
                Chair::Player(player, _) => (side, format!("{name} ({player})")),
            })
            .collect();
        let sides = Side::BOTH.map(|side| {
            let seats = seats.iter().filter(|(own, _)| *own == side).map(|(_, seat)| seat.as_str());
            format!("Side {}: {}", side.index(), Vec::from_iter(seats).join(", "))
        });
        sides.join(". ")
    }

    /// The record of the game so far. A game given up is unfinished: nobody has won it by the rules.
    pub fn record(&self) -> Record {
        let players = self.chairs.iter().map(|chair| match chair {
            Chair::Person => "person",
            Chair::Player(name, _) => name,
        });
        Record::of_game(&self.game, &self.game.start(), &self.moves).with_players(players)
    }

    /// Appends the record of the game so far to a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        writeln!(file, "{}", self.record().to_line())
    }

    /// Whether the game is over, which is then said.
    fn announce_end(&self, out: &mut dyn Write) -> io::Result<bool> {
        let winner = match (self.resigned, self.history.outcome()) {
            (Some(side), _) => {
                writeln!(out, "side {} gives up", side.index())?;
                Some(side.other())
            }
            (None, Some(outcome)) => {
                self.draw(out)?;
                outcome.winner()
            }
            (None, None) => return Ok(false),
        };
        match winner {
            Some(side) => writeln!(out, "side {} wins after {} moves", side.index(), self.moves.len())?,
            None => writeln!(out, "a draw after {} moves", self.moves.len())?,
        }
        Ok(true)
    }

    /// Lets the player whose turn it is move; `false` where it is the person's turn.
    fn let_player_move(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let seat = self.game.seat_to_act(self.history.position()).index();
        let Chair::Player(name, player) = &mut self.chairs[seat] else { return Ok(false) };
        let mv = player.choose(&self.game, &self.history);
        let text = self.game.format_move(self.history.position(), mv);
        writeln!(out, "{} ({name}) plays {text}", self.game.seat_names()[seat])?;
        self.play(mv);
        Ok(true)
    }

    fn play(&mut self, mv: G::Move) {
        self.history.play(&self.game, mv);
        self.moves.push(mv);
    }

    fn obey(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Next> {
        let (command, argument) = match line.split_once(char::is_whitespace) {
            Some((command, argument)) => (command, argument.trim()),
            None => (line, ""),
        };
        match (command, argument) {
            ("", _) => {}
            ("help", "") => writeln!(out, "{HELP}")?,
            ("board", "") => self.draw(out)?,
            ("quit", "") => return Ok(Next::Quit),
            ("save", "") => writeln!(out, "save: expected the name of a file")?,
            ("save", file) => match self.save(Path::new(file)) {
                Ok(()) => writeln!(out, "saved to {file}")?,
                Err(error) => writeln!(out, "cannot save to {file}: {error}")?,
            },
            ("undo", "") if self.undo() => return Ok(Next::Changed),
            ("undo", "") => writeln!(out, "there is no decision of yours to go back to")?,
            _ if self.is_over() => writeln!(out, "the game is over: expected undo, save FILE, board or quit")?,
            ("resign", "") => {
                self.resigned = Some(self.game.side_to_act(self.history.position()));
                return Ok(Next::Changed);
            }
            ("moves", "") => {
                let mut moves = Vec::new();
                self.history.legal_moves(&self.game, &mut moves);
                let position = self.history.position();
                let texts: Vec<_> = moves.iter().map(|&mv| self.game.format_move(position, mv)).collect();
                writeln!(out, "{}", texts.join(" "))?;
            }
            ("hint", "") => {
                if let Some(analysis) = Analysis::new(&self.game, &self.history, &mut self.adviser) {
                    analysis.write(out, HINT_MOVES)?;
                }
            }
            _ => match self.game.parse_move(self.history.position(), line) {
                Ok(mv) => {
                    self.play(mv);
                    return Ok(Next::Changed);
                }
                Err(error) => writeln!(out, "{error} (`help` lists the commands)")?,
            },
        }
        Ok(Next::Again)
    }

    /// Goes back to the person's last decision; `false` where there is none.
    fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        // The number of moves before the last position in which the person decided.
        let mut history = History::new(&self.game, self.game.start());
        let mut last = None;
        for (before, &mv) in self.moves.iter().enumerate() {
            if matches!(self.chairs[self.game.seat_to_act(history.position()).index()], Chair::Person) {
                last = Some(before);
            }
            history.play(&self.game, mv);
        }
        let Some(kept) = last else { return false };
        self.moves.truncate(kept);
        self.history.restart(&self.game, self.game.start());
        for &mv in &self.moves {
            self.history.play(&self.game, mv);
        }
        true
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.history.outcome().is_some()
    }

    fn seat_name(&self) -> &'static str {
        self.game.seat_names()[self.game.seat_to_act(self.history.position()).index()]
    }

    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let drawing = self.game.draw(self.history.position());
        writeln!(out, "\n{}\n", drawing.trim_end())
    }

    /// How the game has ended, by the rules or because someone gave up; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|side| Outcome::Win(side.other())).or(self.history.outcome())
    }
}
