"""What a heat map's link asks for besides its two lists.

>>> query(Wish(figure="chance", cover=True))
'figure=chance&cover=1'
>>> read({"figure": "chance", "cover": "1"}) == Wish(figure="chance", cover=True)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import quote, urlencode

import msgspec

from warbook.errors import InputError
from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase
from warbook.web.army.lists import address

Figure = Literal["points", "chance", "share", "damage", "models"]


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The figure that is shown, who attacks, and what holds for every pair."""

    figure: Figure | None = None
    attack: Literal["own", "theirs"] = "own"
    phase: Phase | None = None
    cover: bool = False
    half_range: bool = False
    stationary: bool = False
    charged: bool = False
    revision: str | None = None

    @property
    def situation(self) -> Situation:
        """What holds for every pair."""
        return Situation(
            cover=self.cover, half_range=self.half_range, stationary=self.stationary, charged=self.charged
        )


def query(wish: Wish) -> str:
    """The link's part after the question mark."""
    return urlencode({name: "1" if value is True else value for name, value in parameters(wish).items()})


def parameters(wish: Wish) -> dict[str, Any]:
    """What differs from the defaults, by name."""
    told: dict[str, Any] = msgspec.to_builtins(wish)
    return told


def read(parameters: Mapping[str, Any]) -> Wish:
    """What a link asks for. Raises InputError for what there is not."""
    try:
        return msgspec.convert(dict(parameters), Wish, strict=False)
    except msgspec.ValidationError as fault:
        message, _, place = str(fault).partition(" - at ")
        raise InputError("link", place.strip("`$.") or "question", message) from None


def against(ref: str, other: str, wish: Wish) -> str:
    """The address of a heat map."""
    asked = query(wish)
    return f"{address(ref)}/against/{quote(other, safe='')}{'?' if asked else ''}{asked}"
