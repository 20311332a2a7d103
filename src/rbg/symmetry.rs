use super::account::Account;
use super::alike::Workbench;
use super::automaton::Automaton;
use super::board::Board;
use super::board_maps::board_maps;
use super::colours::Colours;
use super::maps::Maps;
use super::matching::{Automorphism, MAX_WORK, Matching};
use super::outline::Outline;
use super::region::Region;
use super::state::{State, Step};
use super::symbolic::Symbolic;
use std::sync::Arc;

/// The most maps of a group.
const MAX_MAPS: usize = 64;

/// A map that carries the rules onto themselves: of the cells, pieces, variables and players, and of the nodes and
/// actions of the rules. The steps of a position's image are the images of its steps, and lead to the images of the
/// positions after them.
///
/// Symmetries are proven, if the keeper does as the language demands: all its paths from a position lead to the same
/// position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    cells: Vec<u16>,
    pieces: Vec<u8>,
    variables: Vec<u8>,
    players: [u8; 2],
    nodes: Vec<u32>,
    actions: Vec<u16>,
    /// For each node whether the current cell does not matter there.
    anywhere: Arc<[bool]>,
}

impl Symmetry {
    /// Writes a position's image over `image`, which must be a position of the same rules.
    pub fn transform(&self, state: &State, image: &mut State) {
        for (&piece, &to) in state.cells.iter().zip(&self.cells) {
            image.cells[to as usize] = self.pieces[piece as usize];
        }
        for (&value, &to) in state.variables.iter().zip(&self.variables) {
            image.variables[to as usize] = value;
        }
        image.node = self.nodes[state.node as usize];
        image.actor = self.players[state.player()];
        image.is_chance = state.is_chance;
        image.is_within_move = state.is_within_move;
        image.end = state.end;
        image.cell = self.current_cell(state.node, state.cell(), state.is_within_move) as u16;
    }

    /// The image of the cell on which play stands. Between moves a cell that does not matter stays the first one.
    #[inline]
    pub fn current_cell(&self, node: u32, cell: usize, is_within_move: bool) -> usize {
        if !is_within_move && self.anywhere[node as usize] { cell } else { self.cell(cell) }
    }

    /// The image of a step.
    #[inline]
    pub fn step(&self, step: Step) -> Step {
        Step { action: self.actions[step.action as usize], cell: self.cells[step.cell as usize] }
    }

    /// The image of a cell.
    #[inline]
    pub fn cell(&self, cell: usize) -> usize {
        self.cells[cell].into()
    }

    /// The image of a piece.
    #[inline]
    pub fn piece(&self, piece: u8) -> u8 {
        self.pieces[piece as usize]
    }

    /// The image of a variable's index.
    #[inline]
    pub fn variable(&self, variable: usize) -> usize {
        self.variables[variable].into()
    }

    /// The image of a node of the rules.
    #[inline]
    pub fn node(&self, node: u32) -> u32 {
        self.nodes[node as usize]
    }

    /// Whether the map exchanges the players.
    pub fn is_exchange(&self) -> bool {
        self.players == [1, 0]
    }

    /// The product: first this map, then `next`.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry {
            cells: self.cells.iter().map(|&cell| next.cells[cell as usize]).collect(),
            pieces: self.pieces.iter().map(|&piece| next.pieces[piece as usize]).collect(),
            variables: self.variables.iter().map(|&variable| next.variables[variable as usize]).collect(),
            players: self.players.map(|player| next.players[player as usize]),
            nodes: self.nodes.iter().map(|&node| next.nodes[node as usize]).collect(),
            actions: self.actions.iter().map(|&action| next.actions[action as usize]).collect(),
            anywhere: Arc::clone(&self.anywhere),
        }
    }
}

/// The rules whose symmetries are searched.
pub(super) struct Subject<'a> {
    pub automaton: &'a Automaton,
    pub board: &'a Board,
    pub bounds: &'a [u16],
    pub pieces: usize,
    pub start: &'a State,
}

