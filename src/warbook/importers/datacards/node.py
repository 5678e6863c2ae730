"""A value of a JSON document with its place in it: asks for what should be there and tells what is not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

MOST_TOLD = 500
"""So many faults of one document are told; the rest are counted."""


NOT_READ = frozenset(
    ("active", "cardType", "chapter", "colours", "compatibleDataVersion", "detachment_faction", "faction",
     "faction_id", "fluff", "id", "imperialArmour", "link", "order", "parent_name", "phase", "source",
     "turn", "type", "uuid")
)  # fmt: skip
"""Keys that are known and hold nothing to read."""
_DISPLAY = re.compile(r"show[A-Z]")
_PLACE = re.compile(r"\[\d+\]")


class Shape:
    """What the objects of one sort of place hold: their keys, those asked for, those that they lack."""

    def __init__(self) -> None:
        self.objects = 0
        self.keys: Counter[str] = Counter()
        self.asked: set[str] = set()
        self.lacking: Counter[str] = Counter()

    def unknown(self) -> list[str]:
        """The keys that nobody asked for and that are not known to hold nothing."""
        return [key for key in self.keys if key not in self.asked | NOT_READ and not _DISPLAY.match(key)]


class Faults:
    """What was not as expected in one document, each place once."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, str], None] = {}
        self.more = 0
        self.shapes: dict[str, Shape] = {}

    def drift(self) -> Iterator[tuple[str, str]]:
        """The places whose objects lack a key that they should have, with the unknown keys there: a form that
        changed since it was learnt loses nothing silently."""
        for place, shape in self.shapes.items():
            instead = ", ".join(map(repr, shape.unknown()))
            for key, count in shape.lacking.items():
                known = f"expected {key.replace('|', ' or ')}, missing from {count} of {shape.objects}"
                yield place, f"{known}; not known there: {instead}" if instead else known

    def add(self, place: str, message: str) -> None:
        if len(self.told) < MOST_TOLD:
            self.told.setdefault((place, message))
        else:
            self.more += 1


class Node:
    """An object of the document. A value of another kind than asked for is told and taken as absent."""

    def __init__(self, value: Any, place: str, faults: Faults) -> None:
        self.faults = faults
        self.place = place
        self._values: dict[str, Any] = value if isinstance(value, dict) else {}
        self._shape = faults.shapes.setdefault(_PLACE.sub("[]", place), Shape())
        self._shape.objects += 1
        self._shape.keys.update(key for key, held in self._values.items() if held not in (None, "", [], {}))
        if not isinstance(value, dict):
            self._fault(place, "an object", value)

    def expect(self, *keys: str) -> None:
        """Counts which of these keys the object lacks; of ``"rule|rules"`` one is enough."""
        self._shape.lacking.update(key for key in keys if not any(map(self.has, key.split("|"))))

    def _value(self, key: str) -> Any:
        self._shape.asked.add(key)
        return self._values.get(key)

    def _fault(self, place: str, expected: str, found: Any) -> None:
        self.faults.add(place, f"expected {expected}, found {_kind(found)}")

    def _at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def has(self, key: str) -> bool:
        """Whether something stands under a key."""
        return self._value(key) is not None

    def text(self, key: str) -> str:
        """The text or number under a key; nothing where it is absent."""
        return self._text(self._value(key), self._at(key))

    def _text(self, value: Any, place: str) -> str:
        if value is None or isinstance(value, str):
            return value or ""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return f"{value:g}" if isinstance(value, float) else str(value)
        self._fault(place, "a text", value)
        return ""

    def flag(self, key: str) -> bool:
        """Whether a key is set to true."""
        value = self._value(key)
        if value is not None and not isinstance(value, bool):
            self._fault(self._at(key), "true or false", value)
        return value is True

    def texts(self, key: str) -> list[str]:
        """The texts of a list that are not empty."""
        found = (self._text(value, place) for value, place in self._list(key))
        return [text for text in found if text.strip()]

    def names(self, key: str) -> list[str]:
        """The names in a list, whether they stand there alone or in objects."""
        every = [
            Node(value, place, self.faults).text("name")
            if isinstance(value, dict)
            else self._text(value, place)
            for value, place in self._list(key)
        ]
        return [name for name in every if name.strip()]

    def nodes(self, key: str) -> list[Node]:
        """The objects of a list."""
        return [Node(value, place, self.faults) for value, place in self._list(key)]

    def node(self, key: str) -> Node:
        """The object under a key; an empty one where it is absent."""
        value = self._value(key)
        return Node({} if value is None else value, self._at(key), self.faults)

    def _list(self, key: str) -> Iterator[tuple[Any, str]]:
        value = self._value(key)
        if value is not None and not isinstance(value, list):
            self._fault(self._at(key), "a list", value)
            value = None
        for number, entry in enumerate(value or ()):
            yield entry, f"{self._at(key)}[{number}]"


def _kind(value: Any) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "nothing"}
    return kinds.get(type(value), "a number")
