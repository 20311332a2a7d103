"""Board games learned from nothing but their rules: games, positions, evaluators, searches and training runs.

Sides are 0, who moves first, and 1. Values are for the side to act unless a docstring says otherwise. In shapes, n is the
number of positions. What is wrong with what was given raises `Error`, a file that cannot be read or written `OSError`.
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Literal, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

__version__: str
__all__ = [
    "Error",
    "Evaluation",
    "Evaluator",
    "Game",
    "MoveStats",
    "Position",
    "Record",
    "Result",
    "Run",
    "Samples",
    "SearchResult",
    "Shape",
    "__version__",
    "append_records",
    "game",
    "games",
    "parse_records",
    "read_records",
    "runs",
    "search",
]

class Error(ValueError):
    """What was given cannot be: a game, rule, move, position, record, evaluator or run.

    The message is a sentence that says what was given and what was expected.
    """

def games() -> list[str]:
    """The names of all games that come with the module: those written in Rust, then those from files of rules."""

def game(
    name: str | PathLike[str], rules: Mapping[str, str | int] | None = None, text: str | None = None
) -> Game:
    """A game by its name, as "loa", or the path of a file of rules, as "my.rbg".

    `rules` are rule options, words or whole numbers; the others have their defaults (`Game.options` says which there are).
    With `text` the game is read from that text of rules instead, and `name` is what it will be called.
    """

@final
class Game:
    """The rules of a game, with a value for each of their options. Two games are equal if their rules are."""

    @property
    def name(self) -> str:
        """Its name, as "loa"."""
    @property
    def title(self) -> str:
        """Its title for people, as "Lines of Action"."""
    @property
    def summary(self) -> str:
        """What it is, in one line."""
    @property
    def page(self) -> str:
        """Its rules and notation, in Markdown; of a game from a file that file."""
    @property
    def rules(self) -> dict[str, str]:
        """All rule options with their values."""
    @property
    def options(self) -> dict[str, str]:
        """What each rule option decides and which values it takes."""
    @property
    def seats(self) -> list[str]:
        """The names of the seats; a seat is who decides a move. In team play a side has several."""
    @property
    def max_moves(self) -> int:
        """The most moves of a game."""
    @property
    def symmetries(self) -> int:
        """The symmetries that keep the rules and the sides, the identity included."""
    @property
    def shape(self) -> Shape:
        """The sizes of a net's input and policy."""
    def start(self) -> Position:
        """The position before the first move."""
    def position(self, text: str, moves: Sequence[str] = ()) -> Position:
        """A position from its text (`Position.text`, or another notation known for the game), after these moves."""
    def random_positions(self, count: int, *, seed: int = 0) -> list[Position]:
        """`count` positions of random games, none of them over; the same for the same `seed`."""
    def encode(self, positions: Sequence[Position]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Positions as a net sees them, from the view of the side to act.

        Returns `planes`, of shape (n, planes, rows, cols), and `globals`, of shape (n, globals): the inputs of the net's ONNX
        model.
        """
    def __hash__(self) -> int: ...

@final
class Shape:
    """The sizes of a net's input and policy.

    The policy has `policy_planes` logits for each cell, followed by `policy_extra` that belong to no cell: the logit of a plane
    and a cell has the index `plane * rows * cols + cell`.
    """

    @property
    def rows(self) -> int:
        """Rows of a plane."""
    @property
    def cols(self) -> int:
        """Columns of a plane."""
    @property
    def planes(self) -> int:
        """Input planes."""
    @property
    def globals(self) -> int:
        """Inputs that belong to no cell."""
    @property
    def policy_planes(self) -> int:
        """Policy logits for each cell."""
    @property
    def policy_extra(self) -> int:
        """Policy logits that belong to no cell."""
    @property
    def policy_size(self) -> int:
        """The number of policy logits."""
    @property
    def lead(self) -> bool:
        """Whether nets also predict the lead at the end, in points."""
    def __hash__(self) -> int: ...

@final
class Position:
    """A position of a game, with the moves that led to it, which repetitions need.

    It never changes: `play` gives the next one. Two positions are equal if their game, the position itself and its result are,
    by whatever moves they were reached. `str` draws the board; `text` is the notation on one line.
    """

    @property
    def game(self) -> Game:
        """The game that it belongs to."""
    @property
    def text(self) -> str:
        """The position in notation, on one line: what `Game.position` reads."""
    @property
    def to_act(self) -> int:
        """The side that moves next, 0 or 1. A turn may have several moves of one side."""
    @property
    def is_chance(self) -> bool:
        """Whether chance makes the next move: each of `legal_moves` with the same probability."""
    @property
    def seat(self) -> str:
        """The name of the seat that decides the next move, one of `Game.seats`."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def moves(self) -> list[str]:
        """The moves made since the first position, in notation."""
    @property
    def ply(self) -> int:
        """How many moves were made since the first position."""
    @property
    def first(self) -> Position:
        """The position that this game began with."""
    @property
    def totals(self) -> tuple[int, int] | None:
        """The points of sides 0 and 1 so far, in games decided by points; None in others."""
    def legal_moves(self) -> list[str]:
        """The legal moves in notation, in the order of `Evaluation.priors`. None are left where the game is over."""
    def legal_turns(self, begin: str = "", *, most: int = 10_000) -> list[str]:
        """The legal turns, what people call moves, as "d2-d3" where "d2" lifts a man and "d3" puts it down: those whose text
        begins with `begin`, at most `most` of them, in the order of their texts. `play` takes them."""

    def legal_indices(self) -> NDArray[np.int64]:
        """The policy indices of the legal moves, in the same order: of shape (moves,).

        The index of a move is its place among the policy's logits (`Shape`); `play` takes it for the move, too.
        """
    def play(self, *moves: str | SupportsIndex) -> Position:
        """The position after one or more moves, each in notation or by its policy index.

        A text may stand for a whole turn, as "b2-c3" where "b2" lifts a man and "c3" puts it down.
        """
    def result(self) -> Result | None:
        """How the game ended; None where it is not over."""
    def playout(self, *, seed: int = 0) -> Position:
        """A random game from here to its end; the same for the same `seed`."""
    def playouts(self, count: int, *, seed: int = 0) -> NDArray[np.int8]:
        """The scores of `count` random games from here, of shape (count,): 1 where side 0 has won, 0 for a draw, -1 where side
        1 has. The first is that of `playout` with the same seed.
        """
    def perft(self, depth: int) -> list[int]:
        """The numbers of sequences of exactly 1, 2, ..., `depth` legal moves, to compare rules with other programs."""
    def record(self, players: Sequence[str] | None = None) -> Record:
        """The record of the game so far. `players` are who played, in the order of `Game.seats`."""
    def __hash__(self) -> int: ...

@final
class Result:
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """The side that won, 0 or 1; None for a draw."""
    @property
    def reason(self) -> str:
        """Why the game is over, as "all pieces connected"."""
    @property
    def totals(self) -> tuple[int, int] | None:
        """The points of sides 0 and 1, in games decided by points; None in others."""
    @property
    def scores(self) -> tuple[float, float]:
        """The scores of sides 0 and 1: 1.0 for a win, 0.0 for a draw, -1.0 for a loss."""
    def __hash__(self) -> int: ...

@final
class Record:
    """The record of a game: its rules, moves and result, and who played."""

    @property
    def game(self) -> Game:
        """The game that was played."""
    @property
    def players(self) -> list[str] | None:
        """Who played, in the order of `Game.seats`; None where the record does not say."""
    @property
    def moves(self) -> list[str]:
        """The moves in notation."""
    @property
    def winner(self) -> int | None:
        """The side that won, 0 or 1; None for a draw, and for a game that has no result."""
    @property
    def unfinished(self) -> bool:
        """Whether it stops before the end that the rules give the game."""
    @property
    def fields(self) -> dict[str, Any]:
        """All that the record holds, as `docs/records.md` says."""
    def positions(self) -> list[Position]:
        """The position before the first move, then after each."""
    def position(self) -> Position:
        """The last position, with all moves."""
    def text(self, format: Literal["jsonl", "sgf", "pgn"] = "jsonl") -> str:
        """The record as text in the format "jsonl" (all that it holds), "sgf" or "pgn"."""
    def __len__(self) -> int: ...
    # Records are equal where their fields are, and have no hash.
    __hash__: ClassVar[None]  # type: ignore[assignment]

def read_records(path: str | PathLike[str]) -> list[Record]:
    """The records of a file in JSON lines, SGF or as text, whatever its ending and encoding; each is played by the rules.

    Warns where its encoding was guessed.
    """

def parse_records(text: str | bytes) -> list[Record]:
    """The same for a text, or for the bytes of a file."""

def append_records(path: str | PathLike[str], records: Sequence[Record]) -> None:
    """Appends records to a file, all of them or none; creates it where there is none. Its ending is its format: `.sgf`; `.pgn`
    or `.txt`; JSON lines otherwise.
    """

@final
class Evaluator:
    """A trained net: what it says of positions.

    `Evaluator(path)` reads an `.ard` file; `Evaluator.released(name)` is the one that comes with a game. What it answers for a
    position never depends on the others of the batch, on the threads or on the processor.
    """

    def __new__(
        cls, path: str | PathLike[str], *, precision: Literal["f32", "int8"] | None = None
    ) -> Evaluator:
        """Reads an `.ard` file. `precision` converts the net; by default it stays as it is."""
    @classmethod
    def from_bytes(cls, content: bytes) -> Evaluator:
        """An evaluator out of the content of an `.ard` file, as `to_bytes` gives it."""
    @staticmethod
    def released(name: str) -> Evaluator:
        """The evaluator that comes with a game: `NAME.ard` in the folder that `ARDOISE_CHECKPOINTS` names, else in
        `checkpoints`, else the one in the module.
        """
    def in_precision(self, precision: Literal["f32", "int8"]) -> Evaluator:
        """The same net in "f32" or "int8". From 8 bits to 32 weights keep their rounded values, and activations are no longer
        rounded: the ONNX model of an evaluator in 8 bits computes that.
        """
    @property
    def game(self) -> Game:
        """The game that it was trained for, with the options that it depends on."""
    @property
    def header(self) -> dict[str, Any]:
        """The header of its file: variant, options, architecture, precision, search, provenance."""
    @property
    def parameters(self) -> int:
        """The number of its weights."""
    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Its weights by name, with the shapes of `docs/evaluator-format.md`. Those in 8 bits are whole numbers."""
    def evaluate(self, positions: Sequence[Position], *, threads: int = 1) -> Evaluation:
        """What it says of positions of its game, on so many threads. None of them may be over."""
    def logits(self, positions: Sequence[Position]) -> NDArray[np.float32]:
        """The policy's logits, also those of moves that are not legal: of shape (n, policy_size)."""
    def encode(self, positions: Sequence[Position]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Positions as the net sees them: `Game.encode` of its game or, on a board of another size, of theirs."""
    def to_bytes(self) -> bytes:
        """The content of an `.ard` file with this net."""
    def to_onnx(self) -> bytes:
        """The content of an ONNX file with this net (`docs/onnx.md`)."""

@final
class Evaluation:
    """What an evaluator says of a batch of n positions."""

    @property
    def priors(self) -> list[NDArray[np.float32]]:
        """The probabilities of each position's legal moves, in the order of `Position.legal_moves`: n arrays."""
    @property
    def policy(self) -> NDArray[np.float32]:
        """The same at their policy indices and 0 elsewhere: of shape (n, policy_size)."""
    @property
    def value(self) -> NDArray[np.float32]:
        """The probabilities of a win, a draw and a loss for the side to act: of shape (n, 3)."""
    @property
    def score(self) -> NDArray[np.float32]:
        """Win less loss, for the side to act: of shape (n,), from -1 to 1."""
    @property
    def moves_left(self) -> NDArray[np.float32]:
        """The moves left until the game ends: of shape (n,)."""
    @property
    def lead(self) -> NDArray[np.float32]:
        """The lead at the end for the side to act, from -1 to 1, where the net predicts it: of shape (n,); else 0."""
    def __len__(self) -> int: ...

def search(
    position: Position,
    simulations: int = 800,
    *,
    evaluator: Evaluator | Literal["released", "rollouts"] = "released",
    seed: int = 0,
    threads: int = 1,
) -> SearchResult:
    """Searches a position by Monte Carlo tree search, as the program's `analyse` does.

    `evaluator` is an `Evaluator`, "released" for the one that comes with the game, or "rollouts" for one random game a
    simulation. The same arguments give the same result, on any number of threads; only rollouts draw random numbers, which
    `seed` decides. The interpreter's lock is released meanwhile; Ctrl-C ends the search with `KeyboardInterrupt`.
    """

@final
class SearchResult:
    """What a search has found. All values are for the side to act in the position that was searched."""

    @property
    def to_act(self) -> int:
        """The side to act, 0 or 1."""
    @property
    def best(self) -> str:
        """The move to play."""
    @property
    def score(self) -> float:
        """The expected score, from -1 to 1."""
    @property
    def win(self) -> float:
        """The probability of a win."""
    @property
    def draw(self) -> float:
        """The probability of a draw."""
    @property
    def loss(self) -> float:
        """The probability of a loss."""
    @property
    def moves_left(self) -> float | None:
        """Moves until the game ends: to the proven end, or as the evaluator expects; None where neither is known."""
    @property
    def proven(self) -> tuple[Literal["win", "draw", "loss"], int] | None:
        """The result and the moves until then, where the search has proven it."""
    @property
    def pv(self) -> list[str]:
        """The principal variation, which begins with the move to play."""
    @property
    def moves(self) -> list[MoveStats]:
        """All legal moves: the best one first, then by visits."""
    @property
    def visits(self) -> dict[str, int]:
        """The visits of each legal move, the best one first."""
    @property
    def simulations(self) -> int:
        """The simulations that were made; fewer than asked for where the result is proven."""
    @property
    def policy(self) -> NDArray[np.float32]:
        """The improved policy, what a net would learn: the moves' shares of the visits, in the order of
        `Position.legal_moves`. Moves that proofs rule out have none. Of shape (moves,).
        """

@final
class MoveStats:
    """What a search has found of a move."""

    @property
    def move(self) -> str:
        """The move in notation."""
    @property
    def visits(self) -> int:
        """Simulations that began with it."""
    @property
    def prior(self) -> float:
        """The evaluator's probability of the move."""
    @property
    def score(self) -> float:
        """The expected score for the side that makes it, from -1 to 1."""
    @property
    def proven(self) -> tuple[Literal["win", "draw", "loss"], int] | None:
        """The result for that side and the moves until then, where it is proven."""
    @property
    def pv(self) -> list[str]:
        """How play is expected to go on, this move first; empty for all but the ten best moves."""

def runs() -> list[str]:
    """The names of the training runs below `checkpoints/runs`."""

@final
class Run:
    """A training run: its config, figures, evaluators, and the samples of its games. It may be one that is being trained.

    `Run(name)` finds it below `checkpoints/runs`, or by its directory.
    """

    def __new__(cls, name: str | PathLike[str]) -> Run:
        """Raises `Error` where there is no such run."""
    @property
    def name(self) -> str:
        """Its name: that of its directory."""
    @property
    def path(self) -> Path:
        """Its directory."""
    @property
    def is_training(self) -> bool:
        """Whether a process trains it now."""
    @property
    def config(self) -> dict[str, Any]:
        """Its config: all keys of `docs/configuration.md` with their values."""
    @property
    def game(self) -> Game:
        """The game that it learns."""
    def generations(self) -> list[int]:
        """Its complete generations, ascending."""
    def evaluators(self) -> list[int]:
        """Those of them whose evaluators are kept: all of the newest, fewer of those before."""
    def games(self) -> list[int]:
        """Those of them whose games are kept: the ones in the replay window."""
    def metrics(self) -> list[dict[str, Any]]:
        """The figures of each generation, ascending, as they stand in its `metrics.json`."""
    def evaluator(self, generation: int | None = None) -> Evaluator:
        """The evaluator of a generation; by default of the newest."""
    def samples(self, generation: int) -> Samples:
        """The samples of a generation's self-play, from its `games.bin`."""

@final
class Samples:
    """The n positions of a generation's self-play that had a full search, game by game, with what a net learns from them.

    Values are for the side to act in the position.
    """

    @property
    def positions(self) -> list[Position]:
        """The positions, without the moves before them."""
    @property
    def game_index(self) -> NDArray[np.uint32]:
        """The index of each sample's game in its generation: of shape (n,)."""
    @property
    def priors(self) -> list[NDArray[np.float32]]:
        """The policy targets, the probabilities of each position's legal moves in the order of `Position.legal_moves`: n
        arrays.
        """
    @property
    def policy(self) -> NDArray[np.float32]:
        """The same at their policy indices and 0 elsewhere: of shape (n, policy_size)."""
    @property
    def surprise(self) -> NDArray[np.float32]:
        """How much more the policy target says than the evaluator's policy, in nats: of shape (n,)."""
    @property
    def search(self) -> NDArray[np.float32]:
        """The search's probabilities of a win, a draw and a loss: of shape (n, 3); NaN where the net was untrained."""
    @property
    def result(self) -> NDArray[np.float32]:
        """What the game came to, as probabilities of a win, a draw and a loss: its outcome or, where it was cut off, the
        search's value there: of shape (n, 3); NaN where nothing is known.
        """
    @property
    def cut_off(self) -> NDArray[np.bool_]:
        """Whether the game was cut off before the rules ended it: of shape (n,)."""
    @property
    def lead(self) -> NDArray[np.float32]:
        """The lead at the end of the game, from -1 to 1: of shape (n,)."""
    @property
    def moves_left(self) -> NDArray[np.uint16]:
        """Moves until the game's end; 0 where a solver says how it ends: of shape (n,)."""
    def __len__(self) -> int: ...
