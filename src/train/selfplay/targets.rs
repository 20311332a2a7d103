/// The Kullback-Leibler divergence of `prior` from `policy`, in nats.
pub(super) fn divergence(policy: &[f32], prior: impl Iterator<Item = f32>) -> f32 {
    let term = |(&p, q): (&f32, f32)| if p > 0.0 { p * libm::logf(p / q.max(f32::MIN_POSITIVE)) } else { 0.0 };
    policy.iter().zip(prior).map(term).sum::<f32>().max(0.0)
}

/// Replaces each value by the weighted mean of the values from its place on; `last` continues forever. Weights fall
/// geometrically, so that values are `horizon` moves ahead on average; without a horizon only `last` counts.
pub(super) fn average_ahead(values: &mut [f32], last: f32, horizon: Option<u32>) {
    let fade = horizon.map_or(1.0, |horizon| horizon as f32 / (horizon + 1) as f32);
    let mut ahead = last;
    for value in values.iter_mut().rev() {
        ahead = (1.0 - fade) * *value + fade * ahead;
        *value = ahead;
    }
}

#[cfg(test)]
mod tests {
    use super::average_ahead;

    #[test]
    fn leads_ahead_are_averaged_over_the_horizon() {
        let averaged = |mut leads: [f32; 3], last, horizon| {
            average_ahead(&mut leads, last, horizon);
            leads
        };
        assert_eq!(averaged([0.0, 1.0, 1.0], -1.0, None), [-1.0; 3], "the end alone");
        assert_eq!(averaged([0.0, 0.5, 1.0], -1.0, Some(0)), [0.0, 0.5, 1.0], "the next move alone");
        assert_eq!(averaged([0.0, 1.0, 1.0], -1.0, Some(1)), [0.25, 0.5, 0.0]);
        assert_eq!(averaged([0.5; 3], 0.5, Some(7)), [0.5; 3]);
    }
}
