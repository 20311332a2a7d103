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

/// A problem, as a line of JSON in a file of problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    pub game: String,
    /// Rule options that differ from their defaults, as in game records.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The position, in the game's notation. The side to act wins. Repetition counts from here.
    pub position: String,
    /// Number of turns of the side to act.
    pub win_in: u8,
    /// The only winning move; a whole turn if the game shows turns.
    pub key: String,
    /// The key and the main line: each defence is among those that hold out longest, each attack wins soonest.
    pub line: Vec<String>,
    /// Moves that only one answer refutes.
    pub tries: Vec<Try>,
    pub moves: usize,
    /// The rank of the key in the policy of the player that composed the problem, from 1.
    pub rank: usize,
    /// Simulations with which search without a net finds the key, without proof search; `None` if 4 096 are too few.
    pub untrained: Option<u32>,
    /// Simulations with which the trained evaluator finds the key, without proof search; 0 if the policy alone does.
    pub trained: Option<u32>,
    /// The difficulty, from 1 (easy) to 5.
    pub difficulty: u8,
}

/// A move that nearly solves a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    #[serde(rename = "move")]
    pub mv: String,
    /// The only answer that prevents a win in time.
    pub refutation: String,
}

/// Why a text is not a problem.
#[derive(Debug, Error)]
pub enum ProblemError {
    /// A line is not the JSON of a problem.
    #[error("line {line}: {source}; expected a problem as `ardoise problems VARIANT --json` writes it")]
    Malformed { line: usize, source: serde_json::Error },
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// No such variant, option or value.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The position or a move is not one of the game.
    #[error("problem `{position}`: {source}")]
    Notation { position: String, source: NotationError },
    /// The claim is impossible: the game is over, or the win comes in no turn.
    #[error("problem `{position}`: expected a position in which the game goes on, and a win in 1 turn to 100")]
    Impossible { position: String },
}

/// The longest line of a file of problems.
const LONGEST_LINE: u32 = 1 << 16;

/// Parses problems, one JSON object a line; empty lines are skipped.
///
/// # Errors
/// The input cannot be read, or a line is not a problem.
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

#[derive(Clone, Debug)]
pub struct ProblemPosition {
    pub position: AnyPosition,
    /// The only winning move; all moves of a turn if the game shows turns.
    pub key: Vec<AnyMove>,
}

impl Problem {
    /// The rules of the problem's game.
    ///
    /// # Errors
    /// No such variant, option or value.
    pub fn rules(&self) -> Result<Rules, OptionError> {
        rules_of(&self.game, &self.options)
    }

    /// The key that sorts problems from easy to hard.
    pub fn hardness(&self) -> (u8, u8) {
        (self.difficulty, self.win_in)
    }

    /// The problem on the board of `game`, which has its rules. The claim itself is not checked.
    ///
    /// # Errors
    /// The position or a move is not one of the game, or the claim is impossible.
    pub fn pose(&self, game: &AnyGame) -> Result<ProblemPosition, ProblemError> {
        let notation = |source| ProblemError::Notation { position: self.position.clone(), source };
        let position = game.parse_position(&self.position).map_err(notation)?;
        let is_decided = game.outcome(&position).is_some() || game.has_chance();
        if is_decided || !(1..=100).contains(&self.win_in) {
            return Err(ProblemError::Impossible { position: self.position.clone() });
        }
        let key = parse_turn_or_move(game, &position, &self.key).map_err(notation)?;
        // Only moves are shown as a solution, and no other text.
        let tries = self.tries.iter().map(|Try { mv, refutation }| vec![mv, refutation]);
        for moves in iter::once(Vec::from_iter(&self.line)).chain(tries) {
            let moves = moves.into_iter().map(String::as_str);
            History::new(game, position.clone()).play_texts(game, moves).map_err(notation)?;
        }
        Ok(ProblemPosition { position, key })
    }

    /// The task, as `Black plays and wins in 3`; in games decided by points, to find the winning move.
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

    /// The problem's data for a page, with its number in a list (`docs/protocol.md`).
    ///
    /// # Errors
    /// The rules do not exist, or the position is not one of the game.
    pub fn to_json(&self, number: usize) -> Result<Value, ProblemError> {
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

    /// The key and the main line, by turn if the game shows turns.
    fn line(&self, game: &AnyGame, position: &AnyPosition) -> Vec<String> {
        as_shown(game, position, self.line.iter().map(String::as_str))
    }

    /// The tries, by turn if the game shows turns.
    fn tries(&self, game: &AnyGame, position: &AnyPosition) -> Vec<Try> {
        let shown = |one: &Try| match &as_shown(game, position, [one.mv.as_str(), &one.refutation])[..] {
            [mv, refutation] => Try { mv: mv.clone(), refutation: refutation.clone() },
            // Two parts of one turn.
            _ => one.clone(),
        };
        self.tries.iter().map(shown).collect()
    }

    /// The solution in one line: the key, the main line, and the tries with their refutations. The problem must have
    /// been [posed](Problem::pose) in that game.
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

/// Moves as the game shows them, after a position in which they are known to be legal.
fn as_shown<'a>(game: &AnyGame, position: &AnyPosition, texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut history = History::new(game, position.clone());
    history.play_texts(game, texts).expect("legal moves");
    turn_texts(game, position, history.played())
}
