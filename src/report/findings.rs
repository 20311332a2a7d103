use super::examples::{Example, examples};
use super::figure::Figure;
use super::gather::{Gathered, any_game, entrant};
use super::openings::{FirstTurn, first_turns};
use super::plan::{STRENGTHS, strength_name};
use super::played::Played;
use crate::arena::{Elo, Exam, Pentanomial};
use crate::game::{CompleteGame, History};
use crate::play::Told;
use crate::players::{Budget, Entrant};
use anyhow::Result;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What is known of one set of rules. Scores and values are those of the first side.
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The variant and its options.
    pub name: String,
    /// The game, as a page needs it.
    pub game: Told,
    /// Rule options that differ from their defaults.
    pub options: Map<String, Value>,
    /// The player.
    pub player: String,
    /// By strength, the weakest first.
    pub strengths: Vec<Strength>,
    /// Elo differences between neighbouring strengths.
    pub steps: Vec<Step>,
    /// How many times a player can be found that scores 60 % against the one before, from random to the strongest.
    pub skill: Option<Figure>,
    /// The game itself, where it is solved.
    pub solved: Option<Solved>,
    /// The first turns up to symmetry; none where there are too many.
    pub first_turns: Vec<FirstTurn>,
    /// Of the strongest games.
    pub strongest: Strongest,
    /// What the random games show of the rules.
    pub rules: Use,
    /// Whether the player is to be believed.
    pub trust: Trust,
    /// Games worth looking at.
    pub examples: Vec<Example>,
}

/// Games of one strength against itself.
#[derive(Clone, Debug, Serialize)]
pub struct Strength {
    /// `random`, `policy`, or the simulations of a move.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// The first side's score.
    pub score: Option<Figure>,
    /// Share of draws.
    pub draws: Option<Figure>,
    /// Mean length in moves.
    pub length: Option<Figure>,
    /// Mean number of legal moves.
    pub choices: Option<Figure>,
    /// Share of moves without a choice.
    pub forced: Option<Figure>,
    /// Share of positions that had occurred before in the game.
    pub repeated: Option<Figure>,
    /// By how the game ended, the most frequent first.
    pub endings: Vec<Ending>,
    /// Mean of the first side's points less the second side's, in games with points.
    pub margin: Option<Figure>,
}

/// Why games were over.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// In the words of the game.
    pub reason: String,
    /// Share of the games.
    pub share: Figure,
}

/// A strength against the one below it.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The weaker one.
    pub from: String,
    /// The stronger one.
    pub to: String,
    /// Elo difference, from pairs of games with exchanged sides.
    pub elo: Figure,
    /// Doublings of simulations between them; none from or to players that do not search.
    pub doublings: Option<f64>,
}

/// Exact results.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    /// The first side's result under perfect play: 1, 0 or -1.
    pub start: f32,
    /// Share of first turns, each image counted, that win for the first side.
    pub winning: Figure,
    /// Share of those won positions, with a move that loses, in which the policy keeps the win.
    pub policy: Option<Figure>,
    /// The same with 32 simulations.
    pub search: Option<Figure>,
}

/// What the strongest games show.
#[derive(Clone, Debug, Serialize)]
pub struct Strongest {
    /// Lengths in moves, sorted.
    pub lengths: Vec<usize>,
    /// Mean number of legal moves, for each move while at least a tenth of the games goes on.
    pub choices: Vec<f64>,
    /// At each tenth of a game's length: the share of decided games whose value had the winner's sign.
    pub decided: Vec<Option<Figure>>,
    /// Mean number of times that the lead changed.
    pub lead_changes: Option<Figure>,
    /// Share of decided games that the winner's value had given up: below -0.5.
    pub comebacks: Option<Figure>,
    /// Mean of the lowest value that the winner had.
    pub drama: Option<Figure>,
    /// Points that would even the game: half the games end above it. In games with points.
    pub evening: Option<f64>,
}

/// How often rules and cells are used.
#[derive(Clone, Debug, Serialize)]
pub struct Use {
    /// Kinds of moves, the most frequent of the strongest games first.
    pub kinds: Vec<MoveKind>,
    /// Cells that strong games use less than a tenth as often as the average one.
    pub quiet_cells: Vec<String>,
    /// Cells that moves of any game named.
    pub cells: usize,
}

/// A kind of moves.
#[derive(Clone, Debug, Serialize)]
pub struct MoveKind {
    /// The shape of their notation: `#` stands for a cell or a number.
    pub shape: String,
    /// Their share among random moves.
    pub random: Option<Figure>,
    /// Their share among those of the strongest games.
    pub strong: Option<Figure>,
}

