use super::case::Case;
use super::finding::Measurement;
use crate::arena::{Estimate, Grade, Spread};
use crate::compact::{CompactEvaluator, CompactNet, DeadUnits, Units};
use crate::eval::Batch;
use crate::game::{AnyGame, Encoding, Game, Symmetry};
use crate::runs::RunDir;
use crate::samples::{self, Sample, SelfPlayGame, entropy};
use crate::train::{self, Config};
use anyhow::{Context, Result};
use std::collections::HashMap;
use std::sync::Arc;

/// The most held-out samples examined; as many that were trained on.
const MOST_SAMPLES: usize = 1500;

/// The most positions on which dead units are counted.
const MOST_HEARD: usize = 512;
/// The most of these from one game.
const SAMPLES_HEARD: usize = 16;

/// The most generations whose games are read.
const MOST_GENERATIONS: usize = 12;

/// The most games whose beginnings are compared: the newest.
const MOST_GAMES: usize = 400;

/// The move at which games are compared; in shorter games half of their length.
const OPENING: u32 = 10;

/// The fewest games of a mean.
const FEWEST_GAMES: usize = 5;

/// The losses of an evaluator on a sample.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Loss of the policy, in nats.
    pub policy: f64,
    /// Cross-entropy of the value against the target, in nats; `None` if the target is unknown.
    pub value: Option<f64>,
    /// Entropy of the policy, in nats.
    pub entropy: f64,
}

/// A sample, with the nets' answers.
#[derive(Clone, Debug)]
pub struct ExaminedSample {
    /// Number of the sample's game.
    game: usize,
    /// Whether the sample was held out of training.
    pub held_out: bool,
    /// Number of legal moves.
    pub moves: usize,
    /// Whether the search has proven the result.
    pub proven: bool,
    /// Entropy of the policy target, in nats.
    pub target_entropy: f64,
    /// Whether an exact solver decided the game at this position, so that a policy can be without loss.
    pub solved: bool,
    /// Divergence of the target from the policy that the search began with, in nats.
    pub surprise: f64,
    /// The value target `[win, draw, loss]` for the side to act, if known.
    pub target: Option<[f32; 3]>,
    /// The newest net's answer.
    pub newest: Answer,
    /// The answer of the net of half as many generations.
    pub earlier: Option<Answer>,
}

/// The answers of a run's nets on its newest samples.
#[derive(Clone, Debug, Default)]
pub struct Examination {
    /// Samples of the newest generations, as many held-out ones as others, if there are enough.
    pub samples: Vec<ExaminedSample>,
    /// Generation of the net in [`ExaminedSample::earlier`].
    pub earlier: Option<u32>,
    /// Pairs of games compared at one move, and those in the same position, up to symmetry.
    pub alike: Option<Grade>,
    /// Positions among the games compared, and the number of different ones.
    pub distinct: Option<Grade>,
    /// The move at which the games were compared, counted from the start of self-play.
    pub opening: u32,
    /// The newest net's units that are dead in the samples' positions; `None` without a net.
    pub dead_units: Option<DeadUnits>,
}

impl ExaminedSample {
    /// The information of the policy target beyond the legal moves, in nats.
    pub(super) fn information(&self) -> f64 {
        (self.moves as f64).ln() - self.target_entropy
    }

    /// The part of the target's information that an answer lacks, in nats; negative only by rounding.
    pub(super) fn missed(&self, answer: &Answer) -> f64 {
        if self.solved { answer.policy } else { answer.policy - self.target_entropy }
    }

    /// Whether the policy has a choice that no proof has made.
    pub(super) fn is_open(&self) -> bool {
        !self.proven && self.moves >= 4
    }

    /// Entropy of the value target, in nats.
    pub(super) fn value_entropy(&self) -> Option<f64> {
        self.target.map(|target| entropy(target.into_iter()))
    }
}

