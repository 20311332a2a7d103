//! The files that come with the program (`src/games/shipped.rs`): those of `checkpoints`, `configs`, `games` and
//! `problems`.
//!
//! And what the program holds of the page: its files (`web/`), the kept reports (`docs/reports`) with a list of them,
//! and the engine for browsers where the environment variable `ARDOISE_ENGINE` names it (`cargo engine` builds it, see
//! `docs/page.md`). Needs no tool but cargo.

#![allow(clippy::disallowed_methods, reason = "the source folder is ours")]

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings of the page's files.
const KINDS: [&str; 8] = ["html", "css", "js", "svg", "png", "json", "md", "webmanifest"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let source = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    shipped(&source);
    // Otherwise a changed variable would not rebuild the engine.
    if env::var_os("CARGO_FEATURE_CLI").is_some() {
        assets(&source);
    }
}

/// The files for single variants. The page fetches evaluators as needed, so the engine for browsers contains none.
fn shipped(source: &Path) {
    let browser = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    let kinds = [("checkpoints", "ard"), ("configs", "toml"), ("games", "rbg"), ("problems", "jsonl")];
    let mut text = "/// Their names and contents.\nconst OWN: &[(&str, &[u8])] = &[\n".to_owned();
    for (folder, ending) in kinds.into_iter().filter(|(folder, _)| !(browser && *folder == "checkpoints")) {
        let folder = source.join(folder);
        // Runs and tables are also below `checkpoints`, and change all the time: only known files there are watched.
        if !["runs", "tables"].iter().any(|own| folder.join(own).exists()) {
            println!("cargo::rerun-if-changed={}", folder.display());
        }
        for file in files_in(&folder, ending) {
            println!("cargo::rerun-if-changed={}", file.display());
            let name = file.file_name().expect("it has one").to_string_lossy().into_owned();
            writeln!(text, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
                .expect("a text can be written");
        }
    }
    write("shipped.rs", &(text + "];\n"));
}

/// The files of a folder with this ending, sorted.
fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    let mut files = Vec::from_iter(entries.flatten().map(|entry| entry.path()));
    files.retain(|file| file.extension().is_some_and(|kind| kind == ending));
    files.sort();
    files
}

/// Writes a file for the crate to include.
fn write(name: &str, text: &str) {
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join(name);
    fs::write(&out, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", out.display()));
}

/// The page's files, and the engine for browsers.
fn assets(source: &Path) {
    println!("cargo::rerun-if-env-changed=ARDOISE_ENGINE");
    let (web, reports) = (source.join("web"), source.join("docs/reports"));
    println!("cargo::rerun-if-changed={}", web.display());
    println!("cargo::rerun-if-changed={}", reports.display());
    let mut found = Vec::new();
    list(&web, &mut found);
    let name = |file: &PathBuf| {
        let parts = file.strip_prefix(&web).expect("it was found there").iter();
        Vec::from_iter(parts.map(|part| part.to_string_lossy())).join("/")
    };
    let mut files = Vec::from_iter(found.iter().map(|file| (name(file), embedded(file))));
    // Reports are named after their variants.
    let kept = Vec::from_iter(if reports.is_dir() { files_in(&reports, "json") } else { Vec::new() });
    let stem = |file: &PathBuf| file.file_stem().expect("it has one").to_string_lossy().into_owned();
    files.extend(kept.iter().map(|file| (format!("reports/{}.json", stem(file)), embedded(file))));
    let names = Vec::from_iter(kept.iter().map(stem));
    files.push(("reports.json".to_owned(), format!("{:?}.as_bytes()", format!("{names:?}"))));
    files.sort();
    let mut text = "/// Paths and contents, sorted.\nconst FILES: &[(&str, &[u8])] = &[\n".to_owned();
    for (name, content) in files {
        writeln!(text, "    ({name:?}, {content}),").expect("a text can be written");
    }
    text += "];\n\n/// The engine for browsers, where the program was built with it.\n";
    let engine = env::var_os("ARDOISE_ENGINE").filter(|engine| !engine.is_empty()).map(|engine| {
        let engine = PathBuf::from(engine);
        let engine = fs::canonicalize(&engine).unwrap_or_else(|error| {
            panic!("ARDOISE_ENGINE is {}: {error}; expected the engine for browsers", engine.display())
        });
        println!("cargo::rerun-if-changed={}", engine.display());
        format!("Some({})", embedded(&engine))
    });
    let engine = engine.unwrap_or_else(|| "None".to_owned());
    writeln!(text, "const ENGINE: Option<&[u8]> = {engine};").expect("a text can be written");
    write("assets.rs", &text);
}

/// The content of a file as a Rust expression.
fn embedded(file: &Path) -> String {
    format!("include_bytes!({:?})", file.display().to_string())
}

/// Adds the page's files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display())).path();
        let kind = path.extension().and_then(|kind| kind.to_str());
        if path.is_dir() {
            list(&path, files);
        } else if kind.is_some_and(|kind| KINDS.contains(&kind)) {
            files.push(path);
        }
    }
}
