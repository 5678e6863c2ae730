"""Weapon abilities as printed, read into a frozen value (rules section 11)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from warbook.dice import Dice, Value
from warbook.names import APOSTROPHES, keyword, words
from warbook.sheets.leading import consists, keyword_words


class Anti(Value, frozen=True):
    """ANTI-KEYWORD x+: a critical wound from ``critical`` against that keyword, or, where ``without``
    (ANTI-NON-KEYWORD), against units that have it not (K-W-01)."""

    keyword: str
    critical: int
    without: bool = False

    def matches(self, keywords: tuple[str, ...]) -> bool:
        """Whether it is against a unit of these keywords; a run of several may spell its own."""
        return consists(words(self.keyword), keyword_words(keywords)) != self.without

    @property
    def title(self) -> str:
        """As it is printed."""
        return f"Anti-{'non-' if self.without else ''}{self.keyword}"


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


NONE = WeaponAbilities()

_WITH_VALUE = {"melta", "rapid_fire", "sustained_hits"}
_PLAIN = {
    field.name
    for field in msgspec.structs.fields(WeaponAbilities)
    if field.name not in _WITH_VALUE | {"anti", "unknown"}
}
_ANTI = re.compile(r"anti[- ](?:(non)[- ])?([a-z' &,/-]+?) ?([2-6])\+")
_AND = re.compile(r"\s*(?:,|/|&|\band\b|\bor\b)\s*")


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
    if anti := _anti(plain):
        found["anti"] = (*_tuple(found.get("anti")), *anti)
    elif name in _PLAIN:
        found[name] = True
    elif (valued := _valued(plain)) is not None:
        found[valued[0]] = _better(valued[1], found.get(valued[0]))
    else:
        found["unknown"] = (*_tuple(found.get("unknown")), text)


def _anti(plain: str) -> tuple[Anti, ...]:
    """ANTI against each of its keywords; nothing where it is not clear whether a unit must lack one of several
    or all of them."""
    found = _ANTI.fullmatch(APOSTROPHES.sub("'", plain))
    if found is None:
        return ()
    named = [keyword(text.removeprefix("anti-")) for text in _AND.split(found[2])]
    if not all(map(words, named)) or (found[1] and len(named) > 1) or any(_NON.match(text) for text in named):
        return ()
    return tuple(Anti(text, int(found[3]), bool(found[1])) for text in named)


_NON = re.compile(r"(?:NON|NOT|ANTI)\b")


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


_IN_ROLLS = {
    "anti",
    "conversion",
    "devastating_wounds",
    "heavy",
    "ignores_cover",
    "lance",
    "lethal_hits",
    "psychic",
    "sustained_hits",
    "twin_linked",
}


def acts_in_rolls(text: str) -> bool:
    """Whether a printed ability does nothing before attacks are rolled: who may be attacked with the weapon,
    with how many attacks and by whom, is the same without it."""
    blank = dict.fromkeys(_IN_ROLLS)
    return msgspec.structs.replace(read((text,)), **blank) == msgspec.structs.replace(NONE, **blank)


def joined(weapons: Iterable[WeaponAbilities]) -> tuple[str, ...]:
    """Every unknown ability among several weapons, once each."""
    return tuple(dict.fromkeys(text for weapon in weapons for text in weapon.unknown))
