use super::Analysis;
use super::line::{columns, read_line, say, sorted_moves};
use super::round::Round;
use super::score::MatchScore;
use super::table::{Chair, Table};
use crate::files::{append, open_to_append};
use crate::game::{CompleteGame, Outcome, Side};
use crate::players::Engine;
use crate::random::derive;
use crate::record::Record;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// A match in the terminal, of one round or more: a person types moves and commands, players answer.
///
/// The sides change hands from round to round: who has the first seat of one side then has the first of the other, and
/// so on, so that teams stay together.
pub struct Session<G: CompleteGame> {
    game: G,
    /// As it is in this round.
    table: Table<G>,
    adviser: Engine<G>,
    seed: u64,
    round: Round<G>,
    /// Of the rounds before this one.
    score: MatchScore,
}

const COMMANDS: &str = "\
moves      lists the legal moves; `moves TEXT` those that begin with TEXT
hint       says what an engine thinks of the position
board      draws the board again, and says what was played last
undo       goes back to your last decision
resign     gives the game up
save FILE  appends the record of the game to FILE
quit       ends the session";

/// Moves that a hint lists.
const HINT_MOVES: usize = 5;

/// Thinking that takes as long is worth telling.
const LONG: Duration = Duration::from_secs(1);

/// What a person's line leads to.
enum Next {
    /// The same decision again.
    Again,
    /// Someone's decision in a changed game.
    Changed,
    /// The round is over, and left.
    Done,
    /// The end of the session.
    Quit,
}

impl<G: CompleteGame> Session<G> {
    /// A match of so many games from the start, with one chair for each seat as in the first. `adviser` gives the
    /// hints. All that is random follows from `seed`.
    ///
    /// # Panics
    /// The number of chairs is not that of the seats, or there is no round.
    pub fn new(game: G, chairs: Vec<Chair<G>>, adviser: Engine<G>, rounds: u32, seed: u64) -> Self {
        assert!(rounds > 0, "a match has at least one round");
        let table = Table::new(&game, chairs);
        let score = MatchScore::new(table.parties(), rounds);
        let round = Round::new(&game);
        let mut session = Session { game, table, adviser, seed, round, score };
        session.seed_players();
        session
    }

    /// Plays until the person quits, the input ends, or the last round is over and left. Gives `keep` the record of
    /// each round that is left and in which someone has moved.
    ///
    /// # Errors
    /// `input` cannot be read or `out` cannot be written, or `keep` fails.
    pub fn run(
        &mut self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
        keep: &mut dyn FnMut(Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        loop {
            let left = self.introduce(out).and_then(|()| self.play_round(input, out));
            // A round is kept even where the terminal has gone meanwhile.
            if self.round.moves() > 0 {
                keep(self.record())?;
            }
            if !left? || !self.next_round() {
                return Ok(());
            }
        }
    }

    /// The record of the round so far. A game given up is unfinished: nobody has won it by the rules.
    pub fn record(&self) -> Record {
        let players = self.table.chairs().iter().map(|chair| if chair.is_person() { "person" } else { chair.name() });
        self.round.record(&self.game).with_players(players)
    }

    /// Appends the record of the round so far to a file.
    ///
    /// # Errors
    /// The file cannot be written; it then holds what it held before.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        append(&mut open_to_append(path)?, path, format!("{}\n", self.record().to_line()))
    }

