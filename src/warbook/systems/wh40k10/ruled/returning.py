"""Models that come back: regained wounds, and destroyed models returned to their unit."""

from __future__ import annotations

from warbook.rules.request import Activation, Place, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Trooper, Unit
from warbook.systems.wh40k10.decisions import Decision, Placement
from warbook.systems.wh40k10.table import Table

"""A model is set back up with its unit."""


def wounded(state: State, unit: Unit) -> list[Trooper]:
    """The models of a unit that have lost wounds and live."""
    return [model for model in unit.models if 0 < state.left[model.index] < model.wounds]


def fallen(state: State, unit: Unit) -> list[Trooper]:
    """The destroyed models of a unit that can return: of an Attached unit those of the Bodyguard, while one of
    them lives (K-CLR-12)."""
    body = [model for model in unit.models if not model.leader]
    if not any(state.left[model.index] > 0 for model in body):
        return []
    return [model for model in body if state.left[model.index] <= 0]


def put_back(table: Table, state: State, unit: Unit, wounds: int | None = None) -> Activation[bool]:
    """One destroyed model returns with so many wounds, or with all: set up in coherency with its unit, and
    engaged only with whom the unit was engaged before (K-CLR-01). Whether it did."""
    gone = fallen(state, unit)
    kinds = {model.kind: model for model in reversed(gone)}
    if not kinds:
        return False
    picked = yield from ask(
        unit.side, Decision.MODEL_TO_RETURN, tuple(m.index for m in kinds.values()), unit.index
    )
    model = table.muster.models[picked]
    engaged = tuple(enemy.index for enemy in table.engaged(state, unit))
    answer: tuple[tuple[int, ...], ...] = yield Place(
        unit.side, Placement.RETURNED, unit.index, 0, targets=engaged, models=(picked,)
    )
    for index, *point in answer:
        state.at[index] = point
        state.left[index] = model.wounds if wounds is None else min(wounds, model.wounds)
    state.moved += bool(answer)
    return bool(answer)


def regain(table: Table, state: State, unit: Unit) -> Activation[bool]:
    """A wounded model regains one lost wound; whether there was one."""
    hurt = wounded(state, unit)
    if not hurt:
        return False
    picked = yield from ask(unit.side, Decision.MODEL_TO_HEAL, tuple(m.index for m in hurt), unit.index)
    state.left[picked] += 1
    return True
