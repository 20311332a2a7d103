//! Smart Game Format, `FF[4]` (red-bean.com/sgf): trees of nodes with properties. Knows no game.
//!
//! The parser accepts common defects of files: text before the first game and between games, lower-case letters in
//! names, empty nodes, a missing last bracket or first `;`, unescaped pairs of brackets in values.

use crate::tree::{ROOT, Tree};
use std::fmt;
use thiserror::Error;

/// A game: a tree of nodes; the root has the properties of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub tree: Tree<Node>,
    /// The line of the text in which it begins, from 1.
    pub line: usize,
}

/// The properties of a node, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Names in capitals, each with its values.
    pub properties: Vec<(String, Vec<String>)>,
}

/// A text that is not in the format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct SgfError {
    /// Line of the text, counted from 1.
    pub line: usize,
    what: String,
}

impl Node {
    pub fn add<V: Into<String>>(&mut self, name: &str, values: impl IntoIterator<Item = V>) {
        self.properties.push((name.to_owned(), values.into_iter().map(Into::into).collect()));
    }

    /// The values of a property; empty if the node does not have it.
    pub fn values(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|(own, _)| own == name);
        found.map_or(&[], |(_, values)| values)
    }

    /// The first value of a property, without white space around it.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(|value| value.trim())
    }
}

/// Finds the line of a place in a text, for places in ascending order: the text is read once.
#[derive(Debug)]
pub(crate) struct LineCount<'a> {
    text: &'a str,
    counted: usize,
    line: usize,
}

impl<'a> LineCount<'a> {
    /// Starts at the beginning of a text.
    pub fn new(text: &'a str) -> LineCount<'a> {
        LineCount { text, counted: 0, line: 1 }
    }

    /// The line, from 1, of a byte that is not before an earlier argument.
    pub fn of(&mut self, at: usize) -> usize {
        self.line += self.text.as_bytes()[self.counted..at].iter().filter(|&&byte| byte == b'\n').count();
        self.counted = at;
        self.line
    }
}

/// Parses all games of a text.
///
/// # Errors
/// There is none, or a property has no value, or a value does not end.
pub fn read(text: &str) -> Result<Vec<Game>, SgfError> {
    let mut reader = Reader { text, at: 0, lines: LineCount::new(text) };
    let mut games = Vec::new();
    while reader.find_game() {
        games.push(reader.game()?);
    }
    if games.is_empty() {
        return Err(SgfError { line: 1, what: "no game: expected a text as `(;FF[4]GM[9];B[e1-e3])`".to_owned() });
    }
    Ok(games)
}

/// Whether a text begins with a game: `(;` or, where the `;` was forgotten, `(` and a property.
pub(crate) fn begins_game(text: &str) -> bool {
    let inside = text.strip_prefix('(').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(';') || begins_property(inside))
}

/// Whether a text begins with a property: a name with some capitals, and `[`.
fn begins_property(text: &str) -> bool {
    let name = &text[..text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len())];
    name.contains(|c: char| c.is_ascii_uppercase()) && text[name.len()..].trim_start().starts_with('[')
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    lines: LineCount<'a>,
}

impl Reader<'_> {
    fn error(&mut self, what: impl Into<String>) -> SgfError {
        SgfError { line: self.line(), what: what.into() }
    }

    fn line(&mut self) -> usize {
        self.lines.of(self.at)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Skips to the next `(` that begins a game.
    fn find_game(&mut self) -> bool {
        while let Some(found) = self.rest().find('(') {
            self.at += found;
            if begins_game(self.rest()) {
                return true;
            }
            self.at += 1;
        }
        false
    }

    /// Reads a game from its `(` on.
    fn game(&mut self) -> Result<Game, SgfError> {
        let line = self.line();
        let mut tree: Option<Tree<Node>> = None;
        // The predecessor of the next node, and the branching points of open variations.
        let (mut at, mut open) = (ROOT, Vec::new());
        loop {
            self.skip_space();
            match self.rest().chars().next() {
                Some('(') => {
                    open.push(at);
                    self.at += 1;
                }
                Some(')') => {
                    self.at += 1;
                    at = open.pop().expect("the first bracket was read");
                    if open.is_empty() {
                        break;
                    }
                }
                // A truncated file is closed here.
                None => break,
                Some(first) if first == ';' || tree.is_none() => {
                    self.at += usize::from(first == ';');
                    let node = self.node()?;
                    match &mut tree {
                        None => tree = Some(Tree::new(node)),
                        // A stray `;` after the first one means nothing.
                        Some(tree) if !node.properties.is_empty() => at = tree.add(at, node),
                        Some(_) => {}
                    }
                }
                Some(other) => return Err(self.error(format!("expected `;`, `(` or `)`, found `{other}`"))),
            }
        }
        Ok(Game { tree: tree.expect("a game begins with `(;`"), line })
    }

    /// Reads the properties behind a `;`.
    fn node(&mut self) -> Result<Node, SgfError> {
        let mut node = Node::default();
        loop {
            self.skip_space();
            let rest = self.rest();
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            if length == 0 {
                return Ok(node);
            }
            let given = &rest[..length];
            // Older versions have long names, of which only the capitals count.
            let capitals = String::from_iter(given.chars().filter(|c| !c.is_ascii_lowercase()));
            let name = if capitals.is_empty() { given.to_ascii_uppercase() } else { capitals };
            let begin = self.at;
            self.at += length;
            let mut values = Vec::new();
            loop {
                self.skip_space();
                if !self.rest().starts_with('[') {
                    break;
                }
                values.push(self.value()?);
            }
            if values.is_empty() {
                self.at = begin;
                return Err(self.error(format!("`{name}` has no value: expected `{name}[...]`")));
            }
            node.properties.push((name, values));
        }
    }

    /// Reads a value from its `[` on.
    fn value(&mut self) -> Result<String, SgfError> {
        let begin = self.at + 1;
        let mut value = String::new();
        // Number of open brackets in the value. One that closes such a bracket should be escaped, but often is not.
        let mut open = 0;
        let mut chars = self.text[begin..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                ']' if open == 0 || ends_value(&self.text[begin + at + 1..]) => {
                    self.at = begin + at + 1;
                    return Ok(value);
                }
                // An escaped line end is no part of the value; anything else stands for itself.
                '\\' => match chars.next() {
                    Some((_, '\n' | '\r')) | None => {}
                    Some((_, escaped)) => value.push(escaped),
                },
                c => {
                    match c {
                        '[' => open += 1,
                        ']' => open -= 1,
                        _ => {}
                    }
                    value.push(c);
                }
            }
        }
        Err(self.error("a value does not end: expected `]`"))
    }
}

