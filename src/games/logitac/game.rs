use super::moves::{self, Move, RECRUITING_FROM};
use super::position::{Due, Position};
use super::tiebreak::Tiebreak;
use super::{draw, encoding, notation, parse, progress, scatter, symmetry};
use crate::game::{
    Board, Encoding, Game, Guidance, Notation, NotationError, OptionSpec, Outcome, RepetitionRule, Rules, Shape, Side,
    Symmetry, Variant, digest, squash,
};
use rand::Rng;
use std::collections::BTreeMap;

pub static VARIANTS: &[Variant] = &[Variant::new(
    "logitac",
    "Logitac: four boards stacked as a pyramid; captures let men go up, the first pyramid at the top wins",
    OPTIONS,
)];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::integer(
        "max_turns",
        1,
        10_000,
        600,
        "after this many turns of both sides together the game is a draw, or as `tiebreak` says",
    ),
    OptionSpec::choice(
        "tiebreak",
        Tiebreak::WORDS,
        Tiebreak::WORDS[0],
        "who wins after `max_turns` and at the third repetition: nobody, or whoever holds more captives",
    ),
];

/// Steps of the longest turn: a pyramid falls and is placed, then the cube and the cylinder that fell with it.
const STEPS_OF_A_TURN: u32 = 4;

/// Logitac with one set of options.
#[derive(Clone, Debug)]
pub struct Logitac {
    rules: Rules,
    max_turns: u16,
    tiebreak: Tiebreak,
}

impl Logitac {
    /// The game that plays by rules of one of [`VARIANTS`].
    pub fn new(rules: Rules) -> Self {
        let max_turns = u16::try_from(rules.integer("max_turns")).expect("the option's bounds fit");
        let tiebreak = Tiebreak::of(&rules);
        Logitac { rules, max_turns, tiebreak }
    }

    /// Result and reason if the position ends the game.
    ///
    /// The rule page checks the third repetition after `max_turns` and before bankruptcy, [`crate::game::History`]
    /// after both. The result is the same: a side that is bankrupt or cannot move was so before (the more turns have
    /// been played, the more freely men are recruited), so the game was over when the position first occurred.
    #[inline]
    fn result(&self, position: &Position) -> Option<(Outcome, &'static str)> {
        self.result_before_steps(position).or_else(|| {
            let stuck = position.due == Due::Nothing && !moves::any(position);
            stuck.then_some((Outcome::Win(position.side.other()), "the other side has no move"))
        })
    }

    /// [`Logitac::result`] without the loss of a side without a step, which its empty list of steps shows anyway.
    #[inline]
    fn result_before_steps(&self, position: &Position) -> Option<(Outcome, &'static str)> {
        if position.due != Due::Nothing {
            return None;
        }
        let (side, opponent) = (position.side, position.side.other());
        if position.on_summit(opponent) {
            Some((Outcome::Win(opponent), "its pyramid is on the summit"))
        } else if position.turns >= self.max_turns {
            Some(self.tiebreak.end(position))
        } else if position.reserve[side.index()] == 0 && !position.may_buy_back(side) {
            Some((Outcome::Win(opponent), "the other side is bankrupt"))
        } else {
            None
        }
    }
}

impl Game for Logitac {
    type Position = Position;
    type Move = Move;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        Position::start()
    }

    #[inline]
    fn side_to_act(&self, position: &Position) -> Side {
        position.side
    }

    fn seat_names(&self) -> Vec<&str> {
        notation::SIDE_NAMES.to_vec()
    }

    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        if self.result_before_steps(position).is_none() {
            let _ = moves::visit(position, |mv| {
                moves.push(mv);
                std::ops::ControlFlow::Continue(())
            });
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.result(position).map(|(outcome, _)| outcome)
    }

    /// Lifted and fallen men are placed, and a pyramid escapes, in the same turn.
    fn is_within_turn(&self, position: &Position) -> bool {
        position.due != Due::Nothing
    }

    fn has_long_turns(&self) -> bool {
        true
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        self.result(position).map(|(_, reason)| reason)
    }

    #[inline]
    fn repetition_key(&self, position: &Position) -> Option<u64> {
        (position.due == Due::Nothing).then(|| position.digest(position.grants, 0))
    }

    fn repetition_rule(&self) -> RepetitionRule {
        self.tiebreak.repetition_rule()
    }

    /// The value of the surplus of captives: the first few count most, since one decides a game that captives decide.
    #[inline]
    fn ahead(&self, position: &Position) -> Option<i64> {
        Some(position.captives_ahead().into())
    }

    fn lead(&self, position: &Position) -> Option<f32> {
        /// The difference of captives that is a lead of 1/2.
        const HALF: f32 = 8.0;
        Some(squash(f32::from(position.captives_ahead()), HALF))
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let clock = encoding::horizon(position, self.max_turns) << 2 | position.turns.min(RECRUITING_FROM);
        position.digest(position.grants.map(|grants| grants.map(encoding::shown_grants)), clock)
    }

    /// Without a tiebreak the only draw by position is the cut-off.
    fn is_cut_off(&self, position: &Position) -> bool {
        self.tiebreak == Tiebreak::None && self.outcome(position) == Some(Outcome::Draw)
    }

    fn max_moves(&self) -> u32 {
        STEPS_OF_A_TURN * u32::from(self.max_turns)
    }
}

