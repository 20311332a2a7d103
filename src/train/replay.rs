use super::config::LearnerConfig;
use crate::game::{AnyGame, AnyMove, Game};
use crate::samples::{Sample, SelfPlayGame};
use rand::{Rng, RngExt};
use std::collections::VecDeque;
use std::sync::OnceLock;

/// The replay window: the samples of the newest generations, from which the learner draws.
#[derive(Clone, Debug)]
pub struct ReplayBuffer {
    window: usize,
    exponent: f64,
    held_out_every: u32,
    surprise_share: f32,
    /// The generations in the window, the oldest first.
    generations: VecDeque<Generation>,
    /// Number of samples ever added.
    total: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct WindowSample<'a> {
    pub generation: u32,
    pub sample: &'a Sample,
}

/// The legal moves of a sample's position, computed when first needed.
type LegalMoves = OnceLock<Box<[AnyMove]>>;

/// A drawn training sample; each is drawn several times.
#[derive(Clone, Copy, Debug)]
pub struct DrawnSample<'a> {
    pub stored: WindowSample<'a>,
    moves: &'a LegalMoves,
}

impl<'a> DrawnSample<'a> {
    /// The legal moves of the sample's position, in the order of its policy target.
    pub fn legal_moves(&self, game: &AnyGame) -> &'a [AnyMove] {
        self.moves.get_or_init(|| {
            let mut moves = Vec::new();
            game.legal_moves(&self.stored.sample.position, &mut moves);
            moves.into()
        })
    }
}

#[derive(Clone, Debug)]
struct Generation {
    number: u32,
    training: Vec<Sample>,
    moves: Vec<LegalMoves>,
    /// Number of samples per game.
    lengths: Vec<usize>,
    /// Prefix sums of the samples' weights; a generation's weights are 1 on average.
    weights: Vec<f64>,
    held_out: Vec<Sample>,
}

impl ReplayBuffer {
    /// An empty buffer. One game in every `held_out_every` is held out for validation, see
    /// [`SelfPlayGame::is_held_out`].
    pub fn new(config: &LearnerConfig, held_out_every: u32) -> Self {
        let (window, exponent) = (config.window, config.window_exponent);
        let surprise_share = config.surprise_share;
        ReplayBuffer { window, exponent, held_out_every, surprise_share, generations: VecDeque::new(), total: 0 }
    }

    pub fn len(&self) -> usize {
        self.generations.iter().map(|generation| generation.training.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All training samples since the run began.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The oldest generation whose samples are in the window.
    pub fn oldest(&self) -> Option<u32> {
        self.generations.front().map(|generation| generation.number)
    }

    /// The training sample at an index below [`ReplayBuffer::len`]; older samples come first.
    pub fn sample(&self, mut index: usize) -> WindowSample<'_> {
        for generation in &self.generations {
            match generation.training.get(index) {
                Some(sample) => return generation.stored(sample),
                None => index -= generation.training.len(),
            }
        }
        panic!("index past the replay buffer's end")
    }

    /// A training sample drawn by weight.
    ///
    /// # Panics
    /// The buffer is empty.
    pub fn draw(&self, rng: &mut impl Rng) -> DrawnSample<'_> {
        let newest = self.generations.iter().rposition(|generation| !generation.training.is_empty());
        let newest = newest.expect("a sample is drawn from a buffer that has some");
        let total: f64 = self.generations.iter().map(Generation::weight).sum();
        let mut at = rng.random::<f64>() * total;
        for (place, generation) in self.generations.iter().enumerate() {
            if at < generation.weight() || place == newest {
                let index = index_at(&generation.weights, at);
                let stored = generation.stored(&generation.training[index]);
                return DrawnSample { stored, moves: &generation.moves[index] };
            }
            at -= generation.weight();
        }
        unreachable!("the newest generation with samples takes what rounding leaves")
    }

    /// The training samples in the window, in the order of their indices.
    pub fn training(&self) -> impl Iterator<Item = WindowSample<'_>> {
        self.generations
            .iter()
            .flat_map(|generation| generation.training.iter().map(|sample| generation.stored(sample)))
    }

    /// [`ReplayBuffer::training`] game by game, each with its generation.
    pub fn games(&self) -> impl Iterator<Item = (u32, &[Sample])> {
        self.generations.iter().flat_map(|generation| {
            let mut rest = &generation.training[..];
            generation.lengths.iter().map(move |&length| {
                let (game, others) = rest.split_at(length);
                rest = others;
                (generation.number, game)
            })
        })
    }

    /// The held-out samples in the window, newest generation first.
    pub fn held_out(&self) -> impl Iterator<Item = WindowSample<'_>> {
        let newest_first = self.generations.iter().rev();
        newest_first.flat_map(|generation| generation.held_out.iter().map(|sample| generation.stored(sample)))
    }

    /// Sets the count of all samples so far, dropped ones included, and drops the generations that leave the window.
    pub(super) fn set_total(&mut self, total: u64) {
        self.total = total;
        let window = window(self.window, self.exponent, total);
        while self.generations.len() > 1 && self.len() - self.generations[0].training.len() >= window {
            self.generations.pop_front();
        }
    }
}

