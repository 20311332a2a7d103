//! How gradients pass backwards through the operations of the trunk.

use super::TrunkOps;
use super::flex::{self, NormGradients, Numbers, Remembered};
use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::CheckpointStrategy;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, Ops, OpsKind};
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, AutodiffBackend, Flex};

/// A tensor with its place in the graph of operations.
type Tracked<C> = FloatTensor<Autodiff<Flex, C>>;

impl<C: CheckpointStrategy> TrunkOps for Autodiff<Flex, C> {
    fn conv3x3(x: Tracked<C>, weight: Tracked<C>) -> Tracked<C> {
        let output = flex::conv(x.primitive(), weight.primitive());
        match Conv3x3.prepare::<C>([x.node(), weight.node()]).compute_bound().stateful() {
            OpsKind::Tracked(prep) => prep.finish([x.into_primitive(), weight.into_primitive()], output),
            OpsKind::UnTracked(prep) => prep.finish(output),
        }
    }

    fn norm_relu(x: Tracked<C>, gamma: Tracked<C>, beta: Tracked<C>) -> (Tracked<C>, Tracked<C>, Tracked<C>) {
        let nodes = [x.node(), gamma.node(), beta.node()];
        let (x, gamma) = (x.into_primitive(), gamma.into_primitive());
        let (output, mean, variance) = Flex::norm_relu(x.clone(), gamma.clone(), beta.into_primitive());
        let statistics = [&mean, &variance].map(|numbers| Self::from_inner(numbers.clone()));
        let output = match NormRelu.prepare::<C>(nodes).compute_bound().stateful() {
            OpsKind::Tracked(prep) => {
                let remembered = Remembered { x, output: output.clone(), gamma, mean, variance };
                prep.finish(remembered, output)
            }
            OpsKind::UnTracked(prep) => prep.finish(output),
        };
        let [mean, variance] = statistics;
        (output, mean, variance)
    }

    fn norm_residual_relu(
        x: Tracked<C>,
        gamma: Tracked<C>,
        beta: Tracked<C>,
        skip: Tracked<C>,
        shift: Tracked<C>,
    ) -> (Tracked<C>, Tracked<C>, Tracked<C>) {
        let nodes = [x.node(), gamma.node(), beta.node(), skip.node(), shift.node()];
        let (x, gamma) = (x.into_primitive(), gamma.into_primitive());
        let (output, mean, variance) = Flex::norm_residual_relu(
            x.clone(),
            gamma.clone(),
            beta.into_primitive(),
            skip.into_primitive(),
            shift.into_primitive(),
        );
        let statistics = [&mean, &variance].map(|numbers| Self::from_inner(numbers.clone()));
        let output = match NormResidualRelu.prepare::<C>(nodes).compute_bound().stateful() {
            OpsKind::Tracked(prep) => {
                let remembered = Remembered { x, output: output.clone(), gamma, mean, variance };
                prep.finish(remembered, output)
            }
            OpsKind::UnTracked(prep) => prep.finish(output),
        };
        let [mean, variance] = statistics;
        (output, mean, variance)
    }
}

#[derive(Debug)]
struct Conv3x3;

impl Backward<Flex, 2> for Conv3x3 {
    /// Input and weights.
    type State = [Numbers; 2];

    fn backward(self, ops: Ops<Self::State, 2>, grads: &mut Gradients, _: &mut Checkpointer) {
        let gradient = grads.consume::<Flex>(&ops.node);
        let [x, weight] = &ops.state;
        let [of_x, of_weight] = &ops.parents;
        if let Some(node) = of_x {
            grads.register::<Flex>(node.id, flex::conv_input_gradient(&gradient, weight));
        }
        if let Some(node) = of_weight {
            grads.register::<Flex>(node.id, flex::conv_weight_gradient(x, &gradient));
        }
    }
}

#[derive(Debug)]
struct NormRelu;

impl Backward<Flex, 3> for NormRelu {
    type State = Remembered;

    fn backward(self, ops: Ops<Remembered, 3>, grads: &mut Gradients, _: &mut Checkpointer) {
        let gradient = grads.consume::<Flex>(&ops.node);
        let NormGradients { x, gamma, beta, .. } = flex::norm_gradients(&ops.state, &gradient, false);
        for (node, gradient) in ops.parents.into_iter().zip([x, gamma, beta]) {
            if let Some(node) = node {
                grads.register::<Flex>(node.id, gradient);
            }
        }
    }
}

#[derive(Debug)]
struct NormResidualRelu;

impl Backward<Flex, 5> for NormResidualRelu {
    type State = Remembered;

    fn backward(self, ops: Ops<Remembered, 5>, grads: &mut Gradients, _: &mut Checkpointer) {
        let gradient = grads.consume::<Flex>(&ops.node);
        let with_skip = ops.parents[3].is_some();
        let NormGradients { x, gamma, beta, skip, shift } = flex::norm_gradients(&ops.state, &gradient, with_skip);
        let gradients = [Some(x), Some(gamma), Some(beta), skip, Some(shift)];
        for (node, gradient) in ops.parents.into_iter().zip(gradients) {
            if let (Some(node), Some(gradient)) = (node, gradient) {
                grads.register::<Flex>(node.id, gradient);
            }
        }
    }
}
