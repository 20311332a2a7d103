//! A net's view of a game from a rules file: a plane for each kind of piece, and one for the cell that play stands on;
//! the node of the rules and the variables as scalars. Between turns node and cell are left out if they carry no
//! information.
//!
//! If the rules have an [exchange](crate::rbg::Rules::exchanges) of the players, a position of the second player is
//! shown as its image, so that the net always sees the first player to move. Otherwise a plane shows whose turn it is.

use super::game::{RulesGame, step_of};
use super::position::Position;
use crate::game::{Encoding, Game, SHARED_FUTURE, Shape, Side};
use crate::rbg::Symmetry;
use std::collections::BTreeMap;

/// The places of play in the positions that a net sees.
pub(super) struct Places<'a> {
    /// For each player the nodes of the rules; empty if there is only one.
    pub nodes: [&'a [u32]; 2],
    /// Whether the cell that play stands on matters.
    pub with_cell: bool,
}

impl Places<'_> {
    /// Number of nodes of the player with more of them.
    fn count(&self) -> usize {
        self.nodes.into_iter().map(<[u32]>::len).max().unwrap_or(0)
    }
}

impl RulesGame {
    /// The shape of positions at these places, without a policy.
    pub(super) fn shape_at(&self, places: &Places) -> Shape {
        let file = &*self.file;
        Shape {
            rows: file.layout.rows,
            cols: file.layout.cols,
            planes: file.rules.pieces().len()
                + 1
                + usize::from(places.with_cell)
                + usize::from(file.exchange().is_none()),
            globals: file.rules.variables().len() + places.count() + 1,
            policy_planes: 0,
            policy_extra: 0,
            lead: false,
        }
    }

    /// Writes a position at one of these places as a net sees it: planes of the pieces, of the board, of the current
    /// cell, of the side to act.
    pub(super) fn encode_at(&self, places: &Places, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        let file = &*self.file;
        let exchange = exchange(self, position);
        let seen = |cell: usize| file.layout.places[exchange.map_or(cell, |map| map.cell(cell))];
        let cells = file.layout.rows * file.layout.cols;
        let pieces = file.rules.pieces().len();
        let mut next_plane = pieces + 1;
        // No net evaluates positions in which the rules have ended the game, but these must differ from others.
        let shows_board = position.end().is_none() || places.count() > 0;
        planes.fill(0.0);
        for cell in 0..file.layout.places.len() {
            let (place, piece) = (seen(cell), file.packing.piece(position, cell));
            planes[usize::from(exchange.map_or(piece, |map| map.piece(piece))) * cells + place] = 1.0;
            planes[pieces * cells + place] = if shows_board { 1.0 } else { 0.0 };
        }
        if places.with_cell {
            // If the cell does not matter, it is the first one before and after the exchange.
            let current = exchange.map_or(position.cell(), |map| {
                map.current_cell(position.node(), position.cell(), position.is_within_move())
            });
            planes[next_plane * cells + file.layout.places[current]] = 1.0;
            next_plane += 1;
        }
        if file.exchange().is_none() && self.side_to_act(position) == Side::Second {
            file.layout.places.iter().for_each(|place| planes[next_plane * cells + place] = 1.0);
        }
        globals.fill(0.0);
        let bounds = file.rules.bounds();
        for (index, &bound) in bounds.iter().enumerate() {
            let to = exchange.map_or(index, |map| map.variable(index));
            globals[to] = f32::from(file.packing.variable(position, index)) / f32::from(bound.max(1));
        }
        let nodes = places.nodes[exchange.map_or(position.player(), |_| self.first)];
        let node = exchange.map_or(position.node(), |map| map.node(position.node()));
        if let Some(place) = nodes.iter().position(|&own| own == node) {
            globals[bounds.len() + place] = 1.0;
        }
        let left = u32::from(self.most_steps.saturating_sub(position.steps)).min(SHARED_FUTURE + 1);
        globals[bounds.len() + places.count()] = left as f32 / (SHARED_FUTURE + 1) as f32;
    }

