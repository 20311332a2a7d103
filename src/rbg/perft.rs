use super::account::Account;
use super::moves::Moves;
use super::rules::Rules;
use super::scratch::Scratch;
use super::state::{State, Step};

/// The number of sequences of exactly `depth` whole moves of players.
pub fn perft(rules: &Rules, state: &State, depth: usize) -> u64 {
    let mut buffers = vec![Moves::default(); depth];
    let count = count_moves(rules, state, &mut rules.scratch(), &mut buffers, &mut |_, _| true);
    count.expect("it is never stopped")
}

/// [`perft`] with an account; `None` if the account is exceeded, or a position has too many moves to be listed.
pub fn perft_within(rules: &Rules, state: &State, depth: usize, account: &mut Account) -> Option<u64> {
    let mut buffers = vec![Moves::default(); depth];
    let mut goes_on = |scratch: &Scratch, listed: bool| account.afford(scratch.looks()) && listed;
    count_moves(rules, state, &mut rules.scratch(), &mut buffers, &mut goes_on)
}

/// Calls `goes_on` after each list of moves, with whether the list is complete.
fn count_moves(
    rules: &Rules,
    state: &State,
    scratch: &mut Scratch,
    buffers: &mut [Moves],
    goes_on: &mut dyn FnMut(&Scratch, bool) -> bool,
) -> Option<u64> {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return Some(1) };
    let listed = rules.whole_moves(state, scratch, moves);
    if !goes_on(scratch, listed) {
        return None;
    }
    if deeper.is_empty() {
        return Some(moves.len() as u64);
    }
    let mut leaves = 0;
    for steps in moves.iter() {
        let mut next = *state;
        rules.play_whole(&mut next, steps, scratch);
        leaves += count_moves(rules, &next, scratch, deeper, goes_on)?;
    }
    Some(leaves)
}

/// The number of sequences of exactly `depth` steps.
pub fn perft_steps(rules: &Rules, state: &State, depth: usize) -> u64 {
    let mut buffers = vec![Vec::new(); depth];
    count_steps(rules, state, &mut rules.scratch(), &mut buffers)
}

fn count_steps(rules: &Rules, state: &State, scratch: &mut Scratch, buffers: &mut [Vec<Step>]) -> u64 {
    let Some((steps, deeper)) = buffers.split_first_mut() else { return 1 };
    rules.steps(state, scratch, steps);
    if deeper.is_empty() {
        return steps.len() as u64;
    }
    let mut leaves = 0;
    for &step in steps.iter() {
        let mut next = *state;
        rules.play(&mut next, step, scratch);
        leaves += count_steps(rules, &next, scratch, deeper);
    }
    leaves
}

/// The number of sequences of exactly `depth` whole moves, made of steps: equal to [`perft`] if different sequences of
/// steps are different moves.
pub fn perft_by_steps(rules: &Rules, state: &State, depth: usize) -> u64 {
    let mut scratch = rules.scratch();
    by_steps(rules, state, depth, &mut scratch)
}

fn by_steps(rules: &Rules, state: &State, depth: usize, scratch: &mut Scratch) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut steps = Vec::new();
    rules.steps(state, scratch, &mut steps);
    let mut leaves = 0;
    for step in steps {
        let mut next = *state;
        rules.play(&mut next, step, scratch);
        let is_whole = next.end().is_some() || !next.is_within_move();
        leaves += by_steps(rules, &next, depth - usize::from(is_whole), scratch);
    }
    leaves
}
