//! Games of chance: EinStein würfelt nicht! against a plain implementation, Pig against its exact values.

use ardoise::arena::play_pair;
use ardoise::eval::{Batch, Uniform};
use ardoise::game::{AnyGame, Game, History, Notation};
use ardoise::games::rules;
use ardoise::play::serve;
use ardoise::players::{Budget, Engine, RandomPlayer};
use ardoise::search::{PuctRoot, RootRule, Search, SearchConfig};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::io::Cursor;

fn game(name: &str) -> AnyGame {
    AnyGame::new(rules::<&str, &str>(name, []).expect("it comes with the program")).expect("a game")
}

/// Pig to so many points: short enough for a search to see its end.
fn pig_to(goal: &str) -> AnyGame {
    AnyGame::new(rules("pig", [("goal", goal)]).expect("it has this goal")).expect("a game")
}

/// The fields of a position's text: pieces, player, variables.
fn fields(game: &AnyGame, history: &History) -> (Vec<Vec<char>>, String, Vec<i32>) {
    let text = game.format_position(history.position());
    let words = Vec::from_iter(text.split(' '));
    let rows = words[0].split('/').map(|row| row.chars().collect()).collect();
    let variables = words[2].split(',').map(|number| number.parse().expect("a number")).collect();
    (rows, words[1].to_owned(), variables)
}

/// The moves of a side that has thrown `die`, each as the cells from and to. Red has the stones `1` to `6` and goes to the
/// lower right, Blue has `a` to `f`.
fn einstein_moves(rows: &[Vec<char>], is_red: bool, die: i32) -> BTreeSet<String> {
    let number = |c: char| match (is_red, c) {
        (true, '1'..='6') => c as i32 - '0' as i32,
        (false, 'a'..='f') => c as i32 - 'a' as i32 + 1,
        _ => 0,
    };
    let cells = (0..5).flat_map(|y| (0..5).map(move |x| (x, y)));
    let own = Vec::from_iter(cells.map(|(x, y)| (number(rows[y][x]), x, y)).filter(|(number, ..)| *number > 0));
    let numbers = || own.iter().map(|(number, ..)| *number);
    let may = match numbers().any(|number| number == die) {
        true => vec![die],
        false => {
            let lower = numbers().filter(|&number| number < die).max();
            Vec::from_iter(lower.into_iter().chain(numbers().filter(|&number| number > die).min()))
        }
    };
    let name = |x: usize, y: usize| format!("{}{}", (b'a' + x as u8) as char, 5 - y);
    let step = if is_red { 1 } else { -1 };
    let steps = [(step, 0), (0, step), (step, step)];
    let mut moves = BTreeSet::new();
    for &(_, x, y) in own.iter().filter(|(number, ..)| may.contains(number)) {
        for (dx, dy) in steps {
            let to = [x as i32 + dx, y as i32 + dy];
            if to.iter().all(|at| (0..5).contains(at)) {
                moves.insert(format!("{}-{}", name(x, y), name(to[0] as usize, to[1] as usize)));
            }
        }
    }
    moves
}

#[test]
fn einstein_is_played_as_its_rules_say() {
    let game = game("einstein");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut throws, mut takings) = (0, 0);
    for _ in 0..60 {
        let (mut history, mut legal) = (History::new(&game, game.start()), Vec::new());
        while history.outcome().is_none() {
            history.legal_moves(&game, &mut legal);
            let (rows, player, variables) = fields(&game, &history);
            let texts = BTreeSet::from_iter(game.turns(history.position(), "", 100).into_iter().map(|turn| turn.text));
            if history.is_chance(&game) {
                assert_eq!(texts, (1..=6).map(|number| format!("die={number}")).collect());
                throws += 1;
            } else if variables[if player == "0" { 3 } else { 4 }] == 7 && !game.is_within_turn(history.position()) {
                takings += texts.iter().filter(|text| text.contains('x')).count();
                let cells = texts.iter().map(|text| text.replace('x', "-")[..5].to_owned());
                assert_eq!(cells.collect::<BTreeSet<_>>(), einstein_moves(&rows, player == "0", variables[2]));
            }
            history.play(&game, *legal.choose(&mut rng).expect("the game is not over"));
        }
    }
    assert!(throws > 500 && takings > 100, "{throws} throws, {takings} captures");
}

/// The chances to win at Pig, by value iteration.
struct Pig {
    goal: usize,
    /// Of a side that must throw, by its points and those of the other one.
    begins: Vec<f64>,
    /// Of a side that decides, also by the points of this turn.
    decides: Vec<f64>,
}

impl Pig {
    fn new(goal: usize) -> Pig {
        let mut pig = Pig { goal, begins: vec![0.5; goal * goal], decides: vec![0.5; goal * goal * goal] };
        for _ in 0..60 {
            for (own, other) in (0..goal).flat_map(|own| (0..goal).map(move |other| (own, other))) {
                for turn in (0..goal - own).rev() {
                    let [roll, hold] = pig.choices(own, other, turn);
                    pig.decides[(own * goal + other) * goal + turn] = roll.max(hold);
                }
                pig.begins[own * goal + other] = pig.roll(own, other, 0);
            }
        }
        pig
    }

    fn begins(&self, own: usize, other: usize) -> f64 {
        self.begins[own * self.goal + other]
    }

