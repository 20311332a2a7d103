//! The known facts about the Dualité family, and the exact solver.

use ardoise::game::{
    Encoding, Game, Guidance, Notation, NotationError, Outcome, Seat, Side, Symmetry, VariantRef, images, perft,
};
use ardoise::games::dualite::{Cell, Dualite, Position, VARIANTS};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, HashMap};

type Options = &'static [(&'static str, &'static str)];

fn game(variant: &str, options: &[(&str, &str)]) -> Dualite {
    let variant = VariantRef::from(VARIANTS.iter().find(|v| v.name == variant).unwrap());
    Dualite::new(variant.rules(options.iter().copied()).unwrap())
}

/// Every variant with every combination of its options.
fn all_games() -> Vec<Dualite> {
    let mut games = Vec::new();
    for opening in ["either", "last", "single"] {
        for variant in ["dualite", "grand-dual"] {
            games.push(game(variant, &[("opening", opening)]));
        }
        for anchor in ["adversary", "previous"] {
            games.push(game("dualite-teams", &[("opening", opening), ("anchor", anchor)]));
        }
    }
    games
}

fn legal(game: &Dualite, position: &Position) -> Vec<Cell> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves
}

fn after(game: &Dualite, position: &Position, mv: Cell) -> Position {
    let mut next = *position;
    game.play(&mut next, mv);
    next
}

fn play_all(game: &Dualite, moves: &str) -> Position {
    moves
        .split(' ')
        .fold(game.start(), |position, text| after(game, &position, game.parse_move(&position, text).unwrap()))
}

/// The positions of a random game, the last one over.
fn random_game(game: &Dualite, random: &mut Xoshiro256PlusPlus) -> Vec<Position> {
    let mut positions = vec![game.start()];
    loop {
        let position = positions.last().unwrap();
        let moves = legal(game, position);
        if moves.is_empty() {
            return positions;
        }
        positions.push(after(game, position, moves[random.random_range(0..moves.len())]));
    }
}

/// Number of positions of `depth` moves that the opener wins, and of all.
fn openings_won(game: &Dualite, depth: usize) -> (usize, usize) {
    let mut openings = vec![game.start()];
    for _ in 0..depth {
        openings = openings.iter().flat_map(|p| legal(game, p).into_iter().map(|mv| after(game, p, mv))).collect();
    }
    let mut solver = game.solver().unwrap();
    let won = openings.iter().filter(|p| solver.outcome(game, p) == Outcome::Win(Side::First)).count();
    (won, openings.len())
}

#[test]
fn the_opener_wins_74_of_78_pairs_where_either_circle_may_be_answered() {
    // Each pair is drawn in two orders, which give the same position.
    assert_eq!(openings_won(&game("dualite", &[]), 2), (2 * 74, 2 * 78));
}

#[test]
fn the_opener_wins_152_of_156_ordered_pairs_where_the_last_circle_is_answered() {
    assert_eq!(openings_won(&game("dualite", &[("opening", "last")]), 2), (152, 156));
}

#[test]
fn a_single_circle_loses_wherever_it_is_drawn() {
    assert_eq!(openings_won(&game("dualite", &[("opening", "single")]), 1), (0, 16));
}

#[test]
fn grand_dual_is_won_by_the_side_that_opens() {
    let game = game("grand-dual", &[]);
    assert_eq!(game.solver().unwrap().outcome(&game, &game.start()), Outcome::Win(Side::First));
}

#[test]
fn five_of_25_single_circles_win_grand_dual() {
    assert_eq!(openings_won(&game("grand-dual", &[("opening", "single")]), 1), (5, 25));
}

#[test]
fn teams_that_answer_the_previous_step_have_the_moves_of_two_players() {
    for opening in ["either", "last", "single"] {
        let two = game("dualite", &[("opening", opening)]);
        let teams = game("dualite-teams", &[("opening", opening), ("anchor", "previous")]);
        assert_eq!(perft(&two, two.start(), 6), perft(&teams, teams.start(), 6));
    }
}

#[test]
fn step_counts_of_the_openings() {
    // Ordered pairs of cells that are not neighbours; then the answers.
    assert_eq!(perft(&game("dualite", &[]), game("dualite", &[]).start(), 5).counts, [16, 156, 1344, 7656, 44536]);
    let teams = game("dualite-teams", &[]);
    assert_eq!(perft(&teams, teams.start(), 5).counts, [16, 156, 1344, 11960, 67240]);
    let grand = game("grand-dual", &[("opening", "last")]);
    assert_eq!(perft(&grand, grand.start(), 5).counts, [25, 456, 2544, 16056, 101_888]);
}

