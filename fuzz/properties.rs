//! Properties that hold wherever the program parses text or bytes that anybody may have written. One function per
//! parser: it takes any bytes, and panics if the property fails. The fuzzers of `fuzz_targets` look for such bytes;
//! `tests/suite/corpus.rs` tries those of `corpus` in each run of the tests.

mod plain;

use ardoise::compact::{CompactEvaluator, CompactNet, Header};
#[cfg(feature = "distributed")]
use ardoise::distributed::{Ban, Job, Pieces, RunStatus, Task, WorkerStatus, read_json, write_json};
use ardoise::eval::{Batch, Evaluator};
use ardoise::game::contract::legal;
use ardoise::game::{AnyPosition, Encoding, Game, Guidance, History, Notation, Symmetry};
use ardoise::games::{self, AnyGame, rules};
use ardoise::play::serve;
use ardoise::players::{Budget, Engine};
use ardoise::rbg::{Account, Rules, perft_within};
use ardoise::record::{FileText, ForeignGame, Format, Reading, Record, Records, convert};
#[cfg(feature = "distributed")]
use ardoise::samples::SelfPlayGame;
use ardoise::search::SearchConfig;
#[cfg(feature = "learn")]
use ardoise::train::Config;
use ardoise::web::{Answer, Games, LoadedGame, Nets, PageEngine, Request};
#[cfg(feature = "distributed")]
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
#[cfg(feature = "distributed")]
use std::fmt::Debug;
use std::fmt::Display;
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// A property: it panics where it does not hold.
pub type Property = fn(&[u8]);

/// All properties, each with its name.
pub const ALL: &[(&str, Property)] = &[
    ("positions", positions),
    ("moves", moves),
    ("foreign_records", foreign_records),
    ("records", records),
    ("evaluators", evaluators),
    #[cfg(feature = "learn")]
    ("configs", configs),
    ("requests", requests),
    #[cfg(feature = "distributed")]
    ("messages", messages),
    ("ugi", ugi),
    ("rules_files", rules_files),
    ("generated_games", generated_games),
];

/// Number of moves that are played on from a position: what a move can break shows within a few.
const PLAYED_ON: usize = 12;

/// Refusals are one sentence.
fn refused(error: impl Display) {
    assert!(!error.to_string().trim().is_empty(), "an error without words");
}

/// The game of a line like `loa max_plies=200`.
fn game_of(line: &str) -> Option<AnyGame> {
    let mut words = line.split_whitespace();
    let variant = words.next()?;
    let options: Vec<(&str, &str)> = words.map(|word| word.split_once('=')).collect::<Option<_>>()?;
    match rules(variant, options) {
        Ok(rules) => Some(AnyGame::new(rules).expect("a listed variant")),
        Err(error) => {
            refused(error);
            None
        }
    }
}

/// The game of the first line, and the lines after it. The last line may or may not have an end.
fn game_and_lines(bytes: &[u8]) -> Option<(AnyGame, &str)> {
    let (line, rest) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
    Some((game_of(line)?, rest.strip_suffix('\n').unwrap_or(rest)))
}

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items = Vec::from_iter(items);
    items.sort_unstable();
    items
}

/// Whether all items differ.
fn differ<T: Ord>(items: impl IntoIterator<Item = T>) -> bool {
    sorted(items).windows(2).all(|pair| pair[0] < pair[1])
}

/// A parsed position prints as it was given, and every function of a game works on it.
///
/// The first line is the game, the second the position.
pub fn positions(bytes: &[u8]) {
    let Some((game, text)) = game_and_lines(bytes) else { return };
    match (game.parse_position(text), game.read_position(text)) {
        (Ok(position), read) => {
            assert_eq!(game.format_position(&position), text);
            assert_eq!(read, Ok(position.clone()));
            can_be_played(&game, position);
        }
        // In another program's notation.
        (Err(_), Ok(position)) => can_be_played(&game, position),
        (Err(_), Err(error)) => refused(error),
    }
}

