//! Random games, and a plain implementation of their rules: straight from the definition of the language, slow,
//! without an automaton or a parser. The program must count the same moves from the text of such a game.

use std::collections::{BTreeMap, BTreeSet};

/// A rule, with a number for each place of it where something is done.
enum Rule {
    Step(usize),
    /// One of these pieces is here: a bit for each.
    On(u8),
    Put(u8),
    Assign(usize, Value),
    Compare(Value, &'static str, Value),
    Pattern(bool, usize),
    /// A player, or the keeper.
    Switch(Option<usize>),
    Sequence(Vec<usize>),
    Choice(Vec<usize>),
    Repeat(usize),
}

#[derive(Clone)]
enum Value {
    Number(i64),
    Variable(usize),
    Count(u8),
    Both(Box<Value>, char, Box<Value>),
}

const DIRECTIONS: [&str; 4] = ["up", "down", "left", "right"];
const PIECES: [&str; 3] = ["e", "w", "b"];
const VARIABLES: [&str; 4] = ["white", "black", "x", "y"];
const BOUNDS: [i64; 4] = [3, 3, 2, 5];
const RELATIONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// A game: its text and its rules.
pub struct Game {
    pub text: String,
    rules: Vec<Rule>,
    root: usize,
    /// The cells' neighbours in each direction.
    next: Vec<[Option<usize>; 4]>,
    start: Vec<u8>,
}

/// Bytes as choices; after the end always the first choice.
struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next().map_or(0, |&byte| usize::from(byte) % bound)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

impl Game {
    /// The game that bytes choose.
    pub fn new(bytes: &[u8]) -> Game {
        let choices = &mut Choices(bytes.iter());
        let (width, height) = (1 + choices.below(3), 1 + choices.below(3));
        let start = Vec::from_iter((0..width * height).map(|_| choices.below(3) as u8));
        let inside = |x: usize, y: usize| (x < width && y < height).then_some(y * width + x);
        let ways = |cell: usize| {
            let (x, y) = (cell % width, cell / width);
            [inside(x, y.wrapping_sub(1)), inside(x, y + 1), inside(x.wrapping_sub(1), y), inside(x + 1, y)]
        };
        let next = Vec::from_iter((0..start.len()).map(ways));
        let rows = start
            .chunks(width)
            .map(|row| Vec::from_iter(row.iter().map(|&piece| PIECES[usize::from(piece)])).join(","));
        let rows = String::from_iter(rows.map(|row| format!("[{row}]")));
        let mut game = Game { text: String::new(), rules: Vec::new(), root: 0, next, start };
        let mut text = format!(
            "#players = white(3), black(3)\n#pieces = e, w, b\n#variables = x(2), y(5)\n\
             #board = rectangle(up, down, left, right, {rows})\n#rules = ("
        );
        let turns = [0, 1].map(|player| game.turn(choices, player, &mut text)).to_vec();
        let both = game.add(Rule::Sequence(turns));
        game.root = game.add(Rule::Repeat(both));
        text.push_str(")*\n");
        game.text = text;
        game
    }

    fn add(&mut self, rule: Rule) -> usize {
        self.rules.push(rule);
        self.rules.len() - 1
    }

    /// A player's turn, and what the keeper does after it, for which there is one way.
    fn turn(&mut self, choices: &mut Choices, player: usize, text: &mut String) -> usize {
        *text += &format!("->{} ", VARIABLES[player]);
        let mut parts = vec![self.add(Rule::Switch(Some(player)))];
        // From any cell, as in most games, or from the one of the turn before.
        if choices.below(4) > 0 {
            for (repeated, direction) in ["up*", "left*", "down*", "right*"].into_iter().zip([0, 2, 1, 3]) {
                *text += repeated;
                *text += " ";
                let step = self.add(Rule::Step(direction));
                parts.push(self.add(Rule::Repeat(step)));
            }
        }
        parts.push(self.rule(choices, 4, text));
        *text += "->> ";
        parts.push(self.add(Rule::Switch(None)));
        if choices.below(2) > 0 {
            let mut written = String::new();
            let inner = self.rule(choices, 2, &mut written);
            let (variable, number) = (choices.below(4), choices.below(3) as i64);
            *text += &format!("({{? {written}}} [$ {} = {number}] + {{! {written}}}) ", VARIABLES[variable]);
            let there = self.add(Rule::Pattern(true, inner));
            let assign = self.add(Rule::Assign(variable, Value::Number(number)));
            let yes = self.add(Rule::Sequence(vec![there, assign]));
            let no = self.add(Rule::Pattern(false, inner));
            parts.push(self.add(Rule::Choice(vec![yes, no])));
        }
        self.add(Rule::Sequence(parts))
    }

