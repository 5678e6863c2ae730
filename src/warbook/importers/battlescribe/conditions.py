"""Conditions of modifiers, compiled once from their elements.

A condition compares a query with a value. What the query counts is answered by a :class:`Counting`: the state
of a unit in an army (see ``states``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from warbook.importers.battlescribe.nodes import Node, number


class Query(msgspec.Struct, frozen=True):
    """What is counted: ``field`` of everything called ``child`` in a ``scope``."""

    field: str
    scope: str
    child: str
    deep: bool
    forces: bool
    percent: bool


class Counting(Protocol):
    """Answers queries from one place in a roster."""

    def amount(self, query: Query) -> float: ...
    def instance(self, query: Query) -> bool: ...
    def before(self, query: Query) -> bool: ...


class Condition(msgspec.Struct, frozen=True):
    """``type`` is how the query compares with ``value``."""

    type: str
    query: Query
    value: float


class Group(msgspec.Struct, frozen=True):
    """Several conditions under one connective or, in later documents, an operator."""

    type: str
    parts: tuple[Test, ...]
    value: float = 1


Test = Condition | Group


class Repeat(msgspec.Struct, frozen=True):
    """Repeats a modifier ``times`` for every so many (``value``) of what is counted."""

    query: Query
    value: float
    times: float
    round_up: bool

    def count(self, counting: Counting) -> float:
        if self.value == 0:
            return 0
        share = counting.amount(self.query) / self.value
        return (math.ceil(share - 1e-9) if self.round_up else math.floor(share + 1e-9)) * self.times


_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "lessThan": lambda found, value: found < value,
    "greaterThan": lambda found, value: found > value,
    "atLeast": lambda found, value: found >= value,
    "atMost": lambda found, value: found <= value,
    "equalTo": lambda found, value: found == value,
    "notEqualTo": lambda found, value: found != value,
}
_FOLD: dict[str, Callable[[float, float], float]] = {
    "add": lambda one, two: one + two,
    "subtract": lambda one, two: one - two,
    "multiply": lambda one, two: one * two,
    "divide": lambda one, two: one / two if two else 0,
    "modulo": lambda one, two: one % two if two else 0,
    "power": lambda one, two: one**two if 0 <= one < 1e6 and 0 <= two <= 9 else 0,
    "min": min,
    "max": max,
    "greater": lambda one, two: one > two,
    "greaterOrEqual": lambda one, two: one >= two,
    "less": lambda one, two: one < two,
    "lessOrEqual": lambda one, two: one <= two,
    "equal": lambda one, two: one == two,
    "notEqual": lambda one, two: one != two,
}
KNOWN = frozenset(
    (*_COMPARE, *_FOLD, "instanceOf", "notInstanceOf", "always", "never", "before", "and", "or", "not", "count")
)


def holds(test: Test, counting: Counting) -> bool:
    """Whether a condition or a group of them is met; one of a kind that is not known never is."""
    if isinstance(test, Condition):
        return _condition(test, counting)
    if test.type == "or":
        return any(holds(part, counting) for part in test.parts)
    if test.type == "not":
        return not any(holds(part, counting) for part in test.parts)
    if test.type == "count":
        return sum(holds(part, counting) for part in test.parts) >= test.value
    if test.type in _FOLD:
        return _value(test, counting) != 0
    return all(holds(part, counting) for part in test.parts)


def all_hold(tests: Iterable[Test], counting: Counting) -> bool:
    """Whether all of several conditions are met."""
    return all(holds(test, counting) for test in tests)


def _condition(test: Condition, counting: Counting) -> bool:
    if compare := _COMPARE.get(test.type):
        return compare(counting.amount(test.query), test.value)
    if test.type == "instanceOf":
        return counting.instance(test.query)
    if test.type == "notInstanceOf":
        return not counting.instance(test.query)
    if test.type == "before":
        return counting.before(test.query)
    return test.type == "always"


def _value(test: Test, counting: Counting) -> float:
    """What a part of an arithmetic group is worth: a condition what it counts, a group its result."""
    if isinstance(test, Condition):
        return counting.amount(test.query)
    fold = _FOLD.get(test.type)
    if fold is None or not test.parts:
        return float(holds(test, counting))
    result, *others = [_value(part, counting) for part in test.parts]
    for other in others:
        result = float(fold(result, other))
    return result


def tests(node: Node) -> tuple[Test, ...]:
    """The conditions that stand directly in a modifier or a group."""
    conditions = [_compiled_condition(child) for child in node.children("conditions")]
    groups: list[Test] = [
        Group(child.get("type", "and"), tests(child), number(child.get("min") or child.get("value"), 1))
        for child in (*node.children("conditionGroups"), *node.children("localConditionGroups"))
    ]
    return (*conditions, *groups)


def _compiled_condition(node: Node) -> Condition:
    return Condition(node.get("type"), query(node), number(node.get("value"), 1))


def query(node: Node) -> Query:
    """What a condition, a constraint or a repeat counts."""
    return Query(
        node.get("field", "selections"),
        node.get("scope", "self"),
        node.get("childId", "any"),
        node.flag("includeChildSelections"),
        node.flag("includeChildForces"),
        node.flag("percentValue"),
    )


def repeats(node: Node) -> tuple[Repeat, ...]:
    """The repeats of a modifier or a modifier group."""
    return tuple(
        Repeat(
            query(child), number(child.get("value"), 1), number(child.get("repeats"), 1), child.flag("roundUp")
        )
        for child in node.children("repeats")
    )


def queries(parts: Sequence[Test]) -> Iterable[Query]:
    """Every query in conditions and their groups."""
    for part in parts:
        if isinstance(part, Condition):
            yield part.query
        else:
            yield from queries(part.parts)
