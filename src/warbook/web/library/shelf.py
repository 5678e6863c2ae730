"""The catalogue of all units, made in a worker and kept here until the library changes."""

from __future__ import annotations

from contextlib import suppress

from warbook import index, library
from warbook.errors import InputError
from warbook.library.place import stamp
from warbook.seeking import Catalogue
from warbook.web.workers import work

PATIENCE = 20.0
"""Seconds that a page may take to come, on a busy machine that has just started."""
_kept: dict[bytes, Catalogue] = {}


async def catalogue() -> Catalogue:
    """All units as they are known now. Raises InputError for a library that cannot be read."""
    now = stamp()
    if now not in _kept:
        made = Catalogue(await work(index.build) if library.exists() else index.build())
        _kept.clear()
        _kept[now] = made
    return _kept[now]


async def warm() -> None:
    """Make the catalogue now, so that the first visitor does not wait for it."""
    with suppress(InputError):  # the page tells it
        await catalogue()
