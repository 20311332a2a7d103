use super::account::Account;
use super::ast::{Actor, Expr, Relation};
use super::automaton::{ACCEPT, Action, Automaton, Kind, NO_ACTION};
use super::raw::{Condition, Effect};
use super::scratch::Scratch;
use super::state::{End, State, Step};
use std::collections::{BTreeMap, VecDeque};

/// One of some pieces must be on a cell, a bit for each piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// The cell.
    pub cell: u16,
    /// The pieces.
    pub pieces: u64,
}

impl Need {
    /// Whether it can't be met together with another one.
    fn excludes(&self, other: &Need) -> bool {
        self.cell == other.cell && self.pieces & other.pieces == 0
    }

    /// Whether another one is met wherever this one is.
    fn implies(&self, other: &Need) -> bool {
        self.cell == other.cell && self.pieces & !other.pieces == 0
    }
}

/// A whole move that is legal where all its needs are met and all its tests hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCase {
    /// Its actions on their cells, as [`Moves`](super::Moves) has them.
    pub steps: Vec<Step>,
    /// What must be on cells when it begins. Each cell at most once, those of the first step first.
    pub needs: Vec<Need>,
    /// What it does up to its last test, if it has any.
    pub acts: Vec<Act>,
}

/// What a whole move and the keeper behind it change on some boards. The first outcome of a move that can be met is the one
/// that comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What must be on cells when the move begins, besides what makes it legal.
    pub needs: Vec<Need>,
    /// What is done then, as long as all tests hold.
    pub acts: Vec<Act>,
    /// A position behind the move, which says where it stands in the rules, and whether they have ended the game. It isn't
    /// known whether the next player has a move.
    pub after: State,
}

/// Something that is done or asked on the way, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Puts a piece on a cell.
    Put(u16, u8),
    /// Assigns to a variable.
    Assign(u8, Value),
    /// Goes on only where a test holds.
    Test(Test),
    /// Does all that can be done where this begins.
    InAnyOrder(Vec<Deed>),
}

/// Something that is done on some boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// What must be on cells then.
    pub needs: Vec<Need>,
    /// What must hold then.
    pub tests: Vec<Test>,
    /// Cells and their new pieces.
    pub puts: Vec<(u16, u8)>,
}

/// A test that is more than a need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// One of some pieces is on a cell now.
    On(Need),
    /// Two values compare so.
    Compare(Comparison),
    /// A pattern is there or not. [`Symbolic::pattern`] says what it needs.
    Pattern {
        /// Its number.
        pattern: u32,
        /// From which cell.
        cell: u16,
        /// Whether it must be there.
        is_there: bool,
    },
}

/// A value worked out of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value(Expr);

/// A comparison of two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    left: Expr,
    relation: Relation,
    right: Expr,
}

impl Value {
    /// The value, by how many pieces of a kind are on the board and by variables.
    pub fn get(&self, count: impl Fn(u8) -> i64, variable: impl Fn(u8) -> i64) -> i64 {
        self.0.value(&count, &variable)
    }
}

impl Comparison {
    /// Whether the values compare so.
    pub fn holds(&self, count: impl Fn(u8) -> i64, variable: impl Fn(u8) -> i64) -> bool {
        self.relation.holds(self.left.value(&count, &variable), self.right.value(&count, &variable))
    }
}

impl Test {
    /// Whether it can't hold together with another one in the same position.
    fn excludes(&self, other: &Test) -> bool {
        match (self, other) {
            (Test::Compare(own), Test::Compare(other)) => {
                let range = |comparison: &Comparison| comparison.relation.range(comparison.right.constant()?);
                let ranges = range(own).zip(range(other)).filter(|_| own.left == other.left);
                ranges.is_some_and(|(own, other)| own.end() < other.start() || other.end() < own.start())
            }
            (
                Test::Pattern { pattern, cell, is_there },
                Test::Pattern { pattern: other, cell: at, is_there: is_other_there },
            ) => (pattern, cell) == (other, at) && is_there != is_other_there,
            (Test::On(own), Test::On(other)) => own.excludes(other),
            _ => false,
        }
    }
}

