//! Writes a turn while it is made: cells in order, `-` before a cell that a man reaches, `x` if a man of the other side
//! is taken, `/` before the text after a man's arrival.
//!
//! A text only grows with the moves. A search for the turn of a text can therefore skip moves whose text is not a
//! prefix of it.

use super::board::EMPTY;
use super::game::{RulesGame, step_of};
use super::position::Position;
use crate::game::is_whole_turn;
use crate::rbg::{ActionKind, Step};

/// A turn, possibly unfinished.
#[derive(Clone, Debug)]
pub struct Writing {
    /// The position before the turn.
    first: Position,
    pub position: Position,
    pub moves: Vec<u32>,
    /// Whether the moves are a whole turn.
    pub is_whole: bool,
    /// The text that people write for the turn.
    pub text: String,
    /// The cells of the text, in order, and signs for the rest of it.
    pub parts: Vec<String>,
    /// The cells of all changes, including those that people leave out.
    pub cells: Vec<u16>,
    /// The letter of the last piece put on the board.
    pub letter: Option<char>,
    /// Men put on cells: the cell and the piece.
    puts: Vec<(u16, u8)>,
    /// Men of the player that were lifted.
    lifted: Vec<u8>,
    /// A neutral mark left on the cell of a lifted man: if it is put again, the man rests there on its way.
    trail: Option<u8>,
    /// Men taken from the other side that are not written yet.
    taken: Vec<(u16, u8)>,
    /// The cell written last.
    pub last: Option<u16>,
    has_come: bool,
}

impl Writing {
    /// The writing before any move.
    pub fn new(first: &Position) -> Writing {
        Writing {
            first: first.clone(),
            position: first.clone(),
            moves: Vec::new(),
            is_whole: false,
            text: String::new(),
            parts: Vec::new(),
            cells: Vec::new(),
            letter: None,
            puts: Vec::new(),
            lifted: Vec::new(),
            trail: None,
            taken: Vec::new(),
            last: None,
            has_come: false,
        }
    }

    /// Legal moves of one turn.
    pub fn of(game: &RulesGame, first: &Position, moves: &[u32]) -> Writing {
        let mut writing = Writing::new(first);
        moves.iter().for_each(|&mv| writing.add(game, mv));
        writing
    }

    /// This writing with one more legal move, and the steps that the rules force after it.
    pub fn with(&self, game: &RulesGame, mv: u32) -> Writing {
        let mut next = self.clone();
        next.add(game, mv);
        next
    }

    fn add(&mut self, game: &RulesGame, mv: u32) {
        self.moves.push(mv);
        let done = game.play_and_tell(&mut self.position, mv);
        let player = self.first.player();
        for (at, &step) in done.iter().enumerate() {
            match game.file.rules.action(step.action) {
                ActionKind::Put(piece) => self.put(game, player, step.cell, piece),
                ActionKind::Assign(_) if at == 0 => self.choose(game, step),
                ActionKind::Assign(_) => {}
                ActionKind::Switch(_) => self.hand_over(game, step),
            }
        }
        self.is_whole = is_whole_turn(game, &self.position);
        if self.is_whole {
            self.flush(game);
            if self.text.is_empty() {
                self.write("pass");
            }
        }
    }

    /// The cells of all changes, as `c3-d4-e5`.
    pub fn in_full(&self, game: &RulesGame) -> String {
        match self.cells[..] {
            [] => self.text.clone(),
            _ => Vec::from_iter(self.cells.iter().map(|&cell| name(game, cell))).join("-"),
        }
    }

    /// Whether the same piece was put on two empty cells, and nothing else was done.
    pub fn is_pair(&self, game: &RulesGame) -> bool {
        let letter = |piece: u8| game.file.letters[usize::from(piece)];
        let was_empty = |cell: u16| letter(game.file.packing.piece(&self.first, cell.into())) == EMPTY;
        match self.puts[..] {
            [(one, piece), (other, same)] => {
                let is_pair = one != other && piece == same && letter(piece) != EMPTY;
                is_pair && was_empty(one) && was_empty(other)
            }
            _ => false,
        }
    }

    fn piece(&self, game: &RulesGame, cell: u16) -> u8 {
        let put = self.puts.iter().rev().find(|(at, _)| *at == cell);
        put.map_or_else(|| game.file.packing.piece(&self.first, cell.into()), |&(_, piece)| piece)
    }

