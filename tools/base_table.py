"""Writes the table of bases by keywords and Wounds: what models of such sheets most often stand on.

    python tools/base_table.py ../shared/data [--check]

Facts of the documents that print bases, each model once, by the first document that has it. A row counts the
models that agree (``models``) of all of its kind (``of``); one that stands on its hull has no ``base_mm``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from warbook import importers
from warbook.sheets.sheet import Datasheet, Model
from warbook.systems.wh40k10.bases import KEYWORDS, TABLE, area, at_most

DOCUMENTS = ("wahapedia/2025-07", "gdc/2025-07")
Base = int | str | None


def printed(folder: Path) -> dict[tuple[str, str], tuple[Datasheet, Model]]:
    """Every model whose document tells what it stands on."""
    found: dict[tuple[str, str], tuple[Datasheet, Model]] = {}
    for name in DOCUMENTS:
        for sheet in importers.collect(str(folder / name)).sheets:
            lacks = any(missing.token == "base" for missing in sheet.missing)
            for model in sheet.models:
                if model.base_mm is not None or not lacks:
                    found.setdefault((sheet.name, model.name), (sheet, model))
    return found


def table(folder: Path) -> str:
    """The rows as JSON, one a line."""
    kinds: dict[tuple[tuple[str, ...], int], Counter[Base]] = defaultdict(Counter)
    for sheet, model in printed(folder).values():
        kinds[tuple(sorted(KEYWORDS & set(sheet.keywords))), at_most(model)][model.base_mm] += 1
    rows = []
    for (keywords, wounds), bases in sorted(kinds.items()):
        base = min(bases, key=lambda one: (-bases[one], area(one)))
        row = {"keywords": keywords, "wounds": wounds, "base_mm": base, "models": bases[base]}
        rows.append(json.dumps({**row, "of": bases.total()}))
    return "[\n " + ",\n ".join(rows) + "\n]\n"


def main() -> int:
    folder, check = Path(sys.argv[1]), "--check" in sys.argv[2:]
    if lost := [name for name in DOCUMENTS if not (folder / name).exists()]:
        sys.exit(f"{folder}: expected the folder of documents, it lacks {', '.join(lost)}")
    made = table(folder)
    if check:
        return int(TABLE.read_text("utf-8") != made)
    Path(str(TABLE)).write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
