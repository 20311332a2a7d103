use super::line::{WIDTH, columns, natural_order, read_moves, say, sorted_moves, wrap};
use super::marks::colour;
use super::round::Round;
use super::score::MatchScore;
use super::seating::{Chair, Seating};
use super::{Analysis, Input, rules_text};
use crate::clock::Instant;
use crate::game::{CompleteGame, Outcome, Side};
use crate::players::Engine;
use crate::random::derive;
use crate::record::{Record, RecordFile};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// A match in the terminal of one round or more: a person types moves and commands, players answer.
///
/// The sides are exchanged after each round: whoever has the first seat of one side then has the first of the other,
/// and so on, so that teams stay together.
pub struct Session<G: CompleteGame> {
    game: G,
    /// As it is in this round.
    seating: Seating<G>,
    adviser: Engine<G>,
    seed: u64,
    round: Round<G>,
    /// Of the rounds before this one.
    score: MatchScore,
    /// Columns of the output.
    width: usize,
}

/// Makes a record when it is called.
pub type PendingRecord = Box<dyn FnOnce() -> Record + Send>;

/// Keeps the records of a session's rounds.
pub trait Keeper {
    /// Takes the record of the round so far, in place of the one it had; `None` where no move has been made.
    fn update(&mut self, record: Option<PendingRecord>);

    /// Keeps the record it has, if it has one: the round is over or abandoned.
    ///
    /// # Errors
    /// The record cannot be kept.
    fn keep(&mut self) -> anyhow::Result<()>;
}

/// Commands with their arguments, in the order of the help, and what they do.
const COMMANDS: [(&str, &str); 8] = [
    ("moves", "list the legal moves; `moves TEXT` those that begin with TEXT"),
    ("hint", "show what an engine thinks of the position"),
    ("board", "draw the board again, with the last move"),
    ("rules", "show the rules of the game and its notation"),
    ("undo", "take back your last move and all moves after it"),
    ("resign", "give the game up"),
    ("save FILE", "append the record of the game to FILE"),
    ("quit", "end the session"),
];

/// Moves that a hint lists.
const HINT_MOVES: usize = 5;

/// Thinking times from here on are shown.
const LONG: Duration = Duration::from_secs(1);

/// What a line leads to.
enum Next {
    /// Ask for another line.
    Again,
    /// The game has changed.
    Changed,
    /// The round is over, and the person has left it.
    Done,
    /// The session ends.
    Quit,
}

impl<G: CompleteGame> Session<G> {
    /// A match of `rounds` games, with one chair for each seat as in the first round. `adviser` gives the hints. All
    /// randomness follows from `seed`.
    ///
    /// # Panics
    /// The number of chairs is not that of the seats, or `rounds` is 0.
    pub fn new(game: G, chairs: Vec<Chair<G>>, adviser: Engine<G>, rounds: u32, seed: u64) -> Self {
        assert!(rounds > 0, "a match has at least one round");
        let seating = Seating::new(&game, chairs);
        let score = MatchScore::new(seating.parties(), rounds);
        let round = Round::new(&game);
        let mut session = Session { game, seating, adviser, seed, round, score, width: WIDTH };
        session.seed_players();
        session
    }

    /// Plays until the person quits, the input ends, or the last round is over. `keeper` gets the record after each
    /// change of the game, and keeps it when the round is left.
    ///
    /// Writes ANSI styles; where they are not wanted, `out` must strip them.
    ///
    /// # Errors
    /// `input` cannot be read, `out` cannot be written, or `keeper` fails.
    pub fn run(&mut self, input: &mut dyn Input, out: &mut dyn Write, keeper: &mut dyn Keeper) -> anyhow::Result<()> {
        loop {
            let left = self.introduce(input, out).and_then(|()| self.play_round(input, out, keeper));
            // A round is kept even if the terminal is gone.
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

    fn pending_record(&self) -> impl FnOnce() -> Record + Send + use<G> {
        let name = |chair: &Chair<G>| if chair.is_person() { "person" } else { chair.name() }.to_owned();
        self.round.record(&self.game, self.seating.chairs().iter().map(name).collect())
    }

    fn update(&self, keeper: &mut dyn Keeper) {
        keeper.update((self.round.moves() > 0).then(|| Box::new(self.pending_record()) as PendingRecord));
    }

    /// Appends the record of the round so far to a file.
    ///
    /// # Errors
    /// The file cannot be written; it then holds what it held before.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        RecordFile::open(path)?.append(&[self.record()])
    }

    /// How the round ended, by the rules or by resignation; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.round.outcome()
    }

