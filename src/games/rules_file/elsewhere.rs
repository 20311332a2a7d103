//! Positions in the notation of other programs and people: rows of pieces as in chess, the squares of a draughts board,
//! or men with their cells.

use super::board::EMPTY;
use super::game::RulesGame;
use super::position::Position;
use crate::game::{Game, Notation};

/// The most moves of a turn, after which the other player is to act.
const LONGEST_TURN: usize = 1000;

/// The most empty cells that one number stands for.
const LONGEST_ROW: usize = 99;

/// A position in this program's notation from one in another's; `None` for other texts:
/// - `rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1`, rows from above with numbers for empty cells, and whose turn it is (FEN);
/// - `W:W31-50:BK1,2-20`, whose turn it is, and the squares of both sides, kings behind a `K` (FEN of draughts);
/// - `b b=c3,d4 w=e5`, whose turn it is, and the cells of each kind of men.
///
/// Parts that the text lacks are as when the player first has the turn.
pub fn in_own_words(game: &RulesGame, text: &str) -> Option<String> {
    let own = game.format_position(&game.start());
    let own_rows = own.split(' ').next()?;
    let (side, cells) = by_rows(own_rows, text).or_else(|| by_squares(game, text)).or_else(|| by_cells(game, text))?;
    let player = player(game, side)?;
    let position = game.format_position(&turn_of(game, player)?);
    let fields = Vec::from_iter(position.split(' '));
    let &[_, who, variables, place, steps] = &fields[..] else { return None };
    // The scores of both players may only record that one without a move has lost; other counts begin anew.
    let counts = own.split(' ').nth(2)?.split(',').skip(2);
    let variables = Vec::from_iter(variables.split(',').take(2).chain(counts)).join(",");
    let mut cells = cells.into_iter();
    let rows = own_rows.chars().map(|c| if c == '/' { Some(c) } else { cells.next() }).collect::<Option<String>>()?;
    Some(format!("{rows} {who} {variables} {place} {steps}"))
}

/// The player whose turn a letter names: `w` for White. If no player has that name, `w` is the first one.
fn player(game: &RulesGame, letter: char) -> Option<usize> {
    let letter = letter.to_ascii_lowercase();
    let named = game.file.rules.variables()[..2].iter().position(|name| name.starts_with(letter));
    named.or((letter == 'w').then_some(game.first))
}

/// The first position in which a player has the turn.
fn turn_of(game: &RulesGame, player: usize) -> Option<Position> {
    let (mut position, mut legal) = (game.start(), Vec::new());
    for _ in 0..LONGEST_TURN {
        if position.player() == player && !position.is_within_move() && !position.is_chance() {
            return Some(position);
        }
        game.legal_moves(&position, &mut legal);
        game.play(&mut position, *legal.first()?);
    }
    None
}

/// Rows of pieces from the top, in which numbers stand for empty cells, then the side to act; further fields of chess
/// are skipped.
fn by_rows(own: &str, text: &str) -> Option<(char, Vec<char>)> {
    let fields = Vec::from_iter(text.split_whitespace());
    let (&[rows, side], [] | [_, _] | [_, _, _, _]) = fields.split_first_chunk()? else { return None };
    if rows.split('/').count() != own.split('/').count() {
        return None;
    }
    let mut cells = Vec::new();
    for (row, own) in rows.split('/').zip(own.split('/')) {
        let (before, mut rest) = (cells.len(), row);
        while let Some(c) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits == 0 {
                cells.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
            let empty = rest[..digits].parse::<usize>().ok().filter(|&empty| empty <= LONGEST_ROW)?;
            cells.extend(std::iter::repeat_n(EMPTY, empty));
            rest = &rest[digits..];
        }
        if cells.len() - before != own.chars().count() {
            return None;
        }
    }
    Some((one(side)?, cells))
}