impl Subject<'_> {
    /// The maps with the players fixed, as a group: the identity first. Like any other position, the start need not be
    /// its own image.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let identity = Symmetry {
            cells: (0..self.automaton.cells as u16).collect(),
            pieces: (0..self.pieces as u8).collect(),
            variables: (0..self.bounds.len() as u8).collect(),
            players: [0, 1],
            nodes: (0..self.automaton.nodes.len() as u32).collect(),
            actions: (0..self.automaton.actions.len() as u16).collect(),
            anywhere: self.automaton.anywhere.as_slice().into(),
        };
        let mut group = vec![identity];
        let mut account = Account::default();
        let mut search = self.search(&mut account);
        for cells in search.board_maps.clone() {
            // Products of earlier maps are proven with these.
            if !group.iter().any(|known| known.cells == cells)
                && let Some(found) = search.find(cells, [0, 1])
            {
                group = generated(group, found, &mut search.work);
            }
        }
        group
    }

    /// The maps that exchange the players: each symmetry followed by one exchange, those that undo themselves first.
    pub fn exchanges(&self, group: &[Symmetry]) -> Vec<Symmetry> {
        let undoes_itself = |map: &Symmetry| map.then(map) == group[0];
        let mut account = Account::default();
        let mut search = self.search(&mut account);
        for cells in search.board_maps.clone() {
            if let Some(found) = search.find(cells, [1, 0]) {
                let mut all: Vec<Symmetry> = group.iter().map(|symmetry| symmetry.then(&found)).collect();
                all.sort_by_key(|map| !undoes_itself(map));
                return all;
            }
        }
        Vec::new()
    }

    fn search<'b>(&'b self, account: &'b mut Account) -> Search<'b> {
        let all_pieces = if self.pieces >= 64 { u64::MAX } else { (1 << self.pieces) - 1 };
        let outline = Outline::new(self.automaton);
        let choices = [&[self.start.node], &*outline.nodes[0], &*outline.nodes[1], &*outline.chance_nodes].concat();
        Search {
            subject: self,
            region: Region::new(self.automaton, self.start.node, &choices, all_pieces),
            board_maps: board_maps(self.board),
            anywhere: self.automaton.anywhere.as_slice().into(),
            shared: Workbench::new(Symbolic::new(self.automaton, self.pieces, account), all_pieces),
            work: 0,
        }
    }
}

/// The search for maps of the rules among those of the board.
struct Search<'a> {
    subject: &'a Subject<'a>,
    region: Region,
    board_maps: Vec<Vec<u16>>,
    anywhere: Arc<[bool]>,
    shared: Workbench<'a>,
    work: usize,
}

impl Search<'_> {
    fn find(&mut self, cells: Vec<u16>, players: [u8; 2]) -> Option<Symmetry> {
        let tables = &self.subject.automaton.tables;
        self.work += self.region.edges.len() + (tables.ones.len() + tables.targets.len()) / 4;
        if self.work > MAX_WORK {
            return None;
        }
        let Subject { automaton, bounds, pieces, .. } = *self.subject;
        let colours = |cells: &[u16], players| Colours::new(automaton, &self.region, bounds, pieces, cells, players);
        let (mut image, mut own) = (colours(&cells, players), colours(&self.board_maps[0], [0, 1]));
        if players == [0, 1] {
            // The first turn stays the first turn.
            let start = self.subject.start.node as usize;
            (image.nodes[start], own.nodes[start]) = (1, 1);
        }
        let mut matching = Matching {
            automaton,
            region: &self.region,
            bounds,
            pieces,
            cells: &cells,
            players,
            choices: 0,
            comparisons: 0,
            shared: &mut self.shared,
            work: self.work,
        };
        let found = matching.solve(image, own);
        self.work = matching.work;
        let Automorphism { maps, nodes, actions } = found?;
        let Maps { cells, pieces, variables, players } = maps;
        Some(Symmetry { cells, pieces, variables, players, nodes, actions, anywhere: Arc::clone(&self.anywhere) })
    }
}

/// The smallest group with one more map; `group` if the new one is too large.
fn generated(group: Vec<Symmetry>, found: Symmetry, work: &mut usize) -> Vec<Symmetry> {
    let size = found.cells.len() + found.nodes.len() + found.actions.len();
    let mut all = group.clone();
    let mut generators = group.clone();
    generators.push(found);
    let mut at = 0;
    while let Some(one) = all.get(at).cloned() {
        at += 1;
        for generator in &generators {
            let product = one.then(generator);
            if !all.contains(&product) {
                all.push(product);
            }
        }
        *work += generators.len() * (size / 8 + all.len());
        if all.len() > MAX_MAPS || *work > MAX_WORK {
            return group;
        }
    }
    all
}
