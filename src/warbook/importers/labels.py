"""Texts under labels such as "WHEN:" or "Trigger:", where a label that comes again with its text is a copy."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from warbook.sheets.document import Piece, body


class Labelled(msgspec.Struct):
    """What stands before the first label, the text under each label, and labels with two different texts."""

    before: list[Piece]
    texts: dict[str, str]
    differing: list[str]


def read_labelled(parts: Sequence[Piece], label: re.Pattern[str]) -> Labelled:
    """Reads pieces whose labels ``label`` matches at their start; its first group that matched is the name."""
    before: list[Piece] = []
    groups: list[tuple[str, list[Piece]]] = []
    for part in parts:
        if found := label.match(part.text):
            name = next(group for group in found.groups() if group)
            rest = part.text[found.end() :].strip()
            groups.append((name, [msgspec.structs.replace(part, text=rest, kind="text")] if rest else []))
        elif groups:
            groups[-1][1].append(part)
        else:
            before.append(part)
    out = Labelled(before, {}, [])
    for name, pieces in groups:
        text = body(pieces)
        if text and out.texts.setdefault(name, text) != text:
            out.differing.append(name)
    return out
