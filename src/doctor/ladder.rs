use crate::arena::{DEFAULT_PLIES, Elo, Journal, Openings, Score, TaskQueue, play_pair, ratings, run_tasks};
use crate::compact::CompactNet;
use crate::game::{AnyGame, Outcome};
use crate::players::{Budget, Entrant};
use crate::random::derive;
use crate::runs::RunDir;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::vec;

/// Seed of openings and games, the same for all runs.
const SEED: u64 = 1;

/// How generations are played against each other.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How long a player thinks about a move.
    pub budget: Budget,
    /// Games of each pairing, an even number.
    pub games: u32,
    /// The most generations that play; at least two.
    pub rungs: usize,
    /// Number of simultaneous games; at least one. Results do not depend on it.
    pub threads: usize,
}

/// A pair of games in the run's file `ladder.jsonl`, a line each.
#[derive(Serialize, Deserialize)]
struct PairLine {
    /// The later generation, then the earlier one.
    generations: [u32; 2],
    /// Both players' thinking time per move, as after `@` in a player's name.
    budget: String,
    /// Number of the opening.
    pair: u32,
    /// The results: of the game in which the later generation had side 0, then side 1.
    outcomes: [Outcome; 2],
}

/// The stored results of generations against each other.
#[derive(Clone, Debug)]
pub struct Ladder {
    path: PathBuf,
    /// The results of each pair of games, by budget and generations.
    played: BTreeMap<(String, [u32; 2]), BTreeMap<u32, [Outcome; 2]>>,
}

/// The strength of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// The generation.
    pub generation: u32,
    /// Elo above the first generation that played, with its 95 % interval.
    #[serde(flatten)]
    pub elo: Elo,
    /// Number of games that the generation has played.
    pub games: u32,
}

impl Ladder {
    /// The results stored with a run; empty if there are none.
    ///
    /// # Errors
    /// The file cannot be read, or holds other data.
    pub fn read(run: &RunDir) -> Result<Ladder> {
        let path = run.path().join("ladder.jsonl");
        let mut ladder = Ladder { path: path.clone(), played: BTreeMap::new() };
        let lines = Journal::read(&path, "a pair of games; without the file they are played anew")?;
        lines.iter().for_each(|line| ladder.add(line));
        Ok(ladder)
    }

    fn add(&mut self, line: &PairLine) {
        let key = (line.budget.clone(), line.generations);
        self.played.entry(key).or_default().insert(line.pair, line.outcomes);
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// The budgets of the games, as after `@` in a player's name.
    pub fn budgets(&self) -> BTreeSet<&str> {
        self.played.keys().map(|(budget, _)| budget.as_str()).collect()
    }

    /// The number of pairs of games with a budget.
    pub fn pairs(&self, budget: &str) -> usize {
        self.played.iter().filter(|((with, _), _)| with == budget).map(|(_, pairs)| pairs.len()).sum()
    }

    /// The curve from all games with a budget, by generation; empty without games.
    pub fn curve(&self, budget: &str) -> Vec<Rung> {
        let matches: Vec<([u32; 2], Score)> = self
            .played
            .iter()
            .filter(|((with, _), _)| with == budget)
            .map(|((_, generations), pairs)| {
                let mut score = Score::default();
                pairs.values().for_each(|&outcomes| score.add(outcomes));
                (*generations, score)
            })
            .collect();
        let numbers: BTreeSet<u32> = matches.iter().flat_map(|(generations, _)| *generations).collect();
        let numbers: Vec<u32> = numbers.into_iter().collect();
        let place =
            |generation: u32| numbers.iter().position(|&number| number == generation).expect("it is one of them");
        let differences: Vec<([usize; 2], Elo)> = matches
            .iter()
            .filter_map(|(generations, score)| Some((generations.map(place), Elo::estimate(&score.pairs)?)))
            .collect();
        let rated = ratings(numbers.len(), &differences);
        let rungs = numbers.iter().zip(rated).filter_map(|(&generation, elo)| {
            let own = matches.iter().filter(|(generations, _)| generations.contains(&generation));
            Some(Rung { generation, elo: elo?, games: own.map(|(_, score)| score.total().games()).sum() })
        });
        rungs.collect()
    }

    /// Plays and stores the missing pairs of games, and returns their number. `begin` gets the number missing, `each`
    /// is called after each. If `stop` returns true, the games under way are lost.
    ///
    /// # Errors
    /// A net cannot be read or is of another game, there are no openings, or the file cannot be written.
    pub fn play(
        &mut self,
        game: &AnyGame,
        run: &RunDir,
        terms: &Terms,
        stop: &(dyn Fn() -> bool + Sync),
        begin: impl FnOnce(usize),
        each: impl Fn() + Send,
    ) -> Result<usize> {
        let fixtures = pairings(&rungs(&run.evaluated_generations()?, terms.rungs));
        let (budget, pairs) = (terms.budget.to_string(), terms.games / 2);
        let is_there = |fixture: &[u32; 2], pair: u32| {
            self.played.get(&(budget.clone(), *fixture)).is_some_and(|pairs| pairs.contains_key(&pair))
        };
        // One opening after the other, so that all pairings are known equally well at any time.
        let jobs: Vec<Job> = (0..pairs)
            .flat_map(|pair| fixtures.iter().map(move |&fixture| (fixture, pair)))
            .filter(|(fixture, pair)| !is_there(fixture, *pair))
            .collect();
        begin(jobs.len());
        if jobs.is_empty() {
            return Ok(0);
        }
        let openings = Openings::draw(game, pairs as usize, DEFAULT_PLIES, SEED)?;
        let mut entrants = BTreeMap::new();
        for generation in jobs.iter().flat_map(|(fixture, _)| *fixture).collect::<BTreeSet<u32>>() {
            let path = run.evaluator(generation);
            let net = Arc::new(CompactNet::read(&path)?);
            let entrant = Entrant::of_net(&generation.to_string(), game, net, terms.budget);
            entrants.insert(generation, entrant.with_context(|| format!("cannot use {}", path.display()))?);
        }
        let journal = Journal::open(&self.path)?;
        let missing = MissingPairs { ladder: self, journal, jobs: jobs.into_iter(), budget, played: 0, each };
        let work = |(): &mut (), (generations, pair): Job, stop: &dyn Fn() -> bool| {
            let [mut later, mut earlier] = generations.map(|generation| entrants[&generation].player());
            let seed = derive(SEED, &[pair.into(), generations[0].into(), generations[1].into()]);
            let played = play_pair(game, openings.moves(pair as usize), [&mut *later, &mut *earlier], seed, stop);
            played.map(|played| played.outcomes())
        };
        Ok(run_tasks(missing, terms.threads, stop, || (), work)?.played)
    }
}

/// The later generation and the earlier one, and the number of the opening.
type Job = ([u32; 2], u32);

/// The missing pairs of a ladder.
struct MissingPairs<'a, F> {
    ladder: &'a mut Ladder,
    journal: Journal,
    jobs: vec::IntoIter<Job>,
    budget: String,
    played: usize,
    each: F,
}

