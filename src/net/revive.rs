use super::export::values;
use super::model::{Logits, Net};
use super::norm::Norm;
use super::parameters::set;
use crate::compact::{Rectifier, Units};
use burn::module::Param;
use burn::nn::Linear;
use burn::tensor::Tensor;

/// The same function, with the dead units replaced whose outputs feed only weights: those inside blocks and heads, and
/// those of the last block's output. Each gets the filters of `fresh`, another net of these sizes, and a normalisation
/// without factor and offset; its outgoing weights are 0, which learning changes (ReDo, Sokar et al. 2023,
/// arXiv:2302.12902). The statistics of the normalisations become those of these positions, which should be the ones
/// with which the net was [settled](super::settled).
#[must_use]
pub fn revived(mut net: Net, fresh: &Net, silent: &[Units], planes: &Tensor<4>, globals: Option<&Tensor<2>>) -> Net {
    let last = net.blocks.len();
    for Units { rectifier, dead, .. } in silent {
        match *rectifier {
            Rectifier::Trunk(blocks) if blocks == last && last > 0 => {
                let (block, fresh) = (&mut net.blocks[last - 1], &fresh.blocks[last - 1]);
                take_filters(&mut block.conv2, &fresh.conv2, dead);
                take_outputs(&mut block.pool, &fresh.pool, dead);
                restart(&mut block.norm2, dead);
                unread(&mut net.policy.conv, dead.iter().copied());
                unread_pools(&mut net.policy.pool, dead);
                unread(&mut net.value.conv, dead.iter().copied());
            }
            // A later block may raise a dead unit of the trunk.
            Rectifier::Trunk(_) => {}
            Rectifier::Inner(index) => {
                let (block, fresh) = (&mut net.blocks[index], &fresh.blocks[index]);
                take_filters(&mut block.conv1, &fresh.conv1, dead);
                restart(&mut block.norm1, dead);
                let channels = block.conv2.dims()[1];
                change(&mut block.conv2, |filters| {
                    for filter in filters.chunks_exact_mut(channels * 9) {
                        dead.iter().for_each(|unit| filter[unit * 9..(unit + 1) * 9].fill(0.0));
                    }
                });
                unread_pools(&mut block.pool, dead);
            }
            Rectifier::Policy => {
                let (head, fresh) = (&mut net.policy, &fresh.policy);
                take_outputs(&mut head.conv, &fresh.conv, dead);
                take_outputs(&mut head.pool, &fresh.pool, dead);
                restart(&mut head.norm, dead);
                let Logits { planes, extra } = &mut head.logits;
                planes.iter_mut().for_each(|planes| unread(planes, dead.iter().copied()));
                extra.iter_mut().for_each(|extra| unread_pools(extra, dead));
            }
            Rectifier::Value => {
                let (head, fresh) = (&mut net.value, &fresh.value);
                take_outputs(&mut head.conv, &fresh.conv, dead);
                restart(&mut head.norm, dead);
                unread_pools(&mut head.hidden, dead);
            }
            Rectifier::ValueHidden => {
                let (head, fresh) = (&mut net.value, &fresh.value);
                take_outputs(&mut head.hidden, &fresh.hidden, dead);
                restart(&mut head.hidden_norm, dead);
                for output in [&mut head.wdl, &mut head.moves].into_iter().chain(&mut head.lead) {
                    unread(output, dead.iter().copied());
                }
            }
        }
    }
    let (_, seen) = net.rounded().forward_batch(planes.clone(), globals.cloned());
    for (norm, [mean, variance]) in net.norms_mut().zip(&seen.norms) {
        set(&mut norm.mean, values(mean));
        set(&mut norm.variance, values(variance));
    }
    net
}

fn change<const D: usize>(param: &mut Param<Tensor<D>>, change: impl FnOnce(&mut [f32])) {
    let mut numbers = values(&param.val());
    change(&mut numbers);
    set(param, numbers);
}

/// Makes these units plain normalised ones.
fn restart(norm: &mut Norm, units: &[usize]) {
    let fill = |param: &mut Param<Tensor<1>>, number: f32| {
        change(param, |numbers| units.iter().for_each(|&unit| numbers[unit] = number));
    };
    fill(&mut norm.gamma, 1.0);
    fill(&mut norm.beta, 0.0);
}

