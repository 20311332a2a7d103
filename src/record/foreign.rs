use super::{Record, rules_by};
use crate::game::{CompleteGame, Game, History, Notation, NotationError, Sentence, Side, Variant};
use crate::games::{self, AnyGame};
use crate::sentence;
use serde_json::{Map, Value};
use std::fmt;
use std::ops::AddAssign;

/// A game as other programs' files tell it, before anything of it was checked.
#[derive(Clone, Debug, Default)]
pub(super) struct Foreign {
    /// Name of the variant, where the file says it.
    pub variant: Option<String>,
    /// Rule options.
    pub options: Map<String, Value>,
    /// The position in which it begins, where it is not the game's own.
    pub start: Option<String>,
    /// In the order of the seats.
    pub players: Vec<String>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Who has won; a draw is `Some(None)`.
    pub result: Option<Option<Side>>,
    /// Whether the file says that the loser ran out of time or did not come.
    pub forfeit: bool,
    pub source: Option<String>,
    pub left_out: LeftOut,
}

/// What of a file a record has no place for: it is one line of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Lines of moves besides the main one.
    pub variations: usize,
    /// Comments on moves of the main line.
    pub comments: usize,
}

impl AddAssign for LeftOut {
    fn add_assign(&mut self, other: LeftOut) {
        self.variations += other.variations;
        self.comments += other.comments;
    }
}

impl fmt::Display for LeftOut {
    /// In words, as `1 variation and 3 comments`; nothing where nothing is left out.
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

/// Something that happens in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A move, and whose it is where the file says so.
    Move(Option<Side>, String),
    /// A side gives up; without one the side to act.
    Resigns(Option<Side>),
    /// The last move is taken back.
    Undo,
}

/// How the games of other programs' files are read.
#[derive(Clone)]
pub struct Reading<'a> {
    /// Tells the variant of a name, or why there is none. A page's engine knows fewer than a command, which takes a
    /// file's path.
    pub find: &'a dyn Fn(&str) -> Result<&'static Variant, Sentence>,
    /// The variant of games that do not name it.
    pub variant: String,
    /// Rule options of games that do not say them.
    pub options: Map<String, Value>,
}

impl Default for Reading<'_> {
    fn default() -> Self {
        let find = &|name: &str| games::find(name).map_err(Sentence::from);
        Reading { find, variant: "loa".to_owned(), options: Map::new() }
    }
}

impl Foreign {
    /// Takes a rule option as [`option_texts`] writes it; none where it is not one.
    pub fn take_option(&mut self, text: &str) -> Option<()> {
        let (name, value) = text.split_once('=')?;
        let number = value.parse::<u64>().map(Value::from);
        self.options.insert(name.to_owned(), number.unwrap_or_else(|_| value.into()));
        Some(())
    }

