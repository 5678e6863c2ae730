"""A list becomes an army: every line finds its sheet, every unit its models, and the game judges the whole.

One unit that is not known voids nothing: its line is told with the names that come closest, and can be given
a sheet by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from warbook import lookup
from warbook.errors import InputError
from warbook.fitting import fit
from warbook.kit import key, kit
from warbook.loadout import Squad
from warbook.matching import match
from warbook.names import keyword, same
from warbook.roster import Entry, Roster
from warbook.rules.muster import Army, ArmyNote, ArmyProblem, Told, Unit, Verdict, keywords, notes, problems
from warbook.rules.prices import Priced, priced
from warbook.rules.system import System
from warbook.sharing import shared_out
from warbook.sheet import Datasheet
from warbook.wargear import Judged, check

_GRANTED = re.compile(r"\bkeywords?: *(.+)", re.IGNORECASE)


class Line(msgspec.Struct, frozen=True):
    """What became of one unit of a list: ``assumed`` is how its name was read, ``candidates`` are the names
    that come closest to one that was not found."""

    unit: Unit
    priced: Priced
    assumed: str | None = None
    candidates: tuple[str, ...] = ()


class Mustered(msgspec.Struct, frozen=True):
    """A judged army."""

    system: System
    army: Army
    lines: tuple[Line, ...]
    verdict: Verdict

    @property
    def problems(self) -> tuple[ArmyProblem, ...]:
        """What is against the rules."""
        return tuple(problems(self.verdict.told))

    @property
    def notes(self) -> tuple[ArmyNote, ...]:
        """What is worth telling and against no rule."""
        return tuple(notes(self.verdict.told))

    @property
    def points(self) -> int:
        """What the units cost together: by the list, or by their sheets where the list does not say."""
        return sum(line.priced.points or 0 for line in self.lines)


def mustered(
    roster: Roster, system: System, size: str | None = None, matches: Mapping[str, str] | None = None
) -> Mustered:
    """Judge a list under a game's rules. ``size`` is the battle size or points that it must fit; ``matches``
    gives sheets by hand to names as they are written. Raises InputError where the game has no army rules here,
    or a match names no sheet, or the size is none of the game's."""
    if system.muster is None:
        raise InputError("army", system.name, "this game has no rules for armies here yet")
    finder = _Finder(roster, matches or {})
    found = [part for place, entry in enumerate(roster.units) for part in finder.units(place, entry)]
    finder.complain()
    army = Army(roster, tuple(unit for unit, _, _ in found), _faction(roster, found), size)
    lines = tuple(Line(u, priced(army, u), assumed, candidates) for u, assumed, candidates in found)
    verdict = system.muster(system.rules, army)
    told = (*_unknown(lines), *verdict.told)
    return Mustered(system, army, lines, msgspec.structs.replace(verdict, told=told))


_Part = tuple[Unit, str | None, tuple[str, ...]]


class _Finder:
    """Finds the sheets and models of one list."""

    def __init__(self, roster: Roster, matches: Mapping[str, str]) -> None:
        self.roster = roster
        self.among = lookup.known(roster.system)
        self.matches = matches
        self.matched: set[str] = set()
        self.sheets: dict[str, Datasheet] = {}

    def units(self, place: int, entry: Entry) -> list[_Part]:
        """The unit of an entry, and the leader that it names without an entry of its own."""
        parts = [self._unit(place, entry, entry.written or entry.sheet, entry.sheet, False)]
        if entry.leader is not None:
            parts.append(self._unit(place, entry, entry.leader, entry.leader, True))
        return parts

    def complain(self) -> None:
        """Raises InputError for a match by hand that no line of the list has."""
        for written in self.matches:
            if written not in self.matched:
                raise InputError("army", f"match {written!r}", "expected a name as the list has it")

    def _unit(self, place: int, entry: Entry, written: str, name: str, attached: bool) -> _Part:
        by_hand = next((n for w, n in self.matches.items() if same(w, written) or same(w, name)), None)
        self.matched |= {w for w in self.matches if same(w, written) or same(w, name)}
        meant = match(by_hand or name, self.among, entry.faction or self.roster.faction)
        if meant.found is None:
            if by_hand:
                close = f"; closest: {', '.join(meant.candidates)}" if meant.candidates else ""
                raise InputError("army", f"match {by_hand!r}", f"expected the name of a known sheet{close}")
            return Unit(place, entry, None, attached=attached), None, meant.candidates
        unit = _fitted(place, entry, self._sheet(meant.found), attached)
        return unit, f"{by_hand}, by hand" if by_hand else meant.assumed, ()

    def _sheet(self, known: lookup.Known) -> Datasheet:
        """The sheet of a unit, loaded once however many of it there are."""
        if known.key not in self.sheets:
            self.sheets[known.key] = lookup.load(known)
        return self.sheets[known.key]


