use super::mirror::Mirror;
use super::plan::{GameTask, STRENGTHS, budget};
use crate::arena::{Openings, play_pair};
use crate::game::{AnyGame, AnyMove, AnyPosition, Game, History, Notation, Outcome, Side, Turns, is_whole_turn};
use crate::players::{Engine, Entrant, Level, Player, RandomPlayer};
use crate::random::derive;
use crate::search::Search;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A finished task: a line of the state file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRecord {
    /// The finished task.
    pub task: GameTask,
    /// Seconds that the task took on one thread.
    pub seconds: f64,
    /// The result of the task.
    pub result: Result,
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Result {
    /// A game of a strength against itself.
    Game(ReportGame),
    /// The half points, 0 to 4, of the stronger player in a pair.
    Pair(usize),
    /// A game against a copying player; `None` if the rules allow no copying.
    Copied(Option<CopiedGame>),
}

/// A game of the strongest player, who begins, against one who answers each turn by its image if that is legal, and
/// otherwise by search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopiedGame {
    /// The winner's side; `None` in a draw.
    pub winner: Option<usize>,
    /// Number of turns of the copying player.
    pub turns: usize,
    /// Number of the copying player's turns that were images.
    pub images: usize,
}

/// A game as stored in the report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportGame {
    /// All moves, in notation: whole turns if the game [shows](Notation::shows_turns) them, here and below.
    pub moves: Vec<String>,
    /// Number of legal moves before each move, counted up to 10 000; 0 if chance made it.
    pub choices: Vec<u16>,
    /// Expected score in [-1, 1] for the first side before each move; empty for random games.
    pub values: Vec<f32>,
    /// Number of the search's decisions (each step of a turn counts) that the policy also preferred; number of all
    /// decisions.
    pub agreed: [u32; 2],
    /// The number of moves played when the search first knew the result for certain.
    pub proven: Option<u16>,
    /// Of the positions in which a move was made, the number of those that had occurred earlier in the game.
    pub repeated: u16,
    /// The winner's side, 0 or 1; `None` in a draw.
    pub winner: Option<usize>,
    /// Why the game was over, in the words of the game.
    pub ending: String,
    /// The counts of both sides at the end, in games with points.
    pub totals: Option<[u32; 2]>,
}

/// Number of moves at the start of a game that are drawn by the shares of the visits, so that games differ; later moves
/// are the best ones.
pub const DRAWN: u32 = 8;

/// The most legal turns counted: Connect6 has some ten thousand.
const MOST_CHOICES: usize = 10_000;

/// Number of random moves at the start of the games of a pair.
pub const PAIR_PLIES: u32 = 4;

/// Makes the tasks of one subject.
pub struct Worker<'a> {
    game: &'a AnyGame,
    entrant: &'a Entrant,
    engine: Engine,
    seed: u64,
    /// The map for copying, once needed; the inner `None` if the rules allow none.
    mirror: Option<Option<Mirror>>,
}

impl<'a> Worker<'a> {
    /// A worker; `None` if the player does not search.
    pub fn new(game: &'a AnyGame, entrant: &'a Entrant, seed: u64) -> Option<Self> {
        Some(Worker { game, entrant, engine: entrant.engine()?, seed, mirror: None })
    }

    /// Does a task.
    pub fn run(&mut self, task: GameTask) -> TaskRecord {
        let begin = crate::clock::Instant::now();
        let kind = usize::from(task.step) + 2 * usize::from(task.copied);
        let path = [task.subject, task.strength, kind, task.index].map(|step| step as u64);
        let seed = derive(self.seed, &path);
        let result = match task {
            GameTask { copied: true, .. } => Result::Copied(self.copied(seed)),
            GameTask { step: true, .. } => Result::Pair(self.pair(task, seed)),
            _ => Result::Game(self.play(task, seed)),
        };
        TaskRecord { task, seconds: begin.elapsed().as_secs_f64(), result }
    }

    fn pair(&self, task: GameTask, seed: u64) -> usize {
        // The same openings for all steps.
        let opening_seed = derive(self.seed, &[1, task.index as u64]);
        let plies = PAIR_PLIES.min(self.game.max_moves() / 4);
        let openings = Openings::draw(self.game, 1, plies, opening_seed);
        let opening = openings.as_ref().map_or(&[][..], |openings| openings.moves(0));
        let [mut weak, mut strong] = [task.strength, task.strength + 1].map(|strength| self.player(strength));
        let pair = play_pair(self.game, opening, [&mut *strong, &mut *weak], seed, || false).expect("nothing stops it");
        let half_points = pair.outcomes().into_iter().zip(Side::BOTH).map(|(outcome, side)| match outcome {
            Outcome::Draw => 1,
            Outcome::Win(winner) => 2 * usize::from(winner == side),
        });
        half_points.sum()
    }

