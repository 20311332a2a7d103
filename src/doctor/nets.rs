//! Illnesses that show in the answers of the nets to the samples of their run.

use super::FEWEST_GENERATIONS;
use super::case::Case;
use super::figures::{other_starts, two_digits};
use super::finding::{Certainty, Finding, Illness, Measurement, Remedy};
use super::samples::{Examination, ExaminedSample};
use crate::arena::Spread;
use crate::search::RootRule;

/// Learner steps after the warm-up before the first finding about what a net has learned.
const FEWEST_STEPS: u64 = 100;

/// Generations, and samples in the learner, before which a net need not have learned anything.
const LEARNS_FROM: (u32, u64) = (6, 15_000);

/// Generations and learner steps after the warm-up before which losses are not expected to stop falling.
const STALLS_FROM: (u32, u64) = (8, 300);

/// With fewer positions than this, a unit may look dead only because none of them excites it.
const FEWEST_POSITIONS: usize = 128;

/// The illnesses that show in the answers of a run's nets, in no order.
pub fn in_nets(case: &Case, seen: &Examination) -> Vec<Finding> {
    if case.generation() < FEWEST_GENERATIONS {
        return Vec::new();
    }
    let steps = case.metrics.last().map_or(0, |newest| newest.steps);
    let learned = steps >= FEWEST_STEPS + case.config.learner.warmup_steps;
    let about_learning = [learning, small_net, overfitting].map(|sign| (sign as Sign, learned));
    let about_games = [flat_targets, repeated_openings, dead_units].map(|sign| (sign as Sign, true));
    let signs = about_learning.into_iter().chain(about_games);
    signs.filter_map(|(sign, holds)| if holds { sign(case, seen) } else { None }).collect()
}

type Sign = fn(&Case, &Examination) -> Option<Finding>;

/// Held-out samples: share of the target's information that the newest net's policy lacks.
fn learning(case: &Case, seen: &Examination) -> Option<Finding> {
    let newest = case.metrics.last()?;
    if newest.generation < LEARNS_FROM.0 || newest.steps * (case.config.learner.batch as u64) < LEARNS_FROM.1 {
        return None;
    }
    let information = seen.held_out(|s| Some(s.information()))?;
    let missed = seen.held_out(|s| Some(s.missed(&s.newest)))?;
    // The excess over 95 % of the information.
    let hardly_better = seen.held_out(|s| Some(s.missed(&s.newest) - 0.95 * s.information()))?;
    let figures = vec![
        Measurement::mean("to know about moves, nats", &information),
        Measurement::mean("missed by the newest net, nats", &missed),
        Measurement::exact("learner steps", newest.steps as f64),
    ];
    let explained = 100.0 * (1.0 - missed.mean / information.mean.max(1e-9));
    Certainty::mean_above(0.0, &hardly_better).map(|sure| Finding {
        illness: Illness::LearnsNothing,
        sure,
        says: format!(
            "of what there is to know about moves in held-out games the newest net knows {explained:.0} %, after all its \
             steps"
        ),
        figures,
        remedy: match case.config.learner.rate {
            rate if rate < 1e-3 => {
                Remedy::set("learner.rate", two_digits((10.0 * rate).max(1e-3)), "the usual rate moves the net")
            }
            rate if rate > 1e-2 => {
                Remedy::set("learner.rate", two_digits(rate / 10.0), "such steps throw the net about")
            }
            _ => Remedy::set(
                "selfplay.simulations",
                case.config.selfplay.simulations.saturating_mul(4),
                "with more simulations targets have less noise",
            ),
        },
    })
}

