//! How those who play the games from files of rules write them elsewhere: Othello's moves in a row and GGF, Connect
//! Four's columns in a row, Portable Draughts Notation, Piskvork's files, and Hex in SGF.

use super::foreign::Foreign;
use super::notes::{Event, Moment, Notes};
use super::spelling::{DRAUGHTS, GOMOKU, HEX, OTHELLO};
use crate::game::{Sentence, Side};
use crate::sentence;
use crate::sgf::Node;
use crate::tree::{ROOT, Tree};

const CONNECT_FOUR: &str = "connect-four";

/// How Piskvork's files begin.
const PISKVORK: &str = "Piskvorky ";

/// A game, and the line in which it begins.
type GameOfLine = (usize, Result<Foreign, Sentence>);

/// The games of a text in which each line is a game, its moves in a row: `f5d6c3` in Othello, `4453` in Connect Four.
/// A number behind them, as files of solvers have it, becomes a comment. Or the game of a file of Piskvork. `None` for other
/// texts. A game is made when it is asked for: there may be one in every two bytes.
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

/// Whether [`read`] has something to say of a text, by its first line.
pub(super) fn begins(text: &str) -> bool {
    text.starts_with(PISKVORK) || text.lines().next().is_some_and(|line| moves_in_a_row(line).is_some())
}

/// Characters of a game's moves in a row, at most: Othello has 60, and passes.
const LONGEST_ROW: usize = 240;

/// The game, its moves, and the number behind them.
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

/// The squares of a game of Othello in a row, which begins beside the four discs in the middle.
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
/// The board is not that of Gomoku, or a move lies beside it.
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
            // What follows the names is about the tournament.
            _ if players.len() < 2 && line.parse::<i64>().is_err() => players.push(line.to_owned()),
            _ => break,
        }
    }
    players.resize(2, String::new());
    Ok(Foreign { players, ..of_moves(GOMOKU, moves.into_iter()) })
}

/// The variant that a tag of a draughts file names: kinds of draughts have numbers.
pub(super) fn game_type(value: &str) -> String {
    match value.split(',').next().map(str::trim) {
        Some("21") => DRAUGHTS.to_owned(),
        _ => format!("draughts of GameType {value}"),
    }
}

/// The variant of a game in SGF, by the number or the name that the file gives to it.
pub(super) fn game_of_sgf(given: &str) -> Option<&'static str> {
    match given.to_lowercase().as_str() {
        "2" | "othello" => Some(OTHELLO),
        "4" => Some(GOMOKU),
        _ => None,
    }
}

/// Whether a board of the Generic Game Format (skatgame.net/mburo/ggsa/ggf) is that with which Othello begins.
pub(super) fn is_usual_board(board: &str) -> bool {
    let cells = String::from_iter(board.chars().skip_while(char::is_ascii_digit).filter(|c| !c.is_whitespace()));
    cells == format!("{}O*{}*O{}*", "-".repeat(27), "-".repeat(6), "-".repeat(27))
}

/// Whether a file in SGF holds a game of Hex. Little Golem does not say so by a number, but it tells the size, and cells
/// by two letters, as in no other of our games without a number.
pub(super) fn is_hex(tree: &Tree<Node>) -> bool {
    let root = &tree[ROOT];
    if let Some(given) = root.value("GM").or(root.value("VARIANT")) {
        return given == "11";
    }
    let first = tree.main_line().find_map(|node| tree[node].value("B").or(tree[node].value("W")));
    let is_cell = |text: &str| text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_lowercase());
    root.value("SZ").is_some() && first.is_some_and(is_cell)
}

/// Hex as Little Golem and HexWorld write it: adds the variant and the moves to `game`, of which the head is read. Whoever
/// begins is red, whatever the colour that the file gives them.
///
/// Our Hex has no swap. A swap of sides changes only who plays which colour, and a swap of pieces is the same game with
/// each cell at its mirror image, so both are read so.
pub(super) fn hex(tree: &Tree<Node>, mut game: Foreign) -> Foreign {
    let size = tree[ROOT].value("SZ").unwrap_or("11").trim();
    game.variant = Some(format!("{HEX}{size}"));
    let (mut first, mut is_mirrored, mut at) = (None, false, ROOT);
    for node in tree.main_line() {
        for (name, values) in &tree[node].properties {
            let colour = match name.as_str() {
                "B" => Side::First,
                "W" => Side::Second,
                _ => continue,
            };
            for value in values {
                let begins = *first.get_or_insert(colour);
                let side = if colour == begins { Side::First } else { Side::Second };
                let text = value.trim().to_lowercase();
                let event = match text.as_str() {
                    "" => continue,
                    // Both mean that the stone that lies there belongs to the other player from now on.
                    "swap" | "swap-pieces" => {
                        (first, is_mirrored) = (Some(begins.other()), true);
                        continue;
                    }
                    "swap-sides" => {
                        game.players.reverse();
                        continue;
                    }
                    "resign" | "resigns" | "forfeit" => Event::Resigns(Some(side)),
                    cell => Event::Move(None, if is_mirrored { mirrored(cell) } else { cell.to_owned() }),
                };
                at = game.tree.add(at, Moment { event, notes: Notes::default() });
            }
        }
    }
    if first == Some(Side::Second) {
        game.players.reverse();
        game.result = game.result.map(|winner| winner.map(Side::other));
    }
    game
}

/// A cell at its mirror image on the long diagonal, `b3` for `c2` and `bc` for `cb`.
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
