"""The three real pages, where this machine has them: beside the data that WARBOOK_DATA names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from warbook.importers import read

DATA = Path(os.environ.get("WARBOOK_DATA", Path(__file__).parents[3] / "shared" / "data"))
SEEDS = DATA.parent / "seeds"
LAND_RAIDER, OBYRON, LOTARA = "000", "001", "002"


def path_of(number: str) -> Path:
    """A real page's path; the test is skipped where it is absent."""
    found = sorted(SEEDS.glob(f"{number}_*.txt"))
    if not found:
        pytest.skip("the real pages are not on this machine")
    return found[0]


def sheet_of(number: str):
    """A real page's datasheet."""
    return read(path_of(number))[0]
