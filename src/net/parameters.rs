//! The parameters of a net as plain numbers, in the order in which burn visits the module.
//!
//! Running statistics of batch normalisation are included: they are averaged, saved and loaded like the others.

use super::model::Logits;
use super::{BatchStatistics, Net};
use burn::module::{Module, ModuleMapper, ModuleVisitor, Param, ParamId};
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor, TensorData};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub fn read(net: &Net) -> Vec<Vec<f32>> {
    struct Reader(Vec<Vec<f32>>);
    impl ModuleVisitor for Reader {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            self.0.push(numbers(vector(param.val())));
        }
    }
    let mut reader = Reader(Vec::new());
    net.visit(&mut reader);
    reader.0
}

/// The numbers of a vector, read from its device.
pub fn numbers(vector: Tensor<1>) -> Vec<f32> {
    vector.into_data().try_to_vec().expect("the net computes in f32")
}

/// All numbers of a tensor, without a gradient.
fn vector<const D: usize>(tensor: Tensor<D>) -> Tensor<1> {
    let tensor = tensor.without_autodiff();
    let count = tensor.dims().iter().product::<usize>();
    tensor.reshape([count])
}

/// How the learner treats a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Weights whose outputs are normalised, among them filters of convolutions: only their directions matter, not
    /// their size.
    Directions,
    /// The offsets of a normalisation, before its rectifier: far below 0 they make a unit dead.
    Offsets,
    /// The factors of a normalisation whose rectified outputs feed only weights, which could absorb them. Close to 0
    /// they let a small offset make a unit dead.
    Factors,
    /// A running statistic: no gradient changes it.
    Statistic,
    Other,
}

/// The roles of all parameters, in the order of [`read`].
pub fn roles(net: &Net) -> Vec<Role> {
    struct Roles {
        found: Vec<Role>,
        directions: Vec<ParamId>,
        offsets: Vec<ParamId>,
        factors: Vec<ParamId>,
    }
    impl ModuleVisitor for Roles {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            self.found.push(match param.dims()[..] {
                _ if !param.is_require_grad() => Role::Statistic,
                // Filters: `[outputs, inputs, 3, 3]`.
                [_, _, _, _] => Role::Directions,
                _ if self.directions.contains(&param.id) => Role::Directions,
                _ if self.offsets.contains(&param.id) => Role::Offsets,
                _ if self.factors.contains(&param.id) => Role::Factors,
                _ => Role::Other,
            });
        }
    }
    let mut roles = Roles {
        found: Vec::new(),
        directions: net.normalised().map(|linear| linear.weight.id).collect(),
        offsets: net.clone().norms_mut().map(|norm| norm.beta.id).collect(),
        factors: net.read_by_weights().map(|norm| norm.gamma.id).collect(),
    };
    net.visit(&mut roles);
    roles.found
}

/// The observation of each parameter in a batch, in the order of [`read`] and on the net's device: its gradient or,
/// for a running statistic, the batch's own.
pub fn observed(net: Net, gradients: GradientsParams, statistics: BatchStatistics) -> Vec<Tensor<1>> {
    struct Observer(GradientsParams, Vec<Tensor<1>>);
    impl ModuleVisitor for Observer {
        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            let numbers = match self.0.remove::<D>(param.id) {
                Some(gradient) => gradient,
                None if param.is_require_grad() => param.val().detach().zeros_like(),
                None => param.val(),
            };
            self.1.push(vector(numbers));
        }
    }
    let mut observer = Observer(gradients, Vec::new());
    net.with_statistics(statistics).visit(&mut observer);
    observer.1
}

/// Sets all parameters of a net. Each gets an identifier from its position.
///
/// # Panics
/// The sizes do not fit the net; callers check them against [`read`] of the same architecture.
pub fn write(net: Net, parameters: &[Vec<f32>]) -> Net {
    let mut values = parameters.iter();
    let net = net.map(&mut Replace(
        |shape: &[usize], device: &Device| {
            let values = values.next().expect("one entry a parameter").clone();
            let count = shape.iter().product::<usize>();
            Some(Tensor::from_data(TensorData::new(values, [count]), device))
        },
        0,
    ));
    assert!(values.next().is_none(), "one entry a parameter");
    net
}

/// As [`write()`], with vectors on the net's device.
pub fn set_all(net: Net, parameters: &[Tensor<1>]) -> Net {
    let mut values = parameters.iter().cloned();
    net.map(&mut Replace(|_: &[usize], _: &Device| Some(values.next().expect("one entry a parameter")), 0))
}

