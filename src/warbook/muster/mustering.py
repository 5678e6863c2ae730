"""A list becomes an army: every line finds its sheet, every unit its models, and the game judges the whole.

One unit that is not known voids nothing: its line is told with the names that come closest, and can be given
a sheet by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from warbook import library
from warbook.errors import InputError
from warbook.library import lookup
from warbook.muster.enrolling import Meaning, Sheets
from warbook.muster.fitting import fit
from warbook.muster.settling import settled
from warbook.names import keyword, words
from warbook.rules.army import (
    Army,
    ArmyNote,
    ArmyProblem,
    Told,
    Unit,
    Verdict,
    is_meant,
    keywords,
    notes,
    problems,
)
from warbook.rules.prices import Priced, priced
from warbook.rules.system import System
from warbook.sheets.kit import key, kit
from warbook.sheets.loadout import Squad
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet, Faction

BARE = "only the bundled units are known: warbook library add keeps those of your own documents"
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
    newer: tuple[str, ...] = ()
    """Units of which there are data that are later than the date asked for."""

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
    roster: Roster,
    system: System,
    size: str | None = None,
    matches: Mapping[str, str] | None = None,
    dated: str | None = None,
) -> Mustered:
    """Judge a list under a game's rules. ``size`` is the battle size or points that it must fit; ``matches``
    gives sheets by hand to names as they are written; no data later than ``dated`` count. Raises InputError
    where the game has no army rules here, or a match names no sheet, or the size is none of the game's."""
    if system.muster is None:
        raise InputError("army", system.name, "this game has no rules for armies here yet")
    finder = _Finder(roster, matches or {}, dated)
    roster = finder.roster
    found = [part for place, entry in enumerate(roster.units) for part in finder.units(place, entry)]
    finder.sheets.complain()
    army = _with_strays(Army(roster, tuple(unit for unit, _ in found), _faction(roster, found), size))
    lines = tuple(_line(unit, priced(army, unit), meaning) for unit, meaning in found)
    verdict = system.muster(system.rules, army)
    told = (*(ArmyNote(None, text) for text in finder.notes), *_unknown(found), *verdict.told)
    judged = msgspec.structs.replace(verdict, told=told)
    return Mustered(system, army, lines, judged, tuple(finder.sheets.newer))


def _line(unit: Unit, price: Priced, meaning: Meaning) -> Line:
    assumed = f"{meaning.by_hand}, by hand" if meaning.by_hand else meaning.assumed
    return Line(unit, price, assumed, meaning.candidates)


_Part = tuple[Unit, Meaning]


class _Finder:
    """Finds the sheets and models of one list, whose open questions it settles first."""

    def __init__(self, roster: Roster, matches: Mapping[str, str], dated: str | None) -> None:
        self.sheets = Sheets(roster, matches, dated)
        made = settled(roster, self.sheets)
        self.roster, self.notes = made.roster, made.notes

    def units(self, place: int, entry: Entry) -> list[_Part]:
        """The unit of an entry, and the leader that it names without an entry of its own."""
        parts = [self._unit(place, entry, self.sheets.of(entry), False)]
        if entry.leader is not None:
            parts.append(self._unit(place, entry, self.sheets.named(entry.leader, entry.leader), True))
        return parts

    def _unit(self, place: int, entry: Entry, meaning: Meaning, attached: bool) -> _Part:
        if meaning.known is None:
            return Unit(place, entry, None, attached=attached), meaning
        given = granted(entry, self.roster.detachments)
        return _fitted(place, entry, self.sheets.load(meaning.known), attached, given), meaning


def _fitted(place: int, entry: Entry, sheet: Datasheet, attached: bool, given: frozenset[str]) -> Unit:
    """An entry, or the leader attached to it, on its sheet, with the keywords that the list gives it."""
    fitted = fit(Entry(sheet.name) if attached else entry, sheet)
    models, judged = fitted.squad, fitted.judged
    if judged.problems and not attached and _is_completed(entry, models):
        doubts = (f"{text}, with the default loadout that the list does not tell" for text in judged.problems)
        judged = msgspec.structs.replace(judged, problems=(), unsure=(*judged.unsure, *doubts))
    every = keywords(sheet) | given
    faults = tuple(text for text in fitted.problems if text not in fitted.sizes)
    return Unit(place, entry, sheet, models, attached, every, judged, faults, fitted.notes, fitted.sizes)


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


def granted(entry: Entry, detachments: Sequence[str] = ()) -> frozenset[str]:
    """Keywords that the list itself says a unit has, as apps do for those that one of its detachments gives.

    >>> granted(Entry("Moss Crawler", notes=("Gravel Column Keywords: Character",)))
    frozenset({'CHARACTER'})
    >>> granted(Entry("Moss Crawler", notes=("Gravel Column Character",)), ["Gravel Column"])
    frozenset({'CHARACTER'})
    """
    labelled = (_GRANTED.search(note) for note in entry.notes)
    texts = [word for match in labelled if match for word in match.group(1).split(",")]
    homes = [words(name) for name in detachments]
    by_detachment = (note.rpartition(" ") for note in entry.notes)
    texts += [last for home, _, last in by_detachment if words(home) in homes]
    return frozenset(map(keyword, texts))


def _faction(roster: Roster, found: Sequence[_Part]) -> Faction | None:
    """What is known of the army's faction, by the list's name for it or by most of its sheets."""
    counts = Counter(unit.sheet.faction for unit, _ in found if unit.sheet and not unit.entry.allied)
    commonest = counts.most_common(1)[0][0] if counts else None
    for name in (roster.faction, commonest):
        known = lookup.account(name, roster.system) if name else None
        if known is not None:
            return _with_allies(known, roster.system, counts)
    return None


def _with_strays(army: Army) -> Army:
    """An army with the factions of those of its detachments that its own faction does not have."""
    own = army.faction.detachments if army.faction else ()
    foreign = [name for name in army.detachments if own and not any(is_meant(each.name, name) for each in own)]
    homes = ((name, lookup.home_of_detachment(name, army.roster.system)) for name in foreign)
    return msgspec.structs.replace(army, strays=tuple((name, home) for name, home in homes if home))


def _with_allies(faction: Faction, system: str, others: Iterable[str]) -> Faction:
    """A faction that tells its allies by their documents' own keys with the names of those in the army."""
    named = [(name, lookup.account(name, system)) for name in others] if faction.allies else []
    meant = [name for name, known in named if known and known.id in faction.allies]
    return msgspec.structs.replace(faction, allies=(*faction.allies, *meant))


def _unknown(found: Sequence[_Part]) -> list[Told]:
    """Units without a sheet: nothing is judged of them but their points."""
    told = [ArmyNote(unit.place, f"{unit.name}: {meaning.why}") for unit, meaning in found if meaning.why]
    bare = [ArmyNote(None, BARE)] if told and not library.exists() else []
    return [*told, *bare]
