//! Records as text for people: tags and numbered moves, as PGN has them for chess.
//!
//! Tags are `Game`, `Options`, `Start`, a name for each seat, `Source` and `Result`: `1-0` is a win of the side that
//! begins.

use super::foreign::{Foreign, option_texts, own_start};
use super::notes::{Event, Moment, Notes, SIGNS, Step};
use super::{Reason, Record};
use crate::game::Side;
use crate::games::AnyGame;
use crate::sgf::LineCount;
use crate::tree::{ROOT, Tree};
use std::fmt::Write;
use std::mem;

/// Characters of a line of moves.
const WIDTH: usize = 80;

/// Reads the games of a text, each with the line in which it begins.
///
/// # Errors
/// A tag, a comment or a variation does not end: the line, and what was expected.
pub(super) fn read(text: &str) -> Result<Vec<(usize, Foreign)>, (usize, String)> {
    let mut reader = Reader { games: Vec::new(), is_over: true, at: ROOT, open: Vec::new(), before: Notes::default() };
    let (mut at, mut lines) = (0, LineCount::new(text));
    while let Some(c) = text[at..].chars().next() {
        let line = lines.of(at);
        let until = |end: char, what: &str| match text[at..].find(end) {
            Some(length) => Ok(at + length + end.len_utf8()),
            None => Err((line, format!("{what} does not end: expected `{end}`"))),
        };
        let begin = at;
        match c {
            _ if c.is_whitespace() || c == '\u{feff}' => at += c.len_utf8(),
            '{' => {
                at = until('}', "a comment")?;
                reader.notes().say(&text[begin + 1..at - 1]);
            }
            ';' => {
                at = text[at..].find('\n').map_or(text.len(), |length| at + length);
                reader.notes().say(&text[begin + 1..at]);
            }
            '(' => {
                at += 1;
                let nothing =
                    || (line, "`(` begins a variation: expected it behind the move that it replaces".to_owned());
                reader.begin_variation(line).ok_or_else(nothing)?;
            }
            ')' => {
                at += 1;
                reader.end_variation().ok_or_else(|| (line, "`)` closes no variation: expected a move".to_owned()))?;
            }
            '[' => {
                at = until(']', "a tag")?;
                reader.tag(line, &text[begin + 1..at - 1]);
            }
            _ => {
                let is_end = |c: char| c.is_whitespace() || ['{', '(', ')'].contains(&c);
                at += text[at..].find(is_end).unwrap_or(text.len() - at);
                reader.word(line, &text[begin..at]);
            }
        }
    }
    match reader.open.pop() {
        Some((line, _)) => Err((line, "a variation does not end: expected `)`".to_owned())),
        None => Ok(reader.games),
    }
}

struct Reader {
    games: Vec<(usize, Foreign)>,
    /// The last game has its result, or there is none yet.
    is_over: bool,
    /// The node of its tree that the next move follows.
    at: usize,
    /// The variations that have not ended: the line in which each begins, and the node that it replaces.
    open: Vec<(usize, usize)>,
    /// What is said before the first game.
    before: Notes,
}

impl Reader {
    /// The game that the text is in; a new one where that is over.
    fn game(&mut self, line: usize) -> &mut Foreign {
        if self.is_over && self.open.is_empty() {
            let mut game = Foreign::default();
            game.tree[ROOT].notes = mem::take(&mut self.before);
            self.games.push((line, game));
            (self.is_over, self.at) = (false, ROOT);
        }
        &mut self.games.last_mut().expect("one was begun").1
    }

    /// Of what was told last.
    fn notes(&mut self) -> &mut Notes {
        match self.games.last_mut() {
            Some((_, game)) => &mut game.tree[self.at].notes,
            None => &mut self.before,
        }
    }

    /// What follows is instead of the last move.
    fn begin_variation(&mut self, line: usize) -> Option<()> {
        let (_, game) = self.games.last()?;
        let before = game.tree.parent(self.at)?;
        self.open.push((line, mem::replace(&mut self.at, before)));
        Some(())
    }

    fn end_variation(&mut self) -> Option<()> {
        (_, self.at) = self.open.pop()?;
        Some(())
    }

    /// A tag begins a new game once the last one has moves or a result; in variations there are none.
    fn tag(&mut self, line: usize, text: &str) {
        if self.open.is_empty() {
            self.is_over |= self.games.last().is_some_and(|(_, game)| game.tree.len() > 1);
            tag(self.game(line), text);
        }
    }

    /// Takes a word of the moves.
    fn word(&mut self, line: usize, word: &str) {
        self.game(line);
        // `1.c8-c6`, `1...`, `12.`: a number with dots begins a turn.
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let word = match word[digits..].starts_with(['.', '…']) && digits > 0 {
            true => word[digits..].trim_start_matches(['.', '…']),
            false => word.trim_start_matches('…'),
        };
        let event = match word.to_lowercase().as_str() {
            "" | "..." => return,
            "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*" => {
                if self.open.is_empty() {
                    let game = self.game(line);
                    game.result = game.result.or(result(word));
                    self.is_over = true;
                }
                return;
            }
            "resign" | "resigns" => Event::Resigns(None),
            // Numbers of comments and of signs, and signs that stand alone.
            other if other.starts_with('$') || other.chars().all(|c| "!?+#".contains(c)) => {
                let number = other.strip_prefix('$').and_then(|number| number.parse::<usize>().ok());
                let sign = number.and_then(|number| SIGNS.get(number.checked_sub(1)?)).copied().unwrap_or(other);
                self.notes().read_sign(sign);
                return;
            }
            _ => Event::Move(None, word.to_owned()),
        };
        let at = self.at;
        self.at = self.game(line).tree.add(at, Moment { event, notes: Notes::default() });
    }
}

