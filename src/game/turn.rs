use super::Game;

/// A legal turn of a position: what people call a move, all that one player does before the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<M> {
    /// Its moves, in order.
    pub moves: Vec<M>,
    /// Its text, which no other legal turn has ([`Notation::format_turn`](super::Notation::format_turn)).
    pub text: String,
}

/// The legal turns from a position, each as its moves, in the order of [`Game::legal_moves`]: made one by one, since
/// some games have millions. Where a turn is under way, what may follow of it.
pub struct Turns<'a, G: Game> {
    game: &'a G,
    /// For each move made: the position before it, the moves that are legal there, and how many were tried.
    open: Vec<(G::Position, Vec<G::Move>, usize)>,
    made: Vec<G::Move>,
}

impl<'a, G: Game> Turns<'a, G> {
    /// Those from a position.
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

/// Whether the move that led to a position has ended a turn.
pub fn is_whole_turn<G: Game>(game: &G, after: &G::Position) -> bool {
    !game.is_within_turn(after) || game.outcome(after).is_some()
}

/// Turns or moves that an error lists, at most.
pub(crate) const SHOWN: usize = 20;

/// Turns for an error, by their texts: the first ones, and dots where there are more.
pub(crate) fn listed<M>(turns: &[Turn<M>]) -> String {
    let mut texts = Vec::from_iter(turns.iter().take(SHOWN).map(|turn| turn.text.as_str()));
    texts.sort_unstable();
    texts.extend((turns.len() > SHOWN).then_some("..."));
    texts.join(", ")
}
