use crate::commands::ask::{ask, first_line};
use crate::serve::{Access, Limits, Server, Settings};
use crate::web::Games;
use anyhow::{Context, Result, ensure};
use std::net::Ipv4Addr;
use std::thread;
use std::time::Duration;

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server in this process gives the page, and its engine answers. The server ends with the process.
pub fn page() -> Result<String> {
    let settings = Settings {
        access: Access::Local,
        limits: Limits { threads: 1, memory: 64 << 20 },
        allow_training: false,
        games: Games::default(),
    };
    let server = Server::bind((Ipv4Addr::LOCALHOST, 0).into(), settings).context("cannot listen on 127.0.0.1")?;
    let address = server.address()?;
    thread::spawn(move || server.run());
    let page = ask(address, "GET / HTTP/1.1", "", PATIENCE)?;
    ensure!(page.contains("<html"), "{address} gives no page: {}", first_line(&page));
    let body = r#"{"do": "move", "game": {"variant": "dualite"}, "simulations": 20}"#;
    let told = ask(address, "POST /api HTTP/1.1\r\nContent-Type: application/json", body, PATIENCE)?;
    ensure!(told.contains("\"done\":true"), "{address} answers no request for a move: {}", first_line(&told));
    Ok(format!("answers on {address}"))
}
