use super::recorded::{open_records, recorded};
use crate::arena::{DEFAULT_PLIES, OpeningError, OpeningRule, Openings};
use crate::game::{AnyGame, Game, Notation};
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// The random openings that games begin from.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct OpeningArgs {
    /// Random moves at the start of each game [default: 4]
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<u32>,
    /// `random`: any opening whose result is not already proven; `balanced`: only those the reference judges even
    ///
    /// In some games most random openings decide the game, so both players win with the same side and the match
    /// measures little. `balanced` keeps the openings in which a reference expects a score from 0.4 to 0.6;
    /// `balanced:0.2` allows 0.3 to 0.7. The reference is the released evaluator (tree search with rollouts if none is
    /// released) with 200 simulations and without proof search. In a solved game every opening is won for one side;
    /// balanced then means that the reference cannot tell which. The openings follow from the seed, whoever plays.
    #[arg(long, value_name = "random|balanced[:MARGIN]", default_value_t)]
    pub openings: OpeningRule,
}

impl OpeningArgs {
    pub fn plies(&self) -> u32 {
        self.opening_plies.unwrap_or(DEFAULT_PLIES)
    }

    /// Draws openings.
    ///
    /// # Errors
    /// As [`OpeningRule::draw`].
    pub fn draw(
        &self,
        game: &AnyGame,
        count: usize,
        seed: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Openings, OpeningError> {
        self.openings.draw(game, count, self.plies(), seed, go_on)
    }

    /// `count` openings from a file of games: all their moves, or the first `--opening-plies`. If the file has fewer
    /// games, they are used in turn.
    ///
    /// # Errors
    /// The file cannot be read, is empty or has a game by other rules, or an opening ends the game.
    pub fn read(&self, game: &AnyGame, count: usize, path: &Path) -> Result<Openings> {
        let mut openings = Vec::new();
        for record in open_records(path)? {
            let (line, record) = record?;
            let wrong = || format!("{}:{line}: no opening of {}", path.display(), game.rules());
            let mut read = || -> Result<()> {
                let plies = self.opening_plies.map_or(usize::MAX, |plies| plies as usize);
                let history = recorded(game, &record, plies)?;
                let start = game.start();
                ensure!(
                    *history.first() == start,
                    "it begins from another position: expected {}",
                    game.format_position(&start)
                );
                ensure!(history.outcome().is_none(), "it is over: expected fewer moves, by --opening-plies");
                openings.push(history.played().to_vec());
                Ok(())
            };
            read().with_context(wrong)?;
        }
        ensure!(!openings.is_empty(), "{} holds no game: expected openings as game records", path.display());
        Ok(Openings::in_turn(game, &openings, count))
    }
}
