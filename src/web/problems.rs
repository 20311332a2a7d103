use super::{GameSpec, Games, Nets, Refusal, Task, request};
use crate::clock::Instant;
use crate::files;
use crate::game::{AnyGame, AnyMove, Game, History, Notation};
use crate::problems::{
    Attempt, AttemptError, Failure, Hint, Judgement, Problem, place_of_the_day, read_problems, shipped,
};
use crate::runs::RunDir;
use serde_json::{Value, json};
use std::io::BufReader;
use std::num::NonZeroUsize;

/// The seed of the daily problems: the same for every page and for `ardoise problems --today`.
const SEED: u64 = 0;

/// The problems of a variant: the shipped ones, those that came with its rules, or those made by `ardoise study` with a
/// net of its own.
pub(super) fn problems_of(variant: &str, games: &Games, nets: &Nets) -> Vec<Problem> {
    let given = [shipped(variant), games.problems(variant)].into_iter().find(|problems| !problems.is_empty());
    given.unwrap_or_else(|| {
        // A missing or invalid file means no problems.
        let file = nets.of_run(variant, RunDir::problems).and_then(|file| files::open(&file).ok());
        file.and_then(|file| read_problems(&mut BufReader::new(file)).ok()).unwrap_or_default()
    })
}

/// The problems for the page, and the index of the day's problem, counted in days since 1 January 1970 (UTC).
pub(super) fn problems_json(asked: &request::Problems, problems: &[Problem]) -> Result<Value, Refusal> {
    let request::Problems { variant, day, only_today } = asked;
    if problems.is_empty() {
        return Err(Refusal::new(format!("no problems of `{variant}`: expected the name of a game that has some")));
    }
    if *only_today && day.is_none() {
        return Err(Refusal::new("only_today is asked without a day: expected `day`, too"));
    }
    let today = day.and_then(|day| place_of_the_day(problems.len(), day, SEED)).map(|place| place + 1);
    let numbered = (1..).zip(problems).filter(|&(number, _)| !only_today || today == Some(number));
    let told = numbered.map(|(number, problem)| problem.to_json(number).map_err(Refusal::new));
    Ok(json!({"today": today, "problems": told.collect::<Result<Vec<Value>, Refusal>>()?}))
}

/// Positions of a first search. Each further search visits twice as many, and uses the results of earlier ones.
const FIRST_LOOK: u64 = 100_000;
/// Positions of the last search: many times the need of any shipped problem.
const LAST_LOOK: u64 = 100_000_000;

/// An attempt at the problem that a game begins with.
fn begin(game: &AnyGame, spec: &GameSpec, known: &[Problem]) -> Result<Attempt, Refusal> {
    let problem = known
        .iter()
        .find(|one| spec.start.as_ref() == Some(&one.position) && one.options == game.rules().changed_options())
        .ok_or_else(|| Refusal::new("no problem begins here: expected the game of one that `problems` gives"))?;
    Attempt::new(game, problem, FIRST_LOOK).map_err(Refusal::new)
}

/// Judges an attempt at a problem, or finds a hint.
pub(super) struct Look {
    game: AnyGame,
    attempt: Attempt,
    asked: AttemptQuestion,
    /// Number of positions that the next search may visit.
    positions: u64,
}

enum AttemptQuestion {
    /// Judge these moves in order: a move, or a turn of several.
    Judgement(Vec<AnyMove>),
    Hint,
}

impl Look {
    /// Judges the last move of the game so far.
    pub fn judge(game: AnyGame, history: &History, spec: &GameSpec, known: &[Problem]) -> Result<Self, Refusal> {
        let attempt = begin(&game, spec, known)?;
        let Some((_, before)) = spec.moves.split_last() else {
            return Err(Refusal::new("there is no move to judge: expected it as the last one of `moves`"));
        };
        let before = GameSpec { moves: before.to_vec(), ..spec.clone() }.history(&game)?;
        let asked = AttemptQuestion::Judgement(history.played()[before.played().len()..].to_vec());
        Self::after(game, attempt, before.played(), asked)
            .ok_or_else(|| Refusal::new("the last move is one of the defence: expected one of the side that solves"))
    }

