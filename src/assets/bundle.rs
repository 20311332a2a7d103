//! Bundles the page's modules and style sheets, to save requests on slow connections: `page.js` for the first view,
//! `views.js` for the others, `more.js` for lessons, games between people, training, reports, saved games, rules of
//! one's own and pictures to save, `page.css`.
//!
//! A module becomes a function that runs at once and returns its exports; an import takes them. This requires only the
//! conventions of `web/`: no circles, and exports that are functions, classes or constants.

use super::embedded;
use super::modules::{LATER, beside, graph, import_of, later, text};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The first view's modules.
pub const FIRST: &str = "page.js";
/// The modules of all other views.
pub const VIEWS: &str = "views.js";
/// The modules that a game's own page can do without: all lessons, and [`REST`].
pub const MORE: &str = "more.js";
/// The modules that come with [`MORE`]: few who play or analyse a game need them.
const REST: [&str; 9] = [
    "boards/film.js",
    "boards/picture-file.js",
    "views/invent.js",
    "views/learn.js",
    "views/library.js",
    "views/receive.js",
    "views/reports.js",
    "views/table.js",
    "views/training.js",
];
/// The style sheets that `index.html` names.
pub const STYLES: &str = "page.css";

/// The module that begins the page.
const START: &str = "app.js";

/// The object of the joined modules, by their paths in `web/`.
const MODULES: &str = "MODULES";

/// The joined files and the paths of their parts.
struct Bundle {
    files: [(&'static str, String); 5],
    parts: BTreeSet<String>,
}

static JOINED: LazyLock<Bundle> = LazyLock::new(|| {
    let first = graph(&[START.to_owned()], &[]);
    let loaded_later = |path: &String| {
        let relative = text(path).lines().flat_map(later);
        Vec::from_iter(relative.map(|relative| beside(path, relative)))
    };
    let (more, views): (Vec<String>, Vec<String>) =
        first.iter().flat_map(loaded_later).partition(|path| later_file(path) == MORE);
    let views = graph(&views, &first);
    let more = Vec::from_iter(more.into_iter().chain(views.iter().flat_map(loaded_later)));
    let more = graph(&more, &[&first[..], &views].concat());
    let (index, sheets) = index(text("index.html"));
    let join = |paths: &[String], head: &str| {
        let mut joined = head.to_owned();
        paths.iter().for_each(|path| joined += &module(path, text(path)));
        joined
    };
    let begin = format!("const {MODULES} = {{}};\nexport {{ {MODULES} }};\n");
    let after = |file: &str| format!("import {{ {MODULES} }} from \"./{file}\";\nexport {{ {MODULES} }};\n");
    Bundle {
        files: [
            ("index.html", index),
            (FIRST, join(&first, &begin)),
            (VIEWS, join(&views, &after(FIRST))),
            (MORE, join(&more, &after(VIEWS))),
            (STYLES, sheets.iter().map(|sheet| text(sheet)).collect()),
        ],
        parts: first.into_iter().chain(views).chain(more).chain(sheets).chain(types()).collect(),
    }
});

/// `index.html`, which loads the joined files, and the joined files: paths and contents.
pub fn files() -> &'static [(&'static str, String)] {
    &JOINED.files
}

/// The files that a host sends: the embedded files and the joined ones, except files only for pages in one file.
pub fn sent() -> BTreeMap<&'static str, &'static [u8]> {
    let own = embedded::files().iter().copied().filter(|(path, _)| !path.starts_with("standalone/"));
    own.chain(files().iter().map(|(path, text)| (*path, text.as_bytes()))).collect()
}

/// Whether a file of `web/` is a part of a joined one.
pub fn is_part(path: &str) -> bool {
    JOINED.parts.contains(path)
}

/// Modules that hold types alone, which no browser requests.
fn types() -> impl Iterator<Item = String> {
    let modules = embedded::files().iter().filter(|(path, _)| path.ends_with(".js"));
    modules.map(|(path, _)| (*path).to_owned()).filter(|path| code(text(path)).eq(["export {};"]))
}

/// `index.html` with one style sheet and one module, and the style sheets that it originally named.
fn index(text: &str) -> (String, Vec<String>) {
    let (mut changed, mut sheets) = (String::new(), Vec::new());
    for line in text.lines() {
        let sheet = line.trim().strip_prefix("<link rel=\"stylesheet\" href=\"");
        match sheet.and_then(|rest| rest.split_once('"')) {
            Some((sheet, _)) => {
                if sheets.is_empty() {
                    changed += &line.replace(sheet, STYLES);
                    changed.push('\n');
                }
                sheets.push(sheet.to_owned());
            }
            None => {
                changed += &line.replace(&format!("src=\"{START}\""), &format!("src=\"{FIRST}\""));
                changed.push('\n');
            }
        }
    }
    (changed, sheets)
}

