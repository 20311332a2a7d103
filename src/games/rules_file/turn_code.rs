//! Precomputed legal turns and their effects: tests of single cells of a packed position instead of following the
//! rules.

use super::position::{Packing, Position, Spot};
use crate::rbg::{
    Account, CellCondition, Comparison, Operation, Outcome, PossibleMoves, Rules, Step, Symbolic, Test, Value,
};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::ops::Range;

/// The most turns of rules; chess would have twice as many.
pub(super) const MOST_TURNS: usize = 5_000;

/// Number of turns whose effects may be left to following the rules. If there are more of these turns, and they are the
/// majority, no code is made.
const MOST_ASKED: usize = 64;

#[derive(Debug, Default)]
pub struct TurnCode {
    /// The choices by node of the rules: one for each cell that play can stand on there, or one for all.
    places: Vec<(u32, Vec<Choice>)>,
    /// The ways in which each pattern can match.
    patterns: Vec<Choice>,
    cases: Vec<Case>,
    looks: Vec<Look>,
    tests: Vec<Vec<Change>>,
    /// The effects by the number of the turn; empty if the rules must be followed.
    effects: Vec<Vec<Effect>>,
}

/// The code for rules whose turns have one step: by moves, each an action and a cell.
#[derive(Debug)]
pub struct StepCode {
    code: TurnCode,
    /// The actions of each turn, by its index.
    steps: Vec<Vec<Step>>,
    /// The number of a turn by action and cell.
    turns: Vec<u32>,
    cells: usize,
}

/// Cases, grouped by the cell that they test first.
#[derive(Debug)]
struct Choice {
    cells: Vec<(Spot, ByPiece)>,
    /// The cases that test no cell.
    others: Range<usize>,
}

/// For each piece the cases that remain if it is on the cell.
type ByPiece = Vec<Range<usize>>;

/// A turn that is legal if all its tests hold; or a way in which a pattern matches.
#[derive(Clone, Copy, Debug)]
struct Case {
    turn: u32,
    from: u32,
    to: u32,
    /// Number of cases from this one on that begin with the same test: if it fails, none of them holds.
    alike: u32,
    /// The effects up to the case's last test, if it has any.
    tests: Option<NonZeroU32>,
}

/// A test that one of some pieces is on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    spot: Spot,
    pieces: u64,
}

/// The changes of a turn, if all its tests hold.
#[derive(Debug)]
struct Effect {
    looks: Range<usize>,
    changes: Vec<Change>,
    then: Continuation,
}

#[derive(Debug)]
enum Continuation {
    /// Takes over the node and the player to move of this position.
    Stand(Position),
    /// The first possible one of these effects.
    First(Vec<Effect>),
}

#[derive(Debug)]
enum Change {
    Put(Spot, u8),
    /// Sets a variable, which has this maximum.
    Assign(usize, Value, u16),
    /// Fails unless the comparison holds.
    Compare(Comparison),
    /// Fails unless the pattern matches, or does not.
    Pattern(usize, bool),
    /// Fails unless the piece is on the cell now.
    Look(Look),
    /// Makes all of these changes whose tests hold before the first of them is made.
    InAnyOrder(Vec<ConditionalPuts>),
}

/// Changes made on some boards.
#[derive(Debug)]
struct ConditionalPuts {
    looks: Range<usize>,
    tests: Vec<Change>,
    puts: Vec<(Spot, u8)>,
}

impl Look {
    fn of(condition: &CellCondition, packing: &Packing) -> Look {
        Look { spot: packing.spot(condition.cell.into()), pieces: condition.pieces }
    }

    #[inline(always)]
    fn holds(self, position: &Position) -> bool {
        self.pieces >> (position.piece_on(self.spot) & 63) & 1 != 0
    }
}

