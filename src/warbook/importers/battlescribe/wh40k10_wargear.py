"""What the models of a 40k unit carry, what they may take instead, and the weapons of all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.selections import Selection, tallied
from warbook.importers.battlescribe.wargear import Carried, joined
from warbook.importers.battlescribe.wh40k10_marks import shown
from warbook.importers.battlescribe.wh40k10_profiles import Profiles, kind_of
from warbook.importers.names import key
from warbook.importers.wh40k10_profiles import Line, as_weapons
from warbook.sheets.document import normalise
from warbook.sheets.sheet import Equipped, Item, Weapon, WeaponProfile

_HEADS: dict[Literal["ranged", "melee"], tuple[str, ...]] = {
    "ranged": ("range", "A", "BS", "S", "AP", "D"),
    "melee": ("range", "A", "WS", "S", "AP", "D"),
}
_MARK = "➤►▸"
_MODE = re.compile(r"\s+[–—-]\s+")
_APART = re.compile(r"[,;]|\.(?=\s|$)")
_NONE = frozenset(("", "-", "–", "—", "none", "n/a"))
_TWIN = re.compile(r"^twin[ -]?linked$", re.IGNORECASE)
_ANTI = re.compile(r"^anti[ -]+(\w.*?) (\d)\+?$", re.IGNORECASE)
_REFERENCE = re.compile(r"\s*\(ref(?:erence)?\.? only\)", re.IGNORECASE)
"""The mark of a profile that is shown where it is needed later in a battle."""


class Wargear(Carried):
    """Weapons, loadout and options of one unit."""

    def __init__(self, profiles: Profiles, unit: Selection, kinds: Sequence[Kind]) -> None:
        super().__init__(unit, kinds)
        self.profiles = profiles

    def weapons(self, doubts: list[str]) -> tuple[Weapon, ...]:
        """Every weapon that the unit could carry, ranged ones first, each once."""
        lines = [line for one in (self.unit, *self.unit.below()) for line in self._lines(one)]
        lost: list[str] = []
        ordered = [line for kind in ("ranged", "melee") for line in lines if line.kind == kind]
        weapons = tuple(_modes_once(weapon) for weapon in as_weapons(ordered, doubts, lost))
        doubts.extend(f"{where} is missing" for where in lost)
        return weapons

    def _lines(self, selection: Selection) -> Iterator[Line]:
        infos = self.profiles.weapons(selection)
        for info in infos:
            kind = kind_of(info)
            heads = {_head(head): value for head, value in info.values.items()}
            values = {head: heads[head] for head in _HEADS[kind] if head in heads}
            several = [other for other in infos if kind_of(other) == kind]
            name = _line_name(info, selection.name, several)
            yield Line(name, kind, values, _abilities(info))

    def names(self, selection: Selection) -> list[str]:
        found = _weapon_names(selection.name, self.profiles.weapons(selection))
        if not found and selection.type == "upgrade" and self._is_wargear(selection):
            return [selection.name]
        return [*found, *(info.name for info in self.profiles.borne(selection))]

    def _is_wargear(self, selection: Selection) -> bool:
        return bool(self.profiles.texts(selection) or self.profiles.rules(selection))

    def loadout(self) -> tuple[Equipped, ...]:
        """What each kind of model carries by default, and with it what the whole unit has."""
        shared = self._unit_items()
        out = []
        for place, kind in enumerate(self.kinds):
            own = self.items(kind.usual)
            whole = [item for item in shared if place == 0 or item.count > 1]
            items = joined((*own, *(Item(item.name) for item in whole if kind.usual is not self.unit)))
            out.append(Equipped(kind.name, tuple(items)))
        return tuple(out)

    def _unit_items(self) -> list[Item]:
        if self.unit.type == "model":
            return []
        return self.items(self.unit)

    def cost(self, selection: Selection) -> int:
        kind = self.profiles.reading.cost_type("pts")
        return round(tallied(selection)[selection.path].costs.get(kind, 0))


def _modes_once(weapon: Weapon) -> Weapon:
    """A weapon that several entries hold, with each of its modes once."""
    profiles: dict[object, WeaponProfile] = {}
    for one in weapon.profiles:
        values = tuple(sorted(one.characteristics.items()))
        profiles.setdefault((key(one.name), values, tuple(sorted(one.abilities))), one)
    return msgspec.structs.replace(weapon, profiles=tuple(profiles.values()))


def _head(head: str) -> str:
    return "range" if head.upper() == "RANGE" else head.upper()


def _line_name(info: Info, holder: str, several: Sequence[Info]) -> str:
    """A profile's name as "weapon – mode", though only a mark may tell that it is a mode of its entry."""
    bare = _bare(info.name)
    marked = len(several) > 1 and info.name.lstrip()[:1] in _MARK
    if not marked or _MODE.search(bare) or bare.casefold().startswith(holder.casefold()):
        return bare
    return f"{holder} – {bare}"


def _bare(name: str) -> str:
    return _REFERENCE.sub("", shown(normalise(name).lstrip(f"{_MARK} "))).strip()


def _weapon_names(holder: str, infos: Sequence[Info]) -> list[str]:
    """The names of the weapons that profiles belong to, each once."""
    names = []
    for info in infos:
        several = [other for other in infos if kind_of(other) == kind_of(info)]
        names.append(_MODE.split(_line_name(info, holder, several), maxsplit=1)[0].strip())
    return list(dict.fromkeys(names))


def _abilities(info: Info) -> list[str]:
    """A profile's weapon abilities in the spelling of a printed card."""
    text = next((value for head, value in info.values.items() if head.upper() == "KEYWORDS"), "")
    parts = (part.strip(" []*") for part in _APART.split(shown(text).replace("\n", ", ")))
    return [_spelt(part) for part in parts if part.casefold() not in _NONE]


def _spelt(ability: str) -> str:
    """A weapon ability with the hyphen and the plus that it has on a card."""
    return _ANTI.sub(r"anti-\1 \2+", _TWIN.sub("twin-linked", ability))
