//! From the games of a report to its figures.

use super::book::book;
use super::disagreements::disagreements;
use super::examples::examples;
use super::figure::Figure;
use super::findings::{Copying, Ending, ExactResult, Findings, Known, Step, Strength, Strongest, Trust};
use super::gather::{ReportData, any_game, entrant};
use super::margins::komi;
use super::mirror::Mirror;
use super::openings::{FirstTurn, first_turns};
use super::pie::Pie;
use super::plan::{STRENGTHS, strength_name};
use super::played::{CopiedGame, ReportGame};
use super::size::GameSize;
use super::usage::usage;
use crate::arena::{Elo, Exam, Pentanomial};
use crate::game::{AnyGame, Guidance};
use crate::play::GameInfo;
use crate::players::{Budget, Entrant};
use anyhow::Result;
use std::collections::BTreeMap;

/// Number of parts of a game's length.
const TENTHS: usize = 10;
/// Chances of the winner that count as known.
const KNOWN: [f64; 2] = [0.8, 0.95];
/// Number of positions of the exam.
const QUESTIONS: usize = 200;

impl Findings {
    /// The findings about each subject.
    ///
    /// # Errors
    /// A player no longer exists.
    pub fn of(gathered: &ReportData) -> Result<Vec<Findings>> {
        (0..gathered.plan.subjects.len())
            .map(|index| {
                let subject = &gathered.plan.subjects[index];
                let game = any_game(subject)?;
                let entrant = entrant(&game, subject)?;
                of_subject(&game, &entrant, gathered, index)
            })
            .collect()
    }
}

fn of_subject(game: &AnyGame, entrant: &Entrant, gathered: &ReportData, index: usize) -> Result<Findings> {
    let subject = &gathered.plan.subjects[index];
    let (random, strongest) = (gathered.games(index, 0), gathered.strongest(index));
    let turns = first_turns(game, entrant, &strongest);
    let steps = steps(gathered, index);
    let strengths: Vec<Strength> =
        (0..STRENGTHS.len()).map(|strength| self::strength(strength, &gathered.games(index, strength))).collect();
    Ok(Findings {
        name: subject.name(),
        game: GameInfo::of(game),
        options: subject.options.clone(),
        player: subject.player.clone(),
        skill: skill(&steps),
        steps,
        solved: solved(game, entrant, &turns, gathered.plan.seed)?,
        pie: Pie::of(&turns),
        first_turns: turns,
        book: book(game, &strongest),
        copying: copying(game, &gathered.copied(index)),
        size: GameSize::of(game, &random, &strongest),
        rules: usage(game, &random, &strongest),
        trust: trust(&strongest, &strengths, gathered, index),
        strengths,
        disagreements: disagreements(game, entrant, &strongest),
        examples: examples(game, &strongest),
        strongest: of_strongest(&strongest),
    })
}

/// The figures of a strength's games.
pub(super) fn strength(strength: usize, games: &[&ReportGame]) -> Strength {
    let of =
        |value: &dyn Fn(&ReportGame) -> f64| Figure::mean(&Vec::from_iter(games.iter().map(|played| value(played))));
    let moves = |played: &ReportGame| played.length().max(1) as f64;
    let mut endings: BTreeMap<&str, usize> = BTreeMap::new();
    for played in games {
        *endings.entry(&played.ending).or_default() += 1;
    }
    let mut endings: Vec<Ending> = endings
        .into_iter()
        .filter_map(|(reason, count)| {
            Some(Ending { reason: reason.to_owned(), share: Figure::share(count, games.len())? })
        })
        .collect();
    endings.sort_by(|one, other| other.share.value.total_cmp(&one.share.value));
    let half_points = games.iter().map(|played| played.half_points()).sum();
    let margins = Vec::from_iter(margins(games).into_iter().map(|margin| margin as f64));
    Strength {
        name: strength_name(strength),
        games: games.len(),
        score: Figure::score(half_points, games.len()),
        draws: Figure::share(games.iter().filter(|played| played.winner.is_none()).count(), games.len()),
        length: of(&|played| played.length() as f64),
        choices: of(&|played| played.choices.iter().map(|&count| f64::from(count)).sum::<f64>() / moves(played)),
        forced: of(&|played| played.choices.iter().filter(|&&count| count == 1).count() as f64 / moves(played)),
        repeated: of(&|played| f64::from(played.repeated) / moves(played)),
        endings,
        margin: Figure::mean(&margins),
    }
}

