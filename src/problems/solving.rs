use super::attempt::{Attempt, AttemptError, Failure, Hint, Judgement};
use super::forced::BudgetExceeded;
use super::problem::{Problem, ProblemError};
use crate::game::{AnyGame, AnyMove, AnyPosition, Game, Notation};
use crate::play::{Commands, Input, colour, columns, natural_order, read_moves, rules_text, say, sorted_moves};
use std::io::{self, Write};
use thiserror::Error;

/// How a person left a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveOutcome {
    /// Solved, after this number of wrong moves.
    Solved(u32),
    /// Skipped, or shown.
    Unsolved,
    Quit,
}

/// Why a problem cannot be solved here.
#[derive(Debug, Error)]
pub enum SolvingError {
    /// The problem is not one of the game.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The input or the output fails.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// No win by force exists from this position, though the problem claims one.
    #[error("problem `{0}`: there is no win by force in so many turns")]
    Unsound(String),
    /// Answering every move takes too long.
    #[error("problem `{0}`: it takes too long to find the answers")]
    BudgetExceeded(String),
}

const HELP: [(&str, &str); 7] = [
    ("moves", "list the legal moves"),
    ("hint", "say how the winning move begins, or how many moves win"),
    ("board", "draw the board again"),
    ("rules", "show the rules of the game and its notation"),
    ("solution", "show the solution and go on to the next problem"),
    ("next", "go on to the next problem"),
    ("quit", "end the session"),
];

/// The most positions of a search for an answer: many times the number used in composing.
const POSITIONS: u64 = 200_000_000;

/// Lets a person solve a problem. Moves that keep the win get the longest defence; others are refuted and taken back.
///
/// Writes ANSI styles; if they are not wanted, `out` must strip them.
///
/// # Errors
/// The problem is not one of the game or not sound, `input` cannot be read, or `out` cannot be written.
pub fn solve_problem(
    game: &AnyGame,
    problem: &Problem,
    input: &mut dyn Input,
    out: &mut dyn Write,
) -> Result<SolveOutcome, SolvingError> {
    let attempt = Attempt::new(game, problem, POSITIONS)?;
    let start = attempt.history().position().clone();
    let mut solving =
        SolvingSession { game, problem, attempt, start, commands: Commands::of(game), width: input.width() };
    solving.solve(input, out).map_err(|error| match error {
        Halt::Io(error) => SolvingError::Io(error),
        Halt::Attempt(AttemptError::BudgetExceeded) => SolvingError::BudgetExceeded(problem.position.clone()),
        Halt::Attempt(AttemptError::Unsound) => SolvingError::Unsound(problem.position.clone()),
    })
}

enum Halt {
    Io(io::Error),
    Attempt(AttemptError),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Io(error)
    }
}

impl From<AttemptError> for Halt {
    fn from(stuck: AttemptError) -> Halt {
        Halt::Attempt(stuck)
    }
}

impl From<BudgetExceeded> for Halt {
    fn from(spent: BudgetExceeded) -> Halt {
        Halt::Attempt(spent.into())
    }
}

struct SolvingSession<'a> {
    game: &'a AnyGame,
    problem: &'a Problem,
    attempt: Attempt,
    start: AnyPosition,
    commands: Commands,
    width: usize,
}

