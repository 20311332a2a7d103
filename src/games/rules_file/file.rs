use super::borders::{Border, borders};
use super::heading::{Choice, EndingWords, Heading, Letter, MOST_STEPS, REPETITION, Unit};
use super::layout::Layout;
use super::position::Packing;
use super::turn_code::StepCode;
use super::turn_table::{TurnTable, few_turns};
use super::work::WorkId;
use crate::game::{OptionDefault, OptionKind, OptionSpec, Rules as Chosen, Variant, VariantRef, Words};
use crate::random::derive;
use crate::rbg::{Account, ActionKind, CellNames, Outline, PossibleMoves, Rules, State, Symmetry};
use parking_lot::{Mutex, MutexGuard};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock, Weak};

/// A parsed rules file, shared by all games of the file.
#[derive(Debug)]
pub struct RulesFile {
    pub text: String,
    /// The content of the lines `//!`.
    pub heading: Heading,
    pub rules: Rules,
    /// The shape of all steps: cells, actions and planes of the policy.
    pub(super) outline: Outline,
    pub(super) packing: Packing,
    pub(super) layout: Layout,
    pub(super) borders: Vec<Border>,
    /// The symmetries of the rules, computed when first needed: finding them can take longer than parsing the file.
    maps: OnceLock<(Vec<Symmetry>, Option<Symmetry>)>,
    /// The players' names, in the order of play.
    pub(super) players: [String; 2],
    /// All possible turns, if some have several steps and they are few.
    pub(super) possible_turns: Option<PossibleMoves>,
    /// The table of whole turns, made when it is first needed; `None` if turns do not fit in one.
    turns: OnceLock<Option<Arc<TurnTable>>>,
    code: OnceLock<Option<StepCode>>,
    /// The player of each piece, computed when first needed.
    owners: OnceLock<Vec<Option<usize>>>,
    /// The kind of each action, computed when first needed.
    kinds: OnceLock<Vec<Option<String>>>,
    /// The letter of each piece, by its index.
    pub(super) letters: Vec<char>,
    pub(super) work: WorkId,
    /// The name by which the program knows the file.
    name: String,
    /// The file's rule page, in Markdown: the heading, the options and the text.
    pub page: Arc<str>,
    /// The same file parsed with other values of its options, as far as requested.
    others: Mutex<Vec<(Vec<String>, Arc<RulesFile>)>>,
}

/// The most steps to choose from, actions times cells: no list of moves is longer than that, and a net has an answer
/// for each choice.
const MOST_CHOICES: usize = 300_000;

/// The most combinations of option values that are parsed: strangers can request them.
const MOST_OTHERS: usize = 64;

/// The variants that [`load`] returned, in order, as long as they are in use.
static KNOWN: Mutex<Vec<Weak<Variant>>> = Mutex::new(Vec::new());

/// The variant `name` with the rules of a text. The variant owns the parsed rules: as long as it is in use, the same
/// text is not parsed again.
///
/// # Errors
/// What is wrong and where, in several lines.
pub fn load(name: &str, text: &str) -> Result<VariantRef, String> {
    if let Some(variant) = loaded(&known(), name, text) {
        return Ok(variant.into());
    }
    let variant = Arc::new(read(name, text)?);
    let mut known = known();
    if let Some(variant) = loaded(&known, name, text) {
        return Ok(variant.into());
    }
    known.push(Arc::downgrade(&variant));
    Ok(variant.into())
}

/// The file of a variant that [`load`] returned, parsed with these rules' values of its options. `None` for other
/// variants.
///
/// # Errors
/// The file is wrong with these values together, or too many combinations were requested.
pub fn of_rules(rules: &Chosen) -> Option<Result<Arc<RulesFile>, String>> {
    of_variant(rules.variant()).map(|file| file.with(rules))
}

fn known() -> MutexGuard<'static, Vec<Weak<Variant>>> {
    let mut known = KNOWN.lock();
    known.retain(|variant| variant.strong_count() > 0);
    known
}

fn loaded(known: &[Weak<Variant>], name: &str, text: &str) -> Option<Arc<Variant>> {
    let is_it =
        |variant: &Arc<Variant>| variant.name == name && of_variant(variant).is_some_and(|file| file.text == text);
    known.iter().filter_map(Weak::upgrade).find(is_it)
}

