//! How a player can copy: answer each turn by its image.

use crate::game::{AnyGame, AnyMove, AnyPosition, Board, BoardCell, Game, History, Notation, Side, Symmetry, Turns};
use std::collections::BTreeMap;

/// A map of the board of order two, by which the second side answers the turns of the first one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror {
    map: Map,
    /// A first turn and its image.
    pub example: [String; 2],
}

#[derive(Clone, Debug, PartialEq)]
enum Map {
    /// A symmetry of the rules, which keeps the sides.
    Kept(usize),
    /// Names of cells and of their images, the longest first. It exchanges the men of the sides at the start.
    Exchanged(Vec<[String; 2]>),
}

/// Number of first turns on which a map is tried.
const TRIED: usize = 60;

impl Mirror {
    /// The map by which most of the first turns can be answered, if half of them can. None in games of chance: nobody can
    /// copy dice.
    pub fn of(game: &AnyGame) -> Option<Mirror> {
        if game.has_chance() {
            return None;
        }
        let (start, history) = (game.start(), History::new(game, game.start()));
        let turns = Vec::from_iter(Turns::new(game, &start).take(TRIED));
        let after_turn = |turn: &Vec<AnyMove>| {
            let mut after = history.clone();
            turn.iter().for_each(|&mv| after.play(game, mv));
            (after.outcome().is_none() && game.side_to_act(after.position()) == Side::Second).then_some(after)
        };
        let tried = |map: Map| {
            let answered = turns.iter().filter(|&turn| {
                after_turn(turn).is_some_and(|after| map.answered(game, &after, &start, turn).is_some())
            });
            let (count, example) = (answered.clone().count(), answered.into_iter().next()?);
            let example = [game.format_turn(&start, example), map.image(game, &start, example)];
            (2 * count >= turns.len()).then_some((count, Mirror { map, example }))
        };
        let kept = (1..game.symmetries()).filter(|&symmetry| undoes_itself(game, symmetry)).map(Map::Kept);
        let exchanged = game.board().into_iter().flat_map(|board| exchanges(&board, &game.men(&start)));
        let found = kept.chain(exchanged.map(Map::Exchanged)).filter_map(tried);
        // Of equally good maps the first one.
        let best = found.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, mirror)| mirror)
    }

    /// The game after the image of the turn just made, if the image is legal; `before` is the position before that
    /// turn.
    pub fn answered(
        &self,
        game: &AnyGame,
        history: &History,
        before: &AnyPosition,
        turn: &[AnyMove],
    ) -> Option<History> {
        self.map.answered(game, history, before, turn)
    }
}

impl Map {
    fn answered(&self, game: &AnyGame, history: &History, before: &AnyPosition, turn: &[AnyMove]) -> Option<History> {
        let mut after = history.clone();
        after.play_texts(game, [self.image(game, before, turn).as_str()]).ok()?;
        let is_whole = after.outcome().is_some() || !game.is_within_turn(after.position());
        is_whole.then_some(after)
    }

    /// A turn's image as text, to be parsed: the moves of the image need not be the images of the turn's moves.
    fn image(&self, game: &AnyGame, before: &AnyPosition, turn: &[AnyMove]) -> String {
        match self {
            &Map::Kept(symmetry) => turn_image(game, symmetry, before, turn),
            Map::Exchanged(cells) => renamed(&game.format_turn(before, turn), cells),
        }
    }
}

/// The text of a turn's image under a symmetry of the rules. The turn was made in `before`.
pub(super) fn turn_image(game: &AnyGame, symmetry: usize, before: &AnyPosition, turn: &[AnyMove]) -> String {
    let image = Vec::from_iter(turn.iter().map(|&mv| game.transform_move(symmetry, mv)));
    game.format_turn(&game.transform_position(symmetry, before), &image)
}

/// Whether applying a symmetry of the rules twice leaves every first move unchanged.
fn undoes_itself(game: &AnyGame, symmetry: usize) -> bool {
    let mut legal = Vec::new();
    game.legal_moves(&game.start(), &mut legal);
    let twice = |mv| game.transform_move(symmetry, game.transform_move(symmetry, mv));
    legal.into_iter().all(|mv| twice(mv) == mv)
}

