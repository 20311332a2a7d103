use super::{
    After, AnyPosition, Board, CompleteGame, ExactSolver, Guide, NotationError, Outcome, Packed, RepetitionRule, Rules,
    Seat, Shape, Side, Turn,
};
use rand::Rng;
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The methods of [`CompleteGame`] without its types: the table of [`AnyGame`](super::AnyGame).
pub(super) trait Erased: Send + Sync {
    fn rules(&self) -> &Rules;
    fn start(&self) -> AnyPosition;
    fn side_to_act(&self, position: &AnyPosition) -> Side;
    fn legal_moves(&self, position: &AnyPosition, moves: &mut Vec<u32>);
    fn play(&self, position: &mut AnyPosition, mv: u32);
    fn outcome(&self, position: &AnyPosition) -> Option<Outcome>;
    fn max_moves(&self) -> u32;
    fn is_cut_off(&self, position: &AnyPosition) -> bool;
    fn is_within_turn(&self, position: &AnyPosition) -> bool;
    fn has_long_turns(&self) -> bool;
    fn seat_to_act(&self, position: &AnyPosition) -> Seat;
    fn seat_names(&self) -> &'static [&'static str];
    fn ending(&self, position: &AnyPosition) -> Option<&'static str>;
    fn totals(&self, position: &AnyPosition) -> Option<[u32; 2]>;
    fn ahead(&self, position: &AnyPosition) -> Option<i64>;
    fn lead(&self, position: &AnyPosition) -> Option<f32>;
    fn repetition_key(&self, position: &AnyPosition) -> Option<u64>;
    fn repetition_rule(&self) -> RepetitionRule;
    fn hash(&self, position: &AnyPosition) -> u64;
    fn outcome_after(&self, position: &AnyPosition, mv: u32) -> Option<Outcome>;
    fn after(&self, position: &AnyPosition, mv: u32) -> After;

    fn format_move(&self, position: &AnyPosition, mv: u32) -> String;
    fn format_moves(&self, position: &AnyPosition, moves: &[u32]) -> Vec<String>;
    fn move_parts(&self, position: &AnyPosition, mv: u32) -> Vec<String>;
    fn parts_of_moves(&self, position: &AnyPosition, moves: &[u32]) -> Vec<Vec<String>>;
    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<u32, NotationError>;
    fn format_turn(&self, position: &AnyPosition, moves: &[u32]) -> String;
    fn parse_turn(&self, position: &AnyPosition, text: &str) -> Result<Vec<u32>, NotationError>;
    fn turns(&self, position: &AnyPosition, prefix: &str, most: usize) -> Vec<Turn<u32>>;
    fn turn_parts(&self, position: &AnyPosition, turn: &Turn<u32>) -> Vec<String>;
    fn shows_turns(&self) -> bool;
    fn format_position(&self, position: &AnyPosition) -> String;
    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError>;
    fn read_position(&self, text: &str) -> Result<AnyPosition, NotationError>;
    fn draw(&self, position: &AnyPosition) -> String;
    fn board(&self) -> Option<Board>;
    fn men(&self, position: &AnyPosition) -> Vec<(u16, u8)>;
    fn man_drawn(&self, line: &[char], at: usize) -> Option<Side>;

    fn symmetries(&self) -> usize;
    fn transform_position(&self, symmetry: usize, position: &AnyPosition) -> AnyPosition;
    fn transform_move(&self, symmetry: usize, mv: u32) -> u32;
    fn orbit_key(&self, position: &AnyPosition) -> u64;

    fn shape(&self) -> Shape;
    fn encode(&self, position: &AnyPosition, planes: &mut [f32], globals: &mut [f32]);
    fn policy_index(&self, position: &AnyPosition, mv: u32) -> usize;
    fn encoding_version(&self) -> u32;
    fn net_options(&self) -> BTreeMap<String, String>;

    fn progress(&self, position: &AnyPosition) -> f32;
    fn scattered(&self, distance: f32, rng: &mut dyn Rng) -> Option<AnyPosition>;
    fn with_komi(&self, position: &AnyPosition, lead: f32) -> Option<AnyPosition>;
    fn without_a_man(&self, position: &AnyPosition, lighter: &mut Vec<AnyPosition>);
    fn solver(&self) -> Option<Box<dyn ErasedSolver>>;
    fn ending_solver(&self) -> Option<Box<dyn ErasedSolver>>;
}

impl<G: CompleteGame> Erased for G {
    fn rules(&self) -> &Rules {
        G::rules(self)
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::of(G::start(self))
    }

    fn side_to_act(&self, position: &AnyPosition) -> Side {
        G::side_to_act(self, position.get())
    }

    fn legal_moves(&self, position: &AnyPosition, moves: &mut Vec<u32>) {
        moves.clear();
        with_buffer(|own| {
            G::legal_moves(self, position.get(), own);
            moves.extend(own.iter().map(|mv| mv.pack()));
        });
    }

