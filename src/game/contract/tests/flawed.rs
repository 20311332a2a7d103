//! A small game with every feature of a game, and with one flaw if requested.

use crate::game::{
    Board, Encoding, ExactSolver, Game, Guidance, Look, ManKind, Notation, NotationError, Outcome, Rules, Seat, Shape,
    Side, Symmetry, Variant, VariantRef, digest, images,
};
use rand::{Rng, RngExt};
use std::cmp::Ordering;
use std::collections::HashMap;

static VARIANT: Variant = Variant::new("corners", "who has more corners of 3x2 cells wins", &[]);

/// A way in which a game can break a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    NoEnding,
    CutOffWithWinner,
    TooLong,
    Endless,
    NoSeat,
    OneText,
    Colours,
    TwoCellsAtOnePlace,
    LongEdge,
    UnknownKind,
    UnknownCell,
    MovesNotMapped,
    LopsidedProgress,
    SymmetryTwice,
    LeadTooLarge,
    NoLead,
    FewerPointsWin,
    EndlessProgress,
    /// Scattered positions that are sound. Only this flaw and those of scattered positions have any, so that other
    /// flaws do not show in them.
    NoneButScattered,
    ScatteredAtTheEnd,
    ScatteredAtTimes,
    UselessKomi,
    LighterTwice,
    LighterByTwo,
    Bright,
    Blind,
    CoarseHash,
    OneIndex,
    Shortsighted,
    OrbitOfOne,
    OneOrbit,
    AllDrawn,
    BlanksAround,
    TakenCells,
    NamelessRefusal,
}

/// Sides put a man on a free cell in turn, or pass. After eight moves, or when no cell is free, corners count.
#[derive(Clone)]
pub struct FlawedGame {
    rules: Rules,
    flaw: Option<Flaw>,
}

/// The men of both sides, one bit a cell, and the moves left, whose parity gives the side to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    men: [u8; 2],
    left: u8,
}

const TURNS: u8 = 8;
const CELLS: u8 = 6;
const CORNERS: u8 = 0b101_101;
/// The move that places no man.
const PASS: u8 = CELLS;

impl FlawedGame {
    pub fn new(flaw: Option<Flaw>) -> FlawedGame {
        FlawedGame { rules: VariantRef::from(&VARIANT).default_rules(), flaw }
    }

    fn is(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }
}

impl Position {
    fn taken(&self) -> u8 {
        self.men[0] | self.men[1]
    }

    fn is_full(&self) -> bool {
        self.taken() == (1 << CELLS) - 1
    }

    fn corners(&self) -> [u32; 2] {
        self.men.map(|men| (men & CORNERS).count_ones())
    }

    /// The men as seen by the side to act.
    fn own_and_other(&self) -> [u8; 2] {
        let [first, second] = self.men;
        if self.left.is_multiple_of(2) { [first, second] } else { [second, first] }
    }
}

impl Game for FlawedGame {
    type Position = Position;
    type Move = u8;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        Position { men: [0, 0], left: TURNS }
    }

    fn side_to_act(&self, position: &Position) -> Side {
        if position.left.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(position).is_none() {
            moves.extend((0..CELLS).filter(|cell| position.taken() >> cell & 1 == 0).chain([PASS]));
        }
    }

    fn play(&self, position: &mut Position, mv: u8) {
        if mv != PASS {
            position.men[self.side_to_act(position).index()] |= 1 << mv;
        }
        position.left = position.left.checked_sub(1).unwrap_or(1);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let over = (position.left == 0 || position.is_full()) && !self.is(Flaw::Endless);
        let [first, second] = position.corners();
        let winner = match first.cmp(&second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => None,
        };
        let winner = if self.is(Flaw::FewerPointsWin) { winner.map(Side::other) } else { winner };
        over.then_some(winner.map_or(Outcome::Draw, Outcome::Win))
    }

    fn max_moves(&self) -> u32 {
        u32::from(TURNS) - u32::from(self.is(Flaw::TooLong))
    }

    fn is_cut_off(&self, position: &Position) -> bool {
        self.is(Flaw::CutOffWithWinner) && position.left == 0
    }

    fn seat_to_act(&self, position: &Position) -> Seat {
        if self.is(Flaw::NoSeat) { Seat(2) } else { Seat::of_side(self.side_to_act(position)) }
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        self.outcome(position).filter(|_| !self.is(Flaw::NoEnding)).map(|_| "corners are counted")
    }

    fn totals(&self, position: &Position) -> Option<[u32; 2]> {
        Some(position.corners())
    }

    fn lead(&self, position: &Position) -> Option<f32> {
        let [first, second] = position.corners().map(|corners| corners as f32);
        let lead = (first - second) / if self.is(Flaw::LeadTooLarge) { 1.0 } else { 4.0 };
        (!self.is(Flaw::NoLead)).then_some(lead)
    }

    fn hash(&self, position: &Position) -> u64 {
        let [own, other] = position.own_and_other();
        let left = match self.flaw {
            Some(Flaw::Shortsighted) => position.left.min(1),
            // Irrelevant at this point, but the encoding shows it.
            Some(Flaw::CoarseHash) if position.is_full() => 0,
            _ => position.left,
        };
        digest([own, other, left].map(u64::from))
    }
}

