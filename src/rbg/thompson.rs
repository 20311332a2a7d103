use super::account::Account;
use super::ast::Rule;
use super::board::Board;
use super::cells::CellSet;
use super::closure::Closure;
use super::raw::{Condition, Effect, Label, Raw, RawAction, RawPattern};
use super::source::{Problem, Span};
use std::collections::BTreeMap;

/// Indices of actions have 16 bits.
const MAX_ACTIONS: usize = 60_000;
/// A bound on memory.
const MAX_NODES: usize = 200_000;

/// Builds the automaton of the rules and of all patterns in them.
pub(super) fn build(rule: &Rule, board: &Board, all_pieces: u64, account: &mut Account) -> Result<Raw, Problem> {
    let raw = Raw { nodes: Vec::new(), start: 0, patterns: Vec::new(), conditions: Vec::new(), actions: Vec::new() };
    let (patterns, conditions) = (BTreeMap::new(), BTreeMap::new());
    let mut builder = Builder { raw, board, all_pieces, patterns, conditions, closure: Closure::new(board), account };
    let (start, end) = (builder.node()?, builder.node()?);
    builder.raw.start = start;
    builder.add(rule, start, end)?;
    Ok(builder.raw)
}

struct Builder<'a> {
    raw: Raw,
    board: &'a Board,
    all_pieces: u64,
    patterns: BTreeMap<Rule, KnownPattern>,
    conditions: BTreeMap<Condition, u32>,
    closure: Closure,
    account: &'a mut Account,
}

/// Cost of a node with its edges.
const NODE: usize = 40;
/// Cost of comparing a word of a pattern.
const WORD: usize = 4;

/// A pattern that was met before: further equal ones share its nodes and properties.
#[derive(Clone)]
enum KnownPattern {
    /// The pattern holds on these cells in every position.
    Static(Box<CellSet>),
    Dynamic(u32),
}

impl Builder<'_> {
    fn node(&mut self) -> Result<u32, Problem> {
        if self.raw.nodes.len() >= MAX_NODES {
            return Err(Problem::general("these rules are too large once macros and powers are written out"));
        }
        self.account.spend(NODE, "writing out powers and brackets")?;
        self.raw.nodes.push(Vec::new());
        Ok(self.raw.nodes.len() as u32 - 1)
    }

    fn edge(&mut self, from: u32, label: Label, to: u32) {
        self.raw.nodes[from as usize].push((label, to));
    }

    fn add(&mut self, rule: &Rule, from: u32, to: u32) -> Result<(), Problem> {
        self.account.spend(NODE, "writing out powers and brackets")?;
        match rule {
            Rule::Step(direction, _) => self.edge(from, Label::Step(*direction), to),
            Rule::On(pieces, _) if *pieces == self.all_pieces => self.edge(from, Label::Nothing, to),
            // No edge: this test never holds.
            Rule::On(0, _) => {}
            Rule::On(pieces, _) => self.edge(from, Label::On(*pieces), to),
            Rule::Put(piece, at) => self.act(from, Effect::Put(*piece), at.0, to)?,
            Rule::Assign(variable, value, at) => {
                self.act(from, Effect::Assign(*variable, value.clone()), at.0, to)?;
            }
            Rule::Switch(actor, at) => self.act(from, Effect::Switch(*actor), at.0, to)?,
            Rule::Compare(left, relation, right, _) => {
                let condition = Condition::Compare(left.clone(), *relation, right.clone());
                self.account.spend(WORD * (left.size(1) + right.size(1)), "comparing comparisons")?;
                self.condition(from, condition, to);
            }
            Rule::Pattern { is_there, inner, at } => {
                self.account.spend_at(WORD * inner.size(), "comparing patterns", at.0)?;
                self.pattern(from, *is_there, (inner, at.0), to)?;
            }
            Rule::Sequence(parts) => {
                let mut at = from;
                for (index, part) in parts.iter().enumerate() {
                    let next = if index + 1 == parts.len() { to } else { self.node()? };
                    self.add(part, at, next)?;
                    at = next;
                }
                if parts.is_empty() {
                    self.edge(from, Label::Nothing, to);
                }
            }
            Rule::Power(inner, times) => {
                let mut at = from;
                for time in 1..=*times {
                    let next = if time == *times { to } else { self.node()? };
                    self.add(inner, at, next)?;
                    at = next;
                }
            }
            Rule::Choice(branches) => {
                for branch in branches {
                    self.add(branch, from, to)?;
                }
            }
            Rule::Repeat(inner) => {
                // A node of its own, or the loop would mix with others that begin or end here.
                let turn = self.node()?;
                self.edge(from, Label::Nothing, turn);
                self.add(inner, turn, turn)?;
                self.edge(turn, Label::Nothing, to);
            }
        }
        Ok(())
    }

    fn act(&mut self, from: u32, effect: Effect, span: Span, to: u32) -> Result<(), Problem> {
        if self.raw.actions.len() >= MAX_ACTIONS {
            return Err(Problem::at(span, format!("these rules have more than {MAX_ACTIONS} changes and switches")));
        }
        let action = self.raw.actions.len() as u16;
        // Each action has an end of its own, so that the label determines where play goes on.
        let end = self.node()?;
        self.raw.actions.push(RawAction { effect, span, target: end });
        self.edge(from, Label::Act(action), end);
        self.edge(end, Label::Nothing, to);
        Ok(())
    }

    fn condition(&mut self, from: u32, condition: Condition, to: u32) {
        let next = self.raw.conditions.len() as u32;
        let index = *self.conditions.entry(condition.clone()).or_insert(next);
        if index == next {
            self.raw.conditions.push(condition);
        }
        self.edge(from, Label::Holds(index), to);
    }

    fn pattern(&mut self, from: u32, is_there: bool, (inner, at): (&Rule, Span), to: u32) -> Result<(), Problem> {
        let known = match self.patterns.get(inner) {
            Some(known) => known.clone(),
            None => {
                let (first, last) = (self.node()?, self.node()?);
                let before = self.raw.nodes.len();
                self.add(inner, first, last)?;
                let own = [first, last].into_iter().chain(before as u32..self.raw.nodes.len() as u32);
                let is_static = own.clone().all(|node| {
                    let dynamic = |label: &Label| matches!(label, Label::On(_) | Label::Holds(_) | Label::Act(_));
                    !self.raw.nodes[node as usize].iter().any(|(label, _)| dynamic(label))
                });
                let known = if is_static {
                    KnownPattern::Static(Box::new(self.closure.cells_from_where(
                        &self.raw,
                        self.board,
                        (first, last),
                        self.account,
                    )?))
                } else {
                    self.raw.patterns.push(RawPattern { first, last, at });
                    KnownPattern::Dynamic(self.raw.patterns.len() as u32 - 1)
                };
                self.patterns.insert(inner.clone(), known.clone());
                known
            }
        };
        match known {
            KnownPattern::Static(cells) => {
                let mut inside = CellSet::default();
                for cell in (0..self.board.cells.len()).filter(|&cell| cells.contains(cell) == is_there) {
                    inside.insert(cell);
                }
                self.edge(from, Label::Inside(Box::new(inside)), to);
            }
            KnownPattern::Dynamic(pattern) => self.condition(from, Condition::Pattern { pattern, is_there }, to),
        }
        Ok(())
    }
}
