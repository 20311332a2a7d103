use crate::compact::{CompactNet, Header, Provenance};
use crate::game::{Encoding, Game, digest};
use crate::games::{AnyGame, rules};
use crate::train::{Config, Learner, ReplayBuffer, RulesInTurn, SelfPlay, UpdatePlan};
use anyhow::{Context, Result, ensure};
use std::sync::Arc;

/// A training that takes a moment, in which every step and game affects the result.
const CONFIG: &str = "generations = 1\n[game]\nvariant = \"dualite\"\n[net]\nchannels = 16\nblocks = 2\n\
                      [selfplay]\ngames = 8\nsimulations = 16\n[learner]\nbatch = 64\n";

const STEPS: u64 = 8;

/// The expected result of [`learnt`], on every machine.
const EXPECTED: u64 = 0x14c4_7e99_e80a_5cfb;

/// A tiny training gives the expected net.
pub fn learning() -> Result<String> {
    let game = AnyGame::new(rules::<&str, &str>("dualite", [])?)?;
    let given = learnt(&game)?;
    ensure!(given == EXPECTED, "a tiny training ends with the net {given:#018x}, expected {EXPECTED:#018x}");
    Ok("a tiny training, the same bits as everywhere".into())
}

/// A hash of all weights of the trained net.
fn learnt(game: &AnyGame) -> Result<u64> {
    let config = Config::parse("self-test", CONFIG, &[])?;
    let architecture = config.net.architecture(game.shape(), game.max_moves());
    let learner = Learner::new(RulesInTurn::only(game), &config, &architecture, 2)?;
    let mut state = learner.initial();
    let (weights, ranges) = learner.export(&state)?;
    let header = Header { ranges, ..Header::new(game, architecture, Provenance::default()) };
    let net = Arc::new(CompactNet::from_parts(header, weights)?);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    let games = SelfPlay::new(game, &config, 1, &net).run(&pool, || false, || ())?;
    let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
    buffer.add(game, 1, games.context("nothing stops it")?.0);
    let plan = UpdatePlan { generation: 1, steps: STEPS, rate: config.learner.rate };
    learner.train(&mut state, &buffer, plan, || false, || ())?;
    let (weights, _) = learner.export(&state)?;
    Ok(digest(weights.values().iter().map(|weight| u64::from(weight.to_bits()))))
}
