"""A unit in an army as conditions see it: what is selected how often, and where a query looks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from warbook.importers.battlescribe.conditions import Query

if TYPE_CHECKING:
    from warbook.importers.battlescribe.selections import Selection

ANY = "any"
TYPES = frozenset(("unit", "model", "upgrade", "unit-group", "mount", "crew"))
_ARMY = frozenset(("force", "roster", "primary-category", "primary-catalogue"))


class Army(msgspec.Struct, frozen=True):
    """The plain army that a unit is looked at in: one force of one catalogue.

    ``forces`` are the ids that the force answers to (its kind, its catalogue, its game system); ``selected``
    counts by id what stands in it besides the unit; ``cost_types`` are the ids of the costs there are.
    """

    catalogue: str
    forces: frozenset[str]
    selected: Mapping[str, float] = {}
    cost_types: frozenset[str] = frozenset()


class Tally(msgspec.Struct):
    """What one selection holds: directly, at any depth, and what it costs with all that it holds."""

    direct: dict[str, float]
    deep: dict[str, float]
    costs: dict[str, float]


State = dict[str, Tally]
"""Tallies by the path of the selection."""

_EMPTY = Tally({}, {}, {})


class Standing:
    """Answers the queries of one selection's modifiers and constraints."""

    __slots__ = ("army", "selection", "state")

    def __init__(self, army: Army, state: State, selection: Selection) -> None:
        self.army = army
        self.state = state
        self.selection = selection

    def amount(self, query: Query) -> float:
        """How much of a query's field its scope holds."""
        if query.field == "forces":
            return float(query.child == ANY or query.child in self.army.forces)
        holder = self.scope(query.scope)
        if holder is None:
            return 0
        found = self._found(query, holder)
        if query.percent:
            total = self._found(msgspec.structs.replace(query, child=ANY), holder)
            return 100 * found / total if total else 0
        return found

    def _found(self, query: Query, holder: Selection | Army) -> float:
        if isinstance(holder, Army):
            return self._in_army(query)
        tally = self.state.get(holder.path, _EMPTY)
        if query.field != "selections":
            return tally.costs.get(query.field, 0)
        return (tally.deep if query.deep else tally.direct).get(query.child, 0)

    def _in_army(self, query: Query) -> float:
        root = self.selection.root
        tally = self.state.get(root.path, _EMPTY)
        if query.field != "selections":
            return tally.costs.get(query.field, 0)
        found = self.army.selected.get(query.child, 0) + (query.child in root.identities)
        return found + (tally.deep.get(query.child, 0) if query.deep else 0)

    def scope(self, name: str) -> Selection | Army | None:
        """The selection that a scope means from here, or the army; None where there is none."""
        here = self.selection
        if name == "self":
            return here
        if name == "parent":
            return here.parent_selection or self.army
        if name in _ARMY:
            return self.army
        if name in ("root-entry", "ancestor"):
            return here.root
        types = ("model", "unit") if name == "model-or-unit" else (name,)
        if name in TYPES or name == "model-or-unit":
            return next((near for near in here.line() if near.type in types), here.root)
        found = next((near for near in here.line() if name in near.identities), None)
        return found or (self.army if name in self.army.forces else None)

    def instance(self, query: Query) -> bool:
        """Whether what a query's scope means is a ``child``: that entry, of that type or category."""
        if query.scope == "ancestor":
            above = (near.identities for near in self.selection.above())
            return any(query.child in identities for identities in above) or query.child in self.army.forces
        if query.scope == "primary-catalogue":
            return query.child == self.army.catalogue
        if query.scope == "primary-category":
            return query.child == self.selection.root.primary
        holder = self.scope(query.scope)
        if isinstance(holder, Army):
            return query.scope != "roster" and query.child in holder.forces
        return holder is not None and query.child in holder.identities

    def before(self, query: Query) -> bool:
        """Whether the selection stands before another; in a plain army nothing does."""
        return False


def tallied(root: Selection) -> State:
    """The state of a unit with the numbers that its selections have now."""
    state: State = {}
    _tally(root, state)
    return state


def _tally(selection: Selection, state: State) -> Tally:
    tally = Tally({}, {}, dict(selection.own_costs))
    for child in selection.children:
        inner = _tally(child, state)
        if child.is_group:
            _add(tally.direct, inner.direct, 1)
            _add(tally.deep, inner.deep, 1)
            _add(tally.costs, inner.costs, 1)
        elif child.number:
            once = dict.fromkeys(child.identities, 1.0)
            _add(tally.direct, once, child.number)
            _add(tally.deep, once, child.number)
            _add(tally.deep, inner.deep, child.number)
            _add(tally.costs, inner.costs, child.number)
    state[selection.path] = tally
    return tally


def _add(sums: dict[str, float], more: Mapping[str, float], times: float) -> None:
    for key, value in more.items():
        sums[key] = sums.get(key, 0) + value * times


def numbers(root: Selection) -> Iterator[float]:
    """The numbers of all selections, to tell whether a unit still changes."""
    yield root.number
    for child in root.children:
        yield from numbers(child)
