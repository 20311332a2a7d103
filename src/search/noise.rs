use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The random numbers of one search. Uses `libm` throughout, so a seed gives the same bits on every machine.
#[derive(Clone, Debug)]
pub(super) struct Noise(Xoshiro256PlusPlus);

impl Noise {
    pub fn new(seed: u64) -> Noise {
        Noise(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform in the open interval (0, 1): the midpoint of one of 2^52 equal intervals.
    fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    /// A sample of the standard Gumbel distribution.
    pub fn gumbel(&mut self) -> f32 {
        -libm::log(-libm::log(self.uniform())) as f32
    }

    /// A sample of the standard normal distribution (Box and Muller 1958).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(self.uniform())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.uniform())
    }

    /// A sample of the gamma distribution of shape `alpha` > 0 and scale 1 (Marsaglia and Tsang 2000).
    fn gamma(&mut self, alpha: f64) -> f64 {
        if alpha < 1.0 {
            let boost = libm::pow(self.uniform(), 1.0 / alpha);
            return self.gamma(alpha + 1.0) * boost;
        }
        let d = alpha - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
            if v > 0.0 && libm::log(self.uniform()) < 0.5 * x * x + d - d * v + d * libm::log(v) {
                return d * v;
            }
        }
    }

    /// Mixes Dirichlet noise into probabilities.
    pub fn mix_dirichlet(&mut self, probabilities: &mut [f32], alpha: f32, fraction: f32) {
        // Two passes over the same draws instead of a buffer for them.
        let start = self.0.clone();
        let sum: f64 = probabilities.iter().map(|_| self.gamma(alpha.into())).sum();
        if sum <= 0.0 {
            return; // `alpha` is so small that all draws are 0 in f64
        }
        self.0 = start;
        for p in probabilities {
            let share = (self.gamma(alpha.into()) / sum) as f32;
            *p = (1.0 - fraction) * *p + fraction * share;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: u32 = 20_000;

    fn mean(mut draw: impl FnMut() -> f64) -> f64 {
        (0..DRAWS).map(|_| draw()).sum::<f64>() / f64::from(DRAWS)
    }

    #[test]
    fn draws_have_the_moments_of_their_distributions() {
        let mut noise = Noise::new(1);
        assert!((mean(|| noise.uniform()) - 0.5).abs() < 0.01);
        assert!((mean(|| noise.gumbel().into()) - 0.5772).abs() < 0.03); // Euler's constant
        assert!(mean(|| noise.normal()).abs() < 0.03);
        for alpha in [0.3, 1.0, 4.5] {
            assert!((mean(|| noise.gamma(alpha)) - alpha).abs() < 0.05 * alpha.max(1.0), "mean for {alpha}");
            let variance = mean(|| (noise.gamma(alpha) - alpha).powi(2));
            assert!((variance - alpha).abs() < 0.1 * alpha.max(1.0), "variance {variance} for {alpha}");
        }
    }

    #[test]
    fn dirichlet_noise_keeps_the_sum() {
        let mut probabilities = [0.7, 0.2, 0.1, 0.0];
        Noise::new(5).mix_dirichlet(&mut probabilities, 0.3, 0.25);
        assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(probabilities[0] >= 0.75 * 0.7 && probabilities[3] > 0.0);
        let mut whole = [0.7, 0.3];
        Noise::new(5).mix_dirichlet(&mut whole, 1.0, 0.0);
        assert_eq!(whole, [0.7, 0.3]);
    }
}
