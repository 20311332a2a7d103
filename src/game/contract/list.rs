use super::amount::Amount;
use super::violation::Violation;
use super::{board, encoding, guidance, keys, notation, play, points, refusal, solver, symmetry};
use crate::game::CompleteGame;

type Check<G> = fn(&G, Amount) -> Result<(), Violation>;

/// A rule that every game must keep, as a check.
#[derive(Debug)]
pub struct Contract<G> {
    /// The rule that is checked, in a few words.
    pub name: &'static str,
    check: Check<G>,
}

impl<G: CompleteGame> Contract<G> {
    /// Checks the game in random games, the same ones each time.
    ///
    /// # Errors
    /// The game breaks the rule.
    pub fn check(&self, game: &G, amount: Amount) -> Result<(), Violation> {
        (self.check)(game, amount)
    }
}

/// All contracts. `docs/adding-a-game.md` has details.
pub fn contracts<G: CompleteGame>() -> Vec<Contract<G>> {
    let list: [(_, Check<G>); _] = [
        ("games end, and only then have no moves", play::games_end),
        ("moves and positions read back", notation::texts_read_back),
        ("men stand on cells, and people point at cells or signs", board::boards_hold_men_and_moves),
        ("symmetries map games to games", symmetry::symmetries_keep_the_rules),
        ("symmetries are a group", symmetry::symmetries_are_a_group),
        ("points decide, and leads are bounded", points::points_decide),
        ("scattered positions can be played from", guidance::scattered_positions_go_on),
        ("komi makes up for a lead", guidance::komi_makes_up_for_a_lead),
        ("lighter positions lack one man", guidance::lighter_positions_lack_one_man),
        ("encodings tell positions and moves apart", encoding::encodings_tell_apart),
        ("positions of one hash have the same future", keys::one_hash_one_future),
        ("images share their orbit key, and no others", keys::orbits_have_keys),
        ("solvers agree with each of their moves", solver::solvers_agree),
        ("damaged positions are refused or print back", refusal::damaged_positions_are_refused),
        ("only legal moves are read", refusal::only_legal_moves_are_read),
    ];
    Vec::from(list.map(|(name, check)| Contract { name, check }))
}