impl TurnCode {
    /// Compiles the turn table; `None` if some turn's legality has no closed form, or if positions do not store their
    /// cells inline.
    pub fn new(
        (rules, packing): (&Rules, &Packing),
        number: impl Fn(&[Step]) -> u32,
        possible: &PossibleMoves,
        account: &mut Account,
    ) -> Option<TurnCode> {
        let [first, second] = &possible.first_nodes;
        if !packing.is_inline() || first.iter().any(|node| second.contains(node)) {
            return None;
        }
        let mut writer = Writer {
            symbolic: rules.symbolic(account),
            packing,
            bounds: rules.bounds(),
            pieces: rules.pieces().len(),
            patterns: BTreeMap::new(),
            code: TurnCode::default(),
        };
        // The conditions that all cases of a turn need.
        let mut given: Vec<Option<Vec<CellCondition>>> = vec![None; possible.moves.len()];
        for &node in possible.first_nodes.iter().flatten() {
            if writer.code.places.iter().all(|&(own, _)| own != node) {
                let cells = writer.symbolic.cells_at(node);
                let choices = cells.map(|cell| {
                    let cases = writer.symbolic.cases(node, cell)?;
                    for case in &cases {
                        let given =
                            given[number(&case.steps) as usize].get_or_insert_with(|| case.preconditions.clone());
                        given.retain(|condition| case.preconditions.contains(condition));
                    }
                    let own = cases.iter().map(|case| {
                        let tests = writer.changes(&case.operations);
                        (number(&case.steps), &case.preconditions[..], tests)
                    });
                    let own = Vec::from_iter(own);
                    Some(writer.choice(own))
                });
                let choices = choices.collect::<Option<_>>()?;
                writer.code.places.push((node, choices));
            }
        }
        let mut asked = 0;
        for turn in &possible.moves {
            let is_worth_it = asked < MOST_ASKED || asked < writer.code.effects.len() / 2;
            let conditions = given[number(&turn.steps) as usize].as_deref().unwrap_or_default();
            let mut outcomes = || writer.symbolic.outcomes(turn.player, &turn.steps, conditions);
            let outcomes = if is_worth_it { outcomes() } else { None };
            asked += usize::from(outcomes.is_none());
            let effects = writer.effects(&outcomes.unwrap_or_default(), 0);
            writer.code.effects.push(effects);
        }
        Some(writer.code)
    }

    /// Adds the legal turns of a position that is not over.
    #[inline]
    pub fn legal(&self, packing: &Packing, position: &Position, turns: &mut Vec<u32>) {
        let Some(choice) = self.choice(position) else { return };
        self.find(choice, packing, position, |turn| {
            // The cases of one turn are consecutive.
            if turns.last() != Some(&turn) {
                turns.push(turn);
            }
            false
        });
    }

    /// Ends the game if the player to move has no turn.
    #[inline]
    pub fn find_end(&self, packing: &Packing, position: &mut Position) {
        let has_turn = |choice| self.find(choice, packing, position, |_| true);
        if position.end().is_none() && !self.choice(position).is_some_and(has_turn) {
            position.end_by_the_rules();
        }
    }

    /// Makes a legal turn. Returns false, and changes nothing, if only following the rules gives the effect. Does not
    /// check whether the next player has a turn.
    #[inline]
    pub fn play(&self, packing: &Packing, position: &mut Position, turn: u32) -> bool {
        let after = self.first(packing, position, &self.effects[turn as usize]);
        after.map(|after| *position = after).is_some()
    }

    /// The position after the first possible effect.
    fn first(&self, packing: &Packing, position: &Position, effects: &[Effect]) -> Option<Position> {
        effects.iter().find_map(|effect| {
            let mut after = position.clone();
            let is_so = self.all_hold(&self.looks[effect.looks.clone()], position)
                && self.change(packing, &mut after, &effect.changes);
            match &effect.then {
                _ if !is_so => None,
                Continuation::First(effects) => self.first(packing, &after, effects),
                Continuation::Stand(there) => {
                    after.stand_as(there);
                    Some(after)
                }
            }
        })
    }

    fn choice(&self, position: &Position) -> Option<&Choice> {
        let (_, cells) = self.places.iter().find(|(node, _)| *node == position.node())?;
        if let [all] = &cells[..] { Some(all) } else { cells.get(position.cell()) }
    }

