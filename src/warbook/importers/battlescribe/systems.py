"""Which game a catalogue belongs to, told by the characteristics of its profiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Protocol

from warbook.errors import InputError
from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.library import Document, Library
from warbook.importers.battlescribe.nodes import Node
from warbook.importers.battlescribe.reading import Reading, walk
from warbook.sheets.sheet import Collection

SYSTEMS: tuple[tuple[str, frozenset[str]], ...] = (
    ("mapping_wh40k10", frozenset(("M", "T", "SV", "W", "LD", "OC"))),
    ("mapping_heresy3", frozenset(("IM", "AM", "SM", "AP", "D"))),
    ("mapping_heresy3", frozenset(("R", "FP", "RS", "AP", "D"))),
    ("mapping_heresy3", frozenset(("WS", "BS", "LD", "CL", "WP", "IN"))),
    ("mapping_heresy3", frozenset(("BS", "FRONT ARMOUR", "REAR ARMOUR", "HP"))),
    ("mapping_heresy3", frozenset(("WILLPOWER (WP)", "COOL (CL)", "LEADERSHIP (LD)"))),
)
"""A module of this package, and heads that only one type of its game's profiles has together."""


class Mapping(Protocol):
    """What a game's module offers."""

    def collected(self, reading: Reading, roots: Sequence[tuple[Entry, Document]]) -> Collection:
        """The sheets of those root entries that are units, each with the document that it stands in, and
        what the catalogue says about its faction."""
        ...


def system_of(library: Library, document: Document) -> Mapping:
    """The mapping of a document's game. Raises InputError where no known game has such profiles."""
    closure = library.closure(document)
    for near in (*(each for each in closure if each.is_system), *closure):
        for heads in _statlines(near.root):
            for module, wanted in SYSTEMS:
                if wanted <= heads:
                    found: Mapping = import_module(f"{__package__}.{module}")
                    return found
    games = ", ".join(dict.fromkeys(module.removeprefix("mapping_") for module, _ in SYSTEMS))
    raise InputError(document.path, document.root.place, f"expected profiles of a known game ({games})")


def _statlines(root: Node) -> Iterator[frozenset[str]]:
    """The heads of every type of profile, and where a document has none, of every profile."""
    for kind in root.children("profileTypes"):
        yield _heads(kind, "characteristicTypes")
    for profile in walk(root, "profiles"):
        yield _heads(profile, "characteristics")


def _heads(node: Node, group: str) -> frozenset[str]:
    return frozenset(child.name.upper() for child in node.children(group))
