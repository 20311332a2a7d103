use super::table::{Bound, Takes, Value, table};
use serde::{Deserialize, Serialize};
use std::fmt;

table! {
    /// How the network learns.
    pub struct LearnerConfig {
        /// Where the network trains: `flex` (CPU), or `wgpu` in a build with that feature.
        device: DeviceKind = DeviceKind::Flex, Takes::Fitting(
            |learner| learner.device.is_built_in(),
            "flex, or wgpu in a build with that cargo feature",
        );
        /// Samples in a batch, one batch for each step.
        batch: usize = 256, Takes::at_least(2);
        /// Parts of a batch, which threads share (see below).
        ///
        /// Batch normalisation is computed in each part alone (ghost batch normalisation, Hoffer et al. 2017,
        /// arXiv:1705.08741), so this changes the results; the number of threads does not.
        shards: usize = 8, Takes::Fitting(
            |learner| learner.shards >= 1 && learner.shards * 2 <= learner.batch && learner.batch % learner.shards == 0,
            "a divisor of learner.batch, at most half of it",
        );
        /// Learning rate, until it falls.
        rate: f64 = 1e-3, Takes::Range(Bound::Excluded(0), Bound::Excluded(1));
        /// Learning rate of the last generation.
        final_rate: f64 = 1e-4, Takes::Fitting(
            |learner| learner.final_rate > 0.0 && learner.final_rate <= learner.rate,
            "above 0, at most rate",
        );
        /// Share of the run's generations, at its end, in which the rate falls along a half cosine.
        ///
        /// Warm-up, stable, decay: Hu et al. 2024, Hägele et al. 2024.
        anneal_share: f32 = 0.1, Takes::Range(Bound::Excluded(0), Bound::Included(1));
        /// Steps of linear warm-up from 0.
        warmup_steps: u64 = 200, Takes::Any;
        /// Decoupled weight decay of filters and other normalised weights; 1e-4 is next to none.
        ///
        /// At each step they lose so much of themselves, times the learning rate (Loshchilov and Hutter 2019): 4e-7 a
        /// step at a rate of 4e-3. Their size changes nothing that the net computes, but how far a step turns them:
        /// without decay they grow, and the rate falls by itself. Factors, offsets and the last layers of heads do not
        /// decay.
        weight_decay: f32 = 1e-4, Takes::weight();
        /// Decoupled decay of batch-norm parameters: beta towards 0; gamma towards 1, where the next layer can absorb
        /// it.
        ///
        /// A small factor lets a small offset silence a unit, which then gets no gradient. At a rate of 4e-3 the steps of Adam
        /// alone take one there within some ten thousand; by decay it comes back.
        norm_decay: f32 = 0.0, Takes::weight();
        /// Largest norm of each tensor's gradient; longer ones are clipped to it.
        clip: f32 = 1.0, Takes::Range(Bound::Excluded(0), Bound::Unbounded);
        /// Decay per step of the parameters' exponential moving average, which is exported.
        average_decay: f32 = 0.999, Takes::Range(Bound::Included(0), Bound::Excluded(1));
        /// Decay per step of batch normalisation's running statistics.
        statistics_decay: f64 = 0.9, Takes::Range(Bound::Included(0), Bound::Excluded(1));
        /// Window samples for recomputing batch-norm statistics at export (as in SWA); 0: the running averages
        /// collected in training.
        ///
        /// Rounded up to whole parts of a batch. The nets on the way have other filters.
        statistics_samples: usize = 0, Takes::at_most(1_000_000);
        /// Uses of each sample on average while it is in the replay window.
        passes: f32 = 4.0, Takes::Range(Bound::Excluded(0), Bound::Included(100));
        /// Samples in the replay window at first; it grows once there are more.
        window: usize = 20_000, Takes::Fitting(|learner| learner.window >= learner.batch, "at least learner.batch");
        /// Exponent of the power law by which the window grows with the number of samples so far.
        ///
        /// As in Wu 2019.
        window_exponent: f64 = 0.65, Takes::Range(Bound::Excluded(0), Bound::Included(1));
        /// Share of the samples picked from the window that are picked in proportion to how much their policy target
        /// surprised the net; the rest are picked uniformly.
        ///
        /// Policy surprise weighting (KataGo).
        surprise_share: f32 = 0.0, Takes::share();
        /// Share of the search's value in the value target; the rest is the game's result.
        ///
        /// In the first generation, whose net is untrained, the result alone counts.
        search_value_share: f32 = 0.25, Takes::share();
        /// Share of the lead in the result of a game that was cut off; the rest is the search's value.
        ///
        /// With 1 the largest lead is a full win: a signal for games that do not end while nobody can play them. Only in
        /// games in which somebody leads before the end.
        cut_off_lead_share: f32 = 0.0, Takes::share();
        /// Weight of the value loss; the policy's is 1.
        value_weight: f32 = 1.0, Takes::weight();
        /// Weight of the moves-left loss.
        moves_left_weight: f32 = 0.1, Takes::weight();
        /// Weight of the lead's squared error, for nets that predict the lead.
        lead_weight: f32 = 0.5, Takes::weight();
    }
}
/// A burn backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// The CPU.
    Flex,
    /// Any graphics card (cargo feature `wgpu`).
    Wgpu,
}

impl DeviceKind {
    /// Whether this program can use it.
    pub fn is_built_in(self) -> bool {
        match self {
            DeviceKind::Flex => true,
            DeviceKind::Wgpu => cfg!(feature = "wgpu"),
        }
    }
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeviceKind::Flex => "flex",
            DeviceKind::Wgpu => "wgpu",
        })
    }
}

impl Value for DeviceKind {
    fn words(&self) -> String {
        self.to_string()
    }
}
