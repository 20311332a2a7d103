//! Holds the module order that `src/lib.rs` states: a module uses only those above it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a `lib.rs` or `mod.rs`, public or not, in order.
fn module_order(file: &str) -> Vec<String> {
    let names = file.lines().filter_map(|line| {
        line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.split_once(';').map(|(name, _)| name)
    });
    names.map(str::to_owned).collect()
}

/// All Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src is readable") {
        let path = entry.expect("src is readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The text without its comments, as far as whole lines and line ends go.
fn without_comments(source: &str) -> String {
    source.lines().map(|line| line.find("//").map_or(line, |at| &line[..at])).collect::<Vec<_>>().join("\n")
}

/// The identifiers that follow a path's start: one, or the first of each branch of `{...}`.
fn heads(path: &str) -> Vec<&str> {
    let path = path.trim_start();
    let Some(inside) = path.strip_prefix('{') else { return Vec::from_iter(identifier(path)) };
    let mut heads = Vec::from_iter(identifier(inside));
    let mut depth = 0;
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.extend(identifier(&inside[at + 1..])),
            _ => {}
        }
    }
    heads
}

fn identifier(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// What a file that lies `depth` modules below the crate root names at the crate root, by `crate::` or by `super::`s.
fn root_names(source: &str, depth: usize) -> BTreeSet<String> {
    let source = without_comments(source);
    let up = "super::".repeat(depth);
    let from = |start: &str| source.match_indices(start).map(|(at, _)| at + start.len()).collect::<Vec<_>>();
    let starts = from("crate::").into_iter().chain(from(&up));
    starts.flat_map(|at| heads(&source[at..])).map(str::to_owned).collect()
}

/// Names of the macros that a file exports at the crate root.
fn exported_macros(source: &str) -> impl Iterator<Item = &str> {
    source.split("#[macro_export]").skip(1).filter_map(|rest| identifier(rest.split_once("macro_rules!")?.1))
}

#[test]
fn modules_use_only_those_above_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let order = module_order(&fs::read_to_string(src.join("lib.rs")).expect("src/lib.rs is there"));
    assert!(order.len() >= 8, "`mod` lines of src/lib.rs: {order:?}");
    let mut files = Vec::new();
    sources(&src, &mut files);

    let module = |file: &Path| {
        let first = file.strip_prefix(&src).ok()?.components().next()?.as_os_str().to_str()?;
        let name = first.strip_suffix(".rs").unwrap_or(first);
        order.iter().position(|module| module == name)
    };
    let texts: Vec<(&PathBuf, usize, String)> = files
        .iter()
        .filter_map(|file| Some((file, module(file)?, fs::read_to_string(file).expect("src is readable"))))
        .collect();
    let mut rank: BTreeMap<&str, usize> = order.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    for (_, module, text) in &texts {
        rank.extend(exported_macros(text).map(|name| (name, *module)));
    }

    let mut uses = 0;
    let mut wrong = Vec::new();
    for (file, module, text) in &texts {
        let relative = file.strip_prefix(&src).expect("files are below src");
        let depth = relative.components().count() - usize::from(relative.ends_with("mod.rs"));
        for name in root_names(text, depth) {
            let Some(&used) = rank.get(name.as_str()) else { continue };
            uses += 1;
            if used > *module {
                let (own, name) = (&order[*module], &order[used]);
                wrong.push(format!("{}: {own} may not use {name}, which is below it", relative.display()));
            }
        }
    }
    assert!(uses > 20, "the check found only {uses} uses of other modules");
    assert!(wrong.is_empty(), "src/lib.rs lists the modules in dependency order:\n{}", wrong.join("\n"));
}

/// The files of `src/kernels` hold unsafe code for several vector units: who relies on whom must be plain.
#[test]
fn kernels_use_only_those_above_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("src/kernels is readable");
    let order = module_order(&read("mod.rs"));
    assert!(order.len() >= 8, "`mod` lines of src/kernels/mod.rs: {order:?}");
    let rank = |name: &str| order.iter().position(|module| module == name);
    let mut uses = 0;
    for (own, module) in order.iter().enumerate() {
        let source = without_comments(&read(&format!("{module}.rs"))).replace("crate::kernels::", "super::");
        for name in root_names(&source, 1) {
            let Some(used) = rank(&name) else { continue };
            uses += 1;
            assert!(used < own, "src/kernels/{module}.rs may not use {name}, which mod.rs lists below it");
        }
    }
    assert!(uses > 20, "the check found only {uses} uses of other files");
}

#[test]
fn uses_are_found_in_all_their_forms() {
    let source = "
        use crate::{game::{self, Game}, eval, search::{Tree, Node}};
        use crate::record::Record; // not crate::cli
        /// [`crate::play`]
        use super::super::arena::Match;
        fn f() -> crate::net::Model { $crate::a_macro!(a, b => super::near::c) }
    ";
    let names = root_names(source, 2);
    assert_eq!(Vec::from_iter(names), ["a_macro", "arena", "eval", "game", "net", "record", "search"]);
    assert_eq!(Vec::from_iter(root_names("use super::{games, eval::Value};", 1)), ["eval", "games"]);
    assert_eq!(Vec::from_iter(exported_macros("#[macro_export]\nmacro_rules! a {}\nmacro_rules! b {}")), ["a"]);
    assert_eq!(module_order("pub mod a; // pub mod c;\n#[x]\nmod b;\nuse mod_c;\n"), ["a", "b"]);
}