impl Examination {
    /// The mean of something over samples of games, with its 95 % interval. Samples of one game are correlated, so the
    /// mean is that of the games' means. `None` if too few games have such samples.
    pub(super) fn mean(&self, of: impl Fn(&ExaminedSample) -> Option<f64>) -> Option<Spread> {
        let mut games: HashMap<(usize, bool), (f64, f64)> = HashMap::new();
        for sample in &self.samples {
            if let Some(value) = of(sample) {
                let (sum, count) = games.entry((sample.game, sample.held_out)).or_default();
                (*sum, *count) = (*sum + value, *count + 1.0);
            }
        }
        let mut means: Vec<Estimate> =
            games.into_values().map(|(sum, count)| Estimate { value: sum / count, error: 0.0 }).collect();
        // Sorted, so that the sum is the same in every run.
        means.sort_by(|one, other| one.value.total_cmp(&other.value));
        (means.len() >= FEWEST_GAMES).then(|| Spread::of(&means)).flatten()
    }

    /// A mean over held-out samples.
    pub(super) fn held_out(&self, of: impl Fn(&ExaminedSample) -> Option<f64>) -> Option<Spread> {
        self.mean(|sample| if sample.held_out { of(sample) } else { None })
    }

    /// A mean over samples that were trained on.
    pub(super) fn trained(&self, of: impl Fn(&ExaminedSample) -> Option<f64>) -> Option<Spread> {
        self.mean(|sample| if sample.held_out { None } else { of(sample) })
    }

    /// A policy's entropy as a share of the largest possible one.
    pub(super) fn relative(&self, entropy: impl Fn(&ExaminedSample) -> f64) -> Option<Spread> {
        self.mean(|sample| sample.is_open().then(|| entropy(sample) / (sample.moves as f64).ln()))
    }

    /// The figures behind findings, whether or not anything is wrong.
    pub fn figures(&self) -> Vec<Measurement> {
        let means = [
            ("to know about moves, nats", self.held_out(|s| Some(s.information()))),
            ("missed of it, held out, nats", self.held_out(|s| Some(s.missed(&s.newest)))),
            ("missed of it, trained on, nats", self.trained(|s| Some(s.missed(&s.newest)))),
            ("missed by the earlier net, held out, nats", self.held_out(|s| Some(s.missed(s.earlier.as_ref()?)))),
            ("value loss, held out, nats", self.held_out(|s| s.newest.value)),
            ("value loss, trained on, nats", self.trained(|s| s.newest.value)),
            ("entropy of value targets, nats", self.held_out(|s| s.value_entropy())),
            ("entropy of the policy, share of the most", self.relative(|s| s.newest.entropy)),
            ("entropy of the targets, share of the most", self.relative(|s| s.target_entropy)),
            ("surprise of the targets, nats", self.mean(|s| s.is_open().then_some(s.surprise))),
        ];
        let shares =
            [("pairs of games alike at one move", &self.alike), ("positions there that are different", &self.distinct)];
        let means = means.iter().filter_map(|(name, mean)| Some(Measurement::mean(name, mean.as_ref()?)));
        let shares = shares.iter().filter_map(|(name, share)| Some(Measurement::percent(name, share.as_ref()?)));
        let dead = self.dead_units.iter().flat_map(|dead| {
            let all = Measurement::exact("dead units, %", 100.0 * dead.share());
            let some = dead.rectifiers.iter().filter(|units| !units.dead.is_empty());
            let of = |units: &Units| {
                Measurement::exact(&format!("dead after {}, %", units.rectifier), 100.0 * units.share())
            };
            std::iter::once(all).chain(some.map(of))
        });
        means.chain(shares).chain(dead).collect()
    }
}

