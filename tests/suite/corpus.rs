//! The inputs that the fuzzers of `fuzz/` begin with, among them all that have ever broken something.

#[path = "../../fuzz/properties.rs"]
mod properties;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str) -> BTreeSet<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("the folder is readable").path()).collect()
}

#[test]
fn every_input_of_the_corpus_keeps_its_property() {
    for (name, property) in properties::ALL {
        let inputs = files(&format!("corpus/{name}"));
        assert!(!inputs.is_empty(), "no inputs for {name}");
        for input in inputs {
            // Shown where it fails.
            println!("{}", input.display());
            property(&fs::read(&input).expect("an input is readable"));
        }
    }
}

#[test]
fn every_property_has_a_fuzzer_and_a_corpus() {
    let stems = |folder: &str| -> BTreeSet<String> {
        files(folder).iter().map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
    };
    let (targets, corpora) = (stems("fuzz_targets"), stems("corpus"));
    assert_eq!(targets, corpora);
    let known: BTreeSet<String> = properties::ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    // Without some features there are fewer.
    let all = cfg!(feature = "distributed");
    assert!(if all { known == targets } else { known.is_subset(&targets) }, "{known:?}, {targets:?}");
}

/// As many random games as that, from a seed.
fn generated_games(seed: u64, count: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..count {
        let mut bytes = vec![0; rng.random_range(16..200)];
        rng.fill_bytes(&mut bytes);
        properties::generated_games(&bytes);
    }
}

#[test]
fn generated_games_have_the_moves_of_the_definition() {
    generated_games(1, 500);
}

/// `GENERATED_GAMES=1000000 cargo test --release --test suite many_generated -- --ignored --nocapture`, with other games
/// each time.
#[test]
#[ignore = "takes minutes"]
fn many_generated_games_have_the_moves_of_the_definition() {
    let count = std::env::var("GENERATED_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(50_000);
    let seed = std::time::UNIX_EPOCH.elapsed().expect("a time after 1970").as_nanos() as u64;
    println!("seed {seed}");
    generated_games(seed, count);
}
