"""What the links of lists and of heat maps ask for besides their lists.

>>> query(Wish(figure="chance", cover=True))
'figure=chance&cover=1'
>>> read({"figure": "chance", "cover": "1"}) == Wish(figure="chance", cover=True)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase
from warbook.web.army.lists import address
from warbook.web.fields import misfit

Figure = Literal["points", "chance", "share", "damage", "models"]


class Pins(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game of a list, the revision of its rules, and the date that no data of its units may be later than.
    A link with all of them means the same for good."""

    system: str | None = None
    revision: str | None = None
    dated: str | None = None


UNPINNED = Pins()


class Wish(Pins, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The figure that is shown, who attacks, and what holds for every pair."""

    figure: Figure | None = None
    attack: Literal["own", "theirs"] = "own"
    phase: Phase | None = None
    cover: bool = False
    half_range: bool = False
    stationary: bool = False
    charged: bool = False

    @property
    def situation(self) -> Situation:
        """What holds for every pair."""
        return Situation(
            cover=self.cover, half_range=self.half_range, stationary=self.stationary, charged=self.charged
        )


def query(wish: Pins) -> str:
    """The link's part after the question mark."""
    return urlencode({name: "1" if value is True else value for name, value in parameters(wish).items()})


def parameters(wish: Pins) -> dict[str, Any]:
    """What differs from the defaults, by name."""
    told: dict[str, Any] = msgspec.to_builtins(wish)
    return told


def read(parameters: Mapping[str, Any]) -> Wish:
    """What a heat map's link asks for. Raises InputError for what there is not."""
    return _read(parameters, Wish)


def pins(parameters: Mapping[str, Any]) -> Pins:
    """What the link of a list pins. Raises InputError for what there is not."""
    return _read(parameters, Pins)


P = TypeVar("P", bound=Pins)


def _read(parameters: Mapping[str, Any], kind: type[P]) -> P:
    try:
        return msgspec.convert(dict(parameters), kind, strict=False)
    except msgspec.ValidationError as fault:
        raise misfit(fault, "link") from None


def at(ref: str, pinned: Pins) -> str:
    """The address of a list's page."""
    return _asking(address(ref), pinned)


def against(ref: str, other: str, wish: Wish) -> str:
    """The address of a heat map."""
    return _asking(f"{address(ref)}/against/{quote(other, safe='')}", wish)


def pinned(wish: Pins) -> Wish:
    """A heat map by the same data and rules."""
    return Wish(system=wish.system, revision=wish.revision, dated=wish.dated)


def _asking(path: str, wish: Pins) -> str:
    asked = query(wish)
    return f"{path}?{asked}" if asked else path
