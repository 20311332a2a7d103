//! A sound game keeps each contract, and a flaw breaks its own contract only.

mod flawed;

use super::{Amount, Violation, contracts};
use flawed::{Flaw, FlawedGame};
use std::collections::BTreeSet;

/// The contracts that a game with this flaw breaks.
fn broken(flaw: Option<Flaw>) -> Vec<(&'static str, Violation)> {
    let game = FlawedGame::new(flaw);
    let broken = contracts().into_iter().map(|contract| (contract.name, contract.check(&game, Amount::of(1_000))));
    broken.filter_map(|(name, kept)| Some((name, kept.err()?))).collect()
}

/// Flaws, the contract that each breaks, and a part of the message.
const FLAWS: &[(Flaw, &str, &str)] = &[
    (Flaw::NoEnding, "games end, and only then have no moves", "but ending gives None: expected a reason"),
    (
        Flaw::CutOffWithWinner,
        "games end, and only then have no moves",
        "is_cut_off says that the game has lasted too long",
    ),
    (Flaw::TooLong, "games end, and only then have no moves", "the game has 8 moves, but max_moves says 7"),
    (Flaw::NoSeat, "games end, and only then have no moves", "seat_to_act gives seat 2, but seat_names has 2"),
    (Flaw::OneText, "moves and positions read back", "two legal moves are both `a1`"),
    (Flaw::Colours, "moves and positions read back", "expected the board as text without colour"),
    (
        Flaw::TwoCellsAtOnePlace,
        "men stand on cells, and people point at cells or signs",
        "one of them `c2`, are at (0, 0)",
    ),
    (Flaw::LongEdge, "men stand on cells, and people point at cells or signs", "ends at cell 6: expected one of its 6"),
    (
        Flaw::UnknownKind,
        "men stand on cells, and people point at cells or signs",
        "a man is of kind 2: expected one of",
    ),
    (Flaw::UnknownCell, "men stand on cells, and people point at cells or signs", "move_parts of `pass` has `z9`"),
    (Flaw::MovesNotMapped, "symmetries map games to games", "after `a1` the image by symmetry 1 is not what"),
    (Flaw::LopsidedProgress, "symmetries map games to games", "progress is "),
    (Flaw::SymmetryTwice, "symmetries are a group", "expected all to differ"),
    (Flaw::LeadTooLarge, "points decide, and leads are bounded", "expected a number from -1 to 1"),
    (Flaw::NoLead, "points decide, and leads are bounded", "lead is None, but the shape has a lead for nets to learn"),
    (Flaw::FewerPointsWin, "points decide, and leads are bounded", "expected a win of the side with more, or a draw"),
    (Flaw::EndlessProgress, "points decide, and leads are bounded", "progress is inf: expected a finite number"),
    (Flaw::ScatteredAtTheEnd, "scattered positions can be played from", "expected less than a quarter"),
    (Flaw::ScatteredAtTimes, "scattered positions can be played from", "expected always or never one"),
    (Flaw::UselessKomi, "komi makes up for a lead", "with_komi leaves a lead of "),
    (Flaw::LighterTwice, "lighter positions lack one man", "twice: expected each position once"),
    (Flaw::LighterByTwo, "lighter positions lack one man", "expected the same men but for one"),
    (Flaw::Bright, "encodings tell positions and moves apart", "of the planes is 2: expected 0 to 1"),
    (
        Flaw::Blind,
        "encodings tell positions and moves apart",
        "is encoded the same, but has other moves or another result",
    ),
    (Flaw::CoarseHash, "encodings tell positions and moves apart", "with the same hash is encoded differently"),
    (Flaw::OneIndex, "encodings tell positions and moves apart", "policy_index is 0 for two legal moves"),
    (Flaw::Shortsighted, "positions of one hash have the same future", "in both the results differ"),
    (Flaw::OrbitOfOne, "images share their orbit key, and no others", "has another orbit_key: expected the same"),
    (Flaw::OneOrbit, "images share their orbit key, and no others", "has the same orbit_key, but is no image of it"),
    (Flaw::AllDrawn, "solvers agree with each of their moves", "the solver gives a draw, but "),
    (Flaw::BlanksAround, "damaged positions are refused or print back", "prints back as `"),
    (Flaw::TakenCells, "only legal moves are read", "no legal move: expected a refusal"),
    (Flaw::NamelessRefusal, "only legal moves are read", "expected an error that names it"),
];

#[test]
fn a_flaw_breaks_the_one_contract_that_it_is_against() {
    for &(flaw, name, said) in FLAWS {
        let broken = broken(Some(flaw));
        let names = Vec::from_iter(broken.iter().map(|(name, _)| *name));
        assert_eq!(names, [name], "{flaw:?}: {broken:#?}");
        let told = broken[0].1.to_string();
        assert!(told.contains(said), "{flaw:?}: `{said}` is not in: {told}");
    }
    let covered: BTreeSet<&str> = FLAWS.iter().map(|(_, name, _)| *name).collect();
    assert_eq!(covered, contracts::<FlawedGame>().iter().map(|contract| contract.name).collect());
}

#[test]
fn a_sound_game_keeps_all() {
    for sound in [None, Some(Flaw::NoneButScattered)] {
        assert_eq!(broken(sound), [], "{sound:?}");
    }
}

#[test]
fn a_game_without_an_end_is_left() {
    let broken = broken(Some(Flaw::Endless));
    assert_eq!(broken[0].0, "games end, and only then have no moves");
    assert!(broken[0].1.found.contains("the game has 9 moves, but max_moves says 8"), "{:?}", broken[0]);
}

#[test]
fn violations_say_where() {
    let [(_, seat)] = broken(Some(Flaw::NoSeat)).try_into().expect("one contract is broken");
    let found = "seat_to_act gives seat 2, but seat_names has 2: expected one of these";
    assert_eq!(seat.to_string(), format!("{found}; in the position `.../... 8`, at the start"));
    let [(_, ending)] = broken(Some(Flaw::NoEnding)).try_into().expect("one contract is broken");
    let (moves, position) = (ending.moves.as_ref().expect("a game"), ending.position.as_ref().expect("a position"));
    assert!(ending.to_string().ends_with(&format!("; in the position `{position}`, after {moves}")), "{ending}");
    assert!((6..=8).contains(&moves.split(' ').count()), "{moves}");
}
