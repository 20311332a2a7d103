use super::config::LearnerConfig;
use crate::eval::Value;
use crate::samples::Sample;

impl<P> Sample<P> {
    /// The value target, `[win, draw, loss]` for the side to act: the game's result mixed with the search's value. If a
    /// game was cut off, a share of its result is replaced by the lead. `None` if nothing is known.
    pub fn value_target(&self, config: &LearnerConfig) -> Option<[f32; 3]> {
        let wdl = |value: Value| [value.win, value.draw(), value.loss];
        let mix = |a: [f32; 3], b: [f32; 3], share: f32| std::array::from_fn(|i| a[i] + share * (b[i] - a[i]));
        let result = match (self.cut_off, self.result.map(wdl)) {
            (true, result) if config.cut_off_lead_share > 0.0 => {
                let lead = [self.lead.max(0.0), 1.0 - self.lead.abs(), (-self.lead).max(0.0)];
                Some(mix(result.unwrap_or([0.0, 1.0, 0.0]), lead, config.cut_off_lead_share))
            }
            (_, result) => result,
        };
        match (result, self.search.map(wdl)) {
            (Some(result), Some(search)) => Some(mix(result, search, config.search_value_share)),
            (result, search) => result.or(search),
        }
    }
}