fn result(text: &str) -> Option<Option<Side>> {
    match text {
        "1-0" => Some(Some(Side::First)),
        "0-1" => Some(Some(Side::Second)),
        "1/2-1/2" | "½-½" => Some(None),
        _ => None,
    }
}

/// Takes `Name "Value"`.
fn tag(game: &mut Foreign, text: &str) {
    let Some((name, value)) = text.trim().split_once(char::is_whitespace) else { return };
    let value = unquoted(value);
    let name = name.to_lowercase();
    // Who sat where counts even where the name is not known.
    if value.is_empty() && name != "player" {
        return;
    }
    match name.as_str() {
        "game" | "variant" if value.eq_ignore_ascii_case("lines of action") => game.variant = Some("loa".to_owned()),
        "game" | "variant" if value.eq_ignore_ascii_case("scrambled eggs") => {
            game.variant = Some("loa".to_owned());
            game.options.insert("setup".to_owned(), "scrambled-eggs".into());
        }
        "game" | "variant" => game.variant = Some(value),
        "options" => {
            for option in value.split_whitespace() {
                // What is no option says nothing.
                let _ = game.take_option(option);
            }
        }
        "start" | "fen" => game.start = Some(value).filter(|start| start != "startpos"),
        "adjudicated" => game.forfeit = matches!(value.as_str(), "Out of time" | "Crashed" | "Illegal move"),
        "termination" => game.forfeit = matches!(value.to_lowercase().as_str(), "forfeit" | "time forfeit"),
        "result" => game.result = result(&value),
        "source" | "event" | "date" | "site" => {
            let before = game.source.take().map(|before| before + ", ").unwrap_or_default();
            game.source = Some(before + &value);
        }
        // It names the one who begins first, White unless its user says otherwise.
        "black" | "white" if game.source.as_ref().is_some_and(|source| source.contains("CuteGames")) => {
            game.players.push(value);
        }
        "black" | "white" => {
            game.players.resize(2, String::new());
            game.players[usize::from(name == "white")] = value;
        }
        // One for each seat, in their order.
        "player" => game.players.push(value),
        _ => {}
    }
}

/// The value of a tag; none where it is `?`.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('"').map_or(text, |text| text.strip_suffix('"').unwrap_or(text));
    let mut value = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        value.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    if value == "?" { String::new() } else { value }
}

/// Writes a record that was verified, with all lines of its game.
pub(super) fn write(record: &Record, lines: &Tree<Step>, game: &AnyGame) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', ']'], " ");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    tag("Game", &record.game);
    if !record.options.is_empty() {
        tag("Options", &Vec::from_iter(option_texts(record)).join(" "));
    }
    if let Some(start) = own_start(record, game) {
        tag("Start", start);
    }
    for player in record.players.iter().flatten() {
        tag("Player", if player.is_empty() { "?" } else { player });
    }
    if let Some(source) = &record.source {
        tag("Source", source);
    }
    if record.reason == Some(Reason::Forfeit) {
        tag("Termination", "forfeit");
    }
    let result = match record.winner.flatten() {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None if record.unfinished => "*",
        None => "1/2-1/2",
    };
    tag("Result", result);
    out.push('\n');
    let mut words = words(lines);
    words.push(result.to_owned());
    let mut length = 0;
    for word in words {
        if length > 0 && length + 1 + word.len() > WIDTH {
            out.push('\n');
            length = 0;
        }
        if length > 0 {
            out.push(' ');
            length += 1;
        }
        length += word.len();
        out += &word;
    }
    out + "\n\n"
}

/// The moves with their numbers and what is said of them; behind a move, in brackets, what may be played instead.
fn words(lines: &Tree<Step>) -> Vec<String> {
    enum Part {
        Move(usize, usize),
        /// All that follows a node.
        Rest(usize, usize),
        Open,
        Close,
    }
    let mut words = comment(&lines[ROOT].notes);
    let mut parts = vec![Part::Rest(ROOT, 0)];
    let (mut bracket, mut is_apart) = ("", true);
    while let Some(part) = parts.pop() {
        match part {
            Part::Open => (bracket, is_apart) = ("(", true),
            Part::Close => {
                words.last_mut().expect("behind a move").push(')');
                is_apart = true;
            }
            Part::Move(node, ply) => {
                let Step { text, notes } = &lines[node];
                let number = ply / 2 + 1;
                let sign = notes.sign;
                words.push(match (ply % 2 == 0, is_apart) {
                    (true, _) => format!("{bracket}{number}. {text}{sign}"),
                    (false, true) => format!("{bracket}{number}... {text}{sign}"),
                    (false, false) => format!("{text}{sign}"),
                });
                words.extend(comment(notes));
                (bracket, is_apart) = ("", false);
            }
            Part::Rest(node, ply) => {
                let Some((&first, others)) = lines.children(node).split_first() else { continue };
                parts.push(Part::Rest(first, ply + 1));
                for &other in others.iter().rev() {
                    parts.extend([Part::Close, Part::Rest(other, ply + 1), Part::Move(other, ply), Part::Open]);
                }
                parts.push(Part::Move(first, ply));
            }
        }
    }
    words
}

/// The words of a comment in braces, which it must not close itself.
fn comment(notes: &Notes) -> Vec<String> {
    let words = notes.comment.split_whitespace().map(|word| word.replace('{', "(").replace('}', ")"));
    let words = Vec::from_iter(words);
    if words.is_empty() { words } else { ["{".to_owned()].into_iter().chain(words).chain(["}".to_owned()]).collect() }
}
