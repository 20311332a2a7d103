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
use crate::train::{self, Config, Finish, RulesInTurn, Session, Threads};
use anyhow::Result;

/// Who plays the games.
pub(super) enum Backend {
    Here(Threads),
    #[cfg(feature = "distributed")]
    Workers(Box<Queue>),
}

impl Backend {
    /// What the arguments say.
    pub fn open(args: &Args, dir: &RunDir, threads: usize) -> Result<Backend> {
        #[cfg(feature = "distributed")]
        if let Some(queue) = args.queue.open(dir.name(), threads)? {
            return Ok(Backend::Workers(Box::new(queue)));
        }
        // Only needed for what is above.
        let _ = (args, dir);
        Ok(Backend::Here(Threads::new(threads)?))
    }

    /// Trains with it, see [`train::run`].
    pub fn train(&self, rules: RulesInTurn, config: &Config, session: &Session) -> Result<Finish> {
        match self {
            Backend::Here(threads) => train::run(rules, config, session, threads),
            #[cfg(feature = "distributed")]
            Backend::Workers(queue) => train::run(rules, config, session, &**queue),
        }
    }

    /// Leaves it, and says what there is to say of it.
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
