use super::ask::ask;
use super::thinking::parse_memory;
use super::threads::{of_games, processors};
use super::{report_error, say, stdout};
use crate::search::DEFAULT_MEMORY;
use crate::serve::{Access, Limits, Server, Settings};
use crate::web::Games;
use anyhow::{Context, Result};
use bytesize::ByteSize;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The address to listen on by default.
const HOST: Ipv4Addr = Ipv4Addr::LOCALHOST;
/// The port to listen on by default.
const PORT: u16 = 8317;

/// How long to wait for another server's answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Open a page in the browser to play, analyse and watch training
///
/// The page is part of the program and loads nothing from elsewhere. By default only this machine can reach it. With
/// --host, anybody with the printed address and its token can use the engine, so share it with care. Ctrl-C ends the
/// server.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Port to listen on; 0 is any free one
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    /// Address to listen on, such as 0.0.0.0 for all of this machine's networks
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(HOST))]
    host: IpAddr,
    /// Open the page in the browser, also if a server already runs at this port
    #[arg(long)]
    open: bool,
    /// Let the page start, stop and resume training runs
    #[arg(long)]
    allow_training: bool,
    /// Also show the game of a rules file, or those of a folder (repeatable)
    ///
    /// Changes in a file show when the page is reloaded. Games of training runs by rules files are shown without this.
    #[arg(long, value_name = "PATH")]
    games: Vec<PathBuf>,
    /// Memory for all search trees together, as 512MB or 2GiB
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value_t = ByteSize(DEFAULT_MEMORY as u64))]
    memory: ByteSize,
    /// Threads of searches [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = of_games)]
    threads: Option<NonZeroUsize>,
}

/// Runs the command.
///
/// # Errors
/// A rules file is wrong, the port is not available, or standard output cannot be written.
pub fn run(args: Args) -> Result<()> {
    let threads = args.threads.unwrap_or_else(processors).get();
    let access = match args.host.is_loopback() {
        true => Access::Local,
        false => Access::by_new_token().context("the system gives no random numbers for a token")?,
    };
    let query = if let Access::Token(token) = &access { format!("?token={token}") } else { String::new() };
    let limits = Limits { threads, memory: usize::try_from(args.memory.0).unwrap_or(usize::MAX) };
    let games = Games::default();
    for path in &args.games {
        games.open(path, &mut |wrong| say(format_args!("ardoise: skipped: {}", wrong.error)))?;
    }
    let wanted = SocketAddr::new(args.host, args.port);
    let server = match Server::bind(wanted, Settings { access, limits, allow_training: args.allow_training, games }) {
        // A second start with `--open` opens the page that runs already: games are saved by port.
        Err(error) if args.open && error.kind() == io::ErrorKind::AddrInUse && is_page(wanted) => {
            let page = format!("http://{wanted}/");
            writeln!(stdout(), "{page}")?;
            say(format_args!("it is running already, from another window"));
            if let Some(opening) = open(&page) {
                let _ = opening.join();
            }
            return Ok(());
        }
        bound => bound.with_context(|| {
            format!("cannot listen on {wanted}: expected another --port, such as {}", other_port(args.port))
        })?,
    };
    let page = server.page().context("cannot tell the port")? + &query;
    writeln!(stdout(), "{page}")?;
    stdout().flush()?;
    if io::stdout().is_terminal() {
        say(format_args!("The page works until the program ends, by Ctrl-C or with this window."));
    }
    if args.open {
        open(&page);
    }
    server.run().context("the server failed")
}

/// Whether this program's page answers at an address of this machine.
fn is_page(address: SocketAddr) -> bool {
    let page = || ask(address, "GET / HTTP/1.1", "", PATIENCE);
    address.ip().is_loopback() && page().is_ok_and(|page| page.contains("data-engine=\"program\""))
}

/// The effect of a double click on the program on Windows: opens the page, on another port if the usual one is taken.
/// The program owns the window, which closes with it, so it stays open until a person has read an error.
///
/// # Errors
/// As [`run`].
pub fn in_own_window() -> Result<()> {
    let usual = SocketAddr::from((HOST, PORT));
    let is_usable = TcpListener::bind(usual).is_ok() || is_page(usual);
    let done = run(Args {
        port: if is_usable { PORT } else { 0 },
        host: IpAddr::V4(HOST),
        open: true,
        allow_training: false,
        games: Vec::new(),
        memory: ByteSize(DEFAULT_MEMORY as u64),
        threads: None,
    });
    if let Err(error) = &done {
        report_error(error);
        say(format_args!("Enter closes the window."));
        // The line's content does not matter.
        let _ = io::stdin().read_line(&mut String::new());
    }
    done
}

fn other_port(port: u16) -> u16 {
    port.checked_add(1).unwrap_or(PORT)
}

/// Opens the page with the system's own command. The thread reports a failure; it ends once it is known whether the
/// command failed.
fn open(page: &str) -> Option<JoinHandle<()>> {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let failed = move || say(format_args!("no browser could be started by `{program}`: open the address above"));
    let Ok(mut started) = command.spawn() else {
        failed();
        return None;
    };
    // Some of these commands run as long as the browser.
    Some(thread::spawn(move || {
        if started.wait().is_ok_and(|status| !status.success()) {
            failed();
        }
    }))
}
