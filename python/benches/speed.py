"""Figures of the module beside open_spiel and onnxruntime, measured by turns in one run on one thread.

    pip install ardoise onnxruntime open_spiel
    python benches/speed.py

Each rate is the best of some rounds, so that other work on the machine hardly shows.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import ardoise
import numpy as np
import onnxruntime as runtime
import pyspiel as spiel

ROUNDS = 9
SECONDS = 0.3


def rates(work: dict[str, tuple[int, Callable[[], object]]]) -> dict[str, float]:
    """How often each is done a second; a call does as much as its number says."""
    best = dict.fromkeys(work, 0.0)
    for _ in range(ROUNDS):
        for name, (count, call) in work.items():
            calls, begin = 0, time.perf_counter()
            while (spent := time.perf_counter() - begin) < SECONDS:
                call()
                calls += 1
            best[name] = max(best[name], count * calls / spent)
    return best


def import_seconds(module: str) -> float:
    """What `import` takes in a new interpreter, without the interpreter's own start; the best of some."""
    code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
    run = [sys.executable, "-c", code]
    return min(float(subprocess.run(run, check=True, capture_output=True).stdout) for _ in range(ROUNDS))


def main() -> None:
    for module in ["ardoise", "numpy", "pyspiel", "onnxruntime"]:
        print(f"import {module:30} {1000 * import_seconds(module):10.1f} ms")

    # The same positions of Lines of Action on both sides.
    theirs: Any = spiel.load_game("lines_of_action")
    chosen = random.Random(1)
    states: list[Any] = []
    positions: list[ardoise.Position] = []
    while len(states) < 256:
        state, position = theirs.new_initial_state(), ardoise.game("loa").start()
        while not state.is_terminal() and not position.is_over:
            states.append(state.clone())
            positions.append(position)
            action = chosen.choice(state.legal_actions())
            position = position.play(state.action_to_string(action))
            state.apply_action(action)
    states, positions = states[:256], positions[:256]

    def children_of_states() -> None:
        for state in states:
            state.child(state.legal_actions()[0])

    def fresh_legal_actions() -> None:
        # It keeps the legal moves of a state; a move made and taken back would be counted, too.
        for state in states:
            state.legal_actions()

    def children() -> None:
        for position in positions:
            position.play(int(position.legal_indices()[0]))

    begin, start = ardoise.game("loa").start(), theirs.new_initial_state()

    def random_game() -> None:
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(chosen.choice(state.legal_actions()))

    evaluator = ardoise.Evaluator.released("loa")
    exact = evaluator.in_precision("f32")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session: Any = runtime.InferenceSession(exact.to_onnx(), options, providers=["CPUExecutionProvider"])
    planes, scalars = evaluator.encode(positions)
    inputs = {"planes": planes} | ({"globals": scalars} if scalars.shape[1] else {})
    one = {name: array[:1] for name, array in inputs.items()}
    count = len(positions)
    work: dict[str, tuple[int, Callable[[], object]]] = {
        "legal_moves (texts)": (count, lambda: [position.legal_moves() for position in positions]),
        "legal_indices": (count, lambda: [position.legal_indices() for position in positions]),
        "open_spiel legal_actions (kept)": (count, fresh_legal_actions),
        "a move made": (count, children),
        "open_spiel child": (count, children_of_states),
        "random games": (200, lambda: begin.playouts(200, seed=chosen.getrandbits(32))),
        "open_spiel random games": (1, random_game),
        "evaluations int8, 256 at once": (count, lambda: evaluator.evaluate(positions)),
        "evaluations f32, 256 at once": (count, lambda: exact.evaluate(positions)),
        "onnxruntime f32, 256 at once": (count, lambda: session.run(None, inputs)),
        "evaluations int8, one at a time": (1, lambda: evaluator.evaluate(positions[:1])),
        "evaluations f32, one at a time": (1, lambda: exact.evaluate(positions[:1])),
        "onnxruntime f32, one at a time": (1, lambda: session.run(None, one)),
        "encode, 256 at once": (count, lambda: evaluator.encode(positions)),
        "simulations of a search": (400, lambda: ardoise.search(begin, 400, evaluator=evaluator)),
    }
    for name, rate in rates(work).items():
        print(f"{name:37} {rate:12,.0f} a second")
    difference = np.abs(session.run(["value"], inputs)[0] - exact.evaluate(positions).value).max()
    print(f"largest difference to onnxruntime's value: {difference:.1e}")


if __name__ == "__main__":
    main()
