use super::{GamePair, Openings, Score, Sprt, SprtResult, SprtState, play_pair};
use crate::game::{CompleteGame, Game};
use crate::players::{Entrant, Player};
use crate::random::derive;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// A round robin: each player meets every other, with a pair of games from each opening.
///
/// The games follow from the seed and do not depend on the number of threads, unless players think by the clock.
pub struct Tournament<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The players, at least two.
    pub entrants: &'a [Entrant<G>],
    /// The openings, one for each pair of games; the same for all pairings.
    pub openings: &'a Openings<G::Move>,
    /// Decides everything random in the games.
    pub seed: u64,
    /// Threads that play; at least one does.
    pub threads: usize,
    /// If given, a pairing ends as soon as this test is decided.
    pub sprt: Option<Sprt>,
}

/// Two players and how one did against the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// Indices of the players. Score and test are from the view of the first.
    pub players: [usize; 2],
    /// The results so far.
    pub score: Score,
    /// The games that each of them lost by forfeit; they are part of the score.
    pub forfeits: [u32; 2],
    /// The state of the test, if there is one.
    pub sprt: Option<SprtState>,
}

/// What a thread has done with a job: played it, or skipped it because its pairing is decided.
type Report<M> = (usize, Option<GamePair<M>>);

impl<G: CompleteGame> Tournament<'_, G> {
    /// Plays. Calls `each` for every pair of games that counts, with its pairing up to date, in an order that does not
    /// depend on the threads. Once `stop` says so, the tournament ends; pairs under
    /// way do not count.
    ///
    /// # Errors
    /// The first error of `each`, which also ends the tournament.
    pub fn run<E>(
        &self,
        stop: impl Fn() -> bool + Sync,
        mut each: impl FnMut(&Pairing, &GamePair<G::Move>) -> Result<(), E>,
    ) -> Result<Vec<Pairing>, E> {
        let mut pairings = self.pairings();
        // Jobs go round the pairings, one opening after another.
        let jobs = self.openings.len() * pairings.len();
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let decided: Vec<AtomicBool> = pairings.iter().map(|_| AtomicBool::new(false)).collect();
        let fixtures: Vec<[usize; 2]> = pairings.iter().map(|pairing| pairing.players).collect();

        let work = |reports: mpsc::Sender<Report<G::Move>>| {
            let mut players: Vec<Box<dyn Player<G>>> = self.entrants.iter().map(Entrant::player).collect();
            while !stop() && !failed.load(Ordering::Relaxed) {
                let job = next.fetch_add(1, Ordering::Relaxed);
                if job >= jobs {
                    return;
                }
                let fixture = job % fixtures.len();
                let left = decided[fixture].load(Ordering::Relaxed);
                let played = match left {
                    true => None,
                    false => match self.play(&mut players, fixtures[fixture], job / fixtures.len(), &stop) {
                        None => return,
                        played => played,
                    },
                };
                if reports.send((job, played)).is_err() {
                    return;
                }
            }
        };

        thread::scope(|scope| {
            let (sender, reports) = mpsc::channel();
            for _ in 0..self.threads.max(1) {
                let sender = sender.clone();
                scope.spawn(|| work(sender));
            }
            drop(sender);

            // Results count in the order of the jobs, so that a test is decided after the same pair on any number of
            // threads. Pairs played after that do not count.
            let mut waiting = BTreeMap::new();
            let mut counted = 0;
            let mut error = None;
            for (job, played) in reports {
                waiting.insert(job, played);
                while let Some(played) = waiting.remove(&counted) {
                    let fixture = counted % pairings.len();
                    counted += 1;
                    let Some(pair) = played.filter(|_| !decided[fixture].load(Ordering::Relaxed)) else { continue };
                    if error.is_some() {
                        continue;
                    }
                    let pairing = &mut pairings[fixture];
                    pairing.score.add(pair.outcomes());
                    pair.forfeits().for_each(|(player, _)| pairing.forfeits[player] += 1);
                    pairing.sprt = self.sprt.map(|sprt| sprt.state(&pairing.score.pairs));
                    if pairing.sprt.is_some_and(|state| state.result != SprtResult::Undecided) {
                        decided[fixture].store(true, Ordering::Relaxed);
                    }
                    error = each(pairing, &pair).err();
                    failed.fetch_or(error.is_some(), Ordering::Relaxed);
                }
            }
            match error {
                Some(error) => Err(error),
                None => Ok(pairings),
            }
        })
    }

    /// All pairings, before any game.
    fn pairings(&self) -> Vec<Pairing> {
        let players = 0..self.entrants.len();
        let fixtures = players.clone().flat_map(|one| (one + 1..players.end).map(move |other| [one, other]));
        let sprt = self.sprt.map(|sprt| sprt.state(&Score::default().pairs));
        fixtures.map(|players| Pairing { players, score: Score::default(), forfeits: [0; 2], sprt }).collect()
    }

    fn play(
        &self,
        players: &mut [Box<dyn Player<G>>],
        [one, other]: [usize; 2],
        opening: usize,
        stop: impl Fn() -> bool,
    ) -> Option<GamePair<G::Move>> {
        let seed = derive(self.seed, &[opening as u64, one as u64, other as u64]);
        let [first, second] = players.get_disjoint_mut([one, other]).expect("a pairing names two different players");
        play_pair(self.game, self.openings.moves(opening), [&mut **first, &mut **second], seed, stop)
    }
}
