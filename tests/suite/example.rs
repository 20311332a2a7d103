//! The game of `examples/tic_tac_toe.rs`, which every check for all games runs on, too.

use crate::support::tic_tac_toe::tic_tac_toe;
use ardoise::game::{Game, History, Notation, Outcome, Side, perft};
use ardoise::players::{Budget, Engine};

/// Nobody has a line before the fifth move; then the first side may have one in 24 ways of 3! orders each.
#[test]
fn moves_are_counted() {
    let game = tic_tac_toe();
    let open = [16, 16 * 15, 16 * 15 * 14, 16 * 15 * 14 * 13, 16 * 15 * 14 * 13 * 12];
    let won = 24 * 6 * 13 * 12;
    let counts = perft(&game, game.start(), 6).counts;
    assert_eq!(counts[..5], open);
    assert_eq!(counts[5], (open[4] - won) * 11);
}

#[test]
fn a_search_finds_that_the_first_side_wins() {
    let game = tic_tac_toe();
    let mut engine = Engine::rollouts(Budget::Simulations(100));
    let history = History::new(&game, game.start());
    let proven = engine.think(&game, &history).proven().expect("the game is small");
    assert_eq!(proven.outcome, Outcome::Win(Side::First));
}

/// What a game gets without writing it.
#[test]
fn defaults_read_what_they_write() {
    let game = tic_tac_toe();
    let mut history = History::new(&game, game.start());
    history.play_texts(&game, ["b2", "d4"]).expect("legal moves");
    assert_eq!(game.format_position(history.position()), r#"{"marks":[32,32768]}"#);
    let error = |text| game.parse_position(text).unwrap_err().to_string();
    let strange = r#"{"marks":[32,032768]}"#;
    assert!(error(strange).starts_with(&format!("position `{strange}`: expected JSON of a position (")));
    let blank = r#"{"marks": [32,32768]}"#;
    assert_eq!(error(blank), format!(r#"position `{blank}`: expected `{{"marks":[32,32768]}}`"#));
    let error = game.parse_move(history.position(), "b2").unwrap_err().to_string();
    assert_eq!(
        error,
        "move `b2` is not legal here: expected one of a1, b1, c1, d1, a2, c2, d2, a3, b3, c3, d3, a4, b4, c4"
    );
}
