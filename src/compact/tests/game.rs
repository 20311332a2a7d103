//! A game played by a net and a search, as in self-play: the same moves, and the same bits of policies and values, by
//! every kernel on every machine.

use super::{architecture, in_8_bits, random_weights};
use crate::compact::{CompactEvaluator, CompactNet, Header, Kernel, Provenance};
use crate::eval::Batch;
use crate::game::{Encoding, Game, History, Notation, Rules};
use crate::games::{self, AnyGame};
use crate::search::{Search, SearchConfig};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Moves of the game, and simulations for each.
const MOVES: u64 = 24;
const SIMULATIONS: u32 = 24;

/// A line for `game.txt`: the moves, then the SHA-256 of all policies and values.
fn game(loa: &AnyGame, net: &Arc<CompactNet>, kernel: Kernel) -> String {
    let mut evaluator = CompactEvaluator::with_kernel(loa, Arc::clone(net), kernel).expect("a net for this game");
    let (mut search, mut batch) = (Search::new(SearchConfig::default()), Batch::default());
    let (mut history, mut policy) = (History::new(loa, loa.start()), Vec::new());
    let (mut line, mut digest) = (net.header().precision.name().to_owned(), Sha256::new());
    for seed in 0..MOVES {
        if history.outcome().is_some() {
            break;
        }
        search.start(loa, &history, SIMULATIONS, seed);
        search.run(loa, &mut evaluator, &mut batch);
        search.policy(&mut policy);
        let value = search.value();
        for number in policy.iter().chain(&[value.win, value.loss, value.moves_left]) {
            digest.update(number.to_le_bytes());
        }
        let mv = search.best_move();
        line = format!("{line} {}", loa.format_move(history.position(), mv));
        history.play(loa, mv);
    }
    let digest: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{line} {digest}\n")
}

#[test]
fn a_game_is_the_same_by_every_kernel_and_on_every_machine() {
    let rules: Rules = games::rules::<&str, &str>("loa", []).expect("a variant");
    let loa = AnyGame::new(rules).expect("a game");
    let architecture = architecture(loa.shape(), 24, 2);
    let header = Header::new(&loa, architecture, Provenance::default());
    let net = CompactNet::from_parts(header, random_weights(&architecture, 9)).expect("a possible net");
    let nets = [in_8_bits(&net), net].map(Arc::new);
    for kernel in Kernel::available() {
        let games: String = nets.iter().map(|net| game(&loa, net, kernel)).collect();
        assert_eq!(games, include_str!("game.txt"), "{kernel:?}");
        println!("the same game by the kernel {kernel:?}");
    }
}
