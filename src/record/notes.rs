use crate::game::Side;
use crate::tree::Tree;
use std::fmt;
use std::ops::AddAssign;

/// Notes on a move and on the position after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The move's sign, one of [`SIGNS`], or empty.
    pub sign: &'static str,
    /// The comment; empty if there is none.
    pub comment: String,
}

/// Signs for moves, as written by chess players: a number of PGN stands for each, from `$1` on.
pub const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// A move of a game with variations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The move in notation; empty at the root, which is the first position.
    pub text: String,
    pub notes: Notes,
}

/// Something that happens in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Event {
    #[default]
    Start,
    /// A move, and its side if the file gives it.
    Move(Option<Side>, String),
    /// A side resigns; without one the side to act.
    Resigns(Option<Side>),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Moment {
    pub event: Event,
    pub notes: Notes,
}

impl Notes {
    pub fn say(&mut self, words: &str) {
        let words = words.trim();
        if !words.is_empty() {
            self.comment += if self.comment.is_empty() { "" } else { " " };
            self.comment += words;
        }
    }

    /// Takes the sign at the end of a move's text, if none is known.
    pub fn read_sign(&mut self, text: &str) {
        let mark = &text[text.trim_end_matches(['!', '?']).len()..];
        if let Some(sign) = SIGNS.into_iter().find(|&sign| sign == mark && self.sign.is_empty()) {
            self.sign = sign;
        }
    }
}

/// The parts of a game that do not fit into a single line of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of lines besides the main one.
    pub variations: usize,
    /// Number of comments on moves of the main line.
    pub comments: usize,
}

impl LeftOut {
    /// The parts of a tree that its main line leaves out.
    pub(super) fn of(tree: &Tree<Moment>) -> LeftOut {
        let comments = tree.main_line().filter(|&node| !tree[node].notes.comment.is_empty()).count();
        LeftOut { variations: tree.lines() - 1, comments }
    }

    pub fn is_none(self) -> bool {
        self == LeftOut::default()
    }
}

impl AddAssign for LeftOut {
    fn add_assign(&mut self, other: LeftOut) {
        self.variations += other.variations;
        self.comments += other.comments;
    }
}

impl fmt::Display for LeftOut {
    /// The parts in words, as `1 variation and 3 comments`; empty if nothing is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |count: usize, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            _ => Some(format!("{count} {what}s")),
        };
        let parts = [count(self.variations, "variation"), count(self.comments, "comment")];
        f.write_str(&Vec::from_iter(parts.into_iter().flatten()).join(" and "))
    }
}
