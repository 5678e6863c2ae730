"""The bytes of a catalogue's file, zipped or not, within limits."""

from __future__ import annotations

import zipfile

from warbook.errors import InputError
from warbook.importers import archives, files


def contents(path: str) -> bytes:
    """A file's bytes; of a zip, those of the one file in it. Raises InputError for what is no such file."""
    data = files.contents(path)
    if not data.startswith(archives.ZIP):
        return data
    members = archives.members(path, data)
    if len(members) != 1:
        raise InputError(path, "archive", f"expected a zip of one file, found {len(members)}")
    return archives.content(path, data, members[0], files.MAX_BYTES)


def head(path: str, size: int = 4096) -> bytes:
    """The first bytes of what a file holds, unpacked; none where it cannot be read, and never an error."""
    first = files.head(path, size)
    if not first.startswith(archives.ZIP):
        return first
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) != 1:
                return b""
            with archive.open(members[0]) as member:
                return member.read(size)
    except archives.DAMAGED:
        return b""
