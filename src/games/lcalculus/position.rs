use super::{line::Line, moves::Move};
use crate::game::Side;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    line: Line,
    /// The line before the last swap, if no piece was removed since; otherwise, and after a pass, the line itself.
    earlier: Line,
    totals: [u32; 2],
    turns_left: u16,
    side: Side,
    removing: bool,
}

impl Position {
    /// The position before the first turn.
    pub(super) fn start(line: Line, turns_left: u16) -> Self {
        Position { line, earlier: line, totals: [0; 2], turns_left, side: Side::First, removing: false }
    }

    /// A position from its fields; `earlier` as in [`Position::earlier`].
    pub(super) fn new(
        [line, earlier]: [Line; 2],
        side: Side,
        removing: bool,
        totals: [u32; 2],
        turns_left: u16,
    ) -> Self {
        Position { line, earlier, totals, turns_left, side, removing }
    }

    #[inline]
    pub fn line(&self) -> Line {
        self.line
    }

    /// The line before the last swap (of this turn in a remove step, of the turn before in a swap step), if no piece
    /// was removed since. A swap must not restore it.
    #[inline]
    pub fn earlier(&self) -> Option<Line> {
        (self.earlier != self.line).then_some(self.earlier)
    }

    /// The bits in which the line and the earlier one differ; 0 if there is no earlier one.
    #[inline]
    pub(super) fn ban(&self) -> u64 {
        self.line.difference(self.earlier)
    }

    /// The totals of both sides, in the order of [`Side::BOTH`].
    #[inline]
    pub fn totals(&self) -> [u32; 2] {
        self.totals
    }

    /// By how many points a side leads.
    #[inline]
    pub(super) fn lead_of(&self, side: Side) -> i64 {
        i64::from(self.totals[side.index()]) - i64::from(self.totals[side.other().index()])
    }

    /// The position with points given to a side, as many as fit.
    #[must_use]
    pub(super) fn with_points(mut self, side: Side, points: u32) -> Position {
        let total = &mut self.totals[side.index()];
        *total = total.saturating_add(points);
        self
    }

    /// Number of turns left, the current one included.
    #[inline]
    pub fn turns_left(&self) -> u16 {
        self.turns_left
    }

    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether this is a remove step; otherwise it is a swap step.
    #[inline]
    pub fn removing(&self) -> bool {
        self.removing
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.turns_left == 0 || self.line.is_final()
    }

    /// Calls `found` with each legal move of a game that is not over.
    #[inline]
    pub(super) fn for_each_move(&self, mut found: impl FnMut(Move)) {
        if self.removing {
            found(Move::Keep);
            let [left, right] = self.line.end_runs(self.side.other());
            (1..=left as u8).for_each(|count| found(Move::Left(count)));
            (1..=right as u8).for_each(|count| found(Move::Right(count)));
            return;
        }
        let (length, ban) = (self.line.length(), self.ban());
        let mut stuck = true;
        self.line.for_each_swap(|before, size, changes| {
            if changes != ban {
                stuck = false;
                let after = length - before - 2 * size;
                found(Move::Swap { before: before as u8, size: size as u8, after: after as u8 });
            }
        });
        if stuck {
            found(Move::Pass);
        }
    }

    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        match mv {
            Move::Swap { before, size, .. } => {
                self.earlier = self.line;
                self.line = self.line.inverted(self.line.changes(before.into(), size.into()));
                self.score();
            }
            Move::Pass => {
                self.earlier = self.line;
                self.score();
            }
            Move::Keep => self.end_turn(),
            Move::Left(count) => self.shorten(self.line.without_left(count.into())),
            Move::Right(count) => self.shorten(self.line.without_right(count.into())),
        }
    }

    /// Both sides score; then the side to act may remove if an end of the line is the opponent's.
    #[inline]
    fn score(&mut self) {
        let [white, black] = self.line.scores();
        self.totals[0] += white;
        self.totals[1] += black;
        self.removing = self.line.end_runs(self.side.other()) != [0, 0];
        if !self.removing {
            self.end_turn();
        }
    }

    #[inline]
    fn shorten(&mut self, line: Line) {
        (self.line, self.earlier) = (line, line);
        self.end_turn();
    }

    #[inline]
    fn end_turn(&mut self) {
        self.removing = false;
        self.side = self.side.other();
        self.turns_left -= 1;
    }

    /// The position with the line from right to left.
    #[must_use]
    pub(super) fn mirrored(&self) -> Position {
        Position { line: self.line.mirrored(), earlier: self.earlier.mirrored(), ..*self }
    }
}
