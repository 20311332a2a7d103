//! Holds the order of the modules: one uses only those above it in `src/lib.rs`, and within folders nothing goes round
//! in a circle.

use crate::support::circles::{circles, graph};
use crate::support::imports::{Source, read, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules of a `lib.rs` or `mod.rs`, public or not, in order.
fn module_order(file: &str) -> Vec<String> {
    let names = file.lines().filter_map(|line| {
        line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.split_once(';').map(|(name, _)| name)
    });
    names.map(str::to_owned).collect()
}

/// The name that a path has below another one.
fn below<'a>(path: &'a [String], folder: &[&str]) -> Option<&'a str> {
    let (above, rest) = path.split_at_checked(folder.len())?;
    above.iter().eq(folder.iter()).then(|| rest.first().map(String::as_str))?
}

/// Where a module uses one that the `mod` lines of its folder list below it.
fn against_the_order(sources: &[Source], folder: &[&str], order: &[String]) -> Vec<String> {
    let mut rank: BTreeMap<&str, usize> = order.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let ranked = rank.clone();
    let own = |source: &Source| ranked.get(below(&source.module, folder)?).copied();
    for source in sources {
        rank.extend(source.macros.iter().filter_map(|name| Some((name.as_str(), own(source)?))));
    }
    let (mut uses, mut wrong) = (0, BTreeSet::new());
    for (source, own) in sources.iter().filter_map(|source| Some((source, own(source)?))) {
        for used in source.uses.iter().map(|used| &used.path).chain(source.exports.values()) {
            let Some(&used) = below(used, folder).and_then(|name| rank.get(name)) else { continue };
            uses += usize::from(used != own);
            if used > own {
                let (own, used) = (&order[own], &order[used]);
                wrong.insert(format!("src/{}: {own} may not use {used}", source.file.display()));
            }
        }
    }
    assert!(uses > 20, "the check found only {uses} uses of other modules");
    Vec::from_iter(wrong)
}

#[test]
fn modules_use_only_those_above_them() {
    let order = module_order(&fs::read_to_string(src().join("lib.rs")).expect("src/lib.rs is there"));
    assert!(order.len() >= 8, "`mod` lines of src/lib.rs: {order:?}");
    let wrong = against_the_order(&sources(&src()), &[], &order);
    assert!(wrong.is_empty(), "src/lib.rs lists modules below those that they use:\n{}", wrong.join("\n"));
}

/// The files of `src/kernels` hold unsafe code for several vector units: their dependencies must be obvious.
#[test]
fn kernels_use_only_those_above_them() {
    let order = module_order(&fs::read_to_string(src().join("kernels/mod.rs")).expect("src/kernels is readable"));
    assert!(order.len() >= 8, "`mod` lines of src/kernels/mod.rs: {order:?}");
    let mut sources = sources(&src());
    // Its tests use all of it, wherever they are listed.
    sources.retain(|source| !source.module.starts_with(&["kernels", "tests"].map(str::to_owned)));
    let wrong = against_the_order(&sources, &["kernels"], &order);
    assert!(wrong.is_empty(), "src/kernels/mod.rs lists modules below those that they use:\n{}", wrong.join("\n"));
}

/// A `mod.rs` is a module like its files: what it uses of them must not use it. At least `fewest` uses of other
/// modules are found.
fn refuse_circles(src: &Path, fewest: usize) {
    let sources = sources(src);
    let graph = graph(&sources);
    let uses: usize = graph.iter().map(BTreeSet::len).sum();
    assert!(uses > fewest, "the check found only {uses} uses of other modules");
    let name = |&place: &usize| format!("{} ({})", sources[place].module.join("::"), sources[place].file.display());
    let circles = circles(&graph);
    let shown = circles.iter().map(|circle| Vec::from_iter(circle.iter().map(name)).join("\n   uses "));
    assert!(
        circles.is_empty(),
        "modules use each other in a circle. What they share belongs into a file below both:\n\n{}",
        Vec::from_iter(shown).join("\n\n")
    );
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    refuse_circles(&src(), 500);
}

