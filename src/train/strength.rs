use super::config::Config;
use super::random::{Purpose, stream_seed};
use crate::arena::{Elo, Exam, Grade, Openings, Tournament};
use crate::compact::CompactNet;
use crate::game::CompleteGame;
use crate::players::{Budget, Entrant, PlayerSpec};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How strong an exported net is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Results against fixed opponents.
    pub matches: Vec<MatchResult>,
    /// Results against exact solutions, for games that have them.
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
    /// By the policy's best move.
    pub policy: Grade,
    /// By search with `simulations`.
    pub search: Grade,
    /// Simulations of that search.
    pub simulations: u32,
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

    /// One line for a log.
    pub fn line(&self) -> String {
        let matches =
            self.matches.iter().map(|result| format!("{:.1} % against {}", 100.0 * result.score, result.opponent));
        let exam = self.exam.iter().map(|exam| {
            format!(
                "keeps {:.2} % of wins by policy, {:.2} % at {} simulations",
                100.0 * exam.policy.share(),
                100.0 * exam.search.share(),
                exam.simulations
            )
        });
        matches.chain(exam).collect::<Vec<_>>().join(", ")
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

/// Plays the config's opponents and sits the exam. Openings and positions are the same for every generation.
pub(super) fn measure<G: CompleteGame>(
    game: &G,
    config: &Config,
    net: &Arc<CompactNet>,
    threads: usize,
    interrupted: &AtomicBool,
) -> Result<Strength> {
    let report = &config.report;
    let seed = stream_seed(config.seed, Purpose::Report, 0, 0);
    let budget = Budget::Simulations(report.simulations);
    let mut matches = Vec::new();
    for opponent in opponents(game, config)? {
        let name = opponent.name().to_owned();
        let entrants = [Entrant::of_net("this", game, Arc::clone(net), budget)?, opponent];
        let openings = Openings::draw(game, report.games.div_ceil(2) as usize, crate::arena::DEFAULT_PLIES, seed)?;
        let tournament = Tournament { game, entrants: &entrants, openings: &openings, seed, threads, sprt: None };
        let pairings = tournament.run(interrupted, |_, _| Ok::<(), Infallible>(()));
        let Ok(pairings) = pairings;
        let (score, total) = (&pairings[0].score, pairings[0].score.total());
        matches.push(MatchResult {
            opponent: name,
            games: total.games(),
            score: total.score().unwrap_or(0.5),
            elo: Elo::estimate(&score.pairs),
        });
    }
    let exam = match game.solver() {
        Some(mut solver) if report.exam_positions > 0 => {
            let exam = Exam::draw(game, &mut *solver, report.exam_positions, seed);
            let grade = |budget| -> Result<Grade> {
                let entrant = Entrant::of_net("this", game, Arc::clone(net), budget)?;
                Ok(exam.grade(game, &mut *entrant.player())?)
            };
            Some(ExamResult { policy: grade(Budget::Policy)?, search: grade(budget)?, simulations: report.simulations })
        }
        _ => None,
    };
    Ok(Strength { matches, exam })
}