    fn put(&mut self, game: &RulesGame, player: usize, cell: u16, piece: u8) {
        let before = self.piece(game, cell);
        let owner = |piece: u8| game.file.owners()[usize::from(piece)];
        let (is_mine, is_theirs) = (|piece| owner(piece) == Some(player), |piece| owner(piece) == Some(1 - player));
        self.puts.push((cell, piece));
        self.note(cell);
        if is_mine(piece) {
            let letter = game.file.letters[usize::from(piece)];
            let is_crowned = self.has_come && self.last == Some(cell) && before != piece;
            let lifted = self.lifted.iter().rposition(|&other| other == piece);
            // A man that is lifted as one kind and arrives as another was promoted.
            let is_other = lifted.is_none() && !self.lifted.is_empty();
            let comes = lifted.or(self.lifted.len().checked_sub(1)).map(|at| self.lifted.remove(at)).is_some();
            let takes = is_theirs(before) || comes && !std::mem::take(&mut self.taken).is_empty();
            self.part(game, cell, comes, takes);
            self.has_come |= comes;
            self.letter = Some(letter);
            if is_other || is_crowned {
                self.write(&format!("={letter}"));
            }
        } else if let Some(at) = self.taken.iter().position(|&(_, other)| other == piece && is_theirs(piece)) {
            // The man was not taken, but moves to another cell.
            let (from, _) = self.taken.remove(at);
            self.part(game, from, false, false);
            self.part(game, cell, true, false);
        } else if is_theirs(before) && piece != before && owner(piece).is_none() {
            self.taken.push((cell, before));
        } else if self.trail == Some(piece) && !self.lifted.is_empty() && owner(before).is_none() {
            let takes = !std::mem::take(&mut self.taken).is_empty();
            self.part(game, cell, true, takes);
        } else {
            if is_mine(before) && piece != before {
                self.lifted.push(before);
                let is_mark = owner(piece).is_none() && game.file.letters[usize::from(piece)] != EMPTY;
                self.trail = is_mark.then_some(piece);
            }
            if owner(piece).is_some() {
                self.letter = Some(game.file.letters[usize::from(piece)]);
            }
            self.part(game, cell, false, false);
        }
    }

    /// A choice that changes nothing on the board.
    fn choose(&mut self, game: &RulesGame, step: Step) {
        if game.file.outline.goes[usize::from(step.action)] {
            self.note(step.cell);
            self.part(game, step.cell, false, false);
        } else if let ActionKind::Assign(variable) = game.file.rules.action(step.action) {
            self.flush(game);
            self.text += if self.text.is_empty() { "" } else { "-" };
            self.write(&game.file.rules.variables()[usize::from(variable)]);
            self.last = None;
        }
    }

    /// The end of the turn, which may choose a cell; if nothing was put down, it is the cell that the keeper then
    /// fills.
    fn hand_over(&mut self, game: &RulesGame, step: Step) {
        if !game.file.outline.goes[usize::from(step.action)] {
            return;
        }
        self.note(step.cell);
        if !self.text.is_empty() || !self.taken.is_empty() {
            self.flush(game);
            return self.part(game, step.cell, false, false);
        }
        let piece = |position: &Position, cell: u16| game.file.packing.piece(position, cell.into());
        let cells = 0..game.file.rules.board().cells.len() as u16;
        let changed = Vec::from_iter(cells.filter(|&cell| piece(&self.first, cell) != piece(&self.position, cell)));
        let lies = match changed[..] {
            [only] => only,
            _ => step.cell,
        };
        self.part(game, lies, false, false);
    }

    fn note(&mut self, cell: u16) {
        if self.cells.last() != Some(&cell) {
            self.cells.push(cell);
        }
    }

    /// Writes a cell, unless it was written last.
    fn part(&mut self, game: &RulesGame, cell: u16, comes: bool, takes: bool) {
        self.flush(game);
        if self.last == Some(cell) {
            return;
        }
        if !self.text.is_empty() {
            self.text.push(match takes {
                true => 'x',
                false if self.has_come && !comes => '/',
                false => '-',
            });
        }
        self.write(name(game, cell));
        self.last = Some(cell);
    }

    /// Writes men taken otherwise than by a man that moves on.
    fn flush(&mut self, game: &RulesGame) {
        for (cell, _) in std::mem::take(&mut self.taken) {
            self.text += if self.text.is_empty() { "" } else { "x" };
            self.write(name(game, cell));
            self.last = Some(cell);
        }
    }

    fn write(&mut self, part: &str) {
        self.text += part;
        self.parts.push(part.to_owned());
    }
}

pub fn name(game: &RulesGame, cell: u16) -> &str {
    &game.file.rules.board().cells[usize::from(cell)].name
}

impl RulesGame {
    /// Makes a legal move, and returns the player's steps one by one.
    pub(super) fn play_and_tell(&self, position: &mut Position, mv: u32) -> Vec<Step> {
        self.follow(position, step_of(mv));
        self.file.work.with(&self.file.rules, |work| work.scratch.trace().to_vec())
    }
}
