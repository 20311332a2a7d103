use super::{Notation, NotationError, Number};
use serde::Serialize;

/// A position with what a page needs to draw it: its men if the game has a [`Board`](super::Board), otherwise the
/// text drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionView {
    pub position: String,
    /// The men, as in [`Notation::men`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub men: Option<Vec<(u16, u8)>>,
    /// The drawing, as in [`Notation::draw`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// The numbers, as in [`Notation::numbers`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Number>,
}

impl PositionView {
    pub fn of<G: Notation>(game: &G, position: &G::Position) -> PositionView {
        let on_board = game.board().is_some();
        PositionView {
            position: game.format_position(position),
            men: on_board.then(|| game.men(position)),
            drawing: (!on_board).then(|| game.draw(position)),
            numbers: game.numbers(position),
        }
    }

    /// Parses a position.
    ///
    /// # Errors
    /// As [`Notation::parse_position`].
    pub fn read<G: Notation>(game: &G, text: &str) -> Result<PositionView, NotationError> {
        Ok(PositionView::of(game, &game.parse_position(text)?))
    }
}
