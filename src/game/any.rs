use super::erased::{Erased, ErasedGuide, ErasedSolver};
use super::{
    After, AnyPosition, Board, CompleteGame, Encoding, ExactSolver, Game, Guidance, Guide, Notation, NotationError,
    Outcome, RepetitionRule, Rules, Seat, Shape, Side, Symmetry, Turn,
};
use rand::Rng;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Any game with all that the program can ask of it, made from a game by [`AnyGame::of`]: the one dynamic boundary.
/// What is written for games is so compiled once, and holds for games that this crate has never seen.
///
/// A call costs a jump through a table; positions are the game's own ([`AnyPosition`]), moves are
/// [numbers](super::Packed::pack).
#[derive(Clone)]
pub struct AnyGame(Arc<dyn Erased>);

/// A move of [`AnyGame`]: its [number](super::Packed::pack).
pub type AnyMove = u32;

impl AnyGame {
    /// The game.
    pub fn of<G: CompleteGame>(game: G) -> Self {
        AnyGame(Arc::new(game))
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyGame").field(&self.0.rules().to_string()).finish()
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;
    type Move = AnyMove;

    fn rules(&self) -> &Rules {
        self.0.rules()
    }

    fn start(&self) -> AnyPosition {
        self.0.start()
    }

    fn side_to_act(&self, position: &AnyPosition) -> Side {
        self.0.side_to_act(position)
    }

    fn legal_moves(&self, position: &AnyPosition, moves: &mut Vec<u32>) {
        self.0.legal_moves(position, moves);
    }

    fn play(&self, position: &mut AnyPosition, mv: u32) {
        self.0.play(position, mv);
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn max_moves(&self) -> u32 {
        self.0.max_moves()
    }

    fn is_cut_off(&self, position: &AnyPosition) -> bool {
        self.0.is_cut_off(position)
    }

    fn is_within_turn(&self, position: &AnyPosition) -> bool {
        self.0.is_within_turn(position)
    }

    fn has_long_turns(&self) -> bool {
        self.0.has_long_turns()
    }

    fn seat_to_act(&self, position: &AnyPosition) -> Seat {
        self.0.seat_to_act(position)
    }

    fn seat_names(&self) -> &'static [&'static str] {
        self.0.seat_names()
    }

    fn ending(&self, position: &AnyPosition) -> Option<&'static str> {
        self.0.ending(position)
    }

    fn totals(&self, position: &AnyPosition) -> Option<[u32; 2]> {
        self.0.totals(position)
    }

    fn ahead(&self, position: &AnyPosition) -> Option<i64> {
        self.0.ahead(position)
    }

    fn lead(&self, position: &AnyPosition) -> Option<f32> {
        self.0.lead(position)
    }

    fn repetition_key(&self, position: &AnyPosition) -> Option<u64> {
        self.0.repetition_key(position)
    }

    fn repetition_rule(&self) -> RepetitionRule {
        self.0.repetition_rule()
    }

    fn hash(&self, position: &AnyPosition) -> u64 {
        self.0.hash(position)
    }

    fn outcome_after(&self, position: &AnyPosition, mv: u32) -> Option<Outcome> {
        self.0.outcome_after(position, mv)
    }

    fn after(&self, position: &AnyPosition, mv: u32) -> After {
        self.0.after(position, mv)
    }
}

impl Notation for AnyGame {
    fn format_move(&self, position: &AnyPosition, mv: u32) -> String {
        self.0.format_move(position, mv)
    }

    fn format_moves(&self, position: &AnyPosition, moves: &[u32]) -> Vec<String> {
        self.0.format_moves(position, moves)
    }

    fn move_parts(&self, position: &AnyPosition, mv: u32) -> Vec<String> {
        self.0.move_parts(position, mv)
    }

    fn parts_of_moves(&self, position: &AnyPosition, moves: &[u32]) -> Vec<Vec<String>> {
        self.0.parts_of_moves(position, moves)
    }

    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<u32, NotationError> {
        self.0.parse_move(position, text)
    }

    fn format_turn(&self, position: &AnyPosition, moves: &[u32]) -> String {
        self.0.format_turn(position, moves)
    }

