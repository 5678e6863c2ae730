"""The one door by which records enter, whatever format they come from: none stays without a name, and one that
lost its name or its text says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from warbook.names import key, keyword
from warbook.sheets.sheet import (
    Ability,
    Collection,
    Datasheet,
    Detachment,
    DetachmentRule,
    Enhancement,
    Faction,
    Note,
    Play,
    Problem,
    Rule,
    Weapon,
)

Record = Weapon | Ability | Play | Enhancement | DetachmentRule | Rule
R = TypeVar("R", Weapon, Ability, Play, Enhancement, DetachmentRule, Rule)

_KINDS: dict[type, str] = {
    Weapon: "weapon",
    Ability: "ability",
    Play: "Stratagem or Reaction",
    Enhancement: "Enhancement",
    DetachmentRule: "detachment rule",
    Rule: "rule",
}
_TEXTS = ("text", "effect", "when", "target", "restrictions")
_RARE, _USUAL = 2, 5
"""On how many sheets of a document a misspelt keyword stands at most, and the one that is meant at least."""
_SHORTEST = 5
"""Letters of a keyword that may be misspelt; shorter ones are too alike."""
_FEW = 60
"""Characters of a text by which a reader finds it again."""


def checked(found: Collection) -> Collection:
    """The collection without records that have no name. A sheet's are kept as notes if they have a text, a
    detachment's rule is called after the detachment; what is dropped, and what a faction names without a text,
    is among the problems."""
    problems: list[Problem] = []
    factions = tuple(_faction(faction, problems) for faction in found.factions)
    sheets = tuple(_with_misspelt(list(map(_sheet, found.sheets))))
    if not problems and all(new is old for new, old in zip(sheets, found.sheets, strict=True)):
        return found
    return Collection(sheets, factions, (*found.problems, *problems))


def _with_misspelt(sheets: Sequence[Datasheet]) -> Iterator[Datasheet]:
    """The sheets, each with keywords told that are a letter off one of many sheets, or off the sheet's own
    name; they are kept as they are printed."""
    counts = Counter(word for sheet in sheets for word in _keywords(sheet))
    usual = [word for word, count in counts.items() if count >= _USUAL and len(word) >= _SHORTEST]
    rare = (word for word, count in counts.items() if count <= _RARE and len(word) >= _SHORTEST)
    meant = {word: found for word in rare if (found := _near(word, usual))}
    for sheet in sheets:
        path = sheet.source.path if sheet.source else None
        told = []
        for word in _keywords(sheet):
            near = meant.get(word) or (_near(word, [keyword(sheet.name)]) if counts[word] <= _RARE else None)
            if near is not None:
                message = f"keyword {word!r}: a letter off {near}; it is kept as printed"
                told.append(Problem(0, message, place=f"{sheet.name}, keywords", path=path))
        yield msgspec.structs.replace(sheet, problems=(*sheet.problems, *told)) if told else sheet


def _keywords(sheet: Datasheet) -> tuple[str, ...]:
    of_models = (word for model in sheet.models for word in model.keywords)
    return tuple(dict.fromkeys((*sheet.keywords, *sheet.faction_keywords, *of_models)))


def _near(word: str, others: Sequence[str]) -> str | None:
    """The keyword that is one letter off, where it is not the same in another number or with another mark."""
    found = process.extractOne(word, others, scorer=DamerauLevenshtein.distance, score_cutoff=1)
    return found[0] if found and key(found[0]) != key(word) else None


def _sheet(sheet: Datasheet) -> Datasheet:
    fields: tuple[tuple[str, Sequence[Record]], ...] = (
        ("weapons", sheet.weapons), ("abilities", sheet.abilities), ("plays", sheet.plays),
        ("enhancements", sheet.enhancements), ("detachment_rules", sheet.detachment_rules),
        ("rules", sheet.rules),
    )  # fmt: skip
    nameless = [record for _, records in fields for record in records if not record.name.strip()]
    if not nameless:
        return sheet
    path = sheet.source.path if sheet.source else None
    kept = {field: tuple(one for one in records if one.name.strip()) for field, records in fields}
    notes = [Note(_kind(one), text) for one in nameless if (text := _text(one))]
    told = (_nameless(one, sheet.name, path) for one in nameless)
    return msgspec.structs.replace(
        sheet, **kept, notes=(*sheet.notes, *notes), problems=(*sheet.problems, *dict.fromkeys(told))
    )


def _faction(faction: Faction, problems: list[Problem]) -> Faction:
    path = faction.source.path if faction.source else None
    place = faction.name or "faction"
    return msgspec.structs.replace(
        faction,
        rules=_named(faction.rules, place, path, problems),
        plays=_named(faction.plays, place, path, problems),
        detachments=tuple(_detachment(one, place, path, problems) for one in faction.detachments),
    )


def _detachment(found: Detachment, faction: str, path: str | None, problems: list[Problem]) -> Detachment:
    place = f"{faction}, {found.name}" if found.name else faction
    called = (_called(rule, found.name, place, path, problems) for rule in found.rules)
    return msgspec.structs.replace(
        found,
        rules=_named(called, place, path, problems),
        plays=_named(found.plays, place, path, problems),
        enhancements=_named(found.enhancements, place, path, problems),
    )


def _called(
    rule: DetachmentRule, detachment: str, place: str, path: str | None, problems: list[Problem]
) -> DetachmentRule:
    """A detachment's rule that lost its name, under the detachment's."""
    if rule.name.strip() or not rule.text or not detachment:
        return rule
    problems.append(Problem(0, f"expected the rule's name: it is called {detachment}", place=place, path=path))
    return msgspec.structs.replace(rule, name=detachment)


def _named(records: Iterable[R], place: str, path: str | None, problems: list[Problem]) -> tuple[R, ...]:
    """The records that have a name; those without, and those without a text, are told."""
    kept: list[R] = []
    for record in records:
        if not record.name.strip():
            problems.append(_nameless(record, place, path))
            continue
        kept.append(record)
        if not _text(record) and not getattr(record, "effects", ()):
            message = f"{record.name}: expected a text, the {_kind(record)} has none"
            problems.append(Problem(0, message, place=place, path=path))
    return tuple(kept)


def _kind(record: Record) -> str:
    return _KINDS[type(record)]


def _text(record: Record) -> str:
    return next((text for field in _TEXTS if (text := getattr(record, field, None))), "")


def _nameless(record: Record, place: str, path: str | None) -> Problem:
    """That a record has no name, and whatever of it finds it again."""
    marks, kind = " ".join(_marks(record))[:_FEW], _kind(record)
    article = "an" if kind[0] in "aE" else "a"
    message = (
        f"expected a name for the {kind}: {marks}"
        if marks
        else f"expected {article} {kind}, found neither name nor text"
    )
    return Problem(0, message, place=place, path=path)


def _marks(record: Record) -> Iterator[str]:
    if isinstance(record, Weapon):
        for profile in record.profiles:
            yield from (f"{head} {value}" for head, value in profile.characteristics.items())
    else:
        yield _text(record)
