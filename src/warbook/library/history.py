"""What changed from one version of a sheet to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from warbook.library import search
from warbook.library.kept import Kept
from warbook.library.naming import folded, folded_faction
from warbook.names import words
from warbook.sheets import differences
from warbook.sheets.differences import Difference
from warbook.sheets.sheet import Datasheet


class Changed(msgspec.Struct, frozen=True):
    """A sheet with two versions, the differences between them, and where each comes from.

    ``old`` is ``None`` for a sheet that the newest documents brought, ``new`` for one that they have no more.
    """

    name: str
    faction: str
    system: str
    old: Kept | None
    new: Kept | None
    differences: tuple[Difference, ...] = ()


Series = tuple[str, str, str]
"""Game, kind of document and faction: what follows each other from one date of the data to the next."""


def changes(wanted: search.Wanted) -> Iterator[Changed]:
    """For each sheet that is wanted, what its newest version changed of the one before it, from the same kind
    of document; sheets of one version, and versions that differ in nothing, are left out. Where a sheet has
    only versions of different kinds, a wanted ``name`` compares those. A sheet that came or went between the
    last two dates of its faction's documents has a version on one side only; one that came where one of nearly
    its name went, with the same statlines, is that one under another name."""
    yield from _renamed(_changes(wanted))


def _changes(wanted: search.Wanted) -> Iterator[Changed]:
    found = search.kept(msgspec.structs.replace(wanted, kind="sheet", every_version=True))
    dates = _dates(found)
    for versions in _grouped(found):
        pair = _pair(versions, across=wanted.name is not None)
        if pair:
            new, old = search.bodies([one.id for one in pair], Datasheet)
            told = differences.between(old, new)
            if pair[0].lineage != pair[1].lineage:
                told = tuple(each for each in told if differences.tells(each.field, new))
            if told:
                yield Changed(pair[0].name, pair[0].faction, pair[0].system, pair[1], pair[0], told)
        yield from _came_or_went(versions, dates)


def _renamed(changes: Iterable[Changed]) -> Iterator[Changed]:
    """The changes, those that went put together with those that came in their place."""
    every = list(changes)
    came = [one for one in every if one.old is None]
    pairs = {id(one): other for one in every if one.new is None and (other := _successor(one, came, every))}
    taken = set(map(id, pairs.values()))
    for one in every:
        if id(one) in pairs:
            yield _as_one(one, pairs[id(one)])
        elif id(one) not in taken:
            yield one


def _successor(gone: Changed, came: Iterable[Changed], every: Iterable[Changed]) -> Changed | None:
    """The one sheet that a sheet became, if it is the only one that could be."""
    near = [one for one in came if _alike(gone, one)]
    rivals = [one for one in every if one.new is None and near and _alike(one, near[0])]
    if len(near) != 1 or len(rivals) != 1 or gone.old is None or near[0].new is None:
        return None
    old, new = search.bodies([gone.old.id, near[0].new.id], Datasheet)
    return None if differences.in_field("statline", old, new) else near[0]


def _alike(gone: Changed, came: Changed) -> bool:
    """Whether two names of one faction are the same but for words that tell nothing: Legends, the faction."""
    if (gone.system, folded_faction(gone.faction)) != (came.system, folded_faction(came.faction)):
        return False
    plain = {"legend", *words(gone.faction), *words(came.faction)}
    one, other = (set(words(name)) - plain for name in (gone.name, came.name))
    return bool(one and other) and (one <= other or other <= one)


def _as_one(gone: Changed, came: Changed) -> Changed:
    assert gone.old is not None
    assert came.new is not None
    old, new = search.bodies([gone.old.id, came.new.id], Datasheet)
    told = (Difference("name", gone.name, came.name), *differences.between(old, new))
    return msgspec.structs.replace(came, old=gone.old, differences=told)


def _dates(found: tuple[Kept, ...]) -> dict[Series, tuple[str, str]]:
    """The last two dates of each series that has two, of documents with several sheets."""
    counts: dict[Series, Counter[str]] = {}
    for one in found:
        if one.date:
            counts.setdefault(_series(one), Counter()).update({one.since, one.effective})
    several = {series: sorted(date for date, n in own.items() if n > 1) for series, own in counts.items()}
    return {series: (dates[-2], dates[-1]) for series, dates in several.items() if len(dates) > 1}


def _series(one: Kept) -> Series:
    return one.system, one.lineage, one.home


def _came_or_went(versions: list[Kept], dates: dict[Series, tuple[str, str]]) -> Iterator[Changed]:
    """A sheet that only the last date of its series has, or that the last date has no more."""
    own: dict[Series, list[Kept]] = {}
    for one in versions:
        if one.date and _series(one) in dates:
            own.setdefault(_series(one), []).append(one)
    for series, there in own.items():
        before, last = dates[series]
        newest = max(there, key=lambda one: (one.effective, one.id))
        about = (newest.name, newest.faction, newest.system)
        if before <= newest.effective < last:
            yield Changed(*about, newest, None)
        elif min(one.since for one in there) == last:
            yield Changed(*about, None, newest)


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
