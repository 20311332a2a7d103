//! Illnesses that show in the answers of the nets to the samples of their run.

use super::FEWEST_GENERATIONS;
use super::case::Case;
use super::figures::{games_figure, other_starts, two_digits};
use super::finding::{Finding, Illness, Measurement, Remedy, Sure};
use super::samples::{Examination, ExaminedSample};
use crate::arena::Spread;
use crate::search::RootRule;

/// Learner steps after the warm-up before which nothing is said of what a net has learned.
const FEWEST_STEPS: u64 = 100;

/// Generations, and samples in the learner, before which a net need not have learned anything.
const LEARNS_FROM: (u32, u64) = (6, 15_000);

/// Generations and learner steps after the warm-up before which losses are not expected to stop falling.
const STALLS_FROM: (u32, u64) = (8, 300);

/// Positions before which a silent unit may only have had nothing to say.
const FEWEST_POSITIONS: usize = 128;

/// The illnesses that show in the answers of a run's nets, in no order.
pub fn in_nets(case: &Case, seen: &Examination) -> Vec<Finding> {
    if case.generation() < FEWEST_GENERATIONS {
        return Vec::new();
    }
    let steps = case.metrics.last().map_or(0, |newest| newest.steps);
    let learned = steps >= FEWEST_STEPS + case.config.learner.warmup_steps;
    let about_learning = [learning, small_net, overfitting, blind_value].map(|sign| (sign as Sign, learned));
    let about_games = [policy_collapse, flat_targets, repeated_openings, proofs_alone, dead_units, rounding];
    let about_games = about_games.map(|sign| (sign as Sign, true));
    let signs = about_learning.into_iter().chain(about_games);
    signs.filter_map(|(sign, holds)| if holds { sign(case, seen) } else { None }).collect()
}

type Sign = fn(&Case, &Examination) -> Option<Finding>;

/// A mean over held-out samples.
fn held_out(seen: &Examination, of: impl Fn(&ExaminedSample) -> Option<f64>) -> Option<Spread> {
    seen.mean(|sample| if sample.held_out { of(sample) } else { None })
}

/// A mean over samples that were trained on.
fn trained(seen: &Examination, of: impl Fn(&ExaminedSample) -> Option<f64>) -> Option<Spread> {
    seen.mean(|sample| if sample.held_out { None } else { of(sample) })
}

/// Positions in which the policy has a choice that no proof has made.
fn is_open(sample: &ExaminedSample) -> bool {
    !sample.proven && sample.moves >= 4
}

/// The shares of a policy's entropy in the largest possible one.
fn relative(seen: &Examination, entropy: impl Fn(&ExaminedSample) -> f64) -> Option<Spread> {
    seen.mean(|sample| is_open(sample).then(|| entropy(sample) / (sample.moves as f64).ln()))
}

