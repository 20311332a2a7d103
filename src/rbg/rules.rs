use super::account::Account;
use super::ast::{Actor, Expr, Rule};
use super::automaton::{Automaton, Kind};
use super::board::{Board, Shape};
use super::compile::compile;
use super::decision::{self, Decision, PlayerAction, decision};
use super::fork::Fork;
use super::moves::Moves;
use super::names::Names;
use super::outline::Outline;
use super::parts::{StateError, StateParts};
use super::possible::{PossibleMoves, possible_moves};
use super::raw::Effect;
use super::rule_graph::RuleGraph;
use super::scratch::Scratch;
use super::search::Search;
use super::source::{CellNames, Place, Problem, RulesFileError, Source, Span};
use super::state::{End, State, Step};
use super::symbolic::Symbolic;
use super::symmetry::{Subject, Symmetry};
use super::why::{self, MoveExplanation, why};
use super::{generators, grammar, lexer, macros};
use std::sync::{Arc, OnceLock};

/// The longest file, in bytes: the largest public one has 10 kB.
pub const MAX_BYTES: usize = 1 << 20;

/// Cost of a word of the file until it is parsed.
const WORD: usize = 40;

/// The rules of a game, from a file.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) source: Source,
    names: Names,
    board: Board,
    pub(super) automaton: Automaton,
    start: State,
    /// The rules as written, made when first needed.
    reading: Arc<OnceLock<Reading>>,
}

/// A file parsed as written: this takes much more memory than its automaton.
#[derive(Debug)]
struct Reading {
    source: Source,
    names: Names,
    board: Board,
    rule: Rule,
}

impl Reading {
    fn graph(&self, limit: usize) -> RuleGraph<'_> {
        RuleGraph::new(&self.rule, &self.board, &self.names, limit)
    }
}

/// An assignment that fails because its variable cannot hold the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfBounds {
    pub place: Place,
    pub variable: String,
    pub value: i64,
    /// The highest value that the variable holds; the lowest is 0.
    pub highest: u16,
}

/// The effect of an action of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Puts the piece of this index.
    Put(u8),
    /// Assigns to the variable of this index.
    Assign(u8),
    /// Hands over.
    Switch(Actor),
}

impl Rules {
    /// Reads the rules of a game. `name` is the file's name in errors.
    ///
    /// # Errors
    /// The first error, with its place.
    pub fn parse(name: &str, text: &str) -> Result<Self, RulesFileError> {
        Self::parse_with(name, text, &[])
    }

    /// [`Rules::parse`] with other words for some of the macros without arguments: `[("row", "5")]` reads `#row = 4`
    /// as `#row = 5`.
    ///
    /// # Errors
    /// The first error, with its place; a macro that does not exist, or a value that is not one word.
    pub fn parse_with(name: &str, text: &str, values: &[(&str, &str)]) -> Result<Self, RulesFileError> {
        Self::parse_within(name, text, values, &mut Account::default())
    }

    /// [`Rules::parse_with`] with an account that also pays for other work.
    ///
    /// # Errors
    /// As [`Rules::parse_with`]; the file takes more work than is left.
    pub fn parse_within(
        name: &str,
        text: &str,
        values: &[(&str, &str)],
        account: &mut Account,
    ) -> Result<Self, RulesFileError> {
        let mut source = Source::new(name, text);
        source.values = values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Self::read(&mut source, account).map_err(|problem| source.explain(problem))
    }

