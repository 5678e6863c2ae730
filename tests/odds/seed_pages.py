"""Odds of units of the real pages, as the command tells them; skipped where the pages are absent."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from warbook.cli import app
from warbook.errors import InputError

DATA = Path(os.environ.get("WARBOOK_DATA", Path(__file__).parents[3] / "shared" / "data"))
PAGES = {name: sorted((DATA.parent / "seeds").glob(f"{name}_*.txt")) for name in ("000", "001")}
HERE = all(PAGES.values())
LAND_RAIDER, OBYRON = (str(PAGES[name][0]) if HERE else name for name in PAGES)

only_where_the_pages_are = pytest.mark.skipif(not HERE, reason="the real pages are not on this machine")


def odds(*words):
    """What ``warbook odds`` answers. Raises InputError."""
    done = CliRunner().invoke(app, ["odds", *words, "--json"])
    if done.exception is not None and isinstance(done.exception, InputError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def means(*words):
    """The means of hits, wounds and damage."""
    told = odds(*words)
    return tuple(told[name]["mean"] for name in ("hits", "wounds", "damage"))
