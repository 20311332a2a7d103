//! Matches by the clock between two programs, driven as match managers do: a program loses if it thinks for longer
//! than its clock has left, or gives no move or an illegal one. No program may.

use crate::support::program::{ardoise, processor_seconds};
use crate::support::waiting::ends;
use ardoise::game::{AnyGame, Game, History, Notation, Outcome, Side};
use ardoise::games::rules;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Each side's time at the beginning, and the increment for each move.
const TIME: Duration = Duration::from_millis(1000);
const INCREMENT: Duration = Duration::from_millis(10);

/// The time that a side is charged.
#[derive(Clone, Copy)]
enum Clock {
    /// Seconds.
    Wall,
    /// The processor time of its program, which other work on the machine does not lengthen.
    Processor,
}

/// The match manager that is imitated.
#[derive(Clone, Copy)]
enum Driver {
    /// Asks whether the program is ready before each move, and knows the rules itself.
    Cutechess,
    /// Asks the programs about turn, moves and result, too.
    Cutegames,
}

struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    fn start(args: &[&str]) -> Program {
        let mut child = ardoise(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut program = Program { child, input, output };
        program.ask("ugi", "ugiok");
        program
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it reads");
    }

    /// The program's answer after that word.
    fn ask(&mut self, line: &str, answer: &str) -> String {
        self.tell(line);
        loop {
            let mut told = String::new();
            let bytes = self.output.read_line(&mut told).expect("it writes UTF-8");
            assert!(bytes > 0, "it ended when asked `{line}`");
            let (first, rest) = told.trim_end().split_once(' ').unwrap_or((told.trim_end(), ""));
            assert!(!told.starts_with("info string"), "`{line}`: {told}");
            if first == answer {
                return rest.to_owned();
            }
        }
    }

    fn time(&self, clock: Clock, begun: Instant) -> Duration {
        match clock {
            Clock::Wall => begun.elapsed(),
            Clock::Processor => Duration::from_secs_f64(processor_seconds(self.child.id())),
        }
    }
}

/// Plays a game; the least that a side had left when it gave a move.
fn play(game: &AnyGame, programs: &mut [Program; 2], driver: Driver, clock: Clock) -> Duration {
    for program in programs.iter_mut() {
        program.tell("uginewgame");
        program.ask("isready", "readyok");
    }
    let mut history = History::new(game, game.start());
    let (mut place, mut least, mut left) = ("position startpos".to_owned(), TIME, [TIME; 2]);
    let begun = Instant::now();
    while history.outcome().is_none() {
        let side = game.side_to_act(history.position());
        let [first, second] = left.map(|left| left.as_millis());
        let increment = INCREMENT.as_millis();
        let go = format!("go p1time {first} p2time {second} p1inc {increment} p2inc {increment}");
        for program in programs.iter_mut() {
            program.tell(&place);
        }
        let program = &mut programs[side.index()];
        if matches!(driver, Driver::Cutegames) {
            assert_eq!(program.ask("query p1turn", "response"), (side == Side::First).to_string());
            assert_eq!(program.ask("query gameover", "response"), "false");
        }
        program.ask("isready", "readyok");
        let before = program.time(clock, begun);
        let text = program.ask(&go, "bestmove");
        let spent = program.time(clock, begun).saturating_sub(before);
        let what = || format!("move {}: {spent:?} of {left:?}, {text}", history.moves() + 1);
        assert!(spent <= left[side.index()], "{}", what());
        let mv = game.parse_move(history.position(), &text).unwrap_or_else(|error| panic!("{}: {error}", what()));
        if matches!(driver, Driver::Cutegames) {
            assert_eq!(programs[side.other().index()].ask(&format!("query islegal {text}"), "response"), "true");
        }
        least = least.min(left[side.index()] - spent);
        left[side.index()] = left[side.index()] - spent + INCREMENT;
        place += if history.moves() == 0 { " moves " } else { " " };
        place += &text;
        history.play(game, mv);
    }
    let result = match history.outcome() {
        Some(Outcome::Win(Side::First)) => "p1win",
        Some(Outcome::Win(Side::Second)) => "p2win",
        _ => "draw",
    };
    for program in programs.iter_mut() {
        program.tell(&place);
        assert_eq!(program.ask("query result", "response"), result);
        program.ask("isready", "readyok");
    }
    least
}

/// Plays that many games, with sides and drivers by turns; the least that any side had left.
fn play_match(games: u32, max_plies: &str, player: &str, clock: Clock) -> Duration {
    let option = format!("max_plies={max_plies}");
    let args = ["ugi", "loa", "--rules", &option, "--with", player];
    let mut programs = [Program::start(&args), Program::start(&args)];
    let game = AnyGame::new(rules("loa", [("max_plies", max_plies)]).expect("the variant exists")).expect("a game");
    let mut least = TIME;
    for number in 0..games {
        let driver = if number % 4 < 2 { Driver::Cutechess } else { Driver::Cutegames };
        let game = game.clone();
        let (left, back) = ends("a game", move || (play(&game, &mut programs, driver, clock), programs));
        least = least.min(left);
        programs = back;
        programs.swap(0, 1);
    }
    least
}

#[test]
fn moves_come_before_the_flag_falls() {
    // Other load on the machine must not fail the test.
    play_match(4, "24", "mcts:50", Clock::Processor);
}

#[test]
#[ignore = "takes six minutes, by the clock: `cargo test --release -- --ignored clocks`"]
fn no_flag_falls_in_two_hundred_games_beside_other_load() {
    let over = Arc::new(AtomicBool::new(false));
    let load = thread::available_parallelism().map_or(1, usize::from);
    let busy = Vec::from_iter((0..load).map(|_| {
        let over = Arc::clone(&over);
        thread::spawn(move || while !over.load(Ordering::Relaxed) {})
    }));
    let least = play_match(200, "400", "released", Clock::Wall);
    over.store(true, Ordering::Relaxed);
    busy.into_iter().for_each(|thread| thread.join().expect("no panic"));
    println!("the least that a side had left: {least:?}");
}
