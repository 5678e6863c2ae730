"""What stands in a file, read once and within limits."""

from __future__ import annotations

import os
from pathlib import Path

from warbook.errors import InputError
from warbook.importers import archives

MAX_BYTES = 16_000_000
"""A larger file is not read: documents are at most a third of this."""


def text(path: str) -> str:
    """A file's text. Raises InputError for what is not text in UTF-8; a character cut at the end is let go."""
    data = contents(path)
    if not data.strip():
        raise InputError(path, "file", "expected a document, found an empty file")
    if data.startswith(archives.ZIP):
        archives.whole(path, data, MAX_BYTES)
        raise InputError(path, "archive", "expected a document in it that is known here")
    if b"\x00" in data:
        raise InputError(path, f"byte {data.index(0)}", "expected text in UTF-8, found binary data")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        if fault.start >= len(data) - 3 and fault.reason == "unexpected end of data":
            return data[: fault.start].decode("utf-8-sig")
        raise InputError(path, f"byte {fault.start}", "expected text in UTF-8") from None


def contents(path: str) -> bytes:
    """A file's bytes. Raises InputError for what is no regular file, not readable or too large."""
    try:
        if os.path.isdir(path):
            raise InputError(path, "path", "expected a file, found a directory")
        if os.path.exists(path) and not os.path.isfile(path):
            raise InputError(path, "path", "expected a regular file")
        if os.path.isfile(path) and os.path.getsize(path) > MAX_BYTES:
            raise InputError(path, "file", f"expected at most {MAX_BYTES} bytes")
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise InputError(path, "path", "expected a file, found nothing") from None
    except InputError:
        raise
    except (OSError, ValueError) as fault:
        raise InputError(
            path, "path", f"expected a readable file: {getattr(fault, 'strerror', None) or 'its name is none'}"
        ) from None


def refuse_archive(path: str) -> None:
    """Raises InputError for an archive that is neither a list nor a catalogue, with what to do about it."""
    if not head(path, 4).startswith(archives.ZIP):
        return
    names = [member.filename for member in archives.members(path, contents(path))]
    if "[Content_Types].xml" in names:
        raise InputError(path, "file", "expected a document, found one of an office program: save it as text")
    if not any(name.casefold().endswith((".ros", ".cat", ".gst")) for name in names):
        told = f"expected a document, found an archive of {len(names)} files: unpack it and give the folder"
        raise InputError(path, "file", told)


def head(path: str, size: int = 4096) -> bytes:
    """The first bytes of a regular file; none of anything else, and never an error."""
    try:
        if not os.path.isfile(path):
            return b""
        with open(path, "rb") as file:
            return file.read(size)
    except (OSError, ValueError):
        return b""
