//! The imports of a Rust crate's files, parsed from their text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A path from the crate root, by its names.
pub type Names = Vec<String>;

/// A module, parsed from a file.
#[derive(Debug, Default)]
pub struct Source {
    /// The module's own path.
    pub module: Names,
    /// The file, below the folder of all sources.
    pub file: PathBuf,
    pub uses: Vec<Use>,
    /// Its re-exported names: by the name here, where it comes from.
    pub exports: BTreeMap<String, Names>,
    /// The macros that it exports at the crate root.
    pub macros: Vec<String>,
}

/// A path of this crate that a file names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    pub path: Names,
    /// Whether only tests within the file need it.
    pub in_tests: bool,
}

/// A piece of a source: an identifier, a path separator or any other sign. Comments and literals are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    Name(&'a str),
    Separator,
    Sign(char),
}

fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if let Some(len) = literal(rest) {
            len
        } else if rest.starts_with("::") {
            tokens.push(Token::Separator);
            2
        } else if first.is_alphanumeric() || first == '_' {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(Token::Name(&rest[..len]));
            len
        } else {
            if !first.is_whitespace() {
                tokens.push(Token::Sign(first));
            }
            first.len_utf8()
        };
        rest = &rest[len..];
    }
    tokens
}

/// The length of the string or character that a text begins with.
fn literal(text: &str) -> Option<usize> {
    let plain = text.strip_prefix('b').unwrap_or(text);
    let before = text.len() - plain.len();
    if let Some(raw) = plain.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let end = format!("\"{}", "#".repeat(hashes));
        let inside = raw[hashes..].strip_prefix('"')?;
        return Some(before + 2 + hashes + inside.find(&end)? + end.len());
    }
    let quote = plain.chars().next().filter(|&c| c == '"' || c == '\'')?;
    let mut chars = plain.char_indices().skip(1);
    let mut seen = 0;
    while let Some((at, c)) = chars.next() {
        if c == quote && seen > 0 || c == '"' && quote == '"' {
            return Some(before + at + 1);
        }
        // A lifetime: one name, and no quote after it.
        if quote == '\'' && seen > 0 {
            return None;
        }
        seen += 1;
        if c == '\\' {
            let (_, escaped) = chars.next()?;
            if quote == '\'' && matches!(escaped, 'u' | 'x') {
                return Some(before + plain[at..].find('\'').map(|end| at + end + 1)?);
            }
        }
    }
    None
}

/// Reads a file of the module `module`, whose submodules are `children`.
pub fn read(module: &[&str], children: &BTreeSet<&str>, text: &str) -> Source {
    let tokens = tokens(text);
    let mut source = Source { module: owned(module), ..Source::default() };
    let mut reader = Reader { tokens: &tokens, at: 0, children, within: owned(module), blocks: Vec::new(), tests: 0 };
    while reader.at < tokens.len() {
        reader.step(&mut source);
    }
    source.macros = exported_macros(&tokens);
    source
}