fn text_of(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)
}

/// Positions are rows and the moves left, as `x.o/... 6`.
impl Notation for FlawedGame {
    fn format_move(&self, _: &Position, mv: u8) -> String {
        match mv {
            PASS => "pass".to_owned(),
            1 if self.is(Flaw::OneText) => text_of(0),
            cell => text_of(cell),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8, NotationError> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        if self.is(Flaw::TakenCells) {
            moves = Vec::from_iter(0..=PASS);
        }
        let named = if self.is(Flaw::NamelessRefusal) { "this" } else { text };
        let found = moves.into_iter().find(|&mv| self.format_move(position, mv) == text);
        found.ok_or_else(|| NotationError::illegal(named, "it is no free cell"))
    }

    fn format_position(&self, position: &Position) -> String {
        let sign = |cell: u8| match position.men.map(|men| men >> cell & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        };
        let row = |cells: std::ops::Range<u8>| String::from_iter(cells.map(sign));
        format!("{}/{} {}", row(0..3), row(3..6), position.left)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let given = if self.is(Flaw::BlanksAround) { text.trim() } else { text };
        let malformed = || NotationError::malformed("position", text, "two rows and the moves left, as x.o/... 6");
        let (board, left) = given.split_once(' ').ok_or_else(malformed)?;
        let signs = Vec::from_iter(board.chars().filter(|sign| *sign != '/'));
        let men_of = |own: char| {
            let cells = (0..CELLS).filter(|&cell| signs.get(usize::from(cell)) == Some(&own));
            cells.fold(0, |men, cell| men | 1 << cell)
        };
        let men = ['x', 'o'].map(men_of);
        let position = Position { men, left: left.parse().ok().filter(|left| *left <= TURNS).ok_or_else(malformed)? };
        let made = TURNS - position.left;
        let [first, second] = men.map(u8::count_ones);
        let possible = first <= made.div_ceil(2).into() && second <= (made / 2).into();
        if possible && self.format_position(&position) == given { Ok(position) } else { Err(malformed()) }
    }

    fn draw(&self, position: &Position) -> String {
        let text = self.format_position(position);
        if self.is(Flaw::Colours) { format!("\x1b[1m{text}\x1b[0m\n") } else { text + "\n" }
    }

    fn board(&self) -> Option<Board> {
        let kinds = [("cross", Side::First), ("ring", Side::Second)];
        let mut board = Board::squares(3, 2, kinds.map(|(name, side)| ManKind::new(name, Look::Disc, side)).into());
        match self.flaw {
            Some(Flaw::TwoCellsAtOnePlace) => (board.cells[5].x, board.cells[5].y) = (0.0, 0.0),
            Some(Flaw::LongEdge) => board.edges.push([0, 6]),
            _ => (),
        }
        Some(board)
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        let kind = |cell: u8| position.men.iter().position(|men| men >> cell & 1 == 1);
        let other = u8::from(self.is(Flaw::UnknownKind));
        (0..CELLS).filter_map(|cell| Some((cell.into(), kind(cell)? as u8 + other))).collect()
    }

    fn move_parts(&self, position: &Position, mv: u8) -> Vec<String> {
        let unknown = self.is(Flaw::UnknownCell) && mv == PASS;
        vec![if unknown { "z9".to_owned() } else { self.format_move(position, mv) }]
    }
}

/// The identity and the mirror image, `a` to `c`.
impl Symmetry for FlawedGame {
    fn symmetries(&self) -> usize {
        if self.is(Flaw::SymmetryTwice) { 3 } else { 2 }
    }

    fn transform_position(&self, symmetry: usize, position: &Position) -> Position {
        let mirrored = |row: u8| (row & 1) << 2 | row & 2 | row >> 2;
        let image = |men: u8| mirrored(men & 7) | mirrored(men >> 3) << 3;
        if symmetry == 0 { *position } else { Position { men: position.men.map(image), ..*position } }
    }