#[test]
fn no_modules_of_the_python_module_use_each_other_in_a_circle() {
    refuse_circles(&Path::new(env!("CARGO_MANIFEST_DIR")).join("python/src"), 30);
}

/// A source as a file of the module `a::b`, which has the files `c` and `d`.
fn parsed(text: &str) -> Source {
    read(&["a", "b"], &BTreeSet::from(["c", "d"]), text)
}

fn paths(source: &Source, in_tests: bool) -> Vec<String> {
    let uses = source.uses.iter().filter(|used| used.in_tests == in_tests);
    let mut paths = Vec::from_iter(uses.map(|used| used.path.join("::")));
    paths.sort();
    paths
}

#[test]
fn uses_are_found_in_all_their_forms() {
    let source = parsed(
        "
        use crate::{game::{self, Game}, eval, search::{Tree as T, Node}};
        use crate::record::Record; // not crate::cli
        /// [`crate::play`]
        use super::near::{far::*};
        use c::One;
        use std::mem;
        mod inner { use super::super::Up; }
        fn f<'a>() -> crate::net::Model + use<'a> { d::two(); $crate::a_macro!(a, b => super::super::x::y); self::own() }
        const TEXT: &str = \"crate::cli \\\" crate::cli\"; const RAW: &str = r#\"crate::cli \" crate::cli\"#;
        const SIGNS: [char; 4] = ['\"', '\\'', '\\u{22}', 'c']; const AFTER: u8 = crate::after::A;
        ",
    );
    let expected = [
        "a::Up",
        "a::b::c::One",
        "a::b::d::two",
        "a::b::own",
        "a::near::far::*",
        "a_macro",
        "after::A",
        "eval",
        "game",
        "game::Game",
        "net::Model",
        "record::Record",
        "search::Node",
        "search::Tree",
        "x::y",
    ];
    assert_eq!(paths(&source, false), expected);
}

#[test]
fn exports_and_tests_are_told_apart() {
    let source = parsed(
        "
        pub use c::{One, Two as Second};
        pub(super) use crate::game::Game;
        use crate::eval;
        #[cfg(test)]
        mod tests { use super::c; fn f() { if true { crate::play::g() } } }
        fn g() { crate::net::h() }
        #[macro_export]
        macro_rules! m {}
        macro_rules! n {}
        ",
    );
    let exports = source.exports.iter().map(|(name, path)| format!("{name} = {}", path.join("::")));
    assert_eq!(Vec::from_iter(exports), ["Game = game::Game", "One = a::b::c::One", "Second = a::b::c::Two"]);
    assert_eq!(paths(&source, false), ["eval", "net::h"]);
    assert_eq!(paths(&source, true), ["a::b::c", "play::g"]);
    assert_eq!(source.macros, ["m"]);
    assert_eq!(module_order("pub mod a; // pub mod c;\n#[x]\nmod b;\nuse mod_c;\n"), ["a", "b"]);
}

#[test]
fn circles_are_found_through_exports() {
    let source =
        |module: &[&str], children: &[&str], text| read(module, &BTreeSet::from_iter(children.iter().copied()), text);
    let sources = |leaf| {
        vec![
            source(&[], &["a"], "pub mod a;"),
            source(&["a"], &["b", "c", "d"], "mod b; mod c; mod d; pub use d::D; pub fn f() { c::g() } pub struct A;"),
            source(&["a", "b"], &[], "use super::D;"),
            source(&["a", "c"], &[], "use crate::a::b::B;"),
            source(&["a", "d"], &[], leaf),
        ]
    };
    let names = |leaf| {
        let sources = sources(leaf);
        let shown = |circle: &Vec<usize>| Vec::from_iter(circle.iter().map(|&at| sources[at].module.join("::")));
        Vec::from_iter(circles(&graph(&sources)).iter().map(shown))
    };
    assert!(names("").is_empty(), "who exports what another file holds does not use it");
    assert_eq!(names("use super::b;"), [["a::b", "a::d", "a::b"]]);
    assert_eq!(names("use super::A;"), [["a", "a::c", "a::b", "a::d", "a"]], "a folder and its file");
}
