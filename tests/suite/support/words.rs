//! A game whose cells have the names of words that formats and dialogues give a meaning.

use ardoise::games::{AnyGame, rules};
use std::fs;
use std::path::Path;

/// Words of Boardspace's SGF, of records as text, of the prompts, of the Universal Game Interface.
pub const WORDS: [&str; 54] = [
    "id",
    "start",
    "ranking",
    "time",
    "done",
    "edit",
    "resign",
    "resigns",
    "forfeit",
    "winontime",
    "move",
    "undo",
    "pass",
    "moves",
    "hint",
    "board",
    "rules",
    "save",
    "quit",
    "help",
    "solution",
    "next",
    "startpos",
    "fen",
    "go",
    "stop",
    "position",
    "infinite",
    "nodes",
    "none",
    "bestmove",
    "ponder",
    "islegal",
    "isready",
    "RESIGN",
    "Undo",
    "Move",
    "B",
    "W",
    "N",
    "D",
    "e",
    "ep",
    "x",
    "o",
    "O",
    "me",
    "draw",
    "again",
    "refuse",
    "Result",
    "Game",
    "White",
    "null",
];

/// The game, from a file in this folder: each puts a man on an empty cell, and whoever has none to choose loses.
pub fn words(folder: &Path) -> AnyGame {
    let mut board = String::new();
    for (index, word) in WORDS.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| format!("left: {}", WORDS[index]));
        let after = WORDS.get(index + 1).map(|word| format!("right: {word}"));
        let ways = Vec::from_iter(before.into_iter().chain(after)).join(", ");
        board += &format!("{word}[empty]{{{ways}}}\n");
    }
    let text = format!(
        "#players = first(1), second(1)\n#pieces = empty, black, white\n#variables =\n#board =\n{board}\
         #anywhere = (right* + left*)\n\
         #turn(me; you; man) = ->me anywhere {{empty}} [man] ->> [$ me = 1, you = 0]\n\
         #rules = (turn(first; second; black) turn(second; first; white))*\n"
    );
    let path = folder.join("words.rbg");
    fs::write(&path, text).expect("written");
    let name = path.to_str().expect("UTF-8");
    AnyGame::new(rules::<&str, &str>(name, []).expect("it holds")).expect("it is a game")
}
