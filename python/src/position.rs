use crate::arrays::Arrays;
use crate::classes::{Game, Position, Record};
use crate::error::{raise, wrong};
use crate::interrupt::{Signals, aside, in_steps};
use crate::many::Many;
use crate::result::GameResult;
use engine::game::{Encoding, Game as _, Notation, perft_while};
use engine::play::{read_moves, sorted_turns};
use engine::random::derive;
use engine::record;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The function and arguments that restore a pickled position.
type Reduction<'py> = (Bound<'py, PyAny>, (String, Vec<String>));

impl Position {
    /// The legal moves; none where the game is over.
    pub fn legal(&self) -> Vec<u32> {
        let mut moves = Vec::new();
        self.history.legal_moves(&self.game.0, &mut moves);
        moves
    }

    /// Random moves to the end of the game, or until a signal comes.
    fn played_out(&self, seed: u64, signals: &mut Signals) -> Position {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut position, mut moves) = (self.clone(), Vec::new());
        while signals.go_on() {
            position.history.legal_moves(&self.game.0, &mut moves);
            if moves.is_empty() {
                break;
            }
            position.history.play(&self.game.0, moves[rng.random_range(0..moves.len())]);
        }
        position
    }

    /// Makes a move, or the moves of a turn.
    fn make(&mut self, given: &GivenMove) -> PyResult<()> {
        let game = &self.game.0;
        let turn = match given {
            GivenMove::Text(text) => read_moves(game, &self.history, text).map_err(raise)?,
            GivenMove::Index(index) => vec![self.at_index(*index)?],
        };
        for mv in turn {
            self.history.play(game, mv);
        }
        Ok(())
    }

    /// Refuses a position in which chance acts: its moves are no choices of a policy.
    fn is_decision(&self) -> PyResult<()> {
        match self.history.is_chance(&self.game.0) {
            true => {
                Err(wrong("chance acts in this position: its moves have no policy index, play one of them by its text"))
            }
            false => Ok(()),
        }
    }

    /// The move with this policy index.
    fn at_index(&self, index: usize) -> PyResult<u32> {
        let (game, position) = (&self.game.0, self.history.position());
        self.is_decision()?;
        let found = self.legal().into_iter().find(|&mv| game.policy_index(position, mv) == index);
        found.ok_or_else(|| {
            wrong(format!("no legal move has the policy index {index}: expected one of legal_indices()"))
        })
    }
}

/// A move or turn in notation, or a move's policy index.
enum GivenMove {
    Text(String),
    Index(usize),
}

impl GivenMove {
    fn read(given: &Bound<'_, PyAny>) -> PyResult<GivenMove> {
        match given.cast::<PyString>() {
            Ok(text) => Ok(GivenMove::Text(text.to_str()?.to_owned())),
            Err(_) => Ok(GivenMove::Index(given.extract()?)),
        }
    }
}

#[pymethods]
impl Position {
    /// The game that it belongs to.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The position in notation, on one line: what `Game.position` reads.
    #[getter]
    fn text(&self) -> String {
        self.game.0.format_position(self.history.position())
    }

    /// The side that moves next, 0 or 1. A turn may have several moves of one side.
    #[getter]
    fn to_act(&self) -> usize {
        self.game.0.side_to_act(self.history.position()).index()
    }

    /// Whether chance makes the next move: each of `legal_moves` with the same probability.
    #[getter]
    fn is_chance(&self) -> bool {
        self.history.is_chance(&self.game.0)
    }

    /// The name of the seat that decides the next move, one of `Game.seats`.
    #[getter]
    fn seat(&self) -> &str {
        self.game.0.seat_names()[self.game.0.seat_to_act(self.history.position()).index()]
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.history.outcome().is_some()
    }