#[test]
fn the_position_of_the_rule_page() {
    let game = game("dualite", &[]);
    assert_eq!(game.format_position(&game.start()), "..../..../..../.... 0 -");
    assert_eq!(game.format_position(&play_all(&game, "a1 c3")), "..../..o./..../o... 1 a1,c3");
}

#[test]
fn a_cell_is_drawn_then_blackened_then_closed() {
    let game = game("dualite", &[]);
    let position = play_all(&game, "b1 d3 d2 d1 d2 d1 c1");
    assert_eq!(game.format_position(&position), "..../...o/...x/.oox 0 c1");
    let moves: Vec<String> = legal(&game, &position).iter().map(|&mv| game.format_move(&position, mv)).collect();
    assert_eq!(moves, ["b1", "b2", "c2"]);
}

#[test]
fn a_line_of_either_colour_wins_for_who_completes_it() {
    let game = game("dualite", &[]);
    for (text, winner) in [
        ("..../..../...o/oooo 0 d1", Side::Second),
        ("...x/..x./.x../xo.o 1 d4", Side::First),
        ("..../.xo./oooo/.... 0 a2", Side::Second),
    ] {
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.outcome(&position), Some(Outcome::Win(winner)), "{text}");
        assert!(legal(&game, &position).is_empty());
        assert!(game.parse_move(&position, "c2").unwrap_err().to_string().contains("over"));
    }
}

#[test]
fn a_side_without_a_step_loses() {
    let game = game("dualite", &[]);
    let closed = game.parse_position("ox../xxo./..../.... 1 a4").unwrap();
    assert!(legal(&game, &closed).is_empty());
    assert_eq!(game.outcome(&closed), Some(Outcome::Win(Side::First)));
    assert!(game.parse_move(&closed, "a3").unwrap_err().to_string().contains("over"));
    // In teams the seat that cannot move loses for its team, also after its partner's step.
    let teams = self::game("dualite-teams", &[]);
    let closed = teams.parse_position("ox../xxo./.o../.... 0 a4 1").unwrap();
    assert_eq!(teams.outcome(&closed), Some(Outcome::Win(Side::Second)));
}

#[test]
fn seats_follow_the_order_of_the_rule_page() {
    for anchor in ["adversary", "previous"] {
        let game = game("dualite-teams", &[("anchor", anchor)]);
        assert_eq!(game.seat_names(), ["A1", "A2", "B1", "B2"]);
        let mut position = game.start();
        for (i, expected) in ["A1", "A1", "B1", "B2", "A1", "A2", "B1", "B2"].into_iter().enumerate() {
            let seat = game.seat_to_act(&position);
            assert_eq!(game.seat_names()[seat.index()], expected, "step {i}");
            assert_eq!(game.side_to_act(&position), if expected.starts_with('A') { Side::First } else { Side::Second });
            // The last legal move keeps clear of a quick end.
            position = after(&game, &position, *legal(&game, &position).last().unwrap());
        }
    }
    let single = game("dualite-teams", &[("opening", "single")]);
    let mut position = single.start();
    for expected in [0, 2, 3, 0, 1, 2] {
        assert_eq!(single.seat_to_act(&position), Seat(expected));
        position = after(&single, &position, legal(&single, &position)[0]);
    }
}

#[test]
fn partners_answer_the_adversary_or_the_step_before() {
    let literal = game("dualite-teams", &[]);
    let position = play_all(&literal, "a1 d4 b1");
    assert_eq!(literal.format_position(&position), "...o/..../..../oo.. 1 a1,d4 1");
    assert!(literal.parse_move(&position, "c4").is_ok(), "B2 may answer the opening's other circle");
    assert!(literal.parse_move(&position, "b1").is_ok(), "B2 may blacken what B1 has drawn");
    let previous = game("dualite-teams", &[("anchor", "previous")]);
    let position = play_all(&previous, "a1 d4 b1");
    assert_eq!(previous.format_position(&position), "...o/..../..../oo.. 1 b1 1");
    assert!(previous.parse_move(&position, "c4").is_err());
}

