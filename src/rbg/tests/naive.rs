//! A second implementation of the rules, straight from their definition and slow, compared with the automaton on
//! random rules.

use super::super::account::Account;
use super::super::ast::{Actor, Expr, Rule};
use super::super::board::Board;
use super::super::macros::sections;
use super::super::names::Names;
use super::super::source::Source;
use super::super::{Moves, Rules, StateParts, generators, grammar, lexer};
use super::Random;
use std::collections::BTreeSet;

const HEAD: &str = "#players = white(3), black(3) #pieces = none, w, b #variables = x(2) #board = rectangle(up, down, left, right, [w, none, b][none, b, none]) #rules = ";

/// The state of a walk through the rules, with the changes on its way: the place in the text and the cell of each.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Walker {
    pieces: Vec<u8>,
    variables: Vec<u16>,
    cell: usize,
    path: Vec<(usize, u16)>,
}

struct Naive<'a> {
    board: &'a Board,
    bounds: &'a [u16],
    /// The paths that ended with a switch.
    moves: BTreeSet<Vec<(usize, u16)>>,
    /// Whether there are too many walkers: rules without end.
    overflow: bool,
}

impl Naive<'_> {
    fn run(&mut self, rule: &Rule, from: BTreeSet<Walker>) -> BTreeSet<Walker> {
        if from.len() > 600 || self.moves.len() > 600 {
            self.overflow = true;
        }
        if self.overflow || from.is_empty() {
            return BTreeSet::new();
        }
        match rule {
            Rule::Sequence(parts) => parts.iter().fold(from, |from, part| self.run(part, from)),
            Rule::Power(inner, times) => (0..*times).fold(from, |from, _| self.run(inner, from)),
            Rule::Choice(branches) => branches.iter().flat_map(|branch| self.run(branch, from.clone())).collect(),
            Rule::Repeat(inner) => {
                let (mut all, mut fresh) = (from.clone(), from);
                while !fresh.is_empty() {
                    fresh = self.run(inner, fresh).difference(&all).cloned().collect();
                    all.extend(fresh.iter().cloned());
                    if all.len() > 600 {
                        self.overflow = true;
                        break;
                    }
                }
                all
            }
            action => from.into_iter().filter_map(|walker| self.act(action, walker)).collect(),
        }
    }

    fn act(&mut self, action: &Rule, mut walker: Walker) -> Option<Walker> {
        let holds = match action {
            Rule::Step(direction, _) => {
                walker.cell = self.board.neighbour(walker.cell, *direction as usize)?;
                true
            }
            Rule::On(pieces, _) => pieces >> walker.pieces[walker.cell] & 1 != 0,
            Rule::Put(piece, at) => {
                walker.path.push((at.0.start as usize, walker.cell as u16));
                walker.pieces[walker.cell] = *piece;
                true
            }
            Rule::Assign(variable, value, at) => {
                walker.path.push((at.0.start as usize, walker.cell as u16));
                let value = self.value(value, &walker);
                walker.variables[*variable as usize] = u16::try_from(value).ok()?;
                value <= self.bounds[*variable as usize].into()
            }
            Rule::Compare(left, relation, right, _) => {
                relation.holds(self.value(left, &walker), self.value(right, &walker))
            }
            Rule::Pattern { is_there, inner, at: _ } => {
                self.run(inner, BTreeSet::from([walker.clone()])).is_empty() != *is_there
            }
            Rule::Switch(Actor::Player(_) | Actor::Chance, _) => true,
            Rule::Switch(Actor::Keeper, at) => {
                walker.path.push((at.0.start as usize, walker.cell as u16));
                self.moves.insert(walker.path.clone());
                false
            }
            Rule::Sequence(_) | Rule::Choice(_) | Rule::Repeat(_) | Rule::Power(..) => false,
        };
        holds.then_some(walker)
    }

    fn value(&self, expr: &Expr, walker: &Walker) -> i64 {
        match expr {
            Expr::Constant(value) => *value,
            Expr::Variable(variable) => walker.variables[*variable as usize].into(),
            Expr::Count(piece) => walker.pieces.iter().filter(|&other| other == piece).count() as i64,
            Expr::Sum(left, right) => self.value(left, walker) + self.value(right, walker),
            Expr::Difference(left, right) => self.value(left, walker) - self.value(right, walker),
            Expr::Product(left, right) => self.value(left, walker) * self.value(right, walker),
        }
    }
}

