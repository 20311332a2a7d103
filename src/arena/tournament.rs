use super::task_queue::{TaskQueue, run_tasks};
use super::{GamePair, Openings, PlayedGame, Score, Sprt, SprtResult, SprtState, play_pair};
use crate::game::{AnyGame, Game, History, Outcome, Packed, Side};
use crate::players::{Entrant, Forfeit, Player};
use crate::random::derive;
use anyhow::{bail, ensure};
use std::collections::HashSet;
use std::convert::Infallible;

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

/// Two players, and the results of the first against the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// Indices of the players. Score and test are from the view of the first.
    pub players: [usize; 2],
    /// The results so far.
    pub score: Score,
    /// By how much the first ended ahead in each pair of games, in games that [count](crate::game::Game::ahead)
    /// anything.
    pub ahead: Vec<f64>,
    /// Number of games that each player lost by forfeit; they are part of the score.
    pub forfeits: [u32; 2],
    /// Number of different games. Players that always answer alike repeat a game from the same opening, which adds no
    /// information.
    pub distinct: u32,
    /// The state of the test, if there is one.
    pub sprt: Option<SprtState>,
}

/// Counts pairs of games in the order of their numbers, so that a test is decided after the same pair on any number of
/// threads or workers.
pub struct Standings {
    pairings: Vec<Pairing>,
    sprt: Option<Sprt>,
    counted: usize,
    /// The games counted, by their moves and who began.
    games: HashSet<u64>,
}

impl Standings {
    /// Adds the pair of this number; they come in the order of their numbers. If the test of its pairing was undecided,
    /// the pair counts: `each` is called with it and the updated pairing.
    ///
    /// # Errors
    /// The error of `each`.
    pub fn add<E>(
        &mut self,
        number: usize,
        pair: &GamePair,
        each: impl FnOnce(&Pairing, &GamePair) -> Result<(), E>,
    ) -> Result<(), E> {
        self.counted = number + 1;
        let index = number % self.pairings.len();
        let pairing = &mut self.pairings[index];
        if pairing.is_decided() {
            return Ok(());
        }
        pairing.score.add(pair.outcomes());
        pairing.ahead.extend(pair.ahead());
        pair.forfeits().for_each(|(player, _)| pairing.forfeits[player] += 1);
        for (side, played) in pair.games.iter().enumerate() {
            let moves = played.moves.iter().map(|mv| u64::from(mv.pack()));
            let game = derive(index as u64, &Vec::from_iter([side as u64].into_iter().chain(moves)));
            pairing.distinct += u32::from(self.games.insert(game));
        }
        pairing.sprt = self.sprt.map(|sprt| sprt.state(&pairing.score.pairs));
        each(pairing, pair)
    }

    /// Adds a pair of games that was played before, that of [`Standings::next_number`].
    pub fn add_played(&mut self, pair: &GamePair) {
        let number = self.next_number();
        self.add(number, pair, |_, _| Ok::<_, Infallible>(())).unwrap_or_else(|never| match never {});
    }

    /// The number of the next pair that counts.
    pub fn next_number(&mut self) -> usize {
        while !self.is_decided() && self.pairings[self.counted % self.pairings.len()].is_decided() {
            self.counted += 1;
        }
        self.counted
    }

    /// All pairings, with their results so far.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Whether the tests of all pairings are decided.
    pub fn is_decided(&self) -> bool {
        self.pairings.iter().all(Pairing::is_decided)
    }
}

impl Pairing {
    /// Whether the test of this pairing is decided.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.result != SprtResult::Undecided)
    }
}

/// The pairs of a tournament, and the standings that count them.
struct Match<'a, F> {
    tournament: &'a Tournament<'a>,
    standings: Standings,
    next: usize,
    each: F,
}

