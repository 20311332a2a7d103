//! What every game must hold, checked for every variant with every combination of its options' words.
//!
//! A new game is covered once `games::variants()` lists it and its files lie in `tests/conformance`.

mod keys;

use crate::support::games::{damaged, each_game, legal, random_games, stream};
use ardoise::game::{CompleteGame, Game, History, Notation, Outcome, Side, perft};
use ardoise::games::{AnyGame, rules, variants};
use ardoise::record::Records;
use rand::{RngExt, seq::IndexedRandom};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    game: String,
    options: serde_json::Map<String, serde_json::Value>,
    position: String,
    counts: Vec<u64>,
}

#[test]
fn perft_counts() {
    let text = fs::read_to_string(folder().join("perft.json")).expect("perft.json is there");
    let entries: Vec<Counts> = serde_json::from_str(&text).expect("perft.json is a list of counts");
    for variant in variants() {
        let own = Vec::from_iter(entries.iter().filter(|entry| entry.game == variant.name));
        assert!(!own.is_empty(), "perft.json has no counts of {}", variant.name);
        for entry in own {
            let options = entry.options.iter().map(|(name, value)| match value.as_str() {
                Some(word) => (name, word.to_owned()),
                None => (name, value.to_string()),
            });
            let rules = rules(&entry.game, options).expect("perft.json names options that exist");
            {
                let game = AnyGame::new(rules).expect("a listed variant");
                let start = match entry.position.as_str() {
                    "start" => game.start(),
                    text => game.parse_position(text).expect("perft.json has legal positions"),
                };
                let counts = perft(&game, start, entry.counts.len()).counts;
                assert_eq!(counts, entry.counts, "{} from {}", game.rules(), entry.position);
            };
        }
    }
}

#[test]
fn recorded_games() {
    let mut games: BTreeMap<String, usize> = BTreeMap::new();
    for entry in fs::read_dir(folder()).expect("tests/conformance is there") {
        let path = entry.expect("tests/conformance is readable").path();
        if path.to_string_lossy().ends_with(".games.jsonl") {
            for record in Records::open(&path).expect("listed files are readable") {
                let (line, record) = record.expect("conformance files hold records");
                record.verify().unwrap_or_else(|error| panic!("{}:{line}: {error}", path.display()));
                assert!(record.positions.is_some() && record.legal_counts.is_some() && record.winner.is_some());
                *games.entry(record.game).or_default() += 1;
            }
        }
    }
    for variant in variants() {
        assert!(games.contains_key(variant.name), "no recorded game of {}: {games:?}", variant.name);
    }
}

#[test]
fn games_end_and_only_then_have_no_moves() {
    fn check<G: CompleteGame>(game: &G) {
        let longest = game.max_moves();
        random_games(game, 1, 100_000, |history| {
            let position = history.position();
            let over = game.outcome(position).is_some();
            assert_eq!(legal(game, position).is_empty(), over, "{}: {position:?}", game.rules());
            assert_eq!(game.ending(position).is_some(), over, "{}: {position:?}", game.rules());
            let drawn = game.outcome(position) == Some(Outcome::Draw);
            assert!(drawn || !game.is_cut_off(position), "{}: {position:?}", game.rules());
            assert!(history.moves() <= longest, "{}: {} moves of {longest}", game.rules(), history.moves());
            assert!(game.seat_to_act(position).index() < game.seat_names().len(), "{}", game.rules());
        });
    }
    each_game!(game => check(&game));
}

