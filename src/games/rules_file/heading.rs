use super::picture::{LONGEST_LINE, Picture};
use crate::text::{is_seen, shown};
use std::collections::BTreeMap;

/// A rules file's heading: its comments that begin with `//!`, a key and a colon. Other tools for the language see
/// comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    pub title: Option<String>,
    /// One line for the list of games.
    pub summary: Option<String>,
    /// Steps after which the game is over: a draw, or decided by [`Heading::cap_counts`].
    pub cap: Option<u32>,
    /// The number, from 1, of the line `cap: ..., by score`, if there is one: at the cap the higher count then wins.
    pub cap_counts: Option<usize>,
    /// The default of the option `repetition`, one of [`REPETITION`].
    pub repetition: Option<&'static str>,
    /// The default of the option `action`.
    pub action: Option<Unit>,
    /// Whether the game is small enough to be solved.
    pub is_solvable: bool,
    /// Whether the rows of a rectangle are numbered from above.
    pub counts_rows_down: bool,
    /// The letters that stand for pieces in text, by the pieces' names.
    pub pieces: BTreeMap<String, Letter>,
    /// Words for how games end, by the last test of the rules or the macro of its pattern.
    pub endings: BTreeMap<String, EndingWords>,
    pub picture: Picture,
    /// The owners of the sides of the board.
    pub borders: Vec<BorderWords>,
    /// French for words of the file: the title, the summary, options, endings, names of players.
    pub french: BTreeMap<String, String>,
    /// Macros whose body is a rule option.
    pub choices: Vec<Choice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    pub letter: char,
    /// The line that gives the letter, from 1.
    pub line: usize,
}

/// Words for how a game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingWords {
    /// The words of the ending, as `four in a row`.
    pub words: String,
    /// The line that gives the words, from 1.
    pub line: usize,
}

/// A player's part of the rim of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BorderWords {
    pub player: String,
    pub directions: Vec<String>,
    /// The line that gives the border, from 1.
    pub line: usize,
}

/// A macro without arguments that stands for one of several words: a rule option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name of the macro that the option replaces.
    pub name: String,
    /// The bodies from which the option chooses.
    pub values: Vec<String>,
    /// What the option decides, in one line.
    pub about: Option<String>,
}

/// The values of the option `repetition`: a position may occur any number of times, its third occurrence draws, or
/// whoever makes it again loses.
pub const REPETITION: [&str; 3] = ["none", "draw", "lose"];

/// The unit of a move of search and net, the option `action`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Moves of search and net are single steps of the rules.
    Step,
    /// Moves of search and net are whole turns.
    Turn,
}

impl Unit {
    pub const NAMES: [&str; 2] = [Unit::Step.name(), Unit::Turn.name()];

    /// The unit's name as a value of the option.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Step => "step",
            Unit::Turn => "turn",
        }
    }

    pub fn named(name: &str) -> Option<Unit> {
        [Unit::Step, Unit::Turn].into_iter().find(|unit| unit.name() == name)
    }
}

/// The keys of a heading, without those of its [`Picture`].
const KEYS: [&str; 14] = [
    "title",
    "summary",
    "author",
    "pieces",
    "board",
    "a1",
    "borders",
    "option",
    "cap",
    "repetition",
    "action",
    "ending",
    "fr",
    "solver",
];

/// The options that every file has; `action` only if a turn can have several steps.
pub const OWN_OPTIONS: [&str; 4] = ["max_steps", "repetition", "action", "rules"];

/// The most options of a file, and the most values of one.
const MOST_CHOICES: usize = 8;

/// The most characters of a title: lists of games show it.
const LONGEST_TITLE: usize = 100;

pub const MOST_STEPS: u32 = 10_000;

impl Heading {
    /// Parses the heading of a file.
    ///
    /// # Errors
    /// An unknown key, or a value that its key does not take: the line, and what was expected.
    pub fn read(text: &str) -> Result<Heading, String> {
        let mut heading = Heading::default();
        for (number, line) in (1..).zip(text.lines()) {
            let Some(line) = line.trim_start().strip_prefix("//!") else { continue };
            let Some((key, value)) = line.split_once(':') else { continue };
            heading
                .set(key.trim(), value.trim(), number)
                .map_err(|expected| format!("{number}: `//!{}`: {expected}", beginning(line)))?;
        }
        Ok(heading)
    }

