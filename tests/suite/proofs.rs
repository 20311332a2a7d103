//! Proven results and repetition in the search.

use crate::support::searching::{configs, far, fresh, policy, proving, puct, report, searched, searched_on};
use crate::support::toys::{ConfidentEvaluator, Flat, Lines, Walk, lines_moves_made_by, minimax, mix, random_history};
use ardoise::eval::{Batch, Evaluator, Value};
use ardoise::game::{Game, Guidance, History, Outcome, RepetitionRule, Side};
use ardoise::games::dualite::Dualite;
use ardoise::games::rules;
use ardoise::search::{ProvenResult, Search, SearchConfig};
use std::time::{Duration, Instant};

/// Checks a proof against brute force, and that the line given leads to the result in as many moves as it says.
fn check_proof<G: Guidance>(game: &G, history: &History<G>, search: &Search<G>, proven: ProvenResult) {
    assert_eq!(proven.outcome, minimax(game, history));
    let side = game.side_to_act(history.position());
    assert_eq!(search.value().score(), proven.outcome.score_for(side));
    let mut line = Vec::new();
    search.principal_variation(&mut line);
    let mut end = history.clone();
    line.iter().for_each(|&mv| end.play(game, mv));
    if search.config().proof_nodes == 0 {
        assert_eq!(line.len(), usize::from(proven.moves));
        assert_eq!(end.outcome(), Some(proven.outcome));
    } else {
        // The line ends where the small search at leaves took over.
        assert!(line.len() <= usize::from(proven.moves));
        assert_eq!(minimax(game, &end), proven.outcome);
    }
    for (m, p) in search.moves().zip(policy(search)) {
        let move_wins = m.proven.is_some_and(|p| p.outcome == Outcome::Win(side));
        let move_loses = m.proven.is_some_and(|p| p.outcome == Outcome::Win(side.other()));
        if proven.outcome == Outcome::Win(side) {
            assert_eq!(p > 0.0, move_wins, "only winning moves keep mass");
        } else if proven.outcome == Outcome::Draw {
            assert!(!(p > 0.0 && move_loses), "losing moves have no mass");
        }
    }
}

/// Searches many positions; returns how many were proven wins, draws and losses for the side to act.
fn prove<G: Guidance>(games: impl Iterator<Item = (G, u32)>, simulations: u32) -> [u32; 3] {
    let mut counts = [0; 3];
    for ((game, moves), seed) in games.zip(0..) {
        let history = random_history(&game, moves, seed);
        if history.outcome().is_some() {
            continue;
        }
        let config = configs()[seed as usize % 4];
        let config = if seed % 2 == 0 { config } else { proving(config) };
        let search = match seed % 3 {
            0 => searched_on(config, &game, &history, 5 * simulations, 2),
            _ => searched(config, &game, &history, simulations, &mut ConfidentEvaluator),
        };
        for m in search.moves().filter(|m| m.proven.is_some()) {
            let mut next = history.clone();
            next.play(&game, m.mv);
            assert_eq!(m.proven.map(|p| p.outcome), Some(minimax(&game, &next)), "{m:?}");
        }
        if let Some(proven) = search.proven() {
            check_proof(&game, &history, &search, proven);
            let score = proven.outcome.score_for(game.side_to_act(history.position()));
            counts[(1.0 - score) as usize] += 1;
        }
    }
    counts
}

#[test]
fn proofs_agree_with_minimax() {
    for steps in [1, 2] {
        let game = Lines::new(3, 3, steps);
        let [wins, draws, losses] = prove((0..300).map(|i| (game.clone(), 3 + i % 5)), 400);
        assert!(wins > 20 && draws > 20 && losses > 5, "{steps}: {wins} {draws} {losses}");
    }
}

