//! The symmetries found in the rules files that come with the program. That they hold is checked with those of all
//! games.

use ardoise::games::{find, rules_file};

#[test]
fn those_of_the_shipped_files_are_found() {
    let expected = [
        ("abalone", 12),
        ("amazons", 8),
        ("ataxx", 8),
        ("breakthrough", 2),
        ("clobber", 4),
        ("connect-four", 2),
        ("draughts", 2),
        ("gomoku", 8),
        ("havannah", 6),
        ("hex-5", 2),
        ("hex-7", 2),
        ("hex-11", 2),
        ("international-draughts", 2),
        ("knightthrough", 2),
        ("mini-chess", 2),
        ("reversi", 8),
        ("slither", 4),
        ("surakarta", 8),
        ("teeko", 8),
        ("tic-tac-toe", 8),
        ("ultimate-tic-tac-toe", 8),
        ("y", 6),
        ("yavalath", 12),
    ];
    for (name, count) in expected {
        let file = rules_file::of_variant(&find(name).expect("it comes with the program")).expect("by a file");
        assert_eq!(file.symmetries().len(), count, "{name}");
        assert!(file.exchange().is_some(), "{name}");
    }
}
