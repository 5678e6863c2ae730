"""Single rolls asked for in words: ``charge 9``, ``hazardous 5``."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.asking.sides import system_of
from warbook.errors import InputError


class Rolled(msgspec.Struct, frozen=True):
    """What a roll means, and its figures by name; ``title`` is the game's."""

    roll: str
    system: str
    title: str
    revision: str
    meaning: str
    figures: dict[str, Any]

    def document(self) -> dict[str, Any]:
        """The JSON values that the command prints."""
        told = {"roll": self.roll, "system": self.system, "revision": self.revision, "meaning": self.meaning}
        return {**told, **msgspec.to_builtins(self.figures)}


def roll(text: str, name: str, revision: str | None = None) -> Rolled:
    """The odds of a roll in the game of that name. Raises InputError."""
    from warbook.rules import rolls

    system = system_of(name, revision)
    kinds = system.rolls(system.rules)
    try:
        asked, words = rolls.read(text, kinds)
        figures = kinds[asked].figures(words)
    except ValueError as fault:
        raise InputError("--roll", repr(text), str(fault)) from None
    return Rolled(text, system.name, system.title, system.revision, kinds[asked].meaning, figures)
