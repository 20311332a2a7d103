use super::super::{Moves, Step};
use super::{GAMES, Random, rules};

/// Along random games: steps have distinct labels, a position has none if and only if it is over, and a scratch's past
/// does not matter.
#[test]
fn steps_are_sound() {
    let mut random = Random(7);
    for (name, _) in GAMES {
        let rules = rules(name);
        let mut used = rules.scratch();
        let outline = rules.outline();
        for _ in 0..5 {
            let (mut state, mut steps, mut again) = (rules.start(), Vec::new(), Vec::new());
            for ply in 0..300 {
                rules.steps(&state, &mut used, &mut steps);
                rules.steps(&state, &mut rules.scratch(), &mut again);
                assert_eq!(steps, again, "{name}");
                assert_eq!(steps.is_empty(), state.end().is_some(), "{name}");
                again.sort_unstable();
                again.dedup();
                assert_eq!(steps.len(), again.len(), "{name}");
                let Some(&step) = steps.get(random.below(steps.len().max(1))) else { break };
                let before = state;
                rules.play(&mut state, step, &mut used);
                let mut other = before;
                rules.play(&mut other, step, &mut rules.scratch());
                assert_eq!(state, other, "{name}");
                let parts = rules.take_apart(&state);
                assert_eq!(rules.put_together(&parts, &mut used), Ok(state), "{name}");
                if state.end().is_none() {
                    let player = state.player();
                    assert!(outline.nodes[player].contains(&(state.node() as u32)), "{name}");
                    rules.steps(&state, &mut used, &mut again);
                    assert!(again.iter().all(|step| outline.actions[player].contains(&step.action)), "{name}");
                }
                assert!(ply < 299, "{name} goes on");
            }
        }
    }
}

/// Steps, with the forced ones between them, make the whole moves and no others.
#[test]
fn steps_make_the_whole_moves() {
    let mut random = Random(11);
    for (name, _) in GAMES {
        let rules = rules(name);
        let mut scratch = rules.scratch();
        let mut state = rules.start();
        for _ in 0..40 {
            if state.end().is_some() {
                break;
            }
            let mut moves = Moves::default();
            assert!(rules.whole_moves(&state, &mut scratch, &mut moves));
            let mut whole: Vec<Vec<Step>> = moves.iter().map(<[Step]>::to_vec).collect();
            let mut made = Vec::new();
            let mut open = vec![(state, Vec::new())];
            while let Some((state, path)) = open.pop() {
                let mut steps = Vec::new();
                rules.steps(&state, &mut scratch, &mut steps);
                for step in steps {
                    let (mut next, mut path) = (state, path.clone());
                    rules.play(&mut next, step, &mut scratch);
                    path.extend(scratch.trace());
                    if next.is_within_move() { open.push((next, path)) } else { made.push((path, next)) }
                }
            }
            assert!(!made.is_empty(), "{name}");
            let chosen = made[random.below(made.len())].1;
            let mut made: Vec<Vec<Step>> = made.into_iter().map(|(path, _)| path).collect();
            whole.sort();
            made.sort();
            assert_eq!(made, whole, "{name}");
            state = chosen;
        }
    }
}

#[test]
fn rules_can_be_shared_by_threads() {
    fn shared<T: Clone + Send + Sync + 'static>() {}
    shared::<super::super::Rules>();
}
