//! Silent mistakes in rules, and how `check` reports them.

use ardoise::games::rules_file::{Audit, audit};
use ardoise::games::{find, rules_files};
use std::fs;

/// The findings of 100 random games by a rules file with this text.
fn audited(text: &str) -> Audit {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game.rbg");
    fs::write(&path, text).expect("written");
    let rules = find(path.to_str().expect("UTF-8")).unwrap_or_else(|wrong| panic!("{wrong}")).default_rules();
    audit(&rules, 100, &mut || true).expect("rules from a file")
}

/// A small game: the side that fills the last of six cells wins. `after` is what the keeper does after each stone.
fn filling(variables: &str, after: &str) -> Audit {
    audited(&format!(
        "#players = white(1), black(1)\n#pieces = none, x, o\n#variables = {variables}\n#board = rectangle(up, down, \
         left, right, [none, none, none] [none, none, none])\n#anywhere = (up* + down*) (left* + right*)\n#turn(side; \
         other; mark) = ->side anywhere {{none}} [mark]\n  ->> {after} [$ side = 1, other = 0]\n#rules = (turn(white; \
         black; x) turn(black; white; o))*\n"
    ))
}

#[test]
fn ways_of_the_keeper_that_end_in_different_positions_are_told() {
    assert_eq!(filling("", "").warnings, [""; 0]);
    // One die: the first number comes always.
    let die = filling("die(6)", "([$ die = 1] + [$ die = 2] + [$ die = 6])").warnings;
    let [said] = &die[..] else { panic!("{die:?}") };
    for part in ["line 7: ", "`die = 1`", "`die = 2`", "It only ever takes the first", "chance"] {
        assert!(said.contains(part), "`{part}` is not in: {said}");
    }
    // Where it stops, what it puts, whose turn it makes it, in two acts after each other.
    for (variables, after) in [
        ("", "(anywhere {none} [mark])* {? anywhere}"),
        ("", "({! anywhere {none}} + {? anywhere {none}} ([x] + [o]))"),
        ("n(3)", "[$ n = 1] ->> ([$ n = 2] + [$ n = 3])"),
    ] {
        let told = filling(variables, after).warnings;
        assert!(
            told.iter().any(|said| said.contains("the keeper's ways end in different positions")),
            "{after}: {told:?}"
        );
    }
    // In any order, which is one position; by help that is gone in the end; where the finger stands does not matter.
    for (variables, after) in [
        ("", "({? anywhere {none}} + {! anywhere {none}})"),
        ("n(3), m(3)", "([$ n = 1] [$ m = 1] + [$ m = 1] [$ n = 1])"),
        ("n(3)", "([$ n = 1] + [$ n = 2]) [$ n = 0]"),
        ("n(3)", "([$ n = 1] + [$ n = 2]) ->> [$ n = 0]"),
        ("", "anywhere"),
        ("n(3)", "([$ n = 1] + [$ n = 2] {})"),
    ] {
        assert_eq!(filling(variables, after).warnings, [""; 0], "{after}");
    }
}

#[test]
fn whose_turn_it_is_must_not_be_the_keepers_choice() {
    let told = audited(
        "#players = white(1), black(1)\n#pieces = none, x\n#variables =\n#board = rectangle(up, down, left, right, [none, \
         none, none])\n#rules = ->white right* {none} [x] ->>\n  (->white + ->black) (left* + right*) {none} [x] ->> {}\n",
    );
    assert!(told.warnings[0].contains("line 6: ") && told.warnings[0].contains("`->white`"), "{:?}", told.warnings);
    // The same before the first move.
    let told = audited(
        "#players = white(1), black(1)\n#pieces = none, x\n#variables =\n#board = rectangle(up, down, left, right, [none, \
         none, none])\n#rules = (->white + ->black) right* {none} [x] ->> {}\n",
    );
    assert!(told.warnings[0].contains("line 5: "), "{:?}", told.warnings);
}

