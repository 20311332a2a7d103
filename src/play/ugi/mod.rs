mod limit; //  the limit of a `go` command
mod options; // the options of `setoption`
mod command_queue; // commands that come during a search

use super::line::{format_line, read_line};
use crate::arena::elo_of_score;
use crate::clock::Instant;
use crate::game::{AnyGame, Game, History, Notation, Outcome, Side, is_whole_turn, parse_turn_or_move};
use crate::players::{Budget, Engine};
use crate::search::Search;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Duration;

use command_queue::CommandQueue;
use limit::{Go, Limit, read_go};
use options::Options;

/// The most lines that are read ahead.
const UNHEARD: usize = 16;

/// The most lines that a search takes at once.
const HEARD_AT_ONCE: usize = 1000;

/// How often a running search reports.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// Speaks the Universal Game Interface (UGI, which is UCI without chess) until `quit` or the end of the input.
///
/// A move is a whole turn: `bestmove` gives one; `position` and `query islegal` take one, or its moves one by one.
/// The limit of `go` is for the turn, except nodes, which are for each of its moves. The tree is kept from move to
/// move.
///
/// A position's notation may contain blanks: it extends from `fen` to `moves`. During a search `isready` is answered at
/// once, `stop` ends the search, and other commands wait until it is over; excess commands are dropped with a message.
/// The end of the input also ends the search, and so does `quit`, which drops waiting commands; the best move so far is
/// written in any case. Commands that are not understood are answered with `info string`. Words of UCI are accepted if
/// their meaning is clear.
///
/// `score mate N` follows UCI, which counts the moves of the winner: (m + 1) / 2 for a proven end in m moves of the
/// game, negative if the engine loses. If a turn is several moves, `N` is only an approximation.
///
/// # Errors
/// `input` cannot be read, or has a line of more than a mebibyte, or `out` cannot be written.
pub fn serve(
    game: &AnyGame,
    engine: Engine,
    mut input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (sender, lines) = mpsc::sync_channel(UNHEARD);
    // Not joined: if `out` fails, the thread may wait for input that never comes.
    thread::spawn(move || {
        while let Some(line) = read_line(&mut input).transpose() {
            let last = line.as_ref().map_or(true, |line| line.split_whitespace().next() == Some("quit"));
            // Without a receiver there is no reason to read on.
            if sender.send(line).is_err() || last {
                break;
            }
        }
    });
    let history = History::new(game, game.start());
    let (options, queue) = (Options::default(), CommandQueue::default());
    Interface { game, engine, options, history, lines, queue, out }.run()
}

struct Interface<'a> {
    game: &'a AnyGame,
    engine: Engine,
    options: Options,
    history: History,
    lines: Receiver<io::Result<String>>,
    /// Commands that came during a search.
    queue: CommandQueue,
    out: &'a mut dyn Write,
}

