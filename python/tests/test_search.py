"""Searches: against the program's analysis, seeds, threads, and what interrupts them."""

import json
import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any, Literal

import ardoise
import numpy as np
import pytest


def test_the_program_says_the_same(program: str, checkpoints: Path) -> None:
    for name, moves in [("loa", ["d1-b3", "a2-c2"]), ("dualite", []), ("breakthrough", ["a2-a3"])]:
        path = checkpoints / f"{name}.ard"
        position = ardoise.game(name).start().play(*moves)
        command = [program, "analyse", name, "--with", str(path), "--sims", "200", "--json", "--moves", " ".join(moves)]
        told: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        found = ardoise.search(position, 200, evaluator=ardoise.Evaluator(path))
        assert (found.best, found.pv, found.simulations) == (told["best"], told["pv"], told["simulations"])
        for said, key in [(found.score, "score"), (found.win, "win"), (found.draw, "draw"), (found.loss, "loss")]:
            assert np.float32(said) == np.float32(told[key]), key
        assert found.to_act == told["side"] == position.to_act
        assert list(found.visits.items()) == [(move["move"], move["visits"]) for move in told["moves"]]
        assert [np.float32(move.prior) for move in found.moves] == [np.float32(move["prior"]) for move in told["moves"]]
        assert found.moves[0].pv == found.pv and found.moves[0].move == found.best


def what(found: ardoise.SearchResult) -> tuple[Any, ...]:
    return found.best, found.score, found.pv, list(found.visits.items()), found.policy.tolist()


@pytest.mark.parametrize("evaluator", ["released", "rollouts"])
def test_the_same_seed_gives_the_same_search(evaluator: Literal["released", "rollouts"]) -> None:
    position = ardoise.game("loa").start()
    first = ardoise.search(position, 300, evaluator=evaluator, seed=5)
    assert what(first) == what(ardoise.search(position, 300, evaluator=evaluator, seed=5))
    assert what(first) == what(ardoise.search(position, 300, evaluator=evaluator, seed=5, threads=3))
    other = ardoise.search(position, 300, evaluator=evaluator, seed=6)
    # A search with a net draws no random numbers.
    assert (what(first) == what(other)) == (evaluator == "released")


def test_what_a_search_finds() -> None:
    position = ardoise.game("loa").start()
    found = ardoise.search(position, 400)
    assert found.simulations == 400 == sum(found.visits.values())
    assert found.best in position.legal_moves() and found.pv[0] == found.best
    assert abs(found.win + found.draw + found.loss - 1) < 1e-5 and abs(found.win - found.loss - found.score) < 1e-5
    assert {move.move for move in found.moves} == set(position.legal_moves()) == set(found.visits)
    assert found.policy.shape == (36,) and abs(found.policy.sum() - 1) < 1e-5
    assert found.moves_left is not None and found.proven is None and "400 simulations" in repr(found)
    line = position
    for move in found.pv:
        line = line.play(move)


def test_a_proven_win() -> None:
    position = ardoise.game("connect-four").start()
    for _ in range(3):
        position = position.play("a6", "b6")
    found = ardoise.search(position, 50)
    assert found.best == "a4" and found.proven == ("win", 1) and found.score == 1 and found.moves_left == 1


def test_what_is_wrong_is_said() -> None:
    start = ardoise.game("loa").start()
    with pytest.raises(ardoise.Error, match="the game is over in this position"):
        ardoise.search(start.playout())
    with pytest.raises(ardoise.Error, match="expected at least 1"):
        ardoise.search(start, 0)
    with pytest.raises(ardoise.Error, match="10000 threads: expected 1 to"):
        ardoise.search(start, 10, threads=10_000)
    with pytest.raises(ardoise.Error, match="this evaluator plays `zen`, the game is `loa`"):
        ardoise.search(start, 10, evaluator=ardoise.Evaluator.released("zen"))
    with pytest.raises(ardoise.Error, match="no evaluator comes with `konane`"):
        ardoise.search(ardoise.game("konane").start(), 10)
    with pytest.raises(ardoise.Error, match="the evaluator `best`: expected an Evaluator, released or rollouts"):
        ardoise.search(start, 10, evaluator="best")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


@pytest.mark.skipif(os.name != "posix", reason="the test sends itself a signal")
def test_an_interrupt_ends_a_search_and_others_go_on_meanwhile() -> None:
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.wait(0.01):
            counted += 1
        os.kill(os.getpid(), signal.SIGINT)

    def enough() -> None:
        # This thread counts only if the search has let go of the interpreter.
        deadline = time.monotonic() + 60
        while counted < 20 and time.monotonic() < deadline:
            time.sleep(0.01)
        stop.set()

    # Where the tests were begun in a shell's background, interrupts are ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threads = [threading.Thread(target=target) for target in (count, enough)]
    for thread in threads:
        thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            ardoise.search(ardoise.game("loa").start(), 2**32 - 1, evaluator="rollouts")
    finally:
        signal.signal(signal.SIGINT, before)
        stop.set()
        for thread in threads:
            thread.join()
    assert counted >= 20
