//! Pages in one file, for reading and printing: they load nothing, whether opened from a disk or a server.
//!
//! Such a page is a module of `web/standalone` with all modules that it imports, its style sheets, and the JSON that
//! it shows. An import map gives each module as a `data:` URL. Relative addresses do not work in such a URL, so
//! imports name modules by their paths in `web/`.

use crate::assets::modules::{Import, beside, graph, import_of, text};
use serde_json::{Map, Value};
use std::str::FromStr;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    French,
}

impl Language {
    /// Its tag in HTML, as `en`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        match text {
            "en" => Ok(Language::English),
            "fr" => Ok(Language::French),
            _ => Err("expected `en` or `fr`".to_owned()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A report about a game (`docs/reports.md`).
    Report,
    /// Rules side by side, by what `ardoise variants` found of each.
    Variants,
    /// A sheet of problems to print.
    Sheet,
}

/// Prefix of a module's name in imports, before its path in `web/`.
const PREFIX: &str = "ardoise/";

/// The style sheets of all pages, before those of their own.
const STYLES: [&str; 4] = ["palette.css", "elements.css", "boards/boards.css", "standalone/standalone.css"];

impl Kind {
    /// The module that draws the page.
    fn module(self) -> &'static str {
        match self {
            Kind::Report => "standalone/report.js",
            Kind::Variants => "standalone/variants.js",
            Kind::Sheet => "standalone/sheet.js",
        }
    }

    fn styles(self) -> &'static [&'static str] {
        match self {
            Kind::Report | Kind::Variants => &["charts/charts.css", "report/report.css"],
            Kind::Sheet => &["standalone/sheet.css"],
        }
    }
}

/// The page that shows `content`: JSON in the format of its kind.
pub fn page(kind: Kind, language: Language, content: &str) -> String {
    let styles = STYLES.iter().chain(kind.styles()).map(|path| text(path));
    let modules = graph(&[kind.module().to_owned()], &[]);
    let imports = modules.iter().map(|path| (format!("{PREFIX}{path}"), Value::from(as_url(&with_paths(path)))));
    let imports = Value::Object(Map::from_iter([("imports".to_owned(), Value::Object(imports.collect()))]));
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline' data:; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>ardoise</title>\n<style>\n{}</style>\n\
         <script type=\"importmap\">\n{}\n</script>\n<script type=\"application/json\" id=\"content\">\n{}\n</script>\n\
         <script type=\"module\">import \"{PREFIX}{}\";</script>\n</head>\n<body>\n\
         <noscript>This page needs JavaScript.</noscript>\n</body>\n</html>\n",
        language.tag(),
        styles.collect::<String>(),
        in_script(&imports.to_string()),
        in_script(content.trim_end()),
        kind.module(),
    )
}

/// A module whose imports name paths in `web/`.
fn with_paths(path: &str) -> String {
    let mut changed = String::new();
    for line in text(path).lines() {
        match import_of(line) {
            Some(Import { names, relative }) => {
                changed += &format!("{names} from \"{PREFIX}{}\";\n", beside(path, relative));
            }
            None => {
                changed += line;
                changed.push('\n');
            }
        }
    }
    changed
}

/// A module as a `data:` URL. Only characters that a URL cannot hold are encoded, so that the file stays readable.
fn as_url(module: &str) -> String {
    let mut url = "data:text/javascript;charset=utf-8,".to_owned();
    for c in module.chars() {
        match c {
            '%' | '#' | '<' | '\n' | '\r' | '\t' => url += &format!("%{:02X}", u32::from(c)),
            c => url.push(c),
        }
    }
    url
}

/// JSON inside a script element, which a text with `</script>` would end. Only texts contain a `<`.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_what_they_import_and_load_nothing() {
        for kind in [Kind::Report, Kind::Variants, Kind::Sheet] {
            let modules = graph(&[kind.module().to_owned()], &[]);
            let has_boards = modules.contains(&"boards/picture.js".to_owned());
            assert!(modules.len() > 15 && has_boards != (kind == Kind::Variants), "{modules:?}");
            for path in &modules {
                let text = with_paths(path);
                assert_eq!(
                    text.matches(&format!(" from \"{PREFIX}")).count(),
                    text.lines().filter_map(import_of).count()
                );
                // Neither addresses of a kind that is not followed, nor what a page in a file cannot load.
                for other in
                    [" from \"./", " from \"../", " from '", "await import(", "import \"", "fetch(", "new Worker("]
                {
                    assert!(!text.contains(other), "{path} of {kind:?} holds `{other}`");
                }
            }
            let page = page(kind, Language::French, "{\"a\": \"</script>\"}\n");
            assert!(page.contains("<html lang=\"fr\">") && page.contains("--paper:"));
            assert_eq!(page.matches("</script>").count(), 3);
            for outside in ["http://", "https://", "url(", "@import", "src=", "<link"] {
                let found = page.replace("http://www.w3.org/2000/svg", "").contains(outside);
                assert!(!found, "{kind:?} holds `{outside}`");
            }
        }
        assert_eq!(as_url("a % #\n<é"), "data:text/javascript;charset=utf-8,a %25 %23%0A%3Cé");
    }
}
