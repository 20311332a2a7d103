use crate::distributed::message::Refusal;
use crate::train::SelfPlayStats;
use std::time::Instant;

/// Computes the pieces of a job, on any machine: a piece's bytes depend on its index alone.
pub(in crate::distributed) trait Work: Send + Sync {
    /// The loop of one thread: computes the pieces whose indices `take` gives, until it gives none or `stop` returns
    /// true; unfinished pieces are then lost. `put` receives each piece with its counts. `take` is called with `true`
    /// if the thread is idle: the call may then wait for a piece.
    fn thread(&self, take: &dyn Fn(bool) -> Option<u32>, stop: &dyn Fn() -> bool, put: &mut Put);

    /// Number of pieces that a thread computes at once.
    fn at_once(&self) -> usize {
        1
    }

    /// Parses the piece with that index at the head of `bytes`, and returns the remaining bytes. Only its validity is
    /// checked: whether it is the right piece is known only after computing it again.
    ///
    /// # Errors
    /// The bytes are no valid piece.
    fn check<'a>(&self, index: u32, bytes: &'a [u8]) -> Result<&'a [u8], Refusal>;
}

/// Receives a finished piece: index, bytes and counts.
pub(in crate::distributed) type Put<'a> = dyn FnMut(u32, Vec<u8>, SelfPlayStats) + 'a;

/// [`Work::thread`] for pieces that are computed one after the other; `compute` returns `None` if stopped.
pub(in crate::distributed) fn one_by_one(
    take: &dyn Fn(bool) -> Option<u32>,
    stop: &dyn Fn() -> bool,
    put: &mut Put,
    mut compute: impl FnMut(u32) -> Option<Vec<u8>>,
) {
    while !stop() {
        let Some(index) = take(true) else { return };
        let begun = Instant::now();
        let Some(bytes) = compute(index) else { return };
        let seconds = begun.elapsed().as_secs_f64();
        put(index, bytes, SelfPlayStats { games: 1, seconds, ..SelfPlayStats::default() });
    }
}

/// Parses the pieces with these indices, concatenated in `bytes`.
///
/// # Errors
/// A piece is invalid, or bytes are left over.
pub(in crate::distributed) fn read_pieces(
    work: &dyn Work,
    indices: impl Iterator<Item = u32>,
    mut bytes: &[u8],
) -> Result<Vec<Vec<u8>>, Refusal> {
    let mut pieces = Vec::new();
    for index in indices {
        let rest = work.check(index, bytes)?;
        pieces.push(bytes[..bytes.len() - rest.len()].to_vec());
        bytes = rest;
    }
    match bytes {
        [] => Ok(pieces),
        _ => Err(Refusal::malformed("there is more after the last one")),
    }
}

/// The first pieces of a work, as an honest worker computes them.
#[cfg(test)]
pub(in crate::distributed) fn first_pieces(work: &dyn Work, count: u32) -> Vec<Vec<u8>> {
    let next = std::cell::Cell::new(0);
    let take = |_| (next.get() < count).then(|| next.replace(next.get() + 1));
    let mut pieces = Vec::new();
    work.thread(&take, &|| false, &mut |_, bytes, _| pieces.push(bytes));
    pieces
}
