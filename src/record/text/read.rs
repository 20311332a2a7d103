use super::token::{Token, Tokens};
use crate::game::Side;
use crate::record::draughts::game_type;
use crate::record::foreign::Foreign;
use crate::record::notes::{Event, Moment, Notes, SIGNS};
use crate::record::spelling::plain;
use crate::tree::ROOT;
use std::mem;

/// Judgements of positions by chess players, most with several signs, with the number of each in PGN (`$16`). A
/// record keeps them as words.
const JUDGEMENTS: [(&str, usize); 26] = [
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+/=", 14),
    ("+=", 14),
    ("⩱", 15),
    ("=/+", 15),
    ("=+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+--", 20),
    ("--+", 21),
    ("+-", 18),
    ("-+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("=/∞", 44),
    ("⇆", 132),
    ("⊕", 138),
    ("N", 146),
    ("D", 220),
];

/// Reads the games of a text, each with the line in which it begins.
///
/// # Errors
/// A tag, a comment or a variation does not end: the line, and the expected text.
pub fn read(text: &str) -> Result<Vec<(usize, Foreign)>, (usize, String)> {
    let mut reader = Reader::default();
    for token in Tokens::of(text) {
        let (line, token) = token?;
        match token {
            Token::Comment(words) => reader.notes().say(words),
            Token::Open => {
                let nothing = "`(` begins a variation: expected it behind the move that it replaces";
                reader.begin_variation(line).ok_or_else(|| (line, nothing.to_owned()))?;
            }
            Token::Close => {
                let nothing = "`)` closes no variation: expected a move";
                reader.end_variation().ok_or_else(|| (line, nothing.to_owned()))?;
            }
            Token::Tag(name, value) => reader.tag(line, name, value),
            Token::Word(word) => reader.word(line, &plain(word)),
        }
    }
    match reader.open.pop() {
        Some((line, _)) => Err((line, "a variation does not end: expected `)`".to_owned())),
        None => Ok(reader.games),
    }
}

#[derive(Default)]
struct Reader {
    games: Vec<(usize, Foreign)>,
    /// Whether the last game has its result.
    is_over: bool,
    /// The node before the next move.
    at: usize,
    /// The open variations: the line in which each begins, and the node that it replaces.
    open: Vec<(usize, usize)>,
    /// Whether a variation has begun, without a move yet.
    is_fresh: bool,
    /// Notes before the first game, or before the first move of a variation.
    before: Notes,
    /// The last game's result in its tag, which may be in points known only to its tournament.
    told: String,
    /// A square and a dash, whose second square is the next word: some files have a blank before numbers of one digit,
    /// as `3- 9`.
    begun: String,
}

impl Reader {
    /// The current game; a new one if the last is over.
    fn game(&mut self, line: usize) -> &mut Foreign {
        if self.games.is_empty() || (self.is_over && self.open.is_empty()) {
            let mut game = Foreign::default();
            game.tree[ROOT].notes = mem::take(&mut self.before);
            self.games.push((line, game));
            (self.is_over, self.at) = (false, ROOT);
            self.told.clear();
            self.begun.clear();
        }
        &mut self.games.last_mut().expect("one was begun").1
    }

    /// Notes on the node read last.
    fn notes(&mut self) -> &mut Notes {
        match self.games.last_mut() {
            Some((_, game)) if !self.is_fresh => &mut game.tree[self.at].notes,
            _ => &mut self.before,
        }
    }

    /// Begins a variation of the last move.
    fn begin_variation(&mut self, line: usize) -> Option<()> {
        let (_, game) = self.games.last()?;
        let before = game.tree.parent(self.at)?;
        self.open.push((line, mem::replace(&mut self.at, before)));
        self.is_fresh = true;
        Some(())
    }

    fn end_variation(&mut self) -> Option<()> {
        (_, self.at) = self.open.pop()?;
        self.is_fresh = false;
        // Words alone are about the move before them.
        let words = mem::take(&mut self.before).comment;
        self.notes().say(&words);
        Some(())
    }

    /// A tag begins a new game once the last one has moves or a result; variations have no tags. Other content in such
    /// brackets (`[%clk 0:01]`, `[/pgn]`) is no tag.
    fn tag(&mut self, line: usize, name: &str, value: String) {
        if self.open.is_empty() && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.is_over |= self.games.last().is_some_and(|(_, game)| game.tree.len() > 1);
            let name = name.to_lowercase();
            self.game(line);
            if name == "result" {
                self.told = value.split_whitespace().collect();
            }
            take_tag(self.game(line), &name, value);
        }
    }

    /// Parses a word among the moves.
    fn word(&mut self, line: usize, word: &str) {
        self.game(line);
        // A word in quotation marks is a move, whatever its meaning otherwise.
        if word.contains('"') {
            return self.happen(line, Event::Move(None, word.replace('"', "")));
        }
        let word = &(mem::take(&mut self.begun) + word);
        if is_begun(behind_number(word)) {
            self.begun = behind_number(word).to_owned();
            return;
        }
        if is_result(word) || *word == self.told {
            if self.open.is_empty() {
                let game = self.game(line);
                game.result = game.result.or(result(word));
                self.is_over = true;
            }
            return;
        }
        let (mut word, mut judgements) = (behind_number(word), Vec::new());
        while let Some((before, judgement)) = split_judgement(word) {
            judgements.push(judgement);
            word = before;
        }
        self.take_word(line, word);
        judgements.iter().rev().for_each(|judgement| self.notes().say(judgement));
    }

    /// Parses a word that is a move, a sign or nothing.
    fn take_word(&mut self, line: usize, word: &str) {
        let number = word.strip_prefix('$').and_then(|number| number.parse::<usize>().ok());
        let event = match number {
            Some(number) => return self.take_number(number),
            None if word.is_empty() => return,
            None if word.chars().all(|c| "!?+#".contains(c)) => return self.notes().read_sign(word),
            None if ["resign", "resigns"].contains(&word.to_lowercase().as_str()) => Event::Resigns(None),
            None => Event::Move(None, word.to_owned()),
        };
        self.happen(line, event);
    }

    /// Adds an event after the last one.
    fn happen(&mut self, line: usize, event: Event) {
        let notes = if mem::take(&mut self.is_fresh) { mem::take(&mut self.before) } else { Notes::default() };
        let at = self.at;
        self.at = self.game(line).tree.add(at, Moment { event, notes });
    }

    /// Applies the number of a sign, or of a judgement of the position.
    fn take_number(&mut self, number: usize) {
        if let Some(sign) = number.checked_sub(1).and_then(|index| SIGNS.get(index)) {
            self.notes().read_sign(sign);
        } else if let Some((sign, _)) = JUDGEMENTS.iter().find(|(_, own)| *own == number) {
            self.notes().say(sign);
        }
    }
}

