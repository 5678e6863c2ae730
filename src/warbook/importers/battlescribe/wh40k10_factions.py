"""What a 40k catalogue says about its faction: army rules, detachments with their rules, Enhancements."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence

from warbook.importers.battlescribe.changes import changes
from warbook.importers.battlescribe.conditions import queries
from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.library import Document
from warbook.importers.battlescribe.nodes import number
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.battlescribe.wh40k10_marks import categories, said, split_keywords
from warbook.importers.battlescribe.wh40k10_profiles import weapon_abilities
from warbook.importers.names import Names, key
from warbook.importers.wh40k10_factions import Parts
from warbook.sheets.sheet import (
    Datasheet,
    DetachmentRule,
    Enhancement,
    Faction,
    Rule,
    Source,
    fullest,
)

SYSTEM = "wh40k10"
_CHOICE = re.compile(r"\bdetachments?\b", re.IGNORECASE)
"""What the root entry is called that holds an army's detachments."""
_ENHANCEMENTS = re.compile(r"\benhancements?\b", re.IGNORECASE)
"""What a group of Enhancements is called."""
_LIBRARY = re.compile(r"\s*\blibrary\b\s*", re.IGNORECASE)
_APART = re.compile(r"\s+[-–]\s+")
_BEARER = re.compile(
    r"(?P<asked>[^.,()]{1,80}?)(?: \(excluding (?P<before>[^()]+)\))? (?:models?|units?)"
    r"(?: \(excluding (?P<after>[^()]+)\))? only\b",
    re.IGNORECASE,
)
_MODELS = re.compile(r"\s*\b(?:models?|units?)\b", re.IGNORECASE)
_OR = re.compile(r",| or | and ")
MAX_LEVELS = 30


def faction_name(document: Document, keywords: Sequence[str]) -> str:
    """The faction of a sheet: its catalogue's last name; of a catalogue that only lends, its own keyword."""
    name = _APART.split(_LIBRARY.sub(" ", document.name).strip(" -–"))[-1] or document.name
    lends = document.is_library or document.is_system or _LIBRARY.search(document.name)
    return _titled(keywords[0]) if lends and keywords else name


def _titled(name: str) -> str:
    """A keyword as a name is written."""
    small = ("of", "the", "and")
    words = name.casefold().split()
    return " ".join(w if place and w in small else w[:1].upper() + w[1:] for place, w in enumerate(words))


def read_faction(reading: Reading, roots: Sequence[Entry], sheets: Sequence[Datasheet]) -> Faction | None:
    """The faction of a catalogue; None where it says nothing but its units."""
    lent = [entry for entry, _ in reading.imported()]
    choices = {entry.id: entry for entry in (*reading.roots(), *reading.shared(), *lent) if _is_choice(entry)}
    names: dict[str, str] = {}
    parts = Parts()
    for entry in choices.values():
        _read_detachments(reading, reading.unit(entry), parts, names)
    every = {key: name for entry in choices.values() for key, name in _all_names(reading, entry)} | names
    shown = Names(names.values())
    for enhancement in _enhancements(reading, roots, every):
        if not enhancement.detachment or shown.find(enhancement.detachment):
            parts.enhancement(enhancement)
    for enhancement in _enhancements(reading, lent, every) if choices else ():
        if enhancement.detachment and shown.find(enhancement.detachment):
            parts.enhancement(enhancement)
    rules = _army_rules(sheets)
    detachments = parts.detachments()
    if not detachments and (not rules or reading.document.is_library):
        return None
    document = reading.document
    source = Source(os.path.basename(document.path))
    keywords = Counter(word for sheet in sheets for word in sheet.faction_keywords)
    commonest = [word for word, _ in keywords.most_common(1)]
    return Faction(faction_name(document, commonest), SYSTEM, source, rules, detachments, id=document.id)


def _all_names(reading: Reading, entry: Entry, level: int = 0) -> Iterator[tuple[str, str]]:
    """The detachments in an entry by their ids, those too that are hidden in this army."""
    for child in reading.entries.children(entry) if level < MAX_LEVELS else ():
        if child.type == "group":
            yield from _all_names(reading, child, level + 1)
        else:
            yield from ((identity, child.name) for identity in child.ids)


def _is_choice(entry: Entry) -> bool:
    return entry.type == "upgrade" and _CHOICE.search(entry.name) is not None


def _army_rules(sheets: Sequence[Datasheet]) -> tuple[Rule, ...]:
    """The rules that sheets name as their faction's, each once."""
    named = (one for sheet in sheets for one in sheet.abilities if one.group == "faction")
    return fullest((Rule(one.name, one.text) for one in named), str)