    fn transform_move(&self, symmetry: usize, mv: u8) -> u8 {
        let stays = symmetry == 0 || mv == PASS || self.is(Flaw::MovesNotMapped);
        if stays { mv } else { mv / 3 * 3 + 2 - mv % 3 }
    }

    fn orbit_key(&self, position: &Position) -> u64 {
        match self.flaw {
            Some(Flaw::OrbitOfOne) => self.hash(position),
            Some(Flaw::OneOrbit) => 0,
            _ => images(self, position).map(|image| self.hash(&image)).min().expect("there are two"),
        }
    }
}

impl Encoding for FlawedGame {
    fn shape(&self) -> Shape {
        Shape { rows: 2, cols: 3, planes: 2, globals: 1, policy_planes: 1, policy_extra: 1, lead: true }
    }

    fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        let one = if self.is(Flaw::Bright) { 2.0 } else { 1.0 };
        for (plane, men) in planes.chunks_exact_mut(CELLS.into()).zip(position.own_and_other()) {
            plane.iter_mut().enumerate().for_each(|(cell, entry)| *entry = f32::from(men >> cell & 1) * one);
        }
        globals[0] = match self.flaw {
            Some(Flaw::Blind) => 0.0,
            Some(Flaw::Shortsighted) => f32::from(position.left.min(1)),
            _ => f32::from(position.left) / f32::from(TURNS),
        };
    }

    fn policy_index(&self, _: &Position, mv: u8) -> usize {
        if self.is(Flaw::OneIndex) && mv == 1 { 0 } else { mv.into() }
    }
}

impl Guidance for FlawedGame {
    fn progress(&self, position: &Position) -> f32 {
        match self.flaw {
            Some(Flaw::LopsidedProgress) => f32::from(position.men[0] & 1),
            Some(Flaw::EndlessProgress) => f32::INFINITY,
            _ => self.lead(position).unwrap_or(0.0),
        }
    }

    fn scattered(&self, _: f32, rng: &mut dyn Rng) -> Option<Position> {
        let mut position = self.start();
        position.men[0] = 1 << rng.random_range(0..CELLS);
        position.left = match self.flaw? {
            Flaw::ScatteredAtTheEnd => 0,
            Flaw::ScatteredAtTimes if position.men[0] == 1 => return None,
            Flaw::ScatteredAtTimes | Flaw::NoneButScattered => rng.random_range(1..TURNS),
            _ => return None,
        };
        Some(position)
    }

    fn with_komi(&self, position: &Position, _: f32) -> Option<Position> {
        self.is(Flaw::UselessKomi).then_some(*position)
    }

    fn without_a_man(&self, position: &Position, lighter: &mut Vec<Position>) {
        let taken = (0..CELLS).map(|cell| 1 << cell).filter(|cell| position.taken() & cell != 0);
        for cell in taken {
            let gone = if self.is(Flaw::LighterByTwo) { u8::MAX } else { cell };
            lighter.push(Position { men: position.men.map(|men| men & !gone), ..*position });
            let again = lighter.last().copied().filter(|_| self.is(Flaw::LighterTwice));
            lighter.extend(again);
        }
    }

    fn solver(&self) -> Option<Box<dyn ExactSolver<Self>>> {
        // The solver would never reach the end of a game.
        (!self.is(Flaw::Endless)).then(|| Box::new(Solver::default()) as Box<dyn ExactSolver<Self>>)
    }
}

/// Tries all moves, and stores results.
#[derive(Default)]
struct Solver {
    known: HashMap<Position, Outcome>,
    nodes: u64,
}

impl ExactSolver<FlawedGame> for Solver {
    fn outcome_while(&mut self, game: &FlawedGame, position: &Position, _: &dyn Fn() -> bool) -> Option<Outcome> {
        self.nodes += 1;
        if game.is(Flaw::AllDrawn) && position.left > 1 {
            return Some(Outcome::Draw);
        }
        if let Some(known) = game.outcome(position).or_else(|| self.known.get(position).copied()) {
            return Some(known);
        }
        let (mut moves, side) = (Vec::new(), game.side_to_act(position));
        game.legal_moves(position, &mut moves);
        let values = Vec::from_iter(moves.into_iter().map(|mv| self.outcome_after(game, position, mv)));
        let best = values.into_iter().max_by_key(|value| value.score_for(side) as i32)?;
        self.known.insert(*position, best);
        Some(best)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
