use super::metrics::Metrics;
use super::progress::Progress;
use super::schedule::Phase;
use super::session::Session;
use super::tensorboard::TensorBoard;
use anyhow::Result;

/// Keeps the figures of a run's generations, and reports them to a person and to TensorBoard.
pub(super) struct Reporter<'a> {
    progress: &'a dyn Progress,
    board: TensorBoard,
    /// Figures of all generations, oldest first.
    metrics: Vec<Metrics>,
    /// The plan reported last.
    told: Option<Phase>,
}

impl<'a> Reporter<'a> {
    /// A reporter after these generations.
    ///
    /// # Errors
    /// TensorBoard's log cannot be written.
    pub fn new(session: &Session<'a>, metrics: Vec<Metrics>) -> Result<Reporter<'a>> {
        let board = TensorBoard::new(session.run.dir(), &metrics)?;
        Ok(Reporter { progress: session.progress, board, metrics, told: None })
    }

    /// The figures of all generations, oldest first.
    pub fn metrics(&self) -> &[Metrics] {
        &self.metrics
    }

    /// Reports a complete generation.
    ///
    /// # Errors
    /// TensorBoard's log cannot be written.
    pub fn add(&mut self, metrics: Metrics) -> Result<()> {
        self.progress.generation(&metrics);
        self.board.add(&metrics)?;
        self.metrics.push(metrics);
        Ok(())
    }

    /// Reports the plan for the generations from this one on if it is new, see [`Progress::planned`].
    pub fn plan(&mut self, generation: u32, phase: Option<&Phase>) {
        let Some(&phase) = phase else { return };
        let begins_to_fall = phase.full_until + 1 == generation;
        let falls_otherwise = phase.full_until < generation && self.told != Some(phase);
        let moved = self.told.is_none_or(|told| phase.until.abs_diff(told.until) > told.until / 10);
        if moved || begins_to_fall || falls_otherwise {
            self.progress.planned(generation, self.told.as_ref(), &phase);
            self.told = Some(phase);
        }
    }
}
