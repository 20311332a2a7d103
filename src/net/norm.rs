use super::Net;
use super::trunk::{Residual, norm_relu, norm_relu_with};
use burn::module::{Module, Param};
use burn::tensor::{Device, Tensor};

/// Added to variances.
pub(super) const EPSILON: f64 = 1e-5;

/// Batch normalisation (Ioffe and Szegedy 2015) whose running statistics are updated by the learner, not by the
/// forward pass: parts of a batch may then run on several cores and still give the same bits in every run.
#[derive(Module, Debug)]
pub(super) struct Norm {
    pub gamma: Param<Tensor<1>>,
    pub beta: Param<Tensor<1>>,
    /// Running mean of each channel.
    pub mean: Param<Tensor<1>>,
    /// Running variance of each channel.
    pub variance: Param<Tensor<1>>,
}

/// Which statistics normalisation uses.
pub enum Statistics {
    /// The running ones: inference.
    Running,
    /// Those of the batch, noted here as mean and variance of each normalisation in forward order: training.
    Batch(Vec<[Tensor<1>; 2]>),
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

    /// Normalises `[n, rows, cols, channels]`, adds the residual and rectifies.
    pub fn forward(&self, x: Tensor<4>, residual: Option<Residual>, statistics: &mut Statistics) -> Tensor<4> {
        let (gamma, beta) = (self.gamma.val(), self.beta.val());
        match statistics {
            Statistics::Running => norm_relu_with(x, [gamma, beta, self.mean.val(), self.variance.val()], residual),
            Statistics::Batch(seen) => {
                let normalised = norm_relu(x, gamma, beta, residual);
                seen.push(normalised.statistics);
                normalised.output
            }
        }
    }
}

impl Net {
    /// Moves the running statistics by `momentum` towards the mean of those that the parts of a batch have seen.
    pub fn update_statistics(mut self, parts: &[Vec<[Tensor<1>; 2]>], momentum: f64) -> Net {
        let share = momentum / parts.len() as f64;
        for (index, norm) in self.norms_mut().enumerate() {
            let towards = |running: &Param<Tensor<1>>, which: usize| {
                let old = running.val().detach().mul_scalar(1.0 - momentum);
                let new = parts.iter().fold(old, |sum, part| sum + part[index][which].clone().mul_scalar(share));
                Param::initialized(running.id, new.set_require_grad(false))
            };
            (norm.mean, norm.variance) = (towards(&norm.mean, 0), towards(&norm.variance, 1));
        }
        self
    }
}
