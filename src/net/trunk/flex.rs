//! The operations of the trunk and their gradients on burn's CPU backend, by the kernels.

use super::{EPSILON, RANGE_SHARE, TrunkOps};
use crate::kernels::{self, Bias, Board, Conv, Kernel, Then, Workspace, filter_gradient, pad};
use burn::backend::Flex;
use burn::backend::ops::FloatTensorOps;
use burn::backend::tensor::FloatTensor;
use burn::tensor::TensorData;
use std::borrow::Cow;

/// A tensor of burn's CPU backend.
pub type FlexTensor = FloatTensor<Flex>;

impl TrunkOps for Flex {
    fn conv3x3(x: FlexTensor, weight: FlexTensor) -> FlexTensor {
        conv(&x, &weight)
    }

    fn round_activations(x: FlexTensor) -> (FlexTensor, FlexTensor) {
        round(&x)
    }

    fn pool(x: FlexTensor) -> FlexTensor {
        pool(&x)
    }

    fn norm_relu(x: FlexTensor, gamma: FlexTensor, beta: FlexTensor) -> (FlexTensor, FlexTensor, FlexTensor) {
        norm(&x, [&gamma, &beta], None)
    }

    fn norm_residual_relu(
        x: FlexTensor,
        gamma: FlexTensor,
        beta: FlexTensor,
        skip: FlexTensor,
        shift: FlexTensor,
    ) -> (FlexTensor, FlexTensor, FlexTensor) {
        norm(&x, [&gamma, &beta], Some([&skip, &shift]))
    }
}

/// See [`super::conv3x3`].
pub fn conv(x: &FlexTensor, weight: &FlexTensor) -> FlexTensor {
    let [outputs, inputs] = filters(weight);
    convolve(x, &Conv::new(&read(weight), inputs, outputs), outputs)
}

/// From the gradient of a convolution's output to that of its input.
pub fn conv_input_gradient(gradient: &FlexTensor, weight: &FlexTensor) -> FlexTensor {
    let [outputs, inputs] = filters(weight);
    convolve(gradient, &Conv::backward(&read(weight), inputs, outputs), inputs)
}

/// From the gradient of a convolution's output, and its input, to the gradient of its weights.
pub fn conv_weight_gradient(x: &FlexTensor, gradient: &FlexTensor) -> FlexTensor {
    let (x, gradient) = (Boards::of(x), Boards::of(gradient));
    let [inputs, outputs] = [&x, &gradient].map(|boards| pad(boards.channels));
    let mut sums = vec![0.0; 16 * inputs * outputs];
    let mut workspace = Workspace::for_gradients(inputs.max(outputs));
    let (board, kernel) = (x.board, Kernel::best());
    kernel.conv_gradient(board, [inputs, outputs], &x.values, &gradient.values, &mut sums, &mut workspace);
    tensor(filter_gradient(&sums, x.channels, gradient.channels), [gradient.channels, x.channels, 3, 3])
}

fn convolve(x: &FlexTensor, conv: &Conv, outputs: usize) -> FlexTensor {
    let x = Boards::of(x);
    let mut output = vec![0.0; x.count * x.board.rows * x.board.cols * pad(outputs)];
    let mut workspace = Workspace::new(x.channels.max(outputs));
    let bias = vec![0.0; pad(outputs)];
    let bias = Bias { values: &bias, stride: 0 };
    Kernel::best().conv(conv, x.board, x.count, &x.values, bias, Then::Store, &mut output, &mut workspace);
    x.tensor(output, outputs)
}

/// See [`super::round_activations`].
pub fn round(x: &FlexTensor) -> (FlexTensor, FlexTensor) {
    let (x, kernel) = (Boards::of(x), Kernel::best());
    let range = (kernel.largest(&x.values) * RANGE_SHARE).max(f32::MIN_POSITIVE);
    let mut output = vec![0.0; x.values.len()];
    kernel.round(&x.values, range, &mut output);
    (x.tensor(output, x.channels), tensor(vec![range], [1]))
}

/// See [`super::pool`].
pub fn pool(x: &FlexTensor) -> FlexTensor {
    let (x, kernel) = (Boards::of(x), Kernel::best());
    let (cell_count, channels) = (x.board.rows * x.board.cols, pad(x.channels));
    let mut pooled = vec![0.0; x.count * 2 * channels];
    for (cells, pooled) in x.values.chunks_exact(cell_count * channels).zip(pooled.chunks_exact_mut(2 * channels)) {
        kernel.pool(channels, cells, pooled);
    }
    tensor(without_padding(pooled, x.channels), [x.count, 2 * x.channels])
}

