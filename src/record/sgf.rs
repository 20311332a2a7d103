//! Records in Smart Game Format. Lines of Action as `FF[4]` has it, `GM[9]` (red-bean.com/sgf/loa.html), and as
//! Boardspace and Little Golem write it; every other game with properties of our own: `VARIANT`, `OPTION`, `START`,
//! `SEATS`.
//!
//! Side 0 is `B`, side 1 is `W`.

use super::foreign::{Event, Foreign, LeftOut, option_texts, own_start};
use super::{Reason, Record};
use crate::game::{Game, History, Notation, Side};
use crate::games::{self, AnyGame};
use crate::sgf::{Node, Tree};

/// Property of the moves of each side.
const MOVES: [&str; 2] = ["B", "W"];

/// The values of Lines of Action's option `setup`.
const STANDARD: &str = "standard";
const SCRAMBLED_EGGS: &str = "scrambled-eggs";

/// Reads the main line of a game.
///
/// # Errors
/// The game or its set-up is none that this program knows.
pub(super) fn read(tree: &Tree) -> Result<Foreign, String> {
    let mut game = Foreign::default();
    let root = tree.nodes.first().ok_or("the game has no node")?;
    game.variant = variant(root)?;
    for option in root.values("OPTION") {
        game.take_option(option).ok_or_else(|| format!("option `{option}`: expected NAME=VALUE"))?;
    }
    let setup = setup(root)?;
    if setup == Some(SCRAMBLED_EGGS) {
        game.options.insert("setup".to_owned(), SCRAMBLED_EGGS.into());
    }
    game.start = match root.value("START") {
        Some(start) => Some(start.to_owned()),
        None => set_up(root, setup)?,
    };
    game.left_out = LeftOut {
        variations: tree.lines() - 1,
        comments: tree.main_line().filter(|node| node.value("C").is_some_and(|text| !text.is_empty())).count(),
    };
    game.players = match root.values("SEATS") {
        [] => [root.value("PB"), root.value("PW")].map(|name| name.unwrap_or_default().to_owned()).into(),
        seats => seats.to_vec(),
    };
    (game.result, game.forfeit) = root.value("RE").map_or((None, false), result);
    let about = ["GN", "EV", "RO", "PC", "DT", "SO"].into_iter().filter_map(|name| root.value(name));
    let about = about.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    game.source = (!about.is_empty()).then_some(about);
    for node in tree.main_line() {
        for (name, values) in &node.properties {
            let side = match name.as_str() {
                "B" | "P0" => Side::First,
                "W" | "P1" => Side::Second,
                _ => continue,
            };
            game.events.extend(values.iter().filter_map(|value| event(side, value)));
        }
    }
    Ok(game)
}

/// The variant that a file says it holds.
fn variant(root: &Node) -> Result<Option<String>, String> {
    if let Some(name) = root.value("VARIANT") {
        return Ok(Some(name.to_owned()));
    }
    let Some(given) = root.value("GM") else { return Ok(None) };
    match given.to_lowercase().as_str() {
        "9" | "loa" | "lines of action" => {
            let size = root.value("SZ").unwrap_or("8");
            if size != "8" {
                return Err(format!("SZ[{size}]: expected 8, the size of the board of Lines of Action"));
            }
            Ok(Some("loa".to_owned()))
        }
        _ => Err(format!("GM[{given}]: expected 9, Lines of Action, or VARIANT[...] as this program writes it")),
    }
}

/// What a value of `B`, `W`, `P0` or `P1` says. Boardspace numbers all that happens, and has words for what is no move.
fn event(side: Side, value: &str) -> Option<Event> {
    let mut words = value.split_whitespace().peekable();
    if words.peek().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
        words.next();
    }
    let words = Vec::from_iter(words);
    let first = words.first()?.to_lowercase();
    match first.as_str() {
        "id" | "start" | "ranking" | "time" | "done" | "edit" => None,
        "undo" => Some(Event::Undo),
        "resign" | "resigns" | "forfeit" => Some(Event::Resigns(Some(side))),
        "winontime" => Some(Event::Resigns(Some(side.other()))),
        "move" => Some(Event::Move(Some(side), words[1..].concat())),
        _ => Some(Event::Move(Some(side), words.concat())),
    }
}

/// Who has won, and whether because the other one did not go on. `?` and `Void` say nothing.
fn result(text: &str) -> (Option<Option<Side>>, bool) {
    let lower = text.to_lowercase();
    let (who, how) = lower.split_once('+').unwrap_or((&lower, ""));
    let winner = match who.trim() {
        "b" | "black" => Some(Some(Side::First)),
        "w" | "white" => Some(Some(Side::Second)),
        "0" | "draw" | "jigo" => Some(None),
        _ => None,
    };
    (winner, matches!(how.trim(), "t" | "time" | "f" | "forfeit"))
}