#[test]
fn proofs_agree_with_minimax_under_repetition() {
    use RepetitionRule::{SecondDraws, SecondLoses, ThirdDraws, ThirdLeadWins};
    for rule in [ThirdDraws, ThirdLeadWins, SecondDraws, SecondLoses] {
        let walks = (0..1000).map(|i| (Walk::random(i).with_repetition(rule), i as u32 / 3 % 7));
        let [wins, draws, losses] = prove(walks, 400);
        let enough = match rule {
            // Nobody has to go round for ever.
            SecondLoses => draws == 0,
            // Nobody is ahead at one node of three.
            ThirdLeadWins => draws > 5,
            ThirdDraws | SecondDraws => draws > 20,
        };
        assert!(wins > 20 && enough && losses > 5, "{rule:?}: {wins} {draws} {losses}");
    }
}

#[test]
fn the_small_search_at_leaves_finds_what_a_small_tree_misses() {
    let game = Lines::new(3, 3, 1);
    let proven = |config| {
        let histories = (0..200).map(|seed| random_history(&game, 4, seed)).filter(|h| h.outcome().is_none());
        histories.filter(|h| searched(config, &game, h, 8, &mut ConfidentEvaluator).proven().is_some()).count()
    };
    let (without, with) = (proven(puct()), proven(proving(puct())));
    assert!(with > without + 50, "{with} and {without}");
}

#[test]
fn the_proof_search_at_the_root_ends_with_its_time() {
    // As in `proven_moves_are_played`: whoever acts wins at once, which the proof search finds without a simulation.
    let game = Lines::tic_tac_toe();
    let mut history = fresh(&game);
    [0, 3, 1, 4].iter().for_each(|&mv| history.play(&game, mv));
    let mut search = Search::new(SearchConfig { root_proof_nodes: 100, ..puct() });
    let mut proven = |limit: Option<Instant>| {
        search.start(&game, &history, 1, 0);
        limit.into_iter().for_each(|limit| search.end_root_proof_at(limit));
        search.run(&game, &mut Flat::default(), &mut Batch::default());
        (search.simulations(), search.proven().is_some())
    };
    let (simulations, _) = proven(Some(Instant::now()));
    assert_eq!((simulations, proven(None)), (1, (0, true)), "the limit is that of one search");
    assert_eq!(proven(Some(far())), (0, true));
}

#[test]
fn the_proof_search_at_the_root_is_bounded_by_positions() {
    // As above: a few positions are enough for the proof.
    let game = Lines::tic_tac_toe();
    let mut history = fresh(&game);
    [0, 3, 1, 4].iter().for_each(|&mv| history.play(&game, mv));
    let run = |config, limit| {
        let mut search = Search::new(config);
        search.start(&game, &history, 1, 0);
        search.limit_root_proof(limit);
        search.run(&game, &mut ConfidentEvaluator, &mut Batch::default());
        search
    };
    let config = |root_proof_nodes| SearchConfig { root_proof_nodes, ..puct() };
    let proofs = |search: &Search<Lines>| search.moves().filter(|m| m.proven.is_some()).count();
    for limit in [0, 1, 10, 100, 1000] {
        let (limited, smaller) = (run(config(1000), limit), run(config(limit), u32::MAX));
        assert_eq!(report(&limited), report(&smaller), "{limit}");
    }
    assert_eq!(proofs(&run(config(1000), 0)), 0);
    assert!(run(config(1000), 1000).proven().is_some());
}

