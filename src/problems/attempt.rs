use super::compose::{best_move, choices, steps};
use super::forced::{BudgetExceeded, ForcedWinSearch};
use super::problem::{Problem, ProblemError, ProblemPosition};
use crate::game::{AnyGame, AnyMove, AnyPosition, Game, History, Notation, Side, Turn, is_whole_turn, turn_texts};
use thiserror::Error;

/// A person's attempt at a problem: the moves so far, and the judgement of further ones.
pub struct Attempt {
    history: History,
    /// The first move of the key.
    key: AnyMove,
    attacker: Side,
    /// Number of turns left to win in.
    turns: u8,
    forcing: ForcedWinSearch<'static>,
}

/// The judgement of a person's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    Right {
        /// Whether the move is the problem's key.
        key: bool,
        /// The defence's answer, which holds out longest. Empty if the game is over or the turn continues.
        answers: Vec<AnyMove>,
    },
    Wrong(Failure),
}

/// Why a move does not win in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The game ends after the move, without a win.
    Ends,
    /// The turn continues, and every continuation has a defence.
    Defended,
    /// The game continues after the last turn.
    Late,
    /// The claimed win fails against this answer.
    Refuted {
        /// The first answer that wins the game at once, if any does; else the first that refutes the claim. All moves
        /// of a turn, if the game shows whole turns.
        by: Vec<AnyMove>,
        /// Whether the answer wins the game at once.
        wins: bool,
        /// Number of answers that refute the claim.
        of: usize,
        /// Number of turns that were left to win in.
        turns: u8,
    },
}

/// A hint to the side that solves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Number of moves that keep the win.
    pub winning: usize,
    /// Number of legal moves.
    pub of: usize,
    /// The beginning of the only winning move, if a move has several parts.
    pub begins: Option<String>,
}

/// Why a move is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AttemptError {
    /// The problem's claim does not hold.
    #[error("there is no win by force in so many turns")]
    Unsound,
    /// The search was allowed too few positions; more may decide.
    #[error("it takes too long to find the answers")]
    BudgetExceeded,
}

impl From<BudgetExceeded> for AttemptError {
    fn from(_: BudgetExceeded) -> AttemptError {
        AttemptError::BudgetExceeded
    }
}

