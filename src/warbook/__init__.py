"""Warbook reads the datasheets of tabletop wargames, tells the exact odds of anything on them, and plays the
whole battle.

Everything that users need is here; the packages below may change between versions. ``import warbook`` is quick:
what a name needs is loaded when the name is first used.

>>> import warbook
>>> round(warbook.odds("Tormentors", "Immortals", models=10).mean, 2)
1.41
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from warbook.battle import (
        Ask,
        Battle,
        Bot,
        Header,
        IllegalInput,
        Outcome,
        Place,
        Record,
        Roll,
        Summary,
        begin,
        load,
        recorded,
        rolled,
        save,
    )
    from warbook.battle.position import position, set_up
    from warbook.battle.umpire import judge
    from warbook.bots import bot
    from warbook.chance import Distribution
    from warbook.door.armies import army, army_list
    from warbook.door.battles import Played, arrange, finish, play, replay
    from warbook.door.documents import changes, datasheet, faction, parse_rules, read, units
    from warbook.door.odds import Odds, engage, odds
    from warbook.errors import InputError
    from warbook.muster.mustering import Mustered
    from warbook.queries import Profile, Side
    from warbook.rules.engagement import Situation
    from warbook.rules.pick import Arm
    from warbook.rules.system import System
    from warbook.sheets.roster import Entry, Roster
    from warbook.sheets.sheet import Collection, Datasheet
    from warbook.systems.requests import Decision, Move, Placement, Precision, Rerolled, Shooting, Used

_PLACES = {
    "warbook.queries": (
        "Profile", "Side",
    ),
    "warbook.battle": (
        "Ask", "Battle", "Bot", "Header", "IllegalInput", "Outcome", "Place", "Record", "Roll",
        "Summary", "begin", "load", "recorded", "rolled", "save",
    ),
    "warbook.battle.position": (
        "position", "set_up",
    ),
    "warbook.battle.umpire": (
        "judge",
    ),
    "warbook.bots": (
        "bot",
    ),
    "warbook.chance": (
        "Distribution",
    ),
    "warbook.door.armies": (
        "army", "army_list",
    ),
    "warbook.door.battles": (
        "Played", "arrange", "finish", "play", "replay",
    ),
    "warbook.door.documents": (
        "changes", "datasheet", "faction", "parse_rules", "read", "units",
    ),
    "warbook.door.odds": (
        "Odds", "engage", "odds",
    ),
    "warbook.errors": (
        "InputError",
    ),
    "warbook.muster.mustering": (
        "Mustered",
    ),
    "warbook.sheets.roster": (
        "Entry", "Roster",
    ),
    "warbook.rules.engagement": (
        "Situation",
    ),
    "warbook.rules.pick": (
        "Arm",
    ),
    "warbook.rules.system": (
        "System",
    ),
    "warbook.sheets.sheet": (
        "Collection", "Datasheet",
    ),
    "warbook.systems.requests": (
        "Decision", "Move", "Placement", "Precision", "Rerolled", "Shooting", "Used",
    ),
}  # fmt: skip
_PLACE = {name: place for place, names in _PLACES.items() for name in names}

__version__: str
__all__ = [
    "Arm", "Ask", "Battle", "Bot", "Collection", "Datasheet", "Decision", "Distribution", "Entry",
    "Header", "IllegalInput", "InputError", "Move", "Mustered", "Odds", "Outcome", "Place", "Placement",
    "Played", "Precision", "Profile", "Record", "Rerolled", "Roll", "Roster", "Shooting", "Side",
    "Situation", "Summary", "System", "Used", "__version__", "army", "army_list", "arrange", "begin",
    "bot", "changes", "datasheet", "engage", "faction", "finish", "judge", "load", "odds",
    "parse_rules", "play", "position", "read", "recorded", "replay", "rolled", "save", "set_up",
    "units",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # a tenth of a cold start

        value: Any = version("warbook")
    elif name in _PLACE:
        value = getattr(import_module(_PLACE[name]), name)
    else:
        raise AttributeError(f"module 'warbook' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
