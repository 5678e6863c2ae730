"""Several documents' accounts of a faction as one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.library.naming import folded
from warbook.sheets.sheet import Detachment, Faction, N, has_content


def joined(found: Sequence[Faction]) -> Faction:
    """Several accounts of a faction as one: each thing as the first tells it that knows what it does, else the
    first that names it."""
    first = found[0]
    return msgspec.structs.replace(
        first,
        rules=_union([one.rules for one in found]),
        plays=_union([one.plays for one in found]),
        detachments=_detachments(found),
        parent=next((one.parent for one in found if one.parent), None),
        allies=tuple(dict.fromkeys(ally for one in found for ally in one.allies)),
    )


def _detachments(found: Sequence[Faction]) -> tuple[Detachment, ...]:
    by_name: dict[str, list[Detachment]] = {}
    for one in found:
        for detachment in one.detachments:
            by_name.setdefault(folded(detachment.name), []).append(detachment)
    return tuple(
        Detachment(
            same[0].name,
            _union([one.rules for one in same]),
            _union([one.plays for one in same]),
            _union([one.enhancements for one in same]),
            next((one.kind for one in same if one.kind), None),
        )
        for same in by_name.values()
    )


def _union(lists: Sequence[tuple[N, ...]]) -> tuple[N, ...]:
    """Things by name, each from the first list that knows what it does, in the place of the first that names
    it."""
    by_name: dict[str, tuple[N, ...]] = {}
    for things in lists:
        own: dict[str, list[N]] = {}
        for thing in things:
            own.setdefault(folded(thing.name), []).append(thing)
        for name, same in own.items():
            if not any(map(has_content, by_name.get(name, ()))) and (
                name not in by_name or any(map(has_content, same))
            ):
                by_name[name] = tuple(same)
    return tuple(thing for same in by_name.values() for thing in same)
