use super::elo::Z95;
use serde::{Deserialize, Serialize};

/// One of several measurements of the same quantity, such as the Elo difference of one pair of trainings, or by how
/// much a player ended ahead in one pair of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The measured value.
    pub value: f64,
    /// The standard error of the value: what is known of its noise without the other measurements; 0 if nothing is.
    pub error: f64,
}

/// The mean of measurements with its 95 % interval.
///
/// Measurements differ by more than their own errors: trainings with two seeds give nets of different strength, which
/// games between them cannot show. So the interval is Student's for the mean, from the spread of the values, which
/// holds both kinds of noise. With few values that spread may come out small by chance, so the interval is at least
/// that of the measurements' own errors, the only one for a single value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The mean of the values.
    pub mean: f64,
    /// Lower end of the interval: the mean itself for a single value without a known error.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Standard deviation of the values; `None` for a single one.
    pub deviation: Option<f64>,
}

impl Spread {
    /// The estimate; `None` without values.
    pub fn of(measured: &[Estimate]) -> Option<Spread> {
        let count = measured.len() as f64;
        if measured.is_empty() {
            return None;
        }
        let mean = measured.iter().map(|one| one.value).sum::<f64>() / count;
        let own = Z95 * measured.iter().map(|one| one.error.powi(2)).sum::<f64>().sqrt() / count;
        let deviation = (measured.len() > 1).then(|| {
            let squares = measured.iter().map(|one| (one.value - mean).powi(2));
            (squares.sum::<f64>() / (count - 1.0)).sqrt()
        });
        let margin = deviation.map_or(own, |deviation| own.max(t95(measured.len() - 1) * deviation / count.sqrt()));
        Some(Spread { mean, low: mean - margin, high: mean + margin, deviation })
    }
}

/// Half the width of a 95 % interval of Student's distribution, in standard errors.
fn t95(degrees_of_freedom: usize) -> f64 {
    const T95: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    match degrees_of_freedom.checked_sub(1).and_then(|index| T95.get(index)) {
        Some(&t) => t,
        // The expansion in 1/n (Abramowitz and Stegun, 26.7.5), right to three digits from here on.
        None => {
            let (n, z) = (degrees_of_freedom.max(1) as f64, Z95);
            let first = (z.powi(3) + z) / 4.0;
            let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
            z + first / n + second / n.powi(2) + third / n.powi(3)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(values: &[f64], error: f64) -> Spread {
        let measured: Vec<Estimate> = values.iter().map(|&value| Estimate { value, error }).collect();
        Spread::of(&measured).expect("there are values")
    }

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() < tolerance, "{a} is not {b}");
    }

    #[test]
    fn the_interval_is_students_for_the_mean() {
        // Mean 20, deviation 10, standard error 10/sqrt(3).
        let three = spread(&[10.0, 20.0, 30.0], 1.0);
        assert_eq!((three.mean, three.deviation), (20.0, Some(10.0)));
        close(three.high, 20.0 + 4.303 * 10.0 / 3f64.sqrt(), 1e-9);
        close(three.low, 40.0 - three.high, 1e-9);
        close(t95(10), 2.228, 5e-4);
        close(t95(11), 2.201, 5e-4);
        close(t95(29), 2.045, 5e-4);
        close(t95(1_000_000), Z95, 1e-4);
    }

    #[test]
    fn agreement_by_chance_does_not_hide_the_noise_of_the_games() {
        let lucky = spread(&[20.0, 20.0, 20.0], 30.0);
        close(lucky.high - lucky.mean, Z95 * 30.0 / 3f64.sqrt(), 1e-9);
        let one = spread(&[5.0], 10.0);
        assert_eq!(one.deviation, None);
        close(one.high, 5.0 + Z95 * 10.0, 1e-9);
        assert_eq!(Spread::of(&[]), None);
    }
}
