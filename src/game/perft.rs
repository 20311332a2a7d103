use super::turn::is_whole_turn;
use super::{Game, History, outcome_of_repetition};

/// Numbers of move sequences, to compare rules with other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// `counts[d - 1]` is the number of sequences of exactly `d` legal moves.
    pub counts: Vec<u64>,
}

/// Counts the sequences of exactly 1, 2, ..., `depth` legal turns from `position`, as [`perft`] counts moves.
pub fn perft_of_turns<G: Game>(game: &G, position: G::Position, depth: usize) -> Perft {
    if !game.has_long_turns() {
        return perft(game, position, depth);
    }
    let open = History::new(game, position).outcome().is_none();
    let counts = (1..=depth).map(|depth| {
        let mut keys = Vec::from_iter(game.repetition_key(&position));
        if open { count_turns(game, &position, &mut keys, depth) } else { 0 }
    });
    Perft { counts: counts.collect() }
}

/// Turns below a position that is not over, so many deep; the one under way counts as the first.
fn count_turns<G: Game>(game: &G, position: &G::Position, keys: &mut Vec<u64>, depth: usize) -> u64 {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let mut leaves = 0;
    for mv in moves {
        let mut next = *position;
        game.play(&mut next, mv);
        let (is_over, is_whole) = (game.outcome(&next).is_some(), is_whole_turn(game, &next));
        let left = depth - usize::from(is_whole);
        if left == 0 || is_over {
            leaves += u64::from(left == 0);
            continue;
        }
        let key = game.repetition_key(&next);
        if let Some(key) = key {
            let before = keys.iter().filter(|&&k| k == key).count();
            if outcome_of_repetition(game, &next, before).is_some() {
                continue;
            }
            keys.push(key);
        }
        leaves += count_turns(game, &next, keys, left);
        if key.is_some() {
            keys.pop();
        }
    }
    leaves
}

/// Counts the sequences of exactly 1, 2, ..., `depth` legal moves from `position`. A sequence stops where the game
/// ends. The history starts empty; repetition ends a game here too.
pub fn perft<G: Game>(game: &G, position: G::Position, depth: usize) -> Perft {
    perft_while(game, position, depth, &mut || true).expect("nobody stops it")
}

/// The same, as long as `go_on` says so, which is asked for each position whose moves are counted. None where it did not.
pub fn perft_while<G: Game>(
    game: &G,
    position: G::Position,
    depth: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Perft> {
    let counts = (1..=depth).map(|depth| {
        let mut buffers = vec![Vec::new(); depth];
        let mut keys = Vec::from_iter(game.repetition_key(&position));
        let open = History::new(game, position).outcome().is_none();
        if open { count(game, &position, &mut keys, &mut buffers, go_on) } else { Some(0) }
    });
    Some(Perft { counts: counts.collect::<Option<_>>()? })
}

/// Leaves below a position that is not over, to the depth that `buffers` has entries for (one move list a level).
fn count<G: Game>(
    game: &G,
    position: &G::Position,
    keys: &mut Vec<u64>,
    buffers: &mut [Vec<G::Move>],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return Some(1) };
    game.legal_moves(position, moves);
    if deeper.is_empty() {
        return go_on().then_some(moves.len() as u64);
    }
    let mut leaves = 0;
    for &mv in moves.iter() {
        let mut next = *position;
        game.play(&mut next, mv);
        if game.outcome(&next).is_some() {
            continue;
        }
        let key = game.repetition_key(&next);
        if let Some(key) = key {
            let before = keys.iter().filter(|&&k| k == key).count();
            if outcome_of_repetition(game, &next, before).is_some() {
                continue;
            }
            keys.push(key);
        }
        leaves += count(game, &next, keys, deeper, go_on)?;
        if key.is_some() {
            keys.pop();
        }
    }
    Some(leaves)
}
