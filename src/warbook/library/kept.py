"""What the library tells about the things in it, without reading them."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["sheet", "faction", "roster"]


class Known(msgspec.Struct, frozen=True):
    """A unit that is known by name; ``lookup.load`` gives its sheet.

    ``source`` is the document that the sheet was read from, ``date`` is ISO as far as it is known. ``key``
    tells the sheet apart from all others, for good.
    """

    name: str
    faction: str
    system: str
    source: str | None
    date: str | None
    key: str
    legends: bool = False
    keywords: tuple[str, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """One version of one thing in the library.

    ``lineage`` is the kind of document that it came from (``.cat``, ``.json``): versions of one lineage follow
    each other, those of different lineages stand beside each other. ``document`` is what was added, ``source``
    the file in it; ``effective`` orders the versions: the source's date or the rules revision; where
    neither is known it is empty, which is before all others. ``variant`` tells apart things that one document
    gives under one name. ``home`` is the faction, folded, that the thing is told apart by, for documents name
    factions differently; of a list it is the file.
    ``since`` is the first date at which a document said the same.
    """

    id: int
    kind: Kind
    name: str
    faction: str
    system: str
    variant: int
    lineage: str
    document: str
    source: str | None
    date: str | None
    revision: str | None
    effective: str
    added: str
    legends: bool
    complete: bool
    current: bool
    keywords: tuple[str, ...] = ()
    home: str = ""
    since: str = ""
