use super::forced::{BudgetExceeded, ForcedWinSearch};
use super::problem::{Problem, Try};
use super::rating::{Needs, difficulty};
use crate::game::{
    AnyGame, AnyMove, AnyPosition, ExactSolver, Game, Guidance, History, Notation, Outcome, Side, Turns, turn_texts,
};
use crate::players::{Budget, Engine};
use std::ops::RangeInclusive;

/// A sound problem that is not rated yet.
#[derive(Clone, Debug)]
pub struct Draft {
    pub position: AnyPosition,
    /// The moves of the only choice that wins.
    pub key: Vec<AnyMove>,
    pub win_in: u8,
    /// The key and the main line.
    line: Vec<AnyMove>,
    tries: Vec<Try>,
    moves: usize,
    /// The rank of the key in the policy, from 1.
    pub rank: usize,
}

/// The most positions that the search for one problem may visit. A reduction has the same limit.
const POSITIONS: u64 = 150_000;

/// The fewest legal moves of a problem.
const FEWEST_MOVES: usize = 4;

/// The most tries stored with a problem.
const TRIES: usize = 8;

pub struct Composer<'a> {
    pub game: &'a AnyGame,
    /// Allowed number of turns to the win.
    pub turns: RangeInclusive<u8>,
    /// A solver, if no other move may win, however late.
    pub solver: Option<Box<dyn ExactSolver<AnyGame>>>,
    /// The engine whose policy must not rank the key first.
    pub engine: Engine,
    /// Called regularly: whether to give up.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// The claim of a problem.
#[derive(PartialEq)]
struct Claim {
    win_in: u8,
    key: Vec<AnyMove>,
}

/// A choice of a side: a move, or the moves of a whole turn if the game shows turns; with the position after it.
pub type Choice = (Vec<AnyMove>, AnyPosition);

impl Composer<'_> {
    /// The problem in a position, or in the position without superfluous men; `None` if there is none.
    pub fn compose(&mut self, position: &AnyPosition) -> Option<Draft> {
        let claim = self.claim(position)?;
        let position = self.reduced(position, &claim);
        let rank = self.rank(&position, &claim.key);
        if rank == 1 {
            return None;
        }
        let side = self.game.side_to_act(&position);
        let mut forcing = ForcedWinSearch::new(side, 4 * POSITIONS).until(self.stop);
        let tries = self.tries(&position, &claim, &mut forcing).ok()?;
        let line = self.line(&position, &claim, &mut forcing).ok()?;
        let moves = choices(self.game, &position).ok()?.len();
        Some(Draft { position, key: claim.key, win_in: claim.win_in, line, tries, moves, rank })
    }

    /// The claim about a position: in how many turns it is won, and the only move that wins.
    fn claim(&mut self, position: &AnyPosition) -> Option<Claim> {
        let game = self.game;
        if game.outcome(position).is_some() {
            return None;
        }
        let side = game.side_to_act(position);
        let choices = choices(game, position).ok()?;
        if choices.len() < FEWEST_MOVES {
            return None;
        }
        let mut forcing = ForcedWinSearch::new(side, POSITIONS).until(self.stop);
        let win_in = forcing.distance(game, position, *self.turns.end()).ok().flatten()?;
        if !self.turns.contains(&win_in) {
            return None;
        }
        let mut keys = Vec::new();
        for (moves, next) in choices {
            let turns = forcing.turns_after(game, position, &next, win_in);
            if forcing.wins(game, &next, turns).ok()? {
                keys.push(moves);
            } else if let Some(solver) = &mut self.solver
                && keys.len() < 2
                && solver.outcome(game, &next) == Outcome::Win(side)
            {
                // Another move wins, too, but later.
                return None;
            }
        }
        let [key] = <[Vec<AnyMove>; 1]>::try_from(keys).ok()?;
        Some(Claim { win_in, key })
    }

    /// The position without the men that the claim does not need, if the game can leave men out.
    fn reduced(&mut self, position: &AnyPosition, claim: &Claim) -> AnyPosition {
        let mut position = position.clone();
        let mut lighter = Vec::new();
        loop {
            lighter.clear();
            self.game.without_a_man(&position, &mut lighter);
            // The claim may depend on a man that is gone.
            match lighter.iter().find(|lighter| self.claim(lighter).as_ref() == Some(claim)) {
                Some(found) => position = found.clone(),
                None => return position,
            }
        }
    }

    /// The rank of the key in the policy, from 1, after moves with equal probability. For several moves the last
    /// rank.
    fn rank(&mut self, position: &AnyPosition, key: &[AnyMove]) -> usize {
        let mut history = History::new(self.game, position.clone());
        let places = key.iter().map(|&mv| {
            let search = self.engine.think_while(self.game, &history, Budget::Policy, |_| true);
            let own = search.moves().find(|root| root.mv == mv).map_or(0.0, |root| root.prior);
            let place = 1 + search.moves().filter(|root| root.mv != mv && root.prior >= own).count();
            history.play(self.game, mv);
            place
        });
        places.max().unwrap_or(1)
    }

    /// The moves that only one answer refutes.
    fn tries(
        &self,
        position: &AnyPosition,
        claim: &Claim,
        forcing: &mut ForcedWinSearch,
    ) -> Result<Vec<Try>, BudgetExceeded> {
        let game = self.game;
        let mut tries = Vec::new();
        for (moves, next) in choices(game, position)? {
            if moves == claim.key || game.outcome(&next).is_some() || !self.defends(&next, position) {
                continue;
            }
            let turns = forcing.turns_after(game, position, &next, claim.win_in);
            let mut holding = Vec::new();
            for (answer, after) in choices(game, &next)? {
                if !forcing.wins(game, &after, turns)? {
                    holding.push(answer);
                }
                if holding.len() > 1 {
                    break;
                }
            }
            if let [refutation] = &holding[..] {
                let refutation = game.format_turn(&next, refutation);
                tries.push(Try { mv: game.format_turn(position, &moves), refutation });
            }
        }
        tries.truncate(TRIES);
        Ok(tries)
    }

    /// Whether the turn belongs to the side that did not act in `before`.
    fn defends(&self, position: &AnyPosition, before: &AnyPosition) -> bool {
        self.game.side_to_act(position) != self.game.side_to_act(before)
    }

    /// The main line: the key, then alternately the most stubborn defence and the quickest win.
    fn line(
        &self,
        position: &AnyPosition,
        claim: &Claim,
        forcing: &mut ForcedWinSearch,
    ) -> Result<Vec<AnyMove>, BudgetExceeded> {
        let game = self.game;
        let attacker = game.side_to_act(position);
        let (mut position, mut turns, mut line) = (position.clone(), claim.win_in, Vec::new());
        let mut key = claim.key.iter().copied();
        let mut next = key.next();
        while let Some(mv) = next {
            line.push(mv);
            let before = position.clone();
            game.play(&mut position, mv);
            if game.outcome(&position).is_some() {
                break;
            }
            turns = forcing.turns_after(game, &before, &position, turns);
            next = match key.next() {
                None => best_move(game, &position, turns, attacker, forcing)?,
                own => own,
            };
        }
        Ok(line)
    }
}

