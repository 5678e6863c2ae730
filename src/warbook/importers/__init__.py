"""Readers of documents, one a format: ``read`` finds the format and gives the datasheets."""

from __future__ import annotations

import os
from pathlib import Path

from warbook.errors import InputError
from warbook.importers.page import is_page, read_page
from warbook.sheet import Datasheet

MAX_BYTES = 64_000_000
"""A larger file is not read."""

__all__ = ["read"]


def read(path: str | os.PathLike[str]) -> list[Datasheet]:
    """The datasheets of a document. Raises InputError for anything that cannot be read."""
    name = os.fspath(path)
    text = _text(name)
    if is_page(text):
        return read_page(text, name)
    raise InputError(name, "line 1", 'expected a page titled "Faction – Unit" with the sections of a datasheet')


def _text(name: str) -> str:
    data = _bytes(name)
    if not data.strip():
        raise InputError(name, "file", "expected a document, found an empty file")
    if b"\x00" in data:
        place = f"byte {data.index(0)}"
        raise InputError(name, place, "expected text in UTF-8, found binary data")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        if fault.start >= len(data) - 3 and fault.reason == "unexpected end of data":
            return data[: fault.start].decode("utf-8-sig")
        raise InputError(name, f"byte {fault.start}", "expected text in UTF-8") from None


def _bytes(name: str) -> bytes:
    try:
        if os.path.isdir(name):
            raise InputError(name, "path", "expected a file, found a directory")
        if os.path.exists(name) and not os.path.isfile(name):
            raise InputError(name, "path", "expected a regular file")
        if os.path.isfile(name) and os.path.getsize(name) > MAX_BYTES:
            raise InputError(name, "file", f"expected at most {MAX_BYTES} bytes")
        return Path(name).read_bytes()
    except FileNotFoundError:
        raise InputError(name, "path", "expected a file, found nothing") from None
    except (OSError, ValueError) as fault:
        if isinstance(fault, InputError):
            raise
        raise InputError(name, "path", f"expected a readable file: {fault}") from None
