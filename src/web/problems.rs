use super::{Given, Refusal, Task};
use crate::clock::Instant;
use crate::game::{CompleteGame, Game};
use crate::games::AnyGame;
use crate::problems::{Attempt, Failure, Judgement, Problem, Stuck, place_of_the_day, shipped};
use crate::with_game;
use serde_json::{Value, json};
use std::num::NonZeroUsize;

/// The seed of the days' problems: the same for every page and for `ardoise problems --today`.
const SEED: u64 = 0;

/// The shipped problems of a variant, and which of them is the day's, counted in days since 1 January 1970 (UTC).
pub(super) fn problems(variant: &str, day: Option<u64>) -> Result<Value, Refusal> {
    let problems = shipped(variant);
    if problems.is_empty() {
        return Err(Refusal::new(format!("no problems of `{variant}`: expected the name of a game that has some")));
    }
    let today = day.and_then(|day| place_of_the_day(problems.len(), day, SEED)).map(|place| place + 1);
    let told = problems.iter().enumerate().map(|(place, problem)| tell(place + 1, problem));
    Ok(json!({"today": today, "problems": told.collect::<Result<Vec<Value>, Refusal>>()?}))
}

fn tell(number: usize, problem: &Problem) -> Result<Value, Refusal> {
    let game = AnyGame::new(problem.rules().map_err(Refusal::new)?).map_err(Refusal::new)?;
    with_game!(game, game => {
        let position = problem.pose(&game).map_err(Refusal::new)?.position;
        Ok(json!({
            "number": number,
            "game": {"variant": problem.game, "options": problem.options, "start": problem.position},
            "seat": game.seat_to_act(&position).index(),
            "points": game.totals(&position).is_some(),
            "win_in": problem.win_in,
            "difficulty": problem.difficulty,
            "line": problem.line,
            "tries": problem.tries,
        }))
    })
}

/// Positions of a first look. Each further look visits twice as many, and finds what earlier ones have learned.
const FIRST_LOOK: u64 = 100_000;
/// Positions of the last look: many times what any shipped problem takes.
const LAST_LOOK: u64 = 100_000_000;

/// Judges the last move of an attempt at a shipped problem.
pub(super) struct Judge<G: CompleteGame> {
    game: G,
    attempt: Attempt<G>,
    mv: G::Move,
    /// Positions that the next look may visit.
    look: u64,
}

impl<G: CompleteGame> Judge<G> {
    pub fn new(game: G, given: &Given) -> Result<Self, Refusal> {
        let rules = game.rules();
        let mut known = shipped(rules.variant().name).into_iter();
        let problem = known
            .find(|one| given.start.as_ref() == Some(&one.position) && one.options == rules.changed_options())
            .ok_or_else(|| Refusal::new("no problem begins here: expected the game of one that `problems` gives"))?;
        let history = given.history(&game)?;
        let Some((&mv, before)) = history.played().split_last() else {
            return Err(Refusal::new("there is no move to judge: expected it as the last one of `moves`"));
        };
        let mut attempt = Attempt::new(&game, &problem, FIRST_LOOK).map_err(Refusal::new)?;
        for &mv in before {
            attempt.play(&game, mv);
        }
        if !attempt.acts(&game) {
            return Err(Refusal::new("the last move is one of the defence: expected one of the side that solves"));
        }
        Ok(Judge { game, attempt, mv, look: FIRST_LOOK })
    }

    fn tell(&mut self, judgement: &Judgement<G::Move>) -> Value {
        let Judge { game, attempt, mv, .. } = self;
        let before = *attempt.history().position();
        let text = attempt.play(game, *mv);
        let mut told = json!({"move": text, "done": true, "right": matches!(judgement, Judgement::Right { .. })});
        match judgement {
            Judgement::Right { key, answers } => {
                let answers = Vec::from_iter(answers.iter().map(|&answer| attempt.play(game, answer)));
                told["key"] = (*key).into();
                told["answers"] = answers.into();
                told["solved"] = attempt.history().outcome().is_some().into();
                told["turns"] = attempt.turns().into();
            }
            Judgement::Wrong(Failure::Ends) => told["why"] = "ends".into(),
            Judgement::Wrong(Failure::Defended) => told["why"] = "defended".into(),
            Judgement::Wrong(Failure::Late) => told["why"] = "late".into(),
            Judgement::Wrong(Failure::Refuted { by, of, turns }) => {
                let mut after = before;
                game.play(&mut after, *mv);
                told["why"] = "refuted".into();
                told["by"] = game.format_move(&after, *by).into();
                told["of"] = (*of).into();
                told["turns"] = (*turns).into();
            }
        }
        told
    }
}

impl<G: CompleteGame> Task for Judge<G> {
    fn work(&mut self, moment: Instant, _: NonZeroUsize, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal> {
        loop {
            self.attempt.allow(self.look);
            match self.attempt.judge(&self.game, self.mv) {
                Ok(judgement) => {
                    tell(self.tell(&judgement));
                    return Ok(true);
                }
                Err(Stuck::Spent) if self.look < LAST_LOOK => self.look *= 2,
                Err(stuck) => return Err(Refusal::new(format!("the move cannot be judged: {stuck}"))),
            }
            if Instant::now() >= moment {
                return Ok(false);
            }
        }
    }
}
