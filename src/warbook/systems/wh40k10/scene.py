"""A battle as a scene to draw."""

from __future__ import annotations

from warbook.board.scene import Company, Scene, Token
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Trooper, Unit
from warbook.systems.wh40k10.field import base
from warbook.systems.wh40k10.table import Column, Flag, Table


def scene(table: Table, names: tuple[str, ...], state: State, headings: tuple[str, str]) -> Scene:
    """The table with every unit that has been set up."""
    there = [unit for unit in table.units if table.flag(state, unit, Flag.DEPLOYED)]
    return Scene(
        battlefield=table.ground.battlefield,
        moment=" · ".join(part for part in headings if part),
        armies=table.muster.names,
        score=(int(state.sides[0, Column.VP]), int(state.sides[1, Column.VP])),
        holders=tuple(table.controller(state, marker) for marker in range(table.ground.markers)),
        companies=tuple(_company(table, names[unit.index], state, unit) for unit in there),
    )


def _company(table: Table, name: str, state: State, unit: Unit) -> Company:
    notes = ("Battle-shocked",) if table.shocked(state, unit) else ()
    hulls = "VEHICLE" in unit.keywords
    return Company(name, unit.side, tuple(_token(state, model, hulls) for model in unit.models), notes)


def _token(state: State, model: Trooper, hulls: bool) -> Token:
    x, y = state.at[model.index].tolist()
    left = int(state.left[model.index])
    return Token(x, y, 0, base(model.base_mm, hulls), left, model.wounds, model.leader)
