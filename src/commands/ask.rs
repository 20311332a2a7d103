//! Requests to a server of this machine.

use anyhow::{Context, Result, ensure};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// The most bytes of an answer: a foreign server may send without end.
const MOST: u64 = 1 << 20;

/// Sends a request by HTTP/1.1 and returns the answer with its head. `head` holds the request's first lines; each
/// read may take `patience`.
///
/// # Errors
/// No server answers at the address, or the status is not 200.
pub fn ask(address: SocketAddr, head: &str, body: &str, patience: Duration) -> Result<String> {
    let mut stream =
        TcpStream::connect_timeout(&address, patience).with_context(|| format!("cannot connect to {address}"))?;
    stream.set_read_timeout(Some(patience))?;
    let length = body.len();
    write!(stream, "{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")?;
    let mut answer = String::new();
    stream.take(MOST).read_to_string(&mut answer).with_context(|| format!("{address} does not answer"))?;
    let line = first_line(&answer);
    ensure!(line.starts_with("HTTP/1.1 200"), "{address} answers {line}");
    Ok(answer)
}

pub fn first_line(answer: &str) -> &str {
    answer.lines().next().unwrap_or("nothing")
}
