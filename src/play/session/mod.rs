//! A person's match in the terminal.

mod commands; // the commands
mod shown; //    the output

use super::line::{WIDTH, in_one_line, natural_order, say, sorted_turns};
use super::round::Round;
use super::score::MatchScore;
use super::seating::{Chair, Seating};
use super::{Commands, Input};
use crate::clock::Instant;
use crate::game::{AnyGame, Notation, Outcome, is_whole_turn};
use crate::players::Engine;
use crate::random::derive;
use crate::record::{Record, RecordFile};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// A match in the terminal of one round or more: a person types moves and commands, players answer.
///
/// The sides are exchanged after each round: the occupant of one side's first seat then has the other side's first
/// seat, and so on, so that teams stay together.
pub struct Session {
    game: AnyGame,
    commands: Commands,
    seating: Seating,
    adviser: Engine,
    seed: u64,
    round: Round,
    /// The score of the rounds before this one.
    score: MatchScore,
    width: usize,
}

pub type PendingRecord = Box<dyn FnOnce() -> Record + Send>;

/// Stores the records of a session's rounds.
pub trait RecordStore {
    /// Replaces the record of the round so far; `None` if no move has been made.
    fn update(&mut self, record: Option<PendingRecord>);

    /// Stores the record, if there is one: the round is over or abandoned.
    ///
    /// # Errors
    /// The record cannot be stored.
    fn keep(&mut self) -> anyhow::Result<()>;
}

/// The most moves that are listed.
const MOST_LISTED: usize = 2000;

/// The shortest thinking time that is shown.
const LONG: Duration = Duration::from_secs(1);

enum Next {
    Again,
    Changed,
    /// The round is over, and the person has left it.
    Done,
    /// The session ends.
    Quit,
}

impl Session {
    /// A match of `rounds` games, with one chair for each seat as in the first round. `adviser` gives the hints. All
    /// random choices derive from `seed`.
    ///
    /// # Panics
    /// The number of chairs is not that of the seats, or `rounds` is 0.
    pub fn new(game: AnyGame, chairs: Vec<Chair>, adviser: Engine, rounds: u32, seed: u64) -> Self {
        assert!(rounds > 0, "a match has at least one round");
        let seating = Seating::new(&game, chairs);
        let score = MatchScore::new(seating.parties(), rounds);
        let round = Round::new(&game);
        let commands = Commands::of(&game);
        let mut session = Session { game, commands, seating, adviser, seed, round, score, width: WIDTH };
        session.seed_players();
        session
    }

    /// Plays until the person quits, the input ends, or the last round is over. `keeper` gets the record after each
    /// change of the game, and stores it when the round is left.
    ///
    /// Writes ANSI styles; if they are not wanted, `out` must strip them.
    ///
    /// # Errors
    /// `input` cannot be read, `out` cannot be written, or `keeper` fails.
    pub fn run(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
        keeper: &mut dyn RecordStore,
    ) -> anyhow::Result<()> {
        loop {
            let left = self.introduce(input, out).and_then(|()| self.play_round(input, out, keeper));
            // A round is stored even if the terminal is gone.
            keeper.keep()?;
            if !left? || !self.next_round() {
                return Ok(());
            }
        }
    }

    /// The record of the round so far.
    pub fn record(&self) -> Record {
        self.pending_record()()
    }

    fn pending_record(&self) -> impl FnOnce() -> Record + Send + use<> {
        let name = |chair: &Chair| if chair.is_person() { "person" } else { chair.name() }.to_owned();
        self.round.record(&self.game, self.seating.chairs().iter().map(name).collect())
    }

    fn update(&self, keeper: &mut dyn RecordStore) {
        keeper.update((self.round.moves() > 0).then(|| Box::new(self.pending_record()) as PendingRecord));
    }

