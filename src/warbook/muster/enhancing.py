"""The Enhancements of a unit, told from its wargear and from each other by what is known of its faction.

Some builders write an Enhancement among the wargear, or several behind one label; only whoever knows their
names can tell them apart, for a name may have a comma of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warbook.importers.rosters.priced import split
from warbook.muster.fitting import wargear_names
from warbook.names import words
from warbook.sheets.matching import match
from warbook.sheets.roster import Entry, Listed
from warbook.sheets.sheet import Datasheet, Faction


def written(entry: Entry) -> bool:
    """Whether an entry names anything that could be an Enhancement."""
    return bool(entry.listed or entry.loadout or entry.enhancements)


def enhanced(entry: Entry, sheet: Datasheet, faction: Faction) -> Entry:
    """An entry with each of its Enhancements by itself, those among its wargear too."""
    every = [each for detachment in faction.detachments for each in detachment.enhancements]
    known = {words(each.name) for each in (*every, *sheet.enhancements)}
    if not known:
        return entry
    moved = [
        name for name in _things(entry) if words(name) in known and not match(name, wargear_names(sheet)).found
    ]
    own = [part for name in entry.enhancements for part in _parted(name, known)]
    return msgspec.structs.replace(
        entry,
        enhancements=tuple({words(name): name for name in (*moved, *own)}.values()),
        loadout=tuple(text for text in entry.loadout if text not in moved),
        listed=tuple(row for each in entry.listed if (row := _without(each, moved))),
    )


def _things(entry: Entry) -> Iterator[str]:
    """All that an entry names, in its order."""
    for row in entry.listed:
        yield row.name
        yield from (item.name for item in row.items)
    yield from entry.loadout


def _without(row: Listed, moved: Sequence[str]) -> Listed | None:
    """A line without what is no wargear; nothing where the line was that alone."""
    if row.name in moved and not row.items:
        return None
    kept = tuple(item for item in row.items if item.name not in moved)
    return msgspec.structs.replace(row, items=kept)


def _parted(name: str, known: set[tuple[str, ...]]) -> Sequence[str]:
    """The Enhancements of one text: the longest known names from its first comma on, else what stands between
    two commas."""
    parts, found = split(name.replace(";", ",")), list[str]()
    while parts:
        ends = range(len(parts), 0, -1)
        end = next((end for end in ends if words(", ".join(parts[:end])) in known), 1)
        found.append(", ".join(parts[:end]))
        parts = parts[end:]
    return found or (name,)
