"""The catalogue of all units, made in a worker and kept here until the library changes."""

from __future__ import annotations

from warbook import index, library
from warbook.library.place import stamp
from warbook.seeking import Catalogue
from warbook.web.workers import work

_kept: dict[bytes, Catalogue] = {}


async def catalogue() -> Catalogue:
    """All units as they are known now. Raises InputError for a library that cannot be read."""
    now = stamp()
    if now not in _kept:
        made = Catalogue(await work(index.build) if library.exists() else index.build())
        _kept.clear()
        _kept[now] = made
    return _kept[now]