/// A word without the number of a move before it: `1.c8-c6`, `1...`, `12.`, or dots or digits alone.
fn behind_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match behind.is_empty() || behind.starts_with('.') {
        true => behind.trim_start_matches('.'),
        false => word.trim_start_matches('.'),
    }
}

/// Whether a word is a square of draughts and a dash or a cross, to be followed by another square.
fn is_begun(word: &str) -> bool {
    let square = word.strip_suffix(['-', 'x', ':']).unwrap_or_default();
    !square.is_empty() && square.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word, and the judgement of the position at its end: `b1-b3±`, or the judgement alone.
fn split_judgement(word: &str) -> Option<(&str, &str)> {
    let ends = |&(sign, _): &(&str, usize)| {
        let is_letter = sign.starts_with(|c: char| c.is_ascii_alphabetic());
        word == sign || (!is_letter && word.ends_with(sign))
    };
    let longest = JUDGEMENTS.iter().filter(|judgement| ends(judgement)).map(|(sign, _)| sign.len()).max()?;
    Some(word.split_at(word.len() - longest))
}

/// Whether a word ends a game, also one without a winner (`*`), or one to which neither player came (`0-0`).
fn is_result(word: &str) -> bool {
    result(word).is_some() || ["*", "0-0"].contains(&word)
}

/// The winner by a word; `Some(None)` in a draw.
fn result(word: &str) -> Option<Option<Side>> {
    match word {
        // International draughts counts two points a game.
        "1-0" | "1:0" | "2-0" | "2:0" => Some(Some(Side::First)),
        "0-1" | "0:1" | "0-2" | "0:2" => Some(Some(Side::Second)),
        "1/2-1/2" | "1/2:1/2" | "1/2" | "0.5-0.5" | "1-1" | "1:1" => Some(None),
        _ => None,
    }
}

/// Applies a tag, whose name is in lower case.
fn take_tag(game: &mut Foreign, name: &str, value: String) {
    let value = if value.trim() == "?" { String::new() } else { value };
    // Empty names count for the order of seats.
    if value.is_empty() && name != "player" {
        return;
    }
    match name {
        "game" | "variant" if value.eq_ignore_ascii_case("lines of action") => game.variant = Some("loa".to_owned()),
        "game" | "variant" if value.eq_ignore_ascii_case("scrambled eggs") => {
            game.variant = Some("loa".to_owned());
            game.options.insert("setup".to_owned(), "scrambled-eggs".into());
        }
        "game" | "variant" => game.variant = Some(value),
        "gametype" => game.variant = Some(game_type(&value)),
        "options" => {
            for option in value.split_whitespace() {
                // An invalid option is ignored.
                let _ = game.take_option(option);
            }
        }
        "start" | "fen" => game.start = Some(value).filter(|start| start != "startpos"),
        "adjudicated" => game.forfeit = matches!(value.as_str(), "Out of time" | "Crashed" | "Illegal move"),
        "termination" => game.forfeit = matches!(value.to_lowercase().as_str(), "forfeit" | "time forfeit"),
        "result" => game.result = result(&plain(value.trim())),
        "source" | "event" | "date" | "site" => {
            let before = game.source.take().map(|before| before + ", ").unwrap_or_default();
            game.source = Some(before + &value);
        }
        // The tag names the side that begins, White unless the user has changed it.
        "black" | "white" if game.source.as_ref().is_some_and(|source| source.contains("CuteGames")) => {
            game.players.push(value);
        }
        "black" | "red" | "white" => {
            game.by_colour = true;
            game.players.resize(2, String::new());
            game.players[usize::from(name == "white")] = value;
        }
        "p1" | "p2" => {
            game.players.resize(2, String::new());
            game.players[usize::from(name == "p2")] = value;
        }
        // One player for each seat, in their order.
        "player" => game.players.push(value),
        _ => {}
    }
}