/// What pages draw: every man stands on a cell of its own, and people point at cells, or at signs beside the board.
#[test]
fn boards_hold_the_men_and_the_parts_of_moves() {
    fn check<G: CompleteGame>(game: &G) {
        let Some(board) = game.board() else { return };
        let rules = game.rules();
        let names: HashSet<&str> = board.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names.len(), board.cells.len(), "{rules}: two cells have one name");
        let places: HashSet<[u32; 2]> = board.cells.iter().map(|cell| [cell.x, cell.y].map(f32::to_bits)).collect();
        assert_eq!(places.len(), board.cells.len(), "{rules}: two cells have one place");
        assert!(board.edges.iter().flatten().all(|&end| usize::from(end) < names.len()), "{rules}");
        // A letter and a number look like a cell.
        let is_sign = |part: &str| {
            let (first, last) = (part.chars().next(), part.chars().next_back());
            !(first.is_some_and(char::is_alphabetic) && last.is_some_and(|last| last.is_ascii_digit()))
        };
        random_games(game, 7, 1_000, |history| {
            let position = history.position();
            let men = game.men(position);
            let cells: HashSet<u16> = men.iter().map(|&(cell, _)| cell).collect();
            assert_eq!(cells.len(), men.len(), "{rules}: two men on a cell: {position:?}");
            for (cell, kind) in men {
                let known = usize::from(cell) < names.len() && usize::from(kind) < board.kinds.len();
                assert!(known, "{rules}: no cell {cell} or kind {kind}: {position:?}");
            }
            let parts = legal(game, position).into_iter().map(|mv| game.move_parts(position, mv));
            for part in parts.flatten() {
                assert!(names.contains(part.as_str()) || is_sign(&part), "{rules}: {part} is no cell: {position:?}");
            }
        });
    }
    each_game!(game => check(&game));
}

#[test]
fn notation_round_trips() {
    fn check<G: CompleteGame>(game: &G) {
        random_games(game, 2, 10_000, |history| {
            let position = history.position();
            let text = game.format_position(position);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(position), "{}: {text}", game.rules());
            let drawing = game.draw(position);
            assert!(drawing.lines().count() > 1 && !drawing.contains('\x1b'), "{}: {drawing:?}", game.rules());

            let moves = legal(game, position);
            for &mv in &moves {
                let text = game.format_move(position, mv);
                assert_eq!(game.parse_move(position, &text), Ok(mv), "{}: {text}", game.rules());
            }
            let unique = moves.len();
            let mut texts = sorted(moves.iter().map(|&mv| game.format_move(position, mv)).collect());
            texts.dedup();
            assert_eq!(texts.len(), unique, "{}: two moves of {text} share a notation", game.rules());
        });
    }
    each_game!(game => check(&game));
}

#[test]
fn symmetries_map_games_to_games() {
    fn check<G: CompleteGame>(game: &G) {
        random_games(game, 3, 10_000, |history| {
            let position = history.position();
            let moves = legal(game, position);
            let what = || format!("{}: {}", game.rules(), game.format_position(position));
            assert_eq!(game.transform_position(0, position), *position, "{}", what());
            for symmetry in 0..game.symmetries() {
                let image = game.transform_position(symmetry, position);
                let map = |mv| game.transform_move(symmetry, mv);
                assert_eq!(game.outcome(&image), game.outcome(position), "{} by {symmetry}", what());
                assert_eq!(game.side_to_act(&image), game.side_to_act(position), "{} by {symmetry}", what());
                assert_eq!(game.totals(&image), game.totals(position), "{} by {symmetry}", what());
                assert_eq!(game.lead(&image), game.lead(position), "{} by {symmetry}", what());
                assert_eq!(game.heuristic(&image), game.heuristic(position), "{} by {symmetry}", what());
                assert_eq!(game.progress(&image), game.progress(position), "{} by {symmetry}", what());
                assert_eq!(game.seat_to_act(&image), game.seat_to_act(position), "{} by {symmetry}", what());
                let images = sorted(moves.iter().map(|&mv| map(mv)).collect());
                assert_eq!(images, sorted(legal(game, &image)), "{} by {symmetry}", what());
                let text = game.format_position(&image);
                assert_eq!(game.parse_position(&text), Ok(image), "{} by {symmetry}", what());
                for &mv in &moves {
                    let (mut next, mut next_image) = (*position, image);
                    game.play(&mut next, mv);
                    game.play(&mut next_image, map(mv));
                    let mapped = game.transform_position(symmetry, &next);
                    assert_eq!(mapped, next_image, "{} by {symmetry}, {mv:?}", what());
                }
            }
        });
    }
    each_game!(game => check(&game));
}