impl Outcome {
    /// Whether it is never met together with another one of the same move.
    fn excludes(&self, other: &Outcome) -> bool {
        let apart = |need: &Need| other.needs.iter().any(|own| own.excludes(need));
        let alike = self.acts.iter().zip(&other.acts).take_while(|(own, other)| own == other).count();
        let tests = |acts: &[Act]| {
            let tests = acts[alike..].iter().map_while(|act| match act {
                Act::Test(test) => Some(test.clone()),
                Act::Put(..) | Act::Assign(..) | Act::InAnyOrder(_) => None,
            });
            Vec::from_iter(tests)
        };
        let (own, others) = (tests(&self.acts), tests(&other.acts));
        self.needs.iter().any(apart) || own.iter().any(|test| others.iter().any(|other| test.excludes(other)))
    }
}

/// Ways that are followed at most from one action to the next: a few hundredths of a second.
const MOST_WAYS: usize = 6_000;

/// Ways in which a pattern can be missing that are followed at most.
const MOST_ALTERNATIVES: usize = 64;

/// Cells after which a pattern is given up.
const MOST_FAILED: usize = 4;

/// [`Symbolic::few_ways`] but for loops.
const FEW_WAYS: usize = 4;

/// The most cases of all moves from one place: mini chess has 4 000.
const MOST_CASES: usize = 50_000;

/// Needs and acts of all that is told together: more would fill the memory.
const MOST_TOLD: usize = 2_000_000;

/// The most outcomes of a move.
const MOST_OUTCOMES: usize = 64;

/// Actions that are followed at most, of a player and of the keeper.
const MOST_ACTIONS: usize = 16;

/// Follows rules without a position (symbolic execution): which pieces must be where for each whole move, and what each
/// changes. So a game need not walk its rules again in each position.
pub struct Symbolic<'a> {
    automaton: &'a Automaton,
    /// A bit for each piece.
    all: u64,
    account: &'a mut Account,
    /// Whether a way may have tests that are more than needs.
    may_test: bool,
    /// A pattern that can be there in more ways than these is a test of its own.
    few_ways: usize,
    /// How many needs and acts may still be told.
    left: usize,
    /// What patterns need, where that can be said.
    patterns: BTreeMap<(u32, u16), Option<Vec<Vec<Need>>>>,
}

/// What is known on a way.
#[derive(Clone, Debug, Default)]
struct Known {
    /// What must have been on cells when the move began, in the order in which it was asked.
    needs: Vec<Need>,
    /// What has been put since; none where a piece may have been put.
    puts: BTreeMap<u16, Option<u8>>,
    /// What is tested behind the last action.
    tests: Vec<Test>,
}

impl Known {
    /// Whether all that is asked on another way is asked on this one, too. Both have put the same.
    fn implies(&self, other: &Known) -> bool {
        let is_asked = |need: &Need| self.needs.iter().any(|own| own.implies(need));
        other.needs.iter().all(is_asked) && other.tests.iter().all(|test| self.tests.contains(test))
    }
}

/// What was done on a way.
#[derive(Clone, Debug, Default)]
struct Line {
    known: Known,
    acts: Vec<Act>,
    /// How many actions were.
    length: usize,
    /// How many switches of the keeper were.
    switches: usize,
    choices: Vec<Choice>,
}

/// Where ways lead: to an action, or to the end of a pattern.
type Found = Vec<(Option<Step>, Known)>;

/// One of the keeper's ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    /// The switch on the way to which it parts from others.
    switch: usize,
    number: usize,
    /// Whether the first of these ways that can be gone is the one that is taken.
    is_ordered: bool,
}

