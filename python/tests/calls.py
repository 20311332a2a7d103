"""A call of everything that the module offers, for tests of what must hold of each. Run as a program it makes one call, or
all, in an interpreter of its own."""

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
def folder() -> Path:
    return Path(tempfile.mkdtemp())


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
        if not isinstance(value, type):
            if callable(value):
                yield name
        elif not issubclass(value, Exception):
            if "__new__" in vars(value):
                yield name
            for method, own in vars(value).items():
                if not method.startswith("_") and callable(getattr(value, method)) and not isinstance(own, property):
                    yield f"{name}.{method}"


def main() -> None:
    """`calls.py SIGINT NAME` makes a long call, and sends itself a signal. `calls.py NO_NUMPY` makes all short calls
    without numpy."""
    match sys.argv[1:]:
        case ["SIGINT", name]:
            interrupt(LONG[name])
        case _:
            without_numpy()


def interrupt(call: Call) -> None:
    """Prints how the call ended, and whether another thread ran meanwhile."""
    import os
    import signal
    import threading
    import time

    # What a call needs is made before.
    start(), evaluator(), played(), positions(1000), many_games()
    ticks = 0

    def send() -> None:
        nonlocal ticks
        for _ in range(10):
            time.sleep(0.01)
            ticks += 1
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()
    try:
        call()
        print("it came to an end")
    except BaseException as error:
        print(type(error).__name__, "while another thread ran" if ticks == 10 else "while others stood still")


def without_numpy() -> None:
    """Prints what each call raises."""
    # What has to be there, made while numpy is not needed.
    start(), evaluator(), played(), net(), games()
    sys.modules["numpy"] = None  # type: ignore[assignment]
    for name, call in SHORT.items():
        try:
            call()
        except BaseException as error:
            print(name, type(error).__name__, str(error).split(":")[0])


if __name__ == "__main__":
    main()