    fn play(&self, position: &mut AnyPosition, mv: u32) {
        G::play(self, position.get_mut(), Packed::unpack(mv));
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Outcome> {
        G::outcome(self, position.get())
    }

    fn max_moves(&self) -> u32 {
        G::max_moves(self)
    }

    fn is_cut_off(&self, position: &AnyPosition) -> bool {
        G::is_cut_off(self, position.get())
    }

    fn is_within_turn(&self, position: &AnyPosition) -> bool {
        G::is_within_turn(self, position.get())
    }

    fn has_long_turns(&self) -> bool {
        G::has_long_turns(self)
    }

    fn seat_to_act(&self, position: &AnyPosition) -> Seat {
        G::seat_to_act(self, position.get())
    }

    fn seat_names(&self) -> &'static [&'static str] {
        G::seat_names(self)
    }

    fn ending(&self, position: &AnyPosition) -> Option<&'static str> {
        G::ending(self, position.get())
    }

    fn totals(&self, position: &AnyPosition) -> Option<[u32; 2]> {
        G::totals(self, position.get())
    }

    fn ahead(&self, position: &AnyPosition) -> Option<i64> {
        G::ahead(self, position.get())
    }

    fn lead(&self, position: &AnyPosition) -> Option<f32> {
        G::lead(self, position.get())
    }

    fn repetition_key(&self, position: &AnyPosition) -> Option<u64> {
        G::repetition_key(self, position.get())
    }

    fn repetition_rule(&self) -> RepetitionRule {
        G::repetition_rule(self)
    }

    fn hash(&self, position: &AnyPosition) -> u64 {
        G::hash(self, position.get())
    }

    fn outcome_after(&self, position: &AnyPosition, mv: u32) -> Option<Outcome> {
        G::outcome_after(self, position.get(), Packed::unpack(mv))
    }

    fn after(&self, position: &AnyPosition, mv: u32) -> After {
        G::after(self, position.get(), Packed::unpack(mv))
    }

    fn format_move(&self, position: &AnyPosition, mv: u32) -> String {
        G::format_move(self, position.get(), Packed::unpack(mv))
    }

    fn format_moves(&self, position: &AnyPosition, moves: &[u32]) -> Vec<String> {
        G::format_moves(self, position.get(), &unpacked(moves))
    }

    fn move_parts(&self, position: &AnyPosition, mv: u32) -> Vec<String> {
        G::move_parts(self, position.get(), Packed::unpack(mv))
    }

    fn parts_of_moves(&self, position: &AnyPosition, moves: &[u32]) -> Vec<Vec<String>> {
        G::parts_of_moves(self, position.get(), &unpacked(moves))
    }

    fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<u32, NotationError> {
        G::parse_move(self, position.get(), text).map(Packed::pack)
    }

    fn format_turn(&self, position: &AnyPosition, moves: &[u32]) -> String {
        let moves = Vec::from_iter(moves.iter().map(|&mv| Packed::unpack(mv)));
        G::format_turn(self, position.get(), &moves)
    }

    fn parse_turn(&self, position: &AnyPosition, text: &str) -> Result<Vec<u32>, NotationError> {
        Ok(packed(G::parse_turn(self, position.get(), text)?))
    }

    fn turns(&self, position: &AnyPosition, prefix: &str, most: usize) -> Vec<Turn<u32>> {
        let turns = G::turns(self, position.get(), prefix, most).into_iter();
        turns.map(|turn| Turn { moves: packed(turn.moves), text: turn.text }).collect()
    }

    fn turn_parts(&self, position: &AnyPosition, turn: &Turn<u32>) -> Vec<String> {
        let moves = turn.moves.iter().map(|&mv| Packed::unpack(mv)).collect();
        G::turn_parts(self, position.get(), &Turn { moves, text: turn.text.clone() })
    }

    fn shows_turns(&self) -> bool {
        G::shows_turns(self)
    }

    fn format_position(&self, position: &AnyPosition) -> String {
        G::format_position(self, position.get())
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        G::parse_position(self, text).map(AnyPosition::of)
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        G::read_position(self, text).map(AnyPosition::of)
    }

    fn draw(&self, position: &AnyPosition) -> String {
        G::draw(self, position.get())
    }

    fn board(&self) -> Option<Board> {
        G::board(self)
    }

    fn men(&self, position: &AnyPosition) -> Vec<(u16, u8)> {
        G::men(self, position.get())
    }

    fn man_drawn(&self, line: &[char], at: usize) -> Option<Side> {
        G::man_drawn(self, line, at)
    }

    fn symmetries(&self) -> usize {
        G::symmetries(self)
    }

    fn transform_position(&self, symmetry: usize, position: &AnyPosition) -> AnyPosition {
        AnyPosition::of(G::transform_position(self, symmetry, position.get()))
    }

    fn transform_move(&self, symmetry: usize, mv: u32) -> u32 {
        G::transform_move(self, symmetry, Packed::unpack(mv)).pack()
    }

    fn orbit_key(&self, position: &AnyPosition) -> u64 {
        G::orbit_key(self, position.get())
    }

    fn shape(&self) -> Shape {
        G::shape(self)
    }

    fn encode(&self, position: &AnyPosition, planes: &mut [f32], globals: &mut [f32]) {
        G::encode(self, position.get(), planes, globals);
    }

    fn policy_index(&self, position: &AnyPosition, mv: u32) -> usize {
        G::policy_index(self, position.get(), Packed::unpack(mv))
    }

    fn encoding_version(&self) -> u32 {
        G::encoding_version(self)
    }

    fn net_options(&self) -> BTreeMap<String, String> {
        G::net_options(self)
    }

    fn progress(&self, position: &AnyPosition) -> f32 {
        G::progress(self, position.get())
    }

    fn scattered(&self, distance: f32, rng: &mut dyn Rng) -> Option<AnyPosition> {
        G::scattered(self, distance, rng).map(AnyPosition::of)
    }

    fn with_komi(&self, position: &AnyPosition, lead: f32) -> Option<AnyPosition> {
        G::with_komi(self, position.get(), lead).map(AnyPosition::of)
    }

    fn without_a_man(&self, position: &AnyPosition, lighter: &mut Vec<AnyPosition>) {
        let mut own = Vec::new();
        G::without_a_man(self, position.get(), &mut own);
        lighter.extend(own.into_iter().map(AnyPosition::of));
    }

    fn solver(&self) -> Option<Box<dyn ErasedSolver>> {
        Some(Box::new(SolverOf { game: self.clone(), solver: G::solver(self)? }))
    }

    fn ending_solver(&self) -> Option<Box<dyn ErasedSolver>> {
        Some(Box::new(SolverOf { game: self.clone(), solver: G::ending_solver(self)? }))
    }
}

