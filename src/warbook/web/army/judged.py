"""A list as its page has it: judged under the rules and by the data that its link pins."""

from __future__ import annotations

import msgspec

from warbook.muster import mustering as muster
from warbook.muster.mustering import Mustered
from warbook.queries import system_of
from warbook.sheets.roster import Roster
from warbook.views.army import ArmyAnswer, document
from warbook.web.army.asked import Pins


class Checked(msgspec.Struct, frozen=True):
    """A judged list with what pins it, and the units of which there are newer data."""

    told: ArmyAnswer
    pins: Pins
    newer: tuple[str, ...]


def mustered(roster: Roster, pins: Pins) -> Mustered:
    """The list judged. Raises InputError for a game or revision that there is not."""
    return muster.mustered(roster, system_of(roster.system, pins.revision), dated=pins.dated)


def checked(roster: Roster, pins: Pins) -> Checked:
    """The same as its page shows it. Raises InputError as ``mustered``."""
    made = mustered(roster, pins)
    told = document(made)
    dates = (unit.source.date for unit in told.units if unit.source and unit.source.date)
    dated = pins.dated or max(dates, default=None)
    return Checked(told, Pins(told.system, told.revision, dated), made.newer)
