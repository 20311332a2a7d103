//! Calibrates the activation ranges for 8 bits, for nets that were trained without them.

use super::{CompactEvaluator, CompactNet, Header, Inference, Kernel, MismatchError, Rectifier};
use crate::eval::{Batch, Evaluator};
use crate::game::{AnyGame, AnyPosition, Encoding, positions_of_games};
use crate::kernels::MOST;
use crate::random::pick;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

const POSITIONS: usize = 512;

impl CompactNet {
    /// The same net with activation ranges in its header. They minimise the squared error of rounding and clipping in
    /// positions of games that the net plays against itself, drawing moves from its policy.
    ///
    /// # Errors
    /// The net is not for this game.
    ///
    /// # Panics
    /// The net is already in 8 bits.
    pub fn calibrated(self: &Arc<Self>, game: &AnyGame) -> Result<CompactNet, MismatchError> {
        let positions = self.own_positions(game, POSITIONS)?;
        let mut inference = Inference::new(Arc::clone(self), Kernel::best());
        let blocks = self.header().architecture.blocks;
        // Inputs of the blocks' convolutions, in order.
        let mut observe = |see: &mut dyn FnMut(usize, &[f32])| {
            for group in positions.chunks(inference.capacity()) {
                for (index, position) in group.iter().enumerate() {
                    inference.load(index, |planes, globals| game.encode(position, planes, globals));
                }
                inference.run_observed(group.len(), |rectifier, activations| match rectifier {
                    Rectifier::Trunk(block) if block < blocks => see(2 * block, activations),
                    Rectifier::Inner(block) => see(2 * block + 1, activations),
                    _ => {}
                });
            }
        };
        let mut most = vec![0.0f32; 2 * blocks];
        observe(&mut |conv, inputs| most[conv] = inputs.iter().fold(most[conv], |most, &input| most.max(input)));
        let mut histograms: Vec<Histogram> = most.into_iter().map(Histogram::new).collect();
        observe(&mut |conv, inputs| histograms[conv].add(inputs));
        let header = Header { ranges: histograms.iter().map(Histogram::range).collect(), ..self.header().clone() };
        Ok(CompactNet::from_parts(header, self.weights().clone()).expect("the weights were those of this architecture"))
    }

    /// The first `count` positions of games that the net plays against itself, with moves drawn from its policy.
    ///
    /// # Errors
    /// The net is not for this game.
    pub fn own_positions(self: &Arc<Self>, game: &AnyGame, count: usize) -> Result<Vec<AnyPosition>, MismatchError> {
        let mut evaluator = CompactEvaluator::new(game, Arc::clone(self))?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut batch = Batch::default();
        Ok(positions_of_games(game, count, |position, moves| {
            batch.clear();
            batch.push(position, moves);
            evaluator.evaluate(game, &mut batch);
            pick(batch.priors(0), rng.random::<f32>())
        }))
    }
}

/// Counts activations by size, without zeros, which are exact in any range.
struct Histogram {
    most: f32,
    counts: Vec<u64>,
}

impl Histogram {
    const BINS: usize = 2048;
    /// Number of bins between two candidate ranges.
    const STEP: usize = 16;

    fn new(most: f32) -> Histogram {
        Histogram { most, counts: vec![0; Self::BINS] }
    }

    fn add(&mut self, activations: &[f32]) {
        let scale = Self::BINS as f32 / self.most;
        for &activation in activations.iter().filter(|&&activation| activation > 0.0) {
            self.counts[((activation * scale) as usize).min(Self::BINS - 1)] += 1;
        }
    }

    /// The range with the least squared error; 1 without activations.
    fn range(&self) -> f32 {
        if self.most <= 0.0 {
            return 1.0;
        }
        let error = |bins: usize| {
            // In bins. Rounding errors within the range are uniform, up to half a step.
            let rounding = (bins as f64 / f64::from(MOST)).powi(2) / 12.0;
            let squares = self.counts.iter().enumerate().map(|(bin, &count)| {
                let above = bin as f64 + 0.5 - bins as f64;
                count as f64 * if above > 0.0 { above * above } else { rounding }
            });
            squares.sum::<f64>()
        };
        let candidates = (Self::STEP..=Self::BINS).step_by(Self::STEP);
        let best = candidates.min_by(|&a, &b| error(a).total_cmp(&error(b))).expect("there are bins");
        self.most * best as f32 / Self::BINS as f32
    }
}
