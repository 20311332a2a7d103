//! Other notations for the games from rules files: Othello's moves in a row and GGF, Connect Four's columns in a row,
//! Portable Draughts Notation, Piskvork's files, and Hex, Havannah and Go in SGF.

use super::foreign::Foreign;
use super::notes::{Event, Moment, Notes};
use super::spelling::{GO, GOMOKU, HAVANNAH, HEX, OTHELLO};
use crate::game::{Sentence, Side};
use crate::sentence;
use crate::sgf::Node;
use crate::tree::{ROOT, Tree};

const CONNECT_FOUR: &str = "connect-four";

/// The beginning of Piskvork's files.
const PISKVORK: &str = "Piskvorky ";

/// A game, and the line in which it begins.
type GameOfLine = (usize, Result<Foreign, Sentence>);

/// The games of a text in which each line is a game, its moves in a row: `f5d6c3` in Othello, `4453` in Connect Four. A
/// number after the moves, as in files of solvers, becomes a comment. Or the game of a file of Piskvork. `None` for
/// other texts. Games are made lazily: there may be one in every two bytes.
pub(super) fn read(text: &str) -> Option<Box<dyn Iterator<Item = GameOfLine> + '_>> {
    let text = text.trim_start_matches('\u{feff}');
    let begin = text.trim_start();
    if begin.starts_with(PISKVORK) {
        return Some(Box::new(std::iter::once((1, piskvork(begin)))));
    }
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    if lines().next().is_none() || !lines().all(|(_, line)| moves_in_a_row(line).is_some()) {
        return None;
    }
    Some(Box::new(lines().filter_map(|(number, line)| Some((number, Ok(game_in_a_row(line)?))))))
}

/// Lengths in files of WTHOR (ffothello.org), the database of Othello's tournaments: the head, a game, and the part
/// of a game before its moves.
const WTHOR_BYTES: [usize; 3] = [16, 68, 8];

/// The games of a file of WTHOR, each with Black's discs at the end, as moves in a row; `None` for other bytes. Their
/// players are in files of their own.
pub(super) fn wthor(bytes: &[u8]) -> Option<String> {
    let [head, game, before] = WTHOR_BYTES;
    let (head, games) = bytes.split_at_checked(head)?;
    let count = u32::from_le_bytes(*head[4..].first_chunk()?) as usize;
    let is_date =
        (19..=21).contains(&head[0]) && head[1] < 100 && (1..=12).contains(&head[2]) && (1..=31).contains(&head[3]);
    // Boards of ten by ten cells, and problems, have similar files.
    if !is_date || ![0, 8].contains(&head[12]) || head[13] != 0 || games.len() != count.checked_mul(game)? {
        return None;
    }
    let mut text = String::new();
    for game in games.chunks(game) {
        let moves = game[before..].iter().take_while(|&&square| square != 0);
        let moves = moves.map(|square| {
            let (row, column) = (square / 10, square % 10);
            let is_square = (1..=8).contains(&row) && (1..=8).contains(&column);
            is_square.then(|| format!("{}{row}", char::from(b'a' + column - 1)))
        });
        let moves = moves.collect::<Option<Vec<_>>>()?;
        // A player who did not come made no move.
        if moves.len() > 1 {
            text += &format!("{} {}\n", moves.concat(), game[6]);
        }
    }
    Some(text)
}

/// Whether [`read`] can parse a text, by its first line.
pub(super) fn begins(text: &str) -> bool {
    text.starts_with(PISKVORK) || text.lines().next().is_some_and(|line| moves_in_a_row(line).is_some())
}

/// The most characters of a game's moves in a row: Othello has 60, and passes.
const LONGEST_ROW: usize = 240;

/// The game, its moves, and the number after the moves.
fn moves_in_a_row(line: &str) -> Option<(&'static str, Vec<String>, &str)> {
    let (moves, score) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let score = score.trim();
    if moves.len() > LONGEST_ROW || !(score.is_empty() || score.parse::<i32>().is_ok()) {
        return None;
    }
    if let Some(squares) = squares(moves) {
        return Some((OTHELLO, squares, score));
    }
    let column = |digit: u8| (b'1'..=b'7').contains(&digit).then(|| char::from(digit - b'1' + b'a').to_string());
    Some((CONNECT_FOUR, moves.bytes().map(column).collect::<Option<_>>()?, score))
}

