use super::Game;

/// A legal turn of a position, what people call a move: all moves of one player before the next player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<M> {
    pub moves: Vec<M>,
    /// Its text, which no other legal turn has ([`Notation::format_turn`](super::Notation::format_turn)).
    pub text: String,
}

/// The legal turns from a position, each as its moves, in the order of [`Game::legal_moves`]. Generated one by one,
/// since some games have millions. If a turn is in progress, its continuations.
pub struct Turns<'a, G: Game> {
    game: &'a G,
    /// For each move made: the position before it, its legal moves, and how many of them were tried.
    open: Vec<(G::Position, Vec<G::Move>, usize)>,
    made: Vec<G::Move>,
}

impl<'a, G: Game> Turns<'a, G> {
    pub fn new(game: &'a G, position: &G::Position) -> Self {
        let mut turns = Turns { game, open: Vec::new(), made: Vec::new() };
        turns.go_to(*position);
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
            let mut after = *position;
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
