use super::compose::{best_move, steps};
use super::forced::{Forcing, Spent};
use super::problem::{Posed, Problem, ProblemError};
use crate::game::{CompleteGame, History, Side};
use crate::paper::Language;
use crate::play::{Input, colour, columns, natural_order, read_move, rules_text, say, sorted_moves};
use std::io::{self, Write};
use thiserror::Error;

/// How a person left a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Solved, after so many wrong moves.
    Solved(u32),
    /// Given up for the next one, or shown.
    Unsolved,
    /// The person ends the session.
    Quit,
}

/// Why a problem cannot be solved here.
#[derive(Debug, Error)]
pub enum SolvingError {
    /// It is none of the game.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The input or the output fails.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Its claim does not hold.
    #[error("problem `{0}`: there is no win by force in so many turns")]
    Unsound(String),
    /// Too long to answer every move.
    #[error("problem `{0}`: it takes too long to find the answers")]
    Spent(String),
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

/// Positions that each answer may take: many times what composing it took.
const POSITIONS: u64 = 200_000_000;

/// Lets a person solve a problem. Moves that keep the win are answered by a defence that holds out longest; others are
/// refuted and taken back.
///
/// Writes ANSI styles; where they are not wanted, `out` must strip them.
///
/// # Errors
/// The problem is none of the game or not sound, `input` cannot be read, or `out` cannot be written.
pub fn solve_problem<G: CompleteGame>(
    game: &G,
    problem: &Problem,
    input: &mut dyn Input,
    out: &mut dyn Write,
) -> Result<Left, SolvingError> {
    let Posed { position, key } = problem.pose(game)?;
    let attacker = game.side_to_act(&position);
    let mut attempt = Attempt {
        game,
        problem,
        history: History::new(game, position),
        attacker,
        turns: problem.win_in,
        forcing: Forcing::new(attacker, POSITIONS),
        width: input.width(),
    };
    attempt.solve(key, input, out).map_err(|error| match error {
        Halt::Io(error) => SolvingError::Io(error),
        Halt::Spent => SolvingError::Spent(problem.position.clone()),
        Halt::Unsound => SolvingError::Unsound(problem.position.clone()),
    })
}

/// What ends an attempt early.
enum Halt {
    Io(io::Error),
    Spent,
    Unsound,
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Io(error)
    }
}

impl From<Spent> for Halt {
    fn from(_: Spent) -> Halt {
        Halt::Spent
    }
}

struct Attempt<'a, G: CompleteGame> {
    game: &'a G,
    problem: &'a Problem,
    history: History<G>,
    attacker: Side,
    /// Turns that are left to win in.
    turns: u8,
    forcing: Forcing<G>,
    width: usize,
}

