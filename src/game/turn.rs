use super::Game;
use serde::Serialize;

/// A legal turn of a position, what people call a move: all moves of one player before the next player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<M> {
    pub moves: Vec<M>,
    /// The turn's text, unique among the legal turns ([`Notation::format_turn`](super::Notation::format_turn)).
    pub text: String,
}

/// How a turn is made by hand, besides by its parts. Cells are those of the [`Board`](super::Board).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByHand {
    /// For dropped pieces (Connect Four): the cell clicked, if the piece lands elsewhere and the move is named after
    /// the landing cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub falls_from: Option<u16>,
    /// The cells on which the turn's man rests on its way, if the parts leave them out: those between the men that it
    /// takes. A person may click these cells one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<u16>,
    /// Whether the turn's cells are equivalent, so that a person may choose them in any order: both halves of a domino.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unordered: bool,
}

/// The legal turns from a position, each as its moves, in the order of [`Game::legal_moves`]: they are made one by one,
/// since some games have millions. If a turn is under way, these are its possible continuations.
pub struct Turns<'a, G: Game> {
    game: &'a G,
    /// For each move made: the position before it, its legal moves, and the number of them tried.
    open: Vec<(G::Position, Vec<G::Move>, usize)>,
    made: Vec<G::Move>,
}

impl<'a, G: Game> Turns<'a, G> {
    pub fn new(game: &'a G, position: &G::Position) -> Self {
        let mut turns = Turns { game, open: Vec::new(), made: Vec::new() };
        turns.go_to(position.clone());
        turns
    }

    fn go_to(&mut self, position: G::Position) {
        let mut moves = Vec::new();
        self.game.legal_moves(&position, &mut moves);
        self.open.push((position, moves, 0));
    }
}

impl<G: Game> Iterator for Turns<'_, G> {
    type Item = Vec<G::Move>;

    fn next(&mut self) -> Option<Vec<G::Move>> {
        loop {
            let (position, moves, tried) = self.open.last_mut()?;
            let Some(&mv) = moves.get(*tried) else {
                self.open.pop();
                self.made.pop();
                continue;
            };
            *tried += 1;
            let mut after = position.clone();
            self.game.play(&mut after, mv);
            self.made.push(mv);
            if is_whole_turn(self.game, &after) {
                let turn = self.made.clone();
                self.made.pop();
                return Some(turn);
            }
            self.go_to(after);
        }
    }
}

/// Whether the last move before a position ended a turn.
pub fn is_whole_turn<G: Game>(game: &G, after: &G::Position) -> bool {
    !game.is_within_turn(after) || game.outcome(after).is_some()
}

/// The most turns or moves that an error lists.
pub(crate) const SHOWN: usize = 20;

/// The first turns for an error, by their texts, with dots if there are more.
pub(crate) fn listed<M>(turns: &[Turn<M>]) -> String {
    let mut texts = Vec::from_iter(turns.iter().take(SHOWN).map(|turn| turn.text.as_str()));
    texts.sort_unstable();
    texts.extend((turns.len() > SHOWN).then_some("..."));
    texts.join(", ")
}
