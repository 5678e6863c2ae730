"""The rules texts of documents, read into effects; and sheets that carry the effects of their rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

import msgspec

from warbook.effects import Effects, from_json, to_json
from warbook.parsing import special_rules
from warbook.parsing import text as texts
from warbook.parsing.sentences import sentences
from warbook.parsing.text import Kind, TextReading
from warbook.reading import by_hand
from warbook.reading.misprints import misprint
from warbook.reading.stand_ins import stand_in, told, whole
from warbook.sheets.sheet import (
    Ability,
    Collection,
    Datasheet,
    Detachment,
    DetachmentRule,
    Enhancement,
    Faction,
    Play,
    Problem,
    Rule,
)

_ELSEWHERE = re.compile(r"described in full|see (the )?(codex|army rules)", re.IGNORECASE)
_REACTION_POINTS = "reaction points"
_RULED: tuple[tuple[str, Kind], ...] = (
    ("abilities", "ability"),
    ("enhancements", "enhancement"),
    ("detachment_rules", "detachment"),
)
_LINES: tuple[Kind, ...] = ("when", "target", "effect", "restrictions")
_Ruled = TypeVar("_Ruled", Ability, Rule, DetachmentRule, Enhancement)


class Passage(msgspec.Struct, frozen=True):
    """A rules text, of what kind it is, whose, and of which game; ``note`` tells what stands for lost words."""

    kind: Kind
    source: str
    text: str
    system: str = "wh40k10"
    note: str | None = None

    def read(self) -> TextReading:
        """Its sentences; those that only name a book are none."""
        told = (each for each in sentences(self.text) if not _ELSEWHERE.search(each))
        return texts.read_sentences(told, self.kind, self.system)


def passages(collection: Collection) -> list[Passage]:
    """The texts of a collection, equal ones of a kind once, in its order."""
    every = list(every_passage(collection))
    return list({(each.kind, each.text): each for each in reversed(every)}.values())[::-1]


def every_passage(collection: Collection) -> Iterator[Passage]:
    """The texts of a collection in its order, with all who have them."""
    for sheet in collection.sheets:
        yield from of_sheet(sheet)
    for faction in collection.factions:
        yield from _played(faction.system, _of_faction(faction))


def of_sheet(sheet: Datasheet) -> Iterator[Passage]:
    """The texts of a datasheet, with its faction's keyword where the page lost one."""
    return _played(sheet.system, _noted(sheet))


def _noted(sheet: Datasheet) -> Iterator[Passage]:
    word = stand_in(sheet)
    for printed, each in zip(_of_sheet(sheet), _of_sheet(whole(sheet)), strict=True):
        note = told(word) if word and each.text != printed.text else None
        yield msgspec.structs.replace(each, note=note)


def _played(system: str, found: Iterable[Passage]) -> Iterator[Passage]:
    """The texts as those of a system; of heresy3, the special rules of the core rules are no texts of a
    document."""
    for each in found:
        if system != "heresy3" or not special_rules.known(each.source.rpartition(": ")[2]):
            yield msgspec.structs.replace(each, system=system)


def _of_sheet(sheet: Datasheet) -> Iterator[Passage]:
    yield from _ruled("ability", sheet.name, sheet.abilities)
    if sheet.damaged is not None and sheet.damaged.text:
        yield Passage("ability", f"{sheet.name}: Damaged", sheet.damaged.text)
    yield from _ruled("enhancement", sheet.name, sheet.enhancements)
    yield from _ruled("detachment", sheet.name, sheet.detachment_rules)
    yield from _of_plays(sheet.plays)


def _of_faction(faction: Faction) -> Iterator[Passage]:
    yield from _ruled("army", faction.name, faction.rules)
    yield from _of_plays(faction.plays)
    for detachment in faction.detachments:
        yield from _ruled("detachment", detachment.name, detachment.rules)
        yield from _ruled("enhancement", detachment.name, detachment.enhancements)
        yield from _of_plays(detachment.plays)


def _ruled(kind: Kind, whose: str, rules: Iterable[_Ruled]) -> Iterator[Passage]:
    for rule in rules:
        if rule.text and (kind != "ability" or getattr(rule, "group", "") != "core"):
            yield Passage(kind, f"{whose}: {rule.name}", rule.text)


def _of_plays(plays: Iterable[Play]) -> Iterator[Passage]:
    for play in plays:
        for kind, text in _lines(play):
            yield Passage(kind, f"{play.source}: {play.name}", text)


def _lines(play: Play) -> Iterator[tuple[Kind, str]]:
    """The lines of a play. A Reaction's cost is told in sentences, which also say who reacts."""
    for kind in _LINES:
        text = getattr(play, kind)
        if text:
            yield kind, text
    if play.cost_text and play.currency == _REACTION_POINTS:
        yield "restrictions", play.cost_text


# --------------------------------------------------------------------- sheets with their effects


