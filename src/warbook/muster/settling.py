"""What a typed list leaves open, settled by what is known: whether a number counts models or units, whether a
name between commas is wargear or a unit of its own, whether a line is a unit at all or the army's faction.

A list that a tool wrote says these things itself, and one of Warbook's own means what it says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

import msgspec

from warbook import data
from warbook.errors import InputError
from warbook.importers.rosters.lines import LOST
from warbook.importers.rosters.typed import WITH, pieces
from warbook.importers.rosters.vocabulary import WARLORD, plain
from warbook.library import lookup
from warbook.muster.enhancing import enhanced, written
from warbook.muster.enrolling import Sheets
from warbook.muster.fitting import wargear_names
from warbook.names import words
from warbook.sheets.loadout import cost, limits
from warbook.sheets.matching import key, match
from warbook.sheets.roster import MAX_NAME, MAX_UNITS, UNNAMED, Entry, Listed, Roster
from warbook.sheets.sheet import Datasheet, Item

MOST_COPIES = 20
"""Of one line; a number above it is a mistake."""
MOST_BEHIND_WITH = 2
"""Things joined by "and" behind the "with" of a sheet's name."""
_COUNTED = re.compile(r"(?:(?P<before>\d{1,3})\s+)?(?P<name>\D+?)(?:\s*\(x?\s*(?P<behind>\d{1,3})\))?")
_PARTS = re.compile(r"\s+[-–—|/]\s+|\s*[,:;|]\s+")
_KINDS = frozenset(("auxiliary", "apex", "allied", "crusade", "detachment"))
"""Words of a detachment's name that tell its kind."""
_BEHIND = re.compile(r"(?P<name>.*\D)\s+(?P<models>\d{1,3})")


class Settled(msgspec.Struct, frozen=True):
    """A list whose every entry is one unit; ``notes`` are what was assumed for it."""

    roster: Roster
    notes: tuple[str, ...] = ()


def settled(roster: Roster, sheets: Sheets) -> Settled:
    """The list with what it left open settled. Raises InputError where it names a faction and no units."""
    if roster.source is None:
        return Settled(roster)
    settling = _Settling(roster, sheets)
    return Settled(settling.roster(), tuple(settling.notes))


