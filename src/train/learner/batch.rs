use crate::compact::Architecture;
use crate::game::{AnyGame, Encoding, Symmetry};
use crate::train::config::LearnerConfig;
use crate::train::replay::{DrawnSample, ReplayBuffer};
use crate::train::rules_in_turn::RulesInTurn;
use burn::tensor::{Device, Tensor, TensorData};
use rand::{Rng, RngExt};
use std::mem::take;

/// Added to the logits of moves that must get no probability and no gradient.
const OUT: f32 = -1e4;

/// A part of a batch, encoded.
pub(super) struct Part {
    pub planes: Vec<f32>,
    pub globals: Vec<f32>,
    /// The policy targets; 0 throughout in solved positions.
    pub policy: Vec<f32>,
    /// Added to the logits: 0 for legal moves, [`OUT`] for others.
    pub mask: Vec<f32>,
    /// Like the mask, but in solved positions 0 only for moves that keep the result; empty in runs that solve none.
    pub kept: Vec<f32>,
    pub wdl: Vec<f32>,
    pub moves_left: Vec<f32>,
    /// 1 if the number of moves left is known; 0 if it is not: then it does not count in the loss.
    pub moves_left_known: Vec<f32>,
    pub lead: Vec<f32>,
}

impl Part {
    pub fn len(&self) -> usize {
        self.lead.len()
    }

    /// Takes out the net's inputs: planes `[samples, planes, rows, cols]`, and globals `[samples, globals]` if there
    /// are any.
    pub fn take_inputs(&mut self, architecture: &Architecture, device: &Device) -> (Tensor<4>, Option<Tensor<2>>) {
        let (shape, size) = (architecture.shape, self.len());
        let planes = TensorData::new(take(&mut self.planes), [size, shape.planes, shape.rows, shape.cols]);
        let globals = (shape.globals > 0).then(|| TensorData::new(take(&mut self.globals), [size, shape.globals]));
        let globals = globals.map(|globals| Tensor::from_data(globals, device));
        (Tensor::from_data(planes, device), globals)
    }
}

/// Makes parts of batches from a replay buffer.
pub(super) struct Batcher<'a> {
    pub rules: RulesInTurn<'a>,
    pub config: &'a LearnerConfig,
    pub architecture: &'a Architecture,
    /// Whether a solver decides games of this run.
    pub solves: bool,
}

impl Batcher<'_> {
    /// Draws samples, each with a random symmetry, and encodes them.
    pub fn draw(&self, buffer: &ReplayBuffer, rng: &mut impl Rng, size: usize) -> Part {
        let shape = self.architecture.shape;
        let mut part = Part {
            planes: vec![0.0; size * shape.plane_len()],
            globals: vec![0.0; size * shape.globals],
            policy: vec![0.0; size * shape.policy_len()],
            mask: vec![OUT; size * shape.policy_len()],
            kept: if self.solves { vec![OUT; size * shape.policy_len()] } else { Vec::new() },
            wdl: Vec::with_capacity(size * 3),
            moves_left: Vec::with_capacity(size),
            moves_left_known: Vec::with_capacity(size),
            lead: Vec::with_capacity(size),
        };
        for row in 0..size {
            let drawn = buffer.draw(rng);
            let game = self.rules.of(drawn.stored.generation);
            let symmetry = rng.random_range(0..game.symmetries());
            self.encode(game, drawn, symmetry, row, &mut part);
        }
        part
    }

    fn encode(&self, game: &AnyGame, drawn: DrawnSample, symmetry: usize, row: usize, part: &mut Part) {
        let sample = drawn.stored.sample;
        let shape = self.architecture.shape;
        let position = game.transform_position(symmetry, &sample.position);
        let of_row = |len: usize| row * len..(row + 1) * len;
        game.encode(&position, &mut part.planes[of_row(shape.plane_len())], &mut part.globals[of_row(shape.globals)]);
        let first = row * shape.policy_len();
        for (&mv, probability) in drawn.legal_moves(game).iter().zip(sample.policy_target()) {
            let index = first + game.policy_index(&position, game.transform_move(symmetry, mv));
            part.mask[index] = 0.0;
            if !sample.is_solved() {
                part.policy[index] = probability;
            }
            if self.solves && (!sample.is_solved() || probability > 0.0) {
                part.kept[index] = 0.0;
            }
        }
        // An unknown target costs nothing.
        part.wdl.extend(sample.value_target(self.config).unwrap_or_default());
        let moves_left = sample.moves_left_target();
        part.moves_left.push(moves_left.unwrap_or_default() / self.architecture.moves_scale);
        part.moves_left_known.push(if moves_left.is_some() { 1.0 } else { 0.0 });
        part.lead.push(sample.lead);
    }
}
