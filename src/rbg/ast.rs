use super::source::Span;
use std::ops::RangeInclusive;

/// Whole-number arithmetic over variables and numbers of pieces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Expr {
    Constant(i64),
    Variable(u8),
    /// Number of pieces of this kind on the board.
    Count(u8),
    Sum(Box<Expr>, Box<Expr>),
    Difference(Box<Expr>, Box<Expr>),
    Product(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// The value, if it is the same in all positions.
    pub fn constant(&self) -> Option<i64> {
        match self {
            Expr::Constant(value) => Some(*value),
            Expr::Variable(_) | Expr::Count(_) => None,
            Expr::Sum(left, right) => Some(left.constant()?.saturating_add(right.constant()?)),
            Expr::Difference(left, right) => Some(left.constant()?.saturating_sub(right.constant()?)),
            Expr::Product(left, right) => Some(left.constant()?.saturating_mul(right.constant()?)),
        }
    }

    /// The value for these numbers of pieces and values of variables.
    pub fn value(&self, count: &impl Fn(u8) -> i64, variable: &impl Fn(u8) -> i64) -> i64 {
        let value = |expr: &Expr| expr.value(count, variable);
        match self {
            Expr::Constant(value) => *value,
            Expr::Variable(index) => variable(*index),
            Expr::Count(piece) => count(*piece),
            Expr::Sum(left, right) => value(left).saturating_add(value(right)),
            Expr::Difference(left, right) => value(left).saturating_sub(value(right)),
            Expr::Product(left, right) => value(left).saturating_mul(value(right)),
        }
    }

    /// Whether the value depends only on the pieces on the board.
    pub fn counts_only(&self) -> bool {
        match self {
            Expr::Constant(_) | Expr::Count(_) => true,
            Expr::Variable(_) => false,
            Expr::Sum(left, right) | Expr::Difference(left, right) | Expr::Product(left, right) => {
                left.counts_only() && right.counts_only()
            }
        }
    }

    /// Number of operations and operands, where each number of pieces weighs `count`.
    pub fn size(&self, count: usize) -> usize {
        match self {
            Expr::Constant(_) | Expr::Variable(_) => 1,
            Expr::Count(_) => count,
            Expr::Sum(left, right) | Expr::Difference(left, right) | Expr::Product(left, right) => {
                1 + left.size(count) + right.size(count)
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Relation {
    #[inline]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::LessOrEqual => left <= right,
            Relation::Greater => left > right,
            Relation::GreaterOrEqual => left >= right,
        }
    }

    /// The left values for which the relation to `right` holds, if they are one range.
    pub fn range(self, right: i64) -> Option<RangeInclusive<i64>> {
        match self {
            Relation::Equal => Some(right..=right),
            Relation::NotEqual => None,
            Relation::Less => Some(i64::MIN..=right.checked_sub(1)?),
            Relation::LessOrEqual => Some(i64::MIN..=right),
            Relation::Greater => Some(right.checked_add(1)?..=i64::MAX),
            Relation::GreaterOrEqual => Some(right..=i64::MAX),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Actor {
    /// The first or the second player of the file.
    Player(u8),
    /// The system, which follows its only path at once.
    Keeper,
    /// Chance, which takes each of its steps with the same probability: an extension of the language.
    Chance,
}

/// A regular expression over actions. Spans are ignored by comparisons: two patterns are equal if they do the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    Step(u8, At),
    /// One of these pieces is here: a bit for each.
    On(u64, At),
    Put(u8, At),
    Assign(u8, Expr, At),
    Compare(Expr, Relation, Expr, At),
    Switch(Actor, At),
    Pattern {
        is_there: bool,
        inner: Box<Rule>,
        at: At,
    },
    Sequence(Vec<Rule>),
    Choice(Vec<Rule>),
    Repeat(Box<Rule>),
    /// A number of repetitions in a row.
    Power(Box<Rule>, u32),
}

impl Rule {
    /// Size of the text: a power counts once.
    pub fn size(&self) -> usize {
        match self {
            Rule::Step(..) | Rule::On(..) | Rule::Put(..) | Rule::Switch(..) => 1,
            Rule::Assign(_, value, _) => 1 + value.size(1),
            Rule::Compare(left, _, right, _) => 1 + left.size(1) + right.size(1),
            Rule::Sequence(parts) | Rule::Choice(parts) => 1 + parts.iter().map(Rule::size).sum::<usize>(),
            Rule::Pattern { inner, .. } | Rule::Repeat(inner) | Rule::Power(inner, _) => 1 + inner.size(),
        }
    }
}

/// A place that compares equal to any other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl Eq for At {}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &At) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for At {
    fn cmp(&self, _: &At) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}
