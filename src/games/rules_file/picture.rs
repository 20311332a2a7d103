//! The heading's keys for how positions are shown: lines between points, narrow rows, blocks, numbers beside the board.

use super::layout::places;
use super::position::{Packing, Position};
use crate::game::{BoardCell, Card, Look, Number, Side, Tile};
use crate::rbg::{Board, Rules, Shape};
use crate::text::{is_seen, shown};
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// The most characters of a line of words, which lists and views show.
pub const LONGEST_LINE: usize = 500;

/// Width of the rows and columns that the heading makes narrow, in cells.
const NARROW: f32 = 0.3;

/// The most repeated items of each kind, and the most steps of a line: a board is drawn for each position sent to a
/// page.
const MOST: usize = 32;

/// The most lines of a board and ways of its cards, together.
const MOST_STROKES: usize = 128;

/// The lines of a heading about pictures, each with its number in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    numbers: Vec<(usize, NumberWords)>,
    lines: Option<(usize, Vec<Stroke>)>,
    loops: Option<(usize, Vec<u16>)>,
    slots: Option<usize>,
    grid: Option<(usize, Grid)>,
    chequered: Option<usize>,
    /// Pieces with a look of their own.
    looks: Vec<(usize, String, PieceLook)>,
    /// Pieces that are halves, each with the direction of the other half.
    halves: Vec<(usize, String, String)>,
    /// Pieces that are cards, each with the ways that men go by it.
    cards: Vec<(usize, String, Vec<Stroke>)>,
    /// Cells that belong to a player: the line in the file, the player, the cells.
    zones: Vec<(usize, String, Vec<String>)>,
    /// Cells for the units of a number, and cells for its tens.
    tens: Vec<(usize, String, String)>,
    /// Signs for cells at which a turn continues.
    targets: Vec<(usize, Vec<String>, char)>,
    /// What a turn begins with, in words for people.
    begin: Option<String>,
    /// What to choose when a turn continues.
    next: Option<String>,
    has_chessmen: bool,
    score: Option<Score>,
}

/// The place of each side's count.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Score {
    AtTheEnd,
    /// Shown beside the board throughout the game, under this name.
    Always(String),
}

/// Heavy lines of the board, at regular distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    /// Number of rows and columns from one line to the next.
    every: u16,
    is_won_by_lines: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceLook {
    Block,
    Sign,
    Area,
    Chessman(char),
}

impl PieceLook {
    /// The key of the heading for this kind.
    fn key(self) -> &'static str {
        match self {
            PieceLook::Block => "blocks",
            PieceLook::Sign => "signs",
            PieceLook::Area => "areas",
            PieceLook::Chessman(_) => "figures",
        }
    }
}

