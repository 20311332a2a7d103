//! The modules of the page, and their imports.
//!
//! Lines are parsed, not the grammar: in `web/` a statement that imports ends a line, as `... from "./dom.js";`, and
//! modules loaded later are in `await import("./far.js")`.

use super::embedded;
use std::collections::BTreeSet;

/// An import in one line of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import<'a> {
    /// The line up to the module's name: `import { h, put }`, or `}` where names stand on lines of their own.
    pub names: &'a str,
    /// The module's name in the import: `./dom.js`.
    pub relative: &'a str,
}

/// The import statement that a line ends, if any.
pub fn import_of(line: &str) -> Option<Import<'_>> {
    let statement = ["import ", "export ", "} from "].iter().any(|start| line.starts_with(start));
    let (names, relative) = line.strip_suffix("\";")?.rsplit_once(" from \"")?;
    statement.then_some(Import { names, relative })
}

/// The text before the name of a module that is loaded later.
pub const LATER: &str = "await import(\"";

/// The modules that a line loads later, by their names in it.
pub fn later(line: &str) -> impl Iterator<Item = &str> {
    line.split(LATER).skip(1).filter_map(|rest| rest.split_once("\")")).map(|(relative, _)| relative)
}

/// The path of the module named `./name` or `../name` in another.
pub fn beside(module: &str, relative: &str) -> String {
    let mut parts = Vec::from_iter(module.split('/'));
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A module of `web/`.
///
/// # Panics
/// There is no module of that path: a module imports a missing one.
pub fn text(path: &str) -> &'static str {
    embedded::text(path).unwrap_or_else(|| panic!("web/ has no {path}: this is a defect of the program"))
}

/// These modules and all that they import, directly or through others: each after its imports, without those in
/// `known`.
pub fn graph(starts: &[String], known: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::from_iter(known.iter().cloned());
    let mut order = Vec::new();
    for start in starts {
        visit(start, &mut seen, &mut order);
    }
    order
}

fn visit(path: &str, seen: &mut BTreeSet<String>, order: &mut Vec<String>) {
    if !seen.insert(path.to_owned()) {
        return;
    }
    for import in text(path).lines().filter_map(import_of) {
        visit(&beside(path, import.relative), seen, order);
    }
    order.push(path.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_what_is_imported() {
        let of = |line| import_of(line).map(|import| (import.names, import.relative));
        assert_eq!(of("import { a } from \"../dom.js\";"), Some(("import { a }", "../dom.js")));
        assert_eq!(of("} from \"./near.js\";"), Some(("}", "./near.js")));
        assert_eq!(of("// from \"./no.js\";"), None);
        assert_eq!(of("/** @typedef {import(\"../z.js\").Z} Z */"), None);
        assert_eq!(of("  text = \"moves from \";"), None);
        let line = "  a: async () => (await import(\"./a.js\")).a, b: (await import(\"../b.js\")).b";
        assert_eq!(Vec::from_iter(later(line)), ["./a.js", "../b.js"]);
        assert_eq!(beside("boards/here.js", "../x/y.js"), "x/y.js");
    }

    #[test]
    fn modules_come_after_what_they_import() {
        let order = graph(&["app.js".to_owned()], &[]);
        let place = |path: &str| order.iter().position(|one| one == path);
        for path in &order {
            for import in text(path).lines().filter_map(import_of) {
                assert!(place(&beside(path, import.relative)) < place(path), "{path} imports {}", import.relative);
            }
        }
        assert!(place("dom.js") < place("app.js") && order.last().is_some_and(|last| last == "app.js"));
        assert!(graph(&["app.js".to_owned()], &order).is_empty());
    }
}
