//! The backward pass of the net's operations.

use super::NetOps;
use super::flex::{self, FlexTensor, NormCache, NormGradients};
use burn::backend::autodiff::checkpoint::base::Checkpointer;
use burn::backend::autodiff::checkpoint::strategy::CheckpointStrategy;
use burn::backend::autodiff::grads::Gradients;
use burn::backend::autodiff::ops::{Backward, NodeGuard, Ops, OpsKind};
use burn::backend::tensor::FloatTensor;
use burn::backend::{Autodiff, AutodiffBackend, Flex};

/// A tensor with its node in the autodiff graph.
type AutodiffTensor<C> = FloatTensor<Autodiff<Flex, C>>;

impl<C: CheckpointStrategy> NetOps for Autodiff<Flex, C> {
    fn conv3x3(x: AutodiffTensor<C>, weight: AutodiffTensor<C>) -> AutodiffTensor<C> {
        track_weighted::<C>(&CONV3X3, x, weight)
    }

    fn product(x: AutodiffTensor<C>, weight: AutodiffTensor<C>) -> AutodiffTensor<C> {
        track_weighted::<C>(&PRODUCT, x, weight)
    }

    fn round_activations(x: AutodiffTensor<C>) -> (AutodiffTensor<C>, AutodiffTensor<C>) {
        let (output, range) = flex::round(x.primitive());
        (track::<C, _, _>(Rounding, [x.node()], (), output), Autodiff::<Flex, C>::from_inner(range))
    }

    fn pool(x: AutodiffTensor<C>) -> AutodiffTensor<C> {
        let output = flex::pool(x.primitive());
        track_both::<C>(flex::pool_gradient, x, output)
    }

    fn log_sum_exp(x: AutodiffTensor<C>) -> AutodiffTensor<C> {
        let output = flex::log_sum_exp(x.primitive());
        track_both::<C>(flex::log_sum_exp_gradient, x, output)
    }

    fn norm_relu(
        x: AutodiffTensor<C>,
        gamma: AutodiffTensor<C>,
        beta: AutodiffTensor<C>,
    ) -> (AutodiffTensor<C>, AutodiffTensor<C>, AutodiffTensor<C>) {
        let nodes = [x.node(), gamma.node(), beta.node()];
        let [x, gamma, beta] = [x, gamma, beta].map(AutodiffTensor::<C>::into_primitive);
        track_norm::<C, _>(nodes, flex::norm(x, gamma, &beta, None, None))
    }

    fn shift_norm_relu(
        x: AutodiffTensor<C>,
        gamma: AutodiffTensor<C>,
        beta: AutodiffTensor<C>,
        shift: AutodiffTensor<C>,
    ) -> (AutodiffTensor<C>, AutodiffTensor<C>, AutodiffTensor<C>) {
        let nodes = [x.node(), gamma.node(), beta.node(), shift.node()];
        let [x, gamma, beta, shift] = [x, gamma, beta, shift].map(AutodiffTensor::<C>::into_primitive);
        track_norm::<C, _>(nodes, flex::norm(x, gamma, &beta, Some(shift), None))
    }

    fn shift_norm_skip_relu(
        x: AutodiffTensor<C>,
        gamma: AutodiffTensor<C>,
        beta: AutodiffTensor<C>,
        shift: AutodiffTensor<C>,
        skip: AutodiffTensor<C>,
    ) -> (AutodiffTensor<C>, AutodiffTensor<C>, AutodiffTensor<C>) {
        let nodes = [x.node(), gamma.node(), beta.node(), shift.node(), skip.node()];
        let [x, gamma, beta, shift, skip] = [x, gamma, beta, shift, skip].map(AutodiffTensor::<C>::into_primitive);
        track_norm::<C, _>(nodes, flex::norm(x, gamma, &beta, Some(shift), Some(&skip)))
    }
}

/// Records an operation for the backward pass, if one of its inputs needs a gradient.
fn track<C: CheckpointStrategy, B: Backward<Flex, N>, const N: usize>(
    operation: B,
    nodes: [NodeGuard; N],
    state: B::State,
    output: FlexTensor,
) -> AutodiffTensor<C> {
    match operation.prepare::<C>(nodes).compute_bound().stateful() {
        OpsKind::Tracked(prep) => prep.finish(state, output),
        OpsKind::UnTracked(prep) => prep.finish(output),
    }
}

/// Records an operation whose gradient depends on its input and output.
fn track_both<C: CheckpointStrategy>(
    gradient: fn(&FlexTensor, &FlexTensor, &FlexTensor) -> FlexTensor,
    x: AutodiffTensor<C>,
    output: FlexTensor,
) -> AutodiffTensor<C> {
    track::<C, _, _>(UnaryGradient(gradient), [x.node()], [x.into_primitive(), output.clone()], output)
}

