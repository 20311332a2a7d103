use crate::game::{AnyPosition, Game, Guidance, History, Rules};
use crate::games::AnyGame;
use crate::players::{Budget, Engine};
use crate::random::pick;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Share of random moves, so that games differ.
const RANDOM_SHARE: f64 = 0.1;

/// Number of turns before the end of a game that are searched for problems.
const TURNS: usize = 14;

/// Number of random positions drawn in place of a game.
const SCATTERED: usize = 4;

/// The share of such draws in games that have [`scattered`](crate::game::Guidance::scattered) positions.
const SCATTERED_SHARE: f64 = 0.9;

/// Number of moves after which a game is abandoned: some hardly ever reach an end.
const LONGEST: u32 = 400;

/// Lengths in turns of games decided by points, in place of the variant's own: so near their end every line can be
/// played out.
const SHORT_GAMES: [u32; 6] = [17, 21, 25, 29, 33, 37];

/// The rules for the problems of these rules: the rules themselves; in games decided by points, whose end is too far
/// for exact results, the same with fewer turns.
pub fn settings(rules: &Rules) -> Vec<Rules> {
    let by_points = AnyGame::new(rules.clone()).is_ok_and(|game| decided_by_points(&game));
    let options = rules.options();
    // A number of turns set by the user is kept.
    if !by_points || rules.changed_options().contains_key("max_turns") || !options.contains_key("max_turns") {
        return vec![rules.clone()];
    }
    let short = |turns: u32| {
        let mut options = options.clone();
        options.insert("max_turns".to_owned(), turns.to_string());
        rules.variant().rules(options).ok()
    };
    SHORT_GAMES.into_iter().filter_map(short).collect()
}

pub fn decided_by_points(game: &AnyGame) -> bool {
    game.totals(&game.start()).is_some()
}

/// Positions at the start of a turn, late in a game that `engine`'s policy plays, or random ones if the game has them.
/// The game is over in none of them.
pub fn positions(game: &AnyGame, engine: &mut Engine, seed: u64) -> Vec<AnyPosition> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    if game.scattered(0.0, &mut rng).is_some() && rng.random_bool(SCATTERED_SHARE) {
        let drawn = (0..SCATTERED).filter_map(|_| {
            let distance = rng.random_range(0.0..0.3);
            game.scattered(distance, &mut rng)
        });
        return drawn.filter(|position| game.outcome(position).is_none()).collect();
    }
    let mut history = History::new(game, game.start());
    let (mut turns, mut priors) = (Vec::new(), Vec::new());
    let mut before = None;
    engine.forget(seed);
    while history.outcome().is_none() && history.moves() < LONGEST {
        let side = game.side_to_act(history.position());
        if before.replace(side) != Some(side) {
            turns.push(history.position().clone());
        }
        let search = engine.think_while(game, &history, Budget::Policy, |_| true);
        priors.clear();
        priors.extend(search.moves().map(|root| root.prior));
        let random = rng.random_bool(RANDOM_SHARE);
        let chosen = if random { rng.random_range(0..priors.len()) } else { pick(&priors, rng.random_range(0.0..1.0)) };
        let mv = search.moves().nth(chosen).expect("there is a prior for each move").mv;
        history.play(game, mv);
    }
    let late = turns.len().saturating_sub(TURNS);
    turns.split_off(late)
}
