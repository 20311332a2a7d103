//! The games, one folder each, and the list that names them.

pub mod dualite;
pub mod lcalculus;
pub mod loa;
pub mod logitac;
pub mod zen;

pub mod rules_file; // any game from a rules file

mod shipped;

pub use shipped::{shipped, shipped_for, shipped_text};

mod lines; //   the common parts of Lines of Action and Zen l'initié
mod results; // the table of exact solvers
mod solver; //  an exact solver of any small game

use crate::files::read_text;
use crate::game::{Rules, RulesError, Variant, VariantRef};
use crate::rbg::MAX_BYTES;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

pub use crate::game::AnyGame;

/// A game with its variants, as the program lists it.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The family's variants: the names by which its games are chosen, with their options.
    pub variants: &'static [Variant],
    /// Makes the game of one of the variants.
    pub game: fn(Rules) -> AnyGame,
    /// The rules and notation, in Markdown. If variants have sections of their own, their headings name them as code:
    /// "## Lines of Action: `loa`".
    pub rules: &'static str,
    /// Files that come with the family, by name: for a variant `mygame` an evaluator `mygame.ard`, a config
    /// `mygame.toml`, problems `mygame.jsonl`.
    pub files: &'static [(&'static str, &'static [u8])],
}

/// The games of this crate. A new one is an entry here and its `mod` above.
const OWN: &[Family] = &[
    own(dualite::VARIANTS, |rules| AnyGame::of(dualite::Dualite::new(rules))),
    own(lcalculus::VARIANTS, |rules| AnyGame::of(lcalculus::LCalculus::new(rules))),
    own(loa::VARIANTS, |rules| AnyGame::of(loa::Loa::new(rules))),
    own(logitac::VARIANTS, |rules| AnyGame::of(logitac::Logitac::new(rules))),
    own(zen::VARIANTS, |rules| AnyGame::of(zen::Zen::new(rules))),
];

const fn own(variants: &'static [Variant], game: fn(Rules) -> AnyGame) -> Family {
    Family { variants, game, rules: include_str!("../../docs/games.md"), files: &[] }
}

static ADDED: OnceLock<Vec<Family>> = OnceLock::new();

/// The requested variants of shipped rules files: each is parsed once.
static SHIPPED: Mutex<BTreeMap<&'static str, VariantRef>> = Mutex::new(BTreeMap::new());

/// The variant of the rules file requested last: reading many records requests it again and again.
static LAST: Mutex<Option<VariantRef>> = Mutex::new(None);

/// Adds games of another crate, which the program then treats like its own.
///
/// # Errors
/// A variant's name is taken, or not allowed in commands, files and addresses.
///
/// # Panics
/// Games were added before.
pub fn add(families: Vec<Family>) -> Result<(), String> {
    let added = families.iter().flat_map(|family| family.variants).map(|variant| &*variant.name);
    let mut taken: BTreeSet<&str> =
        OWN.iter().flat_map(|family| family.variants).map(|variant| &*variant.name).collect();
    taken.extend(shipped_for(".rbg"));
    for name in added {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(fits) {
            return Err(format!("the game `{name}`: expected a name of small letters, digits and `-`, as my-game"));
        }
        if !taken.insert(name) {
            return Err(format!(
                "the game `{name}`: there is another of this name, expected a new one in its VARIANTS"
            ));
        }
    }
    ADDED.set(families).unwrap_or_else(|_| panic!("games are added once"));
    Ok(())
}

fn families() -> impl Iterator<Item = &'static Family> {
    OWN.iter().chain(ADDED.get().into_iter().flatten())
}

/// All variants of games that are written in Rust, in the order in which they are listed.
pub fn variants() -> impl Iterator<Item = VariantRef> {
    families().flat_map(|family| family.variants).map(VariantRef::from)
}

/// The variants of the rules files that come with the program.
pub fn rules_files() -> impl Iterator<Item = VariantRef> {
    shipped_for(".rbg").map(|name| find(name).expect("a test reads the files that come with the program"))
}

fn family(variant: &Variant) -> Option<&'static Family> {
    families().find(|family| family.variants.contains(variant))
}

/// The name of the variant's family, that of its first variant. Pages look up a game's own board by it.
pub fn family_name(variant: &Variant) -> &str {
    let first = family(variant).and_then(|family| family.variants.first());
    &first.unwrap_or(variant).name
}

