//! Display of texts of foreign origin.

/// Whether a terminal may act on a character instead of showing it: control characters, and those that reverse the
/// direction of writing, so that a text shows as another one.
pub fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns
}

/// Foreign text for a terminal or a log: characters that a terminal [obeys](is_obeyed) are replaced, except line ends
/// and tabs.
pub fn printable(text: &str) -> String {
    let replace = |c: char| if is_obeyed(c) && !"\n\t".contains(c) { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(replace).collect()
}

/// Whether a character is visible by itself: no control character, blank, accent for the character before it, or
/// character without a width.
pub fn is_seen(c: char) -> bool {
    !c.is_whitespace() && ("\\'\"".contains(c) || c.escape_debug().len() == 1)
}

/// Words for people, separated by single blanks; `None` if there are none.
pub fn shown(text: &str, longest: usize) -> Result<Option<String>, String> {
    let text = Vec::from_iter(text.split_whitespace()).join(" ");
    let length = text.chars().count();
    if length > longest {
        return Err(format!("expected at most {longest} characters, found {length}"));
    }
    match text.chars().find(|&c| is_obeyed(c)) {
        Some(c) => Err(format!("expected characters that are shown, found `{}`", c.escape_debug())),
        None => Ok((!text.is_empty()).then_some(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_commands_no_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\u{9b}c\rd\te\nf\u{7f}"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\te\nf\u{fffd}");
        // It would show as `ab.rbg` reversed.
        assert_eq!(printable("\u{202e}gbr.ba\u{202c} é א"), "\u{fffd}gbr.ba\u{fffd} é א");
    }

    #[test]
    fn characters_without_a_shape_of_their_own_are_told() {
        for seen in ['a', '"', '\'', '\\', '<', 'é', '\u{5d0}', '\u{1f600}'] {
            assert!(is_seen(seen), "{seen:?}");
        }
        for unseen in [' ', '\u{a0}', '\0', '\u{ad}', '\u{200b}', '\u{200d}', '\u{202e}', '\u{301}', '\u{fe0f}'] {
            assert!(!is_seen(unseen), "{unseen:?}");
        }
    }
}
