//! Lines of Action, and Zen l'initié, on a board of characters, written from the rule pages alone.

use std::collections::{BTreeSet, HashMap};

/// The board as `[row][column]`: `b`, `w`, `z` or a blank. Knows the rules without a table or a bit.
#[derive(Clone, PartialEq, Debug)]
pub struct Plain {
    rows: Vec<Vec<char>>,
    banned: Option<(i32, i32)>,
}

pub const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];

impl Plain {
    pub fn new(position: &str) -> Plain {
        let fields: Vec<&str> = position.split(' ').collect();
        let mut rows = Vec::new();
        for text in fields[0].split('/').rev() {
            let (mut row, mut empty) = (Vec::new(), String::new());
            for letter in text.chars().chain(['/']) {
                if letter.is_ascii_digit() {
                    empty.push(letter);
                    continue;
                }
                row.extend(vec![' '; empty.parse().unwrap_or(0)]);
                row.push(letter);
                empty.clear();
            }
            row.pop();
            rows.push(row);
        }
        let banned = (fields.len() == 4 && fields[2] != "-").then(|| {
            let (column, row) = fields[2].split_at(1);
            (row.parse::<i32>().unwrap() - 1, i32::from(column.as_bytes()[0] - b'a'))
        });
        Plain { rows, banned }
    }

    /// The cell to which the Zen may not go.
    pub fn banned(&self) -> Option<(i32, i32)> {
        self.banned
    }

    /// The same board with nothing forbidden to the Zen.
    pub fn without_ban(&self) -> Plain {
        Plain { banned: None, ..self.clone() }
    }

    pub fn size(&self) -> i32 {
        self.rows.len() as i32
    }

    pub fn at(&self, row: i32, column: i32) -> Option<char> {
        self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    /// The cells with one of these pieces.
    pub fn cells(&self, pieces: &str) -> Vec<(i32, i32)> {
        let all = (0..self.size()).flat_map(|row| (0..self.size()).map(move |column| (row, column)));
        all.filter(|&(row, column)| self.at(row, column).is_some_and(|piece| pieces.contains(piece))).collect()
    }

    pub fn count(&self, row: i32, column: i32, (rows, columns): (i32, i32)) -> i32 {
        let size = self.size();
        (1 - size..size)
            .filter(|i| self.at(row + i * rows, column + i * columns).is_some_and(|piece| piece != ' '))
            .count() as i32
    }

    /// The moves of a side's pieces, and of the Zen.
    pub fn moves(&self, own: char) -> Vec<[i32; 4]> {
        let mut moves = Vec::new();
        for (row, column) in self.cells(&format!("{own}z")) {
            for (rows, columns) in DIRECTIONS {
                let count = self.count(row, column, (rows, columns));
                let cell = |i: i32| self.at(row + i * rows, column + i * columns);
                let clear = (1..count).all(|i| cell(i).is_some_and(|piece| piece == own || " z".contains(piece)));
                let to = (row + count * rows, column + count * columns);
                let kept = self.at(row, column) != Some('z') || self.open_to_zen(to);
                if clear && kept && cell(count).is_some_and(|piece| piece != own) {
                    moves.push([row, column, to.0, to.1]);
                }
            }
        }
        moves
    }

    fn open_to_zen(&self, to: (i32, i32)) -> bool {
        let beside_pawn = DIRECTIONS.iter().any(|d| matches!(self.at(to.0 + d.0, to.1 + d.1), Some('b' | 'w')));
        beside_pawn && self.banned != Some(to)
    }

    pub fn name(&self, [row, column, to_row, to_column]: [i32; 4]) -> String {
        let cell = |row, column| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        let mark = if self.at(to_row, to_column) == Some(' ') { '-' } else { 'x' };
        format!("{}{mark}{}", cell(row, column), cell(to_row, to_column))
    }

    pub fn play(&mut self, [row, column, to_row, to_column]: [i32; 4]) {
        let piece = std::mem::replace(&mut self.rows[row as usize][column as usize], ' ');
        self.rows[to_row as usize][to_column as usize] = piece;
        self.banned = (piece == 'z').then_some((row, column));
    }

    /// The number of the group that each piece of the side, and the Zen, belongs to, by relabelling neighbours until
    /// nothing changes.
    pub fn groups(&self, side: char) -> HashMap<(i32, i32), i32> {
        let mut labels: HashMap<_, _> = self.cells(&format!("{side}z")).into_iter().zip(0..).collect();
        loop {
            let before = labels.clone();
            for (&(row, column), label) in &mut labels {
                for (rows, columns) in DIRECTIONS {
                    *label = before.get(&(row + rows, column + columns)).copied().unwrap_or(999).min(*label);
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
