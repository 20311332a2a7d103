use super::encoding::Places;
use super::file::RulesFile;
use super::game::{RulesGame, move_of, solver_key};
use super::position::Position;
use super::turn_table::TurnTable;
use super::{elsewhere, turn};
use crate::game::{
    Board, ByHand, Encoding, Ending, ExactSolver, Game, Guidance, Notation, NotationError, Number, Outcome,
    RepetitionRule, Rules, Shape, Side, Symmetry, Turn,
};
use crate::games::solver::Solver;
use crate::rbg::{End, PossibleMoves};
use crate::sentence;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game by a rules file whose moves are whole turns (`action=turn`): a search looks twice as far if turns have two
/// steps, and a net is evaluated once a turn. Positions are those of the [game by steps](RulesGame) between two
/// turns.
#[derive(Clone, Debug)]
pub struct TurnGame {
    steps: RulesGame,
    /// The game by steps without a limit, which never ends in the middle of a turn.
    uncut: RulesGame,
    table: Arc<TurnTable>,
}

impl TurnGame {
    /// The game with these rules; `file` is what [`of_rules`](super::of_rules) returns for them. `None` if the rules
    /// have no turns of several steps, or too many turns.
    pub fn new(rules: Rules, file: Arc<RulesFile>) -> Option<TurnGame> {
        let table = Arc::clone(file.turns()?);
        let steps = RulesGame::new(rules, file);
        let uncut = steps.clone().without_limit();
        Some(TurnGame { steps, uncut, table })
    }

    fn file(&self) -> &RulesFile {
        &self.steps.file
    }

    /// A turn as moves of the game by steps.
    fn by_steps(&self, position: &Position, turn: u32) -> Vec<u32> {
        let mut rest = self.table.steps(turn);
        let (mut after, mut moves) = (position.clone(), Vec::new());
        while let Some(&step) = rest.first() {
            let mv = move_of(step);
            moves.push(mv);
            rest = &rest[self.uncut.play_and_tell(&mut after, mv).len()..];
        }
        moves
    }

    /// A turn as a turn of the game by steps.
    fn turn_by_steps(&self, position: &Position, turn: &Turn<u32>) -> Turn<u32> {
        let moves = turn.moves.iter().flat_map(|&mv| self.by_steps(position, mv)).collect();
        Turn { moves, text: turn.text.clone() }
    }

    /// The turn made by these moves of the game by steps.
    fn of_steps(&self, position: &Position, moves: &[u32]) -> u32 {
        let mut after = position.clone();
        let steps = moves.iter().flat_map(|&mv| self.uncut.play_and_tell(&mut after, mv));
        self.table.number(&Vec::from_iter(steps))
    }

    fn possible(&self) -> &PossibleMoves {
        self.file().possible_turns.as_ref().expect("they are in the table")
    }

    /// The places at which turns begin.
    fn places(&self) -> Places<'_> {
        let possible = self.possible();
        let nodes = possible.first_nodes.each_ref().map(Vec::as_slice);
        let is_one = nodes.iter().all(|nodes| nodes.len() < 2);
        Places { nodes: if is_one { [&[], &[]] } else { nodes }, with_cell: possible.begin_on_a_cell }
    }

    fn all_by_steps(&self, position: &Position, turns: &[u32]) -> Vec<Vec<u32>> {
        turns.iter().map(|&turn| self.by_steps(position, turn)).collect()
    }
}

impl Game for TurnGame {
    type Position = Position;
    /// The number of a turn in the table.
    type Move = u32;

    fn rules(&self) -> &Rules {
        self.steps.rules()
    }

    fn start(&self) -> Position {
        self.steps.start()
    }

    fn side_to_act(&self, position: &Position) -> Side {
        self.steps.side_to_act(position)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u32>) {
        moves.clear();
        if self.outcome(position).is_some() {
            return;
        }
        if let Some(code) = self.table.code() {
            code.legal(&self.file().packing, position, moves);
        } else {
            let file = self.file();
            file.work.with(&file.rules, |work| {
                file.packing.unpack(position, &mut work.state);
                file.rules.whole_moves(&work.state, &mut work.scratch, &mut work.moves);
                moves.extend(work.moves.iter().map(|steps| self.table.number(steps)));
            });
        }
    }

    fn play(&self, position: &mut Position, mv: u32) {
        let (file, code) = (self.file(), self.table.code());
        position.steps += 1;
        if !code.is_some_and(|code| code.play(&file.packing, position, mv)) {
            file.work.with(&file.rules, |work| {
                file.packing.unpack(position, &mut work.state);
                let steps = self.table.steps(mv);
                match code {
                    Some(_) => file.rules.play_whole(&mut work.state, steps, &mut work.scratch),
                    None => file.rules.play_move(&mut work.state, steps, &mut work.scratch),
                }
                *position = file.packing.pack(&work.state, position.steps);
            });
        }
        if let Some(code) = code {
            code.find_end(&file.packing, position);
        }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.steps.outcome(position)
    }