    /// A random rule, in brackets where it needs some.
    fn rule(&mut self, choices: &mut Choices, depth: usize, text: &mut String) -> usize {
        let kinds = if depth == 0 { 6 } else { 13 };
        match choices.below(kinds) {
            0 => {
                let pieces = 1 + choices.below(7) as u8;
                let named = (0..3).filter(|piece| pieces >> piece & 1 != 0).map(|piece| PIECES[piece]);
                *text += &format!("{{{}}} ", Vec::from_iter(named).join(","));
                self.add(Rule::On(pieces))
            }
            1 => {
                let direction = choices.below(4);
                *text += &format!("{} ", DIRECTIONS[direction]);
                self.add(Rule::Step(direction))
            }
            2 | 3 => {
                let piece = choices.below(3);
                *text += &format!("[{}] ", PIECES[piece]);
                self.add(Rule::Put(piece as u8))
            }
            4 => {
                let (variable, value) = (choices.below(4), value(choices, 2));
                *text += &format!("[$ {} = {}] ", VARIABLES[variable], value.text());
                self.add(Rule::Assign(variable, value))
            }
            5 => {
                let (left, relation, right) = (value(choices, 2), choices.of(&RELATIONS), value(choices, 1));
                *text += &format!("{{$ {} {relation} {}}} ", left.text(), right.text());
                self.add(Rule::Compare(left, relation, right))
            }
            6 | 7 => {
                let parts = Vec::from_iter((0..2 + choices.below(2)).map(|_| self.rule(choices, depth - 1, text)));
                self.add(Rule::Sequence(parts))
            }
            8 | 9 => {
                let mut branches = Vec::new();
                for index in 0..2 + choices.below(2) {
                    *text += if index == 0 { "(" } else { "+ " };
                    branches.push(self.rule(choices, depth - 1, text));
                }
                *text += ") ";
                self.add(Rule::Choice(branches))
            }
            10 => {
                *text += "(";
                let inner = self.rule(choices, depth - 1, text);
                // A change may be repeated without end, which the language does not allow within a move.
                if self.changes(inner) {
                    *text += ") ";
                    return inner;
                }
                *text += ")* ";
                self.add(Rule::Repeat(inner))
            }
            11 => {
                // Each repetition is a place of its own, chosen the same way.
                let times = 1 + choices.below(3);
                let (before, begun) = (text.len(), choices.0.clone());
                let mut parts = Vec::new();
                for _ in 0..times {
                    text.truncate(before);
                    choices.0 = begun.clone();
                    *text += "(";
                    parts.push(self.rule(choices, depth - 1, text));
                }
                *text += &format!(")^{times} ");
                self.add(Rule::Sequence(parts))
            }
            _ => {
                let is_there = choices.below(2) == 0;
                *text += if is_there { "{? " } else { "{! " };
                let inner = self.rule(choices, depth - 1, text);
                *text += "} ";
                self.add(Rule::Pattern(is_there, inner))
            }
        }
    }

    /// Whether a rule changes the position; a pattern undoes its changes.
    fn changes(&self, rule: usize) -> bool {
        match &self.rules[rule] {
            Rule::Put(_) | Rule::Assign(..) => true,
            Rule::Sequence(parts) | Rule::Choice(parts) => parts.iter().any(|&part| self.changes(part)),
            Rule::Repeat(inner) => self.changes(*inner),
            _ => false,
        }
    }

    /// Numbers of sequences of 1, 2, ... moves, up to `depth`. `None` if that takes too much work, or the keeper has
    /// ways to different positions, which the language does not allow.
    pub fn perft(&self, depth: usize) -> Option<Vec<u64>> {
        let world = World { pieces: self.start.clone(), variables: [0; 4], cell: 0, rest: vec![self.root] };
        let mut reading = Reading { game: self, left: 2_500 };
        let mut level = Vec::from_iter(reading.hand_on(None, world)?);
        let mut counts = Vec::new();
        for _ in 0..depth {
            let mut next = Vec::new();
            for world in level {
                for (actor, after) in reading.ways(world)?.into_values() {
                    next.push(reading.hand_on(actor, after)?);
                }
            }
            counts.push(next.len() as u64);
            level = next.into_iter().flatten().collect();
        }
        Some(counts)
    }
}

fn value(choices: &mut Choices, depth: usize) -> Value {
    match choices.below(if depth == 0 { 3 } else { 5 }) {
        0 => Value::Variable(choices.below(4)),
        1 => Value::Number(choices.below(4) as i64),
        2 => Value::Count(choices.below(3) as u8),
        _ => {
            let sign = choices.of(&['+', '-', '*']);
            Value::Both(Box::new(value(choices, depth - 1)), sign, Box::new(value(choices, depth - 1)))
        }
    }
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Variable(variable) => VARIABLES[*variable].to_owned(),
            Value::Count(piece) => PIECES[usize::from(*piece)].to_owned(),
            Value::Both(left, sign, right) => format!("({} {sign} {})", left.text(), right.text()),
        }
    }

    fn of(&self, world: &World) -> i64 {
        match self {
            Value::Number(number) => *number,
            Value::Variable(variable) => world.variables[*variable],
            Value::Count(piece) => world.pieces.iter().filter(|&other| other == piece).count() as i64,
            Value::Both(left, '+', right) => left.of(world) + right.of(world),
            Value::Both(left, '-', right) => left.of(world) - right.of(world),
            Value::Both(left, _, right) => left.of(world) * right.of(world),
        }
    }
}