/// Compares the newest net with an earlier one, on the same held-out samples.
fn small_net(case: &Case, seen: &Examination) -> Option<Finding> {
    let (newest, earlier) = (case.generation(), seen.earlier?);
    let steps = case.metrics.last().map_or(0, |newest| newest.steps);
    if newest < STALLS_FROM.0 || steps < STALLS_FROM.1 + case.config.learner.warmup_steps {
        return None;
    }
    let information = seen.held_out(|s| Some(s.information()))?;
    let missed = seen.held_out(|s| Some(s.missed(&s.newest)))?;
    let at_home = seen.trained(|s| Some(s.missed(&s.newest)))?;
    // The earlier net's additional loss on each sample, compared with a small part of the information.
    let gained = seen.held_out(|s| Some(s.missed(s.earlier.as_ref()?) - s.missed(&s.newest)))?;
    let short =
        seen.held_out(|s| Some(0.03 * s.information() - (s.missed(s.earlier.as_ref()?) - s.missed(&s.newest))))?;
    let sure = Certainty::mean_above(0.0, &short)?;
    let (share, share_at_home) = (missed.mean / information.mean, at_home.mean / information.mean);
    if !(0.15..=0.95).contains(&share) {
        // The net knows nearly all, or nothing, which is another illness.
        return None;
    }
    let figures = vec![
        Measurement::mean("to know about moves, nats", &information),
        Measurement::mean("missed on held-out games, nats", &missed),
        Measurement::mean("missed on games trained on, nats", &at_home),
        Measurement::mean(&format!("gained since generation {earlier}, nats"), &gained),
    ];
    if share_at_home < 0.4 || share_at_home < 0.75 * share {
        return None;
    }
    let net = &case.config.net;
    let [channels, blocks] = [net.channels, net.blocks].map(|size| size * 2);
    Some(Finding {
        illness: Illness::SmallNet,
        // The rest may be noise of the targets, which no net can learn. In the run of Dualité for two teams a net of 6
        // blocks of 64 channels came no closer to the targets than the run's own, of 4 blocks of 32.
        sure: if net.channels < 16 { sure } else { Certainty::Possible },
        says: format!(
            "since generation {earlier} the net has learned next to nothing, and it misses {:.0} % of what its own training \
             samples say about moves: they hold more than it can, or noise",
            100.0 * share_at_home
        ),
        figures,
        remedy: match net.channels < 64 {
            true => Remedy::set("net.channels", channels.clamp(16, 1024), "a wider net holds more"),
            false => Remedy::set("net.blocks", blocks.clamp(1, 100), "a deeper net holds more"),
        },
    })
}

/// Compares held-out games with games that were trained on.
fn overfitting(case: &Case, seen: &Examination) -> Option<Finding> {
    let loss = |s: &ExaminedSample| Some(s.missed(&s.newest) + s.newest.value? - s.value_entropy()?);
    let (held_out, trained) = (seen.held_out(loss)?, seen.trained(loss)?);
    let gap = held_out.mean - trained.mean;
    let margin = (held_out.mean - held_out.low).hypot(trained.mean - trained.low);
    // The gap may be a quarter of what the net misses on games that it was trained on, and a little more in case that
    // is next to nothing.
    let limit = trained.mean / 4.0 + 0.05;
    let learner = &case.config.learner;
    Certainty::above(limit, gap, gap - margin).map(|sure| Finding {
        illness: Illness::Overfitting,
        sure,
        says: format!(
            "the net misses {:.2} nats on games that it was trained on and {:.2} on those held out: it knows its window by \
             heart",
            trained.mean, held_out.mean
        ),
        figures: vec![
            Measurement::mean("missed on games trained on, moves and results, nats", &trained),
            Measurement::mean("missed on held-out games, nats", &held_out),
            Measurement { name: "gap, nats".to_owned(), value: gap, interval: Some([gap - margin, gap + margin]) },
            Measurement::exact("passes", learner.passes.into()),
        ],
        remedy: match learner.passes > 2.0 {
            true => {
                let passes = two_digits((f64::from(learner.passes) / 4.0).max(1.0));
                Remedy::set("learner.passes", passes, "a sample that is used less often cannot be learned by heart")
            }
            false => Remedy::set("learner.window", learner.window * 4, "more samples are harder to learn by heart"),
        },
    })
}