/// A module as a function that returns its exports.
fn module(path: &str, text: &str) -> String {
    let (mut body, mut exported) = (String::new(), Vec::new());
    // Names imported on lines of their own, up to the line with the module.
    let mut names: Option<String> = None;
    for line in code(text) {
        if let Some(import) = import_of(line) {
            let names = names.take().unwrap_or_default() + import.names;
            body += &taken(&names, &beside(path, import.relative));
        } else if names.is_some() || line == "import {" {
            *names.get_or_insert_default() += line;
        } else if let Some(declaration) = line.strip_prefix("export ") {
            exported.extend(declared(declaration));
            // `export {};` makes a file a module for the types, and exports nothing.
            body += if declaration == "{};" { "" } else { declaration };
        } else {
            body += &with_later(path, line);
        }
        body.push('\n');
    }
    format!("\n// {path}\n{MODULES}[\"{path}\"] = (() => {{\n{body}return {{ {} }};\n}})();\n", exported.join(", "))
}

/// The lines of a module without those that hold nothing but comments, a quarter of all bytes.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let mut in_comment = false;
    text.lines().filter(move |line| {
        let line = line.trim();
        let begins = line.starts_with("/**");
        let comment =
            in_comment || line.starts_with("//") || (begins && line.find("*/").is_none_or(|at| at + 2 == line.len()));
        in_comment = (in_comment || begins) && !line.contains("*/");
        !comment && !line.is_empty()
    })
}

/// The name in an exported declaration.
fn declared(declaration: &str) -> Option<&str> {
    let name =
        ["async function ", "function ", "class ", "const "].iter().find_map(|kind| declaration.strip_prefix(kind))?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next()
}

/// An import of a joined module: `names` begins with `import`.
fn taken(names: &str, from: &str) -> String {
    let names = names.strip_prefix("import ").unwrap_or(names);
    match names.strip_prefix("* as ") {
        Some(name) => format!("const {name} = {MODULES}[\"{from}\"];"),
        None => format!("const {} = {MODULES}[\"{from}\"];", names.replace(" as ", ": ")),
    }
}

/// The joined file of a module that is loaded later.
fn later_file(path: &str) -> &'static str {
    if path.starts_with("lessons/") || REST.contains(&path) { MORE } else { VIEWS }
}

/// A line whose later modules are loaded with all others of their file.
fn with_later(path: &str, line: &str) -> String {
    later(line).fold(line.to_owned(), |line, relative| {
        let target = beside(path, relative);
        line.replace(
            &format!("{LATER}{relative}\")"),
            &format!("(await import(\"./{}\")).{MODULES}[\"{target}\"]", later_file(&target)),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_a_function() {
        let text = "// Words.\n\nimport * as far from \"../far.js\";\nimport {\n  a,\n  b as c,\n} from \"./near.js\";\n\
                    /** @type {A} */\nexport const D = 1;\n\n/**\n * import {\n */\nexport async function e() {\n  \
                    return (await import(\"../f.js\")).f;\n}\nexport class G {}\nexport {};\n";
        let expected = "\n// x/y.js\nMODULES[\"x/y.js\"] = (() => {\nconst far = MODULES[\"far.js\"];\n\n\n\n\
                        const {  a,  b: c,} = MODULES[\"x/near.js\"];\nconst D = 1;\nasync function e() {\n  return \
                        ((await import(\"./views.js\")).MODULES[\"f.js\"]).f;\n}\nclass G {}\n\nreturn { D, e, G };\n})();\n";
        assert_eq!(module("x/y.js", text), expected);
    }

    #[test]
    fn only_lines_of_comments_go() {
        let text = "a();\n  // b\n/** c */\n/**\n * d\n */\n/** @type {E} */ (e)();\nf(); // g\nconst h = \"/** i\";\n";
        assert_eq!(
            Vec::from_iter(code(text)),
            ["a();", "/** @type {E} */ (e)();", "f(); // g", "const h = \"/** i\";"]
        );
    }

    #[test]
    fn every_module_and_style_sheet_is_in_one_joined_file() {
        let joined = files();
        let of = |name: &str| &joined.iter().find(|(path, _)| *path == name).expect("it is joined").1;
        for part in &JOINED.parts {
            let holds = [FIRST, VIEWS, MORE].iter().filter(|name| of(name).contains(&format!("\n// {part}\n"))).count();
            let joined = part.ends_with(".js") && types().all(|of_types| of_types != *part);
            assert_eq!(holds, usize::from(joined), "{part}");
        }
        assert!(is_part("views/play.js") && is_part("style.css") && !is_part("engine/worker.js"));
        for name in [FIRST, VIEWS, MORE] {
            let statements = of(name).lines().filter(|line| line.starts_with("import ") || line.starts_with("export "));
            assert_eq!(statements.count(), if name == FIRST { 1 } else { 2 }, "{name}");
            // Addresses relative to a module differ in a joined file.
            assert!(!of(name).contains("import.meta"), "{name}");
        }
        assert!(of(MORE).contains("\n// lessons/loa.js\n") && of(FIRST).contains("\n// lessons/registry.js\n"));
        assert!(!of(FIRST).contains("// views/analyse.js\n") && of(VIEWS).contains("// views/analyse.js\n"));
        // Modules that only these need come with them.
        let later = ["views/training/run-list.js", "report/report.js"].iter().chain(&REST);
        later.for_each(|path| assert!(of(MORE).contains(&format!("\n// {path}\n")), "{path}"));
        let index = of("index.html");
        assert_eq!(index.matches("rel=\"stylesheet\"").count(), 1);
        assert!(index.contains("href=\"page.css\"") && index.contains("src=\"page.js\""), "{index}");
        assert!(of(STYLES).contains("--paper:") && of(STYLES).contains(".board"));
    }
}
