use super::line::{format_line, read_line};
use crate::arena::elo_of_score;
use crate::clock::Instant;
use crate::game::{CompleteGame, History, Outcome, Side};
use crate::players::{Budget, Engine};
use crate::search::Search;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Duration;

/// How often a running search reports.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// Largest number of the options: programs may hold them in 32 bits with a sign.
const MOST: u32 = i32::MAX as u32;

/// The most threads that a program may ask for.
const MOST_THREADS: usize = 1024;

/// Speaks the Universal Game Interface (UGI, which is UCI without chess) until `quit` or the end of the input.
///
/// A position's notation may hold blanks: it runs from `fen` to `moves`. During a search `isready` is answered at once,
/// `stop` ends the search, and other commands wait until it is over. The end of the input ends the search too, and so
/// does `quit`, after which waiting commands are dropped; the best move so far is written in any case. Commands that
/// are not understood are answered with `info string`.
///
/// `score mate N` follows UCI, which counts the moves of the winner: (m + 1) / 2 for a proven end in m moves of the
/// game, negative where the engine loses. Where a turn is several moves, that is only an approximation.
///
/// # Errors
/// `input` cannot be read, or holds a line of more than a mebibyte, or `out` cannot be written.
pub fn serve<G: CompleteGame>(
    game: &G,
    engine: Engine<G>,
    mut input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (sender, lines) = mpsc::channel();
    // Not joined: where `out` fails, it may wait for input that never comes.
    thread::spawn(move || {
        while let Some(line) = read_line(&mut input).transpose() {
            let last = line.is_err() || line.as_ref().is_ok_and(|line| line == "quit");
            // Without a listener there is nothing left to read for.
            if sender.send(line).is_err() || last {
                break;
            }
        }
    });
    let history = History::new(game, game.start());
    Interface { game, engine, history, lines, waiting: VecDeque::new(), out }.run()
}

struct Interface<'a, G: CompleteGame> {
    game: &'a G,
    engine: Engine<G>,
    history: History<G>,
    lines: Receiver<io::Result<String>>,
    /// Commands that came during a search.
    waiting: VecDeque<String>,
    out: &'a mut dyn Write,
}

/// How long to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Budget(Budget),
    /// Until `stop`.
    Infinite,
}