/// Replaces these filters, `[out][in][3][3]`, by those of another convolution.
fn take_filters(filters: &mut Param<Tensor<4>>, other: &Param<Tensor<4>>, outputs: &[usize]) {
    let size = filters.dims()[1] * 9;
    let from = values(&other.val());
    change(filters, |filters| {
        for filter in outputs.iter().map(|output| output * size..(output + 1) * size) {
            filters[filter.clone()].copy_from_slice(&from[filter]);
        }
    });
}

/// Replaces the weights of these outputs by another layer's. Weights are `[in][out]`.
fn take_outputs(layer: &mut Linear, other: &Linear, outputs: &[usize]) {
    let columns = layer.weight.dims()[1];
    let from = values(&other.weight.val());
    change(&mut layer.weight, |weights| {
        for (row, from) in weights.chunks_exact_mut(columns).zip(from.chunks_exact(columns)) {
            outputs.iter().for_each(|&output| row[output] = from[output]);
        }
    });
}

/// Sets a layer's weights of these inputs to 0.
fn unread(layer: &mut Linear, inputs: impl Iterator<Item = usize>) {
    let columns = layer.weight.dims()[1];
    change(&mut layer.weight, |weights| {
        inputs.for_each(|input| weights[input * columns..(input + 1) * columns].fill(0.0));
    });
}

/// Sets the weights for these units' pools, mean and largest number, to 0.
fn unread_pools(layer: &mut Linear, units: &[usize]) {
    let half = layer.weight.dims()[0] / 2;
    unread(layer, units.iter().flat_map(|&unit| [unit, half + unit]));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Setting, random};
    use super::*;
    use crate::net::{NetOutput, settled};
    use burn::tensor::TensorData;

    #[test]
    fn revived_units_change_nothing_and_learn() {
        let setting = Setting::learning(2);
        let Setting { planes, globals, .. } = &setting;
        let mut net = setting.random_net(1);
        for (seed, block) in (2..).zip(&mut net.blocks) {
            set(&mut block.norm2.gamma, random(16, seed));
        }
        let mut net = settled(net, planes, Some(globals));
        let places =
            [Rectifier::Inner(1), Rectifier::Trunk(2), Rectifier::Policy, Rectifier::Value, Rectifier::ValueHidden];
        let (dead, block) = (vec![2, 5], &mut net.blocks[1]);
        for norm in
            [&mut block.norm1, &mut block.norm2, &mut net.policy.norm, &mut net.value.norm, &mut net.value.hidden_norm]
        {
            change(&mut norm.beta, |offsets| dead.iter().for_each(|&unit| offsets[unit] = -100.0));
        }
        let net = settled(net, planes, Some(globals));

        let told = |net: &Net| {
            let output = net.forward(planes.clone(), Some(globals.clone()));
            [values(&output.policy), values(&output.wdl)].concat()
        };
        // The size of the gradient of the dead units' outgoing weights, in each of these places.
        let reading = |net: &Net| -> Vec<f32> {
            let (NetOutput { policy, wdl, .. }, _) = net.forward_batch(planes.clone(), Some(globals.clone()));
            let towards = Tensor::from_data(TensorData::new(vec![1.0, 0.0, 0.0], [1, 3]), &setting.device);
            let gradients = ((policy.clone() * policy).sum() + (wdl * towards).sum()).backward();
            let layers = [
                &net.blocks[1].pool,
                &net.policy.pool,
                net.policy.logits.planes.as_ref().expect("has planes"),
                &net.value.hidden,
                &net.value.wdl,
            ];
            let of = |layer: &Linear| {
                let [_, columns] = layer.weight.dims();
                let gradient = values(&layer.weight.grad(&gradients).expect("tracked"));
                let rows = dead.iter().map(|unit| &gradient[unit * columns..(unit + 1) * columns]);
                rows.flatten().fold(0.0f32, |most, number| most.max(number.abs()))
            };
            layers.map(of).to_vec()
        };
        assert_eq!(reading(&net), [0.0; 5], "else there would be nothing to revive");
        let silent = places.map(|rectifier| Units { rectifier, total: 16, dead: dead.clone() });
        let revived = revived(net.clone(), &setting.random_net(3), &silent, planes, Some(globals));
        let differs = told(&net).iter().zip(told(&revived)).fold(0.0f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(differs < 1e-3, "{differs}");
        assert!(reading(&revived).iter().all(|&size| size > 1e-5), "{:?}", reading(&revived));
    }
}
