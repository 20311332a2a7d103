use super::proven::Proven;
use crate::game::{Game, Outcome, SHARED_FUTURE, Side};

/// Proof-number search (Allis, van der Meulen and van den Herik 1994) in its depth-first form, df-pn (Nagai 2002):
/// proves wins and losses before the evaluator is asked. Moves are cheap and a network is not, so it finds tactics that
/// a tree of few simulations would miss (as in Lines of Action: Winands, Uiterwijk and van den Herik 2004).
///
/// Results are remembered for one search of the tree only, so no search depends on an earlier one. A position whose
/// repetition key has occurred before proves nothing, so a proof holds on every path of the tree.
#[derive(Clone, Debug)]
pub(super) struct Prover<M> {
    /// Legal moves, one list per level.
    moves: Vec<Vec<M>>,
    /// Positions that may still be visited.
    left: u32,
    /// Direct-mapped; empty until the first probe.
    memory: Vec<Memory>,
    /// Length of `memory` from then on, a power of two.
    entries: usize,
    /// The number of this search; entries of `memory` with another number are stale.
    search: u32,
}

/// The proof and disproof numbers of a position, for the claim that the attacker wins.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    /// The least number of positions still to be won to prove the claim; 0 if it is proven.
    proof: u32,
    /// The least number of positions still to be held to disprove it; 0 if it is disproven.
    disproof: u32,
    /// Moves to the end, once the claim is decided.
    moves: u16,
    /// Whether a disproof means that the attacker loses. Otherwise it may rest on draws, repetitions or cut-off lines.
    lost: bool,
}

#[derive(Clone, Copy, Debug)]
struct Memory {
    /// The position's hash, and whether the attacker is to act in it.
    key: (u64, bool),
    search: u32,
    numbers: Numbers,
}

/// The claim that a search tries to decide: the attacker wins.
struct Claim<'a, G: Game> {
    game: &'a G,
    attacker: Side,
    keys: &'a [u64],
}

const INFINITE: u32 = u32::MAX;
/// Bounds of the memory's entries, of 40 bytes each.
const FEWEST_ENTRIES: usize = 1 << 10;
const MOST_ENTRIES: usize = 1 << 20;
/// The longest line that is looked at. Entries of the memory are found by hash, so it is no longer than positions of
/// the same hash share their future.
const LEVELS: usize = SHARED_FUTURE as usize;

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1, moves: 0, lost: false };
    /// Not won by the attacker as far as this search looks.
    const FAILED: Numbers = Numbers { proof: INFINITE, disproof: 0, moves: 0, lost: false };

    fn of(outcome: Outcome, attacker: Side) -> Numbers {
        match outcome {
            Outcome::Win(winner) if winner == attacker => {
                Numbers { proof: 0, disproof: INFINITE, moves: 0, lost: false }
            }
            Outcome::Win(_) => Numbers { lost: true, ..Numbers::FAILED },
            Outcome::Draw => Numbers::FAILED,
        }
    }

    fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The numbers of a position from those of its moves, and the move to look into next.
struct Summary {
    numbers: Numbers,
    /// The most promising move for the side to act, and its numbers. `second` is the runner-up's number.
    best: usize,
    best_numbers: Numbers,
    second: u32,
}

impl<M: Copy> Prover<M> {
    /// A prover with enough memory for probes of up to `nodes` positions.
    pub fn new(nodes: u32) -> Self {
        let entries = (nodes as usize / 2).clamp(FEWEST_ENTRIES, MOST_ENTRIES).next_power_of_two();
        Prover { moves: Vec::new(), left: 0, memory: Vec::new(), entries, search: 0 }
    }

