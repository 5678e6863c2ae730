"""Units in Reserves: who waits there, where and when they arrive, and what is lost with the battle (K-RES-01 to
K-RES-05, K-RES-08, K-RES-09). How many may wait is the list's check (K-RES-04), the mission pack's layer is not
played (K-RES-07), and models too large for the strip along an edge find no place (K-RES-06)."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.rules.request import Activation, Place, Site, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.command import test
from warbook.systems.wh40k10.decisions import Decision, Placement
from warbook.systems.wh40k10.movement import overwatched, placed
from warbook.systems.wh40k10.muster.reserves import is_reserved
from warbook.systems.wh40k10.plays import Event, window
from warbook.systems.wh40k10.ruled.times import ARRIVING
from warbook.systems.wh40k10.table import Flag, Move, Table
from warbook.systems.wh40k10.waiting import (
    ARRIVES,
    DEEP,
    REPOSITIONED,
    arrived,
    deep_strikes,
    forget,
    held,
    hold,
)

APART_MIL, EDGE_MIL = 9 * MIL_PER_INCH, 6 * MIL_PER_INCH
FIRST_ROUND, FREE_ROUND = 2, 3
"""Strategic Reserves arrive from the one on, and into the enemy's deployment zone from the other."""


def held_back(table: Table, state: State, unit: Unit) -> Activation[bool]:
    """Whether a unit starts the battle in Reserves: its list says so, or its player holds it back to Deep
    Strike (K-RES-03, K-RES-04)."""
    entry = table.muster.entries[unit.index]
    if is_reserved(entry) and "FORTIFICATION" not in unit.keywords:
        deep = any(DEEP in note.casefold() for note in (entry.role or "", *entry.notes))
        hold(state, unit, DEEP if deep and deep_strikes(unit) else "")
        return True
    if deep_strikes(unit) and (yield from ask(unit.side, Decision.DEEP_STRIKE, (False, True), unit.index)):
        hold(state, unit, DEEP)
        return True
    return False


def site(table: Table, state: State, unit: Unit, deep: bool = True) -> Site | None:
    """Where a unit in Reserves may arrive now, ``None`` where it may not: a FORTIFICATION never (K-RES-04).
    From 2024-06 a unit in Strategic Reserves with Deep Strike may use it as well (section 19 row 14)."""
    by_strike = deep_strikes(unit) and deep
    if by_strike and held(state, unit) == DEEP:
        return Site(APART_MIL)
    if state.clock[0] < FIRST_ROUND or "FORTIFICATION" in unit.keywords:
        return None
    if by_strike and table.system.rules.deep_strike_from_reserves:
        return Site(APART_MIL)
    barred = 1 - unit.side if state.clock[0] < FREE_ROUND else None
    return Site(APART_MIL, EDGE_MIL, barred)


def reinforcements(table: Table, state: State) -> Activation[None]:
    """The Reinforcements step: one unit after the other is set up, as its player wants (K-RES-01)."""
    player, tried = state.clock[1], set[Unit]()
    while able := [unit for unit in _able(table, state, player) if unit not in tried]:
        picked = yield from ask(player, Decision.UNIT_TO_ARRIVE, (None, *able))
        if picked is None:
            return
        tried.add(picked)
        state.used |= {f"{ARRIVES} {picked.index}"}
        yield from window(table, state, Event(ARRIVING, player, picked))
        if held(state, picked) is not None:
            yield from arrive(table, state, picked, site(table, state, picked))


def _able(table: Table, state: State, player: int) -> Iterator[Unit]:
    for unit in table.units:
        if unit.side == player and held(state, unit) is not None and site(table, state, unit) is not None:
            yield unit


def arrive(table: Table, state: State, unit: Unit, where: Site | None) -> Activation[bool]:
    """A unit is set up and counts as having made a Normal move; whether there was room (K-RES-01, K-CLR-06).
    One that is Below Half-strength and came back tests for Battle-shock (K-RES-08)."""
    if where is None or not (
        yield from placed(table, state, Place(unit.side, Placement.ARRIVE, unit.index, 0, site=where))
    ):
        return False
    returned = REPOSITIONED in (held(state, unit) or "")
    forget(state, unit)
    table.mark(state, unit, Flag.DEPLOYED)
    settled(table, state, unit)
    if returned and table.below_half(state, unit):
        yield from test(table, state, unit, 0)
    yield from overwatched(table, state, unit, "move")
    return True


def settled(table: Table, state: State, unit: Unit) -> None:
    """A unit that was set up counts as having made a Normal move, unless it Advanced or Fell Back
    (K-RES-08)."""
    if table.flag(state, unit, Flag.MOVE) not in (Move.ADVANCED, Move.FELL_BACK):
        table.mark(state, unit, Flag.MOVE, Move.NORMAL)
    arrived(state, unit)
