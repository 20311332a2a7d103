use super::ending;
use super::file::RulesFile;
use super::position::Position;
use crate::game::{
    Ending, ExactSolver, Game, Guidance, Outcome, RepetitionRule, Rules, SHARED_FUTURE, Side, digest, images,
};
use crate::games::solver::Solver;
use crate::rbg::{End, Step};
use std::sync::Arc;

/// A game from a rules file. The player who begins is the first side.
#[derive(Clone, Debug)]
pub struct RulesGame {
    rules: Rules,
    pub(super) file: Arc<RulesFile>,
    /// Number of steps after which the game is a draw.
    pub(super) most_steps: u16,
    /// The consequence of another occurrence of a position, if any.
    repetition: Option<RepetitionRule>,
    /// Index of the player who begins.
    pub(super) first: usize,
}

/// The ending of a game that reaches the cap.
pub(super) const LIMIT: &str = "the limit on steps is reached";

/// The step that a move stands for.
pub(super) fn step_of(mv: u32) -> Step {
    Step { action: (mv >> 16) as u16, cell: mv as u16 }
}

pub(super) fn move_of(step: Step) -> u32 {
    u32::from(step.action) << 16 | u32::from(step.cell)
}

impl RulesGame {
    /// The game with these rules; `file` is what [`of_rules`](super::of_rules) returns for them.
    pub fn new(rules: Rules, file: Arc<RulesFile>) -> RulesGame {
        let most_steps = rules.integer("max_steps") as u16;
        let repetition = match rules.get("repetition") {
            "draw" => Some(RepetitionRule::ThirdDraws),
            "lose" => Some(RepetitionRule::SecondLoses),
            _ => None,
        };
        let first = file.rules.start().player();
        RulesGame { rules, file, most_steps, repetition, first }
    }

    /// The same game without a limit on steps, so that no turn is cut off, however many steps it has.
    pub(super) fn without_limit(self) -> RulesGame {
        RulesGame { most_steps: u16::MAX, ..self }
    }

    /// The rules' current counts for each player, if all endings count the same way.
    pub(super) fn counted(&self, position: &Position) -> Option<[u16; 2]> {
        self.file.work.with(&self.file.rules, |work| {
            self.file.packing.unpack(position, &mut work.state);
            let scores = self.file.rules.counted_scores(&work.state)?;
            Some(scores.map(|score| score.clamp(0, u16::MAX.into()) as u16))
        })
    }

    /// Makes a legal step by following the rules. Afterwards this thread's `work` for the file still holds what was
    /// done, such as the player's steps (`scratch.trace()`).
    pub(super) fn follow(&self, position: &mut Position, step: Step) {
        let file = &*self.file;
        file.work.with(&file.rules, |work| {
            file.packing.unpack(position, &mut work.state);
            file.rules.play(&mut work.state, step, &mut work.scratch);
            *position = file.packing.pack(&work.state, position.steps + 1);
        });
    }

    /// The ending of a game that something other than the rules has ended; with the score, if the count decided it at
    /// the cap.
    pub(super) fn ending_elsewhere(&self, end: &Position, reason: &'static str) -> Ending {
        let counted = self.counted(end).filter(|_| self.cap_counts() && self.is_at_the_cap(end));
        let score = counted.map(|scores| [self.first, 1 - self.first].map(|player| scores[player].into()));
        Ending { score, ..reason.into() }
    }

    /// Whether the count decides a game that reaches the cap.
    fn cap_counts(&self) -> bool {
        self.file.heading.cap_counts.is_some()
    }

    /// Whether the game has reached its cap before the rules ended it.
    fn is_at_the_cap(&self, position: &Position) -> bool {
        position.end().is_none() && position.steps >= self.most_steps
    }

