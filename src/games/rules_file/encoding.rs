//! What a net sees of a game from a file: a plane for each kind of piece, the cell that play stands on, whose turn it is; the
//! place in the rules and the variables as scalars.

use super::file::RulesFile;
use super::game::RulesGame;
use super::position::Position;
use crate::game::{Game, SHARED_FUTURE, Shape};
use crate::rbg::{Outline, Step};

/// Planes besides those of the pieces: the board, the current cell, whose turn it is.
const OTHER: usize = 3;

pub fn shape(file: &RulesFile) -> Shape {
    Shape {
        rows: file.layout.rows,
        cols: file.layout.cols,
        planes: file.rules.pieces().len() + OTHER,
        globals: file.rules.variables().len() + places(&file.outline) + 1,
        policy_planes: file.outline.actions.iter().map(Vec::len).max().unwrap_or(1).max(1),
        policy_extra: 0,
        lead: false,
    }
}

/// Places in the rules at which a player chooses, of the player who has more.
fn places(outline: &Outline) -> usize {
    outline.nodes.iter().map(Vec::len).max().unwrap_or(0)
}

pub fn encode(game: &RulesGame, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
    let file = &*game.file;
    let cells = file.layout.rows * file.layout.cols;
    let pieces = file.rules.pieces().len();
    planes.fill(0.0);
    for (cell, &place) in file.layout.places.iter().enumerate() {
        planes[usize::from(file.packing.piece(position, cell)) * cells + place] = 1.0;
        planes[pieces * cells + place] = 1.0;
    }
    planes[(pieces + 1) * cells + file.layout.places[position.cell()]] = 1.0;
    if game.side_to_act(position) == crate::game::Side::Second {
        file.layout.places.iter().for_each(|place| planes[(pieces + 2) * cells + place] = 1.0);
    }
    globals.fill(0.0);
    let bounds = file.rules.bounds();
    for (index, &bound) in bounds.iter().enumerate() {
        globals[index] = f32::from(file.packing.variable(position, index)) / f32::from(bound.max(1));
    }
    let nodes = &file.outline.nodes[position.player()];
    if let Some(place) = nodes.iter().position(|&node| node == position.node()) {
        globals[bounds.len() + place] = 1.0;
    }
    let left = u32::from(game.most_steps.saturating_sub(position.steps)).min(SHARED_FUTURE + 1);
    globals[bounds.len() + places(&file.outline)] = left as f32 / (SHARED_FUTURE + 1) as f32;
}

pub fn policy_index(file: &RulesFile, position: &Position, step: Step) -> usize {
    let actions = &file.outline.actions[position.player()];
    let plane = actions.binary_search(&step.action).expect("a step of the player to move");
    plane * file.layout.rows * file.layout.cols + file.layout.places[usize::from(step.cell)]
}
