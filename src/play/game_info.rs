use crate::game::{AnyGame, Board, Game, Notation};
use crate::games::{family_name, title};
use crate::players::seat_sides;
use serde::Serialize;

/// The data for a page to name a game, its sides and its men, and to draw its positions.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    pub name: String,
    /// Title for people, if the heading of its rules has one.
    pub title: Option<String>,
    /// Name of the game's family, by which a page finds a board made for it.
    pub family: String,
    pub seats: Vec<SeatInfo>,
    /// The board, if the game has one for pages.
    pub board: Option<Board>,
}

/// A seat of a [`GameInfo`] game.
#[derive(Clone, Debug, Serialize)]
pub struct SeatInfo {
    pub name: String,
    /// The side that the seat belongs to, 0 or 1.
    pub side: usize,
}

impl GameInfo {
    pub fn of(game: &AnyGame) -> GameInfo {
        let variant = game.rules().variant();
        let seats = game.seat_names().into_iter().zip(seat_sides(game));
        GameInfo {
            name: variant.name.to_string(),
            title: title(variant),
            family: family_name(variant).to_owned(),
            seats: seats.map(|(name, side)| SeatInfo { name: name.to_owned(), side: side.index() }).collect(),
            board: game.board(),
        }
    }
}
