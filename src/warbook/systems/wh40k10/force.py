"""An army as it was fielded, for a record: its units with their sheets, each once, and its faction's rules.

A battle that begins from it needs no library, and stays what it was when the library changes.
"""

from __future__ import annotations

import msgspec

from warbook.sheets.loadout import Squad
from warbook.sheets.roster import Entry
from warbook.sheets.sheet import Datasheet, Faction
from warbook.systems.wh40k10.enlisting import Enlisted, Party


class Detail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a unit: the place of its sheet, its models, and whether they lead the unit."""

    sheet: int
    models: Squad
    leads: bool


class Fielded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One unit: its entry, the place of the entry in the list, its parts, and its Enhancements, each with the
    place of its bearer's sheet."""

    entry: Entry
    place: int
    parts: tuple[Detail, ...]
    enhancements: tuple[tuple[str, int], ...] = ()


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army; ``told`` and ``absent`` are what its list was taken as, and who stays at home."""

    sheets: tuple[Datasheet, ...]
    units: tuple[Fielded, ...]
    faction: Faction | None = None
    told: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for unit in self.units:
            places = (*(part.sheet for part in unit.parts), *(bearer for _, bearer in unit.enhancements))
            if not unit.parts or not all(0 <= place < len(self.sheets) for place in places):
                raise ValueError(f"expected places of {len(self.sheets)} sheets, got {places}")
            if any(group.model.base_mm is None for part in unit.parts for group in part.models):
                raise ValueError("expected models with a base")

    def enlisted(self) -> Enlisted:
        """The units with their sheets."""
        parties = (
            Party(
                unit.entry,
                unit.place,
                tuple((self.sheets[part.sheet], part.models, part.leads) for part in unit.parts),
                tuple((name, self.sheets[bearer]) for name, bearer in unit.enhancements),
            )
            for unit in self.units
        )
        return Enlisted(tuple(parties), self.told, self.absent)


def fielded(
    parties: tuple[Party, ...], told: tuple[str, ...], absent: tuple[str, ...], faction: Faction | None
) -> Force:
    """The force of some units."""
    sheets: dict[int, Datasheet] = {}
    for party in parties:
        for sheet in (*(part[0] for part in party.parts), *(bearer for _, bearer in party.enhancements)):
            sheets.setdefault(id(sheet), sheet)
    places = {number: place for place, number in enumerate(sheets)}
    units = (
        Fielded(
            party.entry,
            party.place,
            tuple(Detail(places[id(sheet)], models, leads) for sheet, models, leads in party.parts),
            tuple((name, places[id(bearer)]) for name, bearer in party.enhancements),
        )
        for party in parties
    )
    return Force(tuple(sheets.values()), tuple(units), faction, told, absent)
