//! The operations of the net and their gradients on burn's CPU backend, by the kernels.

use super::NetOps;
use super::terms::{EPSILON, RANGE_SHARE};
use crate::kernels::{Bias, Board, Conv, Epilogue, Kernel, Matrix, NormGradient, Workspace, filter_gradient, pad};
use burn::backend::Flex;
use burn::backend::ops::FloatTensorOps;
use burn::backend::tensor::FloatTensor;
use burn::tensor::TensorData;
use std::borrow::Cow;

/// A tensor of burn's CPU backend.
pub type FlexTensor = FloatTensor<Flex>;

impl NetOps for Flex {
    fn conv3x3(x: FlexTensor, weight: FlexTensor) -> FlexTensor {
        conv(&x, &weight)
    }

    fn round_activations(x: FlexTensor) -> (FlexTensor, FlexTensor) {
        round(&x)
    }

    fn pool(x: FlexTensor) -> FlexTensor {
        pool(&x)
    }

    fn product(x: FlexTensor, weight: FlexTensor) -> FlexTensor {
        product(&x, &weight)
    }

    fn log_sum_exp(x: FlexTensor) -> FlexTensor {
        log_sum_exp(&x)
    }

    fn norm_relu(x: FlexTensor, gamma: FlexTensor, beta: FlexTensor) -> (FlexTensor, FlexTensor, FlexTensor) {
        norm(x, gamma, &beta, None, None).1
    }

    fn shift_norm_relu(
        x: FlexTensor,
        gamma: FlexTensor,
        beta: FlexTensor,
        shift: FlexTensor,
    ) -> (FlexTensor, FlexTensor, FlexTensor) {
        norm(x, gamma, &beta, Some(shift), None).1
    }

    fn shift_norm_skip_relu(
        x: FlexTensor,
        gamma: FlexTensor,
        beta: FlexTensor,
        shift: FlexTensor,
        skip: FlexTensor,
    ) -> (FlexTensor, FlexTensor, FlexTensor) {
        norm(x, gamma, &beta, Some(shift), Some(&skip)).1
    }
}

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
    Kernel::best().conv(conv, x.board, x.count, &x.values, bias, Epilogue::Store, &mut output, &mut workspace);
    x.tensor(output, outputs)
}

pub fn round(x: &FlexTensor) -> (FlexTensor, FlexTensor) {
    let (x, kernel) = (Boards::of(x), Kernel::best());
    let range = (kernel.largest(&x.values) * RANGE_SHARE).max(f32::MIN_POSITIVE);
    let mut output = vec![0.0; x.values.len()];
    kernel.round(&x.values, range, &mut output);
    (x.tensor(output, x.channels), tensor(vec![range], [1]))
}

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
        // The share of the first cell with the largest number, so that nothing is left for others.
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

pub fn product(x: &FlexTensor, weight: &FlexTensor) -> FlexTensor {
    let ([n, inputs], [_, outputs]) = (x.layout().shape().dims(), weight.layout().shape().dims());
    let weight = read(weight);
    multiply(n, &read(x), Matrix::new(inputs, inputs, outputs, |i, o| weight[i * outputs + o]), outputs)
}

/// From the gradient of a product to that of its rows.
pub fn product_row_gradient(gradient: &FlexTensor, weight: &FlexTensor) -> FlexTensor {
    let ([n, outputs], [inputs, _]) = (gradient.layout().shape().dims(), weight.layout().shape().dims());
    let weight = read(weight);
    multiply(n, &read(gradient), Matrix::new(outputs, outputs, inputs, |o, i| weight[i * outputs + o]), inputs)
}

/// From the gradient of a product, and its rows, to the gradient of the matrix.
pub fn product_matrix_gradient(x: &FlexTensor, gradient: &FlexTensor) -> FlexTensor {
    let ([n, inputs], [_, outputs]) = (x.layout().shape().dims(), gradient.layout().shape().dims());
    let gradient = read(gradient);
    // The columns of the rows are read as rows.
    let matrix = Matrix { step: inputs, ..Matrix::new(n, 1, outputs, |row, o| gradient[row * outputs + o]) };
    multiply(inputs, &read(x), matrix, outputs)
}

/// The product of `rows` rows with a matrix, `[rows, outputs]`.
fn multiply(rows: usize, input: &[f32], matrix: Matrix, outputs: usize) -> FlexTensor {
    let mut output = vec![0.0; rows * matrix.outputs];
    Kernel::best().product(&matrix, &vec![0.0; matrix.outputs], rows, input, false, &mut output);
    tensor(without_padding(output, outputs), [rows, outputs])
}

