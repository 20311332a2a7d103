use super::board::{Board, Cell, Plan, Shape, assemble, check_size};
use super::cursor::Cursor;
use super::macros::Section;
use super::names::Names;
use super::source::{CellNames, Problem, Span};

/// A line of a board: pieces, `None` where there is no cell.
type Line = Vec<Option<u8>>;

pub(super) fn read(section: &Section, names: &mut Names) -> Result<Board, Problem> {
    let mut cursor = Cursor::new(&section.tokens, section.heading);
    let generator = cursor.peek().and_then(|token| token.name()).cloned();
    let is_call = cursor.sees_second("(");
    let board = match generator.as_deref() {
        Some("rectangle") if is_call => rectangle(&mut cursor, names, section.heading)?,
        Some("hexagon") if is_call => hexagon(&mut cursor, names, section.heading)?,
        Some("cuboid") if is_call => cuboid(&mut cursor, names, section.heading)?,
        _ => super::graph::read(&mut cursor, names, section.heading)?,
    };
    cursor.end("the end of the board")?;
    Ok(board)
}

/// Rows of squares, the uppermost first: play begins at the upper left corner.
fn rectangle(cursor: &mut Cursor, names: &mut Names, heading: Span) -> Result<Board, Problem> {
    let directions = directions::<4>(cursor, names)?;
    let lines = lines(cursor, names)?;
    cursor.expect(")")?;
    let plans = layers(&[lines], directions, None);
    assemble(Shape::Rectangle, plans, &names.directions, heading)
}

fn cuboid(cursor: &mut Cursor, names: &mut Names, heading: Span) -> Result<Board, Problem> {
    let [up, down, left, right, front, back] = directions::<6>(cursor, names)?;
    let mut all: Vec<Vec<Line>> = Vec::new();
    while cursor.sees("[") {
        let at = cursor.expect("[")?;
        let layer = lines(cursor, names)?;
        cursor.expect("]")?;
        if all.first().is_some_and(|first| first.len() != layer.len() || first[0].len() != layer[0].len()) {
            return Err(Problem::at(at, "this layer differs in size from the one before"));
        }
        check_size(all.iter().flatten().chain(&layer).map(Vec::len).sum(), at)?;
        all.push(layer);
    }
    cursor.expect(")")?;
    let plans = layers(&all, [up, down, left, right], Some([front, back]));
    assemble(Shape::Cuboid, plans, &names.directions, heading)
}

/// Rectangles, drawn side by side, with edges between neighbouring layers.
fn layers(all: &[Vec<Line>], [up, down, left, right]: [u8; 4], between: Option<[u8; 2]>) -> Vec<Plan> {
    let (depth, height) = (all.len() as i32, all.first().map_or(0, Vec::len) as i32);
    let width = all.first().and_then(|layer| layer.first()).map_or(0, Vec::len) as i32;
    let piece = |x: i32, y: i32, z: i32| {
        let inside = (0..width).contains(&x) && (0..height).contains(&y) && (0..depth).contains(&z);
        inside.then(|| all[z as usize][y as usize][x as usize]).flatten()
    };
    let places: Vec<(i32, i32, i32)> = (0..depth)
        .flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| (z, y, x))))
        .filter(|&(z, y, x)| piece(x, y, z).is_some())
        .collect();
    let plan = |&(z, y, x): &(i32, i32, i32)| {
        let mut steps = vec![(up, (z, y - 1, x)), (down, (z, y + 1, x)), (left, (z, y, x - 1)), (right, (z, y, x + 1))];
        if let Some([front, back]) = between {
            steps.extend([(front, (z + 1, y, x)), (back, (z - 1, y, x))]);
        }
        let known = |(direction, to)| Some((direction, places.binary_search(&to).ok()?));
        let edges = steps.into_iter().filter_map(known).collect();
        let layer = if depth > 1 { letters(z) } else { String::new() };
        let cell = Cell {
            name: coordinates(x, height - 1 - y) + &layer,
            x: (x + z * (width + 1)) as f32,
            y: y as f32,
            piece: piece(x, y, z).unwrap_or(0),
        };
        Plan { cell, edges }
    };
    places.iter().map(plan).collect()
}