def _read_detachments(reading: Reading, root: Selection, parts: Parts, names: dict[str, str]) -> None:
    for choice in root.inside():
        if choice.type != "upgrade":
            continue
        parts.name(choice.name)
        names.update(dict.fromkeys(choice.entry.ids, choice.name))
        for near in (choice, *choice.below()):
            for info in _own_rules(reading, near) if not near.is_group else ():
                parts.rule(
                    DetachmentRule(info.name, choice.name, said(_text(info), categories(reading)) or None)
                )


def _own_rules(reading: Reading, choice: Selection) -> Iterator[Info]:
    """Its rules and texts without the rules that only explain abilities of weapons."""
    weapons = weapon_abilities(reading.library)
    return (info for info in reading.infos.of(choice) if not (info.is_rule and info.name.casefold() in weapons))


def _text(info: Info) -> str:
    return info.text or "\n".join(value for value in info.values.values() if value)


def _enhancements(reading: Reading, roots: Sequence[Entry], names: dict[str, str]) -> Iterator[Enhancement]:
    """Every Enhancement that a unit of the catalogue could take, whatever hides it in a plain army."""
    seen: set[str] = set()
    for root in roots:
        for line in _groups(reading, (root,), seen):
            for path in _upgrades(reading, line, seen):
                yield _enhancement(reading, path, names)


def _groups(reading: Reading, line: tuple[Entry, ...], seen: set[str]) -> Iterator[tuple[Entry, ...]]:
    if len(line) > MAX_LEVELS:
        return
    for child in reading.entries.children(line[-1]):
        mark = f"group {id(child)}"
        if mark in seen:
            continue
        seen.add(mark)
        if child.type == "group" and _ENHANCEMENTS.search(child.name):
            yield (*line, child)
        else:
            yield from _groups(reading, (*line, child), seen)


def _upgrades(reading: Reading, line: tuple[Entry, ...], seen: set[str]) -> Iterator[tuple[Entry, ...]]:
    if len(line) > MAX_LEVELS:
        return
    for child in reading.entries.children(line[-1]):
        if child.type == "group":
            yield from _upgrades(reading, (*line, child), seen)
        elif child.type == "upgrade" and child.id not in seen:
            seen.add(child.id)
            yield (*line, child)


def _enhancement(reading: Reading, line: tuple[Entry, ...], names: dict[str, str]) -> Enhancement:
    entry = line[-1]
    texts = [
        value.text or value.get("description")
        for source in reading.infos.sources(entry)
        for value in (*source.nodes[-1].children("characteristics"), source.nodes[-1])
    ]
    kind = reading.cost_type("pts")
    costs = [number(cost.get("value")) for cost in entry.each("costs") if cost.get("typeId") == kind]
    known = categories(reading)
    text = said("\n".join(text for text in texts if text), known)
    keywords, excluded = bearer(text, known)
    return Enhancement(
        entry.name,
        round(costs[-1]) if costs else None,
        _detachment(line, names),
        text or None,
        keywords=keywords,
        excluded=excluded,
    )


def bearer(text: str, known: Container[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keywords that a text's first sentence asks of its bearer, and those that he must not have.

    None where it is no such sentence, or offers a choice.

    >>> bearer("Deep Mole model (excluding Boring Moles) only. It digs.", {"DEEP", "MOLE", "BORING MOLES"})
    (('DEEP', 'MOLE'), ('BORING MOLES',))
    """
    found = _BEARER.match(" ".join(text.split()))
    if not found:
        return (), ()
    asked = split_keywords(found.group("asked"), known)
    but = found.group("before") or found.group("after") or ""
    barred = [split_keywords(_MODELS.sub("", part), known) for part in _OR.split(but) if part.strip()]
    single = all(len(words) == 1 for words in barred)
    return asked, tuple(words[0] for words in barred) if single and asked else ()


def _detachment(line: tuple[Entry, ...], names: dict[str, str]) -> str | None:
    """The detachment of an Enhancement: the one that its conditions look for, or that it stands under."""
    known = Names(names.values())
    for entry in reversed(line[1:]):
        for node in entry.nodes:
            asked = (query.child for change in changes(node) for query in queries(change.tests))
            if found := next((names[child] for child in asked if child in names), None):
                return found
        bare = _ENHANCEMENTS.sub("", entry.name).strip(" -–:")
        notes = (node.get("comment") for node in entry.nodes)
        if found := next(
            filter(None, (known.find(text) for text in (bare, *notes) if text and key(text))), None
        ):
            return found
    return None