/// The move that wins soonest for `attacker`, or holds out longest against it, in a position that `attacker` wins
/// within `turns` of its turns. Among the moves that hold out longest, one after which the attacker has the fewest
/// winning moves.
///
/// # Errors
/// The search has spent its positions.
pub fn best_move(
    game: &AnyGame,
    position: &AnyPosition,
    turns: u8,
    attacker: Side,
    forcing: &mut ForcedWinSearch,
) -> Result<Option<AnyMove>, BudgetExceeded> {
    let attacks = game.side_to_act(position) == attacker;
    let mut best = None;
    for (mv, next) in steps(game, position) {
        let left = forcing.turns_after(game, position, &next, turns);
        let Some(distance) = forcing.distance(game, &next, left)? else { continue };
        // The current turn counts, so that unfinished turns compare with finished ones.
        let distance = distance + (turns - left);
        let mut ways = 0;
        if !attacks {
            for (_, after) in steps(game, &next) {
                ways += u32::from(forcing.wins(game, &after, forcing.turns_after(game, &next, &after, distance))?);
            }
        }
        // The smaller, the better for the mover.
        let worth = if attacks { (i32::from(distance), 0) } else { (-i32::from(distance), ways) };
        if best.is_none_or(|(least, _)| worth < least) {
            best = Some((worth, mv));
        }
    }
    Ok(best.map(|(_, mv)| mv))
}

/// The most whole turns from which a side may choose.
const MOST_CHOICES: usize = 5000;

/// The choices of the side to act.
///
/// # Errors
/// There are too many turns.
pub fn choices(game: &AnyGame, position: &AnyPosition) -> Result<Vec<Choice>, BudgetExceeded> {
    if !(game.shows_turns() && game.has_long_turns()) {
        return Ok(steps(game, position).into_iter().map(|(mv, next)| (vec![mv], next)).collect());
    }
    let turns = Turns::new(game, position).take(MOST_CHOICES + 1);
    let played = turns.map(|moves| {
        let mut next = position.clone();
        moves.iter().for_each(|&mv| game.play(&mut next, mv));
        (moves, next)
    });
    let choices = Vec::from_iter(played);
    if choices.len() > MOST_CHOICES { Err(BudgetExceeded) } else { Ok(choices) }
}

/// The legal moves with the positions after them.
pub fn steps(game: &AnyGame, position: &AnyPosition) -> Vec<(AnyMove, AnyPosition)> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let play = |mv: AnyMove| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        (mv, next)
    };
    moves.into_iter().map(play).collect()
}

impl Draft {
    /// How attractive the problem is: misleading tries, a key that is not obvious, some depth.
    pub fn beauty(&self) -> usize {
        2 * self.tries.len().min(4) + (self.rank - 1).min(6) + usize::from(self.win_in)
    }

    pub fn rated(&self, game: &AnyGame, needs: Needs) -> Problem {
        let [untrained, trained] = needs;
        Problem {
            game: game.rules().variant().name.to_string(),
            options: game.rules().changed_options(),
            position: game.format_position(&self.position),
            win_in: self.win_in,
            key: game.format_turn(&self.position, &self.key),
            line: turn_texts(game, &self.position, &self.line),
            tries: self.tries.clone(),
            moves: self.moves,
            rank: self.rank,
            untrained,
            trained,
            difficulty: difficulty(needs),
        }
    }
}
