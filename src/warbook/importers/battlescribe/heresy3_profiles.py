"""The sorts of profiles in a Horus Heresy catalogue, told by their heads, whatever words those are in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import bare_name
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.names import Names

Kind = Literal["ranged", "melee"]

MODEL = ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD", "CL", "WP", "IN", "SAV", "INV")
VEHICLE = ("M", "WS", "BS", "S", "I", "A", "Front", "Side", "Rear", "Primary", "Exposed", "Armour", "HP")
"""Heads of tanks, knights, titans and buildings; each has some of them."""
ARMOUR = frozenset(("Front", "Side", "Rear", "Primary", "Exposed", "Armour"))
WEAPON: Mapping[Kind, tuple[str, ...]] = {
    "ranged": ("R", "FP", "RS", "AP", "D"),
    "melee": ("IM", "AM", "SM", "AP", "D"),
}
RULES, TRAITS, TYPE, CAPACITY, ACCESS = "Special Rules", "Traits", "Type", "Transport Capacity", "Access Points"

_WORDS = {
    "movement": "M", "move": "M", "weapon skill": "WS", "ballistic skill": "BS", "strength": "S",
    "toughness": "T", "wounds": "W", "initiative": "I", "attacks": "A", "leadership": "LD", "cool": "CL",
    "willpower": "WP", "intelligence": "IN", "int": "IN", "save": "SAV", "armour save": "SAV", "sv": "SAV",
    "invulnerable save": "INV", "invuln": "INV",
    "front armour": "Front", "side armour": "Side", "rear armour": "Rear", "primary armour": "Primary",
    "exposed armour": "Exposed", "hull points": "HP",
    "range": "R", "firepower": "FP", "fire power": "FP", "range strength": "RS", "ranged strength": "RS",
    "initiative modifier": "IM", "melee initiative modifier": "IM", "attacks modifier": "AM",
    "melee attacks modifier": "AM", "strength modifier": "SM", "melee strength": "SM",
    "melee strength modifier": "SM", "armour penetration": "AP", "damage": "D",
    "special rules": RULES, "traits": TRAITS, "type": TYPE,
    "transport": CAPACITY, "transport capacity": CAPACITY, "access points": ACCESS,
}  # fmt: skip
"""Heads as words, and what is printed for them."""
_PRINTED = {name.casefold(): name for name in (*MODEL, *VEHICLE, *WEAPON["ranged"], *WEAPON["melee"])}
_SHORT = re.compile(r"\s*\([^()]*\)$")
_REACTION = frozenset(("trigger", "process"))
_GAMBIT = re.compile(r"\bgambits?\b", re.IGNORECASE)
_TRAIT = re.compile(r"\btraits?\b", re.IGNORECASE)
_WARLORD = re.compile(r"\bwarlord\b", re.IGNORECASE)
_EMPTY = frozenset(("", "-", "–", "—", "n/a", "melee", "range", "ranged"))
_BLADE = frozenset(("IM", "SM"))
_GUN = frozenset(("R", "FP", "RS"))


@lru_cache(maxsize=1024)
def head(text: str) -> str:
    """A head as it is printed, whether it is spelt out or short.

    >>> head("Melee Strength Modifier (SM)"), head("FRONT ARMOUR"), head("Summary")
    ('SM', 'Front', 'Summary')
    """
    plain = _SHORT.sub("", " ".join(text.split())).rstrip(":")
    return _WORDS.get(plain.casefold()) or _PRINTED.get(plain.casefold()) or plain


def valued(info: Info) -> dict[str, str]:
    """A profile's values under printed heads; a weapon of both sorts calls its attacks modifier attacks."""
    values = {head(name): value for name, value in info.values.items()}
    if values.keys() & _BLADE and "A" in values:
        values = {"AM" if name == "A" else name: value for name, value in values.items()}
    return values


def heads(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(head, names))


def is_statline(info: Info) -> bool:
    return states_model(heads(info.values))


def states_model(found: frozenset[str]) -> bool:
    """Whether heads are those of a model: one of flesh, or one of hull points."""
    return {"M", "WS", "T", "LD"} <= found or ("HP" in found and bool(found & ARMOUR))


