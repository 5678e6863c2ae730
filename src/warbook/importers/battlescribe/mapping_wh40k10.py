"""Warhammer 40,000, 10th edition: a catalogue's units as datasheets, and what it says of its faction."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

import msgspec

from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.kinds import Kind, kinds
from warbook.importers.battlescribe.library import Document
from warbook.importers.battlescribe.makeups import as_one, makeups
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.selections import Selection, own_changes
from warbook.importers.battlescribe.sizes import costs
from warbook.importers.battlescribe.wh40k10_factions import faction_name, read_faction
from warbook.importers.battlescribe.wh40k10_leaders import attached
from warbook.importers.battlescribe.wh40k10_profiles import Arms, Profiles
from warbook.importers.battlescribe.wh40k10_texts import Texts
from warbook.importers.battlescribe.wh40k10_wargear import Wargear
from warbook.importers.dates import date_in
from warbook.importers.parts import Parts
from warbook.importers.wh40k10_profiles import printed
from warbook.names import keyword
from warbook.sheets.sheet import (
    Collection,
    Composition,
    Datasheet,
    Missing,
    Model,
    Points,
    Problem,
    Source,
)

SYSTEM = "wh40k10"
UNITS = ("unit", "model")
NOT_PRINTED = frozenset(("allied units", "configuration", "uncategorised", "reference", "illegal units"))
"""Places in a list that stand among the categories like keywords, and that no card prints."""
HEADS = {"M": "M", "T": "T", "SV": "Sv", "W": "W", "LD": "Ld", "OC": "OC"}

_LEGENDS = re.compile(r"\s*[\[(]legends[\])]", re.IGNORECASE)
_FACTION = re.compile(r"^faction:\s*", re.IGNORECASE)
_LEAST = re.compile(r'^(\d+)(?:"\+|\+)$')


def collected(reading: Reading, roots: Sequence[tuple[Entry, Document]]) -> Collection:
    """The sheets of the units among root entries, and the faction that the catalogue is of."""
    units = {entry.ids: (entry, document) for entry, document in reversed(roots) if _is_unit(entry)}
    parts = Parts(reading.document.path)
    read = [
        parts.read(entry.name, _read, reading.of(document), entry, document)
        for entry, document in reversed(units.values())
    ]
    found = {_key(sheet): sheet for sheet in reversed(read) if sheet}
    sheets = attached(list(found.values())[::-1])
    faction = read_faction(reading, [entry for entry, _ in roots], sheets)
    return Collection(sheets, (faction,) if faction else (), tuple(parts.problems))


def _key(sheet: Datasheet) -> tuple[str, str, str]:
    """What tells a unit apart that a catalogue takes in by several links."""
    return sheet.faction, sheet.name, (sheet.id or "").rpartition("::")[2]


def _is_unit(entry: Entry) -> bool:
    """Whether a root entry is a unit that can be shown at all."""
    return entry.type in UNITS and (not entry.hidden or bool(own_changes(entry, "hidden")))


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
        for kind in self.kinds:
            kind.name = _named(kind.name)
        self.name = _named(self.unit.name)
        self.doubts: list[str] = []
        self.missing: dict[Missing, None] = {}

    def read(self) -> Datasheet:
        factions, keywords = self._keywords()
        faction = faction_name(self.document, factions)
        texts = Texts(self.reading, self.profiles, self.kinds, (faction, *factions))
        wargear = Wargear(self.profiles, self.unit, self.kinds)
        models = self._models(texts)
        weapons = wargear.weapons(self.doubts)
        sheet = Datasheet(
            self.name,
            faction,
            SYSTEM,
            source=Source(
                os.path.basename(self.document.path), date_in(self.document.root.get("publicationDate"))
            ),
            models=models,
            weapons=weapons,
            options=wargear.options(),
            loadout=wargear.loadout(),
            abilities=texts.abilities(),
            composition=tuple(Composition(one.name, one.fewest, one.highest) for one in self.kinds),
            points=self._points(),
            damaged=texts.damaged,
            transport=texts.transport,
            leads=texts.leads,
            keywords=keywords,
            faction_keywords=factions,
            role=self._role(),
            id="::".join(self.entry.ids),
            legends=bool(_LEGENDS.search(self.unit.name)),
            notes=texts.notes,
            choice_lists=wargear.lists(),
        )
        return self._finished(sheet, [*self.doubts, *texts.doubts])

    def _finished(self, sheet: Datasheet, doubts: Sequence[str]) -> Datasheet:
        self._tell_lost(sheet)
        place = self.entry.nodes[-1].place
        problems = (Problem(0, doubt, place=place, path=self.document.path) for doubt in dict.fromkeys(doubts))
        lacks = any(missing.token == "statline" for missing in self.missing)
        return msgspec.structs.replace(
            sheet,
            complete=bool(sheet.models) and not lacks,
            missing=tuple(self.missing),
            problems=tuple(problems),
        )

    def _tell_lost(self, sheet: Datasheet) -> None:
        for model in sheet.models:
            if any(head not in model.characteristics for head in HEADS.values()):
                self.missing.setdefault(Missing("statline", model.name))
            self.missing.setdefault(Missing("base", model.name))
        for token, where, found in (
            ("statline", sheet.name, sheet.models),
            ("table", "points", sheet.points),
            ("keyword", "keywords", sheet.keywords),
            ("keyword", "faction keywords", sheet.faction_keywords),
        ):
            if not found:
                self.missing.setdefault(Missing(token, where))

    def _keywords(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The unit's faction keywords and its others; what only serves the list builder is hidden."""
        named = self.reading.categories(self.unit)
        factions = [keyword(_FACTION.sub("", name)) for name in named if _FACTION.match(name)]
        shown = self._printed(self.unit)
        shown += [name for kind in self.kinds for name in self._printed(kind.usual)]
        others = [keyword(name) for name in shown if not _FACTION.match(name)]
        return tuple(dict.fromkeys(factions)), tuple(dict.fromkeys(others))

    def _printed(self, selection: Selection) -> list[str]:
        """The categories of a selection that a card prints as keywords."""
        shown = self.reading.shown_categories(selection)
        return [name for name in shown if name.casefold() not in NOT_PRINTED]

    def _models(self, texts: Texts) -> tuple[Model, ...]:
        lines = self._statlines()
        out = []
        for kind in self.kinds:
            save = texts.saves.get(kind.name) or texts.save
            values = {**lines.get(kind.name, {}), **({"Inv": save} if save else {})}
            out.append(Model(kind.name, kind.least, kind.most, None, values, self._own_keywords(kind)))
        return tuple(out)

    def _role(self) -> str | None:
        role = self.reading.slot(self.unit)
        return None if role.casefold() in NOT_PRINTED else role or None

    def _own_keywords(self, kind: Kind) -> tuple[str, ...]:
        if kind.usual is self.unit:
            return ()
        return tuple(keyword(name) for name in self._printed(kind.usual))

    def _statlines(self) -> dict[str, dict[str, str]]:
        """Each kind's statline: its own, the unit's of its name, or the one that no other kind has."""
        shared = self.profiles.statlines(self.unit)
        each = {kind.name: [self.profiles.statline(one) for one in kind.variants] for kind in self.kinds}
        own = {name: next(filter(None, found), None) for name, found in each.items()}
        taken = [info for info in own.values() if info is not None]
        free = [info for info in shared if info not in taken] or shared
        found = {name: info or next(iter(free), None) for name, info in own.items()}
        lines = {name: printed(_heads(info.values), name, self.doubts) for name, info in found.items() if info}
        return self._completed(lines)

    def _completed(self, lines: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        """One statline that only some kinds have is the whole unit's; that is told."""
        found = list(lines.values())
        for kind in self.kinds if found and all(line == found[0] for line in found) else ():
            if kind.name not in lines:
                self.doubts.append(
                    f"{kind.name} has no statline of its own: that of the unit's others is taken"
                )
                lines[kind.name] = dict(found[0])
        return lines

    def _points(self) -> tuple[Points, ...]:
        cost_type = self.reading.cost_type("pts") or self.reading.cost_type("points")
        rows = costs(self.unit, self.kinds, cost_type) if cost_type else []
        return tuple(Points(models, round(cost)) for models, cost in rows if cost)


def _named(name: str) -> str:
    """A name without the mark of what is no longer sold."""
    return " ".join(_LEGENDS.sub("", name).split())


def _heads(values: Mapping[str, str]) -> dict[str, str]:
    """A statline under a printed card's heads; a least Move may have its inches before the plus, or none."""
    out = {HEADS[head.upper()]: value for head, value in values.items() if head.upper() in HEADS}
    return {head: _LEAST.sub(r'\1+"', value.strip()) if head == "M" else value for head, value in out.items()}
