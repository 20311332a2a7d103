//! Rules side by side, a line each: which values of a game's options make it fair, decisive and deep.

use super::figure::Figure;
use super::findings::{Step, Strength};
use super::gather::ReportData;
use super::measure;
use super::plan::STRENGTHS;
use serde::Serialize;
use serde_json::{Map, Value};

/// Scores of the first side that count as fair.
pub const FAIR: [f64; 2] = [0.45, 0.55];

/// The figures of one set of rules.
#[derive(Clone, Debug, Serialize)]
pub struct RulesSummary {
    /// Rule options that differ from their defaults.
    pub options: Map<String, Value>,
    /// Number of games of each strength.
    pub games: usize,
    /// The first side's score by strength, the weakest first.
    pub scores: Vec<Option<Figure>>,
    /// Whether the game is fair between the strongest players.
    pub verdict: Verdict,
    /// Estimated number of games of the strongest players for a verdict, if there is none.
    pub games_to_decide: Option<usize>,
    /// Share of draws. This figure and all below it are of the strongest games.
    pub draws: Option<Figure>,
    /// Share of games that the cap on their length ended.
    pub cut_off: Option<Figure>,
    /// Mean length in turns.
    pub length: Option<Figure>,
    /// Mean number of legal turns.
    pub choices: Option<Figure>,
    /// Elo per doubling of simulations.
    pub doubling: Option<Figure>,
    /// The score of a copying second side; `None` if the rules allow no copying.
    pub copying: Option<Figure>,
}

/// Whom rules favour between the strongest players, by the 95 % interval of the first side's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The whole interval lies within [`FAIR`].
    Fair,
    /// The whole interval lies above [`FAIR`].
    FirstSide,
    /// The whole interval lies below [`FAIR`].
    SecondSide,
    /// The interval contains an end of [`FAIR`].
    Unknown,
}

impl RulesSummary {
    /// A summary of each subject of a plan, in their order.
    pub fn of(gathered: &ReportData) -> Vec<RulesSummary> {
        (0..gathered.plan.subjects.len()).map(|subject| of_subject(gathered, subject)).collect()
    }

    /// The first side's score between the strongest players.
    pub fn score(&self) -> Option<Figure> {
        self.scores.last().copied().flatten()
    }
}

fn of_subject(gathered: &ReportData, subject: usize) -> RulesSummary {
    let strengths: Vec<Strength> =
        (0..STRENGTHS.len()).map(|strength| measure::strength(strength, &gathered.games(subject, strength))).collect();
    let scores = Vec::from_iter(strengths.iter().map(|strength| strength.score));
    let strongest = strengths.into_iter().next_back().expect("there are strengths");
    let cut_off =
        strongest.endings.iter().filter(|ending| ending.is_by_cap()).map(|ending| ending.share.value).sum::<f64>();
    let score = scores.last().copied().flatten();
    let verdict = score.map_or(Verdict::Unknown, verdict);
    RulesSummary {
        options: gathered.plan.subjects[subject].options.clone(),
        games: strongest.games,
        verdict,
        games_to_decide: score.filter(|_| verdict == Verdict::Unknown).and_then(games_to_decide),
        scores,
        draws: strongest.draws,
        cut_off: Figure::share((cut_off * strongest.games as f64).round() as usize, strongest.games),
        length: strongest.length,
        choices: strongest.choices,
        doubling: doubling(&measure::steps(gathered, subject)),
        copying: measure::score_of_copies(&gathered.copied(subject)),
    }
}

fn verdict(score: Figure) -> Verdict {
    match score {
        Figure { low, high, .. } if low >= FAIR[0] && high <= FAIR[1] => Verdict::Fair,
        Figure { low, .. } if low > FAIR[1] => Verdict::FirstSide,
        Figure { high, .. } if high < FAIR[0] => Verdict::SecondSide,
        _ => Verdict::Unknown,
    }
}

