"""Warhammer 40,000, 10th edition: the units of a catalogue as datasheets."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.library import Document
from warbook.importers.battlescribe.reading import Reading
from warbook.sheet import Collection

SYSTEM = "wh40k10"
UNITS = ("unit", "model")


def collected(reading: Reading, roots: Sequence[tuple[Entry, Document]]) -> Collection:
    """The sheets of the units among root entries."""
    return Collection()
