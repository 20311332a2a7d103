use super::notes::{Event, Moment, Notes, Step};
use super::spelling::{plain, spellings};
use super::verify::over;
use super::{Record, draughts, rules_by};
use crate::game::{
    AnyMove, AnyPosition, CompleteGame, Game, History, Notation, NotationError, Sentence, Side, VariantRef, by_turns,
    is_whole_turn, parse_turn_or_move,
};
use crate::games::{self, AnyGame, rules_file::by_steps};
use crate::sentence;
use crate::tree::{ROOT, Tree};
use serde_json::{Map, Value};

/// A game from another program's file, before any check.
#[derive(Clone, Debug)]
pub(super) struct Foreign {
    /// Name of the variant, if the file has it.
    pub variant: Option<String>,
    pub options: Map<String, Value>,
    /// The start position, if it is not the game's own.
    pub start: Option<String>,
    /// The players in the order of the seats; with `by_colour`, Black first.
    pub players: Vec<String>,
    /// Whether the file gives the players' colours, and not who begins.
    pub by_colour: bool,
    /// The events of the game and of its variations.
    pub tree: Tree<Moment>,
    /// The winner; a draw is `Some(None)`.
    pub result: Option<Option<Side>>,
    /// Whether the loser ran out of time or did not come, by the file.
    pub forfeit: bool,
    pub source: Option<String>,
}

/// A game with its variations, played by the rules.
#[derive(Clone, Debug)]
pub struct WholeGame {
    pub record: Record,
    pub tree: Tree<Step>,
    /// Number of variations that break the rules; the tree has the legal part of each.
    pub broken: usize,
}

impl WholeGame {
    /// A game with only the main line, from a verified record.
    pub fn of(record: Record) -> WholeGame {
        let record = record.by_turns();
        let mut tree = Tree::new(Step::default());
        let add = |at, text: &String| tree.add(at, Step { text: text.clone(), notes: Notes::default() });
        record.steps.iter().fold(ROOT, add);
        WholeGame { record, tree, broken: 0 }
    }

    /// The game converted to rules whose moves are turns; unchanged if it ends within one.
    fn with_turns_as_moves(self, game: &AnyGame) -> WholeGame {
        let turns = || {
            let first = self.record.positions.as_ref()?.first()?;
            let start = game.parse_position(first).ok()?;
            let mut history = History::new(game, start.clone());
            history.play_texts(game, self.record.steps.iter().map(String::as_str)).ok()?;
            Some(Record::of_game(game, &start, history.played()))
        };
        match turns() {
            Some(Record { options, positions, legal_counts, .. }) => {
                WholeGame { record: Record { options, positions, legal_counts, ..self.record }, ..self }
            }
            None => self,
        }
    }

    /// Whether the game has more than the main line: variations, comments or signs.
    pub fn has_notes(&self) -> bool {
        self.tree.lines() > 1 || self.tree.main_line().any(|node| self.tree[node].notes != Notes::default())
    }
}

/// Options for reading the games of other programs' files.
#[derive(Clone)]
pub struct Reading<'a> {
    /// Finds the variant of a name, or returns why there is none. A page's engine knows fewer than a command, which
    /// takes a file's path.
    pub find: &'a dyn Fn(&str) -> Result<VariantRef, Sentence>,
    /// The variant of games without a name of one.
    pub variant: String,
    /// Rule options of games without any.
    pub options: Map<String, Value>,
    /// Called before each game; when it returns false, reading ends.
    pub go_on: &'a dyn Fn() -> bool,
}

impl Default for Reading<'_> {
    fn default() -> Self {
        let find = &|name: &str| games::find(name).map_err(Sentence::from);
        Reading { find, variant: "loa".to_owned(), options: Map::new(), go_on: &|| true }
    }
}

impl Default for Foreign {
    fn default() -> Self {
        Foreign {
            variant: None,
            options: Map::new(),
            start: None,
            players: Vec::new(),
            by_colour: false,
            tree: Tree::new(Moment::default()),
            result: None,
            forfeit: false,
            source: None,
        }
    }
}

impl Foreign {
    /// Adds a rule option in the form of [`option_texts`]; `None` if it is not one.
    pub fn take_option(&mut self, text: &str) -> Option<()> {
        let (name, value) = text.split_once('=')?;
        let number = value.parse::<u64>().map(Value::from);
        self.options.insert(name.to_owned(), number.unwrap_or_else(|_| value.into()));
        Some(())
    }

