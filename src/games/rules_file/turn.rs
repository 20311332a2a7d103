//! The text of turns, and the turn meant by a text.

use super::board::EMPTY;
use super::game::RulesGame;
use super::position::Position;
use super::writing::{Writing, name};
use crate::game::{ByHand, Game, Notation, NotationError, SHOWN_TURNS, Turn, begins, is_whole_turn, listed, not_among};
use crate::rbg::Step;
use crate::sentence;
use std::collections::{BTreeSet, HashMap};

/// The most moves tried by a search for turns: rules can have turns whose text hardly grows until they end, and turns
/// of thousands of moves.
const MOST_TRIED: usize = 100_000;

/// Number of moves of a turn that can be copied in the time of trying one.
const COPIED: usize = 8;

/// The text of a turn, or of the beginning of one. If other turns have the same text, a suffix distinguishes it.
pub fn format(game: &RulesGame, position: &Position, turns: &[Vec<u32>]) -> Vec<String> {
    if position.is_chance() {
        return turns.iter().flatten().map(|&mv| game.format_move(position, mv)).collect();
    }
    texts(game, position, &Vec::from_iter(turns.iter().map(|moves| Writing::of(game, position, moves))))
}

/// The cells of a turn's text, in order, then the distinction from turns with the same cells: the other cells that it
/// touches, as of captured men, or a sign, as for the man of a promotion.
pub fn parts(game: &RulesGame, position: &Position, turn: &Turn<u32>) -> Vec<String> {
    if position.is_chance() {
        return vec![turn.text.clone()];
    }
    let writing = Writing::of(game, position, &turn.moves);
    let Some(sign) = turn.text.strip_prefix(&writing.text).filter(|sign| !sign.is_empty()) else {
        return writing.parts;
    };
    let more = match is_of_cells(sign) {
        true => Vec::from_iter(writing.cells.iter().map(|&cell| name(game, cell).to_owned())),
        false => vec![sign.to_owned()],
    };
    let others = Vec::from_iter(more.into_iter().filter(|part| !writing.parts.contains(part)));
    match others.is_empty() {
        true => writing.parts.into_iter().chain([sign.to_owned()]).collect(),
        false => writing.parts.into_iter().chain(others).collect(),
    }
}

/// The kinds of the actions of a turn, each once in a row: `shift place`. `None` if the rules do not distinguish any.
pub fn kind(game: &RulesGame, steps: impl Iterator<Item = Step>) -> Option<String> {
    let mut kinds = Vec::from_iter(steps.filter_map(|step| game.file.kind_of(step.action)));
    kinds.dedup();
    (!kinds.is_empty()).then(|| kinds.join(" "))
}

/// How a turn is made by hand.
pub fn by_hand(game: &RulesGame, position: &Position, turn: &Turn<u32>) -> ByHand {
    if position.is_chance() {
        return ByHand::default();
    }
    let writing = Writing::of(game, position, &turn.moves);
    let falls_from = match (&writing.cells[..], writing.last) {
        (&[chosen], Some(lies)) if chosen != lies && writing.parts.len() == 1 => Some(chosen),
        _ => None,
    };
    ByHand { falls_from, rests: rests(game, position, &writing.cells), unordered: writing.is_pair(game) }
}

/// The cells on which a man rests while it takes several others on straight lines: behind each of these, the nearest
/// cell from which it reaches the next.
fn rests(game: &RulesGame, position: &Position, cells: &[u16]) -> Vec<u16> {
    let [from, taken @ .., _] = cells else { return Vec::new() };
    let piece = |cell: u16| usize::from(game.file.packing.piece(position, cell.into()));
    let owner = |cell: u16| game.file.owners()[piece(cell)];
    let is_theirs = |&cell: &u16| owner(cell) == Some(1 - position.player());
    if taken.len() < 2 || owner(*from) != Some(position.player()) || !taken.iter().all(is_theirs) {
        return Vec::new();
    }
    let board = &game.file.rules.board().cells;
    let place = |cell: u16| [board[usize::from(cell)].x, board[usize::from(cell)].y];
    let at = |place: [f32; 2]| board.iter().position(|cell| [cell.x, cell.y] == place).map(|cell| cell as u16);
    let is_free = |cell: u16| cell == *from || game.file.letters[piece(cell)] == EMPTY;
    // The free cells beyond a cell, in a direction.
    let beyond = |from: u16, way: [f32; 2]| {
        let ahead = move |cell: &u16| at([place(*cell)[0] + way[0], place(*cell)[1] + way[1]]);
        std::iter::successors(ahead(&from), ahead).take_while(|&cell| is_free(cell))
    };
    let reaches = |rest: u16, next: u16| {
        let way = way(place(rest), place(next));
        way.is_some_and(|way| {
            let before = beyond(rest, way).last().unwrap_or(rest);
            at([place(before)[0] + way[0], place(before)[1] + way[1]]) == Some(next)
        })
    };
    let mut rests = vec![*from];
    for pair in taken.windows(2) {
        let here = rests[rests.len() - 1];
        let Some(way) = way(place(here), place(pair[0])) else { return Vec::new() };
        let Some(rest) = beyond(pair[0], way).find(|&rest| reaches(rest, pair[1])) else { return Vec::new() };
        rests.push(rest);
    }
    rests.split_off(1)
}

