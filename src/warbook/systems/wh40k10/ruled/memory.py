"""What units did to others, remembered for rules that ask for it later; nothing where none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.flags import Flag

if TYPE_CHECKING:
    from warbook.systems.wh40k10.table import Table

ENGAGED = "turn began engaged"
AIMED = "phase attacks at"
DECLARED = "phase charge at"
CHARGED = "last turn charged"
DESTROYED = "phase destroyed"
"""Who destroyed an enemy unit this phase, and in the Fight phase before."""
VICTORS = "last fight destroyed"
ASKED = {
    ENGAGED: "start of the turn",
    AIMED: "charge declared",
    DECLARED: "charge declared",
    CHARGED: "previous turn",
    VICTORS: "previous fight",
}
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


def turn_over(table: Table, state: State) -> None:
    """Who made a Charge move in the turn that ends: the previous one from now on."""
    charged = [unit for unit in table.units if table.flag(state, unit, Flag.CHARGED)]
    _instead(table, state, CHARGED, charged)


def fight_over(table: Table, state: State) -> None:
    """Who destroyed an enemy unit in the Fight phase that ends: the previous one from now on."""
    _instead(table, state, VICTORS, [unit for unit in table.units if f"{DESTROYED} {unit.index}" in state.used])


def _instead(table: Table, state: State, what: str, units: list[Unit]) -> None:
    """Remembers units in the place of those before."""
    if not table.rules.silent and table.rules.asks_for(ASKED[what]):
        kept = frozenset(text for text in state.used if not text.startswith(what))
        state.used = kept | {f"{what} {unit.index}" for unit in units}


def was_last(state: State, what: str, unit: Unit) -> bool:
    """Whether a unit did it in the previous turn, or Fight phase."""
    return f"{what} {unit.index}" in state.used
