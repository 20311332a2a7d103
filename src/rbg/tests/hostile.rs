use super::super::{End, Moves, Rules};
use super::{GAMES, Random, line};
use std::time::{Duration, Instant};

#[test]
fn keepers_without_end_end_the_game() {
    for text in
        ["->> (->>)* ->white", "->> ([$ x = 0] ->>)* {} ->white", "(right* left* [w] [none])* {$ x == 1} ->white"]
    {
        let rules = line(text).unwrap_or_else(|error| panic!("{error}"));
        // Some are found to lead nowhere before play.
        assert!(rules.start().end().is_some(), "{text}");
    }
    let rules = line("[$ x = 0] ->white ->> ([w] ->>)* {$ x == 1} ->black").unwrap_or_else(|error| panic!("{error}"));
    let (mut scratch, mut steps, mut state) = (rules.scratch(), Vec::new(), rules.start());
    rules.steps(&state, &mut scratch, &mut steps);
    rules.play(&mut state, steps[0], &mut scratch);
    assert_eq!(state.end(), Some(End::TooMuchWork));
}

#[test]
fn searches_without_end_end_the_game() {
    // Every order of changes of eight variables that never add up.
    let text = "->white (right* left* ([w] + [none]))* {$ w == 9} ->>";
    assert_eq!(line(text).map(|rules| rules.start().end()), Ok(Some(End::TooMuchWork)));
    let text = "->white {? (right* left* ([w] + [none]))* {$ w == 9}} ->>";
    assert_eq!(line(text).map(|rules| rules.start().end()), Ok(Some(End::TooMuchWork)));
    // Endless moves beside one that ends: the choice stays.
    let rules = line("->white (->> + ([w])* ->> )").unwrap_or_else(|error| panic!("{error}"));
    let mut moves = Moves::default();
    assert!(!rules.whole_moves(&rules.start(), &mut rules.scratch(), &mut moves), "there is no end of moves");
    let mut steps = Vec::new();
    rules.steps(&rules.start(), &mut rules.scratch(), &mut steps);
    assert_eq!(steps.len(), 3);
}

#[test]
fn large_files_are_refused_or_read() {
    let nested =
        |open: &str, close: &str, count: usize| line(&(open.repeat(count) + "up" + &close.repeat(count))).err();
    for (open, close) in [("(", ")"), ("{? ", "}"), ("({! ", "} up)*")] {
        assert!(nested(open, close, 10_000).is_some_and(|error| error.message.contains("nested too deeply")));
    }
    for (open, close, count) in [("(", ")", 55), ("({? ", "})", 12), ("((", ")*)*", 25)] {
        assert_eq!(nested(open, close, count), None, "{open}");
    }
    assert!(line("up^1000^1000").is_err_and(|error| error.message.contains("actions")));
    assert!(line(&"up ".repeat(300_000)).is_err());
    assert!(line(&format!("->white {{$ {}1 == 1}}", "(".repeat(9999))).is_err());
    assert!(line(&format!("->white {{$ 1{} == 1}}", " + 1".repeat(9999))).is_err());
    assert!(line(&format!("->white {{$ {}1 == 1}}", "-".repeat(9999))).is_err());
    assert!(line("->white up^9999 ->>").is_ok());
}

/// Files that differ from ours a little: no panic, and an accepted file can be played.
#[test]
fn mutated_files_are_refused_or_played() {
    let (read, _) = mutants(0x9e37_79b9_7f4a_7c15, 1_500);
    assert!(read > 100, "{read} were read");
}

/// `RULES_MUTANTS=1000000 cargo test --release --lib many_mutated -- --ignored`, with other mutants each time.
#[test]
#[ignore = "takes minutes"]
fn many_mutated_files_are_refused_or_played() {
    let count = std::env::var("RULES_MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let seed = std::time::UNIX_EPOCH.elapsed().expect("a time after 1970").as_nanos() as u64;
    println!("seed {seed}");
    let (read, (longest, text)) = mutants(seed, count);
    println!("{read} of {count} were read; the slowest took {longest:?}:\n{text}");
}

/// Number of mutants that were accepted, and how long the slowest took.
fn mutants(seed: u64, count: usize) -> (usize, (Duration, String)) {
    let mut random = Random(seed);
    let mut read = 0;
    let mut slowest = (Duration::ZERO, String::new());
    for round in 0..count {
        let mut text = GAMES[round % GAMES.len()].1.to_owned().into_bytes();
        for _ in 0..1 + random.below(3) {
            mutate(&mut text, &mut random);
        }
        let text = String::from_utf8_lossy(&text);
        let begin = Instant::now();
        let rules = Rules::parse("mutated", &text);
        read += usize::from(rules.is_ok());
        if let Ok(rules) = rules {
            play_on(&rules, &mut random, &text);
        }
        if begin.elapsed() > slowest.0 {
            slowest = (begin.elapsed(), text.into_owned());
        }
    }
    (read, slowest)
}

fn play_on(rules: &Rules, random: &mut Random, text: &str) {
    let (mut scratch, mut steps, mut state) = (rules.scratch(), Vec::new(), rules.start());
    for _ in 0..30 {
        rules.steps(&state, &mut scratch, &mut steps);
        assert_eq!(steps.is_empty(), state.end().is_some(), "{text}");
        if steps.is_empty() {
            break;
        }
        let step = steps[random.below(steps.len())];
        rules.play(&mut state, step, &mut scratch);
    }
}

fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    const SIGNS: &[u8] = b"()[]{}*+^.,;:~=<>!?$#-> 019abwe";
    let at = random.below(text.len());
    match random.below(5) {
        0 => text[at] = SIGNS[random.below(SIGNS.len())],
        1 => text.insert(at, SIGNS[random.below(SIGNS.len())]),
        2 => drop(text.remove(at)),
        3 => {
            let end = (at + 1 + random.below(30)).min(text.len());
            let part = text[at..end].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, part);
        }
        _ => {
            let end = (at + 1 + random.below(12)).min(text.len());
            text.drain(at..end);
            if text.is_empty() {
                text.push(b'#');
            }
        }
    }
}
