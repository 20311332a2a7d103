use super::say;
use crate::distributed::{Access, Notify, Queue, QueueOptions};
use crate::play::in_one_line;
use anyhow::Result;
use std::path::PathBuf;
use std::sync::Arc;

/// A NATS server, and how to reach it.
#[derive(Clone, Debug, clap::Args)]
pub struct AtServer {
    /// The server, as nats://host:4222 or tls://host:4222
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    server: ServerArgs,
}

impl AtServer {
    /// How to reach the server.
    pub fn access(&self) -> Access {
        self.server.access(&self.url)
    }
}

/// How to reach a NATS server.
#[derive(Clone, Debug, Default, clap::Args)]
struct ServerArgs {
    /// Credentials for the server: a file as NATS's `nsc` writes them
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// The server's CA certificate (PEM), if the system does not have it; connects by TLS only
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,
}

impl ServerArgs {
    fn access(&self, url: &str) -> Access {
        Access { url: url.to_owned(), credentials: self.creds.clone(), certificates: self.tls_ca.clone() }
    }
}

#[derive(Clone, Debug, Default, clap::Args)]
pub struct QueueArgs {
    /// Hand the work out to workers (`ardoise worker`) through a NATS server, as nats://host:4222. The results are the
    /// same, bit for bit
    #[arg(long = "queue", value_name = "URL")]
    url: Option<String>,
    #[command(flatten)]
    server: ServerArgs,
    /// With --queue: play no games on this machine
    #[arg(long, visible_alias = "no-self-play", requires = "url")]
    no_play: bool,
    /// With --queue: the share of the workers' games that is played again here, to find workers with different results
    #[arg(long, value_name = "SHARE", requires = "url", default_value_t = 0.01, value_parser = parse_share)]
    replay: f64,
}

impl QueueArgs {
    pub fn is_given(&self) -> bool {
        self.url.is_some()
    }

    /// The queue for the run of this name, if requested; this machine uses `threads` threads.
    ///
    /// # Errors
    /// The server cannot be reached, or keeps no streams.
    pub fn open(&self, run: String, threads: usize) -> Result<Option<Queue>> {
        let Some(url) = &self.url else { return Ok(None) };
        let access = self.server.access(url);
        let options = QueueOptions { access, run, threads, plays: !self.no_play, recheck_share: self.replay };
        Queue::open(options, notify()).map(Some)
    }
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1, as 0.01".to_owned())
}

/// Writes news of a queue to standard error.
pub fn notify() -> Notify {
    // Much of the text comes from other machines.
    Arc::new(|line: &str| say(format_args!("{}", in_one_line(line))))
}
