use crate::game::{AnyGame, AnyMove, AnyPosition, Game, Outcome, Side};
use thiserror::Error;

/// Searches wins by force of one side, against every defence, to a depth counted in its turns: exhaustive, so that a
/// "no" is as certain as a "yes".
///
/// Repetition needs no care: in a win within the fewest turns no position comes twice.
pub struct Forcing<'a> {
    attacker: Side,
    /// Asked now and then: whether to give up at once.
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Positions that may still be visited.
    left: u64,
    /// What is known of positions; direct-mapped.
    table: Vec<Known>,
    /// The moves of each position of the line.
    levels: Vec<Vec<AnyMove>>,
}

/// The search was allowed too few positions to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search has spent its positions")]
pub struct Spent;

#[derive(Clone, Copy)]
struct Known {
    key: u64,
    /// Turns within which the attacker wins; the most if none are known.
    won_in: u8,
    /// Turns within which it does not; 0 also if nothing is known.
    held_for: u8,
    /// The place of the move that decided last.
    best: u16,
}

impl Known {
    const NOTHING: Known = Known { key: 0, won_in: u8::MAX, held_for: 0, best: 0 };
}

/// Positions after which a search asks again whether to give up.
const ASKED_EVERY: u64 = 256;

/// A power of two.
const ENTRIES: usize = 1 << 17;

impl<'a> Forcing<'a> {
    /// A search for wins of `attacker` that visits at most `positions`.
    pub fn new(attacker: Side, positions: u64) -> Self {
        Forcing { attacker, stop: &|| false, left: positions, table: vec![Known::NOTHING; ENTRIES], levels: Vec::new() }
    }

    /// The same, given up as if its positions were spent as soon as `stop` says so.
    pub fn until(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Forcing { stop, ..self }
    }

    /// Lets the search visit so many positions from now on. What is known stays known.
    pub fn allow(&mut self, positions: u64) {
        self.left = positions;
    }

    /// The least number of turns, up to `most`, within which the attacker wins by force; `None` if it does not.
    ///
    /// # Errors
    /// The search has spent its positions.
    pub fn distance(&mut self, game: &AnyGame, position: &AnyPosition, most: u8) -> Result<Option<u8>, Spent> {
        // From 0: the position may be won already.
        for turns in 0..=most {
            if self.wins(game, position, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// Whether the attacker wins by force within so many of its turns. Where it is to act, its present turn is one.
    ///
    /// # Errors
    /// The search has spent its positions.
    pub fn wins(&mut self, game: &AnyGame, position: &AnyPosition, turns: u8) -> Result<bool, Spent> {
        self.search(game, position, turns, 0)
    }

    /// The turns that are left after a move: fewer if it ended a turn of the attacker, and none after none.
    pub fn turns_after(&self, game: &AnyGame, before: &AnyPosition, after: &AnyPosition, turns: u8) -> u8 {
        let ends = game.side_to_act(before) == self.attacker && game.side_to_act(after) != self.attacker;
        turns.saturating_sub(u8::from(ends))
    }

    fn search(&mut self, game: &AnyGame, position: &AnyPosition, turns: u8, level: usize) -> Result<bool, Spent> {
        if let Some(outcome) = game.outcome(position) {
            return Ok(outcome == Outcome::Win(self.attacker));
        }
        if turns == 0 {
            return Ok(false);
        }
        self.left = self.left.checked_sub(1).ok_or(Spent)?;
        if self.left.is_multiple_of(ASKED_EVERY) && (self.stop)() {
            return Err(Spent);
        }
        let attacks = game.side_to_act(position) == self.attacker;
        // The same hash may stand for the same men seen by the other side.
        let key = game.hash(position) ^ if attacks { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        let place = key as usize & (ENTRIES - 1);
        let mut known = self.table[place];
        if known.key != key {
            known = Known { key, ..Known::NOTHING };
        } else if turns >= known.won_in || turns <= known.held_for {
            return Ok(turns >= known.won_in);
        }
        if self.levels.len() == level {
            self.levels.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.levels[level]);
        game.legal_moves(position, &mut moves);
        let decided = self.decide(game, position, &moves, turns, (attacks, &mut known.best), level);
        self.levels[level] = moves;
        let won = decided?;
        if won {
            known.won_in = turns;
        } else {
            known.held_for = turns;
        }
        self.table[place] = known;
        Ok(won)
    }

    /// The attacker needs one move that wins, the defender one that holds; the one that decided last is tried first.
    fn decide(
        &mut self,
        game: &AnyGame,
        position: &AnyPosition,
        moves: &[AnyMove],
        turns: u8,
        (attacks, best): (bool, &mut u16),
        level: usize,
    ) -> Result<bool, Spent> {
        let first = usize::from(*best).min(moves.len().saturating_sub(1));
        for place in std::iter::once(first).chain((0..moves.len()).filter(|&place| place != first)) {
            let mut next = *position;
            game.play(&mut next, moves[place]);
            let left = self.turns_after(game, position, &next, turns);
            if self.search(game, &next, left, level + 1)? == attacks {
                *best = place as u16;
                return Ok(attacks);
            }
        }
        Ok(!attacks)
    }
}
