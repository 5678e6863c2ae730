"""The factions of a Wahapedia export: army rules, detachments, Stratagems, Enhancements."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from warbook.importers.labels import read_labelled
from warbook.importers.markup import lines, prose
from warbook.importers.wahapedia.cards import enhancement
from warbook.importers.wahapedia.rules import read_detachment_rule, read_rule
from warbook.importers.wahapedia.tables import Row, Tables
from warbook.importers.wh40k10_factions import CORE, Parts
from warbook.names import words
from warbook.sheets.document import normalise
from warbook.sheets.sheet import Faction, Play, Source

_LABEL = re.compile(r"(WHEN|TRIGGER|TARGET|EFFECT|RESTRICTION)S?\s*:\s*")
_TYPE = re.compile(r"(?:(.+?) [–—-] )?(.+?)(?: Stratagems?)?")
_LARGEST = 3
"""Digits of a cost."""


def factions_of(tables: Tables, source: Source) -> tuple[Faction, ...]:
    """Every faction of the export, and what is no faction's own under the name "Core"."""
    names = {row["id"]: normalise(row.get("name", "")) for row in tables.rows("factions") if row.get("id")}
    for name in ("abilities", "stratagems", "enhancements", "detachment_abilities", "detachments"):
        unknown = {row.get("faction_id", "") for row in tables.rows(name)} - names.keys() - {""}
        names.update((code, code) for code in sorted(unknown))
        if unknown:
            tables.tell(name, f"factions that the export does not have: {', '.join(sorted(unknown)[:9])}")
    shared = {_source(row) for row in _own(tables, "stratagems", "")}
    found = [_faction(tables, source, code, name, shared) for code, name in {**names, "": CORE}.items()]
    return tuple(one for one in found if one.id or one.rules or one.plays or one.detachments)


def _faction(tables: Tables, source: Source, code: str, name: str, shared: Container[str]) -> Faction:
    parts = Parts()
    for row in _own(tables, "detachments", code):
        parts.name(normalise(row.get("name", "")), row.get("type") or None)
    for row in _own(tables, "detachment_abilities", code):
        parts.rule(read_detachment_rule(row))
    for row in _own(tables, "stratagems", code):
        _add_play(tables, parts, row, shared)
    for row in _own(tables, "enhancements", code):
        parts.enhancement(enhancement(row))
    for untold in parts.doubts:
        tables.tell("enhancements", f"{untold}: expected its detachment")
    rules = tuple(read_rule(row) for row in _own(tables, "abilities", code))
    return Faction(name, "wh40k10", source, rules, parts.detachments(), parts.plays(), id=code or None)


def _own(tables: Tables, name: str, code: str) -> Iterable[Row]:
    return (row for row in tables.rows(name) if row.get("faction_id", "") == code)


def _flavour(row: Row) -> str | None:
    return prose(row.get("legend", "")) or None


def _add_play(tables: Tables, parts: Parts, row: Row, shared: Container[str]) -> None:
    """A Stratagem under its detachment. Where its type names a sort of game that has Stratagems of no faction,
    that is the detachment's kind."""
    play = _play(tables, row)
    detachment = normalise(row.get("detachment", ""))
    if detachment and play.source in shared and words(play.source) != words(detachment):
        parts.name(detachment, play.source)
    parts.play(play, detachment)


def _source(row: Row) -> str:
    found = _TYPE.fullmatch(normalise(row.get("type", "")).strip())
    return (found and found.group(1)) or ""


def _play(tables: Tables, row: Row) -> Play:
    name = normalise(row.get("name", ""))
    found = _TYPE.fullmatch(normalise(row.get("type", "")).strip())
    parts = read_labelled(lines(prose(row.get("description", ""))), _LABEL)
    for label in parts.differing:
        tables.tell("stratagems", f"{name}: two different texts under {label}")
    cost = row.get("cp_cost", "").strip()
    known = cost.isdecimal() and len(cost) <= _LARGEST
    before = "\n".join(piece.text for piece in parts.before)
    return Play(
        name, int(cost) if known else 0, "CP", _source(row), found.group(2) if found else "",
        parts.texts.get("WHEN") or parts.texts.get("TRIGGER"), parts.texts.get("TARGET"),
        parts.texts.get("EFFECT") or (before or None if not parts.texts else None),
        parts.texts.get("RESTRICTION"), flavour=_flavour(row), cost_text=None if known else cost or "no cost",
    )  # fmt: skip