    /// Calls `is_enough` with the turns whose cases hold, until it returns true.
    #[inline(always)]
    fn find(
        &self,
        choice: &Choice,
        packing: &Packing,
        position: &Position,
        mut is_enough: impl FnMut(u32) -> bool,
    ) -> bool {
        let mut is_found = |cases: &Range<usize>| {
            let mut at = cases.start;
            while at < cases.end {
                let case = &self.cases[at];
                let looks = &self.looks[case.from as usize..case.to as usize];
                if looks.first().is_some_and(|first| !first.holds(position)) {
                    at += case.alike as usize;
                    continue;
                }
                if self.all_hold(looks, position)
                    && case.tests.is_none_or(|tests| self.passes(packing, position, tests))
                    && is_enough(case.turn)
                {
                    return true;
                }
                at += 1;
            }
            false
        };
        choice.cells.iter().any(|(spot, by_piece)| {
            let cases = &by_piece[usize::from(position.piece_on(*spot))];
            !cases.is_empty() && is_found(cases)
        }) || is_found(&choice.others)
    }

    #[inline(always)]
    fn all_hold(&self, looks: &[Look], position: &Position) -> bool {
        looks.iter().all(|look| look.holds(position))
    }

    #[inline(never)]
    fn passes(&self, packing: &Packing, position: &Position, tests: NonZeroU32) -> bool {
        let changes = &self.tests[tests.get() as usize - 1];
        match changes[..] {
            // Mostly it is one pattern: then nothing is copied.
            [Change::Pattern(pattern, is_there)] => self.is_there(packing, position, pattern) == is_there,
            _ => self.change(packing, &mut { position.clone() }, changes),
        }
    }

    fn is_there(&self, packing: &Packing, position: &Position, pattern: usize) -> bool {
        self.find(&self.patterns[pattern], packing, position, |_| true)
    }

    /// Changes a position. Returns false if a test fails.
    fn change(&self, packing: &Packing, position: &mut Position, changes: &[Change]) -> bool {
        changes.iter().all(|change| {
            let count = |piece| packing.count(position, piece) as i64;
            let variable = |index: u8| packing.variable(position, index.into()).into();
            match change {
                &Change::Put(spot, piece) => position.put_on(spot, piece),
                Change::Assign(index, value, highest) => {
                    match u16::try_from(value.get(count, variable)).ok().filter(|value| value <= highest) {
                        Some(value) => packing.assign(position, *index, value),
                        None => return false,
                    }
                }
                Change::Compare(comparison) => return comparison.holds(count, variable),
                Change::Look(look) => return look.holds(position),
                Change::InAnyOrder(placements) => {
                    let before = position.clone();
                    for placement in placements {
                        if self.all_hold(&self.looks[placement.looks.clone()], &before)
                            && self.change(packing, &mut { before.clone() }, &placement.tests)
                        {
                            placement.puts.iter().for_each(|&(spot, piece)| position.put_on(spot, piece));
                        }
                    }
                }
                &Change::Pattern(pattern, is_there) => {
                    return self.is_there(packing, position, pattern) == is_there;
                }
            }
            true
        })
    }
}

impl StepCode {
    /// The code for these rules. `None` if a turn has several steps, or the conditions of some turns cannot be
    /// expressed.
    pub fn new(rules: &Rules, packing: &Packing, account: &mut Account) -> Option<StepCode> {
        if rules.outline().has_long_moves() {
            return None;
        }
        let cells = rules.board().cells.len();
        let possible = rules.possible_moves(MOST_TURNS, account)?;
        let mut turns = vec![u32::MAX; rules.actions() * cells];
        let place = |steps: &[Step]| usize::from(steps[0].action) * cells + usize::from(steps[0].cell);
        for (number, turn) in (0..).zip(&possible.moves) {
            // Two turns with the same first step differ in the forced steps after it.
            if std::mem::replace(&mut turns[place(&turn.steps)], number) != u32::MAX {
                return None;
            }
        }
        let code = TurnCode::new((rules, packing), |steps| turns[place(steps)], &possible, account)?;
        let steps = possible.moves.into_iter().map(|turn| turn.steps).collect();
        Some(StepCode { code, steps, turns, cells })
    }