#[test]
fn a_team_wins_on_the_first_of_its_two_steps() {
    let game = game("dualite-teams", &[]);
    for (text, winner) in [("..../..../.o../oooo 0 b2 1", Side::First), ("..../..../.xo./oooo 1 b2 1", Side::Second)] {
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.outcome(&position), Some(Outcome::Win(winner)), "{text}");
    }
}

/// Minimax with only the rules and a table of exact positions; `None` if it takes too long.
fn brute_force(
    game: &Dualite,
    position: &Position,
    known: &mut HashMap<Position, Side>,
    budget: &mut u32,
) -> Option<Side> {
    if let Some(outcome) = game.outcome(position) {
        return outcome.winner();
    }
    if let Some(&winner) = known.get(position) {
        return Some(winner);
    }
    *budget = budget.checked_sub(1)?;
    let side = game.side_to_act(position);
    let mut winner = side.other();
    for mv in legal(game, position) {
        if brute_force(game, &after(game, position, mv), known, budget)? == side {
            winner = side;
            break;
        }
    }
    known.insert(*position, winner);
    Some(winner)
}

#[test]
fn the_solver_agrees_with_brute_force_on_late_positions() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for game in all_games() {
        let mut solver = game.solver().unwrap();
        let mut seen = BTreeMap::from([(Some(Side::First), 0), (Some(Side::Second), 0)]);
        for _ in 0..30 {
            let mut known = HashMap::new();
            let mut budget = 5_000;
            for position in random_game(&game, &mut random).iter().rev() {
                let Some(winner) = brute_force(&game, position, &mut known, &mut budget) else { break };
                assert_eq!(
                    solver.outcome(&game, position),
                    Outcome::Win(winner),
                    "{}: {}",
                    game.rules(),
                    game.format_position(position)
                );
                if game.outcome(position).is_none() {
                    *seen.entry(Some(winner)).or_default() += 1;
                }
            }
        }
        assert!(seen.values().all(|&count| count >= 20), "{}: {seen:?}", game.rules());
    }
}

#[test]
fn solved_positions_keep_their_result_under_best_play() {
    // A won position has a move that keeps the win, a lost one has none.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for game in all_games().into_iter().filter(|game| game.rules().variant().name != "grand-dual") {
        let mut solver = game.solver().unwrap();
        for position in (0..5).flat_map(|_| random_game(&game, &mut random)) {
            let moves = legal(&game, &position);
            if moves.is_empty() {
                continue;
            }
            let result = solver.outcome(&game, &position);
            let mine = Outcome::Win(game.side_to_act(&position));
            let kept = moves.iter().any(|&mv| solver.outcome(&game, &after(&game, &position, mv)) == mine);
            assert_eq!(result == mine, kept, "{}: {}", game.rules(), game.format_position(&position));
        }
    }
}

#[test]
fn a_solver_that_is_given_other_rules_starts_afresh() {
    let either = game("dualite", &[]);
    let single = game("dualite", &[("opening", "single")]);
    let mut solver = either.solver().unwrap();
    assert_eq!(solver.outcome(&either, &either.start()), Outcome::Win(Side::First));
    let nodes = solver.nodes();
    assert_eq!(solver.outcome(&single, &single.start()), Outcome::Win(Side::Second));
    assert!(solver.nodes() > nodes);
}

#[test]
fn positions_and_moves_of_random_games_print_and_parse_back() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for game in all_games() {
        for position in (0..100).flat_map(|_| random_game(&game, &mut random)) {
            let text = game.format_position(&position);
            assert_eq!(game.parse_position(&text), Ok(position), "{}: {text}", game.rules());
            for mv in legal(&game, &position) {
                assert_eq!(game.parse_move(&position, &game.format_move(&position, mv)), Ok(mv));
            }
        }
    }
}

#[test]
fn legal_moves_are_what_parse_move_accepts() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for game in all_games() {
        for position in (0..10).flat_map(|_| random_game(&game, &mut random)) {
            let names = ('a'..='e').flat_map(|column| (1..=5).map(move |row| format!("{column}{row}")));
            let accepted = names.filter(|name| game.parse_move(&position, name).is_ok()).count();
            assert_eq!(accepted, legal(&game, &position).len());
        }
    }
}

