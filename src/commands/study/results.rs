use crate::arena::{DEFAULT_PLIES, Elo, OpeningRule, Tournament};
use crate::commands::arena::format_elo;
use crate::files::{LONGEST_TEXT, read_text};
use crate::game::Game;
use crate::games::AnyGame;
use crate::players::{Budget, Entrant};
use crate::runs::{RunDir, write_file};
use crate::train::{Metrics, autopilot};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Approximate simulations per move in the games that measure a net's learning.
const SIMULATIONS: u32 = 32;

/// Least and greatest time for [`SIMULATIONS`].
const MOVE_TIME: [Duration; 2] = [Duration::from_millis(2), Duration::from_secs(1)];

/// The most pairs of games against each opponent.
const PAIRS: usize = 100;

/// Share of the time of a match in which openings are drawn.
const DRAWING: f64 = 0.2;

/// If at least this many pairs of games were played and all ended even, that is significant.
const ALL_EVEN: u32 = 5;

/// The learning of a run's newest net: its results against the run's untrained net and against search without a net.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct StudyResults {
    pub generation: u32,
    pub steps: u64,
    /// Number of self-play games so far.
    pub games: u64,
    /// Seconds of training so far.
    pub seconds: f64,
    /// Match against generation 0, at equal simulations; `None` if no game was played.
    pub untrained: Option<Match>,
    /// Match against tree search with rollouts, at equal time.
    pub search: Option<Match>,
}

/// The result of a match, from the net's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Match {
    pub games: u32,
    /// Whether each pair of games ended even.
    pub is_even: bool,
    /// Elo of the net above its opponent.
    #[serde(flatten)]
    pub elo: Elo,
}

impl Match {
    fn is_won(&self) -> bool {
        self.elo.elo_low > 0.0
    }

    fn is_lost(&self) -> bool {
        self.elo.elo_high < 0.0
    }

    fn words(&self) -> String {
        let Elo { elo, elo_low, elo_high } = self.elo;
        let [elo, elo_low, elo_high] = [elo, elo_low, elo_high].map(format_elo);
        format!("{elo} Elo ({elo_low} to {elo_high}) in {} games", self.games)
    }
}

pub(super) struct Terms<'a> {
    /// Time for both matches together.
    pub time: Duration,
    pub threads: usize,
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl StudyResults {
    /// The run so far, from its metrics.
    pub fn of(history: &[Metrics]) -> StudyResults {
        let newest = history.last();
        StudyResults {
            generation: newest.map_or(0, |newest| newest.generation),
            steps: newest.map_or(0, |newest| newest.steps),
            games: history.iter().map(|metrics| metrics.games.count as u64).sum(),
            seconds: newest.map_or(0.0, |newest| newest.elapsed),
            ..StudyResults::default()
        }
    }

    /// The result of an earlier measurement of the same net.
    pub fn read(&self, run: &RunDir) -> Option<StudyResults> {
        let text = read_text(&path(run), LONGEST_TEXT).ok()?;
        serde_json::from_str(&text).ok().filter(|read: &StudyResults| {
            (read.generation, read.steps, read.games) == (self.generation, self.steps, self.games)
                && read.search.is_some()
        })
    }

    /// Plays both matches and saves the results. Untrained nets play none.
    ///
    /// # Errors
    /// A net cannot be read, or the run cannot be written.
    pub fn measure(&mut self, game: &AnyGame, run: &RunDir, newest: Option<&Metrics>, terms: &Terms) -> Result<()> {
        if self.is_untrained() {
            return Ok(());
        }
        let one = terms.time / 2;
        let net = format!("{}:{}", run.name(), self.generation);
        let simulations = Budget::Simulations(SIMULATIONS);
        self.untrained = meet(game, [&net, &format!("{}:0", run.name())], simulations, one, terms)?;
        let time = Budget::Time(move_time(newest));
        self.search = meet(game, [&format!("{net}@{time}"), &format!("mcts@{time}")], time, one, terms)?;
        if !(terms.stop)() {
            write_file(&path(run), serde_json::to_string(self)?.as_bytes())?;
            let is_worse = self.untrained.is_some_and(|met| met.is_lost());
            run.let_play(if is_worse { 0 } else { self.generation })?;
        }
        Ok(())
    }

    /// Whether the learner has made no step yet.
    pub fn is_untrained(&self) -> bool {
        self.generation == 0 || self.steps == 0
    }

    /// Whether the net is significantly stronger than the untrained one.
    pub fn is_better(&self) -> bool {
        self.untrained.is_some_and(|met| met.is_won())
    }

    /// Sentences about a game: whether it is learnt, and if not, why.
    pub fn says(&self, game: &str) -> Vec<String> {
        let words = |met: Option<Match>| met.map_or_else(|| "no game was over in time".to_owned(), |met| met.words());
        let (untrained, search) = (words(self.untrained), words(self.search));
        let first = match self.untrained {
            _ if self.is_untrained() => {
                format!(
                    "{game} is not learnt: the net is untrained, as the learner made no step in {} games",
                    self.games
                )
            }
            Some(met) if met.is_won() && self.search.is_some_and(|met| met.is_won()) => {
                return vec![format!(
                    "{game} is learnt: {untrained} against its untrained net, {search} against plain search at equal time"
                )];
            }
            Some(met) if met.is_won() => format!(
                "{game} is learnt in part: {untrained} against its untrained net, but the net is not shown to be better \
                 than plain search at equal time: {search}"
            ),
            Some(met) if met.is_lost() => {
                format!(
                    "{game} is not learnt: the net is worse than untrained, {untrained}; generation 0 is used as the \
                     player"
                )
            }
            _ => format!("{game} is not learnt: the net is not shown to be better than untrained: {untrained}"),
        };
        [Some(first), self.cause()].into_iter().flatten().collect()
    }

    /// Why a net has not learnt more.
    fn cause(&self) -> Option<String> {
        let is_even = |met: Match| met.is_even && met.games >= 2 * ALL_EVEN;
        if self.untrained.is_some_and(is_even) {
            return Some(
                "each pair of games ended even: search alone plays this game as well, as proofs decide it".to_owned(),
            );
        }
        autopilot::too_few(self.games, self.seconds)
    }
}

