"""Lists of BattleScribe: ``.ros`` (XML) and ``.rosz`` (a zip archive of one ``.ros``)."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element as XmlElement
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from warbook.errors import InputError
from warbook.importers import archives, files
from warbook.importers.rosters.branches import Reading
from warbook.importers.rosters.selections import Tree

MOST_MEMBERS = 100
MAX_XML_BYTES = 8_000_000


def unpacked(data: bytes, path: str) -> bytes:
    """The list in an archive. Raises InputError; nothing is written to disk, whatever names are in it."""
    members = archives.members(path, data)
    lists = [each for each in members if each.filename.casefold().endswith(".ros")]
    chosen = lists if lists else members
    if len(chosen) != 1 or len(members) > MOST_MEMBERS:
        raise InputError(path, "archive", f"expected one roster (.ros), found {len(chosen)}")
    return archives.content(path, data, chosen[0], files.MAX_BYTES)


def tree(data: bytes, path: str) -> Tree:
    """The list in an XML document. Raises InputError."""
    if len(data) > MAX_XML_BYTES:
        raise InputError(path, "document", f"expected at most {MAX_XML_BYTES} bytes")
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise InputError(path, "document", "expected XML without a document type or entities") from None
    except ParseError as fault:
        line = fault.position[0] if fault.position else 1
        raise InputError(path, f"line {line}", "expected well-formed XML") from None
    except (ValueError, LookupError, RecursionError):
        raise InputError(path, "document", "expected XML in a known encoding") from None
    if _local(root.tag) != "roster":
        raise InputError(path, "document", f"expected a roster, found <{_local(root.tag)}>")
    return Reading(path).tree(_Xml(root), "BattleScribe")


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


class _Xml:
    """An XML element, whatever its namespace."""

    def __init__(self, element: XmlElement) -> None:
        self._element = element

    def text(self, name: str) -> str | None:
        value = self._element.get(name)
        return " ".join(value.split()) if value is not None else None

    def children(self, wrapper: str, single: str) -> Sequence[_Xml]:
        return [
            _Xml(inner)
            for outer in self._element
            if isinstance(outer.tag, str) and _local(outer.tag) == wrapper
            for inner in outer
            if isinstance(inner.tag, str) and _local(inner.tag) == single
        ]