/// The field that an error names.
fn field(error: NotationError) -> &'static str {
    match error {
        NotationError::Malformed { field, .. } => field,
        NotationError::Illegal { .. } => "illegal",
        NotationError::Begins { .. } => "begins",
        NotationError::Over { .. } => "over",
    }
}

#[test]
fn positions_that_cannot_be_are_refused_by_field() {
    let cases: &[(&str, Options, &str, &str)] = &[
        ("dualite", &[], "", "position"),
        ("dualite", &[], "..../..../..../.... 0", "position"),
        ("dualite", &[], "..../..../..../.... 0 - 2", "position"),
        ("dualite", &[], "..../..../..../....  0 -", "position"),
        ("dualite-teams", &[], "..../..../..../.... 0 -", "position"),
        ("dualite", &[], "...../...../...../...../..... 0 -", "board"),
        ("dualite", &[], "..../..../.... 0 -", "board"),
        ("dualite", &[], "..../..../..../...O 0 -", "board"),
        ("dualite", &[], "..../..../..../4 0 -", "board"),
        ("dualite", &[], "..../..../..../é.. 0 -", "board"),
        ("dualite", &[], "..../..../..../oo.. 1 a1,b1", "board"),
        ("dualite", &[], "..../..../..../x... 1 a1", "board"),
        ("dualite", &[], "...o/..../..o./o... 0 a1", "board"),
        ("dualite", &[], "oooo/..../..../oooo 1 a1", "board"),
        ("dualite", &[("opening", "single")], "o.../..../..../...o 0 a4", "board"),
        ("dualite", &[], "..../..../..../.... 1 -", "side to act"),
        ("dualite", &[], "..../..../..../.... 2 -", "side to act"),
        ("dualite", &[], "..../..../..../.... w -", "side to act"),
        ("dualite", &[], "..../..o./..../o... 0 a1,c3", "side to act"),
        ("dualite", &[], "..../..o./..../o... 01 a1,c3", "side to act"),
        ("dualite", &[], "..../..../..../.... 0 a1", "anchors"),
        ("dualite", &[], "..../..../..../o... 0 -", "anchors"),
        ("dualite", &[], "..../..../..../o... 0 b1", "anchors"),
        ("dualite", &[], "..../..o./..../o... 1 c3,a1", "anchors"),
        ("dualite", &[], "..../..o./..../o... 1 a1, c3", "position"),
        ("dualite", &[], "..../..o./..../o... 1 a1,a1,c3", "anchors"),
        ("dualite", &[], "..../..o./..../o... 1 a1", "anchors"),
        ("dualite", &[], "..../..o./..../o... 1 A1,c3", "anchors"),
        ("dualite", &[], "..../..o./..../o... 1 a1,e5", "anchors"),
        ("dualite", &[("opening", "last")], "..../..o./..../o... 1 a1,c3", "anchors"),
        ("dualite", &[], "..../..o./..../oo.. 0 d4", "anchors"),
        ("dualite", &[], "..../..o./..../oo.. 0 c3", "anchors"),
        ("dualite", &[], "..../..../.x../oooo 1 b2", "anchors"),
        ("dualite-teams", &[], "...o/..../..../oo.. 1 b1 1", "anchors"),
        ("dualite-teams", &[], "...o/..../..../oo.. 1 a1,d4 2", "steps left"),
        ("dualite-teams", &[], "...o/..../..../o... 1 a1,d4 1", "steps left"),
        ("dualite-teams", &[], "..../..../..../.... 0 - 1", "steps left"),
        ("dualite-teams", &[("opening", "single")], "..../..../..../.... 0 - 2", "steps left"),
        ("grand-dual", &[], "..../..../..../.... 0 -", "board"),
    ];
    for (variant, options, text, expected) in cases {
        let game = game(variant, options);
        let error = game.parse_position(text).expect_err(text);
        assert_eq!(field(error), *expected, "{variant} {options:?}: {text}");
    }
}

