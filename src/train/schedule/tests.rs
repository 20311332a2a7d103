use super::fit::RESERVE;
use super::*;
use crate::train::metrics::Seconds;

fn config(generations: u32, anneal_share: f32) -> Config {
    let text = format!("generations = {generations}\n[game]\nvariant = \"dualite\"\n[report]\nevery = 0\n");
    let share = format!("learner.anneal_share={anneal_share}");
    let keys = ["learner.rate=1e-2", "learner.final_rate=1e-3", &share];
    Config::parse("test", &text, &keys.map(str::to_owned)).expect("valid")
}

/// The metrics of generations that took these seconds.
fn metrics(seconds: &[f64]) -> Vec<Metrics> {
    let mut elapsed = 0.0;
    let each = [0.0].iter().chain(seconds).enumerate().map(|(generation, &selfplay)| {
        elapsed += selfplay;
        let seconds = Seconds { selfplay, ..Seconds::default() };
        Metrics { generation: generation as u32, seconds, elapsed, learning_rate: 1e-2, ..Metrics::default() }
    });
    each.collect()
}

fn wall(seconds: f64) -> Budget {
    Budget { wall: Some(seconds), cpu: None }
}

/// Runs generations that take `cost(generation)` seconds, and returns their rates.
fn run(config: &Config, schedule: &mut Schedule, budget: Budget, cost: impl Fn(u32) -> f64, done: &[f64]) -> Vec<f64> {
    let mut seconds = done.to_vec();
    let mut rates = Vec::new();
    schedule.begin(config, budget, &metrics(&seconds));
    while schedule.settle(config, &metrics(&seconds)) {
        let generation = seconds.len() as u32 + 1;
        // A run interrupted here continues as if uninterrupted.
        let text = toml::to_string(schedule).expect("a table");
        let mut resumed: Schedule = toml::from_str(&text).expect("written by us");
        resumed.begin(config, Budget::default(), &metrics(&seconds));
        assert!(resumed.settle(config, &metrics(&seconds)));
        assert_eq!(&resumed, schedule);
        rates.push(schedule.rate(generation, config));
        seconds.push(cost(generation));
    }
    // All rates can be computed again from the file.
    let again = (1..).map(|generation| schedule.rate(generation, config));
    assert!(again.skip(done.len()).zip(&rates).all(|(again, &rate)| again == rate));
    rates
}