/// One step of a straight line from one place to another; `None` if no row, column or oblique line leads there.
fn way([x, y]: [f32; 2], to: [f32; 2]) -> Option<[f32; 2]> {
    let (across, down) = (to[0] - x, to[1] - y);
    let step = |distance: f32| if distance == 0.0 { 0.0 } else { distance.signum() };
    let is_straight = across == 0.0 || down == 0.0 || across.abs() == down.abs();
    (is_straight && (across, down) != (0.0, 0.0)).then(|| [step(across), step(down)])
}

/// The texts of turns, with one search for all turns of the same text.
fn texts(game: &RulesGame, position: &Position, turns: &[Writing]) -> Vec<String> {
    let heads = BTreeSet::from_iter(turns.iter().filter(|turn| turn.is_whole).map(|turn| turn.text.as_str()));
    let begins_one = |text: &str| heads.range(text..).next().is_some_and(|head| head.starts_with(text));
    let alike = find(game, position, usize::MAX, |turn| match turn.is_whole {
        true => heads.contains(turn.text.as_str()),
        false => begins_one(&turn.text),
    });
    let own = alike.as_deref().map(|alike| distinct(game, alike));
    let text = |turn: &Writing| match own.as_ref().and_then(|own| own.get(&turn.moves[..])) {
        _ if !turn.is_whole => turn.text.clone(),
        Some(own) => own.clone(),
        None => by_moves(game, position, &turn.moves),
    };
    turns.iter().map(text).collect()
}

/// The text if turns of the same text cannot be found: the moves, with a comma after each but the last of several.
fn by_moves(game: &RulesGame, position: &Position, moves: &[u32]) -> String {
    let mut after = position.clone();
    let texts = Vec::from_iter(moves.iter().map(|&mv| {
        let text = game.format_move(&after, mv);
        game.play(&mut after, mv);
        text
    }));
    if let [only] = &texts[..] { format!("{only},") } else { texts.join(",") }
}

/// The texts of whole turns, which include all turns with the same text as one of them.
fn distinct<'a>(game: &RulesGame, turns: &'a [Writing]) -> HashMap<&'a [u32], String> {
    let mut alike: HashMap<&str, Vec<&Writing>> = HashMap::new();
    turns.iter().for_each(|turn| alike.entry(&turn.text).or_default().push(turn));
    let mut texts = HashMap::new();
    for (text, turns) in alike {
        let signs = signs(game, &turns);
        let own = turns.iter().zip(signs).map(|(turn, sign)| (&turn.moves[..], format!("{text}{sign}")));
        texts.extend(own);
    }
    texts
}

/// For each of some turns with the same text, the suffix that distinguishes it.
fn signs(game: &RulesGame, alike: &[&Writing]) -> Vec<String> {
    if let [_] = alike {
        return vec![String::new()];
    }
    let are_distinct = |signs: &[String]| BTreeSet::from_iter(signs).len() == signs.len();
    let letter = |turn: &&Writing| turn.letter.map_or_else(|| "=".to_owned(), |letter| format!("={letter}"));
    let letters = Vec::from_iter(alike.iter().map(letter));
    if are_distinct(&letters) {
        return letters;
    }
    let cells = Vec::from_iter(alike.iter().map(|turn| format!("#{}", own_cells(game, turn, alike))));
    if are_distinct(&cells) {
        return cells;
    }
    (1..=alike.len()).map(|number| format!("#{number}")).collect()
}

