use std::fmt;
use thiserror::Error;

/// A place in a rules file: a range of bytes, and the use of a macro that brought it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    pub(super) start: u32,
    pub(super) len: u32,
    /// One more than an index into [`Source::uses`]; 0 outside macros.
    pub(super) via: u32,
}

impl Span {
    /// From the beginning of this span to the end of `end`, if both are in the same context.
    pub(super) fn to(self, end: Span) -> Span {
        match end.via == self.via && end.start >= self.start {
            true => Span { len: end.start + end.len - self.start, ..self },
            false => self,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct MacroUse {
    pub name: String,
    pub at: Span,
}

/// An error and its place, before it is formatted for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub(super) at: Option<Span>,
    pub(super) message: String,
}

impl Problem {
    pub(super) fn at(at: Span, message: impl Into<String>) -> Self {
        Problem { at: Some(at), message: message.into() }
    }

    pub(super) fn general(message: impl Into<String>) -> Self {
        Problem { at: None, message: message.into() }
    }
}

/// How the cells of a rectangle are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellNames {
    /// `a1` is the lower left cell.
    #[default]
    FromBelow,
    /// `a1` is the upper left cell.
    FromAbove,
    /// Every second row and column lies between cells, as walls do. `a1` is the lower left cell, `a1h` lies above it,
    /// `a1v` to its right, and `a1c` beyond its corner.
    WithBetween,
}

/// The text of a rules file, and the names of its places.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub(super) name: String,
    pub(super) text: String,
    /// Macros without arguments whose word differs from the text, with this word.
    pub(super) values: Vec<(String, String)>,
    pub(super) cell_names: CellNames,
    pub(super) uses: Vec<MacroUse>,
}

impl Source {
    pub(super) fn new(name: &str, text: &str) -> Self {
        Source { name: name.to_owned(), text: text.to_owned(), ..Source::default() }
    }

    /// Line and column, both from 1, and the line's text.
    pub(super) fn place(&self, span: Span) -> Place {
        let start = floor(&self.text, span.start as usize);
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |newline| start + newline);
        let end = floor(&self.text, start + span.len as usize).clamp(start, line_end);
        Place {
            file: self.name.clone(),
            line: before.matches('\n').count() + 1,
            column: self.text[line_start..start].chars().count() + 1,
            width: self.text[start..end].chars().count().max(1),
            text: self.text[line_start..line_end].trim_end().to_owned(),
        }
    }

    /// Formats a problem: its place, and inside a macro also the places where macros were used, outermost last.
    pub(super) fn explain(&self, problem: Problem) -> RulesFileError {
        let (mut place, mut used) = (None, Vec::new());
        if let Some(at) = problem.at {
            place = Some(Box::new(self.place(at)));
            let mut via = at.via;
            // A chain of uses can be as long as macros are nested; both of its ends suffice.
            while let Some(index) = via.checked_sub(1) {
                let Some(macro_use) = self.uses.get(index as usize) else { break };
                used.push((macro_use.name.clone(), self.place(macro_use.at)));
                via = macro_use.at.via;
            }
            if used.len() > 4 {
                used.drain(2..used.len() - 2);
            }
        }
        RulesFileError { file: self.name.clone(), message: problem.message, place, used }
    }
}

/// The nearest character boundary at or below `index`.
fn floor(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

/// A place in a file, as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's name as it was given.
    pub file: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Number of characters that the mark covers.
    pub width: usize,
    pub text: String,
}

/// Why a rules file is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct RulesFileError {
    /// The file's name as it was given.
    pub file: String,
    /// The text found and the text expected, in a sentence without a full stop.
    pub message: String,
    /// The place, if there is one.
    pub place: Option<Box<Place>>,
    /// The macros around the place, innermost first: the name and the place of the use.
    pub used: Vec<(String, Place)>,
}

/// The most characters of a line that an error shows.
const WINDOW: usize = 160;

impl fmt::Display for RulesFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else { return write!(f, "{}: {}", self.file, self.message) };
        write!(f, "{}:{}:{}: {}", place.file, place.line, place.column, self.message)?;
        // For a long line, the part around the mark.
        let from =
            (place.column - 1).saturating_sub(if place.text.chars().count() > WINDOW { WINDOW / 2 } else { WINDOW });
        let shown: String = place.text.chars().skip(from).take(WINDOW).collect();
        write!(f, "\n  | {shown}\n  | ")?;
        // Tabs stay tabs, so that the mark is aligned.
        for c in shown.chars().take(place.column - 1 - from) {
            write!(f, "{}", if c == '\t' { '\t' } else { ' ' })?;
        }
        write!(f, "{}", "^".repeat(place.width.min(WINDOW / 2)))?;
        for (name, place) in &self.used {
            write!(f, "\n  in the macro `{name}`, used at {}:{}:{}", place.file, place.line, place.column)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_shows_its_line_and_the_macros_around_it() {
        let mut source = Source::new("a.rbg", "#x = é ?\n#rules = x\n");
        source.uses.push(MacroUse { name: "x".into(), at: Span { start: 19, len: 1, via: 0 } });
        let error = source.explain(Problem::at(Span { start: 8, len: 1, via: 1 }, "expected an action"));
        assert_eq!(
            error.to_string(),
            "a.rbg:1:8: expected an action\n  | #x = é ?\n  |        ^\n  in the macro `x`, used at a.rbg:2:10"
        );
        let source = Source::new("a.rbg", &("é".repeat(500) + "?" + &"é".repeat(500)));
        let error = source.explain(Problem::at(Span { start: 1000, len: 1, via: 0 }, "no")).to_string();
        let (line, mark) = (error.lines().nth(1).unwrap_or(""), error.lines().nth(2).unwrap_or(""));
        assert_eq!((line.chars().count(), line.chars().position(|c| c == '?')), (164, mark.find('^')));
    }
}