    /// How the round has ended, by the rules or because someone gave it up; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.round.outcome()
    }

    /// Says what is played, and who has which seat.
    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let (round, rounds) = (self.score.over() + 1, self.score.rounds());
        if !self.table.has_person() && rounds == 1 {
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
        say(out, &self.table.seating())?;
        if round == 1
            && self.table.has_person()
            && let Some(example) = sorted_moves(&self.game, self.round.history()).first()
        {
            writeln!(out, "Type a move, as `{example}`, or `help`.")?;
        }
        Ok(())
    }

    /// Whether the round was played to its end, and left to go on.
    fn play_round(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<bool> {
        loop {
            let over = self.is_over();
            if over {
                self.announce_end(out)?;
                if !self.table.has_person() {
                    return Ok(true);
                }
                say(out, &self.ways_on())?;
            } else if self.let_player_move(out)? {
                continue;
            } else {
                self.draw(out)?;
            }
            loop {
                write!(out, "{}> ", self.prompt())?;
                out.flush()?;
                let line = read_line(input)?;
                let next = match &line {
                    Some(line) => self.obey(line, out)?,
                    None => {
                        writeln!(out)?;
                        Next::Quit
                    }
                };
                match next {
                    Next::Again => {}
                    Next::Changed => break,
                    Next::Done => return Ok(true),
                    Next::Quit => {
                        // Where a round has ended, the score has just been told.
                        if self.score.over() > 0 && !over {
                            say(out, &self.score.to_string())?;
                        }
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// Begins the next round, where this one, which is over, was not the last.
    fn next_round(&mut self) -> bool {
        let Some(outcome) = self.outcome().filter(|_| !self.is_last_round()) else { return false };
        self.score.add(outcome);
        self.table.exchange_sides();
        self.round = Round::new(&self.game);
        self.seed_players();
        true
    }

    fn seed_players(&mut self) {
        let round = u64::from(self.score.over());
        for (seat, chair) in self.table.chairs_mut().iter_mut().enumerate() {
            if let Chair::Player(_, player) = chair {
                player.new_game(&self.game, derive(self.seed, &[round, seat as u64]));
            }
        }
        self.adviser.forget(derive(self.seed, &[round]));
    }

    /// Lets the player whose turn it is move; `false` where it is the person's turn.
    fn let_player_move(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let seat = self.round.seat_to_act(&self.game);
        let seat_name = self.table.seat_name(seat);
        let Chair::Player(name, player) = &mut self.table.chairs_mut()[seat.index()] else { return Ok(false) };
        // Said before the player thinks, so that the person knows who is waited for.
        write!(out, "{seat_name} ({name}) plays ")?;
        out.flush()?;
        let begin = Instant::now();
        let mv = player.choose(&self.game, self.round.history());
        let spent = begin.elapsed();
        write!(out, "{}", self.game.format_move(self.round.position(), mv))?;
        if spent >= LONG {
            write!(out, " ({:.1} s)", spent.as_secs_f64())?;
        }
        writeln!(out)?;
        self.round.play(&self.game, mv);
        Ok(true)
    }

    fn obey(&mut self, line: &str, out: &mut dyn Write) -> io::Result<Next> {
        let (command, argument) = match line.split_once(char::is_whitespace) {
            Some((command, argument)) => (command, argument.trim()),
            None => (line, ""),
        };
        match (command, argument) {
            ("", _) if self.is_over() => return Ok(Next::Done),
            ("", _) => {}
            ("help", "") => self.help(out)?,
            ("board", "") => {
                self.recall(out)?;
                self.draw(out)?;
            }
            ("quit", "") => return Ok(Next::Quit),
            ("save", "") => writeln!(out, "save: expected the name of a file")?,
            ("save", file) => match self.save(Path::new(file)) {
                Ok(()) => writeln!(out, "saved to {file}")?,
                Err(error) => say(out, &format!("{error:#}"))?,
            },
            ("undo", "") if self.undo() => {
                self.recall(out)?;
                return Ok(Next::Changed);
            }
            ("undo", "") => writeln!(out, "there is no decision of yours in this game to go back to")?,
            _ if self.is_over() => say(out, &format!("the game is over. {}", self.ways_on()))?,
            ("resign", "") => {
                self.round.resign(&self.game);
                return Ok(Next::Changed);
            }
            ("moves", start) => self.list_moves(start, out)?,
            ("hint", "") => {
                if let Some(analysis) = Analysis::new(&self.game, self.round.history(), &mut self.adviser) {
                    analysis.write(out, HINT_MOVES)?;
                }
            }
            _ => match self.game.parse_move(self.round.position(), line) {
                Ok(mv) => {
                    self.round.play(&self.game, mv);
                    return Ok(Next::Changed);
                }
                Err(error) => say(out, &format!("{error} (`help` lists the commands)"))?,
            },
        }
        Ok(Next::Again)
    }

    /// Goes back to the person's last decision; `false` where there is none.
    fn undo(&mut self) -> bool {
        self.round.undo(&self.game, |seat| self.table.is_person(seat))
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        let variant = self.game.rules().variant();
        say(out, &format!("{}.", variant.summary))?;
        writeln!(out, "Rules and notation: docs/games.md.")?;
        say(out, &self.table.seating())?;
        writeln!(out)?;
        if !self.is_over()
            && let Some(example) = sorted_moves(&self.game, self.round.history()).first()
        {
            writeln!(out, "a move     plays it, written as `moves` lists it: here `{example}`, for instance;")?;
            writeln!(out, "           where a turn is several moves, the prompt says who goes on")?;
        }
        writeln!(out, "{COMMANDS}")
    }

    /// Lists the legal moves that begin so.
    fn list_moves(&self, start: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut moves = sorted_moves(&self.game, self.round.history());
        moves.retain(|text| text.starts_with(start));
        match moves.as_slice() {
            [] => writeln!(out, "no legal move begins with `{start}`"),
            moves => write!(out, "{}", columns(moves)),
        }
    }

    /// Says what was played last, which may be out of sight.
    fn recall(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some((seat, moves)) = self.round.last_moves(&self.game) else { return Ok(()) };
        let (seat_name, name) = (self.table.seat_name(seat), self.table.chairs()[seat.index()].name());
        writeln!(out, "{seat_name} ({name}) played {}", moves.join(" "))
    }

    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let drawing = self.game.draw(self.round.position());
        writeln!(out, "\n{}\n", drawing.trim_end())
    }

    /// Says how and why the round has ended, and the score of a match.
    fn announce_end(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(outcome) = self.outcome() else { return Ok(()) };
        let resigned = self.round.resigned();
        if resigned.is_none() {
            self.draw(out)?;
        }
        let result = outcome.winner().map(|side| format!("{} wins", self.table.describe(side)));
        let moves = self.round.moves();
        let reason = match (resigned, self.round.history().ending(&self.game)) {
            (Some(side), _) => format!(": {} gives up", self.table.describe(side)),
            (None, ending) => ending.map_or_else(String::new, |ending| format!(": {ending}")),
        };
        let (result, noun) = (result.unwrap_or_else(|| "a draw".to_owned()), if moves == 1 { "move" } else { "moves" });
        say(out, &format!("{result} after {moves} {noun}{reason}"))?;
        if let Some(totals) = self.game.totals(self.round.position()) {
            let totals = Side::BOTH.map(|side| format!("{} {}", self.table.side_name(side), totals[side.index()]));
            writeln!(out, "points: {}", totals.join(", "))?;
        }
        if self.score.rounds() > 1 {
            let mut score = self.score.clone();
            score.add(outcome);
            say(out, &score.to_string())?;
        }
        Ok(())
    }

    /// What a person may do when the round is over.
    fn ways_on(&self) -> String {
        let enter = match self.is_last_round() {
            true => "to end".to_owned(),
            false => format!("for round {}", self.score.over() + 2),
        };
        format!("Press Enter {enter}, or type undo, save FILE, board or quit.")
    }

    fn prompt(&self) -> String {
        if self.is_over() {
            return "over".to_owned();
        }
        let seat = self.table.seat_name(self.round.seat_to_act(&self.game));
        if self.round.goes_on(&self.game) { format!("{seat} goes on") } else { seat.to_owned() }
    }

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn is_last_round(&self) -> bool {
        self.score.over() + 1 >= self.score.rounds()
    }
}
