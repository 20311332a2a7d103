use crate::game::{AnyGame, History, Notation};

/// Prefix of a command if the game has a move of the same name.
const MARK: char = ':';

/// Commands as they must be typed in a game. A game from a file may name cells `undo` or `quit`: these words are then
/// moves, and the command is `:undo`. With the prefix any command can be typed in any game.
#[derive(Clone, Debug)]
pub(crate) struct Commands {
    /// Names of the game's cells, in lower case.
    cells: Vec<String>,
}

impl Commands {
    pub fn of(game: &AnyGame) -> Commands {
        let cells = game.board().map(|board| board.cells).unwrap_or_default();
        Commands { cells: cells.iter().map(|cell| cell.name.to_ascii_lowercase()).collect() }
    }

    /// The command of a line, in lower case, and its argument. The command is empty if the line must be a move; an
    /// unknown one may be a move.
    pub fn read<'a>(&self, game: &AnyGame, history: &History, line: &'a str) -> (String, &'a str) {
        let (is_marked, line) = match line.strip_prefix(MARK) {
            Some(rest) => (true, rest.trim_start()),
            None => (false, line),
        };
        let (command, argument) = match line.split_once(char::is_whitespace) {
            Some((command, argument)) => (command, argument.trim()),
            None => (line, ""),
        };
        // Moves have no blanks.
        let is_move = !is_marked && argument.is_empty() && self.is_move(game, history, command);
        (if is_move { String::new() } else { command.to_ascii_lowercase() }, argument)
    }

    /// A command as it must be typed now. An argument after it does not make it a move of the game.
    pub fn typed(&self, game: &AnyGame, history: &History, command: &str) -> String {
        let mark = if self.is_move(game, history, command) { MARK.to_string() } else { String::new() };
        mark + command
    }

    fn is_move(&self, game: &AnyGame, history: &History, word: &str) -> bool {
        let is_legal = || history.outcome().is_none() && game.parse_move(history.position(), word).is_ok();
        self.cells.contains(&word.to_ascii_lowercase()) || is_legal()
    }
}
