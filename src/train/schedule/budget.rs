use crate::train::clock::Time;
use serde::{Deserialize, Serialize};

/// How long a run may take, earlier sessions included. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// Limit on wall-clock seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<f64>,
    /// Limit on the processor seconds of this process, all threads together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
}

impl Budget {
    pub fn is_none(&self) -> bool {
        *self == Budget::default()
    }

    /// Whether a run that has taken `spent` must stop.
    pub fn is_spent(&self, spent: Time) -> bool {
        [(self.wall, spent.wall), (self.cpu, spent.cpu)]
            .iter()
            .any(|&(limit, spent)| limit.is_some_and(|limit| spent >= limit))
    }
}
