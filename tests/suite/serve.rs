//! `ardoise serve` and `ardoise site`, with a browser's requests and with hostile ones.

#[cfg(all(unix, feature = "learn"))]
use crate::support::place::Place;
use crate::support::program::{ardoise, prints, refuses};
#[cfg(unix)]
use crate::support::waiting::wait_until;
use flate2::read::GzDecoder;
#[cfg(all(unix, feature = "learn"))]
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

struct Server {
    child: Child,
    /// Host and port.
    address: String,
    /// What the printed address holds after the path.
    query: String,
    /// Where it works, if nobody else has a folder for it.
    folder: Option<tempfile::TempDir>,
}

impl Server {
    fn start(args: &[&str]) -> Server {
        let folder = tempfile::tempdir().expect("created");
        let mut server = Server::start_in(folder.path(), args);
        server.folder = Some(folder);
        server
    }

    /// Starts it with this working directory.
    fn start_in(folder: &Path, args: &[&str]) -> Server {
        let mut child = ardoise(&[&["serve", "--port", "0"], args].concat())
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line).expect("it prints its address");
        let page = line.trim().strip_prefix("http://").expect("an address");
        let (address, query) = page.split_once('/').expect("a path");
        let address = address.replace("0.0.0.0", "127.0.0.1");
        Server { child, address, query: query.to_owned(), folder: None }
    }

    /// Sends a request as it stands, and reads the status, the head and what follows.
    fn send(&self, request: &str) -> (u16, String, String) {
        let mut stream = self.open(request);
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).expect("the server answers");
        split(&String::from_utf8_lossy(&reply))
    }

    /// Sends a request and leaves the connection open.
    fn open(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(500))).expect("a socket");
        stream.write_all(request.as_bytes()).expect("the server reads");
        stream
    }

    fn get(&self, path: &str) -> (u16, String, String) {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address))
    }

    /// A request for a file of the page with further headers: the status, the head, and the bytes that follow.
    fn ask_file(&self, method: &str, path: &str, headers: &str) -> (u16, String, Vec<u8>) {
        let host = &self.address;
        read_whole(
            self.open(&format!("{method} /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n")),
        )
    }

    fn post_text(&self, path: &str, headers: &str, body: &str) -> String {
        let (host, length) = (&self.address, body.len());
        format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        )
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> (u16, Value) {
        let (status, _, reply) = self.send(&self.post_text(path, headers, body));
        (status, serde_json::from_str(&reply).unwrap_or_else(|error| panic!("{error}: {reply}")))
    }

    fn ask(&self, request: Value) -> (u16, Value) {
        self.post("/api", JSON, &request.to_string())
    }

    /// Opens a stream and waits for its first bytes.
    fn listen(&self, request: Value) -> TcpStream {
        let mut stream = self.open(&self.post_text("/api/stream", JSON, &request.to_string()));
        let read = stream.read(&mut [0; 4096]).expect("the stream begins");
        assert!(read > 0);
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status, the head and the bytes of a reply.
fn read_whole(mut stream: TcpStream) -> (u16, String, Vec<u8>) {
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).expect("the server answers");
    let end = reply.windows(4).position(|part| part == b"\r\n\r\n").expect("a head") + 4;
    let body = reply.split_off(end);
    let (status, head, _) = split(&String::from_utf8(reply).expect("a head is text"));
    (status, head, body)
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut whole).expect("it is compressed");
    whole
}

const JSON: &str = "Content-Type: application/json\r\n";

fn split(reply: &str) -> (u16, String, String) {
    let (head, body) = reply.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {reply:?}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, head.to_lowercase(), body.to_owned())
}

/// The tag in a head, which stands there in small letters.
fn tag(head: &str) -> String {
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
    tag.replacen("w/", "W/", 1)
}

fn endless() -> Value {
    json!({"do": "analyse", "game": {"variant": "zen"}})
}

#[test]
fn the_page_comes_whole_and_nothing_else_does() {
    let server = Server::start(&[]);
    let (status, head, body) = server.get("/");
    assert_eq!(status, 200);
    assert!(body.contains("data-engine=\"program\""));
    assert!(head.contains("content-type: text/html") && head.contains("default-src 'none'"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    for name in ["app.js", "style.css", "engine/worker.js", "icon.svg"] {
        let (status, head, body) = server.get(&format!("/{name}"));
        assert_eq!((status, body), (200, fs::read_to_string(web.join(name)).unwrap()), "{name}");
        let known = format!("If-None-Match: {}\r\n", tag(&head));
        assert_eq!(server.ask_file("GET", name, &known).0, 304);
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/engine",
        "/engine/",
        "/checkpoints/loa.ard",
        "/index.html/",
        "/.%00",
    ] {
        let (status, head, body) = server.get(path);
        assert_eq!(status, 404, "{path}");
        assert!(head.contains("application/json") && body.contains("\"error\""), "{path}: {body}");
    }
}

/// The head of a request whose body is still to come.
fn bodiless(path: &str, host: &str) -> String {
    format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{JSON}Content-Length: 9\r\n\r\n")
}

/// The rest of what comes, up to the end of the connection.
fn rest(mut stream: TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_secs(300))).expect("a time");
    let mut text = String::new();
    // A reset ends it, too.
    drop(stream.read_to_string(&mut text));
    text
}

