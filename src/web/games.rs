use super::nets::TrainingRuns;
use super::{GameSpec, Refusal};
use crate::compact::CompactNet;
use crate::files;
use crate::game::VariantRef;
use crate::games::{self, AnyGame, rules_file};
use crate::problems::{Problem, read_problems};
use crate::record::rules_by;
use crate::sentence;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most rules files of pages that one engine holds. With more it drops the least recently used: pages keep theirs,
/// and send them again.
const MOST_GIVEN: usize = 256;

/// The longest text of rules from a page, in bytes; the longest public one has 50 000.
const LONGEST_TEXT: usize = 200_000;

/// The games that pages may name: those of the program and the rules files given to this engine. A request never names
/// a file of the machine.
#[derive(Debug, Default)]
pub struct Games {
    rules_files: Mutex<BTreeMap<String, ReadFile>>,
    /// Counter of requests for rules files.
    uses: AtomicU64,
}

/// A rules file given to the engine.
#[derive(Debug)]
struct ReadFile {
    variant: VariantRef,
    /// The file's path on this machine, for reading it again.
    path: Option<PathBuf>,
    /// Why the current text cannot be used: the variant is then that of an earlier text.
    wrong: Option<String>,
    /// The problems that came with the file.
    problems: Vec<Problem>,
    /// Value of [`Games::uses`] at the last use.
    used: u64,
}

impl ReadFile {
    /// A valid file, given without problems.
    fn new(variant: VariantRef, path: Option<PathBuf>) -> ReadFile {
        ReadFile { variant, path, wrong: None, problems: Vec::new(), used: 0 }
    }
}

/// Drops the least recently used files of pages if there are too many.
fn forget_surplus(rules_files: &mut BTreeMap<String, ReadFile>) {
    loop {
        let given = || rules_files.iter().filter(|(_, file)| file.path.is_none());
        let surplus = given().count() > MOST_GIVEN;
        let oldest = given().min_by_key(|(_, file)| file.used).map(|(name, _)| name.clone());
        let Some(oldest) = oldest.filter(|_| surplus) else { return };
        rules_files.remove(&oldest);
    }
}

/// A game that pages may name.
#[derive(Debug)]
pub(super) struct GameEntry {
    pub variant: VariantRef,
    /// Why the newest text of the game's rules file cannot be used.
    pub wrong: Option<String>,
}