    /// Adds the legal moves of a position that is not over.
    pub fn legal(&self, packing: &Packing, position: &Position, moves: &mut Vec<u32>, of: impl Fn(Step) -> u32) {
        self.code.legal(packing, position, moves);
        moves.iter_mut().for_each(|turn| *turn = of(self.steps[*turn as usize][0]));
    }

    /// Makes a legal move. Returns false, and changes nothing, if only following the rules gives the effect. Does not
    /// check whether the next player has a move.
    pub fn play(&self, packing: &Packing, position: &mut Position, step: Step) -> bool {
        self.code.play(packing, position, self.turn(step))
    }

    /// Ends the game if the player to move has no turn.
    pub fn find_end(&self, packing: &Packing, position: &mut Position) {
        self.code.find_end(packing, position);
    }

    /// The step with the forced steps after it.
    pub fn steps(&self, step: Step) -> &[Step] {
        &self.steps[self.turn(step) as usize]
    }

    fn turn(&self, step: Step) -> u32 {
        self.turns[usize::from(step.action) * self.cells + usize::from(step.cell)]
    }
}

impl TurnCode {
    fn list(&mut self, cases: impl Iterator<Item = Case>) -> Range<usize> {
        let from = self.cases.len();
        self.cases.extend(cases);
        let first = |case: &Case| self.looks[case.from as usize..case.to as usize].first();
        for at in (from..self.cases.len().saturating_sub(1)).rev() {
            if first(&self.cases[at]).is_some() && first(&self.cases[at]) == first(&self.cases[at + 1]) {
                self.cases[at].alike = self.cases[at + 1].alike + 1;
            }
        }
        from..self.cases.len()
    }
}

struct Writer<'a> {
    symbolic: Symbolic<'a>,
    packing: &'a Packing,
    bounds: &'a [u16],
    pieces: usize,
    /// The numbers of patterns in the code.
    patterns: BTreeMap<(u32, u16), usize>,
    code: TurnCode,
}

