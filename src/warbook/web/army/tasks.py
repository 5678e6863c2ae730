"""What workers do with lists: functions of plain values, none of which the site's own process calls."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path, PurePath

import msgspec

from warbook import data
from warbook.errors import InputError
from warbook.library.games import of_its_game
from warbook.library.place import stamp
from warbook.muster.enrolling import Sheets
from warbook.muster.settling import settled
from warbook.probability import fielded, matrix
from warbook.probability.fielded import Fielded
from warbook.probability.matchup import Setting
from warbook.probability.matrix import Matrix, Row
from warbook.queries import Reply, system_of
from warbook.sheets.roster import MAX_NAME, UNNAMED, Roster
from warbook.web import links
from warbook.web.army.question import question
from warbook.web.odds.shown import Shown, shown

STANDARD = fielded.STANDARD
Side = Roster | str
"""A list, or the name of targets that come with Warbook."""


def typed(text: str, system: str | None) -> Roster:
    """The list in a pasted text. Raises InputError where there is none."""
    from warbook.importers import rosters

    roster = rosters.parse(text, "your text")
    return _ready(of_its_game(roster) if system is None else roster, system, UNNAMED)


def uploaded(content: bytes, name: str, system: str | None) -> Roster:
    """The list in a file of this name. Raises InputError where there is none."""
    from warbook import importers
    from warbook.importers import files, rosters

    plain = PurePath(name.replace("\\", "/")).name or "list"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"list{PurePath(plain).suffix[:8]}"
        path.write_bytes(content)
        try:
            if importers.recognised(str(path)):
                raise InputError(
                    plain, "file", "this is a document of units, not an army list: add it to the library"
                )
            files.refuse_archive(str(path))
            roster = of_its_game(rosters.read(path))
        except InputError as fault:
            raise InputError(plain, fault.place, fault.expected) from None
    return _ready(roster, system, PurePath(plain).stem)


class Opened(msgspec.Struct, frozen=True):
    """The two sides of a heat map before anything is worked out, and the date of their newest data."""

    matrix: Matrix
    date: str | None


def opened(attackers: Side, targets: Side, revision: str | None, dated: str | None) -> Opened:
    """Open a heat map. Raises InputError for sides of two games, and for more pairs than are worked out at
    once."""
    own, other = _sides(attackers, targets, dated)
    if own.system != other.system:
        told = f"{own.name} belongs to {own.system}, {other.name} to {other.system}"
        raise InputError("army", "lists", f"expected two lists of one game: {told}")
    made = matrix.opened(system_of(own.system, revision), own, other)
    if not (made.attackers and made.targets):
        raise InputError(*matrix.nothing(own, other, made))
    return Opened(made, max(filter(None, (own.date, other.date)), default=None))


def row(
    attackers: Side,
    targets: Side,
    revision: str | None,
    dated: str | None,
    setting: Setting,
    place: int,
    columns: list[int],
) -> Row:
    """Some pairs of one attacker."""
    own, other = _sides(attackers, targets, dated)
    return matrix.row(system_of(own.system, revision), own, other, setting, place, columns)


class Told(msgspec.Struct, frozen=True):
    """One pair: ``shown`` is everything that is told of it, ``None`` where the attacker has nothing to attack
    with. ``query`` asks the odds page the same, ``exact`` with the same wargear; ``None`` where it cannot."""

    shown: Shown | None
    query: str | None
    exact: bool


def pair(
    attackers: Side,
    targets: Side,
    revision: str | None,
    dated: str | None,
    setting: Setting,
    row: int,
    column: int,
) -> Told:
    """All that is told of one pair. Raises InputError where it cannot be worked out."""
    own, other = _sides(attackers, targets, dated)
    system = system_of(own.system, revision)
    found = matrix.pair(system, own, other, setting, row, column)
    units = (own.units[row], other.units[column])
    asked = question(*units, found.made.phase, setting.situation, system.revision)
    query = (
        links.query(asked.question) if isinstance(attackers, Roster) and isinstance(targets, Roster) else None
    )
    if found.told is None:
        return Told(None, query, asked.exact)
    reply = Reply(system.name, system.title, system.revision, (), found.made, found.told)
    return Told(shown(reply), query, asked.exact)


def _sides(attackers: Side, targets: Side, dated: str | None) -> tuple[Fielded, Fielded]:
    systems = [side.system for side in (attackers, targets) if isinstance(side, Roster)]
    system = systems[0] if systems else "wh40k10"
    own, other = (_side(side, system, dated) for side in (attackers, targets))
    return own, other


def _side(side: Side, system: str, dated: str | None) -> Fielded:
    if isinstance(side, Roster):
        return _fielded(msgspec.msgpack.encode(side), dated, stamp())
    return fielded.targets(system)


@lru_cache(maxsize=8)
def _fielded(roster: bytes, dated: str | None, _stamp: bytes) -> Fielded:
    return fielded.fielded(msgspec.msgpack.decode(roster, type=Roster), dated)


def _ready(roster: Roster, system: str | None, stem: str) -> Roster:
    """A list as it is kept here: of a game that is known, with what it left open settled, under a name, without
    the path that it came from. Raises InputError for another game, or a list without units."""
    roster = msgspec.structs.replace(roster, system=system or roster.system)
    if roster.system not in data.systems():
        told = f"this is a list of {roster.system}, which Warbook does not know"
        raise InputError("army", "game", told)
    made = settled(roster, Sheets(roster))
    roster = msgspec.structs.replace(made.roster, notes=(*roster.notes, *made.notes), source=None)
    if roster.name != UNNAMED:
        return roster
    name = "".join(char for char in (roster.faction or stem) if char.isprintable()).strip()[:MAX_NAME]
    return msgspec.structs.replace(roster, name=name or UNNAMED)
