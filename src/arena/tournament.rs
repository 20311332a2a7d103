use super::{GamePair, Openings, Score, Sprt, SprtResult, SprtState, play_pair};
use crate::game::{AnyGame, Packed};
use crate::players::{Entrant, Player};
use crate::random::derive;
use std::collections::{BTreeMap, HashSet};
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// A round robin: each player meets every other, with a pair of games from each opening.
///
/// The games follow from the seed and do not depend on the number of threads, unless players think by the clock.
pub struct Tournament<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// The players, at least two.
    pub entrants: &'a [Entrant],
    /// The openings, one for each pair of games; the same for all pairings.
    pub openings: &'a Openings,
    /// Decides everything random in the games.
    pub seed: u64,
    /// Threads that play; at least one does.
    pub threads: usize,
    /// If given, a pairing ends as soon as this test is decided.
    pub sprt: Option<Sprt>,
}

/// Two players and how one did against the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// Indices of the players. Score and test are from the view of the first.
    pub players: [usize; 2],
    /// The results so far.
    pub score: Score,
    /// By how much the first ended ahead in each pair of games, in games that [count](crate::game::Game::ahead) something.
    pub ahead: Vec<f64>,
    /// The games that each of them lost by forfeit; they are part of the score.
    pub forfeits: [u32; 2],
    /// Games that differ. Players that always answer alike play the same game again from the same opening, which says
    /// nothing new.
    pub distinct: u32,
    /// The state of the test, if there is one.
    pub sprt: Option<SprtState>,
}

/// Counts pairs of games in the order of their numbers, so that a test is decided after the same pair whoever plays.
pub struct Standings {
    pairings: Vec<Pairing>,
    sprt: Option<Sprt>,
    /// Pairs that have come before an earlier one.
    waiting: BTreeMap<usize, Option<GamePair>>,
    counted: usize,
    /// The games that have been counted, by their moves and who began.
    games: HashSet<u64>,
}

impl Standings {
    /// Adds the pair of this number, or the news that nobody plays it, as its pairing is decided. Calls `each` for
    /// every pair that counts from now on, with its pairing up to date. Pairs that come after their pairing is decided
    /// do not count.
    ///
    /// # Errors
    /// The first error of `each`.
    pub fn add<E>(
        &mut self,
        number: usize,
        pair: Option<GamePair>,
        mut each: impl FnMut(&Pairing, &GamePair) -> Result<(), E>,
    ) -> Result<(), E> {
        self.waiting.insert(number, pair);
        while let Some(pair) = self.waiting.remove(&self.counted) {
            let index = self.counted % self.pairings.len();
            self.counted += 1;
            let pairing = &mut self.pairings[index];
            let Some(pair) = pair.filter(|_| !pairing.is_decided()) else { continue };
            pairing.score.add(pair.outcomes());
            pairing.ahead.extend(pair.ahead());
            pair.forfeits().for_each(|(player, _)| pairing.forfeits[player] += 1);
            for (side, played) in pair.games.iter().enumerate() {
                let moves = played.moves.iter().map(|mv| u64::from(mv.pack()));
                let game = derive(index as u64, &Vec::from_iter([side as u64].into_iter().chain(moves)));
                pairing.distinct += u32::from(self.games.insert(game));
            }
            pairing.sprt = self.sprt.map(|sprt| sprt.state(&pairing.score.pairs));
            each(pairing, &pair)?;
        }
        Ok(())
    }

    /// Adds a pair of games that was played before. They come in the order in which [`Standings::add`] gave them to
    /// `each`.
    pub fn add_played(&mut self, pair: GamePair) {
        let number = self.next_number();
        self.add(number, Some(pair), |_, _| Ok::<_, Infallible>(())).unwrap_or_else(|never| match never {});
    }

    /// The number of the next pair that counts, if there are so many.
    pub fn next_number(&mut self) -> usize {
        while !self.is_decided() && self.pairings[self.counted % self.pairings.len()].is_decided() {
            self.counted += 1;
        }
        self.counted
    }

    /// How everyone has done so far.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Whether the tests of all pairings are decided.
    pub fn is_decided(&self) -> bool {
        self.pairings.iter().all(Pairing::is_decided)
    }
}

impl Pairing {
    /// Whether its test is decided.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.result != SprtResult::Undecided)
    }
}

