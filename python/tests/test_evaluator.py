"""Evaluators: against the figures of the program, and against onnxruntime."""

import json
import subprocess
from pathlib import Path
from typing import Any

import ardoise
import numpy as np
import pytest

NETS = ["loa", "dualite", "l-calculus", "breakthrough"]


def test_shapes_and_sums() -> None:
    for name in NETS:
        evaluator = ardoise.Evaluator.released(name)
        game = evaluator.game
        assert game == ardoise.game(name) and name in repr(evaluator)
        positions = game.random_positions(50, seed=1)
        said = evaluator.evaluate(positions)
        assert len(said) == 50 and said.value.shape == (50, 3) and said.policy.shape == (50, game.shape.policy_size)
        assert said.score.shape == said.moves_left.shape == said.lead.shape == (50,)
        assert np.allclose(said.value.sum(axis=1), 1, atol=1e-6)
        assert np.allclose(said.policy.sum(axis=1), 1, atol=1e-5)
        assert np.allclose(said.score, said.value[:, 0] - said.value[:, 2], atol=1e-6)
        for position, priors, policy in zip(positions, said.priors, said.policy, strict=True):
            assert len(priors) == len(position.legal_moves())
            assert (policy[position.legal_indices()] == priors).all()


def test_answers_depend_on_the_position_alone() -> None:
    evaluator = ardoise.Evaluator.released("loa")
    positions = evaluator.game.random_positions(37, seed=2)
    all_at_once, alone = evaluator.evaluate(positions), [evaluator.evaluate([position]) for position in positions]
    on_threads = evaluator.evaluate(positions, threads=3)
    for index, one in enumerate(alone):
        assert (all_at_once.policy[index] == one.policy[0]).all() and (all_at_once.value[index] == one.value[0]).all()
    assert (all_at_once.policy == on_threads.policy).all() and (all_at_once.value == on_threads.value).all()
    assert len(evaluator.evaluate([])) == 0


def test_the_program_says_the_same(program: str, checkpoints: Path, tmp_path: Path) -> None:
    for name in NETS:
        path, samples = checkpoints / f"{name}.ard", tmp_path / f"{name}.jsonl"
        copy = tmp_path / "copy.ard"
        command = [program, "export", str(path), "--out", str(copy), "--samples", str(samples)]
        subprocess.run(command, check=True, capture_output=True)
        evaluator = ardoise.Evaluator(path)
        assert evaluator.to_bytes() == copy.read_bytes() == path.read_bytes()
        told = [json.loads(line) for line in samples.read_text().splitlines()]
        positions = [evaluator.game.position(sample["position"]) for sample in told]
        said, logits = evaluator.evaluate(positions), evaluator.logits(positions)
        planes, scalars = evaluator.encode(positions)

        def column(key: str, told: list[dict[str, Any]] = told) -> np.ndarray[Any, np.dtype[np.float32]]:
            return np.array([sample.get(key, []) for sample in told], dtype=np.float32)

        assert (planes.reshape(len(told), -1) == column("planes")).all()
        assert (scalars == column("globals")).all()
        assert (logits == column("policy_logits")).all()
        assert (said.value == column("value")).all() and (said.moves_left == column("moves_left")).all()
        for position, sample in zip(positions, told, strict=True):
            assert position.legal_indices().tolist() == sample["legal"]


def test_onnxruntime_says_the_same() -> None:
    runtime: Any = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: nets are NOT compared with it")
    for name in NETS:
        evaluator = ardoise.Evaluator.released(name).in_precision("f32")
        session = runtime.InferenceSession(evaluator.to_onnx(), providers=["CPUExecutionProvider"])
        positions = evaluator.game.random_positions(100, seed=3)
        planes, scalars = evaluator.encode(positions)
        inputs = {"planes": planes} | ({"globals": scalars} if scalars.shape[1] else {})
        logits, value, moves_left = session.run(["policy_logits", "value", "moves_left"], inputs)
        said = evaluator.evaluate(positions)
        # As docs/onnx.md says: of the largest value.
        assert np.abs(logits - evaluator.logits(positions)).max() < 1e-4 * max(1, np.abs(logits).max())
        assert np.abs(value - said.value).max() < 1e-4
        assert np.allclose(moves_left, said.moves_left, rtol=1e-3, atol=1e-3)


def test_weights_and_precisions() -> None:
    evaluator = ardoise.Evaluator.released("loa")
    assert evaluator.header["precision"] == "int8" and evaluator.header["variant"] == "loa"
    exact = evaluator.in_precision("f32")
    weights, sizes = exact.weights(), exact.header["architecture"]
    channels, planes = sizes["channels"], sizes["shape"]["planes"]
    assert weights["stem.conv.weight"].shape == (channels, planes, 3, 3)
    assert sum(weight.size for weight in weights.values()) == exact.parameters == evaluator.parameters
    positions = evaluator.game.random_positions(20, seed=4)
    difference = np.abs(exact.evaluate(positions).value - evaluator.evaluate(positions).value).max()
    assert 0 < difference < 0.2
    assert exact.in_precision("int8").evaluate(positions).value.tolist() == evaluator.evaluate(positions).value.tolist()


def test_what_is_wrong_is_said(tmp_path: Path, checkpoints: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere.ard"):
        ardoise.Evaluator(tmp_path / "nowhere.ard")
    (tmp_path / "text.ard").write_text("hello")
    with pytest.raises(ardoise.Error, match="not a compact evaluator"):
        ardoise.Evaluator(tmp_path / "text.ard")
    damaged = bytearray((checkpoints / "loa.ard").read_bytes())
    damaged[-100] ^= 1
    (tmp_path / "damaged.ard").write_bytes(damaged)
    with pytest.raises(ardoise.Error, match="checksum"):
        ardoise.Evaluator(tmp_path / "damaged.ard")
    with pytest.raises(ardoise.Error, match="no evaluator comes with `chess`: expected one of"):
        ardoise.Evaluator.released("chess")
    loa = ardoise.Evaluator.released("loa")
    with pytest.raises(ardoise.Error, match="this evaluator plays `loa`, the game is `zen`"):
        loa.evaluate([ardoise.game("zen").start()])
    with pytest.raises(ardoise.Error, match="position 1 is of zen, position 0 of loa"):
        loa.evaluate([loa.game.start(), ardoise.game("zen").start()])
    with pytest.raises(ardoise.Error, match="the game is over in position 1"):
        loa.evaluate([loa.game.start(), loa.game.start().playout()])
    with pytest.raises(ardoise.Error, match="0 threads: expected 1 to"):
        loa.evaluate([loa.game.start()], threads=0)
    # Options that it does not depend on may differ.
    assert len(loa.evaluate([ardoise.game("loa", {"setup": "scrambled-eggs", "max_plies": 50}).start()])) == 1
    with pytest.raises(ardoise.Error, match="trained with rule option `simultaneous` = `draw`, the game has `mover`"):
        loa.evaluate([ardoise.game("loa", {"simultaneous": "mover"}).start()])
