"""Modifiers, compiled once from their elements, and what they make of a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from warbook.importers.battlescribe.conditions import Counting, Repeat, Test, all_hold, repeats, tests
from warbook.importers.battlescribe.nodes import Node, number

_NUMBER = re.compile(r"(?<![dD\d.])-?\d+(?:\.\d+)?(?![\d.]*[dD]\d)(?!\d)")
"""A number inside a value, without the number and the sides of its dice."""

MAX_TEXT = 10_000


class Change(msgspec.Struct, frozen=True):
    """One modifier with the conditions and repeats of all modifier groups around it.

    ``affects`` is the path from ``scope`` to what is modified, where that is not the modifier's own element.
    """

    type: str
    field: str
    value: str
    tests: tuple[Test, ...] = ()
    repeats: tuple[Repeat, ...] = ()
    join: str = " "
    position: int = 0
    arg: str = ""
    affects: str = ""
    scope: str = ""

    def times(self, counting: Counting) -> float:
        """How many times it applies: none where a condition is not met."""
        if not all_hold(self.tests, counting):
            return 0
        return max((repeat.count(counting) for repeat in self.repeats), default=1) if self.repeats else 1


def changes(node: Node) -> tuple[Change, ...]:
    """The modifiers of an element in the document's order, those in groups last."""
    if node.compiled is None:
        node.compiled = tuple(_compiled(node, (), ()))
    found: tuple[Change, ...] = node.compiled
    return found


def _compiled(node: Node, outer: tuple[Test, ...], repeated: tuple[Repeat, ...]) -> Iterator[Change]:
    for modifier in node.children("modifiers"):
        yield Change(
            modifier.get("type", "set"),
            modifier.get("field"),
            modifier.get("value"),
            (*outer, *tests(modifier)),
            (*repeated, *repeats(modifier)),
            modifier.get("join", " "),
            int(number(modifier.get("position"))),
            modifier.get("arg"),
            modifier.get("affects"),
            modifier.get("scope"),
        )
    for group in node.children("modifierGroups"):
        yield from _compiled(group, (*outer, *tests(group)), (*repeated, *repeats(group)))


def text_after(text: str, applied: Iterable[tuple[Change, float]]) -> str:
    """A name or a characteristic after modifiers, each given with how many times it applies."""
    for change, times in applied:
        text = _text(text, change, times)[:MAX_TEXT]
    return text


def number_after(value: float, applied: Iterable[tuple[Change, float]]) -> float:
    """A cost or a constraint's value after modifiers."""
    for change, times in applied:
        step = _STEPS.get(change.type)
        value = number(change.value) if change.type == "set" else value
        value = step(value, number(change.value), times) if step else value
    return value


def flag_after(value: bool, applied: Iterable[tuple[Change, float]]) -> bool:
    """Whether something is hidden, after modifiers."""
    for change, _ in applied:
        value = change.value == "true" if change.type == "set" else value
    return value


def _power(value: float, by: float, times: float) -> float:
    return value ** (by * times) if 0 <= value < 1e6 and 0 <= by * times <= 9 else value


_STEPS: dict[str, Callable[[float, float, float], float]] = {
    "increment": lambda value, by, times: value + by * times,
    "decrement": lambda value, by, times: value - by * times,
    "multiply": lambda value, by, times: value * by ** min(times, 64),
    "divide": lambda value, by, times: value / by ** min(times, 64) if by else value,
    "modulo": lambda value, by, times: value % by if by else value,
    "power": _power,
    "floor": lambda value, by, times: max(value, by),
    "ceil": lambda value, by, times: min(value, by),
}
"""``floor`` and ``ceil`` bound a value from below and from above."""

_OTHER = ("set", "append", "prepend", "replace", "add", "remove", "set-primary", "unset-primary")
KNOWN = frozenset((*_STEPS, *_OTHER))
"""Types of modifiers that do something here."""


def _text(text: str, change: Change, times: float) -> str:
    if change.type == "set":
        return change.value
    if change.type == "append":
        return f"{text}{change.join}{change.value}" if text else change.value
    if change.type == "prepend":
        return f"{change.value}{change.join}{text}" if text else change.value
    if change.type == "replace":
        return text.replace(change.arg, change.value) if change.arg else change.value
    step = _STEPS.get(change.type)
    return _stepped(text, change, times, step) if step else text


def _stepped(text: str, change: Change, times: float, step: Callable[[float, float, float], float]) -> str:
    """A number inside a text changed: the one at ``position``, counted from the end where negative."""
    found = list(_NUMBER.finditer(text))
    if not -len(found) <= change.position < len(found):
        return text
    place = found[change.position]
    return (
        text[: place.start()] + plain(step(float(place[0]), number(change.value), times)) + text[place.end() :]
    )


def plain(value: float) -> str:
    """A number as a document writes it."""
    return str(int(value)) if float(value).is_integer() else f"{value:g}"