/// Calls every function on the position, its images and some successors.
fn can_be_played(game: &AnyGame, position: AnyPosition) {
    can_be(game, &position);
    for symmetry in 0..game.symmetries() {
        let image = game.transform_position(symmetry, &position);
        reads_back(game, &image);
        let images = legal(game, &position).into_iter().map(|mv| game.transform_move(symmetry, mv));
        assert_eq!(sorted(images), sorted(legal(game, &image)), "by symmetry {symmetry}");
    }
    let mut history = History::new(game, position);
    let mut moves = Vec::new();
    for _ in 0..PLAYED_ON {
        history.legal_moves(game, &mut moves);
        assert_eq!(moves.is_empty(), history.outcome().is_some());
        // Any choice will do, but the same each time.
        let Some(chosen) = game.hash(history.position()).checked_rem(moves.len() as u64) else { break };
        history.play(game, moves[chosen as usize]);
    }
    can_be(game, history.position());
}

fn reads_back(game: &AnyGame, position: &AnyPosition) {
    let text = game.format_position(position);
    assert_eq!(game.parse_position(&text).as_ref(), Ok(position), "{text}");
}

fn can_be(game: &AnyGame, position: &AnyPosition) {
    reads_back(game, position);
    let moves = legal(game, position);
    let outcome = game.outcome(position);
    assert_eq!(moves.is_empty(), outcome.is_some(), "moves exactly where the game is not over");
    assert_eq!(game.ending(position).is_some(), outcome.is_some());
    assert!(game.seat_to_act(position).index() < game.seat_names().len());
    assert!(game.lead(position).is_none_or(|lead| (-1.0..=1.0).contains(&lead)));
    assert!(game.progress(position).is_finite());
    assert!(!game.draw(position).is_empty());

    let texts = Vec::from_iter(moves.iter().map(|&mv| game.format_move(position, mv)));
    assert!(differ(&texts), "two moves with the same text: {texts:?}");
    assert!(differ(moves.iter().map(|&mv| game.move_parts(position, mv))), "two moves with the same parts");
    for (&mv, text) in moves.iter().zip(&texts) {
        assert_eq!(game.parse_move(position, text), Ok(mv), "{text}");
        let mut next = position.clone();
        game.play(&mut next, mv);
        reads_back(game, &next);
    }

    let shape = game.shape();
    let (mut planes, mut globals) = (vec![f32::NAN; shape.plane_len()], vec![f32::NAN; shape.globals]);
    game.encode(position, &mut planes, &mut globals);
    assert!(planes.iter().all(|value| (0.0..=1.0).contains(value)), "{planes:?}");
    assert!(globals.iter().all(|value| (-2.0..=2.0).contains(value)), "{globals:?}");
    let indices = Vec::from_iter(moves.iter().map(|&mv| game.policy_index(position, mv)));
    assert!(indices.iter().all(|&index| index < shape.policy_len()) && differ(&indices), "{indices:?}");
}

/// A parsed move is legal, and its proper text means the same; a legal move's text is never refused.
///
/// The first line is the game, the second a position or `-` for the start, the others are moves, made as far as they
/// are legal.
pub fn moves(bytes: &[u8]) {
    let Some((game, text)) = game_and_lines(bytes) else { return };
    let (start, moves) = text.split_once('\n').unwrap_or((text, ""));
    {
        let start = match start {
            "-" => Ok(game.start()),
            text => game.parse_position(text),
        };
        match start {
            Err(error) => refused(error),
            Ok(start) => read_moves(&game, start, moves),
        }
    }
}

