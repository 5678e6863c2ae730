"""Where two sources differ on the units that they share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

import msgspec

from warbook import faults
from warbook.names import key
from warbook.sheets.differences import FIELDS, Difference, in_field, profiles_shared, tells
from warbook.sheets.sheet import Datasheet

COMPARED = tuple(field for field in FIELDS if field != "ability texts")
"""Fields that two sources can be expected to print alike; how they word an ability is their own."""


_Pair = tuple[Datasheet, Datasheet]


class Agreement(msgspec.Struct, frozen=True):
    """On how many units both sources tell a field, and on how many of those they say the same.

    ``share`` is the part of the units that agrees, from 0 to 1; 1 where nothing was compared. ``profiles`` are
    the weapon profiles that both have, ``profiles_agree`` those that are the same.
    """

    field: str
    compared: int
    agree: int
    share: float
    profiles: int | None = None
    profiles_agree: int | None = None


class Unit(msgspec.Struct, frozen=True):
    """A unit that one source has."""

    name: str
    faction: str
    system: str


class Differing(msgspec.Struct, frozen=True):
    """A unit that both sources have, under either's faction, and where they differ."""

    name: str
    factions: tuple[str, str]
    differences: tuple[Difference, ...]


class Crosscheck(msgspec.Struct, frozen=True):
    """What a comparison of two sources found. A field that only one of them tells of a unit is not compared;
    ``notes`` tell what was left out of it."""

    sources: tuple[str, str]
    shared: int
    agreement: tuple[Agreement, ...]
    differing: tuple[Differing, ...]
    only_first: tuple[Unit, ...]
    only_second: tuple[Unit, ...]
    notes: tuple[str, ...] = ()


def crosscheck(
    first: Sequence[Datasheet],
    second: Sequence[Datasheet],
    fields: Iterable[str] = COMPARED,
    names: tuple[str, str] = ("the first", "the second"),
    wholly: bool = True,
) -> Crosscheck:
    """Compares the units that two sources share, field by field; ``names`` are those of the sources.

    Where the first is not ``wholly`` there, only units of its factions count as missing from it.
    """
    pairs = shared(first, second)
    counted: list[Agreement] = []
    found: dict[int, list[Difference]] = {}
    failed: list[str] = []
    for field in fields:
        compared = {
            place: here
            for place, pair in enumerate(pairs)
            if (here := _compared(field, pair, failed)) is not None
        }
        differing = {place: here for place, here in compared.items() if here}
        counted.append(_agreement(field, [pairs[place] for place in compared], differing.values()))
        for place, here in differing.items():
            found.setdefault(place, []).extend(here)
    return Crosscheck(
        names,
        len(pairs),
        tuple(counted),
        tuple(_differing(pairs[place], found[place]) for place in sorted(found)),
        _left(first, [one for one, _ in pairs]),
        _left(second if wholly else _of_factions(second, first), [other for _, other in pairs]),
        tuple(failed),
    )


def _compared(field: str, pair: _Pair, failed: list[str]) -> list[Difference] | None:
    """The differences in a field that both sheets tell; a pair that fails is noted and costs no other."""
    try:
        return in_field(field, *pair) if all(tells(field, sheet) for sheet in pair) else None
    except Exception as fault:
        failed.append(f"{pair[0].name}, {field}: {faults.noted(fault)}")
        return None


def of_faction(sheets: Iterable[Datasheet], faction: str) -> list[Datasheet]:
    """The sheets of a faction, by its name or by a faction keyword."""
    wanted = key(faction)
    return [one for one in sheets if wanted in map(key, (one.faction, *one.faction_keywords))]


def _of_factions(sheets: Iterable[Datasheet], others: Iterable[Datasheet]) -> list[Datasheet]:
    """The sheets whose faction is one of the others', by its name or by all of its keywords."""
    known = {told(one) for one in others for told in (_own_faction, _own_keywords)}
    return [one for one in sheets if known & {_own_faction(one), _own_keywords(one)}]


def _own_faction(sheet: Datasheet) -> Hashable:
    return sheet.system, key(sheet.faction)


def _own_keywords(sheet: Datasheet) -> Hashable:
    marks = frozenset(map(key, sheet.faction_keywords))
    return (sheet.system, marks) if marks else _own_faction(sheet)


def _agreement(field: str, pairs: Sequence[_Pair], differing: Collection[Sequence[Difference]]) -> Agreement:
    agree = len(pairs) - len(differing)
    share = agree / len(pairs) if pairs else 1.0
    if field != "weapons":
        return Agreement(field, len(pairs), agree, share)
    profiles = sum(profiles_shared(*pair) for pair in pairs)
    wrong = sum(len({_profile(found) for found in here}) for here in differing)
    return Agreement(field, len(pairs), agree, share, profiles, profiles - wrong)


def _profile(found: Difference) -> str:
    """The profile that a difference is about, without the characteristic."""
    return (found.about or "").rpartition(" ")[0]


def _differing(pair: tuple[Datasheet, Datasheet], found: Sequence[Difference]) -> Differing:
    return Differing(pair[0].name, (pair[0].faction, pair[1].faction), tuple(found))


def _left(sheets: Iterable[Datasheet], taken: Iterable[Datasheet]) -> tuple[Unit, ...]:
    known = set(map(id, taken))
    return tuple(Unit(one.name, one.faction, one.system) for one in sheets if id(one) not in known)


def shared(first: Sequence[Datasheet], second: Sequence[Datasheet]) -> list[tuple[Datasheet, Datasheet]]:
    """The sheets of the units that both sources have, in the first one's order.

    Sheets of one name are the same unit where their faction is, else where their faction keywords are, else
    where each source has only one of that name left: one source may file a chapter under its parent.
    """
    by_place: dict[int, Datasheet] = {}
    free = {id(one) for one in second}
    for told in _KEYS:
        offered: dict[Hashable, list[Datasheet]] = {}
        for other in second:
            if id(other) in free:
                offered.setdefault(told(other), []).append(other)
        asking: dict[Hashable, list[int]] = {}
        for place, one in enumerate(first):
            if place not in by_place:
                asking.setdefault(told(one), []).append(place)
        for wanted, places in asking.items():
            found = offered.get(wanted, [])
            if len(places) == len(found) == 1:
                by_place[places[0]] = found[0]
                free.discard(id(found[0]))
    return [(first[place], by_place[place]) for place in sorted(by_place)]


def _faction(sheet: Datasheet) -> Hashable:
    return sheet.system, key(sheet.name), key(sheet.faction)


def _faction_keywords(sheet: Datasheet) -> Hashable:
    return sheet.system, key(sheet.name), frozenset(map(key, sheet.faction_keywords))


def _name(sheet: Datasheet) -> Hashable:
    return sheet.system, key(sheet.name)


_KEYS: tuple[Callable[[Datasheet], Hashable], ...] = (_faction, _faction_keywords, _name)
