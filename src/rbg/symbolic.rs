//! Symbolic execution: follows the automaton without a position, to find the conditions under which whole moves are
//! legal, and their effects. `games::rules_file::turn_code` makes code of the results; `functions` compares patterns.
//!
//! A *path* along edges has a [`PathCondition`]: pieces on cells when the move began ([`CellCondition`]), pieces put
//! since, and what must be tested during the move ([`Test`]). [`Symbolic::walk`] returns the [`Successors`] of a node:
//! the next actions, each with its path condition.
//!
//! Callers get the cases in which moves from a node are legal ([`Symbolic::cases`]), the outcomes of a move and of the
//! keeper's actions after it ([`Symbolic::outcomes`]), both with [`Operation`]s in order, and the alternatives in which
//! a pattern matches ([`Symbolic::pattern`]). Without a result (`None`) a limit was exceeded, or the rules are not
//! expressible this way: callers then follow them in each position.

use super::account::Account;
use super::ast::{Actor, Expr, Relation};
use super::automaton::{ACCEPT, Action, Automaton, Kind, NO_ACTION};
use super::raw::{Condition, Effect};
use super::scratch::Scratch;
use super::state::{End, State, Step};
use std::collections::{BTreeMap, VecDeque};

/// One of some pieces is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellCondition {
    /// The index of the cell.
    pub cell: u16,
    /// A bit for each piece.
    pub pieces: u64,
}

impl CellCondition {
    /// Whether both conditions cannot hold together.
    fn excludes(&self, other: &CellCondition) -> bool {
        self.cell == other.cell && self.pieces & other.pieces == 0
    }

    /// Whether `other` holds whenever this condition does.
    fn implies(&self, other: &CellCondition) -> bool {
        self.cell == other.cell && self.pieces & !other.pieces == 0
    }
}

/// A case in which a whole move is legal: all its preconditions and all tests among its operations hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCase {
    /// The actions of the move on their cells, as in [`Moves`](super::Moves).
    pub steps: Vec<Step>,
    /// Conditions on cells when the move begins: each cell at most once, those of the first step first.
    pub preconditions: Vec<CellCondition>,
    /// The tests of the move and its changes before the last test.
    pub operations: Vec<Operation>,
}

/// The effect of a whole move and of the keeper's actions after it, on some boards. Outcomes are tried in order; the
/// first whose conditions hold applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Conditions on cells when the move begins, besides those that make it legal.
    pub preconditions: Vec<CellCondition>,
    /// The changes in order, and tests, which must all hold.
    pub operations: Vec<Operation>,
    /// What holds after the move: the node, the cell, the player to move, and how the game ended if it did. The pieces
    /// and variables of this position are all 0. Whether the next player has a move remains to be checked.
    pub after: State,
}

/// A change or a test on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Puts a piece on a cell.
    Put(u16, u8),
    /// Assigns to a variable.
    Assign(u8, Value),
    /// Continues only if the test holds.
    Test(Test),
    /// Makes each of these placements whose conditions hold; all conditions are tested before the first placement is
    /// made.
    InAnyOrder(Vec<ConditionalPlacement>),
}

/// Pieces that are put if conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalPlacement {
    /// Conditions on cells before the placement.
    pub preconditions: Vec<CellCondition>,
    /// Tests before the placement.
    pub tests: Vec<Test>,
    /// Cells and their new pieces.
    pub puts: Vec<(u16, u8)>,
}

/// A condition that is tested during a move, as conditions on the cells before the move do not express it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// One of some pieces is on a cell at this point of the move.
    On(CellCondition),
    /// A comparison holds.
    Compare(Comparison),
    /// A pattern matches, or does not. [`Symbolic::pattern`] expresses it by conditions on cells.
    Pattern {
        /// The index of the pattern.
        pattern: u32,
        /// The cell from which the pattern is followed.
        cell: u16,
        /// Whether the pattern must match.
        is_there: bool,
    },
}

/// A value computed from the position.
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
    /// The value for these numbers of pieces and values of variables.
    pub fn get(&self, count: impl Fn(u8) -> i64, variable: impl Fn(u8) -> i64) -> i64 {
        self.0.value(&count, &variable)
    }
}

