use super::ast::Actor;
use super::automaton::{ACCEPT, Automaton, NO_ACTION};
use super::raw::Effect;
use super::region::Region;
use super::tables::Shift;

/// The current colour classes (Weisfeiler and Leman 1968) of nodes, actions, pieces, variables, tables and conditions.
/// A symmetry keeps colours, so only things of one colour are matched. Numbers that are equal by accident cost time,
/// not correctness: each symmetry is checked.
#[derive(Clone)]
pub(super) struct Colours {
    pub nodes: Vec<u64>,
    pub actions: Vec<u64>,
    pub pieces: Vec<u64>,
    pub variables: Vec<u64>,
    /// For each edge the colour of its table.
    pub shifts: Vec<u64>,
    /// For each entry of [`Automaton::edge_conditions`] its colour, once conditions are compared.
    pub tests: Option<Vec<u64>>,
    /// The colours of both players and of the keeper.
    actors: [u64; 3],
}

/// A hash of two numbers.
pub(super) fn mix(left: u64, right: u64) -> u64 {
    let mut x = left.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ right.wrapping_add(0x2545_f491_4f6c_dd1d);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Colours {
    /// The first colours of the rules' image under a map of cells and players.
    pub fn new(
        automaton: &Automaton,
        region: &Region,
        bounds: &[u16],
        pieces: usize,
        cells: &[u16],
        players: [u8; 2],
    ) -> Colours {
        let actors = [u64::from(players[0]) + 1, u64::from(players[1]) + 1, 3];
        let variables = bounds.iter().enumerate().map(|(index, &bound)| {
            let role = if index < 2 { actors[index] } else { 0 };
            mix(role, bound.into())
        });
        let mut colours = Colours {
            nodes: vec![0; automaton.nodes.len()],
            actions: vec![0; automaton.actions.len()],
            pieces: vec![0; pieces],
            variables: variables.collect(),
            shifts: vec![0; automaton.edges.len()],
            tests: None,
            actors,
        };
        let mut known: std::collections::BTreeMap<Shift, u64> = Default::default();
        for &edge in &region.edges {
            let shift = automaton.edges[edge].shift;
            colours.shifts[edge] = *known.entry(shift).or_insert_with(|| table(automaton, shift, cells));
        }
        colours
    }

    /// One round of refinement: each colour is mixed with those of its neighbours.
    pub fn refine(&mut self, automaton: &Automaton, region: &Region) {
        let all_pieces = (0..self.pieces.len()).fold(0u64, |all, piece| all | 1 << piece);
        let mut next = self.clone();
        for &action in &region.actions {
            let (own, action) = (&automaton.details[action as usize].effect, action as usize);
            let done = match own {
                Effect::Put(piece) => mix(1, self.pieces[*piece as usize]),
                Effect::Assign(variable, _) => mix(2, self.variables[*variable as usize]),
                Effect::Switch(Actor::Player(player)) => mix(3, self.actors[*player as usize]),
                Effect::Switch(Actor::Keeper) => mix(3, self.actors[2]),
                Effect::Switch(Actor::Chance) => mix(3, 4),
            };
            let whole = mix(mix(done, self.node(automaton.actions[action].target)), self.actions[action]);
            next.actions[action] = whole;
            let changed = match own {
                Effect::Put(piece) => &mut next.pieces[*piece as usize],
                Effect::Assign(variable, _) => &mut next.variables[*variable as usize],
                Effect::Switch(_) => continue,
            };
            *changed = changed.wrapping_add(mix(whole, 4));
        }
        for &node in &region.nodes {
            let mut sum = 0u64;
            for index in automaton.edges_of(node) {
                let edge = &automaton.edges[index];
                let pieces = edge.pieces & all_pieces;
                let looks = if pieces == all_pieces { 1 } else { self.mask(pieces) };
                let mut tests = 0u64;
                for position in edge.conditions.0..edge.conditions.1 {
                    tests = tests.wrapping_add(match &self.tests {
                        Some(tests) => mix(6, tests[position as usize]),
                        // Conditions are compared once the pieces are distinguished.
                        None => 13,
                    });
                }
                let action = if edge.action == NO_ACTION { 0 } else { self.actions[edge.action as usize] };
                let label = mix(mix(self.shifts[index], looks), mix(tests, action));
                let own = mix(label, self.node(edge.target));
                sum = sum.wrapping_add(mix(own, 7));
                let whole = mix(own, self.nodes[node as usize]);
                if pieces != all_pieces {
                    for piece in (0..self.pieces.len()).filter(|piece| pieces >> piece & 1 != 0) {
                        next.pieces[piece] = next.pieces[piece].wrapping_add(mix(whole, 8));
                    }
                }
                if edge.action != NO_ACTION {
                    let action = &mut next.actions[edge.action as usize];
                    *action = action.wrapping_add(mix(whole, 9));
                }
            }
            next.nodes[node as usize] = mix(self.nodes[node as usize], sum);
        }
        *self = next;
    }

    fn node(&self, node: u32) -> u64 {
        if node == ACCEPT { 10 } else { self.nodes[node as usize] }
    }

    fn mask(&self, pieces: u64) -> u64 {
        let own = (0..self.pieces.len()).filter(|piece| pieces >> piece & 1 != 0);
        own.fold(11, |sum: u64, piece| sum.wrapping_add(mix(self.pieces[piece], 12)))
    }
}

/// A hash of the image of a table, independent of its order.
fn table(automaton: &Automaton, shift: Shift, cells: &[u16]) -> u64 {
    match shift {
        Shift::Stay => 26,
        Shift::All => 27,
        _ => (0..automaton.cells as u16).fold(0, |sum: u64, cell| {
            let row = automaton.tables.row(shift, cell, automaton.cells);
            let own = row.iter().map(|&to| mix(cells[cell as usize].into(), cells[to as usize].into()));
            sum.wrapping_add(own.fold(0, u64::wrapping_add))
        }),
    }
}