    fn parse_turn(&self, position: &AnyPosition, text: &str) -> Result<Vec<u32>, NotationError> {
        self.0.parse_turn(position, text)
    }

    fn turns(&self, position: &AnyPosition, prefix: &str, most: usize) -> Vec<Turn<u32>> {
        self.0.turns(position, prefix, most)
    }

    fn turn_parts(&self, position: &AnyPosition, turn: &Turn<u32>) -> Vec<String> {
        self.0.turn_parts(position, turn)
    }

    fn shows_turns(&self) -> bool {
        self.0.shows_turns()
    }

    fn format_position(&self, position: &AnyPosition) -> String {
        self.0.format_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        self.0.parse_position(text)
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        self.0.read_position(text)
    }

    fn draw(&self, position: &AnyPosition) -> String {
        self.0.draw(position)
    }

    fn board(&self) -> Option<Board> {
        self.0.board()
    }

    fn men(&self, position: &AnyPosition) -> Vec<(u16, u8)> {
        self.0.men(position)
    }

    fn man_drawn(&self, line: &[char], at: usize) -> Option<Side> {
        self.0.man_drawn(line, at)
    }
}

impl Symmetry for AnyGame {
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn transform_position(&self, symmetry: usize, position: &AnyPosition) -> AnyPosition {
        self.0.transform_position(symmetry, position)
    }

    fn transform_move(&self, symmetry: usize, mv: u32) -> u32 {
        self.0.transform_move(symmetry, mv)
    }

    fn orbit_key(&self, position: &AnyPosition) -> u64 {
        self.0.orbit_key(position)
    }
}

impl Encoding for AnyGame {
    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn encode(&self, position: &AnyPosition, planes: &mut [f32], globals: &mut [f32]) {
        self.0.encode(position, planes, globals);
    }

    fn policy_index(&self, position: &AnyPosition, mv: u32) -> usize {
        self.0.policy_index(position, mv)
    }

    fn encoding_version(&self) -> u32 {
        self.0.encoding_version()
    }

    fn net_options(&self) -> BTreeMap<String, String> {
        self.0.net_options()
    }
}

impl Guidance for AnyGame {
    fn progress(&self, position: &AnyPosition) -> f32 {
        self.0.progress(position)
    }

    fn scattered(&self, distance: f32, rng: &mut dyn Rng) -> Option<AnyPosition> {
        self.0.scattered(distance, rng)
    }

    fn with_komi(&self, position: &AnyPosition, lead: f32) -> Option<AnyPosition> {
        self.0.with_komi(position, lead)
    }

    fn without_a_man(&self, position: &AnyPosition, lighter: &mut Vec<AnyPosition>) {
        self.0.without_a_man(position, lighter);
    }

    fn solver(&self) -> Option<Box<dyn ExactSolver<AnyGame>>> {
        Some(Box::new(AnySolver { game: self.clone(), solver: self.0.solver()? }))
    }

    fn ending_solver(&self) -> Option<Box<dyn ExactSolver<AnyGame>>> {
        Some(Box::new(AnySolver { game: self.clone(), solver: self.0.ending_solver()? }))
    }
}

/// The solver of a game as one of [`AnyGame`].
struct AnySolver {
    game: AnyGame,
    solver: Box<dyn ErasedSolver>,
}

impl ExactSolver<AnyGame> for AnySolver {
    fn outcome_while(&mut self, _: &AnyGame, position: &AnyPosition, go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        self.solver.outcome_while(position, go_on)
    }

    fn guide(&mut self, guide: Box<dyn Guide<AnyGame>>) {
        self.solver.guide(Box::new(AnyGuide { game: self.game.clone(), guide }));
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }
}

/// A guide of [`AnyGame`] as one of the game.
struct AnyGuide {
    game: AnyGame,
    guide: Box<dyn Guide<AnyGame>>,
}

impl ErasedGuide for AnyGuide {
    fn rate(&mut self, position: &AnyPosition, moves: &[u32], ratings: &mut Vec<f32>) {
        self.guide.rate(&self.game, position, moves, ratings);
    }
}
