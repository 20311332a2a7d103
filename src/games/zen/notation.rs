use super::moves::open_to_zen;
use super::position::Position;
use crate::game::{NotationError, Sentence, Side};
use crate::games::lines::notation::{SIDE_NAMES, format_cell, parse_cell, parse_plies, parse_side};
use crate::games::lines::{Cells, MEN, Move, board};
use crate::sentence;

/// Why the Zen's own rules forbid a move.
pub fn zen_refusal(position: &Position, mv: Move) -> Option<Sentence> {
    if mv == Move::PASS || position.zen() != Some(mv.from) {
        return None;
    }
    let to = format_cell::<u128>(mv.to);
    if position.banned() == Some(mv.to) {
        return Some(sentence!(
            "zen.not-back",
            "the Zen was moved from {to} just before and may not go back there yet",
            to = to,
        ));
    }
    let open = open_to_zen(&position.view(), None).has(mv.to.into());
    (!open).then(|| {
        sentence!("zen.not-alone", "the Zen goes only to a cell that neighbours a pawn, and {to} does not", to = to)
    })
}

/// A position as `w4b4b/4w1w4/3b3b3/2w5w2/1b7b1/w4z4w/1b7b1/2w5w2/3b3b3/4w1w4/b4b4w 0 - 0`.
pub fn format_position(position: &Position) -> String {
    let board = board::format::<u128>(|cell| piece(position, cell).map(|piece| ['b', 'w', 'z'][piece]));
    let banned = position.banned().map_or("-".to_owned(), format_cell::<u128>);
    format!("{board} {} {banned} {}", position.side().index(), position.plies())
}

/// Reads a position; exact inverse of [`format_position`].
pub fn parse_position(text: &str, max_plies: u16) -> Result<Position, NotationError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, side, banned, plies] = fields.as_slice() else {
        let expected = sentence!(
            "zen.fields",
            "board, side to act, cell forbidden to the Zen and plies, with one space between each",
        );
        return Err(NotationError::malformed("position", text, expected));
    };
    let [black, white, zen]: [u128; 3] = board::parse(board, ['b', 'w', 'z'])?;
    let refuse = |expected: Sentence| Err(NotationError::malformed("board", board, expected));
    for (name, pawns) in SIDE_NAMES.iter().zip([black, white]) {
        if pawns.count() > MEN {
            return refuse(sentence!(
                "zen.pawns",
                "at most {most} pawns of {side}, not {men}",
                most = MEN,
                side = *name,
                men = pawns.count(),
            ));
        }
    }
    if black | white == 0 {
        return refuse(sentence!("zen.no-pawns", "pawns of at least one side"));
    }
    if zen.count() > 1 {
        return refuse(sentence!("zen.several", "at most one Zen, not {count}", count = zen.count()));
    }
    let side = parse_side(side)?;
    let zen = (zen != 0).then(|| zen.lowest() as u8);
    let banned = parse_banned(banned, zen, black | white)?;
    Ok(Position::new([black, white], zen, banned, side, parse_plies(plies, max_plies)?))
}

/// Parses the cell that is forbidden to the Zen, which must have just left it along a line.
fn parse_banned(text: &str, zen: Option<u8>, pawns: u128) -> Result<Option<u8>, NotationError> {
    if text == "-" {
        return Ok(None);
    }
    let could_be_left = |&cell: &u8| {
        let on_line = |zen: u8| zen != cell && u128::lines(zen.into()).iter().any(|line| line.cells.has(cell.into()));
        zen.is_some_and(on_line) && !pawns.has(cell.into())
    };
    let cell = parse_cell::<u128>(text).filter(could_be_left);
    cell.map(Some).ok_or_else(|| {
        let expected = sentence!("zen.forbidden", "`-`, or an empty cell from which the Zen, in play, can have come");
        NotationError::malformed("cell forbidden to the Zen", text, expected)
    })
}

/// The board with its coordinates, row 11 first: `X` is Black, `O` is White, `Z` the Zen, and `*` the cell that is
/// forbidden to the Zen.
pub fn draw(position: &Position) -> String {
    let board = board::draw::<u128>(|cell| match piece(position, cell) {
        Some(piece) => ['X', 'O', 'Z'][piece],
        None if position.banned() == Some(cell as u8) => '*',
        None => '.',
    });
    let groups = Side::BOTH.map(|side| position.must_connect(side).groups().count());
    let zen = match (position.zen(), position.banned()) {
        (None, _) => "the Zen is gone",
        (Some(_), None) => "the Zen, Z, is counted with both",
        (Some(_), Some(_)) => "the Zen, Z, is counted with both; it may not go back to *",
    };
    board + &board::status(groups, position.plies()) + &format!("  {zen}\n")
}

/// The men on the board, by their kinds.
pub fn men(position: &Position) -> Vec<(u16, u8)> {
    board::men::<u128>(|cell| piece(position, cell))
}

/// The kind of piece on a cell: 0 a black pawn, 1 a white one, 2 the Zen.
fn piece(position: &Position, cell: usize) -> Option<usize> {
    let pawn = Side::BOTH.into_iter().find(|&side| position.pawns(side).has(cell)).map(Side::index);
    pawn.or_else(|| (position.zen() == Some(cell as u8)).then_some(2))
}
