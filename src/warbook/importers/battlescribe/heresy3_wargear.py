"""What the models of a Horus Heresy unit carry, and what they may take instead."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.importers.battlescribe.heresy3_profiles import Profiles
from warbook.importers.battlescribe.heresy3_weapons import Weapons
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.battlescribe.states import tallied
from warbook.importers.battlescribe.wargear import Carried, joined
from warbook.sheet import Equipped, Item

POINTS = "Point(s)"


class Wargear(Carried):
    """Loadout and options of one unit; what the whole unit has, each of its models carries."""

    def __init__(self, profiles: Profiles, weapons: Weapons, unit: Selection, kinds: Sequence[Kind]) -> None:
        super().__init__(unit, kinds)
        self.profiles = profiles
        self.weapons = weapons
        self._points = profiles.reading.cost_type(POINTS)

    def names(self, selection: Selection) -> list[str]:
        if found := self.weapons.names(selection):
            return found
        if selection.type != "upgrade" or not self._is_wargear(selection):
            return []
        return [selection.entry.nodes[-1].name]

    def _is_wargear(self, selection: Selection) -> bool:
        """Whether an entry without a weapon is a thing to carry: one that has a text of its own."""
        return bool(self.profiles.texts(selection))

    def cost(self, selection: Selection) -> int:
        return round(tallied(selection)[selection.path].costs.get(self._points, 0))

    def loadout(self) -> tuple[Equipped, ...]:
        """What each kind of model carries by default, and with it what the whole unit has."""
        shared = [] if self.unit.type == "model" else self.items(self.unit)
        size = sum(kind.least for kind in self.kinds)
        each = [Item(item.name, _share(item.count, size)) for item in shared]
        out = []
        for kind in self.kinds:
            own = [] if kind.usual is self.unit else each
            out.append(Equipped(kind.name, tuple(joined((*self.items(kind.usual), *own)))))
        return tuple(out)


def _share(count: int, size: int) -> int:
    """How many of a unit's things each model has: a number that is that of the models is one each."""
    return max(1, count // size) if size > 1 else count
