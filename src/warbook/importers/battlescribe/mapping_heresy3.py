"""The Horus Heresy, 3rd edition: a catalogue's units as datasheets, and what it says of its faction."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

import msgspec

from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.heresy3_choices import unfold
from warbook.importers.battlescribe.heresy3_factions import SYSTEM, UNITS, faction_name, read_faction
from warbook.importers.battlescribe.heresy3_profiles import (
    ACCESS,
    ARMOUR,
    CAPACITY,
    MODEL,
    TYPE,
    VEHICLE,
    Arms,
    Profiles,
    states_model,
    valued,
)
from warbook.importers.battlescribe.heresy3_rules import RuleNames
from warbook.importers.battlescribe.heresy3_texts import TYPES, Texts
from warbook.importers.battlescribe.heresy3_wargear import POINTS, Wargear, unnumbered
from warbook.importers.battlescribe.heresy3_weapons import Weapons
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import Kind, kinds
from warbook.importers.battlescribe.library import Document
from warbook.importers.battlescribe.makeups import as_one, makeups
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.selections import own_changes
from warbook.importers.battlescribe.sizes import costs
from warbook.importers.dates import date_in
from warbook.importers.parts import Parts
from warbook.names import words
from warbook.sheets.document import normalise
from warbook.sheets.sheet import (
    Collection,
    Composition,
    Datasheet,
    Missing,
    Model,
    Note,
    Points,
    Problem,
    Source,
)

REVISION = "2025"
NOT_ROLES = frozenset(("army configuration", "uncategorised", "configuration", "illegal units"))
_FORMS = {"SAV": r"[2-6]\+|-", "INV": r"[2-6]\+|-"}
_NOT_FIGURES = frozenset((TYPE, CAPACITY, ACCESS))
_SAVE = re.compile(r"^(\d)\+*$")
_NUMBER = r"\d{1,2}|-"


def collected(reading: Reading, roots: Sequence[tuple[Entry, Document]]) -> Collection:
    """The sheets of the units among root entries, and the faction that the catalogue is of."""
    readings = {document.id: _at_home(reading, document) for _, document in roots}
    units: dict[tuple[str, str], tuple[Entry, Document]] = {}
    for entry, document in roots:
        if _is_unit(readings[document.id], entry):
            units.setdefault((entry.nodes[-1].id, entry.name), (entry, document))
    parts = Parts(reading.document.path)
    read = [
        parts.read(entry.name, _read, readings[document.id], entry, document)
        for entry, document in units.values()
    ]
    sheets = tuple(filter(None, read))
    doubts: list[str] = []
    own = [entry for entry, document in roots if document.id == reading.document.id]
    faction = read_faction(reading, own, doubts)
    told = (
        Problem(0, doubt, place=reading.document.root.place, path=reading.document.path)
        for doubt in dict.fromkeys(doubts)
    )
    return Collection(sheets, (faction,) if faction else (), (*parts.problems, *told))


def _at_home(reading: Reading, document: Document) -> Reading:
    """The reading of a catalogue in the army that its units are in.

    What several Legions borrow belongs to none of them; what one alone does, to that one.
    """
    if not document.is_library:
        return reading.of(document)
    borrowers = [
        other.id
        for other in reading.library.documents.values()
        if not other.is_library
        and any(
            link.get("targetId") == document.id and link.flag("importRootEntries")
            for link in other.root.children("catalogueLinks")
        )
    ]
    home = borrowers[0] if len(borrowers) == 1 else document.id
    return Reading(reading.library, document, reading.entries, home=home)


def _is_unit(reading: Reading, entry: Entry) -> bool:
    """Whether a root entry is a unit that can be shown, by its type or by a category that only units have."""
    if entry.hidden and not own_changes(entry, "hidden"):
        return False
    if entry.type in UNITS:
        return True
    named = (reading.category(link.get("targetId")) for link in entry.each("categoryLinks"))
    return entry.type == "upgrade" and any(name in TYPES for name in named)


def _read(reading: Reading, entry: Entry, document: Document) -> Datasheet:
    """The sheet of a unit, over all ways to make it up."""
    sheet = _Sheet(reading, entry, document)
    ways = makeups(sheet.unit)
    return as_one([_Sheet(reading, entry, document, way).read() for way in ways]) if ways else sheet.read()


class _Sheet:
    """One unit while it is read."""

    def __init__(
        self,
        reading: Reading,
        entry: Entry,
        document: Document,
        chosen: Mapping[str, bool] | None = None,
    ) -> None:
        self.reading = reading
        self.document = document
        self.entry = entry
        self.unit = reading.unit(entry, Arms(reading).taken, chosen)
        self.profiles = Profiles(reading, self.unit)
        self.kinds = kinds(self.unit, self.profiles.alike, self.profiles.is_model)
        unfold(self.unit, reading)
        self.doubts: list[str] = []
        self.missing: dict[Missing, None] = {}
        rules = RuleNames.of(reading.library)
        self.weapons = Weapons(self.profiles, rules, self.doubts)
        self.texts = Texts(reading, self.profiles, self.kinds, rules, self.doubts)
        self.lines = self._statlines()
        self._rename()

    def _rename(self) -> None:
        """Gives each kind of models the name of its statline, where that only says more than its entry does."""
        for kind in self.kinds:
            printed = next((" ".join(line.name.split()) for line in self.lines[kind.name]), "")
            short, long = words(kind.name), words(printed)
            if len(long) > len(short) and set(short) <= set(long) and printed not in self.lines:
                self.lines[printed] = self.lines.pop(kind.name)
                kind.name = printed

    def read(self) -> Datasheet:
        texts = self.texts
        wargear = Wargear(self.profiles, self.weapons, self.unit, self.kinds)
        types = {kind.name: texts.types(kind, next(iter(self.lines[kind.name]), None)) for kind in self.kinds}
        models = tuple(self._model(kind, types[kind.name]) for kind in self.kinds)
        main = tuple(dict.fromkeys(name for found, _ in types.values() for name in found))
        subs = tuple(dict.fromkeys(name for _, found in types.values() for name in found))
        options = wargear.options()
        sheet = Datasheet(
            self.unit.name,
            faction_name(self.reading),
            SYSTEM,
            REVISION,
            self._source(),
            models=models,
            weapons=self.weapons.of_unit(),
            options=options,
            loadout=wargear.loadout(),
            composition=tuple(Composition(one.name, one.fewest, one.highest) for one in self.kinds),
            points=self._points(),
            transport=texts.transport([line for lines in self.lines.values() for line in lines]),
            keywords=tuple(dict.fromkeys((*main, *subs, *texts.traits))),
            role=self._role(),
            types=main,
            sub_types=subs,
            traits=tuple(texts.traits),
            abilities=texts.listed(),
            plays=tuple(texts.plays.values()),
            choice_lists=wargear.lists(),
            notes=(
                *texts.notes,
                *(Note(weapon, mount) for weapon, mount in self.weapons.mounts.items()),
                *unnumbered(options, sum(kind.most for kind in self.kinds)),
            ),
            id="::".join(self.entry.ids),
        )
        return self._finished(sheet)

    def _source(self) -> Source:
        date = date_in(self.document.root.get("publicationDate"))
        return Source(os.path.basename(self.document.path), date)

    def _finished(self, sheet: Datasheet) -> Datasheet:
        self._tell_lost(sheet)
        place = self.entry.nodes[-1].place
        problems = (
            Problem(0, doubt, place=place, path=self.document.path) for doubt in dict.fromkeys(self.doubts)
        )
        lacks = any(missing.token in ("statline", "loadout") for missing in self.missing)
        return msgspec.structs.replace(
            sheet,
            complete=bool(sheet.models) and not lacks,
            missing=tuple(self.missing),
            problems=tuple(problems),
        )

    def _tell_lost(self, sheet: Datasheet) -> None:
        for model in sheet.models:
            if not states_model(frozenset(model.characteristics)):
                self.missing.setdefault(Missing("statline", model.name))
            self.missing.setdefault(Missing("base", model.name))
        for lost in self.weapons.lost:
            self.missing.setdefault(Missing("table", lost))
        for token, where, found in (
            ("statline", sheet.name, sheet.models),
            ("table", "points", sheet.points),
            ("keyword", "types", sheet.types),
            ("keyword", "traits", sheet.traits),
        ):
            if not found:
                self.missing.setdefault(Missing(token, where))

    def _model(self, kind: Kind, types: tuple[tuple[str, ...], tuple[str, ...]]) -> Model:
        values = self._characteristics(kind.name, self.lines[kind.name])
        return Model(kind.name, kind.least, kind.most, None, values, (*types[0], *types[1]))

    def _characteristics(self, name: str, lines: Sequence[Info]) -> dict[str, str]:
        """A model's values; of a machine of several parts, those of each part under its name besides."""
        if not lines:
            return {}
        out = self._printed(name, valued(lines[0]))
        for line in lines[1:]:
            part = self._printed(name, valued(line))
            out |= {f"{line.name} {head}": value for head, value in part.items() if head in (*ARMOUR, "HP")}
        return out

    def _printed(self, name: str, values: Mapping[str, str]) -> dict[str, str]:
        """The values of a statline as they are printed; what is none of its kind is told."""
        heads = (*VEHICLE, *MODEL) if "HP" in values else MODEL
        ordered = [
            head for head in dict.fromkeys((*heads, *values)) if head in values and head not in _NOT_FIGURES
        ]
        out = {head: _value(head, values[head]) for head in ordered}
        for head, value in out.items():
            if head in heads and not re.fullmatch(_FORMS.get(head, _NUMBER), value):
                self.doubts.append(f"{name}: {head} of {values[head][:20]!r} is no value of that kind")
        return {head: value for head, value in out.items() if value}

    def _statlines(self) -> dict[str, list[Info]]:
        """Each kind's statlines: its own, the unit's of its name, or those that no other kind has."""
        shared = self.profiles.statlines(self.unit)
        own = {kind.name: self._own(kind) for kind in self.kinds}
        taken = [info for infos in own.values() for info in infos]
        free = [info for info in shared if info not in taken] or shared
        return {name: infos or free[:1] for name, infos in own.items()}

    def _own(self, kind: Kind) -> list[Info]:
        """The statlines of a kind of models: the first, and with it those of the other parts of its machine."""
        line = self.profiles.statline(kind.usual)
        held = [kind.usual, *(one for one in kind.usual.below() if one.number and one.type != "model")]
        every = [info for one in held for info in self.profiles.statlines(one)]
        first = line or next(iter(every), None)
        if first is None:
            return []
        parts = [info for info in every if info.type != first.type and "HP" in valued(info)]
        for info in every:
            if info not in (first, *parts) and info.values != first.values:
                self.doubts.append(f"{kind.name}: a further statline is left out: {info.name}")
        return [first, *parts]

    def _role(self) -> str | None:
        role = " ".join((self.reading.slot(self.unit) or self._slot()).split())
        return None if role.casefold() in NOT_ROLES else role or None

    def _slot(self) -> str:
        """The name that a link gives the unit's category, where the game system is absent."""
        links = [link for link in self.entry.each("categoryLinks") if link.flag("primary")]
        return links[-1].name if links else ""

    def _points(self) -> tuple[Points, ...]:
        cost_type = self.reading.cost_type(POINTS)
        kinds = sorted(self.kinds, key=lambda kind: not kind.least)  # a unit grows by what it must have
        rows = costs(self.unit, kinds, cost_type) if cost_type else []
        return tuple(Points(models, round(cost)) for models, cost in rows if cost)


def _value(head: str, text: str) -> str:
    """A characteristic as it is printed."""
    plain = "".join(normalise(text).replace("–", "-").split()).rstrip('*"”')
    if head == "INV" and not plain:
        return "-"
    if head in _FORMS and (found := _SAVE.match(plain)):
        return f"{found[1]}+"
    return plain
