//! Tests of the evaluators that need no net.

use super::test_game::{Tiny, positions};
use super::{Batch, CachedEvaluator, Evaluator, Rollouts, Uniform, Value};
use crate::game::Game;
use std::num::NonZeroU32;

fn batch_of(game: &Tiny, positions: &[<Tiny as Game>::Position]) -> Batch<Tiny> {
    let (mut batch, mut moves) = (Batch::default(), Vec::new());
    for position in positions {
        game.legal_moves(position, &mut moves);
        batch.push(position, &moves);
    }
    batch
}

fn answers(batch: &Batch<Tiny>) -> Vec<(Vec<u32>, [u32; 3])> {
    let bits = |value: Value| [value.win, value.loss, value.moves_left].map(f32::to_bits);
    let priors = |index| batch.priors(index).iter().map(|p: &f32| p.to_bits()).collect();
    (0..batch.len()).map(|index| (priors(index), bits(batch.value(index)))).collect()
}

fn rollouts(playouts: u32, seed: u64) -> Rollouts<Tiny> {
    Rollouts::new(NonZeroU32::new(playouts).expect("more than zero"), seed)
}

#[test]
fn uniform_gives_equal_priors_and_even_chances() {
    let game = Tiny::new(2);
    let mut batch = batch_of(&game, &positions(&game, 40, 1));
    Uniform.evaluate(&game, &mut batch);
    for index in 0..batch.len() {
        assert!((batch.priors(index).iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(batch.priors(index).iter().all(|&p| p == batch.priors(index)[0]));
        assert_eq!(batch.value(index), Value::EVEN);
    }
}

#[test]
fn a_rollout_depends_on_position_and_seed_only() {
    let game = Tiny::new(2);
    let positions = positions(&game, 60, 2);
    let mut together = batch_of(&game, &positions);
    rollouts(3, 5).evaluate(&game, &mut together);
    let mut reused = rollouts(3, 5);
    for (index, position) in positions.iter().enumerate().rev() {
        let mut alone = batch_of(&game, &[*position]);
        reused.evaluate(&game, &mut alone);
        assert_eq!(answers(&alone)[0], answers(&together)[index]);
    }
    let mut other = batch_of(&game, &positions);
    rollouts(3, 6).evaluate(&game, &mut other);
    assert_ne!(answers(&other), answers(&together));
}

#[test]
fn many_rollouts_agree_with_full_enumeration() {
    let game = Tiny::new(0);
    let position = positions(&game, 8, 3)[7];
    let (mut wins, mut losses) = (0.0, 0.0);
    enumerate(&game, position, 1.0, &mut |outcome, probability| {
        let score = outcome.score_for(game.side_to_act(&position));
        wins += if score > 0.0 { probability } else { 0.0 };
        losses += if score < 0.0 { probability } else { 0.0 };
    });
    let mut batch = batch_of(&game, &[position]);
    rollouts(20_000, 1).evaluate(&game, &mut batch);
    let value = batch.value(0);
    assert!((f64::from(value.win) - wins).abs() < 0.02, "{value:?} {wins}");
    assert!((f64::from(value.loss) - losses).abs() < 0.02, "{value:?} {losses}");
    assert_eq!(value.moves_left, 5.0, "seven of twelve cells are taken");
}

/// Calls `leaf` with the outcome of every game from a position and its probability under random moves.
fn enumerate(
    game: &Tiny,
    position: <Tiny as Game>::Position,
    probability: f64,
    leaf: &mut impl FnMut(crate::game::Outcome, f64),
) {
    if let Some(outcome) = game.outcome(&position) {
        return leaf(outcome, probability);
    }
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    for &mv in &moves {
        let mut next = position;
        game.play(&mut next, mv);
        enumerate(game, next, probability / moves.len() as f64, leaf);
    }
}

#[test]
fn a_cache_of_any_size_changes_no_answer() {
    let game = Tiny::new(2);
    let positions = positions(&game, 400, 4);
    for capacity in [1, 7, 64, 10_000] {
        let mut cached = CachedEvaluator::new(rollouts(1, 9), capacity);
        for round in 0..2 {
            for part in positions.chunks(32) {
                let (mut given, mut expected) = (batch_of(&game, part), batch_of(&game, part));
                cached.evaluate(&game, &mut given);
                rollouts(1, 9).evaluate(&game, &mut expected);
                assert_eq!(answers(&given), answers(&expected), "capacity {capacity}, round {round}");
            }
        }
        let stats = cached.stats();
        assert_eq!(stats.hits + stats.misses, 800);
        if capacity == 10_000 {
            assert!(stats.hits >= 390, "nearly all of the second round, not {}", stats.hits);
        }
    }
}

/// Counts the positions evaluated.
struct CountingEvaluator(usize);

impl Evaluator<Tiny> for CountingEvaluator {
    fn evaluate(&mut self, game: &Tiny, batch: &mut Batch<Tiny>) {
        self.0 += batch.len();
        Uniform.evaluate(game, batch);
    }
}

#[test]
fn a_cache_asks_once_until_replaced() {
    let game = Tiny::new(2);
    let start = [game.start()];
    let mut cached = CachedEvaluator::new(CountingEvaluator(0), 16);
    for _ in 0..3 {
        cached.evaluate(&game, &mut batch_of(&game, &start));
    }
    assert_eq!((cached.inner().0, cached.stats().hits, cached.stats().misses), (1, 2, 1));
    cached.replace(CountingEvaluator(0));
    cached.evaluate(&game, &mut batch_of(&game, &start));
    assert_eq!(cached.inner().0, 1);
}

#[test]
fn a_cache_does_not_trust_an_answer_for_another_number_of_moves() {
    let game = Tiny::new(2);
    let mut cached = CachedEvaluator::new(CountingEvaluator(0), 16);
    cached.evaluate(&game, &mut batch_of(&game, &[game.start()]));
    let mut fewer = Batch::default();
    fewer.push(&game.start(), &[0, 1, 2]);
    cached.evaluate(&game, &mut fewer);
    assert_eq!((cached.inner().0, fewer.priors(0)), (2, [1.0 / 3.0; 3].as_slice()));
}
