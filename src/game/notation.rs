use super::turn::{ByHand, SHOWN, Turn, Turns, is_whole_turn, listed};
use super::{Board, Game, NotationError, Number, Side};
use crate::sentence;
use serde::{Serialize, de::DeserializeOwned};

/// Moves and positions as text, for people, records, files, messages and the text protocol.
///
/// A new game may begin with JSON for its positions, see [`position_json`] and [`position_of_json`].
pub trait Notation: Game {
    /// A move as text, without blanks. No two legal moves of a position have the same text.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// [`Notation::format_move`] of all legal moves, which are `moves`. A game whose texts depend on the other legal
    /// moves overrides it to write them at once. Default: one by one.
    fn format_moves(&self, position: &Self::Position, moves: &[Self::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.format_move(position, mv)).collect()
    }

    /// What a person selects on a board to make a legal move, in order: cells, or signs for things beside the board.
    /// No two legal moves of a position have the same parts. Default: the move's text.
    fn move_parts(&self, position: &Self::Position, mv: Self::Move) -> Vec<String> {
        vec![self.format_move(position, mv)]
    }

    /// [`Notation::move_parts`] of all legal moves, which are `moves`. Default: one by one.
    fn parts_of_moves(&self, position: &Self::Position, moves: &[Self::Move]) -> Vec<Vec<String>> {
        moves.iter().map(|&mv| self.move_parts(position, mv)).collect()
    }

    /// Parses a legal move. By default looks for the legal move whose [`Notation::format_move`] equals the text.
    ///
    /// # Errors
    /// The text is no move, or the move is not legal here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, NotationError> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        let found = moves.iter().copied().find(|&mv| self.format_move(position, mv) == text);
        found.ok_or_else(|| not_among(text, &moves, |moves| self.format_moves(position, moves)))
    }

    /// A turn as text, without blanks: the legal moves of one player, in order, up to the next player's
    /// ([`Game::is_within_turn`]). No two legal turns of a position have the same text. Default: the moves' texts with
    /// commas between them.
    fn format_turn(&self, position: &Self::Position, moves: &[Self::Move]) -> String {
        let mut after = position.clone();
        let texts = moves.iter().map(|&mv| {
            let text = self.format_move(&after, mv);
            self.play(&mut after, mv);
            text
        });
        Vec::from_iter(texts).join(",")
    }

    /// [`Notation::format_turn`] of several turns. A game whose texts depend on the other legal turns overrides it.
    /// Default: one by one.
    fn format_turns(&self, position: &Self::Position, turns: &[Vec<Self::Move>]) -> Vec<String> {
        turns.iter().map(|moves| self.format_turn(position, moves)).collect()
    }

    /// Parses a legal turn. By default it consists of the texts of its moves, separated by commas, each of which
    /// [`Notation::parse_move`] parses.
    ///
    /// # Errors
    /// The text is no turn, only the beginning of one, or the turn is not legal here.
    fn parse_turn(&self, position: &Self::Position, text: &str) -> Result<Vec<Self::Move>, NotationError> {
        if !self.has_long_turns() {
            return self.parse_move(position, text).map(|mv| vec![mv]);
        }
        let (mut after, mut moves) = (position.clone(), Vec::new());
        for word in text.split(',') {
            if !moves.is_empty() && is_whole_turn(self, &after) {
                return Err(NotationError::illegal(
                    text,
                    sentence!("turn.over", "the turn is over before `{word}`", word = word),
                ));
            }
            let mv = self.parse_move(&after, word)?;
            self.play(&mut after, mv);
            moves.push(mv);
        }
        if is_whole_turn(self, &after) {
            return Ok(moves);
        }
        let turns = listed(&self.turns(position, &format!("{text},"), SHOWN + 1));
        Err(NotationError::Begins { given: text.to_owned(), turns })
    }

    /// The legal turns whose text begins with `prefix`, at most `most` of them: some games have millions. Empty if
    /// searching them would take too long; turns can then only be made move by move.
    fn turns(&self, position: &Self::Position, prefix: &str, most: usize) -> Vec<Turn<Self::Move>> {
        let turns = Turns::new(self, position).map(|moves| Turn { text: self.format_turn(position, &moves), moves });
        turns.filter(|turn| turn.text.starts_with(prefix)).take(most).collect()
    }

    /// What a person selects on a board to make a legal turn, as [`Notation::move_parts`]. Default: the parts of the
    /// turn's moves.
    fn turn_parts(&self, position: &Self::Position, turn: &Turn<Self::Move>) -> Vec<String> {
        let mut after = position.clone();
        let parts = turn.moves.iter().flat_map(|&mv| {
            let parts = self.move_parts(&after, mv);
            self.play(&mut after, mv);
            parts
        });
        parts.collect()
    }

    /// The kind of a legal turn, in a word or two of the rules, such as `jump`. Default: none.
    fn turn_kind(&self, _position: &Self::Position, _turn: &Turn<Self::Move>) -> Option<String> {
        None
    }

    /// How a legal turn is made by hand, besides by its parts. Default: by its parts alone.
    fn by_hand(&self, _position: &Self::Position, _turn: &Turn<Self::Move>) -> ByHand {
        ByHand::default()
    }

    /// Whether boards, analyses and records show a turn as one move instead of its moves. Default: no.
    fn shows_turns(&self) -> bool {
        false
    }

    fn format_position(&self, position: &Self::Position) -> String;

    /// Parses a position; the exact inverse of [`Notation::format_position`].
    ///
    /// # Errors
    /// The text is malformed, does not print back as given, or describes an impossible position. Positions that would
    /// make the rules panic must be refused: the text is untrusted.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Parses a position as people and other programs write it: as [`Notation::parse_position`], or in another notation
    /// known for the game. Default: only the former.
    ///
    /// # Errors
    /// As [`Notation::parse_position`], except for texts that print back otherwise.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        self.parse_position(text)
    }

    /// The board as a text drawing, on several lines, with coordinates and without colour. Default: the position's
    /// text.
    fn draw(&self, position: &Self::Position) -> String {
        self.format_position(position) + "\n"
    }

    /// The appearance of the board, for pages. Default: none; the page then shows [`Notation::draw`] and a list of
    /// moves.
    fn board(&self) -> Option<Board> {
        None
    }

    /// The men on the board: each with its cell and its kind, by their places in [`Board::cells`] and [`Board::kinds`];
    /// one man a cell at most.
    fn men(&self, _position: &Self::Position) -> Vec<(u16, u8)> {
        Vec::new()
    }

    /// The numbers shown beside the board, in order. Default: none.
    fn numbers(&self, _position: &Self::Position) -> Vec<Number> {
        Vec::new()
    }

    /// The side whose man the character `line[at]` of the drawing is, if it is one: terminals show it in colour.
    /// Called only for characters without a letter or digit beside them. Default: none.
    fn man_drawn(&self, _line: &[char], _at: usize) -> Option<Side> {
        None
    }
}

