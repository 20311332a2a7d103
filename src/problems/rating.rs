use super::problem::Problem;
use crate::eval::Uniform;
use crate::game::{AnyMove, AnyPosition, History};
use crate::games::AnyGame;
use crate::players::{Budget, Engine, Entrant, PlayerSpec};
use crate::search::SearchConfig;
use anyhow::{Context, Result};
use rayon::prelude::*;

/// Simulations with which the untrained and the trained player find a move; `None` if [`LIMIT`] are too few.
pub type Needs = [Option<u32>; 2];

/// The most simulations tried on a problem.
pub const LIMIT: u32 = 4096;

/// Number of times in a row, with doubled simulations, that the key must be found.
const STEADY: usize = 3;

/// Measures how many simulations players need for a key, without proof searches, which would find most at once.
pub struct Rater<'a> {
    /// Called regularly: whether to give up.
    stop: &'a (dyn Fn() -> bool + Sync),
    /// An engine without a net, which knows only the rules.
    untrained: Engine,
    trained: Engine,
}

impl<'a> Rater<'a> {
    /// A rater whose trained player is the engine of `entrant`; `None` if that is not an engine.
    pub fn new(entrant: &Entrant) -> Option<Self> {
        let plain = |config| SearchConfig { proof_nodes: 0, root_proof_nodes: 0, ..config };
        let trained = entrant.clone().searching(plain).engine()?;
        let untrained = Engine::new(Box::new(|_| Box::new(Uniform)), plain(SearchConfig::default()), Budget::default());
        Some(Rater { stop: &|| false, untrained, trained })
    }

    /// The same rater; it gives up as soon as `stop` returns true.
    pub fn until(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Rater { stop, ..self }
    }

    /// Both players' needs for all moves of the key; `None` if the rater gave up.
    pub fn rate(&mut self, game: &AnyGame, position: &AnyPosition, key: &[AnyMove]) -> Option<Needs> {
        let stop = self.stop;
        let needs = [&mut self.untrained, &mut self.trained].map(|engine| needed(game, position, key, engine, stop));
        (!stop()).then_some(needs)
    }
}

/// Rates problems anew; `player`, which must search, is the trained one. Sorts them by difficulty. `done` is called
/// after each problem.
///
/// # Errors
/// A problem is not one of a game, or the player does not exist, does not fit its rules or does not search.
pub fn rate(problems: &mut [Problem], player: &PlayerSpec, done: &(dyn Fn() + Sync)) -> Result<()> {
    problems.par_iter_mut().try_for_each(|problem| {
        let game = AnyGame::new(problem.rules()?)?;
        let posed = problem.pose(&game)?;
        let entrant = Entrant::open(player, &game, Budget::Policy)?;
        let rater = Rater::new(&entrant).with_context(|| format!("player `{}` does not search", entrant.name()));
        let needs = rater?.rate(&game, &posed.position, &posed.key).expect("nothing stops it");
        [problem.untrained, problem.trained] = needs;
        problem.difficulty = difficulty(needs);
        done();
        Ok::<_, anyhow::Error>(())
    })?;
    problems.sort_by_key(Problem::hardness);
    Ok(())
}

/// The least of 0, 1, 2, 4, ... simulations with which, and with each larger number tried, the engine plays each of
/// the moves.
fn needed(
    game: &AnyGame,
    position: &AnyPosition,
    key: &[AnyMove],
    engine: &mut Engine,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<u32> {
    let (mut since, mut steady) = (None, 0);
    for simulations in std::iter::once(0).chain((0..).map(|power| 1 << power)).take_while(|&n| n <= LIMIT) {
        let budget = if simulations == 0 { Budget::Policy } else { Budget::Simulations(simulations) };
        let (mut history, mut is_found, mut is_proven) = (History::new(game, position.clone()), true, true);
        for &mv in key {
            engine.forget(0);
            let search = engine.think_while(game, &history, budget, |_| !stop());
            if stop() {
                return since;
            }
            is_found &= search.best_move() == mv;
            is_proven &= search.proven().is_some();
            if !is_found {
                break;
            }
            history.play(game, mv);
        }
        if !is_found {
            (since, steady) = (None, 0);
            continue;
        }
        since = since.or(Some(simulations));
        steady += 1;
        if steady == STEADY || is_proven {
            break;
        }
    }
    since
}

/// The difficulty, 1 to 5, from both needs: the mean number of doublings.
pub fn difficulty(needs: Needs) -> u8 {
    let doublings = |need: Option<u32>| need.map_or(f64::from(LIMIT).log2() + 2.0, |need| f64::from(need + 1).log2());
    let mean = needs.map(doublings).iter().sum::<f64>() / 2.0;
    1 + [3.0, 5.5, 8.0, 10.5].iter().filter(|&&bound| mean >= bound).count() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::shipped;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn more_simulations_are_harder() {
        assert_eq!(difficulty([Some(0), Some(0)]), 1);
        assert_eq!(difficulty([None, None]), 5);
        let needs = [0, 1, 8, 64, 512, 4096].map(Some);
        for [less, more] in needs.array_windows() {
            assert!(difficulty([*less, *less]) <= difficulty([*more, *more]));
            assert!(difficulty([*less, *more]) <= difficulty([*more, *more]));
        }
    }

    #[test]
    fn problems_are_rated_anew() {
        let mut problems = shipped("dualite");
        problems.truncate(3);
        let told = AtomicUsize::new(0);
        let blank = |problem: &Problem| Problem { untrained: None, trained: None, difficulty: 5, ..problem.clone() };
        let mut anew = Vec::from_iter(problems.iter().map(blank));
        let done = || {
            told.fetch_add(1, Ordering::Relaxed);
        };
        rate(&mut anew, &"mcts:1".parse().unwrap(), &done).unwrap();
        assert_eq!(told.into_inner(), 3);
        for problem in &anew {
            let old = problems.iter().find(|old| old.position == problem.position).expect("none is lost");
            assert_eq!(problem.untrained, old.untrained, "nobody's knowledge is the same everywhere");
            assert_eq!(problem.difficulty, difficulty([problem.untrained, problem.trained]));
        }
        assert!(anew.is_sorted_by_key(Problem::hardness));
        let error = rate(&mut anew, &"random".parse().unwrap(), &|| ()).unwrap_err();
        assert_eq!(error.to_string(), "player `random` does not search");
    }
}
