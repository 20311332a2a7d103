"""What must hold of every call: Ctrl-C ends it, other threads run, and no panic of Rust comes through."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import ardoise
import pytest

import calls
from conftest import ROOT

# Calls that give arrays, all of which numpy makes.
ARRAYS = {
    "search",
    "Game.encode",
    "Position.legal_indices",
    "Position.playouts",
    "Evaluator.weights",
    "Evaluator.evaluate",
    "Evaluator.logits",
    "Evaluator.encode",
}


def said(*arguments: str) -> list[str]:
    """What `calls.py` prints in an interpreter of its own."""
    command = [sys.executable, str(Path(calls.__file__)), *arguments]
    made = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert made.returncode == 0 and "panicked" not in made.stderr, made.stderr
    return made.stdout.splitlines()


def test_no_call_is_forgotten() -> None:
    offered = set(calls.offered())
    assert offered == set(calls.SHORT) | calls.OF_RUNS
    assert set(calls.LONG) <= set(calls.SHORT)


@pytest.mark.parametrize("name", [*calls.LONG, *calls.HOSTILE])
def test_a_signal_ends_a_call(name: str) -> None:
    assert said("SIGINT", name) == ["KeyboardInterrupt while another thread ran"]


def test_without_numpy_arrays_are_refused_in_words() -> None:
    sentence = "ImportError arrays need numpy, which cannot be imported"
    assert sorted(said("NO_NUMPY")) == sorted(f"{name} {sentence}" for name in ARRAYS)


def test_memory_that_is_not_there_is_an_exception() -> None:
    assert said("MEMORY") == ["MemoryError"] * 4


def same(one: Any, other: Any) -> bool:
    """Whether two objects have the same fields, arrays among them."""
    kind = cast(Any, type(one))
    if kind is not type(other):
        return False
    if kind.__name__ == "ndarray":
        return one.dtype == other.dtype and bool((one == other).all())
    if kind.__name__ == "list":
        return len(one) == len(other) and all(map(same, one, other))
    if kind.__module__ != "ardoise" or kind.__name__ in ("Position", "Game", "Record"):
        return bool(one == other)
    fields = [name for name in dir(one) if not name.startswith("_") and not callable(getattr(one, name))]
    return all(same(getattr(one, name), getattr(other, name)) for name in fields)


def test_what_the_module_gives_can_be_pickled_and_copied() -> None:
    evaluator, start = calls.evaluator(), calls.start()
    user = ardoise.game("mine", text=(ROOT / "games" / "breakthrough.rbg").read_text())
    everything = [
        start,
        start.game,
        start.game.shape,
        calls.result(),
        calls.played(),
        user.start().playout(seed=1).record(),
        calls.found(),
        calls.found().moves[0],
        evaluator,
        evaluator.evaluate([start, start.play("b1-b3")]),
    ]
    for one in everything:
        for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert same(one, other), one
    again = pickle.loads(pickle.dumps(evaluator))
    assert again.to_bytes() == evaluator.to_bytes()
    assert same(again.evaluate([start]), evaluator.evaluate([start]))
    # A game that the other process does not know comes along with its record.
    record = pickle.dumps(user.start().playout(seed=1).record())
    code = f"import pickle; record = pickle.loads({record!r}); print(record.position().is_over)"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout == "True\n"


def test_evaluations_are_those_of_each_piece() -> None:
    """More positions than are evaluated between two looks for signals, on several threads."""
    evaluator, positions = calls.evaluator(), calls.positions(1000)[:200]
    at_once = evaluator.evaluate(positions, threads=3)
    for index in (0, 63, 64, 127, 128, 199):
        alone = evaluator.evaluate(positions[index : index + 1])
        assert (at_once.policy[index] == alone.policy[0]).all() and (at_once.priors[index] == alone.priors[0]).all()
    assert len(at_once) == 200 and at_once.value.shape == (200, 3)
