use crate::game::{AnyGame, AnyMove, AnyPosition, Game, Outcome, Side};
use thiserror::Error;

/// Searches wins by force of one side, against every defence, to a depth counted in its turns: exhaustive, so that a
/// "no" is as certain as a "yes".
///
/// Repetition needs no care: in a win within the fewest turns no position occurs twice.
pub struct ForcedWinSearch<'a> {
    attacker: Side,
    /// Called regularly: whether to give up at once.
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Number of positions that may still be visited.
    left: u64,
    /// Results for positions; direct-mapped.
    table: Vec<Bounds>,
    /// The current line, and buffers of longer ones. A list instead of recursion: if one side moves for ever, its
    /// length has no bound.
    levels: Vec<Level>,
    /// Length of the current line.
    depth: usize,
    /// Number of moves for which all levels have memory.
    room: usize,
}

struct Level {
    position: AnyPosition,
    turns: u8,
    attacks: bool,
    known: Bounds,
    moves: Vec<AnyMove>,
    /// Number of moves tried, the current one included.
    tried: usize,
}

/// The search was allowed too few positions to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search has used up its positions")]
pub struct BudgetExceeded;

#[derive(Clone, Copy)]
struct Bounds {
    key: u64,
    /// Number of turns within which the attacker wins; the most if none is known.
    won_in: u8,
    /// Number of turns within which the attacker does not win; 0 also if unknown.
    held_for: u8,
    /// Index of the move that decided last.
    best: u16,
}

impl Bounds {
    const NOTHING: Bounds = Bounds { key: 0, won_in: u8::MAX, held_for: 0, best: 0 };
}

/// Number of positions between two polls of `stop`.
const ASKED_EVERY: u64 = 256;

/// The most moves of all positions of a line: 256 MB. A longer line takes too long as well.
const ROOM: usize = 1 << 26;

/// Number of entries of the table; a power of two.
const ENTRIES: usize = 1 << 17;

impl<'a> ForcedWinSearch<'a> {
    /// A search for wins of `attacker` that visits at most `positions`.
    pub fn new(attacker: Side, positions: u64) -> Self {
        ForcedWinSearch {
            attacker,
            stop: &|| false,
            left: positions,
            table: vec![Bounds::NOTHING; ENTRIES],
            levels: Vec::new(),
            depth: 0,
            room: 0,
        }
    }

    /// The same search; it gives up as if its positions were spent as soon as `stop` returns true.
    pub fn until(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        ForcedWinSearch { stop, ..self }
    }

    /// Sets the number of positions that the search may visit from now on. Results are kept.
    pub fn allow(&mut self, positions: u64) {
        self.left = positions;
    }