#[test]
fn who_only_waits_keeps_nobody_out() {
    let server = Server::start(&[]);
    let connect = |text: &str| {
        let mut stream = TcpStream::connect(&server.address).expect("it listens");
        stream.write_all(text.as_bytes()).expect("it is sent");
        stream
    };
    // More than there are places. Those who come later are answered when these have been sent away.
    let heads = Vec::from_iter((0..570).map(|_| connect("GET / HTTP/1.1\r\nHost: ")));
    #[cfg(target_os = "linux")]
    {
        let files = || fs::read_dir(format!("/proc/{}/fd", server.child.id())).expect("Linux tells").count();
        wait_until("the connections", || files() > 500);
        std::thread::sleep(Duration::from_millis(300));
        assert!(files() < 550, "512 connections, and what a server has besides: {} files", files());
    }
    let kept = connect(&format!("GET /icon.svg HTTP/1.1\r\nHost: {}\r\n\r\n", server.address));
    let body = connect(&server.post_text("/api", JSON, "").replace("Content-Length: 0", "Content-Length: 9"));
    assert_eq!(server.get("/").0, 200);
    for head in heads {
        assert!(!rest(head).contains("200 OK"));
    }
    assert!(rest(kept).contains("200 OK"), "one that is kept open ends, too");
    assert!(rest(body).contains("408 Request Timeout"));
}

#[test]
fn any_address_of_this_machine_will_do() {
    // Other systems have the first of them alone.
    if cfg!(target_os = "linux") {
        let server = Server::start(&["--host", "127.0.0.2"]);
        assert!(server.address.starts_with("127.0.0.2:") && server.query.is_empty(), "{}", server.address);
        assert_eq!(server.get("/").0, 200);
        assert!(server.post("/api", JSON, &json!({"do": "hello"}).to_string()).1["variants"].is_array());
    }
}

#[test]
fn what_is_long_is_compressed_for_those_who_read_it() {
    let server = Server::start(&[]);
    let gzip = "Accept-Encoding: br, gzip\r\n";
    for name in ["page.js", "views.js", "page.css", "engine/worker.js", "reports/loa.json"] {
        let (status, head, plain) = server.ask_file("GET", name, "");
        assert!(status == 200 && !head.contains("content-encoding"), "{name}: {head}");
        let (status, head, packed) = server.ask_file("GET", name, gzip);
        assert!(status == 200 && head.contains("\r\ncontent-encoding: gzip\r\n"), "{name}: {head}");
        assert!(head.contains("\r\nvary: accept-encoding\r\n") && head.contains("\r\ncache-control: no-cache\r\n"));
        assert_eq!(unpacked(&packed), plain, "{name}");
        assert!(2 * packed.len() < plain.len() + 1000, "{name}: {} of {} bytes", packed.len(), plain.len());

        // The head alone is the same.
        let (status, only_head, body) = server.ask_file("HEAD", name, gzip);
        assert!(status == 200 && body.is_empty(), "{name}");
        let without_date =
            |head: &str| head.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n");
        assert_eq!(without_date(&only_head), without_date(&head), "{name}");

        // Whoever has it need not get it again, compressed or not.
        let tag = &tag(&head);
        for (known, expected) in
            [(tag.as_str(), 304), (&format!("\"other\", {tag}"), 304), ("*", 304), ("\"other\"", 200)]
        {
            let (status, again, body) = server.ask_file("GET", name, &format!("{gzip}If-None-Match: {known}\r\n"));
            assert_eq!(status, expected, "{name}: {known}");
            assert!(again.contains(&tag.to_lowercase()) && body.is_empty() == (status == 304), "{name}: {again}");
        }
    }
    // Neither what is short nor what is compressed already.
    for name in ["", "icon.svg", "icon-512.png"] {
        let (status, head, _) = server.ask_file("GET", name, gzip);
        assert!(status == 200 && !head.contains("content-encoding"), "{name}: {head}");
    }

    let hello = json!({"do": "hello"}).to_string();
    let (_, plain) = server.post("/api", JSON, &hello);
    let (status, head, packed) = read_whole(server.open(&server.post_text("/api", &format!("{JSON}{gzip}"), &hello)));
    assert!(status == 200 && head.contains("content-encoding: gzip"), "{head}");
    assert_eq!(serde_json::from_slice::<Value>(&unpacked(&packed)).unwrap(), plain);
    // Events arrive as they are sent.
    let request = json!({"do": "analyse", "game": {"variant": "dualite"}, "simulations": 300}).to_string();
    let (status, head, _) =
        read_whole(server.open(&server.post_text("/api/stream", &format!("{JSON}{gzip}"), &request)));
    assert!(status == 200 && !head.contains("content-encoding"), "{head}");
}

#[test]
fn the_kept_reports_come_with_the_page() {
    let server = Server::start(&[]);
    let (status, _, list) = server.get("/reports.json");
    assert_eq!(status, 200);
    let names: Vec<String> = serde_json::from_str(&list).expect("a list of names");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reports");
    assert_eq!(names.len(), fs::read_dir(&folder).expect("the folder is there").count());
    for name in names {
        let (status, head, body) = server.get(&format!("/reports/{name}.json"));
        assert_eq!((status, body), (200, fs::read_to_string(folder.join(format!("{name}.json"))).unwrap()));
        assert!(head.contains("application/json") && head.matches("content-security-policy").count() == 1, "{head}");
    }
}

