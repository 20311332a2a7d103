use super::{
    AnyPosition, Board, ByHand, CompleteGame, Encoding, Ending, ExactSolver, Game, Guidance, Guide, Notation,
    NotationError, Number, Outcome, Packed, RepetitionRule, Rules, Seat, Shape, Side, Successor, Symmetry, Turn,
};
use rand::Rng;
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Any game with everything that the program needs of it, made by [`AnyGame::of`]. Only calls of its methods are
/// dispatched dynamically, so code for games is compiled once, and works for games that this crate does not know.
///
/// A call costs a jump through a table; positions are the game's own ([`AnyPosition`]), moves are
/// [numbers](super::Packed::pack).
#[derive(Clone)]
pub struct AnyGame(Arc<dyn ErasedGame>);

/// A move of [`AnyGame`]: its [number](super::Packed::pack).
pub type AnyMove = u32;

impl AnyGame {
    pub fn of<G: CompleteGame>(game: G) -> Self {
        AnyGame(Arc::new(game))
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyGame").field(&self.0.rules().to_string()).finish()
    }
}

/// An argument converted to the game's own type: `position` and `next` from an [`AnyPosition`], `mv` from its number.
macro_rules! own {
    (position $given:ident) => {
        $given.get()
    };
    (next $given:ident) => {
        $given.get_mut()
    };
    (mv $given:ident) => {
        Packed::unpack($given)
    };
    ($name:ident $given:ident) => {
        $given
    };
}

/// The answer of a game `G`: the expression in the table, or else the result of the game's own method.
macro_rules! answer {
    ($trait:ident $method:ident($me:ident $($arg:ident)*)) => {
        <G as $trait>::$method($me $(, own!($arg $arg))*)
    };
    ($trait:ident $method:ident($me:ident $($arg:ident)*) $answer:expr) => {
        $answer
    };
}

/// Makes three things from a table of methods: the trait [`ErasedGame`], which has these methods without the game's
/// types; its implementation for every game; and the implementation of the game's traits for [`AnyGame`], which calls
/// those methods.
macro_rules! erase {
    ($($trait:ident {
        $(type $type:ident = $any:ty;)*
        $(fn $method:ident(&$me:ident $(, $arg:ident: $of:ty)*) $(-> $to:ty)? $(= $answer:expr)?;)*
    })*) => {
        trait ErasedGame: Send + Sync {
            $($(fn $method(&$me $(, $arg: $of)*) $(-> $to)?;)*)*
        }

        impl<G: CompleteGame> ErasedGame for G {
            $($(fn $method(&$me $(, $arg: $of)*) $(-> $to)? {
                answer!($trait $method($me $($arg)*) $($answer)?)
            })*)*
        }

        $(impl $trait for AnyGame {
            $(type $type = $any;)*
            $(fn $method(&$me $(, $arg: $of)*) $(-> $to)? {
                $me.0.$method($($arg),*)
            })*
        })*
    };
}