fn read_moves(game: &AnyGame, start: AnyPosition, texts: &str) {
    let mut history = History::new(game, start);
    for text in texts.split('\n') {
        let position = history.position().clone();
        let legal = legal(game, &position);
        match game.parse_turn(&position, text) {
            Ok(turn) => {
                let proper = game.format_turn(&position, &turn);
                assert_eq!(game.parse_turn(&position, &proper), Ok(turn), "{text} is {proper}");
            }
            Err(error) => refused(error),
        }
        match game.parse_move(&position, text) {
            Ok(mv) => {
                assert!(legal.contains(&mv), "`{text}` is read as {mv:?}, which is not legal");
                let proper = game.format_move(&position, mv);
                assert_eq!(game.parse_move(&position, &proper), Ok(mv), "{text}");
                if history.outcome().is_none() {
                    history.play(game, mv);
                    reads_back(game, history.position());
                }
            }
            Err(error) => {
                assert!(legal.iter().all(|&mv| game.format_move(&position, mv) != text), "`{text}` is legal: {error}");
                refused(error);
            }
        }
    }
}

/// Records that verify are written as they were read, verify again, and can be loaded by the page; others are refused.
///
/// A file of records.
pub fn records(bytes: &[u8]) {
    for record in Records::new("records", bytes) {
        match record {
            Err(error) => refused(error),
            Ok((_, record)) => match record.verify() {
                Err(error) => refused(error),
                Ok(()) => verified(record),
            },
        }
    }
}

/// Games of other programs' files that hold verify, and are the same in SGF and as text, with their variations; others
/// are refused.
///
/// A text in SGF, or of tags and moves.
pub fn foreign_records(bytes: &[u8]) {
    let find = |name: &str| games::listed(name).map_err(Into::into);
    let reading = Reading { find: &find, ..Reading::default() };
    let text = FileText::of(bytes).text;
    if Format::of_text(&text) == Format::Lines {
        return;
    }
    let games = match convert("foreign", &text, &reading) {
        Ok(games) => games,
        Err(error) => return refused(error),
    };
    for game in games {
        let Ok(game) = game.game.map_err(refused) else { continue };
        let record = &game.record;
        assert_eq!(record.verify(), Ok(()));
        assert!(game.tree.main_line().skip(1).map(|node| &game.tree[node].text).eq(&record.steps));
        for format in [Format::Sgf, Format::Text] {
            let text = format.write_whole(&game).expect("its rules are known");
            let again = convert("again", &text, &reading).unwrap_or_else(|error| panic!("{error}: {text}"));
            match again.as_slice() {
                [ForeignGame { game: Ok(whole), .. }] => {
                    let again = &whole.record;
                    assert_eq!((&again.steps, again.winner), (&record.steps, record.winner), "{text}");
                    assert_eq!(again.players.is_some(), record.players.is_some(), "{text}");
                    assert_eq!((whole.tree.lines(), whole.broken), (game.tree.lines(), 0), "{text}");
                }
                other => panic!("{text} is read as {other:?}"),
            }
        }
    }
}

fn verified(record: Record) {
    let line = record.to_line();
    assert!(!line.contains('\n'), "a record on several lines: {line:?}");
    let read = Vec::from_iter(Records::new("again", line.as_bytes()));
    match read.as_slice() {
        [Ok((1, again))] => assert_eq!(*again, record, "{line}"),
        other => panic!("{line} is read as {other:?}"),
    }
    assert_eq!(record.verify(), Ok(()));
    LoadedGame::new(record).expect("a verified record can be shown");
}

/// Most bytes of weights of a repaired evaluator: enough for a few channels.
const MOST_WEIGHTS: usize = 1 << 16;

/// The most positions of the proof searches of an evaluator's players. A file may ask for more, and gets it.
const MOST_PROOF: u32 = 100;

/// A parsed evaluator is written as it was read, and answers with finite numbers, in 8 and in 32 bits.
///
/// An evaluator's file. Lengths and checksum are corrected first, since no fuzzer would find them.
pub fn evaluators(bytes: &[u8]) {
    evaluator(bytes);
    if let Some(repaired) = repaired(bytes) {
        evaluator(&repaired);
    }
}

