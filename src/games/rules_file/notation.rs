//! The text of steps and positions; `turn` writes turns. Steps, the moves of a turn, are cells: `b2`; if several
//! steps on a cell differ, with the piece: `b8=Q`. Steps without a cell or a change are words.
//!
//! A position is the pieces' letters, with `/` after each row; the player to move or, if chance acts, the player who
//! moved last and `?`; the variables; the node of the rules and the cell that play stands on, with `+` within a move,
//! and `!` if following the rules takes too long; the steps made.

use super::file::RulesFile;
use super::game::{RulesGame, step_of};
use super::position::Position;
use super::{board, draw, elsewhere, turn};
use crate::game::{Board, ByHand, Game, Notation, NotationError, Number, Sentence, Turn, not_among};
use crate::rbg::{ActionKind, End, StateParts};
use crate::sentence;
use std::collections::HashMap;

impl Notation for RulesGame {
    fn format_move(&self, position: &Position, mv: u32) -> String {
        let mut alike = legal(self, position);
        let own = Sign::of(self, mv);
        alike.retain(|&other| Sign::of(self, other).head == own.head);
        let place = alike.iter().position(|&other| other == mv);
        place.map_or_else(|| own.long(), |place| texts(self, &alike).swap_remove(place))
    }

    fn format_moves(&self, _: &Position, moves: &[u32]) -> Vec<String> {
        texts(self, moves)
    }

    /// The cell, then the rest of the text.
    fn move_parts(&self, position: &Position, mv: u32) -> Vec<String> {
        parts(self.format_move(position, mv))
    }

    fn parts_of_moves(&self, _: &Position, moves: &[u32]) -> Vec<Vec<String>> {
        texts(self, moves).into_iter().map(parts).collect()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u32, NotationError> {
        let legal = legal(self, position);
        let head = text.find(['=', '#']).map_or(text, |end| &text[..end]);
        let alike = Vec::from_iter(legal.iter().copied().filter(|&mv| Sign::of(self, mv).head == head));
        let place = texts(self, &alike).iter().position(|own| own == text);
        place.map(|place| alike[place]).ok_or_else(|| not_among(text, &legal, |moves| texts(self, moves)))
    }

    fn format_turn(&self, position: &Position, moves: &[u32]) -> String {
        turn::format(self, position, &[moves.to_vec()]).swap_remove(0)
    }

    fn format_turns(&self, position: &Position, turns: &[Vec<u32>]) -> Vec<String> {
        turn::format(self, position, turns)
    }

    fn parse_turn(&self, position: &Position, text: &str) -> Result<Vec<u32>, NotationError> {
        turn::parse(self, position, text)
    }

    fn turns(&self, position: &Position, prefix: &str, most: usize) -> Vec<Turn<u32>> {
        turn::beginning_with(self, position, prefix, most)
    }

    fn turn_parts(&self, position: &Position, turn: &Turn<u32>) -> Vec<String> {
        turn::parts(self, position, turn)
    }

    fn turn_kind(&self, _: &Position, turn: &Turn<u32>) -> Option<String> {
        turn::kind(self, turn.moves.iter().copied().map(step_of))
    }

    fn by_hand(&self, position: &Position, turn: &Turn<u32>) -> ByHand {
        turn::by_hand(self, position, turn)
    }

    fn shows_turns(&self) -> bool {
        true
    }

    fn format_position(&self, position: &Position) -> String {
        let (file, cells) = (&self.file, &self.file.rules.board().cells);
        let mut text = String::new();
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 && cell.y != cells[index - 1].y {
                text.push('/');
            }
            text.push(file.letters[usize::from(file.packing.piece(position, index))]);
        }
        let variables =
            (0..file.rules.variables().len()).map(|index| file.packing.variable(position, index).to_string());
        let (player, within) = (position.player(), if position.is_within_move() { "+" } else { "" });
        let chance = if position.is_chance() { "?" } else { "" };
        let too_long = if position.end() == Some(End::TooMuchWork) { "!" } else { "" };
        let variables = Vec::from_iter(variables).join(",");
        format!(
            "{text} {player}{chance} {variables} {}@{}{within}{too_long} {}",
            position.node(),
            position.cell(),
            position.steps
        )
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let malformed = |field, given: &str, expected: Sentence| NotationError::malformed(field, given, expected);
        let fields = Vec::from_iter(text.split(' '));
        let &[pieces, player, variables, place, steps] = &fields[..] else {
            let words = sentence!(
                "file.fields",
                "pieces, player, variables, place@cell and steps, as `position` prints them, or rows and who is to act, as `3w4/8 b`",
            );
            return Err(malformed("position", text, words));
        };
        let file = &self.file;
        let letter = |letter: char| {
            let index = file.letters.iter().position(|&known| known == letter);
            let letters = || sentence!("file.letters", "one of {letters}", letters = String::from_iter(&file.letters));
            index.map(|index| index as u8).ok_or_else(|| malformed("piece", &letter.to_string(), letters()))
        };
        let number = |field: &'static str, text: &str| {
            let whole = || sentence!("file.number", "a whole number up to 65535");
            text.parse::<u16>().map_err(|_| malformed(field, text, whole()))
        };
        let (place, takes_too_long) = match place.strip_suffix('!') {
            Some(place) => (place, true),
            None => (place, false),
        };
        let (place, is_within_move) = match place.strip_suffix('+') {
            Some(place) => (place, true),
            None => (place, false),
        };
        let (node, cell) =
            place.split_once('@').ok_or_else(|| malformed("place", place, sentence!("file.place", "node@cell")))?;
        let parts = StateParts {
            pieces: pieces.chars().filter(|&c| c != '/').map(letter).collect::<Result<_, _>>()?,
            variables: variables.split(',').map(|value| number("variable", value)).collect::<Result<_, _>>()?,
            node: number("node", node)?.into(),
            cell: number("cell", cell)?,
            is_chance: player.ends_with('?'),
            player: match player.strip_suffix('?').unwrap_or(player) {
                "0" => 0,
                "1" => 1,
                _ => return Err(malformed("player", player, sentence!("file.player", "0 or 1"))),
            },
            is_within_move,
            takes_too_long,
        };
        let steps = number("steps", steps)?;
        if steps > self.most_steps {
            let most = sentence!("file.steps", "at most {most}", most = self.most_steps);
            return Err(malformed("steps", &steps.to_string(), most));
        }
        let state = file.work.with(&file.rules, |work| file.rules.put_together(&parts, &mut work.scratch));
        let state = state.map_err(|error| malformed("position", text, error.to_string().into()))?;
        let position = file.packing.pack(&state, steps);
        match self.format_position(&position) {
            again if again == text => Ok(position),
            again => Err(malformed("position", text, format!("`{again}`").into())),
        }
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse_position(elsewhere::in_own_words(self, text).as_deref().unwrap_or(text))
    }

    fn draw(&self, position: &Position) -> String {
        draw::draw(&self.file, position, &self.numbers(position))
    }

    fn board(&self) -> Option<Board> {
        Some(board::board(&self.file, [0, 1].map(|player| self.side_of(player))))
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        board::men(&self.file, position)
    }

    fn numbers(&self, position: &Position) -> Vec<Number> {
        let RulesFile { heading, rules, packing, .. } = &*self.file;
        let sides = [0, 1].map(|player| self.side_of(player));
        heading.picture.numbers((rules, packing), position, self.counted(position), sides)
    }
}

