use crate::support::searching::{configs, far, fresh, policy, proving, puct, report, searched, searched_on};
use crate::support::toys::{ConfidentEvaluator, Flat, Lines, Walk, mix, random_history};
use ardoise::eval::{Batch, Evaluator};
use ardoise::game::{Game, Guidance, History, Outcome, Side};
use ardoise::search::{Dirichlet, GatherResult, Gumbel, PuctRoot, RootMove, RootRule, Search, SearchConfig};
use std::time::{Duration, Instant};

fn visits<G: Guidance>(search: &Search<G>) -> Vec<u32> {
    search.moves().map(|m| m.visits).collect()
}

#[test]
fn budgets_are_spent_exactly() {
    let game = Lines::new(5, 5, 1);
    for config in configs() {
        for simulations in (0..40).chain([64, 100, 333]) {
            let mut evaluator = Flat::default();
            let search = searched(config, &game, &fresh(&game), simulations, &mut evaluator);
            assert_eq!(search.simulations(), simulations);
            assert_eq!(evaluator.asked, simulations + 1, "one leaf a simulation this early in the game, and the root");
            assert_eq!(visits(&search).iter().sum::<u32>(), simulations);
            assert!(visits(&search).len() == 25 && search.proven().is_none());
            assert!(search.moves().any(|m| m.mv == search.best_move()));
        }
    }
}

#[test]
fn policies_are_probabilities() {
    for (config, seed) in configs().into_iter().cycle().zip(0..200) {
        let game = Lines::new(3, 3, 1 + seed as u8 % 2);
        let history = random_history(&game, seed % 8, seed.into());
        let search = searched(config, &game, &history, 1 + seed, &mut ConfidentEvaluator);
        let policy = policy(&search);
        assert_eq!(policy.len(), search.moves().count());
        if history.outcome().is_some() {
            assert!(policy.is_empty());
        } else {
            assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{policy:?}");
            assert!(policy.iter().all(|p| (0.0..=1.0).contains(p)), "{policy:?}");
        }
        let value = search.value();
        assert!(value.win > -1e-6 && value.loss > -1e-6 && value.win + value.loss < 1.0 + 1e-6, "{value:?}");
    }
}

#[test]
fn sides_are_treated_alike() {
    for (config, seed) in configs().into_iter().cycle().zip(0..100) {
        let game = Lines::new(3, 3, 1 + (seed / 4) as u8 % 2);
        let twin = game.swapped();
        let history = random_history(&game, seed % 5, seed.into());
        let mirrored = History::new(&twin, *history.position());
        let search = searched(config, &game, &history, 60, &mut ConfidentEvaluator);
        let other = searched(config, &twin, &mirrored, 60, &mut ConfidentEvaluator);
        let strip = |m: RootMove<Lines>| (m.mv, m.visits, m.score, m.prior, m.proven.map(|p| p.moves));
        assert!(search.moves().map(strip).eq(other.moves().map(strip)));
        assert_eq!(search.value(), other.value());
        assert_eq!(policy(&search), policy(&other));
        let winner = |s: &Search<Lines>| s.proven().map(|p| p.outcome.winner());
        assert_eq!(winner(&search), winner(&other).map(|w| w.map(Side::other)));
    }
}

