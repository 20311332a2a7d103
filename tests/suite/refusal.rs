//! What no game may accept: damaged positions, and moves that are not legal.

use crate::support::games::{damaged, each_game, legal, random_games, stream};
use ardoise::game::CompleteGame;
use rand::{RngExt, seq::IndexedRandom};

#[test]
pub(crate) fn damaged_positions_are_refused_or_print_back() {
    fn check<G: CompleteGame>(game: &G) {
        let mut rng = stream(game, 6);
        let (mut refused, mut accepted) = (0, 0);
        random_games(game, 7, 2_000, |history| {
            if !rng.random_ratio(1, 20) {
                return;
            }
            for text in damaged(&game.format_position(history.position()), &mut rng) {
                match game.parse_position(&text) {
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().contains('\n'), "{}: {error}", game.rules());
                    }
                    Ok(position) => {
                        accepted += 1;
                        assert_eq!(game.format_position(&position), text, "{}", game.rules());
                        // A position that was accepted can be played on from.
                        assert_eq!(legal(game, &position).is_empty(), game.outcome(&position).is_some(), "{text}");
                    }
                }
            }
        });
        assert!(refused > accepted && refused > 100, "{}: {refused} refused, {accepted} accepted", game.rules());
    }
    each_game!(game => check(&game));
}

#[test]
fn only_legal_moves_are_read() {
    fn check<G: CompleteGame>(game: &G) {
        let mut rng = stream(game, 8);
        let mut met: Vec<String> = Vec::new();
        let mut refused = 0;
        random_games(game, 9, 1_000, |history| {
            let position = history.position();
            let moves = legal(game, position);
            let own = moves.choose(&mut rng).map(|&mv| game.format_move(position, mv));
            let damaged = own.iter().flat_map(|text| damaged(text, &mut rng)).collect::<Vec<_>>();
            for text in met.iter().chain(&damaged) {
                match game.parse_move(position, text) {
                    Ok(mv) => assert!(moves.contains(&mv), "{}: {text} in {position:?}", game.rules()),
                    Err(error) => {
                        refused += 1;
                        let named = text.trim().is_empty() || error.to_string().contains(text.trim());
                        assert!(named, "{}: `{text}` is refused by: {error}", game.rules());
                    }
                }
            }
            met.extend(own.filter(|text| met.len() < 50 && !met.contains(text)));
        });
        assert!(refused > 100, "{}: {refused} refused", game.rules());
    }
    each_game!(game => check(&game));
}
