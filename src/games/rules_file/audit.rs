use super::ending::BY_THE_RULES;
use super::explain::read;
use super::game::{LIMIT, move_of, step_of};
use super::heading::Unit;
use super::{RulesGame, unit};
use crate::game::{Game, History, Rules};
use crate::rbg::{ActionKind, Actor, End, Fork, LineCost, OutOfBounds, Place, Scratch, Step};
use anyhow::Result;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Findings about a rules file from random games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Audit {
    /// Why games ended, the commonest first.
    pub endings: Vec<Ending>,
    /// The most expensive lines, most expensive first, each with at least a twentieth of the cost.
    pub costs: Vec<Cost>,
    /// Suspicious features of the rules, in sentences.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// One way in which games ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Ending {
    /// What ended the game, in words.
    pub by: String,
    /// The line of the file that handed over to the keeper, if the keeper had no move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    pub games: u32,
}

/// The cost of following a line of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    pub line: usize,
    /// The test on that line, or the action after which the next steps are searched.
    pub rule: String,
    /// Share of all work, in percent.
    pub percent: u64,
}

/// Number of positions in which the keeper's choices are followed: rules that branch somewhere mostly do so early.
const FOLLOWED: u32 = 2_000;

/// Share of all work, in percent, from which a line is listed.
const DEAR: u64 = 5;

/// The most lines listed.
const DEAREST: usize = 5;

/// The most characters shown of a rule.
const SHOWN: usize = 40;

/// The warning for rules with repetition whose turns begin on a cell.
const ON_A_CELL: &str = "positions that differ only in the cell where the last turn ended count as different ones, so that \
     repetition may not be seen. If that cell does not matter, let the keeper walk to the same cell at the end of each turn, or let each \
     way of a turn begin with a walk that does not depend on it, such as `anywhere`";

/// Plays random games by these rules. `go_on` is called after each game and each turn; when it returns false, the
/// findings so far count.
///
/// # Errors
/// The rules are not from a file.
pub fn audit(rules: &Rules, games: u32, go_on: &mut dyn FnMut() -> bool) -> Result<Audit> {
    let game = read(rules)?;
    let (game, most_turns) = match unit(rules) {
        Unit::Step => (game, None),
        Unit::Turn => (game.clone().without_limit(), Some(game.max_moves())),
    };
    let mut auditor = Auditor {
        game: &game,
        most_turns,
        endings: BTreeMap::new(),
        begins: BTreeMap::new(),
        forks: BTreeSet::new(),
        stops: BTreeMap::new(),
        followed: 0,
        costs: game.file.rules.scratch_with_costs(),
        steps: Vec::new(),
    };
    let at_start = game.file.rules.fork_at_start(&mut game.file.rules.scratch());
    auditor.forks.extend(at_start.map(|fork| (fork.taken, fork.other)));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..games {
        if !auditor.play(&mut rng, go_on) {
            break;
        }
    }
    Ok(auditor.audit())
}

struct Auditor<'a> {
    game: &'a RulesGame,
    /// The cap in turns, after which a game is a draw; `None` if steps are counted.
    most_turns: Option<u32>,
    /// Number of games by their end: the line of the rules and the words for people.
    endings: BTreeMap<(Option<usize>, String), u32>,
    /// For each node at which turns began, first turns excepted: the cell on which the first of them began, and whether
    /// all of them began there.
    begins: BTreeMap<u32, (usize, bool)>,
    /// Pairs of actions between which the keeper chose.
    forks: BTreeSet<(u16, u16)>,
    /// Number of games without a legal step because of an assignment out of bounds, by that assignment.
    stops: BTreeMap<(usize, String), (OutOfBounds, u32)>,
    followed: u32,
    /// Searches all moves, and counts the cost of each line.
    costs: Scratch,
    steps: Vec<Step>,
}