def states_weapon(found: frozenset[str]) -> bool:
    return "D" in found and bool(found & (_BLADE | _GUN)) and not states_model(found)


def is_weapon(info: Info) -> bool:
    return states_weapon(heads(info.values))


def kinds_of(info: Info) -> tuple[Kind, ...]:
    """Which sorts of weapon a weapon's profile has: a profile with the heads of both may be both."""
    values = valued(info)
    gun = any(values.get(name, "").strip().casefold() not in _EMPTY for name in _GUN)
    blade = any(values.get(name, "").strip().casefold() not in _EMPTY for name in (*_BLADE, "AM"))
    by_heads: tuple[Kind, ...] = ("ranged",) if values.keys() & _GUN else ("melee",)
    found: tuple[Kind, ...] = (*(("ranged",) if gun else ()), *(("melee",) if blade else ()))
    return found or by_heads


def is_reaction(info: Info) -> bool:
    """Whether a profile is a reaction: a trigger, a process and what it costs."""
    names = {name.strip(" :").casefold() for name in info.values}
    return names >= _REACTION and "cost" in names


def is_gambit(info: Info) -> bool:
    return not info.is_rule and _GAMBIT.search(info.type) is not None


def is_trait(info: Info) -> bool:
    """Whether a profile is a trait of a unit; a trait of a Warlord is a rule."""
    return not info.is_rule and _TRAIT.search(info.type) is not None and not _WARLORD.search(info.type)


def is_text(info: Info) -> bool:
    """Whether a profile is any other named text."""
    others = (is_statline, is_weapon, is_reaction, is_gambit, is_trait)
    return not info.is_rule and not any(test(info) for test in others)


def said(info: Info) -> str:
    """The text of a rule or of a named text, head by head."""
    if info.is_rule:
        return info.text.strip()
    told = [(name.strip(" :"), value.strip()) for name, value in info.values.items() if value.strip()]
    if len(told) == 1:
        return told[0][1]
    return "\n".join(f"{name}: {value}" for name, value in told)


class Arms:
    """Tells entries that are weapons: a unit is armed by default, any other choice is left to the player."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def taken(self, entry: Entry, level: int = 0) -> bool:
        """Whether an entry is a weapon or has one in it."""
        sources = (source.nodes[-1] for source in self.reading.infos.sources(entry))
        if any(states_weapon(heads(value.name for value in n.children("characteristics"))) for n in sources):
            return True
        return level < 9 and any(self.taken(child, level + 1) for child in self.reading.entries.children(entry))


class Profiles:
    """The profiles and rules of one unit's selections, each read once."""

    def __init__(self, reading: Reading, unit: Selection) -> None:
        self.reading = reading
        self.unit = unit
        self._read: dict[int, list[Info]] = {}

    def of(self, selection: Selection) -> list[Info]:
        if id(selection) not in self._read:
            self._read[id(selection)] = [] if selection.is_group else self.reading.infos.of(selection)
        return self._read[id(selection)]

    def statlines(self, selection: Selection) -> list[Info]:
        """The statlines of a selection; one that is empty all over is none."""
        found = (info for info in self.of(selection) if is_statline(info))
        return [info for info in found if any(value.strip() for value in info.values.values())]

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
        return selection.type != "upgrade" and bool(self.statlines(selection))

    def statline(self, model: Selection) -> Info | None:
        """A model's statline: its own, or the unit's of its name; None where only the unit may tell."""
        own = self.statlines(model) if model is not self.unit else []
        shared = Names(info.name for info in self.statlines(self.unit))
        name = shared.find(model.name) or shared.find(bare_name(model.name))
        named = (info for info in self.statlines(self.unit) if info.name == name)
        return own[0] if own else next(named, None)

    def alike(self, one: Selection, other: Selection) -> bool:
        """Whether two models have one statline."""
        first, second = self.statline(one), self.statline(other)
        if first is None or second is None:
            return first is second or len(self.statlines(self.unit)) < 2
        return first.values == second.values