impl<G: CompleteGame> Attempt<'_, G> {
    fn solve(&mut self, key: G::Move, input: &mut dyn Input, out: &mut dyn Write) -> Result<Left, Halt> {
        if !self.forcing.wins(self.game, self.history.position(), self.turns)? {
            return Err(Halt::Unsound);
        }
        self.draw(out)?;
        let asked = self.problem.stipulation(self.game, self.history.position(), Language::English);
        writeln!(out, "{asked}. Type a move, or `help`.")?;
        let mut wrong = 0;
        while self.history.outcome().is_none() {
            let game = self.game;
            let seat = game.seat_names()[game.seat_to_act(self.history.position()).index()];
            let lines = || {
                let commands = HELP.iter().map(|(command, _)| (*command).to_owned()).chain(["help".to_owned()]);
                commands.chain(sorted_moves(game, &self.history)).collect()
            };
            let Some(line) = input.line(out, &format!("{seat}> "), &mut { lines })? else {
                writeln!(out)?;
                return Ok(Left::Quit);
            };
            match line.to_ascii_lowercase().as_str() {
                "" => {}
                "help" => {
                    for (command, effect) in HELP {
                        writeln!(out, "{command:8}  {effect}")?;
                    }
                }
                "moves" => {
                    let mut moves = sorted_moves(game, &self.history);
                    moves.sort_by(|one, other| natural_order(one, other));
                    write!(out, "{}", columns(&moves, self.width))?;
                }
                "hint" => self.hint(out)?,
                "board" => self.draw(out)?,
                "rules" => write!(out, "{}", rules_text(game.rules().variant(), self.width))?,
                "solution" => {
                    say(out, self.width, &self.problem.solution())?;
                    return Ok(Left::Unsolved);
                }
                "next" => return Ok(Left::Unsolved),
                "quit" => return Ok(Left::Quit),
                _ => match read_move(game, &self.history, &line) {
                    Err(error) => say(out, self.width, &format!("{error} (`help` lists the commands)"))?,
                    Ok(mv) if self.keeps_the_win(mv)? => {
                        let is_key = self.history.moves() == 0 && mv == key;
                        self.advance(mv, is_key, out)?;
                    }
                    Ok(mv) => {
                        wrong += 1;
                        self.refute(mv, out)?;
                    }
                },
            }
        }
        let count = match wrong {
            0 => "without a wrong move".to_owned(),
            1 => "with one wrong move".to_owned(),
            more => format!("with {more} wrong moves"),
        };
        let ending = self.history.ending(self.game).unwrap_or("by the rules");
        say(out, self.width, &format!("Solved {count}: {ending}. {}", self.problem.solution()))?;
        Ok(Left::Solved(wrong))
    }

    fn keeps_the_win(&mut self, mv: G::Move) -> Result<bool, Spent> {
        let before = *self.history.position();
        let mut after = before;
        self.game.play(&mut after, mv);
        let turns = self.forcing.turns_after(self.game, &before, &after, self.turns);
        self.forcing.wins(self.game, &after, turns)
    }

    /// Makes a move in the game, and counts its turn.
    fn play(&mut self, mv: G::Move) -> String {
        let before = *self.history.position();
        let text = self.game.format_move(&before, mv);
        self.history.play(self.game, mv);
        self.turns = self.forcing.turns_after(self.game, &before, self.history.position(), self.turns);
        text
    }

    /// A move that keeps the win, and the defence's answer.
    fn advance(&mut self, mv: G::Move, is_key: bool, out: &mut dyn Write) -> Result<(), Halt> {
        self.play(mv);
        if is_key {
            writeln!(out, "That is the key.")?;
        }
        let mut answers = Vec::new();
        while self.history.outcome().is_none() && self.game.side_to_act(self.history.position()) != self.attacker {
            let position = *self.history.position();
            let best = best_move(self.game, &position, self.turns, self.attacker, &mut self.forcing)?;
            answers.push(self.play(best.ok_or(Halt::Unsound)?));
        }
        if !answers.is_empty() {
            writeln!(out, "Good. The defence plays {}.", answers.join(" "))?;
        }
        self.draw(out)?;
        if self.history.outcome().is_none() {
            let turns = if self.turns == 1 { "this turn".to_owned() } else { format!("{} turns", self.turns) };
            writeln!(out, "Win in {turns}.")?;
        }
        Ok(())
    }

    /// Says why a move does not win, and leaves the position as it is.
    fn refute(&mut self, mv: G::Move, out: &mut dyn Write) -> Result<(), Halt> {
        let game = self.game;
        let before = *self.history.position();
        let text = game.format_move(&before, mv);
        let mut after = before;
        game.play(&mut after, mv);
        let turns = self.forcing.turns_after(game, &before, &after, self.turns);
        let why = if game.outcome(&after).is_some() {
            "the game ends there, without a win".to_owned()
        } else if game.side_to_act(&after) == self.attacker {
            "whatever follows in this turn, there is a defence".to_owned()
        } else if turns == 0 {
            "it does not win at once, and this was the last turn".to_owned()
        } else {
            let mut holding = Vec::new();
            for (answer, next) in steps(game, &after) {
                if !self.forcing.wins(game, &next, turns)? {
                    holding.push(game.format_move(&after, answer));
                }
            }
            let first = holding.first().ok_or(Halt::Unsound)?;
            let others = match holding.len() {
                1 => "the only answer that holds".to_owned(),
                more => format!("one of {more} answers that hold"),
            };
            let left = if turns == 1 { "in one more turn".to_owned() } else { format!("in {turns} more turns") };
            format!("{first} holds, {others}: there is no win {left}")
        };
        Ok(say(out, self.width, &format!("No: after {text}, {why}. Try again."))?)
    }

    fn hint(&mut self, out: &mut dyn Write) -> Result<(), Halt> {
        let position = *self.history.position();
        let mut winning = Vec::new();
        for (mv, _) in steps(self.game, &position) {
            if self.keeps_the_win(mv)? {
                winning.push(mv);
            }
        }
        match winning[..] {
            [only] => {
                let parts = self.game.move_parts(&position, only);
                let begins = parts.first().filter(|_| parts.len() > 1);
                match begins {
                    Some(part) => writeln!(out, "One move wins. It begins with {part}.")?,
                    None => writeln!(out, "One move wins, of {}.", steps(self.game, &position).len())?,
                }
            }
            _ => writeln!(out, "{} moves win.", winning.len())?,
        }
        Ok(())
    }

    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let drawing = self.game.draw(self.history.position());
        writeln!(out, "\n{}\n", colour(self.game, &drawing, &drawing).trim_end())
    }
}