fn evaluator(bytes: &[u8]) {
    let net = match CompactNet::from_bytes(bytes) {
        Ok(net) => net,
        Err(error) => return refused(error),
    };
    let written = net.to_bytes();
    let again = CompactNet::from_bytes(&written).expect("what is written can be read");
    assert_eq!((again.header(), again.weights()), (net.header(), net.weights()));
    assert!(again.to_bytes() == written, "written differently the second time");
    assert!(!net.to_onnx().is_empty());
    let dequantised = net.dequantised();
    CompactNet::from_bytes(&dequantised.to_bytes()).expect("a net in 32 bits can be read");
    let mut nets = vec![dequantised];
    match net.quantised() {
        Ok(quantised) => {
            CompactNet::from_bytes(&quantised.to_bytes()).expect("a net in 8 bits can be read");
            nets.push(quantised);
        }
        Err(error) => refused(error),
    }
    let game = match net.rules() {
        Ok(rules) => AnyGame::new(rules).expect("a listed variant"),
        Err(error) => return refused(error),
    };
    let net = Arc::new(net);
    {
        plays(&game, Arc::clone(&net));
        nets.into_iter().map(Arc::new).chain([net]).for_each(|net| answers(&game, net));
    }
}

/// A net's answers are finite numbers.
fn answers(game: &AnyGame, net: Arc<CompactNet>) {
    let mut evaluator = match CompactEvaluator::new(game, net) {
        Ok(evaluator) => evaluator,
        Err(error) => return refused(error),
    };
    let mut history = History::new(game, game.start());
    let mut batch = Batch::default();
    for step in 0..3 {
        let moves = legal(game, history.position());
        if moves.is_empty() {
            break;
        }
        batch.push(history.position(), &moves);
        history.play(game, moves[7 * step % moves.len()]);
    }
    evaluator.evaluate(game, &mut batch);
    for leaf in 0..batch.len() {
        let (priors, value) = (batch.priors(leaf), batch.value(leaf));
        assert!(priors.iter().all(|prior| (0.0..=1.001).contains(prior)), "{priors:?}");
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-2, "{priors:?}");
        assert!((0.0..=1.001).contains(&value.win) && (0.0..=1.001).contains(&value.loss), "{value:?}");
        assert!(value.win + value.loss < 1.001 && (-1.0..=1.0).contains(&value.lead), "{value:?}");
        assert!(value.moves_left >= 0.0 && value.moves_left.is_finite(), "{value:?}");
    }
}

/// A player with a net finds a move.
fn plays(game: &AnyGame, net: Arc<CompactNet>) {
    let given = net.header().search;
    let (proof_nodes, root_proof_nodes) = (given.proof_nodes.min(MOST_PROOF), given.root_proof_nodes.min(MOST_PROOF));
    let search = SearchConfig { proof_nodes, root_proof_nodes, ..given };
    let Ok(evaluator) = CompactEvaluator::new(game, net) else { return };
    let mut evaluator = Some(evaluator);
    let make = move |_| -> Box<dyn Evaluator> { Box::new(evaluator.take().expect("one thread needs one")) };
    let mut engine = Engine::new(Box::new(make), search, Budget::Simulations(6));
    engine.set_memory(1 << 20);
    let history = History::new(game, game.start());
    assert!(legal(game, history.position()).contains(&engine.best_move(game, &history)));
}

/// The file with correct lengths and checksum, and as many weights as its header announces.
fn repaired(bytes: &[u8]) -> Option<Vec<u8>> {
    let (prefix, content) = bytes.split_at_checked(24)?;
    let mut values = serde_json::Deserializer::from_slice(content).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    let (header, weights) = content.split_at(values.byte_offset());
    let mut weights = weights[..weights.len().saturating_sub(32)].to_vec();
    if let Ok(header) = serde_json::from_slice::<Header>(header)
        && header.architecture.blocks <= 32
        && header.architecture.check().is_ok()
    {
        let specs = header.architecture.tensors(header.precision);
        let size: usize = specs.iter().map(|spec| spec.len() * spec.entries.size()).sum();
        if size <= MOST_WEIGHTS {
            weights = weights.iter().chain(&[0]).copied().cycle().take(size).collect();
        }
    }
    let lengths = [&(header.len() as u32).to_le_bytes()[..], &(weights.len() as u64).to_le_bytes()].concat();
    let mut file = [&prefix[..12], &lengths, header, &weights].concat();
    file.extend(Sha256::digest(&file));
    Some(file)
}

