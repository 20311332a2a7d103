//! Illnesses that show in the figures of the generations alone.

use super::FEWEST_GENERATIONS;
use super::case::{Case, State};
use super::finding::{Certainty, Finding, Illness, Measurement, Remedy};
use crate::arena::Grade;
use crate::train::Metrics;

/// Number of newest generations that are judged together.
const RECENT: usize = FEWEST_GENERATIONS as usize;

/// The illnesses that show in a run's figures, in no order.
pub fn in_figures(case: &Case) -> Vec<Finding> {
    let recent: Vec<&Metrics> = case.played().rev().take(RECENT).collect();
    if recent.len() < RECENT {
        return Vec::new();
    }
    let signs = [no_steps, long_warm_up, draws, cut_off, one_sided];
    signs.iter().filter_map(|sign| sign(case, &recent)).collect()
}

/// Pooled proportion over generations.
fn share(recent: &[&Metrics], right: impl Fn(&Metrics) -> usize, asked: impl Fn(&Metrics) -> usize) -> Grade {
    let total = |of: &dyn Fn(&Metrics) -> usize| recent.iter().map(|metrics| of(metrics)).sum();
    Grade { asked: total(&asked), right: total(&right) }
}

/// Rounds to two digits.
pub(super) fn two_digits(number: f64) -> f64 {
    if number <= 0.0 {
        return 0.0;
    }
    let unit = 10f64.powf(number.log10().floor() - 1.0);
    let rounded = (number / unit).round() * unit;
    // Without the noise of binary fractions.
    format!("{rounded:.12}").parse().unwrap_or(rounded)
}

/// New training samples in a generation, on average; `recent` has the newest first.
fn new_samples(case: &Case, recent: &[&Metrics]) -> f64 {
    let (newest, oldest) = (recent[0], recent[recent.len() - 1]);
    let before = case.metrics.iter().rev().find(|metrics| metrics.generation < oldest.generation);
    let made = newest.total_samples - before.map_or(0, |before| before.total_samples);
    made as f64 / recent.len() as f64
}

/// Learner steps in the generations of `recent`.
fn new_steps(case: &Case, recent: &[&Metrics]) -> f64 {
    let (newest, oldest) = (recent[0], recent[recent.len() - 1]);
    let before = case.metrics.iter().rev().find(|metrics| metrics.generation < oldest.generation);
    (newest.steps - before.map_or(0, |before| before.steps)) as f64
}

/// More games with other starts: more random ones, or longer ones.
pub(super) fn other_starts(case: &Case, because: &str) -> Remedy {
    let starts = &case.config.selfplay.starts;
    let room = 1.0 - starts.scattered_share;
    match () {
        () if starts.random_share < 0.5f32.min(room) => {
            Remedy::set("selfplay.starts.random_share", two_digits(0.5f64.min(room.into())), because)
        }
        () => Remedy::set("selfplay.starts.random_moves", (2 * starts.random_moves).clamp(1, 1000), because),
    }
}

fn no_steps(case: &Case, recent: &[&Metrics]) -> Option<Finding> {
    let newest = recent[0];
    // A run that continues from a net fills its window first.
    if newest.steps > 0 || case.config.from.is_some() && case.state != State::Complete {
        return None;
    }
    let (config, batch) = (&case.config, case.config.learner.batch);
    let new = new_samples(case, recent);
    let remedy = if config.from.is_some() {
        Remedy::set(
            "learner.window",
            newest.window.max(batch),
            "going on from a net, the learner waits for a full window",
        )
    } else if batch > 256 {
        let shards = config.learner.shards;
        Remedy::set("learner.batch", shards * 256usize.div_ceil(shards), "a batch is drawn once the window holds one")
    } else {
        let games = f64::from(config.selfplay.games) * 4.0 * batch as f64 / new.max(1.0);
        Remedy::set("selfplay.games", two_digits(games).ceil(), "a batch is drawn once the window holds one")
    };
    Some(Finding {
        illness: Illness::NoSteps,
        sure: Certainty::Certain,
        says: format!(
            "after {} generations the learner has made no step: the window holds {} samples, the first step needs {}",
            newest.generation,
            newest.window,
            config.first_samples()
        ),
        figures: vec![
            Measurement::exact("samples in the window", newest.window as f64),
            Measurement::exact("samples before the first step", config.first_samples() as f64),
            Measurement::exact("new samples a generation", new),
        ],
        remedy,
    })
}