    fn set(&mut self, key: &str, value: &str, line: usize) -> Result<(), String> {
        match key {
            "title" => self.title = shown(value, LONGEST_TITLE)?,
            "summary" => self.summary = shown(value, LONGEST_LINE)?,
            "author" | "board" => {}
            "cap" => self.set_cap(value, line)?,
            "option" => self.add_option(value)?,
            "ending" => {
                let (test, words) = value.split_once(" = ").unwrap_or_default();
                let words = shown(words, LONGEST_LINE)?.filter(|_| !test.trim().is_empty()).ok_or(
                    "expected the macro or the test that ends the game, and words, as `four = four in a row` or \
                     `{! up} = the last row is reached`",
                )?;
                self.endings.insert(test.trim().to_owned(), EndingWords { words, line });
            }
            "borders" => self.add_borders(value, line)?,
            "solver" => {
                self.is_solvable = match value {
                    "yes" => true,
                    "no" => false,
                    _ => return Err("expected `yes` or `no`".to_owned()),
                }
            }
            "fr" => {
                let (words, french) = value.split_once(" = ").unwrap_or_default();
                let both = shown(words, LONGEST_LINE)?.zip(shown(french, LONGEST_LINE)?);
                let (words, french) = both
                    .ok_or("expected words of the file and the same in French, as `four in a row = quatre en ligne`")?;
                self.french.insert(words, french);
            }
            "a1" => {
                self.counts_rows_down = match value {
                    "lower left" => false,
                    "upper left" => true,
                    _ => return Err("expected `lower left` or `upper left`".to_owned()),
                }
            }
            "repetition" => {
                let known = REPETITION.into_iter().find(|&one| one == value);
                self.repetition = Some(known.ok_or("expected `none`, `draw` or `lose`")?);
            }
            "action" => {
                self.action = Some(Unit::named(value).ok_or("expected `step` or `turn`")?);
            }
            "pieces" => self.add_pieces(value, line)?,
            _ if self.picture.set(key, value, line)? => {}
            _ => {
                let keys = [&KEYS[..], &Picture::KEYS].concat();
                let similar = |known: &&str| strsim::damerau_levenshtein(known, key) <= 2;
                let meant = keys.iter().copied().find(similar).map_or_else(String::new, |known| format!("`{known}`? "));
                return Err(format!("unknown key `{key}`: {meant}expected one of {}", keys.join(", ")));
            }
        }
        if self.is_solvable && self.repetition.is_some_and(|rule| rule != REPETITION[0]) {
            let expected = "expected `solver: yes` or a rule of repetition, not both";
            return Err(format!("a solver knows no earlier positions: {expected}"));
        }
        Ok(())
    }

    /// `cap: 200` or `cap: 200, by score`.
    fn set_cap(&mut self, value: &str, line: usize) -> Result<(), String> {
        let (steps, counts) = match value.split_once(',') {
            Some((steps, how)) if how.trim() == "by score" => (steps.trim(), true),
            _ => (value, false),
        };
        let cap = steps.parse().ok().filter(|cap| (1..=MOST_STEPS).contains(cap));
        self.cap = Some(cap.ok_or_else(|| {
            format!("expected a number of steps from 1 to {MOST_STEPS}, and perhaps `, by score` behind it")
        })?);
        self.cap_counts = counts.then_some(line);
        Ok(())
    }

    /// `option: row = 4, 3, 5 (how many in a row win)`.
    fn add_option(&mut self, value: &str) -> Result<(), String> {
        let choice = Choice::read(value)?;
        if OWN_OPTIONS.contains(&&*choice.name) {
            return Err(format!("every file has an option `{}`: expected another name", choice.name));
        }
        if self.choices.iter().any(|other| other.name == choice.name) {
            return Err(format!("the option `{}` is already there above", choice.name));
        }
        if self.choices.len() == MOST_CHOICES {
            return Err(format!("expected at most {MOST_CHOICES} options"));
        }
        self.choices.push(choice);
        Ok(())
    }

    /// `borders: red = nw se, blue = ne sw`.
    fn add_borders(&mut self, value: &str, line: usize) -> Result<(), String> {
        for part in value.split(',') {
            let (player, directions) = part.split_once('=').unwrap_or_default();
            let directions = Vec::from_iter(directions.split_whitespace().map(str::to_owned));
            let player = player.trim().to_owned();
            if player.is_empty() || directions.is_empty() {
                let expected = "expected players and directions across their borders, as `red = nw se, blue = ne sw`";
                return Err(expected.to_owned());
            }
            self.borders.push(BorderWords { player, directions, line });
        }
        Ok(())
    }

    /// `pieces: white=w black=b empty=.`.
    fn add_pieces(&mut self, value: &str, line: usize) -> Result<(), String> {
        for word in value.split_whitespace() {
            let pair = word.split_once('=').filter(|(name, letters)| !name.is_empty() && !letters.is_empty());
            let (name, letters) = pair.ok_or("expected names and letters, as `white=w black=b empty=.`")?;
            let mut rest = letters.chars();
            let letter = rest.next().filter(|_| rest.next().is_none());
            let letter = letter.ok_or_else(|| {
                format!(
                    "expected one character for `{name}`, which is what positions are written with, found `{letters}`"
                )
            })?;
            if letter == '/' || !is_seen(letter) {
                let shown = letter.escape_debug();
                return Err(format!("`{shown}` cannot stand for a piece: expected a letter or sign that is seen"));
            }
            self.pieces.insert(name.to_owned(), Letter { letter, line });
        }
        Ok(())
    }
}