/// Random parameters: convolutions and dense layers are uniform with the variance of He et al. 2015. Each block starts
/// as the identity (its last normalisation and its pooling path are zero, Goyal et al. 2017), so that deep nets can
/// learn at the full rate from the start.
pub fn initialise(net: Net, seed: u64) -> Net {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut net = net.map(&mut Replace(
        |shape: &[usize], device: &Device| {
            let count = shape.iter().product();
            // Convolutions are [out, in, ky, kx], dense layers [in, out]; of vectors only biases are drawn, see
            // below.
            let fan_in = match shape {
                [_, input, ky, kx] => input * ky * kx,
                [input, _] => *input,
                _ => return None,
            };
            let bound = (6.0 / fan_in as f64).sqrt() as f32;
            let values: Vec<f32> = (0..count).map(|_| rng.random_range(-bound..bound)).collect();
            Some(Tensor::from_data(TensorData::new(values, [count]), device))
        },
        0,
    ));
    for block in &mut net.blocks {
        zero(&mut block.norm2.gamma);
        zero(&mut block.pool.weight);
    }
    zero(&mut net.policy.pool.weight);
    let value = &mut net.value;
    let heads = [&mut value.wdl, &mut value.moves].into_iter().chain(&mut value.lead);
    let Logits { planes, extra } = &mut net.policy.logits;
    let dense = heads.chain(planes).chain(extra);
    dense.filter_map(|linear| linear.bias.as_mut()).for_each(zero);
    net
}

/// Replaces each parameter by the vector that the function returns for its shape and device (`None`: unchanged), and
/// numbers the parameters.
struct Replace<F>(F, u64);

impl<F: FnMut(&[usize], &Device) -> Option<Tensor<1>>> ModuleMapper for Replace<F> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (_, old, mapper) = param.consume();
        let (shape, trained) = (old.dims(), old.is_require_grad());
        self.1 += 1;
        let new = match (self.0)(&shape, &old.device()) {
            None => old.detach(),
            Some(new) if old.is_autodiff() => new.autodiff().reshape(shape).detach(),
            Some(new) => new.reshape(shape),
        };
        Param::from_mapped_value(ParamId::from(self.1), new.set_require_grad(trained), mapper)
    }
}

fn zero<const D: usize>(param: &mut Param<Tensor<D>>) {
    let count = param.dims().iter().product();
    set(param, vec![0.0; count]);
}

/// Gives a parameter other values of the same shape.
pub(super) fn set<const D: usize>(param: &mut Param<Tensor<D>>, values: Vec<f32>) {
    *param = param.clone().map(|old| {
        let data = TensorData::new(values, old.dims());
        Tensor::from_data(data, &old.device()).set_require_grad(old.is_require_grad())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::{Architecture, Precision};
    use crate::game::Shape;

    #[test]
    fn weights_that_a_normalisation_follows_are_told_from_the_others() {
        let shape = Shape { rows: 4, cols: 5, planes: 3, globals: 2, policy_planes: 2, policy_extra: 1, lead: true };
        let architecture =
            Architecture { shape, channels: 16, blocks: 3, value_channels: 8, value_hidden: 24, moves_scale: 20.0 };
        let net = Net::new(&architecture, Precision::Int8, &Device::flex().autodiff());
        let net = initialise(net, 1);
        let roles = roles(&net);
        let count = |role: fn(&Role) -> bool| roles.iter().filter(|&each| role(each)).count();
        // The filters; the globals', three pooled shifts, the convolution and pooled shift of the policy, the value's
        // two layers.
        assert_eq!(count(|role| *role == Role::Directions), 1 + 2 * 3 + 1 + 3 + 2 + 2);
        let norms = 1 + 2 * 3 + 3;
        assert_eq!(count(|role| *role == Role::Statistic), 2 * norms + 2 * 3);
        assert_eq!(count(|role| *role == Role::Offsets), norms);
        assert_eq!(count(|role| *role == Role::Factors), 3 + 3);
        // The factors of the stem and the blocks' ends; the policy's two layers and three outputs of the value, each
        // with a bias.
        assert_eq!(count(|role| *role == Role::Other), 1 + 3 + 2 * 2 + 2 * 3);
        let sizes: Vec<usize> = read(&net).iter().map(Vec::len).collect();
        let directions = roles.iter().zip(sizes).filter(|(role, _)| **role == Role::Directions).map(|(_, size)| size);
        // Filters have nine numbers for each pair of channels.
        let others = directions.filter(|size| !size.is_multiple_of(9));
        assert_eq!(others.collect::<Vec<_>>(), [32, 512, 512, 512, 256, 512, 128, 384]);
    }
}
