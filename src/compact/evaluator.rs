use super::inference::softmax;
use super::{CompactNet, Inference, Kernel, MismatchError};
use crate::eval::{Batch, Evaluator, Value};
use crate::game::{AnyGame, Encoding};
use std::marker::PhantomData;
use std::sync::Arc;

/// Evaluates positions of one game with an exported net. Each thread has its own evaluator; all share the net.
#[derive(Debug)]
pub struct CompactEvaluator {
    inference: Inference,
    game: PhantomData<fn() -> AnyGame>,
}

impl CompactEvaluator {
    /// An evaluator with the fastest kernel of this processor.
    ///
    /// # Errors
    /// The net is for another variant, other options, another encoding or another shape. Only the size of the board may
    /// differ.
    pub fn new(game: &AnyGame, net: Arc<CompactNet>) -> Result<Self, MismatchError> {
        Self::with_kernel(game, net, Kernel::best())
    }

    /// An evaluator with a given kernel. All kernels give the same answers.
    ///
    /// # Errors
    /// As for [`CompactEvaluator::new`].
    pub fn with_kernel(game: &AnyGame, net: Arc<CompactNet>, kernel: Kernel) -> Result<Self, MismatchError> {
        Ok(CompactEvaluator { inference: Inference::new(fitting(game, net)?, kernel), game: PhantomData })
    }

    pub fn net(&self) -> &Arc<CompactNet> {
        self.inference.net()
    }
}

/// The net for this game, on a board of its size.
///
/// # Errors
/// As for [`CompactEvaluator::new`].
pub(super) fn fitting(game: &AnyGame, net: Arc<CompactNet>) -> Result<Arc<CompactNet>, MismatchError> {
    net.header().check(game)?;
    let (own, wanted) = (net.header().architecture.shape, game.shape());
    Ok(if own == wanted { net } else { Arc::new(net.resized(wanted.rows, wanted.cols)) })
}

impl Evaluator for CompactEvaluator {
    fn evaluate(&mut self, game: &AnyGame, batch: &mut Batch) {
        let inference = &mut self.inference;
        for start in (0..batch.len()).step_by(inference.capacity()) {
            let count = inference.capacity().min(batch.len() - start);
            for index in 0..count {
                let position = batch.position(start + index);
                inference.load(index, |planes, globals| game.encode(position, planes, globals));
            }
            inference.run(count);
            for index in 0..count {
                let leaf = batch.leaf_mut(start + index);
                for (prior, &mv) in leaf.priors.iter_mut().zip(leaf.moves) {
                    *prior = inference.logit(index, game.policy_index(leaf.position, mv));
                }
                softmax(leaf.priors);
                *leaf.value = inference.value(index);
                // Sums of huge weights may overflow to infinity, which a search cannot use.
                if !finite(leaf.priors, *leaf.value) {
                    leaf.priors.fill(1.0 / leaf.priors.len() as f32);
                    *leaf.value = Value::EVEN;
                }
            }
        }
    }
}

/// Whether all numbers of an answer are finite.
fn finite(priors: &[f32], Value { win, loss, moves_left, lead }: Value) -> bool {
    priors.iter().chain(&[win, loss, moves_left, lead]).all(|number| number.is_finite())
}
