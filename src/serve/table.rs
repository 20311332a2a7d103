use crate::sentence;
use crate::web::{GameSpec, GameState, Refusal, TableAction};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};

/// A person without requests for this time is away. Browsers let a page in the background send one request a second;
/// those of phones let it send none at all.
const AWAY: Duration = Duration::from_secs(8);

/// Chance as an entry of [`Table::movers`], where 0 and 1 are the sides.
const CHANCE: usize = 2;

/// Each side's time: that for a whole game, and the increment after each turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub whole: Duration,
    pub increment: Duration,
}

/// Each side's time before a game.
fn wound(clock: Option<Clock>) -> [Duration; 2] {
    [clock.map_or(Duration::ZERO, |clock| clock.whole); 2]
}

/// Two people, each at a browser, and their game; then the next one. A person keeps the seat, 0 or 1, and changes the
/// side from game to game.
///
/// Moves come with the resulting state of the game: a table knows no rules. All times are parameters: it has no clock
/// of its own.
#[derive(Debug)]
pub(super) struct Table {
    game: GameSpec,
    /// The side that made each move, or [`CHANCE`].
    movers: Vec<usize>,
    /// The side to act, if the game continues.
    acts: usize,
    /// Whether chance acts before the first move.
    begins_by_chance: bool,
    over: Option<End>,
    people: [Option<Person>; 2],
    side: usize,
    round: u32,
    /// Points of each seat in earlier games, in half points.
    scored: [u32; 2],
    clock: Option<Clock>,
    /// Each side's time left at `since`, or now if no clock runs.
    left: [Duration; 2],
    /// When the clock of the side to act started, if running.
    since: Option<Instant>,
    /// Each seat's open offer to the other one.
    offers: [Option<TableAction>; 2],
    /// Number of changes other than of clocks and presence.
    version: u64,
    /// Time of the last request for this table.
    pub asked: Instant,
}

#[derive(Debug)]
struct Person {
    name: Option<String>,
    key: KeyDigest,
    seen: Instant,
}

/// The hash of a key: the file of a table does not give away its seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeyDigest(String);

