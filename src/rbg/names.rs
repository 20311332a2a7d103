use super::cursor::Cursor;
use super::macros::{MacroTexts, Section, count_of};
use super::source::{Problem, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most kinds of pieces: a set of them is the bits of one word.
pub const MAX_PIECES: usize = 64;
/// The most variables, the two scores included: they are part of the position, which must stay small. The public
/// games need 24 at most.
pub const MAX_VARIABLES: usize = 32;
/// The highest bound of a variable: a position stores it in 16 bits.
pub const MAX_BOUND: u32 = u16::MAX as u32;
/// The most directions of a board: an index has 8 bits.
pub(super) const MAX_DIRECTIONS: usize = 255;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Piece(u8),
    /// A player, whose score is the variable of the same number.
    Player(u8),
    Variable(u8),
    Direction(u8),
}

impl Meaning {
    fn noun(self) -> &'static str {
        match self {
            Meaning::Piece(_) => "a piece",
            Meaning::Player(_) => "a player",
            Meaning::Variable(_) => "a variable",
            Meaning::Direction(_) => "a direction",
        }
    }
}

/// All names that a file declares.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    meanings: BTreeMap<Arc<str>, Meaning>,
    pub pieces: Vec<Arc<str>>,
    /// The names of the variables: first the two players, whose scores are variables.
    pub variables: Vec<Arc<str>>,
    pub bounds: Vec<u16>,
    pub directions: Vec<Arc<str>>,
    /// The macros, for hints and for their words.
    pub macros: MacroTexts,
}

impl Names {
    pub fn read(players: &Section, pieces: &Section, variables: &Section) -> Result<Self, Problem> {
        let mut names = Names::default();
        for (name, bound, span) in bounded(players, "a player as `white(100)`")? {
            let index = names.variables.len();
            if index < 2 {
                names.declare(&name, Meaning::Player(index as u8), span)?;
            }
            names.variables.push(name);
            names.bounds.push(bound);
        }
        if names.variables.len() != 2 {
            let message =
                format!("this game is for {}: expected exactly two", count_of(names.variables.len(), "player"));
            return Err(Problem::at(players.heading, message));
        }
        let mut cursor = Cursor::new(&pieces.tokens, pieces.heading);
        loop {
            let (name, span) = cursor.name("a piece")?;
            if names.pieces.len() >= MAX_PIECES {
                return Err(Problem::at(
                    span,
                    format!("there are too many pieces: expected at most {MAX_PIECES} kinds"),
                ));
            }
            names.declare(&name, Meaning::Piece(names.pieces.len() as u8), span)?;
            names.pieces.push(name);
            if !cursor.skip(",") {
                break;
            }
        }
        cursor.end("`,` or the next part")?;
        for (name, bound, span) in bounded(variables, "a variable as `turn(100)`")? {
            if names.variables.len() >= MAX_VARIABLES {
                let message =
                    format!("there are too many variables: expected at most {} and the scores", MAX_VARIABLES - 2);
                return Err(Problem::at(span, message));
            }
            names.declare(&name, Meaning::Variable(names.variables.len() as u8), span)?;
            names.variables.push(name);
            names.bounds.push(bound);
        }
        Ok(names)
    }

    pub fn declare_direction(&mut self, name: &Arc<str>, span: Span) -> Result<u8, Problem> {
        if self.directions.len() >= MAX_DIRECTIONS {
            let message = format!("there are too many directions: expected at most {MAX_DIRECTIONS}");
            return Err(Problem::at(span, message));
        }
        let index = self.directions.len() as u8;
        self.declare(name, Meaning::Direction(index), span)?;
        self.directions.push(name.clone());
        Ok(index)
    }

    pub fn get(&self, name: &str) -> Option<Meaning> {
        self.meanings.get(name).copied()
    }

    /// Reads the name of a piece.
    pub fn piece(&self, cursor: &mut Cursor) -> Result<u8, Problem> {
        let (name, span) = cursor.name("a piece")?;
        match self.get(&name) {
            Some(Meaning::Piece(piece)) => Ok(piece),
            _ => Err(self.not(&name, span, "a piece")),
        }
    }

    /// The error for a name that does not have the expected meaning.
    pub fn not(&self, name: &str, span: Span, expected: &str) -> Problem {
        let is = match self.get(name) {
            Some(meaning) => meaning.noun(),
            None if self.macros.contains_key(name) => {
                "a macro, which only what is below its definition sees, with all its arguments; it cannot use itself, but \
                 write `*` for what may be repeated"
            }
            None => "is not declared",
        };
        let verb = if is.starts_with("is") { "" } else { "is " };
        Problem::at(span, format!("expected {expected}: `{name}` {verb}{is}"))
    }

    fn declare(&mut self, name: &Arc<str>, meaning: Meaning, span: Span) -> Result<(), Problem> {
        match self.meanings.insert(name.clone(), meaning) {
            Some(before) => Err(Problem::at(span, format!("`{name}` is already {}", before.noun()))),
            None => Ok(()),
        }
    }
}

/// Reads `name(bound), name(bound)`, which may be empty.
fn bounded(section: &Section, what: &str) -> Result<Vec<(Arc<str>, u16, Span)>, Problem> {
    let mut cursor = Cursor::new(&section.tokens, section.heading);
    let mut list = Vec::new();
    while cursor.peek().is_some() {
        let (name, span) = cursor.name(what)?;
        cursor.expect("(")?;
        let (bound, at) = cursor.number("the highest value, a number")?;
        let Ok(bound) = u16::try_from(bound) else {
            return Err(Problem::at(at, format!("this bound is too high: expected at most {MAX_BOUND}")));
        };
        cursor.expect(")")?;
        list.push((name, bound, span));
        if !cursor.skip(",") {
            cursor.end("`,` or the next part")?;
            break;
        }
    }
    Ok(list)
}
