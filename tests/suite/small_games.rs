//! Games that are over after few moves, or proven from their start: whatever works for others works for them.

use crate::support::place::Place;
use ardoise::arena::{OpeningRule, Openings};
use ardoise::game::{Game, History};
use ardoise::games::{AnyGame, find};
use std::fs;

/// The files of `tests/rules/small`.
const SMALL: [&str; 7] = ["domineering-3", "domineering-4", "hex-3", "hexapawn", "nim-345", "one-move", "reversi-4"];

fn file(name: &str) -> String {
    format!("{}/tests/rules/small/{name}.rbg", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn all_files_are_tried() {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/small")).expect("readable");
    let mut names =
        Vec::from_iter(folder.map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8")));
    names.sort_unstable();
    assert_eq!(names, SMALL.map(|name| format!("{name}.rbg")));
}

/// As many moves as the game bears, none where it bears none; whatever is asked for.
#[test]
fn openings_are_as_long_as_the_game_bears() {
    for name in SMALL {
        let game = AnyGame::new(find(&file(name)).expect("a good file").default_rules()).expect("a game");
        for plies in [0, 1, 2, 4, 100] {
            let openings = Openings::draw(&game, 6, plies, 1).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(openings.len(), 6, "{name}");
            assert!(openings.plies() <= plies, "{name}");
            for index in 0..6 {
                let mut history = History::new(&game, game.start());
                openings.moves(index).iter().for_each(|&mv| history.play(&game, mv));
                assert_eq!(history.outcome(), None, "{name}: somebody moves after opening {index}");
            }
            // A longer match only adds openings.
            let more = Openings::draw(&game, 9, plies, 1).expect("there were some");
            assert!((0..6).all(|index| more.moves(index) == openings.moves(index)), "{name}");
        }
    }
    let openings = |name: &str, plies| {
        let game = AnyGame::new(find(&file(name)).expect("a good file").default_rules()).expect("a game");
        Openings::draw(&game, 6, plies, 1).expect("it can be played")
    };
    assert_eq!((openings("one-move", 4).plies(), openings("one-move", 4).distinct()), (0, 1));
    let balanced = OpeningRule::Balanced { margin: 0.5 };
    let game = AnyGame::new(find(&file("one-move")).expect("a good file").default_rules()).expect("a game");
    assert_eq!(balanced.draw(&game, 3, 0, 1, &mut || true).expect("any start fits").plies(), 0);
}

/// A match of one game again and again says so.
#[test]
fn they_are_matched() {
    let place = Place::new();
    for name in SMALL {
        for plies in ["0", "1", "2", "4"] {
            let line = ["arena", "mcts:20", "random", "--game", &file(name), "--games", "4", "--opening-plies", plies];
            assert!(place.succeeds(&line).contains("mcts:20"), "{name}");
        }
    }
    let line = ["arena", "mcts:50", "mcts:50", "--game", &file("one-move"), "--games", "20"];
    let said = place.command(&line).output().expect("it runs");
    let said = String::from_utf8(said.stderr).expect("UTF-8");
    assert!(said.contains("begin at the start of the game") && said.contains("only 2 are different"), "{said}");
    assert!(!said.contains("--opening-plies"), "{said}");
}

/// A run of any game reports, is measured by its generations, and is studied.
#[test]
fn they_are_trained_reported_and_studied() {
    let place = Place::new();
    for name in ["one-move", "nim-345", "hexapawn"] {
        let config = format!(
            "generations = 1\n[game]\nvariant = \"{}\"\n[net]\nchannels = 8\nblocks = 1\n\
             [selfplay]\ngames = 16\nsimulations = 4\nfast_simulations = 2\n[learner]\nbatch = 32\n\
             [report]\nevery = 1\nopponents = [\"random\"]\ngames = 2\nsimulations = 4\n",
            file(name)
        );
        fs::write(place.path("small.toml"), config).expect("written");
        assert!(place.succeeds(&["train", "small.toml", "--run", name]).contains("is complete"), "{name}");
        assert!(place.succeeds(&["ladder", name, "--games", "4", "--sims", "4"]).contains("generation"), "{name}");
        let said = place.succeeds(&["study", &file(name), "--run", name, "--budget", "1s", "--problems", "1"]);
        assert!(said.contains("report.html") && said.contains("is not learnt: the net is untrained"), "{said}");
        let opponent = said.lines().find(|line| line.starts_with("  opponent")).expect("there is one");
        assert!(opponent.ends_with("--against mcts:1000"), "{opponent}");
    }
}
