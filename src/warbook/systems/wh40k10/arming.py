"""What the weapons of a unit are now: their printed abilities and Range, with all that rules give them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from warbook.rules.pick import Phase
from warbook.rules.state import State
from warbook.systems.wh40k10 import abilities
from warbook.systems.wh40k10.army import MIL_PER_INCH, Arm, Trooper, Unit
from warbook.systems.wh40k10.ruled.influence import arms, of_rules
from warbook.systems.wh40k10.table import Table
from warbook.systems.wh40k10.wounding import situation

Armed = Callable[[Trooper, Arm], Arm]
"""A weapon as a model has it now."""


def arming(table: Table, state: State, unit: Unit, target: Unit, phase: Phase) -> Armed:
    """The weapons of a unit as they are against a target now. An ability that a rule gives is as good as a
    printed one, wherever it is asked for (rules section 11). The profile itself stays as printed: what modifies
    its attacks is added as they are made."""
    about = arms(table, state, unit, target, phase)
    if not about:
        return as_printed
    here = situation(table, state, unit, target)
    acting = of_rules(table, state, unit, target, phase, here, about)
    if not acting:
        return as_printed
    known: dict[tuple[int, str, str], Arm] = {}

    def armed(model: Trooper, arm: Arm) -> Arm:
        key = model.kind, arm.weapon, arm.spec.name
        if key not in known:
            spec = acting.weapon(unit, model, arm)
            reach = round(MIL_PER_INCH * (spec.range_in or 0))
            known[key] = msgspec.structs.replace(arm, abilities=abilities.read(spec.abilities), reach_mil=reach)
        return known[key]

    return armed


def as_printed(_model: Trooper, arm: Arm) -> Arm:
    """A weapon that no rule gives anything."""
    return arm
