//! The modules of `web/` that draw a board, made one script: each becomes a function that gives what it exports.

use super::language::Language;
use std::fmt::Write;

/// Path and text of the modules, each after those that it imports.
const MODULES: [(&str, &str); 25] = [
    ("dom.js", include_str!("../../web/dom.js")),
    ("boards/drawing.js", include_str!("../../web/boards/drawing.js")),
    ("boards/grid.js", include_str!("../../web/boards/grid.js")),
    ("boards/arrows.js", include_str!("../../web/boards/arrows.js")),
    ("boards/men.js", include_str!("../../web/boards/men.js")),
    ("boards/dualite.js", include_str!("../../web/boards/dualite.js")),
    ("boards/l-calculus.js", include_str!("../../web/boards/l-calculus.js")),
    ("boards/lines.js", include_str!("../../web/boards/lines.js")),
    ("boards/logitac-men.js", include_str!("../../web/boards/logitac-men.js")),
    ("boards/logitac-places.js", include_str!("../../web/boards/logitac-places.js")),
    ("boards/logitac-trays.js", include_str!("../../web/boards/logitac-trays.js")),
    ("boards/logitac.js", include_str!("../../web/boards/logitac.js")),
    ("boards/colours.js", include_str!("../../web/boards/colours.js")),
    ("boards/tiles.js", include_str!("../../web/boards/tiles.js")),
    ("boards/coordinates.js", include_str!("../../web/boards/coordinates.js")),
    ("boards/written.js", include_str!("../../web/boards/written.js")),
    ("boards/generic.js", include_str!("../../web/boards/generic.js")),
    ("games/look.js", include_str!("../../web/games/look.js")),
    ("games/dualite.js", include_str!("../../web/games/dualite.js")),
    ("games/l-calculus.js", include_str!("../../web/games/l-calculus.js")),
    ("games/loa.js", include_str!("../../web/games/loa.js")),
    ("games/logitac.js", include_str!("../../web/games/logitac.js")),
    ("games/zen.js", include_str!("../../web/games/zen.js")),
    ("games/registry.js", include_str!("../../web/games/registry.js")),
    ("boards/picture.js", include_str!("../../web/boards/picture.js")),
];

/// The words of the page, of which boards show a few.
const WORDS: [&str; 2] = [include_str!("../../web/text/en.js"), include_str!("../../web/text/fr.js")];

/// A script that defines `picture(variant, shown, look)`, as `web/boards/picture.js` does.
pub(super) fn script(language: Language) -> String {
    let mut script = "const modules = {};\n".to_owned();
    let words = WORDS[language as usize].lines().filter(|line| is_named(line));
    let _ = writeln!(
        script,
        "modules[\"text.js\"] = (() => {{\nconst words = {{\n{}\n}};\nconst t = (key, values = {{}}) => \
         (words[key] ?? key).replace(/\\{{(\\w+)\\}}/g, (whole, name) => (name in values ? String(values[name]) : whole));\n\
         return {{ t }};\n}})();",
        Vec::from_iter(words).join("\n")
    );
    for (path, text) in MODULES {
        let (body, exports) = unwrapped(path, text);
        let _ = writeln!(script, "modules[{path:?}] = (() => {{\n{body}return {{ {} }};\n}})();", exports.join(", "));
    }
    script + "const { picture } = modules[\"boards/picture.js\"];\n"
}

/// Whether a line of the words, `"key.of.it": "...",`, is one that the boards may show: they name keys that begin like it.
fn is_named(line: &str) -> bool {
    let Some((begin, _)) = line.trim().strip_prefix('"').and_then(|key| key.split_once('.')) else { return false };
    let named = ['"', '`'].map(|quote| format!("{quote}{begin}."));
    let boards = MODULES.iter().filter(|(path, _)| path.starts_with("boards/"));
    boards.into_iter().any(|(_, text)| named.iter().any(|name| text.contains(name)))
}

/// The body of a function that does what the module does, and the names that it exports.
fn unwrapped(path: &str, text: &str) -> (String, Vec<String>) {
    let (mut body, mut exports) = (String::new(), Vec::new());
    for line in without_doc_comments(text).lines() {
        let line = line.trim_end();
        if line.is_empty() || line.trim_start().starts_with("//") {
            continue;
        }
        if let Some(import) = line.strip_prefix("import ") {
            let (names, from) = import.split_once(" from ").expect("imports of web/boards name what they import");
            let names = names.replace(" as ", ": ");
            let from = from.trim_matches([';', '"']);
            let target = match from.strip_prefix("./") {
                Some(name) => format!("{}{name}", path.rfind('/').map_or("", |at| &path[..=at])),
                None => from.trim_start_matches("../").to_owned(),
            };
            let _ = writeln!(body, "const {names} = modules[{target:?}];");
            continue;
        }
        let kept = match line.strip_prefix("export ") {
            Some(export) => {
                let name = export.split([' ', '(', '=']).nth(1).unwrap_or_default();
                exports.push(name.to_owned());
                export
            }
            None => line,
        };
        body += kept;
        body.push('\n');
    }
    (body, exports)
}

fn without_doc_comments(text: &str) -> String {
    let mut parts = text.split("/**");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once("*/").map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_come_after_those_that_they_import() {
        let script = script(Language::French);
        let place = |text: &str| script.find(text).unwrap_or_else(|| panic!("{text} is not in the script"));
        for (path, text) in MODULES {
            let (body, exports) = unwrapped(path, text);
            assert!(!exports.is_empty() && exports.iter().all(|name| !name.is_empty()), "{path}: {exports:?}");
            let here = place(&format!("modules[{path:?}] = "));
            for import in body.split("= modules[\"").skip(1) {
                let target = import.split('"').next().unwrap_or_default();
                assert!(place(&format!("modules[{target:?}] = ")) < here, "{path} imports {target}");
            }
        }
        assert!(!script.contains("import ") && !script.contains("export "));
        assert!(script.contains("logitac.board"));
    }
}
