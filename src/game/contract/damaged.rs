use rand::{Rng, seq::IndexedRandom};

/// Damages a text: a character lost, doubled, swapped with the next or replaced, a blank added, a true flag made
/// false, a field or row dropped. None of the results is the text itself.
pub fn damaged(text: &str, rng: &mut impl Rng) -> Vec<String> {
    let chars = Vec::from_iter(text.chars());
    let alphabet = Vec::from_iter(text.chars().chain("019abowx./-, é".chars()));
    let mut damaged = vec![String::new(), " ".into(), format!("{text} "), format!(" {text}"), text.to_uppercase()];
    damaged.push(text.replace(' ', "\t"));
    for at in 0..chars.len() {
        let (before, after) = (String::from_iter(&chars[..at]), String::from_iter(&chars[at + 1..]));
        let (c, other) = (chars[at], alphabet.choose(rng).expect("the alphabet has characters"));
        damaged.push(before.clone());
        damaged.push(format!("{before}{after}"));
        damaged.push(format!("{before}{c}{c}{after}"));
        damaged.push(format!("{before}{c} {after}"));
        damaged.push(format!("{before}{other}{after}"));
        if c.is_ascii_digit() {
            damaged.push(format!("{before}99999999999999999999{after}"));
            damaged.push(format!("{before}-{c}{after}"));
            damaged.push(format!("{before}0{c}{after}"));
        }
        if at + 1 < chars.len() {
            let mut swapped = chars.clone();
            swapped.swap(at, at + 1);
            damaged.push(swapped.into_iter().collect());
        }
    }
    for (word, other) in [("true", "false"), ("false", "true")] {
        for (at, _) in text.match_indices(word) {
            damaged.push(format!("{}{other}{}", &text[..at], &text[at + word.len()..]));
        }
    }
    for separator in ["/", " ", ","] {
        let parts = Vec::from_iter(text.split(separator));
        for drop in 0..parts.len() {
            damaged.push([&parts[..drop], &parts[drop + 1..]].concat().join(separator));
            let twice = [&parts[..=drop], &parts[drop..]].concat();
            damaged.push(twice.join(separator));
        }
    }
    damaged.retain(|other| other != text);
    damaged
}