#[test]
fn requests_are_answered_and_bad_ones_refused_in_words() {
    let server = Server::start(&[]);
    let (status, hello) = server.ask(json!({"do": "hello"}));
    assert_eq!((status, &hello["engine"]), (200, &json!("program")));
    let game = json!({"variant": "dualite", "moves": ["a1", "c3"]});
    let (status, told) = server.ask(json!({"do": "move", "game": game, "simulations": 20}));
    assert_eq!((status, &told["done"]), (200, &json!(true)), "{told}");
    let host = server.address.clone();
    let long = format!("{{\"do\": \"rules\", \"variant\": \"{}\"}}", "x".repeat(1 << 20));
    for (path, headers, body, status, words) in [
        ("/api", JSON.to_owned(), "", 400, "no JSON"),
        ("/api", JSON.to_owned(), "{\"do\": \"position\"", 400, "no JSON"),
        ("/api", JSON.to_owned(), "{\"do\": \"sing\"}", 400, "unknown variant `sing`"),
        ("/api", JSON.to_owned(), &long, 413, "too long"),
        ("/api", "Content-Type: text/plain\r\n".to_owned(), "{\"do\": \"hello\"}", 403, "content type"),
        ("/api", format!("{JSON}Origin: http://evil.example\r\n"), "{\"do\": \"hello\"}", 403, "another site"),
        ("/api", format!("{JSON}Origin: http://{host}.evil.example\r\n"), "{\"do\": \"hello\"}", 403, "another site"),
        ("/api/stream", JSON.to_owned(), "{\"do\": \"hello\"}", 400, "answered at once"),
        ("/api/stream", JSON.to_owned(), "{\"do\": \"move\", \"game\": {\"variant\": \"loa\"}}", 400, "needs one of"),
        ("/nowhere", JSON.to_owned(), "{}", 405, "expected GET"),
    ] {
        let (given, reply) = server.post(path, &headers, body);
        assert_eq!(given, status, "{path} {headers} {reply}");
        assert!(reply["error"].as_str().is_some_and(|error| error.contains(words)), "{reply}");
    }
    // What is far too long is refused before it is sent.
    let head =
        format!("POST /api HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{JSON}Content-Length: 99999999\r\n\r\n");
    let (status, _, reply) = server.send(&head);
    assert!(status == 413 && reply.contains("too long"), "{status} {reply}");
    let own = server.post("/api", &format!("{JSON}Origin: http://{host}\r\n"), "{\"do\": \"hello\"}");
    assert_eq!(own.0, 200);
    // A name that another site points to this machine.
    let request = server.post_text("/api", JSON, "{\"do\": \"hello\"}").replace(&host, "evil.example:8317");
    assert_eq!(server.send(&request).0, 403);
    let (status, _, _) = server.send("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(status, 403);
}

#[test]
fn others_reach_it_with_the_token_only() {
    let server = Server::start(&["--host", "0.0.0.0"]);
    let token = server.query.strip_prefix("?token=").expect("a token is printed");
    assert_eq!(server.get("/").0, 200);
    let ask = |headers: &str| server.post("/api", &format!("{JSON}{headers}"), "{\"do\": \"hello\"}").0;
    assert_eq!(ask(""), 403);
    assert_eq!(ask("Authorization: Bearer 0123\r\n"), 403);
    assert_eq!(ask(&format!("Authorization: Bearer {token}\r\n")), 200);
    // Said before the body comes, which never does.
    let host = &server.address;
    let (status, _, reply) = server.send(&bodiless("/api", host));
    assert!(status == 403 && reply.contains("the token is missing"), "{status} {reply}");
    assert_eq!(server.send(&bodiless("/api/stream", host)).0, 403);
    let local = Server::start(&[]);
    let (status, _, reply) = local.send(&bodiless("/api", "evil.example"));
    assert!(status == 403 && reply.contains("for another host"), "{status} {reply}");
    let (status, ..) = local.send(&bodiless("/api", &local.address));
    assert_eq!(status, 408, "whoever may ask is waited for");
}

#[test]
fn a_stream_tells_events_and_ends_with_its_reader() {
    let server = Server::start(&["--threads", "1"]);
    let request = json!({"do": "analyse", "game": {"variant": "dualite", "moves": ["a1"]}, "simulations": 300});
    let (status, head, body) = server.send(&server.post_text("/api/stream", JSON, &request.to_string()));
    assert!(status == 200 && head.contains("text/event-stream"), "{head}");
    let events: Vec<Value> = body
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|event| serde_json::from_str(event).expect("an event is JSON"))
        .collect();
    let (last, others) = events.split_last().expect("at least one");
    assert_eq!(last["done"], true);
    assert!(others.iter().all(|event| event["done"] == false));

    // While somebody reads, the analysis goes on.
    let mut stream = server.listen(endless());
    for _ in 0..3 {
        assert!(stream.read(&mut [0; 4096]).expect("the stream goes on") > 0);
    }
    drop(stream);
    #[cfg(target_os = "linux")]
    wait_until("the analysis' end", || is_at_rest(server.child.id()));
}

#[test]
fn a_file_of_many_records_is_loaded() {
    let server = Server::start(&[]);
    let game = json!({"variant": "dualite", "moves": ["a1", "c3"]});
    let (status, saved) = server.ask(json!({"do": "save", "game": game, "players": ["x".repeat(2000), "y"]}));
    assert_eq!(status, 200, "{saved}");
    let record = saved["record"].as_str().unwrap().repeat(700);
    assert!(record.len() > 1 << 20);
    let (status, loaded) = server.ask(json!({"do": "load", "record": record}));
    assert_eq!((status, loaded["games"].as_array().map(Vec::len)), (200, Some(700)), "{}", loaded["error"]);
}