#[test]
fn a_search_in_slices_ends_like_one_in_one_go() {
    // A draw, so that the proof search goes on to its last round.
    let game = Lines::tic_tac_toe();
    let config = SearchConfig { root_proof_nodes: 30_000, ..puct() };
    for threads in 1..=3 {
        let whole = searched_on(config, &game, &fresh(&game), 1500, threads);
        let mut sliced = Search::new(config);
        sliced.start(&game, &fresh(&game), 1500, 0);
        while !sliced.is_done() {
            let slice = Instant::now() + Duration::from_micros(20);
            sliced.run_on(&game, &mut [ConfidentEvaluator], slice);
        }
        assert_eq!(report(&whole), report(&sliced));
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = Lines::tic_tac_toe();
    let mut evaluator = Flat::default();
    let search = searched(puct(), &game, &fresh(&game), 200_000, &mut evaluator);
    assert_eq!(search.proven().map(|p| p.outcome), Some(Outcome::Draw));
    assert!(search.simulations() < 200_000, "stops once proven");
    assert_eq!(search.value().draw(), 1.0);
}

#[test]
fn proven_moves_are_played() {
    // Marks of the first player on 0 and 1, of the second on 3 and 4: whoever acts wins at once.
    let game = Lines::tic_tac_toe();
    for config in configs() {
        let mut history = fresh(&game);
        [0, 3, 1, 4].iter().for_each(|&mv| history.play(&game, mv));
        let search = searched(config, &game, &history, 100, &mut Flat::default());
        assert_eq!(search.proven(), Some(ProvenResult { outcome: Outcome::Win(Side::First), moves: 1 }));
        assert_eq!(search.best_move(), 2);
        assert_eq!(policy(&search).iter().filter(|&&p| p == 1.0).count(), 1);
        assert_eq!(search.value(), Value { win: 1.0, loss: 0.0, moves_left: 1.0, lead: 0.0 });
        // The second player, who has no line under way, must stop it and is not lost.
        history = fresh(&game);
        [0, 4, 1].iter().for_each(|&mv| history.play(&game, mv));
        let search = searched(config, &game, &history, 400, &mut Flat::default());
        assert_eq!(search.best_move(), 2);
    }
}

/// Expects the first side to lose.
struct Gloomy;
impl Evaluator<Walk> for Gloomy {
    fn evaluate(&mut self, game: &Walk, batch: &mut Batch<Walk>) {
        Flat::default().evaluate(game, batch);
        for leaf in 0..batch.len() {
            let leaf = batch.leaf_mut(leaf);
            let win = 0.5 - 0.4 * game.side_to_act(leaf.position).sign();
            *leaf.value = Value { win, loss: 1.0 - win, moves_left: 0.0, lead: 0.0 };
        }
    }
}

/// The history after these moves.
fn after(game: &Walk, moves: &[u8]) -> History<Walk> {
    let mut history = fresh(game);
    moves.iter().for_each(|&mv| history.play(game, mv));
    history
}

/// What a short search that is [`Gloomy`] says of two moves after others.
fn gloomy_scores(game: &Walk, before: &[u8], simulations: u32, moves: [u8; 2]) -> [f32; 2] {
    let search = searched(puct(), game, &after(game, before), simulations, &mut Gloomy);
    moves.map(|mv| search.moves().find(|m| m.mv == mv).expect("a legal move").score)
}

fn close(given: [f32; 2], expected: [f32; 2]) -> bool {
    given.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5)
}

#[test]
fn a_draw_is_better_than_a_worse_prospect() {
    // From 0, node 1 is a draw at once; node 2 goes on.
    let game = Walk::new(vec![vec![2, 1], vec![], vec![3, 3], vec![2, 2]], vec![Outcome::Draw; 4]);
    for config in configs() {
        let search = searched(config, &game, &fresh(&game), 6, &mut Gloomy);
        assert_eq!(search.proven(), None);
        assert_eq!(search.best_move(), 1, "{config:?}");
        assert_eq!(search.value().score(), 0.0);
        assert!(policy(&search)[1] > 0.9, "{:?}", policy(&search));
    }
}

#[test]
fn a_draw_within_reach_bounds_the_value() {
    // 0 and 1 go on; at 2 the first side has a draw at 3 or a long way on from 4.
    let mut arrows = vec![vec![1], vec![2], vec![3, 4], vec![]];
    arrows.extend((5..60).map(|next| vec![next]));
    arrows.push(vec![]);
    let ends = vec![Outcome::Draw; arrows.len()];
    let game = Walk::new(arrows, ends);
    for config in configs() {
        let search = searched(config, &game, &fresh(&game), 30, &mut Gloomy);
        assert_eq!(search.proven(), None);
        let score = search.value().score();
        assert!((-0.2..0.0).contains(&score), "{score}: all evaluations are -0.8, but the draw is seen at once");
    }
}

