use anyhow::{Result, anyhow};
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, Mul};

/// Mean losses over samples; cross-entropies in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Cross-entropy of the policy against its target; in solved positions the negative logarithm of what it gives to
    /// all moves that keep the result together.
    pub policy: f32,
    /// Cross-entropy of win, draw and loss against their target.
    pub value: f32,
    /// Squared error of the moves left, in units of
    /// [`Architecture::moves_scale`](crate::compact::Architecture::moves_scale).
    pub moves_left: f32,
    /// Squared error of the lead; 0 for nets without that head.
    pub lead: f32,
}

impl Losses {
    /// Losses from their numbers, in this order.
    ///
    /// # Errors
    /// One is not finite: the net has diverged.
    pub(super) fn of(numbers: [f32; 4]) -> Result<Losses> {
        let [policy, value, moves_left, lead] = numbers;
        let losses = Losses { policy, value, moves_left, lead };
        match numbers.iter().all(|loss| loss.is_finite()) {
            true => Ok(losses),
            false => Err(diverged(&format_args!("{losses:?}"))),
        }
    }
}

/// The error of a net whose losses or parameters are no longer finite.
pub(super) fn diverged(found: &dyn std::fmt::Display) -> anyhow::Error {
    anyhow!("the net has diverged ({found}), its numbers are not finite: expected a lower learner.rate or weight_decay")
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        self.policy += other.policy;
        self.value += other.value;
        self.moves_left += other.moves_left;
        self.lead += other.lead;
    }
}

impl Mul<f32> for Losses {
    type Output = Losses;
    fn mul(self, factor: f32) -> Losses {
        let Losses { policy, value, moves_left, lead } = self;
        Losses { policy: policy * factor, value: value * factor, moves_left: moves_left * factor, lead: lead * factor }
    }
}
