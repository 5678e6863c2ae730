"""The keywords that the core rules name."""

from __future__ import annotations

_CORE = (
    "AIRCRAFT BATTLELINE BEAST BEASTS CHAOS CHARACTER DAEMON FLY FORTIFICATION GRENADES IMPERIUM INFANTRY "
    "MONSTER MOUNTED PSYKER SMOKE SWARM TITANIC TOWERING TRANSPORT VEHICLE WALKER WARLORD"
)
CORE_KEYWORDS = frozenset(_CORE.split())


def is_core(word: str) -> bool:
    """Whether a word is one of them, in whatever letters, or several of what has one."""
    return word.upper() in CORE_KEYWORDS or word.upper().removesuffix("S") in CORE_KEYWORDS