    /// Gives a hint after the moves so far.
    pub fn hint(game: AnyGame, history: &History, spec: &GameSpec, known: &[Problem]) -> Result<Self, Refusal> {
        let attempt = begin(&game, spec, known)?;
        Self::after(game, attempt, history.played(), AttemptQuestion::Hint)
            .ok_or_else(|| Refusal::new("there is nothing to find here: expected that the side that solves is to act"))
    }

    /// `None` if the side that solves is not to act after `moves`.
    fn after(game: AnyGame, mut attempt: Attempt, moves: &[AnyMove], asked: AttemptQuestion) -> Option<Self> {
        for &mv in moves {
            attempt.play(&game, mv);
        }
        attempt.acts(&game).then_some(Look { game, attempt, asked, positions: FIRST_LOOK })
    }

    fn look(&mut self) -> Result<Value, AttemptError> {
        let Look { game, attempt, asked, .. } = self;
        match asked {
            AttemptQuestion::Judgement(moves) => {
                let moves = moves.clone();
                self.judgement(&moves)
            }
            AttemptQuestion::Hint => {
                let Hint { winning, of, begins } = attempt.hint(game)?;
                Ok(json!({"winning": winning, "of": of, "begins": begins, "done": true}))
            }
        }
    }

    /// Judges moves; the first wrong one decides. Right ones are played, and answered.
    fn judgement(&mut self, moves: &[AnyMove]) -> Result<Value, AttemptError> {
        let Look { game, attempt, .. } = self;
        let (made, turns, before) =
            (attempt.history().played().len(), attempt.turns(), attempt.history().position().clone());
        let told = attempt.judge_turn(game, moves).map(|judgement| judgement_json(game, attempt, &judgement));
        if !matches!(&told, Ok(told) if told["right"] == true) {
            attempt.go_back(game, made, turns);
        }
        let mut told = told?;
        told["move"] = game.format_turn(&before, moves).into();
        Ok(told)
    }
}

/// The event for the judgement of an attempt's last move; the answers are played.
fn judgement_json(game: &AnyGame, attempt: &mut Attempt, judgement: &Judgement) -> Value {
    let mut told = json!({"done": true, "right": matches!(judgement, Judgement::Right { .. })});
    match judgement {
        Judgement::Right { key, answers } => {
            told["key"] = (*key).into();
            told["answers"] = attempt.play_answers(game, answers).into();
            told["solved"] = attempt.history().outcome().is_some().into();
            told["turns"] = attempt.turns().into();
        }
        Judgement::Wrong(Failure::Ends) => told["why"] = "ends".into(),
        Judgement::Wrong(Failure::Defended) => told["why"] = "defended".into(),
        Judgement::Wrong(Failure::Late) => told["why"] = "late".into(),
        Judgement::Wrong(Failure::Refuted { by, wins, of, turns }) => {
            told["why"] = "refuted".into();
            let refutation = attempt.refutation(game, by.clone());
            told["by"] = game.format_turn(attempt.history().position(), &refutation).into();
            told["wins"] = (*wins).into();
            told["of"] = (*of).into();
            told["turns"] = (*turns).into();
        }
    }
    told
}

impl Task for Look {
    fn work(&mut self, moment: Instant, _: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        loop {
            self.attempt.allow(self.positions);
            match self.look() {
                Ok(told) => {
                    tell(told);
                    return Ok(true);
                }
                Err(AttemptError::BudgetExceeded) if self.positions < LAST_LOOK => self.positions *= 2,
                Err(stuck) => return Err(Refusal::new(format!("the position cannot be examined: {stuck}"))),
            }
            if Instant::now() >= moment {
                return Ok(false);
            }
        }
    }
}