impl Writer<'_> {
    /// Writes the cases of turns, those of one turn consecutively, by a cell that all cases of a turn test.
    fn choice(&mut self, cases: Vec<(u32, &[CellCondition], Vec<Change>)>) -> Choice {
        let mut shared = Vec::new();
        for turn in cases.chunk_by(|one, other| one.0 == other.0) {
            let looks_at =
                |conditions: &[CellCondition], cell| conditions.iter().any(|condition| condition.cell == cell);
            let is_shared =
                |condition: &&CellCondition| turn.iter().all(|(_, conditions, _)| looks_at(conditions, condition.cell));
            let cell = turn[0].1.iter().find(is_shared).map(|condition| condition.cell);
            shared.resize(shared.len() + turn.len(), cell);
        }
        let mut written = Vec::from_iter(cases.into_iter().zip(shared).map(|((turn, conditions, changes), cell)| {
            let tests = (!changes.is_empty()).then(|| {
                self.code.tests.push(changes);
                NonZeroU32::new(self.code.tests.len() as u32).expect("one was added")
            });
            let (first, rest): (Vec<_>, Vec<_>) =
                conditions.iter().copied().partition(|condition| Some(condition.cell) == cell);
            let looks = self.looks(&rest);
            (first.first().copied(), Case { turn, from: looks.start as u32, to: looks.end as u32, alike: 1, tests })
        }));
        // The cases that test no cell come last.
        written.sort_by_key(|(condition, _)| condition.map_or(u16::MAX, |condition| condition.cell));
        let mut cells: Vec<(Spot, ByPiece)> = Vec::new();
        for alike in written
            .chunk_by(|one, other| one.0.map(|condition| condition.cell) == other.0.map(|condition| condition.cell))
        {
            let Some(CellCondition { cell, .. }) = alike[0].0 else { break };
            let by_piece = (0..self.pieces).map(|piece| {
                let there = alike
                    .iter()
                    .filter(|(condition, _)| condition.is_some_and(|condition| condition.pieces >> piece & 1 != 0));
                self.code.list(there.map(|&(_, case)| case))
            });
            let by_piece = by_piece.collect();
            cells.push((self.packing.spot(cell.into()), by_piece));
        }
        let others = written.iter().filter(|(condition, _)| condition.is_none()).map(|&(_, case)| case);
        Choice { others: self.code.list(others), cells }
    }

    fn looks(&mut self, conditions: &[CellCondition]) -> Range<usize> {
        let from = self.code.looks.len();
        self.code.looks.extend(conditions.iter().map(|condition| Look::of(condition, self.packing)));
        from..self.code.looks.len()
    }

    /// Writes outcomes that agree in their first `done` changes: the common part is done once.
    fn effects(&mut self, outcomes: &[Outcome], done: usize) -> Vec<Effect> {
        let are_alike = |one: &Outcome, other: &Outcome| {
            one.preconditions == other.preconditions
                && one.operations.get(done).is_some()
                && one.operations.get(done) == other.operations.get(done)
        };
        let effects = outcomes.chunk_by(are_alike).map(|alike| {
            let first = &alike[0];
            let is_common =
                |index: &usize| alike.iter().all(|other| other.operations.get(*index) == first.operations.get(*index));
            let end = (done..first.operations.len()).take_while(is_common).last().map_or(done, |last| last + 1);
            let looks = if done == 0 { self.looks(&first.preconditions) } else { 0..0 };
            let changes = self.changes(&first.operations[done..end]);
            let then = match alike {
                [only] => Continuation::Stand(self.packing.pack(&only.after, 0)),
                _ => Continuation::First(self.effects(alike, end)),
            };
            Effect { looks, changes, then }
        });
        effects.collect()
    }

    fn changes(&mut self, operations: &[Operation]) -> Vec<Change> {
        let change = |operation: &Operation| match operation {
            &Operation::Put(cell, piece) => Change::Put(self.packing.spot(cell.into()), piece),
            Operation::Assign(variable, value) => {
                let variable = usize::from(*variable);
                Change::Assign(variable, value.clone(), self.bounds[variable])
            }
            Operation::Test(test) => self.test(test),
            Operation::InAnyOrder(placements) => {
                Change::InAnyOrder(placements.iter().map(|placement| self.conditional_puts(placement)).collect())
            }
        };
        operations.iter().map(change).collect()
    }

    fn conditional_puts(&mut self, placement: &crate::rbg::ConditionalPlacement) -> ConditionalPuts {
        ConditionalPuts {
            looks: self.looks(&placement.preconditions),
            tests: placement.tests.iter().map(|test| self.test(test)).collect(),
            puts: placement.puts.iter().map(|&(cell, piece)| (self.packing.spot(cell.into()), piece)).collect(),
        }
    }

    fn test(&mut self, test: &Test) -> Change {
        match test {
            Test::On(condition) => Change::Look(Look::of(condition, self.packing)),
            Test::Compare(comparison) => Change::Compare(comparison.clone()),
            &Test::Pattern { pattern, cell, is_there } => Change::Pattern(self.pattern(pattern, cell), is_there),
        }
    }

    fn pattern(&mut self, pattern: u32, cell: u16) -> usize {
        if let Some(&number) = self.patterns.get(&(pattern, cell)) {
            return number;
        }
        let mut ways = self.symbolic.pattern(pattern, cell).expect("it was asked for before").to_vec();
        ways.sort_by_key(|conditions| {
            Vec::from_iter(conditions.iter().map(|condition| (condition.cell, condition.pieces)))
        });
        let choice =
            self.choice((0..).zip(&ways).map(|(way, conditions)| (way, &conditions[..], Vec::new())).collect());
        let number = self.code.patterns.len();
        self.code.patterns.push(choice);
        self.patterns.insert((pattern, cell), number);
        number
    }
}
