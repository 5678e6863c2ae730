"""What battles can be fought with: armies, missions, tables, bots, revisions; for ``warbook play --list``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from warbook.sheets.roster import Roster

SYSTEM = "wh40k10"
MISSION = "Only War"
BATTLEFIELD = "small-yard"
BOTS = "greedy,greedy"
SEED = 0
"""What a battle is fought with where nothing is said."""


class Army(msgspec.Struct, frozen=True):
    """A bundled army."""

    name: str
    system: str
    points_limit: int | None
    units: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """A bundled battlefield."""

    name: str
    width_in: float
    depth_in: float
    objectives: int
    terrain: int


class Offers(msgspec.Struct, frozen=True):
    """Everything that ``warbook play`` takes by name."""

    armies: tuple[Army, ...]
    missions: tuple[str, ...]
    battlefields: tuple[Table, ...]
    bots: tuple[str, ...]
    revisions: tuple[str, ...]


def offers() -> Offers:
    """What there is."""
    from warbook import bots, systems
    from warbook.board.terrain import battlefield, bundled
    from warbook.sheets import roster
    from warbook.systems.wh40k10.missions import MISSIONS

    fields = [battlefield(name) for name in bundled()]
    return Offers(
        tuple(_army(one) for one in roster.bundled(SYSTEM)),
        MISSIONS,
        tuple(Table(f.name, f.width_in, f.depth_in, len(f.objectives), len(f.terrain)) for f in fields),
        bots.NAMES,
        tuple(systems.REVISED[SYSTEM]),
    )


def _army(one: Roster) -> Army:
    units = tuple(entry.sheet + (f" with {entry.leader}" if entry.leader else "") for entry in one.units)
    return Army(one.name, one.system, one.points_limit, units)


def lines(found: Offers) -> Iterator[str]:
    """The same for a person."""
    yield "Armies (or the path of a roster)"
    for army in found.armies:
        limit = f" ({army.points_limit} points)" if army.points_limit else ""
        yield f"  {army.name}{limit}: {', '.join(army.units)}"
    yield "Missions (--mission)"
    yield from (f"  {name}" for name in found.missions)
    yield "Battlefields (--battlefield)"
    for table in found.battlefields:
        size = f"{table.width_in:g} by {table.depth_in:g} inches"
        yield f"  {table.name}: {size}, {table.objectives} objectives, {table.terrain} pieces of terrain"
    yield "Bots (--bots A,B; your own by module:Class)"
    yield from (f"  {name}" for name in found.bots)
    yield f"Revisions (--revision): {', '.join(found.revisions)}"
