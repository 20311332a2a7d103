//! The temperature of the priors in a tree.

use super::config::SearchConfig;

/// Raises priors to 1 / temperature and renormalises them, so that moves ruled out by a network are searched, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temper {
    temperature: f32,
}

impl Temper {
    pub fn new(config: &SearchConfig) -> Temper {
        Temper { temperature: config.prior_temperature }
    }

    /// Replaces the content of `out` with the tempered priors.
    pub fn temper(self, priors: &[f32], out: &mut Vec<f32>) {
        out.clear();
        if self.temperature == 1.0 {
            out.extend_from_slice(priors);
            return;
        }
        out.extend(priors.iter().map(|&p| libm::expf(libm::logf(p.max(f32::MIN_POSITIVE)) / self.temperature)));
        let sum: f32 = out.iter().sum();
        out.iter_mut().for_each(|p| *p /= sum);
    }

    /// The evaluator's logit of a move, up to a constant that all moves of a node share; finite for a prior of 0.
    pub fn logit(self, tempered: f32) -> f32 {
        self.temperature * libm::logf(tempered.max(f32::MIN_POSITIVE))
    }

    /// The evaluator's probabilities from the tempered ones of a node.
    pub fn restore(self, tempered: impl Iterator<Item = f32> + Clone) -> impl Fn(f32) -> f32 {
        let raw = move |p: f32| if self.temperature == 1.0 { p } else { libm::expf(self.logit(p)) };
        let sum: f32 = if self.temperature == 1.0 { 1.0 } else { tempered.map(raw).sum() };
        move |p| raw(p) / sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(prior_temperature: f32) -> Temper {
        Temper::new(&SearchConfig { prior_temperature, ..SearchConfig::default() })
    }

    const PRIORS: [f32; 4] = [0.9, 0.09, 0.0001, 0.0099];

    #[test]
    fn a_temperature_flattens_and_can_be_undone() {
        let temper = of(2.0);
        let mut tempered = Vec::new();
        temper.temper(&PRIORS, &mut tempered);
        assert!((tempered.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((tempered[0] / tempered[2] - 9000f32.sqrt()).abs() < 1e-2, "{tempered:?}");
        let restore = temper.restore(tempered.iter().copied());
        let logit = |place: usize| temper.logit(tempered[place]) - temper.logit(tempered[0]);
        for (place, &prior) in PRIORS.iter().enumerate() {
            assert!((restore(tempered[place]) / prior - 1.0).abs() < 1e-4);
            assert!((logit(place) - (prior / PRIORS[0]).ln()).abs() < 1e-4);
        }
    }

    #[test]
    fn a_temperature_of_1_changes_no_bit() {
        let temper = of(1.0);
        let mut tempered = Vec::new();
        temper.temper(&PRIORS, &mut tempered);
        assert_eq!(tempered, PRIORS);
        let restore = temper.restore(tempered.iter().copied());
        assert!(PRIORS.iter().all(|&p| restore(p) == p));
    }

    #[test]
    fn a_prior_of_0_stays_finite() {
        let mut tempered = Vec::new();
        of(3.0).temper(&[1.0, 0.0], &mut tempered);
        assert!(tempered[1] > 0.0 && tempered[1] < 1e-9);
        assert!(of(1.0).logit(0.0).is_finite());
    }
}
