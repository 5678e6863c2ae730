"""Takes things out of the library."""

from __future__ import annotations

import msgspec

from warbook.errors import InputError
from warbook.library import database, search
from warbook.library.kept import Kept
from warbook.library.naming import listed


class Removed(msgspec.Struct, frozen=True):
    """What was removed: every version of it, and how many things there are fewer."""

    versions: tuple[Kept, ...]
    things: int


def remove(wanted: search.Wanted) -> Removed:
    """Remove every version of what is wanted, in one step; with ``source``, only the versions that came from
    there, and what is left of a thing becomes the current one. Raises InputError, also where only a part of a
    faction's name is given."""
    going = found(wanted)
    if not going:
        return Removed((), 0)
    with database.writing() as connection:
        before = _things(connection)
        connection.executemany("DELETE FROM kept WHERE id = ?", [(one.id,) for one in going])
        connection.execute(database.CURRENT)
        return Removed(going, before - _things(connection))


def found(wanted: search.Wanted) -> tuple[Kept, ...]:
    """The versions that would be removed. Raises InputError where only a part of a faction's name is given."""
    every = msgspec.structs.replace(wanted, every_version=True)
    there = search.exactly(every)
    if not there and (close := sorted({one.faction for one in search.kept(every)})):
        raise InputError("library", repr(wanted.faction), f"expected a whole faction: {listed(close)}")
    return there


def _things(connection: database.Connection) -> int:
    (number,) = connection.execute("SELECT count(*) FROM kept WHERE current").fetchone()
    return int(number)