/// Index 0 is the identity, and one symmetry after another is again one of them, the same for all positions and moves;
/// some power of each is the identity then, so they are bijections.
#[test]
fn symmetries_are_a_group() {
    fn check<G: CompleteGame>(game: &G) {
        let n = game.symmetries();
        assert!(n >= 1, "{}", game.rules());
        let mut products: HashMap<(usize, usize), Vec<usize>> =
            (0..n * n).map(|pair| ((pair / n, pair % n), (0..n).collect())).collect();
        random_games(game, 4, 500, |history| {
            let position = history.position();
            let moves = legal(game, position);
            assert!(moves.iter().all(|&mv| game.transform_move(0, mv) == mv), "{}", game.rules());
            for (&(first, then), candidates) in &mut products {
                let image = game.transform_position(then, &game.transform_position(first, position));
                candidates.retain(|&product| {
                    game.transform_position(product, position) == image
                        && moves.iter().all(|&mv| {
                            let image = game.transform_move(then, game.transform_move(first, mv));
                            game.transform_move(product, mv) == image
                        })
                });
            }
        });
        for ((first, then), candidates) in products {
            assert_eq!(candidates.len(), 1, "{}: {first} then {then} is one of {candidates:?}", game.rules());
        }
    }
    each_game!(game => check(&game));
}

/// Whole random games of each variant: at every position the text reads back, an image under a random symmetry agrees,
/// and the game is not longer than it may be.
fn whole_random_games(count: usize) {
    fn check<G: CompleteGame>(game: &G, count: usize) {
        let mut rng = stream(game, 13);
        let (mut moves, mut images) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let mut history = History::new(game, game.start());
            loop {
                let position = history.position();
                let what = || format!("{}: {}", game.rules(), game.format_position(position));
                assert_eq!(game.parse_position(&game.format_position(position)), Ok(*position), "{}", what());
                game.legal_moves(position, &mut moves);
                let symmetry = rng.random_range(0..game.symmetries());
                let image = game.transform_position(symmetry, position);
                game.legal_moves(&image, &mut images);
                assert_eq!(images.len(), moves.len(), "{} by {symmetry}", what());
                assert_eq!(game.outcome(&image), game.outcome(position), "{} by {symmetry}", what());
                if history.outcome().is_some() {
                    break;
                }
                let mv = *moves.choose(&mut rng).unwrap_or_else(|| panic!("{}: no move", what()));
                let mut next = image;
                game.play(&mut next, game.transform_move(symmetry, mv));
                history.play(game, mv);
                assert_eq!(game.transform_position(symmetry, history.position()), next, "{mv:?} by {symmetry}");
            }
            assert!(history.moves() <= game.max_moves(), "{}: {} moves", game.rules(), history.moves());
        }
    }
    for variant in variants() {
        let rules = variant.default_rules();
        check(&AnyGame::new(rules).expect("a listed variant"), count);
    }
}

#[test]
fn random_games_keep_the_invariants() {
    whole_random_games(30);
}

#[test]
#[ignore = "takes minutes: `cargo test --release -- --ignored`"]
fn ten_thousand_random_games_keep_the_invariants() {
    whole_random_games(10_000);
}

