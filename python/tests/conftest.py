"""What the tests share."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def program() -> str:
    """The program `ardoise`: the one that ARDOISE names, or the one that the wheel brought along."""
    found = os.environ.get("ARDOISE") or shutil.which("ardoise")
    if found is None:
        pytest.skip("the program is not there: expected its path in ARDOISE")
    return found


@pytest.fixture
def checkpoints() -> Path:
    """The evaluators that are released."""
    return ROOT / "checkpoints"