impl AnyGame {
    /// The game that plays by these rules.
    ///
    /// # Errors
    /// The rules belong to none of the [`variants`].
    pub fn new(rules: Rules) -> Result<AnyGame, RulesError> {
        match family(rules.variant()) {
            Some(family) => Ok((family.game)(rules)),
            None => {
                let variant = rules.variant().clone();
                let game = rules_file::game(rules).ok_or_else(|| unknown(&variant.name))?;
                game.map_err(|message| RulesError::File { message })
            }
        }
    }
}

/// The rules of the variant with the given name and options; the other options have their defaults.
///
/// # Errors
/// No such variant, option or value.
pub fn rules<K: AsRef<str>, V: AsRef<str>>(
    variant: &str,
    options: impl IntoIterator<Item = (K, V)>,
) -> Result<Rules, RulesError> {
    find(variant)?.rules(options)
}

/// The variant with a name: one of the program, or that of a rules file by its path.
///
/// # Errors
/// No variant has this name, or the rules file cannot be read or is wrong.
pub fn find(name: &str) -> Result<VariantRef, RulesError> {
    find_or(name, None)
}

/// [`find`] for a file that brings its variant along, as an evaluator does: `brought` is used if the name is known
/// neither to the program nor as a file.
///
/// # Errors
/// As [`find`].
pub fn find_or(name: &str, brought: Option<&VariantRef>) -> Result<VariantRef, RulesError> {
    let wrong = |message| RulesError::File { message };
    if name.ends_with(".rbg") && Path::new(name).exists() {
        let text = read_text(Path::new(name), MAX_BYTES as u64)
            .map_err(|error| wrong(format!("cannot read {name}: {error}")))?;
        let variant = rules_file::load(&from_here(name), &text).map_err(wrong)?;
        *LAST.lock() = Some(variant.clone());
        return Ok(variant);
    }
    if let Some(listed) = look_up(name) {
        return listed;
    }
    // Records may name a game that some evaluator in memory has brought along.
    match brought.cloned().or_else(|| rules_file::named(name)) {
        Some(variant) => Ok(variant),
        None if name.ends_with(".rbg") => Err(wrong(format!("cannot read {name}: there is no such file"))),
        None => Err(unknown(name)),
    }
}

/// The shortest path from the current folder: one file is one game, however its path is written.
fn from_here(path: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = Path::new(path);
    let path = path.strip_prefix(&here).unwrap_or(path);
    let parts = path.components().filter(|part| *part != Component::CurDir);
    PathBuf::from_iter(parts).to_string_lossy().into_owned()
}

/// The variant with this name that the program has without reading a file.
///
/// # Errors
/// There is no such variant.
pub fn listed(name: &str) -> Result<VariantRef, RulesError> {
    look_up(name).unwrap_or_else(|| Err(unknown(name)))
}

/// [`listed`], but `None` if there is none: the error message would examine every game.
fn look_up(name: &str) -> Option<Result<VariantRef, RulesError>> {
    if let Some(found) = variants().find(|variant| variant.name == name) {
        return Some(Ok(found));
    }
    let name = shipped_for(".rbg").find(|shipped| *shipped == name)?;
    let read = SHIPPED.lock().get(name).cloned();
    Some(read.map_or_else(|| read_shipped(name), Ok))
}

/// Parses a rules file that comes with the program, and keeps it.
fn read_shipped(name: &'static str) -> Result<VariantRef, RulesError> {
    let text = shipped_text(&format!("{name}.rbg")).expect("it is there for its name");
    let variant = rules_file::load(name, text).map_err(|message| RulesError::File { message })?;
    SHIPPED.lock().insert(name, variant.clone());
    Ok(variant)
}

fn unknown(variant: &str) -> RulesError {
    let file = format!("{variant}.rbg");
    let here = Path::new(&file).is_file().then(|| format!("{file} in this folder, "));
    // Titles of rules files resemble their names, and would require parsing the files.
    let own = families().flat_map(|family| family.variants).map(|own| (&*own.name, title(own)));
    let mut games = Vec::from_iter(own.chain(shipped_for(".rbg").map(|name| (name, None))));
    games.sort_by_cached_key(|(name, title)| {
        !may_mean(variant, name) && !title.as_deref().is_some_and(|t| may_mean(variant, t))
    });
    let names = Vec::from_iter(games.into_iter().map(|(name, _)| name));
    RulesError::UnknownVariant {
        given: variant.to_owned(),
        expected: here.unwrap_or_default() + &names.join(", ") + ", or a file as mygame.rbg",
    }
}

