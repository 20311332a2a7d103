use super::args::Args;
#[cfg(feature = "distributed")]
use super::progress::write_rows;
#[cfg(feature = "distributed")]
use crate::commands::stdout;
#[cfg(feature = "distributed")]
use crate::distributed::Queue;
use crate::runs::RunDir;
#[cfg(feature = "distributed")]
use crate::train::Row;
use crate::train::{self, Config, Finish, RecordedGames, RulesInTurn, Session, Threads};
use anyhow::Result;
#[cfg(feature = "distributed")]
use anyhow::bail;

pub(super) enum Backend {
    Here(Threads),
    Recorded(RecordedGames),
    #[cfg(feature = "distributed")]
    Workers(Box<Queue>),
}

impl Backend {
    pub fn open(args: &Args, rules: RulesInTurn, config: &Config, dir: &RunDir, threads: usize) -> Result<Backend> {
        if let Some(recorded) = RecordedGames::open(rules, config, threads)? {
            #[cfg(feature = "distributed")]
            if args.queue.is_given() {
                bail!(
                    "--queue: the games are those of another run (games_of): expected no --queue, since no games are played"
                );
            }
            return Ok(Backend::Recorded(recorded));
        }
        #[cfg(feature = "distributed")]
        if let Some(queue) = args.queue.open(dir.name(), threads)? {
            return Ok(Backend::Workers(Box::new(queue)));
        }
        // Unused without the feature above.
        let _ = (args, dir);
        Ok(Backend::Here(Threads::new(threads)?))
    }

    pub fn train(&self, rules: RulesInTurn, config: &Config, session: &Session) -> Result<Finish> {
        match self {
            Backend::Here(threads) => train::run(rules, config, session, threads),
            Backend::Recorded(games) => train::run(rules, config, session, games),
            #[cfg(feature = "distributed")]
            Backend::Workers(queue) => train::run(rules, config, session, &**queue),
        }
    }

    /// Closes the backend, and prints its summary.
    pub fn close(self, complete: bool, quiet: bool) -> Result<()> {
        #[cfg(feature = "distributed")]
        if let Backend::Workers(queue) = self {
            let parts = queue.summary();
            queue.close(complete);
            if !quiet {
                write_rows(&mut stdout(), &[Row { label: "queue", parts }])?;
            }
        }
        #[cfg(not(feature = "distributed"))]
        let _ = (complete, quiet);
        Ok(())
    }
}
