"""Armies as mustered: the units of a list with their sheets, and what a game has to say against them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rapidfuzz import fuzz

from warbook.dice import Value
from warbook.names import keyword, same, words
from warbook.sheets.loadout import Squad
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet, Detachment, Enhancement, Faction, has_content
from warbook.sheets.wargear import Judged

CLOSE = 90.0
"""How alike (0 to 100) two names of detachments or Enhancements are that mean the same."""


class ArmyProblem(Value, frozen=True):
    """What is against a rule: ``rule`` is the fact's id and a short name, ``unit`` the entry's place in the
    list, from 0, or ``None`` where the whole army is meant."""

    rule: str
    unit: int | None
    message: str


class ArmyNote(Value, frozen=True):
    """What is worth telling and against no rule; ``judged`` is false for what could not be judged."""

    unit: int | None
    message: str
    judged: bool = True


Told = ArmyProblem | ArmyNote


class Unit(Value, frozen=True):
    """One unit of an army: its entry at ``place`` in the list, and its sheet, if it was found.

    ``attached`` is a leader that the entry names without having an entry of its own. ``keywords`` are all of
    the sheet, in the form in which rules compare them; ``judged`` is what there is to say of its wargear.
    ``faults`` are what of the entry its sheet does not know, ``assumed`` how the rest was read, ``sizes`` what
    is wrong with the number of models that it asks for.
    """

    place: int
    entry: Entry
    sheet: Datasheet | None
    squad: Squad = ()
    attached: bool = False
    keywords: frozenset[str] = frozenset()
    judged: Judged = Judged(cost=None)
    faults: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The sheet's name, or the written one where no sheet was found."""
        return self.sheet.name if self.sheet else self.entry.written or self.entry.sheet

    @property
    def bears(self) -> bool:
        """Whether the entry's Enhancements and its mark as Warlord are this unit's: a leader that the entry
        names takes them from its bodyguard."""
        return self.attached or self.entry.leader is None

    @property
    def count(self) -> int:
        """Models in the unit, by its squad or else by its entry; 0 where neither tells."""
        listed = sum(row.count for row in self.entry.listed) or self.entry.models or 0
        return sum(group.count for group in self.squad) or (0 if self.attached else listed)


class Army(Value, frozen=True):
    """What a game judges. ``faction`` is what is known of the army's faction, ``size`` what was asked for: the
    name of a battle size, or points. ``strays`` are detachments that its faction does not have, each with one
    that has it."""

    roster: Roster
    units: tuple[Unit, ...]
    faction: Faction | None = None
    size: str | None = None
    strays: tuple[tuple[str, str], ...] = ()

    @property
    def known(self) -> tuple[Unit, ...]:
        """The units whose sheets were found."""
        return tuple(unit for unit in self.units if unit.sheet is not None)

    def of_entry(self, place: int) -> Unit | None:
        """The unit of the entry at a place, without what is attached to it."""
        return next((unit for unit in self.units if unit.place == place and not unit.attached), None)

    @property
    def detachments(self) -> tuple[str, ...]:
        """The detachments that the list chose for the army as a whole, without the parts that its units stand
        in; where it names only such parts, those, each name once."""
        parts = {unit.entry.detachment for unit in self.units}
        chosen = [name for name in self.roster.detachments if name not in parts]
        bare = (re.sub(r"\s*\(\d+\)\s*$", "", name) for name in self.roster.detachments)
        return tuple(chosen) or tuple(dict.fromkeys(bare))

    @property
    def detachment(self) -> Detachment | None:
        """What is known of the army's only detachment."""
        named = self.detachments
        known = self.faction.detachments if self.faction and len(named) == 1 else ()
        return next((each for each in known if is_meant(each.name, named[0])), None)


class Verdict(Value, frozen=True):
    """What a game says of an army: how large it may be, and everything told.

    ``limit`` is in points, ``size`` the name of the battle size, each as far as it is known.
    """

    limit: int | None
    size: str | None
    told: tuple[Told, ...]


Judge = Callable[[Any, Army], Verdict]
"""Judges an army under a revision's switches."""


def keywords(sheet: Datasheet | None) -> frozenset[str]:
    """All keywords of a sheet, its faction's included, as rules compare them."""
    if sheet is None:
        return frozenset()
    every = (*sheet.keywords, *sheet.faction_keywords, *sheet.types, *sheet.sub_types, *sheet.traits)
    return frozenset(keyword(word) for word in every)


def is_called(name: str, written: str) -> bool:
    """Whether a written name means a thing: what stands in brackets behind it says more and may be missing.

    >>> is_called("Moss Column", "moss column (Slow Growth)")
    True
    """
    return same(name, written) or same(name, written.partition("(")[0]) or same(name.partition("(")[0], written)


def is_meant(name: str, written: str) -> bool:
    """Whether a written name means a thing, a slip of the pen or two forgiven.

    >>> is_meant("Gravel Column", "Gravl Column")
    True
    """
    near = fuzz.ratio(" ".join(words(name)), " ".join(words(written.partition("(")[0])), score_cutoff=CLOSE)
    return is_called(name, written) or near > 0


def enhancement(army: Army, unit: Unit, written: str) -> Enhancement | None:
    """What is known of an Enhancement: from the army's detachment, the unit's sheet, or the faction."""
    own = army.detachment.enhancements if army.detachment else ()
    sheets = unit.sheet.enhancements if unit.sheet else ()
    others = army.faction.detachments if army.faction else ()
    every = (*own, *sheets, *(each for detachment in others for each in detachment.enhancements))
    named = [each for each in every if is_meant(each.name, written)]
    return next(filter(has_content, named), named[0] if named else None)


def plural(count: int, word: str) -> str:
    """A number of things in words.

    >>> plural(2, "unit")
    '2 units'
    """
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def problems(told: Iterable[Told]) -> Iterator[ArmyProblem]:
    """Only what is against the rules."""
    return (each for each in told if isinstance(each, ArmyProblem))


def notes(told: Iterable[Told]) -> Iterator[ArmyNote]:
    """Only what is not."""
    return (each for each in told if isinstance(each, ArmyNote))
