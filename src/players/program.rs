//! Another program as a player, over a pipe, by the Universal Game Interface (UGI) or the Universal Chess Interface
//! (UCI).

use super::{Budget, Forfeit, Player, uci};
use crate::clock::Instant;
use crate::game::{
    AnyGame, AnyMove, AnyPosition, Game, History, Notation, NotationError, Outcome, by_turns, is_whole_turn,
    parse_turn_or_move,
};
use crate::system::{Group, begin_apart};
use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub command: Vec<String>,
    pub protocol: Protocol,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Game Interface, with turns as this program writes them.
    Ugi,
    /// The Universal Chess Interface, as spoken by programs for chess variants such as Fairy-Stockfish.
    Uci {
        /// The program's name for the game (`UCI_Variant`); `None` if it knows only one.
        variant: Option<String>,
    },
}

impl Protocol {
    /// The protocol's prefix in names of players.
    pub fn name(&self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Uci { .. } => "uci",
        }
    }
}

/// How long a program may take before its game is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Time to start, and to get ready for a game.
    pub start: Duration,
    /// Time for a move, beyond the thinking time.
    pub overtime: Duration,
    /// Time for each node to search.
    pub node: Duration,
}

impl Default for Patience {
    /// Enough for slow programs on busy machines: the aim is to notice programs that do not answer.
    fn default() -> Self {
        Patience { start: Duration::from_secs(30), overtime: Duration::from_secs(20), node: Duration::from_millis(50) }
    }
}

impl Patience {
    /// How long to wait for a move.
    fn for_move(self, budget: Budget) -> Duration {
        let thinking = match budget {
            Budget::Simulations(nodes) => self.node * nodes,
            Budget::Time(time) => time,
            Budget::Policy => Duration::ZERO,
        };
        thinking.saturating_add(self.overtime)
    }
}

/// A player that gets its moves from another program, which is started when first needed, and again after a failure.
pub struct ProgramPlayer {
    program: Program,
    budget: Budget,
    patience: Patience,
    running: Option<Process>,
    /// Whether the program knows the current game.
    in_game: bool,
    position: PositionCommand,
    /// The program's last turn, and the number of moves before it.
    turn: (usize, Vec<AnyMove>),
}

impl ProgramPlayer {
    /// A player by that program. It thinks by nodes or by time; for a bare policy it searches a single node.
    ///
    /// # Panics
    /// The program's command is empty.
    pub fn new(program: Program, budget: Budget, patience: Patience) -> Self {
        assert!(!program.command.is_empty(), "a command has at least a program's name");
        let (position, turn) = (PositionCommand::default(), (0, Vec::new()));
        ProgramPlayer { program, budget, patience, running: None, in_game: false, position, turn }
    }

    /// Starts the program, so that one that does not work is noticed before games are lost.
    ///
    /// # Errors
    /// The program cannot be started, does not answer `ugi` or `uci` and `isready`, or does not know the variant.
    pub fn start(&mut self) -> Result<(), Forfeit> {
        if self.running.is_none() {
            let Program { command, protocol } = &self.program;
            let mut process = Process::start(command)?;
            process.ask(protocol.name(), &format!("{}ok", protocol.name()), self.patience.start)?;
            if let Protocol::Uci { variant: Some(variant) } = protocol {
                process.choose_variant(variant)?;
            }
            process.ask("isready", "readyok", self.patience.start)?;
            self.running = Some(process);
            self.in_game = false;
        }
        Ok(())
    }

    /// The next move of the program's last turn, if that turn is in progress.
    fn rest_of_turn(&self, history: &History) -> Option<AnyMove> {
        let (before, moves) = &self.turn;
        let made = history.played().get(*before..).filter(|made| !made.is_empty() && moves.starts_with(made))?;
        moves.get(made.len()).copied()
    }

    fn ask(&mut self, game: &AnyGame, history: &History) -> Result<AnyMove, Forfeit> {
        if let Some(mv) = self.rest_of_turn(history) {
            return Ok(mv);
        }
        self.start()?;
        let Some(process) = &mut self.running else { unreachable!("the program has been started") };
        if !self.in_game {
            process.send(&format!("{}newgame", self.program.protocol.name()));
            process.ask("isready", "readyok", self.patience.start)?;
            self.in_game = true;
        }
        let position = self.position.of(game, history, &self.program.protocol);
        process.send(&position.map_err(Forfeit::new)?);
        let go = match self.budget {
            Budget::Simulations(nodes) => format!("go nodes {nodes}"),
            Budget::Time(time) => format!("go movetime {}", time.as_millis().max(1)),
            Budget::Policy => "go nodes 1".to_owned(),
        };
        let answer = process.ask(&go, "bestmove", self.patience.for_move(self.budget))?;
        let text = answer.split_whitespace().nth(1).unwrap_or_default();
        let protocol = &self.program.protocol;
        let read = protocol.read(game, history.position(), text);
        // The program may not know the turn that wins: where this game goes on until the king is captured, the program
        // considers it over one turn earlier. Then a winning turn is made for it.
        let read = read.or_else(|error| match protocol {
            Protocol::Uci { .. } => winning_turn(game, history.position()).ok_or(error),
            Protocol::Ugi => Err(error),
        });
        let moves = read.map_err(|error| {
            let told = process.told.as_ref().map_or_else(String::new, |told| format!(" (it said: {told})"));
            Forfeit::new(format!("it answered `{answer}`: {error}{told}"))
        })?;
        self.turn = (history.played().len(), moves);
        Ok(self.turn.1[0])
    }
}