fn game_in_a_row(line: &str) -> Option<Foreign> {
    let (variant, moves, score) = moves_in_a_row(line)?;
    let mut game = of_moves(variant, moves.into_iter().map(|text| (None, text)));
    game.tree[ROOT].notes.say(score);
    Some(game)
}

/// The squares of a game of Othello in a row, which begins next to the four discs in the middle.
fn squares(text: &str) -> Option<Vec<String>> {
    let lower = text.to_ascii_lowercase();
    let pairs = lower.as_bytes().chunks(2);
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let is_pass = |pair: &[u8]| ["--", "pa", "ps"].iter().any(|pass| pass.as_bytes() == pair);
    let begins = ["d3", "c4", "f5", "e6"].iter().any(|first| lower.starts_with(first));
    if !begins || lower.len() < 4 || !pairs.clone().all(|pair| is_square(pair) || is_pass(pair)) {
        return None;
    }
    let text =
        |pair: &[u8]| if is_square(pair) { String::from_utf8_lossy(pair).into_owned() } else { "pass".to_owned() };
    Some(pairs.map(text).collect())
}

fn of_moves(variant: &str, moves: impl Iterator<Item = (Option<Side>, String)>) -> Foreign {
    let mut tree = Tree::new(Moment::default());
    moves.fold(ROOT, |at, (side, text)| {
        tree.add(at, Moment { event: Event::Move(side, text), notes: Notes::default() })
    });
    Foreign { variant: Some(variant.to_owned()), tree, ..Foreign::default() }
}

/// A file of Piskvork: the size of the board, the moves as column, row and time, a line each, and both names.
///
/// # Errors
/// The board is not that of Gomoku, or a move is off it.
fn piskvork(text: &str) -> Result<Foreign, Sentence> {
    let mut lines = text.lines().map(str::trim);
    let heading = lines.next().unwrap_or_default();
    let size = heading[PISKVORK.len()..].split(',').next().unwrap_or_default().trim();
    if size != "15x15" {
        return Err(sentence!("record.board", "a board of {size}: expected 15x15, that of Gomoku", size = size));
    }
    let (mut moves, mut players) = (Vec::new(), Vec::new());
    for line in lines {
        let mut numbers = line.split(',').map(|number| number.trim().parse::<u8>().ok());
        let place = (numbers.next().flatten(), numbers.next().flatten());
        match place {
            (Some(column @ 1..=15), Some(row @ 1..=15)) if players.is_empty() => {
                moves.push((None, format!("{}{}", char::from(b'a' + column - 1), 16 - row)));
            }
            (Some(_), Some(_)) if players.is_empty() => {
                return Err(sentence!(
                    "record.cell",
                    "`{given}`: expected a column and a row from 1 to 15",
                    given = line
                ));
            }
            // The rest, after the names, is about the tournament.
            _ if players.len() < 2 && line.parse::<i64>().is_err() => players.push(line.to_owned()),
            _ => break,
        }
    }
    players.resize(2, String::new());
    Ok(Foreign { players, ..of_moves(GOMOKU, moves.into_iter()) })
}

/// The variant of a game in SGF, by the file's number or name for it.
pub(super) fn game_of_sgf(given: &str) -> Option<&'static str> {
    match given.to_lowercase().as_str() {
        "1" | "go" => Some(GO),
        "2" | "othello" => Some(OTHELLO),
        "4" => Some(GOMOKU),
        _ => None,
    }
}