/// The gain of the search over the policy that it began with.
fn flat_targets(case: &Case, seen: &Examination) -> Option<Finding> {
    let targets = seen.relative(|s| s.target_entropy)?;
    let surprise = seen.mean(|s| s.is_open().then_some(s.surprise))?;
    let below = Spread { mean: -surprise.mean, low: -surprise.high, high: -surprise.low, ..surprise };
    let selfplay = &case.config.selfplay;
    // A net that has learned much is surprised by little; then its targets are sharp.
    let silent = Certainty::mean_above(-0.15, &below).filter(|_| targets.mean > 0.85);
    let uniform = Certainty::mean_above(0.97, &targets);
    silent.max(uniform).map(|sure| Finding {
        illness: Illness::FlatTargets,
        sure,
        says: format!(
            "the policy targets say {:.3} nats more than the policy that the search began with, and their entropy is {:.0} % \
             of the largest possible one: there is nothing to learn from them",
            surprise.mean,
            100.0 * targets.mean
        ),
        figures: vec![
            Measurement::mean("surprise of the targets, nats", &surprise),
            Measurement::mean("entropy of the targets, share of the most", &targets),
            Measurement::exact("simulations", selfplay.simulations.into()),
        ],
        remedy: match case.config.search.root {
            RootRule::Gumbel(gumbel) if gumbel.c_scale < 0.5 => {
                Remedy::set("search.root.gumbel.c_scale", 1, "values then weigh in the targets")
            }
            _ => Remedy::set(
                "selfplay.simulations",
                selfplay.simulations.saturating_mul(4).max(64),
                "more simulations find more",
            ),
        },
    })
}

/// Whether games reach the same positions.
fn repeated_openings(case: &Case, seen: &Examination) -> Option<Finding> {
    let (alike, distinct) = (seen.alike?, seen.distinct?);
    // Pairs are not independent, so there is no interval; instead the limits for likely and certain are far apart.
    let sure = match (alike.share(), distinct.share()) {
        (alike, distinct) if alike > 0.3 || distinct < 0.25 => Certainty::Certain,
        (alike, distinct) if alike > 0.08 || distinct < 0.5 => Certainty::Likely,
        _ => return None,
    };
    let selfplay = &case.config.selfplay;
    let remedy = match case.config.search.root {
        RootRule::Puct(_) if selfplay.sampled_moves == 0 => {
            Remedy::set("selfplay.sampled_moves", 2 * seen.opening, "moves that are drawn differ from game to game")
        }
        _ if selfplay.starts.policy_moves == 0 => {
            Remedy::set("selfplay.starts.policy_moves", seen.opening.max(6), "openings drawn from the policy differ")
        }
        _ => other_starts(case, "games that begin elsewhere go elsewhere"),
    };
    Some(Finding {
        illness: Illness::RepeatedOpenings,
        sure,
        says: format!(
            "at move {} two games are in the same position with probability {:.2}; of {} positions there {} are different",
            seen.opening,
            alike.share(),
            distinct.asked,
            distinct.right
        ),
        figures: vec![
            Measurement::exact("two games alike, %", 100.0 * alike.share()),
            Measurement::exact("positions compared", distinct.asked as f64),
            Measurement::exact("different ones", distinct.right as f64),
            Measurement::exact("move", seen.opening.into()),
        ],
        remedy,
    })
}

/// Rectifiers many of whose units are dead: 0 in every position.
fn dead_units(case: &Case, seen: &Examination) -> Option<Finding> {
    let dead = seen.dead_units.as_ref().filter(|dead| dead.positions >= FEWEST_POSITIONS)?;
    let worst = dead.worst()?;
    let sure = match worst.share() {
        share if share > 0.25 => Certainty::Certain,
        share if share > 0.1 => Certainty::Likely,
        _ => return None,
    };
    Some(Finding {
        illness: Illness::DeadUnits,
        sure,
        says: format!(
            "after {}, {} of {} units are 0 in all of {} positions ({:.0} % of the units of the whole net): they learn \
             no more, and nothing is computed from them",
            worst.rectifier,
            worst.dead.len(),
            worst.total,
            dead.positions,
            100.0 * dead.share()
        ),
        figures: vec![
            Measurement::exact(&format!("dead units after {}, %", worst.rectifier), 100.0 * worst.share()),
            Measurement::exact("dead units of the whole net, %", 100.0 * dead.share()),
            Measurement::exact("positions", dead.positions as f64),
        ],
        remedy: Remedy::set(
            "learner.rate",
            two_digits(case.config.learner.rate / 4.0),
            "smaller steps throw fewer units out of reach",
        ),
    })
}
