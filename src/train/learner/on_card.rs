//! Learning on a graphics card.
//!
//! Parameters, the optimiser's moments and the average stay on the card from the first step of a plan to the last. The
//! processor sends batches, and reads losses some steps later: a card that waits for the processor is idle.

use super::batch::Part;
use super::loss::observe;
use super::optimizer::{CardState, Optimizer, Rates};
use super::{Learner, LearnerState, Losses, UpdatePlan};
use crate::net;
use crate::train::replay::ReplayBuffer;
use anyhow::Result;
use burn::tensor::Tensor;
use rayon::prelude::*;
use std::thread;

/// Number of steps whose batches all threads draw together, while the card makes the steps before.
const AHEAD: u64 = 8;

impl Learner<'_> {
    /// [`Learner::train`] on a card: the state after the plan, and the sum of its steps' losses.
    pub(super) fn on_card(
        &self,
        state: &LearnerState,
        buffer: &ReplayBuffer,
        plan: UpdatePlan,
        stop: impl Fn() -> bool,
        on_step: impl Fn(),
    ) -> Result<Option<(LearnerState, Losses)>> {
        let config = &self.config.learner;
        let net = self.restore(&state.parameters)?;
        let optimizer = Optimizer::new(config, net::roles(&net));
        let (card, steps) = (self.device.clone().inner(), plan.steps_after(state));
        let mut state = CardState::send(state, &card);
        let draw = |first: u64| -> Vec<Vec<Part>> {
            let batch = |step| (0..config.shards).map(|part| self.draw(buffer, plan.generation, step, part)).collect();
            let these = Vec::from_iter(first..steps.end.min(first + AHEAD));
            self.pool.install(|| these.into_par_iter().with_max_len(1).map(batch).collect())
        };
        let (mut total, mut first) = (Losses::default(), steps.start);
        let mut batches = draw(first);
        while !batches.is_empty() {
            let after = first + batches.len() as u64;
            // burn's work stays on this thread: on others it would begin new queues.
            let made = thread::scope(|scope| {
                let next = scope.spawn(|| draw(after));
                let mut losses = Tensor::<1>::zeros([4], &card);
                for (step, batch) in (first..).zip(batches) {
                    if stop() {
                        return None;
                    }
                    let net = net::set_all(net.clone(), &state.parameters).rounded();
                    let mut parts = Vec::with_capacity(batch.len());
                    for part in batch {
                        let seen = observe(&net, part, config, &self.architecture, &self.device);
                        losses = losses + seen.losses;
                        parts.push(seen.parameters);
                    }
                    optimizer.step_on_card(&mut state, Rates::of(config, plan.rate, step), parts);
                    on_step();
                }
                Some((losses, next.join().expect("drawing does not panic")))
            });
            let Some((losses, next)) = made else { return Ok(None) };
            // Waits for the card, so that no more than these batches are queued.
            let losses = net::numbers(losses).try_into().expect("four losses");
            total += Losses::of(losses, config)? * (1.0 / config.shards as f32);
            (batches, first) = (next, after);
        }
        Ok(Some((state.read(), total)))
    }
}
