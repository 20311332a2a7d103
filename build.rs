//! What `ardoise serve` and `ardoise site` hold of the page: its files (`web/`), and the engine for browsers where the
//! environment variable `ARDOISE_ENGINE` names it (`cargo engine` builds it, see `docs/page.md`). Needs no tool but cargo.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What belongs to the page.
const KINDS: [&str; 5] = ["html", "css", "js", "svg", "json"];

fn main() {
    println!("cargo::rerun-if-env-changed=ARDOISE_ENGINE");
    if env::var_os("CARGO_FEATURE_SERVE").is_none() {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    let web = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("web");
    println!("cargo::rerun-if-changed={}", web.display());
    let mut files = Vec::new();
    list(&web, &mut files);
    files.sort();
    let mut text = "/// The files of `web/`: their paths in it, with `/`, and their content.\n".to_owned();
    text += "const FILES: &[(&str, &[u8])] = &[\n";
    for file in &files {
        let relative = file.strip_prefix(&web).expect("it was found there");
        let name = relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        writeln!(text, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .expect("a text can be written");
    }
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
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("page.rs");
    fs::write(&out, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", out.display()));
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
