use crate::serve::{Access, Limits, Server, Settings};
use crate::web::Games;
use anyhow::{Context, Result, ensure};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server of this process gives the page, and its engine answers. It ends with the process.
pub fn page() -> Result<String> {
    let settings = Settings {
        access: Access::Local { port: 0 },
        limits: Limits { threads: 1, memory: 64 << 20 },
        allow_training: false,
        games: Games::default(),
    };
    let server = Server::bind((Ipv4Addr::LOCALHOST, 0).into(), settings).context("cannot listen on 127.0.0.1")?;
    let address = server.address()?;
    thread::spawn(move || server.run());
    let page = ask(address, "GET / HTTP/1.1", "")?;
    ensure!(page.contains("<html"), "{address} gives no page: {}", first_line(&page));
    let body = r#"{"do": "move", "game": {"variant": "dualite"}, "simulations": 20}"#;
    let told = ask(address, "POST /api HTTP/1.1\r\nContent-Type: application/json", body)?;
    ensure!(told.contains("\"done\":true"), "{address} answers no request for a move: {}", first_line(&told));
    Ok(format!("answers on {address}"))
}

fn ask(address: SocketAddr, head: &str, body: &str) -> Result<String> {
    let mut stream =
        TcpStream::connect_timeout(&address, PATIENCE).with_context(|| format!("cannot connect to {address}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    write!(stream, "{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).with_context(|| format!("{address} does not answer"))?;
    let line = first_line(&answer);
    ensure!(line.starts_with("HTTP/1.1 200"), "{address} answers {line}");
    Ok(answer)
}

fn first_line(answer: &str) -> &str {
    answer.lines().next().unwrap_or("nothing")
}