/// A position on the way through the rules, and the rest of the rules, the next part last.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    pieces: Vec<u8>,
    variables: [i64; 4],
    cell: usize,
    rest: Vec<usize>,
}

/// The changes in order: the place in the rules, and the cell.
type Path = Vec<(usize, usize)>;

/// The next actor and the position, by path.
type Ways = BTreeMap<Path, (Option<usize>, World)>;

struct Reading<'a> {
    game: &'a Game,
    /// Number of positions that may still be visited.
    left: usize,
}

impl Reading<'_> {
    /// Lets the keeper act until a player is to move. The inner `None` is the end of the game.
    fn hand_on(&mut self, actor: Option<usize>, world: World) -> Option<Option<World>> {
        let (mut actor, mut world) = (actor, world);
        while actor.is_none() {
            let ends = BTreeSet::from_iter(self.ways(world)?.into_values());
            let mut ends = ends.into_iter();
            match (ends.next(), ends.next()) {
                (None, _) => return Some(None),
                (Some(only), None) => (actor, world) = only,
                _ => return None,
            }
        }
        Some(Some(world))
    }

    /// All ways to the next switch.
    fn ways(&mut self, from: World) -> Option<Ways> {
        let mut ways = Ways::new();
        let (mut seen, mut open) = (BTreeSet::new(), vec![(from, Path::new())]);
        while let Some(place) = open.pop() {
            self.left = self.left.checked_sub(1)?;
            if !seen.insert(place.clone()) {
                continue;
            }
            let (mut world, mut path) = place;
            let Some(&at) = world.rest.last() else { continue };
            if let Rule::Switch(actor) = self.game.rules[at] {
                world.rest.pop();
                path.push((at, world.cell));
                ways.insert(path, (actor, world));
                continue;
            }
            if matches!(self.game.rules[at], Rule::Put(_) | Rule::Assign(..)) {
                path.push((at, world.cell));
            }
            open.extend(self.next(world)?.into_iter().map(|world| (world, path.clone())));
        }
        Some(ways)
    }

    /// The positions after the next word of the rules.
    fn next(&mut self, mut world: World) -> Option<Vec<World>> {
        let at = world.rest.pop().expect("there is more to come");
        let with = |world: &World, more: &[usize]| {
            let mut world = world.clone();
            world.rest.extend(more.iter().rev());
            world
        };
        let holds = match &self.game.rules[at] {
            Rule::Step(direction) => match self.game.next[world.cell][*direction] {
                Some(cell) => {
                    world.cell = cell;
                    true
                }
                None => false,
            },
            Rule::On(pieces) => pieces >> world.pieces[world.cell] & 1 != 0,
            Rule::Put(piece) => {
                let cell = world.cell;
                world.pieces[cell] = *piece;
                true
            }
            Rule::Assign(variable, value) => {
                let value = value.of(&world);
                world.variables[*variable] = value;
                (0..=BOUNDS[*variable]).contains(&value)
            }
            Rule::Compare(left, relation, right) => {
                let (left, right) = (left.of(&world), right.of(&world));
                match *relation {
                    "==" => left == right,
                    "!=" => left != right,
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    _ => left >= right,
                }
            }
            Rule::Pattern(is_there, inner) => {
                let begin = World { rest: vec![*inner], ..world.clone() };
                self.has_way(begin)? == *is_there
            }
            Rule::Switch(_) => unreachable!("it ends the way"),
            Rule::Sequence(parts) => return Some(vec![with(&world, parts)]),
            Rule::Choice(branches) => return Some(branches.iter().map(|&branch| with(&world, &[branch])).collect()),
            Rule::Repeat(inner) => return Some(vec![with(&world, &[*inner, at]), world]),
        };
        Some(if holds { vec![world] } else { Vec::new() })
    }

    /// Whether a way leads through the whole rest.
    fn has_way(&mut self, from: World) -> Option<bool> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(world) = open.pop() {
            self.left = self.left.checked_sub(1)?;
            if world.rest.is_empty() {
                return Some(true);
            }
            if seen.insert(world.clone()) {
                open.extend(self.next(world)?);
            }
        }
        Some(false)
    }
}
