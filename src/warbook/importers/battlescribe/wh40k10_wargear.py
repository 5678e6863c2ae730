"""What the models of a 40k unit carry, what they may take instead, and the weapons of all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from warbook.document import normalise
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.limits import unit_limit, variant_limit
from warbook.importers.battlescribe.selections import UNLIMITED, Selection
from warbook.importers.battlescribe.states import tallied
from warbook.importers.battlescribe.wh40k10_marks import shown
from warbook.importers.battlescribe.wh40k10_profiles import Profiles, kind_of
from warbook.importers.wh40k10_profiles import Line, as_weapons
from warbook.sheet import ChoiceList, Equipped, Item, Option, Weapon

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
MOST_VERSIONS = 40
"""An entry with more choices in it is shown with so many."""


class Wargear:
    """Weapons, loadout and options of one unit."""

    def __init__(self, profiles: Profiles, unit: Selection, kinds: Sequence[Kind]) -> None:
        self.profiles = profiles
        self.unit = unit
        self.kinds = kinds
        self._lists: dict[str, ChoiceList] = {}

    def weapons(self, doubts: list[str]) -> tuple[Weapon, ...]:
        """Every weapon that the unit could carry, ranged ones first, each once."""
        lines = [line for one in (self.unit, *self.unit.below()) for line in self._lines(one)]
        lost: list[str] = []
        ordered = [line for kind in ("ranged", "melee") for line in lines if line.kind == kind]
        weapons = as_weapons(ordered, doubts, lost)
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

    def items(self, selection: Selection) -> list[Item]:
        """What one of an entry is as items: its weapons, itself where it only has a text, and what is in it."""
        names = _weapon_names(selection.name, self.profiles.weapons(selection))
        if not names and selection.type == "upgrade" and self._is_wargear(selection):
            names = [selection.name]
        inner = (
            Item(item.name, item.count * int(child.number))
            for child in selection.inside()
            if child.number and child.type != "model"
            for item in self.items(child)
        )
        return _joined((*(Item(name) for name in names), *inner))

    def _is_wargear(self, selection: Selection) -> bool:
        return bool(self.profiles.texts(selection) or self.profiles.rules(selection))

    def loadout(self) -> tuple[Equipped, ...]:
        """What each kind of model carries by default, and with it what the whole unit has."""
        shared = self._unit_items()
        out = []
        for place, kind in enumerate(self.kinds):
            own = self.items(kind.usual)
            whole = [item for item in shared if place == 0 or item.count > 1]
            items = _joined((*own, *(Item(item.name) for item in whole if kind.usual is not self.unit)))
            out.append(Equipped(kind.name, tuple(items)))
        return tuple(out)

    def _unit_items(self) -> list[Item]:
        if self.unit.type == "model":
            return []
        return self.items(self.unit)

    def options(self) -> tuple[Option, ...]:
        """What models may take instead of what they carry, or besides it."""
        out: dict[Option, None] = {}
        for kind in self.kinds:
            out.update(dict.fromkeys(self._variants(kind)))
            out.update(dict.fromkeys(self._inside(kind.usual, kind.name, kind.most == 1)))
        if self.unit.type != "model":
            out.update(dict.fromkeys(self._inside(self.unit, None, True)))
        return tuple(out)

    def _variants(self, kind: Kind) -> Iterator[Option]:
        """Other entries for the same kind of model: an exchange of what differs."""
        usual = self.items(kind.usual)
        for other in kind.variants[1:]:
            limit, per_models = variant_limit(self.unit, self.kinds, kind, other)
            by_loss: dict[tuple[Item, ...], list[tuple[Item, ...]]] = {}
            for taken in self.versions(other):
                gained, lost = _without(taken, usual), _without(usual, taken)
                if gained:
                    by_loss.setdefault(tuple(lost), []).append(tuple(gained))
            for lost_items, choices in by_loss.items():
                yield Option(kind.name, tuple(dict.fromkeys(choices)), lost_items, limit, per_models)

    def versions(self, selection: Selection) -> list[list[Item]]:
        """What one of an entry may be as items: as it is by default, then with each other choice in it."""
        usual = self.items(selection)
        out = [usual]
        for group in (one for one in selection.below() if one.is_group and _is_choice(one)):
            given = self._given(group)
            others = (one for one in group.inside() if not one.number)
            exchanged = (items for one in others for items in self._exchanged(group, one, self.items(one)))
            out.extend(_joined((*_without(usual, given), *items)) for items in exchanged)
        return out[:MOST_VERSIONS]

    def _given(self, group: Selection) -> list[Item]:
        """All that is taken of a group by default."""
        return _joined(
            Item(item.name, item.count * int(one.number))
            for one in group.inside()
            if one.number
            for item in self.items(one)
        )

    def _exchanged(self, group: Selection, other: Selection, gained: Sequence[Item]) -> Iterator[list[Item]]:
        """What is carried of a group when one, two, … of what is taken are given up for another."""
        taken = [one for one in group.inside() if one.number]
        if len(taken) != 1:
            yield list(gained)
            return
        count, each = int(taken[0].number), self.items(taken[0])
        for changed in range(1, int(min(count, other.most)) + 1):
            kept = (Item(item.name, item.count * (count - changed)) for item in each)
            yield _joined((*kept, *(Item(item.name, item.count * changed) for item in gained)))

    def _inside(self, holder: Selection, model: str | None, alone: bool) -> Iterator[Option]:
        for child in holder.children:
            if child.type == "model":
                continue
            if child.is_group and _is_choice(child):
                yield from self._choice(child, model, alone)
            elif child.is_group or child.number:
                yield from self._inside(child, model, alone)
            else:
                offers = [(child, items) for items in self.versions(child)]
                picks = int(child.most) if 1 < child.most < MOST_VERSIONS else 1
                plain = Option(model, (), picks=picks, duplicates=picks > 1)
                yield from self._offered(offers, plain, alone)

    def _choice(self, group: Selection, model: str | None, alone: bool) -> Iterator[Option]:
        inside = [one for one in group.inside() if one.type != "model"]
        taken = [one for one in inside if one.number]
        others = [one for one in inside if not one.number]
        replaced = tuple(self._given(group))
        offers = [
            (one, items)
            for one in others
            for version in self.versions(one)
            for items in self._exchanged(group, one, version)
        ]
        picks = 1 if taken else max(1, int(min(group.most, len(others))))
        twice = picks > 1 and any(one.most > 1 for one in others)
        plain = Option(model, (), replaced, picks=picks, duplicates=twice, replaces_one_of=len(taken) > 1)
        yield from self._offered(offers, plain, alone)
        for one in taken:
            yield from self._inside(one, model, alone)
        self._note_list(group.name, inside)

    def _note_list(self, name: str, inside: Sequence[Selection]) -> None:
        """Keeps a group of choices that are no wargear."""
        if len(inside) > 1 and not any(self.items(one) for one in inside):
            self._lists.setdefault(name, ChoiceList(name, tuple(one.name for one in inside)))

    def _offered(
        self, offers: Sequence[tuple[Selection, list[Item]]], plain: Option, alone: bool
    ) -> Iterator[Option]:
        """Options for what may be taken, apart by how many of the unit may take it."""
        by_limit: dict[int | None, list[tuple[tuple[Item, ...], int]]] = {}
        for one, items in offers:
            if items and one.most >= 1:
                limit = unit_limit(one)
                least = 1 if alone and limit is None else limit
                by_limit.setdefault(least, []).append((tuple(items), self._cost(one)))
        for limit, found in by_limit.items():
            costs = tuple(cost for _, cost in found)
            choices = tuple(items for items, _ in found)
            yield msgspec.structs.replace(
                plain, choices=choices, limit=limit, costs=costs if any(costs) else ()
            )

    def _cost(self, selection: Selection) -> int:
        kind = self.profiles.reading.cost_type("pts")
        return round(tallied(selection)[selection.path].costs.get(kind, 0))

    def lists(self) -> tuple[ChoiceList, ...]:
        """Choices that are no wargear, found while the options were read."""
        return tuple(self._lists.values())


def _is_choice(group: Selection) -> bool:
    """Whether something in a group is taken in place of another."""
    chosen = sum(one.number for one in group.inside())
    return group.most < UNLIMITED and (not chosen or group.most <= chosen)


def _joined(items: Iterable[Item]) -> list[Item]:
    """Items of one name as one."""
    counts: dict[str, int] = {}
    for item in items:
        counts[item.name] = counts.get(item.name, 0) + item.count
    return [Item(name, count) for name, count in counts.items() if count]


def _without(items: Sequence[Item], others: Sequence[Item]) -> list[Item]:
    there = {item.name: item.count for item in others}
    left = ((item.name, item.count - there.get(item.name, 0)) for item in items)
    return [Item(name, count) for name, count in left if count > 0]


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