/// Points decide where there are any, and the lead is theirs. The heuristic keeps its bounds, and is the lead there.
#[test]
fn leads_are_bounded_and_points_decide() {
    fn check<G: CompleteGame>(game: &G) {
        random_games(game, 6, 10_000, |history| {
            let position = history.position();
            let what = || format!("{}: {}", game.rules(), game.format_position(position));
            let (lead, heuristic) = (game.lead(position), game.heuristic(position));
            assert!([lead, heuristic].iter().all(|value| (-1.0..=1.0).contains(value)), "{}: {heuristic}", what());
            assert!(game.progress(position).is_finite(), "{}", what());
            let Some([first, second]) = game.totals(position) else {
                return assert_eq!(lead, 0.0, "{} has no points", what());
            };
            assert_eq!(heuristic, lead, "{}", what());
            assert_eq!(lead.partial_cmp(&0.0), Some(first.cmp(&second)), "{}: {lead}", what());
            if let Some(outcome) = game.outcome(position) {
                assert_eq!(outcome.score_for(Side::First), lead.signum() * f32::from(first != second), "{}", what());
            }
        });
    }
    each_game!(game => check(&game));
}

/// Most scattered positions are those of games that go on, at every distance, and these can be.
#[test]
fn scattered_positions_can_be_played_from() {
    fn check<G: CompleteGame>(game: &G) {
        let mut rng = stream(game, 12);
        let mut encodings = Encodings::new(game);
        let mut over = 0;
        for count in 0..2_000 {
            let Some(position) = game.scattered(rng.random(), &mut rng) else {
                assert_eq!(count, 0, "{} offers scattered positions, or does not", game.rules());
                return;
            };
            if game.outcome(&position).is_some() {
                over += 1;
                continue;
            }
            let text = game.format_position(&position);
            assert_eq!(game.parse_position(&text), Ok(position), "{}: {text}", game.rules());
            encodings.check(&position);
        }
        // An option may leave little room.
        assert!(over < 500 || !game.rules().changed_options().is_empty(), "{}: {over} are over", game.rules());
    }
    each_game!(game => check(&game));
}

/// A lighter position is the same but for one man, and can be played from like any other.
#[test]
fn lighter_positions_lack_one_man() {
    fn check<G: CompleteGame>(game: &G) {
        random_games(game, 14, 500, |history| {
            let position = history.position();
            if game.outcome(position).is_some() {
                return;
            }
            let mut lighter = vec![*position];
            game.without_a_man(position, &mut lighter);
            assert_eq!(lighter.remove(0), *position, "{}: positions are added", game.rules());
            let men: HashSet<_> = HashSet::from_iter(game.men(position));
            for other in &lighter {
                let text = game.format_position(other);
                let what = || format!("{}: {text} from {}", game.rules(), game.format_position(position));
                let left = game.men(other);
                assert!(left.len() + 1 == men.len() && left.iter().all(|man| men.contains(man)), "{}", what());
                assert_eq!(game.side_to_act(other), game.side_to_act(position), "{}", what());
                assert_eq!(game.parse_position(&text).as_ref(), Ok(other), "{}", what());
                assert_eq!(legal(game, other).is_empty(), game.outcome(other).is_some(), "{}", what());
            }
            let all = lighter.len();
            assert_eq!(HashSet::<G::Position>::from_iter(lighter).len(), all, "{}: one comes twice", game.rules());
        });
    }
    each_game!(game => check(&game));
}

/// What was met of encodings and hashes of one game.
struct Encodings<'a, G: CompleteGame> {
    game: &'a G,
    planes: Vec<f32>,
    globals: Vec<f32>,
    /// Policy indices of the legal moves and score for the side to act, by encoding.
    shown: HashMap<u64, (Vec<usize>, Option<f32>)>,
    /// Encodings, by [`Game::hash`].
    hashed: HashMap<u64, u64>,
}

impl<'a, G: CompleteGame> Encodings<'a, G> {
    fn new(game: &'a G) -> Self {
        let shape = game.shape();
        let (planes, globals) = (vec![0.0; shape.plane_len()], vec![0.0; shape.globals]);
        Encodings { game, planes, globals, shown: HashMap::new(), hashed: HashMap::new() }
    }

