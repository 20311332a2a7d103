use crate::files;
use crate::game::{
    AnyMove, AnyPosition, Game, History, Notation, NotationError, PositionView, Rules, parse_turn_or_move, turn_texts,
};
use crate::games::AnyGame;
use crate::record::{OptionError, rules_of};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::io::{self, BufRead};
use std::iter;
use thiserror::Error;

/// A problem: one line of a file of problems is one of these, in JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// Name of the variant.
    pub game: String,
    /// Rule options that differ from their defaults, as in game records.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The position, in the game's notation. The side to act wins. No earlier position counts.
    pub position: String,
    /// In how many of its turns.
    pub win_in: u8,
    /// The only move that does; a whole turn where the game shows those.
    pub key: String,
    /// The key and how play goes on: each defence is among those that hold out longest, each attack wins soonest.
    pub line: Vec<String>,
    /// Moves that fail to a single answer.
    pub tries: Vec<Try>,
    /// Number of legal moves.
    pub moves: usize,
    /// The key's place among them by the policy of the player that composed the problem, from 1.
    pub rank: usize,
    /// Simulations with which search that knows nothing finds the key; `None` where 4 096
    /// are too few. No proof search helps.
    pub untrained: Option<u32>,
    /// The same with the trained evaluator; 0: the policy alone finds it.
    pub trained: Option<u32>,
    /// From 1, easy, to 5.
    pub difficulty: u8,
}

/// A move that nearly solves a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The only answer after which there is no win in time.
    pub refutation: String,
}

/// Why a text is no problem.
#[derive(Debug, Error)]
pub enum ProblemError {
    /// A line is no JSON of a problem.
    #[error("line {line}: {source}; expected a problem as `ardoise problems VARIANT --json` writes it")]
    Malformed {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The lines cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// No such variant, option or value.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The position or a move is none of the game.
    #[error("problem `{position}`: {source}")]
    Notation {
        /// The problem's position.
        position: String,
        /// What is wrong.
        source: NotationError,
    },
    /// The claim cannot be: the game is over, or the win comes in no turn.
    #[error("problem `{position}`: expected a position in which the game goes on, and a win in 1 turn to 100")]
    Impossible {
        /// The problem's position.
        position: String,
    },
}

/// The longest line of a file of problems.
const LONGEST_LINE: u32 = 1 << 16;

/// Reads problems, one JSON object a line; empty lines do not count.
///
/// # Errors
/// The input cannot be read, or a line is no problem.
pub fn read_problems(input: &mut dyn BufRead) -> Result<Vec<Problem>, ProblemError> {
    let (mut problems, mut line) = (Vec::new(), Vec::new());
    files::skip_byte_order_mark(input)?;
    for number in 1.. {
        line.clear();
        if files::read_line(input, &mut line, LONGEST_LINE)? == 0 {
            break;
        }
        if !line.trim_ascii().is_empty() {
            let problem = serde_json::from_slice(&line);
            problems.push(problem.map_err(|source| ProblemError::Malformed { line: number, source })?);
        }
    }
    Ok(problems)
}

/// A problem on its board.
#[derive(Clone, Debug)]
pub struct ProblemPosition {
    /// The position.
    pub position: AnyPosition,
    /// The only winning move: where the game shows whole turns, all moves of one.
    pub key: Vec<AnyMove>,
}

impl Problem {
    /// The rules that it is played by.
    ///
    /// # Errors
    /// No such variant, option or value.
    pub fn rules(&self) -> Result<Rules, OptionError> {
        rules_of(&self.game, &self.options)
    }

    /// What orders problems from easy to hard.
    pub fn hardness(&self) -> (u8, u8) {
        (self.difficulty, self.win_in)
    }