/// Records a normalisation for the backward pass: its inputs' nodes, its cache, and its output, mean and variance.
fn track_norm<C: CheckpointStrategy, const N: usize>(
    nodes: [NodeGuard; N],
    (remembered, (output, mean, variance)): (NormCache, (FlexTensor, FlexTensor, FlexTensor)),
) -> (AutodiffTensor<C>, AutodiffTensor<C>, AutodiffTensor<C>) {
    let [mean, variance] = [mean, variance].map(Autodiff::<Flex, C>::from_inner);
    (track::<C, _, _>(Norm, nodes, remembered, output), mean, variance)
}

/// Computes and records an operation with weights for the backward pass.
fn track_weighted<C: CheckpointStrategy>(
    operation: &'static BilinearOp,
    x: AutodiffTensor<C>,
    weight: AutodiffTensor<C>,
) -> AutodiffTensor<C> {
    let nodes = [x.node(), weight.node()];
    let [x, weight] = [x, weight].map(AutodiffTensor::<C>::into_primitive);
    let output = (operation.output)(&x, &weight);
    track::<C, _, _>(operation, nodes, [x, weight], output)
}

/// An operation that is linear in its input and in its weights.
#[derive(Debug)]
struct BilinearOp {
    /// The forward pass, from input and weights.
    output: fn(&FlexTensor, &FlexTensor) -> FlexTensor,
    /// From the output's gradient and the weights to the gradient of the input.
    of_x: fn(&FlexTensor, &FlexTensor) -> FlexTensor,
    /// From the input and the output's gradient to the gradient of the weights.
    of_weight: fn(&FlexTensor, &FlexTensor) -> FlexTensor,
}

static CONV3X3: BilinearOp =
    BilinearOp { output: flex::conv, of_x: flex::conv_input_gradient, of_weight: flex::conv_weight_gradient };

static PRODUCT: BilinearOp =
    BilinearOp { output: flex::product, of_x: flex::product_row_gradient, of_weight: flex::product_matrix_gradient };

impl Backward<Flex, 2> for &'static BilinearOp {
    /// Input and weights.
    type State = [FlexTensor; 2];

    fn backward(self, ops: Ops<Self::State, 2>, grads: &mut Gradients, _: &mut Checkpointer) {
        let gradient = grads.consume::<Flex>(&ops.node);
        let [x, weight] = &ops.state;
        let [of_x, of_weight] = &ops.parents;
        if let Some(node) = of_x {
            grads.register::<Flex>(node.id, (self.of_x)(&gradient, weight));
        }
        if let Some(node) = of_weight {
            grads.register::<Flex>(node.id, (self.of_weight)(x, &gradient));
        }
    }
}

#[derive(Debug)]
struct Rounding;

impl Backward<Flex, 1> for Rounding {
    type State = ();

    fn backward(self, ops: Ops<(), 1>, grads: &mut Gradients, _: &mut Checkpointer) {
        let gradient = grads.consume::<Flex>(&ops.node);
        let [of_x] = ops.parents;
        if let Some(node) = of_x {
            grads.register::<Flex>(node.id, gradient);
        }
    }
}

/// An operation of one input: from the input, the output and the output's gradient to the gradient of the input.
#[derive(Debug)]
struct UnaryGradient(fn(&FlexTensor, &FlexTensor, &FlexTensor) -> FlexTensor);

impl Backward<Flex, 1> for UnaryGradient {
    /// Input and output.
    type State = [FlexTensor; 2];

    fn backward(self, ops: Ops<Self::State, 1>, grads: &mut Gradients, _: &mut Checkpointer) {
        let gradient = grads.consume::<Flex>(&ops.node);
        let [x, output] = &ops.state;
        let [of_x] = ops.parents;
        if let Some(node) = of_x {
            grads.register::<Flex>(node.id, (self.0)(x, output, &gradient));
        }
    }
}

#[derive(Debug)]
struct Norm;

/// Parents are `x`, gamma, beta and, if there are any, shift and skip.
impl<const N: usize> Backward<Flex, N> for Norm {
    type State = NormCache;

    fn backward(self, ops: Ops<NormCache, N>, grads: &mut Gradients, _: &mut Checkpointer) {
        let gradient = grads.consume::<Flex>(&ops.node);
        let with_skip = ops.parents.get(4).is_some_and(Option::is_some);
        let NormGradients { x, gamma, beta, shift, skip } = flex::norm_gradients(&ops.state, &gradient, with_skip);
        let gradients = [Some(x), Some(gamma), Some(beta), shift, skip];
        for (node, gradient) in ops.parents.into_iter().zip(gradients) {
            if let (Some(node), Some(gradient)) = (node, gradient) {
                grads.register::<Flex>(node.id, gradient);
            }
        }
    }
}
