use super::stdout;
use crate::assets;
use crate::compact::{CompactNet, Header};
use crate::files;
use crate::games::{listed, rules_files, variants};
use crate::players::{NetSpec, find_run};
use crate::site::{self, SiteGame};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Write the page as a folder that any web server can serve, with the engine for browsers
///
/// Any host of static files can serve the folder, for instance `python3 -m http.server --directory DIR`. The engine
/// runs in the visitor's browser and plays the same moves as this program. After one visit the page works without a
/// network, if the host is reached by https or is this machine.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to write; it may exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Evaluator to play with, in place of the released one of its variant (repeatable)
    #[arg(long = "evaluator", value_name = "FILE.ard")]
    evaluators: Vec<PathBuf>,
    /// A training run: its game with its newest evaluator, and the report and problems made by `ardoise study`
    /// (repeatable)
    #[arg(long = "run", value_name = "RUN")]
    runs: Vec<String>,
    /// The engine for browsers, if this program was built without it
    #[arg(long, value_name = "FILE.wasm")]
    engine: Option<PathBuf>,
}

/// Path of the engine for browsers made by `cargo engine`, below the source folder.
const BUILT: &str = "target/wasm32-unknown-unknown/release/ardoise.wasm";

/// Runs the command.
///
/// # Errors
/// There is no engine for browsers, an evaluator cannot be read, or a file cannot be written.
pub fn run(args: Args) -> Result<()> {
    let engine = engine(args.engine.as_deref())?;
    for (name, content) in site::files(&engine, learnt(&args)?)? {
        let path = args.folder.join(name);
        let folder = path.parent().unwrap_or(&args.folder);
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        files::replace(&path, &content).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let folder = args.folder.display();
    // The name given by each system's installer of Python.
    let python = if cfg!(windows) { "py" } else { "python3" };
    Ok(writeln!(stdout(), "wrote {folder}; to look at it: {python} -m http.server --directory {folder}")?)
}

/// The games of the site: those given, and other variants with a released evaluator.
fn learnt(args: &Args) -> Result<Vec<SiteGame>> {
    let alone = |net| SiteGame { net, problems: String::new(), report: None };
    let mut all: Vec<SiteGame> = Vec::new();
    let has = |all: &[SiteGame], variant: &str| all.iter().any(|one| one.net.header().variant == variant);
    let file = |path: &PathBuf| {
        let net = CompactNet::read(path)?;
        let Header { variant, rules_file, .. } = net.header();
        ensure!(
            rules_file.is_some() || listed(variant).is_ok(),
            "{} is for `{variant}`, a game that this program does not know",
            path.display()
        );
        Ok(alone(net))
    };
    let files = args.evaluators.iter().map(file);
    for given in files.chain(args.runs.iter().map(|name| of_run(name))) {
        let given = given?;
        let variant = &given.net.header().variant;
        ensure!(!has(&all, variant), "two evaluators are given for {variant}: expected one for each variant");
        all.push(given);
    }
    for variant in variants().chain(rules_files()) {
        if !has(&all, &variant.name)
            && let Ok(location) = NetSpec::Released.locate(&variant.name)
        {
            all.push(alone(location.read()?));
        }
    }
    Ok(all)
}

fn of_run(name: &str) -> Result<SiteGame> {
    let run = find_run(name)?;
    let text = |path: PathBuf| match files::read_text(&path, files::LONGEST_TEXT) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    Ok(SiteGame {
        net: CompactNet::read(run.newest_evaluator()?)?,
        problems: text(run.problems())?.unwrap_or_default(),
        report: text(run.report())?,
    })
}

/// The engine for browsers: the one given, the embedded one, or the one just built.
fn engine(given: Option<&Path>) -> Result<Vec<u8>> {
    let path = match (given, assets::engine()) {
        (Some(path), _) => path,
        (None, Some(engine)) => return Ok(engine.to_vec()),
        (None, None) => Path::new(BUILT),
    };
    if given.is_none() && !path.is_file() {
        bail!(
            "this program was built without the engine for browsers: expected --engine FILE.wasm; in the source folder \
             `rustup target add wasm32-unknown-unknown` and `cargo engine` make {BUILT}"
        );
    }
    let engine = files::read(path, files::LONGEST_TEXT).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        engine.starts_with(b"\0asm") && holds(&engine, b"ardoise_call"),
        "{} is not the engine for browsers: expected {BUILT}, as `cargo engine` makes it",
        path.display()
    );
    Ok(engine)
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
