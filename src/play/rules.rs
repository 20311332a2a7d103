//! The rule pages, as text for a terminal.

use super::line::wrap;
use crate::game::Variant;
use crate::games::rule_page;
use crate::text::printable;
use anstyle::Style;

const HEADING: Style = Style::new().bold();

/// The rules and the notation of a variant in lines of `width` columns, if tables and long words allow it. The heading
/// is styled.
pub fn rules_text(variant: &Variant, width: usize) -> String {
    let page = Vec::from_iter(rule_page(variant).lines().map(printable)).join("\n");
    let (heading, body) = page.split_once('\n').unwrap_or((&page, ""));
    let mut text = format!("{HEADING}{}{HEADING:#}\n", heading.trim_start_matches(['#', ' ']).replace('`', ""));
    for block in blocks(body.trim()) {
        text.push('\n');
        text += &show_block(&block, width);
    }
    text
}

/// Splits a page at its empty lines, except those within a listing.
fn blocks(body: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let mut is_listing = false;
    for line in body.lines() {
        let block = blocks.last_mut().expect("there is one");
        if line.is_empty() && !is_listing {
            if !block.is_empty() {
                blocks.push(String::new());
            }
            continue;
        }
        is_listing ^= line.starts_with("```");
        if !block.is_empty() {
            block.push('\n');
        }
        *block += line;
    }
    blocks
}

/// A paragraph, list, table or listing of the page.
fn show_block(block: &str, width: usize) -> String {
    if let Some(listing) = block.strip_prefix("```text\n") {
        return listing.trim_end_matches("```").to_owned();
    }
    if block.starts_with('|') {
        let rows = block.lines().filter(|row| !row.starts_with("| -"));
        let cells = |row: &str| row.trim_start_matches("| ").trim_end_matches('|').replace(" | ", "  ");
        return rows.map(|row| plain(&cells(row)).trim_end().to_owned() + "\n").collect();
    }
    // Lines belong together up to the next item of a list.
    let mut items: Vec<String> = Vec::new();
    for line in block.lines() {
        match items.last_mut() {
            Some(item) if !line.trim_start().starts_with("- ") => *item += &format!(" {}", line.trim_start()),
            _ => items.push(line.to_owned()),
        }
    }
    let show = |item: &String| {
        let blanks = item.len() - item.trim_start().len();
        let indent = if item.trim_start().starts_with("- ") { blanks + 2 } else { 0 };
        let text = wrap(&plain(item.trim_start()), width - blanks, &" ".repeat(indent));
        " ".repeat(blanks) + &text + "\n"
    };
    items.iter().map(show).collect()
}

/// Text without the stars of emphasis; stars in code stay.
fn plain(text: &str) -> String {
    let parts = text.split('`').enumerate();
    Vec::from_iter(parts.map(|(index, part)| if index % 2 == 0 { part.replace('*', "") } else { part.to_owned() }))
        .join("`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::variants;

    #[test]
    fn every_variant_has_a_page() {
        for variant in variants() {
            let page = rules_text(&variant, 60);
            assert!(page.lines().count() > 5 && !page.contains("**") && !page.contains("\n\n\n"), "{page}");
            for option in &*variant.options {
                assert!(page.contains(&format!("`{}`", option.name)), "{}: {page}", option.name);
            }
        }
    }

    /// People copy the shipped rules files from here.
    #[test]
    fn rules_files_are_shown_as_they_are() {
        for variant in crate::games::rules_files() {
            let file = crate::games::rules_file::of_variant(&variant).expect("it was read");
            assert!(rules_text(&variant, 60).contains(file.text.trim_end()), "{}", variant.name);
        }
    }

    #[test]
    fn blocks_are_shown() {
        let list = "- one two\n  three four\n- five\n  - six seven eight";
        assert_eq!(show_block(list, 13), "- one two\n  three four\n- five\n  - six seven\n    eight\n");
        assert_eq!(show_block("**A.** *b*\nc `*`", 80), "A. b c `*`\n");
        assert_eq!(show_block("| a  | b |\n| -- | - |\n| cc | d |", 80), "a   b\ncc  d\n");
        assert_eq!(show_block("```text\nx  y\n```", 2), "x  y\n");
        let page = "one\ntwo\n\n```text\n#a = b*\n\n// c\n#d = *e*\n```\n\nthree";
        assert_eq!(blocks(page), ["one\ntwo", "```text\n#a = b*\n\n// c\n#d = *e*\n```", "three"]);
    }
}
