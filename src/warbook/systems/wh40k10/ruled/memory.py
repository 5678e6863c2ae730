"""What units did to others, remembered for rules that ask for it later; nothing where none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit

if TYPE_CHECKING:
    from warbook.systems.wh40k10.table import Table

ENGAGED = "turn began engaged"
AIMED = "phase attacks at"
DECLARED = "phase charge at"
ASKED = {ENGAGED: "start of the turn", AIMED: "charge declared", DECLARED: "charge declared"}
"""By which words of rules it is asked for."""


def note(table: Table, state: State, what: str, unit: Unit, other: Unit) -> None:
    """Remembers that a unit did something to another."""
    if not table.rules.silent and table.rules.asks_for(ASKED[what]):
        state.used |= {f"{what} {unit.index} {other.index}"}


def did(state: State, what: str, unit: Unit, other: Unit) -> bool:
    """Whether a unit did something to another."""
    return f"{what} {unit.index} {other.index}" in state.used


def turn_begins(table: Table, state: State) -> None:
    """Who is engaged with whom as the turn starts."""
    for unit in table.units if not table.rules.silent and table.rules.asks_for(ASKED[ENGAGED]) else ():
        for other in table.engaged(state, unit) if table.standing(state, unit) else ():
            note(table, state, ENGAGED, unit, other)
