//! The loop in process: what a run computes depends on its config only, and it learns.

use ardoise::compact::{
    CompactEvaluator, CompactNet, Header, Inference, Kernel, Precision, Provenance, Rectifier, Units, Weights,
};
use ardoise::eval::{Batch, Evaluator};
use ardoise::game::{AnyPosition, Encoding, Game, Guidance, History, Notation, Outcome};
use ardoise::games::AnyGame;
use ardoise::net::BurnInference;
use ardoise::samples::{Sample, SelfPlayGame, entropy};
use ardoise::train::{
    Config, Learner, LearnerState, ReplayBuffer, Restarts, RulesInTurn, SelfPlay, UpdatePlan, losses, restarts,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::sync::Arc;

fn config(variant: &str, overrides: &[&str]) -> Config {
    let text = format!("generations = 2\n[game]\nvariant = \"{variant}\"\n[net]\nchannels = 16\nblocks = 1\n");
    let mut all =
        vec!["selfplay.games=12", "selfplay.simulations=16", "selfplay.fast_simulations=4", "learner.batch=32"];
    all.extend(overrides);
    Config::parse("test.toml", &text, &all.iter().map(|&o| o.to_owned()).collect::<Vec<_>>()).expect("a valid config")
}

fn dualite() -> AnyGame {
    AnyGame::new(ardoise::games::rules::<&str, &str>("dualite", []).expect("there is such a game")).expect("a game")
}

fn loa() -> AnyGame {
    AnyGame::new(ardoise::games::rules("loa", [("max_plies", "60")]).expect("there is such a game")).expect("a game")
}

/// Positions of random games that are not over.
fn positions(game: &AnyGame, count: usize) -> Vec<AnyPosition> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut history, mut moves, mut found) = (History::new(game, game.start()), Vec::new(), Vec::new());
    while found.len() < count {
        if history.outcome().is_some() {
            history.restart(game, game.start());
        }
        found.push(history.position().clone());
        history.legal_moves(game, &mut moves);
        history.play(game, moves[rng.random_range(0..moves.len())]);
    }
    found
}

/// A net whose every parameter, running statistics included, is random, in the precision of the config.
fn random_net(game: &AnyGame, config: &Config) -> (BurnInference, CompactNet) {
    let architecture = config.net.architecture(game.shape(), game.max_moves());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let precision = config.net.precision;
    let mut parameters = BurnInference::new(&architecture, precision, 7).parameters();
    // Those that start as zeros or ones (normalisation, biases, pooling) must count too. Variances stay positive.
    for values in parameters.iter_mut().filter(|values| values.iter().all(|&v| v == 0.0 || v == 1.0)) {
        values.iter_mut().for_each(|v| *v += rng.random_range(0.1..0.4));
    }
    let burn = BurnInference::with_parameters(&architecture, precision, &parameters);
    let (weights, ranges) = burn.export().expect("finite numbers");
    let header = Header { ranges, ..Header::new(game, architecture, Provenance::default()) };
    let compact = CompactNet::from_parts(header, weights).expect("exported for this architecture");
    (burn, if precision == Precision::Int8 { compact.quantised().expect("it has ranges") } else { compact })
}

/// `error` is a share of the number, or of 1: in 8 bits a number at the edge between two steps may fall to either side.
fn export_agrees_with_burn(game: &AnyGame, precision: &str, error: f32) {
    let config = config(&game.rules().variant().name, &["net.blocks=3", &format!("net.precision={precision}")]);
    let (mut burn, compact) = random_net(game, &config);
    let positions = positions(game, 24);
    let answers = burn.run(game, &positions);
    let compact = Arc::new(compact);
    let mut forward = Inference::new(Arc::clone(&compact), Kernel::best());
    let mut evaluator = CompactEvaluator::new(game, compact).expect("made for this game");
    let (mut batch, mut moves) = (Batch::default(), Vec::new());
    for (position, answer) in positions.iter().zip(&answers) {
        forward.load(0, |planes, globals| game.encode(position, planes, globals));
        forward.run(1);
        for (index, &expected) in answer.policy.iter().enumerate() {
            let given = forward.logit(0, index);
            assert!(
                (given - expected).abs() <= error * (1.0 + expected.abs()),
                "logit {index}: {given} not {expected}"
            );
        }
        game.legal_moves(position, &mut moves);
        batch.clear();
        batch.push(position, &moves);
        evaluator.evaluate(game, &mut batch);
        let value = batch.value(0);
        let [win, draw, loss] = answer.wdl.map(f32::exp);
        for (given, expected) in [(value.win, win), (value.draw(), draw), (value.loss, loss)] {
            assert!((given - expected).abs() < error, "{value:?} instead of {:?}", answer.wdl);
        }
        let close = (value.moves_left - answer.moves_left).abs() <= error * (1.0 + answer.moves_left);
        assert!(close, "{} moves left instead of {}", value.moves_left, answer.moves_left);
        assert!((value.lead - answer.lead).abs() < error, "lead {} instead of {}", value.lead, answer.lead);
    }
}

