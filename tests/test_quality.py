"""The whole project type-checks strictly and is lint-free."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "tool",
    [["mypy"], ["ruff", "check"], ["ruff", "format", "--check"]],
    ids=["mypy", "ruff check", "ruff format"],
)
def test_clean(tool):
    done = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