    fn check(&mut self, position: &G::Position) {
        let game = self.game;
        let what = || format!("{}: {}", game.rules(), game.format_position(position));
        self.planes.fill(f32::NAN);
        self.globals.fill(f32::NAN);
        game.encode(position, &mut self.planes, &mut self.globals);
        let mut hasher = DefaultHasher::new();
        for value in &self.planes {
            assert!((0.0..=1.0).contains(value), "{}: entry {value}", what());
            // Nets in 8 bits see no more of it.
            ((value * 127.0).round_ties_even() as u8).hash(&mut hasher);
        }
        for value in &self.globals {
            assert!((-2.0..=2.0).contains(value), "{}: entry {value}", what());
            value.to_bits().hash(&mut hasher);
        }
        let encoding = hasher.finish();

        let moves = legal(game, position);
        let indices = sorted(moves.iter().map(|&mv| game.policy_index(position, mv)).collect());
        assert!(indices.iter().all(|&index| index < game.shape().policy_len()), "{}: {indices:?}", what());
        assert!(indices.windows(2).all(|pair| pair[0] < pair[1]), "{}: {indices:?}", what());

        let score = game.outcome(position).map(|outcome| outcome.score_for(game.side_to_act(position)));
        let earlier = self.shown.entry(encoding).or_insert_with(|| (indices.clone(), score));
        assert_eq!(*earlier, (indices, score), "{}: another position is encoded the same", what());
        let earlier = *self.hashed.entry(game.hash(position)).or_insert(encoding);
        assert_eq!(earlier, encoding, "{}: another position has the same hash", what());
    }
}

/// An encoding shows all that decides legal moves and outcome, and a hash all that the encoding shows. Positions that
/// differ little are met on purpose: those that remain of damaged position strings.
fn encodings_and_policy_indices(positions: usize) {
    fn check<G: CompleteGame>(game: &G, positions: usize) {
        let mut rng = stream(game, 11);
        let mut encodings = Encodings::new(game);
        random_games(game, 5, positions, |history| {
            let position = history.position();
            encodings.check(position);
            if history.outcome().is_some() || rng.random_ratio(1, 100) {
                for text in damaged(&game.format_position(position), &mut rng) {
                    game.parse_position(&text).iter().for_each(|near| encodings.check(near));
                }
            }
        });
        assert!(encodings.shown.len() > 1, "{}", game.rules());
    }
    each_game!(game => check(&game, positions));
}

#[test]
fn encodings_and_policy_indices_tell_positions_and_moves_apart() {
    encodings_and_policy_indices(2_000);
}

#[test]
#[ignore = "takes minutes: `cargo test --release -- --ignored`"]
fn encodings_and_policy_indices_of_many_positions() {
    encodings_and_policy_indices(40_000);
}

#[test]
fn solvers_agree_with_each_of_their_moves() {
    fn check<G: CompleteGame>(game: &G) {
        // The ends of long games are quick to solve in any game.
        let mut games: Vec<Vec<G::Position>> = Vec::new();
        random_games(game, 10, 1_000, |history| {
            if history.moves() == 0 {
                games.push(Vec::new());
            }
            games.last_mut().expect("games begin before the first move").push(*history.position());
        });
        games.sort_by_key(|positions| std::cmp::Reverse(positions.len()));
        let late = games.iter().take(10).flat_map(|positions| positions.iter().rev().take(8)).copied();
        let Some(mut solver) = game.solver() else { return };
        for position in late {
            let value = solver.outcome(game, &position);
            let side = game.side_to_act(&position);
            let best = match game.outcome(&position) {
                Some(outcome) => outcome,
                None => {
                    let values = legal(game, &position).into_iter().map(|mv| {
                        let mut next = position;
                        game.play(&mut next, mv);
                        solver.outcome(game, &next)
                    });
                    let score = |outcome: &Outcome| outcome.score_for(side) as i32;
                    values.max_by_key(score).expect("a game that is not over has moves")
                }
            };
            assert_eq!(value, best, "{}: {}", game.rules(), game.format_position(&position));
        }
        assert!(solver.nodes() > 0);
    }
    each_game!(game => check(&game));
}
