use super::stdout;
use crate::assets;
use crate::compact::CompactNet;
use crate::files;
use crate::games::{rules_files, variants};
use crate::players::NetSpec;
use crate::site;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the page as a folder that any web server can serve, with the engine for browsers
///
/// The folder needs no program behind it: `python3 -m http.server --directory DIR` shows it, and so does any host of
/// static files. The engine runs in the visitor's browser and plays the same moves as this program. After one visit the
/// page works without a network, where the host is reached by https or is this machine.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to write; it may exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Evaluator to play with, in place of the released one of its variant (repeatable)
    #[arg(long = "evaluator", value_name = "FILE.ard")]
    evaluators: Vec<PathBuf>,
    /// The engine for browsers, where this program was built without it
    #[arg(long, value_name = "FILE.wasm")]
    engine: Option<PathBuf>,
}

/// Where `cargo engine` leaves the engine for browsers, below the source folder.
const BUILT: &str = "target/wasm32-unknown-unknown/release/ardoise.wasm";

/// Runs the command.
///
/// # Errors
/// There is no engine for browsers, an evaluator cannot be read, or a file cannot be written.
pub fn run(args: Args) -> Result<()> {
    let engine = engine(args.engine.as_deref())?;
    let nets = evaluators(&args.evaluators)?;
    for (name, content) in site::files(&engine, nets)? {
        let path = args.folder.join(name);
        let folder = path.parent().unwrap_or(&args.folder);
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        files::replace(&path, &content).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let folder = args.folder.display();
    Ok(writeln!(stdout(), "wrote {folder}; to look at it: python3 -m http.server --directory {folder}")?)
}

/// The evaluators of the site: those given, and the released ones of other variants.
fn evaluators(given: &[PathBuf]) -> Result<Vec<CompactNet>> {
    let mut nets: Vec<CompactNet> = Vec::new();
    let known = || variants().chain(rules_files());
    let has = |nets: &[CompactNet], variant: &str| nets.iter().any(|net| net.header().variant == variant);
    for path in given {
        let net = CompactNet::read(path)?;
        let variant = &net.header().variant;
        ensure!(
            known().any(|known| known.name == variant),
            "{} is for `{variant}`, a game that this program does not know",
            path.display()
        );
        ensure!(!has(&nets, variant), "two evaluators are given for {variant}: expected one for each variant");
        nets.push(net);
    }
    for variant in known() {
        if !has(&nets, variant.name)
            && let Ok(location) = NetSpec::Released.locate(variant.name)
        {
            nets.push(location.read()?);
        }
    }
    Ok(nets)
}

/// The engine for browsers: the one given, the one that this program holds, or the one just built.
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
    let engine = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
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
