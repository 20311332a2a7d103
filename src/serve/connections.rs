//! The connections of a server: limited in number, and none may idle.

use super::places::Places;
use super::timed_stream::TimedStream;
use super::timeouts::Timeouts;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Pause when the system gives no connection, for instance because the process has too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers all connections with `router`.
pub(super) async fn answer(listener: TcpListener, router: Router, timeouts: Timeouts) -> Infallible {
    let places = Arc::new(Places::default());
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let place = places.enter(from.ip());
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let known = place.known.clone();
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(known.clone());
                service.call(request)
            });
            let mut http = http1::Builder::new();
            let http = http.timer(TokioTimer::new()).header_read_timeout(timeouts.head);
            let stream = TokioIo::new(TimedStream::new(stream, timeouts));
            tokio::select! {
                // The client has gone, or did not speak HTTP: there is nobody to report to.
                _ = http.serve_connection(stream, service) => {}
                () = place.needed() => {}
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;
    use axum::routing::get;
    use std::io::{ErrorKind, Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::thread;

    const SHORT: Timeouts = Timeouts {
        head: Duration::from_secs(60),
        write: Duration::from_millis(200),
        slowest: Duration::from_micros(1),
    };

    /// A server whose page has some mebibytes.
    fn start(timeouts: Timeouts) -> SocketAddr {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it listens");
        listener.set_nonblocking(true).expect("a socket");
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).expect("a socket");
                // One copy for all clients.
                let page = Bytes::from(vec![b'x'; 32 << 20]);
                let router = Router::new().route("/", get(move || std::future::ready(page.clone())));
                answer(listener, router, timeouts).await
            })
        });
        address
    }

    fn ask(address: SocketAddr) -> TcpStream {
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect("it reads");
        stream
    }

    #[test]
    fn who_does_not_read_is_left() {
        let address = start(SHORT);
        let mut stream = ask(address);
        // Data sent to a closed connection is answered by a reset: there is no need to measure time.
        let left = loop {
            match stream.write_all(b"\r\n") {
                Ok(()) => thread::sleep(Duration::from_millis(10)),
                Err(error) => break error.kind(),
            }
        };
        assert!(matches!(left, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{left}");
        // A client that reads gets everything, however slow: each KiB extends the time.
        let mut stream = ask(start(Timeouts { slowest: Duration::from_secs(1), ..SHORT }));
        let (mut whole, mut piece) = (0, vec![0; 1 << 20]);
        loop {
            thread::sleep(Duration::from_millis(30));
            match stream.read(&mut piece).expect("it goes on") {
                0 => break,
                read => whole += read,
            }
        }
        assert!(whole > 32 << 20, "{whole}");
        // The next request gets an answer, too, without delay.
        stream = ask(address);
        assert_eq!(stream.read(&mut piece[..4]).expect("it answers"), 4);
    }

    #[test]
    fn a_crowd_that_does_not_read_keeps_nobody_out() {
        let address = start(Timeouts { write: Duration::from_secs(3600), ..SHORT });
        let crowd = Vec::from_iter((0..520).map(|_| ask(address)));
        let mut answer = [0; 15];
        ask(address).read_exact(&mut answer).expect("it is answered");
        assert_eq!(&answer, b"HTTP/1.1 200 OK");
        drop(crowd);
    }
}