impl KeyDigest {
    fn of(key: &str) -> KeyDigest {
        KeyDigest(Sha256::digest(key).iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// A table as stored in a file. Times are milliseconds; clocks are stopped while it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KeptTable {
    game: GameSpec,
    movers: Vec<usize>,
    acts: usize,
    #[serde(default)]
    begins_by_chance: bool,
    over: Option<End>,
    /// Each player's name and hashed key.
    people: [Option<(Option<String>, KeyDigest)>; 2],
    side: usize,
    round: u32,
    scored: [u32; 2],
    clock: Option<[u64; 2]>,
    left: [u64; 2],
    runs: bool,
    version: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct End {
    winner: Option<usize>,
    reason: String,
}

impl Table {
    /// A table for a game without moves; the person who opens it takes this side, and holds the key.
    pub fn open(
        game: GameSpec,
        state: &GameState,
        side: usize,
        clock: Option<Clock>,
        opener: (String, Option<String>),
        now: Instant,
    ) -> Table {
        let (key, name) = opener;
        Table {
            game,
            movers: Vec::new(),
            acts: state.side,
            begins_by_chance: state.chance,
            over: None,
            people: [Some(Person { name, key: KeyDigest::of(&key), seen: now }), None],
            side,
            round: 1,
            scored: [0; 2],
            clock,
            left: wound(clock),
            since: None,
            offers: [None; 2],
            version: 0,
            asked: now,
        }
    }

    /// The table for a file.
    pub fn kept(&self, now: Instant) -> KeptTable {
        let person = |person: &Option<Person>| person.as_ref().map(|person| (person.name.clone(), person.key.clone()));
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let [first, second] = &self.people;
        KeptTable {
            game: self.game.clone(),
            movers: self.movers.clone(),
            acts: self.acts,
            begins_by_chance: self.begins_by_chance,
            over: self.over.clone(),
            people: [person(first), person(second)],
            side: self.side,
            round: self.round,
            scored: self.scored,
            clock: self.clock.map(|clock| [clock.whole, clock.increment].map(milliseconds)),
            left: self.left_at(now).map(milliseconds),
            runs: self.since.is_some(),
            version: self.version,
        }
    }

    /// A table from a file; `None` if the file is invalid. Offers are dropped.
    pub fn restored(kept: KeptTable, now: Instant) -> Option<Table> {
        let KeptTable { game, movers, acts, over, people, side, round, scored, .. } = kept;
        let KeptTable { begins_by_chance, clock, left, runs, version, .. } = kept;
        let sides = [&acts, &side].into_iter().chain(over.iter().filter_map(|end| end.winner.as_ref()));
        let are_known = sides.into_iter().all(|&side| side < CHANCE) && movers.iter().all(|&mover| mover <= CHANCE);
        if !are_known || movers.len() != game.moves.len() || people[0].is_none() {
            return None;
        }
        let clock = clock.map(|times| times.map(Duration::from_millis));
        Some(Table {
            game,
            movers,
            acts,
            begins_by_chance,
            over,
            people: people.map(|person| person.map(|(name, key)| Person { name, key, seen: now })),
            side,
            round,
            scored,
            clock: clock.map(|[whole, increment]| Clock { whole, increment }),
            left: left.map(Duration::from_millis),
            since: runs.then_some(now),
            offers: [None; 2],
            // A new version, so that pages take it as news: offers were dropped.
            version: version + 1,
            asked: now,
        })
    }

    /// Number of changes other than of clocks and presence.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn game(&self) -> &GameSpec {
        &self.game
    }

    pub fn seat(&self, key: &str) -> Option<usize> {
        let key = KeyDigest::of(key);
        self.people.iter().position(|person| person.as_ref().is_some_and(|person| person.key == key))
    }

    /// Takes the free seat.
    ///
    /// # Errors
    /// There is no free seat.
    pub fn join(&mut self, key: String, name: Option<String>, now: Instant) -> Result<(), Refusal> {
        let free = self.people.iter_mut().find(|person| person.is_none());
        let free =
            free.ok_or_else(|| sentence!("table.full", "both sides of this game are taken: you can watch it"))?;
        *free = Some(Person { name, key: KeyDigest::of(&key), seen: now });
        self.version += 1;
        Ok(())
    }

    /// Handles a request: a clock may have run down meanwhile.
    pub fn look(&mut self, seat: Option<usize>, now: Instant) {
        self.asked = now;
        if let Some(person) = seat.and_then(|seat| self.people[seat].as_mut()) {
            person.seen = now;
        }
        if self.over.is_none() && self.since.is_some() && self.left_at(now)[self.acts].is_zero() {
            self.end(Some(1 - self.acts), "time", now);
        }
    }

    fn left_at(&self, now: Instant) -> [Duration; 2] {
        let mut left = self.left;
        if let Some(since) = self.since {
            left[self.acts] = left[self.acts].saturating_sub(now.saturating_duration_since(since));
        }
        left
    }

    fn side_of(&self, seat: usize) -> usize {
        self.side ^ seat
    }

    fn end(&mut self, winner: Option<usize>, reason: &str, now: Instant) {
        self.version += 1;
        self.left = self.left_at(now);
        self.since = None;
        self.over = Some(End { winner, reason: reason.to_owned() });
        self.offers = [None; 2];
    }

    /// Whether a move has been made already: a browser that got no answer sends it again.
    pub fn has(&self, ply: usize, mv: &str) -> bool {
        self.game.moves.get(ply).is_some_and(|made| made == mv)
    }

    /// Checks that a seat may make a move now.
    ///
    /// # Errors
    /// The game is over or has changed, or the other side is to act.
    pub fn may_play(&self, seat: usize, ply: usize) -> Result<(), Refusal> {
        self.goes_on()?;
        if self.people.iter().any(Option::is_none) {
            return Err(sentence!("table.alone", "nobody has taken the other side yet").into());
        }
        if ply != self.game.moves.len() {
            return Err(sentence!("table.went-on", "the game has gone on meanwhile").into());
        }
        match self.side_of(seat) == self.acts && !self.awaits_chance() {
            true => Ok(()),
            false => Err(sentence!("table.not-your-turn", "it is the other side's turn").into()),
        }
    }

    fn goes_on(&self) -> Result<(), Refusal> {
        match self.over {
            None => Ok(()),
            Some(_) => Err(sentence!("game.over", "the game is over").into()),
        }
    }

    /// Whether chance is still to make the first move, in a game that begins with chance.
    pub fn awaits_chance(&self) -> bool {
        self.begins_by_chance && self.game.moves.is_empty()
    }

    /// Makes the moves that led to these states of the game: one of a person, and those of chance.
    pub fn play_all(&mut self, states: &[GameState], now: Instant) {
        for (index, state) in states.iter().enumerate() {
            self.play(state, index > 0 || self.awaits_chance(), now);
        }
    }

    /// Makes the move that led to this state of the game.
    fn play(&mut self, state: &GameState, by_chance: bool, now: Instant) {
        self.version += 1;
        let (mover, is_first_throw) = (self.acts, self.awaits_chance());
        self.left = self.left_at(now);
        self.movers.push(if by_chance { CHANCE } else { mover });
        self.game.moves.extend(state.last.clone());
        self.offers = [None; 2];
        self.acts = state.side;
        let ended = state.side != mover && !is_first_throw;
        // The first turn of a game takes no time: the person who opened it may be waiting elsewhere.
        self.since = self.clock.filter(|_| ended || self.since.is_some()).map(|_| now);
        if let Some(clock) = self.clock.filter(|_| ended) {
            self.left[mover] += clock.increment;
        }
        if let Some((winner, reason)) = &state.outcome {
            self.end(*winner, reason, now);
        }
    }

    /// An action other than a move. Undo, draw and the next game are offered by one person and accepted by the other,
    /// with the same action.
    ///
    /// # Errors
    /// The action makes no sense now.
    pub fn act(&mut self, seat: usize, action: TableAction, now: Instant) -> Result<(), Refusal> {
        self.version += 1;
        let other = 1 - seat;
        match action {
            TableAction::Refuse => {
                self.offers = [None; 2];
                return Ok(());
            }
            TableAction::Again if self.over.is_none() => {
                return Err(sentence!("table.not-over", "the game is not over yet").into());
            }
            TableAction::Again => {}
            TableAction::Resign => {
                self.goes_on()?;
                self.end(Some(1 - self.side_of(seat)), "resignation", now);
                return Ok(());
            }
            // The one who accepts an undo need not have made a move.
            TableAction::Undo if self.offers[other] != Some(action) && !self.movers.contains(&self.side_of(seat)) => {
                return Err(sentence!("table.no-move", "you have made no move that could be taken back").into());
            }
            TableAction::Draw | TableAction::Undo => self.goes_on()?,
        }
        if self.offers[other] != Some(action) {
            self.offers[seat] = Some(action);
            return Ok(());
        }
        match action {
            TableAction::Draw => self.end(None, "agreement", now),
            TableAction::Undo => self.undo(other, now),
            TableAction::Again => self.again(),
            TableAction::Refuse | TableAction::Resign => unreachable!("these need no agreement"),
        }
        Ok(())
    }

    /// Takes back the last turn of a seat and all moves after it. The time stays spent.
    fn undo(&mut self, seat: usize, now: Instant) {
        let side = self.side_of(seat);
        self.left = self.left_at(now);
        while self.movers.last().is_some_and(|&mover| mover != side) {
            self.movers.pop();
        }
        while self.movers.last() == Some(&side) {
            self.movers.pop();
        }
        self.game.moves.truncate(self.movers.len());
        self.acts = side;
        self.since = self.clock.filter(|_| self.movers.iter().any(|&mover| mover < CHANCE)).map(|_| now);
        self.offers = [None; 2];
    }

    /// Starts the next game with sides exchanged.
    fn again(&mut self) {
        for seat in [0, 1] {
            self.scored[seat] += self.points(seat);
        }
        // The side that made the first move begins again.
        self.acts = self.movers.iter().copied().find(|&mover| mover < CHANCE).unwrap_or(self.acts);
        self.movers.clear();
        self.game.moves.clear();
        self.over = None;
        self.side = 1 - self.side;
        self.round += 1;
        self.left = wound(self.clock);
        self.offers = [None; 2];
    }

    /// Points of a seat in the current game, in half points.
    fn points(&self, seat: usize) -> u32 {
        match &self.over {
            None => 0,
            Some(End { winner: None, .. }) => 1,
            Some(End { winner: Some(winner), .. }) => 2 * u32::from(*winner == self.side_of(seat)),
        }
    }

    /// The state for a page; `seat` is the requester's. Lists by side have side 0 first.
    pub fn to_json(&self, seat: Option<usize>, now: Instant) -> Value {
        let by_side = |tell: &dyn Fn(usize) -> Value| [0, 1].map(|side| tell(self.side ^ side));
        let milliseconds = |time: Duration| time.as_millis() as u64;
        json!({
            "game": self.game,
            "version": self.version,
            "round": self.round,
            "acts": self.acts,
            "you": seat.map(|seat| self.side_of(seat)),
            "people": by_side(&|seat| match &self.people[seat] {
                None => Value::Null,
                Some(person) => json!({
                    "name": person.name,
                    "here": now.saturating_duration_since(person.seen) < AWAY,
                }),
            }),
            "offers": by_side(&|seat| json!(self.offers[seat])),
            "points": by_side(&|seat| json!(f64::from(self.scored[seat] + self.points(seat)) / 2.0)),
            "clock": self.clock.map(|clock| json!({
                "seconds": clock.whole.as_secs(),
                "increment": clock.increment.as_secs(),
                "left": self.left_at(now).map(milliseconds),
                "runs": self.since.map(|_| self.acts),
            })),
            "outcome": self.over.as_ref().map(|end| json!({"winner": end.winner, "reason": end.reason})),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Clock = Clock { whole: Duration::from_secs(60), increment: Duration::from_secs(2) };

    fn game() -> GameSpec {
        GameSpec { variant: "loa".to_owned(), options: serde_json::Map::default(), start: None, moves: Vec::new() }
    }

    fn state(last: Option<&str>, side: usize) -> GameState {
        GameState { chance: false, last: last.map(str::to_owned), side, outcome: None }
    }

    /// A table of Ann, who begins, and Bob.
    fn table(clock: Option<Clock>, now: Instant) -> Table {
        let ann = ("a".to_owned(), Some("Ann".to_owned()));
        let mut table = Table::open(game(), &state(None, 0), 0, clock, ann, now);
        assert!(table.may_play(0, 0).is_err(), "nobody is there to play with");
        table.join("b".to_owned(), None, now).unwrap();
        assert!(table.join("c".to_owned(), None, now).is_err());
        table
    }

    fn after(now: Instant, seconds: u64) -> Instant {
        now + Duration::from_secs(seconds)
    }

    #[test]
    fn sides_take_turns() {
        let now = Instant::now();
        let mut table = table(None, now);
        assert_eq!((table.seat("a"), table.seat("b"), table.seat("")), (Some(0), Some(1), None));
        assert!(table.may_play(1, 0).is_err());
        table.may_play(0, 0).unwrap();
        table.play(&state(Some("b1-b3"), 1), false, now);
        assert!(table.has(0, "b1-b3") && !table.has(0, "b1-b4") && !table.has(1, "b1-b3"));
        assert!(table.may_play(1, 0).is_err(), "the game has gone on");
        table.may_play(1, 1).unwrap();
        let told = table.to_json(Some(1), now);
        assert_eq!((&told["you"], &told["acts"], &told["clock"]), (&json!(1), &json!(1), &Value::Null));
        assert_eq!(told["game"]["moves"], json!(["b1-b3"]));
        assert_eq!(told["people"], json!([{"name": "Ann", "here": true}, {"name": null, "here": true}]));
        assert_eq!(table.to_json(None, after(now, 9))["people"][0]["here"], json!(false));
    }

    #[test]
    fn clocks_run_from_the_second_turn_on_and_end_the_game() {
        let start = Instant::now();
        let mut table = table(Some(MINUTE), start);
        let left = |table: &Table, now| table.to_json(None, now)["clock"]["left"].clone();
        // The first turn costs nothing, however many moves it has.
        table.play(&state(Some("b1-b3"), 0), false, after(start, 10));
        table.look(Some(0), after(start, 100));
        table.play(&state(Some("c1-c3"), 1), false, after(start, 100));
        assert_eq!(left(&table, after(start, 110)), json!([62_000, 50_000]));
        // A turn of two moves: its increment comes after the second.
        table.play(&state(Some("a2-c2"), 1), false, after(start, 110));
        assert_eq!(left(&table, after(start, 115)), json!([62_000, 45_000]));
        table.play(&state(Some("a3-c3"), 0), false, after(start, 115));
        assert_eq!(left(&table, after(start, 116)), json!([61_000, 47_000]));
        table.look(None, after(start, 176));
        assert_eq!(table.to_json(None, after(start, 176))["outcome"], Value::Null);
        table.look(None, after(start, 177));
        let told = table.to_json(Some(1), after(start, 200));
        assert_eq!(told["outcome"], json!({"winner": 1, "reason": "time"}));
        assert_eq!((&told["clock"]["left"], &told["clock"]["runs"]), (&json!([0, 47_000]), &Value::Null));
        assert!(table.may_play(0, 4).is_err() && table.act(0, TableAction::Resign, start).is_err());
    }

    #[test]
    fn takes_back_by_agreement() {
        let now = Instant::now();
        let mut table = table(Some(MINUTE), now);
        assert!(table.act(1, TableAction::Undo, now).is_err(), "nothing to take back");
        for (mv, next) in [("1", 1), ("2", 0), ("3", 0), ("4", 1), ("5", 0)] {
            table.play(&state(Some(mv), next), false, now);
        }
        let moves = |table: &Table| table.game().moves.join(" ");
        // The turn of two moves, and the answer.
        table.act(0, TableAction::Undo, now).unwrap();
        assert_eq!(
            (moves(&table).as_str(), &table.to_json(None, now)["offers"]),
            ("1 2 3 4 5", &json!(["undo", null]))
        );
        table.act(1, TableAction::Refuse, now).unwrap();
        table.act(1, TableAction::Undo, now).unwrap();
        assert_eq!(table.to_json(None, now)["offers"], json!([null, "undo"]), "refused, then asked by the other");
        table.act(1, TableAction::Refuse, now).unwrap();
        table.act(0, TableAction::Undo, now).unwrap();
        table.act(1, TableAction::Undo, now).unwrap();
        assert_eq!((moves(&table).as_str(), table.acts), ("1 2", 0));
        // A move withdraws open offers.
        table.act(1, TableAction::Undo, now).unwrap();
        table.play(&state(Some("3"), 1), false, now);
        table.act(0, TableAction::Undo, now).unwrap();
        table.act(1, TableAction::Undo, now).unwrap();
        table.act(0, TableAction::Undo, now).unwrap();
        table.act(1, TableAction::Undo, now).unwrap();
        assert_eq!((moves(&table).as_str(), table.since), ("", None), "the first turn costs nothing");
    }

    #[test]
    fn a_file_keeps_a_table() {
        let start = Instant::now();
        let mut table = table(Some(MINUTE), start);
        for (mv, side, at) in [("b1-b3", 1, 10), ("a2-c2", 0, 20)] {
            table.play(&state(Some(mv), side), false, after(start, at));
        }
        table.act(1, TableAction::Draw, after(start, 25)).unwrap();
        let text = serde_json::to_string(&table.kept(after(start, 30))).unwrap();
        assert!(!text.contains("\"a\"") && !text.contains("\"b\""), "no key: {text}");
        // Years later.
        let now = after(start, 1_000_000_000);
        let mut again = Table::restored(serde_json::from_str(&text).unwrap(), now).unwrap();
        assert_eq!((again.seat("a"), again.seat("b"), again.seat("c")), (Some(0), Some(1), None));
        let [before, told] = [table.to_json(Some(0), after(start, 30)), again.to_json(Some(0), now)];
        for field in ["game", "round", "acts", "you", "points", "clock", "outcome"] {
            assert_eq!(before[field], told[field], "{field}");
        }
        let people = |told: &Value, field: &str| [0usize, 1].map(|seat| told["people"][seat][field].clone());
        assert_eq!(people(&before, "name"), people(&told, "name"));
        // Everyone who was there has the full time to send a request.
        assert_eq!(people(&told, "here"), [true, true]);
        assert!(again.version() > table.version());
        again.may_play(0, 2).unwrap();
        again.look(None, after(now, 60));
        assert_eq!(again.to_json(None, after(now, 60))["outcome"]["reason"], "time", "its clock goes on");
        let over: KeptTable = serde_json::from_str(&serde_json::to_string(&again.kept(now)).unwrap()).unwrap();
        assert_eq!(Table::restored(over, now).unwrap().to_json(None, now)["outcome"]["winner"], 1);
        for wrong in ["\"acts\":0>\"acts\":2", "\"movers\":[0,1]>\"movers\":[0]", "\"movers\":[0,1]>\"movers\":[0,7]"] {
            let (from, to) = wrong.split_once('>').unwrap();
            assert!(text.contains(from), "{text}");
            let kept = serde_json::from_str(&text.replace(from, to)).unwrap();
            assert!(Table::restored(kept, now).is_none(), "{wrong}");
        }
    }

    #[test]
    fn games_follow_each_other_with_sides_exchanged() {
        let now = Instant::now();
        let mut table = table(None, now);
        assert!(table.act(0, TableAction::Again, now).is_err());
        table.play(&state(Some("1"), 1), false, now);
        table.act(1, TableAction::Resign, now).unwrap();
        assert_eq!(table.to_json(None, now)["points"], json!([1.0, 0.0]));
        table.act(0, TableAction::Again, now).unwrap();
        table.act(1, TableAction::Again, now).unwrap();
        let told = table.to_json(Some(0), now);
        assert_eq!((&told["round"], &told["you"], &told["acts"]), (&json!(2), &json!(1), &json!(0)));
        assert_eq!((&told["points"], &told["outcome"]), (&json!([0.0, 1.0]), &Value::Null));
        assert_eq!(told["people"][1]["name"], "Ann");
        table.act(0, TableAction::Draw, now).unwrap();
        table.act(1, TableAction::Draw, now).unwrap();
        let told = table.to_json(None, now);
        assert_eq!(told["outcome"], json!({"winner": null, "reason": "agreement"}));
        assert_eq!(told["points"], json!([0.5, 1.5]));
        // As in the rules.
        table.act(1, TableAction::Again, now).unwrap();
        table.act(0, TableAction::Again, now).unwrap();
        let won = GameState { outcome: Some((Some(0), "all pieces connected".to_owned())), ..state(Some("1"), 1) };
        table.play(&won, false, now);
        assert_eq!(table.to_json(None, now)["points"], json!([2.5, 0.5]));
        assert_eq!(table.to_json(None, now)["outcome"]["reason"], "all pieces connected");
    }
}