class _Settling:
    """One list being settled."""

    def __init__(self, roster: Roster, sheets: Sheets) -> None:
        self.sheets, self.old = sheets, roster
        self.notes: dict[str, None] = {}
        self.name = roster.name
        self.faction, self.detachments = roster.faction, list(roster.detachments)
        self.parent = roster.parent
        self.station: str | None = None
        self.factions = {words(part) for known in sheets.among for part in _names_of(known.faction)}
        self._titled(roster.name)
        self.lost_breaks = LOST in roster.notes
        if self.lost_breaks and self.faction and words(self.faction) not in self.factions:
            self._part_header(self.faction.split())

    def roster(self) -> Roster:
        """The settled list."""
        parts: list[list[Entry]] = []
        for entry in self.old.units:
            own = self._parts(entry)
            parts.append([] if len(own) == 1 and self._is_taken_in(own[0], parts) else own)
        self._turn([entry for made in parts for entry in made])
        parts = [[copy for entry in made for copy in self._copies(entry)] for made in parts]
        if not any(parts):
            raise InputError(self.old.name, "units", f"expected units, found only {self.faction}")
        if sum(map(len, parts)) > MAX_UNITS:
            raise InputError(self.old.name, "units", f"expected at most {MAX_UNITS} units, found more")
        lines = groupby(_in_place(parts), lambda entry: entry.line)
        shared = [entry for _, made in lines for entry in self._shared(list(made))]
        return self._turn([self._enhanced(entry) for entry in shared])

    def _titled(self, name: str) -> None:
        """Take the faction and the detachment from the list's name, where that has them between its dashes
        and commas."""
        for part in (name, *_PARTS.split(name)):
            if self.faction is None and words(part) in self.factions:
                self._of_faction(part)
            elif self.faction is not None and not self.detachments and self._is_detachment(part):
                self.detachments.append(part)

    def _turn(self, units: Sequence[Entry]) -> Roster:
        """The list with these units, by which names are decided from now on."""
        if not units:
            return self.old
        made = msgspec.structs.replace(
            self.old,
            units=tuple(units),
            name=self.name,
            faction=self.faction,
            parent=self.parent,
            detachments=tuple(self.detachments),
        )
        self.sheets.turn_to(made)
        return made

    def _parts(self, entry: Entry) -> list[Entry]:
        """The units of a line: itself, and those that it names besides; none for a faction or a detachment."""
        entry = self._tailed(entry) if self.lost_breaks else entry
        if entry.line is None or entry.listed:
            return [entry]
        entry = self._dashed(self._with(self._counted(entry)))
        if self._is_heading(entry):
            return [part for text in entry.loadout for part in pieces(text, entry.line or 0)]
        found = self.sheets.match(entry.sheet, entry.faction or self.faction).found
        sheet = self.sheets.load(found) if found and entry.loadout else None
        others = {text: made for text in entry.loadout if (made := self._units(text, entry, sheet))}
        for text in others:
            self.notes[f"line {entry.line}: {text}: a unit of its own, no wargear of {entry.sheet}"] = None
        kept = tuple(text for text in entry.loadout if text not in others)
        own = msgspec.structs.replace(entry, loadout=kept, detachment=entry.detachment or self.station)
        return [own, *(part for made in others.values() for part in made)]

    def _is_taken_in(self, entry: Entry, above: Sequence[list[Entry]]) -> bool:
        """Whether a line is no unit but wargear or an Enhancement of the unit above it; if so, that has it."""
        place = next((n for n in range(len(above) - 1, -1, -1) if above[n]), None)
        if place is None or entry.line is None or entry.listed or entry.points or self._is_known(entry.sheet):
            return False
        host = above[place][-1]
        found = self.sheets.of(host).known
        sheet = self.sheets.load(found) if found and host.line is not None and not host.listed else None
        if sheet is None or not (
            match(entry.sheet, wargear_names(sheet)).found or self._is_enhancement(entry.sheet, sheet)
        ):
            return False
        text = f"{entry.models} {entry.sheet}" if entry.models else entry.sheet
        self.notes[f"line {entry.line}: {text}: taken for what {host.sheet} has"] = None
        mine = (text, *entry.loadout)
        above[place][-1] = msgspec.structs.replace(host, loadout=(*host.loadout, *mine))
        return True

    def _is_enhancement(self, name: str, sheet: Datasheet) -> bool:
        known = lookup.account(self.faction or sheet.faction, self.old.system)
        every = [e for detachment in known.detachments for e in detachment.enhancements] if known else []
        return any(words(each.name) == words(name) for each in (*every, *sheet.enhancements))

    def _dashed(self, entry: Entry) -> Entry:
        """An entry whose name has what the unit has behind a dash: its wargear, or else an Enhancement."""
        head, *tails = re.split(r"\s+[-–—]\s+", entry.sheet)
        if not tails or self._is_known(entry.sheet) or not self._is_known(head):
            return entry
        found = self.sheets.match(head, entry.faction or self.faction).found
        sheet = self.sheets.load(found) if found else None
        things = [t for t in tails if sheet and match(t, wargear_names(sheet)).found]
        others = [tail for tail in tails if tail not in things and plain(tail) not in WARLORD]
        return msgspec.structs.replace(
            entry,
            sheet=head,
            loadout=(*things, *entry.loadout),
            enhancements=(*others, *entry.enhancements),
            warlord=entry.warlord or any(plain(tail) in WARLORD for tail in tails),
        )

    def _counted(self, entry: Entry) -> Entry:
        """An entry whose number of models stands behind its name; or its points, where its sheet has a price
        of so many and no unit of that size."""
        behind = _BEHIND.fullmatch(entry.sheet)
        if not behind or entry.models is not None or self._is_known(entry.sheet):
            return entry
        name = behind["name"].strip(" -–—:,x×")
        if not self._is_known(name):
            return entry
        number = int(behind["models"])
        if entry.points is None and self._is_price(number, name, entry):
            self.notes[f"line {entry.line}: {name}: {number} are its points"] = None
            return msgspec.structs.replace(entry, sheet=name, points=number)
        return msgspec.structs.replace(entry, sheet=name, models=number)

    def _is_price(self, number: int, name: str, entry: Entry) -> bool:
        """Whether a number is what a unit costs by its sheet, and none of models that it may have."""
        found = self.sheets.match(name, entry.faction or self.faction).found
        sheet = self.sheets.load(found) if found else None
        if sheet is None:
            return False
        least, most = limits(sheet)
        return not least <= number <= most and number in {row.points for row in sheet.points}

    def _with(self, entry: Entry) -> Entry:
        """An entry whose name itself says "with", where a sheet is called so."""
        for many in range(1, min(len(entry.loadout), MOST_BEHIND_WITH) + 1):
            tail, *more = WITH.split(" and ".join(entry.loadout[:many]), maxsplit=1)
            said = _COUNTED.fullmatch(tail)
            if said and self._is_called(name := f"{entry.sheet} with {said['name']}"):
                number = said["before"] or said["behind"]
                models = entry.models or (int(number) if number else None)
                loadout = (*more, *entry.loadout[many:])
                return msgspec.structs.replace(entry, sheet=name, models=models, loadout=loadout)
        return entry

    def _is_called(self, name: str) -> bool:
        """Whether a sheet has this very name."""
        found = self.sheets.match(name, self.faction)
        return any(key(one.name) == key(name) for one in (found.found, *found.several) if one)

    def _part_header(self, parts: Sequence[str]) -> None:
        """Take a header whose line breaks were lost apart: factions that are known, then the detachment."""
        found: list[str] = []
        while stop := next(
            (n for n in range(len(parts), 0, -1) if words(" ".join(parts[:n])) in self.factions), 0
        ):
            found.append(" ".join(parts[:stop]))
            parts = parts[stop:]
        if found:
            self.faction = found[-1]
            self.detachments += [" ".join(parts)] if parts and not self.detachments else []

    def _tailed(self, entry: Entry) -> Entry:
        """An entry whose name has the end of the line before it, where line breaks were lost."""
        if self._is_known(entry.sheet):
            return entry
        parts = entry.sheet.split()
        for start in range(1, len(parts)):
            if self._is_known(name := " ".join(parts[start:])):
                self.notes[f"line {entry.line}: {entry.sheet}: taken for {name}"] = None
                return msgspec.structs.replace(entry, sheet=name, written=entry.sheet)
        return entry

    def _is_known(self, name: str, short: bool = True) -> bool:
        """Whether a name is a unit's; with ``short`` also one that only begins as it."""
        found = self.sheets.match(name, self.faction)
        return (found.found is not None and (short or not found.short)) or bool(found.several)

    def _is_heading(self, entry: Entry) -> bool:
        """Whether a line is the army's faction or detachment; if so, that is kept."""
        named = entry.points is not None or entry.models is not None
        if named or self._is_known(entry.sheet, short=False):
            return False
        if words(entry.sheet) in self.factions:
            self._of_faction(entry.sheet)
            return True
        if entry.loadout:
            return False
        if self._is_detachment(entry.sheet):
            self._detach(entry.sheet)
            return True
        if self._is_station(entry.sheet):
            self.station = entry.sheet
            self._detach(entry.sheet)
            return True
        return self._is_header(entry.sheet) or (not self._is_known(entry.sheet) and self._is_title(entry))

    def _detach(self, name: str) -> None:
        """Keep a detachment, once."""
        if words(name) not in map(words, self.detachments):
            self.detachments.append(name)

    def _is_header(self, text: str) -> bool:
        """Whether a line is the army's faction, with the one that it is a part of before it and its detachment
        behind it; if so, that is kept."""
        parts = _PARTS.split(text)
        own = [part for part in parts if words(part) in self.factions]
        others = [part for part in parts if part not in own]
        if len(parts) < 2 or not own or self.faction is not None:
            return False
        if data.detachments(self.old.system):  # whose parts of factions have sheets in common
            own += [part for part in others if not self._is_station(part)]
            others = [part for part in others if part not in own]
        self._of_faction(own[-1])
        self.parent = own[-2] if len(own) > 1 else self.parent
        for name in others:
            self._detach(name)
        return True

    def _is_station(self, name: str) -> bool:
        """Whether a line is a detachment of a game in which units stand in several: those below it do."""
        return _station(name) in map(_station, data.detachments(self.old.system))

    def _is_title(self, entry: Entry) -> bool:
        """Whether the first line of a list without a name is that: no sheet's name comes near it."""
        first = entry is self.old.units[0] and len(self.old.units) > 1
        others = any(self._is_known(each.sheet) for each in self.old.units[1:])
        if not first or not others or self.old.name != UNNAMED or self.sheets.match(entry.sheet).candidates:
            return False
        self.notes[f"{entry.sheet}: taken for the list's name"] = None
        self.name = entry.sheet[:MAX_NAME]
        return True

    def _of_faction(self, name: str) -> None:
        if self.faction is None:
            self.notes[f"{name}: the army's faction"] = None
            self.faction = name
            self._turn(self.old.units)
        else:
            self.notes[f"{name}: a faction, no unit"] = None

    def _is_detachment(self, name: str) -> bool:
        """Whether a name is that of a detachment: of the army's faction, or of any."""
        faction = lookup.account(self.faction, self.old.system) if self.faction else None
        own = faction.detachments if faction else ()
        return any(words(each.name) == words(name) for each in own) or (
            lookup.home_of_detachment(name, self.old.system) is not None
        )

    def _enhanced(self, entry: Entry) -> Entry:
        """An entry with its Enhancements told from wargear and from each other, by those that are known."""
        found = self.sheets.of(entry).known if written(entry) else None
        home = self.faction or (found.faction if found else None)
        known = lookup.account(home, self.old.system) if home and found else None
        if found is None or known is None:
            return entry
        return enhanced(entry, self.sheets.load(found), known)

    def _units(self, text: str, entry: Entry, sheet: Datasheet | None) -> tuple[Entry, ...]:
        """The units that something said of another unit is, where that has no wargear of this name."""
        made = tuple(map(self._counted, pieces(text, entry.line or 0)))
        if not made or any(
            sheet is not None and match(each.sheet, wargear_names(sheet)).found for each in made
        ):
            return ()
        return made if all(self._is_unit(each.sheet, sheet) for each in made) else ()

    def _is_unit(self, name: str, sheet: Datasheet | None) -> bool:
        """Whether a name is a unit's own, or a slip away from that of one of the same faction."""
        found = self.sheets.match(name, self.faction or (sheet.faction if sheet else None))
        if found.short:
            return False
        alike = found.found is not None and sheet is not None and found.found.faction == sheet.faction
        return bool(found.several) or (found.found is not None and (found.assumed is None or alike))

    def _copies(self, entry: Entry) -> list[Entry]:
        """A unit, or several where its number does not count models."""
        count = entry.models if not entry.listed else _lone(entry)
        known = self.sheets.of(entry).known if count and 1 < count <= MOST_COPIES else None
        if not count or known is None or entry.leader is not None:
            if entry.copies:
                self.notes[f"{count}x {entry.sheet}: read as {count} models in one unit"] = None
            return [msgspec.structs.replace(entry, copies=False)]
        sheet = self.sheets.load(known)
        least, most = limits(sheet)
        if most < 1 or least <= count <= most or not (entry.copies or most == 1):
            if entry.copies:
                self.notes[f"{count}x {sheet.name}: read as {count} models in one unit"] = None
            return [msgspec.structs.replace(entry, copies=False)]
        self.notes[f"{count}x {sheet.name}: read as {count} units, for one has {_span(least, most)}"] = None
        return _shared(entry, count, cost(sheet, max(least, 1)))

    def _shared(self, units: list[Entry]) -> list[Entry]:
        """Units of one line, of which the first has the points: those are of one or of all, whichever comes
        nearer to what their sheet says."""
        if len(units) < 2 or units[0].line is None:
            return units
        first, *others = units
        alike = all(
            (each.sheet, each.models, each.points) == (first.sheet, first.models, None) for each in others
        )
        known = self.sheets.of(first).known if alike and first.points is not None else None
        if known is None or first.models is None:
            return units
        points = _points_of_each(first.points, len(units), cost(self.sheets.load(known), first.models))
        return [msgspec.structs.replace(unit, points=own) for unit, own in zip(units, points, strict=True)]


