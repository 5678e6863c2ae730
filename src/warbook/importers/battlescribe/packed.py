"""The bytes of a catalogue's file, zipped or not, within limits."""

from __future__ import annotations

import zipfile
import zlib
from io import BytesIO

from warbook.errors import InputError
from warbook.importers import files

MAX_BYTES = files.MAX_BYTES
MAX_RATIO = 200
"""A catalogue shrinks to a tenth or a twentieth; what claims to shrink so far is a bomb."""

_ZIP = b"PK\x03\x04"


def contents(path: str) -> bytes:
    """A file's bytes; of a zip, those of the one file in it. Raises InputError for what is no such file."""
    data = files.contents(path)
    if not data.startswith(_ZIP):
        return data
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _only(archive, path, len(data))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as fault:
        if isinstance(fault, InputError):
            raise
        raise InputError(path, "archive", f"expected a whole zip: {fault}") from None


def _only(archive: zipfile.ZipFile, path: str, size: int) -> bytes:
    """The bytes of the only file, read no further than the limit whatever the archive declares."""
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(members) != 1:
        raise InputError(path, "archive", f"expected a zip of one file, found {len(members)}")
    limit = min(MAX_BYTES, max(size * MAX_RATIO, 1_000_000))
    if members[0].file_size > limit:
        raise InputError(path, "archive", f"expected at most {limit} bytes unpacked")
    with archive.open(members[0]) as member:
        data = member.read(limit + 1)
    if len(data) > limit:
        raise InputError(path, "archive", f"expected at most {limit} bytes unpacked")
    return data


def head(path: str, size: int = 4096) -> bytes:
    """The first bytes of what a file holds, unpacked; none where it cannot be read, and never an error."""
    first = files.head(path, size)
    if not first.startswith(_ZIP):
        return first
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) != 1:
                return b""
            with archive.open(members[0]) as member:
                return member.read(size)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        return b""