/// What a thread has done with a pair: played it, or skipped it because its pairing is decided.
type Report = (usize, Option<GamePair>);

impl Tournament<'_> {
    /// Plays. Calls `each` for every pair of games that counts, with its pairing up to date, in an order that does not
    /// depend on the threads. Once `stop` says so, the tournament ends; pairs under
    /// way do not count.
    ///
    /// # Errors
    /// The first error of `each`, which also ends the tournament.
    pub fn run<E>(
        &self,
        stop: impl Fn() -> bool + Sync,
        each: impl FnMut(&Pairing, &GamePair) -> Result<(), E>,
    ) -> Result<Vec<Pairing>, E> {
        self.run_on(self.standings(), stop, each)
    }

    /// The same from standings that hold the first pairs already: see [`Standings::add_played`].
    ///
    /// # Errors
    /// As [`Tournament::run`].
    pub fn run_on<E>(
        &self,
        mut standings: Standings,
        stop: impl Fn() -> bool + Sync,
        mut each: impl FnMut(&Pairing, &GamePair) -> Result<(), E>,
    ) -> Result<Vec<Pairing>, E> {
        let next = AtomicUsize::new(standings.next_number());
        let failed = AtomicBool::new(false);
        let decided = |pairing: &Pairing| AtomicBool::new(pairing.is_decided());
        let decided: Vec<AtomicBool> = standings.pairings.iter().map(decided).collect();

        let work = |reports: mpsc::Sender<Report>| {
            let mut players = self.players();
            let stop = || stop() || failed.load(Ordering::Relaxed);
            while !stop() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.pairs() {
                    return;
                }
                let played = match decided[number % decided.len()].load(Ordering::Relaxed) {
                    true => None,
                    false => match self.pair(&mut players, number, stop) {
                        None => return,
                        played => played,
                    },
                };
                if reports.send((number, played)).is_err() {
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
            for (number, played) in reports {
                if let Err(error) = standings.add(number, played, &mut each) {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                for (pairing, decided) in standings.pairings.iter().zip(&decided) {
                    decided.store(pairing.is_decided(), Ordering::Relaxed);
                }
            }
            Ok(standings.pairings)
        })
    }

    /// New players, one for each entrant.
    pub fn players(&self) -> Vec<Box<dyn Player>> {
        self.entrants.iter().map(Entrant::player).collect()
    }

    /// Number of pairs of games, all pairings together. They go round the pairings, one opening after another.
    pub fn pairs(&self) -> usize {
        self.openings.len() * self.fixtures().count()
    }

    /// Plays the pair of that number with `players` from [`Tournament::players`]; `None` if `stop`, asked before each
    /// move, says so.
    pub fn pair(&self, players: &mut [Box<dyn Player>], number: usize, stop: impl Fn() -> bool) -> Option<GamePair> {
        let (opening, [one, other]) = self.place(number);
        let seed = derive(self.seed, &[opening as u64, one as u64, other as u64]);
        let [first, second] = players.get_disjoint_mut([one, other]).expect("a pairing names two different players");
        play_pair(self.game, self.openings.moves(opening), [&mut **first, &mut **second], seed, stop)
    }

    /// The opening of the pair of that number, and who plays it.
    pub fn place(&self, number: usize) -> (usize, [usize; 2]) {
        let fixtures = self.fixtures().count();
        let players = self.fixtures().nth(number % fixtures).expect("a remainder is smaller");
        (number / fixtures, players)
    }

    /// The standings before any game.
    pub fn standings(&self) -> Standings {
        let sprt = self.sprt.map(|sprt| sprt.state(&Score::default().pairs));
        let pairing = |players| Pairing {
            players,
            score: Score::default(),
            ahead: Vec::new(),
            forfeits: [0; 2],
            distinct: 0,
            sprt,
        };
        let pairings = self.fixtures().map(pairing).collect();
        Standings { pairings, sprt: self.sprt, waiting: BTreeMap::new(), counted: 0, games: HashSet::new() }
    }

    /// Who meets whom.
    fn fixtures(&self) -> impl Iterator<Item = [usize; 2]> {
        let players = 0..self.entrants.len();
        players.clone().flat_map(move |one| (one + 1..players.end).map(move |other| [one, other]))
    }
}