/// Whether a suffix names cells, rather than being a number.
fn is_of_cells(sign: &str) -> bool {
    sign.strip_prefix('#').is_some_and(|cells| cells.parse::<usize>().is_err())
}

/// A few cells of a turn that no other of these turns has together, as `d2-b3`; if there are none, all its cells in
/// order.
fn own_cells(game: &RulesGame, turn: &Writing, alike: &[&Writing]) -> String {
    let has = |other: &Writing, cell: u16| other.cells.contains(&cell);
    let mut others = Vec::from_iter(alike.iter().filter(|other| other.moves != turn.moves));
    let mut own = BTreeSet::new();
    while !others.is_empty() {
        let left = |&place: &usize| others.iter().filter(|other| has(other, turn.cells[place])).count();
        let Some(best) = (0..turn.cells.len()).min_by_key(left).filter(|best| left(best) < others.len()) else {
            return turn.in_full(game);
        };
        others.retain(|other| has(other, turn.cells[best]));
        own.insert(best);
    }
    Vec::from_iter(own.into_iter().map(|place| name(game, turn.cells[place]))).join("-")
}

/// The turns with this text, before suffixes are added.
fn written(game: &RulesGame, position: &Position, text: &str) -> Option<Vec<Writing>> {
    find(game, position, usize::MAX, |turn| match turn.is_whole {
        true => turn.text == text,
        false => text.starts_with(&turn.text),
    })
}

/// The turns that fit, at most `most`; a beginning that does not fit is not followed. `None` if the search takes too
/// long.
fn find(game: &RulesGame, position: &Position, most: usize, fits: impl Fn(&Writing) -> bool) -> Option<Vec<Writing>> {
    let (mut found, mut open, mut tried) = (Vec::new(), vec![Writing::new(position)], 0);
    let mut moves = Vec::new();
    while let Some(turn) = open.pop() {
        if turn.is_whole {
            found.push(turn);
            if found.len() >= most {
                break;
            }
            continue;
        }
        game.legal_moves(&turn.position, &mut moves);
        tried += moves.len() * (1 + turn.moves.len() / COPIED);
        if tried > MOST_TRIED {
            return None;
        }
        open.extend(moves.iter().rev().map(|&mv| turn.with(game, mv)).filter(&fits));
    }
    Some(found)
}

/// The turns whose text begins with `prefix`, at most `most`; empty if finding them takes too long.
pub fn beginning_with(game: &RulesGame, position: &Position, prefix: &str, most: usize) -> Vec<Turn<u32>> {
    if game.outcome(position).is_some() {
        return Vec::new();
    }
    if position.is_chance() {
        return outcomes(game, position, prefix, most);
    }
    let turns = find(game, position, most, |turn| match turn.is_whole {
        true => is_beginning(prefix, &turn.text),
        false => prefix.starts_with(&turn.text) || is_beginning(prefix, &turn.text),
    });
    let turns = turns.unwrap_or_default();
    let texts = match turns.len() < most {
        true => {
            let own = distinct(game, &turns);
            turns.iter().map(|turn| own[&turn.moves[..]].clone()).collect()
        }
        // Other turns with the same text may have been left out.
        false => texts(game, position, &turns),
    };
    turns.into_iter().zip(texts).map(|(turn, text)| Turn { moves: turn.moves, text }).collect()
}

/// The steps that chance can take whose texts begin with this one, at most `most`.
fn outcomes(game: &RulesGame, position: &Position, prefix: &str, most: usize) -> Vec<Turn<u32>> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let texts = game.format_moves(position, &moves);
    let turns = moves.into_iter().zip(texts).filter(|(_, text)| text.starts_with(prefix));
    turns.take(most).map(|(mv, text)| Turn { moves: vec![mv], text }).collect()
}

/// Whether the text continues after the prefix with another part: `d1` is no beginning of `d10`, but `d` is one of
/// `d1`.
fn is_beginning(prefix: &str, text: &str) -> bool {
    let Some(rest) = text.strip_prefix(prefix) else { return false };
    let (last, next) = (prefix.chars().next_back(), rest.chars().next());
    let both = |is: fn(&char) -> bool| last.as_ref().is_some_and(is) && next.as_ref().is_some_and(is);
    !both(char::is_ascii_digit) && !both(char::is_ascii_alphabetic)
}

