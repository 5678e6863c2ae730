"""The catalogue of all units, kept here until the library changes."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from warbook.errors import InputError
from warbook.library import index
from warbook.library.place import stamp
from warbook.library.seeking import Catalogue

PATIENCE = 20.0
"""Seconds that a page may take to come, on a busy machine that has just started."""
_kept: dict[bytes, Catalogue] = {}


async def catalogue() -> Catalogue:
    """All units as they are known now. Raises InputError for a library that cannot be read."""
    now = stamp()
    if now not in _kept:
        made = Catalogue(await asyncio.to_thread(index.build))
        _kept.clear()
        _kept[now] = made
    return _kept[now]


async def warm() -> None:
    """Make the catalogue now, so that the first visitor does not wait for it."""
    with suppress(InputError):  # the page tells it
        await catalogue()