/// An accepted config is written as TOML that means the same, and so is the part of it that goes to workers.
///
/// A config, with comments `#--set KEY=VALUE` for what the command line would change.
#[cfg(feature = "learn")]
pub fn configs(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let sets = Vec::from_iter(text.lines().filter_map(|line| line.strip_prefix("#--set ")).map(str::to_owned));
    let config = match Config::parse("config.toml", text, &sets) {
        Ok(config) => config,
        Err(error) => return refused(error),
    };
    let again = |config: &Config| {
        let text = toml::to_string(config).expect("a config is a TOML table");
        let again = Config::parse("again.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, *config, "{text}");
        assert_eq!(again.differences(config), Vec::<String>::new());
    };
    again(&config);
    again(&config.of_games());
    config.game().expect("an accepted config names a game");
    config.players_search().expect("an accepted config has a search for players");
}

/// Limits of searches in requests. A request may ask for any number of simulations, or to search until it is stopped:
/// the host does the work in slices and bounds the memory.
const MOST_SIMULATIONS: u32 = 4;
const SLICES: usize = 3;
const SLICE: Duration = Duration::from_millis(2);
const MEMORY: usize = 1 << 20;

/// A request is answered with an object, twice the same, or refused; a task sends objects. The content of a reply can
/// be used in further requests.
///
/// A request of the page, in JSON.
pub fn requests(bytes: &[u8]) {
    static ENGINE: LazyLock<PageEngine> = LazyLock::new(|| {
        PageEngine::new(
            Nets::of_program(),
            Games::default(),
            json!({"engine": "program", "threads": 1, "training": null}),
        )
    });
    let Ok(mut request) = serde_json::from_slice::<Value>(bytes) else { return };
    if let Some(simulations) = request.get_mut("simulations")
        && simulations.as_u64().is_some_and(|simulations| simulations > MOST_SIMULATIONS.into())
    {
        *simulations = MOST_SIMULATIONS.into();
    }
    let engine = &*ENGINE;
    let understood = match Request::parse(request.clone()) {
        Ok(understood) => understood,
        Err(refusal) => return refused(refusal),
    };
    let is_task = understood.is_task();
    match engine.ask(understood, MEMORY) {
        Err(refusal) => refused(refusal),
        Ok(Answer::Reply(reply)) => {
            assert!(!is_task, "{request}");
            assert_eq!(ask(engine, request.clone()), reply, "{request}");
            follow(engine, &request, &reply);
        }
        Ok(Answer::Task(mut task)) => {
            assert!(is_task, "{request}");
            for _ in 0..SLICES {
                let mut last = Value::Null;
                let mut tell = |event: Value| {
                    assert!(event.is_object() && last["done"] != true, "{request}: {event} after {last}");
                    last = event;
                };
                match task.work(Instant::now() + SLICE, NonZeroUsize::MIN, &mut tell) {
                    Ok(false) => assert!(last["done"] != true, "{request}: {last}, but it is not done"),
                    Ok(true) => return assert!(last["done"] == true, "{request}: {last}, but it is done"),
                    Err(refusal) => return refused(refusal),
                }
            }
        }
    }
}

/// The reply to a request that must be answered.
fn ask(engine: &PageEngine, request: Value) -> Value {
    let understood = Request::parse(request.clone());
    match understood.and_then(|understood| engine.ask(understood, MEMORY)).and_then(Answer::reply) {
        Ok(reply) if reply.is_object() => reply,
        Ok(other) => panic!("{request} is answered with {other}"),
        Err(refusal) => panic!("{request} is refused: {refusal}"),
    }
}

/// Sends the requests that the page would send next.
fn follow(engine: &PageEngine, request: &Value, reply: &Value) {
    match request["do"].as_str() {
        Some("position") => {
            let moves = reply["moves"].as_array().expect("a list of moves");
            assert_eq!(moves.is_empty(), !reply["outcome"].is_null(), "{request}: {reply}");
            for mv in moves.iter().take(2) {
                let mut next = request.clone();
                let moves = next["game"].as_object_mut().expect("a game").entry("moves").or_insert(json!([]));
                moves.as_array_mut().expect("a list of moves").push(mv["move"].clone());
                assert_eq!(ask(engine, next)["last"]["move"], mv["move"], "{request}");
            }
        }
        Some("load") => {
            for loaded in reply["games"].as_array().expect("a list of games") {
                ask(engine, json!({"do": "position", "game": loaded["game"]}));
            }
        }
        Some("save") => {
            let loaded = ask(engine, json!({"do": "load", "record": reply["record"]}));
            assert_eq!(loaded["games"].as_array().map(Vec::len), Some(1), "{request}: {reply}");
        }
        _ => {}
    }
}

/// A parsed message between learner and workers is written as it was read; computed pieces are only accepted if a
/// learner can use them.
///
/// A message. Pieces need not be compressed: `raw` and their bytes stand for a message with them. A job may be
/// followed by the bytes of its pieces.
#[cfg(feature = "distributed")]
pub fn messages(bytes: &[u8]) {
    fn again<T: Debug + PartialEq, E: Debug + Display + PartialEq>(
        read: impl Fn(&[u8]) -> Result<T, E>,
        write: impl Fn(&T) -> Vec<u8>,
        bytes: &[u8],
    ) {
        match read(bytes) {
            Ok(message) => assert_eq!(read(&write(&message)), Ok(message)),
            Err(error) => refused(error),
        }
    }
    again(Task::read, write_json, bytes);
    // Times and rates are only for people, and JSON may lose their last bit.
    let timeless = |status| WorkerStatus { rate: 0.0, idle: Vec::new(), seconds: 0.0, ..status };
    again(|bytes| WorkerStatus::read(bytes).map(timeless), write_json, bytes);
    again(read_json::<RunStatus>, write_json, bytes);
    again(read_json::<Ban>, write_json, bytes);
    again(Pieces::read, Pieces::write, bytes);
    if let Some(body) = bytes.strip_prefix(b"raw") {
        let start = [&b"ARDG"[..], &ardoise::distributed::VERSION.to_le_bytes()].concat();
        again(Pieces::read, Pieces::write, &[start, compress_to_vec_zlib(body, 1)].concat());
    }
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (line, pieces) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    match Job::read(line) {
        Ok(job) => pieces_of(&job, pieces),
        Err(error) => refused(error),
    }
}

/// A job that can be done is written as it was read. Pieces that are accepted as its first ones can be used: games to
/// learn from have playable positions.
#[cfg(feature = "distributed")]
fn pieces_of(job: &Job, bytes: &[u8]) {
    static NETS: LazyLock<Nets> = LazyLock::new(Nets::of_program);
    let config = match job {
        Job::SelfPlay { config, .. } => Config::parse("of the job", config, &[]).ok(),
        _ => None,
    };
    let net = NETS.released(config.as_ref().map_or("dualite", |config| config.game.variant.as_str()));
    let nets = job.nets().into_iter().filter_map(|hash| Some((hash, net.clone()?))).collect();
    if let Err(error) = job.read_pieces(&nets, 0..0, &[]) {
        return refused(error);
    }
    assert_eq!(Job::read(&write_json(job)).as_ref(), Ok(job));
    for count in 1..3 {
        let pieces = job.read_pieces(&nets, 0..count, bytes);
        match (pieces, &config) {
            (Err(error), _) => refused(error),
            (Ok(pieces), Some(config)) => {
                let game = config.game().expect("it was checked");
                pieces.iter().for_each(|piece| learnt_from(&game, piece));
            }
            (Ok(pieces), None) => assert_eq!(pieces.concat(), bytes),
        }
    }
}

#[cfg(feature = "distributed")]
fn learnt_from(game: &AnyGame, piece: &[u8]) {
    let played: SelfPlayGame<String> = postcard::from_bytes(piece).expect("it was checked");
    let played = played.read(game).expect("it was checked");
    for sample in &played.samples {
        assert_eq!(sample.policy.len(), legal(game, &sample.position).len());
        assert!((sample.policy_target().sum::<f32>() - 1.0).abs() < 1e-3);
        can_be_played(game, sample.position.clone());
    }
}

/// The most commands that search in a dialogue, and the most threads that it may request: each takes time, and
/// nothing else bounds them.
const MOST_SEARCHES: usize = 3;
const MOST_THREADS: usize = 4;

/// The engine answers any input by the Universal Game Interface, and ends where the input ends.
///
/// The first line is the game, the others are commands.
pub fn ugi(bytes: &[u8]) {
    let Some((line, commands)) = bytes.iter().position(|&byte| byte == b'\n').map(|at| bytes.split_at(at)) else {
        return;
    };
    let Some(game) = std::str::from_utf8(line).ok().and_then(game_of) else { return };
    let text = String::from_utf8_lossy(commands);
    let words = |line: &str| Vec::from_iter(line.split_whitespace().map(str::to_owned));
    let lines = Vec::from_iter(text.lines().map(words));
    let many = |word: &String| word.parse::<usize>().is_ok_and(|threads| threads > MOST_THREADS);
    let searches = lines.iter().filter(|words| words.first().is_some_and(|word| word == "go")).count();
    if searches > MOST_SEARCHES
        || lines.iter().any(|words| words.contains(&"Threads".to_owned()) && words.iter().any(many))
    {
        return;
    }
    {
        let mut engine = Engine::rollouts(Budget::Simulations(3));
        engine.limit_root_proof(100);
        let mut out = Vec::new();
        match serve(&game, engine, Cursor::new(commands.to_vec()), &mut out) {
            Err(error) => refused(error),
            Ok(()) => spoken(&String::from_utf8(out).expect("answers are UTF-8")),
        }
    }
}

fn spoken(answers: &str) {
    const ANSWERS: [&str; 7] = ["id", "option", "ugiok", "readyok", "info", "response", "bestmove"];
    for line in answers.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        assert!(ANSWERS.contains(&word), "{line}");
        assert!(!rest.is_empty() || word.ends_with("ok"), "{line}");
    }
}

