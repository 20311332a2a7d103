//! Two small games and two evaluators, to test code for any game.

use ardoise::eval::{Batch, Evaluator, Value};
use ardoise::game::{
    Encoding, Game, Guidance, History, Notation, NotationError, Outcome, RepetitionRule, Rules, Shape, Side, Symmetry,
    Variant, VariantRef, position_json, position_of_json,
};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;

static TOY: Variant = Variant::new("toy", "a game for tests", &[]);

/// The common parts of all toys: notation is JSON, the only symmetry is the identity, the encoding is empty.
macro_rules! common_parts {
    ($toy:ty) => {
        impl Notation for $toy {
            fn format_move(&self, _: &Self::Position, mv: u8) -> String {
                mv.to_string()
            }
            fn format_position(&self, position: &Self::Position) -> String {
                position_json(position)
            }
            fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
                position_of_json(text)
            }
        }
        impl Symmetry for $toy {}
        impl Guidance for $toy {}
        impl Encoding for $toy {
            fn shape(&self) -> Shape {
                Shape { rows: 1, cols: 1, planes: 1, globals: 0, policy_planes: 256, policy_extra: 0, lead: false }
            }
            fn encode(&self, _: &Self::Position, planes: &mut [f32], _: &mut [f32]) {
                planes.fill(0.0);
            }
            fn policy_index(&self, _: &Self::Position, mv: u8) -> usize {
                mv.into()
            }
        }
    };
}

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// How many moves `work` makes on this thread in games of [`Lines`].
pub fn lines_moves_made_by(work: impl FnOnce()) -> u64 {
    let before = MADE.get();
    work();
    MADE.get() - before
}

/// `row` marks in a row on a square board. With two steps a turn, the first turn is one step.
#[derive(Clone)]
pub struct Lines {
    size: u8,
    steps: u8,
    /// Whether the side that starts is called the second.
    swapped: bool,
    lines: Arc<[u32]>,
    rules: Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marks {
    of: [u32; 2],
    ply: u8,
}

impl Lines {
    pub fn new(size: u8, row: u8, steps: u8) -> Lines {
        let inside = 0..i32::from(size);
        let mut lines = Vec::new();
        for (x, y) in (0..size * size).map(|cell| (i32::from(cell % size), i32::from(cell / size))) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cells = (0..i32::from(row)).map(|i| (x + i * dx, y + i * dy));
                if cells.clone().all(|(x, y)| inside.contains(&x) && inside.contains(&y)) {
                    lines.push(cells.map(|(x, y)| 1 << (y * i32::from(size) + x)).sum());
                }
            }
        }
        let rules = VariantRef::from(&TOY).default_rules();
        Lines { size, steps, swapped: false, lines: lines.into(), rules }
    }

    pub fn tic_tac_toe() -> Lines {
        Lines::new(3, 3, 1)
    }

    /// The same game with the sides' names exchanged.
    pub fn swapped(&self) -> Lines {
        Lines { swapped: !self.swapped, ..self.clone() }
    }

    fn player(&self, position: &Marks) -> usize {
        let turn = if self.steps == 1 { position.ply } else { position.ply.div_ceil(self.steps) };
        usize::from(turn % 2)
    }

    fn side(&self, player: usize) -> Side {
        let side = Side::from_index(player).expect("there are two players");
        if self.swapped { side.other() } else { side }
    }
}

common_parts!(Lines);

impl Game for Lines {
    type Position = Marks;
    type Move = u8;

    fn rules(&self) -> &Rules {
        &self.rules
    }
    fn start(&self) -> Marks {
        Marks { of: [0; 2], ply: 0 }
    }
    fn side_to_act(&self, position: &Marks) -> Side {
        self.side(self.player(position))
    }
    fn legal_moves(&self, position: &Marks, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(position).is_none() {
            let taken = position.of[0] | position.of[1];
            moves.extend((0..self.size * self.size).filter(|cell| taken >> cell & 1 == 0));
        }
    }
    fn play(&self, position: &mut Marks, mv: u8) {
        position.of[self.player(position)] |= 1 << mv;
        position.ply += 1;
        MADE.set(MADE.get() + 1);
    }
    fn outcome(&self, position: &Marks) -> Option<Outcome> {
        let has_line = |player: &usize| self.lines.iter().any(|line| position.of[*player] & line == *line);
        match [0, 1].iter().find(|player| has_line(player)) {
            Some(&player) => Some(Outcome::Win(self.side(player))),
            None => (position.ply == self.size * self.size).then_some(Outcome::Draw),
        }
    }
    fn hash(&self, position: &Marks) -> u64 {
        mix(u64::from(position.of[0]) | u64::from(position.of[1]) << 32)
    }
    fn max_moves(&self) -> u32 {
        u32::from(self.size).pow(2)
    }
}

/// A token that both sides move in turn along the arrows of a graph; a node without arrows ends the game.
#[derive(Clone)]
pub struct Walk {
    /// For each node, the nodes that its arrows lead to.
    arrows: Arc<[Vec<u8>]>,
    /// The outcomes of the nodes without arrows.
    ends: Arc<[Outcome]>,
    /// Whether a node's number is points of the first side.
    points: bool,
    repetition: RepetitionRule,
    rules: Rules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Token {
    node: u8,
    side: Side,
}

impl Walk {
    /// `ends[node]` counts only where `arrows[node]` is empty. The token starts at node 0.
    pub fn new(arrows: Vec<Vec<u8>>, ends: Vec<Outcome>) -> Walk {
        let rules = VariantRef::from(&TOY).default_rules();
        let repetition = RepetitionRule::ThirdDraws;
        Walk { arrows: arrows.into(), ends: ends.into(), points: false, repetition, rules }
    }

