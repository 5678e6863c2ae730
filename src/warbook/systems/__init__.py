"""The games, found by name and revision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warbook.errors import InputError
from warbook.rules.system import System
from warbook.systems import heresy3, wh40k10

if TYPE_CHECKING:
    from warbook.sheets.roster import Roster
    from warbook.systems.wh40k10.force import Force
    from warbook.systems.wh40k10.turn import OnlyWar

REVISED: dict[str, dict[str, System]] = {"wh40k10": wh40k10.REVISED, "heresy3": heresy3.REVISED}


def find(name: str, revision: str | None = None) -> System:
    """A system under a revision, by default its newest. Raises ``LookupError`` naming what there is."""
    revisions = REVISED.get(name)
    if revisions is None:
        raise LookupError(f"system: {name!r} is not supported; there is {', '.join(REVISED)}")
    if revision is None:
        return list(revisions.values())[-1]
    if revision not in revisions:
        raise LookupError(f"revision: {name} has {', '.join(revisions)}, not {revision!r}")
    return revisions[revision]


def game(
    system: str,
    revision: str,
    mission: str,
    field: str,
    armies: tuple[Roster, Roster],
    forces: tuple[Force, Force] | None = None,
    largest_first: tuple[bool, bool] = (False, False),
) -> OnlyWar:
    """A battle's game, by names; ``forces`` are armies as a record holds them, for which nothing is looked up,
    and ``largest_first`` the sides that set up their largest models first. Raises InputError for a game that
    plays no battles yet, or what it lacks."""
    if system != "wh40k10":
        raise InputError("battle", system, "expected wh40k10: no other game plays battles yet")
    from warbook.systems.wh40k10.missions import game as made  # odds alone need no board

    return made(_revised(system, revision), mission, field, armies, forces, largest_first)


def _revised(system: str, revision: str) -> System:
    if revision not in REVISED[system]:
        known = ", ".join(REVISED[system])
        raise InputError("battle", "revision", f"{system} has {known}, not {revision!r}")
    return find(system, revision)