    /// All places at which a step can be chosen.
    fn places(&self) -> Places<'_> {
        Places { nodes: self.file.outline.nodes.each_ref().map(Vec::as_slice), with_cell: true }
    }
}

impl Encoding for RulesGame {
    fn shape(&self) -> Shape {
        let actions = self.file.outline.actions.each_ref().map(Vec::len);
        let [own, other] = [actions[self.first], actions[1 - self.first]];
        let most = if self.file.exchange().is_some() { own } else { own.max(other) };
        Shape { policy_planes: most.max(1), ..self.shape_at(&self.places()) }
    }

    fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        self.encode_at(&self.places(), position, planes, globals);
    }

    /// 0 for what chance does, which no net is asked.
    fn policy_index(&self, position: &Position, mv: u32) -> usize {
        if position.is_chance() {
            return 0;
        }
        let file = &*self.file;
        let (player, step) = match exchange(self, position) {
            Some(map) => (self.first, map.step(step_of(mv))),
            None => (position.player(), step_of(mv)),
        };
        let plane = file.outline.actions[player].binary_search(&step.action).expect("a step of the player to move");
        plane * file.layout.rows * file.layout.cols + file.layout.places[usize::from(step.cell)]
    }

    fn encoding_version(&self) -> u32 {
        2
    }

    /// The cap shows in the encoding only when it is near.
    fn net_options(&self) -> BTreeMap<String, String> {
        let mut options = self.rules().options();
        options.remove("max_steps");
        options
    }
}

/// The exchange that is applied to a position before encoding, if any.
fn exchange<'a>(game: &'a RulesGame, position: &Position) -> Option<&'a Symmetry> {
    game.file.exchange().filter(|_| position.player() != game.first)
}

#[cfg(test)]
mod tests {
    use super::super::game::{RulesGame, move_of, step_of};
    use super::super::{Position, load, of_variant};
    use crate::game::{Encoding, Game, Side};
    use rand::{SeedableRng, seq::IndexedRandom};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::sync::Arc;

    /// A position and its image under the exchange look the same, and so do their moves.
    #[test]
    fn both_players_see_themselves_as_the_first() {
        let files = [
            ("breakthrough", include_str!("../../../games/breakthrough.rbg")),
            ("connect-four", include_str!("../../../games/connect-four.rbg")),
            ("hex-5", include_str!("../../../games/hex-5.rbg")),
            ("reversi", include_str!("../../../games/reversi.rbg")),
            ("tic-tac-toe", include_str!("../../../games/tic-tac-toe.rbg")),
        ];
        for (name, text) in files {
            let variant = load(name, text).unwrap();
            let file = of_variant(&variant).unwrap();
            let game = RulesGame::new(variant.default_rules(), Arc::clone(&file));
            let map = file.exchange().expect("the players can be exchanged");
            assert_eq!(map.then(map), file.symmetries()[0], "{name}");
            let seen = |position: &Position| {
                let shape = game.shape();
                let (mut planes, mut globals) = (vec![0.0; shape.plane_len()], vec![0.0; shape.globals]);
                game.encode(position, &mut planes, &mut globals);
                (planes, globals)
            };
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
            for _ in 0..20 {
                let (mut position, mut moves) = (game.start(), Vec::new());
                loop {
                    let image = file.work.with(&file.rules, |work| {
                        file.packing.unpack(&position, &mut work.state);
                        map.transform(&work.state, &mut work.image);
                        file.packing.pack(&work.image, position.steps)
                    });
                    let is_first = |position: &Position| game.side_to_act(position) == Side::First;
                    assert_ne!(is_first(&position), is_first(&image), "{name}");
                    assert_eq!(seen(&position), seen(&image), "{name}");
                    game.legal_moves(&position, &mut moves);
                    for &mv in &moves {
                        let image_mv = move_of(map.step(step_of(mv)));
                        assert_eq!(game.policy_index(&position, mv), game.policy_index(&image, image_mv), "{name}");
                    }
                    let Some(&mv) = moves.choose(&mut rng) else { break };
                    game.play(&mut position, mv);
                }
            }
        }
    }
}
