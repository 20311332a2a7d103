use super::compose::{Composer, Draft};
use super::problem::Problem;
use super::rating::{Needs, Rater};
use super::source;
use crate::game::{Game, Guidance, Rules, Symmetry};
use crate::games::AnyGame;
use crate::players::{Budget, Entrant, PlayerSpec};
use crate::random::derive;
use anyhow::{Context, Result};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemQuery {
    pub count: usize,
    /// Allowed numbers of turns to the win.
    pub win_in: RangeInclusive<u8>,
    /// Allowed difficulties, from 1 to 5.
    pub difficulty: RangeInclusive<u8>,
}

pub struct Request<'a> {
    pub rules: &'a Rules,
    pub wanted: ProblemQuery,
    /// The player whose policy plays the games, and which solves problems for their rating; it must search.
    pub player: &'a PlayerSpec,
    /// All random choices derive from the seed.
    pub seed: u64,
    /// Number of sound problems to find for each one requested: the prettiest are taken.
    pub choice: usize,
    /// Number of games after which the search gives up.
    pub games: usize,
    /// Called often: whether to stop searching, and use the problems found.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called often: whether to stop rating, too. Unrated problems are then left out.
    pub late: &'a (dyn Fn() -> bool + Sync),
    /// Called with the numbers of games examined and of problems found.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

/// Number of games examined at once.
const BATCH: usize = 16;

/// Makes problems: plays games, searches for sound problems late in them, takes the prettiest, rates them. The same
/// request gives the same problems on any number of threads. Returns fewer if too few are found. Sorted by difficulty.
///
/// # Errors
/// The player does not exist, does not fit the rules or does not search.
pub fn compose(request: &mut Request) -> Result<Vec<Problem>> {
    let settings = source::settings(request.rules);
    let total = request.wanted.count;
    let mut problems = Vec::new();
    for (index, rules) in settings.iter().enumerate() {
        // Divided as evenly as possible.
        let count = total * (index + 1) / settings.len() - total * index / settings.len();
        let games = request.games / settings.len();
        let game = AnyGame::new(rules.clone())?;
        problems.extend(compose_game(&game, request, count, games, problems.len())?);
    }
    problems.sort_by_key(Problem::hardness);
    Ok(problems)
}

fn compose_game(
    game: &AnyGame,
    request: &mut Request,
    count: usize,
    games: usize,
    before: usize,
) -> Result<Vec<Problem>> {
    let entrant = Entrant::open(request.player, game, Budget::Policy)?;
    let engine = || entrant.engine().with_context(|| format!("player `{}` does not search", entrant.name()));
    engine()?;
    let turns = request.wanted.win_in.clone();
    let composer = || Composer {
        game,
        turns: turns.clone(),
        solver: game.solver(),
        engine: entrant.engine().expect("it made one before"),
        stop: request.stop,
    };
    let seed = derive(request.seed, &[u64::from(game.max_moves())]);
    let mut rater = Rater::new(&entrant).expect("the player searches").until(request.late);
    let mut pool = Pool { wanted: request.wanted.clone(), seen: HashSet::new(), by_turns: BTreeMap::new(), size: 0 };
    for first in (0..games).step_by(BATCH) {
        if pool.size >= request.choice * count || (request.stop)() {
            break;
        }
        let batch: Vec<Vec<Draft>> = (first..first + BATCH)
            .into_par_iter()
            .map_init(composer, |composer, index| of_one_game(composer, derive(seed, &[index as u64])))
            .collect();
        for draft in batch.into_iter().flatten() {
            pool.add(game, draft, &mut rater);
        }
        (request.progress)(first + BATCH, before + pool.size.min(request.choice * count) / request.choice);
    }
    Ok(pool.take(game, count, &mut rater))
}

/// The problems of one game: the prettiest of each number of turns.
fn of_one_game(composer: &mut Composer, seed: u64) -> Vec<Draft> {
    let game = composer.game;
    let mut best: BTreeMap<u8, Draft> = BTreeMap::new();
    for position in source::positions(game, &mut composer.engine, seed) {
        if (composer.stop)() {
            break;
        }
        if let Some(draft) = composer.compose(&position)
            && best.get(&draft.win_in).is_none_or(|other| draft.beauty() > other.beauty())
        {
            best.insert(draft.win_in, draft);
        }
    }
    best.into_values().collect()
}

/// A problem found; with its needs if a difficulty is requested.
struct Candidate {
    draft: Draft,
    needs: Option<Needs>,
}

/// The problems found so far, by the number of turns.
struct Pool {
    wanted: ProblemQuery,
    /// Positions, by [`crate::game::Symmetry::orbit_key`].
    seen: HashSet<u64>,
    by_turns: BTreeMap<u8, Vec<Candidate>>,
    size: usize,
}

impl Pool {
    fn any_difficulty(&self) -> bool {
        self.wanted.difficulty == (1..=5)
    }

    fn add(&mut self, game: &AnyGame, draft: Draft, rater: &mut Rater<'_>) {
        if !self.seen.insert(game.orbit_key(&draft.position)) {
            return;
        }
        // Rating takes time, and only the chosen problems need it, unless the difficulty decides.
        let needs = if self.any_difficulty() { None } else { rater.rate(game, &draft.position, &draft.key) };
        if needs.is_none() && !self.any_difficulty() {
            return;
        }
        if needs.is_none_or(|needs| self.wanted.difficulty.contains(&super::rating::difficulty(needs))) {
            self.size += 1;
            self.by_turns.entry(draft.win_in).or_default().push(Candidate { draft, needs });
        }
    }

    /// The prettiest of each number of turns, as many as there are.
    fn take(mut self, game: &AnyGame, count: usize, rater: &mut Rater<'_>) -> Vec<Problem> {
        for drafts in self.by_turns.values_mut() {
            // The prettiest last, and of equals the one found first.
            drafts.reverse();
            drafts.sort_by_key(|found| found.draft.beauty());
        }
        let mut problems = Vec::new();
        while problems.len() < count && self.by_turns.values().any(|drafts| !drafts.is_empty()) {
            for drafts in self.by_turns.values_mut() {
                if let Some(Candidate { draft, needs }) = drafts.pop().filter(|_| problems.len() < count) {
                    let needs = needs.or_else(|| rater.rate(game, &draft.position, &draft.key));
                    problems.extend(needs.map(|needs| draft.rated(game, needs)));
                }
            }
        }
        problems
    }
}
