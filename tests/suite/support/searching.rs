//! Searches of the toy games, and their complete results.

use super::toys::ConfidentEvaluator;
use ardoise::eval::{Batch, Evaluator};
use ardoise::game::{Guidance, History};
use ardoise::search::{Dirichlet, Gumbel, PuctRoot, RootRule, Search, SearchConfig};
use std::time::{Duration, Instant};

/// Both root rules, with and without noise.
pub fn configs() -> [SearchConfig; 4] {
    let gumbel = Gumbel::default();
    [
        RootRule::Gumbel(gumbel),
        RootRule::Gumbel(Gumbel { noise: false, ..gumbel }),
        RootRule::Puct(PuctRoot { noise: Some(Dirichlet::default()) }),
        RootRule::Puct(PuctRoot { noise: None }),
    ]
    .map(|root| SearchConfig { proof_nodes: 0, root_proof_nodes: 0, root, ..SearchConfig::default() })
}

/// The same with the small full-width search at leaves.
pub fn proving(config: SearchConfig) -> SearchConfig {
    SearchConfig { proof_nodes: 30, root_proof_nodes: 100, ..config }
}

pub fn puct() -> SearchConfig {
    configs()[3]
}

pub fn fresh<G: Guidance>(game: &G) -> History<G> {
    History::new(game, game.start())
}

pub fn searched<G: Guidance>(
    config: SearchConfig,
    game: &G,
    history: &History<G>,
    simulations: u32,
    evaluator: &mut impl Evaluator<G>,
) -> Search<G> {
    let mut search = Search::new(config);
    search.start(game, history, simulations, 7);
    search.run(game, evaluator, &mut Batch::default());
    search
}

/// Several leaves at once, on so many threads.
pub fn searched_on<G: Guidance>(
    config: SearchConfig,
    game: &G,
    history: &History<G>,
    simulations: u32,
    threads: usize,
) -> Search<G> {
    let mut search = Search::new(config);
    search.start(game, history, simulations, 7);
    search.run_on(game, &mut vec![ConfidentEvaluator; threads], far());
    search
}

/// A time that no test waits for.
pub fn far() -> Instant {
    Instant::now() + Duration::from_secs(1000)
}

pub fn policy<G: Guidance>(search: &Search<G>) -> Vec<f32> {
    let mut policy = Vec::new();
    search.policy(&mut policy);
    policy
}

/// Everything that a search reports, to compare two of them.
pub fn report<G: Guidance>(search: &Search<G>) -> String {
    let mut line = Vec::new();
    search.principal_variation(&mut line);
    format!("{:?} {:?} {:?} {line:?}", search.moves().collect::<Vec<_>>(), policy(search), search.value())
}