    /// The game, played by the rules.
    ///
    /// # Errors
    /// No such rules, or something happens that they do not allow: at which move, and what was expected.
    pub fn record(self, reading: &Reading<'_>) -> Result<Record, Sentence> {
        let variant = self.variant.as_ref().unwrap_or(&reading.variant);
        let variant = (reading.find)(variant)?;
        let mut options = reading.options.clone();
        options.extend(self.options);
        let rules = rules_by(variant, &options)?;
        let game = AnyGame::new(rules)?;
        let start = match &self.start {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        let (moves, resigned) = moves(&game, start, &self.events)?;
        let mut record = Record::of_game(&game, &start, &moves);
        let rules_say = record.winner.flatten();
        if let Some(told) = self.result
            && !record.unfinished
            && told != rules_say
        {
            let name = |winner: Option<Side>| winner.map_or("nobody", |side| side_names(&game)[side.index()]);
            return Err(sentence!(
                "record.winner",
                "the file says that {told} has won, by the rules {winner} has; rule options may decide it otherwise",
                told = name(told),
                winner = name(rules_say),
            ));
        }
        let loser = resigned.or(self.result.flatten().map(Side::other)).filter(|_| record.unfinished);
        record = match loser {
            Some(loser) if self.forfeit => record.forfeited_by(loser),
            Some(loser) => record.resigned_by(loser),
            None => record,
        };
        record.source = self.source;
        record.players = self.players.iter().any(|name| !name.is_empty()).then_some(self.players);
        if record.players.as_ref().is_some_and(|players| players.len() != game.seat_names().len()) {
            let count = game.seat_names().len();
            return Err(sentence!("record.players", "expected the names of {count} players", count = count));
        }
        Ok(record)
    }
}

type MoveOf = <AnyGame as Game>::Move;
type PositionOf = <AnyGame as Game>::Position;

/// The moves that stand in the end, and who gave up.
fn moves(game: &AnyGame, start: PositionOf, events: &[Event]) -> Result<(Vec<MoveOf>, Option<Side>), Sentence> {
    let mut history = History::new(game, start);
    let mut legal = Vec::new();
    for event in standing(events)? {
        let number = history.moves() + 1;
        match event {
            Event::Resigns(side) => {
                let side = side.unwrap_or_else(|| game.side_to_act(history.position()));
                return Ok((history.played().to_vec(), Some(side)));
            }
            Event::Undo => {}
            Event::Move(side, text) => {
                let to_act = game.side_to_act(history.position());
                if side.is_some_and(|side| side != to_act) {
                    // Files leave out that a side had to pass.
                    history.legal_moves(game, &mut legal);
                    let pass = legal.iter().copied().find(|&mv| game.format_move(history.position(), mv) == "pass");
                    let pass = pass.ok_or_else(|| {
                        sentence!(
                            "record.not-to-act",
                            "move {number}: `{given}`, but {side} is to act",
                            number = number,
                            given = text,
                            side = side_names(game)[to_act.index()],
                        )
                    })?;
                    history.play(game, pass);
                }
                let mv = spelt(game, &history, text).map_err(|error| {
                    let reason = Sentence::from(error);
                    sentence!("record.of-move", "move {number}: {reason}", number = number, reason = reason)
                })?;
                history.play(game, mv);
            }
        }
    }
    Ok((history.played().to_vec(), None))
}

/// What stands once moves are taken back.
fn standing(events: &[Event]) -> Result<Vec<&Event>, Sentence> {
    let mut standing = Vec::new();
    for event in events {
        if *event != Event::Undo {
            standing.push(event);
        } else if standing.pop().is_none() {
            return Err(sentence!("record.nothing-to-take-back", "there is no move to take back"));
        }
    }
    Ok(standing)
}

/// A move in one of the spellings that people use: with marks behind it, in capitals, with other signs between the
/// cells.
fn spelt(game: &AnyGame, history: &History<AnyGame>, text: &str) -> Result<MoveOf, NotationError> {
    let bare = text.trim_end_matches(['+', '!', '?', '#']);
    let lower = bare.to_lowercase();
    let joined = lower.replace(['-', ':', 'x', '–', '*'], "");
    let mut spellings = [text, bare, lower.as_str(), joined.as_str()].into_iter();
    let parsed = |text| game.parse_move(history.position(), text);
    let first = parsed(spellings.next().expect("there are four"));
    let error = match first {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    // The error for the plainest spelling says what is wrong with the move; the first one's, what with the spelling.
    let mut last = error;
    for spelling in spellings {
        match parsed(spelling) {
            Ok(mv) => return Ok(mv),
            Err(NotationError::Illegal { reason, .. }) => last = NotationError::illegal(text, reason),
            Err(_) => {}
        }
    }
    Err(last)
}

/// A record's rule options, as `max_plies=60`.
pub(super) fn option_texts(record: &Record) -> impl Iterator<Item = String> {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    record.options.iter().map(move |(name, value)| format!("{name}={}", word(value)))
}

/// The position in which a record begins, where that is not the game's own.
pub(super) fn own_start<'a>(record: &'a Record, game: &AnyGame) -> Option<&'a str> {
    let start = record.positions.as_ref()?.first()?;
    (*start != game.format_position(&game.start())).then_some(start)
}

/// The names of the sides: those of their first seats.
fn side_names(game: &impl CompleteGame) -> [&'static str; 2] {
    let names = game.seat_names();
    [names[0], names[1]]
}
