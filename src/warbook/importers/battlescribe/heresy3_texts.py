"""What a Horus Heresy unit is and does besides its figures: traits, rules, wargear, plays, transport."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from warbook.document import split_outside
from warbook.importers.battlescribe.heresy3_plays import is_play, play_name, play_of
from warbook.importers.battlescribe.heresy3_profiles import (
    ACCESS,
    CAPACITY,
    TYPE,
    Profiles,
    is_trait,
    said,
    valued,
)
from warbook.importers.battlescribe.heresy3_rules import RuleNames
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.names import key
from warbook.sheet import Ability, Note, Play, Transport

ALLEGIANCE = "[Allegiance]"
ALLEGIANCES = ("Traitor", "Loyalist")
TYPES = ("Infantry", "Cavalry", "Automata", "Walker", "Paragon", "Vehicle")

_TYPE = re.compile(r"^(?P<type>[^()]+?)\s*(?:\((?P<subs>[^()]*)\)?)?$")
_CATEGORY = re.compile(r"^(?P<name>.+?) Model (?P<sub>Sub-?)?Type$", re.IGNORECASE)
_CAPACITY = re.compile(r"^(\d{1,3})\b[\s.]*(.*)$", re.DOTALL)
_KNOWN = re.compile(
    r"wargear|psychic|rites?\b|asset|trait|rule|abilit|power|arcan|upgrade|equipment", re.IGNORECASE
)
_WORN = re.compile(r"wargear|equipment|upgrade", re.IGNORECASE)
_NONE = frozenset(("", "-", "–", "—", "n/a", "none"))

Types = tuple[tuple[str, ...], tuple[str, ...]]
"""A model's types and its sub-types."""


class Texts:
    """Reads one unit's texts; what is not understood is told in ``doubts``."""

    def __init__(
        self, reading: Reading, profiles: Profiles, kinds: Sequence[Kind], rules: RuleNames, doubts: list[str]
    ) -> None:
        self.reading = reading
        self.profiles = profiles
        self.unit = profiles.unit
        self.kinds = kinds
        self.rules = rules
        self.doubts = doubts
        self.notes: dict[Note, None] = {}
        self.abilities: dict[tuple[str, str], Ability] = {}
        self.plays: dict[str, Play] = {}
        self.traits: dict[str, None] = {}
        self._read()

    def _read(self) -> None:
        for selection in (self.unit, *self.unit.below()):
            if not selection.is_group:
                self._selection(selection)
        named = [name for name in self.reading.categories(self.unit) if name in ALLEGIANCES]
        if ALLEGIANCE in self.traits and len(named) == 1:
            self.traits = {named[0] if name == ALLEGIANCE else name: None for name in self.traits}

    def _selection(self, selection: Selection) -> None:
        has = selection is self.unit or bool(selection.total)
        for info in self.profiles.of(selection):
            if is_play(info):
                play = play_of(info, self._source(info, selection), self.doubts)
                self.plays.setdefault(key(play.name), play)
            elif is_trait(info) and has:
                self.traits.setdefault(info.name)
        for info in self.profiles.texts(selection):
            self._text(info, selection, has)
        if has and not self.profiles.weapons(selection):
            for info in self.profiles.rules(selection):
                self._rule(info, selection)

    def _source(self, info: Info, selection: Selection) -> str:
        """What gives a play: the rule of the unit that names it, or what it stands in."""
        name = key(play_name(info))
        for one in (selection, self.unit):
            for rule in self.profiles.rules(one):
                if name in key(rule.text):
                    return rule.name
        return selection.name

    def _text(self, info: Info, selection: Selection, has: bool) -> None:
        if not _KNOWN.search(info.type):
            self.doubts.append(f"{info.name}: a profile of an unknown sort ({info.type}) is kept as a text")
        worn = _WORN.search(info.type) is not None and selection.type == "upgrade"
        if has or worn:
            group: Literal["wargear", "datasheet"] = "wargear" if worn else "datasheet"
            self._keep(Ability(info.name, group, said(info) or None))

    def _rule(self, info: Info, selection: Selection) -> None:
        name = self.rules.spelt(info.name, self.doubts)
        self._keep(Ability(name, "datasheet", info.text.strip() or None))
        kind = next((one for one in self.kinds if selection in one.variants), None)
        if kind is not None and len(self.kinds) > 1:
            self.notes.setdefault(Note(name, kind.name))

    def listed(self) -> tuple[Ability, ...]:
        """The unit's special rules, then its wargear, each once; of two values of a rule both stand."""
        return tuple(sorted(self.abilities.values(), key=lambda ability: ability.group == "wargear"))

    def _keep(self, ability: Ability) -> None:
        self.abilities.setdefault((ability.name, ability.group), ability)

    def types(self, kind: Kind, line: Info | None) -> Types:
        """The types of a kind of models: as its statline prints them, or by its categories."""
        printed = valued(line).get(TYPE, "").strip() if line else ""
        if printed and printed not in _NONE:
            return self._printed(printed, kind)
        return self._by_category(kind)

    def _printed(self, printed: str, kind: Kind) -> Types:
        found = _TYPE.match(" ".join(printed.split()))
        if found is None:
            self.doubts.append(f"{kind.name}: its type {printed[:40]!r} is not understood")
            return (printed,), ()
        subs = split_outside(found["subs"] or "")
        return tuple(split_outside(found["type"])), tuple(sub for sub in subs if sub not in _NONE)

    def _by_category(self, kind: Kind) -> Types:
        names = [*self.reading.categories(kind.usual), *self.reading.categories(self.unit)]
        types: list[str] = []
        subs: list[str] = []
        for name in dict.fromkeys(names):
            if found := _CATEGORY.match(name):
                (subs if found["sub"] else types).append(found["name"])
            elif name in TYPES:
                types.append(name)
        return tuple(types), tuple(subs)

    def transport(self, lines: Sequence[Info]) -> Transport | None:
        """How many models ride in it; a capacity with words besides is told, access points are a note."""
        for line in lines:
            values = valued(line)
            access = values.get(ACCESS, "").strip()
            if access and access not in _NONE:
                self.notes.setdefault(Note("access points", access))
            capacity = values.get(CAPACITY, "").strip()
            if found := _CAPACITY.match(capacity):
                rest = found[2].strip()
                return Transport(int(found[1]), text=capacity if rest else None, unread=(rest,) if rest else ())
            if capacity and capacity not in _NONE:
                self.doubts.append(f"transport: {capacity[:60]!r} is no capacity")
        return None
