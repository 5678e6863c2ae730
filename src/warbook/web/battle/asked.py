"""A battle to watch as the query of a link: armies, mission, table, bots, seed, and the moment shown."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import msgspec

from warbook.bots import NAMES
from warbook.errors import InputError
from warbook.views.offers import BATTLEFIELD, MISSION, SEED, Offers

LARGEST_SEED = 10**9


class Fight(msgspec.Struct, frozen=True):
    """What is fought; the armies are the references of their lists."""

    a: str
    b: str
    mission: str = MISSION
    table: str = BATTLEFIELD
    bot_a: str = NAMES[0]
    bot_b: str = NAMES[0]
    seed: int = SEED

    def query(self, at: int = 0) -> str:
        """The query of its link, at a moment."""
        told = {name: getattr(self, name) for name in self.__struct_fields__}
        return urlencode({**told, **({"at": at} if at else {})})


def read(query: Mapping[str, str], offers: Offers) -> tuple[Fight | None, int]:
    """The battle of a link and the moment; no battle where none is asked for. Raises InputError for names that
    there are not."""
    if not query.get("a") or not query.get("b"):
        return None, 0
    tables = tuple(table.name for table in offers.battlefields)
    fight = Fight(
        query["a"],
        query["b"],
        _one(query, "mission", MISSION, offers.missions),
        _one(query, "table", BATTLEFIELD, tables),
        _one(query, "bot_a", NAMES[0], NAMES),
        _one(query, "bot_b", NAMES[0], NAMES),
        _number(query, "seed", SEED, LARGEST_SEED),
    )
    return fight, _number(query, "at", 0, LARGEST_SEED)


def _one(query: Mapping[str, str], name: str, default: str, there: tuple[str, ...]) -> str:
    value = query.get(name) or default
    if value not in there:
        raise InputError("battle", name, f"expected one of {', '.join(there)}, got {value[:60]!r}")
    return value


def _number(query: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = query.get(name) or str(default)
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or int(text) > most:
        raise InputError("battle", name, f"expected a number from 0 to {most}, got {text[:40]!r}")
    return int(text)
