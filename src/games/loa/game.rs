use super::position::Position;
use super::{Move, encoding, notation};
use crate::game::{
    Board, Encoding, Game, Guidance, Look, ManKind, Notation, NotationError, OptionSpec, Outcome, RepetitionRule,
    Rules, Shape, Side, Symmetry, Variant, digest,
};
use crate::games::lines::{self, Cells, symmetry};
use std::collections::BTreeMap;

/// The variants of Lines of Action.
pub static VARIANTS: &[Variant] = &[Variant::new(
    "loa",
    "Lines of Action: connect all of your pieces; a piece goes as far as its line holds pieces",
    OPTIONS,
)];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::choice(
        "setup",
        &["standard", "scrambled-eggs"],
        "standard",
        "where the pieces begin: each side on two edges, or both by turns along all four",
    ),
    OptionSpec::choice(
        "simultaneous",
        &["draw", "mover"],
        "draw",
        "whether a capture that connects both sides is a draw or a win for the side that made it",
    ),
    OptionSpec::choice(
        "repetition",
        &["third", "second"],
        "third",
        "which occurrence of a position is a draw; the second counts whichever side is to act, as in OpenSpiel",
    ),
    lines::rules::max_plies_option(400),
];

/// Black: b1-g1 and b8-g8. White: a2-a7 and h2-h7.
const STANDARD: [u64; 2] = [0x7e00_0000_0000_007e, 0x0081_8181_8181_8100];

/// The cells of [`STANDARD`], alternately Black and White around the board, beginning with Black on b1.
const SCRAMBLED_EGGS: [u64; 2] = [0x5401_8001_8001_802a, 0x2a80_0180_0180_0154];

/// Lines of Action with one set of options.
#[derive(Clone, Debug)]
pub struct Loa {
    rules: Rules,
    start: [u64; 2],
    mover_wins: bool,
    repetition: RepetitionRule,
    max_plies: u16,
}

impl Loa {
    /// The game that plays by rules of one of [`VARIANTS`].
    pub fn new(rules: Rules) -> Self {
        let start = if rules.get("setup") == "scrambled-eggs" { SCRAMBLED_EGGS } else { STANDARD };
        let mover_wins = rules.get("simultaneous") == "mover";
        let repetition = match rules.get("repetition") {
            "second" => RepetitionRule::SecondDraws,
            _ => RepetitionRule::ThirdDraws,
        };
        let max_plies = lines::rules::max_plies(&rules);
        Loa { rules, start, mover_wins, repetition, max_plies }
    }
}

impl Game for Loa {
    type Position = Position;
    type Move = Move;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        Position::new(self.start, Side::First, 0)
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
            position.view().for_each_move(|mv| moves.push(mv));
        });
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match position.connected() {
            [false, false] => (position.plies() >= self.max_plies).then_some(Outcome::Draw),
            [true, false] => Some(Outcome::Win(Side::First)),
            [false, true] => Some(Outcome::Win(Side::Second)),
            [true, true] if self.mover_wins => Some(Outcome::Win(position.side().other())),
            [true, true] => Some(Outcome::Draw),
        }
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        self.outcome(position)?;
        Some(match position.connected() {
            [false, false] => "as many moves as `max_plies` allows",
            [true, true] => "both sides are connected",
            _ => "all pieces connected",
        })
    }

    #[inline]
    fn repetition_key(&self, position: &Position) -> Option<u64> {
        let [black, white] = Side::BOTH.map(|side| position.pieces(side));
        Some(match self.repetition {
            RepetitionRule::SecondDraws => digest([black, white]),
            _ => digest([black, white, position.side() as u64]),
        })
    }

    fn repetition_rule(&self) -> RepetitionRule {
        self.repetition
    }

    /// The encoding shows own and opposing pieces, not black and white ones.
    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let pieces = position.view();
        let horizon = lines::encoding::horizon(position.plies(), self.max_plies);
        digest([pieces.own, pieces.opposing, u64::from(horizon)])
    }

    fn is_cut_off(&self, position: &Position) -> bool {
        position.connected() == [false; 2] && position.plies() >= self.max_plies
    }

    fn max_moves(&self) -> u32 {
        u32::from(self.max_plies)
    }
}

impl Notation for Loa {
    fn format_move(&self, position: &Position, mv: Move) -> String {
        lines::notation::format_move(&position.view(), mv)
    }

    fn move_parts(&self, _: &Position, mv: Move) -> Vec<String> {
        lines::notation::move_parts::<u64>(mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut legal = Vec::new();
        self.legal_moves(position, &mut legal);
        lines::notation::parse_move(&position.view(), position.side(), &legal, text, |_| None)
    }

    fn format_position(&self, position: &Position) -> String {
        notation::format_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(text, self.max_plies)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::read_position(text, self.max_plies)
    }

    fn draw(&self, position: &Position) -> String {
        notation::draw(position)
    }

    fn board(&self) -> Option<Board> {
        Some(lines::board::shown::<u64>(Side::BOTH.map(|side| ManKind::new("piece", Look::Disc, side)).into()))
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        notation::men(position)
    }

    fn man_drawn(&self, line: &[char], at: usize) -> Option<Side> {
        lines::board::man_drawn(line[at])
    }
}

impl Symmetry for Loa {
    fn symmetries(&self) -> usize {
        symmetry::COUNT
    }

    fn transform_position(&self, symmetry: usize, position: &Position) -> Position {
        Position::new(
            Side::BOTH.map(|side| symmetry::cells(symmetry, position.pieces(side))),
            position.side(),
            position.plies(),
        )
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        symmetry::mv::<u64>(symmetry, mv)
    }
}

impl Encoding for Loa {
    /// Excludes the set-up, which shows in the pieces; the moves left, which show near the end; and the rule of
    /// repetition, which the search handles.
    fn net_options(&self) -> BTreeMap<String, String> {
        let mut options = self.rules.options();
        options.retain(|name, _| !["setup", "max_plies", "repetition"].contains(&name.as_str()));
        options
    }

    fn shape(&self) -> Shape {
        encoding::SHAPE
    }

    fn encoding_version(&self) -> u32 {
        encoding::VERSION
    }

    fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        encoding::encode(position, self.max_plies, planes, globals);
    }

    #[inline]
    fn policy_index(&self, _position: &Position, mv: Move) -> usize {
        lines::encoding::policy_index::<u64>(mv)
    }
}

impl Guidance for Loa {
    fn without_a_man(&self, position: &Position, lighter: &mut Vec<Position>) {
        for side in Side::BOTH.into_iter().filter(|&side| position.pieces(side).count() > 1) {
            lighter.extend(position.pieces(side).iter().map(|cell| {
                let mut pieces = Side::BOTH.map(|side| position.pieces(side));
                pieces[side.index()] ^= u64::of(cell);
                Position::new(pieces, position.side(), position.plies())
            }));
        }
    }
}