impl SolvingSession<'_> {
    fn solution(&self) -> String {
        self.problem.solution(self.game, &self.start)
    }

    fn solve(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> Result<SolveOutcome, Halt> {
        if !self.attempt.stands(self.game)? {
            return Err(AttemptError::Unsound.into());
        }
        self.draw(out)?;
        let asked = self.problem.stipulation(self.game, self.attempt.history().position());
        writeln!(out, "{asked}. Type a move, or `{}`.", self.typed("help"))?;
        let mut wrong = 0;
        while self.attempt.history().outcome().is_none() {
            let game = self.game;
            let seat = game.seat_names()[game.seat_to_act(self.attempt.history().position()).index()];
            let lines = || {
                let commands = HELP.iter().map(|(command, _)| *command).chain(["help"]);
                commands.map(|command| self.typed(command)).chain(sorted_moves(game, self.attempt.history())).collect()
            };
            let Some(line) = input.line(out, &format!("{seat}> "), &mut { lines })? else {
                writeln!(out)?;
                return Ok(SolveOutcome::Quit);
            };
            if line.is_empty() {
                continue;
            }
            // No command takes more.
            let (command, more) = self.commands.read(game, self.attempt.history(), &line);
            match if more.is_empty() { command.as_str() } else { "" } {
                "help" => {
                    for (command, effect) in HELP {
                        writeln!(out, "{:8}  {effect}", self.typed(command))?;
                    }
                }
                "moves" => {
                    let mut moves = sorted_moves(game, self.attempt.history());
                    moves.sort_by(|one, other| natural_order(one, other));
                    write!(out, "{}", columns(&moves, self.width))?;
                }
                "hint" => self.hint(out)?,
                "board" => self.draw(out)?,
                "rules" => write!(out, "{}", rules_text(game.rules().variant(), self.width))?,
                "solution" => {
                    say(out, self.width, &self.solution())?;
                    return Ok(SolveOutcome::Unsolved);
                }
                "next" => return Ok(SolveOutcome::Unsolved),
                "quit" => return Ok(SolveOutcome::Quit),
                _ => match read_moves(game, self.attempt.history(), &line) {
                    Err(error) => {
                        say(out, self.width, &format!("{error} (`{}` lists the commands)", self.typed("help")))?
                    }
                    Ok(moves) => wrong += u32::from(!self.is_right(&moves, out)?),
                },
            }
        }
        let count = match wrong {
            0 => "without a wrong move".to_owned(),
            1 => "with one wrong move".to_owned(),
            more => format!("with {more} wrong moves"),
        };
        let ending = self.attempt.history().ending(self.game).map_or_else(String::new, |ending| format!(": {ending}"));
        say(out, self.width, &format!("Solved {count}{ending}. {}", self.solution()))?;
        Ok(SolveOutcome::Solved(wrong))
    }

    /// Judges a turn, or a move of one; a wrong one is taken back.
    fn is_right(&mut self, moves: &[AnyMove], out: &mut dyn Write) -> Result<bool, Halt> {
        let (game, history) = (self.game, self.attempt.history());
        let (made, turns, text) =
            (history.played().len(), self.attempt.turns(), game.format_turn(history.position(), moves));
        match self.attempt.judge_turn(game, moves)? {
            Judgement::Right { key, answers } => {
                self.advance(key, &answers, out)?;
                Ok(true)
            }
            Judgement::Wrong(failure) => {
                let why = self.reason(failure);
                self.attempt.go_back(game, made, turns);
                say(out, self.width, &format!("No: after {text}, {why}. Try again."))?;
                Ok(false)
            }
        }
    }

    /// After a turn that keeps the win: plays the defence's answers.
    fn advance(&mut self, key: bool, answers: &[AnyMove], out: &mut dyn Write) -> io::Result<()> {
        if key {
            writeln!(out, "That is the key.")?;
        }
        let answers = self.attempt.play_answers(self.game, answers);
        if !answers.is_empty() {
            writeln!(out, "Good. The defence plays {}.", answers.join(" "))?;
        }
        self.draw(out)?;
        if self.attempt.history().outcome().is_none() {
            let turns = self.attempt.turns();
            let turns = if turns == 1 { "this turn".to_owned() } else { format!("{turns} turns") };
            writeln!(out, "Win in {turns}.")?;
        }
        Ok(())
    }

    /// Why the last move does not win.
    fn reason(&mut self, failure: Failure) -> String {
        match failure {
            Failure::Ends => "the game ends there, without a win".to_owned(),
            Failure::Defended => "whatever follows in this turn, there is a defence".to_owned(),
            Failure::Late => "it does not win at once, and this was the last turn".to_owned(),
            Failure::Refuted { by, wins, of, turns } => {
                let refutation = self.attempt.refutation(self.game, by);
                let by = self.game.format_turn(self.attempt.history().position(), &refutation);
                let others = match of {
                    1 => "the only answer that holds".to_owned(),
                    more => format!("one of {more} answers that hold"),
                };
                let left = if turns == 1 { "in one more turn".to_owned() } else { format!("in {turns} more turns") };
                match wins {
                    true => format!("the answer {by} wins at once"),
                    false => format!("{by} holds, {others}: there is no win {left}"),
                }
            }
        }
    }

    fn hint(&mut self, out: &mut dyn Write) -> Result<(), Halt> {
        let Hint { winning, of, begins } = self.attempt.hint(self.game)?;
        match (winning, begins) {
            (1, Some(part)) => writeln!(out, "One move wins. It begins with {part}.")?,
            (1, None) => writeln!(out, "One move wins, of {of}.")?,
            _ => writeln!(out, "{winning} moves win.")?,
        }
        Ok(())
    }

    /// A command as it must be typed now.
    fn typed(&self, command: &str) -> String {
        self.commands.typed(self.game, self.attempt.history(), command)
    }

    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let drawing = self.game.draw(self.attempt.history().position());
        writeln!(out, "\n{}\n", colour(self.game, &drawing, &drawing).trim_end())
    }
}