#[test]
fn a_task_is_followed_step_by_step() {
    let server = Server::start(&["--threads", "1"]);
    let begin = |task: Value| server.ask(json!({"do": "start", "task": task}));
    let step = |task: &Value| server.ask(json!({"do": "step", "task": task, "milliseconds": 200}));
    let analyse = json!({"do": "analyse", "game": {"variant": "dualite", "moves": ["a1"]}, "simulations": 300});
    let (status, begun) = begin(analyse);
    assert_eq!(status, 200, "{begun}");
    let mut events = Vec::new();
    loop {
        let (status, told) = step(&begun["task"]);
        assert_eq!(status, 200, "{told}");
        events.extend(told["events"].as_array().expect("a list").iter().cloned());
        if told["done"] == true {
            break;
        }
    }
    let (last, others) = events.split_last().expect("at least one");
    assert!(last["done"] == true && others.iter().all(|event| event["done"] == false), "{events:?}");
    assert!(step(&begun["task"]).1["error"].as_str().unwrap().contains("no task"));

    // What cannot be begun says so at once; one that is stopped is gone, and works no more.
    let (status, wrong) = begin(json!({"do": "analyse", "game": {"variant": "chess"}}));
    assert!(status == 400 && wrong["error"].as_str().unwrap().contains("unknown game"), "{wrong}");
    let (status, wrong) = begin(json!({"do": "hello"}));
    assert!(status == 400 && wrong["error"].as_str().unwrap().contains("answered at once"), "{wrong}");
    let (_, begun) = begin(endless());
    while step(&begun["task"]).1["events"].as_array().expect("a list").is_empty() {}
    assert_eq!(server.ask(json!({"do": "stop", "task": begun["task"]})), (200, json!({})));
    assert_eq!(step(&begun["task"]).0, 400);
    #[cfg(target_os = "linux")]
    wait_until("the analysis' end", || is_at_rest(server.child.id()));
}

/// Whether all threads of a process wait, a hundred times in a row. A thread that computes is runnable, even while
/// other processes have the processors.
#[cfg(target_os = "linux")]
fn is_at_rest(id: u32) -> bool {
    let waits = |thread: fs::DirEntry| {
        // It may have ended meanwhile.
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_none_or(|(_, fields)| fields.starts_with('S'))
    };
    (0..100).all(|_| {
        std::thread::sleep(Duration::from_millis(2));
        let mut threads = fs::read_dir(format!("/proc/{id}/task")).expect("Linux tells");
        threads.all(|thread| waits(thread.expect("Linux tells")))
    })
}

#[test]
fn many_streams_and_bad_requests_leave_it_serving() {
    let server = Server::start(&["--memory", "64MiB"]);
    let body = endless().to_string();
    let streams: Vec<TcpStream> =
        (0..200).map(|_| server.open(&server.post_text("/api/stream", JSON, &body))).collect();
    let bad = ["", "{", "[1, 2", "\"x\"", "{\"do\": 7}", "{\"do\": \"analyse\", \"game\": {\"variant\": \"chess\"}}"];
    for index in 0..2000 {
        let headers = if index % 5 == 0 { "Content-Type: text/plain\r\n" } else { JSON };
        let request = match index % 7 {
            0 => "GET /no/such/file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
            1 => "HELLO\r\n\r\n".to_owned(),
            _ => server.post_text("/api", headers, bad[index % bad.len()]),
        };
        let mut stream = server.open(&request);
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("it is answered");
        let status = reply.split(' ').nth(1).unwrap_or_default();
        assert!(status.starts_with('4'), "{request}: {reply}");
    }
    // Answered while all of them are still read, moves without waiting for a place.
    assert_eq!(server.ask(json!({"do": "position", "game": {"variant": "loa"}})).0, 200);
    assert_eq!(server.ask(json!({"do": "move", "game": {"variant": "loa"}, "level": 3})).0, 200);
    drop(streams);
    // Whoever comes after them is served at once.
    assert_eq!(server.ask(json!({"do": "move", "game": {"variant": "loa"}, "level": 5})).0, 200);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = Server::start(&[]);
    let port = server.address.rsplit_once(':').unwrap().1;
    refuses(&["serve", "--port", port], 1, &["cannot listen on 127.0.0.1:", "another --port"]);
    // Who opens the page once more means that page. No browser is found.
    let again = |port: &str| ardoise(&["serve", "--open", "--port", port]).env("PATH", "").output().expect("it starts");
    let output = again(port);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), format!("http://{}/", server.address));
    assert!(String::from_utf8_lossy(&output.stderr).contains("running already"), "{output:?}");
    // Another server is not ours.
    let other = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let output = again(&other.local_addr().expect("it listens").port().to_string());
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
}

