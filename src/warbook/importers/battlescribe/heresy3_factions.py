"""What a Horus Heresy catalogue says about its faction: army list, detachments, plays and rites."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence

from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.heresy3_plays import is_play, play_of
from warbook.importers.battlescribe.heresy3_profiles import said
from warbook.importers.battlescribe.heresy3_rules import parted
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.library import Document
from warbook.importers.battlescribe.nodes import Node, number
from warbook.importers.battlescribe.reading import Reading, walk
from warbook.importers.dates import date_in
from warbook.importers.names import key
from warbook.sheets.sheet import Detachment, DetachmentRule, Faction, Play, Rule, Source, fullest

SYSTEM = "heresy3"
UNITS = ("unit", "model")

_APART = re.compile(r"\s+[-–]\s+")
_LIBRARY = re.compile(r"\s*\blibrary\b\s*", re.IGNORECASE)
_ENDING = re.compile(r"\s+detachment$", re.IGNORECASE)


def own_name(document: Document) -> str:
    """A catalogue's name without its number and the blanks that sort it.

    Where it only lends, without the word for that.
    """
    plain = " ".join(document.name.split())
    return _APART.split(_LIBRARY.sub(" ", plain).strip(" -–"))[-1] or plain


def faction_name(reading: Reading) -> str:
    """The faction whose army list a catalogue's units are in.

    That is the catalogue that lends it most of its units; a Legion's own catalogue takes in all those of its
    Legions. Where that file is absent, it is known by the trait that all its units have.
    """
    kept = reading.library.kept
    name = f"faction of {reading.document.id}"
    if name not in kept:
        kept[name] = _lender(reading) or own_name(reading.document)
    found: str = kept[name]
    return found


def _lender(reading: Reading) -> str | None:
    for link in reading.document.root.children("catalogueLinks"):
        if not link.flag("importRootEntries"):
            continue
        target = reading.library.documents.get(link.get("targetId"))
        if target is None:
            if key(link.name) in _traits(reading):
                return " ".join(link.name.split())
        elif target.is_library and any(entry.type in UNITS for entry in reading.of(target).roots()):
            return own_name(target)
    return None


def _traits(reading: Reading) -> frozenset[str]:
    """The traits that stand in brackets in a library: each names an army list."""
    names = (
        node.name
        for document in reading.library.documents.values()
        for group in ("profiles", "sharedProfiles")
        for node in walk(document.root, group)
    )
    return frozenset(key(name) for name in names if name.startswith("["))


def read_faction(reading: Reading, roots: Sequence[Entry], doubts: list[str]) -> Faction | None:
    """The faction of a catalogue; None for a catalogue of no units."""
    document = reading.document
    if not any(entry.type in UNITS for entry in roots):
        return None
    name, parent = own_name(document), faction_name(reading)
    return Faction(
        name,
        SYSTEM,
        Source(os.path.basename(document.path), date_in(document.root.get("publicationDate"))),
        tuple(_rules(reading, roots)),
        tuple(_detachments(reading)),
        tuple(_plays(reading, doubts)),
        None if parent == name else parent,
        tuple(_allies(reading)),
        document.id,
    )


def _allies(reading: Reading) -> Iterator[str]:
    """Other catalogues whose units may be taken."""
    for link in reading.document.root.children("catalogueLinks"):
        target = reading.library.documents.get(link.get("targetId"))
        if not target or not link.flag("importRootEntries") or target.is_library:
            continue
        if any(entry.type in UNITS for entry in reading.of(target).roots()):
            yield own_name(target)


def _rules(reading: Reading, roots: Sequence[Entry]) -> list[Rule]:
    """The rules of the army itself: rites, and the choices at the head of a list."""
    out: list[Rule] = []
    for root in (entry for entry in roots if entry.type == "upgrade"):
        unit = reading.unit(root)
        for one in (unit, *unit.below()):
            for info in reading.infos.of(one) if not one.is_group else ():
                if not is_play(info):
                    out.append(Rule(_named(info), said(info) or None))
    return list(fullest(out, key))


def _named(info: Info) -> str:
    name, value = parted(info.name)
    return f"{name} ({value})" if value else name


def _plays(reading: Reading, doubts: list[str]) -> list[Play]:
    """The plays that a catalogue, what it links to and the game system hold for all."""
    out: list[Play] = []
    near = reading.library.closure(reading.document)
    for document in (one for one in near if one is reading.document or one.is_library or one.is_system):
        for info in _shared(reading, document):
            if is_play(info):
                out.append(play_of(info, own_name(document), doubts))
    return list(fullest(out, key))


def _shared(reading: Reading, document: Document) -> Iterator[Info]:
    for node in document.root.children("sharedProfiles"):
        values = {value.name: value.text for value in node.children("characteristics")}
        kind = node.get("typeName") or "profile"
        yield Info(" ".join(node.name.split()), kind, values, "", node.id, document)


def _detachments(reading: Reading) -> list[Detachment]:
    """Every kind of detachment that the game system and the catalogue offer, with its slots."""
    out: dict[str, Detachment] = {}
    for document in (reading.system, reading.document):
        for node in _forces(document.root.children("forceEntries"), reading) if document else ():
            name = _ENDING.sub("", node.name.strip())
            slots = tuple(_slots(node, reading, name))
            if slots:
                out.setdefault(key(name), Detachment(name, slots))
    return list(out.values())


def _forces(nodes: Iterable[Node], reading: Reading) -> Iterator[Node]:
    for node in nodes:
        inner = node.children("forceEntries")
        if not inner and (not node.flag("hidden") or _is_shown(node, reading)):
            yield node
        yield from _forces(inner, reading)


def _is_shown(node: Node, reading: Reading) -> bool:
    """Whether a hidden kind of detachment is shown in armies of this very catalogue."""
    return any(
        modifier.get("field") == "hidden"
        and modifier.get("value", "").casefold() == "false"
        and any(one.get("childId") == reading.document.id for one in walk(modifier, "conditions"))
        for modifier in walk(node, "modifiers")
    )


def _slots(node: Node, reading: Reading, detachment: str) -> Iterator[DetachmentRule]:
    """The roles that a detachment has slots for, with the least and the most of each."""
    for link in node.children("categoryLinks"):
        if link.flag("hidden"):
            continue
        name = reading.category(link.get("targetId")) or link.name
        bounds = {
            one.get("type"): int(number(one.get("value")))
            for one in link.children("constraints")
            if one.get("field") == "selections" and number(one.get("value")) >= 0
        }
        if bounds.get("max"):
            yield DetachmentRule(name, detachment, _told(bounds))


def _told(bounds: dict[str, int]) -> str:
    least, most = bounds.get("min", 0), bounds["max"]
    return f"at most {most}" if not least else f"{least}" if least == most else f"{least} to {most}"