fn owned(names: &[&str]) -> Names {
    names.iter().map(|&name| name.to_owned()).collect()
}

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    children: &'a BTreeSet<&'a str>,
    /// The present module; those written within the file are among its names.
    within: Names,
    /// The braces open, and whether a module begins with them: for tests only, or not.
    blocks: Vec<Option<bool>>,
    /// How many modules for tests are open.
    tests: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn step(&mut self, source: &mut Source) {
        use Token::{Name, Separator, Sign};
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (Some(Name("mod")), Some(Name(name)), Some(Sign('{'))) => {
                let before = &self.tokens[..self.at];
                let for_tests = before.ends_with(&[
                    Sign('#'),
                    Sign('['),
                    Name("cfg"),
                    Sign('('),
                    Name("test"),
                    Sign(')'),
                    Sign(']'),
                ]);
                self.within.push(name.to_owned());
                self.blocks.push(Some(for_tests));
                self.tests += usize::from(for_tests);
                self.at += 3;
            }
            (Some(Sign('{')), ..) => {
                self.blocks.push(None);
                self.at += 1;
            }
            (Some(Sign('}')), ..) => {
                if let Some(Some(for_tests)) = self.blocks.pop() {
                    self.within.pop();
                    self.tests -= usize::from(for_tests);
                }
                self.at += 1;
            }
            // `use<'a>` is no import.
            (Some(Name("use")), Some(Name(_) | Sign('{')), _) => {
                let exported = self.is_exported();
                self.at += 1;
                let mut found = Vec::new();
                self.tree(&[], &mut found);
                for (path, name) in found {
                    match self.absolute(&path) {
                        Some(path) if exported => drop(source.exports.insert(name, path)),
                        Some(path) => source.uses.push(Use { path, in_tests: self.tests > 0 }),
                        None => {}
                    }
                }
            }
            (Some(Name(first)), Some(Separator), _) => {
                let mut path = vec![first];
                self.at += 1;
                while let (Some(Separator), Some(Name(name))) = (self.peek(0), self.peek(1)) {
                    path.push(name);
                    self.at += 2;
                }
                if let Some(path) = self.absolute(&path).filter(|_| path.len() > 1) {
                    source.uses.push(Use { path, in_tests: self.tests > 0 });
                }
            }
            _ => self.at += 1,
        }
    }

    /// Whether `pub`, or `pub(...)`, stands before the present token.
    fn is_exported(&self) -> bool {
        let before = &self.tokens[..self.at];
        match before.last() {
            Some(Token::Sign(')')) => {
                let open = before.iter().rposition(|&token| token == Token::Sign('('));
                open.is_some_and(|open| before[..open].last() == Some(&Token::Name("pub")))
            }
            last => last == Some(&Token::Name("pub")),
        }
    }

    /// Reads a tree of paths, each with the name that it has from then on.
    fn tree(&mut self, before: &[&'a str], found: &mut Vec<(Vec<&'a str>, String)>) {
        let mut path = before.to_vec();
        loop {
            match self.peek(0) {
                Some(Token::Name("as")) => {
                    let Some(Token::Name(name)) = self.peek(1) else { return };
                    self.at += 2;
                    found.push((path, name.to_owned()));
                    return;
                }
                Some(Token::Name(name)) => path.push(name),
                Some(Token::Separator) => {}
                Some(Token::Sign('*')) => path.push("*"),
                Some(Token::Sign('{')) => {
                    self.at += 1;
                    while !matches!(self.peek(0), None | Some(Token::Sign('}'))) {
                        self.tree(&path, found);
                        self.at += usize::from(self.peek(0) == Some(Token::Sign(',')));
                    }
                    self.at += 1;
                    return;
                }
                _ => {
                    if path.last() == Some(&"self") && path.len() > 1 {
                        path.pop();
                    }
                    let name = path.last().copied().unwrap_or_default().to_owned();
                    found.push((path, name));
                    return;
                }
            }
            self.at += 1;
        }
    }

    /// A path from the crate root; `None` for one of another crate, or of something within the file.
    fn absolute(&self, path: &[&str]) -> Option<Names> {
        let mut from = match path.first()? {
            &"crate" => Vec::new(),
            &"self" | &"super" => self.within.clone(),
            child if self.children.contains(child) => self.within.clone(),
            _ => return None,
        };
        let mut rest = path;
        while let Some((&first, others)) =
            rest.split_first().filter(|(first, _)| ["crate", "self", "super"].contains(first))
        {
            if first == "super" {
                from.pop()?;
            }
            rest = others;
        }
        from.extend(rest.iter().map(|&name| name.to_owned()));
        Some(from)
    }
}

/// Names of the macros that a file exports at the crate root.
fn exported_macros(tokens: &[Token]) -> Vec<String> {
    let exports = tokens.windows(6).filter_map(|window| match window {
        [
            Token::Name("macro_export"),
            Token::Sign(']'),
            Token::Name("macro_rules"),
            Token::Sign('!'),
            Token::Name(name),
            _,
        ] => Some((*name).to_owned()),
        _ => None,
    });
    exports.collect()
}

/// All modules below a folder of sources with a `lib.rs`, in the order of their paths.
pub fn sources(folder: &Path) -> Vec<Source> {
    let mut files = Vec::new();
    walk(folder, &mut files);
    let modules: BTreeMap<Names, PathBuf> =
        files.iter().filter_map(|file| Some((module(folder, file)?, file.clone()))).collect();
    let sources = modules.iter().map(|(own, file)| {
        let children = modules.keys().filter(|other| other.len() == own.len() + 1 && other.starts_with(own));
        let children = children.map(|child| child[own.len()].as_str()).collect();
        let text = fs::read_to_string(file).expect("src is readable");
        let names = Vec::from_iter(own.iter().map(String::as_str));
        let file = file.strip_prefix(folder).expect("files are below the folder").to_owned();
        Source { file, ..read(&names, &children, &text) }
    });
    sources.collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src is readable") {
        let path = entry.expect("src is readable").path();
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The module of a file; none of the program, which is a crate of its own.
fn module(folder: &Path, file: &Path) -> Option<Names> {
    let below = file.strip_prefix(folder).ok()?.with_extension("");
    let mut names: Names = below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    match names.last().map(String::as_str) {
        Some("main") => return None,
        Some("mod" | "lib") => drop(names.pop()),
        _ => {}
    }
    Some(names)
}
