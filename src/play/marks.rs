//! Colours for a drawing: the men by side, and the cells that the last move changed.

use crate::game::{AnyGame, Notation, Side};
use anstyle::{AnsiColor, Style};

/// The style of a side's men.
fn style(side: Side) -> Style {
    match side {
        Side::First => AnsiColor::Cyan.on_default().bold(),
        Side::Second => AnsiColor::Yellow.on_default().bold(),
    }
}

/// Characters of cells that are no letters: empty ones, and marked ones.
const SIGNS: [char; 3] = ['.', '*', '#'];

/// The drawing `now` in colour, with the cells inverted that differ from `before`. Works for every game: a cell is a
/// letter or sign that stands alone. Lines of which more than half changed are not marked: they have shifted as a
/// whole.
pub fn colour(game: &AnyGame, before: &str, now: &str) -> String {
    let mut coloured = String::new();
    let mut old = before.lines();
    for line in now.lines() {
        let (was, is) = (Vec::from_iter(old.next().unwrap_or("").chars()), Vec::from_iter(line.chars()));
        let differs = |at: usize| was.get(at).unwrap_or(&' ') != &is[at];
        let few = 2 * (0..is.len()).filter(|&at| differs(at)).count() <= is.iter().filter(|c| **c != ' ').count();
        let word = |at: Option<usize>| at.and_then(|at| is.get(at)).is_some_and(|c| c.is_alphanumeric());
        for (at, &c) in is.iter().enumerate() {
            let sign = c.is_alphabetic() || SIGNS.contains(&c);
            let cell = sign && !word(at.checked_sub(1)) && !word(Some(at + 1));
            let man = if cell { game.man_drawn(&is, at).map_or(Style::new(), style) } else { Style::new() };
            let shown = if few && cell && differs(at) { man.invert() } else { man };
            coloured += &format!("{shown}{c}{shown:#}");
        }
        coloured.push('\n');
    }
    coloured
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rules;

    #[test]
    fn men_and_changed_cells_are_shown() {
        let loa = AnyGame::new(rules::<&str, &str>("loa", []).unwrap()).unwrap();
        let before = "  2 X . O 2\n  1 . . . 1\n    a b c\n moves: 9\n";
        let now = "  2 . . O 2\n  1 . X . 1\n    a b c\n moves: 10\n";
        let [first, second, none] = [style(Side::First), style(Side::Second), Style::new()];
        let show = |style: Style, c: char| format!("{style}{c}{style:#}");
        let expected = format!(
            "  2 {} . {} 2\n  1 . {} . 1\n    a b c\n moves: 10\n",
            show(none.invert(), '.'),
            show(second, 'O'),
            show(first.invert(), 'X')
        );
        assert_eq!(colour(&loa, before, now), expected);
        // Marks in a line that shifts as a whole would be meaningless.
        assert_eq!(colour(&loa, "a b a b b", "b a b b"), "b a b b\n");
    }
}