impl Comparison {
    /// Whether the comparison holds for these numbers of pieces and values of variables.
    pub fn holds(&self, count: impl Fn(u8) -> i64, variable: impl Fn(u8) -> i64) -> bool {
        self.relation.holds(self.left.value(&count, &variable), self.right.value(&count, &variable))
    }
}

impl Test {
    /// Whether both tests cannot hold in the same position.
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
    /// Whether the conditions of both outcomes of a move cannot hold together.
    fn excludes(&self, other: &Outcome) -> bool {
        let apart = |condition: &CellCondition| other.preconditions.iter().any(|own| own.excludes(condition));
        let alike = self.operations.iter().zip(&other.operations).take_while(|(own, other)| own == other).count();
        let tests = |operations: &[Operation]| {
            let tests = operations[alike..].iter().map_while(|operation| match operation {
                Operation::Test(test) => Some(test.clone()),
                Operation::Put(..) | Operation::Assign(..) | Operation::InAnyOrder(_) => None,
            });
            Vec::from_iter(tests)
        };
        let (own, others) = (tests(&self.operations), tests(&other.operations));
        self.preconditions.iter().any(apart) || own.iter().any(|test| others.iter().any(|other| test.excludes(other)))
    }
}

/// The most paths followed from one action to the next: a few hundredths of a second.
const MAX_PATHS: usize = 6_000;

/// The most alternatives of the negation of a pattern.
const MAX_ALTERNATIVES: usize = 64;

/// A pattern that is not expressible from this many cells is given up.
const MAX_FAILED: usize = 4;

/// [`Symbolic::few_alternatives`], except where a loop of the keeper is examined ([`Symbolic::by_tests`]: 0).
const FEW_ALTERNATIVES: usize = 4;

/// The most cases of all moves from a node and cell: mini chess has 4 000.
const MAX_CASES: usize = 50_000;

/// Limit on the total size of all returned conditions and effects: more would fill the memory.
const MAX_OUTPUT: usize = 2_000_000;

/// The most outcomes of a move.
const MAX_OUTCOMES: usize = 64;

/// The most actions followed: of a player's move, and again of the keeper after it.
const MAX_ACTIONS: usize = 16;

/// Follows rules without a position (symbolic execution): on which pieces each whole move depends, and what it changes.
/// A game then need not follow the rules in each position.
pub struct Symbolic<'a> {
    automaton: &'a Automaton,
    /// All pieces, a bit for each.
    all: u64,
    account: &'a mut Account,
    /// Whether paths may have tests; otherwise conditions on cells must express everything.
    may_test: bool,
    /// A pattern with more alternatives becomes a test of its own.
    few_alternatives: usize,
    /// The part of [`MAX_OUTPUT`] that is left.
    output_left: usize,
    /// The alternatives of patterns from cells; `None` if they are not expressible.
    patterns: BTreeMap<(u32, u16), Option<Vec<Vec<CellCondition>>>>,
}

/// The condition under which a path can be followed.
#[derive(Clone, Debug, Default)]
struct PathCondition {
    /// Conditions on cells when the move began, in the order in which they were added.
    preconditions: Vec<CellCondition>,
    /// The piece put on each cell since; `None` if one may have been put.
    puts: BTreeMap<u16, Option<u8>>,
    /// Tests after the last action.
    tests: Vec<Test>,
}

impl PathCondition {
    /// Whether this condition implies `other`, whose `puts` are equal.
    fn implies(&self, other: &PathCondition) -> bool {
        let is_implied = |condition: &CellCondition| self.preconditions.iter().any(|own| own.implies(condition));
        other.preconditions.iter().all(is_implied) && other.tests.iter().all(|test| self.tests.contains(test))
    }
}

/// The effects along a path, with its condition.
#[derive(Clone, Debug, Default)]
struct Path {
    known: PathCondition,
    operations: Vec<Operation>,
    /// Number of actions so far.
    length: usize,
    /// Number of keeper switches so far.
    switches: usize,
    choices: Vec<Choice>,
}

/// The actions that can come next, or `None` for the end of a pattern, each with its path condition.
type Successors = Vec<(Option<Step>, PathCondition)>;

