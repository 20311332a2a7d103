use super::{architecture, in_8_bits, random_weights, tiny_net};
use crate::compact::{
    CompactEvaluator, CompactNet, FileError, FormatError, Header, MismatchError, Precision, QuantiseError, Weights,
    WeightsError,
};
use crate::eval::test_game::tiny;
use crate::game::Encoding;
use crate::search::{PuctRoot, RootRule, SearchConfig};
use sha2::{Digest, Sha256};
use std::fs;
use std::sync::Arc;

#[test]
fn a_file_reads_back_as_written() {
    let net = tiny_net(&tiny(2));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("tiny.ard");
    net.write(&path).unwrap();
    net.write(&path).unwrap();
    let read = CompactNet::read(&path).unwrap();
    assert_eq!((read.header(), read.weights()), (net.header(), net.weights()));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn a_file_in_8_bits_reads_back_as_written() {
    let net = tiny_net(&tiny(2));
    assert_eq!(net.quantised().expect_err("no ranges"), QuantiseError::NoRanges);
    let small = in_8_bits(&net);
    let bytes = small.to_bytes();
    assert!(bytes.len() < net.to_bytes().len() * 3 / 4, "{} bytes", bytes.len());
    let read = CompactNet::from_bytes(&bytes).unwrap();
    assert_eq!((read.header(), read.weights()), (small.header(), small.weights()));
    assert_eq!(read.quantised().unwrap().weights(), small.weights(), "it is in 8 bits already");

    let restored = read.dequantised();
    assert_eq!(restored.header().precision, Precision::F32);
    let architecture = &net.header().architecture;
    for ((spec, given), (_, restored)) in
        net.weights().tensors(architecture).zip(restored.weights().tensors(architecture))
    {
        let most = given.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
        let error = if spec.shape.ends_with(&[3, 3]) { 0.51 / 127.0 * most } else { 0.0 };
        assert!(given.iter().zip(restored).all(|(a, b)| (a - b).abs() <= error), "{}", spec.name);
    }
    assert_eq!(restored.quantised().unwrap().weights(), small.weights(), "rounded numbers round to themselves");
}

#[test]
fn ranges_that_cannot_be_are_refused() {
    let net = in_8_bits(&tiny_net(&tiny(2)));
    for ranges in [vec![], vec![1.0; 3], vec![1.0, 2.0, 0.0, 1.0], vec![1.0, 2.0, f32::INFINITY, 1.0]] {
        let header = Header { ranges, ..net.header().clone() };
        let error = CompactNet::from_parts(header, net.weights().clone()).expect_err("wrong ranges");
        assert!(error.to_string().contains("range"), "{error}");
    }
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let bytes = tiny_net(&tiny(2)).to_bytes();
    for length in (0..bytes.len()).step_by(97).chain([1, 7, 8, 23, 24, bytes.len() - 1]) {
        match CompactNet::from_bytes(&bytes[..length]) {
            Err(FormatError::NotAnEvaluator) => assert_eq!(length, 0),
            Err(FormatError::Length { given, .. }) => assert_eq!(given, length as u64),
            other => panic!("{length} bytes: {other:?}"),
        }
    }
    let longer = [bytes.as_slice(), b"x"].concat();
    assert!(matches!(CompactNet::from_bytes(&longer), Err(FormatError::Length { .. })));
}

#[test]
fn a_flipped_bit_anywhere_is_refused() {
    let mut bytes = tiny_net(&tiny(2)).to_bytes();
    for index in (0..bytes.len()).step_by(61).chain(0..24) {
        bytes[index] ^= 1 << (index % 8);
        let error = CompactNet::from_bytes(&bytes).expect_err("a damaged file");
        match index {
            0..8 => assert!(matches!(error, FormatError::NotAnEvaluator), "{index}: {error}"),
            8..12 => assert!(matches!(error, FormatError::Version(_)), "{index}: {error}"),
            12..24 => assert!(matches!(error, FormatError::Length { .. }), "{index}: {error}"),
            _ => assert!(matches!(error, FormatError::Checksum), "{index}: {error}"),
        }
        bytes[index] ^= 1 << (index % 8);
    }
    CompactNet::from_bytes(&bytes).expect("the file is whole again");
}

#[test]
fn other_files_are_refused_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    std::fs::write(&path, "some text that is no evaluator at all").unwrap();
    let error = CompactNet::read(&path).expect_err("a text file");
    assert!(matches!(error, FileError::Format { source: FormatError::NotAnEvaluator, .. }));
    assert!(error.to_string().contains("notes.txt"), "{error}");
    let error = CompactNet::read(directory.path().join("absent.ard")).expect_err("no file");
    assert!(error.to_string().starts_with("cannot read") && error.to_string().contains("absent.ard"), "{error}");
}