    fn seat_names(&self) -> Vec<&str> {
        self.steps.seat_names()
    }

    fn max_moves(&self) -> u32 {
        self.steps.max_moves()
    }

    fn is_cut_off(&self, position: &Position) -> bool {
        self.steps.is_cut_off(position)
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        self.steps.ending(position)
    }

    fn ending_by(&self, before: &Position, mv: u32) -> Option<Ending> {
        let mut after = before.clone();
        self.play(&mut after, mv);
        let reason = self.ending(&after)?;
        let (last, rest) = self.by_steps(before, mv).split_last().map(|(&last, rest)| (last, rest.to_vec()))?;
        if after.end() != Some(End::ByTheRules) {
            return Some(self.steps.ending_elsewhere(&after, reason));
        }
        let mut within = before.clone();
        rest.iter().for_each(|&mv| self.uncut.play(&mut within, mv));
        self.uncut.ending_by(&within, last)
    }

    fn score(&self, position: &Position) -> Option<[u32; 2]> {
        self.steps.score(position)
    }

    fn repetition_key(&self, position: &Position) -> Option<u64> {
        self.steps.repetition_key(position)
    }

    fn repetition_rule(&self) -> RepetitionRule {
        self.steps.repetition_rule()
    }

    fn hash(&self, position: &Position) -> u64 {
        self.steps.hash(position)
    }
}

impl Guidance for TurnGame {
    fn solver(&self) -> Option<Box<dyn ExactSolver<TurnGame>>> {
        self.ending_solver().filter(|_| self.file().heading.is_solvable)
    }

    fn ending_solver(&self) -> Option<Box<dyn ExactSolver<TurnGame>>> {
        let key = |game: &TurnGame, position: &Position| solver_key(&game.steps, position);
        let solvable = self.steps.ending_solver().is_some();
        solvable.then(|| -> Box<dyn ExactSolver<TurnGame>> { Box::new(Solver::new(self, key)) })
    }
}

impl Symmetry for TurnGame {
    fn symmetries(&self) -> usize {
        self.steps.symmetries()
    }

    fn transform_position(&self, symmetry: usize, position: &Position) -> Position {
        self.steps.transform_position(symmetry, position)
    }

    fn transform_move(&self, symmetry: usize, mv: u32) -> u32 {
        self.table.image(symmetry, mv)
    }
}

impl Encoding for TurnGame {
    fn shape(&self) -> Shape {
        Shape { policy_planes: self.table.planes, ..self.steps.shape_at(&self.places()) }
    }

    fn encode(&self, position: &Position, planes: &mut [f32], globals: &mut [f32]) {
        self.steps.encode_at(&self.places(), position, planes, globals);
    }

    fn policy_index(&self, _: &Position, mv: u32) -> usize {
        self.table.policy_index(mv)
    }

    fn encoding_version(&self) -> u32 {
        3
    }

    fn net_options(&self) -> BTreeMap<String, String> {
        self.steps.net_options()
    }
}

impl Notation for TurnGame {
    fn format_move(&self, position: &Position, mv: u32) -> String {
        turn::format(&self.uncut, position, &[self.by_steps(position, mv)]).swap_remove(0)
    }

    fn format_moves(&self, position: &Position, moves: &[u32]) -> Vec<String> {
        turn::format(&self.uncut, position, &self.all_by_steps(position, moves))
    }

    fn move_parts(&self, position: &Position, mv: u32) -> Vec<String> {
        let moves = self.by_steps(position, mv);
        let text = self.format_move(position, mv);
        turn::parts(&self.uncut, position, &Turn { moves, text })
    }