impl<G: CompleteGame> Interface<'_, G> {
    fn run(mut self) -> io::Result<()> {
        loop {
            let line = match self.waiting.pop_front() {
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
                    Heard::Quit => return Ok(()),
                    Heard::Stop | Heard::Nothing => Ok(()),
                },
                "query" => self.answer(arguments),
                "setoption" => self.set_option(arguments),
                // No search is running: a running one hears `stop` itself.
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

    /// Writes a line at once.
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn identify(&mut self) -> io::Result<()> {
        let simulations = match self.engine.budget() {
            Budget::Simulations(simulations) => simulations,
            Budget::Time(_) | Budget::Policy => 0,
        };
        self.say(&format!("id name ardoise {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the ardoise authors")?;
        self.say(&format!("option name Simulations type spin default {simulations} min 0 max {MOST}"))?;
        let mebibytes = self.engine.search().memory() >> 20;
        self.say(&format!("option name Memory type spin default {mebibytes} min 1 max {MOST}"))?;
        let threads = self.engine.threads();
        self.say(&format!("option name Threads type spin default {threads} min 1 max {MOST_THREADS}"))?;
        self.say("ugiok")
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            ["name", "Simulations", "value", value] => match value.parse() {
                Ok(0) => self.engine.set_budget(Budget::Policy),
                Ok(simulations @ 1..=MOST) => self.engine.set_budget(Budget::Simulations(simulations)),
                _ => {
                    let text = format!("Simulations is `{value}`: expected 0 to {MOST}");
                    return self.say(&format!("info string {text}"));
                }
            },
            ["name", "Memory", "value", value] => match value.parse::<u32>() {
                Ok(mebibytes @ 1..=MOST) => self.engine.set_memory((mebibytes as usize).saturating_mul(1 << 20)),
                _ => {
                    let text = format!("Memory is `{value}`: expected 1 to {MOST} (MiB for the search tree)");
                    return self.say(&format!("info string {text}"));
                }
            },
            ["name", "Threads", "value", value] => match value.parse::<NonZeroUsize>() {
                Ok(threads) if threads.get() <= MOST_THREADS => self.engine.set_threads(threads),
                _ => {
                    let text = format!("Threads is `{value}`: expected 1 to {MOST_THREADS}");
                    return self.say(&format!("info string {text}"));
                }
            },
            _ => {
                let given = words.join(" ");
                let text =
                    format!("unknown option `{given}`: expected name Simulations, Memory or Threads, then value N");
                return self.say(&format!("info string {text}"));
            }
        }
        Ok(())
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

    fn read_position(&self, words: &[&str]) -> Result<History<G>, String> {
        let split = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(split.unwrap_or(words.len()));
        let position = match place {
            ["startpos"] => self.game.start(),
            ["fen", fields @ ..] if !fields.is_empty() => {
                self.game.parse_position(&fields.join(" ")).map_err(|error| error.to_string())?
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
                let legal = self.game.parse_move(self.history.position(), mv).is_ok();
                (legal && self.history.outcome().is_none()).to_string()
            }
            _ => {
                let text = format!("unknown query `{}`", words.join(" "));
                return self.say(&format!("info string {text}: expected p1turn, gameover, result or islegal MOVE"));
            }
        };
        self.say(&format!("response {response}"))
    }

    fn go(&mut self, words: &[&str]) -> io::Result<Heard> {
        if self.history.outcome().is_some() {
            self.say("info string the game is over: there is no move")?;
            self.say("bestmove none")?;
            return Ok(Heard::Nothing);
        }
        let side = self.game.side_to_act(self.history.position());
        let limit = match read_limit(words, side) {
            Ok(limit) => limit.unwrap_or(Limit::Budget(self.engine.budget())),
            Err(reason) => {
                self.say(&format!("info string {reason}; searching as by default"))?;
                Limit::Budget(self.engine.budget())
            }
        };
        self.search(limit)
    }

    /// Searches, and says what came in meanwhile that ended the search.
    fn search(&mut self, limit: Limit) -> io::Result<Heard> {
        let Interface { game, engine, history, lines, waiting, out } = self;
        let (budget, infinite) = match limit {
            Limit::Budget(budget) => (budget, false),
            Limit::Infinite => (Budget::Simulations(u32::MAX), true),
        };
        let begin = Instant::now();
        let mut reported = begin;
        let mut heard = Ok(Heard::Nothing);
        engine.think_while(*game, history, budget, |search| {
            heard = listen(lines, waiting, *out).and_then(|heard| {
                if heard == Heard::Nothing && reported.elapsed() >= REPORT_EVERY {
                    reported = Instant::now();
                    report(*game, history, search, begin, *out)?;
                }
                Ok(heard)
            });
            matches!(heard, Ok(Heard::Nothing))
        });
        let mut heard = heard?;
        // The answer to `go infinite` is due when `stop` comes, even if the search has ended by itself.
        while infinite && heard == Heard::Nothing {
            heard = match lines.recv() {
                Ok(line) => hear(line?, waiting, *out)?,
                Err(mpsc::RecvError) => Heard::Stop,
            };
        }
        report(*game, history, engine.search(), begin, *out)?;
        let best = game.format_move(history.position(), engine.search().best_move());
        self.say(&format!("bestmove {best}"))?;
        Ok(heard)
    }
}

/// What came in during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    /// Nothing that ends it.
    Nothing,
    /// `stop`, or the input has ended.
    Stop,
    Quit,
}

/// Takes the lines that have come in, up to one that ends the search.
fn listen(
    lines: &Receiver<io::Result<String>>,
    waiting: &mut VecDeque<String>,
    out: &mut dyn Write,
) -> io::Result<Heard> {
    loop {
        let heard = match lines.try_recv() {
            Ok(line) => hear(line?, waiting, out)?,
            Err(TryRecvError::Disconnected) => return Ok(Heard::Stop),
            Err(TryRecvError::Empty) => return Ok(Heard::Nothing),
        };
        if heard != Heard::Nothing {
            return Ok(heard);
        }
    }
}

/// Takes a line during a search: answers `isready`, keeps commands that can wait.
fn hear(line: String, waiting: &mut VecDeque<String>, out: &mut dyn Write) -> io::Result<Heard> {
    match line.as_str() {
        "stop" => return Ok(Heard::Stop),
        "quit" => return Ok(Heard::Quit),
        "isready" => {
            writeln!(out, "readyok")?;
            out.flush()?;
        }
        _ => waiting.push_back(line),
    }
    Ok(Heard::Nothing)
}

/// Writes an `info` line: nodes, milliseconds, score for the side to act, principal variation.
fn report<G: CompleteGame>(
    game: &G,
    history: &History<G>,
    search: &Search<G>,
    begin: Instant,
    out: &mut dyn Write,
) -> io::Result<()> {
    let side = game.side_to_act(history.position());
    let (nodes, time) = (search.simulations(), begin.elapsed());
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
    let pv = format_line(game, history, &line).join(" ");
    let milliseconds = time.as_millis();
    writeln!(out, "info nodes {nodes} time {milliseconds} nps {per_second:.0} score {score} pv {pv}")?;
    out.flush()
}

/// The limit given after `go`, if there is one.
fn read_limit(words: &[&str], side: Side) -> Result<Option<Limit>, String> {
    const EXPECTED: &str =
        "expected nodes N, movetime MS, infinite, or p1time MS p2time MS with p1inc MS p2inc MS where wanted";
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("go: `{text}` is no number: {EXPECTED}"));
    let mut limit = None;
    let (mut left, mut increment) = (None, 0);
    let mut rest = words;
    while let [word, after @ ..] = rest {
        rest = after;
        if *word == "infinite" {
            limit = Some(Limit::Infinite);
            continue;
        }
        let [value, after @ ..] = after else { return Err(format!("go: nothing after `{word}`: {EXPECTED}")) };
        rest = after;
        match (*word, number(value)?, side) {
            ("nodes", nodes @ 1.., _) => {
                let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
                limit = Some(Limit::Budget(Budget::Simulations(nodes)));
            }
            ("movetime", time @ 1.., _) => limit = Some(Limit::Budget(Budget::Time(Duration::from_millis(time)))),
            ("p1time", time, Side::First) | ("p2time", time, Side::Second) => left = Some(time),
            ("p1inc", time, Side::First) | ("p2inc", time, Side::Second) => increment = time,
            ("p1time" | "p2time" | "p1inc" | "p2inc", _, _) => {}
            _ => return Err(format!("go: `{word} {value}`: {EXPECTED}")),
        }
    }
    // A twentieth of the clock and most of the increment, but at most half of the clock.
    let by_clock = left.map(|left| (left / 20).saturating_add(increment.saturating_mul(3) / 4).min(left / 2).max(1));
    Ok(limit.or(by_clock.map(|time| Limit::Budget(Budget::Time(Duration::from_millis(time))))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let read = |text: &str, side| read_limit(&text.split_whitespace().collect::<Vec<_>>(), side);
        let time = |ms| Ok(Some(Limit::Budget(Budget::Time(Duration::from_millis(ms)))));
        assert_eq!(read("", Side::First), Ok(None));
        assert_eq!(read("nodes 500", Side::First), Ok(Some(Limit::Budget(Budget::Simulations(500)))));
        assert_eq!(read("infinite", Side::First), Ok(Some(Limit::Infinite)));
        assert_eq!(read("movetime 250", Side::First), time(250));
        assert_eq!(read("p1time 2000 p2time 8000 p1inc 40 p2inc 0", Side::First), time(130));
        assert_eq!(read("p1time 2000 p2time 8000 p1inc 40 p2inc 0", Side::Second), time(400));
        for text in ["nodes", "nodes 0", "nodes x", "movetime -1", "depth 3", "sideways 1"] {
            let message = read(text, Side::First).unwrap_err();
            assert!(message.contains("expected nodes N"), "{message}");
        }
    }
}