def _station(name: str) -> tuple[str, ...]:
    """The words that tell a detachment apart from those of other names and other kinds."""
    every = words(name)
    return tuple(word for word in every if word not in _KINDS) or every


def _names_of(faction: str) -> tuple[str, ...]:
    return faction, re.split(r"\s+[-–—]\s+", faction.strip())[-1]


def _span(least: int, most: int) -> str:
    return (
        "1 model" if least == most == 1 else f"{least} to {most} models" if least < most else f"{most} models"
    )


def _lone(entry: Entry) -> int | None:
    """How many there are where one line under the unit's own name is all that is listed, each with the same."""
    row = entry.listed[0]
    alike = len(entry.listed) == 1 and words(row.name) == words(entry.sheet) and row.count > 0
    return row.count if alike and not any(item.count % row.count for item in row.items) else None


def _shared(entry: Entry, count: int, each: int | None) -> list[Entry]:
    """So many units of an entry. Its points are those of one where that comes nearer to what one costs."""
    listed = tuple(
        Listed(row.name, 1, tuple(Item(item.name, item.count // count) for item in row.items))
        for row in entry.listed
    )
    one = msgspec.structs.replace(entry, models=None, copies=False, listed=listed)
    points = _points_of_each(entry.points, count, each)
    return [
        msgspec.structs.replace(one if not n else _further(one), points=own) for n, own in enumerate(points)
    ]


def _points_of_each(points: int | None, count: int, each: int | None) -> Sequence[int | None]:
    """The points of so many units of a line. They are of one unit where they come nearer to what one costs by
    its sheet, else of all."""
    if points is None or (each is not None and abs(points - each) <= abs(points - each * count)):
        return [points] * count
    share, rest = divmod(points, count)
    return [share + (n < rest) for n in range(count)]


def _further(entry: Entry) -> Entry:
    """Another unit of the same line: there is one Warlord, and an Enhancement is one unit's."""
    return msgspec.structs.replace(entry, warlord=False, enhancements=())


def _in_place(parts: Sequence[Sequence[Entry]]) -> list[Entry]:
    """All units, with places in the old list turned into places in the new one; of several the first."""
    starts, at = [], 0
    for made in parts:
        starts.append(at if made else None)
        at += len(made)
    return [
        msgspec.structs.replace(
            entry, joins=_moved(entry.joins, starts), embarked=_moved(entry.embarked, starts)
        )
        for made in parts
        for entry in made
    ]


def _moved(place: int | None, starts: Sequence[int | None]) -> int | None:
    if place is None or not 0 <= place < len(starts):
        return place
    return starts[place]
