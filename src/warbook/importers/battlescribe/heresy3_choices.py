"""What only a choice shows: entries that are hidden in a fresh unit until something else in it is taken."""

from __future__ import annotations

from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.selections import Selection, State, Tally, tallied

MAX_LEVELS = 20
MOST = 2_000
"""A unit gets no more entries than so many."""


def unfold(unit: Selection, reading: Reading) -> None:
    """Adds to a unit, none of them taken, the entries that some choice in it would show.

    They are looked for as if everything that the unit may hold were taken; what another army or another
    catalogue would show stays out.
    """
    there = [unit, *unit.below()]
    state = _everything(unit, there)
    left = MOST
    for holder in there:
        left = _grow(holder, reading, state, 0, left)


def _everything(unit: Selection, there: list[Selection]) -> State:
    """The unit's state as if it held one of each entry that it may hold."""
    offered = dict.fromkeys((identity for one in there[1:] for identity in one.entry.ids), 1.0)
    return {
        path: Tally(offered | tally.direct, offered | tally.deep, tally.costs)
        for path, tally in tallied(unit).items()
    }


def _grow(holder: Selection, reading: Reading, state: State, level: int, left: int) -> int:
    known = {id(child.entry) for child in holder.children}
    line = {near.entry.id for near in holder.line()}
    for entry in reading.entries.children(holder.entry):
        if id(entry) in known or entry.id in line or level > MAX_LEVELS or left <= 0:
            continue
        child = Selection(entry, holder, reading.army, state)
        if child.hidden or child.type in ("model", "unit"):
            continue
        child.look(state)
        holder.children.append(child)
        left = _grow(child, reading, state, level + 1, left - 1)
    return left