#[test]
fn a_site_is_the_page_with_evaluators_and_the_engine() {
    let directory = tempfile::tempdir().unwrap();
    let (engine, site) = (directory.path().join("engine.wasm"), directory.path().join("a/site"));
    // Whether it works is the matter of `.ci/page`.
    fs::write(&engine, b"\0asm ardoise_call").unwrap();
    let [engine_text, site_text] = [&engine, &site].map(|path| path.to_str().unwrap());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loa = root.join("checkpoints/loa.ard");
    let args = ["site", site_text, "--engine", engine_text, "--evaluator", loa.to_str().unwrap()];
    let python = if cfg!(windows) { "py" } else { "python3" };
    for _ in 0..2 {
        assert!(prints(&args, "").contains(&format!("{python} -m http.server --directory ")));
    }
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(index.contains("data-engine=\"browser\"") && !index.contains("data-engine=\"program\""));
    assert!(index.contains("rel=\"manifest\"") && index.contains("src=\"page.js\""));
    let packed = fs::read(site.join("engine.wasm.gz")).unwrap();
    assert_eq!(unpacked(&packed), fs::read(&engine).unwrap());
    let read_json = |path: &str| serde_json::from_slice::<Value>(&fs::read(site.join(path)).unwrap()).unwrap();
    let parts = read_json("engine.json");
    assert_eq!(parts["engine"], json!({"file": "engine.wasm.gz", "bytes": packed.len()}));
    assert_eq!(parts["nets"].as_object().unwrap().len(), ardoise::games::shipped_for(".ard").count());
    let file = parts["nets"]["loa"]["file"].as_str().unwrap();
    assert_eq!(fs::read(site.join(file)).unwrap(), fs::read(&loa).unwrap());
    assert_eq!(fs::read(site.join("app.js")).unwrap(), fs::read(root.join("web/app.js")).unwrap());

    // What the engine of a browser would answer.
    let hello = read_json("answers/hello.json");
    assert_eq!((&hello["engine"], &hello["training"]), (&json!("browser"), &Value::Null));
    let listed =
        Vec::from_iter(hello["variants"].as_array().unwrap().iter().map(|variant| variant["name"].as_str().unwrap()));
    let known = ardoise::games::variants().chain(ardoise::games::rules_files());
    assert_eq!(listed.len(), known.count());
    assert_eq!(hello["variants"][listed.iter().position(|name| *name == "loa").unwrap()]["net"]["channels"], 32);
    let server = Server::start(&[]);
    for name in listed {
        let answers = read_json(&format!("answers/{name}.json"));
        let game = json!({"variant": name});
        for (what, request) in [
            ("rules", json!({"do": "rules", "variant": name})),
            ("line", json!({"do": "line", "game": game})),
            ("position", json!({"do": "position", "game": game})),
        ] {
            assert_eq!(server.ask(request), (200, answers[what].clone()), "{name} {what}");
        }
    }

    // The list of the service worker: all files but itself and the parts of joined ones, as they lie there.
    let worker = fs::read_to_string(site.join("service-worker.js")).unwrap();
    let list = worker.lines().find_map(|line| line.strip_prefix("const FILES = ")).expect("a list");
    let list: BTreeMap<String, String> = serde_json::from_str(list.strip_suffix(';').unwrap()).expect("a list");
    for (path, digest) in &list {
        assert_eq!(*digest, ardoise::assets::digest(&fs::read(site.join(path)).unwrap()), "{path}");
    }
    for needed in
        ["index.html", "page.js", "views.js", "page.css", "engine/worker.js", "engine.wasm.gz", "nets/loa.ard"]
    {
        assert!(list.contains_key(needed), "{needed}");
    }
    for part in ["app.js", "style.css", "views/play.js", "service-worker.js", "standalone/sheet.js"] {
        assert!(!list.contains_key(part), "{part}");
    }

    fs::write(&engine, b"no module").unwrap();
    refuses(&args[..4], 1, &["is not the engine for browsers", "cargo engine"]);
    let twice = [&args[..], &args[4..]].concat();
    fs::write(&engine, b"\0asm ardoise_call").unwrap();
    refuses(&twice, 1, &["two evaluators are given for loa"]);
}

#[cfg(feature = "learn")]
#[test]
fn of_two_who_start_a_run_at_once_one_does() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = Server::start_in(folder.path(), &["--allow-training"]);
    let start = json!({"do": "train", "run": "twice", "action": "start", "config": "dualite"});
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| server.ask(start.clone()));
        let other = server.ask(start.clone());
        (one.join().expect("no panic"), other)
    });
    let refused = if one.0 == 200 { &other } else { &one };
    assert_eq!([one.0, other.0].iter().filter(|&&status| status == 200).count(), 1, "{one:?} {other:?}");
    assert!(refused.1["error"].as_str().expect("a reason").contains("`twice` is being trained"), "{refused:?}");
    let (status, stopped) = server.ask(json!({"do": "train", "run": "twice", "action": "stop"}));
    assert_eq!(status, 200, "{stopped}");
    // Names of players stay theirs.
    for name in ["random", "released", "foo.ard", "compare"] {
        let start = json!({"do": "train", "run": name, "action": "start", "config": "dualite"});
        let (status, refused) = server.ask(start);
        assert!(status == 400 && refused["error"].to_string().contains("means something else"), "{name}: {refused}");
    }
}