    /// The game, played by the rules.
    ///
    /// # Errors
    /// There are no such rules, or an event in the main line breaks them: the number of the move, and the expected
    /// text.
    pub fn played(self, reading: &Reading<'_>) -> Result<WholeGame, Sentence> {
        let variant = match &self.variant {
            Some(variant) => variant.as_str(),
            None if reading.variant == Reading::default().variant => {
                draughts::kind(self.start.as_deref(), &self.main_moves())?.unwrap_or(&reading.variant)
            }
            None => reading.variant.as_str(),
        };
        let variant = (reading.find)(variant).map_err(|unknown| draughts::why_unknown(variant).unwrap_or(unknown))?;
        let mut options = reading.options.clone();
        options.extend(self.options.clone());
        let rules = rules_by(&variant, &options)?;
        let by_steps = by_steps(&rules);
        let game = AnyGame::new(rules)?;
        let played = self.played_by(&game);
        match by_steps {
            // The game's moves may be steps.
            Some(rules) if !played.as_ref().is_ok_and(|played| played.broken == 0) => {
                let by_steps = self.played_by(&AnyGame::new(rules)?);
                by_steps.map(|whole| whole.with_turns_as_moves(&game)).or(played)
            }
            _ => played,
        }
    }

    /// The moves of the main line, as written.
    fn main_moves(&self) -> Vec<&str> {
        let moves = self.tree.main_line().filter_map(|node| match &self.tree[node].event {
            Event::Move(_, text) => Some(text.as_str()),
            _ => None,
        });
        moves.collect()
    }

