"""Invented units for the library, and the ways to put them there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from warbook.library import adding
from warbook.library.adding import Read, Report
from warbook.sheets.sheet import (
    Datasheet,
    Equipped,
    Faction,
    Item,
    Model,
    Points,
    Source,
    Weapon,
    WeaponProfile,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for a library of one test's own."""
    monkeypatch.setenv("WARBOOK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def unit(
    name: str = "Moss Crawler",
    faction: str = "Gravel Court",
    points: int = 130,
    date: str | None = "2025-01-01",
    path: str = "court.json",
    system: str = "wh40k10",
    **more: object,
) -> Datasheet:
    """A complete sheet of one model with one weapon."""
    statline = {"M": '6"', "T": "8", "Sv": "3+", "W": "10", "Ld": "7+", "OC": "3"}
    claws = WeaponProfile(
        "Root claws", {"range": "Melee", "A": "4", "WS": "3+", "S": "6", "AP": "-1", "D": "1"}
    )
    given: dict[str, object] = {
        "source": Source(path, date),
        "complete": True,
        "models": (Model(name, 1, 1, 60, statline),),
        "weapons": (Weapon("Root claws", "melee", (claws,)),),
        "loadout": (Equipped(name, (Item("Root claws"),)),),
        "points": (Points(1, points, date),),
        "keywords": ("VEHICLE", name.upper()),
    }
    return Datasheet(name, faction, system, **{**given, **more})  # type: ignore[arg-type]


def keep(*sheets: Datasheet, document: str = "/shelf/court.json") -> Report:
    """Put sheets into the library as if one document held them."""
    return adding.keep([Read(document, sheets, ())])


def keep_faction(faction: Faction) -> Report:
    """Put a faction into the library as if a document of its own held it."""
    return adding.keep([Read(f"/shelf/{faction.name}.json", (faction,), ())])


def results(report: Report) -> Sequence[str]:
    return [outcome.result for outcome in report.outcomes]
