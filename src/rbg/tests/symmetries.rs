use super::super::{Rules, Symmetry};
use super::{GAMES, Random, rules};

/// Random games and their images have the same steps and ends.
fn check(name: &str, rules: &Rules, map: &Symmetry, random: &mut Random) {
    let (mut scratch, mut steps, mut images) = (rules.scratch(), Vec::new(), Vec::new());
    for _ in 0..3 {
        let mut state = rules.start();
        let mut image = state;
        map.transform(&state, &mut image);
        assert_eq!(image.player() == state.player(), !map.is_exchange(), "{name}");
        while state.end().is_none() {
            rules.steps(&state, &mut scratch, &mut steps);
            rules.steps(&image, &mut scratch, &mut images);
            let mut own: Vec<_> = steps.iter().map(|&step| map.step(step)).collect();
            own.sort_unstable();
            images.sort_unstable();
            assert_eq!(own, images, "{name}");
            let step = steps[random.below(steps.len())];
            rules.play(&mut state, step, &mut scratch);
            rules.play(&mut image, map.step(step), &mut scratch);
            let mut expected = rules.start();
            map.transform(&state, &mut expected);
            assert_eq!(expected, image, "{name}");
        }
    }
}

#[test]
fn the_expected_ones_are_found_and_hold() {
    let mut random = Random(5);
    let expected = [
        ("tictactoe", [8, 8]),
        ("breakthrough", [2, 2]),
        ("hex", [2, 2]),
        ("reversi", [1, 0]),
        ("four", [2, 2]),
        ("knights", [2, 2]),
    ];
    for (name, counts) in expected {
        let rules = rules(name);
        let symmetries = rules.symmetries();
        let exchanges = rules.exchanges(&symmetries);
        assert_eq!([symmetries.len(), exchanges.len()], counts, "{name}");
    }
    for (name, _) in GAMES {
        let rules = rules(name);
        let symmetries = rules.symmetries();
        for map in symmetries.iter().chain(&rules.exchanges(&symmetries)) {
            check(name, &rules, map, &mut random);
        }
        let products = symmetries.iter().flat_map(|first| symmetries.iter().map(|next| first.then(next)));
        assert!(products.into_iter().all(|product| symmetries.contains(&product)), "{name}");
        assert!(symmetries[0].then(&symmetries[0]) == symmetries[0], "{name}");
    }
}

/// Rules in which one thing is different for one player, or on one side of the board.
#[test]
fn what_is_not_there_is_not_found() {
    let file = |turns: &str, second: u16| {
        format!(
            "#players = a(1), b({second}) #pieces = e, w, v #variables = \
             #board = rectangle(up,down,left,right,[v,v,v][e,e,e][w,w,w]) \
             #any = (up* + down*) (left* + right*) \
             #turn(p; own; other; ahead; ways) = ->p any {{own}} [e] ahead ({{e}} + ways {{e, other}}) [own] \
             #rules = ({turns})*"
        )
    };
    let counts = |turns: &str, second: u16| {
        let rules = Rules::parse("t", &file(turns, second)).unwrap();
        let symmetries = rules.symmetries();
        [symmetries.len(), rules.exchanges(&symmetries).len()]
    };
    let both = "turn(a; w; v; up; (left + right)) turn(b; v; w; down; (left + right))";
    assert_eq!(counts(both, 1), [2, 2]);
    assert_eq!(counts(&both.replacen("(left + right)", "left", 1), 1), [1, 0]);
    assert_eq!(counts("turn(a; w; v; up; left) turn(b; v; w; down; left)", 1), [1, 1]);
    // A score's bound belongs to the rules.
    assert_eq!(counts(both, 2), [2, 0]);
    assert_eq!(counts(&format!("{both} [$ a = 1]"), 1), [2, 0]);
}

/// Even positions that play never reaches: people may write them.
#[test]
fn any_position_has_its_images() {
    let mut random = Random(9);
    for (name, _) in GAMES {
        let rules = rules(name);
        let (outline, symmetries) = (rules.outline(), rules.symmetries());
        let mut scratch = rules.scratch();
        let (mut steps, mut images) = (Vec::new(), Vec::new());
        for map in symmetries.iter().chain(&rules.exchanges(&symmetries)) {
            for _ in 0..100 {
                let mut parts = rules.take_apart(&rules.start());
                parts.pieces.iter_mut().for_each(|piece| *piece = random.below(rules.pieces().len()) as u8);
                let player = random.below(2);
                parts.player = player as u8;
                parts.node = outline.nodes[player][random.below(outline.nodes[player].len())];
                parts.cell = random.below(parts.pieces.len()) as u16;
                parts.is_within_move = random.below(2) == 0;
                let state = rules.put_together(&parts, &mut scratch).unwrap();
                let mut image = rules.start();
                map.transform(&state, &mut image);
                assert_eq!(rules.put_together(&rules.take_apart(&image), &mut scratch), Ok(image), "{name}");
                rules.steps(&state, &mut scratch, &mut steps);
                rules.steps(&image, &mut scratch, &mut images);
                images.sort_unstable();
                let mut own: Vec<_> = steps.iter().map(|&step| map.step(step)).collect();
                own.sort_unstable();
                assert_eq!(own, images, "{name}");
                for &step in &steps {
                    let (mut next, mut next_image, mut expected) = (state, image, image);
                    rules.play(&mut next, step, &mut scratch);
                    rules.play(&mut next_image, map.step(step), &mut scratch);
                    map.transform(&next, &mut expected);
                    assert_eq!(expected, next_image, "{name}");
                }
            }
        }
    }
}