/// Examines the newest samples of a run with its nets.
///
/// # Errors
/// Games or nets cannot be read, or are of another game than the config's.
pub fn examine(game: &AnyGame, run: &RunDir, case: &Case) -> Result<Examination> {
    let (newest, config) = (case.generation(), &case.config);
    let mut found = Examination::default();
    if newest == 0 {
        return Ok(found);
    }
    let games = NewestGames::read(game, run, config, newest)?;
    compare_openings(game, &games.all, &mut found);

    let read = |generation: u32| -> Result<Option<NetProbe>> {
        let path = run.evaluator(generation);
        if !path.is_file() {
            return Ok(None);
        }
        let net = CompactNet::read(&path)?;
        NetProbe::new(game, config, net).map(Some).with_context(|| format!("cannot use {}", path.display()))
    };
    let Some(mut mind) = read(newest)? else { return Ok(found) };
    let half = newest / 2;
    let mut earlier = if half > 0 { read(half)? } else { None };
    found.earlier = earlier.is_some().then_some(half);
    // Few positions of a game: they are similar.
    let some = |game: &SelfPlayGame| game.samples.len().div_ceil(SAMPLES_HEARD);
    let heard =
        games.held_out.iter().chain(&games.trained).flat_map(|game| game.samples.iter().step_by(some(game).max(1)));
    let heard = heard.take(MOST_HEARD).map(|sample| &sample.position);
    found.dead_units = Some(mind.evaluator.net().dead_units(game, heard)?);
    let mut moves = Vec::new();
    for (games, held_out) in [(&games.held_out, true), (&games.trained, false)] {
        for (number, played) in games.iter().enumerate() {
            for sample in &played.samples {
                if number > 0 && found.samples.iter().filter(|seen| seen.held_out == held_out).count() >= MOST_SAMPLES {
                    break;
                }
                game.legal_moves(&sample.position, &mut moves);
                if moves.len() != sample.policy.len() {
                    anyhow::bail!(
                        "the games of {} are of another game than {}: expected those that its config.toml names",
                        run.path().display(),
                        game.rules()
                    );
                }
                found.samples.push(ExaminedSample {
                    game: number,
                    held_out,
                    moves: sample.policy.len(),
                    proven: is_proven(sample),
                    target_entropy: entropy(sample.policy_target()),
                    solved: sample.is_solved(),
                    surprise: sample.surprise.into(),
                    target: sample.value_target(&config.learner),
                    newest: mind.answer(game, config, sample),
                    earlier: earlier.as_mut().map(|mind| mind.answer(game, config, sample)),
                });
            }
        }
    }
    Ok(found)
}

/// The newest games of a run, up to the number examined.
#[derive(Default)]
struct NewestGames {
    held_out: Vec<SelfPlayGame>,
    /// As many games that were trained on.
    trained: Vec<SelfPlayGame>,
    /// Games of both kinds, whose beginnings are compared.
    all: Vec<SelfPlayGame>,
}

impl NewestGames {
    /// The newest games up to a generation.
    fn read(game: &AnyGame, run: &RunDir, config: &Config, newest: u32) -> Result<NewestGames> {
        let every = config.selfplay.held_out_every;
        let mut games = NewestGames::default();
        // All games examined are by the same rules.
        let own = (1..=newest).rev().filter(|&generation| config.is_by_own_rules(generation));
        let kept = own.take(MOST_GENERATIONS).filter(|&generation| samples::has_games(run, generation));
        for generation in kept {
            for played in samples::read_games(game, run, generation)? {
                if played.is_held_out(game, every) {
                    games.held_out.push(played.clone());
                } else if played.index % every == 1 {
                    games.trained.push(played.clone());
                }
                // Games of the first generation, played by an untrained net, are not compared.
                if games.all.len() < MOST_GAMES && generation > 1 {
                    games.all.push(played);
                }
            }
            if games.are_enough() {
                break;
            }
        }
        Ok(games)
    }

    fn are_enough(&self) -> bool {
        let samples = |games: &[SelfPlayGame]| games.iter().map(|game| game.samples.len()).sum::<usize>();
        [&self.held_out, &self.trained].into_iter().all(|games| samples(games) >= MOST_SAMPLES)
            && self.all.len() >= MOST_GAMES
    }
}

/// Whether the search has proven the result of a sample's position: only then is its value certain.
fn is_proven<P>(sample: &Sample<P>) -> bool {
    sample.search.is_some_and(|value| value.win.max(value.loss).max(value.draw()) >= 1.0 - 1e-6)
}

