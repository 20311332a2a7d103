use crate::arena::{Elo, Grade};
use serde::{Deserialize, Serialize};

/// How strong an exported net is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    pub matches: Vec<MatchResult>,
    /// Results against exact solutions, in games that have them.
    pub exam: Option<ExamResult>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The opponent, as on the arena's command line.
    pub opponent: String,
    pub games: u32,
    /// Share of points, in [0, 1].
    pub score: f64,
    /// Elo difference with its 95 % interval.
    pub elo: Option<Elo>,
}

/// Result of an exam: won positions in which some moves give the win away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExamResult {
    /// Grade of the policy's best move, without search.
    pub policy: Grade,
    /// Grade of the move of a search with `simulations`.
    pub search: Grade,
    /// Simulations of the graded search.
    pub simulations: u32,
}

/// A percentage in words: `before`, the figure, `after`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Percentage {
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

    /// The figures for a log, in words, as `97.5 % against random`.
    pub fn words(&self) -> Vec<String> {
        let words = |Percentage { before, percent, after }| format!("{before}{percent:.1}{after}");
        self.figures().into_iter().map(words).collect()
    }

    /// The figures for a log. Higher is better.
    pub(super) fn figures(&self) -> Vec<Percentage> {
        let figure = |before, share, after| Percentage { before, percent: 100.0 * share, after };
        let matches = self.matches.iter();
        let mut figures: Vec<Percentage> =
            matches.map(|result| figure("", result.score, format!(" % against {}", result.opponent))).collect();
        if let Some(exam) = &self.exam {
            figures.push(figure("keeps ", exam.policy.share(), " % of wins by policy".to_owned()));
            let after = format!(" % with {} simulations", exam.simulations);
            figures.push(figure("", exam.search.share(), after));
        }
        figures
    }
}
