use std::time::Duration;

/// How long to wait for the other side of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// Timeout for a request's head, and for its first bytes on a connection that is kept open.
    pub head: Duration,
    /// Timeout for a request's body to arrive, and for a reply to be accepted; extended by the same time for each KiB,
    /// as on a very slow line.
    pub write: Duration,
    pub slowest: Duration,
}

impl Timeouts {
    pub const USUAL: Timeouts =
        Timeouts { head: Duration::from_secs(20), write: Duration::from_secs(20), slowest: Duration::from_millis(100) };
}