/// The position of a board in the Generic Game Format (skatgame.net/mburo/ggsa/ggf) for Othello; `None` for the usual
/// start.
///
/// # Errors
/// The board does not have 64 cells followed by the side to act.
pub(super) fn othello_board(board: &str) -> Result<Option<String>, Sentence> {
    let text = board.trim().strip_prefix('8').unwrap_or(board);
    let man = |c: char| match c {
        '-' => Some('.'),
        '*' => Some('b'),
        'O' => Some('w'),
        _ => None,
    };
    let men = text.chars().filter(|c| !c.is_whitespace()).map(man).collect::<Option<Vec<_>>>();
    match men.as_deref() {
        Some([cells @ .., side]) if cells.len() == 64 && *side != '.' => {
            let rows = Vec::from_iter(cells.chunks(8).map(String::from_iter));
            let position = format!("{} {side}", rows.join("/"));
            let beginning = "......../......../......../...wb.../...bw.../......../......../........ b";
            Ok((position != beginning).then_some(position))
        }
        _ => Err(sentence!(
            "record.othello-board",
            "the board `{board}`: expected 64 cells, `-`, `*` or `O`, and who is to act",
            board = board,
        )),
    }
}

/// The men that are set up before the first move: their kinds and cells, and the side to act, in the notation of
/// [`crate::game::Notation::read_position`]; `None` if no man is set up. The properties are removed from the nodes.
/// `kinds` are the letters of the men of Black and White; `cell` parses a cell.
///
/// # Errors
/// A point is not on the board.
fn men_set_up(
    tree: &mut Tree<Node>,
    kinds: [char; 2],
    cell: impl Fn(&str) -> Option<String>,
) -> Result<Option<String>, Sentence> {
    let (mut men, mut side) = ([Vec::new(), Vec::new()], None);
    for node in Vec::from_iter(tree.main_line()) {
        for (name, values) in std::mem::take(&mut tree[node].properties) {
            let colour = match name.as_str() {
                "AB" => 0,
                "AW" => 1,
                "PL" => {
                    side = values.first().and_then(|side| ["b", "w"].iter().position(|own| begins_so(side, own)));
                    continue;
                }
                _ => {
                    tree[node].properties.push((name, values));
                    continue;
                }
            };
            for value in &values {
                men[colour].extend(points(value, &cell).ok_or_else(|| {
                    sentence!("record.point", "point `{given}`: expected one of the board", given = value)
                })?);
            }
        }
        let mover = ["B", "W"].iter().position(|name| !tree[node].values(name).is_empty());
        if mover.is_some() {
            side = side.or(mover);
            break;
        }
    }
    if men.iter().all(Vec::is_empty) {
        return Ok(None);
    }
    // If no property gives the side, the one with fewer men is to act.
    let side = side.unwrap_or(usize::from(men[0].len() > men[1].len()));
    let fields = kinds.iter().zip(&men).filter(|(_, cells)| !cells.is_empty());
    let fields = fields.map(|(kind, cells)| format!(" {kind}={}", cells.join(",")));
    Ok(Some(format!("{}{}", kinds[side], String::from_iter(fields))))
}

/// Whether a value begins with `begin`, ignoring case.
fn begins_so(value: &str, begin: &str) -> bool {
    value.trim().to_lowercase().starts_with(begin)
}

/// A point, or those of a rectangle, as `cc` or `aa:cc`.
fn points(text: &str, cell: impl Fn(&str) -> Option<String>) -> Option<Vec<String>> {
    let Some((from, to)) = text.split_once(':') else { return Some(vec![cell(text)?]) };
    let &[c0, r0] = from.trim().as_bytes() else { return None };
    let &[c1, r1] = to.trim().as_bytes() else { return None };
    let all = (r0.min(r1)..=r0.max(r1)).flat_map(|row| (c0.min(c1)..=c0.max(c1)).map(move |column| [column, row]));
    all.map(|point| cell(std::str::from_utf8(&point).ok()?)).collect()
}

/// The size of a board in SGF, if a game with that size is known.
///
/// # Errors
/// The board has another size.
fn size<'a, T: Copy>(root: &'a Node, usual: &'a str, known: &[(&str, T)]) -> Result<(&'a str, T), Sentence> {
    let given = root.value("SZ").unwrap_or(usual).trim();
    let size = given.split_once(':').map_or(given, |(columns, rows)| if columns == rows { columns } else { given });
    let sizes = || Vec::from_iter(known.iter().map(|(size, _)| *size)).join(", ");
    let found = known.iter().find(|(own, _)| *own == size);
    found.map(|&(_, name)| (size, name)).ok_or_else(|| {
        sentence!("record.size", "a board of {size}: expected one of {sizes}", size = given, sizes = sizes())
    })
}