impl ReplayBuffer {
    /// Adds a generation and drops those that leave the window. Returns the number of new training samples.
    pub fn add(&mut self, game: &AnyGame, number: u32, games: Vec<SelfPlayGame>) -> usize {
        let new = self.push(game, number, games);
        self.set_total(self.total + new as u64);
        new
    }

    /// Adds a generation of an earlier session; [`ReplayBuffer::set_total`] then drops those that have left the window.
    pub(super) fn restore(&mut self, game: &AnyGame, number: u32, games: Vec<SelfPlayGame>) {
        self.push(game, number, games);
    }

    fn push(&mut self, game: &AnyGame, number: u32, games: Vec<SelfPlayGame>) -> usize {
        let (mut training, mut held_out, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
        for played in games {
            if played.is_held_out(game, self.held_out_every) {
                held_out.extend(played.samples);
            } else {
                lengths.push(played.samples.len());
                training.extend(played.samples);
            }
        }
        let new = training.len();
        let weights = weights(&training, self.surprise_share.into());
        let moves = vec![LegalMoves::new(); new];
        self.generations.push_back(Generation { number, training, moves, lengths, weights, held_out });
        new
    }
}

impl Generation {
    fn stored<'a>(&self, sample: &'a Sample) -> WindowSample<'a> {
        WindowSample { generation: self.number, sample }
    }

    fn weight(&self) -> f64 {
        self.weights.last().copied().unwrap_or_default()
    }
}

/// The prefix sums of the samples' weights. A share of all weight is the same for each sample; the rest,
/// `surprise_share`, is in proportion to the surprise.
fn weights<P>(samples: &[Sample<P>], surprise_share: f64) -> Vec<f64> {
    let total: f64 = samples.iter().map(|sample| f64::from(sample.surprise)).sum();
    let scale = if total > 0.0 { surprise_share * samples.len() as f64 / total } else { 0.0 };
    let uniform = if total > 0.0 { 1.0 - surprise_share } else { 1.0 };
    let mut sum = 0.0;
    let running = samples.iter().map(|sample| {
        sum += uniform + scale * f64::from(sample.surprise);
        sum
    });
    running.collect()
}

/// The index of the weight at `at` in prefix sums of weights; the last one also covers rounding errors.
pub(super) fn index_at(sums: &[f64], at: f64) -> usize {
    sums.partition_point(|&sum| sum <= at).min(sums.len() - 1)
}

/// How often the replay window has turned over after `samples` training samples: how many times these fill it at the
/// size that it then has. Below 1 nothing has left the window, and every step could draw the first generation's games.
pub fn turnover(config: &LearnerConfig, samples: u64) -> f64 {
    samples as f64 / window(config.window, config.window_exponent, samples) as f64
}

/// The window's size after `total` samples: `base` at first, then a power law with initial slope 0.4 (Wu 2019,
/// "Accelerating Self-Play Learning in Go", appendix C).
fn window(base: usize, exponent: f64, total: u64) -> usize {
    let (base, ratio) = (base as f64, total as f64 / base as f64);
    if ratio <= 1.0 {
        return base as usize;
    }
    (base * (1.0 + 0.4 * (libm::pow(ratio, exponent) - 1.0) / exponent)) as usize
}

#[cfg(test)]
mod tests {
    use super::{ReplayBuffer, WindowSample, turnover, window};
    use crate::eval::test_game::tiny;
    use crate::game::{Game, Outcome, Symmetry, images, positions_of_games};
    use crate::games::{AnyGame, rules};
    use crate::samples::{Sample, SelfPlayGame};
    use crate::train::config::LearnerConfig;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::collections::HashSet;

    fn sample<P>(position: P, surprise: f32, moves_left: u16) -> Sample<P> {
        let (policy, search, result) = (Vec::new(), None, None);
        Sample { position, policy, surprise, search, result, cut_off: false, lead: 0.0, moves_left }
    }