/// Rows of hexagons: down to the longest row, each row is one cell longer than the one above; from there on, one cell
/// shorter.
fn hexagon(cursor: &mut Cursor, names: &mut Names, heading: Span) -> Result<Board, Problem> {
    let [nw, ne, e, se, sw, w] = directions::<6>(cursor, names)?;
    let lines = ragged_lines(cursor, names)?;
    cursor.expect(")")?;
    let mut peak = lines.len() - 1;
    for (row, pair) in lines.windows(2).enumerate() {
        let (above, below) = (pair[0].0.len(), pair[1].0.len());
        if peak == lines.len() - 1 && below + 1 == above {
            peak = row;
        } else if below != if row < peak { above + 1 } else { above - 1 } {
            let expected = if row < peak { "one cell longer or shorter" } else { "one cell shorter" };
            return Err(Problem::at(pair[1].1, format!("expected a line {expected} than the one above")));
        }
    }
    let widest = lines[peak].0.len();
    let is_rhombus = lines.len() > 1 && lines.len() == 2 * widest - 1 && peak + 1 == widest;
    let mut places = Vec::new();
    for (row, (line, _)) in lines.iter().enumerate() {
        places
            .extend(line.iter().enumerate().filter(|(_, piece)| piece.is_some()).map(|(x, _)| (row as i32, x as i32)));
    }
    let index = |row: i32, x: i32| places.binary_search(&(row, x)).ok();
    let plans = places.iter().map(|&(row, x)| {
        // In the lower half the column of the upper left neighbour is one less.
        let (above, below) = (i32::from(row > peak as i32), i32::from(row < peak as i32));
        let steps = [
            (nw, row - 1, x - 1 + above),
            (ne, row - 1, x + above),
            (e, row, x + 1),
            (se, row + 1, x + below),
            (sw, row + 1, x - 1 + below),
            (w, row, x - 1),
        ];
        let edges = steps.iter().filter_map(|&(direction, row, x)| Some((direction, index(row, x)?))).collect();
        let line = &lines[row as usize].0;
        let cell = Cell {
            name: match is_rhombus {
                // As on a board of Hex: letters run from the top corner down the left upper edge, numbers down the
                // right upper edge.
                true => {
                    let right = x + (row - peak as i32).max(0);
                    coordinates(row - right, right)
                }
                false => letters(lines.len() as i32 - 1 - row) + &(x + 1).to_string(),
            },
            x: x as f32 + (widest - line.len()) as f32 / 2.0,
            y: row as f32,
            piece: line[x as usize].unwrap_or(0),
        };
        Plan { cell, edges }
    });
    assemble(Shape::Hexagon, plans.collect(), &names.directions, heading)
}

/// `(name, name, ...,`: a generator's directions, in its order.
fn directions<const N: usize>(cursor: &mut Cursor, names: &mut Names) -> Result<[u8; N], Problem> {
    cursor.next();
    cursor.expect("(")?;
    let mut directions = [0; N];
    for direction in &mut directions {
        let (name, span) = cursor.name("the name of a direction")?;
        *direction = names.declare_direction(&name, span)?;
        cursor.expect(",")?;
    }
    Ok(directions)
}

fn lines(cursor: &mut Cursor, names: &Names) -> Result<Vec<Line>, Problem> {
    let lines = ragged_lines(cursor, names)?;
    let len = lines[0].0.len();
    if let Some((line, at)) = lines.iter().find(|(line, _)| line.len() != len) {
        let message = format!("this line has {} cells: expected {len} as in the first", line.len());
        return Err(Problem::at(*at, message));
    }
    Ok(lines.into_iter().map(|(line, _)| line).collect())
}

/// `[a, b, , c]` several times: at least one line of at least one entry.
fn ragged_lines(cursor: &mut Cursor, names: &Names) -> Result<Vec<(Line, Span)>, Problem> {
    let mut lines = Vec::new();
    let mut total = 0;
    loop {
        let at = cursor.expect("[")?;
        let mut line = Vec::new();
        loop {
            line.push(if cursor.sees(",") || cursor.sees("]") { None } else { Some(names.piece(cursor)?) });
            if !cursor.skip(",") {
                break;
            }
        }
        if !cursor.skip("]") {
            return Err(cursor.expected("`,` or `]`"));
        }
        total += line.len();
        // Entries may be ten times as many as cells, since cells may be missing.
        check_size(total / 10, at)?;
        lines.push((line, at));
        if !cursor.sees("[") {
            return Ok(lines);
        }
    }
}

