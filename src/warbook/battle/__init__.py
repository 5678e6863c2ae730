"""Whole battles: a pure function of its inputs, its record, and whoever plays it."""

from __future__ import annotations

from warbook.battle.battle import Battle, IllegalInput, Outcome, judged, rolled
from warbook.battle.record import Bot, Header, Record, begin, load, play, recorded, replay, save

__all__ = [
    "Battle", "Bot", "Header", "IllegalInput", "Outcome", "Record", "begin", "judged", "load", "play",
    "recorded", "replay", "rolled", "save",
]  # fmt: skip