fn random_rule(random: &mut Random, depth: usize, in_pattern: bool, text: &mut String) {
    const SHIFTS: [&str; 6] = ["up ", "down ", "left ", "right ", "left* ", "(up + down)* "];
    const TESTS: [&str; 7] = ["{none} ", "{w} ", "{none, w} ", "{b} ", "{$ x < 1} ", "{$ w + x == 2} ", "{! left} "];
    const CHANGES: [&str; 6] = ["[none] ", "[w] ", "[w, b] ", "[$ x = x + 1] ", "[$ x = w] ", "[$ x = none - 2] "];
    let mut inside = |random: &mut Random, before: &str, after: &str, in_pattern: bool| {
        text.push_str(before);
        random_rule(random, depth - 1, in_pattern, text);
        text.push_str(after);
    };
    match random.below(if depth == 0 { 9 } else { 24 }) {
        0..=2 => text.push_str(SHIFTS[random.below(SHIFTS.len())]),
        3..=5 => text.push_str(TESTS[random.below(TESTS.len())]),
        6 | 7 => text.push_str(CHANGES[random.below(CHANGES.len())]),
        8 if !in_pattern => text.push_str("->> "),
        8 => text.push_str("{} "),
        9 | 10 => inside(random, "{? ", "} ", true),
        11 | 12 => inside(random, "{! ", "} ", true),
        13 | 14 => inside(random, "(", ")* ", in_pattern),
        15..=18 => {
            inside(random, "(", "+ ", in_pattern);
            inside(random, "", ") ", in_pattern);
        }
        _ => (0..3).for_each(|_| inside(random, "", "", in_pattern)),
    }
}

/// The whole moves by the definition. `None` if there are too many.
fn naive_moves(text: &str) -> Option<BTreeSet<Vec<(usize, u16)>>> {
    let mut source = Source::new("", text);
    let tokens = lexer::tokens(&source).ok()?;
    let [players, pieces, variables, board, rules] = sections(&mut source, &tokens, &mut Account::default()).ok()?.0;
    let mut names = Names::read(&players, &pieces, &variables).ok()?;
    let board = generators::read(&board, &mut names).ok()?;
    let rule = grammar::read(&rules, &names).ok()?;
    let mut naive = Naive { board: &board, bounds: &names.bounds, moves: BTreeSet::new(), overflow: false };
    let pieces = board.cells.iter().map(|cell| cell.piece).collect();
    let walker = Walker { pieces, variables: vec![0; names.bounds.len()], cell: 0, path: Vec::new() };
    naive.run(&rule, BTreeSet::from([walker]));
    (!naive.overflow).then_some(naive.moves)
}

fn compare(seed: u64, rounds: usize) {
    let mut random = Random(seed);
    let (mut compared, mut with_moves) = (0, 0);
    for _ in 0..rounds {
        let mut text = format!("{HEAD}->white ");
        random_rule(&mut random, 4, false, &mut text);
        text.push_str("->> {}");
        let Some(expected) = naive_moves(&text) else { continue };
        let rules = Rules::parse("random", &text).unwrap_or_else(|error| panic!("{error}"));
        let (mut scratch, mut moves) = (rules.scratch(), Moves::default());
        let found = match rules.outline().nodes[0].first() {
            // There is no path from the player's turn to a switch.
            None => BTreeSet::new(),
            Some(&node) => {
                let pieces = rules.board().cells.iter().map(|cell| cell.piece).collect();
                let variables = vec![0; rules.variables().len()];
                let parts = StateParts {
                    pieces,
                    variables,
                    node,
                    cell: 0,
                    player: 0,
                    is_chance: false,
                    is_within_move: false,
                    takes_too_long: false,
                };
                let state = rules.put_together(&parts, &mut scratch).unwrap_or_else(|error| panic!("{error}: {text}"));
                assert!(rules.whole_moves(&state, &mut scratch, &mut moves), "{text}");
                assert_eq!(state.end().is_some(), moves.is_empty(), "{text}");
                let label = |step: &super::super::Step| (rules.place_of(step.action).column - 1, step.cell);
                let paths: Vec<Vec<(usize, u16)>> =
                    moves.iter().map(|steps| steps.iter().map(label).collect()).collect();
                let set: BTreeSet<_> = paths.iter().cloned().collect();
                assert_eq!(set.len(), paths.len(), "a move twice: {text}");
                set
            }
        };
        assert_eq!(found, expected, "{text}");
        compared += 1;
        with_moves += usize::from(!expected.is_empty());
    }
    assert!(compared > rounds / 2 && with_moves > rounds / 20, "{compared} compared, {with_moves} with moves");
}

#[test]
fn random_rules_have_the_moves_of_the_definition() {
    compare(1, 3_000);
}

#[test]
#[ignore = "takes a minute"]
fn many_random_rules_have_the_moves_of_the_definition() {
    (2..60).for_each(|seed| compare(seed, 10_000));
}
