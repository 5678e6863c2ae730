"""A game as a frozen value, and a revision as a delta on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from warbook.dice import Value
from warbook.errors import InputError
from warbook.names import same
from warbook.rules.engagement import AttackerSpec, Engagement
from warbook.rules.pick import Sheets
from warbook.rules.rolls import RollKind
from warbook.rules.volley import Assault, Formation

if TYPE_CHECKING:
    from warbook.rules.army import Judge, Unit

Alive = tuple[int, ...]
"""How many models of each entry of the target still live."""


class System(Value, frozen=True):
    """One game under one revision of its rules.

    ``rules`` holds the switches in which revisions differ. ``problems`` says what in an engagement the game
    does not know; ``form`` orders the target's models; ``assault`` compiles one unit's attacks against the
    target with so many models alive; ``backlash`` gives the attackers' own formation and what they do to
    themselves, or ``None``. ``sheets`` reads datasheets into engagements,
    ``rolls(rules)`` are the single rolls that can be asked for. ``muster`` judges an army, where the game has
    rules for that here; ``stations`` are the detachments that have a slot for a unit, in a game whose units
    each stand in one of the army's. ``readings`` names those of the ``rules`` that leave open which of two they
    mean, each a switch that a question may turn.
    """

    name: str
    title: str
    revision: str
    rules: Any
    problems: Callable[[Engagement], tuple[str, ...]]
    form: Callable[[Engagement], Formation]
    assault: Callable[[System, Engagement, AttackerSpec, Alive], Assault]
    backlash: Callable[[System, Engagement, AttackerSpec], tuple[Formation, Assault] | None]
    sheets: Sheets
    rolls: Callable[[Any], Mapping[str, RollKind]] = lambda _rules: {}
    muster: Judge | None = None
    stations: Callable[[Unit], tuple[str, ...]] | None = None
    readings: tuple[str, ...] = ()

    def revise(self, revision: str, **changes: Any) -> System:
        """This game with another revision's name and the switches that it changes."""
        rules = msgspec.structs.replace(self.rules, **changes)
        return msgspec.structs.replace(self, revision=revision, rules=rules)

    def read_as(self, readings: Sequence[str]) -> System:
        """This game with the other reading of these rules. Raises InputError for one that is not open."""
        other: dict[str, bool] = {}
        for text in readings:
            name = next((each for each in self.readings if same(each.replace("_", " "), text)), None)
            if name is None:
                known = ", ".join(each.replace("_", "-") for each in self.readings)
                expected = (
                    f"expected one of {known}" if known else "expected none: no rule is open in this game"
                )
                raise InputError("--reading", repr(text), expected)
            other[name] = not getattr(self.rules, name)
        rules = msgspec.structs.replace(self.rules, **other) if other else self.rules
        return msgspec.structs.replace(self, rules=rules)
