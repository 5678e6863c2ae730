"""Where two datasheets of one unit differ: two versions of it, or what two sources say.

Names count as the same in any case, accent, hyphen or plural; values as printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

import msgspec
from rapidfuzz import fuzz

from warbook.names import key as folded
from warbook.sheets.sheet import Datasheet, Item, Model, Option, Points, WeaponProfile

CLOSE = 88.0
"""How alike two weapon names are (0 to 100) that mean the same weapon, where nothing else has either name."""


class Difference(msgspec.Struct, frozen=True):
    """What one sheet says of a ``field`` and the other says otherwise; ``None`` is nothing at all.

    ``about`` is the part of the field: a model or a profile and its characteristic, a number of models.
    """

    field: str
    old: str | None
    new: str | None
    about: str | None = None


Facts = Mapping[str, str]
"""What a field tells: the printed value of each of its parts."""

_Compare = Callable[[str, Datasheet, Datasheet], Iterator[Difference]]


def between(old: Datasheet, new: Datasheet) -> tuple[Difference, ...]:
    """All differences between two sheets of one unit, field by field in the order of ``FIELDS``."""
    return tuple(found for field in FIELDS for found in in_field(field, old, new))


def in_field(field: str, old: Datasheet, new: Datasheet) -> list[Difference]:
    """The differences in one field of ``FIELDS``."""
    return list(FIELDS[field](field, old, new))


def tells(field: str, sheet: Datasheet) -> bool:
    """Whether a sheet says anything in a field. One that does not is no witness against another."""
    return bool(_TOLD[field](sheet))


def _statline(field: str, old: Datasheet, new: Datasheet) -> Iterator[Difference]:
    """Statlines that both have count as the same whatever their models are called; of the rest, those of one
    name are compared, then those in the same place."""
    before, after = _distinct(old.models), _distinct(new.models)
    same = {_values(one) for one in before} & {_values(one) for one in after}
    left = [one for one in before if _values(one) not in same]
    right = [one for one in after if _values(one) not in same]
    if not left and not right:
        return
    if not left or not right:
        yield from _uneven(field, left, right)
        return
    for one, other in _paired(left, right):
        heads = dict.fromkeys((*one.characteristics, *other.characteristics))
        for head in heads:
            pair = one.characteristics.get(head), other.characteristics.get(head)
            if pair[0] != pair[1]:
                yield Difference(field, *pair, f"{other.name} {head}")


def _uneven(field: str, left: Sequence[Model], right: Sequence[Model]) -> Iterator[Difference]:
    for one in left:
        yield Difference(field, _shown(one.characteristics), None, one.name)
    for one in right:
        yield Difference(field, None, _shown(one.characteristics), one.name)


def _distinct(models: Iterable[Model]) -> list[Model]:
    return list({_values(one): one for one in reversed(tuple(models)) if one.characteristics}.values())[::-1]


def _values(model: Model) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(model.characteristics.items()))


def _paired(left: Sequence[Model], right: Sequence[Model]) -> Iterator[tuple[Model, Model]]:
    rest = list(right)
    for one in left:
        if rest:
            own = next((other for other in rest if folded(other.name) == folded(one.name)), rest[0])
            rest.remove(own)
            yield one, own


def _weapons(field: str, old: Datasheet, new: Datasheet) -> Iterator[Difference]:
    """What the profiles that both sheets have say otherwise."""
    for (name, profile), (_, other) in _common(_profiles(old), _profiles(new)):
        yield from _profile(field, name, profile, other)


def _weapon_list(field: str, old: Datasheet, new: Datasheet) -> Iterator[Difference]:
    """Profiles that only one sheet has, and those that it has under another name."""
    before, after = _profiles(old), _profiles(new)
    for key, other in _same_weapons(before, after).items():
        before.pop(key)
        after.pop(other)
    left = [one for key, one in before.items() if key not in after]
    right = [other for key, other in after.items() if key not in before]
    for name, profile in left:
        twin = next((other for other in right if _printed(other[1]) == _printed(profile)), None)
        if twin:
            right.remove(twin)
        yield Difference(field, _named(name, profile), twin and _named(*twin), None if twin else name)
    for name, profile in right:
        yield Difference(field, None, _named(name, profile), name)


def _named(name: str, profile: WeaponProfile) -> str:
    return f"{name}: {_printed(profile)}"


def profiles_shared(old: Datasheet, new: Datasheet) -> int:
    """How many weapon profiles both sheets have."""
    return len(_common(_profiles(old), _profiles(new)))


_Key = tuple[object, ...]
_Named = tuple[str, WeaponProfile]
_Profiles = dict[_Key, _Named]


def _profiles(sheet: Datasheet) -> _Profiles:
    """Profiles by kind and name; several of one name by their place among them."""
    out: _Profiles = {}
    for weapon in sheet.weapons:
        for profile in weapon.profiles:
            whole = weapon.name if len(weapon.profiles) == 1 else _joined(weapon.name, profile.name)
            place = 0
            while (key := (weapon.kind, folded(whole), place)) in out:
                place += 1
            out[key] = (f"{whole} ({weapon.kind})", profile)
    return out


def _joined(weapon: str, profile: str) -> str:
    return profile if folded(profile).startswith(folded(weapon)) else f"{weapon} – {profile}"


def _same_weapons(before: _Profiles, after: _Profiles) -> dict[_Key, _Key]:
    """Which names of one sheet mean a name of the other that is spelt a little otherwise."""
    rest = [key for key in after if key not in before]
    out: dict[_Key, _Key] = {}
    for key in before:
        if key in after or not rest:
            continue
        close = [other for other in rest if other[0] == key[0] and _alike(before[key][0], after[other][0])]
        if len(close) == 1:
            out[key] = close[0]
            rest.remove(close[0])
    return out


def _common(before: _Profiles, after: _Profiles) -> list[tuple[_Named, _Named]]:
    """The profiles that both have, however a name is spelt."""
    names = _same_weapons(before, after)
    pairs = ((one, after.get(names.get(key, key))) for key, one in before.items())
    return [(one, other) for one, other in pairs if other is not None]


def _alike(one: str, other: str) -> bool:
    return fuzz.ratio(folded(one), folded(other)) >= CLOSE


def _profile(field: str, name: str, old: WeaponProfile, new: WeaponProfile) -> Iterator[Difference]:
    for head in dict.fromkeys((*old.characteristics, *new.characteristics)):
        pair = old.characteristics.get(head), new.characteristics.get(head)
        if pair[0] != pair[1]:
            yield Difference(field, *pair, f"{name} {head}")
    yield from _sets(field, old.abilities, new.abilities, f"{name} abilities")
    yield from _sets(field, old.traits, new.traits, f"{name} traits")


def _sets(field: str, old: Iterable[str], new: Iterable[str], about: str | None) -> Iterator[Difference]:
    """What only one of two lists has, whatever their order."""
    before, after = {folded(name): name for name in old}, {folded(name): name for name in new}
    lost = [name for key, name in before.items() if key not in after]
    gained = [name for key, name in after.items() if key not in before]
    if lost or gained:
        yield Difference(field, ", ".join(lost) or None, ", ".join(gained) or None, about)


def _shown(values: Mapping[str, str]) -> str:
    return " ".join(f"{head} {text}" for head, text in values.items())


def _printed(profile: WeaponProfile) -> str:
    listed = f" [{', '.join(profile.abilities)}]" if profile.abilities else ""
    return _shown(profile.characteristics) + listed


def _points(sheet: Datasheet) -> Facts:
    """The newest points, by what they buy."""
    newest = max((row.date or "" for row in sheet.points), default="")
    return {_bought(row): str(row.points) for row in sheet.points if (row.date or "") == newest}


def _bought(row: Points) -> str:
    models = "1 model" if row.models == 1 else f"{row.models} models"
    return f"{models} ({row.note})" if row.note else models


def _composition(sheet: Datasheet) -> Facts:
    return {
        line.name + (f", choice {line.alternative + 1}" if line.alternative else ""): _span(
            line.count_min, line.count_max
        )
        for line in sheet.composition
    }


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _loadout(sheet: Datasheet) -> Facts:
    carried = {one.model: _items(one.items) for one in sheet.loadout}
    alike = len(set(map(folded, carried.values()))) == 1 and len(carried) >= len(sheet.models)
    return {"every model": next(iter(carried.values()))} if alike else carried


def _items(items: Iterable[Item]) -> str:
    shown = sorted(items, key=lambda item: (folded(item.name), item.count))
    return ", ".join(item.name if item.count == 1 else f"{item.count} {item.name}" for item in shown)


def _options(sheet: Datasheet) -> list[str]:
    return [_option(option) for option in sheet.options]


def _option(option: Option) -> str:
    many = "any number" if option.limit is None else str(option.limit)
    every = f" for every {option.per_models}" if option.per_models else ""
    taken = " or ".join(_items(choice) for choice in option.choices)
    given = f" for {_items(option.replaces)}" if option.replaces else ""
    return f"{many}{every} {option.model or 'model'}: {taken}{given}"


def _damaged(sheet: Datasheet) -> Facts:
    if not sheet.damaged:
        return {}
    one = sheet.damaged
    return {"wounds": _span(one.low, one.high), "hit": _figure(one.hit), "OC": _figure(one.objective_control)}


def _names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names, key=folded))


def _figure(value: int | None) -> str:
    return "-" if value is None else f"{value:+d}"


def _transport(sheet: Datasheet) -> Facts:
    if not sheet.transport:
        return {}
    one = sheet.transport
    return {"capacity": str(one.capacity), "keywords": _names(one.keywords),
            "excluded": _names(one.excluded)}  # fmt: skip


def _bases(sheet: Datasheet) -> list[str]:
    return [f"{model.base_mm}mm" for model in sheet.models if model.base_mm is not None]


def _texts(sheet: Datasheet) -> Facts:
    return {ability.name: ability.text for ability in sheet.abilities if ability.text}


def _by_part(told: Callable[[Datasheet], Facts], names: bool = False) -> _Compare:
    """Compares a field's parts by name; ``names`` says that their values are lists of names."""
    alike = _as_names if names else _folded

    def compare(field: str, old: Datasheet, new: Datasheet) -> Iterator[Difference]:
        before = {folded(name): (name, value) for name, value in told(old).items()}
        after = {folded(name): (name, value) for name, value in told(new).items()}
        for key in dict.fromkeys((*before, *after)):
            one, other = before.get(key), after.get(key)
            pair = one and one[1], other and other[1]
            if alike(pair[0]) != alike(pair[1]):
                yield Difference(field, *pair, (one or other or ("",))[0])

    return compare