    fn roll(&self, own: usize, other: usize, turn: usize) -> f64 {
        let after = (1..=6).map(|number| match number {
            1 => 1.0 - self.begins(other, own),
            number if own + turn + number >= self.goal => 1.0,
            number => self.decides[(own * self.goal + other) * self.goal + turn + number],
        });
        after.sum::<f64>() / 6.0
    }

    /// The chances after `roll` and after `hold`.
    fn choices(&self, own: usize, other: usize, turn: usize) -> [f64; 2] {
        [self.roll(own, other, turn), 1.0 - self.begins(other, own + turn)]
    }
}

/// The chance of the side that begins, as Neller and Presser have it ("Optimal Play of the Dice Game Pig", 2004).
#[test]
fn the_exact_chances_of_pig_are_those_that_are_known() {
    assert!((Pig::new(100).begins(0, 0) - 0.5306).abs() < 5e-5);
}

#[test]
fn searches_find_the_exact_chances_of_pig() {
    let (game, pig) = (pig_to("50"), Pig::new(50));
    let root = RootRule::Puct(PuctRoot { noise: None });
    let mut search = Search::new(SearchConfig { root, ..SearchConfig::default() });
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut errors, mut decisions) = (Vec::new(), 0);
    for _ in 0..40 {
        let (mut history, mut legal) = (History::new(&game, game.start()), Vec::new());
        while history.outcome().is_none() {
            let (_, player, variables) = fields(&game, &history);
            let [first, second, turn] = [variables[2], variables[3], variables[4]].map(|number| number as usize);
            let (own, other) = if player == "0" { (first, second) } else { (second, first) };
            // Near the end, where a search of this length sees it.
            if !history.is_chance(&game) && own + turn >= 38 && other >= 35 {
                search.start(&game, &history, 4000, 0);
                search.run(&game, &mut Uniform, &mut Batch::default());
                let [roll, hold] = pig.choices(own, other, turn);
                errors.push((f64::from(search.value().score()) / 2.0 + 0.5 - roll.max(hold)).abs());
                if (roll - hold).abs() > 0.08 {
                    decisions += 1;
                    let best = game.format_turn(history.position(), &[search.best_move()]);
                    assert_eq!(best, if roll > hold { "roll" } else { "hold" }, "{own} {other} {turn}: {roll} {hold}");
                }
            }
            history.legal_moves(&game, &mut legal);
            history.play(&game, *legal.choose(&mut rng).expect("the game is not over"));
        }
    }
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    assert!(errors.len() >= 15 && decisions >= 5, "{} positions, {decisions} decisions", errors.len());
    assert!(mean < 0.05, "mean error {mean}");
}

/// Both games of a pair have the same dice, and a seed gives the same games.
#[test]
fn a_pair_shares_its_dice() {
    let game = game("pig");
    let play = |seed| {
        let (mut one, mut other) = (RandomPlayer::new(0), RandomPlayer::new(0));
        let pair = play_pair(&game, &[], [&mut one, &mut other], seed, || false).expect("nothing stops it");
        pair.games.map(|played| played.moves)
    };
    let [first, second] = play(5);
    assert_eq!(first[0], second[0], "the first throw");
    assert_eq!(play(5), [first.clone(), second]);
    assert_ne!(play(6)[0], first);
}

/// The positions in which chance acts read back, and the search makes nothing of a wish.
#[test]
fn chance_has_its_text() {
    let game = game("pig");
    let history = History::new(&game, game.start());
    assert!(game.has_chance() && history.is_chance(&game));
    let text = game.format_position(history.position());
    assert_eq!(game.parse_position(&text).as_ref(), Ok(history.position()));
    let refused = game.parse_turn(history.position(), "roll").expect_err("nobody chooses now");
    assert!(refused.to_string().contains("a1=one"), "{refused}");
}

/// An engine does not throw the dice for a host.
#[test]
fn hosts_throw_the_dice() {
    let game = game("pig");
    let engine = Engine::rollouts(Budget::Simulations(50));
    let (input, mut out) = (Cursor::new("go\nposition startpos moves a1=four\ngo\nquit\n"), Vec::new());
    serve(&game, engine, input, &mut out).expect("memory can be written");
    let out = String::from_utf8(out).expect("output is UTF-8");
    let lines = Vec::from_iter(out.lines().filter(|line| line.starts_with("bestmove")));
    assert!(matches!(lines[..], ["bestmove none", "bestmove roll" | "bestmove hold"]), "{out}");
}

/// A search of a throw sees each outcome, and its value is their mean.
#[test]
fn the_value_of_a_throw_is_an_expectation() {
    let (game, pig) = (pig_to("30"), Pig::new(30));
    let history = History::new(&game, game.start());
    let root = RootRule::Puct(PuctRoot { noise: None });
    let mut search = Search::new(SearchConfig { root, ..SearchConfig::default() });
    search.start(&game, &history, 0, 0);
    search.run(&game, &mut Uniform, &mut Batch::default());
    assert!(search.moves().all(|root| root.visits == 1), "each once");
    search.start(&game, &history, 60_000, 0);
    search.run(&game, &mut Uniform, &mut Batch::default());
    let visits = Vec::from_iter(search.moves().map(|root| root.visits));
    assert_eq!(visits, [10_000; 6]);
    let expected = pig.begins(0, 0);
    assert!((f64::from(search.value().score()) / 2.0 + 0.5 - expected).abs() < 0.1, "{expected}");
}