/// Whether a text after a `]` can follow a value.
fn ends_value(behind: &str) -> bool {
    let behind = behind.trim_start();
    behind.is_empty() || behind.starts_with([';', '(', ')', '[']) || begins_property(behind)
}

/// Number of nodes per line of written text.
const IN_A_LINE: usize = 10;

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Part {
            /// A variation from its first node on.
            Line(usize),
            Close,
        }
        let mut parts = vec![Part::Line(ROOT)];
        while let Some(part) = parts.pop() {
            let Part::Line(mut node) = part else {
                f.write_str(")")?;
                continue;
            };
            f.write_str("(")?;
            for number in 0.. {
                // Lines of a readable length.
                f.write_str(if number > 0 && number % IN_A_LINE == 0 { "\n;" } else { ";" })?;
                for (name, values) in &self.tree[node].properties {
                    f.write_str(name)?;
                    for value in values {
                        write!(f, "[{}]", value.replace('\\', "\\\\").replace(']', "\\]"))?;
                    }
                }
                match self.tree.children(node) {
                    &[only] => node = only,
                    children => {
                        parts.push(Part::Close);
                        parts.extend(children.iter().rev().map(|&child| Part::Line(child)));
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main_line(text: &str) -> String {
        let games = read(text).expect("it is one");
        let nodes = games[0].tree.main_line().map(|node| {
            let properties =
                games[0].tree[node].properties.iter().map(|(name, values)| format!("{name}={}", values.join(",")));
            properties.collect::<Vec<_>>().join(" ")
        });
        nodes.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn trees_are_read_and_written() {
        let text = r"(;FF[4]GM[9]C[a \] b \\ c];B[e1-e3](;W[c2:c5];B[resign])(;W[a2-c2](;B[b1-b3])(;B[c1-c3])))";
        let games = read(text).expect("it is one");
        assert_eq!(games[0].to_string(), text);
        assert_eq!(games[0].tree[ROOT].value("C"), Some(r"a ] b \ c"));
        assert_eq!(games[0].tree.lines(), 3);
        assert_eq!(main_line(text), r"FF=4 GM=9 C=a ] b \ c; B=e1-e3; W=c2:c5; B=resign");
        let many = format!("(;FF[4]{})", ";B[a1-a2]".repeat(25));
        assert_eq!(read(&read(&many).unwrap()[0].to_string()).unwrap()[0].tree.len(), 26);
    }

    #[test]
    fn what_people_have_is_read() {
        assert_eq!(
            main_line("\u{feff}mail: (see below)\n( ;GaMe[9]\nSiZe[8] ; ;\r\n B[e1-e3];;W\n[c2:c5]"),
            "GM=9 SZ=8; B=e1-e3; W=c2:c5"
        );
        assert_eq!(main_line("(;gm[9];b[e1-e3])"), "GM=9; B=e1-e3");
        assert_eq!(main_line("(;AB[a1][b1:c3] [d4])"), "AB=a1,b1:c3,d4");
        assert_eq!(main_line("(;C[one\\\ntwo\nthree])"), "C=onetwo\nthree");
        let games = read("x(;B[a1-a2])y (;W[b1-b2]\n) (;B[c1-c2])").expect("three games");
        assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 1, 2]);
    }

    #[test]
    fn variations_may_lie_as_deep_as_they_like() {
        let deep = format!("(;C[]{}{}", "(;B[](;W[])".repeat(100_000), ")".repeat(100_001));
        let games = read(&deep).expect("it is one");
        assert_eq!(games[0].tree.lines(), 100_000);
        assert!(read(&games[0].to_string()) == Ok(games));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = |text: &str| read(text).expect_err("it is none").to_string();
        assert!(error("{}").contains("no game: expected a text as `(;"));
        assert_eq!(error("(;GM[9]\n;B[e1-e3"), "line 2: a value does not end: expected `]`");
        assert_eq!(error("(;GM[9]\n;B W[a1-a2])"), "line 2: `B` has no value: expected `B[...]`");
        assert_eq!(error("(;GM[9] * )"), "line 1: expected `;`, `(` or `)`, found `*`");
    }
}
