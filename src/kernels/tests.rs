//! All kernels give the same bits, in 8 bits those of the definition, and refuse sizes that overflow. The gradients are
//! compared with burn's beside the operations that use them.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod tile_emulator;

use super::fused::{hard_mul_add, mul_add};
use super::layout::{BLOCK, part};
use super::{Bias, Board, Boards8, Conv, Conv8, Epilogue, Kernel, MOST, Matrix, NormGradient, Stream, Workspace, pad};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Checks that each kernel gives the same as the portable one.
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
        let own = Bias { values: &shift, stride: channels };
        kernel.moments(channels, cells, &input, own, &mut sums);
        kernel.normalise(cells, scale, own, &input, Some(&skip), &mut output);
        let through = NormGradient { input: &input, output: &output, gradient: &gradient };
        let (mut gradient_sums, mut result) = (sums.clone(), output.clone());
        let mut passed = output.clone();
        kernel.norm_gradient_sums(channels, cells, own, &through, &mut gradient_sums);
        kernel.norm_gradient(cells, [scale, offset], own, &through, &mut result, Some(&mut passed));
        let all = [&sums, &output, &gradient_sums, &result, &passed].map(Vec::clone).concat();
        // The same numbers for all positions.
        let same = Bias { values: mean, stride: 0 };
        kernel.moments(channels, cells, &input, same, &mut sums);
        kernel.normalise(cells, scale, same, &input, None, &mut output);
        let through = NormGradient { input: &input, output: &output, gradient: &gradient };
        kernel.norm_gradient_sums(channels, cells, same, &through, &mut gradient_sums);
        kernel.norm_gradient(cells, [scale, offset], same, &through, &mut result, None);
        [all, sums, output.clone(), gradient_sums, result].concat()
    });
}

/// The activations of 8-bit boards as numbers, `[position][cell][channel]`.
fn contents(boards: &Boards8) -> Vec<f32> {
    let (row_len, channels) = (boards.row_len(), boards.channels);
    let (mut inner, mut outside) = (Vec::new(), boards.activations.clone());
    for position in 0..boards.count {
        for row in 0..boards.board.rows {
            let cells = boards.row(position, row) + channels..boards.row(position, row) + row_len - channels;
            inner.extend(boards.activations[cells.clone()].iter().map(|&byte| f32::from(byte)));
            outside[cells].fill(0);
        }
    }
    assert!(outside.iter().all(|&byte| byte == 0), "cells off the board stay zero");
    inner
}

/// The kernels of this processor; and the one of AMX, if its tiles can be emulated.
fn kernels_in_8_bits() -> impl Iterator<Item = Kernel> {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    let emulated = Kernel::with_emulated_tiles().inspect(|_| tile_emulator::install());
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    let emulated = None;
    emulated.into_iter().chain(Kernel::available())
}

#[test]
fn all_kernels_convolve_in_8_bits_as_defined() {
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
        // Numbers above 1 are cut off; the channels of the padding stay zero.
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
            let [number] = mul_add([sum as f32], [units[output]], [bias[position * pad(outputs) + output]]);
            number
        };
        let sums: Vec<f32> = (0..all).map(sum).collect();
        let alone: Vec<f32> = sums.iter().map(|sum| sum.max(0.0)).collect();
        let added: Vec<f32> = sums.iter().zip(&trunk).map(|(sum, trunk)| (sum + trunk).max(0.0)).collect();
        let scale = 50.0;
        let bytes = |numbers: &[f32]| -> Vec<f32> {
            numbers.iter().map(|number| (number * scale).min(MOST).round_ties_even()).collect()
        };
        assert!(bytes(&alone).iter().any(|&byte| byte > 0.0 && byte < MOST));

        for kernel in kernels_in_8_bits() {
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

/// Numbers whose sums of products are hard to round: zeros, subnormals, powers of two and their neighbours, few and
/// many bits, the largest ones, infinities, NaN.
fn special() -> Vec<f32> {
    let powers = (-149..128).step_by(7).chain([-127, -126, -125, -75, -25, -24, -23, -1, 0, 1, 23, 24, 25, 127]);
    let around = powers.flat_map(|power| {
        let power = 2f64.powi(power) as f32;
        [power.next_down(), power, power.next_up(), 1.5 * power]
    });
    let all = around.chain([0.0, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NAN, 0.1, 1.0 / 3.0]);
    all.flat_map(|number| [number, -number]).collect()
}

/// Triples to multiply and add: all special numbers, random ones of all sizes, and sums at or beside the middle between
/// two floats.
fn triples(mut check: impl FnMut([f32; 3])) {
    let special = special();
    for &a in &special {
        for &b in &special {
            for &c in special.iter().skip(2).step_by(7) {
                check([a, b, c]);
            }
        }
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..300_000 {
        let [a, b, c] = [(); 3].map(|()| f32::from_bits(rng.random()));
        check([a, b, c]);
        // Of similar size, where sums cancel.
        let [a, b] = [(); 2].map(|()| rng.random_range(-1.0f32..1.0));
        check([a, b, -(a * b)]);
        check([a, b, (-(a * b)).next_up()]);
        // A tie, with or without a rest far below: the product is about half a unit of the sum's last place.
        let exponent: i32 = rng.random_range(-126..100);
        let term = (f64::from(rng.random_range(1u32 << 23..1 << 24)) * 2f64.powi(exponent - 23)) as f32;
        let half = 2f64.powi(exponent - 24);
        let factor = 2f64.powi(rng.random_range(-20..20));
        let (a, b) = ((half / factor) as f32, factor as f32);
        for a in [a.next_down(), a, a.next_up()] {
            for b in [b.next_down(), b, b.next_up()] {
                check([a, b, term]);
                check([-a, b, term]);
            }
        }
    }
}

/// The same number, or both NaN.
fn is_same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
#[cfg_attr(
    any(target_family = "wasm", all(windows, target_env = "gnu")),
    ignore = "the standard library's `mul_add` there rounds some subnormal sums twice"
)]
fn multiply_add_without_an_instruction_rounds_once() {
    let (mut count, mut rounded_twice) = (0, 0);
    triples(|[a, b, c]| {
        let expected = a.mul_add(b, c);
        let [hard] = hard_mul_add(&[a], &[b], &[c]);
        let [given] = mul_add([a], [b], [c]);
        assert!(is_same(hard, expected) && is_same(given, expected), "{a:e} * {b:e} + {c:e}: {hard:e} {given:e}");
        count += 1;
        let twice = (f64::from(a) * f64::from(b) + f64::from(c)) as f32;
        rounded_twice += usize::from(!is_same(twice, expected));
    });
    assert!(count > 10_000_000 && rounded_twice > 50_000, "{rounded_twice} of {count} are hard");
}

