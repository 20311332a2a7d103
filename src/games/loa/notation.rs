use super::position::Position;
use crate::game::{NotationError, Side};
use crate::games::lines::notation::{SIDE_NAMES, parse_plies, parse_side};
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
    let pieces: [u64; 2] = board::parse(board, ['b', 'w'])?;
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
    Ok(Position::new(pieces, parse_side(side)?, parse_plies(plies, max_plies)?))
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