// A method without `=` calls the game's own method, with the arguments that `own!` converts. A method with `=` has an
// answer or an argument that must be converted by hand.
erase! {
    Game {
        type Position = AnyPosition;
        type Move = AnyMove;

        fn rules(&self) -> &Rules;
        fn start(&self) -> AnyPosition = AnyPosition::of(G::start(self));
        fn side_to_act(&self, position: &AnyPosition) -> Side;
        fn legal_moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>) = with_buffer(|own| {
            moves.clear();
            G::legal_moves(self, position.get(), own);
            moves.extend(own.iter().map(|mv| mv.pack()));
        });
        fn play(&self, next: &mut AnyPosition, mv: AnyMove);
        fn outcome(&self, position: &AnyPosition) -> Option<Outcome>;
        fn max_moves(&self) -> u32;
        fn is_cut_off(&self, position: &AnyPosition) -> bool;
        fn is_within_turn(&self, position: &AnyPosition) -> bool;
        fn has_long_turns(&self) -> bool;
        fn has_chance(&self) -> bool;
        fn is_chance(&self, position: &AnyPosition) -> bool;
        fn seat_to_act(&self, position: &AnyPosition) -> Seat;
        fn seat_names(&self) -> Vec<&str>;
        fn ending(&self, position: &AnyPosition) -> Option<&'static str>;
        fn ending_by(&self, position: &AnyPosition, mv: AnyMove) -> Option<Ending>;
        fn totals(&self, position: &AnyPosition) -> Option<[u32; 2]>;
        fn score(&self, position: &AnyPosition) -> Option<[u32; 2]>;
        fn ahead(&self, position: &AnyPosition) -> Option<i64>;
        fn lead(&self, position: &AnyPosition) -> Option<f32>;
        fn repetition_key(&self, position: &AnyPosition) -> Option<u64>;
        fn repetition_rule(&self) -> RepetitionRule;
        fn hash(&self, position: &AnyPosition) -> u64;
        fn outcome_after(&self, position: &AnyPosition, mv: AnyMove) -> Option<Outcome>;
        fn after(&self, position: &AnyPosition, mv: AnyMove) -> Successor;
    }
    Notation {
        fn format_move(&self, position: &AnyPosition, mv: AnyMove) -> String;
        fn format_moves(&self, position: &AnyPosition, moves: &[AnyMove]) -> Vec<String> =
            G::format_moves(self, position.get(), &unpacked(moves));
        fn move_parts(&self, position: &AnyPosition, mv: AnyMove) -> Vec<String>;
        fn parts_of_moves(&self, position: &AnyPosition, moves: &[AnyMove]) -> Vec<Vec<String>> =
            G::parts_of_moves(self, position.get(), &unpacked(moves));
        fn parse_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, NotationError> =
            G::parse_move(self, position.get(), text).map(Packed::pack);
        fn format_turn(&self, position: &AnyPosition, moves: &[AnyMove]) -> String =
            G::format_turn(self, position.get(), &unpacked(moves));
        fn format_turns(&self, position: &AnyPosition, turns: &[Vec<AnyMove>]) -> Vec<String> =
            G::format_turns(self, position.get(), &Vec::from_iter(turns.iter().map(|moves| unpacked(moves))));
        fn parse_turn(&self, position: &AnyPosition, text: &str) -> Result<Vec<AnyMove>, NotationError> =
            G::parse_turn(self, position.get(), text).map(packed);
        fn turns(&self, position: &AnyPosition, prefix: &str, most: usize) -> Vec<Turn<AnyMove>> = {
            let turns = G::turns(self, position.get(), prefix, most).into_iter();
            turns.map(|turn| Turn { moves: packed(turn.moves), text: turn.text }).collect()
        };
        fn turn_parts(&self, position: &AnyPosition, turn: &Turn<AnyMove>) -> Vec<String> =
            G::turn_parts(self, position.get(), &own_turn(turn));
        fn turn_kind(&self, position: &AnyPosition, turn: &Turn<AnyMove>) -> Option<String> =
            G::turn_kind(self, position.get(), &own_turn(turn));
        fn by_hand(&self, position: &AnyPosition, turn: &Turn<AnyMove>) -> ByHand =
            G::by_hand(self, position.get(), &own_turn(turn));
        fn shows_turns(&self) -> bool;
        fn format_position(&self, position: &AnyPosition) -> String;
        fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> =
            G::parse_position(self, text).map(AnyPosition::of);
        fn read_position(&self, text: &str) -> Result<AnyPosition, NotationError> =
            G::read_position(self, text).map(AnyPosition::of);
        fn draw(&self, position: &AnyPosition) -> String;
        fn board(&self) -> Option<Board>;
        fn men(&self, position: &AnyPosition) -> Vec<(u16, u8)>;
        fn numbers(&self, position: &AnyPosition) -> Vec<Number>;
        fn man_drawn(&self, line: &[char], at: usize) -> Option<Side>;
    }
    Symmetry {
        fn symmetries(&self) -> usize;
        fn transform_position(&self, symmetry: usize, position: &AnyPosition) -> AnyPosition =
            AnyPosition::of(G::transform_position(self, symmetry, position.get()));
        fn transform_move(&self, symmetry: usize, mv: AnyMove) -> AnyMove =
            G::transform_move(self, symmetry, Packed::unpack(mv)).pack();
        fn orbit_key(&self, position: &AnyPosition) -> u64;
    }
    Encoding {
        fn shape(&self) -> Shape;
        fn encode(&self, position: &AnyPosition, planes: &mut [f32], globals: &mut [f32]);
        fn policy_index(&self, position: &AnyPosition, mv: AnyMove) -> usize;
        fn encoding_version(&self) -> u32;
        fn net_options(&self) -> BTreeMap<String, String>;
    }
    Guidance {
        fn progress(&self, position: &AnyPosition) -> f32;
        fn scattered(&self, distance: f32, rng: &mut dyn Rng) -> Option<AnyPosition> =
            G::scattered(self, distance, rng).map(AnyPosition::of);
        fn with_komi(&self, position: &AnyPosition, lead: f32) -> Option<AnyPosition> =
            G::with_komi(self, position.get(), lead).map(AnyPosition::of);
        fn without_a_man(&self, position: &AnyPosition, lighter: &mut Vec<AnyPosition>) = {
            let mut own = Vec::new();
            G::without_a_man(self, position.get(), &mut own);
            lighter.extend(own.into_iter().map(AnyPosition::of));
        };
        fn solver(&self) -> Option<Box<dyn ExactSolver<AnyGame>>> = AnySolver::boxed(self, G::solver(self)?);
        fn ending_solver(&self) -> Option<Box<dyn ExactSolver<AnyGame>>> =
            AnySolver::boxed(self, G::ending_solver(self)?);
    }
}