impl<'a> Symbolic<'a> {
    pub(super) fn new(automaton: &'a Automaton, pieces: usize, account: &'a mut Account) -> Symbolic<'a> {
        let all = u64::MAX >> (64 - pieces);
        Symbolic {
            automaton,
            all,
            account,
            may_test: true,
            few_ways: FEW_WAYS,
            left: MOST_TOLD,
            patterns: BTreeMap::new(),
        }
    }

    /// The cells that play can stand on at a node, as far as they matter: the first one stands for all where they don't.
    pub fn cells_at(&self, node: u32) -> std::ops::Range<u16> {
        self.automaton.cells_at(node)
    }

    /// All cases in which a whole move is legal that begins at a node and a cell; those of one move one after the other.
    /// `None` where that depends on numbers, or on so much else that following the rules in each position is better.
    pub fn cases(&mut self, node: u32, cell: u16) -> Option<Vec<MoveCase>> {
        let mut cases = Vec::new();
        self.follow(node, cell, &mut Vec::new(), &Line::default(), &mut cases)?;
        let mut places: BTreeMap<&[Step], usize> = BTreeMap::new();
        for case in &cases {
            let place = places.len();
            places.entry(&case.steps).or_insert(place);
        }
        let mut order = Vec::from_iter(0..cases.len());
        order.sort_by_key(|&index| (places[&cases[index].steps[..]], index));
        Some(order.into_iter().map(|index| cases[index].clone()).collect())
    }

    /// The outcomes of a player's whole move that is legal only where some needs are met. `None` where following the rules
    /// is better.
    pub fn outcomes(&mut self, player: usize, steps: &[Step], needs: &[Need]) -> Option<Vec<Outcome>> {
        let (&last, rest) = steps.split_last()?;
        let mut line = Line::default();
        line.known.needs = needs.to_vec();
        rest.iter().for_each(|&step| self.act(step, &mut line));
        let mut outcomes = Vec::new();
        self.hand_on(player, last, line, &mut outcomes)?;
        let mut pairs = (1..outcomes.len()).flat_map(|end| (0..end).map(move |index| (index, end)));
        let are_told_apart = pairs.all(|(one, other)| {
            let ((own, line), (other, others)) = (&outcomes[one], &outcomes[other]);
            line.is_before(others) || own.excludes(other)
        });
        let of_its_own = |(mut outcome, _): (Outcome, Line)| {
            outcome.needs.retain(|need| !needs.contains(need));
            outcome
        };
        are_told_apart.then(|| outcomes.into_iter().map(of_its_own).collect())
    }

    /// All ways in which a pattern can be there from a cell. `None` where that can't be said.
    pub fn pattern(&mut self, pattern: u32, cell: u16) -> Option<&[Vec<Need>]> {
        if !self.patterns.contains_key(&(pattern, cell)) {
            // What can't be said of some cells can't be said of the others either, as a rule.
            let failed = self.patterns.range((pattern, 0)..=(pattern, u16::MAX)).filter(|(_, ways)| ways.is_none());
            if failed.count() == MOST_FAILED {
                return None;
            }
            let first = self.automaton.patterns[pattern as usize].first;
            let ends = self.ends(first, cell, &Known::default());
            let ways: Option<Vec<Vec<Need>>> = ends.map(|ends| ends.into_iter().map(|known| known.needs).collect());
            let ways = ways.filter(|ways| self.tell(ways.iter().map(|needs| 1 + needs.len()).sum()).is_some());
            self.patterns.insert((pattern, cell), ways);
        }
        self.patterns[&(pattern, cell)].as_deref()
    }

    /// Takes so much of what may be told.
    fn tell(&mut self, size: usize) -> Option<()> {
        self.left = self.left.checked_sub(size)?;
        Some(())
    }

    /// Adds the cases of moves that begin with `path`.
    fn follow(
        &mut self,
        node: u32,
        cell: u16,
        path: &mut Vec<Step>,
        line: &Line,
        cases: &mut Vec<MoveCase>,
    ) -> Option<()> {
        for (step, known) in self.walk(node, cell, &line.known)? {
            let step = step?;
            let action = self.action(step);
            let mut line = line.then(known);
            path.push(step);
            match action.kind {
                Kind::Switch(_) if cases.len() == MOST_CASES => return None,
                Kind::Switch(_) => {
                    let tests =
                        line.acts.iter().rposition(|act| matches!(act, Act::Test(_))).map_or(0, |last| last + 1);
                    line.acts.truncate(tests);
                    self.tell(path.len() + line.known.needs.len() + line.acts.len())?;
                    cases.push(MoveCase { steps: path.clone(), needs: line.known.needs, acts: line.acts });
                }
                _ if action.target == ACCEPT || path.len() == MOST_ACTIONS => return None,
                // Assignments that are forced before a choice are made ahead of it; others may be out of bounds.
                Kind::Assign(_) => return None,
                Kind::Put(_) => {
                    self.act(step, &mut line);
                    self.follow(action.target, step.cell, path, &line, cases)?;
                }
            }
            path.pop();
        }
        Some(())
    }

    /// Adds the outcomes behind a switch.
    fn hand_on(&mut self, player: usize, switch: Step, line: Line, outcomes: &mut Vec<(Outcome, Line)>) -> Option<()> {
        let action = self.action(switch);
        let (node, cell) = (action.target, switch.cell);
        if outcomes.len() == MOST_OUTCOMES || line.length == MOST_ACTIONS || node == ACCEPT {
            return None;
        }
        self.tell(1 + line.known.needs.len() + line.acts.len())?;
        let outcome = |actor, end, line: Line| {
            let mut after = Scratch::new(self.automaton).state;
            let cell = if self.automaton.anywhere[node as usize] { 0 } else { cell };
            (after.node, after.cell, after.actor, after.end) = (node, cell, actor, end);
            (Outcome { needs: line.known.needs.clone(), acts: line.acts.clone(), after }, line)
        };
        if let Kind::Switch(Actor::Player(next)) = action.kind {
            outcomes.push(outcome(next, None, line));
            return Some(());
        }
        let mut ways = Vec::new();
        self.ways(node, cell, &line, &mut ways)?;
        if ways.is_empty() {
            outcomes.push(outcome(1 - player as u8, Some(End::ByTheRules), line));
        }
        ways.into_iter().try_for_each(|(switch, line)| {
            let line = Line { switches: line.switches + 1, ..line };
            self.hand_on(player, switch, line, outcomes)
        })
    }

    /// Adds the keeper's ways to the next switch.
    fn ways(&mut self, node: u32, cell: u16, line: &Line, ways: &mut Vec<(Step, Line)>) -> Option<()> {
        let (line, mut found, is_ordered) = match self.in_any_order(node, cell, line)? {
            Some((line, found)) => (line, found, false),
            None => {
                let (found, is_ordered) = self.walk_in_order(node, cell, &line.known)?;
                (line.clone(), found, is_ordered)
            }
        };
        // A switch is taken as soon as it is met, then other actions are tried.
        found.sort_by_key(|(step, _)| step.is_some_and(|step| self.action(step).switch().is_none()));
        for (number, (step, known)) in found.into_iter().enumerate() {
            let step = step?;
            let action = self.action(step);
            let mut line = line.then(known);
            line.choices.push(Choice { switch: line.switches, number, is_ordered });
            if ways.len() == MOST_OUTCOMES || line.length == MOST_ACTIONS {
                return None;
            }
            if action.switch().is_some() {
                ways.push((step, line));
            } else if action.target != ACCEPT {
                self.act(step, &mut line);
                self.ways(action.target, step.cell, &line, ways)?;
            }
        }
        Some(())
    }

    /// Where the keeper does some of several things one after the other as long as it can, whichever first, as it turns or
    /// takes all men around a cell: the way with all of them done where they can be, and the actions that come then. The
    /// second `None` says that it is not so.
    fn in_any_order(&mut self, node: u32, cell: u16, line: &Line) -> Option<Option<(Line, Found)>> {
        let found = self.by_tests(node, cell, &line.known)?;
        let (mut deeds, mut exits) = (Vec::new(), Vec::new());
        for (step, known) in &found {
            match self.deed((*step)?, known, line.known.needs.len(), &found)? {
                Some(deed) => deeds.push(deed),
                None => exits.push(((*step)?, known)),
            }
        }
        if deeds.len() < 2 || exits.is_empty() {
            return Some(None);
        }
        for (index, deed) in deeds.iter().enumerate() {
            let others = deeds.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, other)| other);
            let (excluded, others): (Vec<_>, Vec<_>) = others.partition(|other| deed.excludes(other));
            // Neither is asked of the others whether this one was done, nor the other way round. Behind it, the others can
            // be done as before, and there are the same ways out.
            let touches =
                |asked: &[Need]| asked.iter().any(|need| deed.puts.iter().any(|&(cell, _)| cell == need.cell));
            let left = others.iter().map(|other| (other.step, &other.found));
            let left = Vec::from_iter(left.chain(exits.iter().map(|&(step, known)| (step, known))));
            let is_left = |&(step, known): &(Step, &Known)| {
                let needs = &known.needs[line.known.needs.len()..];
                let merged = needs
                    .iter()
                    .try_fold(deed.then.clone(), |known, need| self.narrowed(&known, need.cell, need.pieces));
                let is_same = |then: &Known| {
                    let merged = merged.as_ref().map(|merged| Known { tests: known.tests.clone(), ..merged.clone() });
                    merged.is_some_and(|merged| merged.implies(then) && then.implies(&merged))
                };
                !touches(needs) && deed.rest.iter().any(|(other, then)| *other == Some(step) && is_same(then))
            };
            let are_apart = others.iter().all(|other| !touches(&other.asked) && deed.step != other.step);
            if !are_apart || deed.rest.len() != left.len() || !left.iter().all(is_left) || excluded.len() == deeds.len()
            {
                return Some(None);
            }
        }
        // There is no way out before all is done.
        for (_, exit) in &exits {
            let mut ends = false;
            for test in &exit.tests {
                let &Test::Pattern { pattern, cell, is_there: false } = test else { continue };
                let ways = self.pattern(pattern, cell)?;
                ends |= deeds.iter().all(|deed| ways.iter().any(|way| way.iter().all(|need| deed.has(need))));
            }
            if !ends {
                return Some(None);
            }
        }
        let exits = Vec::from_iter(exits.into_iter().map(|(step, known)| (Some(step), known.clone())));
        let mut line = line.clone();
        for deed in &deeds {
            line.known.puts.extend(deed.puts.iter().map(|&(cell, _)| (cell, None)));
        }
        line.acts.push(Act::InAnyOrder(
            deeds.into_iter().map(|deed| Deed { needs: deed.needs, tests: deed.tests, puts: deed.puts }).collect(),
        ));
        let known = |exit: Known| Known { puts: line.known.puts.clone(), ..exit };
        let exits = exits.into_iter().map(|(step, exit)| (step, known(exit))).collect();
        Some(Some((line, exits)))
    }

    /// What the keeper does by an action that was found: other pieces that it must put then, until it comes to one of the
    /// ways that it had `before`. The second `None` says that it does not come there.
    fn deed(&mut self, step: Step, found: &Known, old: usize, before: &Found) -> Option<Option<Doing>> {
        let Some(piece) = self.put(step) else { return Some(None) };
        let mut then = Known { tests: Vec::new(), ..found.clone() };
        let (mut puts, mut last) = (vec![(step.cell, piece)], step);
        let rest = loop {
            let target = self.action(last).target;
            if target == ACCEPT || puts.len() > MOST_ACTIONS {
                return Some(None);
            }
            then.puts.insert(last.cell, Some(puts[puts.len() - 1].1));
            let rest = self.by_tests(target, last.cell, &then)?;
            match rest[..] {
                [(Some(next), ref known)] if self.put(next).is_some() && then.implies(known) => {
                    puts.extend(self.put(next).map(|piece| (next.cell, piece)));
                    last = next;
                }
                _ => break rest,
            }
        };
        if !rest.iter().any(|(step, _)| before.iter().any(|(other, _)| step == other)) {
            return Some(None);
        }
        let needs = found.needs[old..].to_vec();
        let (mut asked, mut known) = (needs.clone(), needs.clone());
        for test in &found.tests {
            let &Test::Pattern { pattern, cell, is_there } = test else { return Some(None) };
            let ways = self.pattern(pattern, cell)?;
            asked.extend(ways.iter().flatten());
            if let ([way], true) = (ways, is_there) {
                known.extend(way);
            }
        }
        let tests = found.tests.clone();
        Some(Some(Doing { step, found: found.clone(), needs, tests, asked, known, puts, then, rest }))
    }

    /// The same as [`Symbolic::walk`], where every pattern is a test of its own.
    fn by_tests(&mut self, node: u32, cell: u16, known: &Known) -> Option<Found> {
        let few_ways = std::mem::replace(&mut self.few_ways, 0);
        let found = self.walk(node, cell, known);
        self.few_ways = few_ways;
        found
    }

    /// The piece that an action puts.
    fn put(&self, step: Step) -> Option<u8> {
        match self.action(step).kind {
            Kind::Put(piece) => Some(piece),
            Kind::Assign(_) | Kind::Switch(_) => None,
        }
    }

    /// Makes an action.
    fn act(&self, step: Step, line: &mut Line) {
        match &self.automaton.details[usize::from(step.action)].effect {
            &Effect::Put(piece) => {
                line.known.puts.insert(step.cell, Some(piece));
                line.acts.push(Act::Put(step.cell, piece));
            }
            Effect::Assign(variable, value) => line.acts.push(Act::Assign(*variable, Value(value.clone()))),
            Effect::Switch(_) => {}
        }
    }

    fn action(&self, step: Step) -> Action {
        self.automaton.actions[usize::from(step.action)]
    }

    /// The actions that come next and the ends of patterns that are met, with what must be there. A way that asks for
    /// more than another one to the same place is left out.
    fn walk(&mut self, node: u32, cell: u16, known: &Known) -> Option<Found> {
        Some(self.walk_in_order(node, cell, known)?.0)
    }

    /// The same, and whether a search of a position finds those that can be there in the same order: its way does not
    /// depend on the position then.
    fn walk_in_order(&mut self, node: u32, cell: u16, known: &Known) -> Option<(Found, bool)> {
        let automaton = self.automaton;
        let begin = known;
        let mut is_ordered = true;
        let mut found: Found = Vec::new();
        let mut seen: BTreeMap<(u32, u16), Vec<Known>> = BTreeMap::from([((node, cell), vec![known.clone()])]);
        let mut open = VecDeque::from([(node, cell, known.clone())]);
        let mut ways = 0;
        while let Some((node, cell, known)) = open.pop_front() {
            // A chain of nodes is followed at once, as a search does.
            let mut is_first = true;
            for edge in &automaton.edges[automaton.edges_of(node)] {
                let row = automaton.tables.row(edge.shift, cell, automaton.cells);
                if !self.account.afford(1 + row.len() as u64) {
                    return None;
                }
                for to in row {
                    let Some(known) = self.narrowed(&known, to, edge.pieces) else { continue };
                    for known in self.where_all_hold(edge.conditions, to, known)? {
                        if edge.action != NO_ACTION || edge.target == ACCEPT {
                            let step = (edge.action != NO_ACTION).then_some(Step { action: edge.action, cell: to });
                            if !found.iter().any(|(other, weaker)| *other == step && known.implies(weaker)) {
                                found.push((step, known));
                            }
                        } else {
                            let others = seen.entry((edge.target, to)).or_default();
                            if others.iter().any(|weaker| known.implies(weaker)) {
                                continue;
                            }
                            is_ordered &= begin.implies(&known);
                            others.push(known.clone());
                            ways += 1;
                            let next = (edge.target, to, known);
                            if std::mem::take(&mut is_first) { open.push_front(next) } else { open.push_back(next) }
                        }
                        if ways + found.len() > MOST_WAYS {
                            return None;
                        }
                    }
                }
            }
        }
        Some((found, is_ordered))
    }

    /// What is known where one of some pieces is on a cell. `None` where none can be.
    fn narrowed(&self, known: &Known, cell: u16, pieces: u64) -> Option<Known> {
        let pieces = pieces & self.all;
        match known.puts.get(&cell) {
            Some(Some(put)) => return (pieces >> put & 1 != 0).then(|| known.clone()),
            Some(None) => {
                let mut known = known.clone();
                known.tests.push(Test::On(Need { cell, pieces }));
                return Some(known);
            }
            None => {}
        }
        let own = known.needs.iter().position(|need| need.cell == cell);
        let both = own.map_or(pieces, |own| known.needs[own].pieces & pieces);
        if both == 0 {
            return None;
        }
        let mut known = known.clone();
        match own {
            Some(own) => known.needs[own].pieces = both,
            None if pieces == self.all => {}
            None => known.needs.push(Need { cell, pieces }),
        }
        Some(known)
    }

    /// The cases in which all conditions of an edge hold.
    fn where_all_hold(&mut self, conditions: (u32, u32), cell: u16, known: Known) -> Option<Vec<Known>> {
        let automaton = self.automaton;
        let mut cases = vec![known];
        for &index in &automaton.edge_conditions[conditions.0 as usize..conditions.1 as usize] {
            match &automaton.conditions[index as usize] {
                Condition::Compare(..) if !self.may_test => return None,
                Condition::Compare(left, relation, right) => {
                    let comparison = Comparison { left: left.clone(), relation: *relation, right: right.clone() };
                    cases.iter_mut().for_each(|known| known.tests.push(Test::Compare(comparison.clone())));
                }
                &Condition::Pattern { pattern, .. } if automaton.patterns[pattern as usize].has_actions => return None,
                &Condition::Pattern { pattern, is_there } => {
                    let first = automaton.patterns[pattern as usize].first;
                    let cell = if automaton.anywhere[first as usize] { 0 } else { cell };
                    let is_test = self.may_test && self.pattern(pattern, cell)?.len() > self.few_ways;
                    let mut next = Vec::new();
                    for mut known in cases {
                        let is_test = is_test || known.puts.values().any(Option::is_none);
                        match if is_test { None } else { self.where_pattern(first, cell, is_there, &known) } {
                            Some(ways) if !self.may_test || ways.len() <= FEW_WAYS => next.extend(ways),
                            _ if !self.may_test => return None,
                            _ => {
                                known.tests.push(Test::Pattern { pattern, cell, is_there });
                                next.push(known);
                            }
                        }
                    }
                    cases = next;
                }
            }
        }
        Some(cases)
    }

    /// The cases in which a pattern is there, or not, from what is known of the position.
    fn where_pattern(&mut self, first: u32, cell: u16, is_there: bool, known: &Known) -> Option<Vec<Known>> {
        let ends = self.ends(first, cell, known)?;
        if is_there { Some(ends) } else { self.where_none_holds(known, ends) }
    }

    /// What must be there for a pattern, in each of its ways, by needs alone.
    fn ends(&mut self, first: u32, cell: u16, known: &Known) -> Option<Vec<Known>> {
        let may_test = std::mem::replace(&mut self.may_test, false);
        let ends = self.walk(first, cell, known);
        self.may_test = may_test;
        Some(ends?.into_iter().map(|(_, known)| known).collect())
    }

    /// The cases in which none of some others is met, each of which is what is known and more needs.
    fn where_none_holds(&self, known: &Known, others: Vec<Known>) -> Option<Vec<Known>> {
        let mut cases = vec![known.clone()];
        for other in others {
            let more = Vec::from_iter(other.needs.iter().filter(|need| !known.needs.contains(need)));
            let mut next: Vec<Known> = Vec::new();
            for case in &cases {
                for need in &more {
                    let Some(case) = self.narrowed(case, need.cell, !need.pieces) else { continue };
                    if !next.iter().any(|weaker| case.implies(weaker)) {
                        next.push(case);
                    }
                }
            }
            if next.len() > MOST_ALTERNATIVES {
                return None;
            }
            cases = next;
        }
        Some(cases)
    }
}

