//! Records in Smart Game Format. Lines of Action as in `FF[4]`, `GM[9]` (red-bean.com/sgf/loa.html), and as written by
//! Boardspace and Little Golem; every other game with properties of our own: `VARIANT`, `OPTION`, `START`, `SEATS`.
//!
//! Side 0 is `B`, side 1 is `W`.

use super::foreign::{Foreign, option_texts, own_start};
use super::notes::{Event, Moment, Notes, Step};
use super::spelling::{GO, OTHELLO};
use super::{Reason, Record, elsewhere};
use crate::game::{Game, Notation, Sentence, Side, parse_turn_or_move};
use crate::games::{self, AnyGame};
use crate::sentence;
use crate::sgf::{self, Node};
use crate::tree::{ROOT, Tree};

/// Property of the moves of each side.
const MOVES: [&str; 2] = ["B", "W"];

/// Properties that stand for the signs of moves, each with its value.
const SIGNS: [(&str, &str, &str); 6] =
    [("!!", "TE", "2"), ("!", "TE", "1"), ("!?", "IT", ""), ("?!", "DO", ""), ("?", "BM", "1"), ("??", "BM", "2")];

/// Properties that put men of each side on the board, and take men away.
const SET_UP: [&str; 3] = ["AB", "AW", "AE"];

/// The values of Lines of Action's option `setup`.
const STANDARD: &str = "standard";
const SCRAMBLED_EGGS: &str = "scrambled-eggs";

/// Parses a game.
///
/// # Errors
/// This program does not know the game or its set-up, or there is no move to take back.
pub(super) fn read(tree: &Tree<Node>) -> Result<Foreign, Sentence> {
    let root = &tree[ROOT];
    let mut game = head(root);
    if elsewhere::is_hex(tree) {
        return elsewhere::hex(tree, game);
    }
    if elsewhere::is_havannah(tree) {
        return elsewhere::havannah(tree, game);
    }
    game.variant = variant(root)?;
    let is_go = root.value("VARIANT").is_none() && game.variant.as_deref() == Some(GO);
    let in_own_words = if is_go { Some(elsewhere::go(tree, &mut game)?) } else { None };
    let tree = in_own_words.as_ref().unwrap_or(tree);
    let root = &tree[ROOT];
    for option in root.values("OPTION") {
        game.take_option(option).ok_or_else(|| format!("option `{option}`: expected NAME=VALUE"))?;
    }
    let setup = setup(root)?;
    if setup == Some(SCRAMBLED_EGGS) {
        game.options.insert("setup".to_owned(), SCRAMBLED_EGGS.into());
    }
    game.start = match (root.value("START"), root.value("BO")) {
        (Some(start), _) => Some(start.to_owned()),
        (None, Some(board)) => elsewhere::othello_board(board)?,
        (None, None) if is_go => game.start,
        (None, None) => set_up(root, setup)?,
    };
    // Nodes to visit, each with its predecessor.
    let mut open = vec![(ROOT, ROOT)];
    while let Some((node, after)) = open.pop() {
        if node != ROOT
            && let Some(name) = SET_UP.into_iter().find(|name| !tree[node].values(name).is_empty())
        {
            return Err(sentence!(
                "record.set-up-amid",
                "`{name}` amid a game: expected the men to be set up in the first node",
                name = name,
            ));
        }
        let at = happen(&mut game.tree, after, &tree[node])?;
        open.extend(tree.children(node).iter().rev().map(|&child| (child, at)));
    }
    if is_go {
        elsewhere::without_last_passes(&mut game);
    }
    Ok(game)
}

/// The properties of a game as a whole: players, result, place, comment.
fn head(root: &Node) -> Foreign {
    let players = match root.values("SEATS") {
        [] => [root.value("PB"), root.value("PW")].map(|name| name.unwrap_or_default().to_owned()).into(),
        seats => seats.to_vec(),
    };
    let is_othello = root.value("GM").and_then(elsewhere::game_of_sgf) == Some(OTHELLO);
    let (result, forfeit) = root.value("RE").map_or((None, false), |text| result(text, is_othello));
    let about = ["GN", "EV", "RO", "PC", "DT", "SO"].into_iter().filter_map(|name| root.value(name)).map(str::trim);
    let about = about.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    let source = (!about.is_empty()).then_some(about);
    let mut game = Foreign { players, result, forfeit, source, ..Foreign::default() };
    game.tree[ROOT].notes.say(root.value("GC").unwrap_or_default());
    game
}