/// The size in the header is not trusted, and a file that is no evaluator is not read to its end.
#[test]
fn no_file_fills_the_memory() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("large.ard");
    let sparse = |beginning: &[u8]| {
        fs::write(&path, beginning).unwrap();
        // A file of 8 GiB that takes a few bytes of disk.
        fs::File::options().write(true).open(&path).unwrap().set_len(8 << 30).unwrap();
        CompactNet::read(&path).expect_err("no evaluator").to_string()
    };
    assert!(sparse(b"").contains("not a compact evaluator"));
    let mut bytes = tiny_net(&tiny(2)).to_bytes();
    assert!(sparse(&bytes).contains("it is incomplete or damaged"));
    bytes[16..24].copy_from_slice(&(8u64 << 30).to_le_bytes());
    assert!(sparse(&bytes).contains("expected at most 1073741824"));
}

/// The file's bytes after a change, with corrected lengths and checksum.
fn forged(net: &CompactNet, change: impl FnOnce(&mut String, &mut Vec<u8>)) -> Vec<u8> {
    let bytes = net.to_bytes();
    let header_len = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut header = String::from_utf8(bytes[24..24 + header_len].to_vec()).unwrap();
    let mut weights = bytes[24 + header_len..bytes.len() - 32].to_vec();
    change(&mut header, &mut weights);
    let mut forged = bytes[..12].to_vec();
    forged.extend((header.len() as u32).to_le_bytes());
    forged.extend((weights.len() as u64).to_le_bytes());
    forged.extend(header.as_bytes());
    forged.extend(weights);
    let checksum = Sha256::digest(&forged);
    forged.extend(checksum);
    forged
}

#[test]
fn a_malformed_header_is_refused() {
    let net = tiny_net(&tiny(2));
    CompactNet::from_bytes(&forged(&net, |_, _| ())).expect("unchanged");
    let changes: [(&str, &str); 13] = [
        ("{", "["),
        ("\"run\"", "\"walk\""),
        ("\"f32\"", "\"f64\""),
        ("\"channels\": 12", "\"channels\": 13"),
        ("\"channels\": 12", "\"channels\": 99999999999"),
        ("\"moves_scale\": 20.0", "\"moves_scale\": -1.0"),
        ("\"progress_share\": 0.25", "\"progress_share\": 1.25"),
        ("\"root_proof_nodes\": 1000", "\"root_proof_nodes\": -1"),
        ("\"root_proof_nodes\": 1000", "\"root_proof_nodes\": 4000000000"),
        ("\"proof_nodes\": 200", "\"proof_nodes\": 2147483648"),
        ("\"c_puct\": 1.5", "\"c_puct\": 1e30"),
        ("\"moves_scale\": 20.0", "\"moves_scale\": 1e30"),
        ("\"search\"", "\"seek\""),
    ];
    for (from, to) in changes {
        let bytes = forged(&net, |header, _| {
            assert!(header.contains(from), "{header}");
            *header = header.replacen(from, to, 1);
        });
        let result = CompactNet::from_bytes(&bytes);
        assert!(matches!(result, Err(FormatError::Header(_))), "{from} to {to}: {result:?}");
    }
}

/// The bytes of a file of version 1 whose header has these fields in place of `search`.
fn version_1(net: &CompactNet, fields: &str) -> Vec<u8> {
    let mut bytes = forged(net, |header, _| {
        let (before, rest) = header.split_once("\"search\"").expect("the header has a search");
        let (_, after) = rest.split_once("\"provenance\"").expect("the provenance follows it");
        *header = format!("{before}{fields}\"provenance\"{after}");
    });
    bytes[8] = 1;
    let end = bytes.len() - 32;
    let checksum = Sha256::digest(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum);
    bytes
}

