//! The inputs that the fuzzers of `fuzz/` begin with, among them all that have ever broken something.

#[path = "../../fuzz/properties.rs"]
mod properties;

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