impl<E: Send, F: FnMut(&Pairing, &GamePair) -> Result<(), E> + Send> TaskQueue for Match<'_, F> {
    type Task = usize;
    type Result = GamePair;
    type Error = E;

    fn next(&mut self) -> Option<usize> {
        let pairings = &self.standings.pairings;
        let is_open = |&number: &usize| !pairings[number % pairings.len()].is_decided();
        let number = (self.next..self.tournament.pairs()).find(is_open)?;
        self.next = number + 1;
        Some(number)
    }

    fn enter(&mut self, number: usize, pair: GamePair) -> Result<(), E> {
        self.standings.add(number, &pair, &mut self.each)
    }
}

impl Tournament<'_> {
    /// Plays. Calls `each` for every pair of games that counts, with its pairing up to date, in an order that does not
    /// depend on the threads. Once `stop` returns true, the tournament ends; pairs under way do not count.
    ///
    /// # Errors
    /// The first error of `each`, which also ends the tournament.
    pub fn run<E: Send>(
        &self,
        stop: impl Fn() -> bool + Sync,
        each: impl FnMut(&Pairing, &GamePair) -> Result<(), E> + Send,
    ) -> Result<Vec<Pairing>, E> {
        self.run_on(self.standings(), stop, each)
    }

    /// [`Tournament::run`] from standings that hold the first pairs already: see [`Standings::add_played`].
    ///
    /// # Errors
    /// As [`Tournament::run`].
    pub fn run_on<E: Send>(
        &self,
        mut standings: Standings,
        stop: impl Fn() -> bool + Sync,
        each: impl FnMut(&Pairing, &GamePair) -> Result<(), E> + Send,
    ) -> Result<Vec<Pairing>, E> {
        let next = standings.next_number();
        let book = Match { tournament: self, standings, next, each };
        let pair = |players: &mut Vec<_>, number, stop: &dyn Fn() -> bool| self.pair(players, number, stop);
        Ok(run_tasks(book, self.threads, &stop, || self.players(), pair)?.standings.pairings)
    }

    /// New players, one for each entrant.
    pub fn players(&self) -> Vec<Box<dyn Player>> {
        self.entrants.iter().map(Entrant::player).collect()
    }

    /// Number of pairs of games, all pairings together. They go round the pairings, one opening after another.
    pub fn pairs(&self) -> usize {
        self.openings.len() * self.fixtures().count()
    }

    /// Plays the pair of that number with `players` from [`Tournament::players`]; `None` if `stop`, called before each
    /// move, returns true.
    pub fn pair(&self, players: &mut [Box<dyn Player>], number: usize, stop: impl Fn() -> bool) -> Option<GamePair> {
        let (opening, [one, other]) = self.place(number);
        let seed = derive(self.seed, &[opening as u64, one as u64, other as u64]);
        let [first, second] = players.get_disjoint_mut([one, other]).expect("a pairing names two different players");
        play_pair(self.game, self.openings.moves(opening), [&mut **first, &mut **second], seed, stop)
    }

    /// A game of the pair of that number by its moves, in notation; `loser`, if any, had no move to give.
    ///
    /// # Errors
    /// A move is not legal, the game begins from another opening, or it is not over.
    pub fn read_game<'t>(
        &self,
        number: usize,
        moves: impl IntoIterator<Item = &'t str>,
        loser: Option<Side>,
    ) -> anyhow::Result<PlayedGame> {
        let mut history = History::new(self.game, self.game.start());
        history.play_texts(self.game, moves)?;
        let (opening, _) = self.place(number);
        ensure!(history.played().starts_with(self.openings.moves(opening)), "it begins from another opening");
        let (outcome, forfeit) = match (history.outcome(), loser) {
            (Some(outcome), _) => (outcome, None),
            (None, Some(loser)) => (Outcome::Win(loser.other()), Some(Forfeit::new("no move to give"))),
            (None, None) => bail!("it is not over"),
        };
        Ok(PlayedGame::of(self.game, &history, outcome, forfeit))
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
        Standings { pairings, sprt: self.sprt, counted: 0, games: HashSet::new() }
    }

    /// Who meets whom.
    fn fixtures(&self) -> impl Iterator<Item = [usize; 2]> {
        let players = 0..self.entrants.len();
        players.clone().flat_map(move |one| (one + 1..players.end).map(move |other| [one, other]))
    }
}
