use super::position::Position;
use crate::game::{NotationError, Side};
use crate::games::lines::notation::{SIDE_NAMES, parse_number, parse_plies, parse_side};
use crate::games::lines::{Cells, MEN, board};
use crate::sentence;

/// A position as `1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 0 0`.
pub fn format_position(position: &Position) -> String {
    let board = board::format::<u64>(|cell| piece(position, cell).map(|side| ['b', 'w'][side.index()]));
    format!("{board} {} {}", position.side().index(), position.plies())
}

/// Reads a position; exact inverse of [`format_position`].
pub fn parse_position(text: &str, max_plies: u16) -> Result<Position, NotationError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, side, plies] = fields.as_slice() else {
        let expected = sentence!("loa.fields", "board, side to act and plies, with one space between each");
        return Err(NotationError::malformed("position", text, expected));
    };
    Ok(Position::new(pieces(board, ['b', 'w'])?, parse_side(side)?, parse_plies(plies, max_plies)?))
}

/// Parses a position as [`parse_position`] does, or in the notation of others: with `b` or `w` for the side to act, and
/// without the moves played. If `L` and `l` stand for the pieces, as at PlayStrategy, `L` is Black, whose turn is `w`,
/// and the fields of chess follow: `1LLLLLL1/l6l/... w - - 0 1`.
pub fn read_position(text: &str, max_plies: u16) -> Result<Position, NotationError> {
    let fields = Vec::from_iter(text.split_whitespace());
    let [board, side @ ("b" | "w"), rest @ ..] = fields.as_slice() else {
        return parse_position(text, max_plies);
    };
    let (letters, first) = if board.contains(['L', 'l']) { (['L', 'l'], "w") } else { (['b', 'w'], "b") };
    let side = if *side == first { Side::First } else { Side::Second };
    let plies = match rest {
        [] | ["-", "-"] => 0,
        [plies] => parse_plies(plies, max_plies)?,
        ["-", "-", _, number] => {
            let [least, most] = [1, usize::from(max_plies)];
            let read = parse_number(number, least..=most).ok_or_else(|| {
                let expected = sentence!("rules.from-to", "{low} to {high}", low = least, high = most);
                NotationError::malformed("number of the move", *number, expected)
            })?;
            parse_plies(&(2 * (read - 1) + side.index()).to_string(), max_plies)?
        }
        _ => {
            let expected = sentence!(
                "loa.others-fields",
                "nothing, the moves played, or fields as in `- - 0 1`, behind board and side"
            );
            return Err(NotationError::malformed("position", text, expected));
        }
    };
    Ok(Position::new(pieces(board, letters)?, side, plies))
}

/// Parses the pieces of both sides, at least one each.
fn pieces(board: &str, letters: [char; 2]) -> Result<[u64; 2], NotationError> {
    let pieces: [u64; 2] = board::parse(board, letters)?;
    for (name, set) in SIDE_NAMES.iter().zip(pieces) {
        let men = set.count();
        if !(1..=MEN).contains(&men) {
            let expected = sentence!(
                "lines.pieces",
                "1 to {most} pieces of {side}, not {men}",
                most = MEN,
                side = *name,
                men = men,
            );
            return Err(NotationError::malformed("board", board, expected));
        }
    }
    Ok(pieces)
}

/// The board with its coordinates, row 8 first: `X` is Black, `O` is White.
pub fn draw(position: &Position) -> String {
    let board = board::draw::<u64>(|cell| piece(position, cell).map_or('.', |side| ['X', 'O'][side.index()]));
    let groups = Side::BOTH.map(|side| position.pieces(side).groups().count());
    board + &board::status(groups, position.plies())
}

/// The men on the board, by their kinds.
pub fn men(position: &Position) -> Vec<(u16, u8)> {
    board::men::<u64>(|cell| piece(position, cell).map(Side::index))
}

fn piece(position: &Position, cell: usize) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| position.pieces(side).has(cell))
}
