//! The kernels against the same operations composed of burn's: values and gradients.

use super::{NormOutput, NormTerms, composed, conv3x3, log_softmax, log_sum_exp, norm_relu, pool, product, softplus};
use burn::tensor::activation;
use burn::tensor::{Device, Tensor, TensorData};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions, rows, columns, channels in and out: boards in use, odd ones, channels that are no whole blocks.
const SIZES: [[usize; 5]; 5] =
    [[3, 8, 8, 32, 32], [2, 12, 12, 39, 16], [5, 4, 4, 7, 12], [4, 5, 5, 16, 48], [7, 1, 10, 20, 33]];

struct Random {
    rng: Xoshiro256PlusPlus,
    device: Device,
}

impl Random {
    fn new() -> Random {
        Random { rng: Xoshiro256PlusPlus::seed_from_u64(1), device: Device::flex().autodiff() }
    }

    fn tensor<const D: usize>(&mut self, shape: [usize; D]) -> Tensor<D> {
        let numbers = (0..shape.iter().product()).map(|_| self.rng.random_range(-1.0..1.0f32)).collect();
        Tensor::from_data(TensorData::new(numbers, shape), &self.device).require_grad()
    }
}

/// Asserts that numbers agree to a share of the largest one.
fn assert_close<const D: usize>(what: &str, ours: Tensor<D>, expected: Tensor<D>) {
    assert_eq!(ours.dims(), expected.dims(), "{what}");
    let [ours, expected] = [ours, expected].map(|tensor| tensor.into_data().try_to_vec::<f32>().expect("f32"));
    let largest = expected.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
    for (ours, expected) in ours.iter().zip(&expected) {
        assert!((ours - expected).abs() <= 2e-5 * largest, "{what}: {ours} instead of {expected} (of {largest})");
    }
}

#[test]
fn the_convolution_and_its_gradients_are_burns() {
    let mut random = Random::new();
    for [n, rows, cols, inputs, outputs] in SIZES {
        let (x, weight) = (random.tensor([n, rows, cols, inputs]), random.tensor([outputs, inputs, 3, 3]));
        let towards = random.tensor([n, rows, cols, outputs]);
        let gradients = [conv3x3(x.clone(), weight.clone()), composed::conv3x3(x.clone(), weight.clone())].map(|y| {
            let gradients = (y.clone() * towards.clone()).sum().backward();
            (y, x.grad(&gradients).expect("tracked"), weight.grad(&gradients).expect("tracked"))
        });
        let [(y, of_x, of_weight), expected] = gradients;
        assert_close("output", y, expected.0);
        assert_close("gradient of the input", of_x, expected.1);
        assert_close("gradient of the weights", of_weight, expected.2);
    }
}

#[test]
fn a_convolution_of_untracked_boards_passes_a_gradient_to_its_weights() {
    let mut random = Random::new();
    let (x, weight) = (random.tensor([2, 4, 4, 7]).detach(), random.tensor([16, 7, 3, 3]));
    let gradients = conv3x3(x.clone(), weight.clone()).sum().backward();
    let expected = composed::conv3x3(x, weight.clone()).sum().backward();
    let [ours, expected] = [gradients, expected].map(|gradients| weight.grad(&gradients).expect("tracked"));
    assert_close("gradient of the weights", ours, expected);
}

#[test]
fn the_product_and_its_gradients_are_burns() {
    let mut random = Random::new();
    for [n, inputs, outputs] in [[1, 1, 1], [64, 32, 32], [27, 64, 3], [100, 5, 40], [13, 39, 16]] {
        let (x, weight) = (random.tensor([n, inputs]), random.tensor([inputs, outputs]));
        let towards = random.tensor([n, outputs]);
        let [ours, expected] = [product, composed::product].map(|product| {
            let y = product(x.clone(), weight.clone());
            let gradients = (y.clone() * towards.clone()).sum().backward();
            (y, x.grad(&gradients).expect("tracked"), weight.grad(&gradients).expect("tracked"))
        });
        assert_close("output", ours.0, expected.0);
        assert_close("gradient of the rows", ours.1, expected.1);
        assert_close("gradient of the matrix", ours.2, expected.2);
    }
}

#[test]
fn pooling_and_its_gradient_are_burns() {
    let mut random = Random::new();
    for [n, rows, cols, channels, _] in SIZES {
        // Few different numbers, so that many cells share the largest one.
        let x = (random.tensor([n, rows, cols, channels]) * 3.0).round().detach().require_grad();
        let towards = random.tensor([n, 2 * channels]);
        let [ours, expected] = [pool(x.clone()), composed::pool(x.clone())].map(|y| {
            let gradients = (y.clone() * towards.clone()).sum().backward();
            (y, x.grad(&gradients).expect("tracked"))
        });
        assert_close("output", ours.0, expected.0);
        assert_close("gradient of the input", ours.1, expected.1);
    }
}

#[test]
fn logarithms_of_sums_and_their_gradients_are_burns() {
    let mut random = Random::new();
    for [n, k] in [[3, 512], [5, 1], [1, 77]] {
        // Far from 0, and a part of it masked, as illegal moves are.
        let masked = random.tensor([n, k]).greater_elem(0.5).float() * -1e4;
        let x = (random.tensor([n, k]) * 20.0 - 500.0 + masked).detach().require_grad();
        let column = random.tensor([n, 1]);
        let towards = random.tensor([n, k]);
        let run = |y: Tensor<2>, of: &Tensor<2>| {
            let columns = y.dims()[1];
            let gradients = (y.clone() * towards.clone().slice([0..n, 0..columns])).sum().backward();
            (y, of.grad(&gradients).expect("tracked"))
        };
        for (ours, expected, of) in [
            (log_sum_exp(x.clone()), composed::log_sum_exp(x.clone()), &x),
            (log_softmax(x.clone()), activation::log_softmax(x.clone(), 1), &x),
            (softplus(column.clone()), activation::softplus(column.clone(), 1.0), &column),
        ] {
            let (ours, expected) = (run(ours, of), run(expected, of));
            assert_close("output", ours.0, expected.0);
            assert_close("gradient", ours.1, expected.1);
        }
    }
}

