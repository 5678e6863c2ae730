"""Who waits in Reserves, as the state remembers it."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.flags import Flag

HELD = "battle in reserves"
ARRIVED = "turn arrived"
ARRIVES = "phase arrives"
DEEP, REPOSITIONED = "deep strike", "sent there"
"""How a unit comes to be in Reserves: it was held back to Deep Strike, or a rule put it there in the battle."""
NOWHERE = -1
NO_ROOM = "battle no room"


def held(state: State, unit: Unit) -> str | None:
    """How a unit comes to be in Reserves, ``None`` where it is not."""
    start = f"{HELD} {unit.index}: "
    return next((text.removeprefix(start) for text in state.used if text.startswith(start)), None)


def hold(state: State, unit: Unit, how: str) -> None:
    """A unit is put into Reserves, off the table."""
    state.used |= {f"{HELD} {unit.index}: {how}"}
    state.units[unit.index, Flag.DEPLOYED] = 0
    state.at[unit.members] = NOWHERE
    state.moved += 1


def no_room(state: State, unit: Unit) -> None:
    """A unit that its deployment zone has no room for cannot be set up and waits in Strategic Reserves
    (K-POS-07)."""
    hold(state, unit, "")
    state.used |= {f"{NO_ROOM} {unit.index}"}


def without_room(state: State, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units that their deployment zone had no room for."""
    return tuple(unit for unit in units if f"{NO_ROOM} {unit.index}" in state.used)


def forget(state: State, unit: Unit) -> None:
    """A unit is in Reserves no longer."""
    state.used = frozenset(text for text in state.used if not text.startswith(f"{HELD} {unit.index}: "))


def lost_in_reserves(state: State, units: Sequence[Unit]) -> None:
    """Who is not on the table as the battle ends counts as destroyed (K-RES-01)."""
    for unit in units:
        if held(state, unit) is not None:
            state.left[unit.members] = 0
            forget(state, unit)


def arrived(state: State, unit: Unit) -> None:
    """A unit was set up this turn."""
    state.used |= {f"{ARRIVED} {unit.index}"}


def has_arrived(state: State, unit: Unit) -> bool:
    """Whether a unit was set up this turn, or is about to be."""
    return not {f"{ARRIVED} {unit.index}", f"{ARRIVES} {unit.index}"}.isdisjoint(state.used)


def came_by(state: State, unit: Unit, name: str) -> bool:
    """Whether a unit in Reserves comes by an ability of this name: by Deep Strike, or since that put it
    there."""
    how = held(state, unit) or ""
    return deep_strikes(unit) if name.casefold() == DEEP else how.casefold().endswith(f" by {name.casefold()}")


def deep_strikes(unit: Unit) -> bool:
    """Whether every model has Deep Strike (K-RES-03)."""
    sheets = {kind.sheet.name: kind.sheet for kind in unit.kinds}.values()
    return all(any(a.name.casefold() == DEEP for a in sheet.abilities) for sheet in sheets)
