use super::folder::{ExamGrades, Folder, TrainingResult};
use super::work::EXAM_SIMULATIONS;
use super::{Contender, Experiment};
use crate::arena::{Elo, Estimate, Grade, Spread, Tally};
use crate::train::turnover;
use anyhow::Result;
use serde::Serialize;

/// The figures of a comparison, as far as it is done.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Name of the variant.
    pub variant: String,
    /// Seeds of the trainings.
    pub seeds: Vec<u64>,
    /// Processor seconds requested for each training.
    pub cpu_seconds: f64,
    /// Games requested of each variation with each seed.
    pub games: u32,
    /// The rule of the openings.
    pub openings: String,
    /// Number of random moves of an opening.
    pub opening_plies: u32,
    /// Whether everything is done.
    pub complete: bool,
    /// The base, then its variations.
    pub contenders: Vec<ContenderSummary>,
}

/// The figures of the base or a variation.
#[derive(Clone, Debug, Serialize)]
pub struct ContenderSummary {
    /// Name of the contender.
    pub name: String,
    /// The keys that differ from the base.
    pub changes: Vec<String>,
    /// The contender whose trainings this one uses, if not its own.
    pub trained_as: Option<String>,
    /// The contender's trainings, by seed; `None` for incomplete ones.
    pub trainings: Vec<Option<TrainingSummary>>,
    /// Matches against the base.
    pub matches: Vec<MatchSummary>,
    /// Results against the exact solver.
    pub exam: Option<ExamSummary>,
}

/// A complete training.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TrainingSummary {
    /// The run's last generation, which plays.
    pub generation: u32,
    /// Processor seconds of the training.
    pub cpu_seconds: f64,
    /// Number of self-play games.
    pub games: usize,
    /// Number of training samples.
    pub samples: u64,
    /// How often the replay window turned over, see [`turnover`].
    pub turnover: f64,
}

/// A variation against the base, from the variation's view.
#[derive(Clone, Debug, Serialize)]
pub struct MatchSummary {
    /// Both players' thinking time per move, as in a player's name.
    pub budget: String,
    /// Results of all games.
    pub total: Tally,
    /// The mean of the seeds' Elo differences.
    pub elo: Option<Spread>,
    /// The results by seed.
    pub by_seed: Vec<SeedSummary>,
}

/// A variation against the base with one seed.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SeedSummary {
    /// Results of the games.
    pub total: Tally,
    /// The difference, with the interval of the games alone; `None` without games.
    pub elo: Option<Elo>,
}

/// How often nets keep a won game: means over the seeds.
#[derive(Clone, Debug, Serialize)]
pub struct ExamSummary {
    /// Number of positions.
    pub positions: u32,
    /// Simulations of the search.
    pub simulations: u32,
    /// The share of wins that the policy keeps.
    pub policy: Option<Spread>,
    /// The share of wins that the search keeps.
    pub search: Option<Spread>,
    /// How many more wins the policy keeps than the base's, seed by seed.
    pub policy_gain: Option<Spread>,
    /// How many more wins the search keeps than the base's, seed by seed.
    pub search_gain: Option<Spread>,
}

