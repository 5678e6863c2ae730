"""A catalogue's document as one tree, whether it was written as XML or as JSON.

In both forms an element has attributes, perhaps a text, and groups of children under plural names
(``profiles``, ``selectionEntries``). A child that holds nothing but text (``description``) is an attribute
here, and every value is a string: ``"true"``, ``"4"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import ParseError

import msgspec
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from warbook.errors import InputError
from warbook.json_file import unreadable

MAX_DEPTH = 200
"""Elements inside elements; real catalogues stay under 60."""

MAX_NODES = 400_000
"""More elements than this are no catalogue: the largest have a tenth."""

TEXT = "$text"
ROOTS = ("catalogue", "gameSystem")
_NOTHING: tuple[Node, ...] = ()


class Node:
    """One element: its tag, attributes, text, and children by the plural name that they stand under."""

    __slots__ = ("attributes", "compiled", "groups", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.text = ""
        self.groups: dict[str, list[Node]] = {}
        self.compiled: Any = None

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.attributes.get(name)
        return default if value is None else value == "true"

    def children(self, group: str) -> list[Node] | tuple[Node, ...]:
        """The children under a plural name; none where the element has no such group."""
        return self.groups.get(group, _NOTHING)

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    @property
    def name(self) -> str:
        return " ".join(self.attributes.get("name", "").split())

    @property
    def place(self) -> str:
        """The element in the document's own terms, for a message."""
        return " ".join(part for part in (self.tag, repr(self.name) if self.name else "", self.id) if part)

    def __repr__(self) -> str:
        return f"<{self.place}>"


def parse(data: bytes, path: str) -> Node:
    """The root element of a catalogue or game system. Raises InputError for anything else."""
    root = _json(data, path) if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{" else _xml(data, path)
    if root.tag not in ROOTS:
        raise InputError(path, f"element {root.tag}"[:80], "expected a catalogue or a gameSystem")
    if not root.id:
        raise InputError(path, root.place[:200], "expected an id")
    return root


def number(text: str, default: float = 0.0) -> float:
    """A value as a number; ``default`` where it is none."""
    try:
        value = float(text)
    except ValueError:
        return default
    return value if abs(value) < 1e9 else default


class _Builder:
    """Builds nodes from a parser's events: elements alternate with the groups that they stand in."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.root: Node | None = None
        self.open: list[tuple[str, Node | None]] = []
        self.owner: list[Node] = []
        self.texts: list[str] = []
        self.count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        depth = len(self.open)
        plain = tag.rpartition("}")[2]
        self.count += 1
        if depth >= MAX_DEPTH or self.count > MAX_NODES:
            raise _too_many(self.path, plain)
        self.texts = []
        if depth % 2:
            self.open.append((plain, None))
            return
        node = Node(plain, attributes)
        if self.owner:
            self.owner[-1].groups.setdefault(self.open[-1][0], []).append(node)
        else:
            self.root = node
        self.open.append((plain, node))
        self.owner.append(node)

    def end(self, _tag: str) -> None:
        tag, node = self.open.pop()
        text = "".join(self.texts).strip()
        self.texts = []
        if node is not None:
            node.text = text
            self.owner.pop()
        elif text:
            self.owner[-1].attributes.setdefault(tag, text)

    def data(self, text: str) -> None:
        self.texts.append(text)

    def close(self) -> Node | None:
        return self.root


def _too_many(path: str, tag: str) -> InputError:
    told = f"expected at most {MAX_DEPTH} levels of elements, and {MAX_NODES} in all"
    return InputError(path, f"element {tag}"[:80], told)


def _xml(data: bytes, path: str) -> Node:
    parser = DefusedXMLParser(target=_Builder(path), forbid_dtd=True)
    try:
        parser.feed(data)
        root = parser.close()
    except ParseError as fault:
        line = getattr(fault, "position", (0, 0))[0]
        raise InputError(path, f"line {line}", "expected well-formed XML") from None
    except DefusedXmlException:
        raise InputError(path, "document", "expected XML without a document type and entities") from None
    except InputError:
        raise
    except (ValueError, LookupError):
        raise InputError(path, "document", "expected XML in a known encoding") from None
    if not isinstance(root, Node):
        raise InputError(path, "document", "expected XML, found no element")
    return root


def _json(data: bytes, path: str) -> Node:
    if data.count(b"{") > MAX_NODES:
        raise _too_many(path, "document")
    try:
        found = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise InputError(path, "document", f"expected JSON: {unreadable(fault)}") from None
    for tag in ROOTS:
        if isinstance(found, dict) and isinstance(found.get(tag), dict):
            return _converted(tag, found[tag], path, 0)
    raise InputError(path, "document", "expected an object with a catalogue or a gameSystem")


def _converted(tag: str, found: Mapping[str, Any], path: str, depth: int) -> Node:
    if depth > MAX_DEPTH // 2:
        raise _too_many(path, tag)
    node = Node(tag, {})
    for key, value in found.items():
        if isinstance(value, list | dict):
            _add_group(node, key, value if isinstance(value, list) else [value], path, depth)
        elif key == TEXT:
            node.text = _plain(value).strip()
        elif value is not None:
            node.attributes[key] = _plain(value)
    return node


def _add_group(node: Node, key: str, values: list[Any], path: str, depth: int) -> None:
    children = [
        _converted(_singular(key), value, path, depth + 1) for value in values if isinstance(value, dict)
    ]
    if children:
        node.groups[key] = children
    texts = [_plain(value) for value in values if not isinstance(value, dict | list) and value is not None]
    if texts:
        node.attributes[key] = "\n".join(texts)


def _singular(group: str) -> str:
    """The tag of an element under a plural name: ``sharedSelectionEntries`` hold a ``selectionEntry``."""
    own = group[6].lower() + group[7:] if group.startswith("shared") and len(group) > 6 else group
    return f"{own[:-3]}y" if own.endswith("ies") else own.removesuffix("s")


def _plain(value: Any) -> str:
    """A typed value as XML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
