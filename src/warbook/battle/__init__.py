"""Whole battles: a pure function of its inputs, its record, and whoever plays it."""

from __future__ import annotations

from warbook.battle.battle import Battle, IllegalInput, Input, Outcome, Watcher, judged, rolled
from warbook.battle.record import Bot, Header, Record, begin, doubt, load, play, recorded, replay, save
from warbook.battle.summary import Summary, Tally
from warbook.dice import Roll
from warbook.rules.request import Ask, Place, Request

__all__ = [
    "Ask", "Battle", "Bot", "Header", "IllegalInput", "Input", "Outcome", "Place", "Record", "Request", "Roll",
    "Summary", "Tally", "Watcher", "begin", "doubt", "judged", "load", "play", "recorded", "replay", "rolled",
    "save",
]  # fmt: skip
