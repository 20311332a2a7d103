//! The table of turns for games in which few are possible: Breakthrough has 308 of them, mini chess 3 000, Amazons a
//! million.

use super::layout::Layout;
use super::position::Packing;
use super::turn_code::{MOST_TURNS, TurnCode};
use crate::rbg::{Account, ActionKind, PossibleMove, PossibleMoves, Rules, Step, Symmetry};
use std::collections::BTreeMap;

/// The most planes of the policy, one for each way that turns go; chess needs 73.
const MOST_PLANES: usize = 128;

/// All possible turns of a game, numbered from 0.
#[derive(Debug)]
pub struct TurnTable {
    turns: Vec<Box<[Step]>>,
    numbers: Numbers,
    /// The policy index of each turn, `plane * cells + place`.
    policy: Vec<u32>,
    /// Number of planes of the policy.
    pub planes: usize,
    /// For each symmetry of the rules the image of each turn.
    images: Vec<Vec<u32>>,
    code: Option<TurnCode>,
}

/// Finds the number of a turn: few begin with the same step.
#[derive(Debug)]
struct Numbers {
    cells: usize,
    /// The numbers of all turns, by their first steps.
    order: Vec<u32>,
    /// The start of each first step's turns in `order`, by action and cell; then the end.
    begins: Vec<u32>,
}

impl Numbers {
    fn new(turns: &[Box<[Step]>], cells: usize) -> Numbers {
        let key = |number: u32| Numbers::key(cells, turns[number as usize][0]);
        let mut order = Vec::from_iter(0..turns.len() as u32);
        order.sort_by_key(|&number| key(number));
        let keys = order.last().map_or(0, |&last| key(last) + 1);
        let begins = (0..=keys).map(|first| order.partition_point(|&number| key(number) < first) as u32).collect();
        Numbers { cells, order, begins }
    }

    fn key(cells: usize, step: Step) -> usize {
        usize::from(step.action) * cells + usize::from(step.cell)
    }

    fn of(&self, turns: &[Box<[Step]>], steps: &[Step]) -> Option<u32> {
        let key = Numbers::key(self.cells, *steps.first()?);
        let &[from, to] = self.begins.get(key..key + 2)? else { return None };
        let alike = &self.order[from as usize..to as usize];
        alike.iter().copied().find(|&number| *turns[number as usize] == *steps)
    }
}

/// All possible turns, if some have several steps; `None` if they are too many, or go too many ways.
pub fn few_turns(rules: &Rules, layout: &Layout, account: &mut Account) -> Option<PossibleMoves> {
    if !rules.outline().has_long_moves() {
        return None;
    }
    let turns = rules.possible_moves(MOST_TURNS, account)?;
    let ways =
        |player| last_plane(&planes((rules, layout), &turns.moves, |number| turns.moves[number].player == player));
    [0, 1].into_iter().all(|player| ways(player) < MOST_PLANES).then_some(turns)
}

fn last_plane(planes: &[usize]) -> usize {
    planes.iter().copied().max().unwrap_or(0)
}

impl TurnTable {
    /// The table for rules with these turns, symmetries and exchange of the players, through which a net sees the
    /// second one. `None` if the image of a turn is not a turn.
    pub fn new(
        (rules, layout, packing): (&Rules, &Layout, &Packing),
        possible_moves: &PossibleMoves,
        symmetries: &[Symmetry],
        exchange: Option<&Symmetry>,
    ) -> Option<TurnTable> {
        let possible = &possible_moves.moves;
        let turns = Vec::from_iter(possible.iter().map(|turn| turn.steps.clone().into_boxed_slice()));
        let numbers = Numbers::new(&turns, rules.board().cells.len());
        let image = |map: &Symmetry| {
            let image = |turn: &[Step]| numbers.of(&turns, &Vec::from_iter(turn.iter().map(|&step| map.step(step))));
            turns.iter().map(|turn| image(turn)).collect::<Option<Vec<u32>>>()
        };
        let images = symmetries.iter().map(image).collect::<Option<_>>()?;
        let exchanged = exchange.map_or(Some(None), |map| image(map).map(Some))?;
        let first = rules.start().player();
        // If the players can be exchanged, a turn of the second player is seen as its image.
        let seen = |number: usize| match &exchanged {
            Some(images) if possible[number].player != first => images[number] as usize,
            _ => number,
        };
        let planes = planes((rules, layout), possible, |number| seen(number) == number);
        let size = layout.rows * layout.cols;
        let place = |number: usize| {
            let number = seen(number);
            (planes[number] * size + layout.places[usize::from(turns[number][0].cell)]) as u32
        };
        let policy = (0..turns.len()).map(place).collect();
        let planes = last_plane(&planes) + 1;
        let mut table = TurnTable { policy, planes, images, numbers, turns, code: None };
        table.code =
            TurnCode::new((rules, packing), |steps| table.number(steps), possible_moves, &mut Account::default());
        Some(table)
    }

