//! Turns as text, and the turn that a text means.

use super::game::RulesGame;
use super::position::Position;
use super::writing::Writing;
use crate::game::{Game, Notation, NotationError, SHOWN_TURNS, Turn, begins, listed};
use crate::sentence;
use std::collections::HashMap;

/// Moves that a look for turns tries, at most: rules can have turns of which the text says little until they end.
const MOST_TRIED: usize = 100_000;

/// The text of a turn; of the beginning of one, if it is not whole. Where others are written the same, what tells them
/// apart follows.
pub fn format(game: &RulesGame, position: &Position, moves: &[u32]) -> String {
    let writing = moves.iter().fold(Writing::new(position), |writing, &mv| writing.with(game, mv));
    if writing.is_whole { own_text(game, position, &writing) } else { writing.text }
}

/// The cells of a turn's text, in order, then signs for what else it says: a man to promote to, or what tells it from
/// turns of the same cells.
pub fn parts(game: &RulesGame, position: &Position, turn: &Turn<u32>) -> Vec<String> {
    let writing = turn.moves.iter().fold(Writing::new(position), |writing, &mv| writing.with(game, mv));
    let sign = turn.text.strip_prefix(&writing.text).filter(|sign| !sign.is_empty());
    writing.parts.into_iter().chain(sign.map(str::to_owned)).collect()
}

fn own_text(game: &RulesGame, position: &Position, turn: &Writing) -> String {
    let alike = written(game, position, &turn.text);
    if alike.len() < 2 {
        return turn.text.clone();
    }
    let place = alike.iter().position(|other| other.moves == turn.moves).unwrap_or_default();
    distinct(game, &alike, place)
}

/// The text of one of several turns that are written the same.
fn distinct(game: &RulesGame, alike: &[Writing], place: usize) -> String {
    let tells_apart = |of: &dyn Fn(&Writing) -> String| {
        let mut all = Vec::from_iter(alike.iter().map(of));
        all.sort_unstable();
        all.windows(2).all(|pair| pair[0] != pair[1])
    };
    let turn = &alike[place];
    let letter = |turn: &Writing| turn.letter.map_or_else(String::new, String::from);
    let cells = |turn: &Writing| turn.in_full(game);
    if tells_apart(&letter) {
        format!("{}={}", turn.text, letter(turn))
    } else if tells_apart(&cells) {
        format!("{}#{}", turn.text, cells(turn))
    } else {
        format!("{}#{}", turn.text, place + 1)
    }
}

/// The turns that are written so, before they are told apart.
fn written(game: &RulesGame, position: &Position, text: &str) -> Vec<Writing> {
    find(game, position, usize::MAX, |turn| match turn.is_whole {
        true => turn.text == text,
        false => text.starts_with(&turn.text),
    })
}

/// The turns that fit, at most `most` of them; a beginning that does not fit is not followed.
fn find(game: &RulesGame, position: &Position, most: usize, fits: impl Fn(&Writing) -> bool) -> Vec<Writing> {
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
        tried += moves.len();
        if tried > MOST_TRIED {
            break;
        }
        open.extend(moves.iter().rev().map(|&mv| turn.with(game, mv)).filter(&fits));
    }
    found
}

/// The turns whose text begins like this, at most `most`.
pub fn beginning_with(game: &RulesGame, position: &Position, prefix: &str, most: usize) -> Vec<Turn<u32>> {
    if game.outcome(position).is_some() {
        return Vec::new();
    }
    let turns = find(game, position, most, |turn| match turn.is_whole {
        true => is_beginning(prefix, &turn.text),
        false => prefix.starts_with(&turn.text) || is_beginning(prefix, &turn.text),
    });
    let mut alike: HashMap<&str, Vec<Writing>> = HashMap::new();
    turns.iter().for_each(|turn| alike.entry(&turn.text).or_default().push(turn.clone()));
    let text = |turn: &Writing| match &alike[turn.text.as_str()][..] {
        // Others that are written the same may have been left out.
        _ if turns.len() >= most => own_text(game, position, turn),
        [_] => turn.text.clone(),
        all => distinct(game, all, all.iter().position(|other| other.moves == turn.moves).unwrap_or_default()),
    };
    turns.iter().map(|turn| Turn { moves: turn.moves.clone(), text: text(turn) }).collect()
}

/// Whether a text goes on behind the prefix with another part: `d1` is no beginning of `d10`, but `d` is one of `d1`.
fn is_beginning(prefix: &str, text: &str) -> bool {
    let Some(rest) = text.strip_prefix(prefix) else { return false };
    let (last, next) = (prefix.chars().next_back(), rest.chars().next());
    let both = |is: fn(&char) -> bool| last.as_ref().is_some_and(is) && next.as_ref().is_some_and(is);
    !both(char::is_ascii_digit) && !both(char::is_ascii_alphabetic)
}

/// Reads a turn: as it is written; with other signs, or none, between its cells; with the cells that people leave out;
/// or a beginning that only one turn has.
pub fn parse(game: &RulesGame, position: &Position, text: &str) -> Result<Vec<u32>, NotationError> {
    if game.outcome(position).is_some() {
        return Err(NotationError::illegal(text, sentence!("game.over", "the game is over")));
    }
    let exact = exact(game, position, text);
    if let Some(moves) = exact.or_else(|| loose(game, position, text)) {
        return Ok(moves);
    }
    let turns = beginning_with(game, position, text, 2);
    match (&turns[..], text) {
        ([only], text) if !text.is_empty() => Ok(only.moves.clone()),
        ([_, ..], text) if !text.is_empty() => Err(begins(game, position, text, text)),
        _ => {
            let moves = listed(&game.turns(position, "", SHOWN_TURNS + 1));
            Err(NotationError::illegal(text, sentence!("move.one-of", "expected one of {moves}", moves = moves)))
        }
    }
}

fn exact(game: &RulesGame, position: &Position, text: &str) -> Option<Vec<u32>> {
    let alike = written(game, position, text);
    if let [only] = &alike[..] {
        return Some(only.moves.clone());
    }
    let (bare, _) = text.rsplit_once(['#', '='])?;
    let alike = written(game, position, bare);
    let meant = (0..alike.len()).filter(|_| alike.len() > 1).find(|&place| distinct(game, &alike, place) == text)?;
    Some(alike[meant].moves.clone())
}

/// The turn that has these cells, if it is the only one.
fn loose(game: &RulesGame, position: &Position, text: &str) -> Option<Vec<u32>> {
    let only = |fits: &dyn Fn(&Writing) -> bool| match &find(game, position, 2, fits)[..] {
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

/// A text in small letters, without what stands between its cells.
fn without_signs(text: &str) -> String {
    with_hyphens(&text.to_ascii_lowercase()).replace('-', "")
}

/// A turn's text with `-` for whatever stands between its cells.
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