#[test]
fn a_generation_in_which_the_rate_falls_is_not_dropped_for_a_moment() {
    let (config, mut schedule) = (config(1000, 0.2), Schedule::default());
    schedule.begin(&config, wall(100.0), &[]);
    assert!(schedule.settle(&config, &metrics(&[])));
    assert_eq!(schedule.deadline(1), wall(100.0));
    assert!(schedule.settle(&config, &metrics(&[9.8; 9])));
    assert_eq!((schedule.deadline(9), schedule.deadline(10)), (wall(100.0), wall(105.0)));
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn the_rate_falls_in_the_last_generations_only() {
    let (config, mut schedule) = (config(40, 0.1), Schedule::default());
    let rates = run(&config, &mut schedule, Budget::default(), |_| 1.0, &[]);
    assert_eq!(rates.len(), 40);
    assert!(rates[..36].iter().all(|&rate| rate == 1e-2));
    close(rates[37], 5.5e-3);
    close(rates[39], 1e-3);
    assert!(rates[35..].windows(2).all(|pair| pair[1] < pair[0]));
    assert!(schedule.is_over(40) && !schedule.is_over(39));
}

#[test]
fn the_rate_can_fall_all_the_time() {
    let rates = run(&config(41, 1.0), &mut Schedule::default(), Budget::default(), |_| 1.0, &[]);
    close(rates[0], 1e-2);
    close(rates[10], 1e-3 + 9e-3 * (0.5 + 0.125f64.sqrt()));
    close(rates[20], 5.5e-3);
    close(rates[40], 1e-3);
    assert_eq!(run(&config(1, 1.0), &mut Schedule::default(), Budget::default(), |_| 1.0, &[]), [1e-2]);
}

#[test]
fn a_budget_is_used_and_ends_at_the_final_rate() {
    // A steady machine; games that get longer; a machine slowed down by other work from the middle on, or at the end.
    let costs: [&dyn Fn(u32) -> f64; 4] = [
        &|_| 10.0,
        &|generation| 5.0 + 0.1 * f64::from(generation),
        &|generation| if generation < 50 { 10.0 } else { 25.0 },
        &|generation| if generation < 95 { 10.0 } else { 20.0 },
    ];
    for (index, cost) in costs.into_iter().enumerate() {
        let (config, mut schedule) = (config(1000, 0.1), Schedule::default());
        let rates = run(&config, &mut schedule, wall(1000.0), cost, &[]);
        let used: f64 = (1..=rates.len() as u32).map(cost).sum();
        assert!((950.0..=1000.0).contains(&used), "{index}: {used} s in {} generations", rates.len());
        close(*rates.last().expect("some"), 1e-3);
        assert!(rates.windows(2).all(|pair| pair[1] <= pair[0]), "{index}: {rates:?}");
        let full = rates.iter().filter(|&&rate| rate == 1e-2).count() as f64 / rates.len() as f64;
        assert!((0.85..0.95).contains(&full), "{index}: {full} of the generations at the full rate");
        assert!(schedule.is_over(rates.len() as u32));
    }
}

#[test]
fn a_slow_generation_does_not_take_away_the_one_in_which_the_rate_falls() {
    // 10 seconds are left after the eighth, while recent ones took 12.
    let cost = |generation| if generation == 8 { 20.0 } else { 10.0 };
    let rates = run(&config(1000, 0.1), &mut Schedule::default(), wall(100.0), cost, &[]);
    assert_eq!((rates.len(), rates[7]), (9, 1e-2));
    close(rates[8], 1e-3);
}

#[test]
fn a_budget_for_nothing_ends_at_once_and_one_of_processor_time_counts_that() {
    let (config, mut schedule) = (config(1000, 0.1), Schedule::default());
    assert_eq!(run(&config, &mut schedule, wall(15.0), |_| 10.0, &[]).len(), 1);
    assert!(!schedule.is_over(1));
    let mut metrics = metrics(&[1.0]);
    metrics[1].cpu = Seconds { learner: 10.0, ..Seconds::default() };
    metrics[1].cpu_elapsed = 12.0;
    let mut schedule = Schedule::default();
    schedule.begin(&config, Budget { wall: Some(500.0), cpu: Some(115.0) }, &metrics);
    assert_eq!(schedule.phase(2).map(|phase| phase.until), Some(11));
}

#[test]
fn reports_count_where_they_fall() {
    let mut config = config(1000, 0.1);
    config.report.every = 10;
    let mut metrics = metrics(&[1.0; 9]);
    metrics[0].strength = Some(crate::train::strength::Strength { matches: Vec::new(), exam: None });
    metrics[0].seconds.report = 5.0;
    let mut schedule = Schedule::default();
    // 21 generations, of which the 10th, the 20th and the last report.
    schedule.begin(&config, wall((9.0 + 12.0 + 15.0) / (1.0 - RESERVE) + 0.1), &metrics);
    assert_eq!(schedule.phase(10).map(|phase| phase.until), Some(21));
}

#[test]
fn a_run_is_finished_by_annealing_wherever_it_stopped() {
    let config = config(40, 0.1);
    for done in [7, 40] {
        let mut schedule = Schedule::default();
        let mut so_far = metrics(&vec![1.0; done]);
        schedule.begin(&config, Budget::default(), &[]);
        so_far.last_mut().expect("some").learning_rate = 4e-3;
        schedule.anneal(&config, 4, &so_far).expect("it does not fall yet");
        let rates = run(&config, &mut schedule, Budget::default(), |_| 1.0, &vec![1.0; done]);
        assert_eq!(rates.len(), 4);
        assert!(rates[0] < 4e-3 && rates.windows(2).all(|pair| pair[1] < pair[0]));
        close(rates[1], 2.5e-3);
        close(rates[3], 1e-3);
        assert!(schedule.is_over(done as u32 + 4));
    }
    let mut schedule = Schedule::default();
    schedule.begin(&config, Budget::default(), &[]);
    schedule.anneal(&config, 4, &metrics(&[1.0; 7])).expect("it does not fall yet");
    let message = schedule.anneal(&config, 4, &metrics(&[1.0; 9])).expect_err("it falls").to_string();
    assert!(message.contains("in generations 8 to 11: expected --resume"), "{message}");
}

#[test]
fn more_generations_or_a_larger_budget_raise_the_rate_again() {
    let mut schedule = Schedule::default();
    let first = run(&config(20, 0.1), &mut schedule, Budget::default(), |_| 1.0, &[]);
    let more = run(&config(40, 0.1), &mut schedule, Budget::default(), |_| 1.0, &[1.0; 20]);
    assert_eq!((first.len(), more.len(), more[0], more[15]), (20, 20, 1e-2, 1e-2));
    close(more[19], 1e-3);
    let budget = run(&config(1000, 0.1), &mut schedule, wall(100.0), |_| 1.0, &[1.0; 40]);
    assert_eq!((budget.len(), budget[0]), (59, 1e-2));
    close(budget[58], 1e-3);
    assert!(run(&config(1000, 0.1), &mut schedule, Budget::default(), |_| 1.0, &[1.0; 99]).is_empty());
}
