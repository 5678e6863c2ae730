"""A folder that came as one file: what is in a .zip is put in its place, and then read like the folder."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path, PurePosixPath
from typing import IO

from warbook.errors import InputError
from warbook.importers import MAX_FILES, archives
from warbook.importers.files import MAX_BYTES
from warbook.web.importing.receiving import free, is_hidden, safe
from warbook.web.limits import MOST_UPLOADED

ENCRYPTED = 1
"""The flag of a file that needs a password."""
PIECE = 1 << 20
"""Bytes that are written at a time."""


def unpack(folder: Path) -> None:
    """Put the files of every archive of a folder beside it, and let it go; one within another stays. Raises
    InputError for what is damaged, needs a password, has links to files, or holds more than may be sent."""
    left = MOST_UPLOADED
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix.casefold() == ".zip":
            left -= _unpack(path, left)
            path.unlink()


def _unpack(path: Path, most: int) -> int:
    """How many bytes were in it."""
    try:
        with zipfile.ZipFile(path) as archive:
            files = _files(path, archive)
            above = _above(path, {each.filename.partition("/")[0] for each in files})
            written = 0
            for each in files:
                name = f"{above}/{each.filename}"
                with archive.open(each) as content:
                    written += _put(path, name, content, most - written)
    except InputError:
        raise
    except archives.DAMAGED as fault:
        if isinstance(fault, OSError) and fault.errno:  # no fault of the archive
            raise
        raise InputError(
            str(path), "file", "expected an archive that can be opened, found a damaged one"
        ) from None
    return written


def _above(path: Path, tops: set[str]) -> str:
    """The folder of an archive's own where it holds several things, or one of a name that is there already:
    what two archives hold is not mixed."""
    if len(tops) == 1 and not (path.parent / min(tops)).exists():
        return "."
    return str(free(path.parent, PurePosixPath(path.stem)))


def _files(path: Path, archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    files = [each for each in archive.infolist() if not each.is_dir() and not is_hidden(each.filename)]
    if not files:
        raise InputError(str(path), "file", "expected files in it, found none")
    if len(files) > MAX_FILES:
        raise InputError(str(path), "file", f"expected at most {MAX_FILES} files in it, found {len(files)}")
    if link := next((each.filename for each in files if stat.S_ISLNK(each.external_attr >> 16)), None):
        raise InputError(str(path), "file", f"expected files alone in it, found a link: {link[:80]!r}")
    if any(each.flag_bits & ENCRYPTED for each in files):
        raise InputError(str(path), "file", "expected files without a password")
    return files


def _put(path: Path, name: str, content: IO[bytes], most: int) -> int:
    """Write a file beside its archive, whatever size the archive tells it has."""
    target = path.parent / free(path.parent, safe(name))
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with target.open("wb") as out:
        while data := content.read(PIECE):
            written += len(data)
            if written > min(most, MAX_BYTES):
                told = f"expected at most {MAX_BYTES:,} bytes a file, and {MOST_UPLOADED:,} in all archives"
                raise InputError(str(path), "file", told)
            out.write(data)
    return written
