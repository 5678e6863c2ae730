"""The units of an army list as they stand in the field: sheets, models and what they carry, leaders joined."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec

from warbook import data
from warbook.errors import InputError, OwnFault, naming
from warbook.library import lookup
from warbook.muster.enrolling import Sheets
from warbook.muster.fitting import fit
from warbook.muster.settling import settled
from warbook.probability.matchup import left_open
from warbook.probability.parts import Share
from warbook.rules.army import Army, is_meant
from warbook.rules.army import Unit as Mustered
from warbook.rules.assumed import Assumption
from warbook.rules.pick import Pick
from warbook.rules.prices import priced
from warbook.sheets.leading import MOST_LEADERS, may_lead, may_share
from warbook.sheets.loadout import Squad, called, cost, squad
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet, Faction

STANDARD = "standard"


class Leading(msgspec.Struct, frozen=True):
    """A leader with his models, and what he costs."""

    sheet: Datasheet
    squad: Squad
    points: int | None = None


class Unit(msgspec.Struct, frozen=True):
    """A unit with its leaders; ``places`` are the entries of the list that are like it, from 0, ``points`` is
    what one of it costs with them by the list, or by its sheets; ``detachment`` is the army's, where its
    faction has that."""

    sheet: Datasheet
    squad: Squad
    places: tuple[int, ...]
    leaders: tuple[Leading, ...] = ()
    points: int | None = None
    detachment: str | None = None

    @property
    def title(self) -> str:
        """Its size, sheet and leaders."""
        parts = [(self.sheet, self.squad), *((each.sheet, each.squad) for each in self.leaders)]
        return " with ".join(called(sheet, models) for sheet, models in parts)

    @property
    def models(self) -> int:
        """How many models it has with its leaders."""
        squads = (self.squad, *(each.squad for each in self.leaders))
        return sum(group.count for models in squads for group in models)

    @property
    def shares(self) -> tuple[Share, ...]:
        """What of its points are its leaders'."""
        names = (frozenset(group.model.name for group in each.squad) for each in self.leaders)
        return tuple((own, each.points or 0) for own, each in zip(names, self.leaders, strict=True))

    def pick(self) -> Pick:
        """The unit as an engagement takes it."""
        pick = Pick(squad=self.squad, detachment=self.detachment)
        return pick.led_by([(each.sheet, each.squad) for each in self.leaders])


class Left(msgspec.Struct, frozen=True):
    """A unit of a list that is left out, and why; ``candidates`` are known names that come close to its own,
    ``side`` tells of two lists which one's it is."""

    name: str
    place: int
    line: int | None
    why: str
    candidates: tuple[str, ...] = ()
    side: Literal["", "attackers", "targets"] = ""