fn path(run: &RunDir) -> PathBuf {
    run.path().join("standing.json")
}

/// The time in which a self-play thread made [`SIMULATIONS`].
fn move_time(newest: Option<&Metrics>) -> Duration {
    let seconds = newest.map_or(0.0, |metrics| {
        metrics.selfplay.seconds / metrics.selfplay.simulations.max(1) as f64 * f64::from(SIMULATIONS)
    });
    let [least, most] = MOVE_TIME;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(most).clamp(least, most);
    // Rounded to milliseconds, as in a player's name.
    Duration::from_millis(time.as_millis() as u64)
}

/// Plays as many games as fit into the time; `None` if none fits.
fn meet(game: &AnyGame, players: [&str; 2], budget: Budget, time: Duration, terms: &Terms) -> Result<Option<Match>> {
    let began = Instant::now();
    let is_over = |share: f64| (terms.stop)() || began.elapsed() >= time.mul_f64(share);
    let open = |name: &str| anyhow::Ok(Entrant::open(&name.parse()?, game, budget)?);
    let entrants = [open(players[0])?, open(players[1])?];
    let plies = DEFAULT_PLIES.min(game.max_moves() / 4);
    let openings = OpeningRule::Random.draw(game, PAIRS, plies, 0, &mut || !is_over(DRAWING))?;
    let tournament =
        Tournament { game, entrants: &entrants, openings: &openings, seed: 0, threads: terms.threads, sprt: None };
    let Ok(pairings) = tournament.run(|| is_over(1.0), |_, _| Ok::<(), Infallible>(()));
    let score = &pairings[0].score;
    let counts = score.pairs.counts;
    let is_even = counts[2] == counts.iter().sum::<u32>();
    Ok(Elo::estimate(&score.pairs).map(|elo| Match { games: score.total().games(), is_even, elo }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(elo: f64, margin: f64) -> Option<Match> {
        Some(Match { games: 40, is_even: false, elo: Elo { elo, elo_low: elo - margin, elo_high: elo + margin } })
    }

    fn said(standing: StudyResults) -> String {
        standing.says("mygame.rbg").join("\n")
    }

    #[test]
    fn only_what_is_better_than_both_is_learnt() {
        let trained = StudyResults { generation: 9, steps: 80, games: 300, seconds: 360.0, ..StudyResults::default() };
        let learnt = said(StudyResults { untrained: met(120.0, 60.0), search: met(90.0, 50.0), ..trained.clone() });
        assert_eq!(
            learnt,
            "mygame.rbg is learnt: +120 Elo (+60 to +180) in 40 games against its untrained net, +90 Elo (+40 to +140) in 40 \
             games against plain search at equal time"
        );
        let in_part = said(StudyResults { untrained: met(120.0, 60.0), search: met(-90.0, 50.0), ..trained.clone() });
        assert!(in_part.starts_with("mygame.rbg is learnt in part: +120"), "{in_part}");
        let unknown = said(StudyResults { untrained: met(20.0, 60.0), search: met(90.0, 50.0), ..trained.clone() });
        assert!(unknown.starts_with("mygame.rbg is not learnt: the net is not shown to be better"), "{unknown}");
        assert!(unknown.ends_with("300 games are few to learn from: 40 minutes would give some 2000"), "{unknown}");
        let worse = StudyResults { untrained: met(-179.0, 60.0), ..trained.clone() };
        assert!(!worse.is_better());
        let worse = said(worse);
        assert!(worse.contains("is not learnt: the net is worse than untrained, -179 Elo"), "{worse}");
        let none = said(trained.clone());
        assert!(none.contains("is not learnt") && none.contains("no game was over in time"), "{none}");
        let untrained = said(StudyResults { steps: 0, ..trained.clone() });
        assert!(untrained.contains("the net is untrained, as the learner made no step in 300 games"), "{untrained}");
        let solved = Match { is_even: true, ..met(0.0, 40.0).expect("a match") };
        let solved = said(StudyResults { untrained: Some(solved), ..trained });
        assert!(solved.contains("proofs decide it") && !solved.contains("few to learn"), "{solved}");
    }

    #[test]
    fn equal_time_is_that_of_some_simulations() {
        let selfplay = crate::train::SelfPlayStats { simulations: 6400, seconds: 2.0, ..Default::default() };
        assert_eq!(move_time(Some(&Metrics { selfplay, ..Metrics::default() })), Duration::from_millis(10));
        assert_eq!(move_time(None), MOVE_TIME[0]);
    }
}
