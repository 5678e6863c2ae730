"""Reads game-datacards JSON: one file a faction, with its datasheets, rules, Stratagems and Enhancements."""

from __future__ import annotations

import os
import re
from typing import Any

import msgspec

from warbook.errors import InputError
from warbook.importers import files
from warbook.importers.datacards.cards import Explained, read_card
from warbook.importers.datacards.editions import edition_of, of_another, says
from warbook.importers.datacards.factions import faction_of, rules_of
from warbook.importers.datacards.node import Faults, Node
from warbook.importers.dates import date_in, date_of_folder
from warbook.importers.parts import Parts
from warbook.importers.wh40k10_edition import refuse
from warbook.importers.wh40k10_export import sheet_of
from warbook.json_file import unreadable
from warbook.sheets.sheet import Collection, Datasheet, Faction, Problem, Source

_HEAD = 64_000
MOST_SHEETS = 2_000
"""So many datasheets of a file are read: no faction has a tenth."""
_LISTS = re.compile(rb'"(?:datasheets|stratagems|enhancements)"\s*:')
_OWN = re.compile(rb'"(?:faction_id|is_subfaction)"\s*:')


def recognises(path: str) -> bool:
    """Whether a file is one of a game-datacards source."""
    head = files.head(path, _HEAD)
    opens = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
    own = _LISTS.search(head) is not None and _OWN.search(head) is not None
    return opens and (own or says(head))


def collect(path: str) -> Collection:
    """What a file holds. Raises InputError where it is no JSON, of another game or edition, or holds none of
    the known lists."""
    document = _document(path)
    refuse(path, "source", edition_of(document))
    if isinstance(document, list):
        return _without_faction(document, path)
    faults = Faults()
    root = Node(document, "", faults)
    if not any(root.has(name) for name in ("datasheets", "stratagems", "enhancements")):
        raise InputError(path, "document", "expected datasheets, stratagems or enhancements")
    source = Source(path, date_in(root.text("updated")) or date_of_folder(os.path.dirname(path)))
    faction = faction_of(root, source)
    explained = rules_of(faction)
    parts = Parts(path)
    sheets = [
        parts.read(node.place, _sheet, node, faction.name, source, explained)
        for node in root.nodes("datasheets")[:MOST_SHEETS]
        if not of_another(node) and (node.text("name").strip() or _unnamed(node))
    ]
    if (left := len(root.nodes("datasheets")) - MOST_SHEETS) > 0:
        faults.add("datasheets", f"expected at most {MOST_SHEETS}; {left} are left out")
    told = (*_problems(faults, path), *parts.problems)
    return Collection(tuple(filter(None, sheets)), _kept(faction), told)


def _sheet(node: Node, faction: str, source: Source, explained: Explained) -> Datasheet:
    return sheet_of(read_card(node, faction, source, explained))


def _document(path: str) -> Any:
    try:
        return msgspec.json.decode(files.contents(path).removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise InputError(path, "document", f"expected JSON: {unreadable(fault)}") from None


def _unnamed(node: Node) -> bool:
    node.faults.add(node.place, "expected a datasheet with a name")
    return False


def _kept(faction: Faction) -> tuple[Faction, ...]:
    """The faction, if its file tells more of it than its name."""
    return (faction,) if faction.name else ()


def _without_faction(document: list[Any], path: str) -> Collection:
    """Enhancements apart from their faction's file: older ones, which no detachment is told for."""
    faults = Faults()
    for number, value in enumerate(document):
        node = Node(value, f"[{number}]", faults)
        count = len(node.nodes("enhancements"))
        faults.add(
            node.place, f"{count} Enhancements of {node.text('faction_id') or 'nobody'} without a detachment"
        )
    return Collection(problems=_problems(faults, path))


def _problems(faults: Faults, path: str) -> tuple[Problem, ...]:
    faulty = (*faults.told, *faults.drift())
    told = [Problem(0, message, place=place or "document", path=path) for place, message in faulty]
    if faults.more:
        told.append(Problem(0, f"{faults.more} more places are not as expected", place="document", path=path))
    return tuple(told)
