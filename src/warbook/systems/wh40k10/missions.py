"""Missions by name, ready to be fought."""

from __future__ import annotations

from warbook.board.terrain import battlefield
from warbook.errors import InputError
from warbook.rules.system import System
from warbook.sheets.roster import Roster
from warbook.systems.wh40k10.army import Muster
from warbook.systems.wh40k10.field import Field
from warbook.systems.wh40k10.force import Force
from warbook.systems.wh40k10.turn import OnlyWar

MISSIONS = ("Only War",)


def game(
    system: System,
    mission: str,
    field: str,
    armies: tuple[Roster, Roster],
    forces: tuple[Force, Force] | None = None,
    largest_first: tuple[bool, bool] = (False, False),
) -> OnlyWar:
    """A battle's game, with the armies as ``Muster`` takes them. Raises InputError for a mission, a
    battlefield or a unit that there is not."""
    if mission.casefold() not in (name.casefold() for name in MISSIONS):
        raise InputError("mission", repr(mission), f"expected one of {', '.join(MISSIONS)}")
    muster = Muster(armies, forces, largest_first, system.revision)
    return OnlyWar(system, muster, Field(battlefield(field), muster))