/// Whether the player is to be believed.
#[derive(Clone, Debug, Serialize)]
pub struct Trust {
    /// Share of moves of the strongest player that its policy liked best, too.
    pub agreement: Option<Figure>,
    /// Mean squared error of values in the middle of the strongest games against the result; 1 or so is what knowing
    /// nothing gives in games without draws.
    pub error: Option<Figure>,
    /// The same error of a value that is always the mean result.
    pub blind: Option<f64>,
    /// Share of the strongest games whose result the search had proven before the end.
    pub proven: Option<Figure>,
    /// Mean share of a game that was still to be played then.
    pub proven_left: Option<Figure>,
    /// Why the figures may be off: `no_net`, `weak_search`, `blind_values`, `few_games`, `draws_by_cap`.
    pub warnings: Vec<&'static str>,
}

/// A tenth of a game's length each.
const TENTHS: usize = 10;
/// Positions of the exam.
const QUESTIONS: usize = 200;

impl Findings {
    /// The findings about each subject.
    ///
    /// # Errors
    /// A player does not exist any more.
    pub fn of(gathered: &Gathered) -> Result<Vec<Findings>> {
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

fn of_subject<G: CompleteGame>(game: &G, entrant: &Entrant<G>, gathered: &Gathered, index: usize) -> Result<Findings> {
    let subject = &gathered.plan.subjects[index];
    let strongest = gathered.strongest(index);
    let turns = first_turns(game, entrant, &strongest);
    let steps = steps(gathered, index);
    let strengths: Vec<Strength> =
        (0..STRENGTHS.len()).map(|strength| self::strength(strength, &gathered.games(index, strength))).collect();
    Ok(Findings {
        name: subject.name(),
        game: Told::of(game),
        options: subject.options.clone(),
        player: subject.player.clone(),
        skill: skill(&steps),
        steps,
        solved: solved(game, entrant, &turns, gathered.plan.seed)?,
        first_turns: turns,
        rules: usage(game, &gathered.games(index, 0), &strongest),
        trust: trust(&strongest, &strengths, gathered, index),
        strengths,
        examples: examples(game, &strongest),
        strongest: of_strongest(&strongest),
    })
}

fn strength(strength: usize, games: &[&Played]) -> Strength {
    let of = |value: &dyn Fn(&Played) -> f64| Figure::mean(&Vec::from_iter(games.iter().map(|played| value(played))));
    let moves = |played: &Played| played.moves.len().max(1) as f64;
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
    let half_points = games.iter().map(|played| (played.result() + 1.0) as usize).sum();
    let margins: Vec<f64> = games.iter().filter_map(|played| margin(played)).collect();
    Strength {
        name: strength_name(strength),
        games: games.len(),
        score: Figure::score(half_points, games.len()),
        draws: Figure::share(games.iter().filter(|played| played.winner.is_none()).count(), games.len()),
        length: of(&|played| played.moves.len() as f64),
        choices: of(&|played| played.choices.iter().map(|&count| f64::from(count)).sum::<f64>() / moves(played)),
        forced: of(&|played| played.choices.iter().filter(|&&count| count == 1).count() as f64 / moves(played)),
        repeated: of(&|played| f64::from(played.repeated) / moves(played)),
        endings,
        margin: Figure::mean(&margins),
    }
}

fn margin(played: &Played) -> Option<f64> {
    played.totals.map(|[first, second]| f64::from(first) - f64::from(second))
}

fn steps(gathered: &Gathered, subject: usize) -> Vec<Step> {
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

/// Elo of a player that scores 60 %.
const SIXTY: f64 = 70.436_504;

/// The sum of the steps, in steps of 60 %. Their errors are independent. A step that was a clean sweep counts what it
/// is at least worth.
fn skill(steps: &[Step]) -> Option<Figure> {
    let count = steps.iter().map(|step| step.elo.count).min()?;
    let value = steps.iter().map(|step| step.elo.value).sum::<f64>();
    let half = |end: fn(&Figure) -> f64| {
        steps.iter().map(|step| (end(&step.elo) - step.elo.value).powi(2)).sum::<f64>().sqrt()
    };
    let [low, high] = [value - half(|elo| elo.low), value + half(|elo| elo.high)];
    Some(Figure { value: value / SIXTY, low: low / SIXTY, high: high / SIXTY, count })
}

fn solved<G: CompleteGame>(game: &G, entrant: &Entrant<G>, turns: &[FirstTurn], seed: u64) -> Result<Option<Solved>> {
    let exact: Option<Vec<(f32, usize)>> = turns.iter().map(|turn| Some((turn.exact?, turn.images))).collect();
    let (Some(exact), Some(mut solver)) = (exact.filter(|exact| !exact.is_empty()), game.solver()) else {
        return Ok(None);
    };
    let start = exact.iter().map(|&(result, _)| result).fold(-1.0, f32::max);
    let all: usize = exact.iter().map(|&(_, images)| images).sum();
    let won: usize = exact.iter().filter(|&&(result, _)| result > 0.0).map(|&(_, images)| images).sum();
    let exam = Exam::draw(game, &mut *solver, QUESTIONS, seed, || false);
    let grade = |budget: Budget| -> Result<Option<Figure>> {
        let mut engine = entrant.engine().expect("the player searches");
        engine.set_budget(budget);
        let grade = exam.grade(game, &mut engine)?;
        Ok(Figure::share(grade.right, grade.asked))
    };
    Ok(Some(Solved {
        start,
        winning: Figure::exact(won as f64 / all as f64),
        policy: grade(Budget::Policy)?,
        search: grade(Budget::Simulations(32))?,
    }))
}

fn of_strongest(games: &[&Played]) -> Strongest {
    let mut lengths = Vec::from_iter(games.iter().map(|played| played.moves.len()));
    lengths.sort_unstable();
    let mut choices = Vec::new();
    for at in 0.. {
        let there: Vec<f64> = games.iter().filter_map(|played| played.choices.get(at).map(|&n| f64::from(n))).collect();
        if there.is_empty() || 10 * there.len() < games.len() {
            break;
        }
        choices.push(there.iter().sum::<f64>() / there.len() as f64);
    }
    let won: Vec<&&Played> =
        games.iter().filter(|played| played.winner.is_some() && !played.values.is_empty()).collect();
    let right_at = |tenth: usize| {
        let right = won.iter().filter(|played| {
            let value = played.values[tenth * played.values.len() / TENTHS];
            f64::from(value) * played.result() > 0.0
        });
        Figure::share(right.count(), won.len())
    };
    let lowest: Vec<f64> = won.iter().filter_map(|played| played.lowest()).collect();
    let mut margins: Vec<f64> = games.iter().filter_map(|played| margin(played)).collect();
    margins.sort_unstable_by(f64::total_cmp);
    Strongest {
        lengths,
        choices,
        decided: (0..TENTHS).map(right_at).collect(),
        lead_changes: Figure::mean(&Vec::from_iter(games.iter().map(|played| played.lead_changes() as f64))),
        comebacks: Figure::share(lowest.iter().filter(|&&low| low < -0.5).count(), lowest.len()),
        drama: Figure::mean(&lowest),
        evening: margins.get(margins.len() / 2).copied(),
    }
}

/// The shape of a move's notation: cells and numbers become `#`.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        if c.is_ascii_digit() || c.is_ascii_lowercase() && digit(rest.peek()) {
            while digit(rest.peek()) {
                rest.next();
            }
            shape.push('#');
        } else {
            shape.push(c);
        }
    }
    shape
}

