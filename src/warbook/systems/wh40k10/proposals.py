"""Legal answers to placements, for bots and for people who only say where to."""

from __future__ import annotations

import msgspec
import numpy as np

from warbook.board.contact import into_contact
from warbook.board.formation import deploy, fall_back, translate
from warbook.board.layout import Layout
from warbook.board.melee import charge, consolidate
from warbook.board.moves import Closer, Limits, Move
from warbook.rules.request import Place
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.field import SET_UP
from warbook.systems.wh40k10.sites import found, whole
from warbook.systems.wh40k10.table import Table

Point = tuple[int, int]
Answer = tuple[tuple[int, ...], ...]


def proposed(table: Table, state: State, place: Place, toward: Point | None = None) -> Answer:
    """A legal answer to a placement, toward a point where the kind of move leaves a choice; empty when there is
    none or nothing moves."""
    unit = table.units[place.unit]
    field = table.ground
    layout, limits = field.on_table(state), field.limits(state, place, unit, table.units)
    made = _move(table, state, place, unit, layout, limits, toward)
    if made is None:
        return ()
    if limits.closer in (Closer.SOME, Closer.NEAREST):
        made = into_contact(table.ground.ground, layout, made, limits)
    answer = tuple(
        (int(model), *(int(n) for n in path[1:].ravel()))
        for model, path in zip(made.models, made.path, strict=True)
        if (path != path[0]).any() or place.kind in SET_UP
    )
    return answer if not field.faults(table, state, place, answer) else ()


def _move(
    table: Table, state: State, place: Place, unit: Unit, layout: Layout, limits: Limits, toward: Point | None
) -> Move | None:
    ground = table.ground.ground
    if place.kind == "deploy":
        return table.ground.set_up(state, place, table.units, toward)
    if place.site is not None:
        free = msgspec.structs.replace(limits, through_walls=True)
        models = np.array(place.models or table.living(state, unit), np.int64)
        return found(table, state, models, free, place.site, toward)
    if place.kind == "returned":
        return _returned(table, state, place, unit, layout, limits)
    if place.kind == "charge":
        return charge(ground, layout, unit.index, place.targets, limits)
    if place.kind == "pile in" or (place.kind == "consolidate" and limits.objective is None):
        return table.ground.piled_in(state, unit, limits)
    if place.kind == "consolidate":
        return consolidate(ground, layout, unit.index, limits)
    if place.kind == "fell_back":
        return fall_back(ground, layout, unit.index, limits, toward)
    return translate(ground, layout, unit.index, limits, toward) if toward is not None else None


def _returned(
    table: Table, state: State, place: Place, unit: Unit, layout: Layout, limits: Limits
) -> Move | None:
    """Models set back up as near to the middle of their unit as there is room."""
    x, y = state.at[table.living(state, unit)].mean(axis=0).astype(np.int64).tolist()
    free = msgspec.structs.replace(limits, through_walls=True)
    return deploy(
        table.ground.ground, layout, np.array(place.models), whole(table.ground.ground), free, near=(x, y)
    )
