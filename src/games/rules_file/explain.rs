use super::game::step_of;
use super::turn::with_hyphens;
use super::{RulesGame, of_rules};
use crate::game::{Notation, Rules, parse_turn_or_move};
use crate::rbg::{ActionKind, MoveExplanation};
use anyhow::{Context, Result, bail};
use std::sync::Arc;

pub(super) fn read(rules: &Rules) -> Result<RulesGame> {
    let file = of_rules(rules).with_context(|| {
        format!(
            "the rules of {} are not in a file of rules: expected a game such as breakthrough",
            rules.variant().name
        )
    })?;
    Ok(RulesGame::new(rules.clone(), file.map_err(anyhow::Error::msg)?))
}

/// The steps that the rules force after a step or within a turn, and their effects: `none on b2`, `white = 1`. The
/// rules' own steps between two turns are not included.
///
/// # Errors
/// The rules are not from a file, or there is no such position or move.
pub fn forced(rules: &Rules, position: &str, mv: &str) -> Result<Vec<String>> {
    let game = read(rules)?;
    let file = &game.file;
    let position = game.parse_position(position)?;
    let moves = parse_turn_or_move(&game, &position, mv)?;
    let (mut state, mut scratch) = (file.rules.start(), file.rules.scratch());
    file.packing.unpack(&position, &mut state);
    let word = |index: &[Arc<str>], at: u8| index[usize::from(at)].to_string();
    let mut words = Vec::new();
    for mv in moves {
        file.rules.play(&mut state, step_of(mv), &mut scratch);
        let after = scratch.trace().iter().skip(1);
        words.extend(after.filter_map(|step| match file.rules.action(step.action) {
            ActionKind::Put(piece) => {
                let cell = &file.rules.board().cells[usize::from(step.cell)].name;
                Some(format!("{} on {cell}", word(file.rules.pieces(), piece)))
            }
            ActionKind::Assign(variable) => {
                let value = state.variable(usize::from(variable));
                Some(format!("{} = {value}", word(file.rules.variables(), variable)))
            }
            ActionKind::Switch(_) => None,
        }));
    }
    Ok(words)
}

/// Why a whole move, as `b2-c3`, is legal or not in a position of a game by these rules, in several lines.
///
/// # Errors
/// The rules are not from a file, or a cell of the move is not on the board.
pub fn why(rules: &Rules, position: &str, mv: &str) -> Result<String> {
    let game = read(rules)?;
    let file = &game.file;
    let position = game.parse_position(position)?;
    let name = |cell: u16| file.rules.board().cells[usize::from(cell)].name.as_str();
    let mut cells = Vec::new();
    for word in with_hyphens(mv).split('-').filter(|_| mv != "pass") {
        let word = word.split(['=', '#']).next().unwrap_or_default();
        match file.rules.board().cells.iter().position(|cell| cell.name == word) {
            Some(cell) => cells.push(cell as u16),
            None => bail!("`{word}` is no cell: expected a move as b2-c3, or pass"),
        }
    }
    let mut state = file.rules.start();
    file.packing.unpack(&position, &mut state);
    let MoveExplanation::Stuck { passed, obstacles, ways, may_end } = file.rules.why(&state, &cells) else {
        return Ok(format!("{mv} is legal"));
    };
    let mut lines = vec![match cells.get(passed) {
        None if cells.is_empty() => format!("{mv} is not legal: a move goes to a cell"),
        None => format!("{mv} is not legal: the move goes on behind {}", name(cells[passed - 1])),
        Some(&next) if passed == 0 => format!("{mv} is not legal: it cannot begin on {}", name(next)),
        Some(&next) => {
            format!("{mv} is not legal: it cannot go on from {} to {}", name(cells[passed - 1]), name(next))
        }
    }];
    lines.extend(obstacles.iter().map(ToString::to_string));
    if obstacles.is_empty() && passed < cells.len() {
        lines.push(format!("no way of the rules leads to {}", name(cells[passed])));
    }
    let ways = Vec::from_iter(ways.into_iter().map(name));
    if !ways.is_empty() {
        lines.push(format!("ways lead to {}", ways.join(" ")));
    }
    if may_end && passed > 0 {
        lines.push(format!("the move can end on {}", name(cells[passed - 1])));
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::{AnyGame, rules_files};

    #[test]
    fn what_the_rules_force_after_a_move_is_told() {
        let variant = rules_files().find(|variant| variant.name == "draughts").expect("it comes with the program");
        let rules = variant.default_rules();
        let game = AnyGame::new(rules.clone()).expect("a game");
        let start = game.format_position(&game.start());
        // The man at the edge has one way to go; the one beside it has two.
        assert_eq!(forced(&rules, &start, "h6").expect("legal"), ["b on g5"]);
        assert!(forced(&rules, &start, "f6").expect("legal").is_empty());
        assert!(forced(&rules, &start, "a1").is_err());
    }
}
