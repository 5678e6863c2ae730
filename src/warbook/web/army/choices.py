"""What may be changed of one unit of a list: models, wargear, whom it joins, what it rides in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from warbook.muster.mustering import Mustered
from warbook.names import same
from warbook.rules.army import Unit
from warbook.sheets.leading import may_lead
from warbook.sheets.roster import Listed, Roster
from warbook.sheets.sheet import Datasheet, Item
from warbook.web.army.asked import UNPINNED, Pins
from warbook.web.army.judged import mustered


class Kind(msgspec.Struct, frozen=True):
    """A kind of model of the sheet, how many of it a unit may have, and how many it has with what; ``plain`` is
    what a new one carries."""

    row: Listed
    least: int
    most: int
    plain: tuple[Item, ...] = ()


class Other(msgspec.Struct, frozen=True):
    """Another unit of the list that this one may be with."""

    place: int
    name: str


class Choices(msgspec.Struct, frozen=True):
    """What may be changed of a unit. ``wargear`` is everything that the sheet speaks of; ``enhancements`` are
    those of the army's detachment; ``joins`` and ``rides`` are units of the list, ``stations`` the
    detachments that the unit may stand in, where each unit of the game stands in one."""

    kinds: tuple[Kind, ...]
    wargear: tuple[str, ...]
    joins: tuple[Other, ...]
    rides: tuple[Other, ...]
    enhancements: tuple[str, ...]
    stations: tuple[str, ...] = ()


def of(roster: Roster, place: int, pins: Pins = UNPINNED) -> Choices | None:
    """The choices of the unit at a place; ``None`` where its sheet is not known."""
    made = mustered(roster, pins)
    unit = made.army.of_entry(place)
    if unit is None or unit.sheet is None:
        return None
    sheet = unit.sheet
    others = [other for other in made.army.known if other.place != place and not other.attached]
    return Choices(
        _kinds(unit, sheet),
        _wargear(sheet),
        _numbered(other for other in others if other.sheet and may_lead(sheet, other.sheet)),
        _numbered(other for other in others if other.sheet and other.sheet.transport),
        _enhancements(made, unit),
        _stations(made, unit),
    )


def detachments(roster: Roster) -> tuple[str, ...]:
    """The detachments of the list's faction that are known."""
    made = mustered(roster, UNPINNED)
    known = made.army.faction.detachments if made.army.faction else ()
    return tuple(sorted({each.name for each in known if each.kind is None}))


def _kinds(unit: Unit, sheet: Datasheet) -> tuple[Kind, ...]:
    had: dict[str, Counter[str]] = {model.name: Counter() for model in sheet.models}
    counts = Counter[str]()
    for group in unit.squad:
        counts[group.model.name] += group.count
        for item in group.items:
            had[group.model.name][item.name] += item.count * group.count
    return tuple(
        Kind(
            Listed(model.name, counts[model.name], tuple(Item(*each) for each in had[model.name].items())),
            model.count_min,
            model.count_max,
            next((each.items for each in sheet.loadout if same(each.model, model.name)), ()),
        )
        for model in sheet.models
    )


def _wargear(sheet: Datasheet) -> tuple[str, ...]:
    equipped = (item for each in sheet.loadout for item in each.items)
    offered = (item for option in sheet.options for choice in option.choices for item in choice)
    names = (*(weapon.name for weapon in sheet.weapons), *(item.name for item in (*equipped, *offered)))
    return tuple({name.casefold(): name for name in reversed(names)}.values())[::-1]


def _enhancements(made: Mustered, unit: Unit) -> tuple[str, ...]:
    known = made.army.detachment.enhancements if made.army.detachment else ()
    own = unit.sheet.enhancements if unit.sheet else ()
    bears = "CHARACTER" in unit.keywords and "EPIC HERO" not in unit.keywords
    return tuple(dict.fromkeys(each.name for each in (*known, *own))) if bears else ()


def _stations(made: Mustered, unit: Unit) -> tuple[str, ...]:
    """The list's own detachments first, as it writes them."""
    if made.system.stations is None:
        return ()
    entries = made.army.roster.units
    own = (*made.army.roster.detachments, *(entry.detachment for entry in entries))
    return tuple(dict.fromkeys((*filter(None, own), *made.system.stations(unit))))


def _numbered(units: Iterable[Unit]) -> tuple[Other, ...]:
    """Units by name and, where several have it, by number."""
    found = list(units)
    names = Counter(unit.name for unit in found)
    seen = Counter[str]()
    others = []
    for unit in found:
        seen[unit.name] += 1
        number = f" ({seen[unit.name]})" if names[unit.name] > 1 else ""
        others.append(Other(unit.place, f"{unit.name}{number}"))
    return tuple(others)
