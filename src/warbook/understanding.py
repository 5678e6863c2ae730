"""The rules texts of documents, read into effects; and sheets that carry the effects of their rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from warbook.effects import Effects, to_json
from warbook.grammar import text as texts
from warbook.grammar.sentences import sentences
from warbook.grammar.text import Kind, TextReading
from warbook.sheet import (
    Ability,
    Collection,
    Datasheet,
    Detachment,
    DetachmentRule,
    Enhancement,
    Faction,
    Play,
    Rule,
)

_ELSEWHERE = re.compile(r"described in full|see (the )?(codex|army rules)", re.IGNORECASE)
_LINES: tuple[Kind, ...] = ("when", "target", "effect", "restrictions")
_Ruled = TypeVar("_Ruled", Ability, Rule, DetachmentRule, Enhancement)


class Passage(msgspec.Struct, frozen=True):
    """A rules text, of what kind it is, and whose."""

    kind: Kind
    source: str
    text: str

    def read(self) -> TextReading:
        """Its sentences; those that only name a book are none."""
        told = (each for each in sentences(self.text) if not _ELSEWHERE.search(each))
        return texts.read_sentences(told, self.kind)


def passages(collection: Collection) -> list[Passage]:
    """The texts of a collection, equal ones of a kind once, in its order."""
    every = [each for sheet in collection.sheets for each in of_sheet(sheet)]
    every += [each for faction in collection.factions for each in _of_faction(faction)]
    return list({(each.kind, each.text): each for each in reversed(every)}.values())[::-1]


def of_sheet(sheet: Datasheet) -> Iterator[Passage]:
    """The texts of a datasheet."""
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
        for kind in _LINES:
            text = getattr(play, kind)
            if text:
                yield Passage(kind, f"{play.source}: {play.name}", text)


# --------------------------------------------------------------------- sheets with their effects


def understood(collection: Collection) -> Collection:
    """The collection, every rule with the effects of its text."""
    sheets = tuple(with_effects(sheet) for sheet in collection.sheets)
    factions = tuple(_faction(faction) for faction in collection.factions)
    return msgspec.structs.replace(collection, sheets=sheets, factions=factions)


def with_effects(sheet: Datasheet) -> Datasheet:
    """The datasheet, every rule with the effects of its text; those that have some keep them."""
    return msgspec.structs.replace(
        sheet,
        abilities=_rules("ability", sheet.abilities),
        enhancements=_rules("enhancement", sheet.enhancements),
        detachment_rules=_rules("detachment", sheet.detachment_rules),
        rules=_rules("army", sheet.rules),
        plays=_plays(sheet.plays),
    )


def _faction(faction: Faction) -> Faction:
    detachments = tuple(_detachment(each) for each in faction.detachments)
    rules, plays = _rules("army", faction.rules), _plays(faction.plays)
    return msgspec.structs.replace(faction, rules=rules, plays=plays, detachments=detachments)


def _detachment(detachment: Detachment) -> Detachment:
    return msgspec.structs.replace(
        detachment,
        rules=_rules("detachment", detachment.rules),
        enhancements=_rules("enhancement", detachment.enhancements),
        plays=_plays(detachment.plays),
    )


def _rules(kind: Kind, rules: tuple[_Ruled, ...]) -> tuple[_Ruled, ...]:
    return tuple(
        msgspec.structs.replace(rule, effects=tuple(to_json(texts.read(rule.text, kind).effects)))
        if rule.text and not rule.effects
        else rule
        for rule in rules
    )


def _plays(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    return tuple(
        play if play.effects else msgspec.structs.replace(play, effects=tuple(to_json(of_play(play))))
        for play in plays
    )


def of_play(play: Play) -> Effects:
    """The effects of a play: when it is used, on what, what it does, what bars it."""
    told = ((kind, getattr(play, kind)) for kind in _LINES)
    return tuple(effect for kind, text in told if text for effect in texts.read(text, kind).effects)
