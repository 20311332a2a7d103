//! The symmetries found in the rules files that come with the program. That they hold is checked with those of all
//! games.

use ardoise::games::{find, rules_file};

#[test]
fn those_of_the_shipped_files_are_found() {
    let expected = [
        ("amazons", 8),
        ("ataxx", 8),
        ("breakthrough", 2),
        ("clobber", 4),
        ("connect-four", 2),
        ("draughts", 2),
        ("gomoku", 8),
        ("hex-5", 2),
        ("hex-7", 2),
        ("hex-11", 2),
        ("knightthrough", 2),
        ("mini-chess", 2),
        ("reversi", 8),
        ("teeko", 8),
        ("tic-tac-toe", 8),
        ("yavalath", 12),
    ];
    for (name, count) in expected {
        let file = rules_file::of_variant(find(name).expect("it comes with the program")).expect("by a file");
        assert_eq!(file.symmetries().len(), count, "{name}");
        assert!(file.exchange().is_some(), "{name}");
    }
}