impl Protocol {
    /// A whole turn in the program's notation.
    ///
    /// # Errors
    /// The protocol cannot express it.
    fn write(&self, game: &AnyGame, position: &AnyPosition, turn: &[AnyMove]) -> Result<String, String> {
        let text = game.format_turn(position, turn);
        match self {
            Protocol::Ugi => Ok(text),
            Protocol::Uci { .. } => {
                uci::written(game, position, &text).ok_or_else(|| format!("UCI has no words for the turn `{text}`"))
            }
        }
    }

    /// The turn that an answer names.
    ///
    /// # Errors
    /// The answer names no legal turn.
    fn read(&self, game: &AnyGame, position: &AnyPosition, text: &str) -> Result<Vec<AnyMove>, NotationError> {
        let meant = match self {
            Protocol::Ugi => Vec::new(),
            Protocol::Uci { .. } => uci::read(game, text),
        };
        let turn = meant.iter().find_map(|text| game.parse_turn(position, text).ok());
        turn.map_or_else(|| parse_turn_or_move(game, position, text), Ok)
    }
}

impl Player for ProgramPlayer {
    fn new_game(&mut self, _: &AnyGame, _: u64) {
        self.in_game = false;
        self.turn = (0, Vec::new());
    }

    fn choose(&mut self, game: &AnyGame, history: &History) -> Result<AnyMove, Forfeit> {
        let answer = self.ask(game, history);
        if answer.is_err() {
            // The program may still be thinking, or worse.
            self.running = None;
        }
        answer
    }
}

/// The `position` command of a game, extended turn by turn.
#[derive(Default)]
struct PositionCommand {
    /// The part of the game that the text contains.
    told: Option<History>,
    text: String,
}

impl PositionCommand {
    /// # Errors
    /// The protocol cannot express the game.
    fn of(&mut self, game: &AnyGame, history: &History, protocol: &Protocol) -> Result<String, String> {
        let first = history.first().clone();
        let is_ugi = *protocol == Protocol::Ugi;
        if !is_ugi && first != game.start() {
            return Err(
                "programs that speak UCI write positions in their own way: expected a game from the start".into()
            );
        }
        let told = match &mut self.told {
            Some(told) if *told.first() == first && history.played().starts_with(told.played()) => told,
            told => {
                self.text = match first == game.start() {
                    true => "position startpos".to_owned(),
                    false => format!("position fen {}", game.format_position(&first)),
                };
                told.insert(History::new(game, first))
            }
        };
        let separator = |made: usize| if made == 0 { " moves " } else { " " };
        let new = &history.played()[told.played().len()..];
        for turn in by_turns(game, &told.position().clone(), new) {
            let (before, made) = (told.position().clone(), told.played().len());
            let mut after = before.clone();
            turn.iter().for_each(|&mv| game.play(&mut after, mv));
            if game.shows_turns() && !is_whole_turn(game, &after) {
                if !is_ugi {
                    return Err("UCI has no words for the beginning of a turn".into());
                }
                // An unfinished turn is sent by its moves, and again when it is whole.
                return Ok(format!("{}{}{}", self.text, separator(made), moves_of(game, before, turn)));
            }
            let turn_text = protocol.write(game, &before, turn)?;
            self.text += separator(made);
            self.text += &turn_text;
            turn.iter().for_each(|&mv| told.play(game, mv));
        }
        Ok(self.text.clone())
    }
}

/// The first turn of one move that wins the game at once.
fn winning_turn(game: &AnyGame, position: &AnyPosition) -> Option<Vec<AnyMove>> {
    let (mut moves, side) = (Vec::new(), game.side_to_act(position));
    game.legal_moves(position, &mut moves);
    let wins = |&mv: &AnyMove| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        game.outcome(&after) == Some(Outcome::Win(side))
    };
    moves.into_iter().find(wins).map(|mv| vec![mv])
}

/// The texts of moves, one by one.
fn moves_of(game: &AnyGame, mut position: AnyPosition, moves: &[AnyMove]) -> String {
    let texts = moves.iter().map(|&mv| {
        let text = game.format_move(&position, mv);
        game.play(&mut position, mv);
        text
    });
    Vec::from_iter(texts).join(" ")
}

/// The longest line that is read: a program that writes without end must not fill the memory.
const LONGEST_LINE: u64 = 1 << 20;
/// The most lines of a program that are queued; then the program waits.
const WAITING_LINES: usize = 1024;
/// How long a program may take to end after `quit`.
const END: Duration = Duration::from_secs(1);

