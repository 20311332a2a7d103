use super::{RulesGame, of_rules};
use crate::game::{Notation, Rules};
use crate::rbg::Why;
use anyhow::{Context, Result, bail};
use std::sync::Arc;

/// Why a whole move, as `b2-c3`, is legal or not in a position of a game by these rules, in several lines.
///
/// # Errors
/// The rules are from no file, or a cell of the move is not on its board.
pub fn why(rules: &Rules, position: &str, mv: &str) -> Result<String> {
    let file = of_rules(rules).with_context(|| {
        format!(
            "the rules of {} are not in a file of rules: expected a game such as breakthrough",
            rules.variant().name
        )
    })?;
    let file = file.map_err(anyhow::Error::msg)?;
    let game = RulesGame::new(rules.clone(), Arc::clone(&file));
    let position = game.parse_position(position)?;
    let name = |cell: u16| file.rules.board().cells[usize::from(cell)].name.as_str();
    let mut cells = Vec::new();
    for word in mv.split('-').filter(|_| mv != "pass") {
        let word = word.split(['=', '#']).next().unwrap_or_default();
        match file.rules.board().cells.iter().position(|cell| cell.name == word) {
            Some(cell) => cells.push(cell as u16),
            None => bail!("`{word}` is no cell: expected a move as b2-c3, or pass"),
        }
    }
    let mut state = file.rules.start();
    file.packing.unpack(&position, &mut state);
    let Why::Stuck { passed, obstacles, ways, may_end } = file.rules.why(&state, &cells) else {
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
