use super::proof_table::{INFINITE, Numbers, ProofMemory};
use super::proven::ProvenResult;
use crate::game::{Game, Outcome, SHARED_FUTURE, Side, Successor};

/// Proof-number search (Allis, van der Meulen and van den Herik 1994) in its depth-first form, df-pn (Nagai 2002):
/// proves wins and losses before the evaluator is called. Moves are cheap and a network is not, so it finds tactics
/// that a tree of few simulations would miss (as in Lines of Action: Winands, Uiterwijk and van den Herik 2004).
///
/// Results are kept for one search of the tree only, so no search depends on an earlier one. A position whose
/// repetition key has occurred before proves nothing, so a proof holds on every path of the tree.
///
/// The current line is a list, not recursion, so that a long probe can pause and continue.
#[derive(Clone, Debug)]
pub(super) struct Prover<G: Game> {
    /// The current line, and buffers of longer lines.
    levels: Vec<Level<G>>,
    /// The last level of the line.
    last: usize,
    /// The side whose win is to be proven.
    attacker: Side,
    /// Number of positions that may still be visited.
    left: u32,
    /// Whether the positions are too few to see two moves ahead: each move is then only checked for the end of the
    /// game.
    once: bool,
    /// Number of one-move checks.
    #[cfg(test)]
    pub(super) looks: std::cell::Cell<u32>,
}

/// Whether a budget of `positions` is below the roughly moves²/2 that a two-ply proof needs; then only each move itself
/// is tested. Proving that all moves of a position lose takes, for each of them, about half of the answers to it, until
/// a winning one is found; a smaller budget costs time and proves nothing (docs/log/proofs-at-leaves.md).
pub(super) fn sees_one_move_only(positions: u32, moves: u32) -> bool {
    positions < moves * moves / 2
}

/// The most moves of a position that are tested for an immediate end. A position of a rules file may have many
/// thousands, each test may have to look for as many replies, and these tests do not count against the budget.
pub(super) const MOST_LOOKED_AT: usize = 1000;

#[derive(Clone, Debug)]
struct Level<G: Game> {
    position: G::Position,
    hash: u64,
    side: Side,
    /// The position is searched until its proof or its disproof number reaches its limit.
    limits: [u32; 2],
    moves: Vec<G::Move>,
    /// Where the moves lead, for as many from the front as were examined so far; kept, since the moves are summed up
    /// many times.
    fates: Vec<MoveStatus>,
}

/// What is known of the position after a move before any search.
#[derive(Clone, Copy, Debug)]
enum MoveStatus {
    Over(Outcome),
    /// The position has occurred before, or the line is too long: it proves nothing.
    Barred,
    /// The result is open. Holds the position's hash and the side to act.
    Open(u64, Side),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProbeStep {
    /// The probe has not ended.
    NotYet,
    /// The probe has ended: with a win or a loss, if one was found.
    Done(Option<ProvenResult>),
}

/// Repetition keys of the game and the path. Few positions have one of these keys: a filter by their lowest bits
/// excludes most without comparing keys (Bloom 1970).
struct Keys<'a> {
    keys: &'a [u64],
    filter: [u64; 16],
}

impl Keys<'_> {
    fn new(keys: &[u64]) -> Keys<'_> {
        let mut filter = [0; 16];
        keys.iter().for_each(|key| filter[(key >> 6) as usize % 16] |= 1 << (key % 64));
        Keys { keys, filter }
    }

    fn contain(&self, key: u64) -> bool {
        self.filter[(key >> 6) as usize % 16] >> (key % 64) & 1 == 1 && self.keys.contains(&key)
    }
}

/// Maximum proof depth: hashes ignore a distant move cap, so equal hashes guarantee equal play only this far.
const LEVELS: usize = SHARED_FUTURE as usize;

/// The numbers of a position computed from those of its moves, and the move to search next.
struct Summary {
    numbers: Numbers,
    /// The most promising move for the side to act, and its numbers. `second` is the runner-up's number.
    best: usize,
    best_numbers: Numbers,
    second: u32,
}

impl<G: Game> Prover<G> {
    pub fn new() -> Self {
        Prover {
            levels: Vec::new(),
            last: 0,
            attacker: Side::First,
            left: 0,
            once: false,
            #[cfg(test)]
            looks: Default::default(),
        }
    }

