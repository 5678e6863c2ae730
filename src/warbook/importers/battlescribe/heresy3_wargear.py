"""What the models of a Horus Heresy unit carry, and what they may take instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from warbook.importers.battlescribe.heresy3_profiles import Profiles
from warbook.importers.battlescribe.heresy3_texts import is_thing
from warbook.importers.battlescribe.heresy3_weapons import Weapons
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.limits import shared_limit
from warbook.importers.battlescribe.selections import Selection, tallied
from warbook.importers.battlescribe.wargear import Carried, is_choice, joined
from warbook.importers.names import key
from warbook.sheets.sheet import ChoiceList, Equipped, Item, Note, Option

POINTS = "Point(s)"

_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = re.compile(rf"({'|'.join(_NUMBERS)}|[2-9])(?:x|×)?\s+(?=\w)", re.IGNORECASE)


class Wargear(Carried):
    """Loadout and options of one unit; what the whole unit has, each of its models carries."""

    def __init__(self, profiles: Profiles, weapons: Weapons, unit: Selection, kinds: Sequence[Kind]) -> None:
        super().__init__(unit, kinds)
        self.profiles = profiles
        self.weapons = weapons
        self._points = profiles.reading.cost_type(POINTS)

    def names(self, selection: Selection) -> list[str]:
        if found := self.weapons.names(selection):
            return found * _times(selection.name, found)
        if selection.type != "upgrade" or not self._is_wargear(selection):
            return []
        return [selection.entry.nodes[-1].name]

    def items(self, selection: Selection) -> list[Item]:
        """The items of a selection; an entry that says "two" of the one weapon in it has two."""
        found = super().items(selection)
        if len(found) == 1 and found[0].count == 1 and not self.weapons.names(selection):
            return [Item(found[0].name, _times(selection.name, [found[0].name]))]
        return found

    def parts(self, group: Selection) -> list[Selection]:
        """The groups of a group that hold what is carried by default: a pistol, a blade, each with a list."""
        return [
            child
            for child in group.children
            if child.is_group and is_choice(child) and any(one.number for one in child.inside())
        ]

    def limit(self, selection: Selection) -> tuple[int | None, int | None]:
        return shared_limit(self.unit, self.kinds, selection)

    def options(self) -> tuple[Option, ...]:
        """What models may take; in a unit of one model all is that model's, and what the unit exchanges
        once for all its models, each of them does."""
        found = tuple(self._whole(option) for option in super().options())
        if len(self.kinds) != 1 or self.kinds[0].most != 1:
            return found
        name = self.kinds[0].name
        return tuple(msgspec.structs.replace(one, model=name) if one.model is None else one for one in found)

    def _whole(self, option: Option) -> Option:
        """An exchange of one thing of the unit's that stands for one of each model's: all take the same."""
        size = sum(kind.least for kind in self.kinds)
        shared = {item.name for item in self._shared(True) if item.count == 1}
        own = [item.name for kind in self.kinds for item in self.items(kind.usual)]
        given = option.replaces
        bound = option.limit == 1 and option.per_models is None and option.model is None
        if not (bound and given and size > 1 and all(item.name in shared for item in given)):
            return option
        if any(item.name in own for item in given):
            return option
        return msgspec.structs.replace(option, limit=None, all_or_none=True)

    def lists(self) -> tuple[ChoiceList, ...]:
        """Choices that are no wargear: those found with the options, and such as a Prime Unit's advantages."""
        for group in (one for one in self.unit.below() if one.is_group):
            rules = [one.name for one in group.children if self.profiles.rules(one) and not self.items(one)]
            if rules and not any(is_thing(one) for one in group.children):
                self._lists.setdefault(group.name, ChoiceList(group.name, tuple(dict.fromkeys(rules))))
        return super().lists()

    def _is_wargear(self, selection: Selection) -> bool:
        """Whether an entry without a weapon is a thing to carry: one that has a text of its own, or rules."""
        if self.profiles.texts(selection):
            return True
        return is_thing(selection) and not selection.least and bool(self.profiles.rules(selection))

    def cost(self, selection: Selection) -> int:
        return round(tallied(selection)[selection.path].costs.get(self._points, 0))

    def loadout(self) -> tuple[Equipped, ...]:
        """What each kind of model carries by default, and with it what the whole unit has.

        What is chosen for the unit is carried by those who have no weapon of their own, where there are some.
        """
        size = sum(kind.least for kind in self.kinds)
        own = {kind.name: self.items(kind.usual) for kind in self.kinds}
        bare = [kind.name for kind in self.kinds if not self._is_armed(kind.usual)]
        out = []
        for kind in self.kinds:
            chosen = not bare or kind.name in bare
            shared = [] if kind.usual is self.unit else self._shared(chosen)
            each = (Item(item.name, _share(item.count, size)) for item in shared)
            out.append(Equipped(kind.name, tuple(joined((*own[kind.name], *each)))))
        return tuple(out)

    def _is_armed(self, model: Selection) -> bool:
        """Whether a model has a weapon that is not the whole unit's."""
        return any(one.total and self.weapons.names(one) for one in (model, *model.below()))

    def _shared(self, chosen: bool) -> list[Item]:
        """What a whole unit has: what it must have, and what is ``chosen`` for it among others."""
        inside = (one for one in self.unit.inside() if one.number and one.type != "model")
        return joined(
            Item(item.name, item.count * int(one.number))
            for one in inside
            if chosen or one.parent is self.unit
            for item in self.items(one)
        )


def unnumbered(options: Sequence[Option], size: int) -> Iterator[Note]:
    """What a unit of several models may take once besides what it carries, where nothing tells for how many of
    them it is: it is one model's here, and that is told."""
    for option in options:
        if (
            size > 1
            and option.model is None
            and option.limit == 1
            and not (option.per_models or option.replaces)
        ):
            names = " or ".join(
                dict.fromkeys(" and ".join(item.name for item in each) for each in option.choices)
            )
            yield Note(names, "the document does not tell whether one model takes it or each: taken for one")


def _times(name: str, weapons: Sequence[str]) -> int:
    """How many weapons an entry stands for that says so in its name and holds the profile of one."""
    found = _COUNT.match(name)
    if found is None or any(key(weapon).startswith(key(found[0])) for weapon in weapons):
        return 1
    return _NUMBERS.get(found[1].casefold()) or int(found[1])


def _share(count: int, size: int) -> int:
    """How many of a unit's things each model has: a number that is that of the models is one each."""
    return max(1, count // size) if size > 1 else count
