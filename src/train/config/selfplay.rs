use super::starts::Starts;
use super::table::{Bound, Takes, table};
use crate::search::{Gumbel, RootRule};

table! {
    /// How self-play games are made.
    pub struct SelfPlayConfig {
        /// Games in each generation.
        games: u32 = 500, Takes::at_least(1);
        /// Simulations of a full search, which gives a sample.
        simulations: u32 = 64, Takes::at_least(1);
        /// Simulations of a fast search, which only picks the move.
        ///
        /// Playout cap randomisation (Wu 2019).
        fast_simulations: u32 = 16, Takes::at_least(1);
        /// Share of the moves that get a full search.
        ///
        /// Wu 2019 has 0.25.
        full_share: f32 = 0.5, Takes::Range(Bound::Excluded(0), Bound::Included(1));
        /// Moves at the start of a game that are sampled from the search's policy; later ones are the best.
        ///
        /// The Gumbel root explores by itself.
        sampled_moves: u32 = 0, Takes::Any;
        /// Moves after which a game is cut off; the value of its last search is then its result. None: only the rules
        /// end a game.
        ///
        /// Bootstrapping; `learner.cut_off_lead_share` mixes in the lead.
        #[serde(skip_serializing_if = "Option::is_none")]
        max_moves: Option<u32> = None, Takes::at_least(1);
        /// Mean distance, in moves, of the later leads that are averaged into a sample's lead target. None: the lead at
        /// the end of the game.
        ///
        /// It is an average over the leads of the moves to come, with geometrically falling weights.
        #[serde(skip_serializing_if = "Option::is_none")]
        lead_horizon: Option<u32> = None, Takes::at_most(1_000_000);
        /// Generations in which `search.progress_share` falls linearly to 0. None: it stays constant.
        ///
        /// So the hand-written measure starts the learning, and the last nets have not seen it for long. In a run that goes
        /// on from a net the share is 0 throughout.
        #[serde(skip_serializing_if = "Option::is_none")]
        progress_generations: Option<u32> = None, Takes::at_least(1);
        /// Root moves considered by a fast search, the most promising ones, without noise; 0: those of `search.root`,
        /// with its noise.
        fast_actions: usize = 0, Takes::Any;
        /// Mean distance, in moves, of the later searches whose values are averaged into a sample's result. None: the
        /// game's result.
        ///
        /// The weights fall geometrically, and the game's result ends the average.
        #[serde(skip_serializing_if = "Option::is_none")]
        value_horizon: Option<u32> = None, Takes::at_most(1_000_000);
        /// Share of the run's budget that self-play of one generation may take; then it begins no more games, and
        /// finishes those under way. None: all games are played.
        ///
        /// Planned runs have it: a machine may be slower than when it was measured. Not with `overlap` or a queue.
        #[serde(skip_serializing_if = "Option::is_none")]
        budget_share: Option<f32> = None, Takes::Range(Bound::Excluded(0), Bound::Included(1));
        /// End a game as soon as the search has proven its result.
        stop_when_proven: bool = true, Takes::Any;
        /// Share of the games that an exact solver labels after the moves of `starts`, instead of self-play: the
        /// result, and the moves that keep it. Only in games with a solver.
        exact_share: f32 = 0.0, Takes::share();
        /// Play the next generation's games while the learner learns from this one's, with the net before it.
        ///
        /// So all cores are busy, where the learner alone would not keep them so, and a net plays one generation later:
        /// the games of generation k are those of the net of generation k - 2.
        overlap: bool = false, Takes::Any;
        /// Games that each thread plays at once; does not change the games.
        ///
        /// Also the largest batch. Larger ones gain less in the evaluator than the additional trees lose by not fitting
        /// into the processor's caches.
        concurrent: usize = 4, Takes::from_to(1, 4096);
        /// Entries of each thread's evaluation cache, 0 for none; does not change the games.
        cache: usize = 1 << 16, Takes::at_most(1 << 24);
        /// Keep the games of all generations, not only those of the replay window: `ardoise learn` can then learn from
        /// all of them.
        keep_games: bool = false, Takes::Any;
        /// Hold out one game in every N for validation. Held-out games never begin from a restart. Solver-labelled
        /// positions are held out one in N by position hash.
        held_out_every: u32 = 20, Takes::at_least(2);
        tables {
            starts: Starts;
        }
    }
}

impl SelfPlayConfig {
    /// The root rule of fast searches, derived from `root`, that of full ones.
    pub(in crate::train) fn fast_root(&self, root: RootRule) -> RootRule {
        match root {
            RootRule::Gumbel(gumbel) if self.fast_actions > 0 => {
                RootRule::Gumbel(Gumbel { actions: self.fast_actions, noise: false, ..gumbel })
            }
            root => root,
        }
    }
}
