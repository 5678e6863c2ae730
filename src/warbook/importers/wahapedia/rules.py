"""The rules that a Wahapedia export explains: their text apart from heading, background and recap."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.importers.markup import lines, prose
from warbook.importers.prose import Prose, read_prose
from warbook.importers.wahapedia.tables import Row
from warbook.importers.wh40k10_glossary import Wh40kGlossary
from warbook.names import key
from warbook.sheets.document import Piece, normalise
from warbook.sheets.sheet import DetachmentRule, Rule


def read_rule(row: Row) -> Rule:
    """A rule of the table of shared abilities."""
    told = _read(row)
    return Rule(normalise(row.get("name", "")), told.text, None, (), told.flavour, told.summary, told.examples)


def read_detachment_rule(row: Row) -> DetachmentRule:
    """A rule of the table of detachments' abilities."""
    told = _read(row)
    return DetachmentRule(
        normalise(row.get("name", "")), normalise(row.get("detachment", "")) or None, told.text,
        flavour=told.flavour, summary=told.summary, examples=told.examples,
    )  # fmt: skip


def _read(row: Row) -> Prose:
    legend = prose(row.get("legend", ""))
    parts = _without_heads(lines(prose(row.get("description", ""))), row.get("name", ""), legend)
    told = read_prose(parts, Wh40kGlossary.rule_words)
    if told.flavour and legend:
        # the background stands in a column of its own, so what looks like it belongs to the rule
        told = msgspec.structs.replace(told, text="\n".join(filter(None, (told.flavour, told.text))))
    return msgspec.structs.replace(told, flavour=legend or told.flavour)


def _without_heads(parts: Sequence[Piece], name: str, legend: str) -> Sequence[Piece]:
    """A rule's lines without its name and its background, which may stand at their head once more."""
    for said in (name, legend):
        if parts and said and key(parts[0].text) == key(normalise(said)):
            parts = parts[1:]
    return parts
