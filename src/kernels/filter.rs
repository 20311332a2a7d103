use super::aligned::AlignedArray;
use super::layout::{BLOCK, Matrix, pad, size};

/// A 3x3 convolution of stride 1 with zero padding, in Winograd's form.
#[derive(Debug)]
pub struct Conv {
    /// The sizes of one of the sixteen matrices, and the weights of all, one matrix after another.
    pub(super) matrix: Matrix,
}

impl Conv {
    /// A convolution with the weights `[output][input][ky][kx]`.
    pub fn new(weights: &[f32], inputs: usize, outputs: usize) -> Conv {
        Conv::transformed(inputs, outputs, |input, output, k| weights[(output * inputs + input) * 9 + k])
    }

    /// The convolution that computes the gradient of the inputs of [`Conv::new`] from that of its outputs: filters
    /// rotated by 180 degrees, inputs and outputs exchanged.
    pub fn backward(weights: &[f32], inputs: usize, outputs: usize) -> Conv {
        Conv::transformed(outputs, inputs, |output, input, k| weights[(output * inputs + input) * 9 + 8 - k])
    }

    /// Transforms each 3x3 filter `g`, whose entries are `weight(input, output, k)`, to the 4x4 matrix `G g Gt`: in 64
    /// bits, rounded once at the end, a block of outputs at a time.
    fn transformed(inputs: usize, outputs: usize, weight: impl Fn(usize, usize, usize) -> f32) -> Conv {
        let padded = pad(outputs);
        let mut weights = AlignedArray::zeros(size([16, inputs, padded]));
        for first in (0..outputs).step_by(BLOCK) {
            let block = BLOCK.min(outputs - first);
            for input in 0..inputs {
                let mut filters = [[0.0; BLOCK]; 9];
                for (k, numbers) in filters.iter_mut().enumerate() {
                    for (lane, number) in numbers[..block].iter_mut().enumerate() {
                        *number = f64::from(weight(input, first + lane, k));
                    }
                }
                let [a, b, c, d, e, f, g, h, i] = filters;
                let [a, b, c] = [times_g([a, b, c]), times_g([d, e, f]), times_g([g, h, i])];
                for kx in 0..4 {
                    for (ky, numbers) in times_g([a[kx], b[kx], c[kx]]).iter().enumerate() {
                        let at = ((4 * ky + kx) * padded + first) * inputs + input * BLOCK;
                        let to = &mut weights[at..at + BLOCK];
                        to.iter_mut().zip(numbers).for_each(|(to, &number)| *to = number as f32);
                    }
                }
            }
        }
        Conv { matrix: Matrix { inputs, stride: pad(inputs), step: 1, outputs: padded, weights } }
    }

    pub(super) fn weights(&self, k: usize) -> &[f32] {
        let len = self.matrix.inputs * self.matrix.outputs;
        &self.matrix.weights[k * len..(k + 1) * len]
    }
}

/// `G` times a column of three.
#[inline]
fn times_g([a, b, c]: [[f64; BLOCK]; 3]) -> [[f64; BLOCK]; 4] {
    let half = |sign: f64| std::array::from_fn(|i| 0.5 * (a[i] + c[i]) + sign * 0.5 * b[i]);
    [a, half(1.0), half(-1.0), c]
}

/// The gradient of the weights `[output][input][ky][kx]` from the gradient of their Winograd form,
/// `[16][input][output]` with channels padded to whole blocks: `Gt u G` of the 4x4 matrix `u` of each filter.
pub fn filter_gradient(sums: &[f32], inputs: usize, outputs: usize) -> Vec<f32> {
    let (sheet, stride) = (pad(inputs) * pad(outputs), pad(outputs));
    let mut gradient = vec![0.0; outputs * inputs * 9];
    for input in 0..inputs {
        for first in (0..outputs).step_by(BLOCK) {
            let u = |k: usize| -> [f32; BLOCK] {
                let at = k * sheet + input * stride + first;
                sums[at..at + BLOCK].try_into().expect("a block")
            };
            let rows: [_; 4] =
                std::array::from_fn(|row| times_gt([u(4 * row), u(4 * row + 1), u(4 * row + 2), u(4 * row + 3)]));
            for kx in 0..3 {
                for (ky, numbers) in times_gt([rows[0][kx], rows[1][kx], rows[2][kx], rows[3][kx]]).iter().enumerate() {
                    for (lane, &number) in numbers.iter().enumerate().take(outputs - first) {
                        gradient[((first + lane) * inputs + input) * 9 + 3 * ky + kx] = number;
                    }
                }
            }
        }
    }
    gradient
}

/// `Gt` times a column of four.
#[inline]
fn times_gt([a, b, c, d]: [[f32; BLOCK]; 4]) -> [[f32; BLOCK]; 3] {
    [
        std::array::from_fn(|i| a[i] + 0.5 * (b[i] + c[i])),
        std::array::from_fn(|i| 0.5 * (b[i] - c[i])),
        std::array::from_fn(|i| 0.5 * (b[i] + c[i]) + d[i]),
    ]
}
