"""Entries of a roster with their sheets and models, a leader with the unit that he joins, ready to be mustered.

A list that was written for Warbook means what it says, and a mistake in it is an error. A list that some
builder exported is taken as far as it can be: a unit whose sheet is not known stays at home, and that is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warbook import library
from warbook.dice import Value
from warbook.errors import InputError
from warbook.muster.enrolling import Sheets
from warbook.muster.fitting import fit
from warbook.muster.settling import settled
from warbook.names import same
from warbook.sheets.leading import MOST_LEADERS, may_lead, may_share
from warbook.sheets.loadout import Squad, squad
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet
from warbook.systems.wh40k10.bases import HULL, based

SYSTEM = "wh40k10"
Part = tuple[Datasheet, Squad, bool]
"""A sheet, its models, and whether they lead the unit."""


class Party(Value, frozen=True):
    """One unit on the table: its entry, the place of the entry in the list, its parts, the leaders last, and
    the Enhancements in it, each with the sheet of its bearer."""

    entry: Entry
    place: int
    parts: tuple[Part, ...]
    enhancements: tuple[tuple[str, Datasheet], ...] = ()


class Enlisted(Value, frozen=True):
    """The units of a list; ``told`` says who stays at home and what was assumed of the others, ``absent`` the
    former alone."""

    parties: tuple[Party, ...]
    told: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def enlist(roster: Roster) -> Enlisted:
    """The units of a list. Raises InputError for a mistake in Warbook's own list, or if nobody is left."""
    enlisting = _Enlisting(roster, is_own(roster))
    parties = enlisting.parties()
    if not parties:
        raise InputError(roster.name, "units", f"expected units that are known: {'; '.join(enlisting.told)}")
    told = (*enlisting.told, *enlisting.bases())
    return Enlisted(tuple(parties), told, tuple(enlisting.absent))


def is_own(roster: Roster) -> bool:
    """Whether a list was written for Warbook and means what it says."""
    return roster.source is None and not any(entry.listed for entry in roster.units)