    /// The result by the scores, which are in the order of the file's players.
    fn decided_by(&self, [first, second]: [u16; 2]) -> Outcome {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(self.side_of(0)),
            std::cmp::Ordering::Less => Outcome::Win(self.side_of(1)),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    pub(super) fn side_of(&self, player: usize) -> Side {
        if player == self.first { Side::First } else { Side::Second }
    }
}

impl Game for RulesGame {
    type Position = Position;
    /// Action and cell of a [`Step`], 16 bits each.
    type Move = u32;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self) -> Position {
        self.file.packing.pack(&self.file.rules.start(), 0)
    }

    fn side_to_act(&self, position: &Position) -> Side {
        self.side_of(position.player())
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u32>) {
        moves.clear();
        if self.outcome(position).is_some() {
            return;
        }
        if let Some(code) = self.file.code() {
            code.legal(&self.file.packing, position, moves, move_of);
        } else {
            self.file.work.with(&self.file.rules, |work| {
                self.file.packing.unpack(position, &mut work.state);
                self.file.rules.steps(&work.state, &mut work.scratch, &mut work.steps);
                moves.extend(work.steps.iter().copied().map(move_of));
            });
        }
    }

    fn play(&self, position: &mut Position, mv: u32) {
        let (file, step) = (&*self.file, step_of(mv));
        let Some(code) = file.code() else {
            self.follow(position, step);
            return;
        };
        position.steps += 1;
        if !code.play(&file.packing, position, step) {
            file.work.with(&file.rules, |work| {
                file.packing.unpack(position, &mut work.state);
                file.rules.play_whole(&mut work.state, code.steps(step), &mut work.scratch);
                *position = file.packing.pack(&work.state, position.steps);
            });
        }
        code.find_end(&file.packing, position);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match position.end() {
            None if !self.is_at_the_cap(position) => None,
            None if self.cap_counts() => self.counted(position).map(|scores| self.decided_by(scores)),
            None | Some(End::TooMuchWork) => Some(Outcome::Draw),
            Some(End::ByTheRules) => {
                Some(self.decided_by([0, 1].map(|player| self.file.packing.variable(position, player))))
            }
        }
    }

    /// Each step of chance is a turn of its own.
    fn is_within_turn(&self, position: &Position) -> bool {
        position.is_within_move() && !position.is_chance()
    }

    fn has_chance(&self) -> bool {
        self.file.rules.has_chance()
    }

    fn is_chance(&self, position: &Position) -> bool {
        position.is_chance()
    }

    fn has_long_turns(&self) -> bool {
        self.file.outline.has_long_moves()
    }

    fn seat_names(&self) -> Vec<&str> {
        self.file.players.iter().map(String::as_str).collect()
    }

    fn max_moves(&self) -> u32 {
        self.most_steps.into()
    }

    fn is_cut_off(&self, position: &Position) -> bool {
        !self.cap_counts() && self.is_at_the_cap(position)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        match position.end() {
            Some(End::ByTheRules) => Some(ending::BY_THE_RULES),
            Some(End::TooMuchWork) => Some("following the rules takes too long"),
            None => self.is_at_the_cap(position).then_some(LIMIT),
        }
    }

    fn ending_by(&self, before: &Position, mv: u32) -> Option<Ending> {
        let mut after = before.clone();
        self.play(&mut after, mv);
        let reason = self.ending(&after)?;
        if after.end() != Some(End::ByTheRules) {
            return Some(self.ending_elsewhere(&after, reason));
        }
        let ending = ending::by(&self.file, before, step_of(mv));
        let score = ending.score.map(|score| [self.first, 1 - self.first].map(|player| score[player]));
        Some(Ending { score, ..ending })
    }

    fn score(&self, position: &Position) -> Option<[u32; 2]> {
        let counted = self.counted(position).filter(|_| self.file.heading.picture.shows_points());
        counted.map(|scores| [self.first, 1 - self.first].map(|player| scores[player].into()))
    }