/// The error for a text that equals none of the texts of `moves`, the legal ones; it lists some of them.
pub fn not_among<M: Copy>(text: &str, moves: &[M], format: impl Fn(&[M]) -> Vec<String>) -> NotationError {
    let reason = match moves.len() {
        0 => sentence!("game.over", "the game is over"),
        count => {
            let mut shown = format(moves);
            shown.truncate(SHOWN);
            let more = if count > SHOWN { ", ..." } else { "" };
            sentence!("move.one-of", "expected one of {moves}", moves = shown.join(", ") + more)
        }
    };
    NotationError::illegal(text, reason)
}

/// A position as JSON on one line, which a new game may use as its [`Notation::format_position`].
pub fn position_json(position: &impl Serialize) -> String {
    serde_json::to_string(position).expect("positions are plain values, which serialise")
}

/// Parses the text of [`position_json`]. A new game may use this as its [`Notation::parse_position`] if its rules can
/// handle every value of the type.
///
/// # Errors
/// The text is malformed or does not print back as given.
pub fn position_of_json<P: Serialize + DeserializeOwned>(text: &str) -> Result<P, NotationError> {
    let position = serde_json::from_str(text)
        .map_err(|error| NotationError::malformed("position", text, format!("JSON of a position ({error})")))?;
    match position_json(&position) {
        again if again == text => Ok(position),
        again => Err(NotationError::malformed("position", text, format!("`{again}`"))),
    }
}
