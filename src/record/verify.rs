use super::{Evaluation, OptionError, Record};
use crate::game::{AnyMove, Game, History, Notation, NotationError, Outcome, Sentence, Side, parse_turn_or_move};
use crate::games::AnyGame;
use crate::games::rules_file::by_steps;
use crate::sentence;
use std::error::Error;
use std::fmt;

/// The first place where a record contradicts the rules or itself. Steps count from 1; "after step 0" is before the
/// first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    Rules(OptionError),
    /// A list has the wrong number of entries.
    Length {
        field: &'static str,
        given: usize,
        expected: usize,
    },
    /// The game cannot begin from the first position.
    Start(NotationError),
    /// A move is malformed or not legal.
    Move {
        step: usize,
        source: NotationError,
    },
    Field {
        step: usize,
        field: &'static str,
        given: String,
        expected: String,
    },
}

impl From<OptionError> for Difference {
    fn from(error: OptionError) -> Difference {
        Difference::Rules(error)
    }
}

impl From<Difference> for Sentence {
    fn from(difference: Difference) -> Sentence {
        match difference {
            Difference::Rules(error) => error.into(),
            Difference::Length { field, given, expected } => sentence!(
                "record.length",
                "`{field}` has {given} entries: expected {expected}",
                field = field,
                given = given,
                expected = expected,
            ),
            Difference::Start(error) => {
                sentence!("record.start", "after step 0: {reason}", reason = Sentence::from(error))
            }
            Difference::Move { step, source } => {
                sentence!("record.move", "step {step}: {reason}", step = step, reason = Sentence::from(source))
            }
            Difference::Field { step, field, given, expected } => sentence!(
                "record.field",
                "after step {step}: `{field}` is {given}, expected {expected} by the rules",
                step = step,
                field = field,
                given = given,
                expected = expected,
            ),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sentence::from(self.clone()).fmt(f)
    }
}

impl Error for Difference {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Difference::Move { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl Record {
    /// Replays the game and checks every field that is present.
    ///
    /// # Errors
    /// The first difference from the rules.
    pub fn verify(&self) -> Result<(), Difference> {
        let rules = self.rules()?;
        let verified = |rules| self.verify_as(&AnyGame::new(rules).map_err(OptionError::from)?);
        let by_steps = by_steps(&rules);
        verified(rules).or_else(|difference| match by_steps {
            // As written by older versions.
            Some(rules) => verified(rules).map_err(|_| difference),
            None => Err(difference),
        })
    }

    /// [`Record::verify`] for a known game, which has the record's rules.
    fn verify_as(&self, game: &AnyGame) -> Result<(), Difference> {
        self.verify_lengths(game)?;
        let start = match self.positions.as_ref().and_then(|positions| positions.first()) {
            Some(text) => game.parse_position(text).map_err(Difference::Start)?,
            None => game.start(),
        };
        self.verify_evaluations()?;
        let mut history = History::new(game, start);
        let mut legal = Vec::new();
        self.verify_position(game, &history, &mut legal, 0)?;
        for (index, text) in self.steps.iter().enumerate() {
            let step = index + 1;
            if let Some(outcome) = history.outcome() {
                return Err(Difference::Move { step, source: over(outcome, text) });
            }
            let moves = parse_turn_or_move(game, history.position(), text);
            for mv in moves.map_err(|source| Difference::Move { step, source })? {
                history.play(game, mv);
            }
            self.verify_position(game, &history, &mut legal, step)?;
        }
        self.verify_end(game, &history)
    }

    fn verify_lengths(&self, game: &AnyGame) -> Result<(), Difference> {
        let positions = self.steps.len() + 1;
        let lengths = [
            ("positions", self.positions.as_ref().map(Vec::len), positions),
            ("legal_counts", self.legal_counts.as_ref().map(Vec::len), positions),
            ("evaluations", self.evaluations.as_ref().map(Vec::len), positions),
            ("players", self.players.as_ref().map(Vec::len), game.seat_names().len()),
        ];
        for (field, given, expected) in lengths {
            if let Some(given) = given.filter(|&given| given != expected) {
                return Err(Difference::Length { field, given, expected });
            }
        }
        Ok(())
    }

    fn verify_evaluations(&self) -> Result<(), Difference> {
        for (step, evaluation) in self.evaluations.iter().flatten().enumerate() {
            let Some(Evaluation { win, draw, loss, .. }) = *evaluation else { continue };
            let possible = [win, draw, loss].iter().all(|share| (0.0..=1.0).contains(share));
            if !possible || (win + draw + loss - 1.0).abs() > 0.01 {
                let given = format!("win {win}, draw {draw}, loss {loss}");
                return Err(different(step, "evaluations", given, "chances from 0 to 1 that add up to 1"));
            }
        }
        Ok(())
    }

    /// Checks the position after `step` entries and its number of legal moves.
    fn verify_position(
        &self,
        game: &AnyGame,
        history: &History,
        legal: &mut Vec<AnyMove>,
        step: usize,
    ) -> Result<(), Difference> {
        if let Some(positions) = &self.positions {
            let expected = game.format_position(history.position());
            if positions[step] != expected {
                let (given, expected) = (format!("`{}`", positions[step]), format!("`{expected}`"));
                return Err(Difference::Field { step, field: "positions", given, expected });
            }
        }
        if let Some(counts) = &self.legal_counts {
            history.legal_moves(game, legal);
            same(step, "legal_counts", &counts[step], &legal.len())?;
        }
        Ok(())
    }

    fn verify_end(&self, game: &AnyGame, history: &History) -> Result<(), Difference> {
        let step = self.steps.len();
        same(step, "unfinished", &self.unfinished, &history.outcome().is_none())?;
        let name = |winner: Option<Side>| winner.map_or_else(|| "null".to_owned(), |side| side.index().to_string());
        match (self.reason, self.winner, history.outcome()) {
            (Some(reason), _, Some(_)) => {
                return Err(different(
                    step,
                    "reason",
                    format!("{reason:?}").to_lowercase(),
                    "absent: the game is over",
                ));
            }
            (Some(_), Some(Some(_)), None) | (None, None, _) => {}
            (Some(_), given, None) => {
                let given = given.map_or_else(|| "absent".to_owned(), name);
                return Err(different(step, "winner", given, "0 or 1, since `reason` is given"));
            }
            (None, Some(given), outcome) => {
                same(step, "winner", &name(given), &name(outcome.and_then(Outcome::winner)))?;
            }
        }
        if let Some(given) = self.totals {
            let text = |totals: Option<[u32; 2]>| totals.map_or_else(|| "absent".to_owned(), |t| format!("{t:?}"));
            same(step, "totals", &text(Some(given)), &text(game.totals(history.position())))?;
        }
        Ok(())
    }
}

/// A move after the end of the game.
pub(super) fn over(outcome: Outcome, text: &str) -> NotationError {
    let reason = match outcome.winner() {
        Some(side) => sentence!("record.over-won", "the game is over, won by side {side}", side = side.index()),
        None => sentence!("record.over-drawn", "the game is over, a draw"),
    };
    NotationError::illegal(text, reason)
}

fn same<T: PartialEq + ToString>(step: usize, field: &'static str, given: &T, expected: &T) -> Result<(), Difference> {
    if given == expected { Ok(()) } else { Err(different(step, field, given.to_string(), &expected.to_string())) }
}

fn different(step: usize, field: &'static str, given: String, expected: &str) -> Difference {
    Difference::Field { step, field, given, expected: expected.to_owned() }
}