    fn repetition_key(&self, position: &Position) -> Option<u64> {
        (self.repetition.is_some() && !position.is_within_move()).then(|| digest(self.file.packing.words(position)))
    }

    fn repetition_rule(&self) -> RepetitionRule {
        self.repetition.unwrap_or_default()
    }

    /// The distance to the cap enters the hash only when it is near.
    fn hash(&self, position: &Position) -> u64 {
        let left = u64::from(self.most_steps.saturating_sub(position.steps)).min(u64::from(SHARED_FUTURE) + 1);
        digest([digest(self.file.packing.words(position)), left])
    }
}

impl Guidance for RulesGame {
    fn solver(&self) -> Option<Box<dyn ExactSolver<RulesGame>>> {
        self.ending_solver().filter(|_| self.file.heading.is_solvable)
    }

    fn ending_solver(&self) -> Option<Box<dyn ExactSolver<RulesGame>>> {
        // The rule of repetition depends on the history, and the value of a position on chance: a solver ignores both.
        let solvable = self.repetition.is_none() && !self.has_chance();
        solvable.then(|| -> Box<dyn ExactSolver<RulesGame>> { Box::new(Solver::new(self, solver_key)) })
    }
}

/// A key that a position and its images share. It includes the steps made, and so the distance to the cap.
pub(super) fn solver_key(game: &RulesGame, position: &Position) -> u64 {
    let least = images(game, position)
        .map(|image| digest(game.file.packing.words(&image)))
        .min()
        .expect("the identity is a symmetry");
    digest([least, position.steps.into()])
}

#[cfg(test)]
mod tests {
    use super::super::RulesGame;
    use super::{Game, move_of, step_of};
    use crate::games::rules_files;
    use rand::{SeedableRng, seq::IndexedRandom};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Number of random games played of each game.
    const GAMES: usize = 8;

    /// The precomputed steps equal those found by following the rules in each position, in the same order.
    #[test]
    fn steps_worked_out_ahead_are_those_of_the_rules() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut told = Vec::new();
        for variant in rules_files() {
            let file = super::super::of_variant(&variant).expect("it was read");
            let game = RulesGame::new(variant.default_rules(), file);
            let file = &*game.file;
            let Some(code) = file.code() else { continue };
            let (mut ahead, mut asked) = (false, false);
            for _ in 0..GAMES {
                let mut position = game.start();
                while game.outcome(&position).is_none() && position.steps < 200 {
                    let mut legal = Vec::new();
                    game.legal_moves(&position, &mut legal);
                    let expected = file.work.with(&file.rules, |work| {
                        file.packing.unpack(&position, &mut work.state);
                        file.rules.steps(&work.state, &mut work.scratch, &mut work.steps);
                        Vec::from_iter(work.steps.iter().copied().map(move_of))
                    });
                    assert_eq!(legal, expected, "{}", variant.name);
                    let &mv = legal.choose(&mut rng).expect("the game is not over");
                    let (mut followed, mut after) = (position.clone(), position.clone());
                    let is_ahead = code.play(&file.packing, &mut after, step_of(mv));
                    *if is_ahead { &mut ahead } else { &mut asked } = true;
                    game.follow(&mut followed, step_of(mv));
                    game.play(&mut position, mv);
                    assert_eq!(position, followed, "{}", variant.name);
                }
            }
            told.push((variant.name.to_string(), ahead, asked));
        }
        let expected = [
            ("connect-four", true, false),
            ("gomoku", true, false),
            ("havannah", false, true),
            ("hex-11", false, true),
            ("hex-5", true, false),
            ("hex-7", false, true),
            ("kalah", false, true),
            ("oware", false, true),
            ("reversi", true, false),
            ("tic-tac-toe", true, false),
            ("y", false, true),
            ("yavalath", true, false),
        ];
        let told = told.iter().map(|(name, ahead, asked)| (name.as_str(), *ahead, *asked));
        assert_eq!(Vec::from_iter(told), expected);
    }
}
