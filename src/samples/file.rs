use super::SelfPlayGame;
use super::checked::{read_body, read_value, serialised, write_body};
use crate::game::{AnyGame, Game};
use crate::runs::{GAMES, RunDir};
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;

/// The first bytes after the checksum of a file that gives its generation. Older files begin with their games.
const MAGIC: &[u8] = b"\xffardoise games\n";

/// The games of a generation.
///
/// # Errors
/// The games are no longer kept, cannot be read, or are those of another generation or game.
pub fn read_games(game: &AnyGame, run: &RunDir, generation: u32) -> Result<Vec<SelfPlayGame>> {
    let path = run.games(generation);
    let body = read_body(&path)?;
    let games: Vec<SelfPlayGame<String>> = match body.strip_prefix(MAGIC) {
        None => read_value(&path, &body)?,
        Some(rest) => {
            let (of, games): (u32, _) = read_value(&path, rest)?;
            ensure!(
                of == generation,
                "{} holds the games of generation {of}: expected those of {generation}",
                path.display()
            );
            games
        }
    };
    let games = games.iter().map(|played| played.read(game)).collect::<Result<_, _>>();
    games.with_context(|| format!("{} holds other positions than those of {}", path.display(), game.rules()))
}

/// Writes the games of a generation into its folder.
///
/// # Errors
/// The file cannot be written.
pub fn write_games(game: &AnyGame, folder: &Path, generation: u32, games: &[SelfPlayGame]) -> Result<()> {
    let path = folder.join(GAMES);
    let games = Vec::from_iter(games.iter().map(|played| played.written(game)));
    write_body(&path, &[MAGIC, &serialised(&path, &(generation, games))?].concat())
}

/// Whether the games of a generation are still kept.
pub fn has_games(run: &RunDir, generation: u32) -> bool {
    run.games(generation).is_file()
}

/// Checks that games follow these rules: their positions have as many moves as the policies have entries.
///
/// # Errors
/// The games do not follow the rules.
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