#[test]
fn a_second_occurrence_is_a_draw_but_no_proof() {
    // 0 and 1 lead to each other; the token's side alternates, so the root comes back after two moves.
    let game = Walk::new(vec![vec![1], vec![0]], vec![Outcome::Draw; 2]);
    let search = searched(puct(), &game, &fresh(&game), 50, &mut ConfidentEvaluator);
    assert_eq!(search.proven(), None);
    assert_eq!(search.simulations(), 50);
    let mut line = Vec::new();
    search.principal_variation(&mut line);
    assert_eq!(line, [1, 0], "the root's position is not searched again");
    assert!(search.value().draw() > 0.9);
}

#[test]
fn a_position_of_the_path_is_not_searched_again() {
    // From 0 to a cycle of 1 and 2.
    let game = Walk::new(vec![vec![1], vec![2], vec![1]], vec![Outcome::Draw; 3]);
    let search = searched(puct(), &game, &fresh(&game), 50, &mut ConfidentEvaluator);
    let mut line = Vec::new();
    search.principal_variation(&mut line);
    assert_eq!(line, [1, 2, 1]);
    assert_eq!(search.proven(), None);
}

#[test]
fn a_move_back_in_the_game_costs_half_of_its_score_and_more() {
    // A circle of four, once round, so that going on to 1 is going back; the way from 4 on is new.
    let arrows = vec![vec![1, 4], vec![2], vec![3], vec![0], vec![5], vec![6], vec![7], vec![4]];
    let game = Walk::new(arrows, vec![Outcome::Draw; 8]);
    // Few simulations enough to stay away from the third occurrence, which is a draw.
    let score = |around: &[u8]| gloomy_scores(&game, around, 4, [1, 4]);
    assert!(close(score(&[]), [-0.8, -0.8]));
    // Half of it, and a tenth of a win.
    assert!(close(score(&[1, 2, 3, 0]), [-0.5, -0.8]));
}

#[test]
fn a_third_occurrence_is_a_proven_draw() {
    let game = Walk::new(vec![vec![1], vec![0]], vec![Outcome::Draw; 2]);
    let mut history = fresh(&game);
    [1, 0].iter().for_each(|&mv| history.play(&game, mv));
    let search = searched(puct(), &game, &history, 50, &mut ConfidentEvaluator);
    assert_eq!(search.proven(), Some(ProvenResult { outcome: Outcome::Draw, moves: 2 }));
    check_proof(&game, &history, &search, search.proven().expect("just seen"));
}

#[test]
fn a_reply_that_draws_by_repetition_is_seen_before_it_is_searched() {
    // A circle of four; from 3 also to 4, whence one of many moves leads back to 1, and to 5, whence none does.
    let others: Vec<u8> = (6..40).collect();
    let mut arrows = vec![vec![1], vec![2], vec![3], vec![0, 4, 5], others.clone(), others.clone()];
    arrows[4].insert(10, 1);
    arrows.extend(others.iter().map(|_| vec![5]));
    let game = Walk::new(arrows, vec![Outcome::Draw; 40]);
    let scores = |around: &[u8]| gloomy_scores(&game, around, 3, [4, 5]);
    assert!(close(scores(&[1, 2, 3]), [0.8, 0.8]));
    // The first side would be behind, so it takes the draw.
    let twice_round = [1, 2, 3, 0, 1, 2, 3];
    assert!(close(scores(&twice_round), [0.0, 0.8]));

    // Once it is that side's turn there is a move to play, also before a visit has proven the draw.
    let mut history = after(&game, &twice_round);
    let mut kept = searched(puct(), &game, &history, 3, &mut Gloomy);
    history.play(&game, 4);
    kept.restart_reusing(&game, &history, 1, 0);
    let new = searched(puct(), &game, &history, 1, &mut Gloomy);
    for search in [kept, new] {
        assert!(others.contains(&search.best_move()));
    }
}