class Fielded(msgspec.Struct, frozen=True):
    """What of a list takes the field; ``problems`` tell what does not fit its sheet, ``notes`` and ``assumed``
    what was assumed; ``path`` is the list's file."""

    name: str
    system: str
    units: tuple[Unit, ...]
    left_out: tuple[Left, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    path: str | None = None
    assumed: tuple[Assumption, ...] = ()

    @property
    def date(self) -> str | None:
        """The date of the newest data that it is made of."""
        sheets = (
            sheet for unit in self.units for sheet in (unit.sheet, *(each.sheet for each in unit.leaders))
        )
        return max((sheet.source.date for sheet in sheets if sheet.source and sheet.source.date), default=None)


def fielded(roster: Roster, dated: str | None = None) -> Fielded:
    """The units of a list, by data that are no later than ``dated``. Never raises for a unit: one that is not
    known is left out and told. Raises InputError for a library that cannot be read."""
    fielding = _Fielding(roster, dated)
    units = _joined(fielding.units())
    told = (tuple(fielding.left_out), tuple(fielding.notes), tuple(fielding.problems))
    path = roster.source.path if roster.source else None
    return Fielded(roster.name, roster.system, units, *told, path)


def single(sheet: Datasheet, pick: Pick) -> Fielded:
    """One unit by itself. Raises InputError for a pick that the sheet does not allow."""
    models = squad(sheet, pick.models, pick.loadout)
    leaders = tuple(Leading(one, own or squad(one), cost(one, 1)) for one, own in pick.leaders)
    costs = (cost(sheet, sum(group.count for group in models)), *(each.points for each in leaders))
    points = sum(known for known in costs if known is not None) if None not in costs else None
    unit = Unit(sheet, models, (0,), leaders, points)
    return Fielded(sheet.name, sheet.system, (unit,), assumed=tuple(left_open(sheet, pick, models, "attacker")))


@cache
def targets(system: str) -> Fielded:
    """The standard targets of a game. Raises InputError where there are none."""
    sheets = data.standard_targets(system)
    if not sheets:
        raise InputError("--targets", system, "this game has no standard targets")
    units = tuple(Unit(sheet, squad(sheet), (place,)) for place, sheet in enumerate(sheets))
    return Fielded("standard targets", system, units)


class _Fielding:
    """The entries of one list on their sheets."""

    def __init__(self, roster: Roster, dated: str | None) -> None:
        self.sheets = Sheets(roster, dated=dated)
        made = settled(roster, self.sheets)
        self.roster, self.notes = made.roster, dict.fromkeys(made.notes)
        self.left_out, self.problems = list[Left](), dict[str, None]()
        self._factions: dict[str, Faction | None] = {}

    def units(self) -> list[Unit]:
        """A unit for each entry that takes the field, those that join another with it."""
        made = {
            place: unit for place, entry in enumerate(self.roster.units) if (unit := self._tried(place, entry))
        }
        for place, entry in enumerate(self.roster.units):
            if entry.joins is not None and place in made and entry.joins in made and entry.joins != place:
                self._join(made, place, entry.joins)
        return list(made.values())

    def _tried(self, place: int, entry: Entry) -> Unit | None:
        """The unit of an entry; one on which Warbook fails costs no other."""
        try:
            with naming(entry.sheet):
                return self._unit(place, entry)
        except OwnFault as fault:
            self.left_out.append(Left(entry.written or entry.sheet, place, entry.line, fault.expected))
            return None

    def _unit(self, place: int, entry: Entry) -> Unit | None:
        sheet = self._sheet(entry.sheet, place, entry)
        if sheet is None:
            return None
        fitted = fit(entry, sheet)
        self.problems.update(dict.fromkeys(_about(sheet, fitted.problems)))
        self.notes.update(dict.fromkeys(_about(sheet, fitted.notes)))
        if not fitted.squad:
            self.left_out.append(
                Left(entry.written or entry.sheet, place, entry.line, "; ".join(fitted.problems))
            )
            return None
        points = self._cost(Mustered(place, entry, sheet, fitted.squad, judged=fitted.judged))
        unit = Unit(sheet, fitted.squad, (place,), points=points, detachment=self._detachment(sheet))
        leader = self._sheet(entry.leader, place, entry) if entry.leader else None
        if leader is None or not leader.models:
            return unit
        models = squad(leader)
        return self._led(unit, leader, models, self._cost(Mustered(place, entry, leader, models, True)))

    def _cost(self, unit: Mustered) -> int | None:
        """What a unit costs: by the list, or by its sheet with its wargear and Enhancements."""
        sheet = unit.sheet
        name = self.roster.faction or (sheet.faction if sheet else "")
        if name not in self._factions:
            self._factions[name] = lookup.account(name, self.roster.system)
        return priced(Army(self.roster, (unit,), self._factions[name]), unit).points

    def _detachment(self, sheet: Datasheet) -> str | None:
        """The list's detachment, where the unit's faction has one of that name with rules of its own."""
        for name in self.roster.detachments[:1]:
            known = (lookup.faction(sheet.faction, sheet.system), data.faction(sheet.faction, sheet.system))
            for one in (one for each in known if each for one in each.detachments if one.rules):
                if is_meant(one.name, name):
                    return one.name
        return None

    def _sheet(self, name: str, place: int, entry: Entry) -> Datasheet | None:
        meaning = self.sheets.named(name, name, entry.faction)
        if meaning.known is None:
            why = meaning.reason or ""
            self.left_out.append(Left(entry.written or name, place, entry.line, why, meaning.candidates))
            return None
        if meaning.assumed:
            self.notes[meaning.assumed] = None
        return self.sheets.load(meaning.known)

    def _join(self, made: dict[int, Unit], place: int, host: int) -> None:
        """Put a leader's entry with the unit that it joins, where the sheets allow it."""
        leader, unit = made[place], made[host]
        if not leader.leaders and may_lead(leader.sheet, unit.sheet) and self._has_room(unit, leader.sheet):
            made[host] = self._led(unit, leader.sheet, leader.squad, leader.points)
            del made[place]
        else:
            told = f"{leader.sheet.name} stands for itself here, though the list has it with {unit.sheet.name}"
            self.notes[told] = None

    def _has_room(self, unit: Unit, leader: Datasheet) -> bool:
        """Whether one more leader may be with a unit: a second where their sheets allow it, or where it is not
        known whether they do (K-LDR-01)."""
        if not unit.leaders:
            return True
        if len(unit.leaders) >= MOST_LEADERS:
            return False
        size = sum(group.count for group in unit.squad)
        return may_share(unit.leaders[0].sheet, leader, unit.sheet, size) is not False

    def _led(self, unit: Unit, leader: Datasheet, models: Squad, points: int | None) -> Unit:
        if not may_lead(leader, unit.sheet):
            self.notes[f"{leader.name} does not lead {unit.sheet.name}: left out"] = None
            return unit
        both = None if points is None or unit.points is None else unit.points + points
        leaders = (*unit.leaders, Leading(leader, models, points))
        return msgspec.structs.replace(unit, leaders=leaders, points=both)


def _about(sheet: Datasheet, told: Sequence[str]) -> list[str]:
    return [text if text.startswith(sheet.name) else f"{sheet.name}: {text}" for text in told]


def _joined(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Units that differ in nothing as one, which stands at all their places."""
    found: list[Unit] = []
    for unit in units:
        for place, other in enumerate(found):
            if _alike(unit, other):
                found[place] = msgspec.structs.replace(other, places=(*other.places, *unit.places))
                break
        else:
            found.append(unit)
    return tuple(found)


def _alike(one: Unit, other: Unit) -> bool:
    if (one.squad, one.points) != (other.squad, other.points) or one.sheet is not other.sheet:
        return False
    return len(one.leaders) == len(other.leaders) and all(
        a.sheet is b.sheet and a.squad == b.squad for a, b in zip(one.leaders, other.leaders, strict=True)
    )
