//! Checks that a game refuses invalid input: damaged positions, and moves that are not legal.

use super::amount::Amount;
use super::damaged::damaged;
use super::play::moves_end_with_the_game;
use super::random_games::{RandomGames, legal, stream};
use super::violation::{Place, Violation, hold};
use crate::game::CompleteGame;
use rand::{RngExt, seq::IndexedRandom};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadCounts {
    pub refused: usize,
    pub accepted: usize,
}

/// Damaged positions are refused, or else print back as they were read and can be played on.
///
/// # Errors
/// A damaged position is neither refused nor sound, or a refusal has several lines.
pub fn read_damaged_positions<G: CompleteGame>(game: &G, amount: Amount) -> Result<ReadCounts, Violation> {
    let mut rng = stream(game, 6);
    let mut read = ReadCounts::default();
    let mut games = RandomGames::new(game, 7, amount.share(1, 5));
    while let Some(history) = games.next_position() {
        if !rng.random_ratio(1, 20) {
            continue;
        }
        for text in damaged(&game.format_position(history.position()), &mut rng) {
            match game.parse_position(&text) {
                Err(error) => {
                    read.refused += 1;
                    let one_line = !error.to_string().contains('\n');
                    hold!(one_line, Place::of(game, history); "`{text}` is refused in several lines: expected one");
                }
                Ok(position) => {
                    read.accepted += 1;
                    let (here, printed) = (Place::position(game, &position), game.format_position(&position));
                    hold!(
                        printed == text, here;
                        "parse_position reads `{text}`, which prints back as `{printed}`: expected a refusal"
                    );
                    // An accepted position can be played on.
                    moves_end_with_the_game(game, &position, here)?;
                }
            }
        }
    }
    Ok(read)
}

/// As [`read_damaged_positions`], and some are refused.
pub fn damaged_positions_are_refused<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    let ReadCounts { refused, accepted } = read_damaged_positions(game, amount)?;
    hold!(refused > 0 || accepted == 0, "parse_position refuses none of {accepted} damaged texts");
    Ok(())
}

/// Texts of moves from elsewhere, and damaged ones, are refused unless they are legal. Returns the number refused.
///
/// # Errors
/// An illegal move is accepted, or a refusal does not name the given text.
pub fn read_damaged_moves<G: CompleteGame>(game: &G, amount: Amount) -> Result<usize, Violation> {
    let mut rng = stream(game, 8);
    let mut met: Vec<String> = Vec::new();
    let mut refused = 0;
    let mut games = RandomGames::new(game, 9, amount.share(1, 10));
    while let Some(history) = games.next_position() {
        let (position, here) = (history.position(), Place::of(game, history));
        let moves = legal(game, position);
        let own = moves.choose(&mut rng).map(|&mv| game.format_move(position, mv));
        let damaged = own.iter().flat_map(|text| damaged(text, &mut rng)).collect::<Vec<_>>();
        for text in met.iter().chain(&damaged) {
            match game.parse_move(position, text) {
                Ok(mv) => {
                    hold!(moves.contains(&mv), here; "parse_move reads `{text}`, no legal move: expected a refusal")
                }
                Err(error) => {
                    refused += 1;
                    let named = text.trim().is_empty() || error.to_string().contains(text.trim());
                    hold!(named, here; "`{text}` is refused by \"{error}\": expected an error that names it");
                }
            }
        }
        met.extend(own.filter(|text| met.len() < 50 && !met.contains(text)));
    }
    Ok(refused)
}

pub fn only_legal_moves_are_read<G: CompleteGame>(game: &G, amount: Amount) -> Result<(), Violation> {
    read_damaged_moves(game, amount).map(drop)
}
