//! Counts the dead units of a net: those that are 0 after their rectifier in every position.
//!
//! A dead unit gets no gradient and stays dead (dying rectifiers: Lu et al. 2019, arXiv:1903.06733; dormant ones: Sokar
//! et al. 2023, arXiv:2302.12902).

use super::evaluator::fitting;
use super::{Architecture, CompactNet, Inference, Kernel, MismatchError, Precision, Rectifier};
use crate::game::{AnyGame, AnyPosition, Encoding};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    pub rectifier: Rectifier,
    /// Number of units: channels, or units of the hidden layer.
    pub total: usize,
    /// Indices of the units that are 0 in all cells of all positions, ascending.
    pub dead: Vec<usize>,
}

impl Units {
    /// The share of dead units, 0 to 1.
    pub fn share(&self) -> f64 {
        self.dead.len() as f64 / self.total.max(1) as f64
    }
}

/// The units of all rectifiers of a net.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeadUnits {
    /// The rectifiers, in the order of the forward pass.
    pub rectifiers: Vec<Units>,
    pub positions: usize,
}

impl DeadUnits {
    /// The share of dead units among all, 0 to 1.
    pub fn share(&self) -> f64 {
        let sum = |of: fn(&Units) -> usize| self.rectifiers.iter().map(of).sum::<usize>();
        sum(|units| units.dead.len()) as f64 / sum(|units| units.total).max(1) as f64
    }

    /// The rectifier with the largest share of dead units, the first of equals; `None` without positions.
    pub fn worst(&self) -> Option<&Units> {
        self.rectifiers.iter().rev().max_by(|a, b| a.share().total_cmp(&b.share()))
    }
}

impl CompactNet {
    /// Finds the dead units of each rectifier, in the order of the forward pass, on some hundred positions. Computes
    /// in 32 bits, as the ONNX model does.
    ///
    /// # Errors
    /// The net is not for this game.
    pub fn dead_units<'p>(
        self: &Arc<Self>,
        game: &AnyGame,
        positions: impl IntoIterator<Item = &'p AnyPosition>,
    ) -> Result<DeadUnits, MismatchError> {
        let net = match self.header().precision {
            Precision::F32 => Arc::clone(self),
            Precision::Int8 => Arc::new(self.dequantised()),
        };
        let net = fitting(game, net)?;
        let architecture = net.header().architecture;
        let mut inference = Inference::new(net, Kernel::best());
        // For each rectifier, the units that were above 0.
        let mut heard: Vec<(Rectifier, Vec<bool>)> = Vec::new();
        let (mut positions, mut looked_at) = (positions.into_iter(), 0);
        loop {
            let mut count = 0;
            for position in positions.by_ref().take(inference.capacity()) {
                inference.load(count, |planes, globals| game.encode(position, planes, globals));
                count += 1;
            }
            if count == 0 {
                break;
            }
            looked_at += count;
            let mut place = 0;
            inference.run_observed(count, |rectifier, activations| {
                if heard.len() == place {
                    heard.push((rectifier, vec![false; units(&architecture, rectifier)]));
                }
                let spoke = &mut heard[place].1;
                for cell in activations.chunks_exact(crate::kernels::pad(spoke.len())) {
                    spoke.iter_mut().zip(cell).for_each(|(spoke, &number)| *spoke |= number > 0.0);
                }
                place += 1;
            });
        }
        let count = |(rectifier, spoke): (Rectifier, Vec<bool>)| {
            let dead = (0..spoke.len()).filter(|&unit| !spoke[unit]).collect();
            Units { rectifier, total: spoke.len(), dead }
        };
        Ok(DeadUnits { rectifiers: heard.into_iter().map(count).collect(), positions: looked_at })
    }
}

/// The number of units of a rectifier.
fn units(architecture: &Architecture, rectifier: Rectifier) -> usize {
    match rectifier {
        Rectifier::Trunk(_) | Rectifier::Inner(_) | Rectifier::Policy => architecture.channels,
        Rectifier::Value => architecture.value_channels,
        Rectifier::ValueHidden => architecture.value_hidden,
    }
}