/// The squares of both sides on the dark cells, which are numbered row by row from the top.
fn by_squares(game: &RulesGame, text: &str) -> Option<(char, Vec<char>)> {
    let mut parts = text.trim().trim_end_matches('.').split(':').map(str::trim);
    let side = one(parts.next()?)?;
    let board = &game.file.rules.board().cells;
    let colour = |x: f32, y: f32| (x + y) as usize % 2;
    let first = board.iter().find(|cell| game.file.letters[usize::from(cell.piece)] != EMPTY)?;
    let squares = (0..board.len()).filter(|&at| colour(board[at].x, board[at].y) == colour(first.x, first.y));
    let squares = Vec::from_iter(squares);
    let mut cells = vec![EMPTY; board.len()];
    for part in parts {
        let Some(man) = part.chars().next().filter(char::is_ascii_alphabetic) else { continue };
        for text in part[1..].split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let (text, man) = match text.strip_prefix('K') {
                Some(text) => (text, man.to_ascii_uppercase()),
                None => (text, man.to_ascii_lowercase()),
            };
            let (from, to) = text.split_once('-').unwrap_or((text, text));
            let [from, to] = [from, to].map(|number| number.trim().parse::<usize>().ok());
            for square in from?.checked_sub(1)?..to? {
                cells[*squares.get(square)?] = man;
            }
        }
    }
    text.contains(':').then_some((side, cells))
}

/// Kinds of men with their cells, as `b=c3,d4`.
fn by_cells(game: &RulesGame, text: &str) -> Option<(char, Vec<char>)> {
    let (side, men) = text.trim().split_once(char::is_whitespace)?;
    let side = one(side)?;
    let board = game.file.rules.board();
    let mut cells = vec![EMPTY; board.cells.len()];
    for field in men.split_whitespace() {
        let (man, names) = field.split_once('=')?;
        for name in names.split(',') {
            cells[board.cell_named(name)?] = one(man)?;
        }
    }
    Some((side, cells))
}

/// The only character of a text.
fn one(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

#[cfg(test)]
mod tests {
    use crate::game::{AnyGame, Game, Notation};
    use crate::games;

    fn game(name: &str) -> AnyGame {
        AnyGame::new(games::rules::<&str, &str>(name, []).unwrap()).unwrap()
    }

    /// Texts of the start of these games; in that of reversi the stones of both sides are exchanged.
    #[test]
    fn positions_of_other_programs_are_read() {
        for (name, text) in [
            ("mini-chess", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"),
            ("mini-chess", "rnbqk/ppppp/...../PPPPP/RNBQK w"),
            ("draughts", "B:W21-32:B1-12."),
            ("international-draughts", "W:W31-50:B1-20"),
            ("reversi", "b w=d5,e4 b=d4,e5"),
        ] {
            let game = game(name);
            let start = game.format_position(&game.start());
            let read = game.read_position(text).map(|position| game.format_position(&position));
            match name {
                "reversi" => assert_ne!(read.unwrap(), start),
                _ => assert_eq!(read.unwrap(), start, "{text}"),
            }
        }
        let other = |name: &str, text: &str| {
            let game = game(name);
            let position = game.read_position(text).unwrap();
            (game.side_to_act(&position).index(), game.turns(&position, "", 1000).len())
        };
        assert_eq!(other("draughts", "W:W31,24,K14:BK29,22,16."), (1, 8));
        assert_eq!(other("hex-11", "b r=a1,c3 b=d4"), (1, 118));
        assert_eq!(other("breakthrough", "8/8/3b4/8/8/8/4w3/8 b"), (1, 3));
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        for text in
            ["rnbqk/ppppp/6/PPPPP/RNBQK w", "rnbqk/ppppp/5/PPPPP w", "rnbqk/ppppp/5/PPPPP/RNBQX w", "w K=z9", ""]
        {
            assert!(game("mini-chess").read_position(text).is_err(), "{text}");
        }
        assert!(game("draughts").read_position("W:W33:B1").is_err());
    }
}