impl Summary {
    /// Reads the finished parts of a comparison.
    ///
    /// # Errors
    /// Files cannot be read.
    pub fn read(experiment: &Experiment, folder: &Folder, has_solver: bool) -> Result<Summary> {
        let mut complete = true;
        let exams: Vec<Vec<Option<ExamGrades>>> = experiment
            .contenders
            .iter()
            .map(|contender| {
                let of_seed = |seed| folder.exam(contender, experiment.seed(seed), experiment.positions);
                (0..experiment.seeds).map(of_seed).collect::<Result<_>>()
            })
            .collect::<Result<_>>()?;
        complete &= !has_solver || exams.iter().flatten().all(Option::is_some);
        let mut contenders = Vec::new();
        for (index, contender) in experiment.contenders.iter().enumerate() {
            let shared = contender.trained_as != index;
            let trainer = &experiment.contenders[contender.trained_as];
            let trainings = (0..experiment.seeds).map(|seed| {
                let trained = folder.trained(trainer, experiment.seed(seed))?;
                Ok(trained.map(|TrainingResult { generation, cpu_seconds, games, samples, .. }| TrainingSummary {
                    generation,
                    cpu_seconds,
                    games,
                    samples,
                    turnover: turnover(&trainer.config.learner, samples),
                }))
            });
            let trainings = trainings.collect::<Result<Vec<_>>>()?;
            let matches = matches(experiment, folder, index, contender)?;
            let games = matches.iter().flat_map(|of_match| &of_match.by_seed).map(|seed| seed.total.games());
            complete &=
                trainings.iter().all(Option::is_some) && games.min().is_none_or(|games| games == experiment.games);
            contenders.push(ContenderSummary {
                name: contender.name.clone(),
                changes: contender.changes.clone(),
                trained_as: shared.then(|| trainer.name.clone()),
                trainings,
                matches,
                exam: has_solver.then(|| exam(experiment, &exams[index], (index > 0).then_some(&exams[0]))),
            });
        }
        Ok(Summary {
            variant: experiment.contenders[0].config.game.variant.clone(),
            seeds: (0..experiment.seeds).map(|seed| experiment.seed(seed)).collect(),
            cpu_seconds: experiment.cpu_seconds,
            games: experiment.games,
            openings: experiment.openings.to_string(),
            opening_plies: experiment.plies,
            complete,
            contenders,
        })
    }
}

fn matches(experiment: &Experiment, folder: &Folder, index: usize, contender: &Contender) -> Result<Vec<MatchSummary>> {
    let of_budget = |budget| {
        let mut total = Tally::default();
        let by_seed = (0..experiment.seeds).map(|seed| {
            let games = folder.games(experiment, contender, experiment.seed(seed), budget)?;
            let score = games.score(experiment.games / 2);
            let of_seed = score.total();
            total.wins += of_seed.wins;
            total.draws += of_seed.draws;
            total.losses += of_seed.losses;
            Ok(SeedSummary { total: of_seed, elo: Elo::estimate(&score.pairs) })
        });
        let by_seed = by_seed.collect::<Result<Vec<SeedSummary>>>()?;
        let elos = by_seed.iter().filter_map(|seed| seed.elo);
        let measured: Vec<Estimate> = elos.map(|elo| Estimate { value: elo.elo, error: elo.error() }).collect();
        Ok(MatchSummary { budget: budget.to_string(), total, elo: Spread::of(&measured), by_seed })
    };
    experiment.matches(index).into_iter().map(of_budget).collect()
}

fn exam(experiment: &Experiment, own: &[Option<ExamGrades>], base: Option<&Vec<Option<ExamGrades>>>) -> ExamSummary {
    let shares = |pick: fn(&ExamGrades) -> Grade| {
        let grades = own.iter().flatten().map(pick);
        let measured: Vec<Estimate> =
            grades.map(|grade| Estimate { value: grade.share(), error: grade.error() }).collect();
        Spread::of(&measured)
    };
    let gains = |pick: fn(&ExamGrades) -> Grade| {
        let both = own.iter().zip(base?).filter_map(|(own, base)| Some((pick(own.as_ref()?), pick(base.as_ref()?))));
        let measured: Vec<Estimate> = both
            .map(|(own, base)| Estimate { value: own.share() - base.share(), error: own.error().hypot(base.error()) })
            .collect();
        Spread::of(&measured)
    };
    ExamSummary {
        positions: experiment.positions,
        simulations: EXAM_SIMULATIONS,
        policy: shares(|exam| exam.policy),
        search: shares(|exam| exam.search),
        policy_gain: gains(|exam| exam.policy),
        search_gain: gains(|exam| exam.search),
    }
}
