use super::grid;
use super::position::{Cell, Position, Spec};
use crate::game::Shape;

/// White, black, empty, anchors, playable cells, opening, first step of two, ones; then features that are hard for a
/// small net: cells that complete a line, playable cells after which the next step can complete one, the parity of the
/// steps left on the whole grid, and that of the steps left around each cell.
///
/// Circles have no owner, so the rules do not depend on the side to act, and no exchange is needed for its view.
const PLANES: usize = 12;

pub(super) fn shape(spec: &Spec) -> Shape {
    Shape {
        rows: spec.grid.size,
        cols: spec.grid.size,
        planes: PLANES,
        globals: 0,
        policy_planes: 1,
        policy_extra: 0,
        lead: false,
    }
}

pub(super) fn encode(spec: &Spec, position: &Position, planes: &mut [f32]) {
    let all = spec.grid.all;
    let filled = |condition: bool| if condition { all } else { 0 };
    let playable = if spec.has_line(position) { 0 } else { spec.playable(position) };
    let exposing = grid::cells(playable).filter(|&cell| {
        let mut next = *position;
        spec.play(&mut next, Cell(cell as u8));
        spec.playable(&next) & spec.winning_cells(&next) != 0
    });
    // An empty cell is played twice, a white one once: only white cells make a sum odd.
    let odd = |mask: u32| (position.white & mask).count_ones() % 2 == 1;
    let odd_around = grid::cells(all).filter(|&cell| odd(spec.grid.neighbours(1 << cell) | 1 << cell));
    let masks: [u32; PLANES] = [
        position.white,
        position.black,
        all & !(position.white | position.black),
        position.anchors,
        playable,
        filled(spec.in_opening(position)),
        filled(position.steps_left > 1),
        all,
        spec.winning_cells(position),
        exposing.fold(0, |mask, cell| mask | 1 << cell),
        filled(odd(all)),
        odd_around.fold(0, |mask, cell| mask | 1 << cell),
    ];
    planes.fill(0.0);
    for (plane, mask) in planes.chunks_exact_mut(spec.grid.cells()).zip(masks) {
        for cell in grid::cells(mask) {
            plane[cell] = 1.0;
        }
    }
}