fn usage<G: CompleteGame>(game: &G, random: &[&Played], strongest: &[&Played]) -> Use {
    let kinds_of = |games: &[&Played]| {
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        games.iter().flat_map(|played| &played.moves).for_each(|mv| *kinds.entry(shape(mv)).or_default() += 1);
        kinds
    };
    let (weak, strong) = (kinds_of(random), kinds_of(strongest));
    let total = |kinds: &BTreeMap<String, usize>| kinds.values().sum::<usize>();
    let mut names: Vec<&String> = weak.keys().chain(strong.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let share = |kinds: &BTreeMap<String, usize>, name: &String| {
        Figure::share(kinds.get(name).copied().unwrap_or(0), total(kinds))
    };
    let mut kinds = Vec::from_iter(names.into_iter().map(|name| MoveKind {
        shape: name.clone(),
        random: share(&weak, name),
        strong: share(&strong, name),
    }));
    let strong_share = |kind: &MoveKind| kind.strong.map_or(0.0, |figure| figure.value);
    kinds.sort_by(|one, other| {
        strong_share(other).total_cmp(&strong_share(one)).then_with(|| one.shape.cmp(&other.shape))
    });

    let cells_of = |games: &[&Played]| {
        let mut cells: BTreeMap<String, usize> = BTreeMap::new();
        for played in games {
            let mut history = History::new(game, game.start());
            for text in &played.moves {
                let mv = game.parse_move(history.position(), text).expect("a game that was played");
                let parts = game.move_parts(history.position(), mv);
                parts
                    .into_iter()
                    .filter(|part| shape(part) == "#")
                    .for_each(|part| *cells.entry(part).or_default() += 1);
                history.play(game, mv);
            }
        }
        cells
    };
    let (weak, strong) = (cells_of(random), cells_of(strongest));
    let mut all: Vec<&String> = weak.keys().chain(strong.keys()).collect();
    all.sort_unstable();
    all.dedup();
    let average = total(&strong) as f64 / all.len().max(1) as f64;
    let quiet = |cell: &&&String| 10.0 * strong.get(**cell).copied().unwrap_or(0) as f64 <= average;
    Use { kinds, quiet_cells: all.iter().filter(quiet).map(|cell| (*cell).clone()).collect(), cells: all.len() }
}

fn trust(games: &[&Played], strengths: &[Strength], gathered: &Gathered, subject: usize) -> Trust {
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
    let capped = strengths.last().is_some_and(|strongest| {
        strongest.endings.iter().any(|ending| ending.reason.contains("allows") && ending.share.value > 0.2)
    });
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