/// From the gradient of the output of [`super::pool`] to that of its input.
pub fn pool_gradient(x: &FlexTensor, output: &FlexTensor, gradient: &FlexTensor) -> FlexTensor {
    let x = Boards::of(x);
    let (cell_count, channels) = (x.board.rows * x.board.cols, pad(x.channels));
    let [output, gradient] = [output, gradient].map(|pooled| padded(read(pooled), x.channels));
    let mut of_x = vec![0.0; x.values.len()];
    let positions = x.values.chunks_exact(cell_count * channels).zip(of_x.chunks_exact_mut(cell_count * channels));
    let pooled = output.chunks_exact(2 * channels).zip(gradient.chunks_exact(2 * channels));
    for ((cells, of_cells), (output, gradient)) in positions.zip(pooled) {
        let (largest, (of_mean, of_largest)) = (&output[channels..], gradient.split_at(channels));
        // What the first cell with the largest number takes, so that nothing is left for others.
        let mut left = of_largest.to_vec();
        for (cell, of_cell) in cells.chunks_exact(channels).zip(of_cells.chunks_exact_mut(channels)) {
            for channel in 0..channels {
                let taken = if cell[channel] == largest[channel] { left[channel] } else { 0.0 };
                left[channel] -= taken;
                of_cell[channel] = of_mean[channel] / cell_count as f32 + taken;
            }
        }
    }
    x.tensor(of_x, x.channels)
}

/// See [`super::norm_relu`].
fn norm(
    x: &FlexTensor,
    affine: [&FlexTensor; 2],
    residual: Option<[&FlexTensor; 2]>,
) -> (FlexTensor, FlexTensor, FlexTensor) {
    let x = Boards::of(x);
    let [gamma, beta] = affine.map(|affine| padded(read(affine), x.channels));
    let (kernel, cells, channels) = (Kernel::best(), x.board.rows * x.board.cols, pad(x.channels));
    let mut sums = vec![0.0; x.count * 2 * channels];
    kernel.moments(channels, cells, &x.values, &mut sums);
    let [mut mean, mut variance] = [vec![0.0; channels], vec![0.0; channels]];
    let [mut scale, mut offset] = [vec![0.0; channels], vec![0.0; channels]];
    for (channel, [sum, squares]) in totals(&sums, channels).enumerate() {
        let total = (x.count * cells) as f64;
        let m = sum / total;
        let v = (squares / total - m * m).max(0.0);
        let s = f64::from(gamma[channel]) / (v + EPSILON).sqrt();
        (mean[channel], variance[channel]) = (m as f32, v as f32);
        (scale[channel], offset[channel]) = (s as f32, (f64::from(beta[channel]) - m * s) as f32);
    }
    let residual = residual.map(|residual| residual.map(|values| padded(read(values), x.channels)));
    let residual = residual.as_ref().map(|[skip, shift]| kernels::Residual { skip, shift });
    let mut output = vec![0.0; x.values.len()];
    kernel.normalise(cells, [&scale, &offset], &x.values, residual, &mut output);
    let statistic = |values: Vec<f32>| tensor(values[..x.channels].to_vec(), [x.channels]);
    (x.tensor(output, x.channels), statistic(mean), statistic(variance))
}

/// What normalisation remembers for its gradient.
#[derive(Clone, Debug)]
pub struct Remembered {
    pub x: FlexTensor,
    pub output: FlexTensor,
    pub gamma: FlexTensor,
    pub mean: FlexTensor,
    pub variance: FlexTensor,
}

/// The gradients of the inputs of [`super::norm_relu`].
pub struct NormGradients {
    pub x: FlexTensor,
    pub gamma: FlexTensor,
    pub beta: FlexTensor,
    /// None unless asked for.
    pub skip: Option<FlexTensor>,
    pub shift: FlexTensor,
}