    /// The moves made since the first position, in notation.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let (game, mut position) = (&self.game.0, self.history.first().clone());
        let format = |&mv: &u32| {
            let text = game.format_move(&position, mv);
            game.play(&mut position, mv);
            text
        };
        self.history.played().iter().map(format).collect()
    }

    /// How many moves were made since the first position.
    #[getter]
    fn ply(&self) -> u32 {
        self.history.moves()
    }

    /// The position that this game began with.
    #[getter]
    fn first(&self) -> Position {
        Position::at(&self.game, self.history.first().clone())
    }

    /// The points of sides 0 and 1 so far, in games decided by points; None in others.
    #[getter]
    fn totals(&self) -> Option<(u32, u32)> {
        self.game.0.totals(self.history.position()).map(|[first, second]| (first, second))
    }

    /// The legal moves in notation, in the order of `Evaluation.priors`. Empty where the game is over.
    fn legal_moves(&self) -> Vec<String> {
        let (game, position) = (&self.game.0, self.history.position());
        game.format_moves(position, &self.legal())
    }

    /// The legal turns, what people call moves, as "d2-d3" where "d2" lifts a man and "d3" puts it down: those whose text
    /// begins with `begin`, at most `most` of them, in the order of their texts. `play` takes them.
    #[pyo3(signature = (begin = String::new(), *, most = 10_000), text_signature = "($self, begin='', *, most=10000)")]
    fn legal_turns(&self, py: Python<'_>, begin: String, most: usize) -> PyResult<Vec<String>> {
        let (game, history) = (self.game.0.clone(), self.history.clone());
        aside(py, move |_| sorted_turns(&game, &history, &begin, most))
    }

    /// The policy indices of the legal moves, in the same order: int64 of shape (moves,).
    ///
    /// The index of a move is its place among the policy's logits (`Shape`); `play` takes it for the move, too.
    fn legal_indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (game, position) = (&self.game.0, self.history.position());
        self.is_decision()?;
        let indices = self.legal().into_iter().map(|mv| game.policy_index(position, mv) as i64);
        Ok(Arrays::of(py)?.array(Vec::from_iter(indices)))
    }

    /// The position after one or more moves, each in notation or by its policy index.
    ///
    /// A text may stand for a whole turn, as "b2-c3" where "b2" lifts a man and "c3" puts it down. Raises `Error` where
    /// a move is malformed, not legal, or after the end of the game.
    #[pyo3(signature = (*moves))]
    fn play(&self, py: Python<'_>, moves: &Bound<'_, PyTuple>) -> PyResult<Position> {
        let moves = moves.iter().map(|given| GivenMove::read(&given)).collect::<PyResult<Vec<_>>>()?;
        let played = in_steps(py, |signals| {
            let mut next = self.clone();
            for given in moves.iter().take_while(|_| signals.go_on()) {
                next.make(given)?;
            }
            Ok(next)
        });
        played?
    }

    /// How the game ended; None where it is not over.
    fn result(&self) -> Option<GameResult> {
        GameResult::of(&self.game.0, &self.history)
    }

    /// A random game from here to its end; the same for the same `seed`.
    #[pyo3(signature = (*, seed = 0))]
    fn playout(&self, py: Python<'_>, seed: u64) -> PyResult<Position> {
        in_steps(py, |signals| self.played_out(derive(seed, &[0]), signals))
    }

    /// The scores of `count` random games from here, int8 of shape (count,): 1 where side 0 has won, 0 for a draw, -1
    /// where side 1 has. The first is that of `playout` with the same seed.
    #[pyo3(signature = (count, *, seed = 0))]
    fn playouts<'py>(&self, py: Python<'py>, count: u32, seed: u64) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let arrays = Arrays::of(py)?;
        let scores = in_steps(py, |signals| {
            let mut scores = Vec::new();
            for index in 0..count {
                if !signals.go_on() {
                    break;
                }
                let over = self.played_out(derive(seed, &[index.into()]), signals);
                let winner = over.history.outcome().and_then(|outcome| outcome.winner());
                scores.push(winner.map_or(0, |side| side.sign() as i8));
            }
            scores
        });
        Ok(arrays.array(scores?))
    }

    /// The numbers of sequences of exactly 1, 2, ..., `depth` legal moves, to compare rules with other programs.
    fn perft(&self, py: Python<'_>, depth: u8) -> PyResult<Vec<u64>> {
        let position = self.history.position().clone();
        let counted =
            in_steps(py, |signals| perft_while(&self.game.0, position, depth.into(), &mut || signals.go_on()))?;
        Ok(counted.map(|perft| perft.counts).unwrap_or_default())
    }

    /// The record of the game so far. `players` are the players' names, in the order of `Game.seats`.
    #[pyo3(signature = (players = None))]
    fn record(&self, py: Python<'_>, players: Option<Many<String>>) -> PyResult<Record> {
        let Position { game, history } = self.clone();
        let write = move |_: &_| {
            let record = record::Record::of_game(&game.0, history.first(), history.played());
            let record = match players {
                None => record,
                Some(players) => record.with_players(players.0),
            };
            record.verify().map(|()| Record::new(record))
        };
        aside(py, write)?.map_err(raise)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduction<'py>> {
        let game = self.game.clone().into_pyobject(py)?;
        let first = self.game.0.format_position(self.history.first());
        Ok((game.getattr("position")?, (first, self.moves())))
    }

    fn __str__(&self) -> String {
        self.game.0.draw(self.history.position())
    }

    fn __repr__(&self) -> String {
        format!("{}.position({:?})", self.game.__repr__(), self.text())
    }
}
