use super::encoding::{self, Encoder};
use super::{drawing, notation};
use super::{line::Line, moves::Move, position::Position};
use crate::game::{
    Encoding, Game, Guidance, Notation, NotationError, OptionSpec, Outcome, Rules, Shape, Side, Symmetry, Variant,
    squash, unsquash,
};
use std::collections::BTreeMap;

pub static VARIANTS: &[Variant] = &[Variant::new(
    "l-calculus",
    "L-Calculus: swap groups of one line; both sides score the product of their chains every turn",
    OPTIONS,
)];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer("pieces", 10, 20, 10, "pieces of each side at the start"),
    OptionSpec::times("max_turns", 1, 10_000, (8, "pieces"), "after this many turns the higher total wins"),
];

/// The difference in points that is a lead of 1/2 ([`Game::lead`]), for 10 to 20 pieces: 3 * 10^(pieces / 10), rounded.
///
/// The difference is about a fifth of a side's score in a game: 100 points with 10 pieces and 1000 with 20 in random
/// games, twice as much if each side takes the swap that scores best.
static HALF_LEADS: [u16; 11] = [30, 38, 48, 60, 75, 95, 119, 150, 189, 238, 300];

/// L-Calculus with one set of options.
#[derive(Clone, Debug)]
pub struct LCalculus {
    rules: Rules,
    pieces: u32,
    max_turns: u16,
    half_lead: f32,
    encoding: Encoder,
}

impl LCalculus {
    /// The game that plays by rules of one of [`VARIANTS`].
    pub fn new(rules: Rules) -> Self {
        let pieces = rules.integer("pieces");
        let max_turns = u16::try_from(rules.integer("max_turns")).expect("the option's bounds fit");
        let half_lead = f32::from(HALF_LEADS[pieces as usize - 10]);
        LCalculus { rules, pieces, max_turns, half_lead, encoding: Encoder::new(pieces, half_lead) }
    }
}

impl Game for LCalculus {
    type Position = Position;
    type Move = Move;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        Position::start(Line::alternating(self.pieces), self.max_turns)
    }

    #[inline]
    fn side_to_act(&self, position: &Position) -> Side {
        position.side()
    }

    fn seat_names(&self) -> Vec<&str> {
        notation::SIDE_NAMES.to_vec()
    }

    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        if !position.is_over() {
            position.for_each_move(|mv| moves.push(mv));
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if !position.is_over() {
            return None;
        }
        let [white, black] = position.totals();
        Some(match white.cmp(&black) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    /// Swap and removal are one turn.
    fn is_within_turn(&self, position: &Position) -> bool {
        position.removing()
    }

    fn has_long_turns(&self) -> bool {
        true
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        let line = position.line();
        if Side::BOTH.iter().any(|&side| line.pieces(side) == 0) {
            return Some("a side has lost its last piece");
        }
        if line.is_final() {
            return Some("one piece of each side is left");
        }
        position.is_over().then_some("as many turns as `max_turns` allows")
    }

    fn totals(&self, position: &Position) -> Option<[u32; 2]> {
        Some(position.totals())
    }

    /// d / (|d| + s) for totals that differ by d, with s = 30 for 10 pieces to 300 for 20 (`docs/games.md`).
    fn lead(&self, position: &Position) -> Option<f32> {
        Some(squash(position.lead_of(Side::First) as f32, self.half_lead))
    }

    fn repetition_key(&self, _: &Position) -> Option<u64> {
        None
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        encoding::hash(position)
    }

    fn max_moves(&self) -> u32 {
        2 * u32::from(self.max_turns)
    }
}

impl Notation for LCalculus {
    fn format_move(&self, _: &Position, mv: Move) -> String {
        notation::format_move(mv)
    }

    fn move_parts(&self, _: &Position, mv: Move) -> Vec<String> {
        notation::move_parts(mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        notation::parse_move(position, text)
    }

    fn format_position(&self, position: &Position) -> String {
        notation::format_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(text, self.pieces, self.max_turns)
    }

    fn draw(&self, position: &Position) -> String {
        drawing::draw(position)
    }

    fn man_drawn(&self, line: &[char], at: usize) -> Option<Side> {
        drawing::man_drawn(line[at])
    }
}

impl Symmetry for LCalculus {
    /// The identity, and the line from right to left.
    fn symmetries(&self) -> usize {
        2
    }

    fn transform_position(&self, symmetry: usize, position: &Position) -> Position {
        if symmetry == 0 { *position } else { position.mirrored() }
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        if symmetry == 0 { mv } else { mv.mirrored() }
    }
}

impl Encoding for LCalculus {
    /// None: the line's length and the turns left show in the encoding, and a net fits any length.
    fn net_options(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn shape(&self) -> Shape {
        self.encoding.shape()
    }

    fn encoding_version(&self) -> u32 {
        encoding::VERSION
    }

    fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        self.encoding.encode(position, planes, globals);
    }

    #[inline]
    fn policy_index(&self, position: &Position, mv: Move) -> usize {
        self.encoding.policy_index(position, mv)
    }
}

impl Guidance for LCalculus {
    fn with_komi(&self, position: &Position, lead: f32) -> Option<Position> {
        let points = unsquash(lead, self.half_lead).round();
        let behind = if points > 0.0 { Side::Second } else { Side::First };
        Some(position.with_points(behind, points.abs() as u32))
    }
}