/// Number of variants from [`load`] that are in use.
pub fn count() -> usize {
    known().len()
}

/// The newest variant of this name from [`load`] that is in use.
pub fn named(name: &str) -> Option<VariantRef> {
    let newest = known().iter().rev().filter_map(Weak::upgrade).find(|variant| variant.name == name);
    newest.map(VariantRef::from)
}

/// The file of a variant that [`load`] returned.
pub fn of_variant(variant: &Variant) -> Option<Arc<RulesFile>> {
    variant.source()
}

impl RulesFile {
    /// The symmetries of the rules that fix the players, a group, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.maps().0
    }

    /// A symmetry that exchanges the players, if there is one: a net sees positions of the second player through it.
    pub fn exchange(&self) -> Option<&Symmetry> {
        self.maps().1.as_ref()
    }

    /// The table of all possible turns, if some have several steps and they are few.
    pub(super) fn turns(&self) -> Option<&Arc<TurnTable>> {
        let table = || {
            let (parts, possible) = ((&self.rules, &self.layout, &self.packing), self.possible_turns.as_ref()?);
            TurnTable::new(parts, possible, self.symmetries(), self.exchange()).map(Arc::new)
        };
        self.turns.get_or_init(table).as_ref()
    }

    /// Precomputed conditions and effects of steps, if each step is a turn and precomputing is possible.
    #[inline]
    pub(super) fn code(&self) -> Option<&StepCode> {
        let code = || match self.rules.has_chance() {
            true => None,
            false => StepCode::new(&self.rules, &self.packing, &mut Account::default()),
        };
        self.code.get_or_init(code).as_ref()
    }

    /// A name for what an action does: the innermost of the macros from which it comes, without those from which all
    /// actions of a player come. `None` for actions that only hand over.
    pub(super) fn kind_of(&self, action: u16) -> Option<&str> {
        let kinds = self.kinds.get_or_init(|| kinds(&self.rules, &self.outline));
        kinds[usize::from(action)].as_deref()
    }

    /// The owner of each piece, if it has one.
    pub(super) fn owners(&self) -> &[Option<usize>] {
        self.owners.get_or_init(|| owners(&self.rules, &self.outline))
    }

    fn maps(&self) -> &(Vec<Symmetry>, Option<Symmetry>) {
        self.maps.get_or_init(|| {
            let symmetries = self.rules.symmetries();
            let exchange = self.rules.exchanges(&symmetries).into_iter().next();
            (symmetries, exchange)
        })
    }

    /// The data derived from parsed rules, except for their turns.
    fn of(name: &str, heading: Heading, rules: Rules, text: &str) -> Result<RulesFile, String> {
        let packing = Packing::new(rules.board().cells.len(), rules.pieces().len(), rules.variables().len());
        let letters = letters(&rules, &heading).map_err(|wrong| format!("{name}:{wrong}"))?;
        heading.picture.check(&rules).map_err(|wrong| format!("{name}:{wrong}"))?;
        if rules.has_chance() && heading.repetition.is_some_and(|rule| rule != REPETITION[0]) {
            let expected = "expected no rule of repetition where chance acts (`->random`)";
            return Err(format!("{name}: `//! repetition: {}`: {expected}", heading.repetition.unwrap_or_default()));
        }
        if let Some(line) = heading.cap_counts.filter(|_| rules.counted_scores(&rules.start()).is_none()) {
            let expected =
                "expected rules that count pieces for both sides in one way, as `[$ side = own, other = theirs]`";
            return Err(format!("{name}:{line}: `//! cap: ..., by score`: {expected}"));
        }
        let borders = borders(&rules, &heading.borders).map_err(|wrong| format!("{name}:{wrong}"))?;
        let (outline, layout) = (rules.outline(), Layout::new(rules.board()));
        let actions = outline.actions.iter().flatten().chain(&outline.chance_actions);
        let actions = BTreeSet::from_iter(actions).len();
        let (cells, steps) = (rules.board().cells.len(), actions * rules.board().cells.len());
        if steps > MOST_CHOICES {
            return Err(format!(
                "{name}: a player could choose among {steps} steps ({actions} actions on {cells} cells): expected at most \
                 {MOST_CHOICES}, so fewer actions or fewer cells"
            ));
        }
        Ok(RulesFile {
            text: text.to_owned(),
            players: players(&rules),
            rules,
            outline,
            packing,
            layout,
            borders,
            maps: OnceLock::new(),
            possible_turns: None,
            turns: OnceLock::new(),
            code: OnceLock::new(),
            owners: OnceLock::new(),
            kinds: OnceLock::new(),
            letters,
            work: WorkId::new(),
            name: name.to_owned(),
            page: Arc::default(),
            heading,
            others: Mutex::default(),
        })
    }

    /// The file with these rules' values of its options.
    fn with(self: Arc<Self>, chosen: &Chosen) -> Result<Arc<RulesFile>, String> {
        let values = Vec::from_iter(self.heading.choices.iter().map(|choice| chosen.get(&choice.name).to_owned()));
        let pairs =
            self.heading.choices.iter().map(|choice| choice.name.as_str()).zip(values.iter().map(String::as_str));
        let pairs = Vec::from_iter(pairs);
        if pairs.iter().all(|&(name, value)| self.rules.word(name) == Some(value)) {
            return Ok(self);
        }
        let mut others = self.others.lock();
        if let Some((_, file)) = others.iter().find(|(own, _)| *own == values) {
            return Ok(Arc::clone(file));
        }
        if others.len() == MOST_OTHERS {
            return Err(format!("{}: more than {MOST_OTHERS} combinations of its options were asked for", self.name));
        }
        let rules = Rules::parse_with(&self.name, &self.text, &pairs);
        let rules = rules.map_err(|error| format!("with {chosen}:\n{error}"))?;
        let rules = named_cells(&self.heading, rules).map_err(|wrong| format!("with {chosen}: {wrong}"))?;
        let file = RulesFile::of(&self.name, self.heading.clone(), rules, &self.text)?;
        let possible_turns = few_turns(&file.rules, &file.layout, &mut Account::default());
        let file = Arc::new(RulesFile { page: Arc::clone(&self.page), possible_turns, ..file });
        others.push((values, Arc::clone(&file)));
        Ok(file)
    }
}