#[test]
fn the_compact_evaluator_computes_what_burn_computes() {
    for (precision, error) in [("f32", 1e-4), ("int8", 5e-3)] {
        export_agrees_with_burn(&dualite(), precision, error);
        export_agrees_with_burn(&loa(), precision, error);
    }
}

/// The first answers of a net for each position: its logits, and the chances of win and loss.
fn answers(game: &AnyGame, net: &Arc<CompactNet>, positions: &[AnyPosition]) -> Vec<f32> {
    let mut forward = Inference::new(Arc::clone(net), Kernel::best());
    let mut found = Vec::new();
    for position in positions {
        forward.load(0, |planes, globals| game.encode(position, planes, globals));
        forward.run(1);
        found.extend((0..game.shape().policy_len()).map(|index| forward.logit(0, index)));
        let value = forward.value(0);
        found.extend([value.win, value.loss]);
    }
    found
}

/// Blocks of the nets that are trained further.
const BLOCKS: usize = 2;

/// The units of a net of `BLOCKS` blocks that are dead in its own games, by the tensors of their offsets. The stream
/// between blocks keeps its dead units, so those do not count.
fn silent_units(game: &AnyGame, net: &Arc<CompactNet>) -> HashMap<String, Vec<usize>> {
    let own = net.own_positions(game, 1024).expect("made for this game");
    let units = Arc::new(net.dequantised()).dead_units(game, &own).expect("made for this game").rectifiers;
    let offsets = |units: Units| {
        let name = match units.rectifier {
            Rectifier::Trunk(BLOCKS) => format!("block{}.conv2.bias", BLOCKS - 1),
            Rectifier::Trunk(_) => return None,
            Rectifier::Inner(block) => format!("block{block}.conv1.bias"),
            Rectifier::Policy => "policy.conv.bias".to_owned(),
            Rectifier::Value => "value.conv.bias".to_owned(),
            Rectifier::ValueHidden => "value.hidden.bias".to_owned(),
        };
        Some((name, units.dead)).filter(|(_, dead)| !dead.is_empty())
    };
    units.into_iter().filter_map(offsets).collect()
}

/// The same net with larger offsets for its dead units, until there are none.
fn speaking(game: &AnyGame, mut net: Arc<CompactNet>) -> Arc<CompactNet> {
    let Header { architecture, precision, .. } = *net.header();
    let mut more = 1.0;
    loop {
        let silent = silent_units(game, &net);
        if silent.is_empty() {
            return net;
        }
        let tensors = net.weights().tensors(&architecture).map(|(spec, values)| {
            let mut values = values.to_vec();
            silent.get(&spec.name).into_iter().flatten().for_each(|&unit| values[unit] += more);
            values
        });
        let weights = Weights::new(&architecture, precision, tensors.collect()).expect("the same sizes");
        net = Arc::new(CompactNet::from_parts(net.header().clone(), weights).expect("the same sizes"));
        more *= 2.0;
    }
}

/// Equal up to the rounding of 32 bits: the import divides filters by the factors of normalisation. Units that are
/// dead in the net's own games are replaced, and change no answer there.
fn learning_goes_on_from_an_evaluator(game: &AnyGame, precision: &str, has_silent_units: bool) {
    let keys = [format!("net.blocks={BLOCKS}"), format!("net.precision={precision}")];
    let config = config(&game.rules().variant().name, &keys.each_ref().map(String::as_str));
    let mut compact = Arc::new(random_net(game, &config).1);
    assert!(!silent_units(game, &compact).is_empty(), "none to make anew");
    if !has_silent_units {
        compact = speaking(game, compact);
    }
    let architecture = config.net.architecture(game.shape(), game.max_moves());
    let learner = Learner::new(RulesInTurn::only(game), &config, &architecture, 1).expect("starts");
    let state = learner.from_net(&compact).expect("made for this game");
    assert_eq!((state.steps, &state.parameters), (0, &state.average));
    let (weights, ranges) = learner.export(&state).expect("finite numbers");
    assert_eq!(ranges, compact.header().ranges);
    let before = Arc::new(compact.dequantised());
    let after = Arc::new(CompactNet::from_parts(before.header().clone(), weights.clone()).expect("of these sizes"));
    let own = compact.own_positions(game, 1024).expect("made for this game");
    for (given, expected) in answers(game, &after, &own[..64]).iter().zip(answers(game, &before, &own[..64])) {
        assert!((given - expected).abs() <= 1e-3 * (1.0 + expected.abs()), "{given} instead of {expected}");
    }
    if has_silent_units {
        return;
    }
    for ((spec, given), (_, expected)) in weights.tensors(&architecture).zip(before.weights().tensors(&architecture)) {
        let largest = expected.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
        for (given, expected) in given.iter().zip(expected) {
            assert!((given - expected).abs() <= 1e-4 * largest, "{}: {given} instead of {expected}", spec.name);
        }
    }
}