impl Auditor<'_> {
    /// Plays a game; false if it was stopped before its end.
    fn play(&mut self, rng: &mut Xoshiro256PlusPlus, go_on: &mut dyn FnMut() -> bool) -> bool {
        let game = self.game;
        let rules = &game.file.rules;
        let (mut legal, mut scratch, mut state) = (Vec::new(), rules.scratch(), rules.start());
        let mut history = History::new(game, game.start());
        let (mut last, mut turns) = (None, 0);
        while history.outcome().is_none() {
            if self.most_turns.is_some_and(|most| turns >= most) && !history.position().is_within_move() {
                *self.endings.entry((None, LIMIT.to_owned())).or_default() += 1;
                return true;
            }
            if !go_on() {
                return false;
            }
            let steps = &mut self.steps;
            game.file.packing.unpack(history.position(), &mut state);
            rules.steps(&state, &mut self.costs, steps);
            legal.clear();
            legal.extend(steps.iter().copied().map(move_of));
            if legal.is_empty() {
                // A contract checks this.
                return true;
            }
            let (before, mv) = (history.position().clone(), legal[rng.random_range(..legal.len())]);
            rules.play(&mut state, step_of(mv), &mut self.costs);
            history.play(game, mv);
            let after = history.position();
            if !after.is_within_move() && after.end().is_none() {
                let (cell, is_one) = self.begins.entry(after.node()).or_insert((after.cell(), true));
                *is_one &= *cell == after.cell();
            }
            turns += u32::from(!after.is_within_move());
            if self.followed < FOLLOWED {
                self.followed += 1;
                game.file.packing.unpack(&before, &mut state);
                let fork = rules.fork(&state, step_of(mv), &mut scratch);
                self.forks.extend(fork.map(|Fork { taken, other }| (taken, other)));
            }
            last = Some((before, mv));
        }
        let by = match last {
            Some((before, mv)) if history.position().end() == Some(End::ByTheRules) => {
                game.file.packing.unpack(&before, &mut state);
                rules.play(&mut state, step_of(mv), &mut scratch);
                if let Some(stop) = rules.stopped_by(&state, &mut game.file.rules.scratch()) {
                    let key = (stop.place.line, stop.variable.clone());
                    self.stops.entry(key).or_insert((stop, 0)).1 += 1;
                }
                let reason = game.ending_by(&before, mv).map(|ending| ending.reason);
                self.by_the_rules(scratch.handed_by(), state.player(), reason)
            }
            _ => match history.ending(game) {
                Some(ending) if history.moves() > 0 => (None, ending.reason.into_owned()),
                _ => (None, "by the rules, before the first move".to_owned()),
            },
        };
        *self.endings.entry(by).or_default() += 1;
        true
    }

    /// Who had no legal step: the keeper, after an action that handed over, or the player to move.
    fn by_the_rules(
        &self,
        handed_by: Option<u16>,
        player: usize,
        reason: Option<Cow<'static, str>>,
    ) -> (Option<usize>, String) {
        let rules = &self.game.file.rules;
        match handed_by.map(|action| (action, rules.action(action))) {
            Some((action, ActionKind::Switch(Actor::Keeper))) => {
                let place = rules.place_of(action);
                let by = match reason.filter(|reason| reason != BY_THE_RULES) {
                    Some(reason) => format!("{reason} (line {})", place.line),
                    None => format!("line {}: `{}`", place.line, excerpt(&place)),
                };
                (Some(place.line), by)
            }
            Some((_, ActionKind::Switch(Actor::Chance))) => (None, "chance has no move".to_owned()),
            _ => (None, format!("{} has no move", rules.variables()[player])),
        }
    }

    fn audit(self) -> Audit {
        let rules = &self.game.file.rules;
        let games = self.endings.values().sum::<u32>();
        let mut warnings = Vec::new();
        for (taken, other) in self.forks {
            warnings.push(of_fork(&rules.place_of(taken), &rules.place_of(other)));
        }
        let has_repetition = self.game.repetition_key(&self.game.start()).is_some();
        let is_one_cell = self.begins.values().all(|(_, is_one)| *is_one);
        if has_repetition && self.game.file.outline.begin_on_a_cell && !is_one_cell {
            warnings.push(ON_A_CELL.to_owned());
        }
        let never = rules.never_assigned();
        for out in &never {
            warnings.push(format!("{}, so that nobody ever does this", of_bounds(out)));
        }
        for (stop, ended) in self.stops.into_values() {
            let share = 100.0 * f64::from(ended) / f64::from(games);
            warnings.push(format!(
                "{}: there is no way on then, and {share:.0} % of random games end there",
                of_bounds(&stop)
            ));
        }
        // A macro is parsed once for each use, so a warning may be there several times.
        let mut said = BTreeSet::new();
        warnings.retain(|warning| said.insert(warning.clone()));
        let mut endings =
            Vec::from_iter(self.endings.into_iter().map(|((line, by), games)| Ending { by, line, games }));
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
        Audit { endings, costs: costs(&rules.costs(&self.costs)), warnings }
    }
}

/// The lines that cost the most. All uses of a macro count as one line.
fn costs(lines: &[LineCost]) -> Vec<Cost> {
    let all = lines.iter().map(|line| line.looks).sum::<u64>().max(1);
    let costs = lines.iter().map(|LineCost { place, looks }| {
        let is_test = place.text.chars().nth(place.column - 1) == Some('{');
        let test: String = place.text.chars().skip(place.column - 1).take(place.width.min(SHOWN)).collect();
        let rule = if is_test { format!("`{test}`") } else { format!("after `{}`", action(place)) };
        Cost { line: place.line, rule, percent: (200 * looks / all).div_ceil(2) }
    });
    costs.filter(|cost| cost.percent >= DEAR).take(DEAREST).collect()
}

fn of_fork(taken: &Place, other: &Place) -> String {
    let other_line = if other.line == taken.line { String::new() } else { format!(" in line {}", other.line) };
    format!(
        "line {}: the keeper's ways end in different positions: by `{}`, or by `{}`{other_line}. It only ever takes the \
         first: expected ways that all end in the same position, or `->random` where chance decides",
        taken.line,
        action(taken),
        action(other),
    )
}

fn of_bounds(out: &OutOfBounds) -> String {
    let OutOfBounds { place, variable, value, highest } = out;
    format!("line {}: `{variable}` would become {value}, and it holds 0 to {highest}", place.line)
}

/// The rest of a line from a place on, cut to [`SHOWN`].
fn excerpt(place: &Place) -> String {
    let rest = place.text.chars().skip(place.column - 1);
    let shown: String = rest.clone().take(SHOWN).collect();
    shown.trim_end().to_owned() + if rest.count() > SHOWN { " ..." } else { "" }
}

/// The action at that place: `->white`, `die = 1`, `man`.
fn action(place: &Place) -> String {
    let rest = excerpt(place);
    let is_switch = rest.starts_with("->");
    let ends = |c: char| if is_switch { c.is_whitespace() || "()+{}[]".contains(c) } else { ",]".contains(c) };
    rest.split(ends).next().unwrap_or_default().trim_end().to_owned()
}
