"""What a browser sent, as files in a folder of its own: names are taken as names, never as places."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple

from warbook.errors import InputError
from warbook.importers import MAX_DEPTH, MAX_FILES
from warbook.importers.files import MAX_BYTES

MOST_CHARACTERS = 120
"""Of a name; a longer one is cut, its ending kept."""


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
    place = _free(folder, safe(file.name))
    target = folder / place
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        shutil.copyfileobj(file.content, out)
    if target.stat().st_size > MAX_BYTES:
        raise InputError(str(place), "file", f"expected at most {MAX_BYTES // 1_000_000} MB")
    return str(place)


def safe(name: str) -> PurePosixPath:
    """A name that leads nowhere but into the folder: without places above it, roots, drives and signs that
    no name has."""
    parts = [_part(part) for part in name.replace("\\", "/").split("/")]
    kept = [part for part in parts if part and part.strip(".")]
    return PurePosixPath(*kept[-MAX_DEPTH - 1 :]) if kept else PurePosixPath("document")


def _part(text: str) -> str:
    plain = "".join(char for char in text if char.isprintable() and char not in ':*?"<>|').strip()
    if len(plain) <= MOST_CHARACTERS:
        return plain
    stem, dot, ending = plain.rpartition(".")
    return (
        f"{stem[: MOST_CHARACTERS - len(ending) - 1]}{dot}{ending}"
        if len(ending) < 10
        else plain[:MOST_CHARACTERS]
    )


def is_hidden(name: str) -> bool:
    """Whether it is one of the files that systems put into folders by themselves."""
    parts: Iterable[str] = (part for part in name.replace("\\", "/").split("/") if part not in ("", ".", ".."))
    return any(part.startswith(".") or part in ("__MACOSX", "Thumbs.db", "desktop.ini") for part in parts)


def _free(folder: Path, place: PurePosixPath) -> PurePosixPath:
    """The name, or one beside it where two files of one name were sent."""
    found, number = place, 2
    while (folder / found).exists():
        found = place.with_name(f"{place.stem} ({number}){place.suffix}")
        number += 1
    return found