/// Exponentials and logarithms of the system's C library would end in other bits on other systems.
#[test]
fn logarithms_of_sums_have_the_same_bits_on_every_system() {
    let numbers: Vec<f32> = (0..256).map(|i| (i * 37 % 101) as f32 / 7.0).collect();
    let x = Tensor::from_data(TensorData::new(numbers, [16, 16]), &Device::flex());
    let bits = |x: Tensor<2>| {
        let numbers = x.into_data().try_to_vec::<f32>().expect("f32");
        numbers.iter().fold(0u32, |hash, x| hash.rotate_left(5).wrapping_add(x.to_bits()))
    };
    assert_eq!([bits(log_sum_exp(x.clone())), bits(log_softmax(x))], [0x37f0_5d2d, 0x3036_01fd]);
}

/// Whether shift and skip are added around a normalisation in the test below.
const ADDED: [[bool; 2]; 3] = [[false, false], [true, false], [true, true]];

#[test]
fn normalisation_and_its_gradients_are_burns() {
    let mut random = Random::new();
    for [n, rows, cols, channels, _] in SIZES {
        // Far from a mean of 0, where sums of squares lose digits.
        let x = (random.tensor([n, rows, cols, channels]) + 3.0).detach().require_grad();
        let (gamma, beta) = (random.tensor([channels]), random.tensor([channels]));
        let (skip, shift) = (random.tensor([n, rows, cols, channels]), random.tensor([n, channels]));
        let towards = random.tensor([n, rows, cols, channels]);
        for [with_shift, with_skip] in ADDED {
            let run = |norm: fn(Tensor<4>, Tensor<1>, Tensor<1>, Option<NormTerms>) -> NormOutput| {
                let added =
                    with_shift.then(|| NormTerms { shift: shift.clone(), skip: with_skip.then(|| skip.clone()) });
                let NormOutput { output, statistics } = norm(x.clone(), gamma.clone(), beta.clone(), added);
                let gradients = (output.clone() * towards.clone()).sum().backward();
                let of_vectors = [&gamma, &beta].map(|tensor| tensor.grad(&gradients).expect("tracked"));
                let of_added = (skip.grad(&gradients), shift.grad(&gradients));
                (output, statistics, x.grad(&gradients).expect("tracked"), of_vectors, of_added)
            };
            let (ours, expected) = (run(norm_relu), run(composed::norm_relu));
            assert_close("output", ours.0, expected.0);
            assert_close("gradient of the input", ours.2, expected.2);
            for (what, (ours, expected)) in ["mean", "variance"].iter().zip(ours.1.into_iter().zip(expected.1)) {
                assert_close(what, ours, expected);
            }
            for (what, (ours, expected)) in ["gamma", "beta"].iter().zip(ours.3.into_iter().zip(expected.3)) {
                assert_close(what, ours, expected);
            }
            assert_eq!((ours.4.0.is_some(), ours.4.1.is_some()), (with_skip, with_shift));
            if let (Some(skip), Some(expected)) = (ours.4.0, expected.4.0) {
                assert_close("gradient of the skip", skip, expected);
            }
            if let (Some(shift), Some(expected)) = (ours.4.1, expected.4.1) {
                assert_close("gradient of the shift", shift, expected);
            }
        }
    }
}

/// The gradients against differences of values, which do not depend on how either is computed.
#[test]
fn gradients_of_a_shifted_normalisation_are_slopes() {
    let mut random = Random::new();
    let (x, shift) = (random.tensor([3, 4, 4, 20]), random.tensor([3, 20]));
    // So large that no small step takes a number across 0, where the rectifier has a kink.
    let skip = random.tensor([3, 4, 4, 20]).sign() * 10.0;
    let (gamma, beta, towards) = (random.tensor([20]), random.tensor([20]), random.tensor([3, 4, 4, 20]));
    let value = |x: &Tensor<4>, shift: &Tensor<2>| {
        let added = NormTerms { shift: shift.clone(), skip: Some(skip.clone()) };
        (norm_relu(x.clone(), gamma.clone(), beta.clone(), Some(added)).output * towards.clone()).sum()
    };
    let number = |value: Tensor<1>| f64::from(value.detach().into_scalar::<f32>());
    let gradients = value(&x, &shift).backward();
    let (of_x, of_shift) = (x.grad(&gradients).expect("tracked"), shift.grad(&gradients).expect("tracked"));
    let step = 1e-3;
    // Along a random direction of the input and another one of the shift, and each alone.
    for (x_share, shift_share) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let (along_x, along_shift) = (random.tensor([3, 4, 4, 20]).detach(), random.tensor([3, 20]).detach());
        let (along_x, along_shift) = (along_x * x_share, along_shift * shift_share);
        let at = |step: f32| {
            number(value(&(x.clone() + along_x.clone() * step), &(shift.clone() + along_shift.clone() * step)))
        };
        let slope = (at(step) - at(-step)) / f64::from(2.0 * step);
        let in_x = number((of_x.clone() * along_x.clone().inner()).sum());
        let in_shift = number((of_shift.clone() * along_shift.clone().inner()).sum());
        let expected = in_x + in_shift;
        assert!((slope - expected).abs() < 0.02 * (1.0 + slope.abs()), "{expected} instead of {slope}");
    }
}