impl Notation for Logitac {
    fn format_move(&self, _position: &Position, mv: Move) -> String {
        notation::format_move(mv)
    }

    fn move_parts(&self, _position: &Position, mv: Move) -> Vec<String> {
        notation::move_parts(mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let mut legal = Vec::new();
        self.legal_moves(position, &mut legal);
        notation::parse_move(position, &legal, text)
    }

    fn format_position(&self, position: &Position) -> String {
        notation::format_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        parse::parse_position(text, self.max_turns)
    }

    fn draw(&self, position: &Position) -> String {
        draw::draw(position)
    }

    fn board(&self) -> Option<Board> {
        Some(draw::board_for_pages())
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        draw::men(position)
    }

    fn man_drawn(&self, line: &[char], at: usize) -> Option<Side> {
        draw::man_drawn(line, at)
    }
}

impl Symmetry for Logitac {
    fn symmetries(&self) -> usize {
        symmetry::COUNT
    }

    fn transform_position(&self, symmetry: usize, position: &Position) -> Position {
        if symmetry == 0 { *position } else { symmetry::position(position) }
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        if symmetry == 0 { mv } else { symmetry::mv(mv) }
    }
}

impl Encoding for Logitac {
    /// None: the turns left, and the tiebreak, show in the encoding near the end.
    fn net_options(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn shape(&self) -> Shape {
        encoding::SHAPE
    }

    fn encoding_version(&self) -> u32 {
        encoding::VERSION
    }

    fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        encoding::encode(position, self.max_turns, self.tiebreak, planes, globals);
    }

    #[inline]
    fn policy_index(&self, position: &Position, mv: Move) -> usize {
        encoding::policy_index(position, mv)
    }
}

impl Guidance for Logitac {
    fn progress(&self, position: &Position) -> f32 {
        progress::progress(position)
    }

    fn scattered(&self, distance: f32, rng: &mut dyn Rng) -> Option<Position> {
        Some(scatter::position(distance, self.max_turns, rng))
    }
}

impl Position {
    /// A hash of everything but the turns played, with the given grants, and of a clock.
    #[inline]
    fn digest(&self, grants: [[u16; 3]; 2], clock: u16) -> u64 {
        let [[a, b, c, d], [e, f, g, h]] = self.pawns.map(|pawns| pawns.0);
        let (men, boards) = match self.due {
            Due::Nothing => (0, 0),
            Due::Escape => (0, 1),
            Due::Place { men, boards } => (men, boards),
        };
        let pairs = [self.reserve, self.captives, self.odd, [men, boards]];
        let [pieces, stocks] = [self.pieces.as_flattened(), pairs.as_flattened()]
            .map(|bytes| u64::from_be_bytes(bytes.try_into().expect("eight bytes")));
        let [white, black] =
            grants.map(|grants| grants.into_iter().fold(0, |word, count| word << 16 | u64::from(count)));
        let marks = u64::from(self.solitary[0]) | u64::from(self.solitary[1]) << 1 | (self.side as u64) << 2;
        // Twelve words in one chain would wait for each other.
        let rest = [pieces, stocks, white | u64::from(clock) << 48, black | marks << 48];
        digest([digest([a, b, c, d]), digest([e, f, g, h]), digest(rest)])
    }
}
