//! Speed of the compact evaluator in positions per second, on one thread, with each kernel of this processor:
//! `cargo bench --bench evaluator --no-default-features`. Weights and planes are random; encoding is not measured.

use ardoise::compact::{Architecture, CompactNet, Header, Inference, Kernel, Precision, Provenance, Weights};
use ardoise::game::Shape;
use ardoise::search::SearchConfig;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Board side, channels, blocks.
const NETS: [(usize, usize, usize); 4] = [(4, 32, 4), (8, 32, 4), (8, 64, 6), (11, 64, 6)];
/// Legal moves per position, whose logits are read.
const MOVES: usize = 30;

fn main() {
    println!(
        "{:>7} {:>4} {:>3} {:>9} {:>11} {:>6} {:>12} {:>9}",
        "board", "C", "N", "precision", "kernel", "batch", "positions/s", "GFLOP/s"
    );
    for (side, channels, blocks) in NETS {
        let net = random_net(side, channels, blocks);
        let in_8_bits = net.quantised().expect("it has ranges");
        for net in [net, in_8_bits].map(Arc::new) {
            let precision = net.header().precision.name();
            for kernel in Kernel::available() {
                for batch in [1, 8] {
                    let mut inference = Inference::new(net.clone(), kernel);
                    // The best of a few short runs: the machine may be shared.
                    let rate = (0..5).map(|_| rate(&mut inference, batch)).fold(0.0, f64::max);
                    let flops = rate * net.header().architecture.flops() / 1e9;
                    let (board, name) = (format!("{side}x{side}"), kernel.name());
                    println!(
                        "{board:>7} {channels:>4} {blocks:>3} {precision:>9} {name:>11} {batch:>6} {rate:>12.0} {flops:>9.1}"
                    );
                }
            }
        }
    }
}

/// Positions per second at this batch size.
fn rate(inference: &mut Inference, batch: usize) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (start, mut positions, mut sum) = (Instant::now(), 0, 0.0);
    while start.elapsed() < Duration::from_millis(200) {
        for index in 0..batch {
            let bits: u64 = rng.random();
            inference.load(index, |planes, globals| {
                planes.iter_mut().enumerate().for_each(|(i, x)| *x = (bits >> (i % 64) & bits >> (i % 61) & 1) as f32);
                globals.fill(0.5);
            });
        }
        inference.run(batch);
        for index in 0..batch {
            sum += (0..MOVES).map(|mv| inference.logit(index, mv)).sum::<f32>() + inference.value(index).score();
        }
        positions += batch;
    }
    assert!(sum.is_finite());
    positions as f64 / start.elapsed().as_secs_f64()
}

fn random_net(side: usize, channels: usize, blocks: usize) -> CompactNet {
    let shape = Shape { rows: side, cols: side, planes: 8, globals: 4, policy_planes: 8, policy_extra: 0, lead: false };
    let architecture =
        Architecture { shape, channels, blocks, value_channels: 32, value_hidden: 64, moves_scale: 50.0 };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let scale = (3.0 / (9 * channels) as f32).sqrt();
    let tensors = architecture.tensors(Precision::F32);
    let tensors = tensors.iter().map(|t| (0..t.len()).map(|_| rng.random_range(-scale..scale)).collect()).collect();
    let weights =
        Weights::new(&architecture, Precision::F32, tensors).expect("as many weights as the architecture asks for");
    let header = Header {
        variant: "none".to_owned(),
        options: BTreeMap::new(),
        encoding_version: 1,
        architecture,
        precision: Precision::F32,
        ranges: vec![4.0; 2 * blocks],
        search: SearchConfig::default(),
        provenance: Provenance::default(),
        rules_file: None,
    };
    CompactNet::from_parts(header, weights).expect("a possible net")
}
