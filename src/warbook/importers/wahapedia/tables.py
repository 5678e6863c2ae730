"""The tables of a Wahapedia export: rows by their headers, from files of slightly varying names."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from warbook.errors import InputError
from warbook.importers import files
from warbook.sheets.sheet import Problem

Row = dict[str, str]

_COPY = re.compile(r"[ _-]*(?:\(\d+\)|copy|copy \(\d+\))$", re.IGNORECASE)
_SAME = {"attached_datasheet_id": "attached_id", "datasheet_leader_id": "leader_id"}
"""Headers that name the same column in different exports."""

COLUMNS = {
    "datasheets": ("id", "name", "faction_id", "loadout", "transport", "damaged_w", "damaged_description"),
    "datasheets_models": ("datasheet_id", "name", "M", "T", "Sv", "inv_sv", "W", "Ld", "OC", "base_size"),
    "datasheets_wargear": (
        "datasheet_id",
        "name",
        "description",
        "range",
        "type",
        "A",
        "BS_WS",
        "S",
        "AP",
        "D",
    ),
    "datasheets_abilities": ("datasheet_id", "ability_id", "name", "description", "type", "parameter"),
    "datasheets_options": ("datasheet_id", "description"),
    "datasheets_unit_composition": ("datasheet_id", "description"),
    "datasheets_models_cost": ("datasheet_id", "description", "cost"),
    "datasheets_keywords": ("datasheet_id", "keyword", "is_faction_keyword"),
    "datasheets_leader": ("leader_id", "attached_id"),
    "datasheets_enhancements": ("datasheet_id", "enhancement_id"),
    "abilities": ("id", "name", "description"),
    "factions": ("id", "name"),
    "source": ("id", "name"),
    "stratagems": ("id", "name", "type", "cp_cost", "description"),
    "enhancements": ("id", "name", "cost", "description"),
    "detachment_abilities": ("id", "name", "description"),
}
"""The tables and columns without which something is missing from sheets or factions."""

OPTIONAL = ("detachments", "last_update")
"""Tables that only some exports have."""


class Tables:
    """All tables of a folder, by name in lower case; ``problems`` are what is wrong with them."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self._paths = found(folder)
        self._rows = {name: self._read(name) for name in (*COLUMNS, *OPTIONAL)}
        self._name_detachments()

    def rows(self, name: str) -> list[Row]:
        """The rows of a table, in the file's order; none where the table is missing."""
        return self._rows[name]

    def by(self, name: str, column: str, known: dict[str, Row] | None = None) -> dict[str, list[Row]]:
        """A table's rows by a column, in order of their line numbers. Rows for an id that is not ``known``
        are told and left out."""
        out: dict[str, list[Row]] = {}
        orphans: dict[str, int] = {}
        for row in self._rows[name]:
            value = row.get(column, "")
            if known is not None and value not in known:
                orphans[value] = orphans.get(value, 0) + 1
            else:
                out.setdefault(value, []).append(row)
        if orphans:
            self.tell(name, f"{sum(orphans.values())} rows of {len(orphans)} ids that are not in the export: "
                      f"{', '.join(list(orphans)[:5])}")  # fmt: skip
        return {value: sorted(rows, key=_order) for value, rows in out.items()}

    def tell(self, name: str, message: str) -> None:
        path = self._paths.get(name, self.folder)
        self.problems.append(Problem(0, message, place=os.path.basename(path), path=self.folder))

    def _name_detachments(self) -> None:
        """Gives rows that tell their detachment only by its id its name."""
        names = {row.get("id", ""): row.get("name", "") for row in self._rows["detachments"]}
        for table in ("stratagems", "enhancements", "detachment_abilities"):
            for row in self._rows[table]:
                if not row.get("detachment") and row.get("detachment_id"):
                    row["detachment"] = names.get(row["detachment_id"], row["detachment_id"])

    def _read(self, name: str) -> list[Row]:
        path = self._paths.get(name)
        if path is None:
            if name in COLUMNS:
                self.problems.append(
                    Problem(0, f"the export lacks its table {name}", place=name, path=self.folder)
                )
            return []
        try:
            head, *lines = files.text(path).split("\n")
        except InputError as fault:
            self.tell(name, fault.expected)
            return []
        heads = [_SAME.get(cell, cell) for cell in _cells(head)]
        for column in COLUMNS.get(name, ()):
            if column not in heads:
                self.tell(name, f"the table lacks its column {column}")
        return self._with_heads(name, heads, lines)

    def _with_heads(self, name: str, heads: Sequence[str], lines: Sequence[str]) -> list[Row]:
        out = []
        uneven = []
        for number, line in enumerate(lines, 2):
            if not line.strip():
                continue
            cells = _cells(line)
            if len(cells) != len(heads):
                uneven.append(number)
            out.append({**dict.fromkeys(heads, ""), **dict(zip(heads, cells, strict=False))})
        if uneven:
            shown = ", ".join(map(str, uneven[:5]))
            self.tell(name, f"{len(uneven)} rows with other than {len(heads)} cells, the first on line {shown}")
        return out


def _cells(line: str) -> list[str]:
    """A line's cells; the last separator ends the line and opens no cell."""
    return [cell.strip() for cell in line.rstrip("\r").removesuffix("|").split("|")]


def _order(row: Row) -> tuple[int, int]:
    return _number(row.get("line", "")), _number(row.get("line_in_wargear", ""))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def found(folder: str) -> dict[str, str]:
    """The tables in a folder by name; of a file and its copy the one with the plain name."""
    out: dict[str, str] = {}
    try:
        names = sorted(os.listdir(folder), key=lambda name: (len(name), name))
    except OSError:
        return {}
    for name in names:
        stem, ending = os.path.splitext(name)
        if ending.casefold() == ".csv":
            plain = _COPY.sub("", stem).casefold().replace(" ", "_")
            out.setdefault(plain, os.path.join(folder, name))
    return out
