"""The special rules of the heresy3 core rules, by name and the kind of their value (rules section 15).

A model with one of them has the rule by its printed name; the core rules say what it does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from warbook.effects.attack import Grant
from warbook.effects.terms import Selector

_ROLL = re.compile(r"[2-6]\+")
_NUMBER = re.compile(r"\d{1,2}[\"″”]?")
_WORDS = re.compile(r"[\w '’,+-]+")


def _names(listed: str) -> list[str]:
    return listed.split(", ")


_VALUES: Mapping[str, re.Pattern[str]] = {
    name: value
    for value, names in (
        (
            _ROLL,
            "armour-breaker, auto-repair, breaching, critical hit, explodes, feel no pain, medic, poisoned, "
            "precision, rending, shred, shrouded",
        ),
        (
            _NUMBER,
            "aflame, barrage, battlesmith, blast, bulky, deflagrate, duellist's edge, eternal warrior, "
            "expendable, fast, fear, firing protocols, infiltrate, limited, line, melta, "
            "officer of the line, overload, panic, pinning, reaping blow, stun, support unit, suppressive, "
            "vanguard, void shields",
        ),
        (_WORDS, "force, hatred, heavy, impact, ordnance, phage, shock"),
    )
    for name in _names(names)
}
"""Those that are printed with a value."""

_BARE = frozenset(
    _names(
        "armourbane, assault vehicle, bitter duty, combi, deep strike, detonation, firestorm, heedless, "
        "implacable advance, light transport, move through cover, never back down, orbital assault vehicle, "
        "outflank, pistol, rapid tracking, shot selector, skyfire, slow and purposeful, template"
    )
)
"""Those without one."""

_PRINTED = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<value>[^()]*)\))?")


def known(printed: str) -> bool:
    """Whether this is a special rule of the core rules, with a value of its kind where it takes one."""
    found = _PRINTED.fullmatch(printed.strip())
    if found is None:
        return False
    name, value = found["name"].lower().replace("’", "'"), found["value"]
    if value is None:
        return name in _BARE
    return name in _VALUES and _VALUES[name].fullmatch(value.strip()) is not None


def granted(printed: str) -> Grant:
    """That a model has it."""
    return Grant("ability", (printed.strip(),), Selector("model", ref="this"))
