use super::Elo;
use super::elo::Z95;

/// Ratings of players of whom not all have met: by least squares over the matches, each weighted by its error.
///
/// `matches` names two players by index, with how much stronger the first is. Player 0 has rating 0, the others theirs
/// with the 95 % interval of the difference to it; `None` for those whom no chain of matches connects with player 0.
pub fn ratings(players: usize, matches: &[([usize; 2], Elo)]) -> Vec<Option<Elo>> {
    let mut connected = vec![false; players];
    connected.iter_mut().take(1).for_each(|first| *first = true);
    while let Some(([one, other], _)) = matches.iter().find(|([one, other], _)| connected[*one] != connected[*other]) {
        (connected[*one], connected[*other]) = (true, true);
    }
    // The unknowns are the ratings of connected players other than player 0.
    let unknowns: Vec<usize> = (1..players).filter(|&player| connected[player]).collect();
    let place = |player: usize| unknowns.iter().position(|&unknown| unknown == player);
    let n = unknowns.len();
    // The normal equations, and beside them the unit matrix that becomes their inverse.
    let mut rows = vec![vec![0.0; 2 * n + 1]; n];
    for (index, row) in rows.iter_mut().enumerate() {
        row[n + index] = 1.0;
    }
    for ([one, other], elo) in matches.iter().filter(|([one, _], _)| connected[*one]) {
        let weight = elo.error().max(1e-3).powi(-2);
        let ends = [(place(*one), 1.0), (place(*other), -1.0)];
        for (row, sign) in ends.iter().filter_map(|&(row, sign)| Some((row?, sign))) {
            for (column, other_sign) in ends.iter().filter_map(|&(column, sign)| Some((column?, sign))) {
                rows[row][column] += sign * other_sign * weight;
            }
            rows[row][2 * n] += sign * weight * elo.elo;
        }
    }
    // Gauss and Jordan. The matrix is positive definite, so its pivots need no exchange.
    for pivot in 0..n {
        let scale = 1.0 / rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|entry| *entry *= scale);
        let reduced = rows[pivot].clone();
        for row in rows.iter_mut().enumerate().filter(|(index, _)| *index != pivot).map(|(_, row)| row) {
            let factor = row[pivot];
            row.iter_mut().zip(&reduced).for_each(|(entry, below)| *entry -= factor * below);
        }
    }
    let rating = |player: usize| {
        let Some(index) = place(player) else {
            let zero = Elo { elo: 0.0, elo_low: 0.0, elo_high: 0.0 };
            return (player == 0).then_some(zero);
        };
        let (elo, margin) = (rows[index][2 * n], Z95 * rows[index][n + index].sqrt());
        Some(Elo { elo, elo_low: elo - margin, elo_high: elo + margin })
    };
    (0..players).map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(elo: f64, error: f64) -> Elo {
        Elo { elo, elo_low: elo - Z95 * error, elo_high: elo + Z95 * error }
    }

    #[test]
    fn a_chain_adds_up_and_so_do_its_errors() {
        let rated = ratings(4, &[([1, 0], elo(100.0, 30.0)), ([1, 2], elo(-50.0, 40.0))]);
        let [zero, one, two] = [0, 1, 2].map(|player| rated[player].expect("connected"));
        assert_eq!((zero.elo, zero.error()), (0.0, 0.0));
        assert!((one.elo - 100.0).abs() < 1e-6 && (one.error() - 30.0).abs() < 1e-6, "{one:?}");
        assert!((two.elo - 150.0).abs() < 1e-6 && (two.error() - 50.0).abs() < 1e-6, "{two:?}");
        assert_eq!(rated[3], None, "it has met nobody");
        assert_eq!(ratings(0, &[]), []);
    }

    #[test]
    fn matches_that_disagree_are_weighted_by_their_errors() {
        // Directly 100 with a standard error of 10; through player 2, 160 with sqrt(10^2 + 10^2).
        let matches = [([1, 0], elo(100.0, 10.0)), ([2, 0], elo(80.0, 10.0)), ([1, 2], elo(80.0, 10.0))];
        let one = ratings(3, &matches)[1].expect("connected");
        assert!((one.elo - 120.0).abs() < 1e-6, "{one:?}");
        assert!(one.error() < 10.0, "{one:?}");
    }
}
