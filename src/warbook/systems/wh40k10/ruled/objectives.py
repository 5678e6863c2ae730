"""Who controls objective markers, with the rules that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warbook.rules.state import State
from warbook.systems.wh40k10.ruled.bearing import control
from warbook.systems.wh40k10.ruled.lasting import keeper

if TYPE_CHECKING:
    from warbook.systems.wh40k10.table import Table


def controller(table: Table, state: State, marker: int) -> int | None:
    """Who controls a marker: the higher Level of Control; a tie is contested, ``None`` (K-OBJ-02). One that a
    rule keeps under control stays so (K-OBJ-04)."""
    kept = keeper(state, marker)
    return outweighing(table, state, marker) if kept is None else kept


def outweighing(table: Table, state: State, marker: int) -> int | None:
    """Whose Level of Control is higher at a marker."""
    levels = [_level(table, state, marker, player) for player in (0, 1)]
    return None if levels[0] == levels[1] else int(levels[1] > levels[0])


def _level(table: Table, state: State, marker: int, side: int) -> int:
    """Objective Control of the side's models in range; Battle-shocked ones have none (K-CMD-04)."""
    total = 0
    for unit in table.army(state, side):
        near = table.ground.near_marker(state, marker, unit)
        shocked = bool(near) and table.shocked(state, unit)
        if shocked and not table.rules.may_bear(state, ("modifier", "objective control")):
            continue
        for index in near:
            total += control(table, state, unit, table.muster.models[index], shocked)
    return total