/// Whether somebody may have meant this name or title: it contains the given text, ignoring case, or is spelt
/// similarly.
fn may_mean(given: &str, known: &str) -> bool {
    let plain = |text: &str| String::from_iter(text.chars().filter(|c| c.is_alphanumeric())).to_lowercase();
    let (given, known) = (plain(given), plain(known));
    !given.is_empty() && (known.contains(&given) || strsim::normalized_damerau_levenshtein(&known, &given) >= 0.7)
}

/// The rules and the notation of a variant, in Markdown: the section of its family's rules whose heading names it, or
/// all of them; its summary if there are none; for a rules file the file.
pub fn rule_page(variant: &Variant) -> Arc<str> {
    if let Some(file) = rules_file::of_variant(variant) {
        return Arc::clone(&file.page);
    }
    own_rule_page(variant).into()
}

/// [`rule_page`] for a game that is written in Rust.
fn own_rule_page(variant: &Variant) -> &str {
    let rules = family(variant).map_or("", |family| family.rules);
    let name = format!("`{}`", variant.name);
    let mut sections = rules.split("\n## ").skip(1);
    let named = sections.find(|section| section.lines().next().is_some_and(|heading| heading.contains(&name)));
    let page = named.unwrap_or(rules).trim_end();
    if page.is_empty() { &variant.summary } else { page }
}

/// The title of a variant, for people, from the heading of its rules: `My game` in "## My game: `mygame`". `None` if
/// a heading names several variants, or there is none.
pub fn title(variant: &Variant) -> Option<String> {
    let page = rule_page(variant);
    let heading = page.lines().next()?.trim_start_matches(['#', ' ']);
    let (title, names) = heading.split_once(": `")?;
    (names.strip_suffix('`')? == variant.name).then(|| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_a_rule_page_of_its_own_game() {
        for variant in variants() {
            let page = rule_page(&variant);
            assert!(page.lines().count() > 3, "docs/games.md has no section for {}", variant.name);
            assert!(!page.contains("\n## "), "{}", variant.name);
            for option in &*variant.options {
                assert!(page.contains(&format!("| `{}`", option.name)), "{} {}", variant.name, option.name);
            }
        }
    }

    #[test]
    fn titles_are_those_of_the_rules() {
        let of = |name: &str| title(&find(name).expect("there is such a game"));
        assert_eq!(
            [of("loa"), of("breakthrough")],
            ["Lines of Action", "Breakthrough"].map(|title| Some(title.to_owned()))
        );
        assert!(variants().all(|variant| title(&variant).is_none_or(|title| !title.contains('`'))));
    }

    #[test]
    fn added_games_need_names_of_their_own() {
        const fn named(name: &'static str) -> Variant {
            Variant::new(name, "", &[])
        }
        static BAD: [Variant; 5] = [named("My Game!"), named(""), named("9x9"), named("dualite"), named("tic-tac-toe")];
        for (index, bad) in BAD.iter().enumerate() {
            let variants = std::slice::from_ref(bad);
            let family = Family { variants, game: |_| unreachable!("nobody plays it"), rules: "", files: &[] };
            let wrong = add(vec![family]).expect_err(&bad.name);
            assert!(wrong.contains(if index < 3 { "expected a name of" } else { "another of this name" }), "{wrong}");
        }
    }

    #[test]
    fn rules_of_no_listed_variant_are_refused() {
        static OTHER: Variant = Variant::new("zen2", "", &[]);
        let error = AnyGame::new(VariantRef::from(&OTHER).default_rules()).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.starts_with("unknown game `zen2`: expected one of zen, dualite, ")));
    }

    #[test]
    fn of_the_games_that_exist_those_come_first_that_may_be_meant() {
        for (given, first) in [
            ("LOA", "loa, dualite, "),
            ("Lines of Action", "loa, dualite, "),
            ("hex", "hex-11, hex-5, hex-7, dualite, "),
            ("conect four", "connect-four, dualite, "),
            ("nothing like it", "dualite, grand-dual, "),
            ("?", "dualite, grand-dual, "),
        ] {
            let error = find(given).expect_err(given).to_string();
            assert!(error.starts_with(&format!("unknown game `{given}`: expected one of {first}")), "{error}");
        }
    }
}
