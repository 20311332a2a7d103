"""Training runs read as data."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import ardoise
import numpy as np
import pytest


@pytest.fixture(scope="module")
def run(program: str, tmp_path_factory: pytest.TempPathFactory) -> ardoise.Run:
    """A run of two generations that takes a few seconds."""
    place = tmp_path_factory.mktemp("training")
    settings = {
        "generations": "2",
        "net.channels": "8",
        "net.blocks": "1",
        "selfplay.games": "8",
        "selfplay.simulations": "8",
        "selfplay.fast_simulations": "4",
        "learner.batch": "16",
        "report.opponents": '["random"]',
        "report.games": "2",
        "report.simulations": "2",
        "game.rules.max_plies": "60",
    }
    options = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    command = [program, "train", "loa", "--run", "tiny", *options]
    made = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if "unrecognized subcommand" in made.stderr:
        pytest.skip("the program was built without the learner")
    assert made.returncode == 0, made.stderr
    return ardoise.Run(place / "checkpoints" / "runs" / "tiny")


def test_what_a_run_is(run: ardoise.Run) -> None:
    assert run.name == "tiny" and run.path.is_dir() and not run.is_training
    assert run.generations() == run.evaluators() == [0, 1, 2] and run.games() == [1, 2]
    assert run.config["game"]["variant"] == "loa" and run.config["net"]["channels"] == 8
    assert run.game == ardoise.game("loa", {"max_plies": 60})
    assert run.evaluator().header["provenance"]["generation"] == 2
    assert run.evaluator(1).header["provenance"]["generation"] == 1


def test_metrics(run: ardoise.Run) -> None:
    metrics = run.metrics()
    assert [figures["generation"] for figures in metrics] == [0, 1, 2]
    assert metrics[2]["learning"]["policy"] > 0 and metrics[1]["games"]["count"] == 8


def test_samples(run: ardoise.Run) -> None:
    samples, game = run.samples(2), run.game
    count = len(samples)
    figures = run.metrics()[2]["games"]
    assert count == figures["samples"] > 0 and len(samples.positions) == len(samples.priors) == count
    assert samples.search.shape == samples.result.shape == (count, 3)
    assert samples.policy.shape == (count, game.shape.policy_size)
    for array in (samples.game_index, samples.surprise, samples.cut_off, samples.lead, samples.moves_left):
        assert array.shape == (count,)
    assert set(samples.game_index.tolist()) <= set(range(8)) and samples.cut_off.dtype == np.bool_
    assert np.allclose(samples.result.sum(axis=1), 1, atol=1e-5)
    for position, priors, policy in zip(samples.positions, samples.priors, samples.policy, strict=True):
        assert position.game == game and len(priors) == len(position.legal_moves())
        assert abs(priors.sum() - 1) < 1e-3 and (policy[position.legal_indices()] == priors).all()
    entropy = -np.mean([(p[p > 0] * np.log(p[p > 0])).sum() for p in samples.priors])
    assert abs(entropy - figures["policy_entropy"]) < 1e-4


def test_what_is_wrong_is_said(run: ardoise.Run, tmp_path: Path) -> None:
    with pytest.raises(ardoise.Error, match="no training run"):
        ardoise.Run(tmp_path)
    with pytest.raises(ardoise.Error, match="has no generation 7: expected 0 to 2"):
        run.evaluator(7)
    with pytest.raises(FileNotFoundError, match="games.bin"):
        run.samples(0)


def test_runs_are_listed(run: ardoise.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(run.path.parents[2])
    assert ardoise.runs() == ["tiny"] and ardoise.Run("tiny").generations() == [0, 1, 2]


def test_what_is_damaged_in_a_run_is_said(run: ardoise.Run, tmp_path: Path) -> None:
    """Pipes that nobody writes to, files larger than any, and files of something else."""

    def damaged(name: str, make: Callable[[Path], object]) -> ardoise.Run:
        copy = Path(shutil.copytree(run.path, tmp_path / f"{len(list(tmp_path.iterdir()))}"))
        (copy / name).unlink(missing_ok=True)
        make(copy / name)
        return ardoise.Run(copy)

    def sparse(path: Path) -> None:
        path.touch()
        os.truncate(path, 3 << 30)

    def text(content: str) -> Callable[[Path], object]:
        return lambda path: path.write_text(content)

    metrics, games = "generation-0002/metrics.json", "generation-0002/games.bin"
    for make in (os.mkfifo, sparse, text("["), text("\udcff".encode(errors="replace").decode())):
        with pytest.raises((ardoise.Error, OSError)):
            damaged(metrics, make).metrics()
        with pytest.raises((ardoise.Error, OSError)):
            damaged(games, make).samples(2)
    assert not damaged("lock", os.mkfifo).is_training
    assert damaged("stronger", os.mkfifo).evaluator().header["provenance"]["generation"] == 2
    for content in ("", "game = 5", "[game]", "[game]\nvariant = 5", "[game]\nvariant = \"loa\"\nrules = 5", "="):
        with pytest.raises(ardoise.Error, match="config.toml"):
            damaged("config.toml", text(content)).game
