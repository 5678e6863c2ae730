"""Which sheet every unit of a list means: one way for the check of an army, the odds and the battle.

Of a name that several factions have, the unit's own faction in the list decides, then the list's, then the one
that the list's other units belong to. Nothing is decided that these leave open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from warbook.errors import InputError
from warbook.library import lookup
from warbook.library.lookup import Known
from warbook.names import same, words
from warbook.sheets.matching import Match, match
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet


class Meaning(msgspec.Struct, frozen=True):
    """What a written name means: ``known``, with what was ``assumed`` for it, or the ``reason`` for finding
    nothing and the names that come closest, and both as one text (``why``). ``by_hand`` is a name that was
    given for it."""

    known: Known | None
    assumed: str | None = None
    reason: str | None = None
    why: str | None = None
    candidates: tuple[str, ...] = ()
    by_hand: str | None = None


class Sheets:
    """The sheets that the names of one list mean, each loaded once.

    ``matches`` gives names of sheets by hand to names as they are written; ``dated`` is the date that the data
    may not be later than, ``newer`` the units that have data which are. Raises InputError for a library that
    cannot be read.
    """

    def __init__(
        self, roster: Roster, matches: Mapping[str, str] | None = None, dated: str | None = None
    ) -> None:
        self.dated = dated
        self.newer: dict[str, None] = {}
        self.among = lookup.known(roster.system)
        self.matches = matches or {}
        self._matched: set[str] = set()
        self._found: dict[tuple[str, str | None], Match[Known]] = {}
        self._loaded: dict[str, Datasheet] = {}
        self.turn_to(roster)

    def turn_to(self, roster: Roster) -> None:
        """Take a list's faction and units for those that decide."""
        self.faction = " - ".join(filter(None, (roster.parent, roster.faction))) or None
        self._others = tuple(entry for entry in roster.units if not entry.allied)
        self._home: str | None = None

    def of(self, entry: Entry) -> Meaning:
        """What an entry's own name means. Raises InputError where it has a name by hand that is no sheet's."""
        return self.named(entry.sheet, entry.written or entry.sheet, entry.faction)

    def named(self, name: str, written: str, faction: str | None = None) -> Meaning:
        """What a name means, which the list may have ``written`` otherwise. Raises InputError as ``of``."""
        fitting = [w for w in self.matches if same(w, written) or same(w, name)]
        self._matched.update(fitting)
        by_hand = self.matches[fitting[0]] if fitting else None
        found, assumed = self._decided(by_hand or name, faction)
        if by_hand and found.found is None:
            close = f"; closest: {', '.join(found.candidates)}" if found.candidates else ""
            raise InputError("army", f"match {by_hand!r}", f"expected the name of a known sheet{close}")
        reason, why = (None, None) if found.found else (found.reason, found.why)
        return Meaning(found.found, assumed or found.assumed, reason, why, found.candidates, by_hand)

    def match(self, name: str, faction: str | None = None) -> Match[Known]:
        """What a name means by itself, or by a faction."""
        key = name, faction
        if key not in self._found:
            self._found[key] = match(name, self.among, faction)
        return self._found[key]

    def load(self, known: Known) -> Datasheet:
        """A sheet. Raises InputError for one that the library has no more."""
        if known.key not in self._loaded:
            self._loaded[known.key] = self._of_date(lookup.load(known))
        return self._loaded[known.key]

    def _of_date(self, newest: Datasheet) -> Datasheet:
        sheet = lookup.as_of(newest, self.dated) if self.dated else newest
        if sheet is not newest or (self.dated and newest.source and (newest.source.date or "") > self.dated):
            self.newer[newest.name] = None
        return sheet

    def complain(self) -> None:
        """Raises InputError for a match by hand that no line of the list has."""
        for written in self.matches:
            if written not in self._matched:
                raise InputError("army", f"match {written!r}", "expected a name as the list has it")

    def _decided(self, name: str, faction: str | None) -> tuple[Match[Known], str | None]:
        """What a name means, and what had to be assumed to tell between several factions."""
        found = self.match(name, faction or self.faction)
        if found.several and faction:
            found = self._narrowed(found, self.match(name, self.faction))
        if found.several and (home := self._of_others()):
            own = self._narrowed(found, self.match(name, home))
            if own.found:
                return own, f"{name!r}: that of {own.found.faction}, as other units of the list are"
        if plain := lookup.plainest(found.several):
            one, why = plain
            return Match(one), f"{name!r}: that of {one.faction}, {why}"
        native = [one for one in found.several if _is_native(one)]
        if len(native) == 1 and (self.faction or self._of_others()):  # an ally, whose own faction has it
            guests = ", ".join(one.faction for one in found.several if one is not native[0])
            return Match(native[0]), f"{name!r}: that of {native[0].faction}, a guest of {guests}"
        return found, None

    def _narrowed(self, found: Match[Known], other: Match[Known]) -> Match[Known]:
        return other if other.found is not None and other.found in found.several else found

    def _of_others(self) -> str | None:
        """The faction that more of the list's units may belong to than to any other."""
        if self._home is None:
            counts = Counter(faction for entry in self._others for faction in self._factions(entry))
            (first, most), *others = [*counts.most_common(2), ("", 0)]
            self._home = first if most > max((count for _, count in others), default=0) else ""
        return self._home or None

    def _factions(self, entry: Entry) -> Iterable[str]:
        found = self.match(entry.sheet, entry.faction or self.faction)
        things = (found.found,) if found.found else found.several
        return dict.fromkeys(thing.faction for thing in things)


def _is_native(thing: Known) -> bool:
    """Whether a unit is of the faction that its document keeps it under, and no guest there."""
    return words(thing.faction) in {words(mark) for mark in thing.keywords}