/// Stopped amid its training, a study goes on; the page then shows all that it found.
#[cfg(all(unix, feature = "learn"))]
#[test]
fn what_a_study_finds_is_on_the_page() {
    let place = Place::new();
    place.succeeds(&["new", "mygame"]);
    let line = ["study", "mygame.rbg", "--budget", "24s", "--problems", "2"];
    let mut child = place.command(&line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let run = place.path("checkpoints/runs/mygame");
    wait_until("it learns", || run.join("generation-0001").is_dir());
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("a child can be signalled");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(!run.join("report.json").exists());

    // Problems may take longer to find on a busy machine: then a user gives it more time.
    let budgets = ["24s", "1m", "3m"];
    let (line, said) = budgets
        .into_iter()
        .map(|budget| ["study", "mygame.rbg", "--budget", budget, "--problems", "2"])
        .map(|line| (line, place.succeeds(&line)))
        .find(|_| run.join("problems.html").is_file())
        .expect("problems are found");
    // Whether the net is better than untrained after so short a time depends on the machine; it is said in any case.
    for words in
        ["train mygame --resume", "report mygame.rbg --with m", "all results are in checkpoints/runs/mygame", "learnt"]
    {
        assert!(said.contains(words), "`{words}` is not in: {said}");
    }
    assert!(run.join("report.html").is_file());
    let report = fs::read_to_string(run.join("report.json")).expect("it was written");
    let problems = fs::read_to_string(run.join("problems.jsonl")).expect("it was written").lines().count();

    let server = Server::start_in(&place.path(""), &[]);
    let (_, _, names) = server.get("/reports.json");
    let names: Vec<String> = serde_json::from_str(&names).expect("a list of names");
    assert!(names.iter().any(|name| name == "mygame.rbg") && names.iter().any(|name| name == "loa"), "{names:?}");
    let (status, _, shown) = server.get("/reports/mygame%2Erbg.json");
    assert_eq!((status, &shown), (200, &report));
    let (_, hello) = server.ask(json!({"do": "hello"}));
    let told = hello["variants"].as_array().expect("a list").iter().find(|one| one["name"] == "mygame.rbg");
    assert_eq!(told.expect("the game is there")["problems"], true);
    let (_, asked) = server.ask(json!({"do": "problems", "variant": "mygame.rbg"}));
    assert_eq!(asked["problems"].as_array().map(Vec::len), Some(problems), "{asked}");
    let first = &asked["problems"][0];
    let (status, hint) = server.ask(json!({"do": "hint", "game": first["game"]}));
    assert_eq!((status, &hint["done"]), (200, &json!(true)), "{hint}");

    // A site shows it to others. Whether the engine works is the matter of `.ci/page`.
    fs::write(place.path("engine.wasm"), b"\0asm ardoise_call").expect("written");
    place.succeeds(&["site", "public", "--run", "mygame", "--engine", "engine.wasm"]);
    let read = |name: &str| fs::read_to_string(place.path("public").join(name)).expect("the site has it");
    let parts: Value = serde_json::from_str(&read("engine.json")).expect("JSON");
    assert_eq!(parts["games"][0]["text"], fs::read_to_string(place.path("mygame.rbg")).expect("readable"));
    assert!(parts["nets"]["mygame.rbg"].is_object() && read("reports.json").contains("mygame.rbg"));
    assert_eq!(read("reports/mygame.rbg.json"), report);
    let hello: Value = serde_json::from_str(&read("answers/hello.json")).expect("JSON");
    let told = hello["variants"].as_array().expect("a list").iter().find(|one| one["name"] == "mygame.rbg");
    assert_eq!(told.expect("the game is there")["problems"], true);

    // Nothing is left to do.
    let again = place.succeeds(&line);
    assert!(!again.contains("report mygame.rbg --with"), "{again}");
    place.refuses(&["study", "breakthrough", "--run", "mygame"], &["mygame learns mygame.rbg", "--run"]);
    place.refuses(
        &["study", "dualite", "--rules", "opening=last", "--run", "mygame"],
        &["another name for dualite opening=last"],
    );
    place.refuses(&["study", "dualite", "--rules", "opening=middle"], &["middle", "either, last, single"]);
    place.refuses(&["study", "nogame"], &["nogame"]);
}

/// The server throws the dice: before the first turn, after a turn, and after an undo to the beginning nothing is thrown anew.
#[test]
fn a_table_throws_its_own_dice() {
    let server = Server::start(&[]);
    let ask = |request: Value| {
        let (status, reply) = server.ask(request);
        assert_eq!(status, 200, "{reply}");
        reply
    };
    let opened = ask(json!({"do": "open_table", "game": {"variant": "pig", "options": {}}, "side": 0}));
    let (table, ann) = (&opened["name"], &opened["key"]);
    let bob = &ask(json!({"do": "take_seat", "table": table}))["key"];
    let moves = |reply: &Value| {
        Vec::from_iter(
            reply["game"]["moves"].as_array().expect("moves").iter().map(|mv| mv.as_str().expect("a text").to_owned()),
        )
    };
    let begun = moves(&opened["table"]);
    assert!(begun.iter().all(|mv| mv.starts_with("a1=")), "{begun:?}");
    // A 1 gives the turn away.
    let acts = opened["table"]["acts"].as_u64().expect("a side") as usize;
    let (key, other) = if acts == 0 { (ann, bob) } else { (bob, ann) };
    let act =
        |key: &Value, ply: usize, mv: &str| json!({"do": "act", "table": table, "key": key, "ply": ply, "move": mv});
    let refused = |request: Value| {
        let (status, reply) = server.ask(request);
        assert_eq!(status, 400, "{reply}");
    };
    refused(act(key, begun.len(), "a1=six"));
    refused(act(other, begun.len(), "roll"));
    refused(json!({"do": "act", "table": table, "key": key, "action": "undo"}));
    let held = ask(act(key, begun.len(), "hold"));
    let then = moves(&held);
    assert_eq!((&then[..begun.len()], then[begun.len()].as_str()), (&begun[..], "hold"));
    assert!(
        then.len() >= begun.len() + 2 && then[begun.len() + 1..].iter().all(|mv| mv.starts_with("a1=")),
        "{then:?}"
    );
    ask(json!({"do": "act", "table": table, "key": key, "action": "undo"}));
    let undone = ask(json!({"do": "act", "table": table, "key": other, "action": "undo"}));
    assert_eq!((moves(&undone), undone["acts"].as_u64()), (begun, Some(acts as u64)), "the same dice as before");
}

#[test]
fn two_people_play_and_others_watch() {
    let server = Server::start(&[]);
    assert_eq!(server.ask(json!({"do": "hello"})).1["elsewhere"], Value::Null);
    let ask = |request: Value| {
        let (status, reply) = server.ask(request);
        assert_eq!(status, 200, "{reply}");
        reply
    };
    let game = json!({"variant": "loa", "options": {}});
    let opened = ask(json!({"do": "open_table", "game": game, "side": 1, "name": " Ann "}));
    let (table, ann) = (&opened["name"], &opened["key"]);
    let act =
        |key: &Value, ply: usize, mv: &str| json!({"do": "act", "table": table, "key": key, "ply": ply, "move": mv});
    let refused = |request: Value| {
        let (status, reply) = server.ask(request);
        assert_eq!(status, 400, "{reply}");
        reply["error"].as_str().expect("a sentence").to_owned()
    };
    assert_eq!(refused(act(ann, 0, "a2-c2")), "nobody has taken the other side yet");
    let joined = ask(json!({"do": "take_seat", "table": table}));
    let bob = &joined["key"];
    assert_eq!(joined["table"]["people"], json!([{"name": null, "here": true}, {"name": "Ann", "here": true}]));
    assert_eq!(
        refused(json!({"do": "take_seat", "table": table})),
        "both sides of this game are taken: you can watch it"
    );
    assert_eq!(refused(act(ann, 0, "a2-c2")), "it is the other side's turn");
    assert!(refused(act(bob, 0, "z9")).contains("z9"));
    let first = ask(act(bob, 0, "b1b3"));
    assert_eq!((&first["game"]["moves"], &first["acts"]), (&json!(["b1-b3"]), &json!(1)), "as notation has it");
    assert_eq!(ask(act(bob, 0, "b1-b3"))["game"]["moves"], json!(["b1-b3"]), "sent twice, made once");
    assert_eq!(refused(act(bob, 1, "a2-c2")), "it is the other side's turn");
    assert_eq!(refused(act(ann, 0, "a2-c2")), "the game has gone on meanwhile");
    assert!(refused(act(&json!("guessed"), 1, "a2-c2")).starts_with("only the two players"));
    let watched = ask(json!({"do": "table", "table": table}));
    assert_eq!((&watched["you"], &watched["game"]["moves"]), (&Value::Null, &json!(["b1-b3"])));
    let over = ask(json!({"do": "act", "table": table, "key": ann, "action": "resign"}));
    assert_eq!(over["outcome"], json!({"winner": 0, "reason": "resignation"}));
    assert_eq!(refused(act(ann, 1, "a2-c2")), "the game is over");

    for wrong in [
        json!({"do": "open_table", "game": {"variant": "loa", "moves": ["b1-b3"]}}),
        json!({"do": "open_table", "game": {"variant": "chess"}}),
        json!({"do": "open_table", "game": game, "clock": {"seconds": 0, "increment": 1}}),
        json!({"do": "open_table", "game": game, "name": "x".repeat(41)}),
        json!({"do": "table", "table": "0"}),
        json!({"do": "act", "table": table, "key": ann}),
        json!({"do": "act", "table": table, "key": ann, "action": "draw", "move": "a2-c2", "ply": 1}),
    ] {
        assert!(!refused(wrong.clone()).is_empty(), "{wrong}");
    }
}

/// The same game, the same seats and the same clock, after the server has ended and another has begun there.
#[test]
fn games_between_people_outlive_their_server() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let begin = || Server::start_in(folder.path(), &[]);
    let ask = |server: &Server, request: Value| {
        let (status, reply) = server.ask(request);
        assert_eq!(status, 200, "{reply}");
        reply
    };
    let rules = "#players = one(1), two(1)\n#pieces = e, w, b\n#variables =\n\
                 #board = rectangle(up,down,left,right,[e,e,e])\n\
                 #turn(me; you; man) = ->me (left* + right*) {e} [man] ->> [$ me = 1, you = 0]\n\
                 #rules = (turn(one; two; w) turn(two; one; b))*\n";
    let server = begin();
    ask(&server, json!({"do": "add_game", "name": "own.rbg", "text": rules}));
    let open = |variant: &str| {
        let clock = json!({"seconds": 600, "increment": 5});
        let game = json!({"variant": variant, "options": {}});
        let opened = ask(&server, json!({"do": "open_table", "game": game, "side": 0, "clock": clock, "name": "Ann"}));
        let joined = ask(&server, json!({"do": "take_seat", "table": opened["name"], "name": "Bob"}));
        (opened["name"].clone(), opened["key"].clone(), joined["key"].clone())
    };
    let tables = ["loa", "own.rbg"].map(open);
    let act = |server: &Server, table: &Value, key: &Value, ply: usize, mv: &str| {
        ask(server, json!({"do": "act", "table": table, "key": key, "ply": ply, "move": mv}))
    };
    act(&server, &tables[0].0, &tables[0].1, 0, "b1-b3");
    act(&server, &tables[0].0, &tables[0].2, 1, "a2-c2");
    act(&server, &tables[1].0, &tables[1].1, 0, "b1");
    // Another server there keeps its own to itself.
    let second = begin();
    assert!(second.ask(json!({"do": "table", "table": tables[0].0})).1["error"].to_string().contains("over and gone"));
    drop((server, second));

    let server = begin();
    for (table, ann, bob) in &tables {
        let told = ask(&server, json!({"do": "table", "table": table, "key": bob}));
        assert_eq!(
            (&told["you"], &told["people"][0]["name"], &told["people"][1]["name"]),
            (&json!(1), &json!("Ann"), &json!("Bob"))
        );
        assert_eq!(told["clock"]["seconds"], 600);
        assert_eq!(ask(&server, json!({"do": "table", "table": table, "key": ann}))["you"], 0);
        assert_eq!(ask(&server, json!({"do": "table", "table": table, "key": "another"}))["you"], Value::Null);
    }
    assert_eq!(
        act(&server, &tables[0].0, &tables[0].1, 2, "d1-d3")["game"]["moves"],
        json!(["b1-b3", "a2-c2", "d1-d3"])
    );
    assert_eq!(act(&server, &tables[1].0, &tables[1].2, 1, "a1")["game"]["moves"], json!(["b1", "a1"]));
    let kept = fs::read_dir(folder.path().join("checkpoints/tables")).expect("there").map(|entry| {
        let text = fs::read_to_string(entry.expect("readable").path()).expect("readable");
        assert!(
            tables
                .iter()
                .all(|(_, ann, bob)| [ann, bob].iter().all(|key| !text.contains(key.as_str().expect("a text"))))
        );
    });
    assert_eq!(kept.count(), 3, "two tables and the lock");
}

