use crate::arena::{DEFAULT_PLIES, OpeningError, OpeningRule, Openings};
use crate::game::CompleteGame;

/// The openings that games begin from.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct OpeningArgs {
    /// Random moves at the start of each game
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PLIES)]
    pub opening_plies: u32,
    /// Which random openings: all that decide nothing (`random`), or balanced ones
    ///
    /// In some games most random openings decide the game, so both players win it with the same side and the match
    /// tells little. `balanced` keeps the openings in which a reference expects a score from 0.4 to 0.6; `balanced:0.2`
    /// allows 0.3 to 0.7. The reference is the released evaluator (tree search with rollouts where none is released)
    /// with 200 simulations and without proof search: in solved games every opening is won for one side, and balanced
    /// means that it does not show. The openings follow from the seed, whoever plays.
    #[arg(long, value_name = "random|balanced[:MARGIN]", default_value_t)]
    pub openings: OpeningRule,
}

impl OpeningArgs {
    /// Draws openings.
    ///
    /// # Errors
    /// As [`OpeningRule::draw`].
    pub fn draw<G: CompleteGame>(&self, game: &G, count: usize, seed: u64) -> Result<Openings<G::Move>, OpeningError> {
        self.openings.draw(game, count, self.opening_plies, seed)
    }
}