#[test]
fn a_net_that_was_exported_learns_on() {
    for precision in ["f32", "int8"] {
        let rules = ardoise::games::rules::<&str, &str>("logitac", []).expect("there is such a game");
        let logitac = AnyGame::new(rules).expect("a game");
        for has_silent_units in [false, true] {
            learning_goes_on_from_an_evaluator(&dualite(), precision, has_silent_units);
            learning_goes_on_from_an_evaluator(&loa(), precision, has_silent_units);
            learning_goes_on_from_an_evaluator(&logitac, precision, has_silent_units);
        }
    }
}

fn play(game: &AnyGame, config: &Config, threads: usize) -> Vec<SelfPlayGame> {
    play_with(game, config, 3, threads, Kernel::best())
}

fn play_with(game: &AnyGame, config: &Config, generation: u32, threads: usize, kernel: Kernel) -> Vec<SelfPlayGame> {
    play_all(game, config, generation, threads, kernel, &Restarts::new())
}

fn play_from(game: &AnyGame, config: &Config, restarts: &Restarts) -> Vec<SelfPlayGame> {
    play_all(game, config, 3, 2, Kernel::best(), restarts)
}

fn play_all(
    game: &AnyGame,
    config: &Config,
    generation: u32,
    threads: usize,
    kernel: Kernel,
    restarts: &Restarts,
) -> Vec<SelfPlayGame> {
    let (_, net) = random_net(game, config);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let net = Arc::new(net);
    let play = SelfPlay::new(game, config, generation, &net).with_kernel(kernel).with_restarts(restarts);
    let (games, _) = play.run(&pool, || false, || ()).expect("made for this game").expect("all done");
    games
}

fn bytes(game: &AnyGame, games: &[SelfPlayGame]) -> Vec<u8> {
    postcard::to_stdvec(&Vec::from_iter(games.iter().map(|played| played.written(game)))).expect("games can be written")
}

fn games_follow_from_the_seed(game: &AnyGame) {
    let variant = &*game.rules().variant().name;
    let config = |overrides: &[&str]| config(variant, overrides);
    let games = play(game, &config(&[]), 1);
    assert_eq!(games.len(), 12);
    let same = |other: Vec<SelfPlayGame>| bytes(game, &games) == bytes(game, &other);
    assert!(same(play(game, &config(&[]), 2)), "on two threads");
    assert!(same(play(game, &config(&["selfplay.concurrent=3", "selfplay.cache=0"]), 2)), "in other batches");
    assert!(!same(play(game, &config(&["seed=2"]), 1)), "with another seed");
    for kernel in Kernel::available() {
        assert!(same(play_with(game, &config(&[]), 3, 2, kernel)), "{kernel:?}");
    }
}

#[test]
fn games_are_the_same_on_any_number_of_threads_and_any_kernel() {
    games_follow_from_the_seed(&dualite());
    games_follow_from_the_seed(&loa());
}