/// Names the cells of a rectangle.
pub(super) fn name_cells(board: &mut Board, names: CellNames) {
    let lowest = board.cells.iter().map(|cell| cell.y as i32).max().unwrap_or(0);
    for cell in &mut board.cells {
        let (x, up) = (cell.x as i32, lowest - cell.y as i32);
        cell.name = match names {
            CellNames::FromBelow => coordinates(x, up),
            CellNames::FromAbove => coordinates(x, cell.y as i32),
            CellNames::WithBetween => {
                let place = [["", "h"], ["v", "c"]][x as usize % 2][up as usize % 2];
                coordinates(x / 2, up / 2) + place
            }
        };
    }
}

/// `a1` at the lower left.
fn coordinates(x: i32, y: i32) -> String {
    letters(x) + &(y + 1).to_string()
}

/// `a` to `z`, `aa`, `ab` and so on.
fn letters(index: i32) -> String {
    let last = char::from(b'a' + (index % 26) as u8);
    if index < 26 { last.to_string() } else { letters(index / 26 - 1) + &last.to_string() }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;

    fn board(text: &str) -> Result<super::Board, String> {
        let file = format!("#players = a(1), b(1) #pieces = e, w #variables = #board = {text} #rules = ->a {{}}");
        Rules::parse("t", &file).map(|rules| rules.board().clone()).map_err(|error| error.to_string())
    }

    #[test]
    fn rectangles_begin_at_the_upper_left() {
        let board = board("rectangle(up,down,left,right,[e,w][,e])").unwrap();
        let names: Vec<&str> = board.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names, ["a2", "b2", "b1"]);
        assert_eq!(board.neighbour(2, 0), Some(1));
        assert_eq!((board.neighbour(0, 3), board.neighbour(0, 1)), (Some(1), None));
        assert_eq!(board.cells[1].piece, 1);
    }

    #[test]
    fn cuboids_have_layers() {
        let board = board("cuboid(up,down,left,right,front,back,[[e,e][,w]][[w,w][w,w]])").unwrap();
        let names: Vec<&str> = board.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names, ["a2a", "b2a", "b1a", "a2b", "b2b", "a1b", "b1b"]);
        assert_eq!((board.neighbour(0, 4), board.neighbour(5, 5), board.neighbour(6, 5)), (Some(3), None, Some(2)));
    }

    #[test]
    fn hexagons_grow_and_shrink() {
        let board = board("hexagon(NW,NE,E,SE,SW,W,[e][e,e][e])").unwrap();
        assert_eq!((board.neighbour(0, 3), board.neighbour(0, 4)), (Some(2), Some(1)));
        assert_eq!((board.neighbour(3, 0), board.neighbour(3, 1)), (Some(1), Some(2)));
        assert_eq!((board.neighbour(1, 3), board.neighbour(1, 4), board.neighbour(1, 2)), (Some(3), None, Some(2)));
    }

    #[test]
    fn a_rhombus_has_letters_along_one_edge_and_numbers_along_the_other() {
        let names = |text: &str| Vec::from_iter(board(text).unwrap().cells.iter().map(|cell| cell.name.clone()));
        let rhombus = "hexagon(NW,NE,E,SE,SW,W,[e][e,e][e,e,e][e,e][e])";
        assert_eq!(names(rhombus), ["a1", "b1", "a2", "c1", "b2", "a3", "c2", "b3", "c3"]);
        assert_eq!(names("hexagon(NW,NE,E,SE,SW,W,[e,e][e,e,e][e,e])"), ["c1", "c2", "b1", "b2", "b3", "a1", "a2"]);
    }

    #[test]
    fn a_line_of_another_length_is_refused() {
        assert!(board("rectangle(up,down,left,right,[e,w][e])").unwrap_err().contains("expected 2 as in the first"));
        assert!(board("hexagon(NW,NE,E,SE,SW,W,[e][e,e][e][e,e])").unwrap_err().contains("one cell shorter"));
        let large = "[".to_owned() + &"e,".repeat(49) + "e]";
        assert!(
            board(&format!("rectangle(u,d,l,r,{})", large.repeat(41))).unwrap_err().contains("more than 2000 cells")
        );
    }
}
