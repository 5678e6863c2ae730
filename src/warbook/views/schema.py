"""JSON Schemas of the documents that Warbook reads and writes: ``python -m warbook.views.schema DIRECTORY``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from warbook import writing
from warbook.battle import Record, Summary
from warbook.library.adding import Report
from warbook.library.history import Changed
from warbook.library.kept import Kept
from warbook.library.removing import Removed
from warbook.probability.answer import Answer, Refusal
from warbook.probability.matrix import Matrix
from warbook.queries.coverage import Coverage
from warbook.rules.engagement import Engagement
from warbook.sheets.crosscheck import Crosscheck
from warbook.sheets.roster import Roster
from warbook.sheets.sheet import Datasheet
from warbook.views.army import ArmyAnswer
from warbook.views.effects import TextAnswer


def _in_words(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """An answer as ``asking.saying.in_words`` gives it."""
    told = {"assumed": tuple[str, ...]}
    fields = [(field.name, told.get(field.name, field.type)) for field in msgspec.structs.fields(kind)]
    return msgspec.defstruct(kind.__name__, fields, namespace={"__doc__": kind.__doc__}, frozen=True)


DOCUMENTS: dict[str, Any] = {
    "engagement": Engagement,
    "engagements": list[Engagement],
    "answer": Answer,
    "refusal": Refusal,
    "datasheets": list[Datasheet],
    "roster": Roster,
    "record": Record,
    "summary": Summary,
    "army": ArmyAnswer,
    "coverage": Coverage,
    "crosscheck": Crosscheck,
    "explain": TextAnswer,
    "explain-lines": list[TextAnswer],
    "lists": _in_words(Matrix),
    "library-add": Report,
    "library-list": tuple[Kept, ...],
    "library-diff": tuple[Changed, ...],
    "library-remove": Removed,
}


def schemas() -> dict[str, str]:
    """File name → schema text, one for each document."""
    return {
        f"{name}.json": msgspec.json.format(msgspec.json.encode(_schema(kind)), indent=1).decode() + "\n"
        for name, kind in DOCUMENTS.items()
    }


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), components = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    return {**schema, "$defs": components}


if __name__ == "__main__":
    for name, text in schemas().items():
        writing.write(Path(sys.argv[1]) / name, text.encode())
