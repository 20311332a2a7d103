use super::Refusal;
use crate::clock::Instant;
use serde_json::Value;

/// Work that takes time, done in slices so that it can be stopped in between, and so that others get their turn.
pub trait Task: Send {
    /// Works until about `moment`, which is to come, and hands on what there is to tell. Returns whether the work is done; the last event
    /// then says so.
    ///
    /// # Errors
    /// The work cannot be done; it must not go on.
    fn work(&mut self, moment: Instant, tell: &mut dyn FnMut(Value)) -> Result<bool, Refusal>;
}