    /// The problem on the board of `game`, which plays by its rules. The claim itself is not checked.
    ///
    /// # Errors
    /// The position or a move is none of the game, or the claim cannot be.
    pub fn pose(&self, game: &AnyGame) -> Result<ProblemPosition, ProblemError> {
        let notation = |source| ProblemError::Notation { position: self.position.clone(), source };
        let position = game.parse_position(&self.position).map_err(notation)?;
        if game.outcome(&position).is_some() || !(1..=100).contains(&self.win_in) {
            return Err(ProblemError::Impossible { position: self.position.clone() });
        }
        let key = parse_turn_or_move(game, &position, &self.key).map_err(notation)?;
        // What is shown as a solution is moves, and no other text.
        let tries = self.tries.iter().map(|Try { mv, refutation }| vec![mv, refutation]);
        for moves in iter::once(Vec::from_iter(&self.line)).chain(tries) {
            let moves = moves.into_iter().map(String::as_str);
            History::new(game, position.clone()).play_texts(game, moves).map_err(notation)?;
        }
        Ok(ProblemPosition { position, key })
    }

    /// What is asked, as `Black plays and wins in 3`; in games that points decide, the move that wins.
    pub fn stipulation(&self, game: &AnyGame, position: &AnyPosition) -> String {
        let seat = match game.seat_names()[game.seat_to_act(position).index()] {
            "first" => "The first player",
            "second" => "The second player",
            seat => seat,
        };
        let mut letters = seat.chars();
        let seat: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        // Points decide at the end of the game, which is near.
        if game.totals(position).is_some() {
            return format!("{seat} plays: one move wins at the end of the game");
        }
        match self.win_in {
            1 => format!("{seat} plays and wins at once"),
            turns => format!("{seat} plays and wins in {turns}"),
        }
    }

    /// What a page needs to show the problem, which is the one with this number on its list (`docs/protocol.md`).
    ///
    /// # Errors
    /// There are no such rules, or the position is none of the game.
    pub fn told(&self, number: usize) -> Result<Value, ProblemError> {
        let game = AnyGame::new(self.rules()?).map_err(OptionError::from)?;
        let position = self.pose(&game)?.position;
        let (line, tries) = (self.line(&game, &position), self.tries(&game, &position));
        Ok(json!({
            "number": number,
            "game": {"variant": self.game, "options": self.options, "start": self.position},
            "shown": PositionView::of(&game, &position),
            "seat": game.seat_to_act(&position).index(),
            "points": game.totals(&position).is_some(),
            "win_in": self.win_in,
            "difficulty": self.difficulty,
            "line": line,
            "tries": tries,
        }))
    }

    /// The key and how play goes on, as players call the moves: turn by turn where the game shows them so.
    fn line(&self, game: &AnyGame, position: &AnyPosition) -> Vec<String> {
        as_shown(game, position, self.line.iter().map(String::as_str))
    }

    /// The tries, as players call the moves.
    fn tries(&self, game: &AnyGame, position: &AnyPosition) -> Vec<Try> {
        let shown = |one: &Try| match &as_shown(game, position, [one.mv.as_str(), &one.refutation])[..] {
            [mv, refutation] => Try { mv: mv.clone(), refutation: refutation.clone() },
            // Two parts of one turn.
            _ => one.clone(),
        };
        self.tries.iter().map(shown).collect()
    }

    /// The solution in one line: the key, how play goes on, and the tries with their refutations. The problem has been
    /// [posed](Problem::pose) in that game.
    pub fn solution(&self, game: &AnyGame, position: &AnyPosition) -> String {
        let line = self.line(game, position);
        let rest = line.iter().skip(1).map(|mv| format!(" {mv}"));
        let mut text = format!("{}!{}", line.first().unwrap_or(&self.key), rest.collect::<String>());
        if !self.tries.is_empty() {
            let tries = self.tries(game, position);
            let tries = tries.iter().map(|Try { mv, refutation }| format!("{mv}? {refutation}!"));
            text += &format!(". Tries: {}", Vec::from_iter(tries).join(", "));
        }
        text
    }
}

/// Moves as players call them, after a position in which they were found to be legal.
fn as_shown<'a>(game: &AnyGame, position: &AnyPosition, texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut history = History::new(game, position.clone());
    history.play_texts(game, texts).expect("legal moves");
    turn_texts(game, position, history.played())
}