    /// The word of a macro without arguments, if the macro is a single word.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.names.macros.get(name)?.as_deref()
    }

    /// Whether the file defines a macro of this name.
    pub fn has_macro(&self, name: &str) -> bool {
        self.names.macros.contains_key(name)
    }

    /// The same rules with other names of cells. `None` if the board is not a rectangle.
    #[must_use]
    pub fn with_cell_names(mut self, names: CellNames) -> Option<Rules> {
        if self.board.shape != Shape::Rectangle {
            return None;
        }
        generators::name_cells(&mut self.board, names);
        self.source.cell_names = names;
        self.reading = Arc::default();
        Some(self)
    }

    fn read(source: &mut Source, account: &mut Account) -> Result<Self, Problem> {
        if source.text.len() > MAX_BYTES {
            return Err(Problem::general(format!("this file is too long: expected at most {MAX_BYTES} bytes")));
        }
        let (names, board, rule) = Self::parts(source, account)?;
        let automaton = compile(&rule, &board, names.pieces.len(), account)?;
        let start = Scratch::new(&automaton).state;
        let mut rules = Rules { source: source.clone(), names, board, automaton, start, reading: Arc::default() };
        let start = rules.unmade_start();
        let mut scratch = rules.scratch();
        let node = rules.automaton.start;
        let mut search = rules.search(&mut scratch);
        search.load(&start);
        search.finish(Actor::Keeper, node, 0);
        rules.start = scratch.state;
        account.spend(2 * scratch.looks() as usize, "the keeper's steps before the first move")?;
        Ok(rules)
    }

    /// The board as in the file, before the keeper acts.
    fn unmade_start(&self) -> State {
        let mut start = Scratch::new(&self.automaton).state;
        self.board.cells.iter().zip(&mut start.cells).for_each(|(cell, piece)| *piece = cell.piece);
        start
    }

    fn parts(source: &mut Source, account: &mut Account) -> Result<(Names, Board, Rule), Problem> {
        account.spend(WORD * source.text.len() / 4, "its words")?;
        let tokens = lexer::tokens(source)?;
        let mut read = |source: &mut Source| {
            let ([players, pieces, variables, board, rules], macros) = macros::sections(source, &tokens, account)?;
            let mut names = Names::read(&players, &pieces, &variables)?;
            names.macros = macros;
            let mut board = generators::read(&board, &mut names)?;
            if source.cell_names != CellNames::default() {
                generators::name_cells(&mut board, source.cell_names);
            }
            let rule = grammar::read(&rules, &names)?;
            Ok((names, board, rule))
        };
        // If a macro leaves a bracket open, parsing only fails further down, where the macro is used: the macro's
        // bracket is reported instead.
        read(source).map_err(|problem| macros::left_open(&tokens).unwrap_or(problem))
    }

    /// The position in which the first player is to move.
    pub fn start(&self) -> State {
        self.start
    }

    /// Memory for the methods that search. It must come from the same rules.
    pub fn scratch(&self) -> Scratch {
        Scratch::new(&self.automaton)
    }

    /// Replaces the content of `steps` with the legal steps, in an order that depends on the position only. Empty if
    /// and only if the game is over ([`State::end`]).
    pub fn steps(&self, state: &State, scratch: &mut Scratch, steps: &mut Vec<Step>) {
        steps.clear();
        if state.end.is_none() {
            let mut search = self.search(scratch);
            search.load(state);
            search.options(usize::MAX, steps);
        }
    }

    /// Makes a legal step and the forced steps after it. [`Scratch::trace`] then has the actions.
    pub fn play(&self, state: &mut State, step: Step, scratch: &mut Scratch) {
        let mut search = self.search(scratch);
        search.load(state);
        search.make(step);
        state.copy_from(&scratch.state, self.automaton.cells, self.names.bounds.len());
    }

    /// Replaces the content of `moves` with the whole moves. False if there are too many.
    pub fn whole_moves(&self, state: &State, scratch: &mut Scratch, moves: &mut Moves) -> bool {
        if state.end.is_some() {
            moves.clear();
            return true;
        }
        let mut search = self.search(scratch);
        search.load(state);
        search.whole_moves(moves)
    }

    /// Makes a whole move. Faster than its steps one by one: it does not check whether the next player has a move, so
    /// [`State::end`] may stay `None` though [`Rules::whole_moves`] finds none.
    pub fn play_whole(&self, state: &mut State, steps: &[Step], scratch: &mut Scratch) {
        let mut search = self.search(scratch);
        search.load(state);
        search.make_whole(steps);
        state.copy_from(&scratch.state, self.automaton.cells, self.names.bounds.len());
    }

    /// Makes a whole move, with the same checks as [`Rules::play`]: [`Scratch::trace`] then has its actions.
    pub fn play_move(&self, state: &mut State, steps: &[Step], scratch: &mut Scratch) {
        let mut search = self.search(scratch);
        search.load(state);
        search.make_whole_and_finish(steps);
        state.copy_from(&scratch.state, self.automaton.cells, self.names.bounds.len());
    }

    /// The possible whole moves of both players. `None` if there are more than `most`, or finding them takes too
    /// long.
    pub fn possible_moves(&self, most: usize, account: &mut Account) -> Option<PossibleMoves> {
        possible_moves(&self.automaton, most, account)
    }

    /// Follows the rules without a position.
    pub fn symbolic<'a>(&'a self, account: &'a mut Account) -> Symbolic<'a> {
        Symbolic::new(&self.automaton, self.names.pieces.len(), account)
    }

    pub fn take_apart(&self, state: &State) -> StateParts {
        state.parts(self.automaton.cells, self.names.bounds.len())
    }

    /// Builds a position, and determines whether the game is over in it.
    ///
    /// # Errors
    /// A component that these rules do not have.
    pub fn put_together(&self, parts: &StateParts, scratch: &mut Scratch) -> Result<State, StateError> {
        let (cells, variables) = (self.automaton.cells, self.names.bounds.len());
        if parts.pieces.len() != cells {
            return Err(StateError::Cells { expected: cells, found: parts.pieces.len() });
        }
        if parts.variables.len() != variables {
            return Err(StateError::Variables { expected: variables, found: parts.variables.len() });
        }
        let within = |what: &'static str, value: u32, highest: u32| {
            if value <= highest { Ok(()) } else { Err(StateError::TooHigh { what, value, highest }) }
        };
        for &piece in &parts.pieces {
            within("piece", piece.into(), self.names.pieces.len() as u32 - 1)?;
        }
        for (&value, &bound) in parts.variables.iter().zip(&self.names.bounds) {
            within("variable", value.into(), bound.into())?;
        }
        within("cell", parts.cell.into(), cells as u32 - 1)?;
        within("player", parts.player.into(), 1)?;
        within("node", parts.node, self.automaton.nodes.len() as u32 - 1)?;
        // If the keeper found no path, the position stands at a node of the keeper's, and is over.
        let outline = self.outline();
        let choices = if parts.is_chance { &outline.chance_nodes } else { &outline.nodes[parts.player as usize] };
        let is_choice = choices.contains(&parts.node);
        if !is_choice && self.automaton.patterns.iter().any(|pattern| pattern.first == parts.node) {
            return Err(StateError::NoChoice(parts.node));
        }
        let mut state = self.start;
        state.cells[..cells].copy_from_slice(&parts.pieces);
        state.variables[..variables].copy_from_slice(&parts.variables);
        (state.node, state.cell) = (parts.node, parts.cell);
        (state.actor, state.is_chance, state.is_within_move) = (parts.player, parts.is_chance, parts.is_within_move);
        state.end = None;
        let mut search = self.search(scratch);
        search.load(&state);
        state.end = match is_choice {
            // A game can end in a position because the path to it and the position together took too much work; the
            // position alone may take less.
            _ if parts.takes_too_long => Some(End::TooMuchWork),
            true => search.ending(),
            false if search.has_way(parts.node, parts.cell) => return Err(StateError::NoChoice(parts.node)),
            false => Some(End::ByTheRules),
        };
        Ok(state)
    }

    /// The players' possible steps, and the nodes at which they are chosen.
    pub fn outline(&self) -> Outline {
        Outline::new(&self.automaton)
    }

    /// The symmetries that fix the players and the start: a group, the identity first. Computed anew at each call, in
    /// a few thousandths of a second for most files.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        self.subject().symmetries()
    }

    /// The symmetries that exchange the players: the products of each of the `symmetries` with one exchange. Those that
    /// are their own inverse come first. The start may become a position with the other player to move.
    pub fn exchanges(&self, symmetries: &[Symmetry]) -> Vec<Symmetry> {
        self.subject().exchanges(symmetries)
    }

    fn subject(&self) -> Subject<'_> {
        Subject {
            automaton: &self.automaton,
            board: &self.board,
            bounds: &self.names.bounds,
            pieces: self.names.pieces.len(),
            start: &self.start,
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The names of the pieces, by index.
    pub fn pieces(&self) -> &[Arc<str>] {
        &self.names.pieces
    }

    /// The names of the variables, by index, the players first.
    pub fn variables(&self) -> &[Arc<str>] {
        &self.names.variables
    }

    /// The highest values of the variables.
    pub fn bounds(&self) -> &[u16] {
        &self.names.bounds
    }

    /// Whether chance ever acts.
    pub fn has_chance(&self) -> bool {
        self.automaton.has_chance()
    }

    /// The value that an action assigns, if it is an assignment of a fixed one.
    pub fn assigned(&self, action: u16) -> Option<i64> {
        match &self.automaton.details[action as usize].effect {
            Effect::Assign(_, value) => value.constant(),
            _ => None,
        }
    }

    /// Number of actions of the rules: [`Step::action`] is always smaller than this.
    pub fn actions(&self) -> usize {
        self.automaton.actions.len()
    }

    pub fn action(&self, action: u16) -> ActionKind {
        match self.automaton.actions[action as usize].kind {
            Kind::Put(piece) => ActionKind::Put(piece),
            Kind::Assign(variable) => ActionKind::Assign(variable),
            Kind::Switch(actor) => ActionKind::Switch(actor),
        }
    }

    /// Why the player to move can or cannot act on each of these cells in order, and hand over. Slow: it follows the
    /// rules as written.
    pub fn why(&self, state: &State, cells: &[u16]) -> MoveExplanation {
        let reading = self.reading();
        why(&mut reading.graph(why::MAX_WORK), &reading.source, state, &self.begins(state), cells)
    }

    /// The decision of a game that a legal step ends: the last test that held on the path to its end. Slow, as
    /// [`Rules::why`]. `None` if the game is not over by the rules after the step, if it is over because the next
    /// player has no move, or if nothing was tested.
    pub fn decision(&self, state: &State, step: Step, scratch: &mut Scratch) -> Option<Decision> {
        let mut after = *state;
        self.play(&mut after, step, scratch);
        let by = scratch.handed_by().map(|action| self.action(action));
        if after.end != Some(End::ByTheRules) || by != Some(ActionKind::Switch(Actor::Keeper)) {
            return None;
        }
        let kind = |step: &Step| self.automaton.actions[usize::from(step.action)].kind;
        let made =
            Vec::from_iter(scratch.trace().iter().map(|step| PlayerAction { kind: kind(step), cell: step.cell }));
        let reading = self.reading();
        let mut graph = reading.graph(decision::MAX_WORK);
        let begins = graph.begin(state, &self.begins(state));
        decision(&mut graph, &reading.source, begins, &made, &after)
    }

    fn reading(&self) -> &Reading {
        self.reading.get_or_init(|| {
            let mut source = Source { uses: Vec::new(), ..self.source.clone() };
            let (names, board, rule) = Self::parts(&mut source, &mut Account::default()).expect("it was read before");
            Reading { source, names, board, rule }
        })
    }

    /// The places in the file of the actions after which play stands at its node.
    fn begins(&self, state: &State) -> Vec<Span> {
        let actions = self.automaton.actions.iter().zip(&self.automaton.details);
        actions.filter(|(action, _)| action.target == state.node).map(|(_, detail)| detail.span).collect()
    }

    /// The point at which the keeper's paths after a legal step diverge, if they end in different positions: the keeper
    /// takes only one of them. Slow. `None` also if there are too many.
    pub fn fork(&self, state: &State, step: Step, scratch: &mut Scratch) -> Option<Fork> {
        let mut search = self.search(scratch);
        search.load(state);
        search.make(step);
        let trace = search.scratch.trace.clone();
        let last = *trace.last()?;
        let action = self.automaton.actions[last.action as usize];
        if action.switch() != Some(Actor::Keeper) {
            return None;
        }
        search.load(state);
        trace.iter().for_each(|&step| search.apply(step));
        search.scratch.undo.clear();
        search.fork(action.target, last.cell)
    }

    /// [`Rules::fork`] for the keeper's actions before the first move.
    pub fn fork_at_start(&self, scratch: &mut Scratch) -> Option<Fork> {
        let mut search = self.search(scratch);
        search.load(&self.unmade_start());
        search.fork(self.automaton.start, 0)
    }

    /// The assignment that was out of bounds in a position that is over by the rules, if it left nobody a path.
    pub fn stopped_by(&self, state: &State, scratch: &mut Scratch) -> Option<OutOfBounds> {
        let mut search = self.search(scratch);
        search.load(state);
        let (action, value) = search.refused()?;
        Some(self.out_of_bounds(action, value))
    }

    /// The assignments that can never be made, as their values are always out of bounds.
    pub fn never_assigned(&self) -> Vec<OutOfBounds> {
        let details = (0..).zip(&self.automaton.details);
        let never = details.filter_map(|(action, detail)| {
            let Effect::Assign(variable, value) = &detail.effect else { return None };
            let bound = i64::from(self.names.bounds[usize::from(*variable)]);
            value.constant().filter(|value| !(0..=bound).contains(value)).map(|value| self.out_of_bounds(action, value))
        });
        never.collect()
    }

    fn out_of_bounds(&self, action: u16, value: i64) -> OutOfBounds {
        let variable = match self.action(action) {
            ActionKind::Assign(variable) => usize::from(variable),
            _ => 0,
        };
        let (name, highest) = (self.names.variables[variable].to_string(), self.names.bounds[variable]);
        OutOfBounds { place: self.place_of(action), variable: name, value, highest }
    }

    /// The macros from which an action comes, the innermost first.
    pub fn macros_of(&self, action: u16) -> Vec<&str> {
        let uses = &self.source.uses;
        let used = |via: u32| via.checked_sub(1).and_then(|index| uses.get(index as usize));
        let first = used(self.automaton.details[action as usize].span.via);
        std::iter::successors(first, |macro_use| used(macro_use.at.via))
            .map(|macro_use| macro_use.name.as_str())
            .collect()
    }

    /// The place of an action in the file.
    pub fn place_of(&self, action: u16) -> Place {
        self.source.place(self.automaton.details[action as usize].span)
    }

    /// Whether a score is ever anything but a fixed number.
    pub fn counts_scores(&self) -> bool {
        [0, 1].iter().any(|&player| self.scores(player).next().is_some())
    }

    /// The scores that the pieces on the board give now, of the first player and of the second one, if the rules
    /// always count them by the same values.
    pub fn counted_scores(&self, state: &State) -> Option<[i64; 2]> {
        let counted = |player: u8| {
            let mut scores = self.scores(player);
            let score = scores.next().filter(|score| score.counts_only())?;
            let cells = self.automaton.cells;
            let value = || score.value(&|piece| state.count(piece, cells) as i64, &|_| 0);
            scores.all(|other| other == score).then(value)
        };
        Some([counted(0)?, counted(1)?])
    }

    /// The values assigned to a player's score, except fixed numbers.
    fn scores(&self, player: u8) -> impl Iterator<Item = &Expr> {
        let values = self.automaton.details.iter().filter_map(move |detail| match &detail.effect {
            Effect::Assign(variable, value) if *variable == player => Some(value),
            _ => None,
        });
        values.filter(|value| value.constant().is_none())
    }

    /// Nodes, edges and patterns of the automaton.
    pub fn size(&self) -> [usize; 3] {
        [self.automaton.nodes.len(), self.automaton.edges.len(), self.automaton.patterns.len()]
    }

    /// The cells of a player's actions as text, without repetitions: `b2-c3`. Assignments do not show.
    pub fn text(&self, steps: &[Step]) -> String {
        let mut cells: Vec<u16> = steps
            .iter()
            .filter(|step| !matches!(self.action(step.action), ActionKind::Assign(_)))
            .map(|step| step.cell)
            .collect();
        cells.dedup();
        let names: Vec<&str> = cells.iter().map(|&cell| self.board.cells[cell as usize].name.as_str()).collect();
        names.join("-")
    }

    fn search<'a>(&'a self, scratch: &'a mut Scratch) -> Search<'a> {
        Search { automaton: &self.automaton, bounds: &self.names.bounds, scratch }
    }
}