    /// The same game with another rule of repetition.
    pub fn with_repetition(self, repetition: RepetitionRule) -> Walk {
        Walk { repetition, ..self }
    }

    /// The same game, in which the node's number is points of the first side.
    pub fn with_points(self) -> Walk {
        Walk { points: true, ..self }
    }

    /// Three nodes with two arrows each, and a win for each side.
    pub fn random(seed: u64) -> Walk {
        let arrows = (0..3u64).map(|node| {
            let first = mix(seed * 64 + node * 2) % 5;
            let second = (first + 1 + mix(seed * 64 + node * 2 + 1) % 4) % 5;
            vec![first as u8, second as u8]
        });
        let arrows = arrows.chain([vec![], vec![]]).collect();
        let [won, lost] = Side::BOTH.map(Outcome::Win);
        Walk::new(arrows, vec![Outcome::Draw, Outcome::Draw, Outcome::Draw, won, lost])
    }
}

common_parts!(Walk);

impl Game for Walk {
    type Position = Token;
    type Move = u8;

    fn rules(&self) -> &Rules {
        &self.rules
    }
    fn start(&self) -> Token {
        Token { node: 0, side: Side::First }
    }
    fn side_to_act(&self, position: &Token) -> Side {
        position.side
    }
    fn legal_moves(&self, position: &Token, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(&self.arrows[usize::from(position.node)]);
    }
    fn play(&self, position: &mut Token, mv: u8) {
        *position = Token { node: mv, side: position.side.other() };
    }
    fn outcome(&self, position: &Token) -> Option<Outcome> {
        let node = usize::from(position.node);
        self.arrows[node].is_empty().then(|| self.ends[node])
    }
    fn totals(&self, position: &Token) -> Option<[u32; 2]> {
        self.points.then_some([position.node.into(), 0])
    }
    fn lead(&self, position: &Token) -> Option<f32> {
        (self.repetition == RepetitionRule::ThirdLeadWins).then(|| f32::from(position.node) / 4.0 - 0.25)
    }
    fn repetition_key(&self, position: &Token) -> Option<u64> {
        Some(self.hash(position))
    }
    fn repetition_rule(&self) -> RepetitionRule {
        self.repetition
    }
    fn hash(&self, position: &Token) -> u64 {
        mix(u64::from(position.node) * 2 + position.side.index() as u64)
    }
    fn max_moves(&self) -> u32 {
        4 * self.arrows.len() as u32 + 1
    }
}

/// A well-mixed number for each number (the finaliser of SplitMix64).
pub fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

/// Equal priors and even chances. Counts its evaluations.
#[derive(Default)]
pub struct Flat {
    pub asked: u32,
}

impl<G: Game> Evaluator<G> for Flat {
    fn evaluate(&mut self, _: &G, batch: &mut Batch<G>) {
        for leaf in 0..batch.len() {
            let leaf = batch.leaf_mut(leaf);
            leaf.priors.fill(1.0 / leaf.moves.len() as f32);
            *leaf.value = Value::EVEN;
            self.asked += 1;
        }
    }
}

/// Confident answers to every position, drawn from its hash.
#[derive(Clone, Copy)]
pub struct ConfidentEvaluator;

impl<G: Game> Evaluator<G> for ConfidentEvaluator {
    fn evaluate(&mut self, game: &G, batch: &mut Batch<G>) {
        for leaf in 0..batch.len() {
            let leaf = batch.leaf_mut(leaf);
            let hash = game.hash(leaf.position);
            let unit = |n: u64| (mix(hash ^ n) >> 40) as f32 / (1u64 << 24) as f32;
            let weight = |place: usize| 0.1 + unit(place as u64);
            let sum: f32 = (0..leaf.moves.len()).map(weight).sum();
            leaf.priors.iter_mut().enumerate().for_each(|(place, prior)| *prior = weight(place) / sum);
            let (win, draw) = (unit(1000), 0.25 * unit(1001));
            *leaf.value =
                Value { win: win * (1.0 - draw), loss: (1.0 - win) * (1.0 - draw), moves_left: 0.0, lead: 0.0 };
        }
    }
}

/// The history after the given moves, or after `count` moves drawn from `seed`, as far as the game goes.
pub fn random_history<G: Game>(game: &G, count: u32, seed: u64) -> History<G> {
    let mut history = History::new(game, game.start());
    let mut moves = Vec::new();
    for i in 0..count {
        history.legal_moves(game, &mut moves);
        if moves.is_empty() {
            break;
        }
        let place = mix(seed ^ u64::from(i) << 32) % moves.len() as u64;
        history.play(game, moves[place as usize]);
    }
    history
}

/// The result under best play, by exhaustive search.
pub fn minimax<G: Game>(game: &G, history: &History<G>) -> Outcome {
    if let Some(outcome) = history.outcome() {
        return outcome;
    }
    let side = game.side_to_act(history.position());
    let mut moves = Vec::new();
    history.legal_moves(game, &mut moves);
    let outcomes = moves.into_iter().map(|mv| {
        let mut next = history.clone();
        next.play(game, mv);
        minimax(game, &next)
    });
    outcomes.max_by_key(|outcome| outcome.score_for(side) as i32).expect("a game that is not over has a move")
}