def understood(collection: Collection) -> Collection:
    """The collection, every rule with the effects of its text."""
    sheets = tuple(with_effects(sheet) for sheet in collection.sheets)
    factions = tuple(with_faction_effects(faction) for faction in collection.factions)
    return msgspec.structs.replace(collection, sheets=sheets, factions=factions)


def with_effects(sheet: Datasheet) -> Datasheet:
    """The datasheet, every rule with the effects of its text; those that have some keep them.

    On a page that lost keywords the faction's own stands for them; a card that looks misprinted has the effects
    of the bundled one, and ``problems`` say so.
    """
    system, read = sheet.system, whole(sheet)
    plays, problems = _corrected(read, _plays(read.plays, system))
    return msgspec.structs.replace(
        sheet,
        abilities=_given(sheet.abilities, _rules("ability", read.abilities, system)),
        enhancements=_given(sheet.enhancements, _rules("enhancement", read.enhancements, system)),
        detachment_rules=_given(sheet.detachment_rules, _rules("detachment", read.detachment_rules, system)),
        rules=_rules("army", sheet.rules, system),
        plays=_given(sheet.plays, plays),
        problems=(*sheet.problems, *problems, *_typed(read)),
    )


_Given = TypeVar("_Given", Ability, DetachmentRule, Enhancement, Play)


def _given(printed: tuple[_Given, ...], read: tuple[_Given, ...]) -> tuple[_Given, ...]:
    """Rules as they are printed, with the effects of what was read."""
    pairs = zip(printed, read, strict=True)
    return tuple(msgspec.structs.replace(rule, effects=other.effects) for rule, other in pairs)


def _corrected(sheet: Datasheet, read: tuple[Play, ...]) -> tuple[tuple[Play, ...], list[Problem]]:
    """Cards with their effects, misprinted ones with those of the bundled card, and what is to be said."""
    cards, problems = list(read), list[Problem]()
    for place, (card, known) in enumerate(zip(sheet.plays, read, strict=True)):
        fault = None if card.effects else misprint(card, sheet, from_json(list(known.effects)))
        if fault is not None:
            cards[place] = msgspec.structs.replace(known, effects=fault.bundled.effects)
            problems.append(Problem(card.lines[0] if card.lines else 0, fault.told))
    return tuple(cards), problems


def with_faction_effects(faction: Faction) -> Faction:
    """The faction, every rule and play with the effects of its text."""
    system = faction.system
    detachments = tuple(_detachment(each, system) for each in faction.detachments)
    rules, plays = _rules("army", faction.rules, system), _plays(faction.plays, system)
    return msgspec.structs.replace(faction, rules=rules, plays=plays, detachments=detachments)


def _detachment(detachment: Detachment, system: str) -> Detachment:
    return msgspec.structs.replace(
        detachment,
        rules=_rules("detachment", detachment.rules, system),
        enhancements=_rules("enhancement", detachment.enhancements, system),
        plays=_plays(detachment.plays, system),
    )


def _rules(kind: Kind, rules: tuple[_Ruled, ...], system: str) -> tuple[_Ruled, ...]:
    return tuple(
        msgspec.structs.replace(rule, effects=tuple(to_json(_of_rule(rule, kind, system))))
        if rule.text and not rule.effects
        else rule
        for rule in rules
    )


@lru_cache(maxsize=256)
def _read(text: str, kind: Kind, system: str) -> TextReading:
    """A text; one that many sheets print is put together once."""
    return texts.read(text, kind, system)


def _of_rule(rule: _Ruled, kind: Kind, system: str) -> Effects:
    """The effects of a rule's text; a special rule of the core rules of heresy3 is its name."""
    if system == "heresy3" and special_rules.known(rule.name):
        return (special_rules.granted(rule.name),)
    found = _read(rule.text or "", kind, system)
    typed = by_hand.standing_for(rule.name, found)
    return typed.effects if typed is not None else found.effects


def _typed(sheet: Datasheet) -> Iterator[Problem]:
    """What is to be said of rules whose effects are typed by hand."""
    for field, kind in _RULED:
        for rule in getattr(sheet, field):
            if rule.text and not rule.effects and by_hand.known(rule.name, sheet.system):
                typed = by_hand.standing_for(rule.name, _read(rule.text, kind, sheet.system))
                if typed is not None:
                    yield Problem(rule.lines[0] if rule.lines else 0, typed.told)


def _plays(plays: tuple[Play, ...], system: str) -> tuple[Play, ...]:
    return tuple(
        play if play.effects else msgspec.structs.replace(play, effects=tuple(to_json(of_play(play, system))))
        for play in plays
    )


def of_play(play: Play, system: str = "wh40k10") -> Effects:
    """The effects of a play: when it is used, on what, what it does, what bars it."""
    return tuple(each for kind, text in _lines(play) for each in texts.read(text, kind, system).effects)
