use super::position::Position;
use super::{Move, encoding, moves, notation, scatter};
use crate::game::{
    Board, Encoding, Game, Guidance, Look, ManKind, Notation, NotationError, OptionSpec, Outcome, Rules, Shape, Side,
    Symmetry, Variant, digest,
};
use crate::games::lines::{self, Cells, symmetry};
use rand::Rng;
use std::collections::BTreeMap;

pub static VARIANTS: &[Variant] = &[Variant::new(
    "zen",
    "Zen l'initié: Lines of Action on 11x11 with one neutral piece that both sides move and must connect",
    OPTIONS,
)];

const OPTIONS: &[OptionSpec] = &[lines::rules::max_plies_option(600)];

const START: &str = "w4b4b/4w1w4/3b3b3/2w5w2/1b7b1/w4z4w/1b7b1/2w5w2/3b3b3/4w1w4/b4b4w 0 - 0";

/// Zen l'initié with one set of options.
#[derive(Clone, Debug)]
pub struct Zen {
    rules: Rules,
    start: Position,
    max_plies: u16,
}

impl Zen {
    /// The game that plays by rules of one of [`VARIANTS`].
    pub fn new(rules: Rules) -> Self {
        let max_plies = lines::rules::max_plies(&rules);
        let start = notation::parse_position(START, max_plies).expect("the start can be");
        Zen { rules, start, max_plies }
    }
}

impl Game for Zen {
    type Position = Position;
    type Move = Move;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn side_to_act(&self, position: &Position) -> Side {
        position.side()
    }

    fn seat_names(&self) -> Vec<&str> {
        lines::notation::SIDE_NAMES.to_vec()
    }

    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        lines::rules::legal_moves(moves, self.outcome(position).is_some(), |moves| {
            moves::for_each(&position.view(), position.banned(), |mv| moves.push(mv));
        });
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match position.won() {
            [false, false] => (position.plies() >= self.max_plies).then_some(Outcome::Draw),
            [true, false] => Some(Outcome::Win(Side::First)),
            [false, true] => Some(Outcome::Win(Side::Second)),
            [true, true] => Some(Outcome::Draw),
        }
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        self.outcome(position)?;
        Some(match (position.won(), position.zen()) {
            ([false, false], _) => "as many moves as `max_plies` allows",
            ([true, true], _) => "both sides are connected",
            _ if Side::BOTH.into_iter().any(|side| position.pawns(side) == 0) => "the other side has no pawns",
            (_, Some(_)) => "all pawns and the Zen connected",
            (_, None) => "all pawns connected",
        })
    }

    /// The cell forbidden to the Zen is part of the position.
    #[inline]
    fn repetition_key(&self, position: &Position) -> Option<u64> {
        Some(key(position, Side::BOTH, position.side() as u16))
    }

    /// The encoding shows own and opposing pawns, not black and white ones.
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let side = position.side();
        key(position, [side, side.other()], lines::encoding::horizon(position.plies(), self.max_plies))
    }

    fn is_cut_off(&self, position: &Position) -> bool {
        position.won() == [false; 2] && position.plies() >= self.max_plies
    }

    fn max_moves(&self) -> u32 {
        u32::from(self.max_plies)
    }
}

impl Notation for Zen {
    fn format_move(&self, position: &Position, mv: Move) -> String {
        lines::notation::format_move(&position.view(), mv)
    }

    fn move_parts(&self, _: &Position, mv: Move) -> Vec<String> {
        lines::notation::move_parts::<u128>(mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut legal = Vec::new();
        self.legal_moves(position, &mut legal);
        lines::notation::parse_move(&position.view(), position.side(), &legal, text, |mv| {
            notation::zen_refusal(position, mv)
        })
    }

    fn format_position(&self, position: &Position) -> String {
        notation::format_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(text, self.max_plies)
    }

    fn draw(&self, position: &Position) -> String {
        notation::draw(position)
    }

    fn board(&self) -> Option<Board> {
        Some(lines::board::shown::<u128>(vec![
            ManKind::new("pawn", Look::Disc, Side::First),
            ManKind::new("pawn", Look::Disc, Side::Second),
            ManKind::new("Zen", Look::Letter('Z'), None),
        ]))
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        notation::men(position)
    }

    fn man_drawn(&self, line: &[char], at: usize) -> Option<Side> {
        lines::board::man_drawn(line[at])
    }
}

impl Symmetry for Zen {
    fn symmetries(&self) -> usize {
        symmetry::COUNT
    }

    fn transform_position(&self, symmetry: usize, position: &Position) -> Position {
        let pawns = Side::BOTH.map(|side| symmetry::cells(symmetry, position.pawns(side)));
        let [zen, banned] =
            [position.zen(), position.banned()].map(|cell| Some(symmetry::cell::<u128>(symmetry, cell?)));
        Position::new(pawns, zen, banned, position.side(), position.plies())
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        symmetry::mv::<u128>(symmetry, mv)
    }
}

impl Encoding for Zen {
    fn shape(&self) -> Shape {
        encoding::SHAPE
    }

    fn encoding_version(&self) -> u32 {
        encoding::VERSION
    }

    /// None: the moves left show in the encoding near the end.
    fn net_options(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        encoding::encode(position, self.max_plies, planes, globals);
    }

    #[inline]
    fn policy_index(&self, _position: &Position, mv: Move) -> usize {
        lines::encoding::policy_index::<u128>(mv)
    }
}

impl Guidance for Zen {
    fn scattered(&self, distance: f32, rng: &mut dyn Rng) -> Option<Position> {
        Some(scatter::position(distance, rng))
    }

    /// The positions without one pawn; the Zen stays.
    fn without_a_man(&self, position: &Position, lighter: &mut Vec<Position>) {
        for side in Side::BOTH.into_iter().filter(|&side| position.pawns(side).count() > 1) {
            lighter.extend(position.pawns(side).iter().map(|cell| {
                let mut pawns = Side::BOTH.map(|side| position.pawns(side));
                pawns[side.index()] ^= u128::of(cell);
                Position::new(pawns, position.zen(), position.banned(), position.side(), position.plies())
            }));
        }
    }
}

/// A hash of the pieces, the cell forbidden to the Zen, and `more`; pawns in the order of `sides`.
#[inline]
fn key(position: &Position, sides: [Side; 2], more: u16) -> u64 {
    let [first, second] = sides.map(|side| position.pawns(side));
    // No cell has this number.
    let [zen, banned] = [position.zen(), position.banned()].map(|cell| u64::from(cell.unwrap_or(u8::MAX)));
    let rest = zen | banned << 8 | u64::from(more) << 16;
    digest([first as u64, (first >> 64) as u64, second as u64, (second >> 64) as u64, rest])
}
