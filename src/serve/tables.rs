use super::guard;
use super::table::{Clock, Table};
use super::table_folder::{TableFile, TableFolder};
use crate::games::{self, rules_file};
use crate::sentence;
use crate::text::is_obeyed;
use crate::web::{Act, GameSpec, Games, OpenTable, PageEngine, Refusal, RequestKind, TableReference, TakeSeat};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The most tables at a time.
const MOST: usize = 1000;

/// A table is removed after this time without requests.
const KEPT: Duration = Duration::from_secs(3 * 24 * 3600);

/// The longest name of a person, in characters.
const LONGEST_NAME: usize = 40;

/// The longest clock, in seconds.
const LONGEST_CLOCK: u32 = 24 * 3600;

/// Games between people, each under an unguessable name. A folder keeps them while no server runs.
#[derive(Debug)]
pub(super) struct Tables {
    open: Mutex<BTreeMap<String, Table>>,
    folder: TableFolder,
}

impl Tables {
    /// The tables of a folder, which may be missing, with the games that they need.
    pub fn of_folder(folder: PathBuf, games: &Games) -> Tables {
        let (folder, now) = (TableFolder::new(folder), Instant::now());
        let mut open = BTreeMap::new();
        for (name, TableFile { table, rules }) in folder.read() {
            let Some(table) = Table::restored(table, now).filter(|_| open.len() < MOST) else { continue };
            if let (Some(text), Err(_)) = (&rules, games.find(&table.game().variant)) {
                // If the rules are no longer valid, a request for the table fails with an unknown game.
                let _ = games.add(&table.game().variant, text, "");
            }
            open.insert(name, table);
        }
        Tables { open: Mutex::new(open), folder }
    }

    /// Stores a table if it has changed since that version.
    fn keep(&self, name: &str, since: Option<u64>, games: &Games, now: Instant) {
        let tables = self.open.lock();
        let Some(table) = tables.get(name).filter(|table| since.is_none_or(|version| table.version() > version)) else {
            return;
        };
        let (kept, version, variant) = (table.kept(now), table.version(), table.game().variant.clone());
        // The disk is written without blocking other tables.
        drop(tables);
        let text = || games.find(&variant).ok().and_then(|known| Some(rules_file::of_variant(&known)?.text.clone()));
        let rules = if games::listed(&variant).is_err() { text() } else { None };
        self.folder.write(name, version, &TableFile { table: kept, rules });
    }

    /// The reply to a request about games between people; `None` for other requests.
    pub fn ask(&self, asked: &RequestKind, engine: &PageEngine) -> Option<Result<Value, Refusal>> {
        let now = Instant::now();
        let name = match asked {
            RequestKind::OpenTable(open) => return Some(self.open(open, engine, now)),
            RequestKind::TakeSeat(TakeSeat { table, .. })
            | RequestKind::Table(TableReference { table, .. })
            | RequestKind::Act(Act { table, .. }) => table,
            _ => return None,
        };
        let before = self.open.lock().get(name).map(Table::version);
        let reply = match asked {
            RequestKind::TakeSeat(take) => self.join(take, now),
            RequestKind::Act(act) => self.act(act, engine, now),
            _ => self.look(asked, now),
        };
        self.keep(name, before, engine.games(), now);
        Some(reply)
    }

    fn look(&self, asked: &RequestKind, now: Instant) -> Result<Value, Refusal> {
        let RequestKind::Table(of) = asked else { unreachable!("all others are answered elsewhere") };
        self.with(&of.table, |table| {
            let seat = of.key.as_deref().and_then(|key| table.seat(key));
            table.look(seat, now);
            Ok(table.to_json(seat, now))
        })
    }

    fn with<R>(&self, name: &str, then: impl FnOnce(&mut Table) -> Result<R, Refusal>) -> Result<R, Refusal> {
        then(
            self.open
                .lock()
                .get_mut(name)
                .ok_or_else(|| sentence!("table.none", "this game between people is over and gone"))?,
        )
    }

