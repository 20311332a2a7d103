use crate::train::config::LearnerConfig;
use anyhow::{Error, Result, anyhow};
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, Mul};

/// Mean losses over samples; cross-entropies in nats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Cross-entropy of the policy against its target; in solved positions the negative logarithm of the total
    /// probability of all moves that keep the result.
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
    /// Losses of a net with this config, from their numbers in the order of the fields.
    ///
    /// # Errors
    /// A loss is not finite: the net has diverged.
    pub(super) fn of(numbers: [f32; 4], config: &LearnerConfig) -> Result<Losses> {
        let [policy, value, moves_left, lead] = numbers;
        let losses = Losses { policy, value, moves_left, lead };
        match numbers.iter().all(|loss| loss.is_finite()) {
            true => Ok(losses),
            false => Err(diverged(&format_args!("{losses:?}"), config)),
        }
    }
}

/// The error for a net whose losses or parameters are no longer finite: what was found, and what to change.
pub(super) fn diverged(found: &dyn std::fmt::Display, config: &LearnerConfig) -> Error {
    let expected = overshoot(config).unwrap_or_else(|| "expected a lower learner.rate".to_owned());
    anyhow!("the net has diverged ({found}), its numbers are not finite: {expected}")
}

/// A decay of more than everything per step moves a parameter beyond its aim. With more than twice that decay, each
/// step moves it further away.
fn overshoot(config: &LearnerConfig) -> Option<String> {
    let decays = [("norm_decay", config.norm_decay), ("weight_decay", config.weight_decay)];
    let (key, decay) = decays.into_iter().find(|&(_, decay)| config.rate * f64::from(decay) > 1.0)?;
    Some(format!(
        "learner.{key} is {decay}, which at learner.rate {rate} takes {:.1} times in a step what it pulls at: expected a \
         learner.{key} below {}",
        config.rate * f64::from(decay),
        two_digits(1.0 / config.rate),
        rate = config.rate
    ))
}

/// Rounds down to two digits.
fn two_digits(number: f64) -> f64 {
    let unit = 10f64.powf(number.log10().floor() - 1.0);
    (number / unit).floor() * unit
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_divergence_names_what_caused_it() {
        let said = |norm_decay, weight_decay, rate| {
            let config = LearnerConfig { norm_decay, weight_decay, rate, ..LearnerConfig::default() };
            diverged(&"a loss is NaN", &config).to_string()
        };
        let by_norms = said(1000.0, 0.1, 4e-3);
        assert!(by_norms.contains("learner.norm_decay is 1000"), "{by_norms}");
        assert!(
            by_norms.contains("takes 4.0 times") && by_norms.ends_with("learner.norm_decay below 250"),
            "{by_norms}"
        );
        assert!(!by_norms.contains("lower learner.rate"), "{by_norms}");
        assert!(said(0.1, 500.0, 4e-3).ends_with("expected a learner.weight_decay below 250"));
        assert!(said(0.1, 0.1, 0.5).ends_with("expected a lower learner.rate"));
    }
}