/// Adds the events of a node after `at`; returns the predecessor of the next node.
fn happen(tree: &mut Tree<Moment>, mut at: usize, node: &Node) -> Result<usize, Sentence> {
    for (name, values) in &node.properties {
        let side = match name.as_str() {
            "B" | "P0" => Side::First,
            "W" | "P1" => Side::Second,
            _ => continue,
        };
        for value in values {
            match property_event(side, &words(value)) {
                PropertyEvent::Undo => {
                    let nothing = || sentence!("record.nothing-to-take-back", "there is no move to take back");
                    at = tree.cut(at).ok_or_else(nothing)?;
                }
                PropertyEvent::Event(event) => at = tree.add(at, Moment { event, notes: Notes::default() }),
                PropertyEvent::Nothing => {}
            }
        }
    }
    let notes = &mut tree[at].notes;
    notes.say(node.value("C").unwrap_or_default());
    let is_told = |(_, name, value): &(&str, &str, &str)| match node.value(name) {
        Some(given) => value.is_empty() || (given == "2") == (*value == "2"),
        None => false,
    };
    if let Some((sign, ..)) = SIGNS.into_iter().find(is_told) {
        notes.sign = sign;
    }
    Ok(at)
}

fn variant(root: &Node) -> Result<Option<String>, String> {
    if let Some(name) = root.value("VARIANT") {
        return Ok(Some(name.to_owned()));
    }
    let Some(given) = root.value("GM") else {
        // Only Go has a komi.
        return Ok(root.value("KM").map(|_| GO.to_owned()));
    };
    match given.to_lowercase().as_str() {
        "9" | "loa" | "lines of action" => {
            let size = root.value("SZ").unwrap_or("8");
            if size != "8" {
                return Err(format!("SZ[{size}]: expected 8, the size of the board of Lines of Action"));
            }
            Ok(Some("loa".to_owned()))
        }
        _ => {
            let expected = "expected 9, Lines of Action, 1, Go, 2, Othello, 4, Gomoku, 11, Hex, or VARIANT[...] as this program writes it";
            elsewhere::game_of_sgf(given)
                .map(|name| Some(name.to_owned()))
                .ok_or_else(|| format!("GM[{given}]: {expected}"))
        }
    }
}

/// The words of a value of `B`, `W`, `P0` or `P1`, without Boardspace's number of the event.
fn words(value: &str) -> Vec<&str> {
    let mut words = value.split_whitespace().peekable();
    words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    words.collect()
}

/// A move as a value that reads back: after the word `move` if it would mean something else, such as a cell `resign`.
fn value(side: Side, text: &str) -> String {
    let words = words(text);
    let is_plain = property_event(side, &words) == PropertyEvent::Event(Event::Move(Some(side), text.to_owned()));
    if is_plain { text.to_owned() } else { format!("move {text}") }
}

/// The meaning of a property's words.
#[derive(Debug, PartialEq, Eq)]
enum PropertyEvent {
    Event(Event),
    /// The last move is taken back.
    Undo,
    Nothing,
}

/// The event of some words; Boardspace has words for events that are no moves.
fn property_event(side: Side, words: &[&str]) -> PropertyEvent {
    let Some((first, others)) = words.split_first() else { return PropertyEvent::Nothing };
    PropertyEvent::Event(match first.to_lowercase().as_str() {
        "undo" => return PropertyEvent::Undo,
        "id" | "start" | "ranking" | "time" | "done" | "edit" => return PropertyEvent::Nothing,
        "resign" | "resigns" | "forfeit" => Event::Resigns(Some(side)),
        "winontime" => Event::Resigns(Some(side.other())),
        "move" => Event::Move(Some(side), others.concat()),
        _ => Event::Move(Some(side), words.concat()),
    })
}