/// The margins of the first side, sorted; empty in games without points.
fn margins(games: &[&ReportGame]) -> Vec<i64> {
    let mut margins = Vec::from_iter(games.iter().filter_map(|played| played.margin()));
    margins.sort_unstable();
    margins
}

/// The results of copying in these games; `None` if the rules allow none.
fn copying(game: &AnyGame, games: &[&CopiedGame]) -> Option<Copying> {
    let Mirror { example, .. } = Mirror::of(game)?;
    let images = games.iter().map(|played| played.images as f64 / played.turns.max(1) as f64);
    Some(Copying { example, score: score_of_copies(games), images: Figure::mean(&Vec::from_iter(images)) })
}

/// The score of the side that copies, the second one.
pub(super) fn score_of_copies(games: &[&CopiedGame]) -> Option<Figure> {
    let half_points = games.iter().map(|played| played.winner.map_or(1, |side| 2 * side)).sum();
    Figure::score(half_points, games.len())
}

/// The steps between a subject's strengths.
pub(super) fn steps(gathered: &ReportData, subject: usize) -> Vec<Step> {
    let step = |strength: usize| {
        let pairs = gathered.pairs(subject, strength);
        let mut counts = [0; 5];
        pairs.iter().for_each(|&points| counts[points] += 1);
        let elo = Elo::estimate(&Pentanomial::new(counts))?;
        let doublings = match [STRENGTHS[strength], STRENGTHS[strength + 1]] {
            [Some(few @ 1..), Some(many)] => Some(f64::from(many / few).log2()),
            _ => None,
        };
        let (from, to) = (strength_name(strength), strength_name(strength + 1));
        Some(Step { from, to, elo: Figure::elo(elo, pairs.len()), doublings })
    };
    (0..STRENGTHS.len() - 1).filter_map(step).collect()
}

/// Elo difference of a score of 60 %.
const SIXTY: f64 = 70.436_504;

/// The sum of the steps, in steps of 60 %. A clean sweep counts as its lower bound.
fn skill(steps: &[Step]) -> Option<Figure> {
    sum(&Vec::from_iter(steps.iter().map(|step| step.elo)), SIXTY)
}

/// The sum of Elo differences, in multiples of `unit`. Their errors are independent.
pub(super) fn sum(elos: &[Figure], unit: f64) -> Option<Figure> {
    let count = elos.iter().map(|elo| elo.count).min()?;
    let value = elos.iter().map(|elo| elo.value).sum::<f64>();
    let half = |end: fn(&Figure) -> f64| elos.iter().map(|elo| (end(elo) - elo.value).powi(2)).sum::<f64>().sqrt();
    let [low, high] = [value - half(|elo| elo.low), value + half(|elo| elo.high)];
    Some(Figure { value: value / unit, low: low / unit, high: high / unit, count })
}

fn solved(game: &AnyGame, entrant: &Entrant, turns: &[FirstTurn], seed: u64) -> Result<Option<ExactResult>> {
    let exact: Option<Vec<(f32, usize)>> = turns.iter().map(|turn| Some((turn.exact?, turn.images))).collect();
    let (Some(exact), Some(mut solver)) = (exact.filter(|exact| !exact.is_empty()), game.solver()) else {
        return Ok(None);
    };
    let start = exact.iter().map(|&(result, _)| result).fold(-1.0, f32::max);
    let all: usize = exact.iter().map(|&(_, images)| images).sum();
    let won: usize = exact.iter().filter(|&&(result, _)| result > 0.0).map(|&(_, images)| images).sum();
    let exam = Exam::draw(game, &mut *solver, QUESTIONS, seed, |_| false);
    let grade = |budget: Budget| -> Result<Option<Figure>> {
        let mut engine = entrant.engine().expect("the player searches");
        engine.set_budget(budget);
        let grade = exam.grade(game, &mut engine)?;
        Ok(Figure::share(grade.right, grade.asked))
    };
    Ok(Some(ExactResult {
        start,
        winning: Figure::exact(won as f64 / all as f64),
        policy: grade(Budget::Policy)?,
        search: grade(Budget::Simulations(32))?,
    }))
}

