use super::ops::{NormTerms, norm_relu, norm_relu_with};
use burn::module::{Module, Param};
use burn::tensor::{Device, Tensor};

/// Batch normalisation (Ioffe and Szegedy 2015). The learner updates the running statistics, not the forward pass:
/// parts of a batch can run on several cores and still give the same bits in every run.
#[derive(Module, Debug)]
pub(super) struct Norm {
    pub gamma: Param<Tensor<1>>,
    pub beta: Param<Tensor<1>>,
    /// Running mean, `[channels]`.
    pub mean: Param<Tensor<1>>,
    /// Running variance, `[channels]`.
    pub variance: Param<Tensor<1>>,
}

pub(super) enum Statistics {
    /// Running statistics, as in inference.
    Running,
    /// Statistics of the batch, recorded here: training.
    Batch(BatchStatistics),
}

/// Statistics of a batch in training, in the order of the forward pass.
#[derive(Default)]
pub struct BatchStatistics {
    /// Mean and variance at each normalisation.
    pub norms: Vec<[Tensor<1>; 2]>,
    /// The range of activations, `[1]`, before each convolution of the blocks; empty unless activations are rounded.
    pub ranges: Vec<Tensor<1>>,
}

impl Norm {
    pub fn new(channels: usize, device: &Device) -> Norm {
        let zeros = || Tensor::zeros([channels], device);
        let ones = || Tensor::ones([channels], device);
        Norm {
            gamma: Param::from_tensor(ones()),
            beta: Param::from_tensor(zeros()),
            mean: Param::from_tensor(zeros()).set_require_grad(false),
            variance: Param::from_tensor(ones()).set_require_grad(false),
        }
    }

    /// Normalises `[n, rows, cols, channels]` and rectifies, with the terms that are added before and after it.
    pub fn forward(&self, x: Tensor<4>, added: Option<NormTerms>, statistics: &mut Statistics) -> Tensor<4> {
        let (gamma, beta) = (self.gamma.val(), self.beta.val());
        match statistics {
            Statistics::Running => norm_relu_with(x, [gamma, beta, self.mean.val(), self.variance.val()], added),
            Statistics::Batch(seen) => {
                let normalised = norm_relu(x, gamma, beta, added);
                seen.norms.push(normalised.statistics);
                normalised.output
            }
        }
    }
}
