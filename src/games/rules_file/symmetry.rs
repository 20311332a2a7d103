//! The symmetries of the rules as those of the game.

use super::file::RulesFile;
use super::position::Position;
use crate::rbg::Step;

pub fn transform_position(file: &RulesFile, symmetry: usize, position: &Position) -> Position {
    if symmetry == 0 {
        return *position;
    }
    let map = &file.symmetries()[symmetry];
    file.work.with(&file.rules, |work| {
        file.packing.unpack(position, &mut work.state);
        map.transform(&work.state, &mut work.image);
        file.packing.pack(&work.image, position.steps)
    })
}

pub fn transform_step(file: &RulesFile, symmetry: usize, step: Step) -> Step {
    file.symmetries()[symmetry].step(step)
}