#[test]
fn a_game_that_is_over_has_a_value_and_no_move() {
    let game = Lines::tic_tac_toe();
    let mut history = fresh(&game);
    [0, 3, 1, 4, 2].iter().for_each(|&mv| history.play(&game, mv));
    let search = searched(puct(), &game, &history, 50, &mut Flat::default());
    assert_eq!(search.proven(), Some(ProvenResult { outcome: Outcome::Win(Side::First), moves: 0 }));
    assert_eq!(search.value(), Value { win: 0.0, loss: 1.0, moves_left: 0.0, lead: 0.0 });
    assert!(search.moves().next().is_none() && policy(&search).is_empty());
}

#[test]
fn the_way_to_a_kept_position_counts() {
    // Two ways from 0 to 3, by 1 or by 2, then a long walk: what repeats later depends on the way.
    let far = [vec![4, 5], vec![6, 7], vec![6, 7], vec![4, 5], vec![4, 5]];
    let arrows: Vec<_> = [vec![1, 2], vec![3], vec![3]].into_iter().chain(far).collect();
    let game = Walk::new(arrows, vec![Outcome::Draw; 8]);
    for way in [1, 2] {
        let mut search = searched(puct(), &game, &fresh(&game), 101, &mut ConfidentEvaluator);
        let visits = search.moves().find(|m| m.mv == way).expect("a legal move").visits;
        let mut history = fresh(&game);
        [way, 3].iter().for_each(|&mv| history.play(&game, mv));
        search.restart_reusing(&game, &history, 10, 0);
        assert_eq!(search.moves().map(|m| m.visits).sum::<u32>(), visits - 2, "less those that opened {way} and 3");
    }
}

#[test]
fn a_kept_tree_stays_sound() {
    let mut proven = 0;
    for seed in 0..200 {
        let game = Walk::random(seed);
        let mut history = fresh(&game);
        let config = configs()[seed as usize % 4];
        let mut search = Search::new(if seed % 3 == 0 { proving(config) } else { config });
        let mut batch = Batch::default();
        while history.outcome().is_none() {
            search.restart_reusing(&game, &history, 30, seed);
            search.run(&game, &mut ConfidentEvaluator, &mut batch);
            if let Some(result) = search.proven() {
                check_proof(&game, &history, &search, result);
                proven += 1;
            }
            let mut moves = Vec::new();
            history.legal_moves(&game, &mut moves);
            let reply = moves[(mix(seed + u64::from(history.moves())) % 2) as usize];
            let mv = if history.moves().is_multiple_of(2) { search.best_move() } else { reply };
            history.play(&game, mv);
        }
    }
    assert!(proven > 100, "{proven}");
}

#[test]
fn a_long_proof_search_rests_in_time_and_ends_as_if_it_had_not() {
    let game = Dualite::new(rules::<&str, &str>("grand-dual", []).expect("a variant"));
    let history = random_history(&game, 2, 1);
    let search_with = |nodes| {
        let mut search = Search::new(SearchConfig { root_proof_nodes: nodes, ..puct() });
        search.start(&game, &history, 50, 0);
        search
    };
    // It rests after ten thousand positions, less than half a million moves, also where it may look longer at one move:
    // after ten million moves it would make more than 600 000 at a time, and goes on to 25 million.
    let lines = Lines::new(5, 5, 1);
    let mut long = Search::new(SearchConfig { root_proof_nodes: 50_000_000, ..puct() });
    long.start(&lines, &fresh(&lines), 50, 0);
    let mut all = 0;
    while all < 15_000_000 {
        let soon = Instant::now() + Duration::from_micros(50);
        let made = lines_moves_made_by(|| long.run_on(&lines, &mut [ConfidentEvaluator], soon));
        assert!(made < 500_000, "{made} moves were made after {all}");
        all += made;
    }
    assert_eq!((long.simulations(), long.proven()), (0, None), "it is amid its proof search");

    let [mut whole, mut sliced] = [300_000; 2].map(search_with);
    whole.run_on(&game, &mut [ConfidentEvaluator], far());
    while !sliced.is_done() {
        sliced.run_on(&game, &mut [ConfidentEvaluator], Instant::now() + Duration::from_micros(100));
    }
    assert_eq!(report(&whole), report(&sliced));
}