/// The value of the option `setup` that `SU` names; none where the men are told, or nothing is.
fn setup(root: &Node) -> Result<Option<&'static str>, String> {
    match root.value("SU").unwrap_or_default().to_lowercase().as_str() {
        "standard" => Ok(Some(STANDARD)),
        "scrambled-eggs" | "scrambled eggs" => Ok(Some(SCRAMBLED_EGGS)),
        "" | "custom" => Ok(None),
        _ if !root.values("AB").is_empty() => Ok(None),
        other => {
            Err(format!("set-up `{other}`: expected Standard, Scrambled-eggs, or Custom with the men as AB and AW"))
        }
    }
}

/// The position that `AB`, `AW`, `AE` and `PL` set up on the board of Lines of Action; none for the beginning of
/// `setup`, which they change where a file names it.
fn set_up(root: &Node, setup: Option<&str>) -> Result<Option<String>, String> {
    let added = ["AB", "AW", "AE"].map(|name| root.values(name));
    let to_move = match root.value("PL").map(str::to_lowercase).as_deref() {
        None | Some("b" | "black") => Side::First,
        Some("w" | "white") => Side::Second,
        Some(other) => return Err(format!("PL[{other}]: expected B or W")),
    };
    if added.iter().all(|cells| cells.is_empty()) && to_move == Side::First {
        return Ok(None);
    }
    // Men of both colours are a whole position, unless the file says which one it changes.
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

/// Writes a record that was verified.
pub(super) fn write(record: &Record, game: &AnyGame) -> Tree {
    let mut tree = Tree::default();
    let is_loa = record.game == "loa";
    tree.add("FF", ["4"]);
    tree.add("CA", ["UTF-8"]);
    tree.add("AP", [format!("ardoise:{}", env!("CARGO_PKG_VERSION"))]);
    if is_loa {
        tree.add("GM", ["9"]);
        tree.add("SZ", ["8"]);
    } else {
        tree.add("VARIANT", [record.game.as_str()]);
    }
    if !record.options.is_empty() {
        tree.add("OPTION", option_texts(record));
    }
    let start = own_start(record, game);
    if let Some(start) = start {
        tree.add("START", [start]);
        if is_loa {
            add_set_up(&mut tree, start);
        }
    } else if is_loa && game.rules().get("setup") == SCRAMBLED_EGGS {
        tree.add("SU", ["Scrambled-eggs"]);
    }
    match record.players.as_deref() {
        Some([black, white]) => {
            tree.add("PB", [black.as_str()]);
            tree.add("PW", [white.as_str()]);
        }
        Some(seats) => tree.add("SEATS", seats.iter().map(String::as_str)),
        None => {}
    }
    if let Some(source) = &record.source {
        tree.add("SO", [source.as_str()]);
    }
    let how = match record.reason {
        Some(Reason::Resignation) => "R",
        Some(Reason::Forfeit) => "F",
        None => "",
    };
    match record.winner.flatten() {
        Some(side) => tree.add("RE", [format!("{}+{how}", MOVES[side.index()])]),
        None if !record.unfinished => tree.add("RE", ["0"]),
        None => {}
    }
    let start = start.and_then(|start| game.parse_position(start).ok()).unwrap_or_else(|| game.start());
    let mut history = History::new(game, start);
    for step in &record.steps {
        let Ok(mv) = game.parse_move(history.position(), step) else { break };
        // Lines of Action marks a capture by a colon.
        let text = if is_loa { step.replace('x', ":") } else { step.clone() };
        tree.nodes.push(Node::default());
        tree.add(MOVES[game.side_to_act(history.position()).index()], [text]);
        history.play(game, mv);
    }
    if record.reason == Some(Reason::Resignation)
        && let Some(winner) = record.winner.flatten()
    {
        tree.nodes.push(Node::default());
        tree.add(MOVES[winner.other().index()], ["resign"]);
    }
    tree
}

/// The position in which Lines of Action begins by that set-up.
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
fn add_set_up(tree: &mut Tree, position: &str) {
    tree.add("SU", ["Custom"]);
    for (name, man) in [("AB", 'b'), ("AW", 'w')] {
        let rows = ('1'..).zip(board_of(position));
        let cells = rows.flat_map(|(row, cells)| ('a'..).zip(cells).map(move |(column, cell)| (column, row, cell)));
        tree.add(name, cells.filter(|&(.., cell)| cell == man).map(|(column, row, _)| format!("{column}{row}")));
    }
    tree.add("PL", [if position.split(' ').nth(1) == Some("1") { "W" } else { "B" }]);
}