/// Parses a turn: as written; with other signs, or none, between its cells; with the cells that people leave out; or a
/// beginning that only one turn has.
pub fn parse(game: &RulesGame, position: &Position, text: &str) -> Result<Vec<u32>, NotationError> {
    if game.outcome(position).is_some() {
        return Err(NotationError::illegal(text, sentence!("game.over", "the game is over")));
    }
    if position.is_chance() {
        return game.parse_move(position, text).map(|mv| vec![mv]);
    }
    let exact = by_commas(game, position, text).or_else(|| exact(game, position, text));
    if let Some(moves) = exact.or_else(|| loose(game, position, text)) {
        return Ok(moves);
    }
    let turns = beginning_with(game, position, text, 2);
    match (&turns[..], text) {
        ([only], text) if !text.is_empty() => Ok(only.moves.clone()),
        ([_, ..], text) if !text.is_empty() => Err(begins(game, position, text, text)),
        _ => Err(none_so(game, position, text)),
    }
}

/// The error for a text that is no turn.
fn none_so(game: &RulesGame, position: &Position, text: &str) -> NotationError {
    let turns = game.turns(position, "", SHOWN_TURNS + 1);
    if turns.is_empty() {
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
        return not_among(text, &moves, |moves| game.format_moves(position, moves));
    }
    NotationError::illegal(text, sentence!("move.one-of", "expected one of {moves}", moves = listed(&turns)))
}

/// The turn whose moves are all written, with commas.
fn by_commas(game: &RulesGame, position: &Position, text: &str) -> Option<Vec<u32>> {
    if !text.contains(',') {
        return None;
    }
    let (mut after, mut moves) = (position.clone(), Vec::new());
    for word in text.strip_suffix(',').unwrap_or(text).split(',') {
        if !moves.is_empty() && is_whole_turn(game, &after) {
            return None;
        }
        let mv = game.parse_move(&after, word).ok()?;
        game.play(&mut after, mv);
        moves.push(mv);
    }
    is_whole_turn(game, &after).then_some(moves)
}

fn exact(game: &RulesGame, position: &Position, text: &str) -> Option<Vec<u32>> {
    let alike = written(game, position, text)?;
    if let [only] = &alike[..] {
        return Some(only.moves.clone());
    }
    let (bare, sign) = text.rsplit_once(['#', '='])?;
    let alike = written(game, position, bare)?;
    let own = distinct(game, &alike);
    let mut fitting = Vec::from_iter(alike.iter().filter(|turn| own[&turn.moves[..]] == text));
    if fitting.is_empty() {
        // More cells than necessary, as in earlier records.
        fitting = alike.iter().filter(|turn| turn.in_full(game) == sign).collect();
    }
    let [only] = &fitting[..] else { return None };
    Some(only.moves.clone())
}

/// The turn with these cells, if it is the only one.
fn loose(game: &RulesGame, position: &Position, text: &str) -> Option<Vec<u32>> {
    let only = |fits: &dyn Fn(&Writing) -> bool| match &find(game, position, 2, fits)?[..] {
        [only] => Some(only.moves.clone()),
        _ => None,
    };
    let bare = without_signs(text);
    let with_any_signs = |turn: &Writing| {
        let own = without_signs(&turn.text);
        if turn.is_whole { own == bare } else { bare.starts_with(&own) }
    };
    let in_full = |turn: &Writing| {
        let own = without_signs(&turn.in_full(game));
        if turn.is_whole { own == bare } else { bare.starts_with(&own) }
    };
    only(&with_any_signs).or_else(|| only(&in_full))
}

/// A text in lower case, without the signs between its cells.
fn without_signs(text: &str) -> String {
    with_hyphens(&text.to_ascii_lowercase()).replace('-', "")
}

/// A turn's text with `-` for the signs between its cells.
pub fn with_hyphens(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_cross = c == 'x'
            && plain.ends_with(|last: char| last.is_ascii_digit())
            && chars.peek().is_some_and(char::is_ascii_alphabetic);
        plain.push(if is_cross || ['/', ':', ','].contains(&c) { '-' } else { c });
    }
    plain
}
