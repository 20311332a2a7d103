use super::config::Config;
use super::random::{Purpose, stream_seed};
use super::run::Progress;
use crate::arena::{Elo, Exam, Grade, Openings, Tournament};
use crate::compact::CompactNet;
use crate::game::{CompleteGame, Game};
use crate::players::{Budget, Entrant, PlayerSpec};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

/// How strong an exported net is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Results against fixed opponents.
    pub matches: Vec<MatchResult>,
    /// Results against exact solutions, in games that have them.
    pub exam: Option<ExamResult>,
}

/// Result against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The opponent, as on the arena's command line.
    pub opponent: String,
    /// Games played.
    pub games: u32,
    /// Share of points, in [0, 1].
    pub score: f64,
    /// Elo difference with its 95 % interval.
    pub elo: Option<Elo>,
}

/// Result of an exam: won positions in which some moves give the win away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExamResult {
    /// The policy's best move.
    pub policy: Grade,
    /// The move of a search with `simulations`.
    pub search: Grade,
    /// Simulations of that search.
    pub simulations: u32,
}

/// A percentage in words: `before`, the figure, `after`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub before: &'static str,
    pub percent: f64,
    pub after: String,
}

impl Strength {
    /// All figures with their TensorBoard tags.
    pub(super) fn scalars(&self) -> Vec<(String, f64)> {
        let mut scalars = Vec::new();
        for result in &self.matches {
            scalars.push((format!("strength/score_against_{}", result.opponent), result.score));
            scalars.extend(result.elo.map(|elo| (format!("strength/elo_against_{}", result.opponent), elo.elo)));
        }
        if let Some(exam) = &self.exam {
            scalars.push(("strength/mistake_rate_policy".to_owned(), 1.0 - exam.policy.share()));
            scalars.push(("strength/mistake_rate_search".to_owned(), 1.0 - exam.search.share()));
        }
        scalars
    }

    /// The figures that a log shows, in words, as `97.5 % against random`.
    pub fn words(&self) -> Vec<String> {
        let words = |Figure { before, percent, after }| format!("{before}{percent:.1}{after}");
        self.figures().into_iter().map(words).collect()
    }

    /// The figures that a log shows. Higher is better.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let figure = |before, share, after| Figure { before, percent: 100.0 * share, after };
        let matches = self.matches.iter();
        let mut figures: Vec<Figure> =
            matches.map(|result| figure("", result.score, format!(" % against {}", result.opponent))).collect();
        if let Some(exam) = &self.exam {
            figures.push(figure("keeps ", exam.policy.share(), " % of wins by policy".to_owned()));
            let after = format!(" % with {} simulations", exam.simulations);
            figures.push(figure("", exam.search.share(), after));
        }
        figures
    }
}

/// Opens the config's opponents, so a missing opponent fails early.
pub(super) fn opponents<G: CompleteGame>(game: &G, config: &Config) -> Result<Vec<Entrant<G>>> {
    let open = |opponent: &String| -> Result<Entrant<G>> {
        let spec: PlayerSpec = opponent.parse()?;
        Ok(Entrant::open(&spec, game, Budget::Simulations(config.report.simulations))?)
    };
    config.report.opponents.iter().map(|opponent| open(opponent).context("config key `report.opponents`")).collect()
}

/// Measures the nets of a run: in games against the config's opponents and in an exam. Openings and positions are the
/// same for all generations.
pub(super) struct Yardstick<'a, G: Game> {
    game: &'a G,
    config: &'a Config,
    threads: usize,
    /// Drawn when they are first needed.
    openings: OnceLock<Openings<G::Move>>,
    exam: OnceLock<Exam<G>>,
}

impl<'a, G: CompleteGame> Yardstick<'a, G> {
    pub fn new(game: &'a G, config: &'a Config, threads: usize) -> Self {
        Yardstick { game, config, threads, openings: OnceLock::new(), exam: OnceLock::new() }
    }

    /// Measures the net of a generation; `None` where `stop` said so before the end.
    ///
    /// # Errors
    /// An opponent is not there, or does not play this game.
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
                let drawn = Exam::draw(game, &mut *solver, report.exam_positions, seed, stop);
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
