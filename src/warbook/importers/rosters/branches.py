"""Reads the tree of a list builder from a document's elements, be they XML or JSON.

The two hold the same; ``Element`` is what both look like: attributes, and children under a plural name. What is
no number where one belongs, or nests too deep, is a fault with its place and not the end of the list.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from warbook.errors import InputError
from warbook.importers.rosters.selections import MOST_DEEP, MOST_NODES, Force, Selection, Tree

MOST_OF_ONE = 1_000


class Element(Protocol):
    """An element of a document."""

    def text(self, name: str) -> str | None: ...
    def children(self, wrapper: str, single: str) -> Sequence[Element]: ...


class Reading:
    """One document being read: how many elements it had so far, and its faults."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen = 0
        self.faults: list[tuple[str, str]] = []

    def tree(self, root: Element, generator: str | None = None) -> Tree:
        """The whole list."""
        forces = tuple(self._force(each, 0) for each in root.children("forces", "force"))
        return Tree(
            name=root.text("name") or "",
            game=root.text("gameSystemName") or "",
            game_id=root.text("gameSystemId"),
            revision=root.text("gameSystemRevision"),
            costs=self._costs(root.children("costs", "cost"), "roster"),
            limits=self._costs(root.children("costLimits", "costLimit"), "roster"),
            forces=forces,
            faults=tuple(self.faults),
            generator=generator or root.text("generatedBy"),
        )

    def _force(self, element: Element, depth: int) -> Force:
        self._count(depth, "force")
        name = element.text("name") or "Force"
        return Force(
            name=element.text("customName") or name,
            catalogue=element.text("catalogueName"),
            revision=element.text("catalogueRevision"),
            selections=self._selections(element, depth + 1),
            forces=tuple(self._force(each, depth + 1) for each in element.children("forces", "force")),
        )

    def _selections(self, element: Element, depth: int) -> tuple[Selection, ...]:
        found = element.children("selections", "selection")
        return tuple(self._selection(each, depth) for each in found)

    def _selection(self, element: Element, depth: int) -> Selection:
        self._count(depth, "selection")
        name = element.text("name")
        if not name:
            self.faults.append(("selection", "expected a name, found none"))
            name = "?"
        categories = element.children("categories", "category")
        primary = [each.text("name") for each in categories if (each.text("primary") or "").lower() == "true"]
        profiles = element.children("profiles", "profile")
        group = element.text("group")
        return Selection(
            name=name,
            kind=element.text("type") or "upgrade",
            number=self._number(element.text("number"), name),
            costs=self._costs(element.children("costs", "cost"), name),
            categories=tuple(each.text("name") or "" for each in categories),
            primary=next((text for text in primary if text), None),
            groups=tuple(group.split("::")) if group else (),
            profiles=tuple(each.text("typeName") or "" for each in profiles),
            within=self._selections(element, depth + 1),
            custom=element.text("customName"),
            note=element.text("customNotes"),
            id=element.text("id"),
            linked=self._linked(element),
        )

    def _linked(self, element: Element) -> tuple[str, ...]:
        """The selections that this one is joined to, by their id."""
        found = element.children("associations", "association")
        return tuple(to for each in found if (to := each.text("to") or each.text("targetId")))

    def _costs(self, elements: Sequence[Element], place: str) -> tuple[tuple[str, float], ...]:
        costs = []
        for each in elements:
            value = self._amount(each.text("value"), place)
            costs.append((each.text("name") or "", value))
        return tuple(costs)

    def _amount(self, text: str | None, place: str) -> float:
        try:
            value = float(text or 0)
        except ValueError:
            value = math.nan
        if math.isfinite(value) and abs(value) < 1e9:
            return value
        self.faults.append((place, f"expected a number of points, found {(text or '')[:40]!r}"))
        return 0.0

    def _number(self, text: str | None, place: str) -> int:
        try:
            value = int(float(text or 1))
        except (ValueError, OverflowError):
            value = -1
        if 0 <= value <= MOST_OF_ONE:
            return value
        self.faults.append((place, f"expected from 0 to {MOST_OF_ONE} of it, found {(text or '')[:40]!r}"))
        return 1

    def _count(self, depth: int, what: str) -> None:
        self.seen += 1
        if depth > MOST_DEEP or self.seen > MOST_NODES:
            told = f"expected at most {MOST_DEEP} {what}s within each other and {MOST_NODES} in all"
            raise InputError(self.path, what, told)
