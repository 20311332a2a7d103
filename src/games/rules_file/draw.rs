use super::file::RulesFile;
use super::position::Position;
use std::collections::BTreeMap;

/// The board with its pieces' letters, as it lies; where names of cells are a column and a row, these beside it. Then the
/// scores and the other numbers.
pub fn draw(file: &RulesFile, position: &Position) -> String {
    let cells = &file.rules.board().cells;
    // Half columns, so that rows of hexagons can be shifted.
    let column = |x: f32| (x * 2.0).round() as usize;
    let mut lines: BTreeMap<i64, BTreeMap<usize, char>> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        let letter = file.letters[file.packing.piece(position, index) as usize];
        lines.entry((cell.y * 2.0).round() as i64).or_default().insert(column(cell.x), letter);
    }
    let named = |at: &dyn Fn(usize) -> i64, part: &dyn Fn(&str) -> String| -> Option<BTreeMap<i64, String>> {
        let mut names = BTreeMap::new();
        for (index, cell) in cells.iter().enumerate() {
            let name = part(&cell.name);
            if *names.entry(at(index)).or_insert_with(|| name.clone()) != name || name.is_empty() {
                return None;
            }
        }
        Some(names)
    };
    let digits = |name: &str| name.trim_start_matches(|c: char| c.is_ascii_lowercase()).to_owned();
    let letters = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let rows = named(&|index| (cells[index].y * 2.0).round() as i64, &digits);
    let columns = named(&|index| column(cells[index].x) as i64, &letters);
    let margin = rows.as_ref().map_or(0, |rows| rows.values().map(|row| row.chars().count()).max().unwrap_or(0));
    let mut text = String::new();
    for (y, line) in &lines {
        let label = rows.as_ref().map_or("", |rows| rows[y].as_str());
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
    let variables = file.rules.variables().iter().enumerate();
    let mut told = variables.map(|(index, name)| format!("{name} {}", file.packing.variable(position, index)));
    // The first two are the scores, which rules set before they know whether the game goes on.
    let scores = Vec::from_iter(told.by_ref().take(2)).join(", ");
    text += &format!("if the game ended here: {scores}\n");
    let numbers = Vec::from_iter(told).join("  ");
    if !numbers.is_empty() {
        text += &numbers;
        text.push('\n');
    }
    text
}
