"""The game that an army list is of, where its text does not tell."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warbook import data
from warbook.library import search
from warbook.library.naming import folded
from warbook.sheets.matching import key
from warbook.sheets.roster import Roster


def of_its_game(roster: Roster) -> Roster:
    """A text whose lines tell units and no battle size, as a list of the game that knows most of them, its own
    among equals. Raises InputError for a library that cannot be read."""
    if roster.battle_size is not None or any(entry.line is None for entry in roster.units):
        return roster
    names = {entry.sheet for entry in roster.units}
    counts = {system: _known_in(system, names) for system in dict.fromkeys((roster.system, *data.systems()))}
    best = max(counts, key=lambda system: counts[system])
    if counts[best] == counts[roster.system]:
        return roster
    told = f"taken for a list of {best}: {counts[best]} of its {len(names)} units exist there"
    return msgspec.structs.replace(roster, system=best, notes=(*roster.notes, told))


def _known_in(system: str, names: Iterable[str]) -> int:
    """How many names are those of a game's units, in full."""
    folds = (words for _, words in search.names(system))
    known = {key(name) for name in (*folds, *map(folded, data.names(system)))}
    return sum(key(folded(name)) in known for name in names)