def _fitted(place: int, entry: Entry, sheet: Datasheet, attached: bool) -> Unit:
    """An entry, or the leader attached to it, on its sheet."""
    fitted = fit(Entry(sheet.name) if attached else entry, sheet)
    models, judged = _judged(sheet, fitted.squad)
    if judged.problems and not attached and _is_completed(entry, models):
        doubts = (f"{text}, with the default loadout that the list does not tell" for text in judged.problems)
        judged = msgspec.structs.replace(judged, problems=(), unsure=(*judged.unsure, *doubts))
    words = keywords(sheet) | granted(entry)
    return Unit(place, entry, sheet, models, attached, words, judged, fitted.problems, fitted.notes)


def _is_completed(entry: Entry, models: Squad) -> bool:
    """Whether the models carry more than a list says: where it tells of no weapons, they have their own."""
    listed = Counter[str]()
    for row in entry.listed:
        listed[key(row.name)] += row.count
        listed.update({key(item.name): item.count for item in kit(row.items)})
    carried = Counter[str]()
    for group in models:
        carried.update({key(item.name): item.count * group.count for item in kit(group.items)})
    return bool(entry.listed) and any(count > listed[name] for name, count in carried.items())


def granted(entry: Entry) -> frozenset[str]:
    """Keywords that the list itself says a unit has, as apps do for those that a detachment gives.

    >>> granted(Entry("Moss Crawler", notes=("Gravel Column Keywords: Character",)))
    frozenset({'CHARACTER'})
    """
    found = (_GRANTED.search(note) for note in entry.notes)
    return frozenset(keyword(word) for match in found if match for word in match.group(1).split(","))


def _judged(sheet: Datasheet, models: Squad) -> tuple[Squad, Judged]:
    """A unit's models and the judgement on them. A list tells what models carry between them: where the first
    sharing out is against the options, another may not be."""
    judged = check(sheet, models) if models else Judged(cost=None)
    if judged.problems or judged.unlisted:
        other = shared_out(sheet, models)
        better = check(sheet, other) if other else judged
        if other and not better.problems:
            return other, better
    return models, judged


def _faction(roster: Roster, found: Sequence[_Part]) -> Any:
    """What is known of the army's faction, by the list's name for it or by most of its sheets."""
    counts = Counter(unit.sheet.faction for unit, _, _ in found if unit.sheet and not unit.entry.allied)
    commonest = counts.most_common(1)[0][0] if counts else None
    for name in (roster.faction, commonest):
        known = lookup.faction(name, roster.system) if name else None
        if known is not None:
            return known
    return None


def _unknown(lines: Sequence[Line]) -> list[Told]:
    """Units without a sheet: nothing is judged of them but their points."""
    told: list[Told] = []
    for line in lines:
        if line.unit.sheet is None:
            close = f"; closest: {', '.join(line.candidates)}" if line.candidates else ""
            told.append(ArmyNote(line.unit.place, f"{line.unit.name}: no sheet of this name is known{close}"))
    return told
