"""What the other sheets make of a unit: who leads it, what carries it, whom it may set itself beside."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from warbook.library.index import Indexed
from warbook.library.seeking import Catalogue
from warbook.names import same
from warbook.web import links


class Link(msgspec.Struct, frozen=True):
    """A unit's name and page; without one where its sheet is not known."""

    name: str
    path: str = ""
    legends: bool = False


class Company(msgspec.Struct, frozen=True):
    """A unit's attachments and transports, both ways."""

    leads: tuple[Link, ...]
    led_by: tuple[Link, ...]
    carriers: tuple[Link, ...]
    carries: tuple[Link, ...]


def company(catalogue: Catalogue, unit: Indexed) -> Company:
    """Who leads whom and who carries whom, by the sheets of all that are known."""
    led, leaders = catalogue.led(unit), catalogue.led_by(unit)
    return Company(
        (*_linked(led), *_unknown(unit.leads, led)),
        (*_linked(leaders), *_unknown(unit.led_by, leaders)),
        _linked(catalogue.carriers(unit)),
        _linked(catalogue.carried(unit)),
    )


def _linked(units: Iterable[Indexed]) -> tuple[Link, ...]:
    ordered = sorted(units, key=lambda each: (each.legends, each.name.casefold()))
    found = (Link(each.name, links.sheet(each), each.legends) for each in ordered)
    return tuple({each.name: each for each in reversed(tuple(found))}.values())[::-1]


def _unknown(names: Iterable[str], known: Iterable[Indexed]) -> tuple[Link, ...]:
    """Units that a sheet names and none is known of; what it names by keywords is known by those."""
    there = [each.name for each in known]
    return tuple(
        Link(name)
        for name in names
        if not (there and name.isupper()) and not any(same(name, other) for other in there)
    )


def odds(unit: Indexed) -> str:
    """The address that asks a unit's odds."""
    asked = {"attacker": f"{unit.name} ({unit.faction})", "attacker.system": unit.system}
    return f"/odds?{urlencode(asked)}"


def beside(*units: Indexed) -> str:
    """The address that sets units side by side."""
    return "/compare?" + urlencode([("sheet", f"{each.system}/{each.faction}/{each.name}") for each in units])


def having(system: str, mark: str) -> str:
    """The address of all units of a game with a keyword."""
    return "/library?" + urlencode({"system": system, "keyword": mark})
