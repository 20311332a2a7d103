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
    /// The line that is looked at.
    levels: Vec<Level<M>>,
    /// Positions that may still be visited.
    left: u32,
    /// Direct-mapped; empty until the first probe.
    memory: Vec<Memory>,
    /// Some bits of the key of each entry of `memory`. Few positions asked for are known: these numbers, which stay in the
    /// first-level cache, say so for most.
    tags: Vec<u16>,
    /// Length of `memory` and `tags` from then on, a power of two.
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

/// The moves of a position of the line.
#[derive(Clone, Debug)]
struct Level<M> {
    moves: Vec<M>,
    /// Where the first of them lead. Found out once for all times that the moves are summed up.
    fates: Vec<Fate>,
}

/// What is known of the position after a move whatever has been searched.
#[derive(Clone, Copy, Debug)]
enum Fate {
    /// The game is over.
    Over(Outcome),
    /// The position has occurred before, or the line is too long: it proves nothing.
    Barred,
    /// Anything can come: its hash, and the side to act.
    Open(u64, Side),
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
    keys: &'a Keys<'a>,
}

/// Repetition keys of the game and the path. Few positions have one of them: a filter by their lowest bits says so without
/// a look at the keys (Bloom 1970).
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
        Prover { levels: Vec::new(), left: 0, memory: Vec::new(), tags: Vec::new(), entries, search: 0 }
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
            self.tags.resize(self.entries, 0);
        }
        let (side, hash, keys) = (game.side_to_act(position), game.hash(position), &Keys::new(keys));
        self.enter(game, position, 0);
        for attacker in [side, side.other()] {
            let claim = Claim { game, attacker, keys };
            let numbers = self.search(&claim, position, (hash, side), [INFINITE, INFINITE], 0);
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

    /// Begins a level of the line: the moves of its position.
    fn enter<G: Game<Move = M>>(&mut self, game: &G, position: &G::Position, level: usize) {
        if self.levels.len() == level {
            self.levels.push(Level { moves: Vec::new(), fates: Vec::new() });
        }
        let level = &mut self.levels[level];
        game.legal_moves(position, &mut level.moves);
        level.fates.clear();
    }

    /// Looks into a position, whose level has begun and whose hash and side to act are given, until it is decided, one of
    /// its numbers reaches its limit, or no positions are left.
    fn search<G: Game<Move = M>>(
        &mut self,
        claim: &Claim<G>,
        position: &G::Position,
        (hash, side): (u64, Side),
        [proof_limit, disproof_limit]: [u32; 2],
        level: usize,
    ) -> Numbers {
        let attacks = side == claim.attacker;
        loop {
            let Summary { numbers, best, best_numbers, second } = self.sum_up(claim, position, attacks, level);
            self.remember(hash, attacks, numbers);
            let over_limit = numbers.proof >= proof_limit || numbers.disproof >= disproof_limit;
            if numbers.is_decided() || over_limit || self.left == 0 {
                return numbers;
            }
            // Stay with this move until another one is better or this position's own limits are reached (Nagai 2002).
            let rest = |limit: u32, sum: u32, own: u32| {
                if limit == INFINITE { INFINITE } else { limit - sum.min(limit) + own }
            };
            let limits = if attacks {
                let rest = rest(disproof_limit, numbers.disproof, best_numbers.disproof);
                [proof_limit.min(second.saturating_add(1)), rest]
            } else {
                let rest = rest(proof_limit, numbers.proof, best_numbers.proof);
                [rest, disproof_limit.min(second.saturating_add(1))]
            };
            let Level { moves, fates } = &self.levels[level];
            let Fate::Open(hash, side) = fates[best] else { unreachable!("the numbers of the others are decided") };
            let mut next = *position;
            claim.game.play(&mut next, moves[best]);
            self.enter(claim.game, &next, level + 1);
            self.search(claim, &next, (hash, side), limits, level + 1);
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
        let Prover { levels, memory, tags, left, search, .. } = self;
        let Level { moves, fates } = &mut levels[level];
        for (place, &mv) in moves.iter().enumerate() {
            *left = left.saturating_sub(1);
            let fate = match fates.get(place) {
                Some(&fate) => fate,
                None => {
                    let fate = claim.fate(position, mv, level + 1);
                    fates.push(fate);
                    fate
                }
            };
            let numbers = match fate {
                Fate::Over(outcome) => Numbers::of(outcome, claim.attacker),
                Fate::Barred => Numbers::FAILED,
                Fate::Open(hash, side) => {
                    let (place, key) = (place_of(hash, memory.len()), (hash, side == claim.attacker));
                    let known = || Some(&memory[place]).filter(|known| known.key == key && known.search == *search);
                    let known = if tags[place] == tag_of(key) { known() } else { None };
                    known.map_or(Numbers::UNKNOWN, |known| known.numbers)
                }
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
        // Remembered proofs may add up to a longer line than positions of the same hash share.
        if numbers.is_decided() && usize::from(moves) > LEVELS {
            numbers = Numbers::FAILED;
        }
        Summary { numbers, best, best_numbers, second }
    }

    fn remember(&mut self, hash: u64, attacks: bool, numbers: Numbers) {
        let (place, key) = (place_of(hash, self.memory.len()), (hash, attacks));
        self.memory[place] = Memory { key, search: self.search, numbers };
        self.tags[place] = tag_of(key);
    }
}

impl<G: Game> Claim<'_, G> {
    /// Where a move leads, to this level of the line.
    fn fate(&self, position: &G::Position, mv: G::Move, level: usize) -> Fate {
        let mut next = *position;
        self.game.play(&mut next, mv);
        if let Some(outcome) = self.game.outcome(&next) {
            return Fate::Over(outcome);
        }
        if level >= LEVELS || self.game.repetition_key(&next).is_some_and(|key| self.keys.contain(key)) {
            return Fate::Barred;
        }
        Fate::Open(self.game.hash(&next), self.game.side_to_act(&next))
    }
}

/// Where the memory keeps a position, among a power of two of entries.
fn place_of(hash: u64, entries: usize) -> usize {
    hash as usize & (entries - 1)
}

/// Bits of a key that say nothing of its place.
fn tag_of((hash, attacks): (u64, bool)) -> u16 {
    (hash >> 48) as u16 ^ u16::from(attacks)
}
