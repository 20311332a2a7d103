//! The symmetries of the rules as symmetries of the game.

use super::game::{RulesGame, move_of, step_of};
use super::position::Position;
use crate::game::Symmetry;

impl Symmetry for RulesGame {
    fn symmetries(&self) -> usize {
        self.file.symmetries().len()
    }

    fn transform_position(&self, symmetry: usize, position: &Position) -> Position {
        if symmetry == 0 {
            return position.clone();
        }
        let file = &*self.file;
        let map = &file.symmetries()[symmetry];
        file.work.with(&file.rules, |work| {
            file.packing.unpack(position, &mut work.state);
            map.transform(&work.state, &mut work.image);
            file.packing.pack(&work.image, position.steps)
        })
    }

    fn transform_move(&self, symmetry: usize, mv: u32) -> u32 {
        move_of(self.file.symmetries()[symmetry].step(step_of(mv)))
    }
}