impl<F: Fn() + Send> TaskQueue for MissingPairs<'_, F> {
    type Task = Job;
    type Result = [Outcome; 2];
    type Error = anyhow::Error;

    fn next(&mut self) -> Option<Job> {
        self.jobs.next()
    }

    fn enter(&mut self, (generations, pair): Job, outcomes: [Outcome; 2]) -> Result<()> {
        let line = PairLine { generations, budget: self.budget.clone(), pair, outcomes };
        self.journal.add(&line)?;
        self.ladder.add(&line);
        self.played += 1;
        (self.each)();
        Ok(())
    }
}

/// The generations that play, at most `most` (at least two): the first and the newest, and between them multiples of a
/// power of two. As a run grows, most of them stay.
fn rungs(there: &[u32], most: usize) -> Vec<u32> {
    let fits = |step: u32| {
        let (first, last) = (there.first(), there.last());
        let chosen = |number: &u32| Some(number) == first || Some(number) == last || number.is_multiple_of(step);
        let rungs: Vec<u32> = there.iter().copied().filter(chosen).collect();
        (rungs.len() <= most.max(2)).then_some(rungs)
    };
    (0..u32::BITS).find_map(|power| fits(1 << power)).unwrap_or_default()
}

/// The pairings: each rung against the two below it. The later generation comes first.
fn pairings(rungs: &[u32]) -> Vec<[u32; 2]> {
    let at = |distance: usize| rungs.iter().skip(distance).zip(rungs).map(|(&later, &earlier)| [later, earlier]);
    at(1).chain(at(2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_are_few_and_stay_as_a_run_grows() {
        let all = |newest: u32| (0..=newest).collect::<Vec<u32>>();
        assert_eq!(rungs(&all(3), 8), [0, 1, 2, 3]);
        assert_eq!(rungs(&all(20), 8), [0, 4, 8, 12, 16, 20]);
        assert_eq!(rungs(&all(23), 8), [0, 4, 8, 12, 16, 20, 23]);
        assert_eq!(rungs(&all(40), 8), [0, 8, 16, 24, 32, 40]);
        assert_eq!(rungs(&all(40), 2), [0, 40]);
        assert_eq!(rungs(&[7], 8), [7]);
        assert_eq!(rungs(&[], 8), [0; 0]);
        assert_eq!(pairings(&[0, 4, 8]), [[4, 0], [8, 4], [8, 0]]);
        assert_eq!(pairings(&[0]), [[0; 2]; 0]);
    }
}
