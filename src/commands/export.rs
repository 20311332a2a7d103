use super::{random_positions, stdout};
use crate::compact::{CompactNet, DeadUnits, Inference, Kernel, MismatchError, Precision};
use crate::game::{Encoding, Game, Notation};
use crate::games::{self, AnyGame};
use crate::play::in_one_line;
use crate::players::{Kind, Location, NetSpec, PlayerSpec};
use crate::runs::write_file;
use crate::search::SearchConfig;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Write an evaluator to a file: a run's newest, that of a generation, or the released one
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Run (name or directory), generation of a run (RUN:7), generation's directory, evaluator file, or `released`
    #[arg(value_name = "EVALUATOR")]
    from: String,
    /// Variant whose evaluator to take, with `released`
    #[arg(long, value_name = "VARIANT")]
    game: Option<String>,
    /// File to write, for example dualite.ard; an existing one is replaced
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Format of the file
    #[arg(long, value_enum, default_value_t = Format::Ard)]
    format: Format,
    /// Precision: int8 is about twice as fast; ONNX files are always f32 [default: as in the source]
    #[arg(long, value_name = "f32|int8", value_parser = parse_precision)]
    precision: Option<Precision>,
    /// Set a search parameter for players with the evaluator: a key of `[search]` in the config, such as
    /// prior_temperature=2 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    search: Vec<String>,
    /// Also write positions from random games with the net's inputs and outputs, one JSON object per line, to check
    /// other runtimes
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// Compact evaluator, the format all commands play with
    Ard,
    /// ONNX, for other runtimes (docs/onnx.md)
    Onnx,
}

/// Number of positions in a file of samples.
const SAMPLES: usize = 256;

/// One position with the net's inputs and outputs, named and laid out as in the ONNX model.
#[derive(Serialize)]
struct Sample {
    position: String,
    /// Indices of the legal moves among the logits.
    legal: Vec<usize>,
    planes: Vec<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    globals: Vec<f32>,
    policy_logits: Vec<f32>,
    /// Probabilities of win, draw and loss for the side to act.
    value: [f32; 3],
    moves_left: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<f32>,
}

/// Runs the command.
///
/// # Errors
/// There is no such evaluator, it is damaged, samples or int8 are requested of a net for a game that this program
/// lacks, or a file cannot be written.
pub fn run(args: Args) -> Result<()> {
    if args.samples.as_ref() == Some(&args.out) {
        bail!("--out and --samples are both {}: expected two files", args.out.display());
    }
    let precision = match args.format {
        Format::Ard => args.precision,
        Format::Onnx if args.precision == Some(Precision::Int8) => {
            bail!("--precision int8 with --format onnx: ONNX files are always f32 (runtimes can quantise them)")
        }
        Format::Onnx => Some(Precision::F32),
    };
    let location = locate(&args.from, args.game.as_deref())?;
    let net = in_precision(Arc::new(location.read()?), precision)?;
    let net = match args.search.is_empty() {
        true => net,
        false => Arc::new(net.with_search(changed(net.header().search, &args.search)?)),
    };
    let samples = match args.samples {
        Some(path) => Some((path, samples(&net).context("no samples can be made")?)),
        None => None,
    };
    match args.format {
        Format::Ard => net.write(&args.out)?,
        Format::Onnx => write_file(&args.out, &net.to_onnx())?,
    }
    let header = net.header();
    let provenance = &header.provenance;
    writeln!(
        stdout(),
        "{} (from {location}): {}, generation {} of run {}, {} parameters{}",
        args.out.display(),
        in_one_line(&header.variant),
        provenance.generation,
        in_one_line(&provenance.run),
        header.architecture.parameters(),
        if header.precision == Precision::Int8 { ", int8" } else { "" },
    )?;
    if let Some((path, (samples, dead))) = samples {
        write_file(&path, samples.as_bytes())?;
        writeln!(stdout(), "{}: {SAMPLES} positions with the evaluator's answers", path.display())?;
        writeln!(stdout(), "units that are 0 in all of them: {}", describe(&dead))?;
    }
    Ok(())
}

fn parse_precision(text: &str) -> Result<Precision, String> {
    let precision = Precision::ALL.into_iter().find(|precision| precision.name() == text);
    precision.ok_or_else(|| format!("expected {}", Precision::ALL.map(Precision::name).join(" or ")))
}