    /// The result of a position in which the game is not over, if a win or a loss is found within `nodes` positions.
    /// `keys` are the repetition keys of the game so far and of the path to the position.
    pub fn probe(
        &mut self,
        game: &G,
        position: &G::Position,
        keys: &[u64],
        nodes: u32,
        memory: &mut impl ProofMemory,
    ) -> Option<ProvenResult> {
        self.begin(game, position, nodes);
        match self.go_on(game, keys, u32::MAX, memory) {
            ProbeStep::Done(proven) => proven,
            ProbeStep::NotYet => unreachable!("it may visit all of its positions"),
        }
    }

    /// Begins a probe like [`Prover::probe`]'s; [`Prover::go_on`] does the work.
    pub fn begin(&mut self, game: &G, position: &G::Position, nodes: u32) {
        self.attacker = game.side_to_act(position);
        self.enter(game, 0, position.clone(), (game.hash(position), self.attacker), [INFINITE; 2]);
        self.once = sees_one_move_only(nodes, self.moves());
        self.left = nodes;
    }

    /// The number of legal moves of the probe's first position.
    pub fn moves(&self) -> u32 {
        self.levels[0].moves.len() as u32
    }

    /// Continues a probe and pauses after about `positions` positions. Pauses do not change its result.
    pub fn go_on(&mut self, game: &G, keys: &[u64], positions: u32, memory: &mut impl ProofMemory) -> ProbeStep {
        if self.once {
            return ProbeStep::Done(self.look(game));
        }
        let keys = &Keys::new(keys);
        let rest = self.left.saturating_sub(positions);
        loop {
            let Some(numbers) = self.search(game, keys, rest, memory) else { return ProbeStep::NotYet };
            let win =
                |winner| ProbeStep::Done(Some(ProvenResult { outcome: Outcome::Win(winner), moves: numbers.moves }));
            if numbers.proof == 0 {
                return win(self.attacker);
            }
            if numbers.disproof > 0 {
                return ProbeStep::Done(None);
            }
            if numbers.lost {
                return win(self.attacker.other());
            }
            // The side to act cannot force a win; can the other one?
            if self.attacker != self.levels[0].side {
                return ProbeStep::Done(None);
            }
            self.attacker = self.attacker.other();
        }
    }

    /// The result of the first position, if a move wins at once or all lose at once.
    fn look(&self, game: &G) -> Option<ProvenResult> {
        #[cfg(test)]
        self.looks.set(self.looks.get() + 1);
        let Level { ref position, side, ref moves, .. } = self.levels[0];
        if moves.len() > MOST_LOOKED_AT {
            return None;
        }
        let mut lost = true;
        for &mv in moves {
            match game.outcome_after(position, mv) {
                Some(Outcome::Win(winner)) if winner == side => {
                    return Some(ProvenResult { outcome: Outcome::Win(side), moves: 1 });
                }
                Some(Outcome::Win(_)) => {}
                Some(Outcome::Draw) | None => lost = false,
            }
        }
        lost.then_some(ProvenResult { outcome: Outcome::Win(side.other()), moves: 1 })
    }

    /// Begins a level of the line.
    fn enter(&mut self, game: &G, level: usize, position: G::Position, (hash, side): (u64, Side), limits: [u32; 2]) {
        self.last = level;
        match self.levels.get_mut(level) {
            Some(level) => (level.position, level.hash, level.side, level.limits) = (position, hash, side, limits),
            None => self.levels.push(Level { position, hash, side, limits, moves: Vec::new(), fates: Vec::new() }),
        }
        let level = &mut self.levels[level];
        game.legal_moves(&level.position, &mut level.moves);
        level.fates.clear();
    }

    /// Searches the line until its first position is decided or no positions are left, and returns that position's
    /// numbers; `None` if it pauses, once at most `rest` positions are left.
    ///
    /// Each position of the line is searched until it is decided, one of its numbers reaches its limit, or no
    /// positions are left; then its parent is summed up again.
    fn search(&mut self, game: &G, keys: &Keys, rest: u32, memory: &mut impl ProofMemory) -> Option<Numbers> {
        loop {
            let Summary { numbers, best, best_numbers, second } = self.sum_up(game, keys, memory);
            let Level { hash, side, limits: [proof_limit, disproof_limit], .. } = self.levels[self.last];
            let attacks = side == self.attacker;
            memory.store((hash, attacks), numbers);
            let over_limit = numbers.proof >= proof_limit || numbers.disproof >= disproof_limit;
            if numbers.is_decided() || over_limit || self.left == 0 {
                if self.last == 0 {
                    return Some(numbers);
                }
                self.last -= 1;
            } else {
                // Stay with this move until another one is better or this position's own limits are reached (Nagai
                // 2002).
                let remaining = |limit: u32, sum: u32, own: u32| {
                    if limit == INFINITE { INFINITE } else { limit - sum.min(limit) + own }
                };
                let limits = if attacks {
                    let remaining = remaining(disproof_limit, numbers.disproof, best_numbers.disproof);
                    [proof_limit.min(second.saturating_add(1)), remaining]
                } else {
                    let remaining = remaining(proof_limit, numbers.proof, best_numbers.proof);
                    [remaining, disproof_limit.min(second.saturating_add(1))]
                };
                let Level { position, moves, fates, .. } = &self.levels[self.last];
                let MoveStatus::Open(hash, side) = fates[best] else {
                    unreachable!("the numbers of the others are decided")
                };
                let mut next = position.clone();
                game.play(&mut next, moves[best]);
                self.enter(game, self.last + 1, next, (hash, side), limits);
            }
            if self.left <= rest && self.left > 0 {
                return None;
            }
        }
    }