/// Held-out samples: of what there is to know about moves, how much the newest net misses.
fn learning(case: &Case, seen: &Examination) -> Option<Finding> {
    let newest = case.metrics.last()?;
    if newest.generation < LEARNS_FROM.0 || newest.steps * (case.config.learner.batch as u64) < LEARNS_FROM.1 {
        return None;
    }
    let to_know = held_out(seen, |s| Some(s.to_know()))?;
    let missed = held_out(seen, |s| Some(s.missed(&s.newest)))?;
    // By how much it exceeds nearly all of that.
    let hardly_better = held_out(seen, |s| Some(s.missed(&s.newest) - 0.95 * s.to_know()))?;
    let figures = vec![
        Measurement::mean("to know about moves, nats", &to_know),
        Measurement::mean("missed by the newest net, nats", &missed),
        Measurement::exact("learner steps", newest.steps as f64),
    ];
    let explained = 100.0 * (1.0 - missed.mean / to_know.mean.max(1e-9));
    Sure::mean_above(0.0, &hardly_better).map(|sure| Finding {
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
    let to_know = held_out(seen, |s| Some(s.to_know()))?;
    let missed = held_out(seen, |s| Some(s.missed(&s.newest)))?;
    let at_home = trained(seen, |s| Some(s.missed(&s.newest)))?;
    // Of each sample: what the earlier net missed more, against a small part of all.
    let gained = held_out(seen, |s| Some(s.missed(s.earlier.as_ref()?) - s.missed(&s.newest)))?;
    let short = held_out(seen, |s| Some(0.03 * s.to_know() - (s.missed(s.earlier.as_ref()?) - s.missed(&s.newest))))?;
    let sure = Sure::mean_above(0.0, &short)?;
    let (share, share_at_home) = (missed.mean / to_know.mean, at_home.mean / to_know.mean);
    if !(0.15..=0.95).contains(&share) {
        // It knows nearly all, or nothing, which is another illness.
        return None;
    }
    let figures = vec![
        Measurement::mean("to know about moves, nats", &to_know),
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
        // What is left may be noise of the targets, which no net can learn. A net of 6 blocks of 64 channels came no
        // closer to the targets of the team game's run than its 4 of 32.
        sure: if net.channels < 16 { sure } else { Sure::Possible },
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
    let (held_out, trained) = (held_out(seen, loss)?, trained(seen, loss)?);
    let gap = held_out.mean - trained.mean;
    let margin = (held_out.mean - held_out.low).hypot(trained.mean - trained.low);
    // A quarter more than what it misses at home; a little where that is next to nothing.
    let limit = trained.mean / 4.0 + 0.05;
    let learner = &case.config.learner;
    Sure::above(limit, gap, gap - margin).map(|sure| Finding {
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

/// Compares the value with one that knows the side to act alone.
fn blind_value(case: &Case, seen: &Examination) -> Option<Finding> {
    // A net that learns nothing at all is another illness.
    if case.generation() < 5 || learning(case, seen).is_some() {
        return None;
    }
    // What the results of training games say of each side.
    let mut mean = [[1.0f64 / 3.0; 3]; 2];
    let mut counts = [1.0f64; 2];
    for (sample, target) in seen.samples.iter().filter(|s| !s.held_out).filter_map(|s| Some((s, s.target?))) {
        mean[sample.side].iter_mut().zip(target).for_each(|(sum, share)| *sum += f64::from(share));
        counts[sample.side] += 1.0;
    }
    let blind = |s: &ExaminedSample| -> Option<f64> {
        let said = mean[s.side].map(|sum| (sum / counts[s.side]).ln());
        Some(-s.target?.iter().zip(said).map(|(&share, log)| f64::from(share) * log).sum::<f64>())
    };
    let to_know = held_out(seen, |s| Some(blind(s)? - s.value_entropy()?))?;
    let missed = held_out(seen, |s| Some(s.newest.value? - s.value_entropy()?))?;
    if to_know.mean < 0.05 {
        // There is nothing else to know.
        return None;
    }
    // Values are learned late: before many steps only one that is worse than that by a third counts.
    let young = case.metrics.last().is_some_and(|newest| newest.steps < 2000);
    let share = if young { 4.0 / 3.0 } else { 0.97 };
    let excess = held_out(seen, |s| {
        let known = s.value_entropy()?;
        Some((s.newest.value? - known) - share * (blind(s)? - known))
    })?;
    let learner = &case.config.learner;
    let sure = Sure::mean_above(0.0, &excess).filter(|&sure| !young || sure == Sure::Certain);
    sure.map(|sure| Finding {
        illness: Illness::BlindValue,
        sure,
        says: format!(
            "of results of held-out games the value misses {:.2} nats, and one that looks at nothing but the side to move \
             {:.2}",
            missed.mean, to_know.mean
        ),
        figures: vec![
            Measurement::mean("missed by the value, nats", &missed),
            Measurement::mean("missed by knowing the side to move alone, nats", &to_know),
            Measurement::exact("weight of the value loss", learner.value_weight.into()),
        ],
        remedy: match () {
            () if learner.value_weight < 0.5 => {
                Remedy::set("learner.value_weight", 1, "the value is learned as the policy is")
            }
            () if learner.search_value_share < 0.5 => Remedy::set(
                "learner.search_value_share",
                0.5,
                "the search's value has less noise than the result of a game",
            ),
            () => Remedy::set("selfplay.games", case.config.selfplay.games.saturating_mul(4), "results differ more"),
        },
    })
}

/// The entropy of the newest policy, in positions with a choice.
fn policy_collapse(case: &Case, seen: &Examination) -> Option<Finding> {
    let entropy = relative(seen, |s| s.newest.entropy)?;
    let below = Spread { mean: -entropy.mean, low: -entropy.high, high: -entropy.low, ..entropy };
    let targets = relative(seen, |s| s.target_entropy)?;
    let search = &case.config.search;
    Sure::mean_above(-0.2, &below).map(|sure| Finding {
        illness: Illness::PolicyCollapse,
        sure,
        says: format!(
            "where nothing is proven the policy's entropy is {:.1} % of the largest possible one: the search sees what it \
             expects and nothing else",
            100.0 * entropy.mean
        ),
        figures: vec![
            Measurement::mean("entropy of the policy, share of the most", &entropy),
            Measurement::mean("entropy of the targets, share of the most", &targets),
        ],
        remedy: match search.root {
            RootRule::Puct(root) => {
                let fraction = root.noise.map_or(0.25, |noise| noise.fraction.max(0.25) * 1.5);
                let mut remedy = Remedy::set(
                    "search.root.puct.noise.fraction",
                    two_digits(f64::from(fraction).min(0.9)),
                    "noise at the root shows the search what the policy has ruled out",
                );
                if case.config.selfplay.sampled_moves == 0 {
                    remedy.set.push("selfplay.sampled_moves=10".to_owned());
                }
                remedy
            }
            RootRule::Gumbel(gumbel) => Remedy::set(
                "search.root.gumbel.c_scale",
                two_digits(f64::from(gumbel.c_scale) / 4.0),
                "targets then keep more of the moves that are nearly as good",
            ),
        },
    })
}

/// What the search adds to the policy that it began with.
fn flat_targets(case: &Case, seen: &Examination) -> Option<Finding> {
    let targets = relative(seen, |s| s.target_entropy)?;
    let surprise = seen.mean(|s| is_open(s).then_some(s.surprise))?;
    let below = Spread { mean: -surprise.mean, low: -surprise.high, high: -surprise.low, ..surprise };
    let selfplay = &case.config.selfplay;
    // A net that has learned much is surprised by little; then its targets are sharp.
    let silent = Sure::mean_above(-0.15, &below).filter(|_| targets.mean > 0.85);
    let uniform = Sure::mean_above(0.97, &targets);
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

/// Whether games meet the same positions.
fn repeated_openings(case: &Case, seen: &Examination) -> Option<Finding> {
    let (alike, distinct) = (seen.alike?, seen.distinct?);
    // Pairs are no independent draws, so the limits stand far apart instead of an interval.
    let sure = match (alike.share(), distinct.share()) {
        (alike, distinct) if alike > 0.3 || distinct < 0.25 => Sure::Certain,
        (alike, distinct) if alike > 0.08 || distinct < 0.5 => Sure::Likely,
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

/// Whether games are decided before the net is asked.
fn proofs_alone(case: &Case, seen: &Examination) -> Option<Finding> {
    let proven = seen.proven_at_once?;
    let sure = Sure::share_above(0.85, &proven)?;
    let nodes = case.config.search.root_proof_nodes;
    Some(Finding {
        illness: Illness::ProofsAlone,
        sure,
        says: format!(
            "{:.0} % of the games are proven in the first position that is searched: the net is not needed for them",
            100.0 * proven.share()
        ),
        figures: vec![
            Measurement::percent("games proven at once", &proven),
            games_figure(&proven),
            Measurement::exact("positions that a proof may visit", nodes.into()),
        ],
        remedy: match nodes {
            2001.. => Remedy::set("search.root_proof_nodes", 2000, "games then go on until the net matters"),
            _ => Remedy::set("search.root_proof_nodes", 0, "games then go on until the net matters"),
        },
    })
}

/// Rectifiers whose units are mostly 0 whatever the position.
fn dead_units(case: &Case, seen: &Examination) -> Option<Finding> {
    let dead = seen.dead_units.as_ref().filter(|dead| dead.positions >= FEWEST_POSITIONS)?;
    let worst = dead.worst()?;
    let sure = match worst.share() {
        share if share > 0.25 => Sure::Certain,
        share if share > 0.1 => Sure::Likely,
        _ => return None,
    };
    Some(Finding {
        illness: Illness::DeadUnits,
        sure,
        says: format!(
            "after {} {} of {} units are 0 in all of {} positions, of the whole net {:.0} %: they learn no more, and nothing is \
             computed from them",
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

/// Compares the newest evaluator with the same net in 32 bits.
fn rounding(_: &Case, seen: &Examination) -> Option<Finding> {
    let lost = seen.mean(ExaminedSample::lost_by_rounding)?;
    Sure::mean_above(0.03, &lost).map(|sure| Finding {
        illness: Illness::Rounding,
        sure,
        says: format!(
            "in 8 bits the newest net loses {:.3} nats on moves and results together, against itself in 32 bits",
            lost.mean
        ),
        figures: vec![Measurement::mean("lost by rounding, nats", &lost)],
        remedy: Remedy::set("net.precision", "f32", "half as fast, and nothing is rounded"),
    })
}
