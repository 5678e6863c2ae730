"""Which game and edition a game-datacards file is of: the same source has others beside ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from warbook.importers.datacards.node import Node
from warbook.importers.wh40k10_edition import OWN, of_mark

_MARKS = re.compile(
    rb'"(?:warscrolls|compatibleDataVersion|baseSystem)"\s*:|"source"\s*:\s*"[a-z0-9-]{1,20}-\d{1,2}e"'
)
_CARDS = ("datasheets", "warscrolls")
_BY_LANGUAGE = "an edition whose names stand by language"


def says(head: bytes) -> bool:
    """Whether the beginning of a file has a mark by which the source tells its games apart."""
    return _MARKS.search(head) is not None


def edition_of(document: Any) -> str | None:
    """The game and edition of a file, where it is none of ours: by its own mark, or those of all its cards."""
    if not isinstance(document, dict):
        return None
    schema = document.get("schema")
    base = schema.get("baseSystem") if isinstance(schema, dict) else None
    for mark in (document.get("source"), base):
        if isinstance(mark, str) and (found := of_mark(mark) or _base(mark, base)):
            return found
    others = list(_others(document))
    if others and all(others):
        return others[0]
    return of_mark("aos") if "warscrolls" in document and "datasheets" not in document else None


def of_another(node: Node) -> bool:
    """Whether a card among ours is of another game or edition, which is told to its faults."""
    found = of_mark(node.text("source"))
    if found:
        node.faults.add(node.place, f"expected a datasheet of {OWN}, found one of {found}")
    return found is not None


def _base(mark: str, base: Any) -> str | None:
    """A game that somebody made up has a name of its own."""
    return None if mark != base or mark.startswith("40k") else mark


def _others(document: dict[str, Any]) -> Iterator[str | None]:
    """For each card, the other game or edition that it is of."""
    for name in _CARDS:
        cards = document.get(name)
        for card in cards if isinstance(cards, list) else ():
            if isinstance(card, dict):
                mark = card.get("source")
                found = of_mark(mark) if isinstance(mark, str) else None
                yield found or (_BY_LANGUAGE if _is_by_language(card.get("name")) else None)


def _is_by_language(name: Any) -> bool:
    return isinstance(name, dict) and isinstance(name.get("en"), str)
