"""What a Horus Heresy unit is and does besides its figures: traits, rules, wargear, plays, transport."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from warbook.importers.battlescribe.heresy3_plays import is_play, play_name, play_of
from warbook.importers.battlescribe.heresy3_profiles import (
    ACCESS,
    CAPACITY,
    RULES,
    TYPE,
    Profiles,
    is_gambit,
    is_trait,
    is_weapon,
    said,
    valued,
)
from warbook.importers.battlescribe.heresy3_rules import RuleNames, listed
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.names import key
from warbook.sheets.document import split_outside
from warbook.sheets.sheet import Ability, Note, Play, Transport

ALLEGIANCE = "[Allegiance]"
ALLEGIANCES = ("Traitor", "Loyalist")
TYPES = ("Infantry", "Cavalry", "Automata", "Walker", "Paragon", "Vehicle")
SUB_TYPES = (
    "Antigrav", "Artificia", "Champion", "Command", "Flyer", "Heavy", "Knight", "Light", "Malefic", "Rapid",
    "Sergeant", "Skirmish", "Specialist", "Stable", "Super-heavy", "Titan", "Transport", "Unique",
)  # fmt: skip
"""Types and sub-types of the rules, section 14; documents without types in their statlines have them as
categories."""

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


def _is_worn(info: Info) -> bool:
    return is_weapon(info) or _WORN.search(info.type) is not None


def _sorted(names: Sequence[str]) -> Types:
    """The types and the sub-types among the names of categories."""
    types: list[str] = []
    subs: list[str] = []
    for name in names:
        if found := _CATEGORY.match(name):
            (subs if found["sub"] else types).append(found["name"])
        elif (found := _TYPE.match(name)) and found["type"] in TYPES:
            types.append(found["type"])
            subs.extend(split_outside(found["subs"] or ""))
        elif name in SUB_TYPES:
            subs.append(name)
    return tuple(dict.fromkeys(types)), tuple(dict.fromkeys(subs))


def is_thing(selection: Selection) -> bool:
    """Whether an entry is one that a model takes, and no choice of the army's."""
    holder = selection.parent_selection
    return selection.type == "upgrade" and holder is not None and holder.type == "model"


def categories(reading: Reading) -> frozenset[str]:
    """The names of all categories in a library."""
    kept = reading.library.kept
    found: frozenset[str] | None = kept.get("categories")
    if found is None:
        nodes = (
            node
            for document in reading.library.documents.values()
            for node in document.root.children("categoryEntries")
        )
        found = frozenset(key(node.name) for node in nodes)
        kept["categories"] = found
    return found


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
        if not any(TYPE in valued(line) for kind in self.kinds for line in self._lines(kind)):
            self._by_categories()
        named = [name for name in self.reading.categories(self.unit) if name in ALLEGIANCES]
        if ALLEGIANCE in self.traits and len(named) == 1:
            self.traits = {named[0] if name == ALLEGIANCE else name: None for name in self.traits}

    def _lines(self, kind: Kind) -> list[Info]:
        return [*self.profiles.statlines(kind.usual), *self.profiles.statlines(self.unit)]

    def _by_categories(self) -> None:
        """The special rules that a document without types in its statlines has as categories."""
        for name in self._named(self.unit):
            if name not in (*TYPES, *SUB_TYPES) and self.rules.is_rule(name):
                self._keep(Ability(self.rules.spelt(name, self.doubts), "datasheet"))

    def _selection(self, selection: Selection) -> None:
        has = selection is self.unit or bool(selection.total)
        for info in self.profiles.of(selection):
            if is_play(info):
                self._play(info, selection, has)
            elif is_trait(info) and has:
                self.traits.setdefault(info.name)
        for info in self.profiles.texts(selection):
            self._text(info, selection, has)
        self._rules(selection, has)
        if selection.type == "upgrade" and selection.least and has and not selection.children:
            self._required(selection)

    def _play(self, info: Info, selection: Selection, has: bool) -> None:
        """A reaction or a Gambit; a Gambit that the unit has is a rule of it, too."""
        play = play_of(info, self._source(info, selection), self.doubts)
        self.plays.setdefault(key(play.name), play)
        if has and is_gambit(info):
            self._keep(Ability(play.name, "datasheet", said(info) or None))

    def _rules(self, selection: Selection, has: bool) -> None:
        """The special rules of what the unit has; beside a weapon stand the weapon's, and those that a weapon
        prints are its own wherever more stands beside it.

        What a model may take and what only has rules is wargear.
        """
        armed = self.profiles.weapons(selection)
        printed = {key(name) for info in armed for name in listed(valued(info).get(RULES, ""))}
        rules = [info for info in self.profiles.rules(selection) if key(self._spelt(info)) not in printed]
        if has and (not armed or any(is_play(info) for info in self.profiles.of(selection))):
            for info in rules:
                self._rule(info, selection)
        elif rules and not armed and is_thing(selection):
            name = selection.entry.nodes[-1].name
            self._keep(Ability(name, "wargear", "\n".join(said(info) for info in rules) or None))

    def _required(self, selection: Selection) -> None:
        """What a unit always has: a trait, where armies sort units by it, or by its name alone a rule."""
        name, infos = selection.name, self.profiles.of(selection)
        if key(name) in categories(self.reading) and not any(map(_is_worn, infos)):
            self.traits = {
                name if trait.startswith("[") and trait != ALLEGIANCE else trait: None for trait in self.traits
            }
            self.traits.setdefault(name)
        elif not infos:
            self._keep(Ability(name, "datasheet"))

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
        worn = _is_worn(info) and selection.type == "upgrade"
        group: Literal["wargear", "datasheet"] = "wargear" if worn or not has else "datasheet"
        self._keep(Ability(info.name, group, said(info) or None))

    def _spelt(self, info: Info) -> str:
        return self.rules.spelt(info.name, self.doubts)

    def _rule(self, info: Info, selection: Selection) -> None:
        name = self._spelt(info)
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
        return _sorted([*self._named(kind.usual), *self._named(self.unit)])

    def _printed(self, printed: str, kind: Kind) -> Types:
        found = _TYPE.match(" ".join(printed.split()))
        if found is None:
            self.doubts.append(f"{kind.name}: its type {printed[:40]!r} is not understood")
            return (printed,), ()
        types = split_outside(found["type"])
        subs = [sub for sub in split_outside(found["subs"] or "") if sub not in _NONE]
        listed = {key(name) for name in (*types, *subs)}
        for sub in _sorted(self._named(kind.usual))[1] if kind.usual is not self.unit else ():
            if key(sub) not in listed:
                self.doubts.append(f"{kind.name}: its category says {sub}, its printed type does not")
                subs.append(sub)
        return tuple(types), tuple(subs)

    def _named(self, selection: Selection) -> list[str]:
        """The names of a selection's categories without that which it is listed under."""
        links = selection.entry.each("categoryLinks")
        slots = {selection.primary, *(link.get("targetId") for link in links if link.flag("primary"))}
        found = (
            self.reading.category(identity) or name
            for identity, name in selection.categories.items()
            if identity not in slots
        )
        return [name for name in found if name]

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