fn packed<M: Packed>(moves: Vec<M>) -> Vec<u32> {
    moves.into_iter().map(Packed::pack).collect()
}

fn unpacked<M: Packed>(moves: &[u32]) -> Vec<M> {
    moves.iter().map(|&mv| Packed::unpack(mv)).collect()
}

/// The methods of [`ExactSolver`] without the game's types.
pub(super) trait ErasedSolver: Send {
    fn outcome_while(&mut self, position: &AnyPosition, go_on: &dyn Fn() -> bool) -> Option<Outcome>;
    fn guide(&mut self, guide: Box<dyn ErasedGuide>);
    fn nodes(&self) -> u64;
}

/// A solver with its game.
struct SolverOf<G: CompleteGame> {
    game: G,
    solver: Box<dyn ExactSolver<G>>,
}

impl<G: CompleteGame> ErasedSolver for SolverOf<G> {
    fn outcome_while(&mut self, position: &AnyPosition, go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        self.solver.outcome_while(&self.game, position.get(), go_on)
    }

    fn guide(&mut self, guide: Box<dyn ErasedGuide>) {
        self.solver.guide(Box::new(GuideOf { guide, moves: Vec::new() }));
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }
}

/// The methods of [`Guide`] without the game's types.
pub(super) trait ErasedGuide: Send {
    fn rate(&mut self, position: &AnyPosition, moves: &[u32], ratings: &mut Vec<f32>);
}

/// A guide that is asked with the game's types.
struct GuideOf {
    guide: Box<dyn ErasedGuide>,
    moves: Vec<u32>,
}

impl<G: CompleteGame> Guide<G> for GuideOf {
    fn rate(&mut self, _: &G, position: &G::Position, moves: &[G::Move], ratings: &mut Vec<f32>) {
        self.moves.clear();
        self.moves.extend(moves.iter().map(|mv| mv.pack()));
        self.guide.rate(&AnyPosition::of(*position), &self.moves, ratings);
    }
}

/// Gives a vector that keeps its memory from call to call on a thread; what it holds is anything.
fn with_buffer<T: 'static>(use_it: impl FnOnce(&mut Vec<T>)) {
    thread_local! {
        /// A vector for each type.
        static BUFFERS: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
    }
    BUFFERS.with(|buffers| match buffers.try_borrow_mut() {
        Ok(mut buffers) => match buffers.iter_mut().find_map(|buffer| buffer.downcast_mut()) {
            Some(buffer) => use_it(buffer),
            None => {
                let mut buffer = Vec::new();
                use_it(&mut buffer);
                buffers.push(Box::new(buffer));
            }
        },
        // One of these games inside another.
        Err(_) => use_it(&mut Vec::new()),
    });
}
