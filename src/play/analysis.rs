use super::line::{format_line, say};
use crate::eval::Value;
use crate::game::{AnyGame, AnyMove, Game, History, Notation, Outcome, Side};
use crate::players::Engine;
use crate::search::{ProvenResult, RootTurn, Search};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// An engine's view of a position. All scores and results are **for the side to act**.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    pub game: String,
    pub position: String,
    /// The side to act, 0 or 1.
    pub side: usize,
    /// The name of the seat to act, or `chance`.
    pub seat: String,
    pub simulations: u32,
    /// Expected score in [-1, 1].
    pub score: f32,
    /// Probability of a win, 0 to 1, for the side to act.
    pub win: f32,
    /// Probability of a draw, 0 to 1.
    pub draw: f32,
    /// Probability of a loss, 0 to 1.
    pub loss: f32,
    /// Moves until the game ends: to the proven end, or as the evaluator expects. Absent if neither is known.
    pub moves_left: Option<f32>,
    /// The result, if proven.
    pub proven: Option<Verdict>,
    pub best: String,
    pub pv: Vec<String>,
    /// Legal moves: the best one first, then by visits; if there are very many, only the first ones. If moves are turns
    /// of several steps, those that the search has found.
    pub moves: Vec<MoveAnalysis>,
}

/// An engine's view of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveAnalysis {
    #[serde(rename = "move")]
    pub mv: String,
    /// Number of simulations that began with the move.
    pub visits: u32,
    pub prior: f32,
    /// Expected score in [-1, 1], for the side that makes the move.
    pub score: f32,
    /// The result, if proven.
    pub proven: Option<Verdict>,
    /// The expected continuation, this move first; empty for all but the ten best moves.
    pub pv: Vec<String>,
}

/// Number of moves of an analysis that get a variation.
const VARIATIONS: usize = 10;

/// The most moves of an analysis: a rules file may have many thousands.
const MOST_MOVES: usize = 2500;

/// A proven result, for the side to act at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// `win`, `draw` or `loss`.
    pub result: &'static str,
    /// Moves until the end in the proof found.
    pub moves: u16,
}

impl Verdict {
    fn new(proven: ProvenResult, side: Side) -> Verdict {
        let result = match proven.outcome {
            Outcome::Draw => "draw",
            Outcome::Win(winner) if winner == side => "win",
            Outcome::Win(_) => "loss",
        };
        Verdict { result, moves: proven.moves }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.result, self.moves)
    }
}

impl Analysis {
    /// Searches the history's position; `None` if the game is over.
    pub fn new(game: &AnyGame, history: &History, engine: &mut Engine) -> Option<Analysis> {
        if history.outcome().is_some() {
            return None;
        }
        let expected = engine.moves_left(game, history);
        Some(Analysis::of(game, history, engine.think(game, history), expected))
    }

    /// The findings so far of a search of the history's position; `expected` is [`Engine::moves_left`].
    ///
    /// # Panics
    /// The root is not evaluated yet, or the game is over.
    pub fn of(game: &AnyGame, history: &History, search: &Search, expected: f32) -> Analysis {
        let position = history.position();
        let side = game.side_to_act(position);
        // The best move need not be the most visited one: a proof may have found it.
        let (mut found, best) = match game.shows_turns() {
            true => (search.turns(game), search.best_turn(game)),
            false => (search.moves().map(RootTurn::from).collect(), vec![search.best_move()]),
        };
        if !found.iter().any(|turn| turn.moves == best) {
            // The turn has not been searched yet: it is named by its first move.
            let first = search.moves().find(|root| root.mv == best[0]).expect("the best move is a legal one");
            found.push(RootTurn { moves: best.clone(), ..first.into() });
        }
        let order =
            |a: &RootTurn<AnyMove>, b: &RootTurn<AnyMove>| b.visits.cmp(&a.visits).then(b.prior.total_cmp(&a.prior));
        found.sort_by(|a, b| (b.moves == best).cmp(&(a.moves == best)).then_with(|| order(a, b)));
        found.truncate(MOST_MOVES);
        let all = Vec::from_iter(found.iter().map(|turn| turn.moves.clone()));
        let texts = match game.shows_turns() {
            true => game.format_turns(position, &all),
            false => all.iter().map(|moves| game.format_move(position, moves[0])).collect(),
        };
        let mut line = Vec::new();
        let mut variation = |first: &[AnyMove]| {
            search.variation_from(first, &mut line);
            format_line(game, history, &line)
        };
        let moves: Vec<MoveAnalysis> = found
            .iter()
            .zip(texts)
            .enumerate()
            .map(|(place, (root, text))| MoveAnalysis {
                mv: text,
                visits: root.visits,
                prior: root.prior,
                score: root.score,
                proven: root.proven.map(|proven| Verdict::new(proven, side)),
                pv: if place < VARIATIONS { variation(&root.moves) } else { Vec::new() },
            })
            .collect();
        let value: Value = search.value();
        let proven = search.proven().map(|proven| Verdict::new(proven, side));
        Analysis {
            game: game.rules().variant().name.to_string(),
            position: game.format_position(position),
            side: side.index(),
            seat: match game.is_chance(position) {
                true => "chance".to_owned(),
                false => game.seat_names()[game.seat_to_act(position).index()].to_owned(),
            },
            simulations: search.simulations(),
            score: value.score(),
            win: value.win,
            draw: value.draw(),
            loss: value.loss,
            moves_left: match proven {
                Some(verdict) => Some(verdict.moves.into()),
                None => (expected > 0.0).then_some(expected),
            },
            proven,
            best: moves[0].mv.clone(),
            pv: moves[0].pv.clone(),
            moves,
        }
    }

    /// Writes the analysis for people in lines of `width` columns, with the first `most` moves.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write, width: usize, most: usize) -> io::Result<()> {
        let Analysis { side, seat, simulations, score, .. } = self;
        let [win, draw, loss] = [self.win, self.draw, self.loss].map(|share| 100.0 * share);
        writeln!(out, "side {side} ({seat}) to act, {simulations} simulations:")?;
        writeln!(out, "score {score:+.3}, win {win:.1} %, draw {draw:.1} %, loss {loss:.1} %")?;
        match (self.proven, self.moves_left) {
            (Some(verdict), _) => writeln!(out, "proven: {verdict}")?,
            (None, Some(moves)) => writeln!(out, "moves left: about {moves:.0}")?,
            (None, None) => {}
        }
        say(out, width, &format!("line: {}", self.pv.join(" ")))?;
        let longest = self.moves.iter().map(|m| m.mv.len()).max().unwrap_or(0).max(4);
        writeln!(out, "{:longest$}  {:>8}  {:>7}  {:>6}  proven", "move", "visits", "prior", "score")?;
        for MoveAnalysis { mv, visits, prior, score, proven, .. } in self.moves.iter().take(most) {
            let proven = proven.map_or_else(|| "-".to_owned(), |verdict| verdict.to_string());
            writeln!(out, "{mv:longest$}  {visits:>8}  {:>5.1} %  {score:>+6.3}  {proven}", 100.0 * prior)?;
        }
        match self.moves.len().saturating_sub(most) {
            0 => Ok(()),
            more => writeln!(out, "and {more} more"),
        }
    }
}