/// Checks four lanes at a time against the numbers expected.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
fn assert_rounds_once<V: super::vector::Vector>(expected: impl Fn(f32, f32, f32) -> f32) {
    assert_eq!(V::LANES, 4);
    let mut rows = [[0.0f32; 4]; 3];
    let mut lane = 0;
    triples(|numbers| {
        for (row, number) in rows.iter_mut().zip(numbers) {
            row[lane] = number;
        }
        lane = (lane + 1) % 4;
        if lane == 0 {
            let mut given = [0.0; 4];
            // SAFETY: the callers name units that the processor has; the arrays hold a vector.
            unsafe {
                let [a, b, c] = rows.each_ref().map(|row| V::load(row.as_ptr()));
                a.mul_add(b, c).store(given.as_mut_ptr());
            }
            for (i, given) in given.into_iter().enumerate() {
                let expected = expected(rows[0][i], rows[1][i], rows[2][i]);
                assert!(is_same(given, expected), "{rows:?} lane {i}: {given:e}, expected {expected:e}");
            }
        }
    });
}

#[cfg(target_arch = "x86_64")]
#[test]
fn multiply_add_of_sse2_rounds_once() {
    assert_rounds_once::<super::sse2::Sse2>(|a, b, c| hard_mul_add(&[a], &[b], &[c])[0]);
}

/// Against the portable kernel, which the test above checks on other processors.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[test]
fn multiply_add_of_simd128_rounds_once() {
    assert_rounds_once::<super::simd128::Simd128>(|a, b, c| hard_mul_add(&[a], &[b], &[c])[0]);
}

#[test]
fn parts_are_nearly_equal_and_cover_all() {
    for (parts, total) in [(1, 5), (3, 5), (5, 5), (7, 100)] {
        let all: Vec<_> = (0..parts).map(|index| part(index, parts, total)).collect();
        assert_eq!((all[0].start, all[parts - 1].end), (0, total));
        assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert!(all.iter().all(|part| (total / parts..=total.div_ceil(parts)).contains(&part.len())));
    }
    let (many, most) = (1 << (usize::BITS * 5 / 8), 1 << (usize::BITS - 2));
    assert_eq!(part(many, many + 1, most).end, most);
}

/// Sizes whose product wraps to a small number must not pass the checks.
#[test]
fn sizes_that_overflow_are_refused() {
    // The number of boards, rows or cells whose arrays would have 2^64 numbers, which wraps to 0.
    const MANY: usize = 1 << (usize::BITS - 2);
    let board = Board { rows: 2, cols: 2 };
    let refused = |what: &str, run: &dyn Fn()| {
        let error = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err(what);
        let message = error.downcast_ref::<String>().expect("a message with numbers");
        assert!(message.contains("too large"), "{what}: {message}");
    };
    let (numbers, zero) = ([0.0; BLOCK], Bias { values: &[0.0; BLOCK], stride: 0 });
    refused("a matrix", &|| _ = Matrix::new(MANY, MANY, BLOCK, |_, _| 0.0));
    refused("boards", &|| _ = Boards8::new(board, BLOCK, MANY));
    refused("a row", &|| _ = Boards8::new(Board { rows: 1, cols: usize::MAX }, BLOCK, 1));
    refused("a workspace", &|| _ = Workspace::new(MANY));
    for kernel in Kernel::available() {
        refused("a product", &|| {
            let matrix = Matrix::new(BLOCK, BLOCK, BLOCK, |_, _| 0.0);
            kernel.product(&matrix, &numbers, MANY, &numbers, false, &mut []);
        });
        refused("a convolution", &|| {
            let (conv, mut workspace) = (Conv::new(&[0.0; 9], 1, 1), Workspace::new(1));
            kernel.conv(&conv, board, MANY, &numbers, zero, Epilogue::Store, &mut [], &mut workspace);
        });
        refused("biases", &|| {
            let (conv, mut workspace) = (Conv::new(&[0.0; 9], 1, 1), Workspace::new(1));
            let (bias, numbers) = (Bias { stride: MANY, ..zero }, [0.0; 20 * BLOCK]);
            kernel.conv(&conv, board, 5, &numbers, bias, Epilogue::Store, &mut numbers.clone(), &mut workspace);
        });
        refused("a convolution's gradient", &|| {
            let (board, mut workspace) = (Board { rows: MANY, cols: 4 }, Workspace::for_gradients(1));
            kernel.conv_gradient(board, [BLOCK; 2], &numbers, &numbers, &mut [], &mut workspace);
        });
        refused("moments", &|| kernel.moments(BLOCK, MANY, &numbers, zero, &mut []));
        refused("normalisation", &|| kernel.normalise(MANY, &numbers, zero, &numbers, None, &mut []));
    }
}