/// The values of komi for which the rules file has an option.
const KOMI: [f64; 5] = [0.0, 6.0, 7.0, 9.0, 25.0];

/// Go, as written by all its programs: converts cells to this program's names, and reads the size, komi and handicap
/// stones. An additional half point of komi only decides games that would be drawn, so it is left out with a note.
///
/// # Errors
/// The board has another size, or a stone is off it.
pub(super) fn go(tree: &Tree<Node>, game: &mut Foreign) -> Result<Tree<Node>, Sentence> {
    let (rows, name) = size(&tree[ROOT], "19", &[("5", "five"), ("7", "seven"), ("9", "nine")])?;
    let rows = rows.parse::<u8>().unwrap_or_default();
    game.options.insert("size".to_owned(), name.into());
    if let Some(komi) = tree[ROOT].value("KM").map(str::trim).filter(|komi| !komi.is_empty()) {
        let known = komi.parse::<f64>().ok();
        let whole = known.map(f64::floor).filter(|whole| KOMI.contains(whole));
        if let Some(whole) = whole {
            game.options.insert("komi".to_owned(), (whole as u64).into());
        }
        if whole != known || known.is_none() {
            game.tree[ROOT].notes.say(&format!("komi {komi}"));
        }
    }
    let cell = |text: &str| match *text.trim().to_lowercase().as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] if column - b'a' < rows && row - b'a' < rows => {
            Some(format!("{}{}", char::from(column), rows - (row - b'a')))
        }
        _ => None,
    };
    let mut tree = tree.clone();
    game.start = men_set_up(&mut tree, ['b', 'w'], cell)?;
    for node in 0..tree.len() {
        for (name, values) in &mut tree[node].properties {
            if ["B", "W"].contains(&name.as_str()) {
                for value in values {
                    *value = match value.trim() {
                        "" | "tt" => "pass".to_owned(),
                        text => cell(text).unwrap_or_else(|| text.to_owned()),
                    };
                }
            }
        }
    }
    Ok(tree)
}

/// Removes the final passes of a game of Go whose result is given: elsewhere players agree on dead stones, but the
/// rules here count all as alive.
pub(super) fn without_last_passes(game: &mut Foreign) {
    while game.result.is_some()
        && let Some(last) = game.tree.main_line().last()
        && matches!(&game.tree[last].event, Event::Move(_, text) if text == "pass")
    {
        game.tree.cut(last);
    }
}

/// Whether a file in SGF holds a game of Hex. Little Golem gives no number for Hex, but a size, and cells as two
/// letters, as in no other of our games without a number.
pub(super) fn is_hex(tree: &Tree<Node>) -> bool {
    let root = &tree[ROOT];
    if let Some(given) = root.value("GM").or(root.value("VARIANT")) {
        return given == "11";
    }
    let first = tree.main_line().find_map(|node| tree[node].value("B").or(tree[node].value("W")));
    let is_cell = |text: &str| text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_lowercase());
    root.value("SZ").is_some() && root.value("KM").is_none() && first.is_some_and(is_cell)
}

/// Whether a file in SGF holds a game of Havannah, for which Little Golem gives only the tournament's name.
pub(super) fn is_havannah(tree: &Tree<Node>) -> bool {
    let root = &tree[ROOT];
    root.value("GM").or(root.value("VARIANT")).is_none()
        && root.value("EV").is_some_and(|event| begins_so(event, HAVANNAH))
}