fn long_warm_up(case: &Case, recent: &[&Metrics]) -> Option<Finding> {
    let steps = new_steps(case, recent) / recent.len() as f64;
    let generations = match case.state {
        State::Complete => Some(case.generation()),
        State::Training | State::Stopped => case.planned,
    };
    let (expected, warm_up) = (steps * f64::from(generations?), case.config.learner.warmup_steps as f64);
    let sure = if warm_up > expected { Certainty::Certain } else { Certainty::Likely };
    (steps > 0.0 && warm_up > 0.5 * expected).then(|| Finding {
        illness: Illness::LongWarmUp,
        sure,
        says: format!(
            "the learning rate warms up for {warm_up:.0} of the {expected:.0} steps of the run: it is hardly ever the \
             one of the config"
        ),
        figures: vec![
            Measurement::exact("steps of the warm-up", warm_up),
            Measurement::exact("steps of the whole run", expected),
        ],
        remedy: Remedy::set(
            "learner.warmup_steps",
            (expected / 20.0).ceil().min(200.0),
            "a twentieth of the run is enough",
        ),
    })
}

fn draws(case: &Case, recent: &[&Metrics]) -> Option<Finding> {
    let drawn = share(recent, |m| m.games.draws - m.games.cut_off.min(m.games.draws), |m| m.games.count);
    Certainty::share_above(0.9, &drawn).map(|sure| Finding {
        illness: Illness::Draws,
        sure,
        says: format!(
            "{:.0} % of the games are drawn, so that their results teach next to nothing",
            100.0 * drawn.share()
        ),
        figures: vec![Measurement::percent("games drawn, but not cut off", &drawn), games_figure(&drawn)],
        remedy: other_starts(case, "games from other positions are decided more often"),
    })
}

fn games_figure(share: &Grade) -> Measurement {
    Measurement::exact("games", share.asked as f64)
}

fn cut_off(case: &Case, recent: &[&Metrics]) -> Option<Finding> {
    let cut = share(recent, |m| m.games.cut_off, |m| m.games.count);
    let (selfplay, learner) = (&case.config.selfplay, &case.config.learner);
    let remedy = match selfplay.max_moves {
        _ if case.scatters && selfplay.starts.scattered_share == 0.0 => {
            let room = two_digits((1.0 - f64::from(selfplay.starts.random_share)).min(0.7));
            Remedy::set("selfplay.starts.scattered_share", room, "games from near the end of the game have an end")
        }
        Some(most) => Remedy::set("selfplay.max_moves", most.saturating_mul(2), "games then have the time to end"),
        None if case.has_lead && learner.cut_off_lead_share == 0.0 => {
            Remedy::set("learner.cut_off_lead_share", 0.5, "who is ahead is then told apart, where games do not end")
        }
        None => other_starts(case, "games from other positions are decided more often"),
    };
    // A config with settings for games that are cut off may intend them.
    let meant = learner.cut_off_lead_share > 0.0 || selfplay.starts.scattered_share > 0.0;
    Certainty::share_above(0.6, &cut).map(|sure| Finding {
        illness: Illness::CutOff,
        sure: if meant { Certainty::Possible } else { sure },
        says: format!(
            "{:.0} % of the games are cut off after {:.0} moves, so that nobody knows who won",
            100.0 * cut.share(),
            recent[0].games.mean_moves
        ),
        figures: vec![
            Measurement::percent("games cut off", &cut),
            games_figure(&cut),
            Measurement::exact("moves of a game", recent[0].games.mean_moves),
        ],
        remedy,
    })
}

fn one_sided(case: &Case, recent: &[&Metrics]) -> Option<Finding> {
    let decided = |m: &Metrics| m.games.first + m.games.second;
    let first = share(recent, |m| m.games.first, decided);
    let second = share(recent, |m| m.games.second, decided);
    let (name, wins) = if first.right >= second.right { ("first", first) } else { ("second", second) };
    // If few games are decided, the draws are the problem.
    let enough = 10 * wins.asked >= recent.iter().map(|m| m.games.count).sum::<usize>();
    Certainty::share_above(0.95, &wins).filter(|_| enough).map(|sure| Finding {
        illness: Illness::OneSided,
        sure,
        says: format!(
            "the {name} side wins {:.0} % of the games that are decided: results say who moved, not who played well",
            100.0 * wins.share()
        ),
        figures: vec![Measurement::percent(&format!("won by the {name} side"), &wins), games_figure(&wins)],
        remedy: other_starts(case, "from other positions either side may win"),
    })
}

#[cfg(test)]
mod tests {
    use super::two_digits;

    #[test]
    fn numbers_have_two_digits() {
        assert_eq!([0.0, 0.012345, 0.5, 7.0, 12345.0].map(two_digits), [0.0, 0.012, 0.5, 7.0, 12000.0]);
    }
}