impl Interface<'_> {
    fn run(mut self) -> io::Result<()> {
        loop {
            let line = match self.queue.next() {
                Some(line) => line,
                None => match self.lines.recv() {
                    Ok(line) => line?,
                    Err(mpsc::RecvError) => return Ok(()),
                },
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((&command, arguments)) = words.split_first() else { continue };
            let done = match command {
                "ugi" => self.identify(),
                "isready" => self.say("readyok"),
                "uginewgame" => {
                    self.engine.forget(0);
                    self.history.restart(self.game, self.game.start());
                    Ok(())
                }
                "position" => self.set_position(arguments),
                "go" => match self.go(arguments)? {
                    Message::Quit => return Ok(()),
                    Message::Stop | Message::Nothing => Ok(()),
                },
                "query" => self.answer(arguments),
                "setoption" => self.set_option(arguments),
                // No search is running: a running one handles `stop` itself.
                "stop" => Ok(()),
                "quit" => return Ok(()),
                _ => self.say(&format!(
                    "info string unknown command `{command}`: expected ugi, isready, uginewgame, position, go, stop, \
                     query, setoption or quit"
                )),
            };
            done?;
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn identify(&mut self) -> io::Result<()> {
        self.say(&format!("id name ardoise {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the ardoise authors")?;
        for line in self.options.describe(&self.engine) {
            self.say(&line)?;
        }
        self.say("ugiok")
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        match self.options.set(&mut self.engine, words) {
            Ok(()) => Ok(()),
            Err(reason) => self.say(&format!("info string {reason}")),
        }
    }

    fn set_position(&mut self, words: &[&str]) -> io::Result<()> {
        match self.read_position(words) {
            Ok(history) => {
                self.history = history;
                Ok(())
            }
            Err(reason) => self.say(&format!("info string position not changed: {reason}")),
        }
    }

    fn read_position(&self, words: &[&str]) -> Result<History, String> {
        let split = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(split.unwrap_or(words.len()));
        let position = match place {
            ["startpos"] => self.game.start(),
            ["fen", fields @ ..] if !fields.is_empty() => {
                self.game.read_position(&fields.join(" ")).map_err(|error| error.to_string())?
            }
            _ => return Err(format!("`{}`: expected startpos or fen POSITION", place.join(" "))),
        };
        let mut history = History::new(self.game, position);
        history.play_texts(self.game, moves.iter().skip(1).copied()).map_err(|error| error.to_string())?;
        Ok(history)
    }

    fn answer(&mut self, words: &[&str]) -> io::Result<()> {
        let response = match words {
            ["p1turn"] => (self.game.side_to_act(self.history.position()) == Side::First).to_string(),
            ["gameover"] => self.history.outcome().is_some().to_string(),
            ["result"] => match self.history.outcome() {
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
                Some(Outcome::Draw) => "draw",
                None => "none",
            }
            .to_owned(),
            ["islegal", mv] => {
                let legal = parse_turn_or_move(self.game, self.history.position(), mv).is_ok();
                (legal && self.history.outcome().is_none()).to_string()
            }
            _ => {
                let text = format!("unknown query `{}`", words.join(" "));
                return self.say(&format!("info string {text}: expected p1turn, gameover, result or islegal MOVE"));
            }
        };
        self.say(&format!("response {response}"))
    }

    fn go(&mut self, words: &[&str]) -> io::Result<Message> {
        if self.history.outcome().is_some() {
            self.say("info string the game is over: there is no move")?;
            self.say("bestmove none")?;
            return Ok(Message::Nothing);
        }
        if self.history.is_chance(self.game) {
            self.say("info string chance is to act: send the position with what it does")?;
            self.say("bestmove none")?;
            return Ok(Message::Nothing);
        }
        let side = self.game.side_to_act(self.history.position());
        let Go { limit, notes } = read_go(words, side, self.options.overhead);
        for note in notes {
            self.say(&format!("info string {note}"))?;
        }
        self.search(limit.unwrap_or(Limit::Budget(self.engine.budget())))
    }

    /// Searches for a turn; returns the message that ended the search, if any.
    fn search(&mut self, limit: Limit) -> io::Result<Message> {
        let begin = Instant::now();
        let mut heard = Message::Nothing;
        let mut turn = Turn { ahead: self.history.clone(), begin };
        loop {
            let budget = match (limit, heard) {
                (Limit::Budget(Budget::Time(time)), Message::Nothing) => {
                    Budget::Time(time.saturating_sub(begin.elapsed()).max(LEAST_TIME))
                }
                (Limit::Budget(budget), Message::Nothing) => budget,
                (Limit::Infinite, Message::Nothing) => Budget::Simulations(u32::MAX),
                // The rest of the turn is due at once.
                _ => Budget::Simulations(1),
            };
            match self.search_move(&turn, budget)? {
                Message::Nothing => {}
                other => heard = other,
            }
            // The answer to `go infinite` is due when `stop` comes, even if the search has ended by itself.
            while limit == Limit::Infinite && heard == Message::Nothing {
                heard = match self.lines.recv() {
                    Ok(line) => hear(line?, &mut self.queue, self.out)?,
                    Err(mpsc::RecvError) => Message::Stop,
                };
            }
            turn.ahead.play(self.game, self.engine.search().best_move());
            if turn.ahead.outcome().is_some() || !self.game.is_within_turn(turn.ahead.position()) {
                break;
            }
        }
        self.queue.end();
        let moves = &turn.ahead.played()[self.history.played().len()..];
        let best = self.game.format_turn(self.history.position(), moves);
        self.say(&format!("bestmove {best}"))?;
        Ok(heard)
    }

    /// Searches for the next move of a turn. If more moves of the turn follow, half of the time left is for them.
    fn search_move(&mut self, turn: &Turn, budget: Budget) -> io::Result<Message> {
        let Interface { game, engine, history, lines, queue, out, .. } = self;
        let (began, mut reported) = (Instant::now(), Instant::now());
        let mut heard = Ok(Message::Nothing);
        let is_late = |search: &Search| match budget {
            Budget::Time(time) if game.has_long_turns() && began.elapsed() >= time / 2 => {
                let mut next = turn.ahead.position().clone();
                game.play(&mut next, search.best_move());
                !is_whole_turn(*game, &next)
            }
            _ => false,
        };
        engine.think_while(game, &turn.ahead, budget, |search| {
            heard = listen(lines, queue, *out).and_then(|heard| {
                if heard == Message::Nothing && reported.elapsed() >= REPORT_EVERY {
                    reported = Instant::now();
                    turn.report(game, history, search, *out)?;
                }
                Ok(heard)
            });
            matches!(heard, Ok(Message::Nothing)) && !is_late(search)
        });
        let heard = heard?;
        turn.report(game, history, engine.search(), *out)?;
        Ok(heard)
    }
}

/// A turn that is being searched.
struct Turn {
    /// The game with the moves of the turn so far.
    ahead: History,
    begin: Instant,
}

/// Time for a move of a turn whose time has run out.
const LEAST_TIME: Duration = Duration::from_millis(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Message {
    Nothing,
    /// The command `stop`, or the end of the input.
    Stop,
    Quit,
}

/// Takes the lines that have arrived, up to one that ends the search.
fn listen(lines: &Receiver<io::Result<String>>, queue: &mut CommandQueue, out: &mut dyn Write) -> io::Result<Message> {
    // A program that writes without end must not stop the search.
    for _ in 0..HEARD_AT_ONCE {
        let heard = match lines.try_recv() {
            Ok(line) => hear(line?, queue, out)?,
            Err(TryRecvError::Disconnected) => return Ok(Message::Stop),
            Err(TryRecvError::Empty) => return Ok(Message::Nothing),
        };
        if heard != Message::Nothing {
            return Ok(heard);
        }
    }
    Ok(Message::Nothing)
}

/// Handles a line during a search: answers `isready`, queues other commands.
fn hear(line: String, queue: &mut CommandQueue, out: &mut dyn Write) -> io::Result<Message> {
    match line.split_whitespace().next() {
        Some("stop") => return Ok(Message::Stop),
        Some("quit") => return Ok(Message::Quit),
        Some("isready") => {
            writeln!(out, "readyok")?;
            out.flush()?;
        }
        _ => {
            if let Err(full) = queue.add(line) {
                writeln!(out, "info string {full}")?;
                out.flush()?;
            }
        }
    }
    Ok(Message::Nothing)
}

impl Turn {
    /// Writes an `info` line: nodes, milliseconds, score for the side to act, principal variation from `history` on.
    fn report(&self, game: &AnyGame, history: &History, search: &Search, out: &mut dyn Write) -> io::Result<()> {
        let (side, time) = (game.side_to_act(history.position()), self.begin.elapsed());
        let nodes = search.simulations();
        let per_second = f64::from(nodes) / time.as_secs_f64().max(1e-3);
        let score = match search.proven().map(|proven| (proven.outcome, proven.moves.div_ceil(2))) {
            Some((Outcome::Win(winner), moves)) if winner == side => format!("mate {moves}"),
            Some((Outcome::Win(_), moves)) => format!("mate -{moves}"),
            Some((Outcome::Draw, _)) => "cp 0".to_owned(),
            // One point is 100 Elo.
            None => {
                let chance = f64::from(search.value().score()).mul_add(0.5, 0.5).clamp(1e-6, 1.0 - 1e-6);
                format!("cp {:.0}", elo_of_score(chance))
            }
        };
        let mut line = Vec::new();
        search.principal_variation(&mut line);
        line.splice(0..0, self.ahead.played()[history.played().len()..].iter().copied());
        let pv = format_line(game, history, &line).join(" ");
        let milliseconds = time.as_millis();
        writeln!(out, "info nodes {nodes} time {milliseconds} nps {per_second:.0} score {score} pv {pv}")?;
        out.flush()
    }
}
