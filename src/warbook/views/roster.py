"""A roster as a text that other tools read, and as JSON; what is written is read again as the same roster.

JSON holds everything. The app's text holds units, models, what they carry, points, enhancements, the warlord,
roles, attachments by name, and the header; not the detachments and factions of single units, models that carry
nothing beside such that do, nor the document's own lines, notes and problems. A leader without an entry gets
one, options that are asked for are notes. New Recruit's text holds bare models and the detachments of units
too, and has options as wargear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from warbook.names import same
from warbook.sheets.roster import MAX_UNITS, Entry, Listed, Roster
from warbook.sheets.sheet import Item

ALLIED = "Allied Units"
GAMES = {"heresy3": "Horus Heresy 3rd Edition"}
"""Games that a text has to name."""


def json(roster: Roster) -> str:
    """The roster's own JSON, which ``roster.read`` and ``importers.rosters`` read."""
    return msgspec.json.format(msgspec.json.encode(roster), indent=1).decode() + "\n"


def app(roster: Roster) -> str:
    """The text of the official app."""
    roster = _apart(roster)
    lines = [f"{roster.name} ({points(roster)} Points)", "", *_app_header(roster)]
    for role, entries in groupby(enumerate(roster.units), key=lambda each: _role(each[1])):
        lines += ["", role.upper()]
        for place, entry in entries:
            lines += ["", f"{entry.sheet} ({entry.points or 0} Points)", *_app_unit(roster, place, entry)]
    version = f", Data Version: {roster.data}" if roster.data and roster.data.startswith("v") else ""
    return "\n".join([*lines, "", f"Exported with Warbook{version}"]) + "\n"


def simple(roster: Roster) -> str:
    """New Recruit's simple text."""
    roster = _apart(roster)
    title = [part for part in (roster.parent, roster.faction, roster.name) if part]
    total = f"[{points(roster)} pts]"
    lines = [f"{' - '.join(title)} - {total}", "", f"# ++ Army Roster ++ {total}", "## Configuration"]
    lines += _configuration(roster)
    heading: tuple[str | None, str] | None = None
    for place, entry in enumerate(roster.units):
        new = (entry.detachment, _role(entry))
        if entry.detachment and (heading is None or heading[0] != entry.detachment):
            lines += ["", f"++ {entry.detachment} ++"]
        lines += ["", f"## {new[1]}"] if new != heading else []
        lines += _simple_unit(roster, place, entry)
        heading = new
    return "\n".join(lines) + "\n"


def points(roster: Roster) -> int:
    """What the list says that it costs, or what its units do."""
    return roster.points if roster.points is not None else sum(entry.points or 0 for entry in roster.units)


def _apart(roster: Roster) -> Roster:
    """The roster with an entry for each leader that had none."""
    led = [(place, entry) for place, entry in enumerate(roster.units) if entry.leader]
    units = [msgspec.structs.replace(entry, leader=None) for entry in roster.units]
    units += [Entry(entry.leader or "", joins=place, role="Characters") for place, entry in led]
    return msgspec.structs.replace(roster, units=tuple(units[:MAX_UNITS]))


def _role(entry: Entry) -> str:
    return ALLIED if entry.allied else entry.role or "Other Datasheets"


def _app_header(roster: Roster) -> Iterator[str]:
    if roster.faction and len(roster.detachments) == 1:
        yield from (line for line in (roster.parent, roster.faction, *roster.detachments) if line)
    else:
        faction = " - ".join(part for part in (roster.parent, roster.faction) if part)
        yield from (f"Faction: {faction}",) if faction else ()
        yield from (f"Detachment: {name}" for name in roster.detachments)
    if roster.battle_size:
        yield roster.battle_size + (f" ({roster.points_limit} Points)" if roster.points_limit else "")
    elif roster.points_limit:
        yield f"Points limit: {roster.points_limit}"
    if roster.system in GAMES:
        yield f"Game system: {GAMES[roster.system]}"


def _app_unit(roster: Roster, place: int, entry: Entry) -> Iterator[str]:
    yield from ("  • Warlord",) if entry.warlord else ()
    yield from (f"  • {note}" for note in entry.notes if ": " in note and "," not in note)
    if entry.joins is not None:
        yield f"  • Leading: {_named(roster, entry.joins)}"
    for listed in _bodies(entry):
        if _is_whole(entry, listed):
            yield from (f"  • {_counted(item)}" for item in listed.items)
        else:
            yield f"  • {listed.count}x {listed.name}"
            yield from (f"     ◦ {_counted(item)}" for item in listed.items)
    if entry.loadout:
        yield f"  • Options: {' and '.join(entry.loadout)}"
    yield from (f"  • Enhancements: {name}" for name in entry.enhancements)


def _bodies(entry: Entry) -> tuple[Listed, ...]:
    """The models of an entry; of one that only asks for a size, so many of its name."""
    return entry.listed or ((Listed(entry.sheet, entry.models),) if entry.models else ())


def _is_whole(entry: Entry, listed: Listed) -> bool:
    """Whether things stand under the unit itself: of a single model, or of the unit as a whole."""
    alone = len(entry.listed) == 1 and listed.count == 1 and listed.name == entry.sheet
    return listed.count == 0 or alone


def _named(roster: Roster, place: int) -> str:
    """The name of a unit, and which of several of its name it is."""
    name = roster.units[place].sheet
    alike = [n for n, entry in enumerate(roster.units) if same(entry.sheet, name)]
    return name if len(alike) == 1 else f"{name}[{alike.index(place) + 1}]"


def _configuration(roster: Roster) -> Iterator[str]:
    yield f"List name: {roster.name}"
    if roster.parent and roster.faction:
        yield f"Faction: {roster.parent} - {roster.faction}"
    if roster.battle_size:
        limit = f" ({roster.points_limit} Point limit)" if roster.points_limit else ""
        yield f"Battle Size: {roster.battle_size}{limit}"
    elif roster.points_limit:
        yield f"Points limit: {roster.points_limit}"
    of_units = {entry.detachment for entry in roster.units}
    yield from (f"Detachment: {name}" for name in roster.detachments if name not in of_units)
    if roster.system in GAMES:
        yield f"Game system: {GAMES[roster.system]}"


def _simple_unit(roster: Roster, place: int, entry: Entry) -> Iterator[str]:
    own = [listed for listed in _bodies(entry) if _is_whole(entry, listed)]
    said = ["Warlord"] if entry.warlord else []
    said += [f"Enhancement: {name}" for name in entry.enhancements]
    said += [_counted(item) for listed in own for item in listed.items]
    said += entry.loadout
    yield f"{entry.sheet} [{entry.points or 0} pts]: {', '.join(said)}".rstrip(" ")
    if entry.joins is not None:
        yield f"Leading {_named(roster, entry.joins)}"
    for listed in _bodies(entry):
        if not _is_whole(entry, listed):
            yield f"• {listed.count}x {listed.name}: {_list(listed.items)}".rstrip(" ")


def _list(items: Iterable[Item]) -> str:
    return ", ".join(_counted(item) for item in items)


def _counted(item: Item) -> str:
    return f"{item.count}x {item.name}"
