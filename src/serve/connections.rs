//! The connections of a server: so many at once, and none that only waits.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections at once. Each of them is a file, of which a process often has 1 024.
const MOST: usize = 512;

/// How long a request's head may take, also its beginning on a connection that is kept open.
pub(super) const HEAD: Duration = Duration::from_secs(20);

/// How long to wait where the system gives no connection, as when there are no files left.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers all who come, with `router`.
pub(super) async fn answer(listener: TcpListener, router: Router) -> Infallible {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("the semaphore is never closed");
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            let http = http.timer(TokioTimer::new()).header_read_timeout(HEAD);
            // Whoever it was has gone, or did not speak HTTP: nobody is left to tell.
            drop(http.serve_connection(TokioIo::new(stream), service).await);
            drop(place);
        });
    }
}
