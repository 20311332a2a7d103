use super::metrics::Metrics;
use super::schedule::Phase;

/// Shows the progress of a run.
pub trait Progress: Sync {
    /// Begins a part of a generation, which counts `unit`s up to `total`.
    fn begin(&self, generation: u32, task: &str, unit: &'static str, total: u64);
    /// Called when one more game or step is done.
    fn tick(&self);
    /// Called when the part is complete.
    fn end(&self);
    fn generation(&self, metrics: &Metrics);
    /// Called with the plan of the generations from this one on: at a session's beginning, when the end has moved by
    /// more than a tenth, when the learning rate begins to fall, and when the plan changes after that. `before` is the
    /// plan of the last call.
    fn planned(&self, generation: u32, before: Option<&Phase>, now: &Phase);
}