/// A rules file is refused in words, or its game can be played: there are steps exactly until it is over, and a
/// position that is split and rebuilt is the same.
///
/// A rules file.
pub fn rules_files(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let rules = match Rules::parse("fuzzed.rbg", text) {
        Ok(rules) => rules,
        Err(error) => return refused(error),
    };
    let (mut state, mut scratch, mut steps) = (rules.start(), rules.scratch(), Vec::new());
    for played in 0..3 * PLAYED_ON {
        rules.steps(&state, &mut scratch, &mut steps);
        assert_eq!(steps.is_empty(), state.end().is_some());
        let again = rules.put_together(&rules.take_apart(&state), &mut scratch).expect("it is of these rules");
        assert!(again == state, "another position");
        if steps.is_empty() {
            return;
        }
        // Any choice will do that is not always the first.
        rules.play(&mut state, steps[(7 * played + 3) % steps.len()], &mut scratch);
    }
}

/// A random game is accepted, and has as many moves as the plain implementation of its rules finds.
///
/// The bytes choose the game.
pub fn generated_games(bytes: &[u8]) {
    let game = plain::Game::new(bytes);
    let rules = Rules::parse("generated.rbg", &game.text).unwrap_or_else(|error| panic!("{error}"));
    let Some(expected) = game.perft(3) else { return };
    let mut account = Account::default();
    for (depth, expected) in (1..).zip(expected) {
        if let Some(count) = perft_within(&rules, &rules.start(), depth, &mut account) {
            assert_eq!(count, expected, "sequences of {depth} moves\n{}", game.text);
        }
    }
}