#[test]
fn samples_say_how_their_game_went_on() {
    let game = dualite();
    let starts = "selfplay.starts={ random_share = 0.5, random_moves = 6 }";
    let [pure, blended] =
        ["0.0", "0.3"].map(|share| config("dualite", &[starts, &format!("learner.search_value_share={share}")]));
    let mut moves = Vec::new();
    for played in play(&game, &pure, 2) {
        let mut earlier = u16::MAX;
        for sample in &played.samples {
            game.legal_moves(&sample.position, &mut moves);
            assert_eq!(sample.policy.len(), moves.len());
            assert!((sample.policy_target().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(sample.moves_left >= 1 && sample.moves_left < earlier, "moves left fall");
            earlier = sample.moves_left;
            let target = sample.value_target(&pure.learner).expect("the game was not cut off");
            let won = played.outcome.winner() == Some(game.side_to_act(&sample.position));
            assert_eq!(target, if won { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] });
            assert!((sample.value_target(&blended.learner).iter().flatten().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn solved_games_teach_what_the_solver_knows() {
    solved_games("{ random_share = 1.0, random_moves = 12 }");
    solved_games("{ policy_moves = 12 }");
}

fn solved_games(starts: &str) {
    let game = dualite();
    let starts = format!("selfplay.starts={starts}");
    let config = config("dualite", &[&starts, "selfplay.exact_share=0.5", "selfplay.games=60"]);
    let mut solver = game.solver().expect("Dualité has one");
    let mut evaluator = CompactEvaluator::new(&game, Arc::new(random_net(&game, &config).1)).expect("made for it");
    let (mut batch, mut moves) = (Batch::default(), Vec::new());
    let games = play(&game, &config, 2);
    assert!(bytes(&game, &games) == bytes(&game, &play(&game, &config, 1)), "on any number of threads");
    // Games that end among the moves of the policy have no samples.
    let taught = games.iter().filter(|game| !game.samples.is_empty());
    let (solved, played): (Vec<_>, Vec<_>) = taught.partition(|game| game.moves == 0);
    assert!(solved.len() >= 10 && played.len() >= 10, "half of them each: {} and {}", solved.len(), played.len());
    let opening = |game_solved: &&&SelfPlayGame| game_solved.samples[0].position == game.start();
    assert!(solved.iter().filter(opening).count() <= 5, "after the moves of the start");
    for game_solved in solved {
        let [sample] = &game_solved.samples[..] else { panic!("one position a game") };
        let side = game.side_to_act(&sample.position);
        let outcome = solver.outcome(&game, &sample.position);
        assert_eq!(outcome, game_solved.outcome);
        let target = sample.value_target(&config.learner).expect("known");
        assert_eq!(target, if outcome.winner() == Some(side) { [1.0, 0.0, 0.0] } else { [0.0, 0.0, 1.0] });
        assert_eq!(sample.moves_left_target(), None, "the solver does not say how long it takes");
        game.legal_moves(&sample.position, &mut moves);
        let keeps: Vec<bool> =
            moves.iter().map(|&mv| solver.outcome_after(&game, &sample.position, mv) == outcome).collect();
        let share = 1.0 / keeps.iter().filter(|&&keeps| keeps).count() as f32;
        for (probability, keeps) in sample.policy_target().zip(keeps) {
            assert!((probability - if keeps { share } else { 0.0 }).abs() < 1e-4, "{probability} of {share}");
        }
        // The net's total probability of these moves, computed otherwise.
        let architecture = evaluator.net().header().architecture;
        let losses = losses(&game, &mut evaluator, sample, &config, &architecture, &mut batch);
        assert!((sample.surprise - losses.policy).abs() < 1e-4, "{} and {losses:?}", sample.surprise);
    }
}

#[test]
fn games_restart_where_the_search_misjudged() {
    let game = loa();
    let config = config("loa", &["selfplay.games=40", "selfplay.starts.restart_share=0.5"]);
    let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
    buffer.add(&game, 3, play(&game, &config, 2));
    let regret = |sample: &Sample| match (sample.search, sample.result) {
        (Some(search), Some(result)) => (search.win - search.loss - result.win + result.loss).abs(),
        _ => 0.0,
    };
    let rules = RulesInTurn::only(&game);
    let places = restarts(rules, &buffer, &config, 4);
    assert_eq!(places, restarts(rules, &buffer, &config, 4), "they follow from seed, generation and window");
    assert_ne!(places, restarts(rules, &buffer, &config, 5));
    assert!((8..=32).contains(&places.len()), "half of 40 games: {}", places.len());
    let misjudged = |position: &AnyPosition| {
        buffer.training().any(|stored| stored.sample.position == *position && regret(stored.sample) > 0.0)
    };
    assert!(places.values().all(misjudged));
    let all = self::config("loa", &["selfplay.games=40", "selfplay.starts.restart_share=1.0"]);
    let indices: Vec<u32> = restarts(rules, &buffer, &all, 4).into_keys().collect();
    assert_eq!(indices, (0..40).filter(|index| index % 20 != 0).collect::<Vec<_>>(), "held-out games begin elsewhere");

    // The first search of a game may be a fast one, which gives no sample.
    let begin = |played: &SelfPlayGame| played.samples.first().map(|sample| sample.position.clone());
    let mut begun = 0;
    for (played, unchanged) in play_from(&game, &config, &places).iter().zip(play(&game, &config, 1)) {
        match places.get(&played.index) {
            Some(place) => begun += usize::from(begin(played) == Some(place.clone())),
            None => assert!(
                bytes(&game, std::slice::from_ref(played)) == bytes(&game, &[unchanged]),
                "game {}",
                played.index
            ),
        }
    }
    assert!(begun > 0, "of {} games", places.len());
    assert!(
        restarts(rules, &ReplayBuffer::new(&config.learner, 20), &config, 1).is_empty(),
        "nothing to restart from yet"
    );
}

/// A solver's results for endings do not depend on earlier questions; games that it cannot solve are played.
#[test]
fn endings_of_games_from_files_are_solved_where_that_is_easy() {
    let game = AnyGame::new(ardoise::games::rules::<&str, &str>("connect-four", []).expect("it is shipped"))
        .expect("its rules are sound");
    let set = [
        "selfplay.starts={ random_share = 1.0, random_moves = 40 }",
        "selfplay.exact_share=1.0",
        "selfplay.games=60",
        "search.root_proof_nodes=0",
    ];
    let config = config("connect-four", &set);
    let games = play(&game, &config, 2);
    assert!(bytes(&game, &games) == bytes(&game, &play(&game, &config, 1)), "on any number of threads");
    let taught = games.iter().filter(|game| !game.samples.is_empty());
    let (solved, played): (Vec<_>, Vec<_>) = taught.partition(|game| game.moves == 0);
    assert!(solved.len() >= 10 && played.len() >= 10, "{} solved, {} played", solved.len(), played.len());
    let mut solver = game.ending_solver().expect("no rule of repetition");
    for solved in &solved {
        assert_eq!(solver.outcome(&game, &solved.samples[0].position), solved.outcome);
    }
}

#[test]
fn in_solved_positions_any_move_that_keeps_the_result_is_right() {
    let game = dualite();
    let starts = "selfplay.starts={ random_share = 1.0, random_moves = 12 }";
    let set = [starts, "selfplay.exact_share=1.0", "selfplay.games=40", "learner.rate=3e-3", "learner.warmup_steps=1"];
    let config = config("dualite", &set);
    let games = play(&game, &config, 2);
    let least = games.iter().flat_map(|game| &game.samples).map(|sample| entropy(sample.policy_target()));
    let (sum, count) = least.fold((0.0, 0.0), |(sum, count), entropy| (sum + entropy, count + 1.0));
    let even_shares = sum / count;
    let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
    buffer.add(&game, 1, games);
    let architecture = config.net.architecture(game.shape(), game.max_moves());
    let learner = Learner::new(RulesInTurn::only(&game), &config, &architecture, 2).expect("it starts");
    let mut state = learner.initial();
    let mut learn = |steps| {
        let plan = UpdatePlan { generation: 1, steps, rate: config.learner.rate };
        learner.train(&mut state, &buffer, plan, || false, || ()).expect("it learns").expect("nothing stops it").policy
    };
    learn(150);
    let last = learn(1);
    assert!(
        f64::from(last) < even_shares / 2.0,
        "{last}: an even share of these moves cannot lose less than {even_shares}"
    );
}

#[test]
fn values_of_an_untrained_search_do_not_count() {
    let game = dualite();
    let config = config("dualite", &["learner.search_value_share=1.0"]);
    for (generation, counts) in [(1, false), (2, true)] {
        let games = play_with(&game, &config, generation, 2, Kernel::best());
        let mut targets =
            games.iter().flat_map(|played| &played.samples).filter_map(|s| s.value_target(&config.learner));
        assert_eq!(targets.any(|[_, draw, _]| draw > 0.0), counts, "generation {generation}: results are never draws");
    }
}

#[test]
fn games_that_are_cut_off_count_by_the_value_there() {
    let game = loa();
    let keys = ["selfplay.max_moves=5", "selfplay.full_share=1.0", "learner.search_value_share=0.0"];
    let config = config("loa", &keys);
    let mut with_lead = config.learner.clone();
    with_lead.cut_off_lead_share = 0.5;
    for played in play_with(&game, &config, 2, 2, Kernel::best()) {
        assert!(played.cut_off && played.moves == 5 && played.outcome == Outcome::Draw);
        let last = played.samples.last().expect("all searches are full ones");
        let value = last.search.expect("the net counts as trained");
        assert!(value.win > 0.0 && value.win != value.loss);
        for sample in &played.samples {
            let result = sample.result.expect("there is a value to count");
            let same = game.side_to_act(&sample.position) == game.side_to_act(&last.position);
            let expected = if same { (value.win, value.loss) } else { (value.loss, value.win) };
            assert_eq!((result.win, result.loss), expected);
            assert_eq!(sample.value_target(&config.learner), Some([result.win, result.draw(), result.loss]));
            let sample = Sample { lead: -0.5, ..sample.clone() };
            let target = sample.value_target(&with_lead).expect("known");
            let expected = [result.win, result.draw() + 0.5, result.loss + 0.5].map(|chance| 0.5 * chance);
            assert!(
                target.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6),
                "{target:?} instead of {expected:?}"
            );
            assert_eq!(sample.moves_left_target(), None);
        }
    }
    let untrained = play_with(&game, &config, 1, 2, Kernel::best());
    for sample in untrained.into_iter().flat_map(|played| played.samples) {
        assert_eq!(sample.value_target(&config.learner), None, "an untrained net knows nothing");
        assert_eq!(sample.value_target(&with_lead), Some([0.0, 1.0, 0.0]), "this game knows no lead");
    }
}

/// One rule for the limit of the rules, too, wherever a game began and whether a proof has seen the limit.
#[test]
fn the_limit_of_the_rules_cuts_off_all_games_alike() {
    let keys = ["selfplay.full_share=1.0", "selfplay.starts={}"];
    let proofs = ["search.root_proof_nodes=0", "search.root_proof_nodes=2000", "selfplay.stop_when_proven=false"];
    for proof in proofs {
        let config = config("loa", &[&keys[..], &["game.rules.max_plies=8", proof]].concat());
        let game = AnyGame::new(ardoise::games::rules("loa", [("max_plies", "8")]).expect("there is such a game"))
            .expect("a game");
        // From the opening, and from the start with one move, or two, left to the limit.
        let at = |plies: u32| {
            let text = game.format_position(&game.start());
            let text =
                text.rsplit_once(' ').map(|(board, _)| format!("{board} {plies}")).expect("it ends with the plies");
            game.parse_position(&text).expect("it can be")
        };
        let restarts = Restarts::from([(1, at(7)), (2, at(6))]);
        for played in play_from(&game, &config, &restarts) {
            let moves = [8, 1, 2].get(played.index as usize).copied().unwrap_or(8);
            assert_eq!((played.outcome, played.moves, played.cut_off), (Outcome::Draw, moves, true), "{proof}");
            let last = played.samples.last().expect("all searches are full ones");
            let value = last.search.expect("the net counts as trained");
            for sample in &played.samples {
                assert!(sample.cut_off && sample.moves_left_target().is_none(), "{proof}");
                let result = sample.result.expect("there is a value to count");
                let same = game.side_to_act(&sample.position) == game.side_to_act(&last.position);
                let expected = if same { (value.win, value.loss) } else { (value.loss, value.win) };
                assert_eq!((result.win, result.loss), expected, "{proof}: the last search's value");
            }
        }
    }
}

#[test]
fn results_are_averaged_over_the_values_ahead() {
    let game = dualite();
    let keys = ["selfplay.full_share=1.0", "selfplay.stop_when_proven=false", "search.root_proof_nodes=0"];
    let plain = config("dualite", &keys);
    let near = config("dualite", &[&keys[..], &["selfplay.value_horizon=0"]].concat());
    for played in play_with(&game, &near, 2, 2, Kernel::best()) {
        for pair in played.samples.windows(2) {
            let [sample, next] = pair else { unreachable!() };
            let (result, ahead) = (sample.result.expect("known"), next.search.expect("trained"));
            let same = game.side_to_act(&sample.position) == game.side_to_act(&next.position);
            let expected = if same { (ahead.win, ahead.loss) } else { (ahead.loss, ahead.win) };
            assert_eq!((result.win, result.loss), expected, "the next search's value alone");
        }
    }
    let games = |config: &Config, generation| bytes(&game, &play_with(&game, config, generation, 2, Kernel::best()));
    assert!(games(&near, 1) == games(&plain, 1), "values of an untrained net do not count");
    assert!(games(&near, 2) != games(&plain, 2));
}

#[test]
fn fast_searches_look_at_few_moves_without_noise() {
    let game = loa();
    let lengths = |actions: &str| -> Vec<u32> {
        let keys = ["selfplay.full_share=0.000001", "search.proof_nodes=0", actions];
        play(&game, &config("loa", &keys), 2).iter().map(|played| played.moves).collect()
    };
    let same = |lengths: &[u32]| lengths.iter().all(|&length| length == lengths[0]);
    assert!(same(&lengths("selfplay.fast_actions=2")), "nothing is random, so all games are the same");
    assert!(!same(&lengths("selfplay.fast_actions=0")), "the noise of full searches");
}

#[test]
fn surprising_samples_are_drawn_more_often() {
    let game = dualite();
    let share = |surprise_share: f64| {
        let config = config("dualite", &[&format!("learner.surprise_share={surprise_share}")]);
        let mut games = play(&game, &config, 2);
        for (place, sample) in games.iter_mut().flat_map(|played| &mut played.samples).enumerate() {
            sample.surprise = if place % 4 == 0 { 3.0 } else { 1.0 };
        }
        let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
        buffer.add(&game, 1, games);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let surprising = (0..20_000).filter(|_| buffer.draw(&mut rng).stored.sample.surprise > 2.0).count();
        let all = (0..buffer.len()).filter(|&index| buffer.sample(index).sample.surprise > 2.0).count();
        (surprising as f64 / 20_000.0, all as f64 / buffer.len() as f64)
    };
    for (surprise_share, weight) in [(0.0, 1.0), (1.0, 3.0)] {
        let (drawn, present) = share(surprise_share);
        let expected = weight * present / (weight * present + 1.0 - present);
        assert!((drawn - expected).abs() < 0.02, "{drawn}, expected {expected}");
    }
}

#[test]
fn the_largest_bound_on_a_games_length_is_none() {
    let game = dualite();
    let games = |bound: &[&str]| {
        let starts = "selfplay.starts={ random_share = 1.0, random_moves = 6 }";
        let games = play(&game, &config("dualite", &[&[starts], bound].concat()), 2);
        bytes(&game, &games)
    };
    assert!(games(&["selfplay.max_moves=4294967295"]) == games(&[]));
}

#[test]
fn the_replay_window_drops_the_oldest_generations() {
    let game = dualite();
    let config = config("dualite", &["learner.window=60", "learner.window_exponent=0.5"]);
    let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
    let (mut total, mut sizes, mut oldest) = (0, vec![0], 1);
    for generation in 1..=8 {
        let games = play_with(&game, &config, generation, 2, Kernel::best());
        let first = games.iter().find(|game| game.index == 1).expect("it is there").samples[0].position.clone();
        let new = buffer.add(&game, generation, games);
        total += new;
        sizes.push(new);
        let before = oldest;
        oldest = buffer.oldest().expect("there are some");
        assert!(oldest >= before, "what has been dropped does not come back");
        let held: usize = sizes[oldest as usize..].iter().sum();
        assert_eq!((buffer.total(), buffer.len()), (total as u64, held));
        assert!(held >= total.min(60), "{held} of {total} samples");
        let newest = held - new;
        assert!(buffer.sample(newest).sample.position == first, "the newest generation comes last");
    }
    assert!(oldest > 1, "nothing was dropped");
}

#[test]
fn the_learner_learns_what_it_is_shown_and_repeats_itself_on_any_number_of_threads() {
    let game = dualite();
    let keys = ["learner.warmup_steps=5", "learner.rate=3e-3", "learner.average_decay=0.9"];
    let config = config("dualite", &keys);
    let architecture = config.net.architecture(game.shape(), game.max_moves());
    let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
    assert!(buffer.add(&game, 1, play(&game, &config, 2)) > 0);
    let learner = |threads| Learner::new(RulesInTurn::only(&game), &config, &architecture, threads).expect("starts");
    let train = |threads: usize, stop: bool, state: &mut LearnerState, steps: u64| {
        let plan = UpdatePlan { generation: 1, steps, rate: config.learner.rate };
        learner(threads).train(state, &buffer, plan, || stop, || ()).expect("trains")
    };
    let mut state = learner(1).initial();
    let losses = [10, 60].map(|steps| train(1, false, &mut state, steps).expect("not interrupted"));
    assert!(losses[1].policy < losses[0].policy && losses[1].value < 0.8 * losses[0].value, "{losses:?}");
    assert_eq!(state.steps, 70);
    for threads in [2, 4] {
        let mut again = learner(1).initial();
        let same = [10, 60].map(|steps| train(threads, false, &mut again, steps).expect("not interrupted"));
        assert_eq!(same, losses, "on {threads} threads");
        let bytes = |state: &LearnerState| postcard::to_stdvec(state).expect("can be written");
        assert!(bytes(&again) == bytes(&state), "on {threads} threads");
    }

    let mut untouched = state.clone();
    assert!(train(2, true, &mut untouched, 5).is_none(), "stops cleanly");
    assert_eq!(untouched, state);
}

/// The averaged net has other filters than those on the way to it, and so other statistics: those of its own are
/// computed from the window, the same on any number of threads.
#[test]
fn the_statistics_of_the_average_are_computed_from_the_window() {
    let game = dualite();
    let keys = ["learner.warmup_steps=1", "learner.rate=1e-2", "learner.average_decay=0.95"];
    let of = |samples: usize| {
        let samples = format!("learner.statistics_samples={samples}");
        config("dualite", &[&keys[..], &[samples.as_str()]].concat())
    };
    let (none, many) = (of(0), of(500));
    let architecture = none.net.architecture(game.shape(), game.max_moves());
    let mut buffer = ReplayBuffer::new(&none.learner, none.selfplay.held_out_every);
    buffer.add(&game, 1, play(&game, &none, 2));
    let learner =
        |config, threads| Learner::new(RulesInTurn::only(&game), config, &architecture, threads).expect("starts");
    let mut state = learner(&none, 2).initial();
    let plan = UpdatePlan { generation: 1, steps: 60, rate: none.learner.rate };
    learner(&none, 2).train(&mut state, &buffer, plan, || false, || ()).expect("trains");
    let settled = |config, threads, generation| {
        let mut settled = state.clone();
        learner(config, threads).settle(&mut settled, &buffer, generation).expect("settles");
        settled
    };
    assert_eq!(settled(&none, 2, 1), state, "it is off");
    let new = settled(&many, 1, 1);
    assert_eq!(settled(&many, 2, 1), new, "on two threads");
    assert_eq!(LearnerState { average: state.average.clone(), ..new.clone() }, state, "only the average changes");
    let changed = new.average.iter().zip(&state.average).filter(|(new, old)| new != old).count();
    // Means, variances and ranges of a net of one block: stem, two in the block, policy, two of the value.
    assert_eq!(changed, 2 * 6 + 2, "and of that the statistics");
    // Other samples of the window say nearly the same, the averages on the way something else.
    let other = settled(&many, 2, 2);
    let distance = |a: &LearnerState, b: &LearnerState| -> f32 {
        let of_one = |(a, b): (&Vec<f32>, &Vec<f32>)| a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
        a.average.iter().zip(&b.average).map(of_one).sum::<f32>().sqrt()
    };
    assert!(
        distance(&new, &other) < 0.5 * distance(&new, &state),
        "{} {}",
        distance(&new, &other),
        distance(&new, &state)
    );
}

#[test]
fn games_with_komi_begin_where_the_net_expects_an_even_one() {
    let game = AnyGame::new(ardoise::games::rules::<&str, &str>("l-calculus", []).expect("there is such a game"))
        .expect("a game");
    let released = concat!(env!("CARGO_MANIFEST_DIR"), "/checkpoints/l-calculus.ard");
    let net = Arc::new(CompactNet::read(released).expect("it is released"));
    let mut evaluator = CompactEvaluator::new(&game, Arc::clone(&net)).expect("made for it");
    // The first side's lead, as the net expects it where the games begin.
    let mut leads = |share: &str| {
        let share = format!("selfplay.starts.komi_share={share}");
        let config = config("l-calculus", &[&share, "selfplay.starts.random_share=1.0", "selfplay.full_share=1.0"]);
        let played = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let play = SelfPlay::new(&game, &config, 3, &net);
            play.run(&pool, || false, || ()).expect("made for this game").expect("all done").0
        });
        assert!(bytes(&game, &played[0]) == bytes(&game, &played[1]), "on any number of threads");
        let (mut batch, mut moves) = (Batch::default(), Vec::new());
        Vec::from_iter(played[0].iter().map(|played| {
            let position = played.samples[0].position.clone();
            game.legal_moves(&position, &mut moves);
            batch.clear();
            batch.push(&position, &moves);
            evaluator.evaluate(&game, &mut batch);
            batch.value(0).lead * game.side_to_act(&position).sign()
        }))
    };
    let (with, without) = (leads("1.0"), leads("0.0"));
    assert!(with.iter().all(|lead| lead.abs() < 0.35), "about even: {with:?}");
    assert!(without.iter().filter(|lead| lead.abs() > 0.45).count() >= 2, "not so without: {without:?}");
    assert!(with.iter().any(|lead| lead.abs() > 0.05), "and not all alike: {with:?}");
}