fn read(name: &str, text: &str) -> Result<Variant, String> {
    let heading = Heading::read(text).map_err(|wrong| format!("{name}:{wrong}"))?;
    let mut account = Account::default();
    let mut parse = |values: &[(&str, &str)]| Rules::parse_within(name, text, values, &mut account);
    let rules = parse(&[]).map_err(|error| error.to_string())?;
    let rules = named_cells(&heading, rules).map_err(|wrong| format!("{name}: {wrong}"))?;
    endings_are_known(&heading, &rules, text).map_err(|wrong| format!("{name}:{wrong}"))?;
    // Each value is tried alone, so that errors in any of the values show early.
    let mut tried = vec![rules.clone()];
    for choice in &heading.choices {
        let wrong = |wrong| format!("{name}: `//! option: {}`: {wrong}", choice.name);
        let own = own_word(&rules, choice).map_err(wrong)?;
        for value in choice.values.iter().filter(|value| *value != own) {
            let other = parse(&[(&choice.name, value)]);
            tried.push(other.map_err(|error| wrong(format!("with `{value}`:\n{error}")))?);
        }
    }
    // The rest of the account is for the random games below.
    let mut afforded = account.clone();
    let mut few_turns = |rules: &Rules| few_turns(rules, &Layout::new(rules.board()), &mut afforded);
    let possible_turns = few_turns(&rules).filter(|_| tried[1..].iter().all(|rules| few_turns(rules).is_some()));
    if heading.action == Some(Unit::Turn) && rules.outline().has_long_moves() && possible_turns.is_none() {
        return Err(format!("{name}: `//! action: turn`: these rules have too many turns: expected `step`"));
    }
    let cap = match heading.cap {
        Some(cap) => cap,
        None => likely_cap(&tried, &mut account).map_err(|wrong| format!("{name}: {wrong}"))?,
    };
    let summary = heading.summary.clone().or_else(|| heading.title.clone());
    let summary = summary.unwrap_or_else(|| format!("rules from {name}"));
    let options = options(text, &heading, &rules, cap, possible_turns.is_some());
    let page = page((name, &summary, &options), &heading, text);
    let file = RulesFile { page, possible_turns, ..RulesFile::of(name, heading, rules, text)? };
    Ok(Variant::with_source(name.to_owned(), summary, options, file))
}

