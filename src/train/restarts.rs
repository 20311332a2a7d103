use super::config::Config;
use super::random::{Purpose, stream};
use super::replay::{ReplayBuffer, index_at};
use super::rules_in_turn::RulesInTurn;
use crate::eval::Value;
use crate::game::{AnyGame, AnyPosition, Game};
use crate::samples::Sample;
use rand::RngExt;
use std::collections::BTreeMap;

/// The games of a generation that begin at an earlier misjudged position, by index, with these positions.
pub type Restarts = BTreeMap<u32, AnyPosition>;

/// How many moves ahead a later search judges an earlier one.
const AHEAD: u16 = 4;

/// Draws the positions of a generation's restarts from the samples in the window, in proportion to their regret: how
/// far the search's value was from that of a search some moves later, or from the game's result if it ended before
/// (regret-guided restarts: arXiv:2602.20809; an archive of positions as in Go-Exploit: Trudeau and Bowling 2023,
/// arXiv:2302.12359). A distant result is mostly noise, hence the short look-ahead.
pub fn restarts(rules: RulesInTurn, buffer: &ReplayBuffer, config: &Config, generation: u32) -> Restarts {
    let share = config.selfplay.starts.restart_share;
    if share == 0.0 {
        return Restarts::new();
    }
    let game = rules.of(generation);
    // In a game of chance luck would look like a misjudgement.
    if game.has_chance() {
        return Restarts::new();
    }
    // Positions of games by other rules may be invalid by the rules of this generation.
    let same = |of: u32| rules.are_same(of, generation);
    let regrets = buffer.games().flat_map(|(of, samples)| {
        let places = 0..samples.len();
        places.map(move |place| if same(of) { regret(game, &samples[place..]) } else { 0.0 })
    });
    let sums: Vec<f64> = regrets
        .scan(0.0, |sum, regret| {
            *sum += regret;
            Some(*sum)
        })
        .collect();
    let Some(&total) = sums.last().filter(|&&total| total > 0.0) else { return Restarts::new() };
    let place = |index: u32| {
        // Positions in the window are trained on: a held-out game must not begin at one of them.
        if index.is_multiple_of(config.selfplay.held_out_every) {
            return None;
        }
        let mut rng = stream(config.seed, Purpose::Restart, generation, index.into());
        if rng.random::<f32>() >= share {
            return None;
        }
        let at = rng.random::<f64>() * total;
        Some((index, buffer.sample(index_at(&sums, at)).sample.position.clone()))
    };
    (0..config.selfplay.games).filter_map(place).collect()
}

/// The regret of the first of a game's samples, given those after it; 0 if unknown.
fn regret(game: &AnyGame, samples: &[Sample]) -> f64 {
    let [sample, later @ ..] = samples else { return 0.0 };
    let worth = |value: Value| f64::from(value.win - value.loss);
    let side = game.side_to_act(&sample.position);
    let ahead = later.iter().find(|later| later.moves_left.saturating_add(AHEAD) <= sample.moves_left);
    let known = match ahead.and_then(|later| Some((later, later.search?))) {
        Some((later, value)) => {
            let same = game.side_to_act(&later.position) == side;
            Some(if same { worth(value) } else { -worth(value) })
        }
        None => sample.result.map(worth),
    };
    match (sample.search, known) {
        (Some(search), Some(known)) => (worth(search) - known).abs(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::test_game::{positions, tiny};
    use crate::game::Outcome;
    use crate::samples::SelfPlayGame;
    use std::collections::HashSet;

    /// Positions that later searches also consider even are no misjudgements, whoever won in the end.
    #[test]
    fn the_searches_ahead_say_what_was_misjudged_not_the_result() {
        let tiny = tiny(2);
        let places = positions(&tiny, 40, 3);
        let side = |place: usize| tiny.side_to_act(&places[place]);
        // Two games of samples three moves apart, with the searches' scores for the first side: in one game the first
        // searches think it even; in the other they think it won, though it is lost.
        let played = |index: u32, first: usize, says: [f32; 5]| {
            let sample = |(at, score): (usize, f32)| {
                let seen = |score: f32| Value::expected(score, 0.0).seen_from(side(first + at));
                Sample {
                    position: places[first + at].clone(),
                    policy: Vec::new(),
                    surprise: 0.0,
                    search: Some(seen(score)),
                    result: Some(seen(-1.0)),
                    cut_off: false,
                    lead: 0.0,
                    moves_left: 30 - 3 * at as u16,
                }
            };
            let samples = says.into_iter().enumerate().map(sample).collect();
            SelfPlayGame { index, samples, outcome: Outcome::Win(crate::game::Side::Second), moves: 30, cut_off: false }
        };
        let text = "generations = 2\n[game]\nvariant = \"dualite\"\n[selfplay]\ngames = 400\nstarts = { restart_share = 1.0 }\n";
        let config = Config::parse("test.toml", text, &[]).expect("a config");
        let mut buffer = ReplayBuffer::new(&config.learner, config.selfplay.held_out_every);
        // The last samples of a game are judged by its result.
        let misjudged = [0.9, 0.9, -1.0, -1.0, -1.0];
        buffer.add(&tiny, 1, vec![played(1, 0, [0.0, 0.0, 0.0, -1.0, -1.0]), played(2, 5, misjudged)]);
        let drawn: Vec<_> = restarts(RulesInTurn::only(&tiny), &buffer, &config, 2).into_values().collect();
        let count = |of: &[AnyPosition]| drawn.iter().filter(|place| of.contains(place)).count();
        assert_eq!(drawn.len(), 380);
        // Of the game that is even at first, only two positions are drawn: those that later searches consider lost.
        assert_eq!(count(&places[0..1]), 0);
        let share = count(&places[5..7]) as f64 / drawn.len() as f64;
        assert!((share - 3.8 / 5.8).abs() < 0.1, "{share}");
        assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 4);
    }
}