#[test]
fn assignments_out_of_bounds_are_told() {
    let told = filling("n(6)", "[$ n = 7]");
    let [never, stop] = &told.warnings[..] else { panic!("{:?}", told.warnings) };
    assert_eq!(never, "line 7: `n` would become 7, and it holds 0 to 6, so that nobody ever does this");
    assert_eq!(
        stop,
        "line 7: `n` would become 7, and it holds 0 to 6: there is no way on then, and 100 % of random games end there"
    );
    let told = filling("n(6)", "[$ n = 0 - 1]").warnings;
    assert!(told.iter().any(|said| said.contains("`n` would become -1")), "{told:?}");
    // Only some games come so far, and the value is not in the text.
    let told = filling("n(4)", "[$ n = n + 1]").warnings;
    assert!(matches!(&told[..], [said] if said.contains("`n` would become 5, and it holds 0 to 4")), "{told:?}");
    assert_eq!(filling("n(6)", "[$ n = n + 1]").warnings, [""; 0], "all games end before");
}

#[test]
fn endings_are_counted_by_what_made_them() {
    let endings = |text: &str| {
        let told = audited(text).endings;
        assert_eq!(told.iter().map(|ending| ending.games).sum::<u32>(), 100);
        assert!(told.is_sorted_by_key(|ending| std::cmp::Reverse(ending.games)));
        Vec::from_iter(told.into_iter().map(|ending| (ending.line, ending.by)))
    };
    let file = |name: &str| fs::read_to_string(format!("games/{name}.rbg")).expect("it comes with the program");
    let rows = endings(&file("tic-tac-toe"));
    let win = rows.iter().find(|(line, _)| line.is_some()).expect("a row of three ends games");
    assert!(win.1.starts_with("three in a row (line "), "{rows:?}");
    let unnamed = file("breakthrough").replace("//! ending", "// ending");
    assert!(endings(&unnamed).iter().any(|(_, by)| by.contains("`->> {}")), "{unnamed}");
    assert!(rows.contains(&(None, "nought has no move".to_owned())), "{rows:?}");
    let walking = "#players = white(1), black(1)\n#pieces = none, w, b\n#variables =\n#board = rectangle(up, down, left, \
                   right, [w, none, none, none, b])\n#turn(side; man) = ->side (left* + right*) {man} [none] (left + right) \
                   {none} [man] ->>\n#rules = (turn(white; w) turn(black; b))*\n";
    // Who is shut in at an edge has no move.
    let rows = endings(&format!("//! cap: 8\n{walking}"));
    assert!(rows.contains(&(None, "the limit on steps is reached".to_owned())), "{rows:?}");
    assert!(rows.iter().any(|(_, by)| by.ends_with(" has no move")), "{rows:?}");
    let by_repetition = endings(&format!("//! cap: 400\n//! repetition: draw\n{walking}"));
    assert!(by_repetition.contains(&(None, "the position has occurred three times".to_owned())), "{by_repetition:?}");
}

#[test]
fn the_lines_that_cost_the_most_are_named() {
    let name = |name: &str| find(name).expect("it comes with the program").default_rules();
    let costs = audit(&name("quoridor"), 5, &mut || true).expect("rules from a file").costs;
    // Each wall must leave both sides a way.
    assert!(costs[0].rule.starts_with("`{? free(") && costs[0].percent > 40, "{costs:?}");
    assert!(costs.is_sorted_by_key(|cost| std::cmp::Reverse(cost.percent)));
    assert!(costs.iter().map(|cost| cost.percent).sum::<u64>() <= 100, "{costs:?}");
    // Points that are counted after each stone cost more than those that are counted at the end.
    let count = "([$ white = 0] (anywhere {x} {? (up* + down*) (left* + right*) {x}} [n] [$ white = white + 1])* {! anywhere {x}} \
                 (anywhere {n} [x])* {! anywhere {n}})";
    let counting = |when: &str| {
        let text = format!(
            "#players = white(30), black(30)\n#pieces = none, x, n\n#variables =\n#board = rectangle(up, down, left, right, \
             [none, none, none, none, none] [none, none, none, none, none])\n#anywhere = (up* + down*) (left* + right*)\n\
             #turn(side) = ->side anywhere {{none}} [x] ->> {when}\n#rules = (turn(white) turn(black))*\n"
        );
        let costs = audited(&text).costs;
        costs.into_iter().filter(|cost| cost.rule != "after `->side`").map(|cost| cost.percent).sum::<u64>()
    };
    let (always, late) =
        (counting(count), counting(&format!("({{? anywhere {{none}}}} + {{! anywhere {{none}}}} {count})")));
    assert!(always > late + 10, "{always} {late}");
}

