"""Lists of New Recruit and List Forge as JSON: the same tree with attributes as keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from warbook.errors import InputError
from warbook.importers.rosters.branches import Reading
from warbook.importers.rosters.selections import Tree
from warbook.json_file import unreadable


def document(data: bytes | str, path: str) -> dict[str, Any]:
    """The JSON object in a document. Raises InputError."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise InputError(path, "document", f"expected JSON: {unreadable(fault)}") from None
    if not isinstance(found, dict):
        raise InputError(path, "document", "expected a JSON object with a roster")
    return found


def tree(found: Mapping[str, Any], path: str) -> Tree:
    """The list in an object. Raises InputError where it holds none."""
    roster = found.get("roster", found)
    if not isinstance(roster, dict) or not isinstance(roster.get("forces"), (list, dict)):
        raise InputError(path, "roster", "expected a roster with forces")
    outer = {
        key: value for key, value in found.items() if key in ("name", "costs", "costLimits", "generatedBy")
    }
    return Reading(path).tree(_Json({**outer, **roster}))


class _Json:
    """A JSON object as an element. Values that are no text are written as text."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self._found = found

    def text(self, name: str) -> str | None:
        value = self._found.get(name)
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, (str, int, float)):
            return " ".join(str(value).split())
        return None

    def children(self, wrapper: str, single: str) -> Sequence[_Json]:
        value = self._found.get(wrapper)
        if isinstance(value, dict):  # converters of XML keep the plural and the singular
            value = value.get(single, value)
            value = value if isinstance(value, list) else [value]
        return [_Json(each) for each in value if isinstance(each, dict)] if isinstance(value, list) else []