    /// Forgets what earlier searches found.
    pub fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.memory.clear();
        }
    }

    /// The result of a position where the game is not over, if a win or a loss is found within `nodes` positions.
    /// `keys` are the repetition keys of the game so far and of the path to the position.
    pub fn probe<G: Game<Move = M>>(
        &mut self,
        game: &G,
        position: &G::Position,
        keys: &[u64],
        nodes: u32,
    ) -> Option<Proven> {
        self.left = nodes;
        if self.memory.is_empty() {
            let empty = Memory { key: (0, false), search: self.search.wrapping_sub(1), numbers: Numbers::UNKNOWN };
            self.memory.resize(self.entries, empty);
        }
        let side = game.side_to_act(position);
        for attacker in [side, side.other()] {
            let claim = Claim { game, attacker, keys };
            let numbers = self.search(&claim, position, INFINITE, INFINITE, 0);
            if numbers.proof == 0 {
                return Some(Proven { outcome: Outcome::Win(attacker), moves: numbers.moves });
            }
            if numbers.disproof > 0 {
                return None;
            }
            if numbers.lost {
                return Some(Proven { outcome: Outcome::Win(attacker.other()), moves: numbers.moves });
            }
        }
        None
    }

    /// Looks into a position until it is decided, one of its numbers reaches its limit, or no positions are left.
    fn search<G: Game<Move = M>>(
        &mut self,
        claim: &Claim<G>,
        position: &G::Position,
        proof_limit: u32,
        disproof_limit: u32,
        level: usize,
    ) -> Numbers {
        if self.moves.len() == level {
            self.moves.push(Vec::new());
        }
        claim.game.legal_moves(position, &mut self.moves[level]);
        let attacks = claim.game.side_to_act(position) == claim.attacker;
        loop {
            let Summary { numbers, best, best_numbers, second } = self.sum_up(claim, position, attacks, level);
            self.remember(claim.game.hash(position), attacks, numbers);
            let over_limit = numbers.proof >= proof_limit || numbers.disproof >= disproof_limit;
            if numbers.is_decided() || over_limit || self.left == 0 {
                return numbers;
            }
            // Stay with this move until another one is better or this position's own limits are reached (Nagai 2002).
            let rest = |limit: u32, sum: u32, own: u32| {
                if limit == INFINITE { INFINITE } else { limit - sum.min(limit) + own }
            };
            let (proof_limit, disproof_limit) = if attacks {
                let rest = rest(disproof_limit, numbers.disproof, best_numbers.disproof);
                (proof_limit.min(second.saturating_add(1)), rest)
            } else {
                let rest = rest(proof_limit, numbers.proof, best_numbers.proof);
                (rest, disproof_limit.min(second.saturating_add(1)))
            };
            let mut next = *position;
            claim.game.play(&mut next, self.moves[level][best]);
            self.search(claim, &next, proof_limit, disproof_limit, level + 1);
        }
    }

    /// The side to act needs one good move; the other side must answer all of them. So one number is the least of the
    /// moves' numbers and the other one their sum.
    fn sum_up<G: Game<Move = M>>(
        &mut self,
        claim: &Claim<G>,
        position: &G::Position,
        attacks: bool,
        level: usize,
    ) -> Summary {
        // Read from the viewpoint of the side to act: `least` is what it wants to bring to 0, `sum` the other one.
        let (mut least, mut second, mut sum) = (INFINITE, INFINITE, 0u32);
        let (mut best, mut best_numbers) = (0, Numbers::UNKNOWN);
        let (mut shortest, mut longest, mut all_lost, mut some_lost) = (u16::MAX, 0, true, false);
        for place in 0..self.moves[level].len() {
            self.left = self.left.saturating_sub(1);
            let mut next = *position;
            claim.game.play(&mut next, self.moves[level][place]);
            let numbers = self.known(claim, &next, level + 1);
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
        // Remembered proofs may add up to a longer line than positions of the same hash share.
        if numbers.is_decided() && usize::from(moves) > LEVELS {
            numbers = Numbers::FAILED;
        }
        Summary { numbers, best, best_numbers, second }
    }

    /// The numbers of a position without looking into it.
    fn known<G: Game<Move = M>>(&self, claim: &Claim<G>, position: &G::Position, level: usize) -> Numbers {
        let game = claim.game;
        if let Some(outcome) = game.outcome(position) {
            return Numbers::of(outcome, claim.attacker);
        }
        if level >= LEVELS || game.repetition_key(position).is_some_and(|key| claim.keys.contains(&key)) {
            return Numbers::FAILED;
        }
        let key = (game.hash(position), game.side_to_act(position) == claim.attacker);
        let memory = &self.memory[self.place_of(key.0)];
        if memory.key == key && memory.search == self.search { memory.numbers } else { Numbers::UNKNOWN }
    }

    fn remember(&mut self, hash: u64, attacks: bool, numbers: Numbers) {
        let place = self.place_of(hash);
        self.memory[place] = Memory { key: (hash, attacks), search: self.search, numbers };
    }

    fn place_of(&self, hash: u64) -> usize {
        hash as usize & (self.entries - 1)
    }
}
