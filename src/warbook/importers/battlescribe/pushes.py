"""Modifiers that act on something else than their own element: those with ``affects`` or another ``scope``.

``affects`` is a path from what ``scope`` means: ``self.entries.recursive.profiles.Melee Weapons`` are the
profiles of that type on it and on everything in it; an id in the path keeps what is of that entry or category.
"""

from __future__ import annotations

from collections.abc import Iterator

from warbook.importers.battlescribe.changes import Change, changes
from warbook.importers.battlescribe.selections import Army, Selection


def push(root: Selection) -> None:
    """Hands the modifiers of everything that a unit cannot be without to what they act on.

    What one choice of several would change belongs to that choice, though it may be taken by default.
    """
    for holder in _certain(root):
        for node in reversed(holder.entry.nodes):
            for change in changes(node):
                if change.affects or change.scope not in ("", "self"):
                    _hand(change, holder)


def _certain(root: Selection) -> Iterator[Selection]:
    yield root
    for child in root.children:
        if child.is_group or 0 < child.number <= child.least:
            yield from _certain(child)


def _hand(change: Change, holder: Selection) -> None:
    times = change.times(holder.standing)
    scope = holder.standing.scope(change.scope or "self")
    if not times or scope is None or isinstance(scope, Army):
        return
    for target in targets(scope, change.affects or "self"):
        target.receive(change, times)
        if change.field == "category":
            target.change_categories([(change, times)])


def targets(start: Selection, path: str) -> Iterator[Selection]:
    """The selections that a path leads to."""
    steps = path.split(".profiles", 1)[0].split(".") if not path.startswith("profiles") else ["self"]
    deep = "recursive" in steps
    wanted = [step for step in steps if step not in ("self", "entries", "recursive", "forces")]
    reached = [start] if "self" in steps or "entries" not in steps else []
    if "entries" in steps:
        reached.extend(start.below() if deep else start.inside())
    for selection in reached:
        if not selection.is_group and all(step in selection.identities for step in wanted):
            yield selection