#[test]
fn moves_that_are_none_are_refused() {
    let game = game("dualite", &[]);
    let position = play_all(&game, "a1 c3");
    for text in ["", "a", "a0", "a5", "e1", "A2", "a2 ", " a2", "a22", "2a", "a1b", "é", "aé"] {
        assert_eq!(field(game.parse_move(&position, text).unwrap_err()), "move", "`{text}`");
    }
    for (text, reason) in [("a1", "touch a1,c3"), ("c3", "touch a1,c3"), ("d1", "legal are a2,b1,b2,")] {
        let error = game.parse_move(&position, text).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
    let second = play_all(&game, "b2");
    assert!(game.parse_move(&second, "c3").unwrap_err().to_string().contains("first, b2"));
    let black = play_all(&game, "a1 c3 b2 a1 b1");
    assert!(game.parse_move(&black, "a1").unwrap_err().to_string().contains("black"));
}

#[test]
fn the_drawing_marks_the_anchors() {
    let game = game("dualite", &[]);
    let position = play_all(&game, "a1 c3 b2 a1");
    let drawing = "4  .  .  .  .\n3  .  .  o  .\n2  .  o  .  .\n1 [x] .  .  .\n   a  b  c  d\n\n  \
                   o white, x black; to be played: a neighbour of [ ], empty or white\n";
    assert_eq!(game.draw(&position), drawing);
    assert!(game.draw(&game.start()).ends_with("black; the first circle goes anywhere\n"));
    assert!(game.draw(&play_all(&game, "a1")).ends_with("black; the second circle may not touch [ ]\n"));
}

#[test]
fn the_encoding_shows_all_that_the_rules_need() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    for game in all_games() {
        let shape = game.shape();
        let mut planes = vec![f32::NAN; shape.plane_len()];
        let mut known = HashMap::new();
        for position in (0..200).flat_map(|_| random_game(&game, &mut random)) {
            game.encode(&position, &mut planes, &mut []);
            let bits: Vec<bool> = planes.iter().map(|&entry| entry == 1.0).collect();
            assert!(planes.iter().all(|&entry| entry == 0.0 || entry == 1.0));
            let same = *known.entry(bits).or_insert(position);
            assert!(images(&game, &same).any(|image| image == position), "only images look alike");
            let legal_plane = &planes[4 * shape.cells()..5 * shape.cells()];
            let mut moves: Vec<usize> =
                legal(&game, &position).iter().map(|&mv| game.policy_index(&position, mv)).collect();
            moves.sort_unstable();
            let shown: Vec<usize> = (0..shape.cells()).filter(|&cell| legal_plane[cell] == 1.0).collect();
            assert_eq!(moves, shown);
        }
        let hashes: std::collections::HashSet<u64> = known.values().map(|position| game.hash(position)).collect();
        assert_eq!(hashes.len(), known.len(), "distinct positions have distinct hashes");
    }
}

/// The net sees a position and its images as one, and its logits belong to the moves that the symmetry takes to each
/// other.
#[test]
fn images_are_encoded_alike() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(14);
    let mut met = 0;
    for game in all_games() {
        let [mut planes, mut of_image] = [(); 2].map(|()| vec![f32::NAN; game.shape().plane_len()]);
        for position in (0..20).flat_map(|_| random_game(&game, &mut random)) {
            game.encode(&position, &mut planes, &mut []);
            let images: Vec<_> = images(&game, &position).collect();
            // In a position that is its own image, the assignment of equivalent moves to logits is free.
            let own = images.iter().filter(|&image| *image == position).count() > 1;
            for (symmetry, image) in images.iter().enumerate() {
                game.encode(image, &mut of_image, &mut []);
                assert_eq!(of_image, planes);
                for mv in legal(&game, &position) {
                    let index = game.policy_index(image, game.transform_move(symmetry, mv));
                    assert!(own || index == game.policy_index(&position, mv));
                    met += 1;
                }
            }
        }
    }
    assert!(met > 10_000);
}

#[test]
fn a_position_is_small() {
    assert_eq!((size_of::<Position>(), size_of::<Cell>()), (16, 1));
}

#[test]
fn a_solver_that_is_stopped_again_and_again_comes_to_the_same_result() {
    let game = game("dualite", &[]);
    let (mut whole, mut stopped) = (game.solver().unwrap(), game.solver().unwrap());
    let result = whole.outcome(&game, &game.start());
    let mut calls = 1;
    let found = loop {
        match stopped.outcome_while(&game, &game.start(), &|| false) {
            Some(found) => break found,
            None => calls += 1,
        }
    };
    assert_eq!(found, result);
    assert!(calls > 1 && stopped.nodes() < 2 * whole.nodes(), "{calls} calls, {} nodes", stopped.nodes());
}
