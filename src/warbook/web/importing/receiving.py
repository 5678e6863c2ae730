"""What a browser sent, as files in a folder of its own: names are taken as names, never as places."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple

from warbook.errors import InputError
from warbook.importers import MAX_DEPTH, MAX_FILES
from warbook.importers.files import MAX_BYTES

MOST_BYTES = 200
"""Of a name, as it is written to a disk; a longer one is cut, its ending kept."""
ENDING = 10
"""Bytes up to which what follows the last point is an ending."""


class Sent(NamedTuple):
    """A file as it was sent: its name, with the folders that it was in, and its content."""

    name: str
    content: BinaryIO


def put(files: Sequence[Sent], folder: Path) -> tuple[str, ...]:
    """Write the files into a folder, and tell what they are called there. Raises InputError where there is
    none, or one is too large."""
    if len(files) > MAX_FILES:
        raise InputError("import", "files", f"expected at most {MAX_FILES}, got {len(files)}")
    names = tuple(_put(file, folder) for file in files if not is_hidden(file.name))
    if not names:
        raise InputError("import", "files", "expected at least one file")
    return names


def _put(file: Sent, folder: Path) -> str:
    place = free(folder, safe(file.name))
    target = folder / place
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        shutil.copyfileobj(file.content, out)
    if target.stat().st_size > MAX_BYTES:
        raise InputError(str(place), "file", f"expected at most {MAX_BYTES // 1_000_000} MB")
    return str(place)


def safe(name: str) -> PurePosixPath:
    """A name that leads nowhere but into the folder: without places above it, roots, drives and signs that
    no name has; of too many folders within one another the first and the last are kept."""
    parts = [_part(part) for part in name.replace("\\", "/").split("/")]
    kept = [part for part in parts if part and part.strip(".")]
    if len(kept) > MAX_DEPTH + 1:
        kept = [kept[0], *kept[-MAX_DEPTH:]]
    return PurePosixPath(*kept) if kept else PurePosixPath("document")


def _part(text: str) -> str:
    plain = "".join(char for char in text if char.isprintable() and char not in ':*?"<>|').strip()
    stem, dot, ending = plain.rpartition(".")
    if not stem or len(ending.encode()) > ENDING:
        return _cut(plain, MOST_BYTES)
    return f"{_cut(stem, MOST_BYTES - len(ending.encode()) - 1)}{dot}{ending}"


def _cut(text: str, most: int) -> str:
    """As much of a text as that many bytes hold."""
    return text.encode("utf-8", "ignore")[:most].decode("utf-8", "ignore")


def is_hidden(name: str) -> bool:
    """Whether it is one of the files that systems put into folders by themselves."""
    parts: Iterable[str] = (part for part in name.replace("\\", "/").split("/") if part not in ("", ".", ".."))
    return any(part.startswith(".") or part in ("__MACOSX", "Thumbs.db", "desktop.ini") for part in parts)


def free(folder: Path, place: PurePosixPath) -> PurePosixPath:
    """The name, or one beside it where two files of one name were sent, or a file and a folder."""
    found = PurePosixPath()
    for part in place.parts[:-1]:
        found = _beside(folder, found / part, Path.is_file)
    return _beside(folder, found / place.name, Path.exists)


def _beside(folder: Path, place: PurePosixPath, taken: Callable[[Path], bool]) -> PurePosixPath:
    found, number = place, 2
    while taken(folder / found):
        found = place.with_name(f"{place.stem} ({number}){place.suffix}")
        number += 1
    return found
