use super::table::{Takes, table};

table! {
    /// How progress is measured.
    pub struct ReportConfig {
        /// Measure strength in one generation of every N, and in the last; 0: never.
        every: u32 = 10, Takes::Any;
        /// Players to measure against, named as for `ardoise arena`.
        opponents: Vec<String> = vec!["random".to_owned()], Takes::Any;
        /// Games against each opponent.
        games: u32 = 40, Takes::Fitting(
            |report| (2..=1_000_000).contains(&report.games) && report.games.is_multiple_of(2),
            "an even number from 2 to 1000000",
        );
        /// Simulations per move in these games, also for opponents whose name sets none.
        simulations: u32 = 64, Takes::at_least(1);
        /// Positions of the exam, in games with an exact solver; 0: no exam.
        exam_positions: usize = 500, Takes::at_most(1_000_000);
        /// Samples on which training and held-out losses are compared.
        validation_samples: usize = 2048, Takes::at_least(1);
    }
}
