"""Takes things out of the library."""

from __future__ import annotations

import msgspec

from warbook.library import database, search
from warbook.library.kept import Kept


class Removed(msgspec.Struct, frozen=True):
    """What was removed: every version of it, and how many things there are fewer."""

    versions: tuple[Kept, ...]
    things: int


def remove(wanted: search.Wanted) -> Removed:
    """Remove every version of what is wanted, in one step; with ``source``, only the versions that came from
    there, and what is left of a thing becomes the current one. Raises InputError."""
    found = search.kept(msgspec.structs.replace(wanted, every_version=True))
    if not found:
        return Removed((), 0)
    with database.writing() as connection:
        before = _things(connection)
        connection.executemany("DELETE FROM kept WHERE id = ?", [(one.id,) for one in found])
        connection.execute(database.CURRENT)
        return Removed(found, before - _things(connection))


def _things(connection: database.Connection) -> int:
    (number,) = connection.execute("SELECT count(*) FROM kept WHERE current").fetchone()
    return int(number)
