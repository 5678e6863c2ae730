"""Weapon abilities as printed, read into a frozen value (rules section 11)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from warbook.dice import Dice, Value
from warbook.names import keyword


class Anti(Value, frozen=True):
    """ANTI-KEYWORD x+: a critical wound from ``critical`` against that keyword (K-W-01)."""

    keyword: str
    critical: int


class WeaponAbilities(Value, frozen=True):
    """All abilities of one weapon profile. Dice are ``None`` where the weapon lacks the ability."""

    anti: tuple[Anti, ...] = ()
    assault: bool = False
    blast: bool = False
    conversion: bool = False
    devastating_wounds: bool = False
    extra_attacks: bool = False
    hazardous: bool = False
    heavy: bool = False
    ignores_cover: bool = False
    indirect_fire: bool = False
    lance: bool = False
    lethal_hits: bool = False
    melta: Dice | None = None
    one_shot: bool = False
    pistol: bool = False
    precision: bool = False
    psychic: bool = False
    rapid_fire: Dice | None = None
    sustained_hits: Dice | None = None
    torrent: bool = False
    twin_linked: bool = False
    unknown: tuple[str, ...] = ()


_WITH_VALUE = {"melta", "rapid_fire", "sustained_hits"}
_PLAIN = {
    field.name
    for field in msgspec.structs.fields(WeaponAbilities)
    if field.name not in _WITH_VALUE | {"anti", "unknown"}
}
_ANTI = re.compile(r"anti[- ](.+?) ?(\d)\+")


def names() -> tuple[str, ...]:
    """The abilities known here, as printed."""
    known = sorted(_PLAIN | _WITH_VALUE | {"anti"})
    return tuple("anti-KEYWORD x+" if name == "anti" else name.replace("_", " ") for name in known)


@lru_cache(maxsize=4096)
def read(texts: tuple[str, ...]) -> WeaponAbilities:
    """Read printed abilities; what is not known stands in ``unknown``. An ability printed twice acts once
    (K-VOC-13), at its better value."""
    found: dict[str, object] = {}
    for text in texts:
        _read_one(text, found)
    return WeaponAbilities(**found)  # type: ignore[arg-type]


def _read_one(text: str, found: dict[str, object]) -> None:
    plain = re.sub(r"\s+", " ", re.sub("[\u2010\u2011\u2012]", "-", text.strip(" []").lower()))
    name = plain.replace("-", " ").replace(" ", "_")
    anti = _ANTI.fullmatch(plain)
    if anti and 2 <= int(anti[2]) <= 6:
        found["anti"] = (*_tuple(found.get("anti")), Anti(keyword(anti[1]), int(anti[2])))
    elif name in _PLAIN:
        found[name] = True
    elif (valued := _valued(plain)) is not None:
        found[valued[0]] = _better(valued[1], found.get(valued[0]))
    else:
        found["unknown"] = (*_tuple(found.get("unknown")), text)


def _tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _valued(plain: str) -> tuple[str, Dice] | None:
    words, _, number = plain.rpartition(" ")
    name = words.replace(" ", "_")
    if name not in _WITH_VALUE:
        return None
    try:
        return name, Dice.parse(number)
    except ValueError:
        return None


def _better(new: Dice, old: object) -> Dice:
    return old if isinstance(old, Dice) and old.mean > new.mean else new


def joined(weapons: Iterable[WeaponAbilities]) -> tuple[str, ...]:
    """Every unknown ability among several weapons, once each."""
    return tuple(dict.fromkeys(text for weapon in weapons for text in weapon.unknown))
