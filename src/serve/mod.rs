//! `ardoise serve`: the page and its engine over HTTP (`docs/protocol.md`).
//!
//! Each request is answered on its own. Tasks take turns, slice by slice, on as many threads as the machine has, so
//! that several pages share it fairly and a task without a reader ends with its slice.

mod connections; // their number and duration
mod event_queues; // events of tasks, which pages fetch
mod guard; //    access control
mod page; //     the files of the page, compressed and tagged
mod places; //   the places for connections
mod routes; //   the routes
mod table; //    a game between two people
mod table_folder; // the files of tables while no server runs
mod tables; //   all games between people
mod timed_stream; // a connection with a write timeout
mod timeouts; //  how long to wait for the other side
mod turns; //    how tasks share threads and memory

#[cfg(feature = "learn")]
mod training; // training runs: watching and controlling them
#[cfg(feature = "learn")]
mod poll; //     one poll for all watchers

pub use guard::Access;
pub use turns::Limits;

use crate::web::{Games, Nets, PageEngine};
use routes::ServerState;
use serde_json::json;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use timeouts::Timeouts;

#[derive(Debug)]
pub struct Settings {
    pub access: Access,
    pub limits: Limits,
    /// Whether training may be started and stopped from the page.
    pub allow_training: bool,
    /// The games that pages may name.
    pub games: Games,
}

/// A server that listens, but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    settings: Settings,
}

impl Server {
    /// Listens on a port of an address; port 0 is any free one. `settings` is called with the port.
    ///
    /// # Errors
    /// The port is not available.
    pub fn bind(address: SocketAddr, settings: Settings) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        Ok(Server { listener, settings })
    }

    /// The address on which the server listens.
    ///
    /// # Errors
    /// The system does not report the address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The page's address: the one for other machines, if they can reach it.
    ///
    /// # Errors
    /// The system does not report the server's address.
    pub fn page(&self) -> io::Result<String> {
        let listens = self.address()?;
        Ok(elsewhere(listens).unwrap_or_else(|| format!("http://{listens}/")))
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// The system cannot start threads.
    pub fn run(self) -> io::Result<()> {
        let Settings { access, limits, allow_training, games } = self.settings;
        let training = match (cfg!(feature = "learn"), allow_training) {
            (false, _) => None,
            (true, false) => Some("watch"),
            (true, true) => Some("control"),
        };
        let elsewhere = elsewhere(self.listener.local_addr()?);
        let engine =
            json!({"engine": "program", "threads": limits.threads, "training": training, "elsewhere": elsewhere});
        let engine = PageEngine::new(Nets::of_program(), games, engine);
        let shared = ServerState::new(engine, access, limits);
        #[cfg(feature = "learn")]
        let shared = shared.with_training(training::Training::new(allow_training));
        // The work itself is done by `spawn_blocking`, whose threads tokio counts separately.
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
        runtime.block_on(async {
            self.listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            match connections::answer(listener, routes::router(Arc::new(shared)), Timeouts::USUAL).await {}
        })
    }
}

/// The page's address for other machines; `None` if only this machine reaches it, or it is unknown.
fn elsewhere(listens: SocketAddr) -> Option<String> {
    let ip = match listens.ip() {
        ip if ip.is_loopback() => return None,
        ip if !ip.is_unspecified() => ip,
        // The address of this machine from which packets to others would be sent. No packet is sent.
        IpAddr::V4(any) => own_address((any, 0).into(), (Ipv4Addr::new(192, 0, 2, 1), 9).into())?,
        IpAddr::V6(any) => own_address((any, 0).into(), (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1), 9).into())?,
    };
    Some(format!("http://{}/", SocketAddr::new(ip, listens.port())))
}

fn own_address(from: SocketAddr, to: SocketAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind(from).ok()?;
    socket.connect(to).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