/// The winner, and whether the other side gave up. `?` and `Void` mean unknown. Files of Othello give the number of
/// discs by which Black has won.
fn result(text: &str, is_othello: bool) -> (Option<Option<Side>>, bool) {
    let lower = text.to_lowercase();
    let (margin, how) = lower.split_once(':').unwrap_or((&lower, ""));
    if is_othello && let Ok(margin) = margin.trim().parse::<f64>() {
        let winner = if margin > 0.0 { Side::First } else { Side::Second };
        return (Some((margin != 0.0).then_some(winner)), how.trim() == "t");
    }
    let (who, how) = lower.split_once('+').unwrap_or((&lower, ""));
    let winner = match who.trim() {
        "b" | "black" => Some(Some(Side::First)),
        "w" | "white" => Some(Some(Side::Second)),
        "0" | "draw" | "jigo" => Some(None),
        _ => None,
    };
    (winner, matches!(how.trim(), "t" | "time" | "f" | "forfeit"))
}

/// The value of the option `setup` named by `SU`; `None` if the men are given, or no set-up is.
fn setup(root: &Node) -> Result<Option<&'static str>, String> {
    let given = root.value("SU").unwrap_or_default().to_lowercase();
    // Boardspace's name of its game, which may include the number of a random start and that of its program.
    match given.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()) {
        "standard" | "loa" => Ok(Some(STANDARD)),
        "scrambled-eggs" | "scrambled eggs" => Ok(Some(SCRAMBLED_EGGS)),
        "" | "custom" => Ok(None),
        _ if !root.values("AB").is_empty() => Ok(None),
        _ => Err(format!("set-up `{given}`: expected Standard, Scrambled-eggs, or Custom with the men as AB and AW")),
    }
}

/// The position that `AB`, `AW`, `AE` and `PL` set up on the board of Lines of Action; `None` for the start position of
/// `setup`, which these change if a file names it.
fn set_up(root: &Node, setup: Option<&str>) -> Result<Option<String>, String> {
    let added = SET_UP.map(|name| root.values(name));
    let to_move = match root.value("PL").map(str::to_lowercase).as_deref() {
        None | Some("b" | "black") => Side::First,
        Some("w" | "white") => Side::Second,
        Some(other) => return Err(format!("PL[{other}]: expected B or W")),
    };
    if added.iter().all(|cells| cells.is_empty()) && to_move == Side::First {
        return Ok(None);
    }
    // Men of both colours are a whole position, unless the file names the one to change.
    let is_whole = !added[0].is_empty() && !added[1].is_empty() && setup.is_none();
    let mut board = if is_whole { [['.'; 8]; 8] } else { board_of(&beginning(setup.unwrap_or(STANDARD))) };
    for (cells, man) in added.into_iter().zip(['b', 'w', '.']) {
        for text in cells {
            for (row, column) in cells_of(text)? {
                board[row][column] = man;
            }
        }
    }
    let rows = board.iter().rev().map(|row| {
        let mut text = String::new();
        for run in row.chunk_by(|a, b| a == b && *a == '.') {
            match run {
                ['.', ..] => text += &run.len().to_string(),
                men => text.extend(men),
            }
        }
        text
    });
    Ok(Some(format!("{} {} 0", rows.collect::<Vec<_>>().join("/"), to_move.index())))
}

/// The rows and columns, from 0, of a point as `a1` or of the rectangle `a1:c3`.
fn cells_of(text: &str) -> Result<impl Iterator<Item = (usize, usize)>, String> {
    let point = |text: &str| match text.trim().to_lowercase().as_bytes() {
        &[column @ b'a'..=b'h', row @ b'1'..=b'8'] => Ok((usize::from(row - b'1'), usize::from(column - b'a'))),
        _ => Err(format!("point `{text}`: expected a1 to h8, or two of them as a1:c3")),
    };
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let ((r0, c0), (r1, c1)) = (point(from)?, point(to)?);
    Ok((r0.min(r1)..=r0.max(r1)).flat_map(move |row| (c0.min(c1)..=c0.max(c1)).map(move |column| (row, column))))
}