    fn player(&self, strength: usize) -> Box<dyn Player> {
        match STRENGTHS[strength] {
            None => Box::new(RandomPlayer::new(0)),
            Some(simulations) => {
                let mut engine = self.entrant.engine().expect("it made one before");
                engine.set_budget(budget(simulations));
                Box::new(engine)
            }
        }
    }

    fn play(&mut self, task: GameTask, seed: u64) -> ReportGame {
        let game = self.game;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut history = History::new(game, game.start());
        let mut played = ReportGame::default();
        let (mut legal, mut seen) = (Vec::new(), HashSet::new());
        // The moves of the current turn, and the position before it.
        let (mut turn, mut before) = (Vec::new(), game.start());
        self.engine.forget(seed);
        while history.outcome().is_none() {
            let position = history.position().clone();
            history.legal_moves(game, &mut legal);
            if game.is_chance(&position) {
                let mv = legal[rng.random_range(0..legal.len())];
                played.moves.push(game.format_turn(&position, &[mv]));
                played.choices.push(0);
                match STRENGTHS[task.strength] {
                    None => {}
                    // Without search there is no value of a position in which chance acts: the last value is repeated.
                    Some(0) => played.values.push(played.values.last().copied().unwrap_or(0.0)),
                    Some(simulations) => {
                        let search = self.engine.think_while(game, &history, budget(simulations), |_| true);
                        played.values.push(search.value().score() * game.side_to_act(&position).sign());
                    }
                }
                history.play(game, mv);
                continue;
            }
            if turn.is_empty() {
                before = position.clone();
                if game.repetition_key(&position).is_some_and(|key| !seen.insert(key)) {
                    played.repeated += 1;
                }
                played.choices.push(choices(game, &position, legal.len()) as u16);
            }
            let mv = match STRENGTHS[task.strength] {
                None => legal[rng.random_range(0..legal.len())],
                Some(simulations) => {
                    let search = self.engine.think_while(game, &history, budget(simulations), |_| true);
                    if turn.is_empty() {
                        played.values.push(search.value().score() * game.side_to_act(&position).sign());
                    }
                    played.note(search);
                    chosen(&history, search, simulations, seed)
                }
            };
            turn.push(mv);
            history.play(game, mv);
            let is_whole = !game.shows_turns() || is_whole_turn(game, history.position());
            if is_whole || history.outcome().is_some() {
                played.moves.push(game.format_turn(&before, &turn));
                turn.clear();
            }
        }
        played.winner = history.outcome().and_then(|outcome| outcome.winner()).map(Side::index);
        let ending = history.ending(game);
        played.totals = ending.as_ref().and_then(|ending| ending.score).or_else(|| game.totals(history.position()));
        played.ending = ending.map_or_else(String::new, |ending| ending.reason.into_owned());
        played
    }
}

impl Worker<'_> {
    fn copied(&mut self, seed: u64) -> Option<CopiedGame> {
        let game = self.game;
        let mirror = self.mirror.get_or_insert_with(|| Mirror::of(game)).as_ref()?;
        let simulations = STRENGTHS.into_iter().flatten().max().expect("there are strengths");
        let mut history = History::new(game, game.start());
        let (mut turns, mut images) = (0, 0);
        self.engine.forget(seed);
        // The last whole turn, its side, and the position before it.
        let (mut turn, mut before, mut begun_by) = (Vec::new(), game.start(), Side::First);
        while history.outcome().is_none() {
            let side = game.side_to_act(history.position());
            let position = history.position().clone();
            let begins = !game.is_within_turn(&position);
            if begins && side == Side::Second {
                turns += 1;
                let answers = begun_by == Side::First && !turn.is_empty();
                if answers && let Some(after) = mirror.answered(game, &history, &before, &turn) {
                    images += 1;
                    (history, begun_by) = (after, side);
                    continue;
                }
            }
            if begins {
                turn.clear();
                (before, begun_by) = (position, side);
            }
            let search = self.engine.think_while(game, &history, budget(simulations), |_| true);
            let mv = chosen(&history, search, simulations, seed);
            turn.push(mv);
            history.play(game, mv);
        }
        let winner = history.outcome().and_then(|outcome| outcome.winner()).map(Side::index);
        Some(CopiedGame { winner, turns, images })
    }
}