/// A choice of the keeper between several successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    /// Number of keeper switches before the choice.
    switch: usize,
    /// Index of the successor.
    number: usize,
    /// Whether these alternatives are tried in order (first feasible wins).
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
            few_alternatives: FEW_ALTERNATIVES,
            output_left: MAX_OUTPUT,
            patterns: BTreeMap::new(),
        }
    }

    /// The cells on which play can stand at a node; the first one stands for all if they do not matter.
    pub fn cells_at(&self, node: u32) -> std::ops::Range<u16> {
        self.automaton.cells_at(node)
    }

    /// All cases in which whole moves from a node and cell are legal, those of one move consecutively. `None` if a move
    /// assigns a variable, if a pattern is not expressible, or if following the rules in each position is cheaper.
    pub fn cases(&mut self, node: u32, cell: u16) -> Option<Vec<MoveCase>> {
        let mut cases = Vec::new();
        self.follow(node, cell, &mut Vec::new(), &Path::default(), &mut cases)?;
        let mut places: BTreeMap<&[Step], usize> = BTreeMap::new();
        for case in &cases {
            let place = places.len();
            places.entry(&case.steps).or_insert(place);
        }
        let mut order = Vec::from_iter(0..cases.len());
        order.sort_by_key(|&index| (places[&cases[index].steps[..]], index));
        Some(order.into_iter().map(|index| cases[index].clone()).collect())
    }

    /// The outcomes of a player's whole move, if these preconditions hold whenever it is legal. `None` if following the
    /// rules in each position is better.
    pub fn outcomes(&mut self, player: usize, steps: &[Step], preconditions: &[CellCondition]) -> Option<Vec<Outcome>> {
        let (&last, rest) = steps.split_last()?;
        let mut path = Path::default();
        path.known.preconditions = preconditions.to_vec();
        rest.iter().for_each(|&step| self.apply(step, &mut path));
        let mut outcomes = Vec::new();
        self.hand_on(player, last, path, &mut outcomes)?;
        let mut pairs = (1..outcomes.len()).flat_map(|end| (0..end).map(move |index| (index, end)));
        let are_distinguished = pairs.all(|(one, other)| {
            let ((own, path), (other, others)) = (&outcomes[one], &outcomes[other]);
            path.is_before(others) || own.excludes(other)
        });
        let of_its_own = |(mut outcome, _): (Outcome, Path)| {
            outcome.preconditions.retain(|condition| !preconditions.contains(condition));
            outcome
        };
        are_distinguished.then(|| outcomes.into_iter().map(of_its_own).collect())
    }

    /// The alternatives in which a pattern matches from a cell: in each, all conditions hold. `None` if the pattern is
    /// not expressible by conditions on cells, or has too many alternatives.
    pub fn pattern(&mut self, pattern: u32, cell: u16) -> Option<&[Vec<CellCondition>]> {
        if !self.patterns.contains_key(&(pattern, cell)) {
            // A pattern that is not expressible from some cells usually is not from the others, either.
            let failed = self.patterns.range((pattern, 0)..=(pattern, u16::MAX)).filter(|(_, found)| found.is_none());
            if failed.count() == MAX_FAILED {
                return None;
            }
            let first = self.automaton.patterns[pattern as usize].first;
            let ends = self.ends(first, cell, &PathCondition::default());
            let alternatives: Option<Vec<Vec<CellCondition>>> =
                ends.map(|ends| ends.into_iter().map(|known| known.preconditions).collect());
            let alternatives = alternatives.filter(|alternatives| {
                self.charge(alternatives.iter().map(|alternative| 1 + alternative.len()).sum()).is_some()
            });
            self.patterns.insert((pattern, cell), alternatives);
        }
        self.patterns[&(pattern, cell)].as_deref()
    }

    /// Takes `size` from what is left of [`MAX_OUTPUT`].
    fn charge(&mut self, size: usize) -> Option<()> {
        self.output_left = self.output_left.checked_sub(size)?;
        Some(())
    }

    /// Adds the cases of moves that begin with `steps`.
    fn follow(
        &mut self,
        node: u32,
        cell: u16,
        steps: &mut Vec<Step>,
        path: &Path,
        cases: &mut Vec<MoveCase>,
    ) -> Option<()> {
        for (step, known) in self.walk(node, cell, &path.known)? {
            let step = step?;
            let action = self.action(step);
            let mut path = path.then(known);
            steps.push(step);
            match action.kind {
                Kind::Switch(_) if cases.len() == MAX_CASES => return None,
                Kind::Switch(_) => {
                    let is_test = |operation: &Operation| matches!(operation, Operation::Test(_));
                    let end = path.operations.iter().rposition(is_test).map_or(0, |last| last + 1);
                    path.operations.truncate(end);
                    self.charge(steps.len() + path.known.preconditions.len() + path.operations.len())?;
                    let Path { known: PathCondition { preconditions, .. }, operations, .. } = path;
                    cases.push(MoveCase { steps: steps.clone(), preconditions, operations });
                }
                _ if action.target == ACCEPT || steps.len() == MAX_ACTIONS => return None,
                // An assignment forced before the player's first choice was made when the turn began. Any other may
                // leave its bounds, which decides whether the move is legal: not followed here.
                Kind::Assign(_) => return None,
                Kind::Put(_) => {
                    self.apply(step, &mut path);
                    self.follow(action.target, step.cell, steps, &path, cases)?;
                }
            }
            steps.pop();
        }
        Some(())
    }

    /// Adds the outcomes after a switch.
    fn hand_on(&mut self, player: usize, switch: Step, path: Path, outcomes: &mut Vec<(Outcome, Path)>) -> Option<()> {
        let action = self.action(switch);
        let (node, cell) = (action.target, switch.cell);
        if outcomes.len() == MAX_OUTCOMES || path.length == MAX_ACTIONS || node == ACCEPT {
            return None;
        }
        self.charge(1 + path.known.preconditions.len() + path.operations.len())?;
        let outcome = |actor, end, path: Path| {
            let mut after = Scratch::new(self.automaton).state;
            let cell = if self.automaton.anywhere[node as usize] { 0 } else { cell };
            (after.node, after.cell, after.actor, after.end) = (node, cell, actor, end);
            let (preconditions, operations) = (path.known.preconditions.clone(), path.operations.clone());
            (Outcome { preconditions, operations, after }, path)
        };
        if let Kind::Switch(Actor::Player(next)) = action.kind {
            outcomes.push(outcome(next, None, path));
            return Some(());
        }
        let mut paths = Vec::new();
        self.keeper_paths(node, cell, &path, &mut paths)?;
        if paths.is_empty() {
            outcomes.push(outcome(1 - player as u8, Some(End::ByTheRules), path));
        }
        paths.into_iter().try_for_each(|(switch, path)| {
            let path = Path { switches: path.switches + 1, ..path };
            self.hand_on(player, switch, path, outcomes)
        })
    }

    /// Adds the keeper's paths to the next switch.
    fn keeper_paths(&mut self, node: u32, cell: u16, path: &Path, paths: &mut Vec<(Step, Path)>) -> Option<()> {
        let (path, mut found, is_ordered) = match self.in_any_order(node, cell, path)? {
            Some((path, found)) => (path, found, false),
            None => {
                let (found, is_ordered) = self.walk_in_order(node, cell, &path.known)?;
                (path.clone(), found, is_ordered)
            }
        };
        // A switch is taken as soon as it is met, then other actions are tried.
        found.sort_by_key(|(step, _)| step.is_some_and(|step| self.action(step).switch().is_none()));
        for (number, (step, known)) in found.into_iter().enumerate() {
            let step = step?;
            let action = self.action(step);
            let mut path = path.then(known);
            path.choices.push(Choice { switch: path.switches, number, is_ordered });
            if paths.len() == MAX_OUTCOMES || path.length == MAX_ACTIONS {
                return None;
            }
            if action.switch().is_some() {
                paths.push((step, path));
            } else if action.target != ACCEPT {
                self.apply(step, &mut path);
                self.keeper_paths(action.target, step.cell, &path, paths)?;
            }
        }
        Some(())
    }

    /// Recognises a loop of commuting keeper actions (e.g. flipping stones round a cell). Returns the path after all
    /// applicable ones, and the exits. Inner `None`: not such a loop.
    fn in_any_order(&mut self, node: u32, cell: u16, path: &Path) -> Option<Option<(Path, Successors)>> {
        let found = self.by_tests(node, cell, &path.known)?;
        let (mut actions, mut exits) = (Vec::new(), Vec::new());
        for (step, known) in &found {
            match self.follow_forced((*step)?, known, path.known.preconditions.len(), &found)? {
                Some(action) => actions.push(action),
                None => exits.push(((*step)?, known)),
            }
        }
        if actions.len() < 2 || exits.is_empty() {
            return Some(None);
        }
        for (index, action) in actions.iter().enumerate() {
            let others = actions.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, other)| other);
            let (excluded, others): (Vec<_>, Vec<_>) = others.partition(|other| action.excludes(other));
            // No other action's condition reads a cell that this one writes, nor vice versa. After this one, the others
            // and the exits are available as before.
            let touches = |reads: &[CellCondition]| {
                reads.iter().any(|read| action.puts.iter().any(|&(cell, _)| cell == read.cell))
            };
            let left = others.iter().map(|other| (other.step, &other.known));
            let left = Vec::from_iter(left.chain(exits.iter().map(|&(step, known)| (step, known))));
            let is_left = |&(step, known): &(Step, &PathCondition)| {
                let preconditions = &known.preconditions[path.known.preconditions.len()..];
                let merged = preconditions.iter().try_fold(action.then.clone(), |known, condition| {
                    self.narrowed(&known, condition.cell, condition.pieces)
                });
                let is_same = |then: &PathCondition| {
                    let merged =
                        merged.as_ref().map(|merged| PathCondition { tests: known.tests.clone(), ..merged.clone() });
                    merged.is_some_and(|merged| merged.implies(then) && then.implies(&merged))
                };
                !touches(preconditions) && action.rest.iter().any(|(other, then)| *other == Some(step) && is_same(then))
            };
            let are_apart = others.iter().all(|other| !touches(&other.reads) && action.step != other.step);
            if !are_apart
                || action.rest.len() != left.len()
                || !left.iter().all(is_left)
                || excluded.len() == actions.len()
            {
                return Some(None);
            }
        }
        // No exit is available before all applicable actions are done.
        for (_, exit) in &exits {
            let mut ends = false;
            for test in &exit.tests {
                let &Test::Pattern { pattern, cell, is_there: false } = test else { continue };
                let alternatives = self.pattern(pattern, cell)?;
                ends |= actions.iter().all(|action| {
                    alternatives.iter().any(|alternative| alternative.iter().all(|condition| action.has(condition)))
                });
            }
            if !ends {
                return Some(None);
            }
        }
        let exits = Vec::from_iter(exits.into_iter().map(|(step, known)| (Some(step), known.clone())));
        let mut path = path.clone();
        for action in &actions {
            path.known.puts.extend(action.puts.iter().map(|&(cell, _)| (cell, None)));
        }
        path.operations.push(Operation::InAnyOrder(actions.into_iter().map(CommutingAction::placement).collect()));
        let known = |exit: PathCondition| PathCondition { puts: path.known.puts.clone(), ..exit };
        let exits = exits.into_iter().map(|(step, exit)| (step, known(exit))).collect();
        Some(Some((path, exits)))
    }

    /// The forced placements after `step` up to a state from which one of `before` is available again; inner `None` if
    /// none is. `found` is the path condition of `step`; its first `old` preconditions are those of the path before.
    fn follow_forced(
        &mut self,
        step: Step,
        found: &PathCondition,
        old: usize,
        before: &Successors,
    ) -> Option<Option<CommutingAction>> {
        let Some(piece) = self.put(step) else { return Some(None) };
        let mut then = PathCondition { tests: Vec::new(), ..found.clone() };
        let (mut puts, mut last) = (vec![(step.cell, piece)], step);
        let rest = loop {
            let target = self.action(last).target;
            if target == ACCEPT || puts.len() > MAX_ACTIONS {
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
        let preconditions = found.preconditions[old..].to_vec();
        let (mut reads, mut implied) = (preconditions.clone(), preconditions.clone());
        for test in &found.tests {
            let &Test::Pattern { pattern, cell, is_there } = test else { return Some(None) };
            let alternatives = self.pattern(pattern, cell)?;
            reads.extend(alternatives.iter().flatten());
            if let ([alternative], true) = (alternatives, is_there) {
                implied.extend(alternative);
            }
        }
        let (tests, known) = (found.tests.clone(), found.clone());
        Some(Some(CommutingAction { step, known, preconditions, tests, reads, implied, puts, then, rest }))
    }

    /// [`Symbolic::walk`] with every pattern as a test of its own.
    fn by_tests(&mut self, node: u32, cell: u16, known: &PathCondition) -> Option<Successors> {
        let few_alternatives = std::mem::replace(&mut self.few_alternatives, 0);
        let found = self.walk(node, cell, known);
        self.few_alternatives = few_alternatives;
        found
    }

    /// The piece that an action puts, if any.
    fn put(&self, step: Step) -> Option<u8> {
        match self.action(step).kind {
            Kind::Put(piece) => Some(piece),
            Kind::Assign(_) | Kind::Switch(_) => None,
        }
    }

    /// Adds the effect of an action to a path.
    fn apply(&self, step: Step, path: &mut Path) {
        match &self.automaton.details[usize::from(step.action)].effect {
            &Effect::Put(piece) => {
                path.known.puts.insert(step.cell, Some(piece));
                path.operations.push(Operation::Put(step.cell, piece));
            }
            Effect::Assign(variable, value) => path.operations.push(Operation::Assign(*variable, Value(value.clone()))),
            Effect::Switch(_) => {}
        }
    }

    fn action(&self, step: Step) -> Action {
        self.automaton.actions[usize::from(step.action)]
    }

    /// All next actions and pattern ends reachable from here, each with its path condition. Paths subsumed by a weaker
    /// one to the same place are dropped.
    fn walk(&mut self, node: u32, cell: u16, known: &PathCondition) -> Option<Successors> {
        Some(self.walk_in_order(node, cell, known)?.0)
    }

    /// [`Symbolic::walk`]. Also returns whether the order of the results is position-independent.
    fn walk_in_order(&mut self, node: u32, cell: u16, known: &PathCondition) -> Option<(Successors, bool)> {
        let automaton = self.automaton;
        let begin = known;
        let mut is_ordered = true;
        let mut found: Successors = Vec::new();
        let mut seen: BTreeMap<(u32, u16), Vec<PathCondition>> = BTreeMap::from([((node, cell), vec![known.clone()])]);
        let mut open = VecDeque::from([(node, cell, known.clone())]);
        let mut paths = 0;
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
                            paths += 1;
                            let next = (edge.target, to, known);
                            if std::mem::take(&mut is_first) { open.push_front(next) } else { open.push_back(next) }
                        }
                        if paths + found.len() > MAX_PATHS {
                            return None;
                        }
                    }
                }
            }
        }
        Some((found, is_ordered))
    }

    /// `known`, and one of `pieces` is on `cell`. `None` if that cannot be.
    fn narrowed(&self, known: &PathCondition, cell: u16, pieces: u64) -> Option<PathCondition> {
        let pieces = pieces & self.all;
        match known.puts.get(&cell) {
            Some(Some(put)) => return (pieces >> put & 1 != 0).then(|| known.clone()),
            Some(None) => {
                let mut known = known.clone();
                known.tests.push(Test::On(CellCondition { cell, pieces }));
                return Some(known);
            }
            None => {}
        }
        let own = known.preconditions.iter().position(|condition| condition.cell == cell);
        let both = own.map_or(pieces, |own| known.preconditions[own].pieces & pieces);
        if both == 0 {
            return None;
        }
        let mut known = known.clone();
        match own {
            Some(own) => known.preconditions[own].pieces = both,
            None if pieces == self.all => {}
            None => known.preconditions.push(CellCondition { cell, pieces }),
        }
        Some(known)
    }

    /// The path conditions that extend `known` by all conditions of an edge, as a disjunction.
    fn where_all_hold(
        &mut self,
        conditions: (u32, u32),
        cell: u16,
        known: PathCondition,
    ) -> Option<Vec<PathCondition>> {
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
                    let is_test = self.may_test && self.pattern(pattern, cell)?.len() > self.few_alternatives;
                    let mut next = Vec::new();
                    for mut known in cases {
                        let is_test = is_test || known.puts.values().any(Option::is_none);
                        match if is_test { None } else { self.where_pattern(first, cell, is_there, &known) } {
                            Some(more) if !self.may_test || more.len() <= FEW_ALTERNATIVES => next.extend(more),
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

    /// The path conditions that extend `known` by a pattern that matches, or does not, as a disjunction.
    fn where_pattern(
        &mut self,
        first: u32,
        cell: u16,
        is_there: bool,
        known: &PathCondition,
    ) -> Option<Vec<PathCondition>> {
        let ends = self.ends(first, cell, known)?;
        if is_there { Some(ends) } else { self.where_none_holds(known, ends) }
    }

    /// The path conditions that extend `known` by a pattern that matches, without tests.
    fn ends(&mut self, first: u32, cell: u16, known: &PathCondition) -> Option<Vec<PathCondition>> {
        let may_test = std::mem::replace(&mut self.may_test, false);
        let ends = self.walk(first, cell, known);
        self.may_test = may_test;
        Some(ends?.into_iter().map(|(_, known)| known).collect())
    }

    /// The negation of `others` as a disjunction of path conditions (each of `others` extends `known`).
    fn where_none_holds(&self, known: &PathCondition, others: Vec<PathCondition>) -> Option<Vec<PathCondition>> {
        let mut cases = vec![known.clone()];
        for other in others {
            let more =
                Vec::from_iter(other.preconditions.iter().filter(|condition| !known.preconditions.contains(condition)));
            let mut next: Vec<PathCondition> = Vec::new();
            for case in &cases {
                for condition in &more {
                    let Some(case) = self.narrowed(case, condition.cell, !condition.pieces) else { continue };
                    if !next.iter().any(|weaker| case.implies(weaker)) {
                        next.push(case);
                    }
                }
            }
            if next.len() > MAX_ALTERNATIVES {
                return None;
            }
            cases = next;
        }
        Some(cases)
    }
}

/// An action of the keeper in a loop of actions that may commute, with the placements forced after it.
struct CommutingAction {
    /// The first placement.
    step: Step,
    /// The path condition of the first placement.
    known: PathCondition,
    preconditions: Vec<CellCondition>,
    tests: Vec<Test>,
    /// Conditions on all cells that are read before the action.
    reads: Vec<CellCondition>,
    /// Conditions that certainly hold before the action.
    implied: Vec<CellCondition>,
    puts: Vec<(u16, u8)>,
    /// The path condition after the last placement.
    then: PathCondition,
    /// The successors of the last placement.
    rest: Successors,
}

impl CommutingAction {
    fn placement(self) -> ConditionalPlacement {
        ConditionalPlacement { preconditions: self.preconditions, tests: self.tests, puts: self.puts }
    }

    /// Whether the conditions of both actions cannot hold together.
    fn excludes(&self, other: &CommutingAction) -> bool {
        self.implied.iter().any(|own| other.implied.iter().any(|condition| own.excludes(condition)))
    }

    /// Whether `condition` holds whenever the action is done.
    fn has(&self, condition: &CellCondition) -> bool {
        match self.known.puts.get(&condition.cell) {
            Some(put) => put.is_some_and(|put| condition.pieces >> put & 1 != 0),
            None => self.implied.iter().chain(&self.known.preconditions).any(|own| own.implies(condition)),
        }
    }
}

impl Path {
    /// Extends this path by one action with path condition `known`.
    fn then(&self, mut known: PathCondition) -> Path {
        let tests = std::mem::take(&mut known.tests).into_iter().map(Operation::Test);
        let operations = self.operations.iter().cloned().chain(tests).collect();
        Path { known, operations, length: self.length + 1, ..self.clone() }
    }

    /// Whether the keeper tries this path before `other`, which was found later: they part at a choice whose
    /// alternatives are tried in order, and this path has no switch between that choice and its last switch.
    fn is_before(&self, other: &Path) -> bool {
        let parts = self.choices.iter().zip(&other.choices).find(|(own, other)| own != other);
        parts.is_some_and(|(own, _)| own.is_ordered && own.switch + 1 == self.switches)
    }
}