/// Writes a verified record, with all lines of its game.
pub(super) fn write(record: &Record, lines: &Tree<Step>, game: &AnyGame) -> sgf::Game {
    let mut root = Node::default();
    let is_loa = record.game == "loa";
    root.add("FF", ["4"]);
    root.add("CA", ["UTF-8"]);
    root.add("AP", [format!("ardoise:{}", env!("CARGO_PKG_VERSION"))]);
    if is_loa {
        root.add("GM", ["9"]);
        root.add("SZ", ["8"]);
    } else {
        root.add("VARIANT", [record.game.as_str()]);
    }
    if !record.options.is_empty() {
        root.add("OPTION", option_texts(&record.options));
    }
    let start = own_start(record, game);
    if let Some(start) = start {
        root.add("START", [start]);
        if is_loa {
            add_set_up(&mut root, start);
        }
    } else if is_loa && game.rules().get("setup") == SCRAMBLED_EGGS {
        root.add("SU", ["Scrambled-eggs"]);
    }
    match record.players.as_deref() {
        Some([black, white]) => {
            root.add("PB", [black.as_str()]);
            root.add("PW", [white.as_str()]);
        }
        Some(seats) => root.add("SEATS", seats.iter().map(String::as_str)),
        None => {}
    }
    if let Some(source) = &record.source {
        root.add("SO", [source.as_str()]);
    }
    let how = match record.reason {
        Some(Reason::Resignation) => "R",
        Some(Reason::Forfeit) => "F",
        None => "",
    };
    match record.winner.flatten() {
        Some(side) => root.add("RE", [format!("{}+{how}", MOVES[side.index()])]),
        None if !record.unfinished => root.add("RE", ["0"]),
        None => {}
    }
    let start = start.and_then(|start| game.parse_position(start).ok()).unwrap_or_else(|| game.start());
    add_notes(&mut root, &lines[ROOT].notes);
    let mut tree = Tree::new(root);
    // Nodes whose children are to be written, each with its position and its number in the tree.
    let mut open = vec![(ROOT, start, ROOT)];
    while let Some((from, position, at)) = open.pop() {
        let side = game.side_to_act(&position);
        for &node in lines.children(from) {
            let Step { text, notes } = &lines[node];
            let Ok(moves) = parse_turn_or_move(game, &position, text) else { continue };
            let mut written = Node::default();
            // Lines of Action marks a capture by a colon.
            written.add(MOVES[side.index()], [if is_loa { text.replace('x', ":") } else { value(side, text) }]);
            add_notes(&mut written, notes);
            let mut next = position.clone();
            moves.into_iter().for_each(|mv| game.play(&mut next, mv));
            open.push((node, next, tree.add(at, written)));
        }
    }
    if record.reason == Some(Reason::Resignation)
        && let Some(winner) = record.winner.flatten()
        && let Some(end) = tree.main_line().last()
    {
        let mut resigns = Node::default();
        resigns.add(MOVES[winner.other().index()], ["resign"]);
        tree.add(end, resigns);
    }
    sgf::Game { tree, line: 1 }
}

fn add_notes(node: &mut Node, notes: &Notes) {
    if let Some((_, name, value)) = SIGNS.into_iter().find(|(sign, ..)| *sign == notes.sign) {
        node.add(name, [value]);
    }
    if !notes.comment.is_empty() {
        node.add("C", [notes.comment.as_str()]);
    }
}

/// The start position of Lines of Action with that set-up.
fn beginning(setup: &str) -> String {
    let rules = games::rules("loa", [("setup", setup)]).expect("the game is there");
    let game = AnyGame::new(rules).expect("the game is there");
    game.format_position(&game.start())
}

/// `b`, `w` or `.` for each cell of a position of Lines of Action; rows and columns from 0.
fn board_of(position: &str) -> [[char; 8]; 8] {
    let mut board = [['.'; 8]; 8];
    let rows = position.split(' ').next().unwrap_or_default().split('/');
    for (row, text) in board.iter_mut().rev().zip(rows) {
        let men = text.chars().flat_map(|c| match c.to_digit(10) {
            Some(empty) => std::iter::repeat_n('.', empty as usize),
            None => std::iter::repeat_n(c, 1),
        });
        row.iter_mut().zip(men).for_each(|(cell, man)| *cell = man);
    }
    board
}

/// The men of a position of Lines of Action, for programs that do not read `START`.
fn add_set_up(root: &mut Node, position: &str) {
    root.add("SU", ["Custom"]);
    for (name, man) in [("AB", 'b'), ("AW", 'w')] {
        let rows = ('1'..).zip(board_of(position));
        let cells = rows.flat_map(|(row, cells)| ('a'..).zip(cells).map(move |(column, cell)| (column, row, cell)));
        root.add(name, cells.filter(|&(.., cell)| cell == man).map(|(column, row, _)| format!("{column}{row}")));
    }
    root.add("PL", [if position.split(' ').nth(1) == Some("1") { "W" } else { "B" }]);
}
