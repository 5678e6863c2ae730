"""Single rolls asked for in words: ``charge 9``, ``hazardous 5``."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.errors import InputError
from warbook.queries.sides import DEFAULT, system_of


class Rolled(msgspec.Struct, frozen=True):
    """What a roll means, and its figures by name; ``title`` is the game's, ``assumed`` tells why that one."""

    roll: str
    system: str
    title: str
    revision: str
    meaning: str
    figures: dict[str, Any]
    assumed: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """The JSON values that the command prints."""
        told = {"roll": self.roll, "system": self.system, "revision": self.revision, "meaning": self.meaning}
        return {**told, "assumed": list(self.assumed), **msgspec.to_builtins(self.figures)}


def roll(text: str, name: str | None = None, revision: str | None = None) -> Rolled:
    """The odds of a roll in the game of that name; without one in the first that knows the roll, and the others
    that know it are told. Raises InputError, that of the first game where none does."""
    from warbook.systems import REVISED

    if name is not None:
        return _rolled(text, name, revision)
    games = [game for game in REVISED if revision is None or revision in REVISED[game]] or [DEFAULT]
    found, faults = list[Rolled](), list[InputError]()
    for game in games:
        try:
            found.append(_rolled(text, game, revision))
        except InputError as fault:
            faults.append(fault)
    if not found:
        raise faults[0]
    others = (f"{one.title} knows this roll too: --system {one.system}" for one in found[1:])
    return msgspec.structs.replace(found[0], assumed=(f"a roll of {found[0].title}", *others))


def _rolled(text: str, name: str, revision: str | None) -> Rolled:
    from warbook.rules import rolls

    system = system_of(name, revision)
    kinds = system.rolls(system.rules)
    try:
        asked, words = rolls.read(text, kinds)
        figures = kinds[asked].figures(words)
    except ValueError as fault:
        raise InputError("--roll", repr(text), str(fault)) from None
    return Rolled(text, system.name, system.title, system.revision, kinds[asked].meaning, figures)
