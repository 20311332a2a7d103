use crate::arena::{GamePair, PlayedGame, Standings, Tournament};
use crate::commands::recorded::open_records;
use crate::game::{AnyGame, Game, History, Outcome, Side};
use crate::players::{Entrant, Forfeit, seat_sides};
use crate::record::{Reason, Record, RecordFile};
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;

/// Appends the games' records to a file.
pub(super) struct Recorder {
    file: RecordFile,
    sides: Vec<Side>,
}

impl Recorder {
    /// Opens the file, or creates it.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(game: &AnyGame, path: &Path) -> anyhow::Result<Recorder> {
        Ok(Recorder { file: RecordFile::open(path)?, sides: seat_sides(game) })
    }

    /// Appends both games of a pair between the players of these names.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, game: &AnyGame, names: [&str; 2], pair: &GamePair) -> anyhow::Result<()> {
        let record = |(first_has, played): (Side, &PlayedGame)| {
            let players = seat_names(&self.sides, names, first_has);
            let record = Record::of_game(game, &game.start(), &played.moves).with_players(players);
            match (&played.forfeit, played.outcome.winner()) {
                (Some(_), Some(winner)) => record.forfeited_by(winner.other()),
                _ => record,
            }
        };
        let records = Vec::from_iter(Side::BOTH.into_iter().zip(&pair.games).map(record));
        self.file.append(&records)
    }
}

/// Who has each seat where the first of two players has the side `first_has`.
fn seat_names<'a>(sides: &[Side], names: [&'a str; 2], first_has: Side) -> impl Iterator<Item = &'a str> {
    sides.iter().map(move |&side| names[usize::from(side != first_has)])
}

/// The standings after the games of this tournament that a file holds, which [`Recorder`] wrote; none where there is no
/// file.
///
/// # Errors
/// The file cannot be read, or holds other games.
pub(super) fn standings_so_far(tournament: &Tournament, path: &Path) -> Result<Standings> {
    let mut standings = tournament.standings();
    if !path.exists() {
        return Ok(standings);
    }
    let records: Vec<(usize, Record)> = open_records(path)?.collect::<Result<_, _>>()?;
    let (whole, rest) = records.as_chunks::<2>();
    if let [(line, _)] = rest {
        bail!("{}:{line}: expected two games from each opening: remove this line to play both again", path.display());
    }
    for pair in whole {
        let number = standings.next_number();
        let read = |side: Side| {
            let (line, record) = &pair[side.index()];
            let other =
                || format!("{}:{line}: expected a game of this match, or another file with --record", path.display());
            read_game(tournament, number, side, record).with_context(other)
        };
        standings.add_played(GamePair { games: [read(Side::First)?, read(Side::Second)?] });
    }
    Ok(standings)
}

/// Reads a game of the pair of that number, in which the first player has the side `first_has`.
fn read_game(tournament: &Tournament, number: usize, first_has: Side, record: &Record) -> Result<PlayedGame> {
    let game = tournament.game;
    ensure!(number < tournament.pairs(), "the match has but {} games", 2 * tournament.pairs());
    let (opening, players) = tournament.place(number);
    let names = players.map(|player| Entrant::name(&tournament.entrants[player]));
    let rules = record.rules()?;
    ensure!(rules == *game.rules(), "it was played by {rules}, the match is of {}", game.rules());
    let expected = Vec::from_iter(seat_names(&seat_sides(game), names, first_has));
    let players = record.players.as_deref().unwrap_or_default();
    ensure!(players == expected, "it was played by {}, not by {}", players.join(", "), expected.join(", "));

    let mut history = History::new(game, game.start());
    history.play_texts(game, record.steps.iter().map(String::as_str))?;
    ensure!(history.played().starts_with(tournament.openings.moves(opening)), "it begins from another opening");
    let (outcome, forfeit) = match (history.outcome(), record.winner.flatten(), record.reason) {
        (Some(outcome), ..) => (outcome, None),
        (None, Some(winner), Some(Reason::Forfeit)) => (Outcome::Win(winner), Some(Forfeit::new("no move to give"))),
        _ => bail!("it is not over"),
    };
    Ok(PlayedGame::of(game, &history, outcome, forfeit))
}