    fn played_by(&self, game: &AnyGame) -> Result<WholeGame, Sentence> {
        let start = match &self.start {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        let (moves, resigned) = main_line(game, start.clone(), &self.tree)?;
        let (tree, broken) = all_lines(game, start.clone(), &self.tree);
        let mut record = Record::of_game(game, &start, &moves);
        let rules_say = record.winner.flatten();
        if let Some(told) = self.result
            && !record.unfinished
            && told != rules_say
        {
            let name = |winner: Option<Side>| winner.map_or("nobody", |side| side_names(game)[side.index()]);
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
        record.source.clone_from(&self.source);
        let mut players = self.players.clone();
        if self.by_colour && side_names(game)[0].eq_ignore_ascii_case("white") {
            players.reverse();
        }
        record.players = players.iter().any(|name| !name.is_empty()).then_some(players);
        if record.players.as_ref().is_some_and(|players| players.len() != game.seat_names().len()) {
            let count = game.seat_names().len();
            return Err(sentence!("record.players", "expected the names of {count} players", count = count));
        }
        Ok(WholeGame { record, tree, broken })
    }
}

/// The moves of the main line, and the side that resigned.
fn main_line(
    game: &AnyGame,
    start: AnyPosition,
    tree: &Tree<Moment>,
) -> Result<(Vec<AnyMove>, Option<Side>), Sentence> {
    let mut history = History::new(game, start);
    for node in tree.main_line() {
        match &tree[node].event {
            Event::Start => {}
            Event::Resigns(side) => {
                let side = side.unwrap_or_else(|| game.side_to_act(history.position()));
                return Ok((history.played().to_vec(), Some(side)));
            }
            Event::Move(side, text) => play(game, &mut history, *side, text)?,
        }
    }
    Ok((history.played().to_vec(), None))
}

/// All lines as far as the rules allow them, and the number that end early. Notes on the rest are lost with it.
fn all_lines(game: &AnyGame, start: AnyPosition, given: &Tree<Moment>) -> (Tree<Step>, usize) {
    let mut tree = Tree::new(Step { text: String::new(), notes: given[ROOT].notes.clone() });
    let mut broken = 0;
    let mut history = History::new(game, start.clone());
    let mut open = vec![PendingNodes { children: given.children(ROOT), before: ROOT, ply: 0, begin: 0 }];
    while let Some(PendingNodes { children, before, ply, begin }) = open.pop() {
        let Some((&node, others)) = children.split_first() else { continue };
        let Moment { event: Event::Move(side, text), notes } = &given[node] else {
            // A resignation has no alternatives.
            broken += others.len();
            continue;
        };
        open.push(PendingNodes { children: others, before, ply, begin });
        if history.played().len() != ply {
            let moves = history.played()[..ply].to_vec();
            history.restart(game, start.clone());
            moves.into_iter().for_each(|mv| history.play(game, mv));
        }
        let here = history.position().clone();
        if play(game, &mut history, *side, text).is_err() {
            broken += 1;
            continue;
        }
        let children = given.children(node);
        let goes_on = children.iter().any(|&child| matches!(given[child].event, Event::Move(..)));
        let (mut at, mut begin) = (before, begin);
        let mut position = if begin == ply { here } else { position_after(game, &history, begin) };
        for turn in by_turns(game, &position, &history.played()[begin..]) {
            let text = game.format_turn(&position, turn);
            turn.iter().for_each(|&mv| game.play(&mut position, mv));
            // A turn whose moves are separate nodes becomes a single one.
            if goes_on && game.shows_turns() && !is_whole_turn(game, &position) {
                break;
            }
            begin += turn.len();
            at = tree.add(at, Step { text, notes: Notes::default() });
        }
        if at != before {
            tree[at].notes = notes.clone();
            tree[at].notes.read_sign(&plain(text));
        }
        open.push(PendingNodes { children, before: at, ply: history.played().len(), begin });
    }
    (tree, broken)
}

struct PendingNodes<'a> {
    children: &'a [usize],
    /// Index of the preceding node in the tree of turns.
    before: usize,
    /// Number of moves up to this node.
    ply: usize,
    /// Number of moves before the current turn.
    begin: usize,
}

/// The position after the first moves of a game.
fn position_after(game: &AnyGame, history: &History, moves: usize) -> AnyPosition {
    let mut position = history.first().clone();
    history.played()[..moves].iter().for_each(|&mv| game.play(&mut position, mv));
    position
}

/// Plays a move, after a pass that the file leaves out.
fn play(game: &AnyGame, history: &mut History, side: Option<Side>, text: &str) -> Result<(), Sentence> {
    let number = history.moves() + 1;
    let wrong = |error: NotationError| {
        let reason = Sentence::from(error);
        sentence!("record.of-move", "move {number}: {reason}", number = number, reason = reason)
    };
    if let Some(outcome) = history.outcome() {
        return Err(wrong(over(outcome, text)));
    }
    let to_act = game.side_to_act(history.position());
    if side.is_some_and(|side| side != to_act) {
        let (pass, _) = pass(game, history).ok_or_else(|| {
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
    let mut moves = spelt(game, history, text);
    // If the file does not give the side, a forced pass may be left out, too.
    if moves.is_err()
        && side.is_none()
        && let Some((pass, true)) = pass(game, history)
    {
        let mut behind = history.clone();
        behind.play(game, pass);
        moves = spelt(game, &behind, text).map(|moves| [vec![pass], moves].concat()).or(moves);
    }
    for mv in moves.map_err(wrong)? {
        history.play(game, mv);
    }
    Ok(())
}

/// The move that means a pass, if there is one, and whether it is forced. A game from a file may have a cell of that
/// name.
fn pass(game: &AnyGame, history: &History) -> Option<(AnyMove, bool)> {
    if game.board().is_some_and(|board| board.cells.iter().any(|cell| cell.name == "pass")) {
        return None;
    }
    let mut legal = Vec::new();
    history.legal_moves(game, &mut legal);
    let texts = game.format_moves(history.position(), &legal);
    let pass = texts.iter().position(|text| text == "pass")?;
    Some((legal[pass], legal.len() == 1))
}

/// A turn, or a move of one, in a common spelling: with marks after it, in capitals, with other signs between the
/// cells.
fn spelt(game: &AnyGame, history: &History, text: &str) -> Result<Vec<AnyMove>, NotationError> {
    let plain = plain(text);
    let bare = plain.trim_end_matches(['+', '!', '?', '#', '*']);
    let lower = bare.to_lowercase();
    let joined = match lower.as_str() {
        // A null move as written by chess programs.
        "--" | "z0" => "pass".to_owned(),
        _ => lower.replace(['-', ':', 'x', '*'], ""),
    };
    let parsed = |text| parse_turn_or_move(game, history.position(), text);
    // The error for the plainest spelling is about the move; the first one's, about the spelling.
    let mut last = match parsed(text) {
        Ok(moves) => return Ok(moves),
        Err(error) => error,
    };
    let elsewhere = spellings(&game.rules().variant().name, bare);
    for spelling in [&plain, bare, &lower, &joined].into_iter().chain(elsewhere.iter().map(String::as_str)) {
        match parsed(spelling) {
            Ok(moves) => return Ok(moves),
            Err(NotationError::Illegal { reason, .. }) => last = NotationError::illegal(text, reason),
            Err(_) => {}
        }
    }
    draughts::capture(game, history.position(), bare).ok_or(last)
}

/// Rule options in the form `max_plies=60`.
pub fn option_texts(options: &Map<String, Value>) -> impl Iterator<Item = String> {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    options.iter().map(move |(name, value)| format!("{name}={}", word(value)))
}

/// The start position of a record, unless it is the game's own.
pub(super) fn own_start<'a>(record: &'a Record, game: &AnyGame) -> Option<&'a str> {
    let start = record.positions.as_ref()?.first()?;
    (*start != game.format_position(&game.start())).then_some(start)
}

/// The names of the sides: those of their first seats.
fn side_names(game: &impl CompleteGame) -> [&str; 2] {
    let names = game.seat_names();
    [names[0], names[1]]
}