/// Estimated number of games for a verdict: the interval shrinks with the root of their number. `None` if the score
/// lies at an end of [`FAIR`], where no number suffices.
fn games_to_decide(score: Figure) -> Option<usize> {
    let [low, high] = [score.value - score.low, score.high - score.value];
    // The part of the interval that must shrink, and its room.
    let must_fit = match score.value {
        value if value > FAIR[1] => vec![(low, value - FAIR[1])],
        value if value < FAIR[0] => vec![(high, FAIR[0] - value)],
        value => vec![(low, value - FAIR[0]), (high, FAIR[1] - value)],
    };
    let has_room = must_fit.iter().all(|&(_, room)| room > 0.005);
    let times = must_fit.iter().map(|(part, room)| (part / room).powi(2)).fold(1.0, f64::max);
    has_room.then(|| (score.count as f64 * times).ceil() as usize)
}

/// The mean over the steps between searches, each weighed by its doublings.
fn doubling(steps: &[Step]) -> Option<Figure> {
    let (elos, doublings): (Vec<Figure>, Vec<f64>) =
        steps.iter().filter_map(|step| Some((step.elo, step.doublings?))).unzip();
    measure::sum(&elos, doublings.iter().sum())
}

/// The place of the fair rules with the least distance from the first rules; `distances` has the distance of each.
/// Rules that are known to be fair come before those that only look fair.
pub fn nearest_fair(summaries: &[RulesSummary], distances: &[usize]) -> Option<usize> {
    let looks_fair =
        |summary: &RulesSummary| summary.score().is_some_and(|score| (FAIR[0]..=FAIR[1]).contains(&score.value));
    let fair = (0..summaries.len()).filter(|&at| looks_fair(&summaries[at]));
    fair.min_by_key(|&at| (summaries[at].verdict != Verdict::Fair, distances[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(first: usize, games: usize) -> Figure {
        Figure::score(2 * first, games).expect("some games")
    }

    fn summary(value: u64, figure: Figure) -> RulesSummary {
        RulesSummary {
            options: [("size".to_owned(), Value::from(value))].into_iter().collect(),
            games: figure.count,
            scores: vec![Some(figure)],
            verdict: verdict(figure),
            games_to_decide: games_to_decide(figure),
            draws: None,
            cut_off: None,
            length: None,
            choices: None,
            doubling: None,
            copying: None,
        }
    }

    #[test]
    fn verdicts_follow_the_whole_interval() {
        assert_eq!(verdict(score(5000, 10_000)), Verdict::Fair);
        assert_eq!(verdict(score(700, 1000)), Verdict::FirstSide);
        assert_eq!(verdict(score(300, 1000)), Verdict::SecondSide);
        assert_eq!(verdict(score(10, 20)), Verdict::Unknown);
        assert_eq!(verdict(score(550, 1000)), Verdict::Unknown);
    }

    #[test]
    fn more_games_are_asked_for_where_they_would_decide() {
        let few = games_to_decide(score(13, 20)).expect("it lies off the end");
        let many = games_to_decide(score(115, 200)).expect("it lies off the end");
        assert!(few > 20 && many > few, "{few} {many}");
        // Twice as many games with the same share do decide.
        assert_ne!(verdict(score(2 * few * 13 / 20, 2 * few)), Verdict::Unknown);
        assert_eq!(games_to_decide(score(55, 100)), None);
        // Only the part beyond the end counts: the other part of this interval is short.
        assert!(games_to_decide(score(7, 8)) > Some(8));
    }

    #[test]
    fn known_fairness_comes_before_what_looks_fair_and_then_the_smaller_change() {
        let rows = [
            summary(5, score(700, 1000)),
            summary(6, score(10, 20)),
            summary(9, score(5000, 10_000)),
            summary(8, score(5000, 10_000)),
        ];
        let distances = [0, 1, 4, 3];
        assert_eq!(nearest_fair(&rows, &distances), Some(3));
        assert_eq!(nearest_fair(&rows[..2], &distances), Some(1));
        assert_eq!(nearest_fair(&rows[..1], &distances), None);
    }
}
