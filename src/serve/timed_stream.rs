use super::timeouts::Timeouts;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// A connection that ends if the other side does not accept written data: a write may wait for a limited time, extended
/// for each KiB accepted, as on a very slow line.
pub(super) struct TimedStream {
    stream: TcpStream,
    timeouts: Timeouts,
    /// Time that writes have waited, minus the credit for accepted data.
    waited: Duration,
    /// The waiting write: its start, and the timer that ends it.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl TimedStream {
    pub fn new(stream: TcpStream, timeouts: Timeouts) -> TimedStream {
        TimedStream { stream, timeouts, waited: Duration::ZERO, waiting: None }
    }

    /// The result of a write, or an error if it has waited for too long.
    fn timed(&mut self, context: &mut Context, written: Poll<Result<usize>>) -> Poll<Result<usize>> {
        let Poll::Ready(written) = written else {
            let left = self.timeouts.write.saturating_sub(self.waited);
            let (_, alarm) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
            ready!(alarm.as_mut().poll(context));
            return Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "nobody reads")));
        };
        if let Some((since, _)) = self.waiting.take() {
            self.waited += since.elapsed();
        }
        let bytes = *written.as_ref().unwrap_or(&0);
        self.waited = self.waited.saturating_sub(self.timeouts.slowest.mul_f64(bytes as f64 / 1024.0));
        Poll::Ready(written)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context, bytes: &[u8]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context, parts: &[IoSlice]) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context, buffer: &mut ReadBuf) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}
