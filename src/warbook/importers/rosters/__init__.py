"""Readers of army lists: ``read`` for files, ``parse`` for pasted text; the format is found by the content.

A list of BattleScribe (XML or zipped), of New Recruit and List Forge (JSON), of the official app, of New
Recruit's texts and one typed by hand all become the same ``Roster``. Nothing is lost: what is not understood is
a problem with its line, and one unknown unit costs no more than itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import msgspec

from warbook import faults, json_file
from warbook.errors import InputError
from warbook.importers import archives, files
from warbook.importers.rosters import battlescribe, newrecruit, texts, tree
from warbook.importers.rosters.draft import Draft
from warbook.importers.rosters.selections import Tree
from warbook.sheets.roster import Roster

__all__ = ["parse", "read"]

_ARRAY = re.compile(r"\[\s*(?:[\[{\]\"]|$)")
_SCALAR = re.compile(r"null|true|false|-?\d[\d.eE+-]*|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
"""JSON that is one value and no list."""
_XML = re.compile(rb"<(?:[?!]|[A-Za-z_][\w:.-]*(?:\s+[\w:.-]+\s*=|\s*/?>\s*(?:<|$)))")
"""A document of tags; a title may stand in such brackets, too."""
OTHERS = {
    b"%PDF": "a PDF document",
    b"{\\rtf": "an RTF document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\xd0\xcf\x11\xe0": "an office document",
    b"SQLite format": "a database",
    b"\x1f\x8b": "a compressed file",
}
"""What begins files of other kinds."""
MAX_CONTROLS = 8
"""Control characters that a copied text may have."""
MAX_TEXT = 2_000_000
"""Characters of a list that is text."""


def read(path: str | os.PathLike[str]) -> Roster:
    """The army list in a file. Raises InputError where there is none."""
    name = os.fspath(path)
    return _whole(lambda: _of_file(name), name)


def _whole(read: Callable[[], Roster], name: str) -> Roster:
    """What a reader gives. Raises InputError, also where Warbook fails at the list."""
    try:
        return read()
    except InputError:
        raise
    except Exception as fault:
        raise InputError(name, "document", faults.noted(fault)) from fault


def _of_file(name: str) -> Roster:
    data = files.contents(name)
    if data.startswith(archives.ZIP):
        data = battlescribe.unpacked(data, name)
    if _is_xml(data):
        return _built(battlescribe.tree(data, name), name)
    return _of_text(_decoded(data, name), name)


def parse(text: str, name: str = "list") -> Roster:
    """The army list in a text; ``name`` tells it apart in errors. Raises InputError where there is none."""
    return _whole(lambda: _of_text(text, name), name)


def _of_text(text: str, name: str) -> Roster:
    content = text.lstrip("\ufeff \t\r\n")
    if _ARRAY.match(content):
        raise InputError(name, "document", json_file.in_words("Expected `object`, got `array`"))
    if _SCALAR.fullmatch(content.rstrip()):
        raise InputError(name, "document", f"expected an army list, found only {content.strip()[:40]}")
    if content.startswith("{"):
        return _from_json(content, name)
    if _is_xml(content.encode("utf-8", "replace")):
        return _built(battlescribe.tree(content.encode("utf-8", "replace"), name), name)
    if len(text) > MAX_TEXT:
        raise InputError(name, "text", f"expected at most {MAX_TEXT} characters")
    draft = Draft(name)
    texts.read(text, draft)
    return draft.roster()


def _from_json(content: str, name: str) -> Roster:
    found = newrecruit.document(content, name)
    if isinstance(found.get("units"), list):
        try:
            return msgspec.convert(found, Roster)
        except msgspec.ValidationError as fault:
            raise json_file.refused(name, fault, Roster) from None
    return _built(newrecruit.tree(found, name), name)


def _built(found: Tree, name: str) -> Roster:
    draft = Draft(name)
    tree.roster(found, draft)
    return draft.roster()


def _is_xml(data: bytes) -> bool:
    head = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    return bool(_XML.match(head)) or data.startswith((b"\xff\xfe<\x00?", b"\xfe\xff\x00<\x00?"))


def _decoded(data: bytes, name: str) -> str:
    """Text in the encodings in which lists are saved."""
    if not data.strip():
        raise InputError(name, "file", "expected an army list, found an empty file")
    if kind := next((kind for start, kind in OTHERS.items() if data.startswith(start)), None):
        raise InputError(name, "file", f"expected an army list as text or data, found {kind}; copy its text")
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        found = data.decode(encoding)
    except UnicodeDecodeError as fault:
        if b"\x00" in data or encoding == "utf-16":
            raise InputError(name, f"byte {fault.start}", "expected an army list, found binary data") from None
        found = data.decode("cp1252", "replace")
    controls = [place for place, char in enumerate(found) if char < " " and char not in "\t\n\r\f\v"]
    if "\x00" in found or len(controls) > MAX_CONTROLS:
        raise InputError(name, f"character {controls[0]}", "expected an army list, found binary data")
    return found
