"""Lines of weapons in a matchup: how they are called and named by players, and like ones taken together."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warbook.names import same, words
from warbook.rules.engagement import WeaponSpec
from warbook.rules.pick import Phase
from warbook.sheets.sheet import Weapon, WeaponProfile

SHORTEST = 4
"""Letters of a word that is known by its beginning."""
Wielded = tuple[Weapon, WeaponProfile, int]
"""A weapon with the profile that is used, and how many of it one model uses."""


def kind(phase: Phase) -> str:
    """Which weapons are used in a phase."""
    return "melee" if phase == "fight" else "ranged"


def line_name(weapon: Weapon, profile: WeaponProfile) -> str:
    """What a weapon's line is called, with its profile where it has several."""
    return weapon.name if len(weapon.profiles) == 1 else f"{weapon.name} ({profile.name})"


def wanted(weapon: Weapon, name: str) -> bool:
    """Whether what a player typed names any line of a weapon."""
    return any(is_named(name, line_name(weapon, profile)) for profile in weapon.profiles)


def is_named(name: str, line: str) -> bool:
    """Whether what a player typed names a line: the whole of it, its first words, or its profile alone.

    >>> is_named("Supercharged", "Plasma gun (supercharge)"), is_named("gun", "Plasma gun (supercharge)")
    (True, False)
    """
    typed, full = words(name), words(line)
    mode = words(line.rpartition("(")[2]) if line.endswith(")") else ()
    return bool(typed) and (full[: len(typed)] == typed or _is_mode(typed, mode))


def _is_mode(typed: tuple[str, ...], mode: tuple[str, ...]) -> bool:
    """Whether words are a profile's name, but for an ending of the last."""
    if len(typed) != len(mode) or typed[:-1] != mode[:-1]:
        return False
    short, long = sorted((typed[-1], mode[-1]), key=len)
    return short == long or (len(short) >= SHORTEST and long.startswith(short))


def merged(lines: Iterable[WeaponSpec]) -> tuple[WeaponSpec, ...]:
    """Like weapons of different bearers as one line, unless a Hazardous test has to know the bearer."""
    counts: dict[WeaponSpec, int] = {}
    for line in lines:
        hazardous = any(same(text, "hazardous") for text in line.abilities)
        key = msgspec.structs.replace(line, count=0, bearer=line.bearer if hazardous else None)
        counts[key] = counts.get(key, 0) + line.count
    return tuple(msgspec.structs.replace(key, count=count) for key, count in counts.items())