fn of_strongest(games: &[&ReportGame]) -> Strongest {
    let mut lengths = Vec::from_iter(games.iter().map(|played| played.length()));
    lengths.sort_unstable();
    let mut choices = Vec::new();
    for at in 0.. {
        let there: Vec<f64> = games.iter().filter_map(|played| played.chosen().nth(at).map(f64::from)).collect();
        if there.is_empty() || 10 * there.len() < games.len() {
            break;
        }
        choices.push(there.iter().sum::<f64>() / there.len() as f64);
    }
    let won: Vec<&&ReportGame> =
        games.iter().filter(|played| played.winner.is_some() && !played.values.is_empty()).collect();
    let right_at = |tenth: usize| {
        let right = won.iter().filter(|played| {
            let value = played.values[tenth * played.values.len() / TENTHS];
            f64::from(value) * played.result() > 0.0
        });
        Figure::share(right.count(), won.len())
    };
    let lowest: Vec<f64> = won.iter().filter_map(|played| played.lowest()).collect();
    let margins = margins(games);
    let known = |share: f64| {
        let left = Vec::from_iter(games.iter().filter_map(|played| played.left_when_known(share)));
        Known { share, left: Figure::mean(&left) }
    };
    Strongest {
        lengths,
        choices,
        decided: (0..TENTHS).map(right_at).collect(),
        lead_changes: Figure::mean(&Vec::from_iter(games.iter().map(|played| played.lead_changes() as f64))),
        comebacks: Figure::share(lowest.iter().filter(|&&low| low < -0.5).count(), lowest.len()),
        drama: Figure::mean(&lowest),
        evening: margins.get(margins.len() / 2).map(|&margin| margin as f64),
        komi: komi(&margins),
        margins: (!margins.is_empty()).then_some(margins),
        known: KNOWN.map(known).into(),
    }
}

fn trust(games: &[&ReportGame], strengths: &[Strength], gathered: &ReportData, subject: usize) -> Trust {
    let sum = |at: usize| games.iter().map(|played| played.agreed[at] as usize).sum::<usize>();
    let middle: Vec<(f64, f64)> = games
        .iter()
        .filter(|played| !played.values.is_empty())
        .map(|played| (f64::from(played.values[played.values.len() / 2]), played.result()))
        .collect();
    let squares: Vec<f64> = middle.iter().map(|(value, result)| (value - result).powi(2)).collect();
    let mean = middle.iter().map(|(_, result)| result).sum::<f64>() / middle.len().max(1) as f64;
    let blind = middle.iter().map(|(_, result)| (mean - result).powi(2)).sum::<f64>() / middle.len().max(1) as f64;
    let left = games.iter().filter_map(|played| {
        let at = played.proven.filter(|&at| usize::from(at) < played.moves.len())?;
        Some(1.0 - f64::from(at) / played.moves.len() as f64)
    });
    let left: Vec<f64> = left.collect();
    let error = Figure::mean(&squares);
    let mut warnings = Vec::new();
    let player = &gathered.plan.subjects[subject].player;
    if player.starts_with("mcts") {
        warnings.push("no_net");
    }
    let search = gathered.pairs(subject, STRENGTHS.len() - 2);
    let points: usize = search.iter().sum();
    if 2 * points < 4 * search.len() {
        warnings.push("weak_search");
    }
    if error.is_some_and(|error| error.low > blind && blind > 0.05) {
        warnings.push("blind_values");
    }
    if games.len() < 30 {
        warnings.push("few_games");
    }
    let capped = strengths
        .last()
        .is_some_and(|strongest| strongest.endings.iter().any(|ending| ending.is_by_cap() && ending.share.value > 0.2));
    if capped {
        warnings.push("draws_by_cap");
    }
    Trust {
        agreement: Figure::share(sum(0), sum(1)),
        error,
        blind: (!middle.is_empty()).then_some(blind),
        proven: Figure::share(left.len(), games.len()),
        proven_left: Figure::mean(&left),
        warnings,
    }
}