pub fn log_sum_exp(x: &FlexTensor) -> FlexTensor {
    let ([n, cols], x) = (x.layout().shape().dims(), read(x));
    let of_row = |row: &[f32]| {
        let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        largest + libm::logf(row.iter().map(|&x| libm::expf(x - largest)).sum())
    };
    tensor(x.chunks_exact(cols).map(of_row).collect(), [n, 1])
}

/// From the gradient of the output of [`super::log_sum_exp`] to that of its input.
pub fn log_sum_exp_gradient(x: &FlexTensor, output: &FlexTensor, gradient: &FlexTensor) -> FlexTensor {
    let [n, cols] = x.layout().shape().dims();
    let [x, output, gradient] = [x, output, gradient].map(read);
    let rows = x.chunks_exact(cols).zip(output.iter().zip(&*gradient));
    let of_x = rows.flat_map(|(row, (&sum, &gradient))| row.iter().map(move |&x| gradient * libm::expf(x - sum)));
    tensor(of_x.collect(), [n, cols])
}

/// The data that the backward pass of normalisation needs.
#[derive(Clone, Debug)]
pub struct NormCache {
    x: FlexTensor,
    output: FlexTensor,
    gamma: FlexTensor,
    mean: FlexTensor,
    variance: FlexTensor,
    shift: Option<Shift>,
}

#[derive(Clone, Debug)]
struct Shift {
    /// The shift per position, `[n, channels]`.
    by: FlexTensor,
    /// The sums over the cells of the shifted input, `[position][channel]`, with channels padded to whole blocks.
    sums: Vec<f32>,
}

/// See [`super::norm_relu`]: the cache for its gradient; output, mean, variance.
pub fn norm(
    input: FlexTensor,
    gamma: FlexTensor,
    beta: &FlexTensor,
    shift: Option<FlexTensor>,
    skip: Option<&FlexTensor>,
) -> (NormCache, (FlexTensor, FlexTensor, FlexTensor)) {
    let x = Boards::of(&input);
    let (kernel, cells, channels) = (Kernel::best(), x.board.rows * x.board.cols, pad(x.channels));
    let zeros = || vec![0.0; channels];
    let by = shift.as_ref().map(|shift| padded(read(shift), x.channels));
    let mut sums = vec![0.0; x.count * 2 * channels];
    kernel.moments(channels, cells, &x.values, rows(by.as_deref().unwrap_or(&zeros()), channels), &mut sums);
    let [factors, offsets] = [&gamma, beta].map(|affine| padded(read(affine), x.channels));
    let ([mut mean, mut variance], [mut scale, mut offset]) = ([zeros(), zeros()], [zeros(), zeros()]);
    for (channel, [sum, squares]) in totals(&sums, channels).enumerate() {
        let total = (x.count * cells) as f64;
        let m = sum / total;
        let v = (squares / total - m * m).max(0.0);
        let s = f64::from(factors[channel]) / (v + EPSILON).sqrt();
        (mean[channel], variance[channel]) = (m as f32, v as f32);
        (scale[channel], offset[channel]) = (s as f32, (f64::from(offsets[channel]) - m * s) as f32);
    }
    if let Some(by) = &by {
        offset = of_each(by, &offset, |shift, channel, offset| offset + f64::from(scale[channel]) * shift);
    }
    let skip = skip.map(|skip| padded(read(skip), x.channels));
    let mut output = vec![0.0; x.values.len()];
    kernel.normalise(cells, &scale, rows(&offset, channels), &x.values, skip.as_deref(), &mut output);
    let statistic = |values: Vec<f32>| tensor(values[..x.channels].to_vec(), [x.channels]);
    let (output, mean, variance) = (x.tensor(output, x.channels), statistic(mean), statistic(variance));
    drop((x, by));
    let of_inputs = || sums.chunks_exact(2 * channels).flat_map(|sums| &sums[..channels]).copied().collect();
    let shift = shift.map(|by| Shift { by, sums: of_inputs() });
    let result = (output.clone(), mean.clone(), variance.clone());
    (NormCache { x: input, output, gamma, mean, variance, shift }, result)
}

/// The gradients of the inputs of [`super::norm_relu`].
pub struct NormGradients {
    pub x: FlexTensor,
    pub gamma: FlexTensor,
    pub beta: FlexTensor,
    /// The gradient of the shift; `None` without a shift.
    pub shift: Option<FlexTensor>,
    pub skip: Option<FlexTensor>,
}