    fn parts_of_moves(&self, position: &Position, moves: &[u32]) -> Vec<Vec<String>> {
        let turns = self.all_by_steps(position, moves);
        let texts = turn::format(&self.uncut, position, &turns);
        let turns = turns.into_iter().zip(texts).map(|(moves, text)| Turn { moves, text });
        turns.map(|turn| turn::parts(&self.uncut, position, &turn)).collect()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u32, NotationError> {
        let over = self.outcome(position).is_some();
        turn::parse(if over { &self.steps } else { &self.uncut }, position, text)
            .map(|moves| self.of_steps(position, &moves))
    }

    fn turns(&self, position: &Position, prefix: &str, most: usize) -> Vec<Turn<u32>> {
        if self.outcome(position).is_some() {
            return Vec::new();
        }
        let turns = turn::beginning_with(&self.uncut, position, prefix, most).into_iter();
        turns.map(|turn| Turn { moves: vec![self.of_steps(position, &turn.moves)], text: turn.text }).collect()
    }

    fn turn_kind(&self, _: &Position, turn: &Turn<u32>) -> Option<String> {
        turn::kind(&self.steps, turn.moves.iter().flat_map(|&mv| self.table.steps(mv)).copied())
    }

    fn by_hand(&self, position: &Position, turn: &Turn<u32>) -> ByHand {
        turn::by_hand(&self.uncut, position, &self.turn_by_steps(position, turn))
    }

    fn shows_turns(&self) -> bool {
        true
    }

    fn format_position(&self, position: &Position) -> String {
        self.steps.format_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let position = self.steps.parse_position(text)?;
        // A text may name any node of the rules.
        let begins_turns = self.possible().first_nodes[position.player()].contains(&position.node());
        if position.is_within_move() || !begins_turns && position.end().is_none() {
            let expected = sentence!("file.between-turns", "a position between two turns, without `+`");
            return Err(NotationError::malformed("position", text, expected));
        }
        Ok(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse_position(elsewhere::in_own_words(&self.steps, text).as_deref().unwrap_or(text))
    }

    fn draw(&self, position: &Position) -> String {
        self.steps.draw(position)
    }

    fn board(&self) -> Option<Board> {
        self.steps.board()
    }

    fn men(&self, position: &Position) -> Vec<(u16, u8)> {
        self.steps.men(position)
    }

    fn numbers(&self, position: &Position) -> Vec<Number> {
        self.steps.numbers(position)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RulesGame, TurnGame, load};
    use crate::game::{Encoding, Game, Notation, Symmetry, Turns};
    use crate::games::rules_files;
    use rand::{SeedableRng, seq::IndexedRandom};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// Number of random games played of each game.
    const GAMES: usize = 8;

    /// The games that come with the program whose turns have several steps and are few, by steps and by turns.
    fn games() -> Vec<(RulesGame, TurnGame)> {
        let both = rules_files().filter_map(|variant| {
            let file = super::super::of_variant(&variant).expect("it was read");
            let turns =
                file.outline.has_long_moves().then(|| TurnGame::new(variant.default_rules(), Arc::clone(&file)))?;
            Some((RulesGame::new(variant.default_rules(), file), turns?))
        });
        both.collect()
    }

    #[test]
    fn games_of_few_turns_have_them_as_moves() {
        let games = games();
        let ways = games.iter().map(|(steps, turns)| (&*steps.rules().variant().name, turns.shape().policy_planes));
        let expected = [
            ("abalone", 60),
            ("ataxx", 18),
            ("brandubh", 24),
            ("breakthrough", 3),
            ("clobber", 4),
            ("dodgem", 4),
            ("domineering", 1),
            ("knightthrough", 4),
            ("konane", 13),
            ("los-alamos-chess", 54),
            ("mini-chess", 49),
            ("surakarta", 100),
            ("teeko", 9),
        ];
        assert_eq!(Vec::from_iter(ways), expected);
    }

    /// The precomputed turns equal those found by following the rules in each position.
    #[test]
    fn turns_worked_out_ahead_are_those_of_the_rules() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (games, mut told) = (games(), Vec::new());
        for (_, game) in &games {
            let name = &*game.rules().variant().name;
            let (file, code) = (game.file(), game.table.code().expect("all of these can be worked out"));
            let (mut ahead, mut asked) = (0, 0);
            for _ in 0..GAMES {
                let mut position = game.start();
                while game.outcome(&position).is_none() && position.steps < 200 {
                    let mut legal = Vec::new();
                    game.legal_moves(&position, &mut legal);
                    let (turn, after, expected, followed) = file.work.with(&file.rules, |work| {
                        file.packing.unpack(&position, &mut work.state);
                        file.rules.whole_moves(&work.state, &mut work.scratch, &mut work.moves);
                        let expected = BTreeSet::from_iter(work.moves.iter().map(|steps| game.table.number(steps)));
                        let &turn = legal.choose(&mut rng).expect("the game is not over");
                        file.rules.play_move(&mut work.state, game.table.steps(turn), &mut work.scratch);
                        let mut after = position.clone();
                        let is_ahead = code.play(&file.packing, &mut after, turn);
                        (turn, after, expected, (file.packing.pack(&work.state, position.steps + 1), is_ahead))
                    });
                    assert_eq!((legal.len(), BTreeSet::from_iter(legal)), (expected.len(), expected), "{name}");
                    let (followed, is_ahead) = followed;
                    *if is_ahead { &mut ahead } else { &mut asked } += 1;
                    let before = position.clone();
                    game.play(&mut position, turn);
                    assert_eq!(position, followed, "{name}: {turn} in {}", game.format_position(&before));
                    assert!(!is_ahead || after.end().is_none() || after.end() == position.end(), "{name}");
                }
            }
            told.push((name, ahead > 0, asked > 0));
        }
        let by_following = Vec::from_iter(told.iter().filter(|told| told.2).map(|told| (told.0, told.1)));
        assert_eq!(by_following, [("brandubh", true), ("los-alamos-chess", false), ("teeko", true)]);
    }

    /// The same turns are legal by steps and by turns, have the same texts, and lead to the same positions.
    #[test]
    fn turns_are_those_of_the_steps() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for (steps, turns) in games() {
            let name = &steps.rules().variant().name;
            for _ in 0..3 {
                let (mut position, mut legal) = (turns.start(), Vec::new());
                for _ in 0..60 {
                    turns.legal_moves(&position, &mut legal);
                    let by_steps = Turns::new(&steps, &position).map(|moves| steps.format_turn(&position, &moves));
                    let (by_steps, by_turns) =
                        (BTreeSet::from_iter(by_steps), BTreeSet::from_iter(turns.format_moves(&position, &legal)));
                    assert_eq!((&by_steps, by_turns.len()), (&by_turns, legal.len()), "{name}");
                    let Some(&mv) = legal.choose(&mut rng) else { break };
                    let text = turns.format_move(&position, mv);
                    assert_eq!(turns.parse_turn(&position, &text), Ok(vec![mv]), "{name}");
                    let mut after = position.clone();
                    for mv in steps.parse_turn(&position, &text).expect("legal") {
                        steps.play(&mut after, mv);
                    }
                    turns.play(&mut position, mv);
                    after.steps = position.steps;
                    assert_eq!(after, position, "{name}");
                }
            }
        }
    }

