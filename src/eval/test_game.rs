//! A small game for the tests of this module, with moves on the board and one off it.

use crate::game::{
    AnyGame, Encoding, Game, Guidance, Notation, NotationError, OptionSpec, Outcome, Rules, Shape, Side, Symmetry,
    Variant, VariantRef,
};

static VARIANT: Variant = Variant::new("tiny", "two sides fill a board of 3 rows and 4 columns", OPTIONS);

const OPTIONS: &[OptionSpec] = &[OptionSpec::integer("passes", 0, 6, 2, "moves by which a side may pass, each")];

/// Sides fill the 12 cells in turn, each may pass a few times; a full board is won by the side with more cells of row
/// 0.
#[derive(Clone, Debug)]
pub struct Tiny {
    rules: Rules,
}

/// The cells of the side to act, those of the other, and the passes left to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    own: u16,
    other: u16,
    passes: [u8; 2],
    side: Side,
}

pub const PASS: u8 = 12;
const FULL: u16 = 0xFFF;

/// [`Tiny`] as any game.
pub fn tiny(passes: u32) -> AnyGame {
    AnyGame::of(Tiny::new(passes))
}

impl Tiny {
    pub fn new(passes: u32) -> Tiny {
        let rules = VariantRef::from(&VARIANT).rules([("passes", passes.to_string())]).expect("an allowed number");
        Tiny { rules }
    }
}

impl Game for Tiny {
    type Position = Position;
    type Move = u8;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        Position { own: 0, other: 0, passes: [self.rules.integer("passes") as u8; 2], side: Side::First }
    }

    fn side_to_act(&self, position: &Position) -> Side {
        position.side
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(position).is_none() {
            moves.extend((0..12).filter(|cell| (position.own | position.other) >> cell & 1 == 0));
            moves.extend((position.passes[0] > 0).then_some(PASS));
        }
    }

    fn play(&self, position: &mut Position, mv: u8) {
        if mv == PASS {
            position.passes[0] -= 1;
        } else {
            position.own |= 1 << mv;
        }
        std::mem::swap(&mut position.own, &mut position.other);
        position.passes.swap(0, 1);
        position.side = position.side.other();
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (own, other) = ((position.own & 0xF).count_ones(), (position.other & 0xF).count_ones());
        (position.own | position.other == FULL).then_some(match own.cmp(&other) {
            std::cmp::Ordering::Greater => Outcome::Win(position.side),
            std::cmp::Ordering::Less => Outcome::Win(position.side.other()),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn hash(&self, p: &Position) -> u64 {
        let bits = u64::from(p.own) | u64::from(p.other) << 12 | u64::from(p.passes[0]) << 24;
        let bits = bits | u64::from(p.passes[1]) << 28 | (p.side as u64) << 32;
        (bits + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn max_moves(&self) -> u32 {
        12 + 2 * self.rules.integer("passes")
    }
}

impl Notation for Tiny {
    fn format_move(&self, _: &Position, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _: &Position, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::malformed("move", text, "a number"))
    }

    fn format_position(&self, position: &Position) -> String {
        format!("{position:?}")
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        Err(NotationError::malformed("position", text, "nothing: this game's positions are not read"))
    }
}

impl Symmetry for Tiny {}

impl Encoding for Tiny {
    fn shape(&self) -> Shape {
        Shape { rows: 3, cols: 4, planes: 2, globals: 2, policy_planes: 1, policy_extra: 1, lead: true }
    }

    fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        for (plane, cells) in planes.chunks_exact_mut(12).zip([position.own, position.other]) {
            plane.iter_mut().enumerate().for_each(|(cell, value)| *value = f32::from(cells >> cell & 1));
        }
        for (value, passes) in globals.iter_mut().zip(position.passes) {
            *value = f32::from(passes) / 6.0;
        }
    }

    fn policy_index(&self, _: &Position, mv: u8) -> usize {
        usize::from(mv)
    }
}

impl Guidance for Tiny {}

/// The first `count` positions of random games, none of them over.
pub fn positions<G: Game>(game: &G, count: usize, seed: u64) -> Vec<G::Position> {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut found, mut moves, mut position) = (Vec::new(), Vec::new(), game.start());
    while found.len() < count {
        game.legal_moves(&position, &mut moves);
        if moves.is_empty() {
            position = game.start();
        } else {
            found.push(position.clone());
            game.play(&mut position, moves[rng.random_range(0..moves.len())]);
        }
    }
    found
}
