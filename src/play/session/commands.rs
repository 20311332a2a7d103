//! Commands at the prompt, and their effects.

use super::{Next, Session};
use crate::game::Game;
use crate::play::line::{columns, in_one_line, read_moves, wrap};
use crate::play::{Analysis, rules_text};
use std::io::{self, Write};
use std::path::Path;

/// Commands with their arguments, in the order of the help, with the help's text.
const COMMANDS: [(&str, &str); 8] = [
    ("moves", "list the legal moves; `moves TEXT` those that begin with TEXT"),
    ("hint", "show an engine's analysis of the position"),
    ("board", "draw the board again, with the last move"),
    ("rules", "show the rules of the game and its notation"),
    ("undo", "take back your last move and all moves after it"),
    ("resign", "give the game up"),
    ("save FILE", "append the record of the game to FILE"),
    ("quit", "end the session"),
];

const HINT_MOVES: usize = 5;

impl Session {
    pub(super) fn obey(&mut self, line: &str, editing: &str, out: &mut dyn Write) -> io::Result<Next> {
        if line.is_empty() {
            return Ok(if self.is_over() { Next::Done } else { Next::Again });
        }
        let (command, argument) = self.commands.read(&self.game, self.round.history(), line);
        match (command.as_str(), argument) {
            ("help", "") => self.help(editing, out)?,
            ("rules", "") | ("help", "rules") => {
                write!(out, "{}", rules_text(self.game.rules().variant(), self.width))?
            }
            ("board", "") => self.draw(out)?,
            ("quit", "") => return Ok(Next::Quit),
            ("save", "") => writeln!(out, "save: expected the name of a file, as in `save game.jsonl`")?,
            ("save", file) => {
                let file = unquoted(file);
                match self.save(Path::new(file)) {
                    Ok(()) => writeln!(out, "saved to {file}")?,
                    Err(error) => self.say(out, &format!("{error:#}"))?,
                }
            }
            ("undo", "") if self.undo() => return Ok(Next::Changed),
            ("undo", "") => writeln!(out, "nothing to undo: you have not moved in this game")?,
            _ if self.is_over() => self.say(out, &format!("The game is over. {}", self.ways_on()))?,
            ("resign", "") => {
                self.round.resign(&self.game);
                return Ok(Next::Changed);
            }
            ("moves", start) => self.list_moves(start, out)?,
            ("hint", "") => {
                if let Some(analysis) = Analysis::new(&self.game, self.round.history(), &mut self.adviser) {
                    analysis.write(out, self.width, HINT_MOVES)?;
                }
            }
            _ => match read_moves(&self.game, self.round.history(), line) {
                Ok(moves) => {
                    moves.into_iter().for_each(|mv| self.round.play(&self.game, mv));
                    return Ok(Next::Changed);
                }
                Err(error) => self.say(out, &format!("{error} (`{}` lists the commands)", self.typed("help")))?,
            },
        }
        Ok(Next::Again)
    }

    /// Possible lines now: the commands that apply to the state of the game, and the legal moves.
    pub(super) fn possible_lines(&self) -> Vec<String> {
        let commands = COMMANDS.iter().map(|(command, _)| *command).chain(["help"]);
        let commands = commands.filter(|command| !self.is_over() || !["moves", "hint", "resign"].contains(command));
        let commands = commands.map(|command| self.typed(&command.replace("FILE", "")));
        let moves = if self.is_over() { Vec::new() } else { self.sorted_moves("") };
        commands.chain(moves).collect()
    }

    /// A command as it must be typed now.
    pub(super) fn typed(&self, command: &str) -> String {
        self.commands.typed(&self.game, self.round.history(), command)
    }

    fn help(&self, editing: &str, out: &mut dyn Write) -> io::Result<()> {
        let variant = self.game.rules().variant();
        self.say(out, &format!("{}.", in_one_line(&variant.summary)))?;
        self.say(out, &self.seating.describe_all())?;
        writeln!(out)?;
        let example = if self.is_over() { None } else { self.sorted_moves("").into_iter().next() };
        let play =
            example.map(|example| ("a move", format!("make it: `{example}`, say, in small letters or capitals")));
        let play = play.map(|(what, effect)| (what.to_owned(), effect));
        let commands = COMMANDS.iter().map(|&(command, effect)| (self.typed(command), effect.to_owned()));
        for (command, effect) in play.into_iter().chain(commands) {
            writeln!(out, "{}", wrap(&format!("{command:9}  {effect}"), self.width, &" ".repeat(11)))?;
        }
        if COMMANDS.iter().any(|(command, _)| self.typed(command) != *command) {
            self.say(out, "What the game names like a command is a move: the command then begins with `:`.")?;
        }
        let turns = "Where a turn is several moves, they may also be typed one by one: the prompt says who goes on.";
        self.say(out, format!("{turns} {editing}").trim_end())
    }

    /// Lists the legal moves with this prefix.
    fn list_moves(&self, start: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut moves = self.sorted_moves(start);
        if moves.is_empty() {
            moves = self.sorted_moves("");
            moves.retain(|text| text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)));
        }
        match moves.as_slice() {
            [] => writeln!(out, "no legal move begins with `{start}`"),
            moves => write!(out, "{}", columns(moves, self.width)),
        }
    }
}

/// A file's name without the quotation marks that shells need around blanks.
fn unquoted(name: &str) -> &str {
    let quoted = |mark: char| name.strip_prefix(mark)?.strip_suffix(mark);
    quoted('"').or_else(|| quoted('\'')).unwrap_or(name)
}
