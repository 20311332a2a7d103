use super::{architecture, in_8_bits, random_net, tiny_net};
use crate::compact::{Architecture, CompactEvaluator, CompactNet, Header, Inference, Kernel, Precision};
use crate::eval::test_game::{positions, tiny};
use crate::eval::{Batch, Evaluator};
use crate::game::{AnyGame, AnyPosition, Game, Shape};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Arc;

/// Nets that reach every path: narrow and wide boards, one row, one column, odd channels, no globals, no extra logit.
pub fn nets() -> Vec<CompactNet> {
    let shape = |rows, cols, planes, globals, policy_planes, policy_extra| Shape {
        rows,
        cols,
        planes,
        globals,
        policy_planes,
        policy_extra,
        lead: globals > 0,
    };
    [
        architecture(shape(4, 4, 3, 2, 1, 0), 32, 2),
        architecture(shape(5, 5, 7, 0, 2, 1), 24, 1),
        architecture(shape(8, 8, 8, 3, 8, 0), 40, 1),
        architecture(shape(8, 8, 4, 1, 8, 20), 64, 1),
        architecture(shape(11, 11, 2, 1, 1, 3), 16, 1),
        architecture(shape(12, 20, 3, 17, 0, 5), 8, 1),
        architecture(shape(1, 7, 2, 1, 1, 1), 16, 1),
        architecture(shape(6, 1, 2, 1, 1, 1), 48, 1),
        Architecture { value_channels: 5, value_hidden: 9, ..architecture(shape(3, 3, 2, 1, 1, 1), 10, 0) },
    ]
    .into_iter()
    .zip(1..)
    .map(|(architecture, seed)| random_net(architecture, seed))
    .collect()
}

/// The same nets, then as many in 8 bits.
fn nets_of_all_precisions() -> Vec<CompactNet> {
    nets().into_iter().chain(nets().iter().map(in_8_bits)).collect()
}

/// Planes (half of them zero, as real ones often are) and globals.
fn random_input(shape: Shape, seed: u64) -> (Vec<f32>, Vec<f32>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let planes = (0..shape.plane_len()).map(|_| rng.random_range(-1.0f32..1.0).max(0.0)).collect();
    (planes, (0..shape.globals).map(|_| rng.random_range(-1.0..1.0)).collect())
}