impl Games {
    /// Opens a rules file, or all those in a folder, for the pages of this engine; returns their number. Invalid ones
    /// among several files are `skipped`.
    ///
    /// # Errors
    /// The only file cannot be read or is wrong, all files are, or there is none.
    pub fn open(&self, path: &Path, skipped: &mut dyn FnMut(Refusal)) -> Result<usize, Refusal> {
        let unreadable = |error| Refusal::new(format!("cannot read {}: {error}", path.display()));
        let mut files = vec![path.to_owned()];
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(unreadable)?.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
            files = entries.into_iter().map(|entry| entry.path()).collect();
            files.retain(|file| file.extension().is_some_and(|ending| ending == "rbg") && file.is_file());
            files.sort_unstable();
        }
        if files.is_empty() {
            return Err(Refusal::new(format!("{} holds no rules file: expected names as mygame.rbg", path.display())));
        }
        let mut opened = 0;
        for file in &files {
            match self.open_file(file) {
                Ok(()) => opened += 1,
                Err(wrong) if files.len() > 1 => skipped(wrong),
                Err(wrong) => return Err(wrong),
            }
        }
        match opened {
            0 => Err(Refusal::new(format!("no rules file in {} can be used", path.display()))),
            opened => Ok(opened),
        }
    }

    fn open_file(&self, file: &Path) -> Result<(), Refusal> {
        let name = file.to_str().ok_or_else(|| Refusal::new(format!("{}: not UTF-8", file.display())))?;
        let variant = games::find(name).map_err(Refusal::new)?;
        self.rules_files.lock().insert(name.to_owned(), ReadFile::new(variant, Some(file.to_owned())));
        Ok(())
    }

    /// Adds a rules file from a page, and problems of its game, one JSON object a line. The file's name, as
    /// `mygame.rbg`, refers to the newest text.
    ///
    /// # Errors
    /// The name, the text or the problems are invalid, or there are too many.
    pub fn add(&self, name: &str, text: &str, problems: &str) -> Result<VariantRef, Refusal> {
        let stem = name.strip_suffix(".rbg").unwrap_or_default();
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !(1..=40).contains(&stem.len()) || !stem.chars().all(fits) {
            return Err(sentence!(
                "file.name",
                "name `{name}`: expected at most 40 letters, digits, `-` and `_`, then .rbg",
                name = name,
            )
            .into());
        }
        if text.len() > LONGEST_TEXT {
            let size = text.len();
            return Err(sentence!(
                "file.too-long",
                "{name} has {size} bytes: expected at most {most}",
                name = name,
                size = size,
                most = LONGEST_TEXT,
            )
            .into());
        }
        let wrong = |message: String| sentence!("file.wrong", "{message}", message = message);
        let variant = rules_file::load(name, text).map_err(wrong)?;
        let problems = read_problems(&mut problems.as_bytes()).map_err(Refusal::new)?;
        let mut rules_files = self.rules_files.lock();
        match rules_files.get(name) {
            Some(ReadFile { path: Some(path), variant: old, .. }) if *old != variant => {
                let path = path.display();
                Err(sentence!(
                    "file.other-rules",
                    "{path} on this computer has other rules: expected another name",
                    path = path.to_string(),
                )
                .into())
            }
            Some(ReadFile { path: Some(_), .. }) => Ok(variant),
            _ => {
                let given = ReadFile { problems, used: self.next_use(), ..ReadFile::new(variant.clone(), None) };
                rules_files.insert(name.to_owned(), given);
                forget_surplus(&mut rules_files);
                Ok(variant)
            }
        }
    }

    fn next_use(&self) -> u64 {
        self.uses.fetch_add(1, Ordering::Relaxed)
    }

    /// The rule page of a rules file of this machine, by language: `mygame.md` next to it, and `mygame.fr.md`.
    /// Missing and unreadable ones are left out.
    pub(super) fn pages(&self, name: &str) -> BTreeMap<&'static str, String> {
        let path = self.rules_files.lock().get(name).and_then(|file| file.path.clone());
        let page = |(language, ending): (&'static str, &str)| {
            let beside = path.as_ref()?.with_extension(ending);
            files::read_text(&beside, LONGEST_TEXT as u64).ok().map(|text| (language, text))
        };
        [("en", "md"), ("fr", "fr.md")].into_iter().filter_map(page).collect()
    }

    /// The problems that came with a rules file.
    pub(super) fn problems(&self, name: &str) -> Vec<Problem> {
        self.rules_files.lock().get(name).map(|file| file.problems.clone()).unwrap_or_default()
    }

    /// Drops a rules file from a page.
    pub(super) fn remove(&self, name: &str) {
        let mut rules_files = self.rules_files.lock();
        if rules_files.get(name).is_some_and(|file| file.path.is_none()) {
            rules_files.remove(name);
        }
    }

    /// The path of the variant's rules file for a process that trains it: one from a page is written into the current
    /// folder. `None` if the variant needs no file.
    ///
    /// # Errors
    /// The variant does not exist, another file has its name, or the file cannot be written.
    pub fn on_disk(&self, name: &str) -> Result<Option<PathBuf>, Refusal> {
        let variant = self.find(name)?;
        let path = match self.rules_files.lock().get(name) {
            None => return Ok(None),
            Some(ReadFile { path: Some(path), .. }) => return Ok(Some(path.clone())),
            Some(ReadFile { path: None, .. }) => PathBuf::from(name),
        };
        let text = rules_file::of_variant(&variant).map(|file| file.text.clone()).unwrap_or_default();
        match files::read_text(&path, LONGEST_TEXT as u64) {
            Ok(there) if there == text => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {
                files::replace(&path, text.as_bytes())
                    .map_err(|error| Refusal::new(format!("cannot write {name}: {error:#}")))?;
            }
            _ => {
                return Err(Refusal::new(format!(
                    "there is another {name} where the server was started: expected another name"
                )));
            }
        }
        Ok(Some(path))
    }

    /// Adds the games of training runs by rules files, which their newest evaluators contain.
    pub(super) fn add_trained(&self, trained: &TrainingRuns) {
        for (name, runs) in trained.iter().filter(|(name, _)| self.find(name).is_err()) {
            // Unreadable evaluators are reported by the run's own page.
            let newest = runs.first().and_then(|run| run.newest_evaluator().ok());
            let Some(Ok(net)) = newest.map(CompactNet::read) else { continue };
            let variant = net.header().rules_file.as_ref().and_then(|text| rules_file::load(name, text).ok());
            if let Some(variant) = variant {
                self.rules_files.lock().insert(name.clone(), ReadFile::new(variant, None));
            }
        }
    }

    /// All games, in the order of pages' lists: rules files first, since they are new. Files of this machine are read
    /// again if they have changed.
    pub(super) fn list(&self) -> Vec<GameEntry> {
        let mut rules_files = self.rules_files.lock();
        for (name, file) in rules_files.iter_mut().filter(|(_, file)| file.path.is_some()) {
            match games::find(name) {
                Ok(variant) => (file.variant, file.wrong) = (variant, None),
                Err(error) => file.wrong = Some(error.to_string()),
            }
        }
        let given =
            rules_files.values().map(|file| GameEntry { variant: file.variant.clone(), wrong: file.wrong.clone() });
        let own = games::variants().chain(games::rules_files()).map(|variant| GameEntry { variant, wrong: None });
        given.chain(own).collect()
    }

    /// The variant of that name.
    ///
    /// # Errors
    /// There is no such variant.
    pub fn find(&self, name: &str) -> Result<VariantRef, Refusal> {
        match self.rules_files.lock().get_mut(name) {
            Some(file) => {
                file.used = self.next_use();
                Ok(file.variant.clone())
            }
            None => Ok(games::listed(name)?),
        }
    }

    /// The game of a request.
    ///
    /// # Errors
    /// No such variant, option or value.
    pub fn game(&self, spec: &GameSpec) -> Result<AnyGame, Refusal> {
        let rules = rules_by(&self.find(&spec.variant)?, &spec.options)?;
        Ok(AnyGame::new(rules)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each file is a game of its own, since the rules differ.
    fn text(number: usize) -> String {
        let cells =
            Vec::from_iter((0..6).map(|bit| if number >> bit & 1 == 1 { "[e, x]" } else { "[x, e]" })).join(" ");
        let more = "[x, x] ".repeat(number >> 6);
        format!(
            "//! cap: 10\n#players = a(1), b(1)\n#pieces = e, x\n#variables =\n#board = rectangle(up, down, left, right, \
             {cells} {more})\n#rules = ->a (up* + down*) {{x}} [e] ->> ->b (up* + down*) {{x}} [e] ->> {{}}\n"
        )
    }

    #[test]
    fn any_number_of_rules_files_may_be_given() {
        let games = Games::default();
        let before = rules_file::count();
        // An evening with one file, then files of many people.
        for number in 0..300 {
            games.add("mine.rbg", &text(number), "").expect("it can be read");
        }
        assert!(rules_file::count() <= before + 1 + SHARED);
        for number in 0..MOST_GIVEN + 40 {
            games.find("mine.rbg").expect("somebody plays it");
            games.add(&format!("game-{number}.rbg"), &text(number), "").expect("it can be read");
        }
        assert!(rules_file::count() <= before + MOST_GIVEN + SHARED);
        assert!(games.find("game-0.rbg").is_err(), "forgotten");
        let newest = games.find(&format!("game-{}.rbg", MOST_GIVEN + 39)).expect("known");
        AnyGame::new(newest.default_rules()).expect("it can be played");
        let mine = games.find("mine.rbg").expect("in use");
        AnyGame::new(mine.default_rules()).expect("it can be played");
        // The file's page sends it again.
        let again = games.add("game-0.rbg", &text(0), "").expect("it can be read");
        AnyGame::new(again.default_rules()).expect("it can be played");
        games.remove("game-0.rbg");
        assert!(games.find("game-0.rbg").is_err());
    }

    /// Files that other tests of this process may parse meanwhile.
    const SHARED: usize = 100;
}
