"""Several documents' accounts of a faction as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import msgspec

from warbook.library.naming import folded
from warbook.sheet import Detachment, Faction


def joined(found: Sequence[Faction]) -> Faction:
    """Several accounts of a faction as one: each thing as the first that has it tells it."""
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
        )
        for same in by_name.values()
    )


class _Named(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_Named)


def _union(lists: Sequence[tuple[N, ...]]) -> tuple[N, ...]:
    """Things by name, each from the first list that has any of that name."""
    taken: set[str] = set()
    kept: list[N] = []
    for things in lists:
        kept += [thing for thing in things if folded(thing.name) not in taken]
        taken |= {folded(thing.name) for thing in things}
    return tuple(kept)