/// A net and its evaluator.
struct NetProbe {
    evaluator: CompactEvaluator,
    batch: Batch,
}

impl NetProbe {
    fn new(game: &AnyGame, config: &Config, net: CompactNet) -> Result<NetProbe> {
        let (own, wanted) = (net.header().architecture, config.net.architecture(game.shape(), game.max_moves()));
        anyhow::ensure!(own == wanted, "its network has other sizes than the config's");
        Ok(NetProbe { evaluator: CompactEvaluator::new(game, Arc::new(net))?, batch: Batch::default() })
    }

    fn answer(&mut self, game: &AnyGame, config: &Config, sample: &Sample) -> Answer {
        let architecture = self.evaluator.net().header().architecture;
        let losses = train::losses(game, &mut self.evaluator, sample, config, &architecture, &mut self.batch);
        Answer {
            policy: losses.policy.into(),
            value: sample.value_target(&config.learner).map(|_| losses.value.into()),
            entropy: entropy(self.batch.priors(0).iter().copied()),
        }
    }
}

/// Compares games at one move from the start of self-play, if enough of them reach it.
fn compare_openings(game: &AnyGame, games: &[SelfPlayGame], found: &mut Examination) {
    let mut lengths: Vec<u32> = games.iter().map(|game| game.moves).collect();
    lengths.sort_unstable();
    let Some(median) = lengths.get(lengths.len() / 2) else { return };
    found.opening = OPENING.min(median / 2);
    // Some games have only a few moves, in which they cannot differ.
    if found.opening < 4 {
        return;
    }
    // Not every move has a sample, so samples one move earlier or later are used, too; each is compared only with those
    // at the same move.
    let mut positions: HashMap<(u32, u64), usize> = HashMap::new();
    let mut at_move: HashMap<u32, usize> = HashMap::new();
    let mut reaching = 0;
    for played in games {
        let mut reaches = false;
        for sample in &played.samples {
            let at = played.moves.saturating_sub(sample.moves_left.into());
            if at.abs_diff(found.opening) <= 1 {
                *positions.entry((at, game.orbit_key(&sample.position))).or_default() += 1;
                *at_move.entry(at).or_default() += 1;
                reaches = true;
            }
        }
        reaching += usize::from(reaches);
    }
    // If most games begin elsewhere and are proven at once, the few that reach the move do not represent the others.
    if 4 * reaching < games.len() {
        return;
    }
    let pairs = |count: usize| count * count.saturating_sub(1) / 2;
    let (asked, same) = (at_move.values().map(|&n| pairs(n)).sum(), positions.values().map(|&n| pairs(n)).sum());
    let compared = at_move.values().sum();
    if compared >= 4 * FEWEST_GAMES {
        found.alike = Some(Grade { asked, right: same });
        found.distinct = Some(Grade { asked: compared, right: positions.len() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::test_game::tiny;
    use crate::game::Outcome;

    /// A game of 16 moves with one sample, `moves_left` moves before its end.
    fn game(tiny: &AnyGame, moves_left: u16) -> SelfPlayGame {
        let sample = Sample {
            position: tiny.start(),
            policy: Vec::new(),
            surprise: 0.0,
            search: None,
            result: None,
            cut_off: false,
            lead: 0.0,
            moves_left,
        };
        SelfPlayGame { index: 0, samples: vec![sample], outcome: Outcome::Draw, moves: 16, cut_off: false }
    }

    #[test]
    fn openings_are_compared_where_enough_games_get_there() {
        let tiny = tiny(0);
        let compared = |reaching: usize| {
            let games: Vec<_> = (0..400).map(|index| game(&tiny, if index < reaching { 8 } else { 16 })).collect();
            let mut found = Examination::default();
            compare_openings(&tiny, &games, &mut found);
            found.distinct.map(|distinct| (distinct.asked, distinct.right))
        };
        assert_eq!([400, 100, 99].map(compared), [Some((400, 1)), Some((100, 1)), None]);
    }
}
