use super::families;

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A file that comes with the program: the evaluator `loa.ard`, the config `loa.toml`, the problems `loa.jsonl` of a
/// variant.
pub fn shipped(name: &str) -> Option<&'static [u8]> {
    all().find(|(own, _)| *own == name).map(|(_, content)| content)
}

/// A text that comes with the program.
pub fn shipped_text(name: &str) -> Option<&'static str> {
    shipped(name).map(|content| std::str::from_utf8(content).expect("configs and problems are UTF-8"))
}

/// The variants with a shipped file of this ending, as `.ard`.
pub fn shipped_for(ending: &str) -> impl Iterator<Item = &'static str> {
    all().filter_map(move |(name, _)| name.strip_suffix(ending))
}

fn all() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    OWN.iter().chain(families().flat_map(|family| family.files)).copied()
}
