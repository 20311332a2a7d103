//! The page as a folder of files for any host: what `ardoise site` writes.
//!
//! Besides the page and the engine for browsers the folder has the answers that every visitor needs first, so that a
//! view appears before the engine has loaded, and a service worker that knows all files by their digests
//! (`web/service-worker.js`).

use crate::assets;
use crate::compact::CompactNet;
use crate::gzip::gzip;
use crate::web::{PageEngine, Refusal, Request};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The engine for browsers. It is compressed here, since many hosts send WebAssembly modules uncompressed.
const ENGINE: &str = "engine.wasm.gz";

/// File with the names of the reports.
const REPORTS: &str = "reports.json";

const SERVICE_WORKER: &str = "service-worker.js";

/// Files by their paths, with `/` between folders.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Content of a site on a game besides the page's own.
#[derive(Debug)]
pub struct SiteGame {
    /// Its evaluator, with the rules if they are from a file.
    pub net: CompactNet,
    /// Problems, one JSON object a line; may be empty.
    pub problems: String,
    /// The report on the game, in JSON.
    pub report: Option<String>,
}

/// All files of a site with this engine and these games, at most one per variant.
///
/// # Errors
/// A game's rules or problems cannot be read, or the engine refuses a request that every visitor sends.
pub fn files(engine: &[u8], learnt: Vec<SiteGame>) -> Result<Files, Refusal> {
    let mut files = Files::new();
    for (path, content) in assets::sent() {
        files.insert(path.to_owned(), content.to_vec());
    }
    files.insert("index.html".to_owned(), for_browsers(text_of(&files, "index.html")).into_bytes());
    files.insert(ENGINE.to_owned(), gzip(engine, 9));
    let (mut nets, mut games) = (Map::new(), Vec::new());
    let mut reports: Vec<String> = serde_json::from_str(text_of(&files, REPORTS)).expect("a list of names");
    let visited = PageEngine::in_browser();
    for SiteGame { net, problems, report } in learnt {
        let (variant, bytes) = (net.header().variant.clone(), net.to_bytes());
        if let (Some(rules), Err(_)) = (&net.header().rules_file, visited.games().find(&variant)) {
            visited.games().add(&variant, rules, &problems)?;
            games.push(json!({"name": variant, "text": rules, "problems": problems}));
        }
        visited.nets().put(net);
        if let Some(report) = report.filter(|_| !reports.contains(&variant)) {
            files.insert(format!("reports/{variant}.json"), report.into_bytes());
            reports.push(variant.clone());
        }
        let path = format!("nets/{variant}.ard");
        nets.insert(variant, file_json(&path, &bytes));
        files.insert(path, bytes);
    }
    files.insert(REPORTS.to_owned(), json!(reports).to_string().into_bytes());
    let parts = json!({"engine": file_json(ENGINE, &files[ENGINE]), "nets": nets, "games": games});
    files.insert("engine.json".to_owned(), parts.to_string().into_bytes());
    for (path, answer) in answers(&visited)? {
        files.insert(path, answer.to_string().into_bytes());
    }
    let worker = with_list(text_of(&files, SERVICE_WORKER), &files);
    files.insert(SERVICE_WORKER.to_owned(), worker.into_bytes());
    Ok(files)
}

/// Where the worker of the page finds a file, and the number of bytes that it will have read.
fn file_json(path: &str, bytes: &[u8]) -> Value {
    json!({"file": path, "bytes": bytes.len()})
}

/// The engine's replies that do not depend on the visitor: `hello`, and for each variant its rules and start
/// position.
fn answers(engine: &PageEngine) -> Result<Vec<(String, Value)>, Refusal> {
    let ask = |request: Value| engine.ask(Request::parse(request)?, 0)?.reply();
    let hello = ask(json!({"do": "hello"}))?;
    let names =
        Vec::from_iter(hello["variants"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str()));
    let mut answers = Vec::new();
    for name in names {
        let game = json!({"variant": name});
        let answer = json!({
            "rules": ask(json!({"do": "rules", "variant": name}))?,
            "line": ask(json!({"do": "line", "game": game}))?,
            "position": ask(json!({"do": "position", "game": game}))?,
        });
        answers.push((format!("answers/{name}.json"), answer));
    }
    answers.push(("answers/hello.json".to_owned(), hello));
    Ok(answers)
}

fn text_of<'a>(files: &'a Files, path: &str) -> &'a str {
    std::str::from_utf8(&files[path]).unwrap_or_else(|_| panic!("{path} is not UTF-8: this is a defect of the program"))
}

/// A text with `from`, which occurs once, replaced by `to`.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "web/ does not hold `{from}` once: this is a defect of the program");
    text.replace(from, to)
}

/// The page's first file, changed to run its engine in the browser and to be installable.
fn for_browsers(index: &str) -> String {
    let icon = "<link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\" />";
    let more = "<link rel=\"apple-touch-icon\" href=\"icon-192.png\" />\n    \
                <link rel=\"manifest\" href=\"manifest.webmanifest\" />\n    \
                <link rel=\"preload\" href=\"answers/hello.json\" as=\"fetch\" crossorigin />";
    let index = replaced(index, icon, &format!("{icon}\n    {more}"));
    replaced(&index, "data-engine=\"program\"", "data-engine=\"browser\"")
}

/// The service worker with the list of all files that the page may request, and their digests.
fn with_list(worker: &str, files: &Files) -> String {
    let kept = files.iter().filter(|(path, _)| *path != SERVICE_WORKER && !assets::is_part(path));
    let list: BTreeMap<&String, String> = kept.map(|(path, content)| (path, assets::digest(content))).collect();
    replaced(worker, "const FILES = {};", &format!("const FILES = {};", json!(list)))
}