/// Games that people play get no warning.
#[test]
fn good_files_are_not_blamed() {
    for variant in rules_files() {
        let told = audit(&variant.default_rules(), 20, &mut || true).expect("rules from a file");
        assert_eq!(told.warnings, [""; 0], "{}", variant.name);
        assert!(!told.endings.is_empty(), "{}", variant.name);
    }
}

/// A way to spoil good rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mutation {
    /// A score or a number holds nothing but 0.
    WrongRange,
    /// A test is left out: mostly one of the keeper's, so that it has a choice.
    NoTest,
    /// A game that was over goes on.
    NoEnd,
}

/// The places where `what` begins in a text.
fn places<'a>(text: &'a str, what: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(what).map(|(at, _)| at)
}

/// The mutants of a file: at most three of each kind.
fn mutants(text: &str) -> Vec<(Mutation, String)> {
    const MOST: usize = 3;
    let mut mutants = Vec::new();
    let declared = text.find("#players").expect("all files have it");
    let rules = text[declared..].find("#board").expect("all files have it") + declared;
    let bounds = places(text, "(").filter(|at| (declared..rules).contains(at));
    let range = bounds.filter_map(|open| {
        let close = text[open..].find(')')? + open;
        text[open + 1..close].parse::<u32>().ok().filter(|&bound| bound > 0)?;
        Some(format!("{}(0{}", &text[..open], &text[close..]))
    });
    mutants.extend(range.take(MOST).map(|text| (Mutation::WrongRange, text)));
    let tests = ["{?", "{!"].into_iter().flat_map(|open| places(text, open)).filter_map(|open| {
        let mut depth = 0;
        let close = text[open..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0
        });
        Some(format!("{} {}", &text[..open], &text[open + close?.0 + 1..]))
    });
    mutants.extend(tests.take(MOST).map(|text| (Mutation::NoTest, text)));
    let ends = places(text, "->> {}").map(|at| format!("{}{}", &text[..at], &text[at + 6..]));
    mutants.extend(ends.take(MOST).map(|text| (Mutation::NoEnd, text)));
    mutants
}

/// How many of so many mutants of good files are noticed, by kind of mutation. A mutant may be good rules of another
/// game; a noticed one is refused, or has a warning, or hardly ends except by the limit on steps.
#[test]
fn mutants_of_good_files_are_named() {
    let mut judged: std::collections::BTreeMap<Mutation, [u32; 2]> = Default::default();
    for variant in rules_files() {
        let text = fs::read_to_string(format!("games/{}.rbg", variant.name)).expect("it comes with the program");
        for (mutation, text) in mutants(&text) {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("mutant.rbg");
            fs::write(&path, text).expect("written");
            let is_named = match find(path.to_str().expect("UTF-8")) {
                Err(_) => true,
                Ok(variant) => {
                    let mut turns = 0;
                    let mut go_on = || {
                        turns += 1;
                        turns < 1000
                    };
                    let told = audit(&variant.default_rules(), 20, &mut go_on).expect("rules from a file");
                    let all: u32 = told.endings.iter().map(|ending| ending.games).sum();
                    let cut = told.endings.iter().find(|ending| ending.by.contains("limit on steps"));
                    !told.warnings.is_empty() || all == 0 || cut.is_some_and(|cut| 5 * cut.games > all)
                }
            };
            let [all, named] = judged.entry(mutation).or_default();
            (*all, *named) = (*all + 1, *named + u32::from(is_named));
        }
    }
    println!("{judged:?}");
    let [all, named] = judged.values().fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
    assert!(all >= 100 && 2 * named > all, "{named} of {all}: {judged:?}");
    let [all, named] = judged[&Mutation::WrongRange];
    assert!(10 * named >= 9 * all, "{named} of {all} wrong ranges");
}
