use super::{SelfPlayGame, read_checked, write_checked};
use crate::game::{AnyGame, Game};
use crate::runs::{GAMES, RunDir};
use anyhow::{Context, Result, bail};
use std::path::Path;

/// The games of a generation.
///
/// # Errors
/// They are no longer kept, cannot be read, or are those of another game.
pub fn read_games(game: &AnyGame, run: &RunDir, generation: u32) -> Result<Vec<SelfPlayGame>> {
    let path = run.games(generation);
    let games: Vec<SelfPlayGame<String>> = read_checked(&path)?;
    let games = games.iter().map(|played| played.read(game)).collect::<Result<_, _>>();
    games.with_context(|| format!("{} holds other positions than those of {}", path.display(), game.rules()))
}

/// Writes the games of a generation into its folder.
///
/// # Errors
/// The file cannot be written.
pub fn write_games(game: &AnyGame, folder: &Path, games: &[SelfPlayGame]) -> Result<()> {
    let games = Vec::from_iter(games.iter().map(|played| played.written(game)));
    write_checked(&folder.join(GAMES), &games)
}

/// Whether the games of a generation are still there.
pub fn has_games(run: &RunDir, generation: u32) -> bool {
    run.games(generation).is_file()
}

/// Whether games follow these rules: their positions have as many moves as the policies have entries.
///
/// # Errors
/// They do not.
pub fn check_games(game: &AnyGame, games: &[SelfPlayGame]) -> Result<()> {
    let mut moves = Vec::new();
    for sample in games.iter().flat_map(|played| &played.samples) {
        game.legal_moves(&sample.position, &mut moves);
        if moves.len() != sample.policy.len() {
            bail!("they are of another game than {}", game.rules());
        }
    }
    Ok(())
}
