//! Turns in the notation of programs that speak the Universal Chess Interface (UCI) for games other than chess, such as
//! Fairy-Stockfish: the cells of a turn without signs, `d2d3`; `P@f5` for a dropped man; `a4a1,a1a2` for a queen that
//! shoots; a pass is a man that stays where it is.

use crate::game::{AnyGame, AnyPosition, Board, Game, Notation};

/// Numbering of rows: UCI programs count from below.
struct Rows<'a> {
    board: &'a Board,
    /// One more than the number of rows, if this program counts them from above.
    from_above: Option<u16>,
}

impl<'a> Rows<'a> {
    fn of(board: &'a Board) -> Rows<'a> {
        let lowest = board.cells.iter().map(|cell| cell.y).fold(f32::INFINITY, f32::min);
        let first = board.cells.iter().find(|cell| cell.name == "a1");
        let rows = board.cells.iter().filter_map(|cell| column_and_row(&cell.name)).map(|(_, row)| row).max();
        let from_above = first.filter(|first| first.y > lowest).and(rows).map(|rows| rows + 1);
        Rows { board, from_above }
    }

    /// A cell's name in the other numbering. The mapping is its own inverse.
    fn other(&self, cell: &str) -> Option<String> {
        let (column, row) = column_and_row(cell)?;
        let row = self.from_above.map_or(Some(row), |above| above.checked_sub(row))?;
        Some(format!("{column}{row}"))
    }

    /// A pass: the first man of the side to act, counted from the lower left by rows.
    fn pass(&self, game: &AnyGame, position: &AnyPosition) -> Option<String> {
        let side = game.side_to_act(position);
        let own =
            game.men(position).into_iter().filter(|&(_, kind)| self.board.kinds[usize::from(kind)].side == Some(side));
        let cells = own.filter_map(|(cell, _)| self.other(&self.board.cells[usize::from(cell)].name));
        let first = cells.min_by_key(|cell| column_and_row(cell).map(|(column, row)| (row, column)))?;
        Some(first.repeat(2))
    }
}

/// A turn in UCI notation; `None` if UCI cannot express it.
pub(super) fn written(game: &AnyGame, position: &AnyPosition, turn: &str) -> Option<String> {
    let board = game.board()?;
    let rows = Rows::of(&board);
    if turn == "pass" {
        return rows.pass(game, position);
    }
    let (turn, man) = match turn.split_once('=') {
        Some((turn, man)) => (turn, man.to_lowercase()),
        None => (turn, String::new()),
    };
    let (way, shot) = match turn.split_once('/') {
        Some((way, shot)) => (way, Some(rows.other(shot)?)),
        None => (turn, None),
    };
    let cells = way.split(['-', 'x']).map(|cell| rows.other(cell)).collect::<Option<Vec<_>>>()?;
    match (&cells[..], shot) {
        ([to], None) => Some(format!("P@{to}")),
        ([from, to], None) => Some(format!("{from}{to}{man}")),
        ([from, to], Some(shot)) => Some(format!("{from}{to},{to}{shot}")),
        _ => None,
    }
}

/// The texts in this program's notation that a text in UCI notation may stand for; one of them is meant.
pub(super) fn read(game: &AnyGame, text: &str) -> Vec<String> {
    let Some(board) = game.board() else { return Vec::new() };
    let rows = Rows::of(&board);
    let (cells, man) = cells_of(text);
    let Some(cells) = cells.iter().map(|cell| rows.other(cell)).collect::<Option<Vec<_>>>() else { return Vec::new() };
    match &cells[..] {
        [to] => vec![to.clone()],
        [from, to] if from == to => vec!["pass".to_owned()],
        [from, to] if man.is_empty() => vec![format!("{from}-{to}")],
        [from, to] => [man.to_uppercase(), man].map(|man| format!("{from}-{to}={man}")).into(),
        [from, to, at, shot] if at == to => vec![format!("{from}-{to}/{shot}")],
        _ => Vec::new(),
    }
}

/// The cells in a text, and the letter after them.
fn cells_of(text: &str) -> (Vec<String>, String) {
    let text = text.split_once('@').map_or(text, |(_, cell)| cell);
    let (mut cells, mut column) = (Vec::<String>::new(), String::new());
    for c in text.chars() {
        match (c, cells.last_mut()) {
            ('0'..='9', Some(cell)) if column.is_empty() => cell.push(c),
            ('0'..='9', _) => cells.push(std::mem::take(&mut column) + c.encode_utf8(&mut [0; 4])),
            (c, _) if c.is_ascii_lowercase() => column = c.to_string(),
            _ => column.clear(),
        }
    }
    // A letter without a number is the man of a promotion.
    (cells, column)
}

/// The letter and the number of a cell such as `a10`.
fn column_and_row(cell: &str) -> Option<(char, u16)> {
    let column = cell.chars().next().filter(char::is_ascii_lowercase)?;
    Some((column, cell[1..].parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::History;
    use crate::games::rules;

    fn game(name: &str) -> AnyGame {
        AnyGame::new(rules::<&str, &str>(name, []).expect("it comes with the program")).expect("a game")
    }

    #[test]
    fn turns_are_written_as_fairy_stockfish_writes_them() {
        for (name, before, turn, expected) in [
            ("breakthrough", "", "b2-c3", "b2c3"),
            // Fairy-Stockfish starts with white stones in place of black ones, with rows from below.
            ("reversi", "", "f5", "P@f4"),
            ("amazons", "", "d1-d7/g7", "d1d7,d7g7"),
            ("amazons", "", "j4-j6/j10", "j4j6,j6j10"),
            ("ataxx", "", "a6", "P@a6"),
            ("ataxx", "", "a7-c7", "a7c7"),
            ("mini-chess", "a2-a3 d4-d3 e2xd3 e4-e3 a3xb4 e3-e2 a1-a2", "e2xd1=n", "e2d1n"),
        ] {
            let game = game(name);
            let mut history = History::new(&game, game.start());
            history.play_texts(&game, before.split_whitespace()).expect("legal");
            assert_eq!(written(&game, history.position(), turn).as_deref(), Some(expected), "{name}");
        }
        assert_eq!(read(&game("reversi"), "g1g1"), ["pass"]);
        for nonsense in ["", "(none)", "0000", "P@", "e2", "é4é5", "a1b1c1", "a99999b1"] {
            let meant = read(&game("breakthrough"), nonsense);
            assert!(
                meant.iter().all(|text| game("breakthrough").parse_turn(&game("breakthrough").start(), text).is_err())
            );
        }
    }

    /// In random games each written turn reads back as the same turn.
    #[test]
    fn what_is_written_is_read() {
        for name in ["breakthrough", "mini-chess", "reversi", "amazons", "clobber", "ataxx", "los-alamos-chess"] {
            let game = game(name);
            let mut history = History::new(&game, game.start());
            for number in 0..60 {
                let position = history.position().clone();
                let turns = game.turns(&position, "", 300);
                for turn in turns.iter().step_by(turns.len() / 6 + 1) {
                    let text = written(&game, &position, &turn.text).expect("it can be said");
                    let meant = read(&game, &text);
                    let found = meant.iter().find_map(|text| game.parse_turn(&position, text).ok());
                    assert_eq!(found.as_ref(), Some(&turn.moves), "{name}: {} as {text}", turn.text);
                }
                let Some(turn) = turns.get(number * 7 % turns.len().max(1)) else { break };
                turn.moves.iter().for_each(|&mv| history.play(&game, mv));
            }
        }
    }
}