fn packed<M: Packed>(moves: Vec<M>) -> Vec<AnyMove> {
    moves.into_iter().map(Packed::pack).collect()
}

fn own_turn<M: Packed>(turn: &Turn<AnyMove>) -> Turn<M> {
    Turn { moves: unpacked(&turn.moves), text: turn.text.clone() }
}

fn unpacked<M: Packed>(moves: &[AnyMove]) -> Vec<M> {
    moves.iter().map(|&mv| Packed::unpack(mv)).collect()
}

/// The solver of a game as a solver of [`AnyGame`].
struct AnySolver<G: Game> {
    game: G,
    solver: Box<dyn ExactSolver<G>>,
}

impl<G: CompleteGame> AnySolver<G> {
    fn boxed(game: &G, solver: Box<dyn ExactSolver<G>>) -> Option<Box<dyn ExactSolver<AnyGame>>> {
        Some(Box::new(AnySolver { game: game.clone(), solver }))
    }
}

impl<G: CompleteGame> ExactSolver<AnyGame> for AnySolver<G> {
    fn outcome_while(&mut self, _: &AnyGame, position: &AnyPosition, go_on: &dyn Fn() -> bool) -> Option<Outcome> {
        self.solver.outcome_while(&self.game, position.get(), go_on)
    }

    fn guide(&mut self, guide: Box<dyn Guide<AnyGame>>) {
        self.solver.guide(Box::new(AnyGuide { game: AnyGame::of(self.game.clone()), guide, moves: Vec::new() }));
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }
}

/// A guide of [`AnyGame`] as a guide of a game.
struct AnyGuide {
    game: AnyGame,
    guide: Box<dyn Guide<AnyGame>>,
    moves: Vec<AnyMove>,
}

impl<G: CompleteGame> Guide<G> for AnyGuide {
    fn rate(&mut self, _: &G, position: &G::Position, moves: &[G::Move], ratings: &mut Vec<f32>) {
        self.moves.clear();
        self.moves.extend(moves.iter().map(|mv| mv.pack()));
        self.guide.rate(&self.game, &AnyPosition::of(position.clone()), &self.moves, ratings);
    }
}

/// Lends a vector that keeps its memory between calls on a thread; its content is arbitrary.
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
        // A nested call, by a game inside another.
        Err(_) => use_it(&mut Vec::new()),
    });
}
