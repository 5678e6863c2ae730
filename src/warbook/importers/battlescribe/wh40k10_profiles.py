"""The sorts of profiles in a 40k catalogue, told by their heads rather than by their type's name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Literal

import msgspec

from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import bare_name
from warbook.importers.battlescribe.library import Library
from warbook.importers.battlescribe.nodes import Node
from warbook.importers.battlescribe.reading import Reading, walk
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.names import Names

_APART = re.compile(r"[,;.]")
_VALUE = re.compile(r"\s*(?:\d*D?\d+(?:\+\d*)?\+?)\s*$", re.IGNORECASE)

_ADDS = re.compile(
    r"\b(?:add|increase|improve)s? (?P<number>\d+)?[^.]*?"
    r"\b(?P<head>Move|Toughness|Save|Wounds|Leadership|Objective Control) characteristic",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\bbearer\b", re.IGNORECASE)
_HEADS = {
    "move": "M",
    "toughness": "T",
    "save": "SV",
    "wounds": "W",
    "leadership": "LD",
    "objective control": "OC",
}
STATLINE = frozenset(("M", "T", "SV", "W", "LD", "OC"))
WEAPON = frozenset(("RANGE", "A", "S", "AP", "D"))
TRANSPORT = frozenset(("CAPACITY",))


def is_statline(info: Info) -> bool:
    return {head.upper() for head in info.values} >= STATLINE


def is_weapon(info: Info) -> bool:
    return {head.upper() for head in info.values} >= WEAPON


def is_transport(info: Info) -> bool:
    return {head.upper() for head in info.values} == TRANSPORT


def kind_of(info: Info) -> Literal["ranged", "melee"]:
    """Which sort of weapon a weapon's profile is of."""
    return "melee" if "WS" in {head.upper() for head in info.values} else "ranged"


def weapon_abilities(library: Library) -> frozenset[str]:
    """The names of all abilities that weapons of a library have, without their values, in lower case."""
    found: frozenset[str] | None = library.kept.get("weapon abilities")
    if found is None:
        texts = {
            value.text
            for document in library.documents.values()
            for value in walk(document.root, "characteristics")
            if value.name.upper() == "KEYWORDS"
        }
        names = (
            _VALUE.sub("", part).strip(" []*-").casefold() for text in texts for part in _APART.split(text)
        )
        found = frozenset(filter(None, names))
        library.kept["weapon abilities"] = found
    return found


def _additions(info: Info) -> dict[str, int]:
    """What a text adds, by the heads of the characteristics."""
    found = (one for text in info.values.values() for one in _ADDS.finditer(text))
    return {_HEADS[one["head"].casefold()]: int(one["number"] or 1) for one in found}


def _value(info: Info, head: str) -> int | None:
    """A characteristic that is a plain number, as it was before it was modified."""
    value = next((value for name, value in info.printed.items() if name.upper() == head), "")
    return int(value) if value.isdecimal() else None


def is_text(info: Info) -> bool:
    """Whether a profile is a named text, an ability."""
    return not info.is_rule and not (is_statline(info) or is_weapon(info) or is_transport(info))


