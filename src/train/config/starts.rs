use super::table::{Bound, Takes, table};

table! {
    /// Where self-play games start. The remaining share starts from the opening.
    pub struct Starts {
        /// Share of the games that start after random moves.
        random_share: f32 = 0.0, Takes::share();
        /// Random moves before these games, at most; their number is uniform from 1.
        ///
        /// With many more moves than games have, an open game would never be found.
        random_moves: u32 = 8, Takes::from_to(1, 1000);
        /// Generations over which random starts spread from `random_moves` moves back to one; 0: any number from the
        /// first generation on.
        ///
        /// At first their number is drawn from the highest ones only, so that the net knows what an early move leads to
        /// before it learns that move (a reverse curriculum: Florensa et al. 2017, arXiv:1707.05300).
        random_generations: u32 = 0, Takes::at_most(1_000_000);
        /// In games from the start position, up to this many first moves are sampled from the raw policy; the number is
        /// uniform from 0.
        ///
        /// KataGo draws openings so (Wu 2019).
        policy_moves: u32 = 0, Takes::at_most(1000);
        /// Temperature of the policy in `policy_moves`.
        policy_temperature: f32 = 1.0, Takes::Range(Bound::Excluded(0), Bound::Finite);
        /// Share of the games that start from scattered positions, in games that offer them.
        ///
        /// See [`Guidance::scattered`](crate::game::Guidance::scattered).
        scattered_share: f32 = 0.0, Takes::Fitting(
            |starts| (0.0..=1.0 - starts.random_share).contains(&starts.scattered_share),
            "0 to 1 - random_share",
        );
        /// Generations over which scattered positions spread from near the end of the game back to the opening.
        ///
        /// Their distance is drawn uniformly up to generation / this, at most 1.
        scattered_generations: u32 = 50, Takes::at_least(1);
        /// Share of the games (restarts excepted) in which komi is given so that the net expects an even result; point
        /// games only.
        ///
        /// Where one side nearly always wins, results teach little. How even such a game is varies somewhat, as in KataGo
        /// (Wu 2019).
        komi_share: f32 = 0.0, Takes::share();
        /// Share of all games, before the other shares, that start where the search misjudged an earlier game.
        ///
        /// A position of the replay window is drawn the more often, the further the search's value was from what the
        /// game came to.
        restart_share: f32 = 0.0, Takes::share();
    }
}
