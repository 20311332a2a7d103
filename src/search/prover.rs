use super::proven::Proven;
use crate::game::{Game, Outcome, SHARED_FUTURE, Side};

/// Proof-number search (Allis et al. 1994) in its depth-first form (Nagai 2002): proves wins and losses before the
/// evaluator is asked. Where moves are cheap and a network is not, it finds the tactics that a tree of few simulations
/// would miss (as PN search does beside other searches of Lines of Action: Winands et al. 2004).
///
/// What it finds is remembered for the length of one search of the tree, so that no search depends on an earlier one.
/// Positions whose repetition key occurred before prove nothing; so what is proven holds on any path of the tree.
#[derive(Clone, Debug)]
pub(super) struct Prover<M> {
    /// Legal moves, one list a level.
    moves: Vec<Vec<M>>,
    /// Positions that may still be visited.
    left: u32,
    /// Direct-mapped; empty until the first probe.
    memory: Vec<Memory>,
    /// Length of `memory` from then on, a power of two.
    entries: usize,
    /// The search that entries of `memory` must be of.
    search: u32,
}

/// What is known of the claim that the attacker wins a position.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    /// Positions that must at least be won to prove the claim: 0 where it is proven.
    proof: u32,
    /// Positions that must at least be held to disprove it: 0 where it is disproven.
    disproof: u32,
    /// Moves to the end, where the claim is decided.
    moves: u16,
    /// Whether a disproof says that the attacker loses. Otherwise draws and repetitions may stand in it.
    lost: bool,
}

#[derive(Clone, Copy, Debug)]
struct Memory {
    /// The position's hash, and whether the attacker is to act in it.
    key: (u64, bool),
    search: u32,
    numbers: Numbers,
}

/// The claim that is decided by a search from its root.
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
    /// Not won by the attacker, as far as this search may say.
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

/// The numbers of a position from those of its moves, and which of them to look into next.
struct Summary {
    numbers: Numbers,
    /// The most promising move for the side to act; its numbers; the second best of the numbers that it is chosen by.
    best: usize,
    best_numbers: Numbers,
    second: u32,
}

impl<M: Copy> Prover<M> {
    /// A prover with a memory fit for probes of up to `nodes` positions.
    pub fn new(nodes: u32) -> Self {
        let entries = (nodes as usize / 2).clamp(FEWEST_ENTRIES, MOST_ENTRIES).next_power_of_two();
        Prover { moves: Vec::new(), left: 0, memory: Vec::new(), entries, search: 0 }
    }

    /// Forgets what earlier searches have found.
    pub fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.memory.clear();
        }
    }

    /// The result of a position where the game is not over, if it is a win or a loss that is found by visiting at most
    /// `nodes` positions. `keys` are the repetition keys of the history and of the path to the position.
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

    /// Looks into a position until one of its numbers reaches its limit, it is decided, or no positions are left.
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
            // The move stays in hand until another one is better, or this position's own limits are reached.
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

    /// The attacker needs one good move, the defender has to have all of them refuted: one number is the least of the
    /// moves', the other one their sum.
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
                // Nothing can be better, and what the other moves are worth does not matter.
                sum = INFINITE;
                break;
            }
        }
        let moves = if least == 0 { shortest } else { longest }.saturating_add(1);
        let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
        let lost = if attacks { all_lost } else { some_lost };
        Summary { numbers: Numbers { proof, disproof, moves, lost }, best, best_numbers, second }
    }

    /// What is known of a position without looking into it.
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