def _as_names(text: str | None) -> str | None:
    return None if text is None else folded(text)


@cache
def _folded(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(text.casefold().replace("’", "'").split())


def _listed(
    told: Callable[[Datasheet], Iterable[str]],
) -> Callable[[str, Datasheet, Datasheet], Iterator[Difference]]:
    """Compares a field as a list of names whose order does not matter."""
    return lambda field, old, new: _sets(field, told(old), told(new), None)


def _common_texts(field: str, old: Datasheet, new: Datasheet) -> Iterator[Difference]:
    """Texts of abilities that both sheets have; what only one has is told by name."""
    return (found for found in _by_part(_texts)(field, old, new) if found.old and found.new)


_TOLD: dict[str, Callable[[Datasheet], object]] = {
    "statline": lambda sheet: any(model.characteristics for model in sheet.models),
    "base": _bases,
    "weapons": lambda sheet: sheet.weapons,
    "weapon list": lambda sheet: sheet.weapons,
    "points": _points,
    "composition": _composition,
    "loadout": _loadout,
    "options": _options,
    "abilities": lambda sheet: sheet.abilities,
    "ability texts": _texts,
    "keywords": lambda sheet: sheet.keywords,
    "faction keywords": lambda sheet: sheet.faction_keywords,
    "damaged": _damaged,
    "transport": _transport,
    "leads": lambda sheet: sheet.leads,
    "led by": lambda sheet: sheet.led_by,
}
FIELDS: dict[str, _Compare] = {
    "statline": _statline,
    "base": _listed(_bases),
    "weapons": _weapons,
    "weapon list": _weapon_list,
    "points": _by_part(_points),
    "composition": _by_part(_composition),
    "loadout": _by_part(_loadout, names=True),
    "options": _listed(_options),
    "abilities": _listed(lambda sheet: [ability.name for ability in sheet.abilities]),
    "ability texts": _common_texts,
    "keywords": _listed(lambda sheet: sheet.keywords),
    "faction keywords": _listed(lambda sheet: sheet.faction_keywords),
    "damaged": _by_part(_damaged),
    "transport": _by_part(_transport, names=True),
    "leads": _listed(lambda sheet: sheet.leads),
    "led by": _listed(lambda sheet: sheet.led_by),
}
"""How each field is compared, in the order in which differences are told."""
