//! Checks that `docs/configuration.md` agrees with the declarations.

use super::starts::Starts;
use super::table::{Table, Takes};
use super::{LearnerConfig, ReportConfig, SelfPlayConfig};
use crate::net::NetConfig;
use crate::search::{Dirichlet, Gumbel, SearchConfig};
use serde::Serialize;

const PAGE: &str = include_str!("../../../docs/configuration.md");

/// The table of the page, with columns of even width.
fn markdown<T: Table>() -> String {
    let defaults = T::default();
    let mut rows = vec![["key", "default", "values", "meaning"].map(str::to_owned)];
    for key in T::KEYS {
        let value = (key.value)(&defaults);
        let number = value.number().is_some() || value.words() == "none";
        let default = if number { value.words() } else { format!("`{}`", value.words()) };
        let meaning = key.doc.split("\n\n").next().unwrap_or_default();
        let meaning = meaning.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        rows.push([format!("`{}`", key.name), default, key.takes.to_string(), meaning]);
    }
    let widths: [usize; 4] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default());
    rows.insert(1, widths.map(|width| "-".repeat(width)));
    let line = |row: &[String; 4]| {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    rows.iter().map(line).collect()
}

fn assert_on_page<T: Table>(name: &str) {
    let expected = markdown::<T>();
    assert!(PAGE.contains(&expected), "docs/configuration.md: expected this table of `{name}`:\n\n{expected}");
}

#[test]
fn the_page_has_the_tables_of_the_declarations() {
    assert_on_page::<NetConfig>("net");
    assert_on_page::<SelfPlayConfig>("selfplay");
    assert_on_page::<Starts>("selfplay.starts");
    assert_on_page::<LearnerConfig>("learner");
    assert_on_page::<ReportConfig>("report");
}

/// The keys of the page's table that follows a text, with their defaults.
fn written(after: &str) -> Vec<(String, String)> {
    let (_, rest) = PAGE.split_once(after).expect("the page has such a section");
    let rows = rest.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|')).skip(2);
    let row = |line: &str| {
        let mut cells = line.split('|').skip(1).map(|cell| cell.trim().trim_matches('`').to_owned());
        Some((cells.next()?, cells.next()?))
    };
    rows.filter_map(row).collect()
}

/// The keys of a struct that is declared elsewhere, with their defaults.
fn declared<T: Default + Serialize>(prefix: &str) -> Vec<(String, String)> {
    let text = serde_json::to_value(T::default()).expect("plain values");
    let words = |value: &serde_json::Value| match value {
        // For `f32`: its own digits, not those of the double that it becomes.
        serde_json::Value::Number(number) => (number.as_f64().unwrap_or_default() as f32).to_string(),
        other => other.to_string(),
    };
    let keys = text.as_object().expect("a table").iter();
    keys.map(|(key, value)| (format!("{prefix}{key}"), words(value))).collect()
}

fn sorted(mut keys: Vec<(String, String)>) -> Vec<(String, String)> {
    keys.sort();
    keys
}

#[test]
fn the_page_has_the_keys_and_defaults_of_the_search() {
    let mut search = declared::<SearchConfig>("");
    search.retain(|(key, _)| key != "root");
    search.push(("root".to_owned(), "gumbel".to_owned()));
    assert_eq!(sorted(written("\n## `[search]`\n")), sorted(search));
    assert_eq!(sorted(written("\n`[search.root.gumbel]`, the root")), sorted(declared::<Gumbel>("")));
    assert_eq!(sorted(written("\n`[search.root.puct]`, the root")), sorted(declared::<Dirichlet>("noise.")));
}

#[test]
fn every_default_is_a_value_that_its_key_takes() {
    fn check<T: Table>() {
        super::table::check("table", &T::default()).expect("a default");
    }
    check::<NetConfig>();
    check::<SelfPlayConfig>();
    check::<Starts>();
    check::<LearnerConfig>();
    check::<ReportConfig>();
}

#[test]
fn bounds_are_said_in_words() {
    use super::table::Bound::{Excluded, Finite, Included, Unbounded};
    let words = |low, high| Takes::<()>::Range(low, high).to_string();
    assert_eq!(words(Included(1), Included(4096)), "1 to 4096");
    assert_eq!(words(Included(2), Unbounded), "at least 2");
    assert_eq!(words(Unbounded, Included(9)), "at most 9");
    assert_eq!(words(Excluded(0), Included(1)), "above 0, at most 1");
    assert_eq!(words(Included(0), Excluded(1)), "at least 0, below 1");
    assert_eq!(words(Excluded(0), Finite), "above 0");
    assert_eq!(Takes::<()>::Any.to_string(), "");
}
