//! A folder for a test, and the program running in it.

use super::program::{ardoise, says};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder to work in.
pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = ardoise(args);
        command.current_dir(&self.0).stdin(Stdio::null());
        command
    }

    pub fn succeeds(&self, args: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.command(args).output().expect("the program starts");
        assert!(status.success(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).expect("output is UTF-8")
    }

    /// The run `tiny`, which was begun for more generations, ends after so many.
    #[cfg(feature = "learn")]
    pub fn shorten(&self, generations: u32) {
        let config = self.path("checkpoints/runs/tiny/config.toml");
        let text = fs::read_to_string(&config).expect("readable");
        let line = text.lines().find(|line| line.starts_with("generations = ")).expect("how many");
        fs::write(&config, text.replacen(line, &format!("generations = {generations}"), 1)).expect("written");
    }

    /// All files below the folder with their content; folders have none, and locks, which hold only who has them.
    pub fn files(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let (mut files, mut folders) = (BTreeMap::new(), vec![self.0.path().to_owned()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("the folder is readable") {
                let entry = entry.expect("the folder is readable");
                let kind = entry.file_type().expect("the file has a type");
                if kind.is_dir() {
                    folders.push(entry.path());
                }
                let has_content = kind.is_file() && entry.file_name() != "lock";
                files.insert(entry.path(), has_content.then(|| fs::read(entry.path()).expect("readable")));
            }
        }
        files
    }

    /// The program refuses with exit code 1, one line that holds all of `parts`, and changes no file.
    pub fn refuses(&self, args: &[&str], parts: &[&str]) {
        let before = self.files();
        self.refuses_run(self.command(args), parts);
        assert!(self.files() == before, "{args:?} changes files");
    }

    /// As [`Place::refuses`], but files may change.
    pub fn refuses_run(&self, mut command: Command, parts: &[&str]) {
        let Output { status, stderr, .. } = command.output().expect("the program starts");
        let text = String::from_utf8(stderr).expect("messages are UTF-8");
        assert_eq!(status.code(), Some(1), "{command:?}: {text}");
        assert!(text.starts_with("ardoise: ") && text.lines().count() == 1, "{command:?}: {text}");
        assert!(!text.contains("panicked"), "{text}");
        for part in parts {
            assert!(says(&text, part), "{command:?}: `{part}` is not in: {text}");
        }
        // A message is printed once.
        let said: Vec<&str> = text.trim().split(": ").collect();
        assert!(said.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
    }

    /// The program, where no file may be larger than this many blocks of 512 bytes: what it writes beyond that fails,
    /// as on a full disk.
    #[cfg(target_os = "linux")]
    pub fn limited(&self, blocks: u32, args: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"")).arg("sh");
        let program = ardoise(args);
        command.arg(program.get_program()).args(program.get_args());
        command.env_remove("CLICOLOR_FORCE").current_dir(&self.0).stdin(Stdio::null());
        command
    }
}