class _Enlisting:
    def __init__(self, roster: Roster, own: bool) -> None:
        self.own, self.sheets = own, Sheets(roster)
        made = settled(roster, self.sheets)
        self.roster, self.told = made.roster, list(made.notes)
        self.absent: list[str] = []
        self._known: dict[str, Datasheet] = {}
        self.assumed: dict[str, str] = {}

    def parties(self) -> list[Party]:
        hosts: dict[int, list[Part]] = {}
        for place, entry in enumerate(self.roster.units):
            if self._host(entry) is None and (parts := self._parts(place, entry)):
                hosts[place] = parts
        for place, entry in enumerate(self.roster.units):
            if (host := self._host(entry)) is not None and (parts := self._parts(place, entry)):
                self._attach(hosts, place, host, parts)
        given = self._enhanced(hosts)
        return [
            Party(self.roster.units[place], place, tuple(parts), tuple(given.get(place, ())))
            for place, parts in sorted(hosts.items())
        ]

    def _enhanced(self, hosts: dict[int, list[Part]]) -> dict[int, list[tuple[str, Datasheet]]]:
        """The Enhancements in each unit, with their bearers' sheets: a leader that an entry names has those of
        the entry."""
        found: dict[int, list[tuple[str, Datasheet]]] = {}
        for place, entry in enumerate(self.roster.units):
            host = place if place in hosts else self._host(entry)
            if host not in hosts or not entry.enhancements:
                continue
            own = [sheet for sheet, _, _ in hosts[host] if same(sheet.name, entry.leader or entry.sheet)]
            bearer = own[-1] if own else hosts[host][-1][0]
            found.setdefault(host, []).extend((name, bearer) for name in entry.enhancements)
        return found

    def _host(self, entry: Entry) -> int | None:
        """The place of the unit that an entry joins, if that joins none itself."""
        units = self.roster.units
        place = entry.joins
        if place is None or not 0 <= place < len(units) or units[place].joins is not None:
            return None
        return place

    def _attach(self, hosts: dict[int, list[Part]], place: int, host: int, parts: list[Part]) -> None:
        leader, joined = parts[0][0], hosts.get(host)
        fault = None if joined is None else _barred(leader, joined)
        if joined is not None and fault is None:
            joined += [(sheet, models, True) for sheet, models, _ in parts]
            return
        if self.own and fault is not None:
            raise InputError(self.roster.name, f"units[{place}]", f"{leader.name}: leader: {fault} (K-LDR-01)")
        if fault is not None:
            self.told.append(f"{leader.name} stands alone: {fault} (K-LDR-01)")
        hosts[place] = parts

    def _parts(self, place: int, entry: Entry) -> list[Part]:
        """An entry's own models and its leader's; nothing where it stays at home."""
        try:
            sheet = self._sheet(entry.sheet, entry)
            parts: list[Part] = [(sheet, self._models(entry, sheet), False)]
            if entry.leader is not None:
                leader = _leader(self._sheet(entry.leader, entry), sheet)
                parts.append((leader, squad(leader), True))
        except InputError as fault:
            if self.own:
                told = f"{fault.path}: {fault.place}: {fault.expected}"
                raise InputError(self.roster.name, f"units[{place}]", told) from None
            self.absent.append(f"{entry.written or entry.sheet} stays at home: {fault.expected}")
            self.told.append(self.absent[-1])
            return []
        return parts

    def _sheet(self, name: str, entry: Entry) -> Datasheet:
        """The sheet of a name in the library or the bundled packs. Raises InputError."""
        meaning = self.sheets.named(name, name, entry.faction)
        if meaning.known is None:
            where = "library" if library.exists() else "packs"
            raise InputError(where, repr(name), meaning.why or "expected a known sheet")
        if meaning.assumed:
            self.told.append(meaning.assumed)
        known = meaning.known
        if known.key not in self._known:
            self._known[known.key], assumed = based(self.sheets.load(known))
            self.assumed.update(assumed)
        return self._known[known.key]

    def bases(self) -> Iterator[str]:
        """What models are taken to stand on whose documents print no base."""
        hulls = [name for name, base in self.assumed.items() if base == HULL]
        others = [f"{name} {base}" for name, base in self.assumed.items() if base != HULL]
        if others:
            how = "no document here prints their bases: the commonest of their keywords and Wounds"
            yield f"{', '.join(others)}: {how}; one that does (warbook library add) counts instead"
        if hulls:
            yield f"{', '.join(hulls)}: on {HULL}, whatever its real size"

    def _models(self, entry: Entry, sheet: Datasheet) -> Squad:
        """The models of an entry. Raises InputError where they cannot fight."""
        if self.own:
            return squad(sheet, entry.models, entry.loadout)
        fitted = fit(entry, sheet)
        self.told += [f"{sheet.name}: {told}" for told in (*fitted.problems, *fitted.notes)]
        _fights(sheet, fitted.squad)
        return fitted.squad


def _barred(leader: Datasheet, joined: Sequence[Part]) -> str | None:
    """Why a leader may not be with a unit and the leaders that it has; ``None`` where he may, or where nothing
    tells that he may not."""
    (sheet, models, _), *others = joined
    if not may_lead(leader, sheet):
        return f"it does not lead {sheet.name}"
    if len(others) >= MOST_LEADERS:
        return f"{sheet.name} has {MOST_LEADERS} leaders, the most that there may be"
    size = sum(group.count for group in models)
    if any(may_share(other, leader, sheet, size) is False for other, _, _ in others):
        return f"no datasheet allows it to be with {others[0][0].name} in one unit"
    return None


def _leader(leader: Datasheet, sheet: Datasheet) -> Datasheet:
    if not may_lead(leader, sheet):
        raise InputError(leader.name, "leader", f"it does not lead {sheet.name} (K-LDR-01)")
    return leader


def _fights(sheet: Datasheet, models: Sequence[object]) -> None:
    if not models:
        raise InputError(sheet.name, "models", "expected models with a statline")
    for model in sheet.models:
        lost = [head for head in ("M", "T", "W") if not model.characteristics.get(head)]
        if lost:
            raise InputError(sheet.name, model.name, f"expected a statline ({', '.join(lost)} of {model.name})")
