use super::table::KeptTable;
use crate::files::{LONGEST_TEXT, open_to_lock, read, replace};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;

/// The files of tables while a server is down: one for each table, with the rules of its game if a page provided them.
/// If two servers share a folder, only the first keeps its tables there; those of the other end with that server.
#[derive(Debug)]
pub(super) struct TableFolder {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    New,
    Held {
        _lock: File,
        /// The newest written version of each table.
        versions: BTreeMap<String, u64>,
    },
    /// Another server holds the folder, or it cannot be written.
    Elsewhere,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TableFile {
    pub table: KeptTable,
    /// The text of the game's rules, if no listed game has its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

impl TableFolder {
    /// The folder at this path, which may be missing.
    pub fn new(path: PathBuf) -> TableFolder {
        TableFolder { path, state: Mutex::new(State::New) }
    }

    /// The stored tables, by their names. Unreadable files are left in place.
    pub fn read(&self) -> Vec<(String, TableFile)> {
        let mut state = self.state.lock();
        if self.path.is_dir() {
            *state = self.hold();
        }
        if !matches!(*state, State::Held { .. }) {
            return Vec::new();
        }
        let files = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let table = |entry: fs::DirEntry| {
            let name = entry.file_name().to_str()?.strip_suffix(".json").filter(|name| is_name(name))?.to_owned();
            Some((name, serde_json::from_slice(&read(&entry.path(), LONGEST_TEXT).ok()?).ok()?))
        };
        files.filter_map(table).collect()
    }

    fn hold(&self) -> State {
        let lock = open_to_lock(&self.path.join("lock"));
        match lock {
            Ok(lock) if lock.try_lock().is_ok() => State::Held { _lock: lock, versions: BTreeMap::new() },
            _ => State::Elsewhere,
        }
    }

    /// Writes a table of that version, unless a newer one is stored. If the file cannot be written, the table stays in
    /// memory only.
    pub fn write(&self, name: &str, version: u64, file: &TableFile) {
        let mut state = self.state.lock();
        if matches!(*state, State::New) {
            *state = if fs::create_dir_all(&self.path).is_ok() { self.hold() } else { State::Elsewhere };
        }
        let State::Held { versions, .. } = &mut *state else { return };
        if versions.get(name).is_some_and(|&written| written >= version) {
            return;
        }
        let text = serde_json::to_vec(file).expect("only string keys");
        if replace(&self.file(name), &text).is_ok() {
            versions.insert(name.to_owned(), version);
        }
    }

    pub fn remove(&self, name: &str) {
        if let State::Held { versions, .. } = &mut *self.state.lock() {
            versions.remove(name);
            // A file that remains is read by the next server, which removes it in its turn.
            let _ = fs::remove_file(self.file(name));
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.json"))
    }
}

/// Whether a text can be the name of a table: no other file may be named.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