/// The beginning of a line for an error message, short enough that the rest is read, too.
fn beginning(line: &str) -> String {
    match line.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

impl Choice {
    /// Parses `row = 4, 3, 5 (how many in a row win)`.
    fn read(text: &str) -> Result<Choice, String> {
        let expected = || "expected a macro and its values, as `row = 4, 3, 5 (how many in a row win)`".to_owned();
        let (text, about) = match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((text, about)) => (text, shown(about, LONGEST_LINE)?),
            None => (text, None),
        };
        let (name, values) = text.split_once('=').ok_or_else(expected)?;
        let values = Vec::from_iter(values.split(',').map(|value| value.trim().to_owned()));
        let name = name.trim().to_owned();
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !is_word(&name) || !values.iter().all(|value| is_word(value)) {
            return Err(expected());
        }
        if (1..values.len()).any(|index| values[..index].contains(&values[index])) {
            return Err("a value is named twice".to_owned());
        }
        if !(2..=MOST_CHOICES).contains(&values.len()) {
            return Err(format!("expected 2 to {MOST_CHOICES} values"));
        }
        Ok(Choice { name, values, about })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_read() {
        let text =
            "//! title: My game\n// a comment: no key\n//! pieces: white=w e=.\n#players = a(1), b(1)\n//! cap: 80\n";
        let heading = Heading::read(text).expect("it is one");
        assert_eq!(heading.title.as_deref(), Some("My game"));
        assert_eq!((heading.cap, heading.repetition), (Some(80), None));
        assert_eq!(heading.pieces["white"], Letter { letter: 'w', line: 3 });
        let error = |text: &str| Heading::read(text).expect_err("it is none");
        assert_eq!(
            error("\n//! cap: 0"),
            "2: `//! cap: 0`: expected a number of steps from 1 to 10000, and perhaps `, by score` behind it"
        );
        assert!(error("//! cap: 80, by luck").contains("and perhaps `, by score` behind it"));
        let by_score = Heading::read("//! cap: 80, by score").expect("it is one");
        assert_eq!((by_score.cap, by_score.cap_counts), (Some(80), Some(1)));
        assert!(error("//! capp: 1").contains("unknown key `capp`: `cap`? expected one of title"));
        assert!(error("//! winner: w").contains("unknown key `winner`: expected one of title"));
        for key in [&KEYS[..], &Picture::KEYS].concat() {
            let known = Heading::read(&format!("//! {key}: ~"));
            assert!(known.err().is_none_or(|error| !error.contains("unknown key")), "{key}");
        }
        assert!(error("//! pieces: white").contains("expected names and letters"));
        assert!(error("//! pieces: wh1=w1").contains("expected one character for `wh1`"));
        let choice = Choice::read("row=4, 3 ,5 (how many (in a row) win)").expect("it is one");
        assert_eq!((choice.name.as_str(), choice.values.as_slice()), ("row", &["4", "3", "5"].map(str::to_owned)[..]));
        assert_eq!(choice.about.as_deref(), Some("how many (in a row) win"));
        assert!(error("//! option: row").contains("expected a macro and its values"));
        assert!(error("//! option: row = 4, (3)").contains("expected a macro and its values"));
        assert!(error("//! option: row = 4, 4").contains("named twice"));
        assert!(error("//! option: row = 4").contains("expected 2 to 8 values"));
        assert!(error("//! option: a = 4, 3\n//! option: a = 1, 2").contains("already there"));
        let endings = Heading::read("//! ending: {$ w == 0} = no man is left").expect("it is one").endings;
        assert_eq!(endings["{$ w == 0}"].words, "no man is left");
        assert!(error("//! ending: four").contains("expected the macro or the test that ends the game"));
        let french = Heading::read("//! fr: My game = Mon jeu").expect("it is one").french;
        assert_eq!(french["My game"], "Mon jeu");
        assert!(error("//! fr: Mon jeu").contains("expected words of the file and the same in French"));
        assert!(
            error(&format!("//! title: {}", "w".repeat(101))).contains("expected at most 100 characters, found 101")
        );
        let long = error(&format!("//! summary: {}", "w ".repeat(50_000)));
        assert!(long.ends_with("w …`: expected at most 500 characters, found 99999") && long.len() < 200, "{long}");
        assert!(error("//! title: a\u{202e}b").contains("that are shown, found `\\u{202e}`"));
        assert!(error("//! ending: four = a\u{202e}b").contains("that are shown"));
        assert!(error("//! option: row = 4, 3 (a\u{7}b)").contains("that are shown, found `\\u{7}`"));
        for unseen in ['\u{200b}', '\u{301}', '\u{202e}', '\u{ad}'] {
            assert!(error(&format!("//! pieces: x={unseen}")).contains("cannot stand for a piece"));
        }
        assert_eq!(Heading::read("//! title: a \t b\r\n").expect("it is one").title.as_deref(), Some("a b"));
        assert_eq!(Heading::read("//! title:").expect("it is one").title, None);
        assert!(Heading::read("//! a1: upper left").expect("it is one").counts_rows_down);
        assert!(error("//! a1: right").contains("expected `lower left` or `upper left`"));
        assert!(error("//! repetition: loses").contains("expected `none`, `draw` or `lose`"));
        assert_eq!(Heading::read("//! repetition: lose").expect("it is one").repetition, Some("lose"));
    }
}