    /// The net distinguishes all legal turns, and images of legal turns are legal in the image.
    #[test]
    fn legal_turns_are_told_apart() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        for (_, game) in games() {
            let name = &game.rules().variant().name;
            let policy = game.shape().policy_len();
            for _ in 0..4 {
                let (mut position, mut legal) = (game.start(), Vec::new());
                for _ in 0..100 {
                    game.legal_moves(&position, &mut legal);
                    let seen = BTreeSet::from_iter(legal.iter().map(|&mv| game.policy_index(&position, mv)));
                    assert!(seen.len() == legal.len() && seen.last().is_none_or(|&last| last < policy), "{name}");
                    for symmetry in 0..game.symmetries() {
                        let image = game.transform_position(symmetry, &position);
                        let images = BTreeSet::from_iter(legal.iter().map(|&mv| game.transform_move(symmetry, mv)));
                        let mut own = Vec::new();
                        game.legal_moves(&image, &mut own);
                        assert_eq!(images, BTreeSet::from_iter(own), "{name}");
                    }
                    let Some(&mv) = legal.choose(&mut rng) else { break };
                    game.play(&mut position, mv);
                }
            }
        }
    }

    /// Texts of positions within a turn are refused, and the limit on steps does not cut a turn.
    #[test]
    fn games_keep_the_contracts_in_odd_positions() {
        for (_, game) in games() {
            let name = &game.rules().variant().name;
            let (start, mut moves) = (game.start(), Vec::new());
            let text = game.format_position(&start);
            let (head, rest) = text.split_once('@').expect("a place");
            let (head, _) = head.rsplit_once(' ').expect("fields");
            for node in 0..200 {
                if let Ok(position) = game.parse_position(&format!("{head} {node}@{rest}")) {
                    game.legal_moves(&position, &mut moves);
                }
            }
            let last = format!("{} {}", text.rsplit_once(' ').expect("fields").0, game.max_moves() - 1);
            let position = game.parse_position(&last).expect("before the limit");
            game.legal_moves(&position, &mut moves);
            for &mv in &moves {
                assert_eq!(game.parse_move(&position, &game.format_move(&position, mv)), Ok(mv), "{name}");
            }
        }
    }

    #[test]
    fn too_many_turns_are_refused() {
        let variant = load("amazons", include_str!("../../../games/amazons.rbg")).expect("it is right");
        let file = super::super::of_variant(&variant).expect("it was read");
        assert!(TurnGame::new(variant.default_rules(), Arc::clone(&file)).is_none());
        assert!(variant.options.iter().all(|option| option.name != "action"));
        let error = load("mine.rbg", &format!("//! action: turn\n{}", file.text)).expect_err("they are");
        assert_eq!(error, "mine.rbg: `//! action: turn`: these rules have too many turns: expected `step`");
    }
}