/// Forwarded ports, and proxies of the usual kinds.
#[test]
fn the_page_may_lie_behind_a_forwarded_port_or_a_proxy() {
    let server = Server::start(&[]);
    let hello = |host: &str, headers: &str| {
        let request = server.post_text("/api", &format!("{JSON}{headers}"), "{\"do\": \"hello\"}");
        server.send(&request.replace(&server.address, host)).0
    };
    // `ssh -L 9000:localhost:8317`
    assert_eq!(hello("localhost:9000", "Origin: http://localhost:9000\r\n"), 200);
    assert_eq!(server.send("GET / HTTP/1.1\r\nHost: localhost:9000\r\nConnection: close\r\n\r\n").0, 200);
    // nginx as it is: its host is the address that it passes requests to.
    let site = "Origin: https://games.example\r\n";
    assert_eq!(hello("127.0.0.1:8317", &format!("{site}Sec-Fetch-Site: same-origin\r\n")), 200);
    assert_eq!(hello("127.0.0.1:8317", &format!("{site}Sec-Fetch-Site: cross-site\r\n")), 403);
    assert_eq!(hello("127.0.0.1:8317", site), 403);
    // One that hands on its own name says what to set.
    let (status, refused) = {
        let request = server.post_text("/api", JSON, "{\"do\": \"hello\"}").replace(&server.address, "games.example");
        let (status, _, reply) = server.send(&request);
        (status, reply)
    };
    assert!(status == 403 && refused.contains("proxy_set_header Host localhost;"), "{refused}");
}