fn legal(game: &RulesGame, position: &Position) -> Vec<u32> {
    let mut legal = Vec::new();
    game.legal_moves(position, &mut legal);
    legal
}

/// The parts of a step's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Sign<'a> {
    /// Name of a cell, or a word of the notation.
    head: &'a str,
    /// The piece put there, if any.
    piece: Option<&'a str>,
    /// The value that chance gives a variable, if it does.
    value: Option<i64>,
}

impl<'a> Sign<'a> {
    fn of(game: &'a RulesGame, mv: u32) -> Sign<'a> {
        let (rules, step) = (&game.file.rules, step_of(mv));
        let stays = !game.file.outline.goes[usize::from(step.action)];
        let is_thrown = game.file.outline.chance_actions.binary_search(&step.action).is_ok();
        let value = rules.assigned(step.action).filter(|_| is_thrown);
        let (mut head, mut piece) = (&*rules.board().cells[usize::from(step.cell)].name, None);
        match rules.action(step.action) {
            ActionKind::Assign(variable) if stays => head = &rules.variables()[usize::from(variable)],
            ActionKind::Switch(_) if stays => head = "pass",
            ActionKind::Put(put) => piece = Some(&*rules.pieces()[usize::from(put)]),
            _ => {}
        }
        Sign { head, piece, value }
    }

    /// The text if the head alone is ambiguous.
    fn long(&self) -> String {
        match (self.piece, self.value) {
            (Some(piece), _) => format!("{}={piece}", self.head),
            (None, Some(value)) => format!("{}={value}", self.head),
            (None, None) => self.head.to_owned(),
        }
    }
}

/// The texts of moves, which are all legal ones, or all with one head. Linear in their number: a file may have many
/// thousands.
fn texts(game: &RulesGame, moves: &[u32]) -> Vec<String> {
    let signs = Vec::from_iter(moves.iter().map(|&mv| Sign::of(game, mv)));
    let (mut heads, mut alike) = (HashMap::new(), HashMap::new());
    for sign in &signs {
        *heads.entry(sign.head).or_insert(0) += 1;
        alike.entry(*sign).or_insert((0, 0)).0 += 1;
    }
    let mut texts = Vec::with_capacity(signs.len());
    for sign in signs {
        if heads[sign.head] == 1 {
            texts.push(sign.head.to_owned());
            continue;
        }
        let (count, before) = alike.get_mut(&sign).expect("it was counted");
        *before += 1;
        texts.push(if *count == 1 { sign.long() } else { format!("{}#{before}", sign.long()) });
    }
    texts
}

/// A text's cell, and the rest of it.
fn parts(mut text: String) -> Vec<String> {
    match text.find(['=', '#']) {
        Some(at) => {
            let rest = text.split_off(at);
            vec![text, rest]
        }
        None => vec![text],
    }
}
