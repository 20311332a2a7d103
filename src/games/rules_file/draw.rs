use super::file::RulesFile;
use super::picture;
use super::position::Position;
use crate::game::Number;
use std::collections::BTreeMap;
use std::ops::Range;

/// The board with the letters of its pieces in place, and with the lines of a graph if there is room for them between
/// the letters. If the names of cells are a column and a row, both stand beside the board. The scores and the other
/// numbers follow.
pub fn draw(file: &RulesFile, position: &Position, numbers: &[Number]) -> String {
    let cells = &file.rules.board().cells;
    // In half columns, so that rows of hexagons can be shifted.
    let half = |at: f32| (at * 2.0).round() as i64;
    let places = Vec::from_iter(cells.iter().map(|cell| [half(cell.x), half(cell.y)]));
    let mut lines: BTreeMap<i64, BTreeMap<i64, char>> = BTreeMap::new();
    for (index, &[x, y]) in places.iter().enumerate() {
        let letter = file.letters[file.packing.piece(position, index) as usize];
        lines.entry(y).or_default().insert(x, letter);
    }
    for ends in file.heading.picture.edges(file.rules.board()) {
        let [from, to] = ends.map(|end| places[usize::from(end)]);
        for (x, y, stroke) in strokes(from, to) {
            if let Some(line) = lines.get_mut(&y) {
                line.entry(x).or_insert(stroke);
            }
        }
    }
    let named = |at: &dyn Fn(usize) -> i64, part: &dyn Fn(&str) -> String| -> Option<BTreeMap<i64, String>> {
        let mut names = BTreeMap::new();
        let is_between =
            |index: usize| file.heading.picture.has_slots() && places[index].iter().any(|at| at / 2 % 2 != 0);
        for (index, cell) in cells.iter().enumerate().filter(|&(index, _)| !is_between(index)) {
            let name = part(&cell.name);
            if *names.entry(at(index)).or_insert_with(|| name.clone()) != name || name.is_empty() {
                return None;
            }
        }
        Some(names)
    };
    let digits = |name: &str| name.trim_start_matches(|c: char| c.is_ascii_lowercase()).to_owned();
    let letters = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let rows = named(&|index| places[index][1], &digits);
    let columns = named(&|index| places[index][0], &letters);
    let margin = rows.as_ref().map_or(0, |rows| rows.values().map(|row| row.chars().count()).max().unwrap_or(0));
    let mut text = String::new();
    for (y, line) in &lines {
        let label = rows.as_ref().and_then(|rows| rows.get(y)).map_or("", String::as_str);
        let last = line.keys().next_back().copied().unwrap_or(0);
        let row: String = (0..=last).map(|x| line.get(&x).copied().unwrap_or(' ')).collect();
        text += format!("{label:>margin$} {row}").trim_end();
        text.push('\n');
    }
    if let Some(columns) = columns.filter(|_| rows.is_some()) {
        let last = columns.keys().next_back().copied().unwrap_or(0);
        let row: String =
            (0..=last).map(|x| columns.get(&x).and_then(|name| name.chars().next()).unwrap_or(' ')).collect();
        text += format!("{:>margin$} {row}\n", "").as_str();
    }
    let owned = file.heading.borders.iter().map(|part| format!("{}: {}", part.player, part.directions.join(" ")));
    let owned = Vec::from_iter(owned).join(", ");
    if !owned.is_empty() {
        text += &format!("borders of {owned}\n");
    }
    text += &picture::text(numbers, |side| file.players[side.index()].clone());
    let variables = file.rules.variables();
    let told = |places: Range<usize>| {
        let unseen = places.filter(|&place| !file.heading.picture.shows(&variables[place], place < 2));
        Vec::from_iter(unseen.map(|place| format!("{} {}", variables[place], file.packing.variable(position, place))))
    };
    // The first two variables are the scores, which rules set before they know whether the game continues.
    let (scores, others) = (told(0..2).join(", "), told(2..variables.len()).join("  "));
    if !scores.is_empty() && file.rules.counts_scores() {
        text += &format!("if the game ended here: {scores}\n");
    }
    if !others.is_empty() {
        text += &others;
        text.push('\n');
    }
    text
}

/// The characters of a line between two places, with the place of each.
fn strokes([x, y]: [i64; 2], to: [i64; 2]) -> impl Iterator<Item = (i64, i64, char)> {
    let (across, down) = (to[0] - x, to[1] - y);
    let length = across.abs().max(down.abs());
    let stroke = match (across.signum() * down.signum(), across) {
        (1, _) => '\\',
        (-1, _) => '/',
        (_, 0) => '|',
        _ => '-',
    };
    let passed = (1..length).filter(move |step| across * step % length == 0 && down * step % length == 0);
    passed.map(move |step| (x + across * step / length, y + down * step / length, stroke))
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Notation};
    use crate::games::{AnyGame, rules_files};

    #[test]
    fn graphs_are_drawn_with_their_lines() {
        let variant =
            rules_files().find(|variant| variant.name == "nine-mens-morris").expect("it comes with the program");
        let game = AnyGame::new(variant.default_rules()).expect("a game");
        let expected = "\
7 .-----.-----.
6 | .---.---. |
5 | | .-.-. | |
4 .-.-.   .-.-.
3 | | .-.-. | |
2 | .---.---. |
1 .-----.-----.
  a b c d e f g
";
        assert!(game.draw(&game.start()).starts_with(expected), "{}", game.draw(&game.start()));
    }
}
