use super::{Ending, Outcome, Packed, Position, RepetitionRule, Rules, Seat, Side, digest};

/// Positions with the same [`Game::hash`] have the same future for at least this many moves: no proof is longer.
pub const SHARED_FUTURE: u32 = 64;

/// The data that a proof needs of the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successor {
    Over(Outcome),
    Open {
        /// The position's [`Game::repetition_key`].
        key: Option<u64>,
        /// The position's [`Game::hash`].
        hash: u64,
        /// The position's [`Game::side_to_act`].
        side: Side,
    },
}

/// The rules of one variant with one set of options: positions, moves and results.
///
/// A `Game` is built once and shared. Positions are small `Copy` values that hold what the rules need. A *move* is one
/// step by one side (`docs/games.md`), the unit of search and nets. A *turn*, what people call a move, may have several
/// of them by the same side ([`Game::is_within_turn`]), so call [`Game::side_to_act`] before each move and never
/// alternate.
///
/// Methods that take a position expect one from [`Game::start`], [`Game::play`] or
/// [`Notation::parse_position`](super::Notation::parse_position). Methods that take a move expect a legal one, from
/// [`Game::legal_moves`] or [`Notation::parse_move`](super::Notation::parse_move).
pub trait Game: Clone + Send + Sync + 'static {
    /// The state of a game without the history for repetition. Two positions are equal if all their fields are.
    type Position: Position;
    type Move: Packed;

    /// The variant and its options. Records and nets are checked against them.
    fn rules(&self) -> &Rules;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// The side that moves next. After the last move of a game it advances as if the game continued.
    fn side_to_act(&self, position: &Self::Position) -> Side;

    /// Replaces the content of `moves` with all legal moves, in an order that depends on the position only. Leaves it
    /// empty if and only if [`Game::outcome`] returns a result. Must not allocate once `moves` has grown.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Makes a legal move. Must not allocate.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The result, if the position ends the game. [`History`](super::History) decides results by repetition.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// An upper bound on the number of moves of a game.
    fn max_moves(&self) -> u32;

    /// Whether the game is a draw only because it has lasted too long. Default: no.
    fn is_cut_off(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether a turn is in progress: the side to act has made some of its moves and must make more. Default: no, each
    /// move is a turn of its own. May be true only if [`Game::has_long_turns`] is.
    fn is_within_turn(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether some turn of the game has several moves. Default: no.
    fn has_long_turns(&self) -> bool {
        false
    }

    /// Whether chance ever acts in this game: dice, cards. Default: no.
    fn has_chance(&self) -> bool {
        false
    }

    /// Whether chance is to act: each legal move then comes with the same probability, and nobody chooses. Such a move
    /// is a turn of its own; [`Game::side_to_act`] still names a side: the position's value is from its view. May be
    /// true only if [`Game::has_chance`] is. Default: no.
    fn is_chance(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The player who decides the next move. By default one player for each side; override it for team play.
    fn seat_to_act(&self, position: &Self::Position) -> Seat {
        Seat::of_side(self.side_to_act(position))
    }

    /// The names of the seats, by [`Seat::index`]. Default: `first` and `second`.
    fn seat_names(&self) -> Vec<&str> {
        vec!["first", "second"]
    }

    /// Why the position ends the game, in words that can follow a result and a colon, as `all pieces connected`. `None`
    /// if and only if [`Game::outcome`] returns `None`.
    fn ending(&self, position: &Self::Position) -> Option<&'static str> {
        self.outcome(position).map(|_| "by the rules")
    }

    /// How a legal move ends the game, if more is known than from the position after it. `None` if the game continues.
    /// Default: the words of [`Game::ending`].
    fn ending_by(&self, before: &Self::Position, mv: Self::Move) -> Option<Ending> {
        let mut after = before.clone();
        self.play(&mut after, mv);
        self.ending(&after).map(Ending::from)
    }

    /// The points of both sides so far, in the order of [`Side::BOTH`], in games decided by points. Default: none.
    fn totals(&self, _position: &Self::Position) -> Option<[u32; 2]> {
        None
    }

    /// The count for both sides so far, in the order of [`Side::BOTH`], for display: points, or the counts if the game
    /// ended now. Default: the [totals](Game::totals).
    fn score(&self, position: &Self::Position) -> Option<[u32; 2]> {
        self.totals(position)
    }

    /// By how much the first side is ahead in what the rules count for each side: points, if points decide the game, or
    /// captives. Default: the difference of the [totals](Game::totals).
    fn ahead(&self, position: &Self::Position) -> Option<i64> {
        self.totals(position).map(|[first, second]| i64::from(first) - i64::from(second))
    }

    /// The value of being [ahead](Game::ahead), from -1 to 1, for the first side. Exact, not an estimate: 0 if the
    /// counts are equal, and monotonic in their difference. Searches use it to prefer the higher win, and a net can
    /// learn it (`lead` in [`Shape`](super::Shape)). Either always or never `None`. Default: none.
    fn lead(&self, _position: &Self::Position) -> Option<f32> {
        None
    }

    /// A 64-bit key by which [`History`](super::History) counts how often a position has occurred, see
    /// [`Game::repetition_rule`]. `None` if the position does not count: the game has no such rule (the default), or a
    /// turn is in progress.
    fn repetition_key(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The consequence of another occurrence of a position that counts. By default the third occurrence is a draw.
    fn repetition_rule(&self) -> RepetitionRule {
        RepetitionRule::ThirdDraws
    }

    /// A 64-bit hash, the key of evaluation caches and proof tables. Positions may share it if they have the same
    /// encoding and, for [`SHARED_FUTURE`] moves, the same legal moves and outcomes; others must not, except by
    /// accident. By default a hash of the whole position. A faster hash speeds up the search, and one without a distant
    /// cap on moves matches more positions.
    fn hash(&self, position: &Self::Position) -> u64 {
        digest::of(position)
    }

    /// The result of the position after a legal move, if the game is over.
    fn outcome_after(&self, position: &Self::Position, mv: Self::Move) -> Option<Outcome> {
        let mut next = position.clone();
        self.play(&mut next, mv);
        self.outcome(&next)
    }

    /// The data that a proof needs of the position after a legal move: one call across dynamic dispatch.
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Successor {
        let mut next = position.clone();
        self.play(&mut next, mv);
        match self.outcome(&next) {
            Some(outcome) => Successor::Over(outcome),
            None => Successor::Open {
                key: self.repetition_key(&next),
                hash: self.hash(&next),
                side: self.side_to_act(&next),
            },
        }
    }
}
