"""Zip archives, read within limits; nothing is written to disk, whatever names are in it."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from warbook.errors import InputError

try:
    from lzma import LZMAError
except ImportError:  # a Python built without it, where zipfile refuses such archives by itself
    LZMAError = zlib.error  # type: ignore[misc,assignment]

ZIP = b"PK\x03\x04"
"""What an archive begins with."""
MAX_RATIO = 200
"""A document shrinks to a tenth or a twentieth; what claims to shrink so far is a bomb."""
_SMALL = 1_000_000
"""So many bytes may be in any archive."""
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, LZMAError, struct.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, LookupError, OverflowError, MemoryError),
)
"""What reading an archive raises that is damaged, encrypted, or packed in a way that Python does not know."""


def members(path: str, data: bytes) -> list[zipfile.ZipInfo]:
    """The files in an archive. Raises InputError for a damaged one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [member for member in archive.infolist() if not member.is_dir()]
    except DAMAGED as fault:
        raise refused(path, fault) from None


def content(path: str, data: bytes, member: zipfile.ZipInfo, most: int) -> bytes:
    """The bytes of a file in an archive, read no further than the limit whatever the archive declares. Raises
    InputError."""
    limit = min(most, max(len(data) * MAX_RATIO, _SMALL))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(member) as file:
            found = file.read(limit + 1) if member.file_size <= limit else b""
    except DAMAGED as fault:
        raise refused(path, fault) from None
    if max(len(found), member.file_size) > limit:
        raise InputError(path, "archive", f"expected at most {limit} bytes unpacked")
    return found


def whole(path: str, data: bytes, most: int) -> None:
    """Read all files in an archive. Raises InputError for a damaged one."""
    for member in members(path, data):
        content(path, data, member, most)


def refused(path: str, fault: Exception) -> InputError:
    """What is told of an archive that cannot be read."""
    return InputError(path, "archive", f"expected a whole zip: {fault or type(fault).__name__}")