/// The rules with the cell names of the heading.
fn named_cells(heading: &Heading, rules: Rules) -> Result<Rules, String> {
    let (names, key) = match (heading.counts_rows_down, heading.picture.has_slots()) {
        (false, false) => return Ok(rules),
        (true, false) => (CellNames::FromAbove, "`//! a1: upper left`"),
        (false, true) => (CellNames::WithBetween, "`//! slots`"),
        (true, true) => return Err("`//! a1: upper left`: expected either this or `//! slots`".to_owned()),
    };
    rules.with_cell_names(names).ok_or_else(|| format!("{key}: expected a rectangle as board"))
}

/// Checks that the tests and macros of the heading's endings exist in the rules.
fn endings_are_known(heading: &Heading, rules: &Rules, text: &str) -> Result<(), String> {
    let is_rule = |line: &&str| !line.trim_start().starts_with("//");
    let is_there = |test: &str| rules.has_macro(test) || text.lines().filter(is_rule).any(|line| line.contains(test));
    match heading.endings.iter().find(|(test, _)| !is_there(test)) {
        None => Ok(()),
        Some((test, EndingWords { line, .. })) => Err(format!(
            "{line}: `//! ending: {test}`: the rules have no such macro or test: expected one as it stands in a line of them, as \
             `four` or `{{! up}}`"
        )),
    }
}

/// The word in the text for which an option's macro stands.
fn own_word<'a>(rules: &'a Rules, choice: &Choice) -> Result<&'a str, String> {
    let Choice { name, values, .. } = choice;
    let expected = format!("expected `#{name} = {}` in the file", values[0]);
    let word = rules.word(name).ok_or_else(|| format!("no macro `{name}` stands for one word: {expected}"))?;
    match values.iter().any(|value| value == word) {
        true => Ok(word),
        false => Err(format!("the macro `{name}` is `{word}`, which is not among the values: {expected}")),
    }
}

/// The options of a file. One of them has a single value, which identifies the rules: nets and records of other rules
/// do not fit.
fn options(text: &str, heading: &Heading, rules: &Rules, cap: u32, has_few_turns: bool) -> Vec<OptionSpec> {
    let mut options = Vec::from_iter(heading.choices.iter().map(|Choice { name, values, about }| OptionSpec {
        name: name.clone().into(),
        kind: OptionKind::Choice(Words::Owned(values.clone())),
        default: OptionDefault::Word(rules.word(name).expect("its word was looked up").to_owned().into()),
        about: about.clone().unwrap_or_else(|| format!("the macro `{name}`")).into(),
    }));
    options.extend([
        OptionSpec::integer(
            "max_steps",
            1,
            MOST_STEPS,
            cap,
            "after this many steps, or turns where those are chosen, the game is a draw",
        ),
        OptionSpec::choice(
            "repetition",
            // If chance brings a position back, nobody is to blame.
            if rules.has_chance() { &REPETITION[..1] } else { &REPETITION },
            heading.repetition.unwrap_or(REPETITION[0]),
            "whether the third occurrence of a position draws, or whoever makes one again loses",
        ),
    ]);
    if has_few_turns {
        let default = heading.action.unwrap_or(Unit::Turn).name();
        let about = "what search and net choose: a step, or a whole turn";
        options.push(OptionSpec::choice("action", &Unit::NAMES, default, about));
    }
    let bytes = Vec::from_iter(without_comments(text).bytes().map(u64::from));
    let own = format!("{:016x}", derive(0, &bytes));
    options.push(OptionSpec {
        name: "rules".into(),
        kind: OptionKind::Choice(Words::Owned(vec![own.clone()])),
        default: OptionDefault::Word(own.into()),
        about: "names the rules, whatever the comments of the file".into(),
    });
    options
}

/// The rules alone, with single blanks in place of blanks and comments. The heading is a comment, too: its settings
/// are options of their own.
fn without_comments(text: &str) -> String {
    let words = text
        .trim_start_matches('\u{feff}')
        .lines()
        .flat_map(|line| line.split("//").next().unwrap_or_default().split_whitespace());
    Vec::from_iter(words).join(" ")
}