/// All logits, the logits of the value, the moves left and the lead, of each input.
fn outputs(inference: &mut Inference, inputs: &[(Vec<f32>, Vec<f32>)]) -> Vec<Vec<f32>> {
    for (index, (planes, globals)) in inputs.iter().enumerate() {
        inference.load(index, |p, g| {
            p.copy_from_slice(planes);
            g.copy_from_slice(globals);
        });
    }
    inference.run(inputs.len());
    let shape = inference.net().header().architecture.shape;
    let one = |index| {
        let mut all: Vec<f32> = (0..shape.policy_len()).map(|logit| inference.logit(index, logit)).collect();
        all.extend(inference.wdl_logits(index));
        let value = inference.value(index);
        all.extend([value.moves_left, value.lead]);
        all
    };
    (0..inputs.len()).map(one).collect()
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn the_forward_pass_agrees_with_its_definition() {
    for net in nets_of_all_precisions() {
        let net = Arc::new(net);
        let (planes, globals) = random_input(net.header().architecture.shape, 3);
        let expected = reference(&net, &planes, &globals);
        let given = outputs(&mut Inference::new(net.clone(), Kernel::best()), &[(planes, globals)]).remove(0);
        assert_eq!(given.len(), expected.len());
        let spread = expected.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        assert!(spread > 0.1, "the net of {:?} says nothing", net.header().architecture);
        for (given, expected) in given.iter().zip(&expected) {
            let error = (f64::from(*given) - expected).abs();
            // In 8 bits a number at the edge between two steps may be rounded either way.
            let most = if net.header().precision == Precision::Int8 { 5e-3 } else { 1e-5 };
            assert!(error < most * spread.max(1.0), "{given} {expected} {:?}", net.header());
        }
    }
}

#[test]
fn all_kernels_give_the_same_bits() {
    for net in nets_of_all_precisions() {
        let net = Arc::new(net);
        let inputs = [1, 2].map(|seed| random_input(net.header().architecture.shape, seed));
        let all: Vec<_> = Kernel::available().map(|k| outputs(&mut Inference::new(net.clone(), k), &inputs)).collect();
        for other in &all[1..] {
            for (given, expected) in other.iter().zip(&all[0]) {
                assert_eq!(bits(given), bits(expected), "{:?}", net.header().architecture);
            }
        }
    }
}

#[test]
fn a_position_gives_the_same_bits_at_any_place_of_a_group() {
    for net in nets_of_all_precisions() {
        let net = Arc::new(net);
        for kernel in Kernel::available() {
            let mut inference = Inference::new(net.clone(), kernel);
            let shape = net.header().architecture.shape;
            let inputs: Vec<_> = (0..inference.capacity() as u64).map(|seed| random_input(shape, seed)).collect();
            let together = outputs(&mut inference, &inputs);
            for (input, expected) in inputs.iter().zip(&together) {
                let alone = outputs(&mut inference, std::slice::from_ref(input));
                assert_eq!(bits(&alone[0]), bits(expected), "{kernel:?} {:?}", net.header().architecture);
            }
            let backwards: Vec<_> = inputs.iter().rev().cloned().collect();
            let backwards = outputs(&mut inference, &backwards);
            assert!(backwards.iter().rev().zip(&together).all(|(a, b)| bits(a) == bits(b)));
        }
    }
}

/// Every machine gives the same bits: `golden.txt` holds the SHA-256 of each net's outputs.
#[test]
fn the_answers_are_those_of_the_golden_file() {
    let lines = nets_of_all_precisions().into_iter().map(|net| {
        let inputs: Vec<_> = (10..13).map(|seed| random_input(net.header().architecture.shape, seed)).collect();
        let Header { precision, architecture, .. } = net.header().clone();
        let outputs = outputs(&mut Inference::new(Arc::new(net), Kernel::best()), &inputs).concat();
        let digest = Sha256::digest(outputs.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let Architecture { shape, channels, blocks, .. } = architecture;
        format!("{} {}x{} {channels}x{blocks} {digest}\n", precision.name(), shape.rows, shape.cols)
    });
    assert_eq!(lines.collect::<String>(), include_str!("golden.txt"));
}

#[test]
fn the_answer_does_not_depend_on_the_batch() {
    let game = tiny(2);
    let net = Arc::new(tiny_net(&game));
    let positions = positions(&game, 37, 5);
    let answer = |evaluator: &mut CompactEvaluator, positions: &[AnyPosition]| {
        let (mut batch, mut moves) = (Batch::<AnyGame>::default(), Vec::new());
        for position in positions {
            game.legal_moves(position, &mut moves);
            batch.push(position, &moves);
        }
        evaluator.evaluate(&game, &mut batch);
        (0..batch.len())
            .map(|index| {
                let value = batch.value(index);
                let priors = batch.priors(index);
                assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                assert!((0.0..=1.0).contains(&value.win) && (0.0..=1.0).contains(&value.loss));
                assert!(value.win + value.loss <= 1.0 + 1e-6 && value.moves_left >= 0.0);
                bits(&[priors, &[value.win, value.loss, value.moves_left]].concat())
            })
            .collect::<Vec<_>>()
    };
    let mut evaluator = CompactEvaluator::new(&game, net.clone()).unwrap();
    let together = answer(&mut evaluator, &positions);
    assert!(together.windows(2).any(|pair| pair[0] != pair[1]));
    for (position, expected) in positions.iter().zip(&together) {
        assert_eq!(&answer(&mut evaluator, std::slice::from_ref(position))[0], expected);
    }
    let mut other = CompactEvaluator::with_kernel(&game, net, Kernel::available().last().unwrap()).unwrap();
    assert_eq!(answer(&mut other, &positions), together);
}

/// The definition of the net (`docs/evaluator-format.md`), written for clarity in 64 bits, on the weights as in the
/// file.
fn reference(net: &CompactNet, planes: &[f32], globals: &[f32]) -> Vec<f64> {
    let architecture = net.header().architecture;
    let shape = architecture.shape;
    let tensors: HashMap<String, Vec<f64>> = net
        .weights()
        .tensors(&architecture)
        .map(|(spec, tensor)| (spec.name, tensor.iter().map(|&x| f64::from(x)).collect()))
        .collect();
    let tensor = |name: &str| tensors.get(name).cloned().unwrap_or_default();
    let wide = |values: &[f32]| values.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
    let cells = shape.cells();

    // `[channel][cell]` throughout.
    let conv = |name: &str, input: &[f64], outputs: usize, size: usize| {
        let (weights, inputs) = (tensor(name), input.len() / cells);
        let mut output = vec![0.0; outputs * cells];
        for (index, sum) in output.iter_mut().enumerate() {
            let (out, row, col) = (index / cells, index % cells / shape.cols, index % shape.cols);
            for (i, ky, kx) in (0..inputs * size * size).map(|k| (k / size / size, k / size % size, k % size)) {
                let (y, x) = ((row + ky).wrapping_sub(size / 2), (col + kx).wrapping_sub(size / 2));
                if y < shape.rows && x < shape.cols {
                    let weight = weights[((out * inputs + i) * size + ky) * size + kx];
                    *sum += weight * input[i * cells + y * shape.cols + x];
                }
            }
        }
        output
    };
    let dense = |name: &str, input: &[f64], outputs: usize| {
        let weights = tensor(name);
        let column = |out| input.iter().enumerate().map(|(i, x)| x * weights[i * outputs + out]).sum();
        (0..outputs).map(column).collect::<Vec<f64>>()
    };
    let add = |left: &[f64], right: &[f64]| left.iter().zip(right).map(|(a, b)| a + b).collect::<Vec<_>>();
    let spread = |values: &[f64]| values.iter().flat_map(|&x| vec![x; cells]).collect::<Vec<_>>();
    // In 8 bits weights are counted in units, and activations are rounded to 127ths of their range.
    let units = |name: &str, mut values: Vec<f64>| {
        for (output, unit) in values.chunks_exact_mut(cells).zip(tensor(&format!("{name}.unit"))) {
            output.iter_mut().for_each(|x| *x *= unit);
        }
        values
    };
    let Header { ranges, precision, .. } = net.header();
    let rounded = |values: &[f64], index: Option<usize>| -> Vec<f64> {
        if *precision == Precision::F32 {
            return values.to_vec();
        }
        // Planes are from 0 to 1.
        let step = index.map_or(1.0, |index| f64::from(ranges[index])) / 127.0;
        values.iter().map(|x| (x / step).min(127.0).round_ties_even() * step).collect()
    };
    let relu = |values: Vec<f64>| values.into_iter().map(|x| x.max(0.0)).collect::<Vec<_>>();
    let pool = |values: &[f64]| {
        let mean = values.chunks(cells).map(|cells| cells.iter().sum::<f64>() / cells.len() as f64);
        let most = values.chunks(cells).map(|cells| cells.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        mean.chain(most).collect::<Vec<_>>()
    };

    let c = architecture.channels;
    let bias = add(&tensor("stem.bias"), &dense("stem.globals.weight", &wide(globals), c));
    let sums = units("stem.conv", conv("stem.conv.weight", &rounded(&wide(planes), None), c, 3));
    let mut x = relu(add(&sums, &spread(&bias)));
    for block in 0..architecture.blocks {
        let name = |part: &str| format!("block{block}.{part}");
        let bias = spread(&tensor(&name("conv1.bias")));
        let sums = units(&name("conv1"), conv(&name("conv1.weight"), &rounded(&x, Some(2 * block)), c, 3));
        let h = rounded(&relu(add(&sums, &bias)), Some(2 * block + 1));
        let bias = add(&tensor(&name("conv2.bias")), &dense(&name("pool.weight"), &pool(&h), c));
        let sums = units(&name("conv2"), conv(&name("conv2.weight"), &h, c, 3));
        x = relu(add(&x, &add(&sums, &spread(&bias))));
    }
    let bias = add(&tensor("policy.conv.bias"), &dense("policy.pool.weight", &pool(&x), c));
    let p = relu(add(&conv("policy.conv.weight", &x, c, 1), &spread(&bias)));
    let logits = conv("policy.planes.weight", &p, shape.policy_planes, 1);
    let mut outputs = add(&logits, &spread(&tensor("policy.planes.bias")));
    let extra = dense("policy.extra.weight", &pool(&p), shape.policy_extra);
    outputs.extend(add(&extra, &tensor("policy.extra.bias")));
    let bias = spread(&tensor("value.conv.bias"));
    let v = relu(add(&conv("value.conv.weight", &x, architecture.value_channels, 1), &bias));
    let hidden = dense("value.hidden.weight", &pool(&v), architecture.value_hidden);
    let u = relu(add(&hidden, &tensor("value.hidden.bias")));
    outputs.extend(add(&dense("value.wdl.weight", &u, 3), &tensor("value.wdl.bias")));
    let moves = dense("value.moves.weight", &u, 1)[0] + tensor("value.moves.bias")[0];
    outputs.push(moves.exp().ln_1p() * f64::from(architecture.moves_scale));
    let lead = match shape.lead {
        true => dense("value.lead.weight", &u, 1)[0] + tensor("value.lead.bias")[0],
        false => 0.0,
    };
    outputs.push(lead / (1.0 + lead.abs()));
    outputs
}
