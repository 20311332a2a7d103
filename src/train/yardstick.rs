use super::config::Config;
use super::progress::Progress;
use super::random::{Purpose, stream_seed};
use super::strength::{ExamResult, MatchResult, Strength};
use crate::arena::{Elo, Exam, Grade, Openings, Tournament};
use crate::compact::CompactNet;
use crate::game::{AnyGame, Guidance};
use crate::players::{Budget, Entrant, PlayerSpec};
use anyhow::{Context, Result};
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

/// Opens the config's opponents, so that a missing one fails early.
pub(super) fn opponents(game: &AnyGame, config: &Config) -> Result<Vec<Entrant>> {
    let open = |opponent: &String| -> Result<Entrant> {
        let spec: PlayerSpec = opponent.parse()?;
        Ok(Entrant::open(&spec, game, Budget::Simulations(config.report.simulations))?)
    };
    config.report.opponents.iter().map(|opponent| open(opponent).context("config key `report.opponents`")).collect()
}

/// Measures the nets of a run: in games against the config's opponents and in an exam. Openings and positions are the
/// same for all generations.
pub(super) struct Yardstick<'a> {
    game: &'a AnyGame,
    config: &'a Config,
    threads: usize,
    /// The openings, drawn when first needed.
    openings: OnceLock<Openings>,
    exam: OnceLock<Exam>,
}

impl<'a> Yardstick<'a> {
    pub fn new(game: &'a AnyGame, config: &'a Config, threads: usize) -> Self {
        Yardstick { game, config, threads, openings: OnceLock::new(), exam: OnceLock::new() }
    }

    /// Measures the net of a generation; `None` if `stop` ended it early.
    ///
    /// # Errors
    /// An opponent is missing, or does not play this game.
    pub fn measure(
        &self,
        net: &Arc<CompactNet>,
        generation: u32,
        progress: &dyn Progress,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Strength>> {
        let (game, report) = (self.game, &self.config.report);
        let seed = stream_seed(self.config.seed, Purpose::Report, 0, 0);
        let budget = Budget::Simulations(report.simulations);
        let mut matches = Vec::new();
        for opponent in opponents(game, self.config)? {
            let name = opponent.name().to_owned();
            progress.begin(generation, &format!("against {name}"), "games", report.games.into());
            let openings = match self.openings.get() {
                Some(openings) => openings,
                None => {
                    let pairs = report.games.div_ceil(2) as usize;
                    let drawn = Openings::draw(game, pairs, crate::arena::DEFAULT_PLIES, seed)?;
                    self.openings.get_or_init(|| drawn)
                }
            };
            let entrants = [Entrant::of_net("this", game, Arc::clone(net), budget)?, opponent];
            let tournament =
                Tournament { game, entrants: &entrants, openings, seed, threads: self.threads, sprt: None };
            let pairings = tournament.run(stop, |_, _| {
                progress.tick();
                progress.tick();
                Ok::<(), Infallible>(())
            });
            progress.end();
            if stop() {
                return Ok(None);
            }
            let Ok(pairings) = pairings;
            let (score, total) = (&pairings[0].score, pairings[0].score.total());
            matches.push(MatchResult {
                opponent: name,
                games: total.games(),
                score: total.score().unwrap_or(0.5),
                elo: Elo::estimate(&score.pairs),
            });
        }
        let Some(mut solver) = game.solver().filter(|_| report.exam_positions > 0) else {
            return Ok(Some(Strength { matches, exam: None }));
        };
        progress.begin(generation, "exam", "positions", 2 * report.exam_positions as u64);
        let exam = match self.exam.get() {
            Some(exam) => exam,
            None => {
                let drawn = Exam::draw(game, &mut *solver, report.exam_positions, seed, |_| stop());
                if stop() {
                    return Ok(None);
                }
                self.exam.get_or_init(|| drawn)
            }
        };
        let grade = |budget| -> Result<Grade> {
            let entrant = Entrant::of_net("this", game, Arc::clone(net), budget)?;
            let mut player = entrant.player();
            let answers = exam.answers(game, &mut *player);
            Ok(answers.take_while(|_| !stop()).inspect(|_| progress.tick()).collect::<Result<_, _>>()?)
        };
        let exam =
            ExamResult { policy: grade(Budget::Policy)?, search: grade(budget)?, simulations: report.simulations };
        progress.end();
        Ok((!stop()).then_some(Strength { matches, exam: Some(exam) }))
    }
}
