use super::{Net, initialise};
use crate::compact::{Architecture, Precision, Weights, WeightsError};
use crate::game::{AnyGame, AnyPosition, Encoding};
use burn::tensor::{Device, Tensor, TensorData};

/// The net in burn on the CPU: the reference for the compact evaluator in tests and benchmarks.
pub struct BurnInference {
    net: Net,
    rounded: Net,
    architecture: Architecture,
    device: Device,
}

/// Burn's output for one position, from the viewpoint of the side to act.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Logits of all policy planes, legal or not.
    pub policy: Vec<f32>,
    /// Logarithms of the probabilities of win, draw and loss.
    pub wdl: [f32; 3],
    /// Expected number of moves until the game ends.
    pub moves_left: f32,
    /// The lead at the end; 0 if the net has no such head.
    pub lead: f32,
}

impl BurnInference {
    /// A net with fresh random parameters, see [`super::initialise`].
    pub fn new(architecture: &Architecture, precision: Precision, seed: u64) -> BurnInference {
        let device = Device::flex();
        BurnInference::of(initialise(Net::new(architecture, precision, &device), seed), architecture, device)
    }

    /// A net with these parameters, in the order of [`super::read`].
    pub fn with_parameters(
        architecture: &Architecture,
        precision: Precision,
        parameters: &[Vec<f32>],
    ) -> BurnInference {
        let device = Device::flex();
        BurnInference::of(super::write(Net::new(architecture, precision, &device), parameters), architecture, device)
    }

    fn of(net: Net, architecture: &Architecture, device: Device) -> BurnInference {
        BurnInference { rounded: net.rounded(), net, architecture: *architecture, device }
    }

    /// The same net as weights and ranges of a compact evaluator, see [`super::export`].
    ///
    /// # Errors
    /// A parameter is not finite.
    pub fn export(&self) -> Result<(Weights, Vec<f32>), WeightsError> {
        super::export(&self.net, &self.architecture)
    }

    pub fn parameters(&self) -> Vec<Vec<f32>> {
        super::read(&self.net)
    }

    pub fn run(&mut self, game: &AnyGame, positions: &[AnyPosition]) -> Vec<Answer> {
        let shape = self.architecture.shape;
        let n = positions.len();
        let (planes, globals) = inputs(game, positions, &self.device);
        let output = self.rounded.forward(planes, globals);
        let policy = numbers(output.policy);
        let (wdl, moves) = (numbers(output.wdl), numbers(output.moves_left));
        let lead = output.lead.map_or_else(|| vec![0.0; n], numbers);
        (0..n)
            .map(|i| Answer {
                policy: policy[i * shape.policy_len()..(i + 1) * shape.policy_len()].to_vec(),
                wdl: std::array::from_fn(|k| wdl[3 * i + k]),
                moves_left: moves[i] * self.architecture.moves_scale,
                lead: lead[i],
            })
            .collect()
    }
}

/// Positions as a net's inputs, see [`Net::forward`].
pub fn inputs(game: &AnyGame, positions: &[AnyPosition], device: &Device) -> (Tensor<4>, Option<Tensor<2>>) {
    let (shape, n) = (game.shape(), positions.len());
    let (mut planes, mut globals) = (vec![0.0; n * shape.plane_len()], vec![0.0; n * shape.globals]);
    for (index, position) in positions.iter().enumerate() {
        let of = |len: usize| index * len..(index + 1) * len;
        game.encode(position, &mut planes[of(shape.plane_len())], &mut globals[of(shape.globals)]);
    }
    let planes = TensorData::new(planes, [n, shape.planes, shape.rows, shape.cols]);
    let globals = (shape.globals > 0).then(|| Tensor::from_data(TensorData::new(globals, [n, shape.globals]), device));
    (Tensor::from_data(planes, device), globals)
}

fn numbers(tensor: Tensor<2>) -> Vec<f32> {
    tensor.into_data().try_to_vec().expect("the net computes in f32")
}