    #[inline]
    pub fn code(&self) -> Option<&TurnCode> {
        self.code.as_ref()
    }

    pub fn steps(&self, turn: u32) -> &[Step] {
        &self.turns[turn as usize]
    }

    /// The number of a turn.
    ///
    /// # Panics
    /// The rules have no such turn.
    pub fn number(&self, steps: &[Step]) -> u32 {
        self.numbers.of(&self.turns, steps).expect("all turns that can be legal are in the table")
    }

    /// The policy index of a turn, `plane * cells + place`.
    pub fn policy_index(&self, turn: u32) -> usize {
        self.policy[turn as usize] as usize
    }

    /// The image of a turn under a symmetry of the rules.
    pub fn image(&self, symmetry: usize, turn: u32) -> u32 {
        self.images[symmetry][turn as usize]
    }
}

/// The way of a turn from its first cell: rows and columns to each cell on which it puts a piece.
type Way = Vec<(isize, isize)>;

/// A plane for each turn that is `seen`. Turns that go the same way from different cells share a plane, and so do those
/// of different men from one cell. Two turns that can be legal together and begin on the same cell do not.
fn planes((rules, layout): (&Rules, &Layout), turns: &[PossibleMove], seen: impl Fn(usize) -> bool) -> Vec<usize> {
    let spot = |cell: u16| {
        let place = layout.places[usize::from(cell)];
        ((place / layout.cols) as isize, (place % layout.cols) as isize)
    };
    let puts = |turn: &PossibleMove| {
        let piece = |step: &Step| match rules.action(step.action) {
            ActionKind::Put(piece) => Some((step.cell, piece)),
            _ => None,
        };
        Vec::from_iter(turn.steps.iter().filter_map(piece))
    };
    let way = |turn: &PossibleMove| -> Way {
        let (row, col) = spot(turn.steps[0].cell);
        puts(turn).iter().map(|&(cell, _)| spot(cell)).map(|(r, c)| (r - row, c - col)).collect()
    };
    let mut ways: BTreeMap<Way, Vec<usize>> = BTreeMap::new();
    for number in (0..turns.len()).filter(|&number| seen(number)) {
        ways.entry(way(&turns[number])).or_default().push(number);
    }
    let (mut planes, mut used) = (vec![0; turns.len()], 0);
    for mut numbers in ways.into_values() {
        // Sorted by the piece put, so that promotions to the same man have the same plane everywhere.
        numbers.sort_by_key(|&number| (Vec::from_iter(puts(&turns[number]).iter().map(|&(_, piece)| piece)), number));
        let mut taken: Vec<(usize, u16, u64, usize)> = Vec::new();
        let mut most = 0;
        for number in numbers {
            let PossibleMove { player, ref steps, first_pieces } = turns[number];
            let others = taken
                .iter()
                .filter(|&&(by, cell, pieces, _)| by == player && cell == steps[0].cell && pieces & first_pieces != 0);
            let others = Vec::from_iter(others.map(|&(.., plane)| plane));
            let free = (0..).find(|plane| !others.contains(plane)).expect("there are more planes than turns");
            taken.push((player, steps[0].cell, first_pieces, free));
            planes[number] = used + free;
            most = most.max(free + 1);
        }
        used += most;
    }
    planes
}