/// From the gradient of the output of [`super::norm_relu`] to those of its inputs.
pub fn norm_gradients(remembered: &NormCache, gradient: &FlexTensor, with_skip: bool) -> NormGradients {
    let [x, output, gradient] = [&remembered.x, &remembered.output, gradient].map(Boards::of);
    let [gamma, mean, variance] = [&remembered.gamma, &remembered.mean, &remembered.variance];
    let [gamma, mean, variance] = [gamma, mean, variance].map(|values| padded(read(values), x.channels));
    let (kernel, cells, channels) = (Kernel::best(), x.board.rows * x.board.cols, pad(x.channels));
    let through = NormGradient { input: &x.values, output: &output.values, gradient: &gradient.values };
    let by = remembered.shift.as_ref().map(|shift| padded(read(&shift.by), x.channels));
    // The input is read without its shift.
    let centre = match &by {
        None => mean.to_vec(),
        Some(by) => of_each(by, &mean, |shift, _, mean| mean - shift),
    };
    let mut sums = vec![0.0; x.count * 2 * channels];
    kernel.norm_gradient_sums(channels, cells, rows(&centre, channels), &through, &mut sums);

    let zeros = || vec![0.0; channels];
    let ([mut of_gamma, mut of_beta], [mut on_passed, mut on_input]) = ([zeros(), zeros()], [zeros(), zeros()]);
    // For each channel, the gradient before normalisation is the first factor times the gradient that passed the
    // rectifier, plus the second times the shifted input, plus the third.
    let mut factors = vec![[0.0f64; 3]; channels];
    for (channel, [passed, product]) in totals(&sums, channels).enumerate() {
        let [gamma, mean, variance] = [&gamma, &mean, &variance].map(|values| f64::from(values[channel]));
        let deviation = 1.0 / (variance + EPSILON).sqrt();
        (of_gamma[channel], of_beta[channel]) = ((product * deviation) as f32, passed as f32);
        let (scale, total) = (gamma * deviation, (x.count * cells) as f64);
        let slope = -scale * product * deviation * deviation / total;
        factors[channel] = [scale, slope, -scale * passed / total - slope * mean];
        (on_passed[channel], on_input[channel]) = (scale as f32, slope as f32);
    }
    let mut offset: Vec<f32> = factors.iter().map(|factors| factors[2] as f32).collect();
    if let Some(by) = &by {
        offset = of_each(by, &offset, |shift, channel, offset| offset + factors[channel][1] * shift);
    }
    let mut of_x = vec![0.0; x.values.len()];
    let mut of_skip = with_skip.then(|| vec![0.0; x.values.len()]);
    kernel.norm_gradient(
        cells,
        [&on_passed, &on_input],
        rows(&offset, channels),
        &through,
        &mut of_x,
        of_skip.as_deref_mut(),
    );
    // The sum of the input's gradient over the cells derives from known sums.
    let of_shift = remembered.shift.as_ref().map(|shift| {
        let mut of_shift = Vec::with_capacity(x.count * x.channels);
        for (passed, inputs) in sums.chunks_exact(2 * channels).zip(shift.sums.chunks_exact(channels)) {
            let of_channels = passed.iter().zip(inputs).zip(&factors).take(x.channels);
            of_shift.extend(of_channels.map(|((&passed, &input), [on_passed, on_input, offset])| {
                (on_passed * f64::from(passed) + on_input * f64::from(input) + offset * cells as f64) as f32
            }));
        }
        tensor(of_shift, [x.count, x.channels])
    });
    let of_channels = |values: Vec<f32>| tensor(values[..x.channels].to_vec(), [x.channels]);
    NormGradients {
        x: x.tensor(of_x, x.channels),
        gamma: of_channels(of_gamma),
        beta: of_channels(of_beta),
        shift: of_shift,
        skip: of_skip.map(|skip| x.tensor(skip, x.channels)),
    }
}

/// Numbers for the channels of all positions: one row for each, or the same row.
fn rows(values: &[f32], channels: usize) -> Bias<'_> {
    Bias { values, stride: if values.len() > channels { channels } else { 0 } }
}

/// For each position and channel a number computed from its shift, the channel's index and a number of the channel.
fn of_each(shift: &[f32], of_channel: &[f32], number: impl Fn(f64, usize, f64) -> f64) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(shift.len());
    for shift in shift.chunks_exact(of_channel.len()) {
        let all = shift.iter().zip(of_channel).enumerate();
        numbers.extend(all.map(|(channel, (&shift, &own))| number(shift.into(), channel, own.into()) as f32));
    }
    numbers
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

fn read(tensor: &FlexTensor) -> Cow<'_, [f32]> {
    match tensor.as_slice() {
        Some(numbers) => Cow::Borrowed(numbers),
        None => Cow::Owned(tensor.to_contiguous().as_slice().expect("the net computes in f32").to_vec()),
    }
}

fn tensor<const D: usize>(values: Vec<f32>, shape: [usize; D]) -> FlexTensor {
    Flex::float_from_data(TensorData::new(values, shape), &Default::default())
}