class Arms:
    """Tells entries that are weapons: a unit is armed by default, any other choice is left to the player."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def taken(self, entry: Entry, level: int = 0) -> bool:
        """Whether an entry is a weapon or has one in it."""
        sources = (source.nodes[-1] for source in self.reading.infos.sources(entry))
        if any(_heads(node) >= WEAPON for node in sources):
            return True
        return level < 9 and any(self.taken(child, level + 1) for child in self.reading.entries.children(entry))


def _heads(node: Node) -> frozenset[str]:
    return frozenset(value.name.upper() for value in node.children("characteristics"))


class Profiles:
    """The profiles and rules of one unit's selections, each read once."""

    def __init__(self, reading: Reading, unit: Selection) -> None:
        self.reading = reading
        self.unit = unit
        self._read: dict[int, list[Info]] = {}

    def of(self, selection: Selection) -> list[Info]:
        if id(selection) not in self._read:
            infos = self.reading.infos.of(selection)
            self._read[id(selection)] = [
                self._without_wargear(one, selection) if is_statline(one) else one for one in infos
            ]
        return self._read[id(selection)]

    def _without_wargear(self, info: Info, selection: Selection) -> Info:
        """A statline without what wargear adds to it by a text of its own, which acts where it is carried: as
        it was before it was modified, and where it is printed with that, as others of the unit have it."""
        values = {
            head: info.printed.get(head, value) if head.upper() in self._heads_of_wargear else value
            for head, value in info.values.items()
        }
        own = self._added(selection) if selection.type == "model" and selection is not self.unit else {}
        for head, number in own.items():
            bare = {value for one in self._others(selection, head) if (value := _value(one, head)) is not None}
            if bare and _value(info, head) == min(bare) + number:
                values = {name: str(min(bare)) if name.upper() == head else v for name, v in values.items()}
        return msgspec.structs.replace(info, values=values)

    def _others(self, selection: Selection, head: str) -> Iterator[Info]:
        """The statlines of the unit's models that carry nothing which adds to a characteristic."""
        for one in self.unit.below():
            if one.type == "model" and one is not selection and head not in self._added(one):
                yield from filter(is_statline, self.reading.infos.of(one))

    @cached_property
    def _heads_of_wargear(self) -> frozenset[str]:
        """The heads of the characteristics to which wargear of the unit's models says that it adds."""
        below = list(self.unit.below())
        upgrades = (one for one in below if one.type == "upgrade" and (one.number or one.least))
        texts = (info for one in upgrades for info in self.reading.infos.of(one) if is_text(info))
        borne = (info for one in below for info in self.borne(one))
        return frozenset(head for info in (*texts, *borne) for head in _additions(info))

    def _added(self, model: Selection) -> dict[str, int]:
        """What a model's wargear says that it adds, by the heads of the characteristics."""
        upgrades = (one for one in model.below() if one.type == "upgrade" and (one.number or one.least))
        texts = (info for one in upgrades for info in self.reading.infos.of(one) if is_text(info))
        found: dict[str, int] = {}
        for info in (*texts, *self.borne(model)):
            found.update(_additions(info))
        return found

    def borne(self, model: Selection) -> list[Info]:
        """Texts of a model among others that add to its bearer's characteristics: wargear without an entry of
        its own."""
        if model.type != "model" or model is self.unit:
            return []
        return [
            info
            for info in self.reading.infos.of(model)
            if is_text(info) and _additions(info) and any(map(_BEARER.search, info.values.values()))
        ]

    def statlines(self, selection: Selection) -> list[Info]:
        return [info for info in self.of(selection) if is_statline(info)]

    def weapons(self, selection: Selection) -> list[Info]:
        return [info for info in self.of(selection) if is_weapon(info)]

    def texts(self, selection: Selection) -> list[Info]:
        return [info for info in self.of(selection) if is_text(info)]

    def rules(self, selection: Selection) -> list[Info]:
        return [info for info in self.of(selection) if info.is_rule]

    def is_model(self, selection: Selection) -> bool:
        """Whether an entry is a model, by its type or by a statline of its own."""
        if selection.type == "model" or selection is self.unit or selection.is_group:
            return selection.type == "model"
        return bool(self.statlines(selection))

    def statline(self, model: Selection) -> Info | None:
        """A model's statline: its own, its group's, or the unit's of its name.

        None where only the unit may tell.
        """
        if model is self.unit:
            return self._named(self.statlines(model), model)
        groups = itertools.takewhile(lambda near: near.is_group, itertools.islice(model.line(), 1, None))
        of_groups = (self._grouped(self.statlines(group), model) for group in groups)
        own = self.statlines(model)
        found = own[0] if own else next(filter(None, of_groups), None)
        return found or self._named(self.statlines(self.unit), model)

    def _grouped(self, lines: list[Info], model: Selection) -> Info | None:
        """A group's statline of a model: that of its name, or the only one."""
        return lines[0] if len(lines) == 1 else self._named(lines, model)

    def _named(self, lines: list[Info], model: Selection) -> Info | None:
        names = Names(info.name for info in lines)
        name = names.find(model.name) or names.find(bare_name(model.name))
        return next((info for info in lines if info.name == name), None)

    def alike(self, one: Selection, other: Selection) -> bool:
        """Whether two models have one statline."""
        lines = self.statlines(self.unit)
        only = lines[0] if len(lines) == 1 else None
        first, second = self.statline(one) or only, self.statline(other) or only
        if first is None or second is None:
            return first is second or len(lines) < 2
        return first.values == second.values
