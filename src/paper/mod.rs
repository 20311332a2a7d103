//! Pages that need nothing else: one HTML file, with the palette and the boards of `web/`, that loads nothing, is
//! light or dark as the reader's system is, and prints well.

mod boards; //   the boards of `web/`, as one script
mod language; // English or French

pub use language::Language;

use crate::game::{Game, Notation, Shown};
use crate::games::{AnyGame, family_name};
use crate::players::seat_sides;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The palette: what `web/style.css` begins with.
const PALETTE: &str = include_str!("../../web/style.css");
const BOARDS: &str = include_str!("../../web/boards/boards.css");
const STYLE: &str = include_str!("paper.css");
const THEME: &str = include_str!("theme.js");

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page<'a> {
    /// Its language.
    pub language: Language,
    /// Its title, as text.
    pub title: &'a str,
    /// Rules of its own, after those of all pages.
    pub style: &'a str,
    /// Its content, in HTML.
    pub body: &'a str,
    /// The games whose positions it shows.
    pub games: &'a [AnyGame],
    /// A script of its own; `picture(variants[name], shown, look)` gives it boards.
    pub script: &'a str,
}

impl Page<'_> {
    /// The whole file.
    pub fn html(&self) -> String {
        let palette = PALETTE.split("\n* {").next().unwrap_or_default();
        let mut html = String::new();
        let _ = write!(
            html,
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'\">\n<title>{}</title>\n<style>\n{}{}{}{}</style>\n</head>\n<body>\n{}\n\
             <script>\n{}const variants = {};\n{}\n{}\n</script>\n</body>\n</html>\n",
            self.language.tag(),
            escape(self.title),
            without_comments(palette),
            without_comments(BOARDS),
            STYLE,
            self.style,
            self.body,
            boards::script(self.language),
            script_json(&variants(self.games)),
            THEME,
            self.script,
        );
        html
    }
}

/// What the script knows of each game, by its variant's name: as `hello` of the page's protocol tells it.
fn variants(games: &[AnyGame]) -> Value {
    let known = games.iter().map(|game| {
        let variant = game.rules().variant();
        let seats = game.seat_names().iter().zip(seat_sides(game));
        let seats = Vec::from_iter(seats.map(|(name, side)| json!({"name": name, "side": side.index()})));
        let family = family_name(variant);
        let told = json!({"name": variant.name, "family": family, "seats": seats, "board": game.board()});
        (variant.name.to_owned(), told)
    });
    Value::Object(Map::from_iter(known))
}

/// A place where the page draws a position of one of its games, with moves as arrows.
pub fn diagram(variant: &str, shown: &Shown, moves: &[&str]) -> String {
    let moves = escape(&moves.join(" "));
    let shown = escape(&json!(shown).to_string());
    let variant = escape(variant);
    format!("<div class=\"diagram\" data-variant=\"{variant}\" data-shown=\"{shown}\" data-moves=\"{moves}\"></div>")
}

/// A value as it stands in a script: a text that holds `</script>` would end it.
pub fn script_json(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// A text as it stands in HTML, also within attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A style sheet without its comments.
fn without_comments(css: &str) -> String {
    let parts = css.split("/*");
    parts
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_load_nothing_and_hold_the_palette() {
        let page = Page { title: "A <b>", body: "x", ..Page::default() }.html();
        assert!(page.contains("--paper:") && page.contains("[data-theme=\"dark\"]") && page.contains("A &lt;b&gt;"));
        for outside in ["http://", "https://", "url(", "@import", "src=", "<link"] {
            let found = page.replace("http://www.w3.org/2000/svg", "").contains(outside);
            assert!(!found, "{outside}");
        }
        assert_eq!(without_comments("a/* b */c/* d */"), "ac");
    }
}
