"""A call of everything that the module offers, for tests of what must hold of each. Run as a program it makes one call, or
all, in an interpreter of its own."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import ardoise

Call = Callable[[], object]


@cache
def start() -> ardoise.Position:
    return ardoise.game("loa").start()


@cache
def evaluator() -> ardoise.Evaluator:
    return ardoise.Evaluator.released("loa")


@cache
def played() -> ardoise.Record:
    return start().playout(seed=4).record(["Ann", "Bob"])


@cache
def kept() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def folder() -> Path:
    """A folder that goes with the interpreter."""
    return Path(kept().name)


@cache
def net() -> Path:
    path = folder() / "net.ard"
    path.write_bytes(evaluator().to_bytes())
    return path


@cache
def games() -> Path:
    path = folder() / "games.sgf"
    path.write_text(played().text("sgf"))
    return path


@cache
def many_games() -> Path:
    path = folder() / "many.jsonl"
    path.write_text(played().text() * 30_000)
    return path


@cache
def positions(count: int) -> list[ardoise.Position]:
    return start().game.random_positions(count, seed=1)


def result() -> ardoise.Result:
    over = start().playout(seed=4).result()
    assert over is not None
    return over


def found() -> ardoise.SearchResult:
    return ardoise.search(start(), 20)


# Calls with arguments that take little time; those with as much work as one likes come below.
SHORT: dict[str, Call] = {
    "games": ardoise.games,
    "game": lambda: ardoise.game("loa"),
    "runs": ardoise.runs,
    "read_records": lambda: ardoise.read_records(games()),
    "parse_records": lambda: ardoise.parse_records(games().read_text()),
    "append_records": lambda: ardoise.append_records(folder() / "more.jsonl", [played()]),
    "search": found,
    "Game.start": lambda: start().game.start(),
    "Game.position": lambda: start().game.position(start().text),
    "Game.random_positions": lambda: start().game.random_positions(3),
    "Game.encode": lambda: start().game.encode([start()]),
    "Position.legal_moves": lambda: start().legal_moves(),
    "Position.legal_turns": lambda: start().legal_turns(),
    "Position.legal_indices": lambda: start().legal_indices(),
    "Position.play": lambda: start().play("b1-b3"),
    "Position.result": lambda: start().result(),
    "Position.playout": lambda: start().playout(),
    "Position.playouts": lambda: start().playouts(2),
    "Position.perft": lambda: start().perft(1),
    "Position.record": lambda: start().record(),
    "Record.positions": lambda: played().positions(),
    "Record.position": lambda: played().position(),
    "Record.text": lambda: played().text(),
    "Evaluator": lambda: ardoise.Evaluator(net()),
    "Evaluator.released": lambda: ardoise.Evaluator.released("loa"),
    "Evaluator.from_bytes": lambda: ardoise.Evaluator.from_bytes(net().read_bytes()),
    "Evaluator.in_precision": lambda: evaluator().in_precision("f32"),
    "Evaluator.weights": lambda: evaluator().weights(),
    "Evaluator.evaluate": lambda: evaluator().evaluate([start()]),
    "Evaluator.logits": lambda: evaluator().logits([start()]),
    "Evaluator.encode": lambda: evaluator().encode([start()]),
    "Evaluator.to_bytes": lambda: evaluator().to_bytes(),
    "Evaluator.to_onnx": lambda: evaluator().to_onnx(),
}

MANY = 2**31 - 1

# Calls that go on until somebody stops them, or for many seconds.
LONG: dict[str, Call] = {
    "read_records": lambda: ardoise.read_records(many_games()),
    "parse_records": lambda: ardoise.parse_records(many_games().read_bytes()),
    "search": lambda: ardoise.search(start(), MANY, evaluator="rollouts"),
    "Game.random_positions": lambda: start().game.random_positions(MANY),
    "Game.encode": lambda: start().game.encode(positions(1000) * 600),
    "Position.playouts": lambda: start().playouts(MANY),
    "Position.perft": lambda: start().perft(200),
    "Evaluator.evaluate": lambda: evaluator().evaluate(positions(1000) * 100),
    "Evaluator.logits": lambda: evaluator().logits(positions(1000) * 100),
    "Evaluator.encode": lambda: evaluator().encode(positions(1000) * 600),
}


def squares(count: int) -> str:
    """A square board."""
    row = "[" + ",".join("e" * count) + "]"
    return "#board = rectangle(up,down,left,right," + row * count + ")\n"


def rules(board: str, rule: str, heading: str = "") -> str:
    """Rules of two players who put men on a board."""
    anywhere = "#anywhere = (up* + down*)(left* + right*)\n"
    pieces = "#players = white(1), black(1)\n#pieces = e, w, b\n#variables = x(1)\n"
    return f"{heading}{pieces}{board}{anywhere}#rules = {rule}\n"


@cache
def many_steps() -> ardoise.Position:
    """A position with 20 000 steps to choose from."""
    choices = [f"({'+'.join([f'[{man}]'] * 50)})" for man in "wb"]
    rule = f"(->white anywhere {{e}} {choices[0]} ->black anywhere {{e}} {choices[1]})*"
    return ardoise.game("many.rbg", text=rules(squares(20), rule, "//! cap: 50\n")).start()


@cache
def nine_moves() -> ardoise.Position:
    """A game that ends long before the depth that is asked for."""
    return ardoise.game("nine.rbg", text=rules(squares(3), "(->white anywhere {e} [w] ->black anywhere {e} [b])*")).start()


@cache
def full_pipe() -> Path:
    """A pipe that somebody holds open and never reads."""
    path = folder() / "pipe.jsonl"
    os.mkfifo(path)
    os.open(path, os.O_RDWR)
    return path


def slow_symmetries() -> ardoise.Game:
    """Rules whose symmetries take long to look for."""
    tests = "({e,w}+{w,b})" * 60
    rule = f"(->white anywhere {{e}} [w] ->> {{! {tests}}} ->black anywhere {{e}} [b] ->> {{! {tests}}})*"
    return ardoise.game("alike.rbg", text=rules(squares(3), rule))


# Calls of which something that is given makes many seconds, or a wait without end.
HOSTILE: dict[str, Call] = {
    "a depth behind the end of all games": lambda: nine_moves().perft(255),
    "moves that take long each": lambda: ardoise.search(many_steps(), MANY, evaluator="rollouts"),
    "a record with moves that take long each": lambda: many_steps().playout().record(),
    "a pipe that nobody reads": lambda: ardoise.append_records(full_pipe(), [played()] * 1000),
    "many records to append": lambda: ardoise.append_records(folder() / "appended.sgf", [played()] * 300_000),
    "many positions": lambda: start().game.encode([start()] * 20_000_000),
}


# What the fixture of a run offers: `test_runs.py` calls that.
OF_RUNS = {
    "Run",
    "Run.evaluator",
    "Run.evaluators",
    "Run.games",
    "Run.generations",
    "Run.metrics",
    "Run.samples",
}


def offered() -> Iterator[str]:
    """The names of all functions, classes that can be called, and methods."""
    for name in ardoise.__all__:
        value: Any = getattr(ardoise, name)
        is_class = bool(isinstance(value, type))
        if not is_class:
            if callable(value):
                yield name
        elif not issubclass(value, Exception):
            members: dict[str, Any] = dict(getattr(value, "__dict__"))
            if "__new__" in members:
                yield name
            for method, own in members.items():
                if not method.startswith("_") and callable(getattr(value, method)) and not isinstance(own, property):
                    yield f"{name}.{method}"


def main() -> None:
    """`calls.py SIGINT NAME` makes a long call, and sends itself a signal. `calls.py NO_NUMPY` makes all short calls
    without numpy, `calls.py MEMORY` some with little memory."""
    match sys.argv[1:]:
        case ["SIGINT", name]:
            interrupt(name)
        case ["MEMORY"]:
            without_memory()
        case _:
            without_numpy()


def interrupt(name: str) -> None:
    """Prints how the call ended, and whether another thread ran meanwhile."""
    import signal
    import threading
    import time

    # What a call needs is made before.
    for make in (start, evaluator, played, nine_moves, many_steps):
        make()
    positions(1000)
    if name in ("read_records", "parse_records"):
        many_games()
    call = (LONG | HOSTILE)[name]
    ticks: list[float] = []

    def send() -> None:
        for _ in range(10):
            time.sleep(0.01)
            ticks.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()
    try:
        call()
        print("it came to an end")
    except BaseException as error:
        print(type(error).__name__, "while another thread ran" if len(ticks) == 10 else "while others stood still")


def without_numpy() -> None:
    """Prints what each call raises."""
    # What has to be there, made while numpy is not needed.
    for make in (start, evaluator, played, net, games):
        make()
    sys.modules["numpy"] = None  # type: ignore[assignment]
    for name, call in SHORT.items():
        try:
            call()
        except BaseException as error:
            print(name, type(error).__name__, str(error).split(":")[0])


def without_memory() -> None:
    """Prints how calls end that want more memory than there is."""
    import resource

    evaluator().logits([start()])
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    many = [start()] * 2_000_000
    for call in (start().game.encode, evaluator().encode, evaluator().logits, evaluator().evaluate):
        try:
            call(many)
            print("it came to an end")
        except BaseException as error:
            print(type(error).__name__)


if __name__ == "__main__":
    main()