/// The maps of order two of the board by which the sides exchange their men at the start: rotation by 180°, mirrors,
/// and mirrors at the diagonals. Each map is given by the names of cells and of their images. There are none if a side
/// has no men at the start.
fn exchanges(board: &Board, men: &[(u16, u8)]) -> Vec<Vec<[String; 2]>> {
    let side = |&(_, kind): &(u16, u8)| board.kinds[usize::from(kind)].side;
    if Side::BOTH.iter().any(|&one| men.iter().all(|man| side(man) != Some(one))) {
        return Vec::new();
    }
    let ends = |of: fn(&BoardCell) -> f32| {
        let all = || board.cells.iter().map(of);
        all().fold(f32::MAX, f32::min) + all().fold(f32::MIN, f32::max)
    };
    let (across, up) = (ends(|cell| cell.x), ends(|cell| cell.y));
    let skew = (across - up) / 2.0;
    let maps: [&dyn Fn(f32, f32) -> (f32, f32); 5] = [
        &|x, y| (across - x, up - y),
        &|x, y| (across - x, y),
        &|x, y| (x, up - y),
        &|x, y| (y + skew, x - skew),
        &|x, y| (across - y - skew, up - x + skew),
    ];
    let found = maps.into_iter().filter_map(|map| {
        let images = board.cells.iter().map(|cell| {
            let (x, y) = map(cell.x, cell.y);
            board.cells.iter().position(|other| (other.x - x).abs() < 0.01 && (other.y - y).abs() < 0.01)
        });
        let images = images.collect::<Option<Vec<usize>>>()?;
        let kind_at = |at: usize| men.iter().find(|man| usize::from(man.0) == at).map(|man| usize::from(man.1));
        // Each kind of one side must always meet the same kind of the other side, whatever the names of both in a rules
        // file.
        let mut pairs = BTreeMap::new();
        let exchanges = (0..images.len()).all(|at| match (kind_at(at), kind_at(images[at])) {
            (Some(one), Some(other)) => {
                let sides = [one, other].map(|kind| board.kinds[kind].side);
                sides[0].map(Side::other) == sides[1] && *pairs.entry(one).or_insert(other) == other
            }
            (one, other) => one == other,
        });
        exchanges.then(|| {
            let name = |at: usize| board.cells[at].name.clone();
            let mut names = Vec::from_iter(images.iter().enumerate().map(|(at, &image)| [name(at), name(image)]));
            names.sort_by_key(|[name, _]| std::cmp::Reverse(name.len()));
            names
        })
    });
    found.collect()
}

/// A text in which the names of cells are replaced by those of their images.
fn renamed(text: &str, cells: &[[String; 2]]) -> String {
    let (mut image, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        match cells.iter().find(|[name, _]| !name.is_empty() && rest.starts_with(name.as_str())) {
            Some([name, other]) => {
                image += other;
                rest = &rest[name.len()..];
            }
            None => {
                image.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rules;

    fn mirror(name: &str) -> Option<[String; 2]> {
        let game = AnyGame::new(rules::<&str, &str>(name, []).expect("it exists")).expect("a game");
        Mirror::of(&game).map(|mirror| mirror.example)
    }

    /// The text with the cells of a square board rotated by 180°.
    fn turned(text: &str, size: u8) -> String {
        let turn = |c: char| match c {
            'a'..='z' => char::from(b'a' + b'a' + size - 1 - c as u8),
            '1'..='9' => char::from(b'1' + b'1' + size - 1 - c as u8),
            c => c,
        };
        text.chars().map(turn).collect()
    }

    #[test]
    fn copying_is_by_symmetries_that_keep_the_sides_or_exchange_their_men() {
        for (name, size) in [("hex-5", 5), ("breakthrough", 8)] {
            let [turn, answer] = mirror(name).unwrap_or_else(|| panic!("{name} can be copied"));
            assert_eq!(answer, turned(&turn, size), "{name}: of {turn}");
        }
        // Black's men lie above and below, White's left and right: a mirror at a diagonal exchanges them.
        let [turn, answer] = mirror("loa").expect("Lines of Action can be copied");
        assert!(turn != answer && turned(&turn, 8) != answer, "{turn} {answer}");
        assert_eq!(mirror("tic-tac-toe").map(|[turn, answer]| turn == answer), Some(false));
    }

    #[test]
    fn names_of_cells_are_replaced_where_they_stand() {
        let cells = [["a10", "b1"], ["a1", "c3"]].map(|names| names.map(str::to_owned));
        assert_eq!(renamed("a1-a10xa1", &cells), "c3-b1xc3");
    }
}