/// From the gradient of the output of [`super::norm_relu`] to those of its inputs.
pub fn norm_gradients(remembered: &Remembered, gradient: &FlexTensor, with_skip: bool) -> NormGradients {
    let [x, output, gradient] = [&remembered.x, &remembered.output, gradient].map(Boards::of);
    let [gamma, mean, variance] = [&remembered.gamma, &remembered.mean, &remembered.variance];
    let [gamma, mean, variance] = [gamma, mean, variance].map(|values| padded(read(values), x.channels));
    let (kernel, cells, channels) = (Kernel::best(), x.board.rows * x.board.cols, pad(x.channels));
    let through = kernels::NormGradient { input: &x.values, output: &output.values, gradient: &gradient.values };
    let mut sums = vec![0.0; x.count * 2 * channels];
    kernel.norm_gradient_sums(cells, &mean, &through, &mut sums);

    let zeros = || vec![0.0; channels];
    let (mut of_gamma, mut of_beta, mut factors) = (zeros(), zeros(), [zeros(), zeros(), zeros()]);
    for (channel, [passed, product]) in totals(&sums, channels).enumerate() {
        let [gamma, mean, variance] = [&gamma, &mean, &variance].map(|values| f64::from(values[channel]));
        let deviation = 1.0 / (variance + EPSILON).sqrt();
        (of_gamma[channel], of_beta[channel]) = ((product * deviation) as f32, passed as f32);
        let (scale, total) = (gamma * deviation, (x.count * cells) as f64);
        let on_input = -scale * product * deviation * deviation / total;
        factors[0][channel] = scale as f32;
        factors[1][channel] = on_input as f32;
        factors[2][channel] = (-scale * passed / total - on_input * mean) as f32;
    }
    let mut of_x = vec![0.0; x.values.len()];
    let mut of_skip = with_skip.then(|| vec![0.0; x.values.len()]);
    let factors = factors.each_ref().map(Vec::as_slice);
    kernel.norm_gradient(cells, factors, &through, &mut of_x, of_skip.as_deref_mut());
    let of_shift = sums.chunks_exact(2 * channels).flat_map(|sums| sums[..x.channels].to_vec()).collect();
    let of_channels = |values: Vec<f32>| tensor(values[..x.channels].to_vec(), [x.channels]);
    NormGradients {
        x: x.tensor(of_x, x.channels),
        gamma: of_channels(of_gamma),
        beta: of_channels(of_beta),
        skip: of_skip.map(|skip| x.tensor(skip, x.channels)),
        shift: tensor(of_shift, [x.count, x.channels]),
    }
}

/// The two sums of each channel over all positions, from `[position][2][channel]`.
fn totals(sums: &[f32], channels: usize) -> impl Iterator<Item = [f64; 2]> {
    let mut totals = vec![0.0; 2 * channels];
    for sums in sums.chunks_exact(2 * channels) {
        totals.iter_mut().zip(sums).for_each(|(total, &sum)| *total += f64::from(sum));
    }
    (0..channels).map(move |channel| [totals[channel], totals[channels + channel]])
}

/// A tensor `[n, rows, cols, channels]`, with channels padded to whole blocks.
struct Boards<'a> {
    count: usize,
    board: Board,
    channels: usize,
    values: Cow<'a, [f32]>,
}

impl Boards<'_> {
    fn of(tensor: &FlexTensor) -> Boards<'_> {
        let [count, rows, cols, channels] = tensor.layout().shape().dims();
        Boards { count, board: Board { rows, cols }, channels, values: padded(read(tensor), channels) }
    }

    /// A tensor of such boards with `channels`, from padded numbers.
    fn tensor(&self, values: Vec<f32>, channels: usize) -> FlexTensor {
        tensor(without_padding(values, channels), [self.count, self.board.rows, self.board.cols, channels])
    }
}

/// Rows of `channels` numbers, padded with zeros to whole blocks.
fn padded(values: Cow<'_, [f32]>, channels: usize) -> Cow<'_, [f32]> {
    if channels == pad(channels) {
        return values;
    }
    let mut padded = vec![0.0; values.len() / channels * pad(channels)];
    for (to, from) in padded.chunks_exact_mut(pad(channels)).zip(values.chunks_exact(channels)) {
        to[..channels].copy_from_slice(from);
    }
    Cow::Owned(padded)
}

/// Undoes [`padded`].
fn without_padding(values: Vec<f32>, channels: usize) -> Vec<f32> {
    if channels == pad(channels) {
        return values;
    }
    values.chunks_exact(pad(channels)).flat_map(|row| &row[..channels]).copied().collect()
}

/// The outputs and inputs of weights `[out, in, 3, 3]`.
fn filters(weight: &FlexTensor) -> [usize; 2] {
    let [outputs, inputs, 3, 3] = weight.layout().shape().dims() else { panic!("filters are 3x3") };
    [outputs, inputs]
}

/// A tensor's numbers in order.
fn read(tensor: &FlexTensor) -> Cow<'_, [f32]> {
    match tensor.as_slice() {
        Some(numbers) => Cow::Borrowed(numbers),
        None => Cow::Owned(tensor.to_contiguous().as_slice().expect("the net computes in f32").to_vec()),
    }
}

fn tensor<const D: usize>(values: Vec<f32>, shape: [usize; D]) -> FlexTensor {
    Flex::float_from_data(TensorData::new(values, shape), &Default::default())
}
