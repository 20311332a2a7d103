use super::file::RulesFile;
use super::position::Position;
use crate::game::{Board, Border, Look, ManKind, Side};

/// The board as pages draw it. `sides` are those of both players.
pub fn board(file: &RulesFile, sides: [Side; 2]) -> Board {
    let board = file.rules.board();
    let picture = &file.heading.picture;
    let borders = file.borders.iter().map(|border| Border { line: border.line.clone(), side: sides[border.player] });
    // A player called black is dark, whichever side moves first.
    let black = file.rules.variables()[..2].iter().position(|player| &**player == "black");
    let dark = black.map_or(Side::Second, |player| sides[player]);
    Board {
        cells: picture.cells(board),
        tile: picture.tile(board),
        edges: picture.edges(board),
        loops: picture.loops(),
        grid: picture.grid(),
        is_won_by_lines: picture.is_won_by_lines(),
        borders: borders.collect(),
        zones: picture.zones(&file.rules, sides),
        tens: picture.tens(board),
        targets: picture.targets(board),
        begin: picture.begin().cloned(),
        next: picture.next().cloned(),
        kinds: kinds(file, sides),
        chequered: picture.is_chequered(),
        dark,
    }
}

/// The kinds of pieces, without the one for empty cells.
fn kinds(file: &RulesFile, sides: [Side; 2]) -> Vec<ManKind> {
    let owner = |piece: usize| file.owners()[piece].map(|player| sides[player]);
    let men = || (0..file.letters.len()).filter(|&piece| file.letters[piece] != EMPTY);
    let upper = |piece: usize| file.letters[piece].to_ascii_uppercase();
    let told =
        |piece: usize| file.heading.picture.look(file.rules.board(), &file.rules.pieces()[piece], file.letters[piece]);
    let look = |piece: usize| {
        let letter = file.letters[piece];
        if let Some(look) = told(piece) {
            return look;
        }
        let is_like = |other: usize| other != piece && owner(other) == owner(piece) && told(other) != Some(Look::Area);
        let alike = Vec::from_iter(men().filter(|&other| is_like(other)));
        // If there are `b` and `B`, as for men and kings, the lower-case one is a plain disc, the other has a crown.
        let has_other_size = alike.iter().any(|&other| upper(other) == upper(piece));
        match (owner(piece), letter) {
            (None, digit) if digit.is_ascii_digit() => Look::Number(digit),
            (Some(_), letter) if has_other_size && letter.is_uppercase() => Look::Crowned,
            (_, letter) if alike.is_empty() || has_other_size && letter.is_lowercase() => Look::Disc,
            _ => Look::Letter(upper(piece)),
        }
    };
    let kind = |piece: usize| ManKind::new(&file.rules.pieces()[piece], look(piece), owner(piece));
    men().map(|piece| ManKind { letter: Some(file.letters[piece]), ..kind(piece) }).collect()
}

/// The letter of the piece for empty cells.
pub const EMPTY: char = '.';

/// The men on the board: cell and kind.
pub fn men(file: &RulesFile, position: &Position) -> Vec<(u16, u8)> {
    let mut kinds = vec![None; file.letters.len()];
    let men = (0..file.letters.len()).filter(|&piece| file.letters[piece] != EMPTY);
    (0..).zip(men).for_each(|(kind, piece)| kinds[piece] = Some(kind));
    let cells = 0..file.rules.board().cells.len();
    cells.filter_map(|cell| Some((cell as u16, kinds[usize::from(file.packing.piece(position, cell))]?))).collect()
}