/// The two sides of `=`, if both are there.
fn equation(text: &str) -> Option<(&str, &str)> {
    let (left, right) = text.split_once('=')?;
    Some((left.trim(), right.trim())).filter(|(left, right)| !left.is_empty() && !right.is_empty())
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn one_character(text: &str) -> Option<char> {
    let mut all = text.chars();
    all.next().filter(|_| all.next().is_none())
}

const CHESSMEN: &str = "KQRBNP";

#[derive(Clone, Debug, PartialEq, Eq)]
struct NumberWords {
    /// The player whose number it is, if it is one player's.
    player: Option<String>,
    variable: String,
    words: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Stroke {
    /// The directions from one end to the other, in order.
    way: Vec<String>,
    /// Whether the line exists only at cells of the lower left corner's colour on a chessboard.
    from_even: bool,
}

impl Picture {
    /// The keys of a heading that are about pictures.
    pub const KEYS: [&str; 18] = [
        "number",
        "score",
        "lines",
        "loops",
        "slots",
        "grid",
        "chequered",
        "blocks",
        "halves",
        "signs",
        "areas",
        "cards",
        "zones",
        "tens",
        "targets",
        "begin",
        "next",
        "figures",
    ];

    /// Parses a line of the heading; returns whether its key is one of these.
    ///
    /// # Errors
    /// The expected value.
    pub fn set(&mut self, key: &str, value: &str, line: usize) -> Result<bool, String> {
        match key {
            "number" => self.numbers.push((line, NumberWords::read(value)?)),
            "lines" => {
                let expected =
                    "expected directions, each to a neighbour that a line joins, as `up, right` or `up right of a1`";
                self.lines = Some((line, Stroke::read_all(value).ok_or(expected)?));
            }
            "cards" => {
                let expected = "expected a piece and where men go by this card, as `tiger = up up, down`";
                let (piece, ways) = equation(value).ok_or(expected)?;
                let ways = Stroke::read_all(ways).filter(|ways| !ways.iter().any(|way| way.from_even));
                self.cards.push((line, piece.to_owned(), ways.ok_or(expected)?));
            }
            "halves" => {
                for part in value.split(',') {
                    let expected = "expected pieces and where the other half lies, as `v = down, h = right`";
                    let (piece, way) = equation(part).ok_or(expected)?;
                    self.halves.push((line, piece.to_owned(), way.to_owned()));
                }
            }
            "zones" => {
                for part in value.split(',') {
                    let expected = "expected players and their cells, as `white = f1 f2, black = f4 f5`";
                    let (player, cells) = equation(part).ok_or(expected)?;
                    self.zones.push((line, player.to_owned(), words(cells)));
                }
            }
            "tens" => {
                for pair in value.split_whitespace() {
                    let expected = "expected cells with units and cells with their tens, as `a2=a1 b2=b1`";
                    let (units, tens) = equation(pair).ok_or(expected)?;
                    self.tens.push((line, units.to_owned(), tens.to_owned()));
                }
            }
            "targets" => {
                let expected =
                    "expected cells and the sign that stands for them where a turn goes on, as `c2 f2 = \u{21bb}`";
                let (cells, sign) = equation(value).ok_or(expected)?;
                let sign = one_character(sign).filter(|&sign| is_seen(sign));
                self.targets.push((line, words(cells), sign.ok_or(expected)?));
            }
            "begin" => {
                let expected = "expected what a turn begins with, as `move a stone, or place one`";
                self.begin = Some(shown(value, LONGEST_LINE)?.ok_or(expected)?);
            }
            "next" => {
                let expected = "expected what is to be chosen when a turn goes on, as `choose where the arrow lands`";
                self.next = Some(shown(value, LONGEST_LINE)?.ok_or(expected)?);
            }
            "loops" => {
                let radius = |word: &str| word.trim().parse().ok().filter(|&line: &u16| line > 1).map(|line| line - 1);
                let loops = value.split(',').map(radius).collect::<Option<_>>();
                let expected = "expected which lines, counted from the rim, loops join round each corner, as `2, 3`";
                self.loops = Some((line, loops.ok_or(expected)?));
            }
            "slots" => match value {
                "even" => self.slots = Some(line),
                _ => return Err("expected `even`: rows and columns with even numbers are narrow".to_owned()),
            },
            "grid" => {
                let (number, is_won_by_lines) = match value.strip_suffix("won by lines") {
                    Some(number) => (number.trim_end().trim_end_matches(','), true),
                    None => (value, false),
                };
                let every = number.parse().ok().filter(|every| (2..100).contains(every));
                let expected = "expected a number of rows, 2 or more, as `3` or `3, won by lines`";
                self.grid = Some((line, Grid { every: every.ok_or(expected)?, is_won_by_lines }));
            }
            "chequered" => match value {
                "yes" => self.chequered = Some(line),
                "no" => self.chequered = None,
                _ => return Err("expected `yes` or `no`".to_owned()),
            },
            "blocks" | "signs" | "areas" => {
                let look = match key {
                    "blocks" => PieceLook::Block,
                    "signs" => PieceLook::Sign,
                    _ => PieceLook::Area,
                };
                self.looks.extend(words(value).into_iter().map(|name| (line, name, look)));
            }
            "figures" if value == "chess" => self.has_chessmen = true,
            "figures" => {
                let expected = "expected `chess`, where men are drawn by their letters K, Q, R, B, N, P, or pieces and one of these, as \
                     `w b = N`";
                let (names, figure) = equation(value).ok_or(expected)?;
                let figure = one_character(figure).filter(|&letter| CHESSMEN.contains(letter));
                let look = PieceLook::Chessman(figure.ok_or(expected)?);
                self.looks.extend(words(names).into_iter().map(|name| (line, name, look)));
            }
            "score" => {
                let words = || shown(value, LONGEST_LINE);
                let expected = "expected what is counted, as `discs`, or `at the end`: then it is not shown before";
                self.score = match value {
                    "at the end" => Some(Score::AtTheEnd),
                    _ => Some(Score::Always(words()?.ok_or(expected)?)),
                }
            }
            _ => return Ok(false),
        }
        let cards = self.cards.iter().flat_map(|(_, _, ways)| ways);
        let strokes = self.lines.iter().flat_map(|(_, strokes)| strokes).chain(cards);
        let targets = self.targets.iter().map(|(_, cells, _)| cells.len()).max().unwrap_or(0);
        let longest = strokes.clone().map(|stroke| stroke.way.len()).max().unwrap_or(0);
        let loops = self.loops.iter().map(|(_, loops)| loops.len()).sum();
        let zones = self.zones.iter().map(|(_, _, cells)| cells.len()).max().unwrap_or(0).max(self.zones.len());
        let targets = targets.max(self.targets.len()).max(zones);
        let looks = self.looks.len() + self.halves.len();
        let counts = [self.numbers.len(), looks, self.cards.len(), self.tens.len(), targets, longest, loops];
        match counts.iter().all(|&count| count <= MOST) && strokes.count() <= MOST_STROKES {
            true => Ok(true),
            false => Err(format!("expected at most {MOST}")),
        }
    }

    /// Checks that the rules have everything that the heading mentions.
    ///
    /// # Errors
    /// The line, and the expected text.
    pub fn check(&self, rules: &Rules) -> Result<(), String> {
        let board = rules.board();
        let rectangle = |line: usize, key: &str| match board.shape {
            Shape::Rectangle => Ok(()),
            _ => Err(format!("{line}: `//! {key}`: expected a rectangle as board")),
        };
        let (all, players) = (rules.variables(), &rules.variables()[..2]);
        for (line, NumberWords { player, variable, .. }) in &self.numbers {
            let key = (*line, "number");
            player.as_ref().map_or(Ok(()), |player| is_one_of(key, "player", player, players))?;
            is_one_of(key, "variable", variable, all)?;
        }
        for (line, player, _) in &self.zones {
            is_one_of((*line, "zones"), "player", player, players)?;
        }
        if let Some((line, strokes)) = &self.lines {
            rectangle(*line, "lines")?;
            for name in strokes.iter().flat_map(|stroke| &stroke.way) {
                is_one_of((*line, "lines"), "direction", name, &board.directions)?;
            }
        }
        if let Some((line, loops)) = &self.loops {
            let most = columns_and_rows(board).into_iter().min().unwrap_or(0);
            if self.lines.is_none() || loops.iter().any(|&radius| u32::from(radius) >= most) {
                return Err(format!("{line}: `//! loops`: expected a line `//! lines` and numbers from 2 to {most}"));
            }
        }
        if let Some(line) = self.slots {
            rectangle(line, "slots")?;
            if self.lines.is_some() {
                return Err(format!("{line}: `//! slots`: expected either this or `//! lines`"));
            }
        }
        for (line, key) in [(self.grid.map(|grid| grid.0), "grid"), (self.chequered, "chequered")] {
            line.map_or(Ok(()), |line| rectangle(line, key))?;
        }
        let targets =
            self.targets.iter().flat_map(|(line, cells, _)| cells.iter().map(move |cell| (line, "targets", cell)));
        let tens = self.tens.iter().flat_map(|(line, units, tens)| [(line, "tens", units), (line, "tens", tens)]);
        let zones = self.zones.iter().flat_map(|(line, _, cells)| cells.iter().map(move |cell| (line, "zones", cell)));
        let mut cells = targets.chain(tens).chain(zones);
        if let Some((line, key, unknown)) = cells.find(|(_, _, name)| cell_named(board, name).is_none()) {
            return Err(format!("{line}: `//! {key}`: no cell `{unknown}` on this board"));
        }
        for (line, _, way) in &self.halves {
            rectangle(*line, "halves")?;
            is_one_of((*line, "halves"), "direction", way, &board.directions)?;
        }
        for (line, _, ways) in &self.cards {
            rectangle(*line, "cards")?;
            if card(ways, board).is_none() {
                let (known, reach) = (board.directions.join(", "), Card::REACH);
                return Err(format!("{line}: `//! cards`: expected directions, {known}, at most {reach} each way"));
            }
        }
        let looks = self.looks.iter().map(|(line, name, look)| ((*line, look.key()), name));
        let halves = self.halves.iter().map(|(line, name, _)| ((*line, "halves"), name));
        let mut named = looks.chain(halves).chain(self.cards.iter().map(|(line, name, _)| ((*line, "cards"), name)));
        named.try_for_each(|(key, name)| is_one_of(key, "piece", name, rules.pieces()))
    }

    /// Whether rows or columns are narrow.
    pub fn has_slots(&self) -> bool {
        self.slots.is_some()
    }

    /// The look of a piece with that letter, if the heading has one.
    pub fn look(&self, board: &Board, piece: &str, letter: char) -> Option<Look> {
        if let Some((_, _, ways)) = self.cards.iter().find(|(_, name, _)| name == piece) {
            return card(ways, board).map(Look::Card);
        }
        if let Some((_, _, way)) = self.halves.iter().find(|(_, name, _)| name == piece) {
            return step(way, board).map(|(right, up)| Look::Half(right as i8, up as i8));
        }
        let upper = letter.to_ascii_uppercase();
        match self.looks.iter().find(|(_, name, _)| name == piece) {
            Some((_, _, PieceLook::Block)) => Some(Look::Block),
            Some((_, _, PieceLook::Sign)) => Some(Look::Sign(upper)),
            Some((_, _, PieceLook::Area)) => Some(Look::Area),
            Some((_, _, PieceLook::Chessman(figure))) => Some(Look::Chessman(*figure)),
            None => (self.has_chessmen && CHESSMEN.contains(upper)).then_some(Look::Chessman(upper)),
        }
    }

    /// Whether neighbouring cells differ in colour.
    pub fn is_chequered(&self) -> bool {
        self.chequered.is_some()
    }

    /// Number of rows and columns between heavy lines.
    pub fn grid(&self) -> Option<u16> {
        self.grid.map(|(_, grid)| grid.every)
    }

    /// Whether a part within heavy lines belongs to the side that has a whole line of it.
    pub fn is_won_by_lines(&self) -> bool {
        self.grid.is_some_and(|(_, grid)| grid.is_won_by_lines)
    }

    /// The cells that have a sign if a turn continues there, see [`crate::game::Board::targets`].
    pub fn targets(&self, board: &Board) -> Vec<(u16, char)> {
        let signs = self.targets.iter().flat_map(|(_, cells, sign)| cells.iter().map(move |cell| (cell, *sign)));
        signs.filter_map(|(cell, sign)| Some((cell_named(board, cell)?, sign))).collect()
    }

    pub fn begin(&self) -> Option<&String> {
        self.begin.as_ref()
    }

    /// What to choose when a turn continues.
    pub fn next(&self) -> Option<&String> {
        self.next.as_ref()
    }

    /// The cells that belong to a side, see [`crate::game::Board::zones`]. `sides` are those of both players.
    pub fn zones(&self, rules: &Rules, sides: [Side; 2]) -> Vec<(u16, Side)> {
        let side = |name: &str| rules.variables()[..2].iter().position(|player| **player == *name);
        let owned = self.zones.iter().flat_map(|(_, player, cells)| cells.iter().map(move |cell| (player, cell)));
        owned.filter_map(|(player, cell)| Some((cell_named(rules.board(), cell)?, sides[side(player)?]))).collect()
    }

    /// The cells with units and those with their tens, see [`crate::game::Board::tens`].
    pub fn tens(&self, board: &Board) -> Vec<[u16; 2]> {
        let pairs =
            self.tens.iter().filter_map(|(_, units, tens)| Some([cell_named(board, units)?, cell_named(board, tens)?]));
        pairs.collect()
    }

    /// Whether the running count is shown as points: if the heading's `score` says nothing else.
    pub fn shows_points(&self) -> bool {
        self.score.is_none()
    }

    pub fn tile(&self, board: &Board) -> Tile {
        match board.shape {
            Shape::Rectangle if self.lines.is_some() => Tile::Point,
            Shape::Rectangle | Shape::Cuboid => Tile::Square,
            Shape::Hexagon => Tile::Hexagon,
            Shape::Graph => Tile::Point,
        }
    }

    /// The cells as drawn.
    pub fn cells(&self, board: &Board) -> Vec<BoardCell> {
        let cells = board.cells.iter().zip(places(board)).map(|(cell, [x, y])| {
            let mut cell = BoardCell::new(cell.name.clone(), x, y);
            if self.has_slots() {
                (cell.x, cell.w) = with_slots(x);
                (cell.y, cell.h) = with_slots(y);
            }
            cell
        });
        cells.collect()
    }

    /// Pairs of points that lines join, each once: the edges of a graph, or those of the heading.
    pub fn edges(&self, board: &Board) -> Vec<[u16; 2]> {
        let mut edges = match &self.lines {
            Some((_, strokes)) => strokes.iter().flat_map(|stroke| stroke.edges(board)).collect(),
            None if board.shape == Shape::Graph => {
                let next = |from: usize| {
                    let all = (0..board.directions.len()).filter_map(move |direction| board.neighbour(from, direction));
                    all.map(move |to| edge(from, to))
                };
                Vec::from_iter((0..board.cells.len()).flat_map(next))
            }
            None => Vec::new(),
        };
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Distances from each corner of the lines that loops join, see [`crate::game::Board::loops`].
    pub fn loops(&self) -> Vec<u16> {
        self.loops.as_ref().map_or_else(Vec::new, |(_, loops)| loops.clone())
    }

    /// The numbers shown: the count of each player, if it has a name, then those of the heading, in its order. `sides`
    /// are those of both players.
    pub fn numbers(
        &self,
        (rules, packing): (&Rules, &Packing),
        position: &Position,
        counted: Option<[u16; 2]>,
        sides: [Side; 2],
    ) -> Vec<Number> {
        let score = match &self.score {
            Some(Score::Always(words)) => counted.map(|counted| [0, 1].map(|player| (words, player, counted[player]))),
            _ => None,
        };
        let score = score.into_iter().flatten();
        let score =
            score.map(|(words, player, value)| Number { words: words.clone(), side: Some(sides[player]), value });
        let place = |name: &str| rules.variables().iter().position(|variable| **variable == *name);
        let numbers = self.numbers.iter().filter_map(|(_, NumberWords { player, variable, words })| {
            let side = player.as_deref().and_then(place).map(|player| sides[player]);
            Some(Number { words: words.clone(), side, value: packing.variable(position, place(variable)?) })
        });
        score.chain(numbers).collect()
    }

    /// Whether this variable is shown; for scores, whether they are shown now or at the end.
    pub fn shows(&self, variable: &str, is_score: bool) -> bool {
        is_score && self.score.is_some() || self.numbers.iter().any(|(_, number)| number.variable == variable)
    }
}

impl NumberWords {
    /// Parses `white wLeft = walls left`, or `idle = moves without a capture`.
    fn read(value: &str) -> Result<NumberWords, String> {
        let (names, words) = value.split_once(" = ").unwrap_or_default();
        let words = shown(words, LONGEST_LINE)?;
        let names = Vec::from_iter(names.split_whitespace().map(str::to_owned));
        let (player, variable) = match <[String; 2]>::try_from(names) {
            Ok([player, variable]) => (Some(player), Some(variable)),
            Err(names) => (None, <[String; 1]>::try_from(names).ok().map(|[variable]| variable)),
        };
        let expected = "expected a variable, before it the player if it is one's own, and words, as `white wLeft = walls left` or \
             `idle = moves without a capture`";
        let (variable, words) = variable.zip(words).ok_or(expected)?;
        Ok(NumberWords { player, variable, words })
    }
}

impl Stroke {
    fn read_all(text: &str) -> Option<Vec<Stroke>> {
        text.split(',').map(Stroke::read).collect()
    }

    /// Parses `up right`, or `up right of a1`.
    fn read(text: &str) -> Option<Stroke> {
        let (way, from_even) = match text.trim().strip_suffix(" of a1") {
            Some(way) => (way, true),
            None => (text, false),
        };
        let way = Vec::from_iter(way.split_whitespace().map(str::to_owned));
        (!way.is_empty()).then_some(Stroke { way, from_even })
    }

    fn edges(&self, board: &Board) -> Vec<[u16; 2]> {
        let directions = Vec::from_iter(
            self.way.iter().filter_map(|name| board.directions.iter().position(|direction| **direction == **name)),
        );
        let places = places(board);
        let from = |cell: &usize| !self.from_even || places[*cell].iter().sum::<f32>().round() as i64 % 2 == 0;
        let end = |from: usize| directions.iter().try_fold(from, |cell, &direction| board.neighbour(cell, direction));
        (0..board.cells.len()).filter(from).filter_map(|from| Some(edge(from, end(from)?))).collect()
    }
}

/// Checks that a line of the heading, given by number and key, names a part of the rules.
fn is_one_of<S: Borrow<str>>((line, key): (usize, &str), kind: &str, name: &str, known: &[S]) -> Result<(), String> {
    match known.iter().any(|one| one.borrow() == name) {
        true => Ok(()),
        false => Err(format!("{line}: `//! {key}`: no {kind} `{name}`: expected one of {}", known.join(", "))),
    }
}

fn cell_named(board: &Board, name: &str) -> Option<u16> {
    board.cells.iter().position(|cell| cell.name == name).map(|cell| cell as u16)
}

/// Columns to the right and rows upwards of a rectangle's direction.
fn step(name: &str, board: &Board) -> Option<(i32, i32)> {
    // A rectangle's directions lead up, down, to the left and to the right, in this order.
    const STEPS: [(i32, i32); 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
    STEPS.get(board.directions.iter().position(|direction| **direction == *name)?).copied()
}

/// The card for these ways over a rectangle; `None` if one leads off the card, or has other directions.
fn card(ways: &[Stroke], board: &Board) -> Option<Card> {
    let mut card = Card::default();
    for Stroke { way, .. } in ways {
        let (right, ahead) =
            way.iter().try_fold((0, 0), |(x, y), name| step(name, board).map(|(dx, dy)| (x + dx, y + dy)))?;
        if !card.add(right, ahead) {
            return None;
        }
    }
    Some(card)
}

fn edge(from: usize, to: usize) -> [u16; 2] {
    [from.min(to) as u16, from.max(to) as u16]
}

/// The centre and the width of a column or a row if every second one is narrow.
fn with_slots(place: f32) -> (f32, f32) {
    let pairs = (place / 2.0).floor();
    let (offset, size) = match place as u32 % 2 {
        0 => (0.0, 1.0),
        _ => ((1.0 + NARROW) / 2.0, NARROW),
    };
    (pairs * (1.0 + NARROW) + offset, size)
}

fn columns_and_rows(board: &Board) -> [u32; 2] {
    let most = |of: fn(&[f32; 2]) -> f32| places(board).iter().map(of).fold(0.0, f32::max) as u32 + 1;
    [most(|place| place[0]), most(|place| place[1])]
}

/// The numbers as lines of text: each name with every side's value.
pub fn text(numbers: &[Number], name: impl Fn(Side) -> String) -> String {
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Number { words, side, value } in numbers {
        let own = side.map(|side| name(side) + " ").unwrap_or_default();
        kinds.entry(words).or_default().push(format!("{own}{value}"));
    }
    kinds.into_iter().map(|(words, values)| format!("{words}: {}\n", values.join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, History, Notation, VariantRef};
    use crate::games::rules_file::load;
    use crate::games::{AnyGame, find};

    fn game(name: &str) -> AnyGame {
        AnyGame::new(find(name).expect("it comes with the program").default_rules()).expect("a game")
    }

    fn with(line: &str) -> Result<VariantRef, String> {
        load("mine.rbg", &format!("{line}\n{}", include_str!("template.rbg")))
    }

    #[test]
    fn numbers_are_told_with_whose_they_are() {
        let game = game("quoridor");
        let mut history = History::new(&game, game.start());
        history.play_texts(&game, ["a1h"]).expect("a wall");
        let numbers = game.numbers(history.position());
        let shown = numbers.iter().map(|number| (number.words.as_str(), number.side, number.value));
        let left = "walls left";
        assert_eq!(Vec::from_iter(shown), [(left, Some(Side::First), 2), (left, Some(Side::Second), 3)]);
        let drawn = game.draw(history.position());
        assert!(drawn.contains("walls left: white 2, black 3\n") && !drawn.contains("wLeft"), "{drawn}");
        let kalah = self::game("kalah");
        assert!(kalah.draw(&kalah.start()).contains("in store: south 0, north 0\n"));
        assert!(!kalah.draw(&kalah.start()).contains("if the game ended here"));
    }

    #[test]
    fn lines_and_loops_join_points() {
        let board = game("fanorona").board().expect("it has one");
        // Rows, columns, and one oblique line in each square.
        assert_eq!((board.tile, board.edges.len()), (Tile::Point, 8 * 5 + 9 * 4 + 8 * 4));
        let board = game("surakarta").board().expect("it has one");
        assert_eq!((board.edges.len(), board.loops.as_slice()), (2 * 6 * 5, &[1, 2][..]));
    }

    #[test]
    fn slots_are_narrow_and_blocks_fill_them() {
        let board = game("quoridor").board().expect("it has one");
        let size = |name: &str| {
            let cell = board.cells.iter().find(|cell| cell.name == name).expect("a cell");
            (cell.x, cell.y, cell.w, cell.h)
        };
        assert_eq!((size("a1"), size("a1v")), ((0.0, 0.0, 1.0, 1.0), (0.65, 0.0, 0.3, 1.0)));
        assert_eq!((size("b1h"), size("b2")), ((1.3, 0.65, 1.0, 0.3), (1.3, 1.3, 1.0, 1.0)));
        assert_eq!(size("a1c"), (0.65, 0.65, 0.3, 0.3));
        assert!(board.kinds.iter().any(|kind| kind.name == "wall" && kind.look == Look::Block));
        let pits = game("kalah").board().expect("it has one");
        assert!(pits.kinds.iter().all(|kind| matches!(kind.look, Look::Number(_))));
    }

    #[test]
    fn dominoes_have_halves_and_parts_of_a_grid_are_won() {
        let board = game("domineering").board().expect("it has one");
        let looks = board.kinds.iter().map(|kind| (kind.name.as_str(), kind.look));
        assert_eq!(Vec::from_iter(looks), [("v", Look::Half(0, -1)), ("h", Look::Half(1, 0))]);
        let board = game("ultimate-tic-tac-toe").board().expect("it has one");
        assert_eq!((board.grid, board.is_won_by_lines), (Some(3), true));
    }

    #[test]
    fn cards_and_targets_are_told() {
        let board = game("onitama").board().expect("it has one");
        let looks = board.kinds.iter().filter_map(|kind| match kind.look {
            Look::Card(card) => Some((kind.name.as_str(), Vec::from_iter(card.cells()))),
            _ => None,
        });
        let cards = BTreeMap::from_iter(looks);
        assert_eq!(
            (cards.len(), &cards["tiger"], &cards["crab"]),
            (5, &vec![(0, -1), (0, 2)], &vec![(-2, 0), (2, 0), (0, 1)])
        );
        let owned = board.zones.iter().map(|&(cell, side)| (board.cells[usize::from(cell)].name.as_str(), side));
        assert_eq!(
            Vec::from_iter(owned),
            [("f1", Side::First), ("f2", Side::First), ("f4", Side::Second), ("f5", Side::Second)]
        );
        let board = game("pentago").board().expect("it has one");
        assert_eq!(board.next.as_deref(), Some("choose an arrow, which turns its quarter"));
        let signs = board.targets.iter().map(|&(cell, sign)| (board.cells[usize::from(cell)].name.as_str(), sign));
        let signs = BTreeMap::from_iter(signs);
        assert_eq!((signs.len(), signs["a2"], signs["c2"]), (8, '\u{21ba}', '\u{21bb}'));
    }

    #[test]
    fn what_the_rules_do_not_have_is_refused() {
        for (line, expected) in [
            ("number: green n = left", "1: `//! number`: no player `green`: expected one of white, black"),
            ("number: left = left", "1: `//! number`: no variable `left`: expected one of white, black"),
            ("number: white", "expected a variable, before it the player"),
            ("lines: up, north", "1: `//! lines`: no direction `north`: expected one of"),
            ("lines:", "expected directions"),
            (&format!("lines: {}", "up ".repeat(40)), "expected at most 32"),
            (&format!("blocks: {}", "none ".repeat(40)), "expected at most 32"),
            ("loops: 2", "1: `//! loops`: expected a line `//! lines` and numbers from 2 to"),
            ("loops: 1", "expected which lines, counted from the rim"),
            ("slots: odd", "expected `even`"),
            ("grid: 1", "expected a number of rows"),
            ("grid: 3, won by rows", "expected a number of rows, 2 or more, as `3` or `3, won by lines`"),
            ("halves: man", "expected pieces and where the other half lies"),
            ("halves: man = up", "1: `//! halves`: no piece `man`: expected one of"),
            ("halves: w = north", "1: `//! halves`: no direction `north`: expected one of"),
            ("chequered: maybe", "expected `yes` or `no`"),
            ("figures: cards", "expected `chess`"),
            ("figures: w = X", "expected `chess`"),
            ("figures: knight = N", "1: `//! figures`: no piece `knight`: expected one of"),
            ("score:", "expected what is counted"),
            ("signs: ko", "1: `//! signs`: no piece `ko`: expected one of"),
            ("cards: tiger = up", "1: `//! cards`: no piece `tiger`: expected one of"),
            (
                "cards: tiger = up up up",
                "1: `//! cards`: expected directions, up, down, left, right, at most 2 each way",
            ),
            ("cards: tiger = north", "1: `//! cards`: expected directions"),
            ("cards: tiger", "expected a piece and where men go by this card"),
            ("zones: green = a1", "1: `//! zones`: no player `green`: expected one of white, black"),
            ("zones: white = z9", "1: `//! zones`: no cell `z9` on this board"),
            ("zones: white", "expected players and their cells"),
            ("tens: a1=z9", "1: `//! tens`: no cell `z9` on this board"),
            ("tens: a1", "expected cells with units and cells with their tens"),
            ("targets: a1 z1 = +", "1: `//! targets`: no cell `z1` on this board"),
            ("begin:", "expected what a turn begins with"),
            ("next:", "expected what is to be chosen when a turn goes on"),
            ("targets: a1 = ++", "expected cells and the sign that stands for them"),
            ("blocks: wall", "1: `//! blocks`: no piece `wall`: expected one of"),
        ] {
            let error = with(&format!("//! {line}")).expect_err(line);
            assert!(error.contains(expected), "{error}");
        }
        for line in ["lines: up", "a1: upper left"] {
            let error = with(&format!("//! slots: even\n//! {line}")).expect_err("not both");
            assert!(error.contains("`//! slots`"), "{error}");
        }
    }
}
