use crate::game::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// A result that no further search can change (MCTS-Solver: Winands, Björnsson and Saito 2008).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ProvenResult {
    /// The outcome under best play of both sides.
    pub outcome: Outcome,
    /// Moves until the game ends in the proof found: the winner takes the shortest known win; the loser, and a side
    /// that draws, the longest way. A shorter win may exist, since the search stops at the first proof.
    pub moves: u16,
}

impl ProvenResult {
    pub(super) fn now(outcome: Outcome) -> ProvenResult {
        ProvenResult { outcome, moves: 0 }
    }

    /// The same result, counted from one move earlier.
    pub(super) fn one_move_earlier(self) -> ProvenResult {
        ProvenResult { moves: self.moves.saturating_add(1), ..self }
    }

    /// The same result, counted from one move later.
    pub(super) fn one_move_later(self) -> ProvenResult {
        ProvenResult { moves: self.moves.saturating_sub(1), ..self }
    }

    pub(super) fn is_loss_for(self, side: Side) -> bool {
        self.outcome == Outcome::Win(side.other())
    }

    /// How good the result is for `side`; higher is better. Wins rank above draws, and draws above losses; shorter
    /// wins, longer draws and longer losses rank higher.
    pub(super) fn preference(self, side: Side) -> i32 {
        let moves = i32::from(self.moves);
        match self.outcome {
            Outcome::Win(winner) if winner == side => 0x2_0000 - moves,
            Outcome::Draw => moves - 0x1_0000,
            Outcome::Win(_) => moves - 0x3_0000,
        }
    }
}

/// The result of a position where `side` acts, from the results of its moves (distances counted from this position): a
/// win as soon as one move wins, anything else once all moves are proven.
pub(super) fn combine(side: Side, moves: impl Iterator<Item = Option<ProvenResult>>) -> Option<ProvenResult> {
    let mut best: Option<ProvenResult> = None;
    let mut open = false;
    for proven in moves {
        match proven {
            None => open = true,
            Some(p) if best.is_none_or(|b| p.preference(side) > b.preference(side)) => best = Some(p),
            Some(_) => {}
        }
    }
    best.filter(|b| !open || b.outcome == Outcome::Win(side))
}

/// The result of a position where chance acts, from the results of its moves: the one that all of them have. The
/// distance is the longest.
pub(super) fn combine_all(mut moves: impl Iterator<Item = Option<ProvenResult>>) -> Option<ProvenResult> {
    let first = moves.next()??;
    moves.try_fold(first, |all, one| {
        let one = one.filter(|one| one.outcome == all.outcome)?;
        Some(ProvenResult { moves: all.moves.max(one.moves), ..all })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    fn proven(outcome: Outcome, moves: u16) -> Option<ProvenResult> {
        Some(ProvenResult { outcome, moves })
    }

    #[test]
    fn a_win_needs_one_move_and_the_rest_all() {
        let (win, draw, loss) =
            (proven(Outcome::Win(First), 3), proven(Outcome::Draw, 2), proven(Outcome::Win(Second), 4));
        assert_eq!(combine(First, [loss, None, win].into_iter()), win);
        assert_eq!(combine(First, [loss, None, draw].into_iter()), None);
        assert_eq!(combine(First, [loss, draw].into_iter()), draw);
        assert_eq!(combine(Second, [win, draw].into_iter()), draw);
        assert_eq!(combine(Second, [win].into_iter()), win);
    }

    #[test]
    fn chance_proves_what_all_of_its_moves_have() {
        let (win, draw) = (proven(Outcome::Win(First), 3), proven(Outcome::Draw, 2));
        assert_eq!(combine_all([win, proven(Outcome::Win(First), 5)].into_iter()), proven(Outcome::Win(First), 5));
        assert_eq!(combine_all([win, draw].into_iter()), None);
        assert_eq!(combine_all([win, None].into_iter()), None);
    }

    #[test]
    fn wins_are_short_and_losses_long() {
        let wins = [proven(Outcome::Win(First), 5), proven(Outcome::Win(First), 3), proven(Outcome::Win(First), 65535)];
        assert_eq!(combine(First, wins.into_iter()), wins[1]);
        assert_eq!(combine(Second, wins.into_iter()), wins[2]);
        let draws = [proven(Outcome::Draw, 65535), proven(Outcome::Win(First), 65535)];
        assert_eq!(combine(First, draws.into_iter()), draws[1]);
        assert_eq!(combine(Second, draws.into_iter()), draws[0]);
    }
}