/// The move that is played after a search.
fn chosen(history: &History, search: &Search, simulations: u32, seed: u64) -> AnyMove {
    // The policy without search stays random to the end: otherwise its games would all be one.
    let drawn = history.moves() < DRAWN || simulations == 0;
    let temperature = if drawn { 1.0 } else { 0.0 };
    Level { level: 0, simulations, temperature, elo: None }.choose(history, search, seed)
}

impl ReportGame {
    /// The number of moves without those of chance.
    pub fn length(&self) -> usize {
        self.chosen().count()
    }

    /// The number of legal moves at each move that a player chose, not chance.
    pub fn chosen(&self) -> impl Iterator<Item = u16> {
        self.choices.iter().copied().filter(|&count| count > 0)
    }

    fn note(&mut self, search: &Search) {
        let liked = search.moves().map(|root| root.prior).fold(0.0, f32::max);
        let best = search.best_move();
        let agrees = search.moves().any(|root| root.mv == best && root.prior >= liked);
        self.agreed[0] += u32::from(agrees);
        self.agreed[1] += 1;
        if search.proven().is_some() {
            self.proven = self.proven.or(Some(self.moves.len() as u16));
        }
    }

    /// The result for the first side: 1, 0 or -1.
    pub fn result(&self) -> f64 {
        match self.winner {
            None => 0.0,
            Some(side) => 1.0 - 2.0 * side as f64,
        }
    }

    /// The half points of the first side, 0 to 2.
    pub fn half_points(&self) -> usize {
        (self.result() + 1.0) as usize
    }

    /// By how many points the first side won, in games with points.
    pub fn margin(&self) -> Option<i64> {
        self.totals.map(|[first, second]| i64::from(first) - i64::from(second))
    }

    /// The share of a decided game that remained once the winner's chance exceeded `share` for good; `None` without
    /// values.
    pub fn left_when_known(&self, share: f64) -> Option<f64> {
        let result = self.result();
        let chance = |value: &f32| (1.0 + f64::from(*value) * result) / 2.0;
        let known = self.values.iter().rev().take_while(|value| chance(value) >= share).count();
        (result != 0.0 && !self.values.is_empty()).then(|| known as f64 / self.values.len() as f64)
    }

    /// The winner's lowest value, if there is a winner and there are values: how near it was to losing.
    pub fn lowest(&self) -> Option<f64> {
        let result = self.result();
        let seen = self.values.iter().map(|&value| f64::from(value) * result);
        (result != 0.0 && !self.values.is_empty()).then(|| seen.fold(1.0, f64::min))
    }

    /// The number of changes of the lead, which is the sign of the value; values within 0.1 of even are passed over.
    pub fn lead_changes(&self) -> usize {
        let mut signs = Vec::from_iter(self.values.iter().filter(|value| value.abs() > 0.1).map(|value| *value > 0.0));
        signs.dedup();
        signs.len().saturating_sub(1)
    }
}

/// The number of legal moves, as the game shows them, in a position in which `steps` steps are legal.
fn choices(game: &AnyGame, position: &AnyPosition, steps: usize) -> usize {
    let has_long_turns = game.shows_turns() && game.has_long_turns();
    if has_long_turns { Turns::new(game, position).take(MOST_CHOICES).count() } else { steps.min(MOST_CHOICES) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_winner_is_known_once_its_chance_falls_no_more() {
        let played = |values: &[f32], winner| ReportGame { values: values.to_vec(), winner, ..ReportGame::default() };
        let second = played(&[-0.7, 0.2, -0.6, -0.95], Some(1));
        assert_eq!([0.79, 0.95, 0.99].map(|share| second.left_when_known(share)), [Some(0.5), Some(0.25), Some(0.0)]);
        assert_eq!(played(&[0.9, 1.0], Some(0)).left_when_known(0.9), Some(1.0));
        assert_eq!(played(&[0.9, 1.0], None).left_when_known(0.9), None);
        assert_eq!(played(&[], Some(0)).left_when_known(0.9), None);
    }
}