/// A running program. When dropped, it gets `quit`, and is killed if it does not end.
struct Process {
    child: Child,
    /// Lines to the program. A thread writes them, so that a program that does not read blocks nobody.
    input: Option<Sender<String>>,
    /// Lines from the program. A thread reads them, so that waiting can end.
    output: Receiver<String>,
    /// The program's last `info string`, which often holds the error.
    told: Option<String>,
    /// The program's line that lists its variants.
    variants: Option<String>,
}

/// Prefix of the line that lists variants.
const VARIANTS: &str = "option name UCI_Variant ";

impl Process {
    fn start(command: &[String]) -> Result<Process, Forfeit> {
        let [program, arguments @ ..] = command else { unreachable!("checked by `ProgramPlayer::new`") };
        let mut builder = Command::new(program);
        builder.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // In a process group of its own: Ctrl-C is for this program alone, and its children end with it.
        begin_apart(&mut builder);
        let mut child = builder.spawn().map_err(|error| Forfeit::new(format!("cannot start `{program}`: {error}")))?;
        running().insert(child.id(), Group::of(&child));
        let stdin = child.stdin.take().expect("standard input is piped");
        let stdout = child.stdout.take().expect("standard output is piped");
        let (input, lines_in) = mpsc::channel();
        let (lines_out, output) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || write_lines(stdin, &lines_in));
        thread::spawn(move || read_lines(stdout, |line| lines_out.send(line).is_ok()));
        Ok(Process { child, input: Some(input), output, told: None, variants: None })
    }

    /// Sends a line. If the program has ended, the next wait for an answer fails.
    fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(line.to_owned());
        }
    }

    /// Sends a line and waits for one that begins with `answer`. Earlier lines do not count.
    fn ask(&mut self, line: &str, answer: &str, limit: Duration) -> Result<String, Forfeit> {
        // At most as many lines as can be queued, for a program that writes without end.
        self.output.try_iter().take(WAITING_LINES).for_each(drop);
        self.send(line);
        let began = Instant::now();
        let silent = || Forfeit::new(format!("no answer to `{line}` within {} s", limit.as_secs_f64()));
        loop {
            // Checked even if the program never stops writing.
            let left = limit.checked_sub(began.elapsed()).ok_or_else(silent)?;
            match self.output.recv_timeout(left) {
                Ok(text) if text.split_whitespace().next() == Some(answer) => return Ok(text),
                Ok(text) => {
                    if let Some(told) = text.strip_prefix("info string ") {
                        self.told = Some(told.to_owned());
                    } else if let Some(variants) = text.strip_prefix(VARIANTS) {
                        self.variants = Some(variants.to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(silent()),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.wait(END).map_or_else(String::new, |status| format!(" ({status})"));
                    return Err(Forfeit::new(format!("it ended{status} when asked `{line}`")));
                }
            }
        }
    }

    /// Makes a program that speaks UCI play a variant, from the next game on.
    ///
    /// # Errors
    /// The program does not know the variant.
    fn choose_variant(&self, variant: &str) -> Result<(), Forfeit> {
        let Some(listed) = &self.variants else {
            let expected = "expected no `@variant`, or another program";
            return Err(Forfeit::new(format!("it has no option UCI_Variant: {expected}")));
        };
        let known = Vec::from_iter(listed.split(" var ").skip(1).map(str::trim));
        if !known.contains(&variant) {
            let known = known.join(", ");
            return Err(Forfeit::new(format!("it knows no variant `{variant}`: expected one of {known}")));
        }
        self.send(&format!("setoption name UCI_Variant value {variant}"));
        Ok(())
    }

    /// Waits for the end of the program; `None` if it is still running.
    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if began.elapsed() < limit => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let ended = self.wait(END).is_some();
        // Child processes may outlive the program.
        if let Some(group) = running().remove(&self.child.id()) {
            group.kill();
        }
        if !ended {
            // Needed on systems without process groups; elsewhere the group is dead already. Fails only for a program
            // that has ended.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ends all programs that play, for a process that is about to exit without dropping its players.
pub fn kill_programs() {
    mem::take(&mut *running()).values().for_each(Group::kill);
}

/// The running programs, by process number.
fn running() -> MutexGuard<'static, BTreeMap<u32, Group>> {
    static RUNNING: Mutex<BTreeMap<u32, Group>> = Mutex::new(BTreeMap::new());
    // The map is consistent after every change.
    RUNNING.lock()
}

/// Writes lines until there are no more, or the program is gone.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Passes lines on until there are no more, one is too long, or the receiver is gone.
fn read_lines(stdout: ChildStdout, mut hand_on: impl FnMut(String) -> bool) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read: io::Result<usize> = stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let whole = read.is_ok_and(|bytes| bytes > 0) && (line.len() as u64) < LONGEST_LINE;
        if !whole || !hand_on(String::from_utf8_lossy(&line).trim_end().to_owned()) {
            return;
        }
    }
}
