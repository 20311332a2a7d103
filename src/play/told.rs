use crate::game::{AnyGame, Board, Game, Notation};
use crate::games::{family_name, title};
use crate::players::seat_sides;
use serde::Serialize;

/// What a page is told of a game to name it, its sides and its men, and to draw its positions.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// The variant's name.
    pub name: &'static str,
    /// For people, where its rules are headed with one.
    pub title: Option<String>,
    /// That of its family: a page finds the board made for a game by it.
    pub family: &'static str,
    /// The seats, in order.
    pub seats: Vec<ToldSeat>,
    /// The board, where the game tells of one.
    pub board: Option<Board>,
}

/// A seat of a [`Told`] game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ToldSeat {
    /// Its name.
    pub name: &'static str,
    /// The side that it belongs to, 0 or 1.
    pub side: usize,
}

impl Told {
    /// What is told of a game.
    pub fn of(game: &AnyGame) -> Told {
        let variant = game.rules().variant();
        let seats = game.seat_names().iter().zip(seat_sides(game));
        Told {
            name: variant.name,
            title: title(variant).map(str::to_owned),
            family: family_name(variant),
            seats: seats.map(|(&name, side)| ToldSeat { name, side: side.index() }).collect(),
            board: game.board(),
        }
    }
}
