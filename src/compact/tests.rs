//! Tests of the compact evaluator: the files, the arithmetic, the answers.

mod dead;
mod file;
mod forward;
mod game;
mod onnx;

use super::{Architecture, CompactNet, Header, Precision, Provenance, Weights};
use crate::game::{AnyGame, Encoding, Shape};
use crate::search::SearchConfig;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;

/// A net of these sizes with random weights, large enough for every part to show in the answers.
fn random_net(architecture: Architecture, seed: u64) -> CompactNet {
    let header = Header {
        variant: "none".to_owned(),
        options: BTreeMap::new(),
        encoding_version: 1,
        architecture,
        precision: Precision::F32,
        ranges: Vec::new(),
        search: SearchConfig::default(),
        provenance: Provenance::default(),
        rules_file: None,
    };
    CompactNet::from_parts(header, random_weights(&architecture, seed)).expect("a possible net")
}

fn random_weights(architecture: &Architecture, seed: u64) -> Weights {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let tensors = architecture.tensors(Precision::F32);
    let random = tensors.iter().map(|spec| {
        // Uniform with the variance that keeps the size of activations; convolutions sum over all but the first
        // dimension, dense layers over the first.
        let inputs: usize = match spec.shape.len() {
            4 => spec.shape[1..].iter().product(),
            2 => spec.shape[0],
            _ => 9,
        };
        let scale = (3.0 / inputs as f32).sqrt();
        (0..spec.len()).map(|_| rng.random_range(-scale..scale)).collect()
    });
    Weights::new(architecture, Precision::F32, random.collect()).expect("as many weights as asked for")
}

fn architecture(shape: Shape, channels: usize, blocks: usize) -> Architecture {
    Architecture { shape, channels, blocks, value_channels: 32, value_hidden: 64, moves_scale: 20.0 }
}

/// The same net in 8 bits.
fn in_8_bits(net: &CompactNet) -> CompactNet {
    let ranges = (0..2 * net.header().architecture.blocks).map(|index| 2.0 + 0.5 * index as f32).collect();
    let header = Header { ranges, ..net.header().clone() };
    let net = CompactNet::from_parts(header, net.weights().clone()).expect("ranges for all");
    net.quantised().expect("it has ranges")
}

/// A small net for the test game.
fn tiny_net(game: &AnyGame) -> CompactNet {
    let architecture = architecture(game.shape(), 12, 2);
    let provenance = Provenance { run: "test".to_owned(), generation: 3, ..Provenance::default() };
    let search = SearchConfig { progress_share: 0.25, root_proof_nodes: 1000, ..SearchConfig::default() };
    let header = Header { search, ..Header::new(game, architecture, provenance) };
    CompactNet::from_parts(header, random_weights(&architecture, 8)).expect("a possible net")
}