    /// The numbers of the last position of the line. The side to act needs one good move; the other side must answer
    /// all of them. So one number is the least of the moves' numbers and the other one their sum.
    fn sum_up(&mut self, game: &G, keys: &Keys, memory: &impl ProofMemory) -> Summary {
        let Prover { levels, last, attacker, left, .. } = self;
        let (line, attacker) = (*last, *attacker);
        let Level { position, side, moves, fates, .. } = &mut levels[line];
        let attacks = *side == attacker;
        // Seen by the side to act, which wants to bring `least` to 0; `sum` is the other number.
        let (mut least, mut second, mut sum) = (INFINITE, INFINITE, 0u32);
        let (mut best, mut best_numbers) = (0, Numbers::UNKNOWN);
        let (mut shortest, mut longest, mut all_lost, mut some_lost) = (u16::MAX, 0, true, false);
        for (place, &mv) in moves.iter().enumerate() {
            *left = left.saturating_sub(1);
            let fate = match fates.get(place) {
                Some(&fate) => fate,
                None => {
                    let fate = fate(game, keys, position, mv, line + 1);
                    fates.push(fate);
                    fate
                }
            };
            let numbers = match fate {
                MoveStatus::Over(outcome) => Numbers::of(outcome, attacker),
                MoveStatus::Barred => Numbers::FAILED,
                MoveStatus::Open(hash, side) => memory.find((hash, side == attacker)).unwrap_or(Numbers::UNKNOWN),
            };
            let (mine, other) =
                if attacks { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) };
            sum = sum.saturating_add(other);
            if mine < least {
                (second, least, best, best_numbers) = (least, mine, place, numbers);
            } else {
                second = second.min(mine);
            }
            longest = longest.max(numbers.moves);
            all_lost &= numbers.lost;
            if mine == 0 {
                shortest = shortest.min(numbers.moves);
                some_lost |= numbers.lost;
                // Decided: the other moves do not matter.
                sum = INFINITE;
                break;
            }
        }
        let moves = if least == 0 { shortest } else { longest }.saturating_add(1);
        let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
        let lost = if attacks { all_lost } else { some_lost };
        let mut numbers = Numbers { proof, disproof, moves, lost };
        // Stored proofs may add up to a longer line than equal hashes guarantee.
        if numbers.is_decided() && usize::from(moves) > LEVELS {
            numbers = Numbers::FAILED;
        }
        Summary { numbers, best, best_numbers, second }
    }
}

/// Where a move leads at this level of the line.
fn fate<G: Game>(game: &G, keys: &Keys, position: &G::Position, mv: G::Move, level: usize) -> MoveStatus {
    match game.after(position, mv) {
        Successor::Over(outcome) => MoveStatus::Over(outcome),
        Successor::Open { key, .. } if level >= LEVELS || key.is_some_and(|key| keys.contain(key)) => {
            MoveStatus::Barred
        }
        Successor::Open { hash, side, .. } => MoveStatus::Open(hash, side),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::test_game::Tiny;

    #[test]
    fn a_probe_that_cannot_see_two_moves_ahead_looks_at_each_move_once() {
        let game = Tiny::new(2);
        let start = game.start();
        let mut moves = Vec::new();
        game.legal_moves(&start, &mut moves);
        let enough = (moves.len() * moves.len() / 2) as u32;
        let once = |nodes| {
            let mut prover = Prover::new();
            prover.begin(&game, &start, nodes);
            prover.once
        };
        assert_eq!([1, enough - 1, enough, 1000].map(once), [true, true, false, false]);
    }
}
