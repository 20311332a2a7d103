//! Lines of Action on a board of characters, written from the rule page alone.

use std::collections::{BTreeSet, HashMap};

/// The board as `[row][column]`: `b`, `w` or a blank. Knows the rules without a table or a bit.
#[derive(Clone, PartialEq, Debug)]
pub struct Plain([[char; 8]; 8]);

pub const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];

impl Plain {
    pub fn new(position: &str) -> Plain {
        let mut board = [[' '; 8]; 8];
        for (row, text) in position.split(' ').next().unwrap().split('/').enumerate() {
            let mut column = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    column += empty as usize;
                } else {
                    board[7 - row][column] = letter;
                    column += 1;
                }
            }
        }
        Plain(board)
    }

    pub fn at(&self, row: i32, column: i32) -> Option<char> {
        self.0.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    pub fn count(&self, row: i32, column: i32, (rows, columns): (i32, i32)) -> i32 {
        (-7..8).filter(|i| self.at(row + i * rows, column + i * columns).is_some_and(|piece| piece != ' ')).count()
            as i32
    }

    pub fn moves(&self, own: char) -> Vec<[i32; 4]> {
        let mut moves = Vec::new();
        for (row, column) in (0..64).map(|cell| (cell / 8, cell % 8)).filter(|&(r, c)| self.at(r, c) == Some(own)) {
            for (rows, columns) in DIRECTIONS {
                let count = self.count(row, column, (rows, columns));
                let cell = |i: i32| self.at(row + i * rows, column + i * columns);
                let clear = (1..count).all(|i| cell(i).is_some_and(|piece| piece == own || piece == ' '));
                if clear && cell(count).is_some_and(|piece| piece != own) {
                    moves.push([row, column, row + count * rows, column + count * columns]);
                }
            }
        }
        moves
    }

    pub fn name(&self, [row, column, to_row, to_column]: [i32; 4]) -> String {
        let cell = |row, column| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        let mark = if self.at(to_row, to_column) == Some(' ') { '-' } else { 'x' };
        format!("{}{mark}{}", cell(row, column), cell(to_row, to_column))
    }

    pub fn play(&mut self, [row, column, to_row, to_column]: [i32; 4]) {
        let piece = std::mem::replace(&mut self.0[row as usize][column as usize], ' ');
        self.0[to_row as usize][to_column as usize] = piece;
    }

    /// The number of the group that each piece of the side belongs to, by relabelling neighbours until nothing changes.
    pub fn groups(&self, side: char) -> HashMap<(i32, i32), i32> {
        let pieces = (0..64).filter(|cell| self.at(cell / 8, cell % 8) == Some(side));
        let mut labels: HashMap<_, _> = pieces.map(|cell| ((cell / 8, cell % 8), cell)).collect();
        loop {
            let before = labels.clone();
            for (&(row, column), label) in &mut labels {
                for (rows, columns) in DIRECTIONS {
                    *label = before.get(&(row + rows, column + columns)).copied().unwrap_or(99).min(*label);
                }
            }
            if labels == before {
                return labels;
            }
        }
    }

    pub fn connected(&self, side: char) -> bool {
        self.groups(side).values().collect::<BTreeSet<_>>().len() == 1
    }
}