#[test]
fn gumbel_halves_as_in_the_paper() {
    let game = Lines::new(5, 5, 1);
    for config in &configs()[..2] {
        let search = searched(*config, &game, &fresh(&game), 64, &mut ConfidentEvaluator);
        let mut visits = visits(&search);
        visits.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(visits[..16], [15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(visits[16..], [0; 9]);
        let best = search.moves().find(|m| m.mv == search.best_move()).expect("a legal move");
        assert_eq!(best.visits, 15);
    }
}

/// Seed, the most visited move, and the one with the best score less 0.5 / sqrt(visits), by hand from the table that
/// the test below prints where it fails. In seed 26, say: 0.107 - 0.115 with 19 visits, 0.290 - 0.224 with 5.
const LCB: [(u32, u8, u8); 7] =
    [(3, 2, 2), (7, 16, 16), (12, 2, 17), (26, 18, 21), (28, 9, 3), (32, 16, 5), (34, 23, 12)];

/// `lcb` decides between moves with many visits only, and changes nothing of the search.
#[test]
fn lower_confidence_bounds_pick_the_move() {
    let game = Lines::new(5, 4, 2);
    for (seed, most_visited, safest) in LCB {
        let history = random_history(&game, seed % 5, seed.into());
        let search = |lcb| searched(SearchConfig { lcb, ..puct() }, &game, &history, 80, &mut ConfidentEvaluator);
        let [plain, careful] = [0.0, 0.5].map(search);
        let table = |search: &Search<Lines>| Vec::from_iter(search.moves().map(|m| (m.mv, m.visits, m.score)));
        assert_eq!(table(&plain), table(&careful));
        let mut table = table(&plain);
        table.sort_by_key(|&(_, visits, _)| std::cmp::Reverse(visits));
        assert_eq!((plain.best_move(), careful.best_move()), (most_visited, safest), "{seed}: {table:?}");
    }
}

#[test]
fn without_noise_the_seed_changes_nothing() {
    let game = Lines::new(5, 4, 2);
    for (config, noisy) in configs().into_iter().zip([true, false, true, false]) {
        let with_seed = |seed| {
            let mut search = Search::new(config);
            search.start(&game, &fresh(&game), 50, seed);
            search.run(&game, &mut ConfidentEvaluator, &mut Batch::default());
            report(&search)
        };
        assert_eq!(with_seed(1), with_seed(1));
        assert_eq!(with_seed(1) != with_seed(2), noisy, "{config:?}");
    }
}

#[test]
fn without_a_budget_halving_goes_on_in_rounds() {
    let game = Lines::new(5, 5, 1);
    let mut search = Search::new(configs()[1]);
    let mut batch = Batch::default();
    search.start(&game, &fresh(&game), u32::MAX, 0);
    while search.simulations() < 4000 {
        batch.clear();
        let GatherResult::Leaf(leaf) = search.gather(&game, &mut batch) else { panic!("no budget to spend") };
        ConfidentEvaluator.evaluate(&game, &mut batch);
        search.apply(&batch, leaf);
    }
    let visits = visits(&search);
    assert_eq!(visits.iter().sum::<u32>(), 4000);
    assert!(*visits.iter().max().expect("moves") > 4000 / 8, "later rounds concentrate: {visits:?}");

    let started = Instant::now();
    search.start(&game, &fresh(&game), u32::MAX, 0);
    // Only the time ends it.
    while search.simulations() <= 10 {
        search.run_on(&game, &mut [ConfidentEvaluator], Instant::now() + Duration::from_millis(20));
    }
    search.start(&game, &fresh(&game), u32::MAX, 0);
    search.run_on(&game, &mut [ConfidentEvaluator], started);
    assert_eq!(search.simulations(), 0, "the time was over");
    assert!(search.moves().any(|m| m.mv == search.best_move()));
}

#[test]
fn a_tree_grows_the_same_on_any_number_of_threads() {
    let mut ends = 0;
    let mut check = |config: SearchConfig, alone: String, other: String| {
        assert_eq!(alone, other, "{config:?}");
        ends += 1;
    };
    for (seed, config) in (0..).zip(configs().into_iter().flat_map(|config| [config, proving(config)])) {
        let lines = Lines::new(4, 4, 1 + seed as u8 % 2);
        let history = random_history(&lines, seed as u32, seed);
        let on = |threads| report(&searched_on(config, &lines, &history, 2500, threads));
        (2..=3).for_each(|threads| check(config, on(1), on(threads)));
        // Repetitions, and positions that proofs decide soon.
        for walk in (0..20).map(|walk| Walk::random(20 * seed + walk)) {
            let on = |threads| report(&searched_on(config, &walk, &fresh(&walk), 2500, threads));
            (2..=3).for_each(|threads| check(config, on(1), on(threads)));
        }
    }
    assert_eq!(ends, 8 * 2 * 21);
}

#[test]
fn several_leaves_at_once_spend_the_same_budget() {
    let game = Lines::new(5, 5, 1);
    for config in configs() {
        for simulations in (0..40).chain([64, 100, 600, 3000]) {
            let mut search = searched_on(config, &game, &fresh(&game), simulations, 2);
            assert_eq!((search.simulations(), search.proven()), (simulations, None));
            assert_eq!(visits(&search).iter().sum::<u32>(), simulations);
            // The tree is kept as usual.
            let mut history = fresh(&game);
            history.play(&game, search.best_move());
            let kept = search.moves().find(|m| m.mv == search.best_move()).expect("a move").visits;
            search.restart_reusing(&game, &history, 50, 0);
            search.run_on(&game, &mut [ConfidentEvaluator; 2], far());
            assert_eq!(visits(&search).iter().sum::<u32>(), kept.saturating_sub(1) + 50);
        }
    }
}

#[test]
fn a_search_that_is_left_amid_its_leaves_begins_anew() {
    /// Takes its time.
    struct Slow;
    impl Evaluator<Lines> for Slow {
        fn evaluate(&mut self, game: &Lines, batch: &mut Batch<Lines>) {
            std::thread::sleep(Duration::from_micros(300));
            ConfidentEvaluator.evaluate(game, batch);
        }
    }
    let game = Lines::new(5, 5, 1);
    let whole = report(&searched_on(puct(), &game, &fresh(&game), 600, 1));
    let mut search = searched_on(puct(), &game, &fresh(&game), 2000, 2);
    for millis in 1..16 {
        // From a root with visits enough for several leaves at once.
        search.restart_reusing(&game, &fresh(&game), 3000, 7);
        search.run_on(&game, &mut [Slow, Slow], Instant::now() + Duration::from_millis(millis));
        if millis % 4 > 0 {
            search.restart_reusing(&game, &fresh(&game), 300, 7);
            let kept: u32 = visits(&search).iter().sum();
            search.run_on(&game, &mut [ConfidentEvaluator], far());
            assert_eq!(visits(&search).iter().sum::<u32>(), kept + 300);
        } else {
            search.start(&game, &fresh(&game), 600, 7);
            search.run_on(&game, &mut [ConfidentEvaluator; 2], far());
            assert_eq!(report(&search), whole);
        }
    }
}

#[test]
fn trees_that_share_batches_grow_as_alone() {
    for steps in [1, 2] {
        let game = Lines::new(4, 4, steps);
        let start = |seed: u64| {
            let mut search = Search::new(configs()[seed as usize % 4]);
            search.start(&game, &random_history(&game, seed as u32 % 7, seed), 50 + 3 * seed as u32, seed);
            search
        };
        let mut trees: Vec<_> = (0..12).map(start).collect();
        let mut batch = Batch::default();
        let mut leaves = Vec::new();
        loop {
            batch.clear();
            leaves.clear();
            leaves.extend(trees.iter_mut().map(|tree| tree.gather(&game, &mut batch)));
            if batch.is_empty() {
                break;
            }
            ConfidentEvaluator.evaluate(&game, &mut batch);
            for (tree, gathered) in trees.iter_mut().zip(&leaves) {
                if let GatherResult::Leaf(leaf) = gathered {
                    tree.apply(&batch, *leaf);
                }
            }
        }
        for (tree, seed) in trees.iter().zip(0..) {
            let mut alone = start(seed);
            alone.run(&game, &mut ConfidentEvaluator, &mut Batch::default());
            assert_eq!(report(tree), report(&alone));
        }
    }
}

#[test]
fn a_tree_is_kept_from_move_to_move() {
    let game = Lines::new(4, 4, 2);
    for config in configs() {
        let mut search = Search::new(config);
        let mut batch = Batch::default();
        let mut history = fresh(&game);
        search.start(&game, &history, 500, 1);
        search.run(&game, &mut ConfidentEvaluator, &mut batch);
        let mut line = Vec::new();
        search.principal_variation(&mut line);
        let best = search.moves().find(|m| m.mv == line[0]).expect("a legal move");

        // One move later: the visits of the move, less the one that expanded it.
        history.play(&game, line[0]);
        search.restart_reusing(&game, &history, 100, 2);
        assert_eq!(search.simulations(), 0);
        assert_eq!(visits(&search).iter().sum::<u32>(), best.visits - 1);
        let same = search.value().score() * game.side_to_act(&game.start()).sign();
        assert!((same * game.side_to_act(history.position()).sign() - best.score).abs() < 1e-5);
        search.run(&game, &mut ConfidentEvaluator, &mut batch);
        assert_eq!(visits(&search).iter().sum::<u32>(), best.visits - 1 + 100);

        // Two moves later.
        search.principal_variation(&mut line);
        let mut twice = history.clone();
        [line[0], line[1]].iter().for_each(|&mv| twice.play(&game, mv));
        search.restart_reusing(&game, &twice, 100, 2);
        assert!(visits(&search).iter().sum::<u32>() > 0);
        let mut legal = Vec::new();
        game.legal_moves(twice.position(), &mut legal);
        assert!(search.moves().map(|m| m.mv).eq(legal));

        // Another game, or an earlier position: a new tree.
        for other in [random_history(&game, 9, 3), fresh(&game)] {
            search.restart_reusing(&game, &other, 60, 3);
            search.run(&game, &mut ConfidentEvaluator, &mut batch);
            let mut new = Search::new(config);
            new.start(&game, &other, 60, 3);
            new.run(&game, &mut ConfidentEvaluator, &mut batch);
            assert_eq!(report(&search), report(&new));
        }
    }
}

#[test]
fn a_search_whose_tree_is_full_goes_on() {
    let game = Lines::new(5, 5, 1);
    for config in configs() {
        let run = |memory| {
            let mut search = Search::new(config);
            search.set_memory(memory);
            search.start(&game, &fresh(&game), 3000, 1);
            search.run(&game, &mut ConfidentEvaluator, &mut Batch::default());
            assert_eq!(search.simulations(), 3000);
            assert_eq!(visits(&search).iter().sum::<u32>(), 3000);
            search
        };
        let (whole, full) = (run(usize::MAX), run(100_000));
        assert!(whole.tree_bytes() > 200_000);
        assert!((99_000..=100_000).contains(&full.tree_bytes()), "{}", full.tree_bytes());
        assert_eq!(report(&run(whole.tree_bytes())), report(&whole), "a tree that just fits is the same");
        // Without any memory there is the root, as wide and no deeper; each move scores what the evaluator says of it.
        let root = run(0);
        let one = searched(config, &game, &fresh(&game), 0, &mut ConfidentEvaluator).tree_bytes();
        assert_eq!(root.tree_bytes(), one);
        for m in root.moves().filter(|m| m.visits > 0) {
            let mut next = fresh(&game);
            next.play(&game, m.mv);
            let reply = searched(config, &game, &next, 0, &mut ConfidentEvaluator).value().score();
            assert!((m.score + reply).abs() < 1e-5, "{m:?}, {reply}");
        }
        let mut line = Vec::new();
        root.principal_variation(&mut line);
        assert_eq!(line, [root.best_move()]);
    }
}

#[test]
fn a_full_tree_that_is_kept_grows_again() {
    let game = Lines::new(5, 5, 1);
    let mut search = Search::new(puct());
    search.set_memory(50_000);
    let mut history = fresh(&game);
    for _ in 0..6 {
        search.restart_reusing(&game, &history, 500, 0);
        let kept = search.tree_bytes();
        search.run(&game, &mut ConfidentEvaluator, &mut Batch::default());
        assert!(kept < 40_000 && (49_000..=50_000).contains(&search.tree_bytes()), "{kept}, {}", search.tree_bytes());
        history.play(&game, search.best_move());
    }
    // A smaller bound holds for the next new tree.
    search.set_memory(10_000);
    search.start(&game, &history, 500, 0);
    search.run(&game, &mut ConfidentEvaluator, &mut Batch::default());
    assert!(search.simulations() == 500 && search.tree_bytes() <= 10_000);
}

/// Sees even chances and a lead of a half for the first side.
struct LeadEvaluator;
impl<G: Game> Evaluator<G> for LeadEvaluator {
    fn evaluate(&mut self, game: &G, batch: &mut Batch<G>) {
        Flat::default().evaluate(game, batch);
        for leaf in 0..batch.len() {
            let leaf = batch.leaf_mut(leaf);
            leaf.value.lead = 0.5 * game.side_to_act(leaf.position).sign();
        }
    }
}

/// From 0 the token goes to 1, where the first side wins, or on a long way.
fn win_or_go_on() -> Walk {
    let mut arrows = vec![vec![1, 2], vec![]];
    arrows.extend((3..60).map(|next| vec![next]));
    arrows.push(vec![]);
    let ends = vec![Outcome::Win(Side::First); arrows.len()];
    Walk::new(arrows, ends)
}

#[test]
fn the_lead_counts_in_games_with_points_by_its_share() {
    for lead_share in [0.0, 0.1, 0.4] {
        let config = SearchConfig { lead_share, ..proving(puct()) };
        let game = win_or_go_on().with_points();
        let search = searched(config, &game, &fresh(&game), 20, &mut LeadEvaluator);
        assert_eq!((search.proven(), search.simulations()), (None, 20), "a sure win does not end the search");
        let scores = search.moves().map(|m| m.score);
        // A win without a lead in points, which this game does not count, and even chances with a lead.
        for (score, expected) in scores.zip([1.0 - lead_share, lead_share * 0.5]) {
            assert!((score - expected).abs() < 1e-6, "{score} instead of {expected}");
        }

        let game = win_or_go_on();
        let search = searched(SearchConfig { lead_share, ..puct() }, &game, &fresh(&game), 20, &mut LeadEvaluator);
        assert!(search.proven().is_some(), "without points the win is proven");
        let mut history = fresh(&game);
        history.play(&game, 2);
        let search = searched(SearchConfig { lead_share, ..puct() }, &game, &history, 20, &mut LeadEvaluator);
        assert!(search.moves().map(|m| m.score).eq([0.0]), "without points the lead does not count");
    }
}

#[test]
fn the_value_of_a_policy_is_the_expectation_of_results() {
    let game = Lines::new(5, 3, 2);
    for (config, seed) in configs().into_iter().map(proving).cycle().zip(0..80) {
        let history = random_history(&game, seed % 7, seed.into());
        let search = searched(config, &game, &history, 5 + seed, &mut ConfidentEvaluator);
        if search.proven().is_some() {
            continue;
        }
        let scores: Vec<f32> = search.moves().map(|m| m.score).collect();
        let (policy, mut certain) = (policy(&search), vec![0.0; scores.len()]);
        let expected: f32 = policy.iter().zip(&scores).map(|(p, score)| p * score).sum();
        assert!((search.value_of(&policy).score() - expected).abs() < 1e-5);
        certain[seed as usize % scores.len()] = 1.0;
        assert!((search.value_of(&certain).score() - scores[seed as usize % scores.len()]).abs() < 1e-5);
    }
    let mut history = fresh(&win_or_go_on());
    history.play(&win_or_go_on(), 2);
    let (config, game) = (SearchConfig { lead_share: 0.5, ..configs()[1] }, win_or_go_on().with_points());
    let search = searched(config, &game, &history, 9, &mut LeadEvaluator);
    assert!(search.value().score().abs() > 0.1, "the lead counts in scores");
    assert_eq!(search.value_of(&policy(&search)).score(), 0.0, "not in a target");
}

/// Tempered priors reach the tree, and nothing else that says what the evaluator thinks.
#[test]
fn a_prior_temperature_looks_at_more_moves() {
    let game = Lines::new(5, 5, 3);
    for config in configs() {
        let tempered = SearchConfig { prior_temperature: 4.0, ..config };
        let [plain, wide] =
            [config, tempered].map(|config| searched(config, &game, &fresh(&game), 0, &mut ConfidentEvaluator));
        for (a, b) in plain.moves().zip(wide.moves()) {
            assert!((a.prior - b.prior).abs() < 1e-5);
        }
        for (a, b) in policy(&plain).iter().zip(policy(&wide)) {
            assert!((a - b).abs() < 1e-5, "without simulations the policy is the evaluator's");
        }
    }
    let visited = |config| {
        let search = searched(config, &game, &fresh(&game), 40, &mut ConfidentEvaluator);
        visits(&search).iter().filter(|&&visits| visits > 0).count()
    };
    let sharp = |prior_temperature| visited(SearchConfig { prior_temperature, ..puct() });
    assert!(sharp(0.25) < sharp(1.0) && sharp(1.0) <= sharp(4.0), "{} {} {}", sharp(0.25), sharp(1.0), sharp(4.0));
}

/// Trees with a fixed seed: whoever changes the search on purpose changes these numbers on purpose. The policy's bits
/// are folded into one number.
#[test]
fn golden_trees() {
    let game = Lines::new(5, 3, 2);
    let mut history = fresh(&game);
    [7, 24].iter().for_each(|&mv| history.play(&game, mv));
    let golden = |config| {
        let search = searched(config, &game, &history, 64, &mut ConfidentEvaluator);
        let bits = policy(&search).iter().fold(0, |folded, p| mix(folded ^ u64::from(p.to_bits())));
        (visits(&search), bits, search.best_move())
    };
    let [noisy_gumbel, gumbel, noisy_puct, puct] = configs().map(golden);
    assert_eq!(
        noisy_gumbel,
        (vec![0, 0, 1, 1, 3, 7, 1, 3, 7, 0, 3, 0, 1, 1, 3, 0, 0, 0, 1, 1, 15, 1, 15], 0x9e6d943715110281, 23)
    );
    assert_eq!(
        gumbel,
        (vec![7, 0, 1, 1, 3, 15, 1, 7, 0, 0, 3, 0, 1, 1, 3, 0, 0, 3, 1, 1, 15, 1, 0], 0x53e9c8c11188a463, 21)
    );
    assert_eq!(
        noisy_puct,
        (vec![5, 0, 10, 1, 2, 5, 2, 2, 0, 0, 22, 0, 1, 1, 3, 0, 0, 0, 1, 0, 8, 1, 0], 0xabdca60f58f88f6d, 11)
    );
    assert_eq!(
        puct,
        (vec![6, 0, 1, 1, 2, 7, 1, 2, 0, 0, 19, 0, 1, 1, 5, 0, 0, 0, 1, 1, 10, 6, 0], 0x8cb8380cb25e7fb5, 11)
    );
}

#[test]
fn configs_are_read_and_checked() {
    let text = "c_puct = 2.0\n[root.puct]\nnoise = { alpha = 0.5 }\n";
    let config: SearchConfig = toml::from_str(text).expect("a valid config");
    let noise = Some(Dirichlet { alpha: 0.5, fraction: 0.25 });
    let root = RootRule::Puct(PuctRoot { noise });
    assert_eq!(config, SearchConfig { c_puct: 2.0, root, ..SearchConfig::default() });
    assert_eq!(config.validate(), Ok(()));
    let again: SearchConfig = toml::from_str(&toml::to_string(&config).expect("prints")).expect("reads");
    assert_eq!(again, config);

    assert!(toml::from_str::<SearchConfig>("c_pukt = 2.0").is_err());
    assert!(toml::from_str::<SearchConfig>("[root.gumbel]\nnoice = true").is_err());
    let refused = SearchConfig { root: RootRule::Gumbel(Gumbel { actions: 0, ..Gumbel::default() }), ..config };
    let message = refused.validate().expect_err("no actions").to_string();
    assert_eq!(message, "search parameter `root.gumbel.actions` is 0: expected at least 1");
    assert!(SearchConfig { c_puct: f32::NAN, ..config }.validate().is_err());
    assert!(SearchConfig { lcb: -1.0, ..config }.validate().is_err());
    let noise = Some(Dirichlet { alpha: 0.0, fraction: 0.25 });
    assert!(SearchConfig { root: RootRule::Puct(PuctRoot { noise }), ..config }.validate().is_err());
}
