use super::super::{Rules, perft, perft_by_steps, perft_steps};
use super::{line, rules};

fn counts(rules: &Rules, depth: usize, count: fn(&Rules, &super::super::State, usize) -> u64) -> Vec<u64> {
    (1..=depth).map(|depth| count(rules, &rules.start(), depth)).collect()
}

/// The counts of the reference compiler (rbg2cpp) for its own rules of these games.
#[test]
fn counts_are_those_of_the_reference() {
    let expected: [(&str, &[u64]); 6] = [
        ("tictactoe", &[9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448]),
        ("breakthrough", &[22, 484, 11_132]),
        ("hex", &[25, 600, 13_800]),
        ("reversi", &[4, 12, 56, 244, 1_396, 8_200]),
        ("four", &[7, 49, 343, 2_401, 16_807, 117_649]),
        ("knights", &[40, 1_600, 63_520]),
    ];
    for (name, expected) in expected {
        let rules = rules(name);
        assert_eq!(counts(&rules, expected.len(), perft), expected, "{name}");
        let depth = expected.len().min(5);
        assert_eq!(counts(&rules, depth, perft_by_steps), expected[..depth], "{name} by steps");
    }
}

#[test]
fn moves_of_several_changes_are_several_steps() {
    // 8 men have 22 moves: the first step chooses the man, the second its destination.
    let rules = rules("breakthrough");
    assert_eq!(counts(&rules, 4, perft_steps), [8, 22, 176, 484]);
    let drops = super::rules("drops");
    // 24 pairs of neighbours in either order, and the pass.
    assert_eq!(counts(&drops, 1, perft), [49]);
    assert_eq!(counts(&drops, 2, perft_steps), [17, 48 + 17]);
}

#[test]
fn a_move_is_the_same_if_it_changes_the_same_on_the_same_cells() {
    let moves = |text| perft(&line(text).unwrap_or_else(|error| panic!("{error}")), &line(text).unwrap().start(), 1);
    // Two paths of shifts to the same cell.
    assert_eq!(moves("->white (right right + right* {none}) [w] ->>"), 3);
    // Two actions on the same cell, and two cells for one switch.
    assert_eq!(moves("->white right ([w] + [w]) ->>"), 2);
    assert_eq!(moves("->white [$ x = 1] right* ->>"), 4);
    // Assignments out of bounds fail, products and counts of pieces count.
    assert_eq!(moves("->white [$ x = 5] ([$ x = x + 1] + [$ y = x * 2] + [$ y = x + none + w]) ->>"), 1);
    assert_eq!(moves("->white {$ none - w == 2} ([none] right {$ w == 0} ->> + {$ w == 0} ->>)"), 1);
    // Patterns with changes leave nothing behind.
    assert_eq!(moves("->white {? [none] (right [w])^3 {! right}} {! right^4} {w} ->>"), 1);
    assert_eq!(moves("->white (({} + {! {}}) right)^3 ->>"), 1);
}

#[test]
fn what_is_forced_is_done_at_once() {
    let rules =
        line("->white [$ y = 1] [none] right* {none} [w] [$ white = 3] ->> [$ x = 1] ->black right* {w} [none] ->> {}");
    let rules = rules.unwrap_or_else(|error| panic!("{error}"));
    let (mut scratch, mut steps, mut state) = (rules.scratch(), Vec::new(), rules.start());
    rules.steps(&state, &mut scratch, &mut steps);
    assert_eq!((steps.len(), state.piece(0), state.variable(3)), (1, 1, 1), "the man waits to be lifted");
    rules.play(&mut state, steps[0], &mut scratch);
    assert_eq!((state.piece(0), state.is_within_move(), scratch.trace().len()), (0, true, 1));
    rules.steps(&state, &mut scratch, &mut steps);
    assert_eq!(steps.len(), 4);
    rules.play(&mut state, steps[2], &mut scratch);
    assert_eq!((state.variable(2), state.scores(), state.player()), (1, [3, 0], 1));
    assert_eq!((scratch.trace().len(), state.is_within_move()), (3, false));
    rules.steps(&state, &mut scratch, &mut steps);
    assert_eq!(steps.len(), 1, "a player with one move still makes it");
    rules.play(&mut state, steps[0], &mut scratch);
    assert_eq!(state.end(), Some(super::super::End::ByTheRules));
    rules.steps(&state, &mut scratch, &mut steps);
    assert!(steps.is_empty());
}