    /// Appends the record of the round so far to a file.
    ///
    /// # Errors
    /// The file cannot be written; it is then unchanged.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        RecordFile::open(path)?.append(&[self.record()])
    }

    /// How the round ended, by the rules or by resignation; `None` while it continues.
    pub fn outcome(&self) -> Option<Outcome> {
        self.round.outcome()
    }

    /// Plays the round; `false` if the person ends the session.
    fn play_round(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
        keeper: &mut dyn RecordStore,
    ) -> io::Result<bool> {
        loop {
            while let Some(thrown) = self.round.play_chance(&self.game, self.dice()) {
                writeln!(out, "chance: {thrown}")?;
            }
            self.update(keeper);
            let over = self.is_over();
            if over {
                self.announce_end(out)?;
                if !self.seating.has_person() {
                    return Ok(true);
                }
                self.say(out, &self.ways_on())?;
            } else if self.let_player_move(out)? {
                continue;
            } else {
                self.draw(out)?;
            }
            loop {
                let line = input.line(out, &format!("{}> ", self.prompt()), &mut || self.possible_lines())?;
                self.width = input.width();
                let next = match &line {
                    Some(line) => self.obey(line, input.help(), out)?,
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
                        // After a round the score has just been shown.
                        if self.score.over() > 0 && !over {
                            self.say(out, &self.score.to_string())?;
                        }
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// Begins the next round; `false` if this one is not over, or was the last.
    fn next_round(&mut self) -> bool {
        let Some(outcome) = self.outcome().filter(|_| !self.is_last_round()) else { return false };
        self.score.add(outcome);
        self.seating.exchange_sides();
        self.round = Round::new(&self.game);
        self.seed_players();
        true
    }

    fn seed_players(&mut self) {
        let round = u64::from(self.score.over());
        for (seat, chair) in self.seating.chairs_mut().iter_mut().enumerate() {
            if let Chair::Player(_, player) = chair {
                player.new_game(&self.game, derive(self.seed, &[round, seat as u64]));
            }
        }
        self.adviser.forget(derive(self.seed, &[round]));
    }

    /// The seed of what chance does in this round.
    fn dice(&self) -> u64 {
        derive(self.seed, &[u64::from(self.score.over()), u64::MAX])
    }

    /// Makes the player to act move; `false` if it is the person's turn.
    fn let_player_move(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let seat = self.round.seat_to_act(&self.game);
        let seat_name = self.seating.seat_name(seat).to_owned();
        let Chair::Player(name, player) = &mut self.seating.chairs_mut()[seat.index()] else { return Ok(false) };
        // Written before the player thinks, so that the person knows who is thinking.
        write!(out, "{seat_name} ({name}) plays ")?;
        out.flush()?;
        let begin = Instant::now();
        let (before, mut moves) = (self.round.position().clone(), Vec::new());
        loop {
            match player.choose(&self.game, self.round.history()) {
                Ok(mv) => {
                    moves.push(mv);
                    self.round.play(&self.game, mv);
                }
                Err(forfeit) => {
                    writeln!(out, "no move: {}", in_one_line(&forfeit.to_string()))?;
                    self.round.resign(&self.game);
                    return Ok(true);
                }
            }
            if is_whole_turn(&self.game, self.round.position()) || self.round.history().outcome().is_some() {
                break;
            }
        }
        let spent = begin.elapsed();
        write!(out, "{}", self.game.format_turn(&before, &moves))?;
        if spent >= LONG {
            write!(out, " ({:.1} s)", spent.as_secs_f64())?;
        }
        writeln!(out)?;
        Ok(true)
    }

    fn say(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        say(out, self.width, text)
    }

    /// The legal moves with this prefix, in notation, in the order that people expect; not all if there are very many.
    fn sorted_moves(&self, begin: &str) -> Vec<String> {
        let mut moves = sorted_turns(&self.game, self.round.history(), begin, MOST_LISTED);
        moves.sort_by(|one, other| natural_order(one, other));
        moves
    }

    /// Goes back to the person's last decision; `false` if there is none.
    fn undo(&mut self) -> bool {
        self.round.undo(&self.game, |seat| self.seating.is_person(seat))
    }

    fn prompt(&self) -> String {
        if self.is_over() {
            return "over".to_owned();
        }
        let seat = self.seating.seat_name(self.round.seat_to_act(&self.game));
        if self.round.goes_on(&self.game) { format!("{seat} goes on") } else { seat.to_owned() }
    }

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn is_last_round(&self) -> bool {
        self.score.over() + 1 >= self.score.rounds()
    }
}