    /// Says what is played, and who has which seat.
    fn introduce(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<()> {
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
            && let Some(example) = self.sorted_moves().first()
        {
            writeln!(out, "Type a move such as `{example}`, or `help`.")?;
        }
        Ok(())
    }

    /// Plays the round; `false` where the person ends the session.
    fn play_round(&mut self, input: &mut dyn Input, out: &mut dyn Write, keeper: &mut dyn Keeper) -> io::Result<bool> {
        loop {
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

    /// Begins the next round; `false` where this one is not over, or was the last.
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

    /// Lets the player to act move; `false` where it is the person's turn.
    fn let_player_move(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let seat = self.round.seat_to_act(&self.game);
        let seat_name = self.seating.seat_name(seat);
        let Chair::Player(name, player) = &mut self.seating.chairs_mut()[seat.index()] else { return Ok(false) };
        // Written before the player thinks, so that the person knows who is thinking.
        write!(out, "{seat_name} ({name}) plays ")?;
        out.flush()?;
        let begin = Instant::now();
        let choice = player.choose(&self.game, self.round.history());
        let mv = match choice {
            Ok(mv) => mv,
            Err(forfeit) => {
                writeln!(out, "no move: {forfeit}")?;
                self.round.resign(&self.game);
                return Ok(true);
            }
        };
        let spent = begin.elapsed();
        write!(out, "{}", self.game.format_move(self.round.position(), mv))?;
        if spent >= LONG {
            write!(out, " ({:.1} s)", spent.as_secs_f64())?;
        }
        writeln!(out)?;
        self.round.play(&self.game, mv);
        Ok(true)
    }

    fn obey(&mut self, line: &str, editing: &str, out: &mut dyn Write) -> io::Result<Next> {
        let (command, argument) = match line.split_once(char::is_whitespace) {
            Some((command, argument)) => (command, argument.trim()),
            None => (line, ""),
        };
        match (command.to_ascii_lowercase().as_str(), argument) {
            ("", _) if self.is_over() => return Ok(Next::Done),
            ("", _) => {}
            ("help", "") => self.help(editing, out)?,
            ("rules", "") | ("help", "rules") => {
                write!(out, "{}", rules_text(self.game.rules().variant(), self.width))?
            }
            ("board", "") => self.draw(out)?,
            ("quit", "") => return Ok(Next::Quit),
            ("save", "") => writeln!(out, "save: expected the name of a file, as in `save game.jsonl`")?,
            ("save", file) => {
                let file = unquoted(file);
                match self.save(Path::new(file)) {
                    Ok(()) => writeln!(out, "saved to {file}")?,
                    Err(error) => self.say(out, &format!("{error:#}"))?,
                }
            }
            ("undo", "") if self.undo() => return Ok(Next::Changed),
            ("undo", "") => writeln!(out, "nothing to undo: you have not moved in this game")?,
            _ if self.is_over() => self.say(out, &format!("The game is over. {}", self.ways_on()))?,
            ("resign", "") => {
                self.round.resign(&self.game);
                return Ok(Next::Changed);
            }
            ("moves", start) => self.list_moves(start, out)?,
            ("hint", "") => {
                if let Some(analysis) = Analysis::new(&self.game, self.round.history(), &mut self.adviser) {
                    analysis.write(out, self.width, HINT_MOVES)?;
                }
            }
            _ => match read_moves(&self.game, self.round.history(), line) {
                Ok(moves) => {
                    moves.into_iter().for_each(|mv| self.round.play(&self.game, mv));
                    return Ok(Next::Changed);
                }
                Err(error) => self.say(out, &format!("{error} (`help` lists the commands)"))?,
            },
        }
        Ok(Next::Again)
    }

    fn say(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        say(out, self.width, text)
    }

    /// The legal moves in notation, in the order that people expect.
    fn sorted_moves(&self) -> Vec<String> {
        let mut moves = sorted_moves(&self.game, self.round.history());
        moves.sort_by(|one, other| natural_order(one, other));
        moves
    }

    /// What may be typed now: the commands, without those that the end of the game takes away, and the legal moves.
    fn possible_lines(&self) -> Vec<String> {
        let commands = COMMANDS.iter().map(|(command, _)| *command).chain(["help"]);
        let commands = commands.filter(|command| !self.is_over() || !["moves", "hint", "resign"].contains(command));
        let commands = commands.map(|command| command.replace("FILE", ""));
        let moves = if self.is_over() { Vec::new() } else { self.sorted_moves() };
        commands.chain(moves).collect()
    }

    /// Goes back to the person's last decision; `false` where there is none.
    fn undo(&mut self) -> bool {
        self.round.undo(&self.game, |seat| self.seating.is_person(seat))
    }

    fn help(&self, editing: &str, out: &mut dyn Write) -> io::Result<()> {
        let variant = self.game.rules().variant();
        self.say(out, &format!("{}.", variant.summary))?;
        self.say(out, &self.seating.describe_all())?;
        writeln!(out)?;
        let example = if self.is_over() { None } else { self.sorted_moves().into_iter().next() };
        let play =
            example.map(|example| ("a move", format!("make it: `{example}`, say, in small letters or capitals")));
        let commands = COMMANDS.iter().map(|&(command, effect)| (command, effect.to_owned()));
        for (command, effect) in play.into_iter().chain(commands) {
            writeln!(out, "{}", wrap(&format!("{command:9}  {effect}"), self.width, &" ".repeat(11)))?;
        }
        let turns = "Where a turn is several moves, the prompt says who goes on.";
        self.say(out, format!("{turns} {editing}").trim_end())
    }

    /// Lists the legal moves that begin so.
    fn list_moves(&self, start: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut moves = self.sorted_moves();
        moves.retain(|text| text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)));
        match moves.as_slice() {
            [] => writeln!(out, "no legal move begins with `{start}`"),
            moves => write!(out, "{}", columns(moves, self.width)),
        }
    }

    /// Draws the board, with what the last seat to move changed, and names its moves.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let drawing = self.game.draw(self.round.position());
        let Some((seat, before, moves)) = self.round.last_moves(&self.game) else {
            return writeln!(out, "\n{}\n", colour(&self.game, &drawing, &drawing).trim_end());
        };
        let drawing = colour(&self.game, &self.game.draw(&before), &drawing);
        let (seat_name, name) = (self.seating.seat_name(seat), self.seating.chairs()[seat.index()].name());
        writeln!(out, "\n{}", drawing.trim_end())?;
        self.say(out, &format!("last move: {} by {seat_name} ({name})\n", moves.join(" ")))
    }

    /// Says how and why the round ended, and the score of a match.
    fn announce_end(&self, out: &mut dyn Write) -> io::Result<()> {
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

    /// What a person may do when the round is over.
    fn ways_on(&self) -> String {
        let enter = match self.is_last_round() {
            true => "ends the session".to_owned(),
            false => format!("begins round {}", self.score.over() + 2),
        };
        format!("Enter {enter}, `undo` reopens the game; or type save FILE, board or quit.")
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

/// A file's name without the quotation marks that shells want around blanks.
fn unquoted(name: &str) -> &str {
    let quoted = |mark: char| name.strip_prefix(mark)?.strip_suffix(mark);
    quoted('"').or_else(|| quoted('\'')).unwrap_or(name)
}