fn players(rules: &Rules) -> [String; 2] {
    let first = rules.start().player();
    [first, 1 - first].map(|player| rules.variables()[player].to_string())
}

fn page((name, summary, options): (&str, &str, &[OptionSpec]), heading: &Heading, text: &str) -> Arc<str> {
    let title = heading.title.as_deref().unwrap_or(name);
    let options = options.iter().map(|option| {
        let OptionSpec { name, kind, default, about } = option;
        format!("| `{name}` | {kind} ({default}) | {about} |\n")
    });
    let options = String::from_iter(options);
    format!(
        "{title}: `{name}`\n\n{summary}. By a file of rules, in the language Regular Boardgames:\n\n```text\n{}\n```\n\n\
         | option | values (default) | decides |\n| --- | --- | --- |\n{options}",
        text.trim_end()
    )
    .into()
}

/// Plays a random game of at most `most` steps and calls `tell` with the position before and after each. Returns the
/// number of steps, or `None` if the account does not suffice.
fn random_game(
    rules: &Rules,
    seed: u64,
    most: u32,
    account: &mut Account,
    mut tell: impl FnMut(&State, &State),
) -> Option<u32> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut scratch, mut steps, mut state, mut made) = (rules.scratch(), Vec::new(), rules.start(), 0);
    while state.end().is_none() && made < most {
        let before = state;
        rules.steps(&state, &mut scratch, &mut steps);
        let mut affords = account.afford(scratch.looks());
        rules.play(&mut state, steps[rng.random_range(..steps.len())], &mut scratch);
        affords &= account.afford(scratch.looks());
        if !affords {
            return None;
        }
        tell(&before, &state);
        made += 1;
    }
    Some(made)
}

/// Twice the longest of some random games, in steps, and at least the number of cells: a game that random players end
/// soon may go on until the board is full if good players play it. For rules with options, the largest over all values.
fn likely_cap(tried: &[Rules], account: &mut Account) -> Result<u32, String> {
    const GAMES: u64 = 12;
    let mut cap = 10;
    for rules in tried {
        cap = cap.max(rules.board().cells.len() as u32);
        for seed in 0..GAMES {
            let longest = random_game(rules, seed, MOST_STEPS / 10, account, |_, _| ());
            cap = cap.max(
                2 * longest.ok_or(
                    "random games by these rules, which set the limit on steps, take too long. Expected quicker \
                 rules, or a line `//! cap: 200`",
                )?,
            );
        }
    }
    Ok(cap.next_multiple_of(10).min(MOST_STEPS))
}

/// The owner of each piece: the only player who puts it on the board; otherwise, since the keeper may do so for them,
/// the only one after whose steps it appears in random games; otherwise, since men may be pushed and dragged, the one
/// whose name begins like the piece's.
fn owners(rules: &Rules, outline: &Outline) -> Vec<Option<usize>> {
    const GAMES: u64 = 8;
    const STEPS: u32 = 100;
    let cells = rules.board().cells.len();
    let mut comes = vec![[false; 2]; rules.pieces().len()];
    let mut account = Account::default();
    for seed in 0..GAMES {
        let _ = random_game(rules, seed, STEPS, &mut account, |before, after| {
            let put = (0..cells).filter(|&cell| before.piece(cell) != after.piece(cell));
            // What chance puts is nobody's.
            for cell in put.filter(|_| !before.is_chance()) {
                comes[usize::from(after.piece(cell))][before.player()] = true;
            }
        });
    }
    let puts = |player: usize, piece: usize| {
        outline.actions[player].iter().any(|&action| rules.action(action) == ActionKind::Put(piece as u8))
    };
    let only = |by: [bool; 2]| match by {
        [true, false] => Some(0),
        [false, true] => Some(1),
        _ => None,
    };
    let begins = |player: usize, piece: usize| {
        let (player, piece) = (&rules.variables()[player], &rules.pieces()[piece]);
        player.starts_with(&**piece) || piece.starts_with(&**player)
    };
    let owner = |(piece, comes)| {
        let placed = only([puts(0, piece), puts(1, piece)]).or_else(|| only(comes));
        placed.or_else(|| only([begins(0, piece), begins(1, piece)]))
    };
    (0..).zip(comes).map(owner).collect()
}

