"""What changed from one version of a sheet to the next."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warbook import differences
from warbook.differences import Difference
from warbook.library import search
from warbook.library.kept import Kept
from warbook.library.naming import folded
from warbook.sheet import Datasheet


class Changed(msgspec.Struct, frozen=True):
    """A sheet with two versions, the differences between them, and where each comes from."""

    name: str
    faction: str
    system: str
    old: Kept
    new: Kept
    differences: tuple[Difference, ...]


def changes(wanted: search.Wanted) -> Iterator[Changed]:
    """For each sheet that is wanted, what its newest version changed of the one before it, from the same kind
    of document; sheets of one version, and versions that differ in nothing, are left out. Where a sheet has
    only versions of different kinds, a wanted ``name`` compares those."""
    found = search.kept(msgspec.structs.replace(wanted, kind="sheet", every_version=True))
    for versions in _grouped(found):
        pair = _pair(versions, across=wanted.name is not None)
        if pair:
            new, old = search.bodies([one.id for one in pair], Datasheet)
            told = differences.between(old, new)
            if told:
                yield Changed(pair[0].name, pair[0].faction, pair[0].system, pair[1], pair[0], tuple(told))


def _grouped(found: tuple[Kept, ...]) -> list[list[Kept]]:
    groups: dict[tuple[str, str, str, int], list[Kept]] = {}
    for one in found:
        key = (one.system, one.home, folded(one.name), one.variant)
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def _pair(versions: list[Kept], across: bool) -> tuple[Kept, Kept] | None:
    """The newest version and the one before it, newest first."""
    newest = sorted(versions, key=lambda one: (one.effective, one.id), reverse=True)
    for one in newest:
        own = [each for each in newest if each.lineage == one.lineage]
        if len(own) > 1:
            return own[0], own[1]
    return (newest[0], newest[1]) if across and len(newest) > 1 else None
