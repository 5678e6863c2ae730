"""A crib of a list, to be printed: its units in short, and what to remember in each phase."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warbook import systems
from warbook.errors import naming
from warbook.muster.mustering import mustered
from warbook.names import same, words
from warbook.rules.army import Army, Unit
from warbook.sheets.roster import Roster
from warbook.web.library import datasheet, reminding
from warbook.web.library.datasheet import Table
from warbook.web.library.reminding import Reminder
from warbook.web.library.words import Vocabulary


class Card(msgspec.Struct, frozen=True):
    """A unit in short: who stands in it, its profiles, and the weapons that it carries."""

    name: str
    models: str
    points: int | None
    statlines: tuple[Table, ...]
    weapons: tuple[Table, ...]
    enhancements: tuple[str, ...]
    goes_with: str


class Phase(msgspec.Struct, frozen=True):
    """What matters in a phase: rules that act by themselves, and plays."""

    name: str
    rules: tuple[Reminder, ...]
    plays: tuple[Reminder, ...]


class Crib(msgspec.Struct, frozen=True):
    """All of a list's crib."""

    name: str
    game: str
    points: int
    detachments: tuple[str, ...]
    cards: tuple[Card, ...]
    phases: tuple[Phase, ...]
    unknown: tuple[str, ...]


def made(roster: Roster) -> Crib:
    """The crib of a list, every text read. Raises InputError for a game that has no army rules here, OwnFault
    of the list where Warbook fails."""
    with naming(roster.name):
        return _made(roster)


def _made(roster: Roster) -> Crib:
    judged = mustered(roster, systems.find(roster.system))
    army = judged.army
    prices = {id(line.unit): line.priced.points for line in judged.lines}
    return Crib(
        roster.name,
        judged.system.title,
        judged.points,
        army.detachments,
        tuple(_card(army, unit, prices.get(id(unit))) for unit in army.known),
        _phases(army),
        tuple(unit.name for unit in army.units if unit.sheet is None),
    )


# ----------------------------------------------------------------------------------------------- units


def _card(army: Army, unit: Unit, points: int | None) -> Card:
    sheet = unit.sheet
    assert sheet is not None
    carried = [item.name for group in unit.squad for item in group.items]
    vocabulary = Vocabulary(sheet.system, sheet.revision)
    weapons = [weapon for weapon in sheet.weapons if any(_is(weapon.name, name) for name in carried)]
    own = msgspec.structs.replace(sheet, weapons=tuple(weapons) or sheet.weapons)
    return Card(
        sheet.name,
        ", ".join(_models(unit)),
        points,
        tuple(datasheet.statlines(own)),
        tuple(datasheet.weapon_tables(own, vocabulary)),
        unit.entry.enhancements if unit.bears else (),
        _goes_with(army, unit),
    )


def _is(weapon: str, item: str) -> bool:
    """Whether a weapon is an item that is carried, which may name one of its profiles or more of them."""
    return same(weapon, item) or set(words(weapon)) <= set(words(item))


def _models(unit: Unit) -> Iterator[str]:
    counts: dict[str, int] = {}
    for group in unit.squad:
        counts[group.model.name] = counts.get(group.model.name, 0) + group.count
    return (f"{count} {name}" for name, count in counts.items())


def _goes_with(army: Army, unit: Unit) -> str:
    """Whom a unit leads and what it rides in."""
    joined = army.of_entry(unit.place if unit.attached else _place(unit.entry.joins))
    rides = army.of_entry(_place(unit.entry.embarked))
    told = [
        f"leads {joined.name}" if joined and joined is not unit else "",
        f"rides in {rides.name}" if rides else "",
    ]
    return ", ".join(filter(None, told))


def _place(place: int | None) -> int:
    return -1 if place is None else place


# ---------------------------------------------------------------------------------------------- phases


def _phases(army: Army) -> tuple[Phase, ...]:
    """All that is to be remembered, under each phase in which it acts."""
    rules, used = reminding.of(army)
    found = (
        Phase(name, *(tuple(each for each in every if name in each.phases) for every in (rules, used)))
        for name in reminding.ORDER
    )
    return tuple(phase for phase in found if phase.rules or phase.plays)
