//! Counts what a thread allocates, for tests of code that must not.

use crate::support::allocations::allocations_of;
use crate::support::searching::far;
use crate::support::toys::{ConfidentEvaluator, Lines};
use ardoise::eval::Batch;
use ardoise::game::{Game, History};
use ardoise::search::{Gumbel, PuctRoot, RootRule, Search, SearchConfig};

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations_of(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn a_warm_search_allocates_nothing() {
    let game = Lines::new(5, 4, 2);
    for root in [RootRule::Gumbel(Gumbel::default()), RootRule::Puct(PuctRoot { noise: Some(Default::default()) })] {
        let mut search = Search::new(SearchConfig { root, ..SearchConfig::default() });
        let (mut batch, mut policy, mut line) = (Batch::default(), Vec::new(), Vec::new());
        let history = History::new(&game, game.start());
        let mut next = history.clone();
        let mut think = || {
            search.start(&game, &history, 300, 1);
            search.run(&game, &mut ConfidentEvaluator, &mut batch);
            search.policy(&mut policy);
            search.principal_variation(&mut line);
            let mv = search.best_move();
            next.restart(&game, game.start());
            next.play(&game, mv);
            search.restart_reusing(&game, &next, 300, 2);
            search.run(&game, &mut ConfidentEvaluator, &mut batch);
            std::hint::black_box((search.value(), search.moves().count()));
        };
        assert!(allocations_of(&mut think) > 0);
        assert_eq!(allocations_of(&mut think), 0, "{root:?}");
    }
}

#[test]
fn a_warm_search_of_several_leaves_at_once_allocates_nothing_for_a_simulation() {
    let game = Lines::new(5, 4, 2);
    let mut search = Search::new(SearchConfig { root: RootRule::Puct(PuctRoot { noise: None }), ..Default::default() });
    let history = History::new(&game, game.start());
    let mut think = |simulations| {
        search.start(&game, &history, simulations, 1);
        search.run_on(&game, &mut [ConfidentEvaluator], far());
    };
    think(2000);
    let [few, many] = [100, 2000].map(|simulations| allocations_of(|| think(simulations)));
    // Those that begin it: the first 100 simulations are the same. Threads that fail to share a lock may add one or
    // two.
    assert!(few.max(many) < 10, "{few} and {many}");
}
