use super::config::LearnerConfig;
use super::sample::{Sample, SelfPlayGame};
use crate::game::Game;
use std::collections::VecDeque;

/// The replay window: the samples of the newest generations, from which the learner draws.
#[derive(Clone, Debug)]
pub struct ReplayBuffer<G: Game> {
    window: usize,
    exponent: f64,
    held_out_every: u32,
    /// Oldest first.
    generations: VecDeque<Generation<G>>,
    /// All samples ever added.
    total: u64,
}

#[derive(Clone, Debug)]
struct Generation<G: Game> {
    number: u32,
    training: Vec<Sample<G>>,
    held_out: Vec<Sample<G>>,
}

impl<G: Game> ReplayBuffer<G> {
    /// An empty buffer. One game in every `held_out_every` is held out for validation.
    pub fn new(config: &LearnerConfig, held_out_every: u32) -> Self {
        let (window, exponent) = (config.window, config.window_exponent);
        ReplayBuffer { window, exponent, held_out_every, generations: VecDeque::new(), total: 0 }
    }

    /// Adds a generation and drops those that leave the window. Returns the number of new training samples.
    pub fn add(&mut self, number: u32, games: Vec<SelfPlayGame<G>>) -> usize {
        let new = self.push(number, games);
        self.total += new as u64;
        let window = window(self.window, self.exponent, self.total);
        while self.generations.len() > 1 && self.len() - self.generations[0].training.len() >= window {
            self.generations.pop_front();
        }
        new
    }

    /// Adds a generation of an earlier session, which the total counts already.
    pub(super) fn restore(&mut self, number: u32, games: Vec<SelfPlayGame<G>>) {
        self.push(number, games);
    }

    fn push(&mut self, number: u32, games: Vec<SelfPlayGame<G>>) -> usize {
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        for game in games {
            let is_held_out = game.index % self.held_out_every == 0;
            (if is_held_out { &mut held_out } else { &mut training }).extend(game.samples);
        }
        let new = training.len();
        self.generations.push_back(Generation { number, training, held_out });
        new
    }

    /// Training samples in the window.
    pub fn len(&self) -> usize {
        self.generations.iter().map(|generation| generation.training.len()).sum()
    }

    /// Whether there are none.
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

    /// The training sample with that index, below [`ReplayBuffer::len`]; older samples come first.
    pub fn sample(&self, mut index: usize) -> &Sample<G> {
        for generation in &self.generations {
            match generation.training.get(index) {
                Some(sample) => return sample,
                None => index -= generation.training.len(),
            }
        }
        panic!("index past the replay buffer's end")
    }

    /// The held-out samples in the window, newest generation first.
    pub fn held_out(&self) -> impl Iterator<Item = &Sample<G>> {
        self.generations.iter().rev().flat_map(|generation| &generation.held_out)
    }

    /// Sets the count of all samples so far, dropped ones included.
    pub(super) fn set_total(&mut self, total: u64) {
        self.total = total;
    }
}

/// The window's size after `total` samples: `base` at first, then a power law with initial slope 0.4 (Wu 2019,
/// "Accelerating Self-Play Learning in Go", appendix C).
fn window(base: usize, exponent: f64, total: u64) -> usize {
    let (base, ratio) = (base as f64, total as f64 / base as f64);
    if ratio <= 1.0 {
        return base as usize;
    }
    (base * (1.0 + 0.4 * (ratio.powf(exponent) - 1.0) / exponent)) as usize
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn the_window_starts_flat_and_grows_slower_than_the_samples() {
        assert_eq!(window(1000, 0.65, 10), 1000);
        assert_eq!(window(1000, 0.65, 1000), 1000);
        let (a, b, c) = (window(1000, 0.65, 10_000), window(1000, 0.65, 100_000), window(1000, 0.65, 1_000_000));
        assert!(1000 < a && a < 10_000 && a < b && b < 10 * a && b < c && c < 10 * b);
    }
}