/// Something that the keeper can do where a way begins.
struct Doing {
    /// Its first action, and what must be there.
    step: Step,
    found: Known,
    needs: Vec<Need>,
    tests: Vec<Test>,
    /// All that is looked at before it, and what is certain of it.
    asked: Vec<Need>,
    known: Vec<Need>,
    puts: Vec<(u16, u8)>,
    /// What is known behind it, and what can come then.
    then: Known,
    rest: Found,
}

impl Doing {
    /// Whether it can't be done where another one can.
    fn excludes(&self, other: &Doing) -> bool {
        self.known.iter().any(|own| other.known.iter().any(|need| own.excludes(need)))
    }

    /// Whether it is only done where one of some pieces is on a cell.
    fn has(&self, need: &Need) -> bool {
        match self.found.puts.get(&need.cell) {
            Some(put) => put.is_some_and(|put| need.pieces >> put & 1 != 0),
            None => self.known.iter().chain(&self.found.needs).any(|own| own.implies(need)),
        }
    }
}

impl Line {
    /// The way, one action further, of which so much is known before it is made.
    fn then(&self, mut known: Known) -> Line {
        let tests = std::mem::take(&mut known.tests).into_iter().map(Act::Test);
        let acts = self.acts.iter().cloned().chain(tests).collect();
        Line { known, acts, length: self.length + 1, ..self.clone() }
    }

    /// Whether another way of the keeper is only gone where this one, which is told first, can't be: they part on the way
    /// to this one's last switch, and the keeper tries this one first.
    fn is_before(&self, other: &Line) -> bool {
        let parts = self.choices.iter().zip(&other.choices).find(|(own, other)| own != other);
        parts.is_some_and(|(own, _)| own.is_ordered && own.switch + 1 == self.switches)
    }
}