/// The kind of each action ([`RulesFile::kind_of`]).
fn kinds(rules: &Rules, outline: &Outline) -> Vec<Option<String>> {
    let makes = |&action: &u16| !matches!(rules.action(action), ActionKind::Switch(_));
    let common = outline.actions.each_ref().map(|actions| {
        let mut macros =
            actions.iter().copied().filter(makes).map(|action| BTreeSet::from_iter(rules.macros_of(action)));
        let first = macros.next().unwrap_or_default();
        macros.fold(first, |common, own| common.intersection(&own).copied().collect())
    });
    let is_common = |name: &str| common.iter().any(|common| common.contains(name));
    let kind = |action: u16| {
        let own = rules.macros_of(action).into_iter().find(|name| !is_common(name));
        own.filter(|_| makes(&action)).map(str::to_owned)
    };
    (0..rules.actions() as u16).map(kind).collect()
}

/// A letter for each piece: the heading's; otherwise its name if that is one letter; `.` for the one on most cells at
/// the start; otherwise a free one.
fn letters(rules: &Rules, heading: &Heading) -> Result<Vec<char>, String> {
    let is_declared = |name: &str| rules.pieces().iter().any(|piece| **piece == *name);
    if let Some((unknown, Letter { line, .. })) = heading.pieces.iter().find(|(name, _)| !is_declared(name)) {
        return Err(format!(
            "{line}: `#pieces` declares no piece `{unknown}`: expected one of {}",
            rules.pieces().join(", ")
        ));
    }
    let start = rules.start();
    let cells = rules.board().cells.len();
    let common =
        (0..rules.pieces().len()).max_by_key(|&piece| (start.count(piece as u8, cells), std::cmp::Reverse(piece)));
    let mut letters: Vec<Option<char>> = Vec::new();
    for (index, name) in rules.pieces().iter().enumerate() {
        let given = heading.pieces.get(&**name).map(|given| given.letter);
        letters.push(given.or(if Some(index) == common { Some('.') } else { None }));
    }
    for (index, name) in rules.pieces().iter().enumerate() {
        if letters[index].is_none() {
            let free = |c: &char| !letters.contains(&Some(*c));
            let own = name.chars().filter(char::is_ascii_alphanumeric);
            let any = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('α'..='ω');
            letters[index] = own.clone().chain(own.map(|c| c.to_ascii_uppercase())).chain(any).find(free);
        }
    }
    let letters: Option<Vec<char>> = letters.into_iter().collect();
    let letters = letters.ok_or(" there are more pieces than letters")?;
    match (1..letters.len()).find(|&index| letters[..index].contains(&letters[index])) {
        Some(index) => Err(format!(" two pieces have the letter `{}`", letters[index])),
        None => Ok(letters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each number gives rules of its own: men and gaps in a row, by its bits.
    fn text(number: usize) -> String {
        let marks = Vec::from_iter((0..14).map(|bit| if number >> bit & 1 == 1 { "x" } else { "e" })).join(", ");
        format!(
            "//! cap: 10\n#players = a(1), b(1)\n#pieces = e, x\n#variables =\n#board = rectangle(up, down, left, right, \
             [{marks}, e])\n#rules = ->a (left* + right*) {{e}} [x] ->> ->b (left* + right*) {{e}} [x] ->> {{}}\n"
        )
    }

    #[test]
    fn what_nobody_holds_is_freed() {
        let before = count();
        for number in 0..10_000 {
            load("mine.rbg", &text(number)).expect("it can be read");
        }
        assert!(count() < before + SHARED);
        let held = load("held.rbg", &text(1)).expect("it can be read");
        let again = load("held.rbg", &text(1)).expect("it can be read");
        let file = |variant: &VariantRef| of_variant(variant).expect("it was loaded");
        assert!(Arc::ptr_eq(&file(&held), &file(&again)));
        assert!(named("held.rbg").is_some_and(|found| Arc::ptr_eq(&file(&found), &file(&held))));
        drop((held, again));
        assert!(named("held.rbg").is_none());
    }

    /// Files that other tests of this process may parse meanwhile.
    const SHARED: usize = 100;
}
