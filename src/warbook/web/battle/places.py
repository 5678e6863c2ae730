"""The table in words, for whoever does not see the picture: units, what is left of them, where; objectives."""

from __future__ import annotations

import msgspec

from warbook.board.integers import MIL_PER_INCH
from warbook.board.scene import Company, Scene

SIDES = "AB"


class Standing(msgspec.Struct, frozen=True):
    """A unit on the table: ``models`` of ``of`` are left, the middle of them is ``x_in`` from the left edge and
    ``y_in`` from the lower one."""

    side: str
    name: str
    models: int
    of: int
    where: str
    notes: str


def standing(scene: Scene) -> tuple[Standing, ...]:
    """Every unit that is or was on the table."""
    return tuple(_standing(company) for company in scene.companies)


def _standing(company: Company) -> Standing:
    left = [token for token in company.tokens if token.left]
    where = "destroyed"
    if left:
        x = sum(token.x_mil for token in left) / len(left) / MIL_PER_INCH
        y = sum(token.y_mil for token in left) / len(left) / MIL_PER_INCH
        where = f'{x:.0f}" from the left, {y:.0f}" from below'
    return Standing(
        SIDES[company.side], company.name, len(left), len(company.tokens), where, ", ".join(company.notes)
    )


def objectives(scene: Scene) -> tuple[str, ...]:
    """Who holds each objective."""
    held = (SIDES[holder] if holder is not None else "nobody" for holder in scene.holders)
    return tuple(f"Objective {place}: {who}" for place, who in enumerate(held, start=1))