#[test]
fn files_of_version_1_search_as_they_did() {
    let net = tiny_net(&tiny(2));
    let players = SearchConfig {
        c_puct: 1.5,
        fpu_reduction: 0.25,
        prior_temperature: 1.0,
        proof_nodes: 200,
        root_proof_nodes: 200_000,
        lead_share: 0.1,
        progress_share: 0.0,
        lcb: 0.0,
        root: RootRule::Puct(PuctRoot { noise: None }),
    };
    for (fields, search) in [
        ("", players),
        ("\"progress_share\": 0.5, ", SearchConfig { progress_share: 0.5, ..players }),
        ("\"root_proof_nodes\": 7, ", SearchConfig { root_proof_nodes: 7, ..players }),
    ] {
        let read = CompactNet::from_bytes(&version_1(&net, fields)).expect("version 1 is read");
        assert_eq!(*read.header(), Header { search, ..net.header().clone() });
        assert_eq!(read.weights(), net.weights());
    }
    for fields in ["\"root_proof_nodes\": -1, ", "\"progress_share\": 2, ", "\"c_puct\": 1.5, "] {
        let result = CompactNet::from_bytes(&version_1(&net, fields));
        assert!(matches!(result, Err(FormatError::Header(_))), "{fields}: {result:?}");
    }
}

#[test]
fn weights_that_are_not_numbers_are_refused() {
    let net = tiny_net(&tiny(2));
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let bytes = forged(&net, |_, weights| weights[400..404].copy_from_slice(&value.to_le_bytes()));
        let error = CompactNet::from_bytes(&bytes).expect_err("not a number");
        assert!(matches!(error, FormatError::Weights(WeightsError::NotFinite { .. })), "{error}");
    }
}

#[test]
fn weights_of_another_architecture_are_refused() {
    let game = tiny(2);
    let (small, large) = (architecture(game.shape(), 8, 1), architecture(game.shape(), 8, 2));
    let tensors: Vec<Vec<f32>> = random_weights(&small, 1).tensors(&small).map(|(_, t)| t.to_vec()).collect();
    let error = Weights::new(&large, Precision::F32, tensors.clone()).expect_err("too few");
    assert_eq!(error, WeightsError::TensorCount { given: 25, expected: 30 });
    let mut short = tensors;
    short[0].pop();
    let error = Weights::new(&small, Precision::F32, short).expect_err("too short");
    assert_eq!(error.to_string(), "weight tensor `stem.conv.weight` has 143 entries, expected 144");
    let header = tiny_net(&game).header().clone();
    assert!(CompactNet::from_parts(header, random_weights(&small, 1)).is_err());
}

#[test]
fn an_evaluator_for_something_else_is_refused() {
    let game = tiny(2);
    let net = tiny_net(&game);
    let changed = |change: &dyn Fn(&mut Header)| {
        let mut header = net.header().clone();
        change(&mut header);
        let net = CompactNet::from_parts(header, net.weights().clone()).unwrap();
        CompactEvaluator::new(&game, Arc::new(net)).expect_err("a refusal")
    };
    let error = changed(&|header| header.variant = "chess".to_owned());
    assert_eq!(error.to_string(), "this evaluator plays `chess`, the game is `tiny`");
    let error = changed(&|header| header.encoding_version = 7);
    assert!(matches!(error, MismatchError::Encoding { net: 7, game: 1, .. }));
    let error = changed(&|header| _ = header.options.insert("colour".to_owned(), "red".to_owned()));
    assert!(matches!(error, MismatchError::Option { option, .. } if option == "colour"));
    let error = changed(&|header| header.options.clear());
    assert!(matches!(error, MismatchError::Option { option, .. } if option == "passes"));
    let error = changed(&|header| {
        // The number of weights stays the same.
        let shape = &mut header.architecture.shape;
        (shape.planes, shape.globals) = (shape.planes - 1, shape.globals + 9);
    });
    assert!(error.to_string().contains("1 planes and 11 scalars"), "{error}");
    assert!(error.to_string().contains("2 planes and 2 scalars"), "{error}");
    let net = Arc::new(net);
    CompactEvaluator::new(&game, Arc::new(net.resized(5, 5))).expect("a net fits boards of any size");
    let error = CompactEvaluator::new(&tiny(1), net.clone()).expect_err("other options");
    assert_eq!(error.to_string(), "this evaluator was trained with rule option `passes` = `2`, the game has `1`");
    CompactEvaluator::new(&game, net).expect("its own game");
}
