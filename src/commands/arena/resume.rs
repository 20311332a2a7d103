use crate::arena::{GamePair, PlayedGame, Standings, Tournament, seat_names};
use crate::commands::recorded::open_records;
use crate::commands::say;
use crate::files::{ends_a_line, read, replace};
use crate::game::{Game, Side};
use crate::players::{Entrant, seat_sides};
use crate::record::{Reason, Record, RecordError};
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// Most bytes of a file to mend: it is in memory meanwhile.
const LONGEST: u64 = 4 << 30;

/// The standings after the games of this tournament in a file written by `--record`; empty if there is no file. A part
/// left by a killed process behind the last pair of games, half a line or one game of two, is cut off and played again.
///
/// # Errors
/// The file cannot be read or written, or holds other games; it is then unchanged.
pub(super) fn standings_so_far(tournament: &Tournament, path: &Path) -> Result<Standings> {
    let mut standings = tournament.standings();
    if !path.exists() {
        return Ok(standings);
    }
    let records = Vec::from_iter(open_records(path)?);
    // Only the last record can be incomplete: reading ends with the first unreadable one.
    let end = records.last().and_then(|record| record.as_ref().err()).map(|error| is_half(error, path)).transpose()?;
    let records = records.into_iter().take_while(|record| record.is_ok() || end != Some(true));
    let records: Vec<(usize, Record)> = records.collect::<Result<_, _>>()?;
    let (whole, rest) = records.as_chunks::<2>();
    let game = |number: usize, side: Side, (line, record): &(usize, Record)| {
        let other =
            || format!("{}:{line}: expected a game of this match, or another file with --record", path.display());
        read_game(tournament, number, side, record).with_context(other)
    };
    for [one, other] in whole {
        let number = standings.next_number();
        let games = [game(number, Side::First, one)?, game(number, Side::Second, other)?];
        standings.add_played(&GamePair { games });
    }
    if let [alone] = rest {
        game(standings.next_number(), Side::First, alone)?;
    }
    if !rest.is_empty() || end == Some(true) {
        cut_off(path, whole.last().map_or(0, |[_, (line, _)]| *line))?;
    }
    Ok(standings)
}

/// Whether the unreadable part is the beginning of a record at the end of a file of JSON lines.
fn is_half(error: &RecordError, path: &Path) -> Result<bool> {
    let RecordError::Malformed { line, .. } = error else { return Ok(false) };
    let text = read(path, LONGEST)?;
    let last = text.split(|&byte| byte == b'\n').nth(line - 1).unwrap_or_default();
    // Compares as many bytes as there are, up to the common beginning of all records.
    let begins = last.iter().zip(br#"{"game":""#).all(|(given, expected)| given == expected);
    Ok(begins && !ends_a_line(path)? && text.ends_with(last))
}

/// Keeps the first `lines` lines of a file.
fn cut_off(path: &Path, lines: usize) -> Result<()> {
    let text = read(path, LONGEST)?;
    let kept: usize = text.split_inclusive(|&byte| byte == b'\n').take(lines).map(<[u8]>::len).sum();
    replace(path, &text[..kept]).with_context(|| format!("cannot write {}", path.display()))?;
    say(format_args!(
        "ardoise: {}: the end of line {} is missing, or the other game of its pair: both are played again",
        path.display(),
        lines + 1
    ));
    Ok(())
}

/// Reads a game of the pair of that number, in which the first player has the side `first_has`.
fn read_game(tournament: &Tournament, number: usize, first_has: Side, record: &Record) -> Result<PlayedGame> {
    let game = tournament.game;
    ensure!(number < tournament.pairs(), "the match has but {} games", 2 * tournament.pairs());
    let (_, players) = tournament.place(number);
    let names = players.map(|player| Entrant::name(&tournament.entrants[player]));
    record.verify()?;
    let rules = record.rules()?;
    ensure!(rules == *game.rules(), "it was played by {rules}, the match is of {}", game.rules());
    let expected = Vec::from_iter(seat_names(&seat_sides(game), names, first_has));
    let players = record.players.as_deref().unwrap_or_default();
    ensure!(players == expected, "it was played by {}, not by {}", players.join(", "), expected.join(", "));

    let loser = record.winner.flatten().filter(|_| record.reason == Some(Reason::Forfeit)).map(Side::other);
    tournament.read_game(number, record.steps.iter().map(String::as_str), loser)
}