impl Attempt {
    /// Begins a problem. Searches may visit `positions` in all, until [`Attempt::allow`] sets another limit.
    ///
    /// # Errors
    /// The problem is not one of the game.
    pub fn new(game: &AnyGame, problem: &Problem, positions: u64) -> Result<Attempt, ProblemError> {
        let ProblemPosition { position, key } = problem.pose(game)?;
        let attacker = game.side_to_act(&position);
        let history = History::new(game, position);
        Ok(Attempt {
            history,
            key: key[0],
            attacker,
            turns: problem.win_in,
            forcing: ForcedWinSearch::new(attacker, positions),
        })
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// Number of turns left to win in, the current one included.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Whether the person is to act.
    pub fn acts(&self, game: &AnyGame) -> bool {
        self.history.outcome().is_none() && game.side_to_act(self.history.position()) == self.attacker
    }

    /// Sets the number of positions that searches may visit from now on.
    pub fn allow(&mut self, positions: u64) {
        self.forcing.allow(positions);
    }

    /// Whether the position is still won in time.
    ///
    /// # Errors
    /// The search has spent its positions.
    pub fn stands(&mut self, game: &AnyGame) -> Result<bool, BudgetExceeded> {
        self.forcing.wins(game, self.history.position(), self.turns)
    }

    /// A hint for the current position, in which the person is to act.
    ///
    /// # Errors
    /// The search has spent its positions.
    pub fn hint(&mut self, game: &AnyGame) -> Result<Hint, BudgetExceeded> {
        let position = self.history.position().clone();
        let choices = choices(game, &position)?;
        let (of, mut winning) = (choices.len(), Vec::new());
        for (moves, next) in choices {
            let turns = self.forcing.turns_after(game, &position, &next, self.turns);
            if self.forcing.wins(game, &next, turns)? {
                winning.push(moves);
            }
        }
        let parts = match &winning[..] {
            [only] => {
                let turn = Turn { text: game.format_turn(&position, only), moves: only.clone() };
                game.turn_parts(&position, &turn)
            }
            _ => Vec::new(),
        };
        let begins = (parts.len() > 1).then(|| parts[0].clone());
        Ok(Hint { winning: winning.len(), of, begins })
    }

    /// Judges a legal move of the person. Nothing is played.
    ///
    /// # Errors
    /// The search has spent its positions, or the problem is not sound.
    pub fn judge(&mut self, game: &AnyGame, mv: AnyMove) -> Result<Judgement, AttemptError> {
        let before = self.history.position().clone();
        let mut position = before.clone();
        game.play(&mut position, mv);
        let mut turns = self.forcing.turns_after(game, &before, &position, self.turns);
        if !self.forcing.wins(game, &position, turns)? {
            return self.failure(game, &position, turns).map(Judgement::Wrong);
        }
        let mut answers = Vec::new();
        while game.outcome(&position).is_none() && game.side_to_act(&position) != self.attacker {
            let answer =
                best_move(game, &position, turns, self.attacker, &mut self.forcing)?.ok_or(AttemptError::Unsound)?;
            let before = position.clone();
            game.play(&mut position, answer);
            turns = self.forcing.turns_after(game, &before, &position, turns);
            answers.push(answer);
        }
        Ok(Judgement::Right { key: self.history.moves() == 0 && mv == self.key, answers })
    }

    /// Judges a turn of the person, or a part of one; the first wrong move decides. All moves up to the wrong one are
    /// played; [`Attempt::go_back`] takes them back.
    ///
    /// # Errors
    /// As [`Attempt::judge`].
    pub fn judge_turn(&mut self, game: &AnyGame, moves: &[AnyMove]) -> Result<Judgement, AttemptError> {
        let (mut after, mut turns) = (self.history.position().clone(), self.turns);
        for &mv in moves {
            let before = after.clone();
            game.play(&mut after, mv);
            turns = self.forcing.turns_after(game, &before, &after, turns);
        }
        if is_whole_turn(game, &after) && !self.forcing.wins(game, &after, turns)? {
            moves.iter().for_each(|&mv| self.play(game, mv));
            return self.failure(game, &after, turns).map(Judgement::Wrong);
        }
        let (mut is_key, mut right) = (false, Vec::new());
        for &mv in moves {
            let judgement = self.judge(game, mv)?;
            self.play(game, mv);
            match judgement {
                Judgement::Right { key, answers } => (is_key, right) = (is_key || key, answers),
                Judgement::Wrong(_) => return Ok(judgement),
            }
        }
        Ok(Judgement::Right { key: is_key, answers: right })
    }

    /// Why a position after a person's move is not won in time.
    fn failure(&mut self, game: &AnyGame, position: &AnyPosition, turns: u8) -> Result<Failure, AttemptError> {
        if game.outcome(position).is_some() {
            return Ok(Failure::Ends);
        }
        if game.side_to_act(position) == self.attacker {
            return Ok(Failure::Defended);
        }
        if turns == 0 {
            return Ok(Failure::Late);
        }
        let defender = self.attacker.other();
        let mut holding = Vec::new();
        for (answer, next) in choices(game, position)? {
            if !self.forcing.wins(game, &next, turns)? {
                let wins = game.outcome(&next).is_some_and(|outcome| outcome.winner() == Some(defender));
                holding.push((answer, wins));
            }
        }
        let of = holding.len();
        let best = holding.iter().position(|(_, wins)| *wins).unwrap_or(0);
        let (by, wins) = holding.into_iter().nth(best).ok_or(AttemptError::Unsound)?;
        Ok(Failure::Refuted { by, wins, of, turns })
    }

    /// A refutation that begins with these moves, to the end of its turn, continued with the first moves that hold.
    /// Incomplete if the search has used up its positions.
    pub fn refutation(&mut self, game: &AnyGame, by: Vec<AnyMove>) -> Vec<AnyMove> {
        let (mut moves, mut position) = (by, self.history.position().clone());
        moves.iter().for_each(|&mv| game.play(&mut position, mv));
        while !is_whole_turn(game, &position) {
            let turns = self.turns;
            let mut holds = |next: &AnyPosition| matches!(self.forcing.wins(game, next, turns), Ok(false));
            let Some((mv, next)) = steps(game, &position).into_iter().find(|(_, next)| holds(next)) else { break };
            moves.push(mv);
            position = next;
        }
        moves
    }

    /// Goes back to the state after the first `moves`, with `turns` left.
    pub fn go_back(&mut self, game: &AnyGame, moves: usize, turns: u8) {
        let played = self.history.played()[..moves].to_vec();
        let first = self.history.first().clone();
        self.history.restart(game, first);
        played.into_iter().for_each(|mv| self.history.play(game, mv));
        self.turns = turns;
    }

    /// Plays a legal move of either side, and counts its turn.
    pub fn play(&mut self, game: &AnyGame, mv: AnyMove) {
        let before = self.history.position().clone();
        self.history.play(game, mv);
        self.turns = self.forcing.turns_after(game, &before, self.history.position(), self.turns);
    }

    /// Plays the defence's answers. Returns their texts, by turn if the game shows turns.
    pub fn play_answers(&mut self, game: &AnyGame, answers: &[AnyMove]) -> Vec<String> {
        let texts = turn_texts(game, self.history.position(), answers);
        answers.iter().for_each(|&mv| self.play(game, mv));
        texts
    }
}
