//! All kernels give the same bits; the gradients themselves are checked against burn's beside the operations that use
//! them.

use super::{BLOCK, Board, Kernel, NormGradient, Residual, Workspace};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What each kernel gives must be what the portable one gives.
fn assert_same(run: impl Fn(Kernel) -> Vec<f32>) {
    let results: Vec<_> = Kernel::available().map(|kernel| (kernel, run(kernel))).collect();
    let (_, portable) = results.last().expect("the portable kernel runs anywhere");
    assert!(portable.iter().any(|&x| x != 0.0));
    for (kernel, result) in &results {
        let same = result.iter().zip(portable).all(|(a, b)| a.to_bits() == b.to_bits());
        assert!(same && result.len() == portable.len(), "{kernel:?}");
    }
}

fn numbers(rng: &mut Xoshiro256PlusPlus, count: usize) -> Vec<f32> {
    (0..count).map(|_| rng.random_range(-1.0..1.0)).collect()
}

#[test]
fn all_kernels_give_the_same_gradient_of_weights() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (count, board, [inputs, outputs]) in [
        (9, Board { rows: 8, cols: 8 }, [BLOCK, 2 * BLOCK]),
        (2, Board { rows: 11, cols: 11 }, [3 * BLOCK, BLOCK]),
        (3, Board { rows: 1, cols: 20 }, [2 * BLOCK, 3 * BLOCK]),
    ] {
        let cells = count * board.rows * board.cols;
        let (input, gradient) = (numbers(&mut rng, cells * inputs), numbers(&mut rng, cells * outputs));
        assert_same(|kernel| {
            let (mut sums, mut workspace) =
                (vec![0.0; 16 * inputs * outputs], Workspace::for_gradients(inputs.max(outputs)));
            kernel.conv_gradient(board, [inputs, outputs], &input, &gradient, &mut sums, &mut workspace);
            sums
        });
    }
}

#[test]
fn all_kernels_normalise_alike() {
    let (cells, channels, count) = (25, 3 * BLOCK, 4);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let [input, skip, gradient] = [(); 3].map(|()| numbers(&mut rng, count * cells * channels));
    let (shift, vectors) = (numbers(&mut rng, count * channels), [(); 3].map(|()| numbers(&mut rng, channels)));
    let [scale, offset, mean] = vectors.each_ref().map(Vec::as_slice);
    assert_same(|kernel| {
        let (mut sums, mut output) = (vec![0.0; count * 2 * channels], vec![0.0; input.len()]);
        kernel.moments(channels, cells, &input, &mut sums);
        let residual = Residual { skip: &skip, shift: &shift };
        kernel.normalise(cells, [scale, offset], &input, Some(residual), &mut output);
        let through = NormGradient { input: &input, output: &output, gradient: &gradient };
        let (mut gradient_sums, mut result) = (sums.clone(), output.clone());
        let mut passed = output.clone();
        kernel.norm_gradient_sums(cells, mean, &through, &mut gradient_sums);
        kernel.norm_gradient(cells, [scale, offset, mean], &through, &mut result, Some(&mut passed));
        [sums, output, gradient_sums, result, passed].concat()
    });
}