    /// One game of `count` samples, distinguishable from those of other generations.
    fn games(generation: u32, count: u32) -> Vec<SelfPlayGame> {
        let start = tiny(0).start();
        let samples = (0..count).map(|index| sample(start.clone(), (count * generation + index) as f32, 1)).collect();
        vec![SelfPlayGame { index: 1, samples, outcome: Outcome::Draw, moves: count, cut_off: false }]
    }

    /// A session killed before it could remove old games leaves them to the next one.
    #[test]
    fn a_restored_window_holds_what_it_held() {
        let game = tiny(0);
        let config = LearnerConfig { window: 30, ..LearnerConfig::default() };
        for last in 1..=8 {
            let [mut before, mut after] = [(); 2].map(|()| ReplayBuffer::new(&config, 20));
            for generation in 1..=last {
                before.add(&game, generation, games(generation, 10));
                after.restore(&game, generation, games(generation, 10));
            }
            after.set_total(before.total());
            let held =
                |buffer: &ReplayBuffer| buffer.training().map(|stored| stored.sample.surprise).collect::<Vec<_>>();
            assert_eq!((held(&before), before.oldest()), (held(&after), after.oldest()), "generation {last}");
            assert!(last < 8 || before.oldest() > Some(1));
        }
    }

    /// By hand: generations of 60 samples; the oldest are dropped as long as later ones fill the window.
    #[test]
    fn the_oldest_generations_are_dropped() {
        let config = LearnerConfig { window: 60, window_exponent: 0.5, ..LearnerConfig::default() };
        let mut buffer = ReplayBuffer::new(&config, 20);
        let held = (1..=10).map(|number| {
            buffer.add(&tiny(0), number, games(number, 60));
            (buffer.oldest().expect("some"), buffer.len())
        });
        let sizes = [(1, 60), (1, 120), (2, 120), (3, 120), (4, 120), (4, 180), (5, 180), (6, 180), (7, 180), (8, 180)];
        assert_eq!(Vec::from_iter(held), sizes);
    }

    /// Otherwise a held-out game could begin at a position that is trained on.
    #[test]
    fn positions_that_a_solver_decides_are_held_out_with_their_images() {
        let game = AnyGame::new(rules::<&str, &str>("loa", []).expect("a variant")).expect("a game");
        let config = LearnerConfig { window: 10_000, ..LearnerConfig::default() };
        let solved = |(index, position): (usize, _)| SelfPlayGame {
            index: index as u32,
            samples: vec![sample(position, 1.0, 0)],
            outcome: Outcome::Draw,
            moves: 0,
            cut_off: false,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let some = positions_of_games(&game, 400, |_, moves| rng.random_range(0..moves.len()));
        let positions: Vec<_> = some.iter().flat_map(|at| images(&game, at).collect::<Vec<_>>()).collect();
        let mut buffer = ReplayBuffer::new(&config, 4);
        buffer.add(&game, 1, positions.into_iter().enumerate().map(solved).collect());
        let keys = |stored: &mut dyn Iterator<Item = WindowSample>| -> HashSet<u64> {
            stored.map(|stored| game.orbit_key(&stored.sample.position)).collect()
        };
        let (trained, held_out) = (keys(&mut buffer.training()), keys(&mut buffer.held_out()));
        assert!(trained.is_disjoint(&held_out));
        let share = held_out.len() as f64 / (trained.len() + held_out.len()) as f64;
        assert!((0.15..0.35).contains(&share), "a quarter of the positions: {share}");
    }

    #[test]
    fn the_window_starts_flat_and_grows_slower_than_the_samples() {
        assert_eq!(window(1000, 0.65, 10), 1000);
        let config = LearnerConfig { window: 1000, window_exponent: 0.65, ..LearnerConfig::default() };
        assert_eq!([0, 780, 1000].map(|samples| turnover(&config, samples)), [0.0, 0.78, 1.0]);
        assert_eq!(turnover(&config, 100_000), 100_000.0 / window(1000, 0.65, 100_000) as f64);
        assert_eq!(window(1000, 0.65, 1000), 1000);
        let (a, b, c) = (window(1000, 0.65, 10_000), window(1000, 0.65, 100_000), window(1000, 0.65, 1_000_000));
        assert!(1000 < a && a < 10_000 && a < b && b < 10 * a && b < c && c < 10 * b);
        // By hand, where the root is a whole number.
        for (total, size) in [(60, 60), (240, 108), (540, 156), (960, 204)] {
            assert_eq!(window(60, 0.5, total), size, "after {total} samples");
        }
    }
}