    fn open(&self, open: &OpenTable, engine: &PageEngine, now: Instant) -> Result<Value, Refusal> {
        if !open.game.moves.is_empty() {
            return Err(Refusal::new("a game between people begins without moves: expected `start` for a position"));
        }
        let clock = match open.clock {
            None => None,
            Some(clock) if (1..=LONGEST_CLOCK).contains(&clock.seconds) && clock.increment <= LONGEST_CLOCK => {
                let seconds = |seconds: u32| Duration::from_secs(seconds.into());
                Some(Clock { whole: seconds(clock.seconds), increment: seconds(clock.increment) })
            }
            Some(_) => {
                return Err(Refusal::new(format!(
                    "clock: expected 1 to {LONGEST_CLOCK} seconds and an increment of at most as many"
                )));
            }
        };
        let states = engine.states(&open.game, thrown)?;
        let state = &states[0];
        if state.outcome.is_some() {
            return Err(sentence!("game.over", "the game is over").into());
        }
        let random = secret(1)?;
        let side = open.side.map_or(usize::from(random.as_bytes()[0] & 1), |side| usize::from(side != 0));
        let (name, key) = (secret(6)?, secret(16)?);
        let opener = (key.clone(), checked_name(open.name.as_deref())?);
        let mut table = Table::open(open.game.clone(), state, side, clock, opener, now);
        table.play_all(&states[1..], now);
        let mut tables = self.open.lock();
        let is_old = |_: &String, table: &mut Table| now.saturating_duration_since(table.asked) >= KEPT;
        tables.extract_if(.., is_old).for_each(|(name, _)| self.folder.remove(&name));
        if tables.len() >= MOST {
            return Err(Refusal::new(format!("{MOST} games between people are under way: expected fewer")));
        }
        let told = table.to_json(Some(0), now);
        tables.insert(name.clone(), table);
        drop(tables);
        self.keep(&name, None, engine.games(), now);
        Ok(json!({"name": name, "key": key, "table": told}))
    }

    fn join(&self, take: &TakeSeat, now: Instant) -> Result<Value, Refusal> {
        let (key, name) = (secret(16)?, checked_name(take.name.as_deref())?);
        self.with(&take.table, |table| {
            table.join(key.clone(), name, now)?;
            let seat = table.seat(&key);
            table.look(seat, now);
            Ok(json!({"name": take.table, "key": key, "table": table.to_json(seat, now)}))
        })
    }

    fn act(&self, act: &Act, engine: &PageEngine, now: Instant) -> Result<Value, Refusal> {
        let seat_of = |table: &Table| {
            table.seat(&act.key).ok_or_else(|| Refusal::new("only the two players can do this: the key is another"))
        };
        let (ply, text) = match (act.action, act.ply, &act.mv) {
            (Some(action), None, None) => {
                let begin = self.with(&act.table, |table| {
                    let seat = seat_of(table)?;
                    table.look(Some(seat), now);
                    table.act(seat, action, now)?;
                    Ok(table.awaits_chance().then(|| table.game().clone()))
                })?;
                let states = begin.map(|game| engine.states(&game, thrown)).transpose()?.unwrap_or_default();
                return self.with(&act.table, |table| {
                    if table.awaits_chance() {
                        table.play_all(states.get(1..).unwrap_or_default(), now);
                    }
                    Ok(table.to_json(Some(seat_of(table)?), now))
                });
            }
            (None, Some(ply), Some(mv)) => (ply, mv),
            _ => return Err(Refusal::new("act: expected either `action`, or `move` with its `ply`")),
        };
        // The rules are applied without blocking other tables.
        let may_play = |table: &mut Table| {
            let seat = seat_of(table)?;
            table.look(Some(seat), now);
            match table.has(ply, text) {
                true => Ok((seat, None)),
                false => table.may_play(seat, ply).map(|()| (seat, Some(table.game().clone()))),
            }
        };
        let (seat, game) = self.with(&act.table, may_play)?;
        let states = game
            .map(|game| {
                let moves = [game.moves.as_slice(), std::slice::from_ref(text)].concat();
                engine.states(&GameSpec { moves, ..game }, thrown)
            })
            .transpose()?;
        self.with(&act.table, |table| {
            // The same request may have come twice, and its other copy may have been quicker.
            if let Some(states) = states.filter(|_| !table.has(ply, text)) {
                table.may_play(seat, ply)?;
                table.play_all(&states, now);
            }
            Ok(table.to_json(Some(seat), now))
        })
    }
}

/// The number of one of `count` things that chance can do.
fn thrown(count: usize) -> Result<usize, Refusal> {
    let number = u64::from_str_radix(&secret(8)?, 16).expect("it is hexadecimal");
    Ok((number % count as u64) as usize)
}

fn secret(bytes: usize) -> Result<String, Refusal> {
    guard::secret(bytes).map_err(|error| Refusal::new(format!("the system gives no random numbers: {error}")))
}

fn checked_name(name: Option<&str>) -> Result<Option<String>, Refusal> {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    match name {
        Some(name) if name.chars().count() > LONGEST_NAME || name.contains(is_obeyed) => {
            let expected = "expected one line, without signs that turn the direction of writing, of at most";
            Err(Refusal::new(format!("name: {expected} {LONGEST_NAME} characters")))
        }
        name => Ok(name.map(str::to_owned)),
    }
}