/// Hex as written by Little Golem and HexWorld: adds the variant and the moves to `game`, whose head is parsed.
///
/// # Errors
/// There is no Hex on a board of that size, or men are set up outside it.
pub(super) fn hex(tree: &Tree<Node>, mut game: Foreign) -> Result<Foreign, Sentence> {
    let (size, ()) = size(&tree[ROOT], "11", &[("5", ()), ("7", ()), ("11", ())])?;
    game.variant = Some(format!("{HEX}{size}"));
    let mut tree = tree.clone();
    let cell = |text: &str| match text.trim().to_lowercase().as_bytes() {
        &[column @ b'a'..=b'z', row @ b'a'..=b'z'] => Some(format!("{}{}", char::from(column), row - b'a' + 1)),
        [b'a'..=b'z', rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit) => Some(text.trim().to_lowercase()),
        _ => None,
    };
    game.start = men_set_up(&mut tree, ['r', 'b'], cell)?;
    Ok(with_swap(&tree, game, mirrored))
}

/// Havannah as written by Little Golem.
///
/// # Errors
/// There is no Havannah on a board of that size.
pub(super) fn havannah(tree: &Tree<Node>, mut game: Foreign) -> Result<Foreign, Sentence> {
    let sizes = [("4", "four"), ("5", "five"), ("6", "six"), ("8", "eight")];
    let (_, name) = size(&tree[ROOT], "8", &sizes)?;
    game.variant = Some(HAVANNAH.to_owned());
    game.options.insert("size".to_owned(), name.into());
    Ok(with_swap(tree, game, str::to_owned))
}

/// Adds the moves of a game with a swap. The side that begins is the first side, whatever its colour in the file; if
/// men are set up, it is Black.
///
/// Our rules have no swap. A swap of sides changes only who plays which colour, and a swap of pieces is the same game
/// with each cell at its image, so both are read as such. If the player who swaps also plays the next stone, the first
/// one stays and the players have exchanged colours, whatever the name of the swap.
fn with_swap(tree: &Tree<Node>, mut game: Foreign, image: fn(&str) -> String) -> Foreign {
    let mut first = game.start.as_ref().map(|_| Side::First);
    let (mut swapper, mut is_image, mut at) = (None, false, ROOT);
    for node in tree.main_line() {
        for (name, values) in &tree[node].properties {
            let colour = match name.as_str() {
                "B" => Side::First,
                "W" => Side::Second,
                _ => continue,
            };
            for value in values {
                let text = value.trim().to_lowercase();
                let gives_up = ["resign", "resigns", "forfeit"].contains(&text.as_str());
                match text.as_str() {
                    "" => continue,
                    // The stone there belongs to the other player from now on.
                    "swap" | "swap-pieces" => {
                        swapper = Some(colour);
                        continue;
                    }
                    "swap-sides" => {
                        game.players.reverse();
                        continue;
                    }
                    _ => {}
                }
                match swapper.take() {
                    Some(swapper) if swapper == colour && !gives_up => game.players.reverse(),
                    Some(swapper) => (first, is_image) = (Some(swapper), true),
                    None => {}
                }
                let begins = *first.get_or_insert(colour);
                let side = if colour == begins { Side::First } else { Side::Second };
                let event = match gives_up {
                    true => Event::Resigns(Some(side)),
                    false => Event::Move(None, if is_image { image(&text) } else { text }),
                };
                at = game.tree.add(at, Moment { event, notes: Notes::default() });
            }
        }
        game.tree[at].notes.say(tree[node].value("C").unwrap_or_default());
    }
    if swapper.or(first) == Some(Side::Second) {
        game.players.reverse();
        game.result = game.result.map(|winner| winner.map(Side::other));
    }
    game
}

/// A cell's mirror image on the long diagonal, `b3` for `c2` and `bc` for `cb`.
fn mirrored(cell: &str) -> String {
    if let &[column, row] = cell.as_bytes()
        && row.is_ascii_lowercase()
    {
        return String::from_iter([char::from(row), char::from(column)]);
    }
    let (column, row) = cell.split_at_checked(1).unwrap_or((cell, ""));
    match (column.as_bytes(), row.parse::<u8>()) {
        (&[column @ b'a'..=b'z'], Ok(row @ 1..=26)) => format!("{}{}", char::from(b'a' + row - 1), column - b'a' + 1),
        _ => cell.to_owned(),
    }
}
