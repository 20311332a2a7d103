use serde::{Deserialize, Serialize};

/// Some generations of a run with one rule for their learning rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// The first generation of the phase.
    pub from: u32,
    /// The last generation with the full rate. After it the rate falls along a half cosine.
    pub full_until: u32,
    /// The last generation of the phase, which has the config's `learner.final_rate`.
    pub until: u32,
    /// The learning rate before it falls.
    pub rate: f64,
}

impl Phase {
    /// The learning rate of a generation, after the warm-up. A phase may begin in the middle of a fall, at the current
    /// rate.
    pub fn rate(&self, generation: u32, final_rate: f64) -> f64 {
        if generation <= self.full_until {
            return self.rate;
        }
        let [done, all] = [generation, self.until].map(|end| f64::from(end - self.full_until));
        // `libm` gives the same bits on every system.
        let cosine = 0.5 * (1.0 + libm::cos(std::f64::consts::PI * (done / all).min(1.0)));
        final_rate + (self.rate - final_rate) * cosine
    }
}
