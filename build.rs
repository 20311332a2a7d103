//! The files that come with the program (`src/games/shipped.rs`): those of `checkpoints`, `configs`, `games` and `problems`.
//!
//! And what `ardoise serve` and `ardoise site` hold of the page: its files (`web/`), the kept reports (`docs/reports`) with a
//! list of them, and the engine for browsers where the environment variable `ARDOISE_ENGINE` names it (`cargo engine` builds
//! it, see `docs/page.md`). Needs no tool but cargo.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What belongs to the page.
const KINDS: [&str; 5] = ["html", "css", "js", "svg", "json"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let source = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    shipped(&source);
    // So the engine itself is not built anew where the variable names it.
    if env::var_os("CARGO_FEATURE_SERVE").is_some() {
        page(&source);
    }
}

/// The files for single variants. The page fetches the evaluators that it needs, so the engine for browsers has none.
fn shipped(source: &Path) {
    let browser = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    let kinds = [("checkpoints", "ard"), ("configs", "toml"), ("games", "rbg"), ("problems", "jsonl")];
    let mut text = "/// Their names and contents.\nconst OWN: &[(&str, &[u8])] = &[\n".to_owned();
    for (folder, ending) in kinds.into_iter().filter(|(folder, _)| !(browser && *folder == "checkpoints")) {
        let folder = source.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        for file in files_in(&folder, ending) {
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

fn page(source: &Path) {
    println!("cargo::rerun-if-env-changed=ARDOISE_ENGINE");
    let (web, reports) = (source.join("web"), source.join("docs/reports"));
    println!("cargo::rerun-if-changed={}", web.display());
    println!("cargo::rerun-if-changed={}", reports.display());
    let mut files = Vec::new();
    list(&web, &mut files);
    files.sort();
    let (pages, names) = reports_in(&reports);
    let mut text =
        "/// The files of `web/`: their paths in it, with `/`, and their content; then the reports and their list.\n"
            .to_owned();
    text += "const FILES: &[(&str, &[u8])] = &[\n";
    for file in &files {
        let relative = file.strip_prefix(&web).expect("it was found there");
        let name = relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        writeln!(text, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .expect("a text can be written");
    }
    for (page, name) in pages.iter().zip(&names) {
        writeln!(text, "    (\"reports/{name}.html\", {:?}.as_bytes()),", with_way_back(page))
            .expect("a text can be written");
    }
    writeln!(text, "    (\"reports.json\", {:?}.as_bytes()),", format!("{names:?}")).expect("a text can be written");
    text += "];\n\n/// The engine for browsers, where the program was built with it.\n";
    match env::var_os("ARDOISE_ENGINE").filter(|engine| !engine.is_empty()) {
        None => text += "const ENGINE: Option<&[u8]> = None;\n",
        Some(engine) => {
            let engine = PathBuf::from(engine);
            let engine = fs::canonicalize(&engine).unwrap_or_else(|error| {
                panic!("ARDOISE_ENGINE is {}: {error}; expected the engine for browsers", engine.display())
            });
            println!("cargo::rerun-if-changed={}", engine.display());
            writeln!(text, "const ENGINE: Option<&[u8]> = Some(include_bytes!({:?}));", engine.display().to_string())
                .expect("a text can be written");
        }
    }
    write("page.rs", &text);
}

/// A report as a part of the page, to which it then leads back; on its own, where it lies, there is nothing to go back to.
fn with_way_back(report: &Path) -> String {
    let text = fs::read_to_string(report).unwrap_or_else(|error| panic!("cannot read {}: {error}", report.display()));
    let body = "<body>\n";
    assert!(text.contains(body), "{}: expected a report with a line `<body>`", report.display());
    text.replacen(body, &format!("{body}<nav><a href=\"../index.html\">← ardoise</a></nav>\n"), 1)
}

/// The reports of a folder, sorted, and their names, which are those of variants. None where the folder is missing.
fn reports_in(folder: &Path) -> (Vec<PathBuf>, Vec<String>) {
    let mut pages = Vec::new();
    if folder.is_dir() {
        list(folder, &mut pages);
    }
    pages.retain(|page| page.extension().is_some_and(|kind| kind == "html"));
    pages.sort();
    let name = |page: &PathBuf| page.file_stem().map(|name| name.to_string_lossy().into_owned());
    let names = pages.iter().filter_map(name).collect();
    (pages, names)
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
