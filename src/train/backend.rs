use super::selfplay::{GenerationGames, SelfPlay};
use anyhow::{Context, Result};

/// Plays the games of a generation, here or on other machines. The games are the same: they depend on the config, the
/// generation, the net and the positions of restarts alone.
pub trait SelfPlayBackend: Sync {
    /// All games of a generation, in order of their index, and counts of their play; `None` if `stop` returned true
    /// before the end. `on_game` is called after each game.
    ///
    /// # Errors
    /// The net is not for this game, or the backend is gone for good.
    fn play(
        &self,
        play: &SelfPlay,
        stop: &(dyn Fn() -> bool + Sync),
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Option<GenerationGames>>;

    /// Like [`SelfPlayBackend::play`], but backends that support it stop starting games once some are done and
    /// `enough()` is true.
    ///
    /// # Errors
    /// As [`SelfPlayBackend::play`].
    fn play_until(
        &self,
        play: &SelfPlay,
        _enough: &(dyn Fn() -> bool + Sync),
        stop: &(dyn Fn() -> bool + Sync),
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Option<GenerationGames>> {
        self.play(play, stop, on_game)
    }

    /// Called when the net of the next generation is there, before the generation that made this net is complete: the
    /// next generation's games may begin.
    fn prepare(&self, _next: &SelfPlay) {}
}

/// Plays on threads of this process.
#[derive(Debug)]
pub struct Threads(rayon::ThreadPool);

impl Threads {
    /// A backend of `count` threads.
    ///
    /// # Errors
    /// The system cannot start them.
    pub fn new(count: usize) -> Result<Threads> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().context("cannot start the threads")?;
        Ok(Threads(pool))
    }
}

impl SelfPlayBackend for Threads {
    fn play(
        &self,
        play: &SelfPlay,
        stop: &(dyn Fn() -> bool + Sync),
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Option<GenerationGames>> {
        Ok(play.run(&self.0, stop, on_game)?)
    }

    fn play_until(
        &self,
        play: &SelfPlay,
        enough: &(dyn Fn() -> bool + Sync),
        stop: &(dyn Fn() -> bool + Sync),
        on_game: &(dyn Fn() + Sync),
    ) -> Result<Option<GenerationGames>> {
        Ok(play.run_until(&self.0, enough, stop, on_game)?)
    }
}