/// The search parameters with some keys changed.
fn changed(search: SearchConfig, changes: &[String]) -> Result<SearchConfig> {
    let mut keys = serde_json::to_value(search)?;
    for change in changes {
        let expected = || format!("--search {change}: expected KEY=VALUE with a number, for example c_puct=1.5");
        let (key, value) = change.split_once('=').with_context(expected)?;
        let value: serde_json::Number = value.parse().with_context(expected)?;
        match keys.get_mut(key) {
            Some(known) if known.is_number() => *known = value.into(),
            _ => bail!("--search {change}: no number has that name in [search], see docs/configuration.md"),
        }
    }
    let search: SearchConfig = serde_json::from_value(keys).context("--search")?;
    search.validate()?;
    Ok(search)
}

/// The net in the requested precision, if there is one.
fn in_precision(net: Arc<CompactNet>, wanted: Option<Precision>) -> Result<Arc<CompactNet>> {
    let header = net.header();
    match (header.precision, wanted) {
        (Precision::Int8, Some(Precision::F32)) => Ok(Arc::new(net.dequantised())),
        (Precision::F32, Some(Precision::Int8)) => {
            let net = match header.ranges.is_empty() {
                true => Arc::new(net.calibrated(&game_of(&net)?)?),
                false => net,
            };
            Ok(Arc::new(net.quantised()?))
        }
        _ => Ok(net),
    }
}

/// The game that the net plays.
fn game_of(net: &CompactNet) -> Result<AnyGame> {
    Ok(AnyGame::new(net.rules()?)?)
}

/// The rectifiers with dead units, in words.
fn describe(dead: &DeadUnits) -> String {
    let some = dead.rectifiers.iter().filter(|units| !units.dead.is_empty());
    let words: Vec<_> =
        some.map(|units| format!("{} {} of {}", units.rectifier, units.dead.len(), units.total)).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// The lines of a file of samples, and the net's dead units on them.
fn samples(net: &Arc<CompactNet>) -> Result<(String, DeadUnits)> {
    samples_of(&game_of(net)?, net)
}

fn samples_of(game: &AnyGame, net: &Arc<CompactNet>) -> Result<(String, DeadUnits)> {
    net.header().check(game)?;
    let shape = net.header().architecture.shape;
    // Weights do not depend on the size of the board, but the model fixes one, which the samples must share.
    if shape != game.shape() {
        return Err(MismatchError::Shape { net: shape, game: game.shape() }.into());
    }
    let mut inference = Inference::new(Arc::clone(net), Kernel::best());
    let (mut lines, mut moves) = (String::new(), Vec::new());
    let positions = random_positions(game, SAMPLES);
    for position in &positions {
        let (mut planes, mut globals) = (vec![0.0; shape.plane_len()], vec![0.0; shape.globals]);
        game.encode(position, &mut planes, &mut globals);
        inference.load(0, |own_planes, own_globals| {
            own_planes.copy_from_slice(&planes);
            own_globals.copy_from_slice(&globals);
        });
        inference.run(1);
        let value = inference.value(0);
        game.legal_moves(position, &mut moves);
        let sample = Sample {
            position: game.format_position(position),
            legal: moves.iter().map(|&mv| game.policy_index(position, mv)).collect(),
            planes,
            globals,
            policy_logits: (0..shape.policy_len()).map(|index| inference.logit(0, index)).collect(),
            value: [value.win, value.draw(), value.loss],
            moves_left: value.moves_left,
            lead: shape.lead.then_some(value.lead),
        };
        lines.push_str(&serde_json::to_string(&sample)?);
        lines.push('\n');
    }
    Ok((lines, net.dead_units(game, &positions)?))
}

/// Path of the evaluator that `from` names; if `from` is `released`, that of the evaluator of `game`.
fn locate(from: &str, game: Option<&str>) -> Result<Location> {
    let in_generation = Path::new(from).join("evaluator.ard");
    let net = match from.parse::<PlayerSpec>() {
        _ if in_generation.is_file() => NetSpec::File(in_generation),
        Ok(PlayerSpec { kind: Kind::Net(net), budget: None, .. }) => net,
        _ => bail!(
            "`{from}` does not name an evaluator: expected a run, RUN:GENERATION, a generation's directory, an .ard \
             file or `released`"
        ),
    };
    match (&net, game) {
        (NetSpec::Released, None) => bail!("`released` without a game: expected --game VARIANT"),
        (NetSpec::Released, Some(game)) => {
            games::rules::<&str, &str>(game, [])?;
        }
        (_, None) => {}
        (_, Some(_)) => bail!("--game goes with `released` only: `{from}` names its evaluator by itself"),
    }
    Ok(net.locate(game.unwrap_or_default())?)
}
