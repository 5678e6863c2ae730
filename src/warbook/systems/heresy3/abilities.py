"""Special rules of weapons as printed, read into a frozen value (rules section 15)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from warbook.dice import Value

Characteristic = str
"""A characteristic that a rule names: ``attacks``, ``strength``, ``damage``, ``ap``, or one that no
attack uses."""


class WeaponRules(Value, frozen=True):
    """All special rules of one weapon profile. Numbers are the X of a rule, ``None`` where it is absent.

    ``told`` holds rules that are known but act on more than the attack: the figures leave them out and
    say so.
    """

    armourbane: bool = False
    armour_breaker: int | None = None
    barrage: int | None = None
    blast: str | None = None
    breaching: int | None = None
    critical_hit: int | None = None
    deflagrate: int | None = None
    detonation: bool = False
    hatred: tuple[str, ...] = ()
    heavy: tuple[Characteristic, ...] = ()
    impact: tuple[Characteristic, ...] = ()
    melta: int | None = None
    ordnance: tuple[Characteristic, ...] = ()
    overload: int | None = None
    poisoned: int | None = None
    precision: int | None = None
    reaping_blow: int | None = None
    rending: int | None = None
    shred: int | None = None
    template: bool = False
    told: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


NO_EFFECT_ON_ATTACKS = (
    "anathema", "assault", "duellist's edge", "ex oblivio", "firestorm", "limited", "pistol",
    "rapid tracking", "skyfire",
)  # fmt: skip
"""Rules of weapons that do not change an attack that is made."""

TOLD = (
    "aflame", "combi", "force", "panic", "phage", "pinning", "psy-shock", "shock", "shot selector", "stun",
    "suppressive",
)  # fmt: skip
"""Rules whose effect is a status, a check, a choice, a later loss or another profile fired too: not in the
figures."""

CHARACTERISTICS = {
    "a": "attacks", "am": "attacks", "attacks": "attacks", "fp": "attacks", "firepower": "attacks",
    "s": "strength", "sm": "strength", "rs": "strength", "strength": "strength", "ranged strength": "strength",
    "d": "damage", "damage": "damage", "ap": "ap", "armour penetration": "ap",
    "i": "initiative", "im": "initiative", "initiative": "initiative", "ws": "skill", "bs": "skill",
    "weapon skill": "skill", "ballistic skill": "skill", "r": "range", "range": "range",
}  # fmt: skip

_PRINTED = re.compile(r"([^()]+?)\s*(?:\(([^()]*)\))?")
_TARGET = re.compile(r"([2-6])\+?")
_COUNT = re.compile(r"(\d{1,2})[\"″”]?")
_MISFIRE = re.compile(r"([1-6])")

Reader = Callable[[str], object]


def _read_number(pattern: re.Pattern[str]) -> Reader:
    def read(text: str) -> int | None:
        found = pattern.fullmatch(text)
        return int(found[1]) if found else None

    return read


def _read_characteristics(text: str) -> tuple[Characteristic, ...] | None:
    found = [CHARACTERISTICS.get(part.strip()) for part in re.split("[,&]", text)]
    return None if None in found else tuple(name for name in found if name)


def _read_size(text: str) -> str | None:
    return text if _COUNT.fullmatch(text) else None


def _read_name(text: str) -> tuple[str, ...] | None:
    names = tuple(part.strip().upper() for part in text.split(","))
    return names if all(names) else None


def _read_nothing(text: str) -> bool | None:
    return True if not text else None


_READERS: dict[str, Reader] = {
    "armourbane": _read_nothing,
    "armour-breaker": _read_number(_TARGET),
    "barrage": _read_number(_COUNT),
    "blast": _read_size,
    "breaching": _read_number(_TARGET),
    "critical hit": _read_number(_TARGET),
    "deflagrate": _read_number(_COUNT),
    "detonation": _read_nothing,
    "hatred": _read_name,
    "heavy": _read_characteristics,
    "impact": _read_characteristics,
    "melta": _read_number(_COUNT),
    "ordnance": _read_characteristics,
    "overload": _read_number(_MISFIRE),
    "poisoned": _read_number(_TARGET),
    "precision": _read_number(_TARGET),
    "reaping blow": _read_number(_COUNT),
    "rending": _read_number(_TARGET),
    "shred": _read_number(_TARGET),
    "template": lambda text: True if text in ("", "hellstorm") else None,
}

HIGHEST = frozenset({"deflagrate", "melta", "barrage", "overload", "reaping blow"})
"""Of a rule printed twice the better X acts: the highest of these, the lowest of the others."""


def names() -> tuple[str, ...]:
    """The rules known here, as printed."""
    valued = {name for name, reader in _READERS.items() if reader("") is None}
    known = [f"{name} (X)" if name in valued else name for name in _READERS]
    return tuple(sorted((*known, "hellstorm", *NO_EFFECT_ON_ATTACKS, *TOLD)))


@lru_cache(maxsize=4096)
def read(texts: tuple[str, ...]) -> WeaponRules:
    """Read printed rules; what is not known stands in ``unknown``."""
    found: dict[str, object] = {}
    for text in texts:
        _read_one(text, found)
    return WeaponRules(**found)  # type: ignore[arg-type]


def known(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The printed rules that are known here."""
    unknown = read(texts).unknown
    return tuple(text for text in texts if text not in unknown) if unknown else texts


def is_known(text: str) -> bool:
    """Whether a printed rule is known here, with its value."""
    return not read((text,)).unknown


def _read_one(text: str, found: dict[str, object]) -> None:
    plain = re.sub(r"\s+", " ", text.strip(" []").casefold().replace("’", "'"))
    printed = _PRINTED.fullmatch(plain)
    name, value = (printed[1], (printed[2] or "").strip()) if printed else (plain, "")
    name, value = ("template", "") if name == "hellstorm" else (name, value)
    if name in NO_EFFECT_ON_ATTACKS:
        return
    result = _READERS[name](value) if name in _READERS else None
    if result is not None:
        key = name.replace(" ", "_").replace("-", "_")
        found[key] = _better(name, result, found.get(key))
    else:
        kind = "told" if name in TOLD else "unknown"
        found[kind] = (*_tuple(found.get(kind)), text)


def _better(name: str, new: object, old: object) -> object:
    if isinstance(new, int) and isinstance(old, int):
        return max(new, old) if name in HIGHEST else min(new, old)
    return (*_tuple(old), *_tuple(new)) if isinstance(new, tuple) else new


def _tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()
