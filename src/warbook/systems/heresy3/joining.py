"""Which units a model may join (H-POS-08)."""

from __future__ import annotations

from warbook.sheets.leading import Leads
from warbook.sheets.sheet import Datasheet

JOINERS = frozenset({"COMMAND", "SPECIALIST", "PARAGON"})
TYPES = frozenset({"INFANTRY", "CAVALRY", "AUTOMATA", "WALKER"})
"""Types whose units have several models; a vehicle is never joined (H-VEH-01)."""


def joins(leader: Leads, unit: Leads) -> bool:
    """COMMAND, SPECIALIST and PARAGON models join a unit of their Type, PARAGON ones INFANTRY (H-POS-08)."""
    own, other = _of(leader), _of(unit)
    types = own & TYPES | ({"INFANTRY"} if "PARAGON" in own else set())
    return bool(own & JOINERS) and bool(types & other) and "VEHICLE" not in own | other


def shares(_first: Datasheet, _second: Datasheet, _unit: Datasheet, _models: int | None = None) -> bool:
    """Any number of models may be with one unit (H-POS-08)."""
    return True


def _of(sheet: Leads) -> set[str]:
    return {keyword.upper() for keyword in sheet.keywords}