/// What a request has no place for is not kept, and not even read to its end.
#[cfg(target_os = "linux")]
#[test]
fn long_requests_take_little_memory() {
    let server = Server::start(&[]);
    let peak = || {
        let status = fs::read_to_string(format!("/proc/{}/status", server.child.id())).expect("Linux tells");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
        line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") / 1024
    };
    let before = peak();
    let fill = |element: &str, bytes: usize| element.repeat(bytes / element.len());
    let most = (64 << 20) - 200;
    for element in ["{\"\":0},", "0,", "\"a\",", "[0],"] {
        let elements = fill(element, most);
        let body = format!("{{\"do\":\"load\",\"record\":\"\",\"x\":[{elements}0]}}");
        let (status, reply) = server.post("/api", JSON, &body);
        assert!(status == 400 && reply["error"].to_string().contains("unknown field `x`"), "{reply}");
    }
    // In a record, too, and in the other formats. Quotes and ends of lines take two bytes each in the request.
    let record = format!("{{\"game\":\"loa\",\"steps\":[],\"options\":{{\"a\":[{}0]}}}}", fill("{\"\":0},", 15 << 20));
    for record in [
        record,
        "(;FF[4]".to_owned() + &fill(";B[a]", most),
        fill("1. a ", most),
        fill("{\"game\":\"loa\",\"steps\":[]}\n", most / 4 * 3),
    ] {
        let (status, reply) = server.ask(json!({"do": "load", "record": record}));
        assert!(status == 400 || status == 413, "{reply}");
    }
    let deep = "[".repeat(500_000);
    for body in [deep.clone(), format!("{{\"do\":{deep}"), format!("{{\"do\":\"start\",\"task\":{deep}")] {
        assert_eq!(server.post("/api", JSON, &body).0, 400);
    }
    let objects =
        format!("{{\"do\":\"start\",\"task\":{{\"do\":\"hello\",\"x\":[{}0]}}}}", fill("{\"\":0},", 1_000_000));
    assert_eq!(server.post("/api", JSON, &objects).0, 400);
    assert!(peak() < before + 700, "{before} MiB, then {} MiB", peak());
}