    /// The least number of turns, up to `most`, within which the attacker wins by force; `None` if there is no such
    /// win.
    ///
    /// # Errors
    /// The search has spent its positions.
    pub fn distance(&mut self, game: &AnyGame, position: &AnyPosition, most: u8) -> Result<Option<u8>, BudgetExceeded> {
        // From 0: the position may be won already.
        for turns in 0..=most {
            if self.wins(game, position, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// Whether the attacker wins by force within `turns` of its turns. If the attacker is to act, its current turn
    /// counts.
    ///
    /// # Errors
    /// The search has spent its positions.
    pub fn wins(&mut self, game: &AnyGame, position: &AnyPosition, turns: u8) -> Result<bool, BudgetExceeded> {
        self.depth = 0;
        let mut answer = self.enter(game, position, turns)?;
        loop {
            answer = match (answer, self.depth) {
                (Some(won), 0) => return Ok(won),
                (Some(won), _) => self.take(won),
                (None, _) => self.look_deeper(game)?,
            };
        }
    }

    /// Number of turns left after a move: one fewer if it ended a turn of the attacker, and 0 after 0.
    pub fn turns_after(&self, game: &AnyGame, before: &AnyPosition, after: &AnyPosition, turns: u8) -> u8 {
        let ends = game.side_to_act(before) == self.attacker && game.side_to_act(after) != self.attacker;
        turns.saturating_sub(u8::from(ends))
    }

    /// Whether the attacker wins, if that is known at once; otherwise the position is added to the line.
    fn enter(&mut self, game: &AnyGame, position: &AnyPosition, turns: u8) -> Result<Option<bool>, BudgetExceeded> {
        if let Some(outcome) = game.outcome(position) {
            return Ok(Some(outcome == Outcome::Win(self.attacker)));
        }
        if turns == 0 {
            return Ok(Some(false));
        }
        self.left = self.left.checked_sub(1).ok_or(BudgetExceeded)?;
        if self.left.is_multiple_of(ASKED_EVERY) && (self.stop)() {
            return Err(BudgetExceeded);
        }
        let attacks = game.side_to_act(position) == self.attacker;
        // The same hash may stand for the same men with the sides exchanged.
        let key = game.hash(position) ^ if attacks { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        let mut known = self.table[key as usize & (ENTRIES - 1)];
        if known.key != key {
            known = Bounds { key, ..Bounds::NOTHING };
        } else if turns >= known.won_in || turns <= known.held_for {
            return Ok(Some(turns >= known.won_in));
        }
        if self.levels.len() == self.depth {
            self.levels.push(Level { position: position.clone(), turns, attacks, known, moves: Vec::new(), tried: 0 });
        }
        let level = &mut self.levels[self.depth];
        (level.position, level.turns, level.attacks, level.known, level.tried) =
            (position.clone(), turns, attacks, known, 0);
        self.room -= level.moves.capacity();
        game.legal_moves(position, &mut level.moves);
        self.room += level.moves.capacity();
        self.depth += 1;
        if self.room > ROOM { Err(BudgetExceeded) } else { Ok(None) }
    }

    /// Tries the next move of the last position; returns the position's answer if none is left.
    fn look_deeper(&mut self, game: &AnyGame) -> Result<Option<bool>, BudgetExceeded> {
        let level = &mut self.levels[self.depth - 1];
        level.tried += 1;
        let Some(&mv) = level.moves.get(level.place()) else {
            let attacks = level.attacks;
            return Ok(Some(self.leave(!attacks)));
        };
        let (before, turns) = (level.position.clone(), level.turns);
        let mut next = before.clone();
        game.play(&mut next, mv);
        let turns = self.turns_after(game, &before, &next, turns);
        self.enter(game, &next, turns)
    }

    /// Uses the result of a move of the last position. The attacker needs one winning move, the defender one that
    /// holds: then the position's answer is known.
    fn take(&mut self, won: bool) -> Option<bool> {
        let level = &mut self.levels[self.depth - 1];
        if won != level.attacks {
            return None;
        }
        level.known.best = level.place() as u16;
        Some(self.leave(won))
    }

    /// Leaves the last position with its answer, which is stored.
    fn leave(&mut self, won: bool) -> bool {
        self.depth -= 1;
        let Level { mut known, turns, .. } = self.levels[self.depth];
        if won {
            known.won_in = turns;
        } else {
            known.held_for = turns;
        }
        self.table[known.key as usize & (ENTRIES - 1)] = known;
        won
    }
}

impl Level {
    /// Index of the move to try: first the one that decided last, then the others in their order.
    fn place(&self) -> usize {
        let first = usize::from(self.known.best).min(self.moves.len().saturating_sub(1));
        match self.tried {
            1 => first,
            tried if tried <= first + 1 => tried - 2,
            tried => tried - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rules_file;

    #[test]
    fn a_side_that_moves_for_ever_needs_no_stack() {
        let text = "//! cap: 10000\n#players = white(1), black(1)\n#pieces = e, w\n#variables = n(20000)\n\
            #board = rectangle(up,down,left,right,[e,e])\n\
            #t(me) = ->me ({e} [w] + {w} [e] + left {e} [w] + right {e} [w]) ->> [$ n = n + 1]\n\
            #rules = (t(white))*\n";
        let variant = rules_file::load("for-ever.rbg", text).expect("it is a game");
        let game = AnyGame::new(variant.default_rules()).expect("it is a game");
        let mut forcing = ForcedWinSearch::new(Side::First, 1_000_000);
        assert_eq!(forcing.wins(&game, &game.start(), 2), Ok(false), "the game is a draw in the end");
    }
}
