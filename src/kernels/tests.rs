//! All kernels give the same bits, and in 8 bits those of the definition; the gradients themselves are checked against
//! burn's beside the operations that use them.

use super::{BLOCK, Bias, Board, Boards8, Conv8, Kernel, MOST, NormGradient, Residual, Stream, Workspace, pad};
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

/// What 8-bit boards hold, as numbers `[position][cell][channel]`.
fn contents(boards: &Boards8) -> Vec<f32> {
    let (row_len, channels) = (boards.row_len(), boards.channels);
    let (mut inner, mut outside) = (Vec::new(), boards.numbers.clone());
    for position in 0..boards.count {
        for row in 0..boards.board.rows {
            let cells = boards.row(position, row) + channels..boards.row(position, row) + row_len - channels;
            inner.extend(boards.numbers[cells.clone()].iter().map(|&byte| f32::from(byte)));
            outside[cells].fill(0);
        }
    }
    assert!(outside.iter().all(|&byte| byte == 0), "cells off the board stay zero");
    inner
}

#[test]
fn all_kernels_convolve_in_8_bits_as_it_is_defined() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for (count, board, [inputs, outputs]) in [
        (3, Board { rows: 8, cols: 8 }, [32, 64]),
        (2, Board { rows: 12, cols: 12 }, [16, 48]),
        (2, Board { rows: 5, cols: 5 }, [20, 24]),
        (1, Board { rows: 1, cols: 27 }, [16, 16]),
        (2, Board { rows: 6, cols: 1 }, [48, 32]),
    ] {
        let cells = board.rows * board.cols;
        let weights: Vec<f32> = (0..9 * inputs * outputs).map(|_| rng.random_range(-127..=127) as f32).collect();
        let units: Vec<f32> = (0..outputs).map(|_| rng.random_range(1e-5..1e-4)).collect();
        let conv = Conv8::new(&weights, &units, inputs);
        let (width, all) = (pad(inputs), count * cells * pad(outputs));
        // Numbers above the range are cut off, and so are channels that are none.
        let mut input = vec![0.0; count * cells * width];
        for number in input.chunks_exact_mut(width).flat_map(|cell| &mut cell[..inputs]) {
            *number = rng.random_range(-0.5f32..1.2).max(0.0);
        }
        let bias = numbers(&mut rng, count * pad(outputs));
        let trunk = numbers(&mut rng, all);

        let rounded: Vec<i32> = input.iter().map(|x| (x * MOST).min(MOST).round_ties_even() as i32).collect();
        let sum = |index: usize| {
            let (position, row, col) = (
                index / pad(outputs) / cells,
                index / pad(outputs) % cells / board.cols,
                index / pad(outputs) % board.cols,
            );
            let output = index % pad(outputs);
            if output >= outputs {
                return bias[position * pad(outputs) + output];
            }
            let mut sum = 0;
            for tap in 0..9 {
                let (y, x) = ((row + tap / 3).wrapping_sub(1), (col + tap % 3).wrapping_sub(1));
                if y < board.rows && x < board.cols {
                    let from = &rounded[(position * cells + y * board.cols + x) * width..][..inputs];
                    let factors = weights[output * inputs * 9 + tap..].iter().step_by(9);
                    sum += from.iter().zip(factors).map(|(&a, &w)| a * w as i32).sum::<i32>();
                }
            }
            (sum as f32).mul_add(units[output], bias[position * pad(outputs) + output])
        };
        let sums: Vec<f32> = (0..all).map(sum).collect();
        let alone: Vec<f32> = sums.iter().map(|sum| sum.max(0.0)).collect();
        let added: Vec<f32> = sums.iter().zip(&trunk).map(|(sum, trunk)| (sum + trunk).max(0.0)).collect();
        let scale = 50.0;
        let bytes = |numbers: &[f32]| -> Vec<f32> {
            numbers.iter().map(|number| (number * scale).min(MOST).round_ties_even()).collect()
        };
        assert!(bytes(&alone).iter().any(|&byte| byte > 0.0 && byte < MOST));

        for kernel in Kernel::available() {
            let (mut from, mut to) = (Boards8::new(board, inputs, count), Boards8::new(board, outputs, count));
            for (position, input) in input.chunks_exact(cells * width).enumerate() {
                for channel in 0..width {
                    let numbers: Vec<f32> = input.iter().skip(channel).step_by(width).copied().collect();
                    from.set(position, channel, &numbers);
                }
            }
            assert_eq!(contents(&from), rounded.iter().map(|&x| x as f32).collect::<Vec<_>>(), "{kernel:?}");
            let own = Bias { values: &bias, stride: pad(outputs) };
            kernel.conv8(&conv, count, &from, own, Stream::None, scale, &mut to);
            assert_eq!(contents(&to), bytes(&alone), "{kernel:?} {board:?}");
            let mut stream = trunk.clone();
            kernel.conv8(&conv, count, &from, own, Stream::Set(&mut stream), scale, &mut to);
            assert_eq!((contents(&to), &stream), (bytes(&alone), &alone), "{kernel:?} {board:?}");
            stream.copy_from_slice(&trunk);
            kernel.conv8(&conv, count, &from, own, Stream::Add(&mut stream), scale, &mut to);
            assert_eq!((contents(&to), &stream), (bytes(&added), &added), "{kernel:?} {board:?}");

            let mut pooled = vec![0.0; 2 * pad(outputs)];
            kernel.pool8(count - 1, &to, 0.25, &mut pooled);
            let last = &bytes(&added)[(count - 1) * cells * pad(outputs)..];
            for channel in 0..pad(outputs) {
                let column = || last.iter().skip(channel).step_by(pad(outputs));
                let mean = column().sum::<f32>() * (0.25 / cells as f32);
                let most = column().fold(0.0f32, |most, &byte| most.max(byte)) * 0.25;
                assert_eq!([pooled[channel], pooled[pad(outputs) + channel]], [mean, most], "{kernel:?}");
            }
        }
    }
}

#[test]
fn all_kernels_round_alike() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let input: Vec<f32> = numbers(&mut rng, 40 * BLOCK).iter().map(|x| x.max(0.0)).collect();
    assert_same(|kernel| {
        let mut output = vec![0.0; input.len()];
        kernel.round(&input, 0.75, &mut output);
        assert!(input.iter().zip(&output).all(|(x, y)| (x.min(0.75) - y).abs() <= 0.5001 * 0.75 / MOST));
        output.push(kernel.largest(&input));
        output
    });
}
